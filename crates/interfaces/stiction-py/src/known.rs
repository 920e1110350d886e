//! The components that scenarios can name: those of the library, and laws that are written in Python.

use std::path::Path;
use std::sync::LazyLock;

use pyo3::prelude::*;
use stiction::core::{
    Domain, Flat, Line, PlanarFrame, Plane, Register, Shaft, Space, SpatialFrame,
};
use stiction::scenario::body::MakeBody;
use stiction::scenario::drive::MakeDrive;
use stiction::scenario::law::MakeLaw;
use stiction::scenario::map::MakeMap;
use stiction::scenario::registry::Registered;
use stiction::scenario::{Component, Registry, Scenario, ScenarioError, library};

use crate::error::{of_scenario, wrong_value};
use crate::python_law::PythonLaws;
use crate::values::table_of;

/// All of them; made once.
pub(crate) fn registry() -> &'static Registry {
    static ALL: LazyLock<Registry> = LazyLock::new(|| {
        let mut registry = library();
        registry.law::<PythonLaws<Line>>();
        registry.law::<PythonLaws<Shaft>>();
        registry.law::<PythonLaws<Plane>>();
        registry.law::<PythonLaws<Space>>();
        registry.law::<PythonLaws<PlanarFrame>>();
        registry.law::<PythonLaws<SpatialFrame>>();
        registry
    });
    &ALL
}

/// The JSON schema of scenario files as text: the description of every component of the library, from which
/// the functions of the package, their documentation and the stubs are made.
#[pyfunction]
pub(crate) fn schema() -> String {
    // Laws in Python have no parameters of their own.
    Scenario::json_schema_with(&library()).to_string()
}

/// Judges a component by itself and raises what is wrong: `kind` is `law`, `map`, `body` or `drive`, and
/// `table` is the table that a scenario has for it. Returns the domains for which it can be built; nothing if
/// `is_built` says that it should only be read, because it names files of a folder that is not known.
#[pyfunction]
#[pyo3(signature = (kind, table, is_built = true))]
pub(crate) fn check(
    kind: &str,
    table: &Bound<'_, PyAny>,
    is_built: bool,
) -> PyResult<Vec<&'static str>> {
    fn judged<K: Registered>(
        table: &toml::Table,
        is_built: bool,
    ) -> Result<Vec<&'static str>, ScenarioError> {
        let component = Component::<K>::from_table(table, registry())?;
        if is_built { component.check(Path::new("")) } else { Ok(vec![]) }
    }
    let (table, _kept) = table_of(table)?;
    let judge = match kind {
        "law" => judged::<MakeLaw>,
        "map" => judged::<MakeMap>,
        "drive" => judged::<MakeDrive>,
        "body" => judged::<MakeBody>,
        other => return Err(wrong_value("kind", &format!("there is no kind `{other}`"))),
    };
    judge(&table, is_built).map_err(of_scenario)
}

/// Returns the unit of a column such as `block.vx`; empty where it has no unit or the unit is not known.
#[pyfunction]
pub(crate) fn unit(column: &str) -> &'static str {
    stiction::scenario::channel::unit_of(column)
}

/// The name of a domain, and the names of the scalars of pose, flow and effort.
type DomainFacts = (&'static str, Vec<&'static str>, Vec<&'static str>, Vec<&'static str>);

/// The domains of the library: name in scenarios, and the names of the scalars of a pose, a flow and an
/// effort.
#[pyfunction]
pub(crate) fn domains() -> Vec<DomainFacts> {
    fn facts<D: Domain>() -> DomainFacts {
        debug_assert_eq!(D::POSE_NAMES.len(), D::Pose::LEN);
        (D::TAG, D::POSE_NAMES.to_vec(), D::FLOW_NAMES.to_vec(), D::EFFORT_NAMES.to_vec())
    }
    vec![
        facts::<Line>(),
        facts::<Shaft>(),
        facts::<Plane>(),
        facts::<Space>(),
        facts::<PlanarFrame>(),
        facts::<SpatialFrame>(),
    ]
}
