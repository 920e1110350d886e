//! Valid runs are not refused: falls, swings and throws of every type of body, from rest and in motion, with every
//! scheme at steps at which it is accurate. Their energy is checked.

use stiction_scenario::{Scenario, library};

/// Number of runs.
const RUNS: u32 = 300;

/// Numbers that are equal in every run.
struct Draws(u64);

impl Draws {
    /// Returns a number from 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn within(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.share()
    }
    /// Returns a number of either sign, with a size between these powers of ten, or zero.
    fn any(&mut self, from: f64, to: f64) -> f64 {
        let size = 10_f64.powf(self.within(from, to));
        match self.share() {
            share if share < 0.3 => 0.0,
            share if share < 0.65 => -size,
            _ => size,
        }
    }
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[(self.share() * of.len() as f64) as usize]
    }
    /// Returns a list such as `[a, b, c]`.
    fn list(&mut self, len: usize, from: f64, to: f64) -> String {
        format!("{:?}", (0..len).map(|_| self.any(from, to)).collect::<Vec<_>>())
    }
    /// Returns a start at some place, at rest or not; angles and angular velocities are moderate.
    fn start(&mut self, [place, speed]: [&str; 2], len: usize, largest: f64) -> String {
        let text = |list: String| if len == 1 { list.replace(['[', ']'], "") } else { list };
        let places = text(self.list(len, -6.0, largest));
        let speeds = if self.share() < 0.5 {
            text(format!("{:?}", vec![0.0; len]))
        } else {
            text(self.list(len, -9.0, 0.5))
        };
        format!("start = {{ {place} = {places}, {speed} = {speeds} }}")
    }
}

/// Returns a body of the type, which moves by its weight or its start.
fn body(tag: &str, draws: &mut Draws) -> String {
    let mass = 10_f64.powf(draws.within(-3.0, 3.0));
    let g = if draws.share() < 0.8 { -9.8 } else { 0.0 };
    let points = ["position", "velocity"];
    let angles = ["angle", "angular_velocity"];
    match tag {
        "point_mass" => {
            let domain = draws.one(&["line", "plane", "space"]);
            let (len, gravity) = match domain {
                "line" => (1, format!("{g}")),
                "plane" => (2, format!("[0.0, {g}]")),
                _ => (3, format!("[0.0, 0.0, {g}]")),
            };
            let start = draws.start(points, len, 3.0);
            format!("domain = \"{domain}\"\nmass = {mass}\ngravity = {gravity}\n{start}")
        }
        "rotor" => format!("inertia = {mass}\ngravity = {g}\n{}", draws.start(angles, 1, 1.0)),
        "pendulum" => format!(
            "inertia = {}\nmass = {mass}\ncenter = 0.2\ngravity = 9.8\n{}",
            0.1 * mass,
            draws.start(angles, 1, 2.0)
        ),
        "planar_body" => format!(
            "mass = {mass}\ninertia = {}\ngravity = [0.0, {g}]\n{}",
            0.1 * mass,
            draws.start(points, 2, 3.0)
        ),
        "rigid_body" => format!(
            "mass = {mass}\ninertia = [{}, {}, {}]\ngravity = [0.0, 0.0, {g}]\n{}",
            0.01 * mass,
            0.02 * mass,
            0.025 * mass,
            draws
                .start(points, 3, 3.0)
                .replace(" }", &format!(", angular_velocity = {} }}", draws.list(3, -3.0, 0.5)))
        ),
        "planar_arm" => format!(
            "links = [{{ mass = {mass}, length = 0.3 }}, {{ mass = {mass}, length = 0.3 }}]\n\
             gravity = [0.0, {g}]\n{}",
            draws.start(angles, 2, 0.5)
        ),
        "articulation" => format!(
            "gravity = [0.0, 0.0, {g}]\nlinks = [\
             {{ name = \"a\", parent = \"base\", joint = {{ type = \"revolute\", axis = [0.0, 1.0, 0.0] }}, \
             inertial = {{ mass = {mass}, center = [0.2, 0.0, 0.0], inertia = [{0}, {0}, {0}] }} }},\
             {{ name = \"b\", parent = \"a\", joint = {{ type = \"{1}\", axis = [0.0, 0.0, 1.0] }}, \
             origin = {{ position = [0.4, 0.0, 0.0] }}, \
             inertial = {{ mass = {mass}, center = [0.0, 0.1, 0.0], inertia = [{0}, {0}, {0}] }} }}]\n{2}",
            0.01 * mass,
            draws.one(&["revolute", "prismatic"]),
            draws.start(angles, 2, 0.5)
        ),
        other => panic!("`{other}` is registered: how does it fall?"),
    }
}

