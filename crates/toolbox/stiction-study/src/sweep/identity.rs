//! The sweep that the members of a file belong to.

use stiction_output::OutputError;
use stiction_scenario::Scenario;

use super::StudyError;
use crate::case::named_contents;
use crate::fingerprint;

/// Returns a text that changes with everything that determines the measures of a member, except its parameters: the
/// version of the program, the scenario, and the files that it names.
pub(super) fn identity(scenario: &Scenario) -> Result<String, StudyError> {
    let mut plain = scenario.clone();
    plain.title.clear();
    plain.plots.clear();
    if let Some(sweep) = &mut plain.sweep {
        // The journal compares the design itself.
        sweep.parameters.clear();
        sweep.design = Default::default();
        sweep.members = None;
        sweep.seed = 0;
    }
    // Numbers as text that reads back to the same bits. (Infinity and NaN look alike, but no number of a scenario
    // allows both.)
    let failed = |source| OutputError::Json { path: plain.folder.clone(), source };
    let mut parts = vec![serde_json::to_vec(&plain).map_err(failed)?];
    parts.extend(named_contents(&plain)?.into_iter().map(|(_, bytes)| bytes));
    let parts = fingerprint(parts);
    Ok(format!("{} {parts:016x}", env!("CARGO_PKG_VERSION")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_changes_the_identity() {
        let of = |push: &str, file: &str| {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("load.csv"), file).unwrap();
            let path = folder.path().join("s.toml");
            let text = format!(
                "schema_version = 1\nsolver = {{ step = 0.1, until = 1.0 }}\n{push}\n\
                 bodies.b = {{ type = \"point_mass\", mass = 1.0 }}\n\
                 [connections.push]\nports = \"b\"\n[connections.push.law]\ntype = \"effort\"\n\
                 effort = {{ type = \"samples\", file = \"load.csv\" }}"
            );
            std::fs::write(&path, text).unwrap();
            identity(&Scenario::load(path).unwrap()).unwrap()
        };
        let file = "t,force\n0,1\n1,2\n";
        let base = of("title = \"a\"", file);
        assert_eq!(of("title = \"b\"", file), base);
        assert_ne!(of("record = { every = 0.2 }", file), base);
        assert_ne!(of("title = \"a\"", "t,force\n0,1\n1,3\n"), base);
    }
}
