//! Files that cannot be written are named.

use stiction::output::RunDirectory;

use super::text;

#[test]
fn files_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "here").unwrap();
    for path in [file.clone(), file.join("below")] {
        let refused = text(RunDirectory::create(&path));
        assert!(
            refused.contains("cannot write to the folder") && refused.contains("file"),
            "{refused}"
        );
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "here");
    let out = RunDirectory::create(folder.path().join("out")).unwrap();
    for name in ["", "..", "/", "file\0name"] {
        let refused = text(out.write_text(name, "text"));
        assert!(refused.contains("cannot write"), "{name:?}: {refused}");
    }
    out.write_text("taken/inside", "text").unwrap();
    let refused = text(out.write_text("taken", "text"));
    assert!(refused.contains("cannot write `") && refused.contains("taken`"), "{refused}");
    assert!(text(out.write_text("taken/inside/deeper", "text")).contains("cannot write"));
    let refused = text(out.write_table("t.csv", &["a", "b"], &[&[1.0]]));
    assert!(refused.contains("2 headers for 1 columns"), "{refused}");
    let refused = text(out.write_table("t.csv", &["a", "b"], &[vec![1.0], vec![1.0, 2.0]]));
    assert!(
        refused.contains("`b`") && refused.contains("2 rows") && refused.contains("has 1"),
        "{refused}"
    );
    let keys = std::collections::HashMap::from([((1, 2), 3)]);
    assert!(text(out.write_json("t.json", &keys)).contains("json"));
    // No other file is left in the folder.
    let names: Vec<_> =
        std::fs::read_dir(out.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["taken"]);
}
