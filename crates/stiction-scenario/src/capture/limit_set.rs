//! Friction with limit sets back to its entries in a file.

use core::any::Any;

use nalgebra::Vector2;
use stiction_core::{Line, Plane, Shaft, Space, Vector, VectorDomain};
use stiction_friction::{
    AxisGain, ConvexPolygon, Diagonal, Disc, Ellipsoid, Gain, LimitSet, LimitSetGsat, Loaded,
    PointContact, RegularPolygon,
};

use super::law::{coefficient, relaxation};
use super::signal::load;
use super::{Found, known, numbers};
use crate::law::Law;
use crate::limit_set::{AdmissibleSet, LimitSetContactLaw, LimitSetLaw};
use crate::value::Numbers;

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    round::<Line>(law)
        .or_else(|| round::<Shaft>(law))
        .or_else(|| round::<Plane>(law))
        .or_else(|| round::<Space>(law))
        .or_else(|| under_load::<RegularPolygon, Plane>(law))
        .or_else(|| under_load::<ConvexPolygon, Plane>(law))
        .or_else(|| at_point::<Disc>(law))
        .or_else(|| at_point::<Ellipsoid<Vector2<f64>>>(law))
        .or_else(|| at_point::<RegularPolygon>(law))
        .or_else(|| at_point::<ConvexPolygon>(law))
}

/// Sets of any dimension.
fn round<D: VectorDomain>(law: &dyn Any) -> Found<Law> {
    under_load::<Disc, D>(law).or_else(|| under_load::<Ellipsoid<D::Vector>, D>(law))
}

fn under_load<S: SetInFiles<D::Vector>, D: VectorDomain>(law: &dyn Any) -> Found<Law> {
    known::<Loaded<LimitSetGsat<S, f64>, D>, LimitSetLaw, _>(law)
        .or_else(|| known::<Loaded<LimitSetGsat<S, Diagonal<D::Vector>>, D>, LimitSetLaw, _>(law))
}

fn at_point<S: SetInFiles<Vector2<f64>>>(law: &dyn Any) -> Found<Law> {
    known::<PointContact<LimitSetGsat<S, f64>>, LimitSetContactLaw, _>(law).or_else(|| {
        known::<PointContact<LimitSetGsat<S, Diagonal<Vector2<f64>>>>, LimitSetContactLaw, _>(law)
    })
}

/// Sets that files know.
trait SetInFiles<V: Vector>: LimitSet<V> {
    fn entry(&self) -> AdmissibleSet;
}

impl<V: Vector> SetInFiles<V> for Disc {
    fn entry(&self) -> AdmissibleSet {
        AdmissibleSet::Disc { radius: self.radius() }
    }
}

impl<V: Vector> SetInFiles<V> for Ellipsoid<V> {
    fn entry(&self) -> AdmissibleSet {
        AdmissibleSet::Ellipsoid { semi_axes: numbers(&super::flat(&self.semi_axes())) }
    }
}

impl SetInFiles<Vector2<f64>> for RegularPolygon {
    fn entry(&self) -> AdmissibleSet {
        let (sides, apothem, phase) = (self.sides(), self.apothem(), self.phase());
        AdmissibleSet::RegularPolygon { sides, apothem, phase }
    }
}

impl SetInFiles<Vector2<f64>> for ConvexPolygon {
    fn entry(&self) -> AdmissibleSet {
        AdmissibleSet::ConvexPolygon { vertices: self.vertices().map(Into::into).collect() }
    }
}

/// Stiffness and damping that files know: a number, or one per axis.
trait GainInFiles: AxisGain {
    fn numbers(&self) -> Numbers;
}

impl GainInFiles for f64 {
    fn numbers(&self) -> Numbers {
        Numbers::One(*self)
    }
}

impl<V: Vector> GainInFiles for Diagonal<V> {
    fn numbers(&self) -> Numbers {
        Numbers::List((0..V::LEN).map(|axis| self.entry(axis)).collect())
    }
}

impl<S, G, D> TryFrom<&Loaded<LimitSetGsat<S, G>, D>> for LimitSetLaw
where
    D: VectorDomain,
    S: SetInFiles<D::Vector>,
    G: GainInFiles + Gain<D::Vector>,
{
    type Error = String;
    fn try_from(loaded: &Loaded<LimitSetGsat<S, G>, D>) -> Result<Self, String> {
        let law = loaded.law();
        Ok(Self {
            set: law.set().entry(),
            coefficient: coefficient(law.coefficient())?,
            stiffness: law.stiffness().numbers(),
            damping: law.damping().numbers(),
            normal_force: load(loaded.normal_force())?,
            relaxation: relaxation(law.relaxation())?,
        })
    }
}

impl<S, G> TryFrom<&PointContact<LimitSetGsat<S, G>>> for LimitSetContactLaw
where
    S: SetInFiles<Vector2<f64>>,
    G: GainInFiles + Gain<Vector2<f64>>,
{
    type Error = String;
    fn try_from(contact: &PointContact<LimitSetGsat<S, G>>) -> Result<Self, String> {
        let law = contact.law();
        Ok(Self {
            stiffness: contact.stiffness(),
            damping: contact.damping(),
            set: law.set().entry(),
            coefficient: coefficient(law.coefficient())?,
            tangential_stiffness: Some(law.stiffness().numbers()),
            tangential_damping: Some(law.damping().numbers()),
            relaxation: relaxation(law.relaxation())?,
        })
    }
}
