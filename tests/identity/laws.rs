//! Friction laws, contacts, limit sets and normal loads.

use nalgebra::{Vector2, Vector3};
use stiction::core::impedance::from_fn;
use stiction::core::signal::Sine;
use stiction::friction::{
    AmendedLuGre, BristleRate, ConvexPolygon, CrossPolytope, Diagonal, DirectionalGsat, Disc,
    ElastoPlasticFriction, Ellipsoid, EllipticContact, Friction, GearFriction, LimitSet,
    LimitSetGsat, MaxwellSlip, NormalLoad, PointContact, PointSupports, RegularPolygon, Relaxation,
    StribeckShape, SupportSet, ThermalGsat, ThresholdFriction, Viscosity,
};
use stiction::prelude::*;

use super::{Census, law};

pub(super) fn all(census: &mut Census) {
    tangential(census);
    of_drives(census);
    loaded(census);
    contacts(census);
    limit_sets(census);
    loads(census);
}

fn curve(p: &[f64], shape: StribeckShape) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(p[0]).breakaway(p[1]).stribeck_speed(p[2]);
    curve.shape(shape).build().unwrap()
}

/// With the curve of three parameters from `p[0]` on, and an exponent.
fn exponential(p: &[f64]) -> StribeckCurve {
    curve(p, StribeckShape::Exponential { exponent: p[3] })
}

const CURVE: [f64; 4] = [0.3, 0.5, 0.02, 1.3];

fn with_curve<const N: usize>(first: [f64; N]) -> Vec<f64> {
    [&CURVE[..], &first].concat()
}

fn tangential(census: &mut Census) {
    census.parameters("GsatFriction", &[1e4, 10.0, 3.0, 0.7], |p| {
        let gsat = GsatFriction::<Plane>::builder().stiffness(p[0]).damping(p[1]).limit(p[2]);
        let kappa = Relaxation::OrderPreserving { kappa: p[3] };
        law(gsat.relaxation(kappa).build().unwrap())
    });
    let relaxations = [
        Relaxation::Implicit,
        Relaxation::OrderPreserving { kappa: 0.9 },
        Relaxation::Constant { stage_damping: 0.5 },
    ];
    census.choices(
        "GsatFriction",
        relaxations
            .map(|relaxation| {
                let gsat = GsatFriction::<Line>::builder().stiffness(1.0).damping(1.0).limit(1.0);
                law(gsat.relaxation(relaxation).build().unwrap())
            })
            .into(),
    );
    census.parameters("RateDependentGsat", &with_curve([1e4, 200.0, 0.4]), |p| {
        let gsat = RateDependentGsat::<Line>::builder().curve(exponential(p)).stiffness(p[4]);
        law(gsat.damping(p[5]).viscous_damping(p[6]).build().unwrap())
    });
    census.parameters("DahlFriction", &[1e4, 3.0], |p| {
        law(DahlFriction::<Line>::builder().stiffness(p[0]).limit(p[1]).build().unwrap())
    });
    census.choices(
        "DahlFriction",
        [BristleRate::Explicit, BristleRate::Implicit]
            .map(|rate| {
                let dahl = DahlFriction::<Line>::builder().stiffness(1.0).limit(1.0);
                law(dahl.bristle_rate(rate).build().unwrap())
            })
            .into(),
    );
    census.parameters("LuGreFriction", &with_curve([1e4, 10.0, 0.4]), |p| {
        let steady = SteadyState::Force(exponential(p));
        let lugre = LuGreFriction::<Plane>::builder().stiffness(p[4]).damping(p[5]);
        law(lugre.viscous_damping(p[6]).steady_state(steady).build().unwrap())
    });
    census.parameters("ElastoPlasticFriction", &[1e4, 10.0, 0.4, 3.0, 0.7], |p| {
        let bristle = ElastoPlasticFriction::<Plane>::builder().stiffness(p[0]).damping(p[1]);
        let bristle = bristle.viscous_damping(p[2]).limit(p[3]).breakaway_fraction(p[4]);
        law(bristle.build().unwrap())
    });
    census.parameters("ThresholdFriction", &[3.0, 1e-3], |p| {
        law(ThresholdFriction::<Plane>::builder()
            .limit(p[0])
            .threshold_speed(p[1])
            .build()
            .unwrap())
    });
}

