//! How large the section of a linearized cone is, and how far that is from the circle.
//!
//! A regular n-gon approximates the circle of radius μ. With x = π/n its vertices lie at the radius
//! `μ_v`, the middles of its faces at `μ_f = μ_v cos x`, and in a direction δ off the nearest face
//! normal its radius is `r(δ) = μ_f/cos δ`, |δ| ≤ x.
//!
//! | scale | `μ_v/μ` | `μ_f/μ` | relative error of r |
//! |---|---|---|---|
//! | [`Inner`](ConeScale::Inner) | 1 | cos x | −(1 − cos x) .. 0 |
//! | [`Outer`](ConeScale::Outer) | 1/cos x | 1 | 0 .. 1/cos x − 1 |
//! | [`EqualArea`](ConeScale::EqualArea) | √(2x/sin 2x) | √(x/tan x) | two-sided |
//! | [`EqualPerimeter`](ConeScale::EqualPerimeter) | x/sin x | x/tan x | two-sided |
//! | [`EqualMeanRadius`](ConeScale::EqualMeanRadius) | x/(cos x ln(sec x + tan x)) | x/ln(sec x + tan x) | mean 0 |
//! | [`Minimax`](ConeScale::Minimax) | 2/(1 + cos x) | 2 cos x/(1 + cos x) | ± tan²(x/2) |
//!
//! Every factor is positive and tends to 1 like x². Fewer than three sides have no section: the
//! functions then return NaN.
//!
//! Source: Caron, *Friction model*, "linearized Coulomb friction cone". The text has one μ̃ for two
//! things, the vertex radius in the definition and the face radius in the n = 4 inequalities, which
//! is why nothing here is called that.

use core::f64::consts::PI;

use stiction_core::Describe;

use super::sector::{self, versine};

/// Which circle the polygonal section of a [`LinearizedCone`](super::LinearizedCone) matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum ConeScale {
    /// Inscribed: every force of the polygon is one of the circular cone. The safe side.
    #[default]
    Inner,
    /// Circumscribed: every force of the circular cone is one of the polygon.
    Outer,
    /// The area of the circle.
    EqualArea,
    /// The perimeter of the circle.
    EqualPerimeter,
    /// The radius averaged over the directions is μ.
    EqualMeanRadius,
    /// The largest error of the radius is least.
    Minimax,
}

/// Relative error `r/μ − 1` of the section radius over all directions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SectionError {
    /// In the middle of a face, the smallest.
    pub min: f64,
    /// At a vertex, the largest.
    pub max: f64,
    /// Average over the directions.
    pub mean: f64,
    /// Root of the mean square over the directions.
    pub rms: f64,
}

impl SectionError {
    /// Returns the size of the largest error, of either sign.
    #[must_use]
    pub fn largest(&self) -> f64 {
        (-self.min).max(self.max)
    }
}

impl ConeScale {
    /// All scales.
    pub const ALL: [Self; 6] = [
        Self::Inner,
        Self::Outer,
        Self::EqualArea,
        Self::EqualPerimeter,
        Self::EqualMeanRadius,
        Self::Minimax,
    ];

    /// Returns the circumradius of the section over that of the circle, `μ_v/μ`.
    #[must_use]
    pub fn vertex_factor(self, sides: usize) -> f64 {
        for_polygon(sides, |x| match self {
            Self::Inner => 1.0,
            Self::Outer => 1.0 / x.cos(),
            Self::EqualArea => (2.0 * x / (2.0 * x).sin()).sqrt(),
            Self::EqualPerimeter => x / x.sin(),
            Self::EqualMeanRadius => x / (x.cos() * x.tan().asinh()),
            Self::Minimax => 2.0 / (1.0 + x.cos()),
        })
    }

    /// Returns the apothem of the section over the radius of the circle, `μ_f/μ`.
    #[must_use]
    pub fn face_factor(self, sides: usize) -> f64 {
        for_polygon(sides, |x| match self {
            Self::Inner => x.cos(),
            Self::Outer => 1.0,
            Self::EqualArea => (x / x.tan()).sqrt(),
            Self::EqualPerimeter => x / x.tan(),
            // asinh(tan x) = ln(sec x + tan x).
            Self::EqualMeanRadius => x / x.tan().asinh(),
            Self::Minimax => 2.0 * x.cos() / (1.0 + x.cos()),
        })
    }

