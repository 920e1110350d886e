//! The nearest point of an ellipsoid, by a secular equation.
//!
//! With the coordinates `f_i = scale a_i z_i` the ellipsoid is the unit ball, and the nearest point to
//! f* in a diagonal metric w minimises `Σ Λ_i z_i²/2 − g_i z_i` over it, where
//!
//! ```text
//! Λ_i = scale w_i a_i²,  g_i = w_i a_i f*_i,  z_i = g_i/(Λ_i + λ),  |z(λ)| = 1, λ > 0
//! ```
//! `1/|z|` is a concave function of λ, so that Newton's iteration on `1/|z| = 1` rises to the root
//! from any start below it (Moré and Sorensen 1983); Halley's correction makes it cubic, and where
//! that overshoots, Newton's brings it back below. A semi-axis of 0 needs no case of its own.

use nalgebra::{SMatrix, SVector};
use stiction_core::Vector;

/// Two or three are the rule, ten the most that was seen.
const MAX_ITERATIONS: usize = 64;

/// Relative size of a step after which the next one would be below rounding.
const LAST_STEP: f64 = 1e-6;

/// Returns the point of the ellipsoid `scale · semi_axes` nearest to `trial`, which lies outside it, in a
/// diagonal metric. Weights and semi-axes are at most 1.
#[inline(always)]
pub(crate) fn nearest<V: Vector>(scale: f64, semi_axes: V, weights: V, trial: V) -> V {
    let thinnest = (1..V::LEN).fold(semi_axes.axis(0), |least, i| least.min(semi_axes.axis(i)));
    // Neither 1e200 N nor 1e-200 N must be squared.
    if !(1e-160..=1e160).contains(&trial.dot(&trial)) || thinnest == 0.0 {
        return nearest_unusual(scale, semi_axes, weights, trial);
    }
    border_point(scale, semi_axes, weights, trial) * scale
}

/// Returns the nearest point over `scale`.
#[inline(always)]
fn border_point<V: Vector>(scale: f64, semi_axes: V, weights: V, trial: V) -> V {
    let part = V::from_axes(|i| semi_axes.axis(i) * weights.axis(i));
    let curvature = V::from_axes(|i| scale * part.axis(i) * semi_axes.axis(i));
    let gradient = V::from_axes(|i| part.axis(i) * trial.axis(i));
    let square = gradient.dot(&gradient);
    // |z| ≥ 1 at each of these: by Jensen's inequality, and from one component alone.
    let mean = sum::<V>(|i| curvature.axis(i) * gradient.axis(i) * gradient.axis(i)) / square;
    let jensen = square.sqrt() - mean;
    let alone = |i: usize| gradient.axis(i).abs() - curvature.axis(i);
    let least = (0..V::LEN).fold(jensen.max(0.0), |most, i| most.max(alone(i)));
    let z = on_unit_sphere(least, |shift| {
        let inverse = V::from_axes(|i| 1.0 / (curvature.axis(i) + shift));
        let z = V::from_axes(|i| gradient.axis(i) * inverse.axis(i));
        (z, V::from_axes(|i| z.axis(i) * inverse.axis(i)))
    });
    V::from_axes(|i| semi_axes.axis(i) * z.axis(i))
}

#[cold]
#[inline(never)]
fn nearest_unusual<V: Vector>(scale: f64, semi_axes: V, weights: V, trial: V) -> V {
    let unit = super::largest(trial);
    let (ratio, trial) = (scale / unit, V::from_axes(|i| trial.axis(i) / unit));
    // Along a semi-axis of 0 there is no friction; without those the force may be admissible.
    let free = V::from_axes(|i| if semi_axes.axis(i) == 0.0 { 0.0 } else { trial.axis(i) });
    let inverse = V::from_axes(|i| 1.0 / semi_axes.axis(i));
    if super::ellipsoid::gauge(inverse, free) <= ratio {
        return free * unit;
    }
    border_point(ratio, semi_axes, weights, free) * scale
}

/// Finds the point as [`nearest`] does, in any metric: Λ is a matrix then.
pub(crate) fn nearest_full<const N: usize>(
    scale: f64,
    semi_axes: SVector<f64, N>,
    weights: &SMatrix<f64, N, N>,
    trial: SVector<f64, N>,
) -> SVector<f64, N> {
    let (unit, part) = (super::largest(trial), weights / weights.amax());
    let stretch = SMatrix::<f64, N, N>::from_diagonal(&semi_axes);
    let gradient = stretch * part * (trial / unit);
    let mut curvature = stretch * part * stretch * (scale / unit);
    for axis in 0..N {
        if semi_axes[axis] == 0.0 {
            curvature[(axis, axis)] = 1.0;
        }
    }
    // A factorization scales each axis by itself, so that thin axes keep their digits.
    let solve = |shift: f64| {
        let shifted = curvature + SMatrix::identity() * shift;
        let factor = shifted.cholesky()?;
        let z = factor.solve(&gradient);
        Some((z, factor.solve(&z)))
    };
    // The pull of the axes without friction may leave the rest admissible.
    let z = match solve(0.0) {
        Some((free, _)) if free.norm() <= 1.0 => free,
        _ => {
            let size = gradient.norm();
            let jensen = size - gradient.dot(&(curvature * gradient)) / (size * size);
            let nothing = (gradient * f64::NAN, gradient);
            on_unit_sphere(jensen.max(0.0), |shift| solve(shift).unwrap_or(nothing))
        }
    };
    z.component_mul(&semi_axes) * scale
}

/// Returns the `z(λ)` of unit length.
///
/// `solve` gives `z = (Λ + λ)⁻¹ g` and `(Λ + λ)⁻¹ z`; at `least` z is not shorter than 1.
#[inline(always)]
fn on_unit_sphere<V: Vector>(least: f64, solve: impl Fn(f64) -> (V, V)) -> V {
    let mut shift = least;
    for _ in 0..MAX_ITERATIONS {
        let (z, y) = solve(shift);
        let (square, slope, bend) = (z.dot(&z), z.dot(&y), y.dot(&y));
        let excess = square.sqrt() - 1.0;
        let newton = slope * slope;
        let halley = newton + 1.5 * excess * (newton - square * bend);
        // Far from the root the correction could reverse the step.
        let next = (shift + excess * square * slope / halley.max(0.5 * newton)).max(least);
        let step = (next - shift).abs();
        shift = next;
        // The error after a step is of the order of its cube.
        if step <= LAST_STEP * shift {
            break;
        }
    }
    let (z, _) = solve(shift);
    // This is 1/|z| to rounding, because |z| is 1 except for rounding.
    z * (1.5 - 0.5 * z.dot(&z))
}

#[inline(always)]
fn sum<V: Vector>(term: impl Fn(usize) -> f64) -> f64 {
    (1..V::LEN).fold(term(0), |sum, i| sum + term(i))
}
