//! The elliptic friction cone of a contact with up to six force and moment components.
//!
//! ```text
//! K = {n ≥ √(Σ (f_i/μ_i)²)},  f = (t1, t2, torsion, roll 1, roll 2)
//! ```
//!
//! The nearest wrench (in the metric of the six numbers, so N and N m count alike) is that of the
//! circular cone where all `μ_i` are equal. In general, with λ ≥ 0 the multiplier of the constraint,
//!
//! ```text
//! y_i = f_i μ_i/(μ_i² + λ),  (1 − λ) |y| = n0,  result (|y|, μ_i y_i)
//! ```
//!
//! for the normal force n0 of the wrench. `(1 − λ) |y|` falls with λ, from above n0 outside the cone
//! to below n0 outside the polar cone: one root. For n0 ≥ 0 it lies in 0..1; for n0 < 0 it is 1/κ,
//! where κ solves the same equation for `1/μ_i` and −n0. `1/|y|` is concave in λ (as in trust-region
//! methods), so Newton's method for `n0/|y| = 1 − λ` rises monotonically from the left to the root
//! and stops where no number is left between.
//!
//! Parameters: [`ContactFriction`]. Source: the lecture notes' `K_e`, printed there as
//! `f_i² ≤ f_i²/μ²`; it is `f_1² ≥ Σ f_i²/μ_{i−1}²`, `MuJoCo`'s elliptic cone.
//!
//! Limits: a friction force `f_i/μ_i` scaled first and projected on the circular cone is another
//! metric and another wrench.

use nalgebra::SVector;
use stiction_core::Wrench;

use super::scaled_wrench::{ScaledWrench, undefined};
use super::{ContactFriction, magnitude};

/// Components other than the normal force.
type Rest = SVector<f64, 5>;

/// Elliptic friction cone of a contact in its own axes (z normal).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::Wrench;
/// use stiction_friction::cone::{ContactDimension, ContactFriction, EllipticCone};
///
/// let friction = ContactFriction::builder().dimension(ContactDimension::Sliding).sliding([0.6, 0.4]);
/// let cone = EllipticCone::new(friction.build()?);
/// let force = |x, y, z| Wrench { force: Vector3::new(x, y, z), ..Wrench::default() };
/// assert!(cone.contains(&force(0.5, 0.0, 1.0)));
/// assert!(!cone.contains(&force(0.0, 0.5, 1.0)));
/// assert_eq!(cone.margin(&force(0.0, 0.5, 1.0)), -0.25);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipticCone {
    friction: ContactFriction,
}

impl EllipticCone {
    /// Creates the cone of these coefficients.
    #[must_use]
    pub const fn new(friction: ContactFriction) -> Self {
        Self { friction }
    }

    /// Returns the coefficients.
    #[must_use]
    pub const fn friction(&self) -> ContactFriction {
        self.friction
    }

