//! Quasi-static pushing: the motion that a moving point of contact imposes.
//!
//! A pusher in contact at r from the centre of mass moves the point there with the velocity `v_c`; the
//! body is so slow that friction balances the push. Friction F = −λ and its moment are then on the
//! ellipsoid, with `m = r × F` (30), and the twist is normal to it, with the slip at the contact
//! point of the support, `a − q = z_c F/N` for a push at the height `z_c`:
//!
//! ```text
//! F = μ N f,  f·Q f = 1,  Q = diag(1/e_t², 1/e_o²) + n nᵀ/e_r²,  n = (−r_y, r_x)
//! v_c = σ Q f + μ z_c ω (f_o, −f_t),   ω = σ n·f/e_r²
//! ```
//! At `z_c = 0`, `σ Q f = v_c` and everything is explicit; for `e_t = e_o` it is (32) to (34) with
//! `c = e_r/e_t`. At `z_c > 0` the tangent t of the angle between `σ y` and `g = Q^(-1/2) v_c`, where
//! `y = Q^(1/2) f`, is the root of
//!
//! ```text
//! t √(1 + t²) = h·ĝ − t h·J ĝ,   h = (μ z_c/(e_r² √det Q)) Q^(-1/2) n,   |t| ≤ |h|
//! ```
//! which the two ends of `|t| ≤ |h|` bracket. Where `h·J ĝ ≥ −1` the root is the only one.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, (29)-(34), after Lynch, Maekawa and
//! Tanie 1992. **The printed `a = q` needs a push at the height of the support**: higher up the load
//! moves to the front of the body, and (32) to (34) are wrong by as much as a factor of two in ω.

use nalgebra::{Matrix2, Vector2};
use stiction_core::{Describe, ParameterError, PlanarTwist};
use stiction_friction::ellipsoid_kernel::Usable;
use typed_builder::TypedBuilder;

/// A quasi-static push at a point of a body.
///
/// ```
/// use nalgebra::vector;
/// use stiction_sliding::QuasiStaticPush;
/// // From behind, 1 cm off the middle, at the height of the support.
/// let push = QuasiStaticPush::builder()
///     .friction(0.3)
///     .semi_axes([1.0, 1.0, 0.02])
///     .point(vector![-0.05, 0.01])
///     .build()?;
/// let motion = push.motion(&vector![0.1, 0.0]).unwrap();
/// assert!(motion.twist.angular < 0.0 && motion.twist.linear.x < 0.1);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<QuasiStaticPush, ParameterError>))]
#[describe(check = Self::further)]
pub struct QuasiStaticPush {
    /// Friction coefficient `μ` of the support, ≥ 0.
    #[field(non_negative)]
    friction: f64,
    /// `e_t`, `e_o` \[1\], `e_r` \[m\], > 0.
    #[field(positive)]
    semi_axes: [f64; 3],
    /// From the centre of mass to the point that is pushed, in world axes \[m\], finite.
    #[field(finite)]
    point: Vector2<f64>,
    /// Height `z_c` of that point above the support \[m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    height: f64,
}

/// The motion of a body that is pushed, and the force that it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuasiStaticMotion {
    /// Velocity of the centre of mass \[m/s\], angular velocity \[rad/s\].
    pub twist: PlanarTwist,
    /// Force of the pusher on the body, over the normal force N of the support \[1\].
    pub push: Vector2<f64>,
    /// Moment of that force about the centre of mass, over the normal force \[m\].
    pub moment: f64,
    /// From below the centre of mass to the point where the support acts \[m\].
    pub offset: Vector2<f64>,
}

impl QuasiStaticPush {
    fn further(&self) -> Result<(), ParameterError> {
        Self::usable_or_zero("friction", self.friction)?;
        self.semi_axes.iter().try_for_each(|&e| Self::usable("semi_axes", e))?;
        Self::usable_or_zero("height", self.height)
    }

    /// Returns the motion for the velocity of the pushed point \[m/s\], which is that of the pusher if
    /// it does not slip; `None` at rest, and for a velocity that is not finite.
    #[must_use]
    pub fn motion(&self, velocity: &Vector2<f64>) -> Option<QuasiStaticMotion> {
        let speed = velocity.norm();
        if !(speed > 0.0 && speed.is_finite()) {
            return None;
        }
        let [et, eo, er] = self.semi_axes;
        let normal = Vector2::new(-self.point.y, self.point.x);
        let q = Matrix2::from_diagonal(&Vector2::new(1.0 / (et * et), 1.0 / (eo * eo)))
            + normal * normal.transpose() / (er * er);
        let root = inverse_root(&q);
        let g = (root * velocity) / speed;
        let size = g.norm();
        let direction = g / size;
        let lever = root * normal * (self.friction * self.height * root.determinant() / (er * er));
        let across = Vector2::new(direction.y, -direction.x);
        let t = tangent(lever.dot(&direction), lever.dot(&across), lever.norm());
        let y = (direction - across * t) / (1.0 + t * t).sqrt();
        let f = root * y;
        let spin = velocity.dot(&f) * normal.dot(&f) / (er * er);
        let push = f * self.friction;
        let twist = PlanarTwist { linear: velocity - normal * spin, angular: spin };
        let moment = self.point.perp(&push);
        Some(QuasiStaticMotion { twist, push, moment, offset: push * self.height })
    }
}

