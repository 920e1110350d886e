//! Limit surfaces: which Coulomb friction a patch exerts under which twist, from a table.
//!
//! The normalised wrench `h = (fx/fx_max, fy/fy_max, τ/τ_max)` (29) depends on the direction of the
//! twist only. It is sampled on half a sphere of directions (33),
//!
//! ```text
//! (vx, vy, ω) = (r' cos θ sin φ, r' sin θ sin φ, cos φ),   θ = π a/(2 N_ls),  φ = π b/(2 N_ls)
//! ```
//!
//! with the radius r' (23) of the patch, `a = 0..4 N_ls` and `b = 0..N_ls`, from the interpolated
//! steady state ([`steady::coulomb`](crate::steady::coulomb)); the other half follows from
//! `h(−v) = −h(v)`. Between the samples it is interpolated (37)-(42).
//!
//! A patch of another size but the same shape of its pressure has the same h, looked up with its
//! own radius r (36): no new table is needed, and the wrench is `f_N μ (hx, hy, r hτ)`.
//!
//! | quantity | meaning | unit | range |
//! |---|---|---|---|
//! | `N_ls` | samples per right angle; 20 in the paper | 1 | 2 to 1000 |
//!
//! Limits: `|hx|` and `|hy|` are at most 1. `|hτ|` is at most the ratio of
//! [`plain_radius`](crate::ContactPatch::plain_radius) to the interpolated
//! [`radius`](crate::ContactPatch::radius), because the interpolated pure rotation is not the largest
//! torque: 1.0013 for a gradient line with 21 cells, up to 1.4 for a few scattered cells. Between the samples the error is that of
//! [`LimitSurface::deviation`]. The paper prints (36) with sine and cosine interchanged with respect
//! to (33); this is the inverse of (33), as the authors' program has it.
//!
//! Source: Waltersson and Karayiannidis, eqs. 7, 8, 22, 29 and 33-42, Figs. 14 and 15.

mod angle;
mod curve;
mod deviation;
mod error;
#[cfg(feature = "files")]
mod file;
mod sampler;
mod steepness;
#[cfg(test)]
mod tests;

pub use curve::{LimitPoint, ellipsoid, limit_curve};
pub use deviation::Deviation;
pub use error::LimitSurfaceError;

use core::fmt;

use nalgebra::{Vector2, Vector3};
use stiction_core::lanes::WIDTH;
use stiction_core::{PlanarTwist, PlanarWrench, Real, Validate};

use crate::fingerprint::fingerprint;
use crate::patch::ContactPatch;
use angle::right_angles;

/// A normalised limit surface in a table.
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::PlanarTwist;
/// use stiction_patch::{Grid, LimitSurface, Surface, steady};
///
/// let circle = Surface::Circle.patch(Grid::new(21, 0.02)?)?;
/// let surface = LimitSurface::new(&circle, 20)?;
///
/// // Sliding and turning: about what the cells add up to.
/// let twist = PlanarTwist { linear: vector![0.01, 0.0], angular: 2.0 };
/// let looked_up = surface.wrench(circle.radius(), &twist);
/// let summed_up = steady::coulomb(&circle, &twist);
/// assert!((looked_up.force - summed_up.force).norm() < 2e-3);
/// assert!((looked_up.torque - summed_up.torque).abs() < 2e-3 * circle.radius());
///
/// // The same shape at half the size.
/// let small = Surface::Circle.patch(Grid::new(21, 0.01)?)?;
/// let slower = PlanarTwist { linear: twist.linear / 2.0, ..twist };
/// let resized = surface.wrench(small.radius(), &slower);
/// assert!((resized.force - looked_up.force).norm() < 1e-12);
/// # Ok::<(), stiction_patch::LimitSurfaceError>(())
/// ```
#[derive(Clone)]
pub struct LimitSurface {
    /// `N_ls`.
    samples: usize,
    /// Radius r' of the patch it was sampled from \[m\].
    radius: f64,
    /// h by direction θ, then by share of rotation φ.
    table: Vec<[f64; 3]>,
    /// The patch, unless the table was read from a file.
    patch: Option<ContactPatch>,
}

/// Shows the table as one number, because it is long.
impl fmt::Debug for LimitSurface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LimitSurface")
            .field("samples", &self.samples)
            .field("sampled_radius", &self.radius)
            .field("fingerprint", &fingerprint(self.table.as_flattened().iter().copied()))
            .finish_non_exhaustive()
    }
}

/// Two limit surfaces are equal if their tables are.
impl PartialEq for LimitSurface {
    fn eq(&self, other: &Self) -> bool {
        self.samples == other.samples && self.radius == other.radius && self.table == other.table
    }
}

impl LimitSurface {
    /// Returns the samples per right angle, `N_ls`.
    #[must_use]
    pub const fn samples(&self) -> usize {
        self.samples
    }

    /// Returns the radius r' of the patch it was sampled from \[m\].
    #[must_use]
    pub const fn sampled_radius(&self) -> f64 {
        self.radius
    }

