//! A text is read as it is written, or refused with the place.

use crate::wrong_tests::{GOOD, PUSH};
use crate::{Scenario, ScenarioFile};

/// Returns the message if a part of the good scenario is replaced.
fn refused(find: &str, replace: &str) -> String {
    assert_eq!(GOOD.matches(find).count(), 1, "{find}");
    match Scenario::from_toml(&GOOD.replacen(find, replace, 1)) {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_wrong_element_has_its_own_line() {
    let points = |third: &str| {
        format!("{{ type = \"samples\", points = [\n [0.0, 1.0],\n [1.0, 1.0],\n {third}\n] }}")
    };
    assert_eq!(refused(PUSH, &points("[2.0, 1.0]")), "accepted");
    for (third, said) in [
        ("[2.0, 1.0, 3.0]", ":44:2: invalid length 3, expected an array of length 2"),
        ("[2.0]", ":44:2: invalid length 1, expected an array of length 2"),
        ("[2.0, \"junk\"]", ":44:8: invalid type: string \"junk\", expected a number"),
        ("{ time = 2.0 }", ":44:2: invalid type: map, expected an array of length 2"),
    ] {
        let message = refused(PUSH, &points(third));
        assert!(message.contains(said), "{third}: {message}");
    }
}

#[test]
fn words_and_tables_are_what_the_schema_says() {
    for (find, replace, said) in [
        (
            "limit = 2.0",
            "limit = 2.0, relaxation = { implicit = {} }",
            "did you mean \"implicit\"?",
        ),
        ("limit = 2.0", "limit = 2.0, relaxation = { type = \"implicit\" }", "accepted"),
        (
            "limit = 2.0",
            "limit = 2.0, relaxation = { order_preserving = 0.8 }",
            ":33:84: missing field `type` (did you mean { type = \"order_preserving\", kappa = … }?)",
        ),
        (
            "limit = 2.0",
            "limit = 2.0, relaxation = \"constant\"",
            "`constant` needs more than its word: { type = \"constant\", stage_damping = … }",
        ),
        ("limit = 2.0", "limit = 2.0, relaxation = {}", "missing field `type`"),
        (
            "limit = 2.0",
            "limit = 2.0, relaxation = [\"implicit\"]",
            "invalid type: sequence, expected a word, or a table with `type`",
        ),
        ("limit = 2.0", "limit = 1979-05-27", "invalid type: date, expected a number"),
        ("{ type = 'cuboid', ", "{ ", ":13:9: missing field `type`"),
    ] {
        let message = refused(find, replace);
        assert!(message.contains(said), "{replace}: {message}");
    }
}

/// `inertia` is the only list that may have two lengths, but none between them.
#[test]
fn an_inertia_has_three_or_nine_entries() {
    let shape = "shape = { type = 'cuboid', sizes = [0.1, 0.2, 0.3] }";
    let entries = |count: usize| format!("inertia = {:?}", vec![1.0; count]);
    for count in [0, 2, 4, 8, 10] {
        let said = format!(":13:1: must have 3 or 9 entries, found {count}");
        let message = refused(shape, &entries(count));
        assert!(message.contains(&said), "{message}");
    }
    assert_eq!(refused(shape, &entries(3)), "accepted");
}

/// Numbers that underflow or overflow are refused.
#[test]
fn numbers_are_those_that_are_written() {
    let zeros = "0".repeat(330);
    let small = format!("0.{zeros}5");
    for (number, said) in [
        (small.as_str(), ":8:22: `0.0000000000…000000000005` is too small for a number"),
        ("-1e-400", ":8:22: `-1e-400` is too small for a number: it would be 0"),
        ("1e400", ":8:22: `1e400` is too large for a number"),
        ("10000000000000000000000", ":8:22: `10000000000000000000000` is too large for an integer"),
    ] {
        let message = refused("velocity = 0.5", &format!("velocity = {number}"));
        assert!(message.contains(said), "{message}");
    }
    // The control: a zero with many digits, and small numbers, are read.
    for number in [format!("0.{zeros}"), "0e9".to_owned(), "4.9e-324".to_owned(), "-0.0".to_owned()]
    {
        assert_eq!(refused("velocity = 0.5", &format!("velocity = {number}")), "accepted");
    }
    // They are also refused in a file with settings, and in a setting.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.toml");
    std::fs::write(&path, GOOD.replacen("velocity = 0.5", "velocity = 1e-400", 1)).unwrap();
    let file = ScenarioFile::load(&path).unwrap();
    let message = file.scenario_with(&[("solver.step", "1e-3")]).unwrap_err().to_string();
    assert!(message.contains("s.toml:8:22: `1e-400` is too small"), "{message}");
    std::fs::write(&path, GOOD).unwrap();
    let file = ScenarioFile::load(&path).unwrap();
    let message = file.scenario_with(&[("solver.step", "1e-400")]).unwrap_err().to_string();
    assert!(message.contains("solver.step: `1e-400` is too small"), "{message}");
}

/// A run would refuse such steps, but only once it begins.
#[test]
fn a_step_moves_the_clock_until_the_end() {
    let message = refused("until = 0.001", "until = 1e17");
    let said = ":3:28: 0.0001 s is below the resolution of time at t = 1e17 s";
    assert!(message.contains(said), "{message}");
    assert_eq!(refused("until = 0.001", "until = 1e9"), "accepted");
    assert_eq!(refused("until = 0.001", "until = 1e-9"), "accepted");
}

#[test]
fn a_byte_that_is_no_text_has_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.toml");
    let mut bytes = GOOD.as_bytes().to_vec();
    let place = GOOD.find("[bodies.body]").unwrap();
    bytes.splice(place..place, *b"# gr\xfcn\n");
    std::fs::write(&path, &bytes).unwrap();
    let message = ScenarioFile::load(&path).unwrap_err().to_string();
    assert!(message.contains("s.toml:10:5: the byte 0xFC is no text"), "{message}");
    bytes.splice(place..place + 7, "# grün\n".bytes());
    std::fs::write(&path, &bytes).unwrap();
    Scenario::load(&path).unwrap();
    // A named table is checked too.
    std::fs::write(folder.path().join("load.csv"), b"t,n\n0,1\n1,2 # gr\xfcn\n").unwrap();
    let samples = "normal_force = { type = \"samples\", file = \"load.csv\" }";
    std::fs::write(&path, GOOD.replacen("normal_force = 1.0", samples, 1)).unwrap();
    let message = Scenario::load(&path).unwrap_err().to_string();
    assert!(message.contains("load.csv:3: the byte 0xFC is no text"), "{message}");
}
