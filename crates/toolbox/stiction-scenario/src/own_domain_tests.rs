//! A user's domain in a file needs no syntax.

use stiction_core::{Domain, Line, Real, Register, VectorDomain};
use stiction_mechanics::{Between, ConstantVelocity, PointMass, SpringDamper, Transmission};

use crate::{Registry, Scenario, ScenarioFile, library};

/// Oil in a pipe.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pipe;

impl Domain for Pipe {
    type Pose = f64;
    type Flow = f64;
    type Effort = f64;
    type PoseIn<R: Real> = [R; 1];
    type FlowIn<R: Real> = [R; 1];
    type EffortIn<R: Real> = [R; 1];
    const NAME: &'static str = "hydraulic pipe";
    const TAG: &'static str = "pipe";
    const POSE_NAMES: &'static [&'static str] = &["volume"];
    const FLOW_NAMES: &'static [&'static str] = &["flow"];
    const EFFORT_NAMES: &'static [&'static str] = &["pressure"];
    fn power(flow: &f64, pressure: &f64) -> f64 {
        flow * pressure
    }
    fn pose_rate(_: &f64, flow: &f64) -> f64 {
        *flow
    }
}

impl VectorDomain for Pipe {
    type Vector = f64;
}

const PRESS: &str = r#"
schema_version = 1
solver = { step = 1e-3, until = 0.5 }
bodies.oil = { type = "point_mass", domain = "pipe", mass = 2.0, start = { velocity = 0.5 } }
bodies.rod = { type = "point_mass", mass = 1.0 }
drives.tank = { type = "fixed", domain = "pipe", pose = 0.25 }
drives.pump = { type = "constant_velocity", domain = "pipe", velocity = 0.1 }

[connections.hose]
ports = ["tank", "oil"]
map = { type = "between" }
law = { type = "spring_damper", stiffness = 10.0 }

[connections.leak]
ports = "pump"
law = { type = "spring_damper", damping = 3.0 }

[connections.piston]
ports = "rod"
map = { type = "transmission", to = "pipe", ratio = 0.1 }
law = { type = "spring_damper", stiffness = 2.0 }
"#;

fn registry() -> Registry {
    let mut registry = library();
    registry.body::<PointMass<Pipe>>();
    registry.law::<SpringDamper<Pipe>>();
    registry.map::<Between<Pipe>>();
    registry.map::<Transmission<Line, Pipe>>();
    registry.drive::<Pipe, ConstantVelocity<Pipe>>();
    registry
}

fn read(text: &str, registry: &Registry) -> Result<Scenario, String> {
    let file = ScenarioFile::from_bytes("press.toml", text.into()).unwrap();
    file.with_registry(registry).scenario().map_err(|error| error.to_string())
}

#[test]
fn a_domain_of_ones_own_stands_in_a_file() {
    let scenario = read(PRESS, &registry()).unwrap();
    let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
    for column in ["oil.volume", "oil.flow", "hose.pressure", "piston.volume"] {
        assert!(outputs.names().any(|(known, _)| known == column), "{column}");
    }
    sim.run_until(0.5).unwrap();
    // A mass on a spring: x = a + (v/w) sin(w t) - a cos(w t).
    let (rate, place) = (5.0_f64.sqrt(), 0.25);
    let phase: f64 = rate * 0.5;
    let expected = place + 0.5 / rate * phase.sin() - place * phase.cos();
    let volume = outputs.read("oil.volume", &sim).unwrap();
    assert!((volume - expected).abs() < 1e-9, "{volume} {expected}");
}

#[test]
fn what_does_not_fit_is_said_in_its_name() {
    for (find, replace, said) in [
        ("\"pump\"", "[\"pump\", \"rod\"]", "two ports need a `map`"),
        (
            "\"rod\"\n",
            "\"oil\"\n",
            "`transmission` connects one line or shaft, found: hydraulic pipe",
        ),
        ("to = \"pipe\"", "to = \"pip\"", "unknown variant `pip`, expected one of `line`"),
        ("to = \"pipe\"", "to = \"plane\"", "must be line, shaft or pipe"),
        (
            "{ type = \"spring_damper\", damping = 3.0 }",
            "{ type = \"gsat\", stiffness = 1.0, damping = 1.0, limit = 1.0 }",
            "`gsat` is a law of a line, a shaft, or a point in a plane or in space, but the connection is \
             one of a hydraulic pipe",
        ),
    ] {
        assert_eq!(PRESS.matches(find).count(), 1, "{find}");
        let message = read(&PRESS.replace(find, replace), &registry()).unwrap_err();
        assert!(message.contains("press.toml:") && message.contains(said), "{message}");
    }
    // The library does not know the domain.
    let message = read(PRESS, &library()).unwrap_err();
    assert!(message.contains("unknown variant `pipe`"), "{message}");
}