    /// Returns the patch it was sampled from; `None` if it was read from a file.
    #[must_use]
    pub const fn sampled_patch(&self) -> Option<&ContactPatch> {
        self.patch.as_ref()
    }

    /// Returns the sample at `θ = π a/(2 N_ls)`, `φ = π b/(2 N_ls)`; none beyond `a = 4 N_ls`, `b = N_ls`.
    #[must_use]
    pub fn sample_at(&self, a: usize, b: usize) -> Option<Vector3<f64>> {
        let within = a <= 4 * self.samples && b <= self.samples;
        within.then(|| Vector3::from(self.table[self.place(a, b)]))
    }

    const fn place(&self, a: usize, b: usize) -> usize {
        a * (self.samples + 1) + b
    }

    /// Returns the normalised wrench h (41) under a twist at the centre of pressure, for a patch of the given
    /// radius r \[m\] (23); zero at rest.
    #[must_use]
    pub fn normalized(&self, radius: f64, twist: &PlanarTwist) -> Vector3<f64> {
        let PlanarTwist { linear, angular } = twist;
        self.normalized_lanes(radius, [linear.x, linear.y, *angular]).into()
    }

    /// Evaluates [`Self::normalized`] for several twists side by side, given by their components.
    #[inline(always)]
    pub(crate) fn normalized_lanes<R: Real>(&self, radius: f64, twist: [R; 3]) -> [R; 3] {
        let [vx, vy, angular] = twist;
        let (zero, one) = (vx.same(0.0), vx.same(1.0));
        // The half of the sphere with ω ≥ 0.
        let sign = R::select(angular.below(zero), -one, one);
        let (vx, vy) = (sign * vx, sign * vy);
        let speed = (vx * vx + vy * vy).sqrt();
        let rim_speed = (vx.same(radius) * angular).abs();
        let [theta, phi] = right_angles([vy, speed], [vx, rim_speed]);
        let (a, after_a) = self.interval(theta, 4 * self.samples);
        let (b, after_b) = self.interval(phi, self.samples);
        let part = |low: R, high: R| sign * low * high;
        let parts = [
            part(one - after_a, one - after_b),
            part(one - after_a, after_b),
            part(after_a, one - after_b),
            part(after_a, after_b),
        ];
        // By corner and axis.
        let mut corners = [[[0.0; WIDTH]; 3]; 4];
        for lane in 0..R::COUNT {
            let place = self.place(a[lane] as usize, b[lane] as usize);
            let next = place + self.samples + 1;
            for (corner, place) in corners.iter_mut().zip([place, place + 1, next, next + 1]) {
                let entry = &self.table[place];
                corner.iter_mut().zip(entry).for_each(|(axis, value)| axis[lane] = *value);
            }
        }
        let (no_speed, no_spin) = (speed.at_most(zero), rim_speed.at_most(zero));
        let mut h = [zero; 3];
        for (axis, h) in h.iter_mut().enumerate() {
            let corner = |index: usize| R::load(vx.token(), &corners[index][axis]);
            let mean = parts[0] * corner(0)
                + parts[1] * corner(1)
                + parts[2] * corner(2)
                + parts[3] * corner(3);
            *h = R::select(no_speed, R::select(no_spin, zero, mean), mean);
        }
        h
    }

    /// Returns the interval of the table that an angle (in right angles) is in, and how far into it, 0 to 1.
    #[inline(always)]
    fn interval<R: Real>(&self, angle: R, count: usize) -> ([u32; WIDTH], R) {
        let place = angle * angle.same(f64::from(self.samples as u32));
        // The end of the last interval belongs to it; NaN goes into the part. A u32 is converted in
        // one instruction.
        let mut indices = [0; WIDTH];
        for (lane, index) in indices.iter_mut().enumerate().take(R::COUNT) {
            *index = (place.lane(lane) as u32).min(count as u32 - 1);
        }
        let mut starts = [0.0; WIDTH];
        starts.iter_mut().zip(indices).for_each(|(start, index)| *start = f64::from(index));
        (indices, place - R::load(place.token(), &starts))
    }

    /// Returns the Coulomb friction on the patch per unit of `μ f_N`, a force \[1\] and a torque \[m\], under a
    /// twist at the centre of pressure, for a patch of the given radius r \[m\] (23).
    #[must_use]
    pub fn wrench(&self, radius: f64, twist: &PlanarTwist) -> PlanarWrench {
        let h = self.normalized(radius, twist);
        PlanarWrench { force: Vector2::new(h.x, h.y), torque: radius * h.z }
    }

    /// Returns the largest of all |h|, at least 1.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.table.iter().flatten().fold(0.0, |peak, value| peak.max(value.abs()))
    }

    fn check_samples(samples: usize) -> Result<(), LimitSurfaceError> {
        let usable = (2..=1000).contains(&samples);
        Ok(Self::require(usable, "samples", samples as f64, "must be 2 to 1000 per right angle")?)
    }
}

impl Validate for LimitSurface {
    const COMPONENT: &'static str = "LimitSurface";
}