    /// Returns the relative error of the section radius, to rounding for any number of sides.
    #[must_use]
    pub fn section_error(self, sides: usize) -> SectionError {
        let x = for_polygon(sides, |x| x);
        let face = self.face_error(x);
        // Error of the radius `μ_f sec δ`, from the excess of the secant over 1.
        let error = |excess: f64| face + (1.0 + face) * excess;
        SectionError {
            min: face,
            max: error(secant_excess(x)),
            mean: error(sector::mean(x, secant_excess)),
            rms: sector::mean(x, |d| error(secant_excess(d)).powi(2)).sqrt(),
        }
    }

    /// Returns the area of the section over that of the circle.
    #[must_use]
    pub fn area_ratio(self, sides: usize) -> f64 {
        for_polygon(sides, |x| self.face_factor(sides).powi(2) * x.tan() / x)
    }

    /// Returns `μ_f/μ − 1` without cancellation, for the half sector x.
    fn face_error(self, x: f64) -> f64 {
        // 1/(1 + excess) − 1.
        let inverse = |excess: f64| -excess / (1.0 + excess);
        match self {
            Self::Inner => -versine(x),
            Self::Outer => 0.0 * x,
            Self::EqualArea => {
                let perimeter = Self::EqualPerimeter.face_error(x);
                perimeter / (1.0 + (1.0 + perimeter).sqrt())
            }
            // tan x/x − 1.
            Self::EqualPerimeter => inverse(sector::mean(x, |d| d.tan() * d.tan())),
            Self::EqualMeanRadius => inverse(sector::mean(x, secant_excess)),
            Self::Minimax => -(0.5 * x).tan().powi(2),
        }
    }
}

/// Returns the value at the half sector π/n; NaN if there is no such polygon.
fn for_polygon(sides: usize, value: impl FnOnce(f64) -> f64) -> f64 {
    if sides < 3 { f64::NAN } else { value(PI / sides as f64) }
}

/// Returns sec x − 1.
fn secant_excess(x: f64) -> f64 {
    versine(x) / x.cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sides_keep_their_digits() {
        // Leading terms in x = π/n; the next ones are x² ≈ 1e-13 smaller. The difference of two
        // factors near 1 would keep three digits.
        let sides = 10_000_000;
        let x2 = (PI / sides as f64).powi(2);
        let expected = [
            (ConeScale::Inner, -0.5, 0.0, -1.0 / 3.0, 2.0 / 15.0),
            (ConeScale::Outer, 0.0, 0.5, 1.0 / 6.0, 1.0 / 20.0),
            (ConeScale::EqualArea, -1.0 / 6.0, 1.0 / 3.0, 0.0, 1.0 / 45.0),
            (ConeScale::EqualPerimeter, -1.0 / 3.0, 1.0 / 6.0, -1.0 / 6.0, 1.0 / 20.0),
            (ConeScale::EqualMeanRadius, -1.0 / 6.0, 1.0 / 3.0, 0.0, 1.0 / 45.0),
            (ConeScale::Minimax, -0.25, 0.25, -1.0 / 12.0, 7.0 / 240.0),
        ];
        for (scale, min, max, mean, square) in expected {
            let error = scale.section_error(sides);
            for (found, hand) in [
                (error.min, min),
                (error.max, max),
                (error.mean, mean),
                (error.rms, f64::sqrt(square)),
            ] {
                assert!((found / x2 - hand).abs() < 1e-12, "{scale:?} {found:e} {hand}");
            }
        }
    }

    #[test]
    fn fewer_than_three_sides_are_no_section() {
        for scale in ConeScale::ALL {
            for sides in 0..3 {
                assert!(scale.vertex_factor(sides).is_nan(), "{scale:?}");
                assert!(scale.face_factor(sides).is_nan(), "{scale:?}");
                assert!(scale.area_ratio(sides).is_nan(), "{scale:?}");
                let error = scale.section_error(sides);
                assert!([error.min, error.max, error.mean, error.rms].iter().all(|e| e.is_nan()));
            }
        }
    }
}
