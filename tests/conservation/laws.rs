//! Friction laws with parameters of one scale, shared by the other files of this folder.

use nalgebra::Vector2;
use stiction::core::VectorDomain;
use stiction::friction::{
    AmendedLuGre, BristleRate, ElastoPlasticFriction, Friction, LimitSet, LimitSetGsat, Relaxation,
};
use stiction::prelude::*;

pub(super) const K: f64 = 1e4;
pub(super) const B: f64 = 10.0;
pub(super) const F: f64 = 2.0;

pub(super) fn relaxations() -> [Relaxation; 3] {
    let preserving = Relaxation::OrderPreserving { kappa: 0.8 };
    [Relaxation::Implicit, preserving, Relaxation::Constant { stage_damping: 15.0 }]
}

pub(super) fn gsat<D: VectorDomain>(relaxation: Relaxation) -> GsatFriction<D> {
    let law = GsatFriction::builder().stiffness(K).damping(B).limit(F);
    law.relaxation(relaxation).build().unwrap()
}

fn stribeck(scale: f64) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(scale).breakaway(1.5 * scale);
    curve.stribeck_speed(0.02).build().unwrap()
}

pub(super) fn rate_dependent<D: VectorDomain>(relaxation: Relaxation) -> RateDependentGsat<D> {
    let law = RateDependentGsat::builder().stiffness(K).damping(60.0).curve(stribeck(F));
    law.viscous_damping(0.4).relaxation(relaxation).build().unwrap()
}

pub(super) fn dahl<D: VectorDomain>(rate: BristleRate) -> DahlFriction<D> {
    DahlFriction::builder().stiffness(K).limit(F).bristle_rate(rate).build().unwrap()
}

pub(super) fn lugre<D: VectorDomain>(rate: BristleRate) -> LuGreFriction<D> {
    let steady = SteadyState::Force(StribeckCurve::constant(F).unwrap());
    let law = LuGreFriction::builder().stiffness(K).damping(B).viscous_damping(0.4);
    law.steady_state(steady).bristle_rate(rate).build().unwrap()
}

pub(super) fn elasto_plastic<D: VectorDomain<Vector = f64>>() -> ElastoPlasticFriction<D> {
    let law = ElastoPlasticFriction::builder().stiffness(K).damping(B).limit(F);
    law.breakaway_fraction(0.7).build().unwrap()
}

pub(super) fn amended(rate: BristleRate) -> AmendedLuGre {
    let law = AmendedLuGre::builder().stiffness(K / 4.0).damping(B / 4.0);
    law.friction(StribeckCurve::constant(0.5).unwrap()).bristle_rate(rate).build().unwrap()
}

pub(super) fn coulomb() -> CoulombGsat {
    CoulombGsat::builder().stiffness(K).damping(B).friction(0.5).build().unwrap()
}

pub(super) fn under_load<D: VectorDomain, L: Friction<D>>(law: L) -> Loaded<L, D> {
    Loaded::builder().law(law).normal_force(4.0).build().unwrap()
}

/// Returns friction in the plane with a set of about the size of [`F`] under 4 N.
pub(super) fn with_set<S: LimitSet<Vector2<f64>>>(
    set: S,
    relaxation: Relaxation,
) -> Loaded<LimitSetGsat<S, f64>, Plane> {
    let law = LimitSetGsat::builder().set(set).stiffness(K).damping(B).relaxation(relaxation);
    under_load(law.build().unwrap())
}

pub(super) fn pyramid(sides: usize) -> impl Impedance<Domain = Space> {
    let foot = PyramidContact::builder().stiffness(K).damping(B).friction(0.5).sides(sides);
    foot.build().unwrap()
}

pub(super) fn contact() -> PointContact<CoulombGsat> {
    CoulombContact::builder().stiffness(K).damping(B).friction(0.5).build().unwrap()
}
