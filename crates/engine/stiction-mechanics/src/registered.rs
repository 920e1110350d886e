//! The components of this crate that can be named by their tags.

use stiction_core::{
    Coupling, Describe, Direct, Domain, Line, Parameter, PlanarFrame, Plane, Register, Shaft,
    Space, SpatialFrame, VectorDomain,
};

use crate::articulation::ArticulationParameters;
use crate::drives::GuidedMotion;
use crate::maps::{Framed, HingeAxes};
use crate::point_mass::Wheel;
use crate::rigid_body::Rigid;
use crate::timed_effort::EffortLaw;
use crate::{
    Along, ArmPoint, AxialSpring, Between, BodyPoint, ConstantVelocity, CrankSlider, Differential,
    EndStop, Footprint, LinkFrame, LinkPoint, PenaltyHinge, Pendulum, PlanarArm, PlanarBody,
    PlanarPoint, PointMass, PointsBetween, RelativeFrame, Sinusoid, SphereOnPlane, SpringDamper,
    Transmission, Waypoints,
};

/// Adds the components of this crate.
pub fn register(registry: &mut impl Register) {
    fn vectors<D: VectorDomain>(registry: &mut impl Register) {
        registry.law::<SpringDamper<D>>();
        registry.map::<Between<D>>();
        registry.drive::<D, ConstantVelocity<D>>();
        registry.drive::<D, Sinusoid<D>>();
        registry.drive::<D, Waypoints<D>>();
        registry.drive::<D, GuidedMotion<D>>();
        effort::<D>(registry);
    }
    fn effort<D: Domain>(registry: &mut impl Register) {
        registry.law::<EffortLaw<D>>();
    }
    vectors::<Line>(registry);
    vectors::<Shaft>(registry);
    vectors::<Plane>(registry);
    vectors::<Space>(registry);
    registry.law::<EndStop<Line>>();
    registry.law::<EndStop<Shaft>>();
    registry.law::<AxialSpring<Plane>>();
    registry.law::<AxialSpring<Space>>();
    registry.law::<PenaltyHinge>();
    effort::<PlanarFrame>(registry);
    effort::<SpatialFrame>(registry);
    maps(registry);
    bodies(registry);
}

fn maps(registry: &mut impl Register) {
    fn gears<A, B>(registry: &mut impl Register)
    where
        A: VectorDomain<Vector = f64>,
        B: VectorDomain<Vector = f64>,
    {
        registry.map::<Transmission<A, B>>();
        registry.map::<Differential<A, B, Line>>();
        registry.map::<Differential<A, B, Shaft>>();
    }
    fn point<C: Describe>(registry: &mut impl Register)
    where
        C::Built: Coupling<To = Space> + Clone + Parameter,
    {
        registry.map::<C>();
        registry.map::<Framed<C::Built>>();
    }
    registry.map::<Framed<Direct<Space>>>();
    registry.map::<Framed<Between<Space>>>();
    gears::<Line, Line>(registry);
    gears::<Line, Shaft>(registry);
    gears::<Shaft, Line>(registry);
    gears::<Shaft, Shaft>(registry);
    registry.map::<CrankSlider>();
    registry.map::<Along<Plane>>();
    registry.map::<Along<Space>>();
    registry.map::<PlanarPoint>();
    point::<BodyPoint>(registry);
    point::<PointsBetween>(registry);
    point::<SphereOnPlane>(registry);
    registry.map::<HingeAxes>();
    registry.map::<RelativeFrame>();
    registry.map::<Footprint>();
    registry.map::<ArmPoint<1>>();
    registry.map::<ArmPoint<2>>();
    registry.map::<ArmPoint<3>>();
    registry.map::<ArmPoint<4>>();
    registry.map::<ArmPoint<5>>();
    registry.map::<ArmPoint<6>>();
    links(registry);
}

fn bodies(registry: &mut impl Register) {
    registry.body::<PointMass<Line>>();
    registry.body::<PointMass<Plane>>();
    registry.body::<PointMass<Space>>();
    registry.body::<Wheel>();
    registry.body::<Pendulum>();
    registry.body::<PlanarBody>();
    registry.body::<Rigid>();
    registry.body::<PlanarArm>();
    registry.body::<ArticulationParameters>();
}

/// The most joints through which a file reaches a link, from a base that is mounted and from one that is free.
pub const MOST_JOINTS_TO_A_LINK: [usize; 2] = [14, 7];

/// Registers one map for each number of joints that carry the link.
fn links(registry: &mut impl Register) {
    fn mounted<const K: usize>(registry: &mut impl Register) {
        registry.map::<LinkPoint<K>>();
        registry.map::<LinkFrame<K>>();
    }
    fn both<const K: usize>(registry: &mut impl Register) {
        mounted::<K>(registry);
        registry.map::<LinkPoint<K, true>>();
        registry.map::<LinkFrame<K, true>>();
    }
    // The base itself.
    registry.map::<LinkPoint<0, true>>();
    registry.map::<LinkFrame<0, true>>();
    both::<1>(registry);
    both::<2>(registry);
    both::<3>(registry);
    both::<4>(registry);
    both::<5>(registry);
    both::<6>(registry);
    both::<7>(registry);
    mounted::<8>(registry);
    mounted::<9>(registry);
    mounted::<10>(registry);
    mounted::<11>(registry);
    mounted::<12>(registry);
    mounted::<13>(registry);
    mounted::<14>(registry);
}
