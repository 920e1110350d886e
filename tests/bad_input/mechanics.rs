//! Every parameter of masses, bodies, arms, springs, sources and drives, bad.

use nalgebra::{Matrix3, Vector3};
use stiction::core::signal::{Ramp, Sine, SmoothStep, Square};
use stiction::mechanics::{AxialSpring, Link, PenaltyHinge, Sinusoid};
use stiction::prelude::*;

use super::table::{BAD, HUGE, drive, law, node, refuses_or_works, signal};
use super::{v2, v3};

#[test]
fn admittances() {
    refuses_or_works(
        "PointMass",
        &[("mass", 1.0), ("gravity.x", 0.1), ("gravity.y", -9.8)],
        |v| PointMass::<Plane>::builder().mass(v[0]).gravity(v2(&v[1..])).build(),
        node,
    );
    refuses_or_works(
        "PointMass",
        &[("mass", 1.0), ("gravity", 0.1)],
        |v| PointMass::<Shaft>::builder().mass(v[0]).gravity(v[1]).build(),
        node,
    );
    let names = [("mass", 1.0), ("inertia", 0.2), ("gravity.x", 0.1), ("gravity.y", -9.8)];
    refuses_or_works(
        "PlanarBody",
        &names,
        |v| PlanarBody::builder().mass(v[0]).inertia(v[1]).gravity(v2(&v[2..])).build(),
        node,
    );
    let names = [
        ("mass", 1.0),
        ("inertia.xx", 1.0),
        ("inertia.yy", 1.2),
        ("inertia.zz", 1.3),
        ("inertia.xy", 0.1),
        ("gravity.x", 0.0),
        ("gravity.y", 0.0),
        ("gravity.z", -9.8),
    ];
    refuses_or_works(
        "RigidBody",
        &names,
        |v| {
            let mut inertia = Matrix3::from_diagonal(&v3(&v[1..]));
            (inertia[(0, 1)], inertia[(1, 0)]) = (v[4], v[4]);
            RigidBody::builder().mass(v[0]).inertia(inertia).gravity(v3(&v[5..])).build()
        },
        node,
    );
    // An extreme length of a shape is an extreme inertia.
    let with_inertia = |names: &[(&'static str, f64)]| {
        names.iter().copied().chain([("inertia", 0.0)]).collect::<Vec<_>>()
    };
    let shape = |names: &[(&'static str, f64)],
                 build: &dyn Fn(&[f64]) -> Result<RigidBody, ParameterError>| {
        let all = with_inertia(names);
        // The last one is a name that errors may use, not a parameter.
        for (i, (name, _)) in names.iter().enumerate() {
            let at = |value: f64| {
                let mut values: Vec<f64> = names.iter().map(|n| n.1).collect();
                values[i] = value;
                build(&values)
            };
            for bad in BAD {
                match at(bad) {
                    Ok(body) => match node(&body) {
                        Err(what) if bad != HUGE => panic!("{name} = {bad:e}: {what}"),
                        _ => {}
                    },
                    Err(error) => {
                        let base = |name: &'static str| name.split('.').next().unwrap_or(name);
                        assert!(all.iter().any(|(n, _)| base(n) == error.parameter), "{error}");
                        assert!(error.parameter != "inertia" || bad.is_finite(), "{error}");
                        let value = stiction::core::Shown(error.value).to_string();
                        assert!(error.to_string().contains(&value), "{error}");
                    }
                }
            }
        }
        node(&build(&names.iter().map(|n| n.1).collect::<Vec<_>>()).unwrap()).unwrap();
    };
    shape(&[("mass", 1.0), ("radius", 0.2)], &|v| RigidBody::sphere(v[0], v[1]));
    shape(&[("mass", 1.0), ("radius", 0.2)], &|v| RigidBody::hollow_sphere(v[0], v[1]));
    shape(&[("mass", 1.0), ("sizes.x", 0.2), ("sizes.y", 0.3), ("sizes.z", 0.4)], &|v| {
        RigidBody::cuboid(v[0], v3(&v[1..]))
    });
    shape(&[("mass", 1.0), ("radius", 0.2), ("length", 0.7)], &|v| {
        RigidBody::cylinder(v[0], v[1], v[2])
    });
    shape(&[("mass", 1.0), ("length", 0.7), ("axial_inertia", 1e-3)], &|v| {
        RigidBody::rod(v[0], v[1], v[2])
    });
    let sphere = RigidBody::sphere(1.0, 0.2).unwrap();
    assert!(sphere.clone().with_gravity(Vector3::new(0.0, f64::NAN, 0.0)).is_err());
    for skew in [
        Matrix3::new(1.0, 0.1, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        Matrix3::zeros(),
        -Matrix3::identity(),
    ] {
        let error = RigidBody::builder().mass(1.0).inertia(skew).build().unwrap_err();
        assert_eq!(error.parameter, "inertia", "{error}");
    }

    let link =
        |v: &[f64]| Link::builder().mass(v[0]).length(v[1]).center(v[2]).inertia(v[3]).build();
    let names = [("mass", 0.5), ("length", 0.3), ("center", 0.15), ("inertia", 0.004)];
    for n in [1, 2, 3, 5, 8, 12, 20, 32] {
        refuses_or_works("Link", &names, link, |first: &Link| {
            let usual = Link::uniform_rod(0.5, 0.3).unwrap();
            let links = std::iter::once(*first).chain(std::iter::repeat_n(usual, n - 1));
            node(&PlanarArm::builder().links(links).build().unwrap())
        });
    }
    // The moment of inertia of a rod may underflow to zero, and the error then names it.
    for bad in BAD {
        for (name, built) in
            [("mass", Link::uniform_rod(bad, 0.3)), ("length", Link::uniform_rod(0.5, bad))]
        {
            match built {
                Ok(_) => assert!(bad == HUGE || bad == 1e-320, "{name} = {bad}"),
                Err(error) if bad == 1e-320 || bad == HUGE => {
                    assert!(["inertia", name].contains(&error.parameter), "{error}");
                }
                Err(error) => assert_eq!(error.parameter, name),
            }
        }
    }
    refuses_or_works(
        "PlanarArm",
        &[("gravity.x", 0.0), ("gravity.y", -9.8)],
        |v| PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3)?; 3]).gravity(v2(v)).build(),
        node,
    );
    for count in [0, 33, 1000] {
        let links = vec![Link::uniform_rod(0.5, 0.3).unwrap(); count];
        let error = PlanarArm::builder().links(links).build().unwrap_err();
        assert_eq!((error.parameter, error.value), ("links", count as f64), "{error}");
    }
    let arm =
        PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    for wrong in [&[][..], &[0.0], &[0.0; 3]] {
        assert_eq!(arm.inertia_matrix(wrong).unwrap_err().parameter, "angles");
        assert_eq!(arm.bias(&[0.0; 2], wrong).unwrap_err().parameter, "speeds");
        assert_eq!(arm.bias(wrong, &[0.0; 2]).unwrap_err().parameter, "angles");
    }
}

#[test]
fn springs_and_sources() {
    refuses_or_works(
        "SpringDamper",
        &[("stiffness", 10.0), ("damping", 1.0), ("rest.x", 0.0), ("rest.y", 0.1)],
        |v| {
            SpringDamper::<Plane>::builder().stiffness(v[0]).damping(v[1]).rest(v2(&v[2..])).build()
        },
        law,
    );
    refuses_or_works(
        "AxialSpring",
        &[("stiffness", 10.0), ("damping", 1.0), ("length", 0.5)],
        |v| AxialSpring::<Space>::builder().stiffness(v[0]).damping(v[1]).length(v[2]).build(),
        law,
    );
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("bending_stiffness", 10.0),
        ("bending_damping", 0.1),
    ];
    refuses_or_works(
        "PenaltyHinge",
        &names,
        |v| {
            let hinge = PenaltyHinge::builder().stiffness(v[0]).damping(v[1]);
            hinge.bending_stiffness(v[2]).bending_damping(v[3]).build()
        },
        law,
    );
    refuses_or_works(
        "ConstantEffort",
        &[("effort", 1.0)],
        |v| ConstantEffort::<Line>::builder().effort(v[0]).build(),
        law,
    );
    refuses_or_works(
        "ConstantEffort",
        &[("effort.x", 1.0), ("effort.y", 1.0), ("effort.torque", 1.0)],
        |v| {
            let effort = PlanarWrench { force: v2(v), torque: v[2] };
            ConstantEffort::<PlanarFrame>::builder().effort(effort).build()
        },
        law,
    );
    refuses_or_works(
        "TimedEffort",
        &[("jumps", 1.0)],
        |v| TimedEffort::<Line>::new(|stage: &Stage| stage.time).with_jumps([3.0, v[0], 2.0]),
        law,
    );
    let names = [("from", 0.5), ("to", 1.0), ("start", 0.1), ("duration", 0.5)];
    refuses_or_works(
        "Ramp",
        &names,
        |v| Ramp::builder().from(v[0]).to(v[1]).start(v[2]).duration(v[3]).build(),
        signal,
    );
    refuses_or_works(
        "SmoothStep",
        &names,
        |v| SmoothStep::builder().from(v[0]).to(v[1]).start(v[2]).duration(v[3]).build(),
        signal,
    );
    let names = [("mean", 0.5), ("amplitude", 1.0), ("angular_frequency", 0.1), ("phase", 0.5)];
    refuses_or_works(
        "Sine",
        &names,
        |v| {
            let sine = Sine::builder().mean(v[0]).amplitude(v[1]);
            sine.angular_frequency(v[2]).phase(v[3]).build()
        },
        signal,
    );
    let names = [("mean", 0.5), ("amplitude", 1.0), ("period", 0.1), ("start", 0.5)];
    refuses_or_works(
        "Square",
        &names,
        |v| Square::builder().mean(v[0]).amplitude(v[1]).period(v[2]).start(v[3]).build(),
        signal,
    );
    let names = [("velocity.x", 0.0), ("velocity.y", 1.0), ("start.x", 0.0), ("start.y", 1.0)];
    refuses_or_works(
        "ConstantVelocity",
        &names,
        |v| ConstantVelocity::<Plane>::builder().velocity(v2(v)).start(v2(&v[2..])).build(),
        drive::<Plane, _>,
    );
    let names = [
        ("amplitude.x", 0.0),
        ("amplitude.y", 1.0),
        ("center.x", 0.0),
        ("center.y", 1.0),
        ("angular_frequency", 2.0),
        ("phase", 0.3),
    ];
    refuses_or_works(
        "Sinusoid",
        &names,
        |v| {
            let shaker = Sinusoid::<Plane>::builder().amplitude(v2(v)).center(v2(&v[2..]));
            shaker.angular_frequency(v[4]).phase(v[5]).build()
        },
        drive::<Plane, _>,
    );
}
