//! The four quadratic equations (25) to (28), solved as they stand.
//!
//! Unknowns are the friction impulses over their limits, `x_i = p_i/(μ e_i p_n)`, and σ. Newton's
//! method with halved steps: a root is found, but not always the right one.

use nalgebra::{Matrix3, Matrix4, Vector3, Vector4, matrix, vector};
use stiction::prelude::*;
use stiction::sliding::PlanarSlider;

use super::body::STEP;

/// Form of the moment about the vertical.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spin {
    /// As in (24).
    Printed,
    /// With the moment of the friction force about the centre of mass under a tilting load,
    /// `(p_t p_xtau + p_o p_ytau)/p_n`.
    Corrected,
}

/// A root.
#[derive(Clone, Copy)]
pub(super) struct Root {
    /// `x_t`, `x_o`, `x_r`, σ \[m/s\].
    pub(super) unknowns: Vector4<f64>,
    pub(super) flow: PlanarTwist,
}

/// The equations of a step.
pub(super) struct Quadratics {
    inertia: Vector3<f64>,
    /// Semi-axes `e_i`.
    axes: Vector3<f64>,
    /// `μ p_n` \[N s\].
    limit: f64,
    /// `q_z/p_n` and `p_xtau/p_n`, `p_ytau/p_n`.
    lever: f64,
    tilt: [f64; 2],
    /// Velocities without friction.
    free: Vector3<f64>,
    spin: Spin,
}

impl Quadratics {
    pub(super) fn new(
        slider: &PlanarSlider,
        flow: &PlanarTwist,
        load: &Wrench,
        spin: Spin,
    ) -> Self {
        let inertia = vector![slider.mass(), slider.mass(), slider.inertia()];
        let normal = (slider.mass() * slider.gravity() - load.force.z) * STEP;
        let applied = vector![load.force.x, load.force.y, load.torque.z] * STEP;
        Self {
            inertia,
            axes: slider.semi_axes().into(),
            limit: slider.friction() * normal,
            lever: slider.height() / normal,
            tilt: [load.torque.x * STEP / normal, load.torque.y * STEP / normal],
            free: flow.linear.push(flow.angular) + applied.component_div(&inertia),
            spin,
        }
    }

    /// Returns a guess with friction against the velocity itself, for a first step.
    pub(super) fn guess(&self) -> Vector4<f64> {
        let slip = self.free.component_mul(&self.axes);
        (-slip.normalize()).push(slip.norm())
    }

    /// Returns the velocities after the step, and their derivatives by the impulses.
    fn velocities(&self, p: &Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>) {
        let mut moment = p.z;
        let mut by = Matrix3::from_diagonal(&self.inertia.map(f64::recip));
        if self.spin == Spin::Corrected {
            moment += p.x * self.tilt[0] + p.y * self.tilt[1];
            by[(2, 0)] = self.tilt[0] / self.inertia.z;
            by[(2, 1)] = self.tilt[1] / self.inertia.z;
        }
        (self.free + vector![p.x, p.y, moment].component_div(&self.inertia), by)
    }

    fn residual(&self, unknowns: &Vector4<f64>) -> (Vector4<f64>, Matrix4<f64>) {
        let (x, sigma) = (unknowns.xyz(), unknowns.w);
        let p = x.component_mul(&self.axes) * self.limit;
        let (v, by) = self.velocities(&p);
        let (dx, dy) = (self.tilt[1] - p.x * self.lever, -self.tilt[0] - p.y * self.lever);
        let slip = vector![v.x - v.z * dy, v.y + v.z * dx, v.z];
        let mut slope = matrix![1.0, 0.0, -dy; 0.0, 1.0, dx; 0.0, 0.0, 1.0] * by;
        slope[(0, 1)] += v.z * self.lever;
        slope[(1, 0)] -= v.z * self.lever;
        let scale = Matrix3::from_diagonal(&self.axes);
        let rows = scale * slope * scale * self.limit + Matrix3::identity() * sigma;
        let mut jacobian = Matrix4::zeros();
        jacobian.fixed_view_mut::<3, 3>(0, 0).copy_from(&rows);
        jacobian.fixed_view_mut::<3, 1>(0, 3).copy_from(&x);
        jacobian.fixed_view_mut::<1, 3>(3, 0).copy_from(&(-2.0 * x.transpose()));
        let friction = slip.component_mul(&self.axes) + x * sigma;
        (friction.push(1.0 - x.norm_squared()), jacobian)
    }

    /// Returns the root found from a guess; `None` if the search does not settle.
    pub(super) fn solve(&self, guess: Vector4<f64>) -> Option<Root> {
        let mut unknowns = guess;
        for _ in 0..100 {
            let (residual, jacobian) = self.residual(&unknowns);
            let size = residual.norm();
            if size < 1e-15 {
                break;
            }
            let full = jacobian.lu().solve(&residual)?;
            let shares = (0..20).map(|k| 0.5_f64.powi(k));
            let better = shares.map(|share| unknowns - full * share);
            let next = better.into_iter().find(|next| self.residual(next).0.norm() < size);
            // At the level of rounding no step improves.
            let Some(next) = next else { break };
            unknowns = next;
        }
        let settled = self.residual(&unknowns).0.norm() < 1e-11;
        settled.then(|| {
            let p = unknowns.xyz().component_mul(&self.axes) * self.limit;
            let v = self.velocities(&p).0;
            Root { unknowns, flow: PlanarTwist { linear: v.xy(), angular: v.z } }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::body::Body;
    use super::*;

    #[test]
    fn the_derivatives_are_those_of_the_equations() {
        let body = Body::pushed(0.05).unwrap();
        let load = body.load(0.0, &PlanarPose::default()).unwrap();
        for spin in [Spin::Printed, Spin::Corrected] {
            let problem = Quadratics::new(&body.slider, &body.start, &load, spin);
            let at = Vector4::new(-0.5, 0.4, -0.3, 0.2);
            let (_, jacobian) = problem.residual(&at);
            for i in 0..4 {
                let off = Vector4::ith(i, 1e-6);
                let rise = problem.residual(&(at + off)).0 - problem.residual(&(at - off)).0;
                assert!((rise / 2e-6 - jacobian.column(i)).amax() < 1e-8, "{i}");
            }
        }
    }
}
