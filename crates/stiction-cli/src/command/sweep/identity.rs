//! Which sweep the members of a file belong to.

use std::path::Path;

use serde_json::Value;
use stiction::scenario::Scenario;

use crate::Outcome;

/// A text that changes with all that determines the measures of a member but for its parameters:
/// the version of the program, the scenario, and the files that it names.
pub(super) fn identity(scenario: &Scenario) -> Outcome<String> {
    let mut plain = scenario.clone();
    plain.title.clear();
    plain.plots.clear();
    if let Some(sweep) = &mut plain.sweep {
        // The journal looks at the design itself.
        sweep.parameters.clear();
        sweep.design = Default::default();
        sweep.members = None;
        sweep.seed = 0;
    }
    let mut bytes = plain.to_toml()?.into_bytes();
    add_files(&serde_json::to_value(&plain)?, &scenario.folder, &mut bytes)?;
    Ok(format!("{} {:016x}", env!("CARGO_PKG_VERSION"), fnv1a(&bytes)))
}

/// Contents of the files that are named by a key `file`, or one that ends like that.
fn add_files(value: &Value, folder: &Path, bytes: &mut Vec<u8>) -> Outcome<()> {
    match value {
        Value::Object(table) => table.iter().try_for_each(|(key, value)| match value {
            Value::String(name) if key == "file" || key.ends_with("_file") => {
                bytes.extend(std::fs::read(folder.join(name))?);
                Ok(())
            }
            _ => add_files(value, folder, bytes),
        }),
        Value::Array(list) => list.iter().try_for_each(|value| add_files(value, folder, bytes)),
        _ => Ok(()),
    }
}

/// The hash FNV-1a of 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_the_authors() {
        // Test vectors of Fowler, Noll and Vo.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

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
