//! Wrong scenarios: each is refused, with its line and what was expected.

use proptest::prelude::*;

use crate::Scenario;

/// A scenario with nothing wrong.
pub(crate) const GOOD: &str = r#"schema_version = 1
title = "A slider"
solver = { method = 'rk4', step = 1e-4, until = 0.001 }

[bodies.block]
type = 'point_mass'
mass = 1.0
start = { velocity = 0.5 }

[bodies.body]
type = 'rigid_body'
mass = 2.0
shape = { type = 'cuboid', sizes = [0.1, 0.2, 0.3] }
gravity = [0.0, 0.0, -9.8]

[bodies.plate]
type = 'planar_body'
mass = 0.1
inertia = 1e-5

[bodies.arm]
type = 'planar_arm'
links = [{ mass = 0.5, length = 0.3 }, { mass = 0.5, length = 0.3, center = 0.1, inertia = 0.01 }]
start = { angle = [0.1, 0.2] }

[drives.belt]
type = 'constant_velocity'
velocity = 0.1

[connections.rub]
ports = ['block', 'belt']
map = { type = 'between' }
law = { type = 'gsat', stiffness = 1e5, damping = 100.0, limit = 2.0 }

[connections.joint]
ports = 'arm[1]'
law = { type = 'lugre', stiffness = 5e3, damping = 1.0, steady_force = 0.5 }

[connections.push]
ports = 'block'
law = { type = 'effort', effort = { type = 'ramp', to = 3.0, duration = 1.0 } }

[connections.foot]
ports = 'body'
map = { type = 'body_point', point = [0.0, 0.0, -0.15] }
law = { type = 'coulomb_contact', stiffness = 1e6, damping = 10.0, friction = 0.3 }

[connections.pad]
ports = 'plate'

[connections.pad.law]
type = 'reduced_patch'
pressure = { surface = 'circle', size = 0.02 }
bristles = { stiffness = 1e5, damping = 80.0, friction = 0.8 }
normal_force = 1.0

[record]
every = 1e-3
columns = ['block.x', 'rub.force']

[[plots]]
y = ['block.x']

[sweep]
design = 'random'
members = 5

[sweep.parameters]
'connections.rub.law.limit' = { from = 1.0, to = 3.0 }

[sweep.measures]
end = { of = 'block.x', take = 'last' }
"#;

/// Checks that a message has all these parts.
pub(crate) fn assert_says(message: &str, parts: &[&str]) {
    assert!(parts.iter().all(|part| message.contains(part)), "{parts:?}: {message}");
}

/// Signal of the push in [`GOOD`].
pub(crate) const PUSH: &str = "{ type = 'ramp', to = 3.0, duration = 1.0 }";