fn of_drives(census: &mut Census) {
    let numbers = [&CURVE[..], &CURVE, &[1e4, 200.0, 0.4, 0.6]].concat();
    census.parameters("DirectionalGsat", &numbers, |p| {
        let gsat = DirectionalGsat::<Shaft>::builder().forward(exponential(p));
        let gsat = gsat.backward(exponential(&p[4..])).stiffness(p[8]).damping(p[9]);
        let gsat = gsat.forward_viscous_damping(p[10]).backward_viscous_damping(p[11]);
        law(gsat.build().unwrap())
    });
    let numbers = with_curve([1e4, 200.0, 0.4, 900.0, 150.0, 20.0, 0.1]);
    census.parameters("ThermalGsat", &numbers, |p| {
        let gsat = ThermalGsat::<Line>::builder().curve(exponential(p)).stiffness(p[4]);
        let gsat = gsat.damping(p[5]).viscous_damping(p[6]);
        let gsat = gsat.viscosity(Viscosity::Vogel { activation: p[7], distance: p[8] });
        law(gsat.heat_capacity(p[9]).heat_loss(p[10]).build().unwrap())
    });
    census.parameters("Viscosity", &[0.03], |p| {
        let gsat = ThermalGsat::<Line>::builder().curve(exponential(&CURVE)).stiffness(1.0);
        let gsat = gsat.damping(1.0).viscosity(Viscosity::Exponential { coefficient: p[0] });
        law(gsat.heat_capacity(1.0).heat_loss(1.0).build().unwrap())
    });
    census.parameters("MaxwellSlip", &with_curve([1e4, 2e4, 20.0, 5.0, 0.4]), |p| {
        let slip = MaxwellSlip::<Plane>::builder().stiffnesses([p[4], p[5]]).shares([0.4, 0.6]);
        let slip = slip.curve(exponential(p)).attraction(p[6]).damping(p[7]);
        law(slip.viscous_damping(p[8]).build().unwrap())
    });
    let shares = [[0.4, 0.6], [0.5, 0.5]].map(|shares| {
        let slip = MaxwellSlip::<Line>::builder().stiffnesses([1.0, 2.0]).shares(shares);
        law(slip.curve(exponential(&CURVE)).attraction(1.0).build().unwrap())
    });
    census.choices("MaxwellSlip", shares.into());
    census.parameters("GearFriction", &[100.0, 0.1, 1e3, 0.5, 0.02, 0.1, 1.2], |p| {
        let mesh = SpringDamper::<Shaft>::builder().stiffness(p[0]).damping(p[1]).build().unwrap();
        let gear = GearFriction::builder().mesh(mesh).stiffness(p[2]).damping(p[3]).limit(p[4]);
        law(gear.driving(p[5]).back_driven(p[6]).build().unwrap())
    });
}

fn coulomb(p: &[f64]) -> CoulombGsat {
    CoulombGsat::builder().stiffness(p[0]).damping(p[1]).friction(p[2]).build().unwrap()
}

fn under<L: Friction<Line>>(friction: L, load: impl Into<NormalLoad>) -> Network {
    let load: NormalLoad = load.into();
    law(Loaded::<_, Line>::builder().law(friction).normal_force(load).build().unwrap())
}

fn loaded(census: &mut Census) {
    census.parameters("CoulombGsat", &[1e4, 10.0, 0.3], |p| under(coulomb(p), 2.0));
    census.parameters("AmendedLuGre", &with_curve([1e4, 10.0, 0.4]), |p| {
        let lugre = AmendedLuGre::builder().stiffness(p[4]).damping(p[5]).viscous_damping(p[6]);
        under(lugre.friction(exponential(p)).build().unwrap(), 2.0)
    });
    census.parameters("Loaded", &[1e4, 10.0, 0.3, 2.0], |p| under(coulomb(p), p[3]));
}

fn loads(census: &mut Census) {
    census.parameters("NormalLoad", &[2.0, 0.1, 3.0], |p| {
        let load = Signal::steps([(0.0, p[0]), (p[1], p[2])]).unwrap();
        under(coulomb(&[1.0, 1.0, 1.0]), load)
    });
    let sine = || Sine::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
    let loads = [NormalLoad::from(sine()), NormalLoad::lifting(sine())];
    let loads = loads.map(|load| under(coulomb(&[1.0, 1.0, 1.0]), load));
    census.choices("NormalLoad", loads.into());
    census.choices(
        "FromFn",
        [
            law(from_fn::<Line, _>(|_, motion| -motion.flow)),
            law(from_fn::<Line, _>(|_, motion| -motion.flow).as_source()),
        ]
        .into(),
    );
}

