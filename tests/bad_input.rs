//! What is wrong is refused with a message that says what, and nothing panics.

use std::fmt::{Debug, Display};

use nalgebra::{Matrix3, Quaternion, Vector2, Vector3};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use stiction::core::coupling::from_fns;
use stiction::core::impedance::from_fn;
use stiction::friction::StribeckShape;
use stiction::mechanics::profiles::{Profile, Ramp, Sine, SmoothStep, Square};
use stiction::output::{RunDirectory, TextTable};
use stiction::prelude::*;

/// Seeds of failures land in `tests/proptest-regressions`.
fn config(cases: u32) -> ProptestConfig {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/proptest-regressions/bad_input.txt");
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(file))),
        ..ProptestConfig::with_cases(cases)
    }
}

// --- every parameter of every component --------------------------------------------------------

const HUGE: f64 = 1e308;
const BAD: [f64; 7] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-320, HUGE];

/// Builds a component with each of its parameters in turn at each bad value. The builder refuses,
/// naming a parameter and its value (the one that is bad; a finite value may also be refused in its
/// relation to another one), or gives a component that passes the probe.
fn refuses_or_works<T>(
    component: &str,
    good: &[(&'static str, f64)],
    build: impl Fn(&[f64]) -> Result<T, ParameterError>,
    probe: impl Fn(&T) -> Result<(), String>,
) {
    let values: Vec<f64> = good.iter().map(|(_, value)| *value).collect();
    let usual =
        build(&values).unwrap_or_else(|error| panic!("{component} as it should be: {error}"));
    probe(&usual).unwrap_or_else(|what| panic!("{component} as it should be: {what}"));
    for (i, (name, _)) in good.iter().enumerate() {
        for bad in BAD {
            let mut given = values.clone();
            given[i] = bad;
            match build(&given) {
                Ok(built) => {
                    assert!(bad.is_finite(), "{component} accepts {name} = {bad}");
                    // With 1e308 products overflow, and infinity less infinity is not a number: a
                    // step then refuses. Only panics count.
                    match probe(&built) {
                        Err(what) if bad != HUGE => {
                            panic!("{component} with {name} = {bad:e}: {what}")
                        }
                        _ => {}
                    }
                }
                Err(error) => {
                    let text = error.to_string();
                    assert_eq!(error.component, component, "{text}");
                    assert!(text.contains(error.parameter), "{text}");
                    assert!(text.contains(&error.value.to_string()), "{text}");
                    assert!(!error.requirement.is_empty(), "{text}");
                    // Vectors and arrays: "normal.x" is a part of the parameter "normal".
                    let base = |name: &'static str| name.split('.').next().unwrap_or(name);
                    if bad.is_finite() {
                        let known = good.iter().any(|(name, _)| base(name) == error.parameter);
                        assert!(known, "{component}: {name} = {bad:e} blames {text}");
                    } else {
                        assert_eq!(error.parameter, base(name), "{text}");
                        assert!(
                            error.value == bad || (error.value.is_nan() && bad.is_nan()),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

/// Numbers of at most one, from a fixed sequence.
fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

fn scalars<T: Flat>(value: &T) -> Vec<f64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars
}

fn no_nan(what: &str, values: &[f64]) -> Result<(), String> {
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(format!("{what}[{index}] is not a number, of {values:?}")),
        None => Ok(()),
    }
}

/// Motions at zero, and random ones.
fn motions<P: PortDomains>() -> Vec<P::Motions> {
    let len = <P::Motions as Flat>::LEN;
    let random = (1..20).map(|seed| {
        let mut next = numbers(seed);
        Flat::load(&(0..len).map(|_| next()).collect::<Vec<_>>())
    });
    std::iter::once(Flat::load(&vec![0.0; len])).chain(random).map(P::valid_motions).collect()
}

fn law<I: Impedance>(law: &I) -> Result<(), String> {
    for (k, motion) in motions::<I::Domain>().into_iter().enumerate() {
        for tau in [0.0, 1e-4, 1.0] {
            let stage = Stage::first(0.1 * k as f64, tau);
            let mut next = numbers(77 + k as u64);
            for size in [0.0, 1.0] {
                let internal: Vec<f64> = (0..law.internal_len()).map(|_| size * next()).collect();
                let mut rate = vec![0.0; internal.len()];
                let effort = law.respond(&stage, &motion, &internal, &mut rate);
                let at = format!("at {motion:?}, {internal:?}, tau = {tau}");
                no_nan(&format!("effort {at}"), &scalars(&effort))?;
                no_nan(&format!("rate {at}"), &rate)?;
                no_nan("stored energy", &[law.stored_energy(&motion, &internal)])?;
                law.stored_power(&motion, &internal, &rate);
                law.stuck_stiffness(tau);
                law.next_jump(stage.time);
            }
        }
    }
    if law.name().is_empty() { Err("has no name".into()) } else { Ok(()) }
}

fn map<C: Coupling>(map: &C) -> Result<(), String> {
    for (k, motions) in motions::<C::From>().into_iter().enumerate() {
        let mut next = numbers(k as u64 + 5);
        let effort: Vec<f64> = (0..<Effort<C::To> as Flat>::LEN).map(|_| next()).collect();
        no_nan("motion", &scalars(&map.motion(&motions)))?;
        no_nan("efforts", &scalars(&map.efforts(&motions, &Flat::load(&effort))))?;
    }
    Ok(())
}

fn node<A: Admittance>(node: &A) -> Result<(), String> {
    let ports = node.port_count();
    for seed in 0..20 {
        let mut next = numbers(seed + 3);
        let mut state = vec![];
        let mut rate = vec![];
        for _ in 0..ports {
            let random: Vec<f64> = (0..<Motion<A::Domain> as Flat>::LEN)
                .map(|_| if seed == 0 { 0.0 } else { next() })
                .collect();
            let motion = <A::Domain as PortDomains>::valid_motions(Flat::load(&random));
            state.extend(scalars(&motion));
            rate.extend(random);
        }
        node.rate(&Stage::first(0.0, 1e-4), &state, &mut rate);
        no_nan("rate", &rate)?;
        no_nan("stored energy", &[node.stored_energy(&state)])?;
        node.stored_power(&state, &rate);
        node.project(&mut state);
        no_nan("state", &state)?;
    }
    if node.name().is_empty() { Err("has no name".into()) } else { Ok(()) }
}

fn drive<D: VectorDomain, V: Drive<D>>(drive: &V) -> Result<(), String> {
    for time in [0.0, 0.3, 1e3] {
        no_nan("motion", &scalars(&drive.motion(&Stage::at(time))))?;
        drive.next_jump(time);
    }
    Ok(())
}

fn profile<P: Profile<Plane> + Clone>(profile: &P) -> Result<(), String> {
    for time in [0.0, 0.3, 0.5, 1e3] {
        no_nan("effort", profile.effort(&Stage::at(time)).as_slice())?;
        if let Some(next) = profile.next_jump(time)
            && (next.is_nan() || next <= time)
        {
            return Err(format!("the jump after {time} is at {next}"));
        }
    }
    law(&TimedEffort::new(profile.clone()))
}

fn relaxation(values: &[f64]) -> Relaxation {
    Relaxation::OrderPreserving { kappa: values[0] }
}

fn curve(values: &[f64], shape: StribeckShape) -> Result<StribeckCurve, ParameterError> {
    let [coulomb, breakaway, speed] = values else { unreachable!() };
    let curve = StribeckCurve::builder().coulomb(*coulomb).breakaway(*breakaway);
    curve.stribeck_speed(*speed).shape(shape).build()
}

fn usual_curve() -> StribeckCurve {
    curve(&[1.0, 1.5, 0.01], StribeckShape::Gaussian).unwrap()
}

fn probe_curve(curve: &StribeckCurve) -> Result<(), String> {
    for speed in [0.0, 1e-6, 0.3, 1.0] {
        no_nan("value", &[curve.value(speed), curve.derivative(speed)])?;
    }
    no_nan("slope", &[curve.max_slope()])?;
    law(&LuGreFriction::<Plane>::builder()
        .stiffness(1e4)
        .damping(1.0)
        .steady_state(SteadyState::Force(*curve))
        .build()
        .unwrap())?;
    law(&RateDependentGsat::<Plane>::builder()
        .stiffness(1e4)
        .damping(1.0)
        .curve(*curve)
        .build()
        .unwrap())
}

#[test]
fn friction_laws() {
    let gsat = [("stiffness", 1e4), ("damping", 10.0), ("limit", 2.0), ("kappa", 0.8)];
    refuses_or_works(
        "GsatFriction",
        &gsat,
        |v| {
            let law = GsatFriction::<Plane>::builder().stiffness(v[0]).damping(v[1]).limit(v[2]);
            law.relaxation(relaxation(&v[3..])).build()
        },
        law,
    );
    let gsat = [("stiffness", 1e4), ("damping", 10.0), ("limit", 2.0), ("viscosity", 10.0)];
    refuses_or_works(
        "GsatFriction",
        &gsat,
        |v| {
            let law = GsatFriction::<Line>::builder().stiffness(v[0]).damping(v[1]).limit(v[2]);
            law.relaxation(Relaxation::Constant { viscosity: v[3] }).build()
        },
        law,
    );
    refuses_or_works(
        "GsatFriction",
        &gsat[..3],
        |v| GsatFriction::<Space>::builder().stiffness(v[0]).damping(v[1]).limit(v[2]).build(),
        law,
    );
    let names = [("stiffness", 1e4), ("damping", 10.0), ("viscous_damping", 0.4), ("kappa", 0.8)];
    refuses_or_works(
        "RateDependentGsat",
        &names,
        |v| {
            let law = RateDependentGsat::<Plane>::builder().stiffness(v[0]).damping(v[1]);
            law.viscous_damping(v[2]).curve(usual_curve()).relaxation(relaxation(&v[3..])).build()
        },
        law,
    );
    refuses_or_works(
        "CoulombGsat",
        &[("stiffness", 1e4), ("damping", 10.0), ("friction", 0.5), ("kappa", 0.8)],
        |v| {
            let law = CoulombGsat::builder().stiffness(v[0]).damping(v[1]).friction(v[2]);
            law.relaxation(relaxation(&v[3..])).build()
        },
        |built| {
            law(&Loaded::<_, Plane, _>::builder().law(*built).normal_force(3.0).build().unwrap())
        },
    );
    refuses_or_works(
        "DahlFriction",
        &[("stiffness", 1e4), ("limit", 2.0)],
        |v| {
            DahlFriction::<Space>::builder()
                .stiffness(v[0])
                .limit(v[1])
                .bristle_rate(BristleRate::OrderPreserving)
                .build()
        },
        law,
    );
    refuses_or_works(
        "DahlFriction",
        &[("stiffness", 1e4), ("limit", 2.0)],
        |v| DahlFriction::<Line>::builder().stiffness(v[0]).limit(v[1]).build(),
        law,
    );
    let names = [("stiffness", 1e4), ("damping", 10.0), ("viscous_damping", 0.4)];
    for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
        for steady in [SteadyState::Force(usual_curve()), SteadyState::Deflection(usual_curve())] {
            refuses_or_works(
                "LuGreFriction",
                &names,
                |v| {
                    let law = LuGreFriction::<Plane>::builder().stiffness(v[0]).damping(v[1]);
                    law.viscous_damping(v[2]).steady_state(steady).bristle_rate(rate).build()
                },
                law,
            );
        }
        refuses_or_works(
            "AmendedLuGre",
            &names,
            |v| {
                let law =
                    AmendedLuGre::builder().stiffness(v[0]).damping(v[1]).viscous_damping(v[2]);
                law.friction(usual_curve()).bristle_rate(rate).build()
            },
            |built| {
                law(&Loaded::<_, Line, _>::builder().law(*built).normal_force(3.0).build().unwrap())
            },
        );
    }
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("viscous_damping", 0.4),
        ("limit", 2.0),
        ("breakaway_fraction", 0.7),
    ];
    refuses_or_works(
        "ElastoPlasticFriction",
        &names,
        |v| {
            let law = ElastoPlasticFriction::<Line>::builder().stiffness(v[0]).damping(v[1]);
            law.viscous_damping(v[2]).limit(v[3]).breakaway_fraction(v[4]).build()
        },
        law,
    );
    refuses_or_works(
        "ThresholdFriction",
        &[("limit", 2.0), ("threshold_speed", 1e-3)],
        |v| ThresholdFriction::<Space>::builder().limit(v[0]).threshold_speed(v[1]).build(),
        law,
    );
    refuses_or_works(
        "Loaded",
        &[("normal_force", 3.0)],
        |v| {
            let shoe = CoulombGsat::builder().stiffness(1e4).damping(1.0).friction(0.5).build()?;
            Loaded::<_, Plane, _>::builder().law(shoe).normal_force(v[0]).build()
        },
        law,
    );
    refuses_or_works(
        "PointContact",
        &[("stiffness", 1e4), ("damping", 10.0)],
        |v| {
            let shoe = AmendedLuGre::builder()
                .stiffness(1e4)
                .damping(1.0)
                .friction(usual_curve())
                .build()?;
            PointContact::builder().stiffness(v[0]).damping(v[1]).law(shoe).build()
        },
        law,
    );
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("friction", 0.5),
        ("tangential_stiffness", 1e4),
        ("tangential_damping", 1.0),
        ("kappa", 0.8),
    ];
    refuses_or_works(
        "CoulombContact",
        &names,
        |v| {
            let law = CoulombContact::builder().stiffness(v[0]).damping(v[1]).friction(v[2]);
            let law = law.tangential_stiffness(v[3]).tangential_damping(v[4]);
            law.relaxation(relaxation(&v[5..])).build()
        },
        law,
    );
    refuses_or_works(
        "CoulombContact",
        &names[..3],
        |v| CoulombContact::builder().stiffness(v[0]).damping(v[1]).friction(v[2]).build(),
        law,
    );
    let names = [("coulomb", 1.0), ("breakaway", 1.5), ("stribeck_speed", 0.01)];
    for shape in [
        StribeckShape::Rational,
        StribeckShape::Gaussian,
        StribeckShape::Exponential { exponent: 0.7 },
    ] {
        refuses_or_works("StribeckCurve", &names, |v| curve(v, shape), probe_curve);
    }
    refuses_or_works(
        "StribeckCurve",
        &[("exponent", 1.3)],
        |v| curve(&[1.0, 1.5, 0.01], StribeckShape::Exponential { exponent: v[0] }),
        probe_curve,
    );
    refuses_or_works(
        "StribeckCurve",
        &[("coulomb", 1.0)],
        |v| StribeckCurve::constant(v[0]),
        probe_curve,
    );
}

fn v2(values: &[f64]) -> Vector2<f64> {
    Vector2::from_row_slice(&values[..2])
}
fn v3(values: &[f64]) -> Vector3<f64> {
    Vector3::from_row_slice(&values[..3])
}

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
    // The shapes: an extreme length is an extreme inertia.
    let with_inertia = |names: &[(&'static str, f64)]| {
        names.iter().copied().chain([("inertia", 0.0)]).collect::<Vec<_>>()
    };
    let shape = |names: &[(&'static str, f64)],
                 build: &dyn Fn(&[f64]) -> Result<RigidBody, ParameterError>| {
        let all = with_inertia(names);
        // The last one is a name that errors may carry, not a parameter.
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
                        assert!(error.to_string().contains(&error.value.to_string()), "{error}");
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
    // A rod so light or so short that its moment of inertia is zero: that is what is refused.
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
        |v| TimedEffort::<Line, _>::new(|stage: &Stage| stage.time).with_jumps([3.0, v[0], 2.0]),
        law,
    );
    let names = [
        ("from.x", 0.0),
        ("from.y", 1.0),
        ("to.x", 0.0),
        ("to.y", 1.0),
        ("start", 0.1),
        ("duration", 0.5),
    ];
    refuses_or_works(
        "Ramp",
        &names,
        |v| Ramp::<Plane>::builder().from(v2(v)).to(v2(&v[2..])).start(v[4]).duration(v[5]).build(),
        profile,
    );
    refuses_or_works(
        "SmoothStep",
        &names,
        |v| {
            SmoothStep::<Plane>::builder()
                .from(v2(v))
                .to(v2(&v[2..]))
                .start(v[4])
                .duration(v[5])
                .build()
        },
        profile,
    );
    let names = [
        ("mean.x", 0.0),
        ("mean.y", 1.0),
        ("amplitude.x", 0.0),
        ("amplitude.y", 1.0),
        ("angular_frequency", 0.1),
        ("phase", 0.5),
    ];
    refuses_or_works(
        "Sine",
        &names,
        |v| {
            let sine = Sine::<Plane>::builder().mean(v2(v)).amplitude(v2(&v[2..]));
            sine.angular_frequency(v[4]).phase(v[5]).build()
        },
        profile,
    );
    let names = [
        ("mean.x", 0.0),
        ("mean.y", 1.0),
        ("amplitude.x", 0.0),
        ("amplitude.y", 1.0),
        ("period", 0.1),
        ("start", 0.5),
    ];
    refuses_or_works(
        "Square",
        &names,
        |v| {
            let square = Square::<Plane>::builder().mean(v2(v)).amplitude(v2(&v[2..]));
            square.period(v[4]).start(v[5]).build()
        },
        profile,
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

fn quaternion(v: &[f64]) -> Quaternion<f64> {
    Quaternion::new(v[0], v[1], v[2], v[3])
}

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

/// Control: the table finds a builder that accepts anything, one that blames another parameter, and a
/// component that turns a finite input into NaN.
#[test]
fn the_table_finds_what_it_should() {
    let fails = |build: &dyn Fn(&[f64]) -> Result<f64, ParameterError>,
                 probe: &dyn Fn(&f64) -> Result<(), String>| {
        let table = || refuses_or_works("Part", &[("size", 1.0)], build, probe);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(table)).is_err()
    };
    let positive = |v: &[f64]| match v[0] {
        x if x.is_finite() && x > 0.0 => Ok(x),
        x => Err(ParameterError::new("Part", "size", x, "must be positive")),
    };
    assert!(!fails(&positive, &|_| Ok(())));
    assert!(fails(&|v| Ok(v[0]), &|_| Ok(())));
    assert!(fails(
        &|v| positive(v).map_err(|e| ParameterError::new("Part", "mass", e.value, "no")),
        &|_| Ok(())
    ));
    assert!(fails(
        &|v| positive(v).map_err(|_| ParameterError::new("Part", "size", 3.0, "no")),
        &|_| Ok(())
    ));
    assert!(fails(&positive, &|x| if *x < 0.5 { Err("NaN".into()) } else { Ok(()) }));
}

// --- networks and runs -------------------------------------------------------------------------

fn point_mass(mass: f64) -> PointMass<Line> {
    PointMass::builder().mass(mass).build().unwrap()
}

fn spring(stiffness: f64) -> SpringDamper<Line> {
    SpringDamper::builder().stiffness(stiffness).build().unwrap()
}

fn text<E: Display + Debug>(result: Result<impl Sized, E>) -> String {
    match result {
        Ok(_) => String::from("accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_starts() {
    let mut net = NetworkBuilder::new();
    let arm =
        || PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    assert_eq!(
        text(net.add(arm(), [Motion::default(); 3])),
        "PlanarArm has 2 ports and was given 3 initial motions"
    );
    assert_eq!(
        text(net.add(arm(), vec![])),
        "PlanarArm has 2 ports and was given 0 initial motions"
    );
    let start = [Motion::default(), Motion { pose: 0.0, flow: f64::NAN }];
    assert_eq!(text(net.add(arm(), start)), "PlanarArm: initial rate[1] = NaN must be finite");
    let body = RigidBody::sphere(1.0, 0.1).unwrap();
    let pose = Pose {
        position: Vector3::zeros(),
        orientation: Quaternion::new(0.0, f64::INFINITY, 0.0, 0.0),
    };
    assert_eq!(
        text(net.add(body, Motion::at_rest(pose))),
        "RigidBody: initial qx = inf must be finite"
    );
    // What was refused is not in the network.
    assert_eq!(net.build().unwrap().admittance_count(), 0);
}

#[test]
fn ports_and_handles_of_others() {
    let (mut net, mut other) = (NetworkBuilder::new(), NetworkBuilder::new());
    let mass = net.add(point_mass(1.0), Motion::default()).unwrap();
    let theirs = other.add(point_mass(1.0), Motion::default()).unwrap();
    let refused = text(net.connect(spring(1.0), Direct::new(), theirs.port()));
    assert!(
        refused.contains("SpringDamper<Line>") && refused.contains("belongs to network"),
        "{refused}"
    );
    let refused = text(net.connect(spring(1.0), Between::new(), (mass.port(), theirs.port())));
    assert!(refused.contains("port 0 of PointMass<Line> #0"), "{refused}");
    let refused = text(net.connect(spring(1.0), Direct::new(), mass.port_at(1)));
    assert!(
        refused.contains("port 1 of PointMass<Line> #0") && refused.contains("1 ports"),
        "{refused}"
    );
    let arm =
        PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    let arm = net.add(arm, [Motion::default(); 2]).unwrap();
    let motor = || ConstantEffort::<Shaft>::builder().effort(1.0).build().unwrap();
    for joint in [2, 3, usize::MAX] {
        let refused = text(net.connect(motor(), Direct::new(), arm.joint(joint)));
        assert!(
            refused.contains(&format!("port {joint} of PlanarArm")) && refused.contains("2 ports"),
            "{refused}"
        );
    }
    assert!(text(net.name(theirs, "theirs")).contains("belongs to network"));

    let wire = net.connect(spring(1.0), Direct::new(), mass.port()).unwrap();
    let their_wire = other.connect(spring(1.0), Direct::new(), theirs.port()).unwrap();
    let (net, other) = (net.build().unwrap(), other.build().unwrap());
    let (state, their_state) = (net.initial_state(), other.initial_state());
    let stage = Stage::at(0.0);
    for answer in [
        text(net.motion(theirs, &state)),
        text(net.motion(mass, &their_state)),
        text(net.motions(theirs, &state)),
        text(net.set_motions(theirs, &mut state.clone(), &[Motion::default()])),
        text(net.wire_motion(their_wire, &state)),
        text(net.wire_motion(wire, &their_state)),
        text(net.effort(their_wire, &stage, &state)),
        text(net.internal(their_wire, &state)),
        text(net.internal_rate(their_wire, &stage, &state)),
        text(net.set_internal(their_wire, &mut state.clone(), &[])),
        text(net.component(theirs)),
        text(net.law(their_wire)),
        text(net.wire_power(their_wire, &stage, &state)),
        text(net.power_balance(&stage, &their_state)),
        text(net.stored_energy(&their_state)),
        text(net.stability_warnings(&their_state, &Tableau::rk4(), 1e-3)),
    ] {
        assert!(answer.contains("belongs to network"), "{answer}");
    }
    assert!(
        text(net.set_internal(wire, &mut state.clone(), &[1.0]))
            .contains("0 internal variables, 1 were given")
    );
    assert!(text(net.set_motions(mass, &mut state.clone(), &[])).contains("1 ports"));
    let mut sim = Simulation::new(net, Tableau::rk4(), 1e-3).unwrap();
    assert!(text(sim.set_state(their_state)).contains("belongs to network"));
    assert!(text(sim.motion(theirs)).contains("belongs to network"));
    // The right-hand side of slices of a wrong length is refused by not being a number.
    let mut rate = vec![0.0; 1];
    sim.network().rhs(&stage, &[0.0], &mut rate);
    assert!(rate[0].is_nan());
}

#[test]
fn bad_steps_times_and_tableaux() {
    let make = |step: f64| {
        let mut net = NetworkBuilder::new();
        net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1.0 }).unwrap();
        Simulation::new(net.build().unwrap(), Tableau::rk4(), step)
    };
    for step in [0.0, -1e-3, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = text(make(step));
        assert!(refused.contains(&step.to_string()) && refused.contains("positive"), "{refused}");
    }
    let mut sim = make(0.1).unwrap();
    sim.run_until(1.0).unwrap();
    for until in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, -1.0] {
        let refused = text(sim.run_until(until));
        assert!(refused.contains(&until.to_string()), "{refused}");
        assert_eq!(sim.time(), 1.0);
    }
    sim.run_until(1.0).unwrap();
    let mut slow = make(1e-320).unwrap();
    slow.run_until(2e-320).unwrap();
    assert!(text(slow.run_until(1.0)).contains("resolution of time") || slow.time() > 0.0);
    // A step that is far longer than the run.
    let mut fast = make(1e308).unwrap();
    fast.run_until(3.0).unwrap();
    assert_eq!(fast.time(), 3.0);

    let tableau = |nodes: &[f64], rows: &[&[f64]], weights: &[f64]| {
        text(Tableau::new("mine", 2, nodes, rows, weights))
    };
    assert_eq!(tableau(&[0.0, 1.0], &[&[], &[1.0]], &[0.5, 0.5]), "accepted");
    for refused in [
        tableau(&[], &[], &[]),
        tableau(&[0.0], &[&[], &[1.0]], &[0.5, 0.5]),
        tableau(&[0.0, 1.0], &[&[]], &[0.5, 0.5]),
        tableau(&[0.0, 1.0], &[&[], &[1.0, 0.0]], &[0.5, 0.5]),
        tableau(&[0.0, 1.0], &[&[], &[0.5]], &[0.5, 0.5]),
        tableau(&[0.0, 1.0], &[&[], &[1.0]], &[0.5, 0.6]),
        tableau(&[0.0, 1.0], &[&[], &[1.0]], &[f64::NAN, 0.5]),
        tableau(&[0.0, f64::NAN], &[&[], &[f64::NAN]], &[0.5, 0.5]),
        tableau(&[0.5, 1.0], &[&[], &[1.0]], &[0.5, 0.5]),
        tableau(&[0.0, 1.0], &[&[], &[1.0]], &[f64::INFINITY, f64::NEG_INFINITY]),
    ] {
        assert!(refused.contains("tableau mine"), "{refused}");
    }
    for taus in [
        &[0.0; 3][..],
        &[0.0; 5],
        &[],
        &[0.0, 0.0, 0.0, f64::NAN],
        &[-1.0, 0.0, 0.0, 0.0],
        &[f64::INFINITY; 4],
    ] {
        assert!(text(Tableau::rk4().with_taus(taus)).contains("taus"));
    }
}

#[test]
fn a_blow_up_names_its_place_and_leaves_the_last_good_state() {
    let mut net = NetworkBuilder::new();
    let calm = net.add(point_mass(1.0), Motion { pose: 1.0, flow: 0.0 }).unwrap();
    let wild = net.add(point_mass(2.0), Motion { pose: 1.0, flow: 0.0 }).unwrap();
    net.name(wild, "the wild one").unwrap();
    net.connect(spring(1.0), Direct::new(), calm.port()).unwrap();
    // omega T = 22: far beyond the 2.83 of RK4.
    net.connect(spring(1e5), Direct::new(), wild.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap();
    let (mut last, mut steps) = (vec![], 0);
    let error = sim
        .run_observed(1e3, &mut |frame: &Frame<'_>| {
            last = frame.state().values().to_vec();
            steps += 1;
            Ok::<(), SimulationError>(())
        })
        .unwrap_err();
    let SimulationError::NotFinite { component, variable, time, step } = &error else {
        panic!("{error}")
    };
    assert_eq!((component.as_str(), variable.as_str(), *step), ("the wild one", "vx", 0.1));
    assert!(steps > 10 && *time == sim.time(), "{error}");
    assert!(
        error.to_string().contains("the wild one: vx is not finite after the step from t = "),
        "{error}"
    );
    assert_eq!(sim.state().values(), last);
    assert!(last.iter().all(|value| value.is_finite()));
    assert!(sim.motion(wild).unwrap().pose.abs() > 1e150);
    // It can be asked again, and answers the same.
    assert_eq!(text(sim.run_until(1e3)), error.to_string());

    // The internal state of a law has a name too.
    let mut net = NetworkBuilder::new();
    let mass = net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1e6 }).unwrap();
    let dahl = DahlFriction::<Line>::builder().stiffness(1e5).limit(1.0).build().unwrap();
    net.connect(dahl, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap();
    let refused = text(sim.run_until(1e3));
    assert!(
        refused.contains("is not finite") && refused.contains("DahlFriction<Line> #0: internal[0]")
            || refused.contains("PointMass<Line> #0"),
        "{refused}"
    );
}

fn frictional(second: bool) -> Simulation {
    let mut net = NetworkBuilder::new();
    let mass = net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1.0 }).unwrap();
    let law =
        GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    if second {
        net.connect(spring(1.0), Direct::new(), mass.port()).unwrap();
    }
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap()
}

#[test]
fn damaged_snapshots_are_refused_and_change_nothing() {
    let mut sim = frictional(false);
    sim.run_until(0.1).unwrap();
    let whole = serde_json::to_value(sim.snapshot()).unwrap();
    let before = sim.state().clone();
    let value = |index: usize, value: &str| {
        let mut snapshot = whole.clone();
        snapshot["values"][index] = value.into();
        snapshot
    };
    let field = |name: &str, value: &str| {
        let mut snapshot = whole.clone();
        snapshot[name] = value.into();
        snapshot
    };
    let hex = |x: f64| format!("{:016x}", x.to_bits());
    let mut long = whole.clone();
    long["values"].as_array_mut().unwrap().push("0".into());
    let mut short = whole.clone();
    short["values"].as_array_mut().unwrap().pop();
    let mut layout = whole.clone();
    layout["layout"][0] = "2 PointMass<Line>: 4".into();
    for (damaged, named) in [
        (value(0, "xyz"), "xyz"),
        (value(1, ""), "64 bits"),
        (value(2, "fffffffffffffffff"), "fffffffffffffffff"),
        (value(0, &hex(f64::NAN)), "not finite"),
        (value(0, &hex(f64::INFINITY)), "not finite"),
        (field("time", "?"), "?"),
        (field("time", &hex(f64::NAN)), "NaN"),
        (field("origin", &hex(f64::INFINITY)), "inf"),
        (long, "number of variables is 4 there and 3 here"),
        (short, "number of variables is 2 there and 3 here"),
        (layout, "list of components"),
    ] {
        let snapshot: Snapshot = serde_json::from_value(damaged).unwrap();
        let refused = text(sim.restore(&snapshot));
        assert!(refused.contains(named), "{named}: {refused}");
        assert_eq!(*sim.state(), before, "{refused}");
        assert_eq!(sim.time(), 0.1);
    }
    assert!(text(sim.restore(&frictional(true).snapshot())).contains("another mechanism"));
    assert!(serde_json::from_str::<Snapshot>("{}").is_err());
    assert!(serde_json::from_str::<Snapshot>("[1, 2").is_err());
    // A clock of absurd numbers is not run into an endless loop.
    let mut absurd = whole.clone();
    absurd["count"] = u64::MAX.into();
    let snapshot: Snapshot = serde_json::from_value(absurd).unwrap();
    let _ = sim.restore(&snapshot);
    let _ = sim.run_until(0.11);
}

#[test]
fn files_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let sampler = || Sampler::every_steps(1);
    let refused = CsvFile::create(folder.path().join("no/such/folder.csv"), sampler()).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::NotFound);
    assert!(refused.to_string().contains("folder.csv"), "{refused}");
    let file = folder.path().join("file");
    std::fs::write(&file, "here").unwrap();
    for path in [file.clone(), file.join("below")] {
        let refused = text(RunDirectory::create(&path));
        assert!(
            refused.contains("cannot create the folder") && refused.contains("file"),
            "{refused}"
        );
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "here");
    let out = RunDirectory::create(folder.path().join("out")).unwrap();
    for name in ["", "..", "/", "file\0name"] {
        let refused = text(out.write_text(name, "text"));
        assert!(refused.contains("cannot write"), "{name:?}: {refused}");
    }
    out.write_text("taken/inside", "text").unwrap();
    assert!(text(out.write_text("taken", "text")).contains("cannot write"));
    assert!(text(out.write_text("taken/inside/deeper", "text")).contains("cannot write"));
    let refused = text(out.write_table("t.csv", &["a", "b"], &[&[1.0]]));
    assert!(refused.contains("2 headers for 1 columns"), "{refused}");
    let refused = text(out.write_table("t.csv", &["a", "b"], &[vec![1.0], vec![1.0, 2.0]]));
    assert!(
        refused.contains("`b`") && refused.contains("2 rows") && refused.contains("has 1"),
        "{refused}"
    );
    let keys = std::collections::HashMap::from([((1, 2), 3)]);
    assert!(text(out.write_json("t.json", &keys)).contains("json"));
    // Nothing is left beside what was written.
    let names: Vec<_> =
        std::fs::read_dir(out.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["taken"]);
}

// --- nothing panics ----------------------------------------------------------------------------

/// A call of the public interface, with numbers to make its arguments from.
#[derive(Clone, Debug)]
struct Call {
    what: u8,
    a: usize,
    b: usize,
    x: [f64; 4],
}

fn absurd() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -2.0..2.0_f64,
        2 => proptest::num::f64::ANY,
        1 => proptest::sample::select(vec![0.0, -0.0, 1e308, -1e308, 1e-320, f64::NAN, f64::INFINITY, 1e18, 1e-9]),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    (any::<u8>(), any::<usize>(), 0_usize..6, [absurd(), absurd(), absurd(), absurd()])
        .prop_map(|(what, a, b, x)| Call { what, a, b, x })
}

