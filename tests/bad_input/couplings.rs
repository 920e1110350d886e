//! Every parameter of the kinematic maps, bad.

use stiction::mechanics::{
    Along, ArmPoint, Differential, HingeAngle, Link, PlanarPoint, PointsBetween, Reaction,
    RelativeFrame,
};
use stiction::prelude::*;

use super::table::{map, refuses_or_works};
use super::{quaternion, v2, v3};

#[test]
fn maps() {
    let names = [
        ("direction.x", 0.3),
        ("direction.y", 1.0),
        ("direction.z", 0.0),
        ("origin.x", 0.0),
        ("origin.y", 1.0),
        ("origin.z", 1.0),
    ];
    refuses_or_works(
        "Along",
        &names,
        |v| Along::<Space>::builder().direction(v3(v)).origin(v3(&v[3..])).build(),
        map,
    );
    refuses_or_works(
        "ArmPoint",
        &[("lengths.0", 0.3), ("lengths.1", 0.3), ("base.x", 0.0), ("base.y", 0.0)],
        |v| ArmPoint::<2>::builder().lengths([v[0], v[1]]).base(v2(&v[2..])).build(),
        map,
    );
    let arm =
        PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    assert_eq!(ArmPoint::<3>::tip_of(&arm).unwrap_err().parameter, "links");
    refuses_or_works(
        "BodyPoint",
        &[("point.x", 0.3), ("point.y", 0.3), ("point.z", 0.0)],
        |v| BodyPoint::builder().point(v3(v)).build(),
        map,
    );
    refuses_or_works(
        "Differential",
        &[("weights.0", 0.3), ("weights.1", 0.3)],
        |v| Differential::<Shaft, Line, Line>::builder().weights([v[0], v[1]]).build(),
        map,
    );
    refuses_or_works(
        "Transmission",
        &[("ratio", 0.3)],
        |v| Transmission::<Shaft, Line>::builder().ratio(v[0]).build(),
        map,
    );
    refuses_or_works(
        "PlanarPoint",
        &[("point.x", 0.3), ("point.y", 0.3)],
        |v| PlanarPoint::builder().point(v2(v)).build(),
        map,
    );
    let names = [
        ("first.x", 0.3),
        ("first.y", 0.3),
        ("first.z", 0.0),
        ("second.x", 0.3),
        ("second.y", 0.3),
        ("second.z", 0.0),
    ];
    refuses_or_works(
        "PointsBetween",
        &names,
        |v| PointsBetween::builder().first(v3(v)).second(v3(&v[3..])).build(),
        map,
    );
    let names = [("radius", 0.2), ("normal.x", 0.0), ("normal.y", 0.0), ("normal.z", 1.0)];
    refuses_or_works(
        "SphereOnPlane",
        &names,
        |v| SphereOnPlane::builder().radius(v[0]).normal(v3(&v[1..])).build(),
        map,
    );
    let names = [
        ("origin.x", 0.3),
        ("origin.y", 0.3),
        ("origin.z", 0.0),
        ("orientation.w", 1.0),
        ("orientation.x", 0.0),
        ("orientation.y", 0.2),
        ("orientation.z", 0.0),
    ];
    refuses_or_works(
        "InFrame",
        &names,
        |v| SphereOnPlane::tilted(0.2, v3(v), quaternion(&v[3..])),
        map,
    );
    let still = |v: &[f64]| Pose { position: v3(v), orientation: quaternion(&v[3..]) };
    for reaction in [Reaction::AtParentPoint, Reaction::AtChildPoint] {
        let names = [
            ("parent.x", 0.3),
            ("parent.y", 0.3),
            ("parent.z", 0.0),
            ("parent.qw", 1.0),
            ("parent.qx", 0.0),
            ("parent.qy", 0.2),
            ("parent.qz", 0.0),
        ];
        refuses_or_works(
            "RelativeFrame",
            &names,
            |v| RelativeFrame::builder().parent(still(v)).reaction(reaction).build(),
            map,
        );
        refuses_or_works(
            "HingeAngle",
            &names,
            |v| HingeAngle::builder().parent(still(v)).build(),
            map,
        );
        let names = names.map(|(name, value)| {
            (
                match name {
                    "parent.x" => "child.x",
                    "parent.y" => "child.y",
                    "parent.z" => "child.z",
                    "parent.qw" => "child.qw",
                    "parent.qx" => "child.qx",
                    "parent.qy" => "child.qy",
                    _ => "child.qz",
                },
                value,
            )
        });
        refuses_or_works(
            "RelativeFrame",
            &names,
            |v| RelativeFrame::builder().child(still(v)).reaction(reaction).build(),
            map,
        );
        refuses_or_works(
            "HingeAngle",
            &names,
            |v| HingeAngle::builder().child(still(v)).build(),
            map,
        );
    }
}
