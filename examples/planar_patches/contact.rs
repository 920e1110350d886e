//! How stiff a contact holds what sticks on it.

use core::f64::consts::FRAC_PI_2;
use nalgebra::{Matrix3, Vector3};
use stiction::patch::LimitSurface;
use stiction_lab::planar_lugre::PadContact;

use crate::common::Outcome;

/// How steep the limit surfaces of a contact are, at most.
pub(crate) fn steepness(contact: &PadContact) -> Outcome<f64> {
    Ok(contact.surfaces()?.iter().map(|surface| surface.steepness()).fold(1.0, f64::max))
}

/// Rate at which the motion of a body on a contact decays while it sticks, at most, per unit of damping
/// and load: a limit surface with steep places is a damper stronger than its friction.
///
/// `compliance` turns forces into accelerations, both in units of the rim: torque/r and r α.
pub(crate) fn decay_rate(contact: &PadContact, compliance: &Matrix3<f64>) -> Outcome<f64> {
    let rates = contact.surfaces()?.iter().map(|surface| largest_slope(surface, compliance));
    Ok(rates.fold(0.0, f64::max))
}

/// The largest slope between neighbouring samples, in the metric of the kinetic energy.
fn largest_slope(surface: &LimitSurface, compliance: &Matrix3<f64>) -> f64 {
    let Some(metric) = compliance.cholesky() else { return f64::INFINITY };
    let samples = surface.samples();
    let step = FRAC_PI_2 / samples as f64;
    let direction = |a: usize, b: usize| {
        let ((sine, cosine), (out, up)) =
            ((a as f64 * step).sin_cos(), (b as f64 * step).sin_cos());
        Vector3::new(out * cosine, out * sine, up)
    };
    let slope = |(a, b): (usize, usize), (c, d): (usize, usize)| -> f64 {
        let ends = surface.sample_at(a, b).zip(surface.sample_at(c, d));
        let turn = direction(a, b) - direction(c, d);
        let turn = metric.l_dirty().solve_lower_triangular(&turn).map_or(0.0, |turn| turn.norm());
        let ends = ends.filter(|_| turn > 1e-9);
        ends.map_or(0.0, |(from, to)| metric.l().tr_mul(&(to - from)).norm() / turn)
    };
    let places = (0..4 * samples).flat_map(|a| (0..=samples).map(move |b| (a, b)));
    places
        .map(|(a, b)| slope((a, b), (a + 1, b)).max(slope((a, b), (a, b + 1))))
        .fold(0.0_f64, f64::max)
}