/// Old text, replacement, and parts of the message: place, message, hint. Numbers out of their ranges, missing and
/// unknown keys, lists of a wrong length and values of another kind are tried everywhere by `registry_tests` and
/// `census_tests::agreement`; a few stand here for their lines and hints.
const WRONG: &[(&str, &str, &[&str])] = &[
    ("schema_version = 1", "schema_version = 2", &[":1:18: schema_version must be 1, found 2"]),
    ("schema_version = 1", "", &["scenario needs `schema_version`", "write `schema_version = 1`"]),
    ("schema_version = 1", "schema_version = one", &[":1:18: "]),
    (
        "title = \"A slider\"",
        "titel = \"A slider\"",
        &[":2:1: unknown field `titel` in scenario", "did you mean `title`?"],
    ),
    ("title = \"A slider\"", "title = \"A slider", &[":2:18: "]),
    ("method = 'rk4'", "method = 'rk5'", &[":3:21: unknown variant `rk5`", "did you mean `rk4`?"]),
    ("step = 1e-4", "stepp = 1e-4", &[":3:28: unknown field `stepp`", "did you mean `step`?"]),
    ("step = 1e-4", "step = -1e-4", &[":3:28: must be finite and positive, found -0.0001"]),
    ("step = 1e-4", "step = nan", &[":3:28: must be finite and positive, found NaN"]),
    ("step = 1e-4, ", "", &[":3:10: missing field `step`"]),
    ("[bodies.block]", "[bodies.'the block']", &["`the block` cannot be a name"]),
    ("[bodies.block]", "[bodies.ground]", &["`ground` cannot be a name"]),
    (
        "type = 'point_mass'",
        "type = 'pointmass'",
        &[":6:8: there is no body of type `pointmass`", "did you mean `point_mass`?"],
    ),
    ("type = 'point_mass'\n", "", &[":5:1: body needs `type`"]),
    ("type = 'point_mass'", "type = 7", &[":6:8: `type` must be a string"]),
    ("mass = 1.0\n", "mass = -1.0\n", &[":7:1: PointMass: mass = -1 must be"]),
    // A message does not contain hundreds of zeros.
    ("mass = 1.0\n", "mass = -5e-324\n", &["mass = -5e-324 must be finite and positive"]),
    ("step = 1e-4", "step = -1e300", &["must be finite and positive, found -1e300"]),
    (
        "mass = 1.0\n",
        "mass = 1.0\ndomain = 'planar_frame'\n",
        &[":8:1: must be line, plane or space"],
    ),
    (
        "start = { velocity = 0.5 }",
        "start = { velocity = [0.5, 0.1] }",
        &["must be one number, found 2"],
    ),
    ("start = { velocity = 0.5 }", "start = { angle = 0.5 }", &["a point mass has no `angle`"]),
    (
        "start = { velocity = 0.5 }",
        "start = { velocity = inf }",
        &[":8:1: PointMass<Line>: initial vx = inf must be finite"],
    ),
    (
        "inertia = 1e-5\n",
        "inertia = 1e-5\nshape = { type = 'cubid', sizes = [0.1, 0.2, 0.3] }\n",
        &[":20:18: unknown variant `cubid`", "did you mean `cuboid`?"],
    ),
    (
        "inertia = 1e-5\n",
        "inertia = 1e-5\nshape = { type = 'cuboid', sizes = [0.1, 0.2, -0.3] }\n",
        &[":20:28: Shape: sizes = -0.3 must be finite and positive"],
    ),
    (
        "inertia = 1e-5\n",
        "inertia = 1e-5\nshape = { type = 'sphere', radius = 0.1, orientation = [0, 0, 0, 0] }\n",
        &[":20:42: Shape: orientation = 0 must have a finite length above zero"],
    ),
    (
        "start = { velocity = 0.5 }",
        "shape = { type = 'sphere', radius = 0.1 }",
        &[":8:1: PointMass<Line> has no place in space", "1-D translation"],
    ),
    ("shape = {", "inertia = [1.0, 1.0, 1.0]\nshape = {", &["needs one of `shape` and `inertia`"]),
    ("angle = [0.1, 0.2]", "angle = [0.1]", &["must be a list of 2, one for each joint, found 1"]),
    (
        "velocity = 0.1\n",
        "velocity = 0.1\ndomain = 'spatial_frame'\n",
        &["a frame can only be `fixed`"],
    ),
    (
        "['block', 'belt']",
        "['block', 'bellt']",
        &[":31:1: there is no port `bellt`", "did you mean `belt`?"],
    ),
    ("['block', 'belt']", "'block'", &["`between` connects two ports of one kind"]),
    ("['block', 'belt']", "[]", &["must name a body or a drive"]),
    ("['block', 'belt']", "7", &[":31:9: `ports` must be the name of a body or drive"]),
    ("'arm[1]'", "'arm[2]'", &["there is no port `arm[2]`", "did you mean `arm[0]`"]),
    ("steady_force = 0.5", "steady_force = { coulomb = 1.0 }", &["missing field `breakaway`"]),
    (
        "steady_force = 0.5",
        "steady_force = 'much'",
        &["expected a number, or a table with coulomb"],
    ),
    (PUSH, "[1.0, 2.0]", &["must be one signal, found 2"]),
    (PUSH, "{ type = 'samples', file = 'no such.csv' }", &["no such.csv"]),
    (
        PUSH,
        "{ type = 'samples', points = [[1.0, 0.0], [0.5, 0.0]] }",
        &["time = 0.5 must be later"],
    ),
    (
        "type = 'gsat', stiffness = 1e5, damping = 100.0, limit = 2.0",
        "type = 'axial_spring', stiffness = 1e5, length = 2.0",
        &[":33:9: `axial_spring` is a law of a point in a plane or in space", "1-D translation"],
    ),
    (
        "surface = 'circle'",
        "surface = 'circel'",
        &["there is no surface `circel`", "did you mean `circle`?"],
    ),
    (
        "'rub.force']",
        "'rub.froce']",
        &["there is no column `rub.froce`", "did you mean `rub.force`?"],
    ),
    ("every = 1e-3", "every = 0.0", &["must be finite and positive, found 0"]),
    ("y = ['block.x']", "y = ['block.vx']", &["`block.vx` is not among the recorded columns"]),
    ("of = 'block.x'", "of = 'block.z'", &["there is no column `block.z`; there are block.x, "]),
    ("['block', 'belt']", "['block', 'block']", &[":31:1: `block` is named twice"]),
    (
        "map = { type = 'between' }\n",
        "",
        &["two ports need a `map`, such as { type = \"between\" }"],
    ),
    (
        "type = 'rigid_body'\n",
        "type = 'rigid_body'\nstart = { orientation = [0.0, 0.0, 0.0, 0.0] }\n",
        &["must have a length that is finite and not zero, found 0"],
    ),
    (
        "type = 'rigid_body'\n",
        "type = 'rigid_body'\nstart = { orientation = [1e200, 0.0, 0.0, 0.0] }\n",
        &["must have a length that is finite and not zero, found inf"],
    ),
    (
        "type = 'constant_velocity'\nvelocity = 0.1\n",
        "type = 'fixed'\ndomain = 'spatial_frame'\npose = [0, 0, 0, 0, 0, 0, 0]\n",
        &[":29:1: must have a length that is finite and not zero, found 0"],
    ),
    (
        "pressure = { surface = 'circle', size = 0.02 }",
        "pressure = { file = 'p.csv', size = 0.02, cells = 21 }",
        &["`cells` has no meaning beside `file`"],
    ),
    (
        "normal_force = 1.0",
        "normal_force = { type = 'samples', points = [[0.0, 1.0], [1.0, -2.0]] }",
        &["normal_force = -2 must be finite and not negative"],
    ),
    (
        "normal_force = 1.0",
        "normal_force = { type = 'ramp', from = 3.0, to = -1.0, duration = 2.0 }",
        &["normal_force = -1 must be finite and not negative"],
    ),
    (
        "normal_force = 1.0",
        "normal_force = { type = 'piecewise', pieces = [{ signal = 1.0 }, { from = 1.0, signal = -3.0 }] }",
        &["normal_force = -3 must be"],
    ),
    (
        "take = 'last' }",
        "take = 'last', from = -1.0 }",
        &["must be finite and not negative, found -1"],
    ),
    (
        "take = 'last' }",
        "take = 'last', to = inf }",
        &["must be finite and not negative, found inf"],
    ),
    (
        "take = 'last' }",
        "take = 'last', from = 0.5, to = 0.25 }",
        &["must be at least `from`, found 0.25"],
    ),
    (
        "{ from = 1.0, to = 3.0 }",
        "{ values = [1.0] }",
        &[":69:1: in a random design needs `from` and `to`"],
    ),
    ("{ from = 1.0, to = 3.0 }", "{ from = 3.0, to = 1.0 }", &["must be at least `from`, found 1"]),
    (
        "{ from = 1.0, to = 3.0 }",
        "{ from = 0.0, to = 1.0, log = true }",
        &["must be finite and positive, found 0"],
    ),
    ("design = 'random'\nmembers = 5\n", "members = 5\n", &[":65:1: a grid has all combinations"]),
    (
        "design = 'random'\nmembers = 5\n",
        "",
        &["in a grid needs `values`, or `from`, `to` and `count`"],
    ),
    (
        "'connections.rub.law.limit'",
        "'connections..limit'",
        &[":69:1: a path has names between its dots"],
    ),
    (
        "[connections.push]",
        "[connections.belt]",
        &["there is a body or drive called `belt` already"],
    ),
    ("[connections.push]", "[connections.rub]", &["duplicate key"]),
];

