//! Checks of a scenario when it is built, and special cases of files.

use crate::Scenario;
use crate::wrong_tests::GOOD;

/// A scenario composed in code gets the errors of a file, with keys instead of lines.
#[test]
fn code_is_refused_like_a_file() {
    let good = Scenario::from_toml(GOOD).unwrap();
    let refused = |change: fn(&mut Scenario)| {
        let mut scenario = good.clone();
        change(&mut scenario);
        let built = scenario.mechanism().unwrap_err().to_string();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.toml");
        assert_eq!(scenario.save(&path).unwrap_err().to_string(), built);
        assert!(!path.exists());
        built
    };
    let message = refused(|s| s.schema_version = 7);
    assert!(message.starts_with("schema_version: schema_version must be 1, found 7"), "{message}");
    for name in ["ground", "a.b", "", "the block"] {
        let message = {
            let mut scenario = good.clone();
            let body = scenario.bodies["body"].clone();
            scenario.bodies.insert(name.to_owned(), body);
            scenario.mechanism().unwrap_err().to_string()
        };
        assert!(message.contains(&format!("`{name}` cannot be a name")), "{message}");
    }
    let message = refused(|s| {
        let belt = s.drives["belt"].clone();
        s.drives.insert("t".to_owned(), belt);
    });
    assert!(message.starts_with("drives.t: `t` cannot be a name"), "{message}");
    let message = refused(|s| s.sweep.as_mut().unwrap().members = Some(0));
    assert!(message.starts_with("sweep.members: must be at least 1"), "{message}");
}

#[test]
fn a_measure_of_the_last_second_needs_a_run_that_long() {
    let mut scenario = Scenario::from_toml(GOOD).unwrap();
    let sweep = scenario.sweep.as_mut().unwrap();
    sweep.measures.get_mut("end").unwrap().from = Some(5.0);
    sweep.check_windows(5.0).unwrap();
    let message = sweep.check_windows(4.0).unwrap_err().to_string();
    assert!(message.starts_with("sweep.measures.end.from: must be within the run"), "{message}");
    // The mechanism can still be built, because a single run may be shorter.
    scenario.mechanism().unwrap();
}

/// A load whose signal falls below zero is absent then.
#[test]
fn loads_that_swing_below_zero_are_no_loads_then() {
    let swinging = "normal_force = { type = \"sine\", amplitude = 2.0, frequency = 3.0 }";
    Scenario::from_toml(&GOOD.replace("normal_force = 1.0", swinging)).unwrap();
}

#[test]
fn a_pendulum_is_an_arm_of_one_link() {
    let one = GOOD
        .replace(", { mass = 0.5, length = 0.3, center = 0.1, inertia = 0.01 }]", "]")
        .replace("angle = [0.1, 0.2]", "angle = 0.1");
    let scenario = Scenario::from_toml(&one.replace("'arm[1]'", "'arm[0]'")).unwrap();
    assert_eq!(scenario.bodies["arm"].start.angle, Some(0.1.into()));
    let message = Scenario::from_toml(&one.replace("'arm[1]'", "'arm'")).unwrap_err().to_string();
    assert!(message.contains("did you mean `arm[0]`?"), "{message}");
}
