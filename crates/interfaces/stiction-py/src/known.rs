//! The components that scenarios can name: those of the library, and laws written in Python.

use std::path::Path;
use std::sync::LazyLock;

use pyo3::prelude::*;
use stiction::core::{Domain, Line, PlanarFrame, Plane, Register, Shaft, Space, SpatialFrame};
use stiction::scenario::body::MakeBody;
use stiction::scenario::drive::MakeDrive;
use stiction::scenario::law::MakeLaw;
use stiction::scenario::map::MakeMap;
use stiction::scenario::registry::Registered;
use stiction::scenario::{Component, Registry, Scenario, ScenarioError, library};

use crate::error::{of_scenario, wrong_value};
use crate::python_law::PythonLaws;
use crate::values::table_of;

/// Returns the registry of all of them; made once.
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

/// Returns the JSON schema of scenario files as text: the description of every component of the library, from which
/// the functions of the package, their documentation and the stubs are made.
#[pyfunction]
pub(crate) fn schema() -> String {
    // Laws in Python have no parameters of their own.
    Scenario::json_schema_with(&library()).to_string()
}

/// Checks a component by itself and raises its errors: `kind` is `law`, `map`, `body` or `drive`, and `table` is its
/// table in a scenario. Returns the domains for which it can be built. Without `is_built` it is only read, for a
/// component that names files of a folder that is not known, and the list is empty.
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

/// Returns the unit of a column such as `block.vx`; empty if it has none or it is not known.
#[pyfunction]
pub(crate) fn unit(column: &str) -> &'static str {
    stiction::scenario::channel::unit_of(column)
}

/// The name of a domain, and the names of the scalars of pose, flow and effort.
type DomainFacts = (&'static str, Vec<&'static str>, Vec<&'static str>, Vec<&'static str>);

/// Returns the domains of the library: name in scenarios, and the names of the scalars of a pose, a flow and an
/// effort.
#[pyfunction]
pub(crate) fn domains() -> Vec<DomainFacts> {
    fn facts<D: Domain>() -> DomainFacts {
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
