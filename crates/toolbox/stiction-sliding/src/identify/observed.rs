//! Friction and slip in a step, from the velocities at its ends: (45).

use nalgebra::{Matrix3, Vector3};
use stiction_core::Wrench;

use super::KnownSlider;

/// A step with contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Observed {
    /// Normal impulse `p_n` \[N s\], > 0.
    pub(super) normal_impulse: f64,
    /// Friction impulse on the body at the contact point, `p_t`, `p_o`, `p_r` \[N s, N m s\].
    pub(super) impulse: Vector3<f64>,
    /// Slip of the contact point at the end, `u_t`, `u_o`, `u_r` \[m/s, rad/s\].
    pub(super) slip: Vector3<f64>,
    /// Offset of the contact point from below the centre of mass \[m\].
    offset: [f64; 2],
    /// Applied `p_xtau/p_n`, `p_ytau/p_n` \[m\].
    tilting: [f64; 2],
}

impl Observed {
    /// Returns `None` if the body is lifted off.
    pub(super) fn new(
        slider: &KnownSlider,
        duration: f64,
        load: &Wrench,
        [before, after]: [&Vector3<f64>; 2],
    ) -> Option<Self> {
        let normal_impulse = duration * (slider.mass * slider.gravity - load.force.z);
        if normal_impulse <= 0.0 {
            return None;
        }
        let tilting =
            [load.torque.x, load.torque.y].map(|moment| moment * duration / normal_impulse);
        let change = after - before;
        let [t, o] = [(change.x, load.force.x), (change.y, load.force.y)]
            .map(|(change, force)| slider.mass * change - duration * force);
        // The moment of friction at the contact point about the centre of mass.
        let moment = t * tilting[0] + o * tilting[1];
        let r = slider.inertia * change.z - duration * load.torque.z - moment;
        let lever = slider.height / normal_impulse;
        let [x, y] = [tilting[1] - lever * t, -tilting[0] - lever * o];
        let slip = Vector3::new(after.x - after.z * y, after.y + after.z * x, after.z);
        let impulse = Vector3::new(t, o, r);
        Some(Self { normal_impulse, impulse, slip, offset: [x, y], tilting })
    }

    /// Returns `(μ e_i)²` by the symmetric form of (43) and (44); not positive or not a number where
    /// noise prevails.
    pub(super) fn squares(&self) -> Vector3<f64> {
        let power = self.impulse.dot(&self.slip);
        self.impulse.component_div(&self.slip) * (power / self.normal_impulse.powi(2))
    }

    /// Returns the derivatives of the velocity at the end by that at the beginning and by `ln μ e_i`, for a step
    /// of the model with these limits.
    ///
    /// The velocity after the step makes `p + p_n N u/s = 0` with `N = diag((μ e_i)²)` and
    /// `s = |μ E u|`. `None` if the derivatives do not exist.
    pub(super) fn derivatives(
        &self,
        slider: &KnownSlider,
        limits: &Vector3<f64>,
    ) -> Option<[Matrix3<f64>; 2]> {
        let (m, pn, u) = (slider.mass, self.normal_impulse, &self.slip);
        let [x, y] = self.offset;
        let [tilt_x, tilt_y] = self.tilting;
        let impulse_by_end =
            Matrix3::new(m, 0.0, 0.0, 0.0, m, 0.0, -m * tilt_x, -m * tilt_y, slider.inertia);
        let shift = u.z * slider.height / pn;
        let slip_by_impulse = Matrix3::new(0.0, shift, 0.0, -shift, 0.0, 0.0, 0.0, 0.0, 0.0);
        let slip_by_end = Matrix3::new(1.0, 0.0, -y, 0.0, 1.0, x, 0.0, 0.0, 1.0);

        let squares = limits.component_mul(limits);
        let weighted = squares.component_mul(u);
        let speed = weighted.dot(u).sqrt();
        let law_by_slip = (Matrix3::from_diagonal(&squares)
            - weighted * weighted.transpose() / (speed * speed))
            * (pn / speed);
        let law_by_limits = (Matrix3::from_diagonal(&weighted) * 2.0
            - weighted * weighted.component_mul(u).transpose() / (speed * speed))
            * (pn / speed);

        let through_impulse = Matrix3::identity() + law_by_slip * slip_by_impulse;
        let by_start = through_impulse * impulse_by_end;
        let inverse = (by_start + law_by_slip * slip_by_end).try_inverse()?;
        Some([inverse * by_start, -inverse * law_by_limits])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identify::recording::{twist, vector};
    use stiction_core::{Motion, PlanarFrame, PlanarPose};

    fn slider() -> KnownSlider {
        KnownSlider::builder().mass(0.5).inertia(3e-4).gravity(9.8).height(0.08).build().unwrap()
    }

    fn load() -> Wrench {
        Wrench { force: Vector3::new(0.4, -0.3, 0.6), torque: Vector3::new(0.02, -0.03, 1e-3) }
    }

    fn after(before: &Vector3<f64>, limits: &Vector3<f64>) -> Vector3<f64> {
        let slider = slider().with_friction(limits).unwrap();
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), twist(before));
        slider.step(&mut state, 0.01, &load()).unwrap();
        vector(&state.flow)
    }

    const LIMITS: Vector3<f64> = Vector3::new(0.3, 0.25, 0.004);
    const BEFORE: Vector3<f64> = Vector3::new(0.7, 0.5, 6.0);

    #[test]
    fn finds_the_limits_of_a_step() {
        let end = after(&BEFORE, &LIMITS);
        let step = Observed::new(&slider(), 0.01, &load(), [&BEFORE, &end]).unwrap();
        let found = step.squares().map(f64::sqrt);
        assert!((found.component_div(&LIMITS) - Vector3::repeat(1.0)).norm() < 1e-12);
        // On the ellipsoid.
        let size = step.impulse.component_div(&LIMITS).norm() / step.normal_impulse;
        assert!((size - 1.0).abs() < 1e-12);
        let lifted = Wrench { force: Vector3::new(0.0, 0.0, 4.9), ..Wrench::default() };
        assert_eq!(Observed::new(&slider(), 0.01, &lifted, [&BEFORE, &end]), None);
    }

    #[test]
    fn derivatives_are_those_of_the_model() {
        let end = after(&BEFORE, &LIMITS);
        let step = Observed::new(&slider(), 0.01, &load(), [&BEFORE, &end]).unwrap();
        let [by_start, by_limits] = step.derivatives(&slider(), &LIMITS).unwrap();
        for i in 0..3 {
            let change = 1e-5;
            let mut moved = BEFORE;
            moved[i] += change;
            let mut other = BEFORE;
            other[i] -= change;
            let slope = (after(&moved, &LIMITS) - after(&other, &LIMITS)) / (2.0 * change);
            assert!((slope - by_start.column(i)).norm() < 1e-7, "{slope} {by_start}");
            let scaled = |by: f64| {
                let mut limits = LIMITS;
                limits[i] *= by.exp();
                after(&BEFORE, &limits)
            };
            let slope = (scaled(change) - scaled(-change)) / (2.0 * change);
            assert!((slope - by_limits.column(i)).norm() < 1e-7, "{slope} {by_limits}");
        }
    }
}
