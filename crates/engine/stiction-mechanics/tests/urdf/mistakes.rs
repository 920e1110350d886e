//! Mistakes in a file are reported with their lines.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use stiction_core::Shaft;
use stiction_mechanics::urdf::{Note, Place, Robot};

/// An arm of two links; every line of it is on a line of its own.
const GOOD: &str = r#"<robot name="arm">
<link name="base"/>
<joint name="shoulder" type="revolute">
<parent link="base"/>
<child link="upper"/>
<origin xyz="0 0 0.3" rpy="0 0 0"/>
<axis xyz="0 1 0"/>
<limit lower="-1" upper="2" effort="30" velocity="4"/>
<dynamics damping="0.2" friction="0.5"/>
</joint>
<link name="upper">
<visual><geometry><mesh filename="upper.stl"/></geometry></visual>
<visual><origin xyz="0.1 0 0"/><geometry><cylinder radius="0.03" length="0.2"/></geometry></visual>
<inertial>
<origin xyz="0.1 0 0"/>
<mass value="2"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/>
</inertial>
</link>
<joint name="elbow" type="fixed">
<parent link="upper"/>
<child link="fore"/>
</joint>
<link name="fore"/>
</robot>"#;

/// [`GOOD`] with one text replaced by another, and the message about it.
const MISTAKES: &str = r#"
<axis xyz="0 1 0"/> | <axis xyz="0 1"/> | line 7: `xyz` = `0 1` must be three finite numbers
<axis xyz="0 1 0"/> | <axis xyz="0 0 0"/> | line 3: `shoulder`: TreeLink: axis = 0 must have a length that is not zero
type="revolute" | type="planar" | line 3: joint `shoulder` is of type `planar`: must be revolute, continuous, prismatic or fixed
<mass value="2"/> |  | line 14: `<inertial>` needs a `<mass>`
<mass value="2"/> | <mass value="-2"/> | line 14: `upper`: Inertial: mass = -2 must be finite and positive
<mass value="2"/> | <mass value="two"/> | line 16: `value` = `two` must be a finite number
ixx="0.01" | ixx="0.5" | line 14: `upper`: Inertial: inertia = 0.45999999999999996 must have no principal moment above the sum of the other two (the excess)
<child link="fore"/> | <child link="hand"/> | line 22: joint `elbow`: there is no link `hand`
<child link="fore"/> | <child link="upper"/> | line 20: joint `elbow`: link `upper` is already carried by another joint
<child link="fore"/> |  | line 20: `<joint>` needs a `<child>`
<link name="fore"/> | <link name="fore"/><link name="odd"/> | line 24: link `odd` is a second root beside `base`: every link but one must be the child of a joint
<link name="fore"/> | <link name="fore"/><link name="fore"/> | line 24: there are two of link `fore`
<parent link="base"/> | <parent link="fore"/> | line 11: link `upper` carries itself: its joints are a loop
<axis xyz="0 1 0"/> | <axis xyz="0 1 0"/><mimic joint="elbow"/> | line 7: joint `shoulder` mimics `elbow`: it must be another joint that moves
damping="0.2" | damping="-0.2" | line 9: `damping` = `-0.2` must be a number that is not negative
<link name="base"/> | <xacro:arm name="base"/> | line 2: this is a xacro file, not yet URDF: expand it with `xacro robot.xacro > robot.urdf`
<parent link="upper"/> | <parent link="uper"/> | line 21: joint `elbow`: there is no link `uper`
<mass value="2"/> | <mass value="NaN"/> | line 16: `value` = `NaN` must be a finite number
<mass value="2"/> | <mass value="0"/> | line 14: `upper`: Inertial: mass = 0 must be finite and positive
<origin xyz="0.1 0 0"/> | <origin xyz="0.1 0 inf"/> | line 13: `xyz` = `0.1 0 inf` must be three finite numbers
lower="-1" upper="2" | lower="2" upper="-1" | line 8: joint `shoulder`: `lower` = 2 must not be above `upper` = -1
effort="30" | effort="-30" | line 8: `effort` = `-30` must be a number that is not negative
<joint name="elbow" type="fixed"> | <joint name="elbow" type="continuous"> | line 20: joint `elbow` moves no mass: a link that it carries needs an `<inertial>`
<joint name="elbow" type="fixed"> | <joint name="shoulder" type="fixed"> | line 20: there are two of joint `shoulder`
<joint name="elbow" type="fixed"> | <joint name="elbow"> | line 20: `<joint>` needs the attribute `type`
<link name="fore"/> | <link/> | line 24: `<link>` needs the attribute `name`
<joint name="elbow" type="fixed"> | <joint name="" type="fixed"> | line 20: `name` = `` must be a name that is not empty
<link name="base"/> | <link name=" "/> | line 2: `name` = ` ` must be a name that is not empty
<mass value="2"/> | <mass value="2 kg"/> | line 16: `value` = `2 kg` must be a finite number
<mass value="2"/> | <mass value="inf"/> | line 16: `value` = `inf` must be a finite number
xyz="0 0 0.3" | xyz="0,0,0.3" | line 6: `xyz` = `0,0,0.3` must be three finite numbers
rpy="0 0 0" | rpy="0 0 nan" | line 6: `rpy` = `0 0 nan` must be three finite numbers
radius="0.03" |  | line 13: `<cylinder>` needs the attribute `radius`
<parent link="upper"/> | <parent/> | line 21: `<parent>` needs the attribute `link`
lower="-1" | lower="low" | line 8: `lower` = `low` must be a finite number
velocity="4" | velocity="-4" | line 8: `velocity` = `-4` must be a number that is not negative
</joint> | </link> | line 10: expected 'joint' tag, not 'link' at 10:1
</robot> |  | line 1: the root node was opened but never closed
"#;

