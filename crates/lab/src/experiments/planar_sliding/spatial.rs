//! The equations of the body in space, with which the paper compares its planar model.
//!
//! The planar model is not used here: Newton's and Euler's equations (1) in six components for a
//! wrench at the contact point, and the conditions of friction (4) to (7). A step that meets them,
//! with the contact point within the support, solves the complementarity problem of the paper.

use nalgebra::{Vector3, vector};
use stiction::core::ContactMode;
use stiction::sliding::PlanarSlider;

use super::body::STEP;
use super::run::Step;
use crate::experiments::check::worst;

/// Residuals of the equations.
#[derive(Clone, Copy, Default)]
pub(super) struct Residual {
    /// Residual of (1), relative to the limits of friction: force, and moment about all three axes
    /// \[1\].
    pub(super) balance: f64,
    /// Residual of (4) to (6) \[m/s\].
    pub(super) slip: f64,
    /// Relative residual of the ellipsoid (7); 0 in stick within it.
    pub(super) ellipsoid: f64,
}

impl Residual {
    /// Returns the largest residuals of all steps.
    pub(super) fn worst(slider: &PlanarSlider, steps: &[Step]) -> Self {
        let all: Vec<_> = steps.iter().map(|step| Self::of(slider, step)).collect();
        let of = |part: fn(&Self) -> f64| worst(all.iter().map(part));
        Self { balance: of(|r| r.balance), slip: of(|r| r.slip), ellipsoid: of(|r| r.ellipsoid) }
    }

    /// Returns the residuals of a step; NaN without contact.
    fn of(slider: &PlanarSlider, step: &Step) -> Self {
        let Some(point) = step.report.contact_point else {
            return Self { balance: f64::NAN, slip: f64::NAN, ellipsoid: f64::NAN };
        };
        let Step { before, after, load, report } = step;
        let (p, normal) = (report.impulse, report.normal_impulse);
        let contact = vector![p.x, p.y, normal];
        let weight = vector![0.0, 0.0, -slider.mass() * slider.gravity()];
        let arm = point.offset.push(-slider.height());
        let change = (after.flow.linear - before.flow.linear).push(0.0) * slider.mass();
        let force = contact + (load.force + weight) * STEP - change;
        let spin = slider.inertia() * (after.flow.angular - before.flow.angular);
        let moment = arm.cross(&contact) + vector![0.0, 0.0, p.z - spin] + load.torque * STEP;
        let e = Vector3::from(slider.semi_axes());
        let limit = slider.friction() * normal;
        let (force, moment) = (force / limit, moment / (limit * e.z));
        let balance = worst(force.iter().chain(&moment).copied());

        let w = after.flow.angular;
        let slip = after.flow.linear + vector![-point.offset.y, point.offset.x] * w;
        let slip = slip.push(w).component_mul(&e);
        let direction = p.component_div(&e) / limit;
        let opposed = worst((slip + direction * report.multiplier).iter().copied());
        let size = direction.norm();
        let ellipsoid = match report.status {
            // `max` would hide a NaN.
            ContactMode::Stick if size <= 1.0 => 0.0,
            _ => (size - 1.0).abs(),
        };
        Self { balance, slip: opposed, ellipsoid }
    }
}

#[cfg(test)]
mod tests {
    use super::super::body::Body;
    use super::super::run::Run;
    use super::*;

    /// An error of one part in a million in an impulse, a position or a velocity is noticed.
    #[test]
    fn wrong_steps_are_noticed() {
        let run = Run::new(&Body::pushed(0.05).unwrap(), 5).unwrap();
        let right = run.steps[4];
        let left = |step: Step| {
            let left = Residual::worst(&run.slider, &[step]);
            worst([left.balance, left.slip, left.ellipsoid])
        };
        assert!(left(right) < 1e-13);
        let mut step = right;
        step.report.impulse.x *= 1.0 + 1e-6;
        assert!(left(step) > 1e-8);
        let mut step = right;
        if let Some(point) = &mut step.report.contact_point {
            point.offset.y += 1e-8;
        }
        assert!(left(step) > 1e-8);
        let mut step = right;
        step.after.flow.angular = f64::NAN;
        assert!(left(step).is_nan());
    }
}