/// Two networks at once, and handles of both, so that they get mixed up.
#[derive(Default)]
struct Play {
    builders: [NetworkBuilder; 2],
    masses: Vec<Handle<PointMass<Line>>>,
    bodies: Vec<Handle<RigidBody>>,
    arms: Vec<Handle<PlanarArm>>,
    gsat: Vec<Wire<GsatFriction<Line>>>,
    springs: Vec<Wire<SpringDamper<Line>>>,
    contacts: Vec<Wire<CoulombContact>>,
    simulations: Vec<Simulation>,
    snapshots: Vec<Snapshot>,
    states: Vec<State>,
}

fn pick<T: Clone>(from: &[T], index: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[index % from.len()].clone())
}

/// A refusal says something.
fn told<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result.map_err(|error| assert!(!error.to_string().trim().is_empty())).ok()
}

impl Play {
    fn make(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let net = &mut self.builders[a % 2];
        match what % 8 {
            0 => {
                let mass = told(PointMass::<Line>::builder().mass(x[0]).gravity(x[1]).build())?;
                self.masses.push(told(net.add(mass, Motion { pose: x[2], flow: x[3] }))?);
            }
            1 => {
                let body = told(RigidBody::cuboid(x[0], v3(&x[1..])))?;
                let pose = Pose { position: v3(&x[..]), orientation: quaternion(x) };
                self.bodies.push(told(net.add(body, Motion::at_rest(pose)))?);
            }
            2 => {
                let rod = told(Link::uniform_rod(x[0], x[1]))?;
                let arm = PlanarArm::builder().links(vec![rod; *b]).gravity(v2(&x[2..])).build();
                let start = vec![Motion { pose: x[2], flow: x[3] }; (a / 2) % 6];
                self.arms.push(told(net.add(told(arm)?, start))?);
            }
            3 => {
                let law = GsatFriction::<Line>::builder().stiffness(x[0]).damping(x[1]).limit(x[2]);
                let mass = pick(&self.masses, *a)?;
                self.gsat.push(told(net.connect(
                    told(law.build())?,
                    Direct::new(),
                    mass.port_at(*b % 2),
                ))?);
            }
            4 => {
                let law = SpringDamper::<Line>::builder().stiffness(x[0]).damping(x[1]).rest(x[2]);
                let (one, two) = (pick(&self.masses, *a)?, pick(&self.masses, *b)?);
                self.springs.push(told(net.connect(
                    told(law.build())?,
                    Between::new(),
                    (one.port(), two.port()),
                ))?);
            }
            5 => {
                let law = CoulombContact::builder().stiffness(x[0]).damping(x[1]).friction(x[2]);
                let map = told(BodyPoint::builder().point(v3(&x[1..])).build())?;
                self.contacts.push(told(net.connect(
                    told(law.build())?,
                    map,
                    pick(&self.bodies, *a)?.port(),
                ))?);
            }
            6 => {
                let arm = pick(&self.arms, *a)?;
                let square =
                    Square::<Shaft>::builder().amplitude(x[0]).period(x[1].abs().max(1e-3));
                told(net.connect(
                    TimedEffort::new(told(square.build())?),
                    Direct::new(),
                    arm.joint(*b),
                ))?;
            }
            _ => {
                let odd = x[3];
                let law = from_fn::<Line, _>(move |_, motion| odd * motion.pose);
                let map = from_fns::<Line, Line, _, _>(
                    move |m| Motion { pose: odd, ..*m },
                    |_, f| f / 0.0,
                );
                told(net.connect(law, map, Ground::at(x[0])))?;
                told(net.name(pick(&self.masses, *a)?, "\0\"weird\\ name\n"))?;
            }
        }
        Some(())
    }