/// Returns the scenario of a run.
fn drawn(tag: &str, draws: &mut Draws) -> String {
    // The fastest of these turns at some 20 rad/s. Euler, of order 1, is accurate if a step is far shorter than a turn.
    let (method, step) = match draws.one(&["euler", "heun", "rk4", "three_eighths"]) {
        "euler" => ("euler", draws.within(-7.0, -4.5)),
        "heun" => ("heun", draws.within(-6.0, -3.0)),
        other => (other, draws.within(-6.0, -2.5)),
    };
    let step = 10_f64.powf(step);
    let steps = 10_f64.powf(draws.within(0.0, 2.5)).round();
    format!(
        "schema_version = 1\ntitle = \"{tag}\"\n\
         solver = {{ method = \"{method}\", step = {step:e}, until = {:e} }}\n\
         [bodies.b]\ntype = \"{tag}\"\n{}\n",
        step * steps,
        body(tag, draws)
    )
}

#[test]
fn falls_swings_and_throws_are_not_refused() {
    let all = library().described();
    let bodies = all.iter().filter(|one| one.kind.starts_with("A body") && one.name != "urdf");
    let mut tags: Vec<_> = bodies.map(|one| one.name.as_str()).collect();
    tags.sort_unstable();
    let mut draws = Draws(11);
    let mut refused = vec![];
    for run in 0..RUNS {
        let text = drawn(tags[run as usize % tags.len()], &mut draws);
        let scenario = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut sim = scenario.simulation().unwrap().0;
        sim.watch_energy().unwrap();
        if let Err(error) = sim.run_until(scenario.solver.until) {
            refused.push(format!("{error}\n{text}"));
            continue;
        }
        // After a few steps a scheme of low order has an error of that order; of order 4 it is small at once.
        let energy = sim.energy().unwrap();
        if text.contains("rk4") && energy.share().abs() > 0.05 {
            refused.push(format!("{energy}\n{text}"));
        }
    }
    assert!(refused.is_empty(), "{} of {RUNS} are refused:\n{}", refused.len(), refused.join("\n"));
}

/// Two drops were once refused: a point from rest at its origin, and a sphere over a plane below.
#[test]
fn drops_from_rest_at_the_origin_run() {
    let point = r#"
schema_version = 1
title = "A point falls freely from rest"
solver = { step = 1e-3, until = 0.05 }
[bodies.p]
type = "point_mass"
mass = 1.0
gravity = -9.8
"#;
    let sphere = r#"
schema_version = 1
title = "A sphere is dropped from rest at its origin, 1 m above the plane"
solver = { step = 1e-4, until = 0.4 }
[bodies.p]
type = "rigid_body"
mass = 1.0
gravity = [0.0, 0.0, -9.8]
shape = { type = "sphere", radius = 0.1 }
[connections.s]
ports = "p"
map = { type = "sphere_on_plane", radius = 0.1, frame = { position = [0.0, 0.0, -1.0] } }
law = { type = "coulomb_contact", stiffness = 1e5, damping = 100.0, friction = 0.2 }
"#;
    for text in [point, sphere] {
        let scenario = Scenario::from_toml(text).unwrap();
        let mut sim = scenario.simulation().unwrap().0;
        sim.watch_energy().unwrap();
        sim.run_until(scenario.solver.until).unwrap();
        assert!(sim.energy().unwrap().share().abs() < 1e-9);
    }
}
