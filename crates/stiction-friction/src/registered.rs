//! The laws of this crate that can be named by their tags.

use stiction_core::{Line, Plane, Registry, Shaft, Space, VectorDomain};

use crate::{
    AmendedLuGre, CoulombGsat, DahlFriction, ElastoPlasticFriction, GsatFriction, Loaded,
    LuGreFriction, RateDependentGsat, ThresholdFriction,
};

/// Adds the laws of this crate.
pub fn register(registry: &mut Registry) {
    fn vectors<D: VectorDomain>(registry: &mut Registry) {
        registry.law::<GsatFriction<D>>();
        registry.law::<RateDependentGsat<D>>();
        registry.law::<LuGreFriction<D>>();
        registry.law::<DahlFriction<D>>();
        registry.law::<ElastoPlasticFriction<D>>();
        registry.law::<ThresholdFriction<D>>();
        registry.law::<Loaded<CoulombGsat, D>>();
        registry.law::<Loaded<AmendedLuGre, D>>();
    }
    vectors::<Line>(registry);
    vectors::<Shaft>(registry);
    vectors::<Plane>(registry);
    vectors::<Space>(registry);
}