    fn start(&mut self, Call { a, b, x, .. }: &Call) -> Option<()> {
        let net = told(std::mem::take(&mut self.builders[a % 2]).build())?;
        let _ = (format!("{net:?}"), net.to_dot(), net.describe_variable(*a));
        let step = [1e-3, 1e-2, x[0], x[1].abs(), 1e-6, 10.0][*b];
        self.states.push(net.initial_state());
        let tableau = pick(&Tableau::all(), *a)?;
        self.simulations.push(told(Simulation::new(net, tableau, step))?);
        Some(())
    }

    /// Runs for at most 50 steps, or to an absurd time that is refused at once.
    fn run(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let count = self.simulations.len();
        let sim = self.simulations.get_mut(a % count.max(1))?;
        let until = match what % 4 {
            // A square wave has an edge every half millisecond at most, and a step ends at each.
            0 => sim.time() + (*b as f64 * 9.0 * sim.step_size()).min(0.2),
            1 => sim.time() - x[0].abs(),
            2 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][b % 3],
            _ => sim.time(),
        };
        let mut recorder = Recorder::from(
            Sampler::every_seconds(x[1]).channel("\"t,\n", |frame| frame.stored_energy()),
        );
        if b % 2 == 0 {
            told(sim.run_observed(until, &mut recorder));
            let (folder, names) =
                (tempfile::tempdir().ok()?, ["a,b.csv", "ä \"x\".csv", "x/../y.csv"]);
            let out = told(RunDirectory::create(folder.path()))?;
            told(out.write_recorder(names[a % 3], &recorder));
            let mut table = TextTable::new("\n", &["", "é"]);
            let _ = table.row([x[0], x[1], x[2]]).row::<f64>([]).to_string();
        } else {
            told(sim.run_until(until));
        }
        told(recorder.column("no such column"));
        Some(())
    }

    fn ask(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let count = self.simulations.len();
        let sim = self.simulations.get_mut(a % count.max(1))?;
        let state = if x[0] > 0.0 { pick(&self.states, *b)? } else { sim.state().clone() };
        let stage = Stage { time: x[1], tau: x[2], step_start: x[3] };
        if let Some(mass) = pick(&self.masses, *b) {
            told(sim.motion(mass));
            told(sim.network().motions(mass, &state));
            told(sim.network().component(mass));
            let mut changed = state.clone();
            let motions = vec![Motion { pose: x[1], flow: x[2] }; a % 3];
            told(sim.network().set_motions(mass, &mut changed, &motions));
            if what % 3 == 0 {
                told(sim.set_state(changed));
            }
        }
        if let Some(arm) = pick(&self.arms, *b) {
            told(sim.motions(arm));
        }
        if let Some(body) = pick(&self.bodies, *b) {
            told(sim.network().motion(body, &state));
        }
        if let Some(wire) = pick(&self.gsat, *b) {
            told(sim.network().effort(wire, &stage, &state));
            told(sim.network().wire_power(wire, &stage, &state));
            let mut changed = state.clone();
            told(sim.network().set_internal(wire, &mut changed, &x[..a % 3]));
            told(sim.network().internal_rate(wire, &stage, &changed));
            told(sim.internal(wire));
            told(sim.network().law(wire));
        }
        if let Some(wire) = pick(&self.springs, *b) {
            told(sim.network().wire_motion(wire, &state));
        }
        if let Some(wire) = pick(&self.contacts, *b) {
            told(sim.effort(wire));
        }
        told(sim.network().power_balance(&stage, &state));
        told(sim.network().stored_energy(&state));
        for warning in told(sim.network().stability_warnings(&state, &Tableau::rk4(), x[1]))
            .unwrap_or_default()
        {
            assert!(!warning.to_string().is_empty());
        }
        told(sim.stability_warnings());
        self.snapshots.push(sim.snapshot());
        if let Some(snapshot) = pick(&self.snapshots, *b) {
            told(sim.restore(&snapshot));
        }
        self.states.push(sim.state().clone());
        Some(())
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn nothing_panics(calls in proptest::collection::vec(call(), 1..60)) {
        let mut play = Play::default();
        for call in &calls {
            // More building than running; each simulation uses up one of the two builders.
            let _ = match call.what {
                0..=159 => play.make(call),
                160..=185 => play.start(call),
                186..=220 => play.run(call),
                _ => play.ask(call),
            };
        }
    }
}