    /// Returns the number of constraint rows of a contact with this cone: 1, 3, 4 or 6.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.friction.dimension().count()
    }

    /// Returns whether the cone, which is closed, contains the wrench; false unless it is finite.
    #[must_use]
    pub fn contains(&self, wrench: &Wrench) -> bool {
        ScaledWrench::new(wrench).is_some_and(|w| self.demand(&w.rest) <= w.normal)
    }

    /// Returns the normal force to spare, `n − √(Σ (f_i/μ_i)²)` \[N\]; negative outside.
    ///
    /// −∞ if a component acts that cannot be transmitted, NaN unless the wrench is finite.
    #[must_use]
    pub fn margin(&self, wrench: &Wrench) -> f64 {
        ScaledWrench::new(wrench).map_or(f64::NAN, |w| (w.normal - self.demand(&w.rest)) / w.scale)
    }

    /// Returns the nearest wrench of the cone in the Euclidean metric of its six numbers; the wrench
    /// itself if the cone contains it, NaN unless it is finite.
    #[must_use]
    pub fn project(&self, wrench: &Wrench) -> Wrench {
        let Some(w) = ScaledWrench::new(wrench) else {
            return undefined();
        };
        if self.contains(wrench) {
            return *wrench;
        }
        let rest = self.friction.transmitted(&w.rest);
        if self.demand(&rest) <= w.normal {
            return ScaledWrench { rest, ..w }.wrench();
        }
        let (coefficients, rest) = (Rest::from(self.friction.coefficients()), Rest::from(rest));
        if w.normal <= -magnitude::length(&rest.component_mul(&coefficients)) {
            return Wrench::default();
        }
        let shares = if w.normal >= 0.0 {
            Secular { coefficients, rest, normal: w.normal }.solve().1
        } else {
            let inverse = coefficients.map(|mu| if mu == 0.0 { 0.0 } else { 1.0 / mu });
            let dual = Secular { coefficients: inverse, rest, normal: -w.normal };
            let (multiplier, shares) = dual.solve();
            shares * multiplier
        };
        let rest = shares.component_mul(&coefficients).into();
        ScaledWrench { normal: magnitude::length(&shares), rest, ..w }.wrench()
    }

    /// Returns the normal force that the other components need, `√(Σ (f_i/μ_i)²)`.
    fn demand(&self, rest: &[f64; 5]) -> f64 {
        let coefficients = self.friction.coefficients();
        let mut shares = Rest::zeros();
        for (share, (&component, mu)) in shares.iter_mut().zip(rest.iter().zip(coefficients)) {
            // Avoids 0/0 for a component that is not transmitted.
            if component != 0.0 {
                if mu == 0.0 {
                    return f64::INFINITY;
                }
                *share = component / mu;
            }
        }
        magnitude::length(&shares)
    }
}

/// `(1 − λ) |y(λ)| = n` with `y_i = f_i/(μ_i + λ/μ_i)`, for 0 ≤ n < |y(0)|.
struct Secular {
    coefficients: Rest,
    /// Zero if the coefficient is.
    rest: Rest,
    /// `n`, ≥ 0.
    normal: f64,
}

impl Secular {
    /// Returns the root `λ` and `y(λ)`, by Newton's method from below: 1 to 8 steps as a rule, 15 the most seen in 5·10⁵
    /// random cases with coefficients from 1e-150 to 1e150.
    fn solve(&self) -> (f64, Rest) {
        let mut multiplier = self.lower_bound();
        loop {
            let shares = self.shares(multiplier);
            let length = magnitude::length(&shares);
            let ratio = self.normal / length;
            let excess = ratio - (1.0 - multiplier);
            let next = multiplier - excess / (1.0 + ratio * self.steepness(multiplier, &shares));
            if next > multiplier {
                multiplier = next;
            } else {
                return (multiplier, shares);
            }
        }
    }

    /// Returns the largest root of the equations with one component alone, none of which exceeds the
    /// root.
    fn lower_bound(&self) -> f64 {
        let pairs = self.coefficients.iter().zip(&self.rest);
        pairs.filter(|(_, f)| **f != 0.0).fold(0.0, |bound, (mu, f)| {
            let size = f.abs();
            let alone = mu * (size - self.normal * mu) / (mu * size + self.normal);
            if alone > bound { alone } else { bound }
        })
    }

    fn shares(&self, multiplier: f64) -> Rest {
        self.rest.zip_map(&self.coefficients, |f, mu| {
            if f == 0.0 { 0.0 } else { f / (mu + multiplier / mu) }
        })
    }

    /// Returns `−d ln|y|/dλ = Σ (y_i/|y|)²/(μ_i² + λ)`.
    fn steepness(&self, multiplier: f64, shares: &Rest) -> f64 {
        let (_, direction) = magnitude::polar(shares);
        direction.iter().zip(&self.coefficients).fold(0.0, |sum, (y, mu)| {
            if *y == 0.0 { sum } else { sum + y * (y / mu / (mu + multiplier / mu)) }
        })
    }
}