const NOTES: &str = r#"
<dynamics damping="0.2" friction="0.5"/> | <dynamics damping="0.2"/><dynamics friction="0.5"/> | line 9: `<joint>` has a second `<dynamics>`, which is not read
<mass value="2"/> | <mass value="2"/><mass value="50"/> | line 16: `<inertial>` has a second `<mass>`, which is not read
</inertial> | </inertial><inertial/> | line 18: `<link>` has a second `<inertial>`, which is not read
friction="0.5" | fricton="0.5" | line 9: the attribute `fricton` of `<dynamics>` is not read: is `friction` meant?
<dynamics | <dynamic | line 9: the element `<dynamic>` in `<joint>` is not read: is `dynamics` meant?
<link name="fore"/> | <link name="fore"><inertia_l/></link> | line 24: the element `<inertia_l>` in `<link>` is not read: is `inertial` meant?
<link name="fore"/> | <link name="fore"/><lnk name="hand"/> | line 24: the element `<lnk>` in `<robot>` is not read: is `link` meant?
rpy="0 0 0" | ryp="0 0 1" | line 6: the attribute `ryp` of `<origin>` is not read
rpy="0 0 0" | rpy="0 0 90" | line 6: `rpy` turns by 90 rad: are these degrees?
lower="-1" upper="2" | lower="0" upper="0" | line 8: the limits 0 and 0 of `shoulder` are left out: both are zero, as exporters write for a joint without limits
lower="-1" upper="2" | lower="-170" upper="170" | line 8: `shoulder` turns from -170 to 170 rad: are these degrees?
type="revolute" | type="continuous" | line 8: the limits -1 and 2 of `shoulder` are left out: it turns for ever
"#;

/// Other programs extend the format by elements of their own, and a joint may turn a little more than once.
const HARMLESS: &str = r#"
lower="-1" upper="2" | lower="-6.28" upper="6.28"
<link name="fore"/> | <link name="fore"/><gazebo reference="fore"><mu1>1</mu1></gazebo>
<link name="fore"/> | <link name="fore"/><transmission name="t"/>
<link name="fore"/> | <link name="fore"/><material name="red"/>
"#;

fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = table.trim_matches('\n').lines();
    lines.map(|line| line.splitn(N, " | ").collect::<Vec<_>>().try_into().unwrap())
}

