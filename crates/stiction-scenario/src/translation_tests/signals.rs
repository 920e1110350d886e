//! Signals: their values and their jumps.

use core::f64::consts::TAU;
use stiction_core::impedance::next_jump_of;

use stiction_core::signal::{
    Chirp, Interpolation, Piecewise, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};
use stiction_core::{Line, Motion, Stage};

use super::{nowhere, read};
use crate::surroundings::Surroundings;
use crate::{Law, Scenario};

/// Compares the signal of a TOML table with the library's own; returns the name of its type.
fn same(table: &str, own: impl Into<stiction_core::Signal>) -> String {
    let own = own.into();
    let law: Law = read(&format!("{{ type = \"effort\", effort = {table} }}"));
    let built = nowhere(|folder| law.build::<Line>(Surroundings { folder, until: 1.0 })).unwrap();
    let mut values = vec![];
    for step in -4..40 {
        let time = 0.11 * f64::from(step);
        let stage = Stage::first(time + 0.05, 0.1).of_step_from(time);
        let found = built.respond(&stage, &Motion::default(), &[], &mut []);
        let expected = own.at(&stage);
        assert_eq!(found.to_bits(), expected.to_bits(), "{table} at {time}");
        assert_eq!(next_jump_of(&built, time), own.next_jump(time), "{table} after {time}");
        values.push(found);
    }
    assert!(values.iter().any(|value| *value != values[0]), "{table} is always the same");
    serde_json::to_value(&law).unwrap()["effort"]["type"].as_str().unwrap().to_owned()
}

fn ramp() -> Ramp {
    Ramp::builder().from(-1.0).to(3.0).start(0.5).duration(2.0).build().unwrap()
}
const RAMP: &str = "{ type = \"ramp\", from = -1, to = 3, start = 0.5, duration = 2 }";

fn sine() -> Sine {
    let sine = Sine::builder().mean(0.2).amplitude(1.5).phase(0.4);
    sine.angular_frequency(TAU * 0.7).build().unwrap()
}
const SINE: &str = "{ type = \"sine\", mean = 0.2, amplitude = 1.5, frequency = 0.7, phase = 0.4 }";

#[test]
fn every_signal_is_the_library_s_own() {
    let smooth = SmoothStep::builder().from(-1.0).to(3.0).start(0.5).duration(2.0);
    let square = Square::builder().mean(0.2).amplitude(1.5).period(0.9).start(0.1);
    let chirp = Chirp::builder().mean(0.2).amplitude(1.5).from(TAU * 0.5).to(TAU * 2.0);
    let points = [(0.5, 1.0), (1.0, -2.0), (2.0, 4.0)];
    let samples = |between| Samples::new(points, between).unwrap();
    let angular = Sine::builder().amplitude(1.5).angular_frequency(4.0).build().unwrap();
    let tested = [
        same(RAMP, ramp()),
        same(
            "{ type = \"smooth_step\", from = -1, to = 3, start = 0.5, duration = 2 }",
            smooth.build().unwrap(),
        ),
        same(SINE, sine()),
        same("{ type = \"sine\", amplitude = 1.5, angular_frequency = 4 }", angular),
        same(
            "{ type = \"square\", mean = 0.2, amplitude = 1.5, period = 0.9, start = 0.1 }",
            square.build().unwrap(),
        ),
        same(
            "{ type = \"chirp\", mean = 0.2, amplitude = 1.5, from = 0.5, to = 2, start = 0.3, duration = 2 }",
            chirp.start(0.3).duration(2.0).build().unwrap(),
        ),
        same(
            "{ type = \"samples\", points = [[0.5, 1], [1, -2], [2, 4]] }",
            samples(Interpolation::Lines),
        ),
        same(
            "{ type = \"samples\", points = [[0.5, 1], [1, -2], [2, 4]], between = \"steps\" }",
            samples(Interpolation::Steps),
        ),
        same(
            &format!("{{ type = \"sum\", of = [{RAMP}, {SINE}] }}"),
            Sum::new([stiction_core::Signal::from(ramp()), sine().into()]),
        ),
        same(
            &format!(
                "{{ type = \"piecewise\", pieces = [{{ signal = {RAMP} }}, {{ from = 1.5, signal = {SINE} }}] }}"
            ),
            Piecewise::new(ramp(), [(1.5, sine())]).unwrap(),
        ),
        // Set while a mechanism is stepped: see `inputs_tests`.
        "input".to_owned(),
    ];
    // A new kind of signal needs a test.
    let schema = Scenario::json_schema();
    for kind in schema["$defs"]["Function"]["oneOf"].as_array().unwrap() {
        let name = kind["properties"]["type"]["const"].as_str().unwrap();
        assert!(tested.iter().any(|tested| tested == name), "without a test: {name}");
    }
}
