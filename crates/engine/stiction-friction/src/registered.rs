//! The laws of this crate that can be named by their tags.

use stiction_core::{Line, Plane, Register, Shaft, Space, VectorDomain};

use crate::contact::LuGreContact;
use crate::limit_set::written::{LimitSetContact, LimitSetLaw, Sets};
use crate::{
    AmendedLuGre, CoulombContact, CoulombGsat, DahlFriction, DirectionalGsat,
    ElastoPlasticFriction, EllipsoidContact, EllipticContact, GsatFriction, Loaded, LuGreFriction,
    MaxwellSlip, PyramidContact, RateDependentGsat, ThermalGsat, ThresholdFriction,
};

/// Adds the laws of this crate.
pub fn register(registry: &mut impl Register) {
    fn vectors<D: VectorDomain>(registry: &mut impl Register)
    where
        D::Vector: Sets,
    {
        registry.law::<GsatFriction<D>>();
        registry.law::<RateDependentGsat<D>>();
        registry.law::<LuGreFriction<D>>();
        registry.law::<DahlFriction<D>>();
        registry.law::<ElastoPlasticFriction<D>>();
        registry.law::<ThresholdFriction<D>>();
        registry.law::<MaxwellSlip<D>>();
        registry.law::<ThermalGsat<D>>();
        registry.law::<Loaded<CoulombGsat, D>>();
        registry.law::<Loaded<AmendedLuGre, D>>();
        registry.law::<LimitSetLaw<D>>();
    }
    vectors::<Line>(registry);
    vectors::<Shaft>(registry);
    vectors::<Plane>(registry);
    vectors::<Space>(registry);
    registry.law::<DirectionalGsat<Line>>();
    registry.law::<DirectionalGsat<Shaft>>();
    registry.law::<CoulombContact>();
    registry.law::<PyramidContact>();
    registry.law::<LuGreContact>();
    registry.law::<EllipticContact>();
    registry.law::<EllipsoidContact>();
    registry.law::<LimitSetContact<_>>();
}
