//! The plate between fingertips that comes with the library.

use crate::Scenario;

#[test]
fn the_plate_between_fingertips() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/scenarios/in_hand_fingertip.toml");
    let mut sim = Scenario::load(file).unwrap().simulation().unwrap().0;
    sim.run_until(2.0).unwrap();
    let state = sim.frame().state().values().to_vec();
    // Final values of an independent implementation of Waltersson and Karayiannidis, to the 3 to 5 digits that it
    // prints.
    assert!((state[0] - 4.71e-4).abs() < 1e-5, "{}", state[0]);
    assert!((state[1] + 0.02030).abs() < 1e-5, "{}", state[1]);
    assert!((state[2] + 0.18454).abs() < 1e-4, "{}", state[2]);
}
