//! The components of this crate that can be named by their tags.

use stiction_core::{
    Coupling, Describe, Direct, Domain, Line, Parameter, PlanarFrame, Plane, Register, Shaft,
    Space, SpatialFrame, VectorDomain,
};

use crate::articulation::ArticulationEntry;
use crate::drives::{GuidedMotion, WaypointList};
use crate::maps::{Framed, HingeAxes};
use crate::point_mass::Wheel;
use crate::rigid_body::Rigid;
use crate::timed_effort::EffortLaw;
use crate::{
    Along, ArmPoint, AxialSpring, Between, BodyPoint, ConstantVelocity, CrankSlider, Differential,
    EndStop, Footprint, LinkFrame, LinkPoint, PenaltyHinge, Pendulum, PlanarArm, PlanarBody,
    PlanarPoint, PointMass, PointsBetween, RelativeFrame, Sinusoid, SphereOnPlaneParameters,
    SpringDamper, Transmission,
};

/// Adds the components of this crate.
pub fn register(registry: &mut impl Register) {
    fn vectors<D: VectorDomain>(registry: &mut impl Register) {
        registry.law::<SpringDamper<D>>();
        registry.map::<Between<D>>();
        registry.drive::<D, ConstantVelocity<D>>();
        registry.drive::<D, Sinusoid<D>>();
        registry.drive::<D, WaypointList<D>>();
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
    point::<SphereOnPlaneParameters>(registry);
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
    registry.body::<ArticulationEntry>();
}

/// The most ports through which a file reaches a link: 14 joints, or 7 of them and a free base.
pub const MOST_PORTS_OF_A_LINK: usize = 14;

/// Registers one for each number of ports that move the link.
fn links(registry: &mut impl Register) {
    fn carried_by<const K: usize>(registry: &mut impl Register) {
        registry.map::<LinkPoint<K>>();
        registry.map::<LinkFrame<K>>();
    }
    carried_by::<1>(registry);
    carried_by::<2>(registry);
    carried_by::<3>(registry);
    carried_by::<4>(registry);
    carried_by::<5>(registry);
    carried_by::<6>(registry);
    carried_by::<7>(registry);
    carried_by::<8>(registry);
    carried_by::<9>(registry);
    carried_by::<10>(registry);
    carried_by::<11>(registry);
    carried_by::<12>(registry);
    carried_by::<13>(registry);
    carried_by::<MOST_PORTS_OF_A_LINK>(registry);
}