fn contacts(census: &mut Census) {
    census.parameters("PointContact", &[1e4, 10.0, 1e3, 5.0, 0.3], |p| {
        let contact = PointContact::builder().stiffness(p[0]).damping(p[1]).law(coulomb(&p[2..]));
        law(contact.build().unwrap())
    });
    census.parameters("PyramidContact", &[1e4, 10.0, 0.3, 0.2, 1e3, 5.0], |p| {
        let contact = PyramidContact::builder().stiffness(p[0]).damping(p[1]).friction(p[2]);
        let contact = contact.sides(6).phase(p[3]).tangential_stiffness(p[4]);
        law(contact.tangential_damping(p[5]).build().unwrap())
    });
    let numbers =
        [1e4, 10.0, 0.3, 0.4, 0.01, 0.02, 0.03, 1e3, 5.0, 11.0, 0.7, 12.0, 0.9, 0.3, 0.5, 0.2];
    census.parameters("EllipticContact", &numbers, |p| {
        let contact = EllipticContact::builder().stiffness(p[0]).damping(p[1]);
        let contact = contact.friction([p[2], p[3]]).torsional_friction(p[4]);
        let contact = contact.rolling_friction([p[5], p[6]]).tangential_stiffness(p[7]);
        let contact = contact.tangential_damping(p[8]).torsional_stiffness(p[9]);
        let contact = contact.torsional_damping(p[10]).rolling_stiffness(p[11]);
        let contact = contact.rolling_damping(p[12]);
        law(contact.speed_dependence(curve(&p[13..], StribeckShape::Gaussian)).build().unwrap())
    });
    census.parameters("FrameContact", &numbers[..7], |p| {
        let contact = EllipticContact::builder().stiffness(p[0]).damping(p[1]);
        let contact = contact.friction([p[2], p[3]]).torsional_friction(p[4]);
        let contact = contact.rolling_friction([p[5], p[6]]).build().unwrap();
        law(contact.pyramidal())
    });
}

fn limit_sets(census: &mut Census) {
    fn plane<S>(set: S) -> Network
    where
        LimitSetGsat<S, f64>: Friction<Plane>,
        S: LimitSet<Vector2<f64>> + core::fmt::Debug,
    {
        let gsat = LimitSetGsat::builder().set(set).stiffness(1e4).damping(10.0).build().unwrap();
        law(Loaded::<_, Plane>::builder().law(gsat).normal_force(2.0).build().unwrap())
    }
    census.parameters("LimitSetGsat", &[1e4, 2e4, 10.0, 20.0, 0.4], |p| {
        let diagonal = |p: &[f64]| Diagonal::new(Vector2::new(p[0], p[1])).unwrap();
        let gsat = LimitSetGsat::builder().set(Disc::new(1.0).unwrap()).coefficient(p[4]);
        let gsat = gsat.stiffness(diagonal(p)).damping(diagonal(&p[2..])).build().unwrap();
        law(Loaded::<_, Plane>::builder().law(gsat).normal_force(2.0).build().unwrap())
    });
    census.parameters("Disc", &[0.3], |p| plane(Disc::new(p[0]).unwrap()));
    census.parameters("Ellipsoid", &[0.3, 0.4], |p| {
        plane(Ellipsoid::new(Vector2::new(p[0], p[1])).unwrap())
    });
    census.parameters("CrossPolytope", &[0.3, 0.4], |p| {
        plane(CrossPolytope::new(Vector2::new(p[0], p[1])).unwrap())
    });
    // A closure has no identity, the name stands for it.
    census.choices(
        "SupportSet",
        ["one", "other"]
            .map(|name| plane(SupportSet::new(name, |n: Vector2<f64>| n.normalize()).unwrap()))
            .into(),
    );
    census.parameters("ConvexPolygon", &[0.3, 0.4, 0.5, 0.2, 0.2, 0.3], |p| {
        let vertices = [
            Vector2::new(p[0], p[1]),
            Vector2::new(-p[2], p[3]),
            Vector2::new(-p[4], -p[5]),
            Vector2::new(0.4, -0.3),
        ];
        plane(ConvexPolygon::new(&vertices).unwrap())
    });
    census.parameters("RegularPolygon", &[0.3, 0.2], |p| {
        plane(RegularPolygon::new(9, p[0], p[1]).unwrap())
    });
    census.choices(
        "RegularPolygon",
        (3..20).map(|sides| plane(RegularPolygon::new(sides, 1.0, 0.0).unwrap())).collect(),
    );
    census.parameters("PointSupports", &[0.1, 0.2, 0.3, 0.4, 2.0], |p| {
        let points = [
            (Vector2::new(p[0], p[1]), 1.0),
            (Vector2::new(-p[2], p[3]), p[4]),
            (Vector2::new(0.0, -0.1), 1.0),
        ];
        let diagonal = |x: f64| Diagonal::new(Vector3::new(x, x, 1e-3 * x)).unwrap();
        let gsat = LimitSetGsat::builder().set(PointSupports::new(&points).unwrap());
        let gsat = gsat.stiffness(diagonal(1e4)).damping(diagonal(10.0)).build().unwrap();
        law(Loaded::<_, Space>::builder().law(gsat).normal_force(2.0).build().unwrap())
    });
}
