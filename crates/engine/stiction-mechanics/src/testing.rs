//! Helpers of the unit tests of this crate: random motions, and the laws that every map and every
//! admittance obeys.

use nalgebra::{Quaternion, Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{
    Admittance, Domain, Motion, ParameterError, PlanarFrame, PlanarPose, PlanarTwist, Pose, Space,
    SpatialFrame, Stage, Twist,
};

pub(crate) fn number(bound: f64) -> impl Strategy<Value = f64> {
    -bound..bound
}

pub(crate) fn vector2(bound: f64) -> impl Strategy<Value = Vector2<f64>> {
    [number(bound), number(bound)].prop_map(Vector2::from)
}

pub(crate) fn vector3(bound: f64) -> impl Strategy<Value = Vector3<f64>> {
    [number(bound), number(bound), number(bound)].prop_map(Vector3::from)
}

pub(crate) fn orientation() -> impl Strategy<Value = Quaternion<f64>> {
    [number(1.0), number(1.0), number(1.0), number(1.0)]
        .prop_map(|[w, x, y, z]| Quaternion::new(w, x, y, z))
        .prop_filter("too short to normalise", |q| q.norm() > 0.1)
        .prop_map(|q| q.normalize())
}

pub(crate) fn pose() -> impl Strategy<Value = Pose> {
    (vector3(2.0), orientation()).prop_map(|(position, orientation)| Pose { position, orientation })
}

pub(crate) fn scalar_motion<D: Domain<Pose = f64, Flow = f64>>() -> impl Strategy<Value = Motion<D>>
{
    (number(3.0), number(5.0)).prop_map(|(pose, flow)| Motion { pose, flow })
}

pub(crate) fn space_motion() -> impl Strategy<Value = Motion<Space>> {
    (vector3(2.0), vector3(5.0)).prop_map(|(pose, flow)| Motion { pose, flow })
}

pub(crate) fn planar_frame_motion() -> impl Strategy<Value = Motion<PlanarFrame>> {
    (vector2(2.0), number(4.0), vector2(5.0), number(5.0)).prop_map(|(p, angle, v, angular)| {
        Motion { pose: PlanarPose { position: p, angle }, flow: PlanarTwist { linear: v, angular } }
    })
}

pub(crate) fn frame_motion() -> impl Strategy<Value = Motion<SpatialFrame>> {
    (pose(), vector3(5.0), vector3(5.0))
        .prop_map(|(pose, linear, angular)| Motion { pose, flow: Twist { linear, angular } })
}

pub(crate) use crate::scalars;

/// Returns the rate of an admittance under the given efforts, one vector of scalars per flow slot in order.
pub(crate) fn rate_under<A: Admittance>(component: &A, state: &[f64], efforts: &[f64]) -> Vec<f64> {
    let mut rate = vec![f64::NAN; state.len()];
    for (slot, effort) in
        (component as &dyn stiction_core::AnyAdmittance).flow_slots().into_iter().zip(efforts)
    {
        rate[slot] = *effort;
    }
    component.rate(&Stage::at(0.0), state, &mut rate);
    rate
}

/// Asserts that the component stores the power that the ports deliver, effort times flow.
pub(crate) fn assert_power_balance<A: Admittance>(
    component: &A,
    state: &[f64],
    efforts: &[f64],
    epsilon: f64,
) {
    let slots = (component as &dyn stiction_core::AnyAdmittance).flow_slots();
    assert_eq!(slots.len(), efforts.len());
    let delivered: f64 =
        slots.iter().zip(efforts).map(|(&slot, effort)| state[slot] * effort).sum();
    let rate = rate_under(component, state, efforts);
    let stored = component.powers(&Stage::at(0.0), state, &rate).stored.unwrap();
    approx::assert_relative_eq!(stored, delivered, epsilon = epsilon, max_relative = epsilon);
}

/// Asserts that the build was refused for this parameter.
pub(crate) fn assert_refused<T: core::fmt::Debug>(
    built: Result<T, ParameterError>,
    parameter: &str,
) {
    let refused = built.unwrap_err();
    assert_eq!(refused.parameter, parameter, "{refused}");
}

/// Values that no stiffness, mass or length may have.
pub(crate) const NOT_POSITIVE: [f64; 5] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
/// Values that no parameter may have.
pub(crate) const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