/// Returns the inverse of the square root of a symmetric, positive definite matrix.
fn inverse_root(q: &Matrix2<f64>) -> Matrix2<f64> {
    // √Q = (Q + √det Q)/√(tr Q + 2 √det Q), by Cayley and Hamilton.
    let root = q.determinant().sqrt();
    let adjugate = Matrix2::new(q.m22 + root, -q.m12, -q.m21, q.m11 + root);
    adjugate / (root * (q.trace() + 2.0 * root).sqrt())
}

/// Returns the root of `t √(1 + t²) + across t = along` between ±`most`.
fn tangent(along: f64, across: f64, most: f64) -> f64 {
    /// Newton's iteration takes five; halving alone would take this many.
    const MAX_ITERATIONS: usize = 100;
    let (mut low, mut high, mut t) = (-most, most, 0.0);
    for _ in 0..MAX_ITERATIONS {
        let root = 1.0_f64.hypot(t);
        let excess = t * root + across * t - along;
        let step = -excess / ((1.0 + 2.0 * t * t) / root + across);
        if step.abs() <= 1e-9 * t.abs() || excess == 0.0 {
            return if excess == 0.0 { t } else { t + step };
        }
        if excess > 0.0 {
            high = t;
        } else {
            low = t;
        }
        let newton = t + step;
        t = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if high - low <= f64::EPSILON * most {
            break;
        }
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use proptest::prelude::*;

    fn push(e: [f64; 3], point: Vector2<f64>, height: f64) -> QuasiStaticPush {
        let push = QuasiStaticPush::builder().friction(0.4).semi_axes(e).point(point);
        push.height(height).build().unwrap()
    }

    #[test]
    fn a_push_through_the_middle_does_not_turn() {
        let through = push([1.0, 1.0, 0.01], vector![-0.1, 0.0], 0.0);
        let motion = through.motion(&vector![0.2, 0.0]).unwrap();
        assert_eq!(motion.twist, PlanarTwist { linear: vector![0.2, 0.0], angular: 0.0 });
        assert!((motion.push - vector![0.4, 0.0]).norm() < 1e-16);
        assert_eq!(through.motion(&vector![0.0, 0.0]), None);
        assert_eq!(through.motion(&vector![f64::NAN, 0.0]), None);
    }

    proptest! {
        /// Balance, friction law and kinematics (18) to (21), (29), (30), at the contact point.
        #[test]
        fn solves_the_equations_of_the_paper(
            e in prop::array::uniform2(0.5..1.5_f64), er in 0.01..0.05_f64,
            point in prop::array::uniform2(-0.05..0.05_f64), height in 0.0..0.1_f64,
            v in prop::array::uniform2(-1.0..1.0_f64),
        ) {
            let (point, v) = (Vector2::from(point), Vector2::from(v));
            prop_assume!(v.norm() > 1e-3);
            let motion = push([e[0], e[1], er], point, height).motion(&v).unwrap();
            let PlanarTwist { linear, angular } = motion.twist;
            // The pushed point moves with the pusher (29).
            let moved = linear + vector![-point.y, point.x] * angular;
            prop_assert!((moved - v).norm() < 1e-13);
            // Friction −push, −moment is on the ellipsoid (21), against the slip at the offset.
            let friction = [-motion.push.x, -motion.push.y, -motion.moment];
            let e = [e[0], e[1], er];
            let share: f64 = (0..3).map(|i| (friction[i] / (0.4 * e[i])).powi(2)).sum();
            prop_assert!((share - 1.0).abs() < 1e-12);
            let a = motion.offset;
            let slip = [linear.x - angular * a.y, linear.y + angular * a.x, angular];
            let sigma = -(0..3).map(|i| slip[i] * friction[i]).sum::<f64>() / 0.4;
            prop_assert!(sigma > 0.0);
            for i in 0..3 {
                let left = 0.4 * e[i] * slip[i] + friction[i] * sigma / e[i];
                prop_assert!(left.abs() < 1e-11 * (1.0 + slip[i].abs()), "{i} {left:e}");
            }
        }
    }
}
