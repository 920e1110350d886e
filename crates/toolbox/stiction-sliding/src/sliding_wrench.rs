//! Friction of a sliding body at an instant: explicit, no root to find.
//!
//! The limit of a short step: with the velocity known, the curvature A is zero and the multiplier
//! solves a quadratic equation in σ²,
//!
//! ```text
//! c = E (v_x − ω d_y, v_y + ω d_x, ω),  d = (λ_ytau, −λ_xtau)/λ_n,  b = k c_r
//! σ² = B + √(B² + b² c_r²),  B = (|c|² − b²)/2
//! z_t = (σ c_t − b c_o)/(σ² + b²),  z_o = (σ c_o + b c_t)/(σ² + b²),  z_r = c_r/σ
//! (λ_t, λ_o, λ_r) = −μ λ_n E z,  a − q = d − q_z (λ_t, λ_o)/λ_n
//! ```
//! It solves (15) to (21) together: the friction force moves the contact point, which changes the slip
//! that the friction is against. With it the equations of motion (9) to (11) are an ordinary
//! differential equation that any integrator can take, until the body stops: at rest friction is
//! whatever holds, and the direction above is not defined.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, (9)-(21) with (12) corrected; the
//! closed form is ours.

use nalgebra::{Vector2, Vector3};
use stiction_core::{PlanarTwist, PlanarWrench, Wrench};
use stiction_friction::ellipsoid_kernel::without_curvature;

use crate::PlanarSlider;

/// Friction on a sliding body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlidingWrench {
    /// `λ_t`, `λ_o` \[N\] and `λ_r` \[N m\], at the contact point.
    pub friction: Vector3<f64>,
    /// From below the centre of mass to the contact point, in world axes \[m\].
    pub offset: Vector2<f64>,
    /// `σ = |E u|` of the slip u of the contact point \[m/s\].
    pub multiplier: f64,
}

impl SlidingWrench {
    /// Returns the friction at the centre of mass, its moment about the vertical.
    #[must_use]
    pub fn at_center_of_mass(&self) -> PlanarWrench {
        let force = self.friction.xy();
        PlanarWrench { force, torque: self.friction.z + self.offset.perp(&force) }
    }
}

impl PlanarSlider {
    /// Returns the friction at an instant, for a velocity and a load at the centre of mass; the pose does
    /// not matter. See the [module](crate::sliding_wrench).
    ///
    /// `None` at rest and if the body is not pressed on the support: there is no sliding friction.
    ///
    /// ```
    /// use nalgebra::vector;
    /// use stiction_core::{PlanarTwist, Wrench};
    /// use stiction_sliding::PlanarSlider;
    /// let block = PlanarSlider::builder().mass(2.0).inertia(0.01).gravity(10.0).friction(0.5);
    /// let block = block.semi_axes([1.0, 1.0, 0.1]).height(0.05).build()?;
    /// let twist = PlanarTwist { linear: vector![0.3, 0.0], angular: 0.0 };
    /// let friction = block.sliding_wrench(&twist, &Wrench::default()).unwrap();
    /// assert!((friction.friction - vector![-10.0, 0.0, 0.0]).norm() < 1e-14);
    /// assert!((friction.offset - vector![0.025, 0.0]).norm() < 1e-15); // the load moves forward
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    #[must_use]
    pub fn sliding_wrench(&self, twist: &PlanarTwist, load: &Wrench) -> Option<SlidingWrench> {
        let normal_force = self.mass() * self.gravity() - load.force.z;
        let [et, eo, er] = self.semi_axes();
        let PlanarTwist { linear: v, angular: w } = *twist;
        let d = Vector2::new(load.torque.y, -load.torque.x) / normal_force;
        let c = Vector3::new(et * (v.x - w * d.y), eo * (v.y + w * d.x), er * w);
        let b = self.coupling() * c.z;
        let (s, _) = without_curvature(&c, b);
        if !(normal_force > 0.0 && s > 0.0) {
            return None;
        }
        let inverse = 1.0 / (s * s + b * b);
        let (zt, zo) = ((s * c.x - b * c.y) * inverse, (s * c.y + b * c.x) * inverse);
        let limit = self.friction() * normal_force;
        let friction = Vector3::new(et * zt, eo * zo, er * c.z / s) * -limit;
        let offset = d - friction.xy() * (self.height() / normal_force);
        Some(SlidingWrench { friction, offset, multiplier: s })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use proptest::prelude::*;

    fn slider(e: [f64; 3], height: f64) -> PlanarSlider {
        let slider = PlanarSlider::builder().mass(0.5).inertia(2e-4).gravity(9.8).friction(0.31);
        slider.semi_axes(e).height(height).build().unwrap()
    }

    #[test]
    fn at_rest_there_is_none() {
        let slider = slider([1.0, 1.0, 0.01], 0.08);
        assert_eq!(slider.sliding_wrench(&PlanarTwist::default(), &Wrench::default()), None);
        let moving = PlanarTwist { linear: vector![1.0, 0.0], angular: 0.0 };
        let lifted = Wrench { force: vector![0.0, 0.0, 5.0], ..Wrench::default() };
        assert_eq!(slider.sliding_wrench(&moving, &lifted), None);
    }

    proptest! {
        /// The printed equations (15) to (21), each by itself; and the slope of a short step.
        #[test]
        fn solves_the_equations_of_the_paper(
            v in prop::array::uniform3(-1.0..1.0_f64), e in prop::array::uniform2(0.5..1.5_f64),
            f in prop::array::uniform3(-1.0..1.0_f64), t in prop::array::uniform3(-0.03..0.03_f64),
            height in 0.0..0.1_f64,
        ) {
            let slider = slider([e[0], e[1], 0.012], height);
            let twist = PlanarTwist { linear: vector![v[0], v[1]], angular: 10.0 * v[2] };
            let load = Wrench { force: Vector3::from(f), torque: Vector3::from(t) };
            let found = slider.sliding_wrench(&twist, &load).unwrap();
            let (n, mu) = (0.5 * 9.8 - f[2], 0.31);
            let [lt, lo, lr] = <[f64; 3]>::from(found.friction);
            let (ax, ay) = ((t[1] - lt * height) / n, (-t[0] - lo * height) / n);
            prop_assert!((found.offset - vector![ax, ay]).norm() < 1e-15);
            let w = twist.angular;
            let (ut, uo) = (v[0] - w * ay, v[1] + w * ax);
            let s = found.multiplier;
            for (e, u, l) in [(e[0], ut, lt), (e[1], uo, lo), (0.012, w, lr)] {
                prop_assert!((mu * n * e * e * u + l * s).abs() < 1e-14);
            }
            let share = (lt / e[0]).powi(2) + (lo / e[1]).powi(2) + (lr / 0.012).powi(2);
            prop_assert!((share - (mu * n).powi(2)).abs() < 1e-13);
        }
    }
}
