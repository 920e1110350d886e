//! A set of your own, known by its support function alone.

use core::fmt::{self, Debug};
use core::marker::PhantomData;

use stiction_core::{ParameterError, Validate, Vector};

use super::nearest_point::{nearest, polished};
use super::{LimitSet, largest};
use crate::Gain;

/// A convex set given by a function: where its support function `h(n) = max f·n` is attained.
///
/// The function takes a direction, of any length but zero, and gives the admissible force per unit
/// of normal force with the largest `f·n` (the gradient of h; where several are as good, any one).
/// Projections follow in any metric: Wolfe's method, and Newton's where the border is smooth. They
/// are as exact as rounding for polytopes and where the border is smooth and curved, and to about
/// 1e-8 of the size along a border that is curved in one direction and straight in another. The gauge
/// (the margin) is rounded by the thinness of the set: to some 1e-6 in five dimensions, where one is a
/// thousand times longer than another. A
/// projection asks for some ten to a hundred support points: sets with a projection of their own
/// are much cheaper.
///
/// A function has no identity. The name takes its place: sets that differ need names that differ, or
/// a network takes their laws for the same.
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use stiction_friction::{LimitSet, SupportSet};
/// // A stadium: a disc of radius 0.2 along a segment of 0.6.
/// let stadium = SupportSet::new("stadium", |n: Vector2<f64>| {
///     n.normalize() * 0.2 + vector![0.3_f64.copysign(n.x), 0.0]
/// })?;
/// let f = stadium.at(10.0)?.project(&1.0, vector![1.0, 7.0]);
/// assert!((f - vector![1.0, 2.0]).norm() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct SupportSet<V, F> {
    name: String,
    point: F,
    space: PhantomData<fn() -> V>,
}

impl<V: Vector, F: Fn(V) -> V + Send + Sync + 'static> SupportSet<V, F> {
    /// Creates the set with these support points.
    ///
    /// # Errors
    /// Support points along some directions that are not finite, that leave the origin outside, or of
    /// which another one is farther in the same direction: then no convex set has them.
    pub fn new(name: impl Into<String>, point: F) -> Result<Self, ParameterError> {
        let set = Self { name: name.into(), point, space: PhantomData };
        set.validate().map(|()| set)
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the gauge in units in which the largest component of `force` is 1.
    ///
    /// Dinkelbach's iteration for the largest `f·n/h(n)`: from below, each time with the direction
    /// that separates the force from the set of the present size.
    fn gauge_of_unit(&self, force: V) -> f64 {
        let ratio = |n: V| {
            let (power, most) = (force.dot(&n), self.support(n));
            if power > 0.0 && most <= 0.0 { f64::INFINITY } else { power / most }
        };
        let mut gauge = ratio(force);
        for _ in 0..60 {
            let Some(x) = nearest(&1.0, force, |n| (self.point)(n) * gauge - force) else {
                break;
            };
            let more = ratio(-x);
            let grows = more > gauge;
            if !grows {
                break;
            }
            gauge = more;
            if gauge == f64::INFINITY {
                break;
            }
        }
        gauge
    }
}

impl<V, F> Debug for SupportSet<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SupportSet").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<V, F> Validate for SupportSet<V, F>
where
    V: Vector,
    F: Fn(V) -> V + Send + Sync + 'static,
{
    const COMPONENT: &'static str = "SupportSet";
    fn validate(&self) -> Result<(), ParameterError> {
        // Every direction with components of −1, 0 and 1.
        let count = 3_usize.pow(V::LEN as u32);
        let direction =
            |k: usize| V::from_axes(|axis| (k / 3_usize.pow(axis as u32) % 3) as f64 - 1.0);
        let directions = || (0..count).filter(|&k| k != count / 2).map(direction);
        for n in directions() {
            let own = (self.point)(n);
            for axis in 0..V::LEN {
                Self::finite("point", own.axis(axis))?;
            }
            let most = own.dot(&n);
            let rounding = 1e-12 * largest(own);
            Self::require(most >= -rounding, "point", most, "must leave the origin in the set")?;
            for other in directions() {
                let there = (self.point)(other).dot(&n);
                let requirement = "must be the farthest in its direction (the value is one beyond)";
                Self::require(there <= most + 1e-12 * (1.0 + most), "point", there, requirement)?;
            }
        }
        Ok(())
    }
}

impl<V, F> LimitSet<V> for SupportSet<V, F>
where
    V: Vector,
    F: Fn(V) -> V + Send + Sync + 'static,
{
    fn gauge(&self, force: V) -> f64 {
        let unit = largest(force);
        if unit == 0.0 || !unit.is_finite() {
            return unit;
        }
        self.gauge_of_unit(force * (1.0 / unit)) * unit
    }

    fn support(&self, direction: V) -> f64 {
        if largest(direction) == 0.0 {
            return 0.0;
        }
        (self.point)(direction).dot(&direction)
    }

    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V> {
        let unit = largest(trial);
        if unit == 0.0 {
            return None;
        }
        if !(unit.is_finite() && scale.is_finite()) {
            return Some(V::from_axes(|_| f64::NAN));
        }
        if scale == 0.0 {
            return Some(V::zero());
        }
        // Numbers are in units of the trial force, so that no square overflows.
        let (trial, scale) = (trial * (1.0 / unit), scale / unit);
        let support = |n: V| (self.point)(n) * scale;
        let x = nearest(gain, gain.solve(trial), |n| support(n) - trial)?;
        Some(polished(gain, trial, trial + x, support) * unit)
    }
}
