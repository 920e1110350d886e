//! The laws of this crate that can be named by their tags.

use stiction_core::{
    Domain, LawEntry, Line, PlanarFrame, Plane, Registry, Shaft, Space, SpatialFrame, VectorDomain,
};

use crate::{AxialSpring, ConstantEffort, PenaltyHinge, SpringDamper, TimedEffort};

/// Adds the laws of this crate.
pub fn register(registry: &mut Registry) {
    fn vectors<D: VectorDomain>(registry: &mut Registry) {
        registry.law::<SpringDamper<D>>();
        effort::<D>(registry);
    }
    fn effort<D: Domain>(registry: &mut Registry) {
        registry.add(LawEntry::plainly::<TimedEffort<D>, ConstantEffort<D>>());
    }
    vectors::<Line>(registry);
    vectors::<Shaft>(registry);
    vectors::<Plane>(registry);
    vectors::<Space>(registry);
    registry.law::<AxialSpring<Plane>>();
    registry.law::<AxialSpring<Space>>();
    registry.law::<PenaltyHinge>();
    effort::<PlanarFrame>(registry);
    effort::<SpatialFrame>(registry);
}
