//! The laws of this crate that can be named by their tags.

use stiction_core::{Line, Plane, Registry, Shaft, Space, VectorDomain};

use crate::{AxialSpring, PenaltyHinge, SpringDamper};

/// Adds the laws of this crate.
pub fn register(registry: &mut Registry) {
    fn vectors<D: VectorDomain>(registry: &mut Registry) {
        registry.law::<SpringDamper<D>>();
    }
    vectors::<Line>(registry);
    vectors::<Shaft>(registry);
    vectors::<Plane>(registry);
    vectors::<Space>(registry);
    registry.law::<AxialSpring<Plane>>();
    registry.law::<AxialSpring<Space>>();
    registry.law::<PenaltyHinge>();
}