fn changed(good: &str, bad: &str) -> String {
    let text = GOOD.replacen(good, bad, 1);
    assert_ne!(text, GOOD, "{good}");
    text
}

fn read(good: &str, bad: &str) -> Result<Robot, String> {
    Robot::read(&changed(good, bad)).map_err(|error| error.to_string())
}

/// Returns the notes besides that of the mesh, which is left out in any case.
fn notes(good: &str, bad: &str) -> Vec<String> {
    let notes = read(good, bad).unwrap().notes.into_iter();
    let notes = notes.map(|Note { line, text, .. }| format!("line {line}: {text}"));
    notes.filter(|note| !note.contains("the mesh")).collect()
}

const FORE: &str = r#"<link name="fore"/>"#;

/// Returns the last link with a mass and the principal moments of an inertia.
fn fore(mass: f64, [x, y, z]: [f64; 3]) -> String {
    format!(
        r#"<link name="fore"><inertial><mass value="{mass}"/><inertia ixx="{x}" iyy="{y}" izz="{z}"/></inertial></link>"#
    )
}

#[test]
fn an_arm_is_read() {
    let robot = Robot::read(GOOD).unwrap();
    assert_eq!((&*robot.name, &*robot.base, robot.links.len()), ("arm", "base", 2));
    let [shoulder] = &robot.joints[..] else { panic!() };
    assert_eq!((&*shoulder.name, shoulder.damping, shoulder.friction), ("shoulder", 0.2, 0.5));
    let limit = shoulder.limit.unwrap();
    assert_eq!((limit.travel, limit.effort, limit.velocity), (Some((-1.0, 2.0)), 30.0, 4.0));
    assert_eq!(shoulder.dry_friction::<Shaft>(500.0, 1.0).unwrap().unwrap().limit(), 0.5);
    assert_eq!(shoulder.damper::<Shaft>().unwrap().unwrap().damping(), 0.2);
    assert_eq!(shoulder.stops::<Shaft>(1e3, 0.0).unwrap().unwrap().upper(), 2.0);
    assert!(shoulder.dry_friction::<Shaft>(0.0, 1.0).is_err());
    let [note] = &robot.notes[..] else { panic!("{:?}", robot.notes) };
    assert_eq!((note.line, &*note.text), (12, "the mesh of `upper` is left out"));
    assert_eq!(robot.links[0].shapes().len(), 1);
    assert!(robot.tree(&Place::default()).is_ok());
}

