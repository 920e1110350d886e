//! Bodies made of shapes, arms and efforts that jump, with bad numbers. Parameters of components are tried by the tests of
//! the registry.

use nalgebra::{Matrix3, Vector3};
use stiction::core::{Admittance, AnyAdmittance, Flat};
use stiction::mechanics::{ArmPoint, Link};
use stiction::prelude::*;

use super::table::{BAD, HUGE, no_nan};
use super::v3;

/// Returns the rates of a body that spins.
fn rates(body: &RigidBody) -> Result<(), String> {
    let twist =
        Twist { linear: Vector3::new(0.3, -0.5, 0.1), angular: Vector3::new(0.7, 0.2, -0.4) };
    let mut state = vec![0.0; 13];
    Motion::<SpatialFrame>::new(Pose::default(), twist).store(&mut state);
    let mut rate = vec![0.1; 13];
    Admittance::rate(body, &Stage::first(0.0, 1e-4), &state, &mut rate);
    no_nan("rate", &rate)?;
    no_nan("stored energy", &[(body as &dyn AnyAdmittance).stored_energy(&state)])
}

#[test]
fn shapes() {
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
                    Ok(body) => match rates(&body) {
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
        rates(&build(&names.iter().map(|n| n.1).collect::<Vec<_>>()).unwrap()).unwrap();
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
}

#[test]
fn rods_and_arms() {
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
    assert_eq!(ArmPoint::<3>::tip_of(&arm).unwrap_err().parameter, "links");
}

#[test]
fn jumps() {
    let bad = TimedEffort::<Line>::new(|stage: &Stage| stage.time).with_jumps([3.0, f64::NAN]);
    assert_eq!(bad.unwrap_err().parameter, "jumps");
}
