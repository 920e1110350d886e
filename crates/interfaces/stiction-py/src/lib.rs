//! `stiction._stiction`, the part of the Python package `stiction` that is written in Rust.
//!
//! | module | what |
//! |---|---|
//! | `known` | the components that scenarios can name, as data for the Python sources |
//! | `values` | conversion between Python's values and those of a scenario |
//! | `scenario`, `simulation`, `record` | a mechanism as data, its motion, the record of a run |
//! | `figure` | columns of a record as a picture, and as a page |
//! | `law`, `element` | a law by itself: for arrays of motions, and step by step |
//! | `python_law` | a law that is written in Python |
//! | `sliding`, `identify` | a body that slides on a plane; its friction from a recorded slide |
//! | `cones`, `limit_sets`, `patches` | friction cones; admissible friction; pressure under a pad and limit surfaces |
//! | `watched` | a whole run, with all warnings about it |
//! | `sweep` | many runs of a scenario, here or on other machines |
//! | `testing` | checks of laws: do they stick, are they passive |
//! | `command` | the command `stiction` |
//! | `host_law`, `mujoco` | laws as elements inside another engine; the friction of a model of `MuJoCo` |
//! | `error` | errors of the library as exceptions |
//!
//! No code here knows a component by its name: all of them come from the registry.

#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "docstrings of Python have units in plain brackets"
)]

use pyo3::prelude::*;

#[cfg(feature = "command")]
mod command;
mod cones;
mod element;
mod error;
mod figure;
mod host_law;
mod identify;
mod known;
mod law;
mod limit_sets;
mod mujoco;
mod patches;
mod python_law;
mod record;
mod scenario;
mod simulation;
mod sliding;
mod sweep;
mod testing;
mod values;
mod watched;

#[pymodule]
mod _stiction {
    #[cfg(feature = "command")]
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::{
        cones::Cone,
        element::Element,
        figure::{page, svg},
        identify::identify,
        known::{check, domains, schema, unit},
        law::SoloLaw,
        limit_sets::LimitSetRows,
        mujoco::MujocoFriction,
        patches::{LimitSurface, Patch},
        python_law::Stage,
        scenario::Scenario,
        simulation::{Simulation, restored},
        sliding::{PlanarSlider, SupportHull, quasi_static_push},
        sweep::{Gathering, Study, statistics_names, table},
        testing::{check_passive, check_stored_power, observe_sticking},
        watched::watched_run,
    };

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
