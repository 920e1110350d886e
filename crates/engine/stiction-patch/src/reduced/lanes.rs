//! The arithmetic of the reduced model, for one patch or several side by side.
//!
//! Patches in lanes differ by their loads, motions and bristles only. All other numbers are alike, so they are taken
//! from the patch of the first lane and asked for as forms, not as numbers:
//!
//! ```text
//! twist of the frame ── lever, turn ──> twist at the centre of pressure, axes of the patch
//!                                         │ deflection_rate: three bristles
//! wrench of the frame <── turn, lever ── wrench at the centre of pressure
//! ```

use std::sync::Arc;

use stiction_core::kernel::PlanarWrenchIn;
use stiction_core::{MotionIn, Numbers, PlanarFrame, Real};
use stiction_friction::StribeckShape;

use super::{ReducedPatch, ReducedShape};
use crate::kernel::rim_relaxation;
use crate::mount::{torque_from, velocity_at};

/// Asks for all that the patches must have in common.
pub(super) fn common<R: Real>(
    contact: &ReducedPatch,
    shape: &ReducedShape,
    numbers: &mut impl Numbers<R>,
) {
    let ReducedPatch { bristles, model, bristle_rate, mount, .. } = contact;
    let curve = bristles.friction();
    let surface = shape.surface.as_ref().map_or(0, |surface| Arc::as_ptr(surface).addr() as u64);
    let (curve_shape, exponent) = match curve.shape() {
        StribeckShape::Exponential { exponent } => (2, exponent),
        StribeckShape::Gaussian => (1, 0.0),
        _ => (0, 0.0),
    };
    let common = [
        curve.coulomb(),
        curve.breakaway(),
        curve.stribeck_speed(),
        exponent,
        bristles.stiffness(),
        bristles.damping(),
        bristles.viscous_damping(),
        bristles.breakaway_fraction(),
        mount.pose().position.x,
        mount.pose().position.y,
        mount.pose().angle,
        shape.center_of_pressure.x,
        shape.center_of_pressure.y,
        shape.radius,
        shape.viscous_factor,
    ];
    // Patches that share a limit surface share its address. Bits of numbers are compared, so that -0.0 is not 0.0.
    let forms = [surface, curve_shape, *model as u64, *bristle_rate as u64, mount.on() as u64];
    forms.into_iter().chain(common.map(f64::to_bits)).for_each(|form| numbers.form(form));
}

/// Patches of one shape under several loads.
pub(super) struct Patches<'a, R> {
    pub(super) contact: &'a ReducedPatch,
    pub(super) shape: &'a ReducedShape,
    pub(super) load: R,
}

impl<R: Real> Patches<'_, R> {
    /// Responds as [`Impedance::respond`](stiction_core::Impedance::respond).
    #[inline(always)]
    pub(super) fn respond(
        &self,
        tau: f64,
        motion: &MotionIn<PlanarFrame, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> PlanarWrenchIn<R> {
        let ([angle], [angular]) = (motion.pose.angle, motion.flow.angular);
        let frame = self.contact.mount.frame_at(motion.pose.position, angle);
        let center = &self.shape.center_of_pressure;
        let center = [angle.same(center.x), angle.same(center.y)];
        let at_frame = frame.velocity(motion.flow.linear, angular);
        let velocity = velocity_at(at_frame, angular, center);
        let [x, y, torque] = self.push(tau, velocity, angular, internal, rate);
        let (force, torque) = frame.push([x, y], torque_from([x, y], torque, center));
        PlanarWrenchIn { force, torque: [torque] }
    }

    /// Returns force and torque on the patch for the twist at the centre of pressure, both there and in the axes of the
    /// patch (26).
    #[inline(always)]
    pub(super) fn push(
        &self,
        tau: f64,
        velocity: [R; 2],
        angular: R,
        internal: &[R],
        rate: &mut [R],
    ) -> [R; 3] {
        let z = [internal[0], internal[1], internal[2]];
        let [z_rate, _] = self.deflection_rate(tau, velocity, angular, z);
        rate[..3].copy_from_slice(&z_rate);
        let bristles = &self.contact.bristles;
        let number = |value: f64| self.load.same(value);
        let viscous = [velocity[0], velocity[1], number(self.shape.viscous_factor) * angular];
        // Each component is overwritten below with the wrench at the centre of pressure.
        let mut push = z;
        // Bristles push with the load: one number of stiffness is per normal force.
        for axis in 0..3 {
            let elastic = z[axis] * number(bristles.stiffness());
            let damped = elastic + z_rate[axis] * number(bristles.damping());
            let resisted = damped + viscous[axis] * number(bristles.viscous_damping());
            push[axis] = -resisted * self.load;
        }
        push
    }

    /// Returns the rate of the three bristles (25), (31), (32) for the twist at the centre of pressure, and the drive
    /// `−h |v_S|` of the rim, along the motion.
    #[inline(always)]
    pub(super) fn deflection_rate(
        &self,
        tau: f64,
        velocity: [R; 2],
        angular: R,
        z: [R; 3],
    ) -> [[R; 3]; 2] {
        let shape = self.shape;
        let radius = self.load.same(shape.radius);
        // The turn counts as the velocity of the rim.
        let scaled = [velocity[0], velocity[1], radius * angular];
        let squares = scaled[0] * scaled[0] + scaled[1] * scaled[1] + scaled[2] * scaled[2];
        let speed = squares.sqrt();
        let drive = self.drive(velocity, angular, scaled, speed);
        let inverse_radius = self.load.same(shape.inverse_radius);
        let lambda =
            rim_relaxation(&self.contact.law, speed, drive, [z[0], z[1], z[2] * inverse_radius]);
        let along = [drive[0], drive[1], radius * drive[2]];
        [self.contact.bristle_rate.rates(along, z, lambda, tau), drive]
    }

    #[inline(always)]
    fn drive(&self, velocity: [R; 2], angular: R, scaled: [R; 3], speed: R) -> [R; 3] {
        let Some(surface) = &self.shape.surface else { return scaled };
        let twist = [velocity[0], velocity[1], angular];
        let [x, y, spin] = surface.normalized_lanes(self.shape.radius, twist);
        [x * -speed, y * -speed, spin * -speed]
    }
}
