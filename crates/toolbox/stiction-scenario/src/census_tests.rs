//! A file that names nearly everything in the library, compared with the sources, so that nothing new is forgotten.

pub(crate) mod agreement;
mod continuous;
mod library;
mod validator;
mod wrong;

use std::fs;
use std::path::Path;

use stiction_patch::{Grid, LimitSurface, Surface};

use crate::Scenario;

/// Bodies, drives, maps, laws and signals, with nearly every parameter.
pub(crate) const EVERYTHING: &str = include_str!("../tests/everything.toml");

/// Returns a folder with the files that [`EVERYTHING`] names.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("load.csv", "t,other,force\n0,0,1\n0.0005,0,2\n");
    write("pressure.csv", "1, 2, 1\n2, 4, 2\n1, 2, 1\n");
    write("robot.urdf", include_str!("../tests/robot.urdf"));
    let pad = Surface::RasterCircle.patch(Grid::new(9, 0.02).unwrap()).unwrap();
    LimitSurface::new(&pad, 3).unwrap().save(folder.path().join("surface.json")).unwrap();
    folder
}

/// Returns the scenario of [`EVERYTHING`], and its folder.
pub(crate) fn everything() -> (tempfile::TempDir, Scenario) {
    let folder = folder();
    let scenario = load(folder.path(), EVERYTHING).unwrap_or_else(|error| panic!("{error}"));
    (folder, scenario)
}

/// Writes a text into a folder as a file, and reads it.
pub(crate) fn load(folder: &Path, text: &str) -> Result<Scenario, crate::ScenarioError> {
    let path = folder.join("everything.toml");
    fs::write(&path, text).unwrap();
    Scenario::load(path)
}

#[test]
fn everything_runs_and_is_read_again_as_it_was_written() {
    let (folder, scenario) = everything();
    let again = load(folder.path(), &scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    let ends = [scenario, again].map(|scenario| {
        let mut sim = scenario.simulation().unwrap().0;
        sim.run_until(scenario.solver.until).unwrap();
        sim.frame().state().values().to_vec()
    });
    assert!(ends[0].iter().all(|value| value.is_finite()));
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn everything_names_every_component() {
    let all = crate::library().described();
    let is_missing = |name: &str| !EVERYTHING.contains(&format!("\"{name}\""));
    let missing: Vec<_> =
        all.iter().filter(|one| !one.kind.is_empty() && is_missing(&one.name)).collect();
    let missing: Vec<_> = missing.iter().map(|one| (&one.name, &one.place)).collect();
    assert!(is_missing("ideal_gsat") && all.len() > 80, "{} components", all.len());
    assert!(missing.is_empty(), "{missing:?}");
}
