//! Every parameter of the friction laws and of the Stribeck curve, bad.

use stiction::friction::{
    AmendedLuGre, BristleRate, ConvexPolygon, Diagonal, DirectionalGsat, Disc,
    ElastoPlasticFriction, Ellipsoid, EllipticContact, GearFriction, LimitSet, LimitSetGsat,
    MaxwellSlip, PointContact, RegularPolygon, Relaxation, StribeckShape, ThermalGsat,
    ThresholdFriction, Viscosity,
};
use stiction::prelude::*;

use super::table::{law, no_nan, refuses_or_works};

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
    let gsat = [("stiffness", 1e4), ("damping", 10.0), ("limit", 2.0), ("stage_damping", 10.0)];
    refuses_or_works(
        "GsatFriction",
        &gsat,
        |v| {
            let law = GsatFriction::<Line>::builder().stiffness(v[0]).damping(v[1]).limit(v[2]);
            law.relaxation(Relaxation::Constant { stage_damping: v[3] }).build()
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
            law(&Loaded::<_, Plane>::builder()
                .law(built.clone())
                .normal_force(3.0)
                .build()
                .unwrap())
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
                law(&Loaded::<_, Line>::builder().law(*built).normal_force(3.0).build().unwrap())
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
    of_drives();
    refuses_or_works(
        "Loaded",
        &[("normal_force", 3.0)],
        |v| {
            let shoe = CoulombGsat::builder().stiffness(1e4).damping(1.0).friction(0.5).build()?;
            Loaded::<_, Plane>::builder().law(shoe).normal_force(v[0]).build()
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

#[test]
fn contacts_with_other_cones() {
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("friction", 0.5),
        ("tangential_stiffness", 1e4),
        ("tangential_damping", 1.0),
        ("phase", 0.3),
        ("kappa", 0.8),
    ];
    refuses_or_works(
        "PyramidContact",
        &names,
        |v| {
            let law = PyramidContact::builder().stiffness(v[0]).damping(v[1]).friction(v[2]);
            let law = law.tangential_stiffness(v[3]).tangential_damping(v[4]).phase(v[5]);
            law.sides(5).relaxation(relaxation(&v[6..])).build()
        },
        law,
    );
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("friction", 0.5),
        ("torsional_friction", 0.02),
        ("rolling_friction", 0.01),
        ("tangential_stiffness", 1e4),
        ("tangential_damping", 1.0),
        ("torsional_stiffness", 1.0),
        ("torsional_damping", 0.1),
        ("rolling_stiffness", 1.0),
        ("rolling_damping", 0.1),
        ("kappa", 0.8),
    ];
    refuses_or_works(
        "EllipticContact",
        &names,
        |v| {
            let law = EllipticContact::builder().stiffness(v[0]).damping(v[1]);
            let law = law.friction([v[2], 0.4]).torsional_friction(v[3]);
            let law = law.rolling_friction([v[4], 0.01]).tangential_stiffness(v[5]);
            let law = law.tangential_damping(v[6]).torsional_stiffness(v[7]);
            let law = law.torsional_damping(v[8]).rolling_stiffness(v[9]);
            law.rolling_damping(v[10]).relaxation(relaxation(&v[11..])).build()
        },
        law,
    );
    refuses_or_works(
        "EllipticContact",
        &names[..4],
        |v| {
            let law = EllipticContact::builder().stiffness(v[0]).damping(v[1]);
            law.friction([0.5, v[2]]).torsional_friction(v[3]).build()
        },
        law,
    );
    refuses_or_works(
        "LimitSetGsat",
        &[("stiffness", 1e4), ("damping", 10.0), ("coefficient", 0.5), ("kappa", 0.8)],
        |v| {
            let set = Ellipsoid::new([1.0, 0.0].into())?;
            let law = LimitSetGsat::builder().set(set).stiffness(v[0]).damping(v[1]);
            law.coefficient(v[2]).relaxation(relaxation(&v[3..])).build()
        },
        |built| {
            law(&Loaded::<_, Plane>::builder()
                .law(built.clone())
                .normal_force(3.0)
                .build()
                .unwrap())
        },
    );
    refuses_or_works(
        "LimitSetGsat",
        &[("stiffness", 1e4), ("damping", 10.0)],
        |v| {
            let set = Ellipsoid::new([1.0, 0.5].into())?;
            let law = LimitSetGsat::builder().set(set).stiffness(v[0]).damping(v[1]);
            law.coefficient(usual_curve()).build()
        },
        |built| {
            law(&Loaded::<_, Plane>::builder()
                .law(built.clone())
                .normal_force(3.0)
                .build()
                .unwrap())
        },
    );
}

#[test]
fn limit_sets() {
    let probe = |built: &dyn Fn(f64, [f64; 2]) -> [f64; 2]| -> Result<(), String> {
        for normal_force in [0.0, 1e-320, 1.0, 1e200] {
            for force in [[0.0, 0.0], [1.0, -2.0], [1e-200, 1e-200], [-1e200, 1e190]] {
                no_nan(&format!("{force:?} at {normal_force}"), &built(normal_force, force))?;
            }
        }
        Ok(())
    };
    fn projected<S: LimitSet<nalgebra::Vector2<f64>>>(
        set: &S,
    ) -> impl Fn(f64, [f64; 2]) -> [f64; 2] + '_ {
        |n, f| {
            let gain = Diagonal::new([1.0, 3.0].into()).unwrap();
            let section = set.at(n).unwrap();
            let both = section.project(&1.0, f.into()) + section.project(&gain, f.into()) * 0.0;
            [both.x, both.y]
        }
    }
    refuses_or_works("Disc", &[("radius", 0.5)], |v| Disc::new(v[0]), |s| probe(&projected(s)));
    refuses_or_works(
        "Ellipsoid",
        &[("semi_axes", 0.5)],
        |v| Ellipsoid::new([v[0], 0.1].into()),
        |s| probe(&projected(s)),
    );
    refuses_or_works(
        "RegularPolygon",
        &[("apothem", 0.5), ("phase", 0.3)],
        |v| RegularPolygon::new(5, v[0], v[1]),
        |s| probe(&projected(s)),
    );
    refuses_or_works(
        "ConvexPolygon",
        &[("vertices", 1.0)],
        |v| ConvexPolygon::new(&[[v[0], -0.5].into(), [0.0, 1.0].into(), [-1.0, -0.5].into()]),
        |s| probe(&projected(s)),
    );
}

fn of_drives() {
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("forward_viscous_damping", 0.4),
        ("backward_viscous_damping", 0.6),
    ];
    refuses_or_works(
        "DirectionalGsat",
        &names,
        |v| {
            let law = DirectionalGsat::<Line>::builder().stiffness(v[0]).damping(v[1]);
            let law = law.forward_viscous_damping(v[2]).backward_viscous_damping(v[3]);
            law.forward(usual_curve()).backward(usual_curve()).build()
        },
        law,
    );
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("viscous_damping", 0.4),
        ("heat_capacity", 20.0),
        ("heat_loss", 0.1),
        ("coefficient", 0.03),
    ];
    refuses_or_works(
        "ThermalGsat",
        &names,
        |v| {
            let law = ThermalGsat::<Plane>::builder().stiffness(v[0]).damping(v[1]);
            let law = law.viscous_damping(v[2]).heat_capacity(v[3]).heat_loss(v[4]);
            law.curve(usual_curve()).viscosity(Viscosity::Exponential { coefficient: v[5] }).build()
        },
        law,
    );
    let names =
        [("stiffnesses", 1e4), ("attraction", 20.0), ("damping", 10.0), ("viscous_damping", 0.4)];
    refuses_or_works(
        "MaxwellSlip",
        &names,
        |v| {
            let law = MaxwellSlip::<Line>::builder().stiffnesses([v[0], 1e4]).shares([0.5, 0.5]);
            law.curve(usual_curve()).attraction(v[1]).damping(v[2]).viscous_damping(v[3]).build()
        },
        law,
    );
    let names = [
        ("stiffness", 1e4),
        ("damping", 10.0),
        ("limit", 0.1),
        ("driving", 0.2),
        ("back_driven", 0.3),
    ];
    refuses_or_works(
        "GearFriction",
        &names,
        |v| {
            let mesh = SpringDamper::<Line>::builder().stiffness(1e4).build()?;
            let gear = GearFriction::builder().mesh(mesh).stiffness(v[0]).damping(v[1]);
            gear.limit(v[2]).driving(v[3]).back_driven(v[4]).build()
        },
        law,
    );
}