#[test]
fn the_good_scenario_is_good() {
    Scenario::from_toml(GOOD).unwrap().simulation().unwrap().0.run_until(1e-3).unwrap();
}

#[test]
fn wrong_scenarios_are_refused_with_their_line() {
    let mut different = String::new();
    for (find, replace, said) in WRONG {
        assert_eq!(GOOD.matches(find).count(), 1, "{find}");
        let text = GOOD.replacen(find, replace, 1);
        let message = match Scenario::from_toml(&text) {
            Ok(_) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        if !said.iter().all(|part| message.contains(part)) {
            different += &format!("{find} -> {replace}: expected {said:?}\n{message}\n\n");
        }
    }
    assert!(different.is_empty(), "{different}");
}

#[test]
fn scenarios_cut_off_anywhere_do_not_panic() {
    for end in 0..GOOD.len() {
        let Some(text) = GOOD.get(..end) else { continue };
        let _ = Scenario::from_toml(text);
    }
}

#[test]
fn without_body_and_drive_there_is_nothing() {
    let text = "schema_version = 1\nsolver = { step = 0.1, until = 1.0 }";
    let message = Scenario::from_toml(text).unwrap_err().to_string();
    assert!(message.contains("there is no body and no drive"), "{message}");
}

/// A hand stretches a spring to 2 m and lets go of half of it.
#[test]
fn a_hand_without_a_body() {
    let text = "schema_version = 1\nsolver = { step = 0.25, until = 2.0 }\n\
                [drives.hand]\ntype = \"waypoints\"\npoints = [[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]]\n\
                [connections.spring]\nports = \"hand\"\n\
                law = { type = \"spring_damper\", stiffness = 3.0 }\n\
                [record]\ncolumns = [\"spring.force\"]";
    let scenario = Scenario::from_toml(text).unwrap();
    let (mut sim, channels) = scenario.simulation().unwrap();
    let mut force = |until: f64| {
        sim.run_until(until).unwrap();
        let mut row = vec![];
        channels[0].read(&sim.frame(), &mut row).unwrap();
        row[0]
    };
    assert_eq!([force(0.5), force(1.0), force(2.0)], [-3.0, -6.0, -3.0]);
    let wrong = text.replace("[1.0, 2.0]", "[0.0, 2.0]");
    let message = Scenario::from_toml(&wrong).unwrap_err().to_string();
    assert!(message.contains("must have a time that is later than the one before"), "{message}");
}

proptest! {
    #[test]
    fn scenarios_with_anything_in_them_do_not_panic(
        place in 0..GOOD.len(),
        length in 0..12_usize,
        text in "\\PC{0,8}|[-0-9.e\\[\\]{}\"=,\n ]{0,8}|nan|inf|-1|1e400",
    ) {
        let end = (place + length).min(GOOD.len());
        let changed = format!("{}{text}{}", &GOOD[..place], &GOOD[end..]);
        if let Ok(scenario) = Scenario::from_toml(&changed) {
            let mut again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
            again.folder.clone_from(&scenario.folder);
            // NaN is not equal to itself.
            prop_assert_eq!(format!("{again:?}"), format!("{scenario:?}"));
        }
    }
}