#[test]
fn mistakes_are_told_with_their_line() {
    for [good, bad, expected] in rows(MISTAKES) {
        assert_eq!(read(good, bad).unwrap_err(), expected);
    }
    let xacro = r#"<robot xmlns:xacro="http://www.ros.org/wiki/xacro" "#;
    assert!(read("<robot ", xacro).is_ok(), "an expanded file keeps the name space");
    let template = changed("<robot ", xacro).replacen(r#"<link name="base"/>"#, "<xacro:base/>", 1);
    for (text, expected) in [
        (&*template, "line 2: this is a xacro file"),
        ("<sdf/>", "line 1: the file must be a `<robot>`, found `<sdf>`"),
        (r#"<mujoco model="arm"/>"#, "line 1: this is an MJCF file"),
        ("<robot/>", "line 1: the robot has no link"),
    ] {
        let refused = Robot::read(text).unwrap_err().to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }
}

/// Everything that is not read, or looks like a mistake, is noted; nothing is dropped silently.
#[test]
fn doubtful_parts_are_noted() {
    for [good, bad, note] in rows(NOTES) {
        assert_eq!(notes(good, bad), [note]);
    }
    for [good, bad] in rows(HARMLESS) {
        assert!(notes(good, bad).is_empty(), "{bad}");
    }
}

/// A link that is only a frame, written down with zeros.
#[test]
fn zeros_are_no_mass() {
    assert_eq!(read(FORE, &fore(0.0, [0.0; 3])).unwrap().links[1].inertial(), None);
}

#[test]
fn an_impossible_inertia_is_taken_as_it_is_written() {
    let robot = Robot::read_as_written(&changed(r#"ixx="0.01""#, r#"ixx="0.5""#)).unwrap();
    assert_eq!(robot.notes.iter().map(|note| note.line).collect::<Vec<_>>(), [12, 14]);
    assert_eq!(robot.links[0].inertial().unwrap().inertia()[(0, 0)], 0.5);
    // A negative mass makes no mechanism at all.
    let negative = changed(r#"<mass value="2"/>"#, r#"<mass value="-2"/>"#);
    assert!(Robot::read_as_written(&negative).is_err());
}

/// Zeros of exporters are no travel; a travel of some length is one.
#[test]
fn limits_that_are_both_zero_are_none() {
    for (limits, expected) in [
        (r#"lower="0" upper="0""#, None),
        ("", None),
        (r#"lower="0" upper="0.1""#, Some((0.0, 0.1))),
        (r#"lower="-0.1""#, Some((-0.1, 0.0))),
    ] {
        let robot = read(r#"lower="-1" upper="2""#, limits).unwrap();
        let shoulder = robot.joint("shoulder").unwrap();
        assert_eq!(shoulder.limit.unwrap().travel, expected);
        assert_eq!(shoulder.stops::<Shaft>(1e3, 1.0).unwrap().is_some(), expected.is_some());
    }
}

/// A link on a fixed joint is a part of a body; only the body is judged.
#[test]
fn parts_of_a_body_may_be_points_or_impossible_alone() {
    // A point and a thin rod are bodies: nothing to say.
    for moments in [[0.0; 3], [0.0, 0.001, 0.001]] {
        assert!(notes(FORE, &fore(0.1, moments)).is_empty());
        assert_eq!(
            read(FORE, &fore(0.1, moments)).unwrap().links[1].inertial().unwrap().mass(),
            0.1
        );
    }
    // Impossible alone; together with the upper arm it is possible.
    for (mass, moments) in [(0.1, [1e-4, 1e-4, 1e-3]), (0.0, [1e-4; 3])] {
        let noted = notes(FORE, &fore(mass, moments));
        assert!(noted[0].starts_with("line 24: `fore` is taken as it is written"), "{noted:?}");
    }
    // The controls: a negative mass, and one that spoils the whole body.
    for (mass, moments) in [(-0.1, [0.1; 3]), (0.1, [0.01, 0.01, 5.0])] {
        let refused = read(FORE, &fore(mass, moments)).unwrap_err();
        assert!(refused.starts_with("line 24: `fore`: Inertial: "), "{refused}");
    }
    // Numbers of three digits are rounded; more than that is no rounding.
    let izz = r#"izz="0.02""#;
    assert!(notes(izz, r#"izz="0.0301""#)[0].starts_with("line 14: "));
    assert!(read(izz, r#"izz="0.032""#).is_err());
    // A base that is not free moves nothing.
    let base = fore(1.0, [1.0, 1.0, 5.0]).replace("fore", "base");
    let robot = read(r#"<link name="base"/>"#, &base).unwrap();
    assert!(robot.tree(&Place::default()).is_ok());
    let free = robot.tree(&Place { floating: true, ..Place::default() }).unwrap_err().to_string();
    assert!(free.contains("inertia = 3 must have no principal moment"), "{free}");
}

#[test]
fn a_joint_that_mimics_another_says_which() {
    let follows = |leader: &str| {
        let mimic = format!(
            r#"name="elbow" type="continuous"><mimic joint="{leader}" multiplier="-2" offset="0.1"/>"#
        );
        let text = changed(r#"name="elbow" type="fixed">"#, &mimic);
        Robot::read(&text.replacen(FORE, &fore(1.0, [1.0; 3]), 1))
    };
    let robot = follows("shoulder").unwrap();
    let mimic = robot.joint("elbow").unwrap().mimic.as_ref().unwrap();
    assert_eq!((&*mimic.joint, mimic.multiplier, mimic.offset), ("shoulder", -2.0, 0.1));
    assert_eq!(robot.joint("shoulder").unwrap().mimic, None);
    let itself = follows("elbow").unwrap_err().to_string();
    assert!(itself.contains("must be another joint that moves"), "{itself}");
}
