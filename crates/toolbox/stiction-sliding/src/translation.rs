//! A step without turning: explicit for isotropic friction, one root for any other.
//!
//! With ω = 0 and no moment about the vertical, (25) to (28) reduce to (35) to (37):
//!
//! ```text
//! p_i = −e_i² μ p_n (m v_i + p_i,app)/(m σ + e_i² μ p_n),   i = t, o
//! Σ e_i² (m v_i + p_i,app)²/(m σ + e_i² μ p_n)² = 1                                   (38)
//! isotropic:  m σ + e² μ p_n = e |m v + p_app|                                        (39)
//!             p = −e μ p_n (m v + p_app)/|m v + p_app|                                (40), (41)
//! stick if Σ ((m v_i + p_i,app)/(e_i μ p_n))² ≤ 1
//! ```
//! **As printed, (38) lacks the `e_i²` in the numerators, (39) the e before the root, and (40), (41)
//! have e² for e**: they violate (28) unless e = 1. The stick test is missing.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, (35)-(42), corrected.
//!
//! Limits: the offset of the contact point from the line of motion gives a moment about the vertical
//! where friction is anisotropic or the load tilts the body; whether a body keeps from turning is for
//! a [`PlanarSlider`](crate::PlanarSlider) to say.

use nalgebra::{Vector2, Vector3};
use stiction_core::{ContactMode, ParameterError, Validate};
use stiction_friction::ellipsoid_kernel::{SkewTerm, Usable, slip_diagonal};

use crate::SlidingError;

/// Friction over a step without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TranslationStep {
    /// Slip or stick.
    pub status: ContactMode,
    /// Friction impulse `p_t`, `p_o` on the body \[N s\].
    pub impulse: Vector2<f64>,
    /// `σ = |E v⁺|` \[m/s\].
    pub multiplier: f64,
}

/// Returns the friction under the normal impulse `p_n` ≥ 0 \[N s\] with the limits `limit_i = μ e_i`.
///
/// `momentum` is that of the body without friction, `m v + p_app` \[N s\]. `semi_axes` are
/// `e_t`, `e_o` > 0. The velocity after the step is `(momentum + impulse)/m` (42).
///
/// # Errors
/// [`SlidingError::Argument`]: an argument out of range; [`SlidingError::Unsolved`]: squares that
/// overflow.
///
/// ```
/// use nalgebra::vector;
/// use stiction_sliding::translation;
/// // 2 kg at 0.5 m/s, 0.01 s under its weight, μ = 0.3, e = 1.5.
/// let step = translation(2.0, 0.3, [1.5, 1.5], 0.196, &vector![0.6, 0.8])?;
/// assert!((step.impulse + vector![0.6, 0.8] * (1.5 * 0.3 * 0.196)).norm() < 1e-16);
/// # Ok::<(), stiction_sliding::SlidingError>(())
/// ```
pub fn translation(
    mass: f64,
    friction: f64,
    semi_axes: [f64; 2],
    normal_impulse: f64,
    momentum: &Vector2<f64>,
) -> Result<TranslationStep, SlidingError> {
    Arguments::usable("mass", mass)?;
    Arguments::usable_or_zero("friction", friction)?;
    semi_axes.iter().try_for_each(|&e| Arguments::usable("semi_axes", e))?;
    Arguments::usable_or_zero("normal_impulse", normal_impulse)?;
    Arguments::all_finite("momentum", momentum.as_slice())?;
    let limit = friction * normal_impulse;
    let e = Vector2::from(semi_axes);
    let needed = momentum.component_div(&e).norm();
    if needed <= limit {
        let status = ContactMode::Stick;
        return Ok(TranslationStep { status, impulse: -momentum, multiplier: 0.0 });
    }
    let status = ContactMode::Slip;
    if e.x == e.y {
        let size = momentum.norm();
        let impulse = momentum * (-e.x * limit / size);
        let multiplier = e.x * (size - e.x * limit) / mass;
        if multiplier.is_finite() {
            return Ok(TranslationStep { status, impulse, multiplier });
        }
    }
    // This is the general problem without turning.
    let per_mass = limit / mass;
    let curvature = Vector3::new(e.x * e.x * per_mass, e.y * e.y * per_mass, per_mass);
    let drive = momentum.component_mul(&e) / mass;
    let drive = Vector3::new(drive.x, drive.y, 0.0);
    let slip = slip_diagonal(&curvature, &drive, SkewTerm::Constant(0.0))?;
    let impulse = slip.direction.xy().component_mul(&e) * -limit;
    Ok(TranslationStep { status, impulse, multiplier: slip.multiplier })
}

/// Component that errors name.
struct Arguments;
impl Validate for Arguments {
    const COMPONENT: &'static str = "translation";
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use proptest::prelude::*;

    #[test]
    fn bad_arguments_are_named() {
        let named =
            |m, mu, e, p_n, p: f64| match translation(m, mu, [1.0, e], p_n, &vector![p, 1.0]) {
                Err(SlidingError::Argument(error)) => error.parameter,
                other => panic!("{other:?}"),
            };
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(named(bad, 0.3, 1.0, 0.1, 1.0), "mass");
            assert_eq!(named(1.0, bad, 1.0, 0.1, 1.0), "friction");
            assert_eq!(named(1.0, 0.3, bad, 0.1, 1.0), "semi_axes");
            assert_eq!(named(1.0, 0.3, 1.0, bad, 1.0), "normal_impulse");
        }
        assert_eq!(named(0.0, 0.3, 1.0, 0.1, 1.0), "mass");
        assert_eq!(named(1.0, 0.3, 1.0, 0.1, f64::NAN), "momentum");
    }

    #[test]
    fn what_is_not_finite_is_an_error() {
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            assert!(translation(1.0, 0.3, [1.0, 1.0], 0.1, &vector![bad, 1.0]).is_err());
            assert!(translation(1.0, 0.3, [1.0, 0.9], 0.1, &vector![bad, 1.0]).is_err());
        }
    }

    proptest! {
        /// (35) to (38), with the printed (38) as the control that must fail.
        #[test]
        fn solves_the_corrected_equations(
            p in prop::array::uniform2(-1.0..1.0_f64), e in prop::array::uniform2(0.5..1.5_f64),
            mass in 0.1..2.0_f64, same in any::<bool>(),
        ) {
            let e = if same { [e[0], e[0]] } else { e };
            let (limit, momentum) = (0.3 * 0.2, Vector2::from(p));
            let step = translation(mass, 0.3, e, 0.2, &momentum).unwrap();
            if step.status == ContactMode::Stick {
                let share = (p[0] / e[0]).powi(2) + (p[1] / e[1]).powi(2);
                prop_assert!(share <= limit * limit && step.impulse == -momentum);
                return Ok(());
            }
            let below = [0, 1].map(|i| mass * step.multiplier + e[i] * e[i] * limit);
            for i in 0..2 {
                let expected = -e[i] * e[i] * limit * p[i] / below[i];
                prop_assert!((step.impulse[i] - expected).abs() < 1e-15);
            }
            let right: f64 = (0..2).map(|i| (e[i] * p[i] / below[i]).powi(2)).sum();
            prop_assert!((right - 1.0).abs() < 1e-13);
            let printed: f64 = (0..2).map(|i| (p[i] / below[i]).powi(2)).sum();
            let unit = (0..2).all(|i| (e[i] - 1.0).abs() < 0.01);
            let outside = e[0].max(e[1]) < 0.99 || e[0].min(e[1]) > 1.01;
            prop_assert!(unit || !outside || (printed - 1.0).abs() > 1e-3);
        }
    }
}
