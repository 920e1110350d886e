//! The section of a linearized cone.

use core::f64::consts::{FRAC_PI_2, PI, TAU};
use core::fmt::{self, Debug};

use nalgebra::Vector2;
use stiction_core::{ParameterError, Validate};

use super::{Disc, LimitSet};
use crate::Gain;

/// A regular polygon with n sides.
///
/// With the apothem a (the distance of a face, `mu_f` of a linearized cone) per unit of normal
/// force; the vertices lie at `a/cos(π/n)`. Vertex k is in the direction `phase + 2πk/n`, the normal
/// of face k at `phase + (2k+1)π/n`.
///
/// Finding the face takes the same time for any number of sides: a table lookup by an approximate
/// angle, corrected by exact comparisons.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_friction::{LimitSet, RegularPolygon};
/// // The square |f_x| ≤ 0.5 N, |f_y| ≤ 0.5 N.
/// let square = RegularPolygon::new(4, 0.5, std::f64::consts::FRAC_PI_4)?;
/// let f = square.at(2.0)?.project(&1.0, Vector2::new(3.0, 0.25));
/// assert!((f - Vector2::new(1.0, 0.25)).norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct RegularPolygon {
    apothem: f64,
    phase: f64,
    /// Half a side over the apothem, `tan(π/n)`.
    half_side: f64,
    /// Outward normals.
    normals: Box<[Vector2<f64>]>,
}

/// Number of sides from which on the disc tells where to start looking.
const MANY_SIDES: usize = 8;

impl RegularPolygon {
    /// Most sides that a polygon may have.
    pub const MAX_SIDES: usize = 1 << 20;

    /// Creates a polygon with `sides` sides at the distance `apothem` (per unit of normal force) from the
    /// origin, and vertex 0 in the direction `phase` \[rad\].
    ///
    /// # Errors
    /// Less than 3 sides or more than [`Self::MAX_SIDES`]; an apothem that is not finite and at least
    /// zero; a phase that is not finite.
    pub fn new(sides: usize, apothem: f64, phase: f64) -> Result<Self, ParameterError> {
        let count = sides as f64;
        let usable = (3..=Self::MAX_SIDES).contains(&sides);
        Self::require(usable, "sides", count, "must be from 3 to 1048576")?;
        Self::non_negative("apothem", apothem)?;
        Self::finite("phase", phase)?;
        let normal = |face: usize| {
            let (sin, cos) = (phase + (2 * face + 1) as f64 * (PI / count)).sin_cos();
            Vector2::new(cos, sin)
        };
        let half_side = (PI / count).tan();
        Ok(Self { apothem, phase, half_side, normals: (0..sides).map(normal).collect() })
    }

    /// Returns the number of sides n.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.normals.len()
    }

    /// Returns the distance of the faces from the origin, per unit of normal force.
    #[must_use]
    pub const fn apothem(&self) -> f64 {
        self.apothem
    }

    /// Returns the direction of vertex 0 \[rad\].
    #[must_use]
    pub const fn phase(&self) -> f64 {
        self.phase
    }

    /// Returns the coordinates of `v` along the normal of a face and along the face.
    #[inline(always)]
    fn local(&self, face: usize, v: Vector2<f64>) -> (f64, f64) {
        let normal = self.normals[face];
        (normal.x * v.x + normal.y * v.y, normal.x * v.y - normal.y * v.x)
    }

    #[inline(always)]
    fn next(&self, face: usize) -> usize {
        if face + 1 == self.normals.len() { 0 } else { face + 1 }
    }

    #[inline(always)]
    fn previous(&self, face: usize) -> usize {
        if face == 0 { self.normals.len() - 1 } else { face - 1 }
    }

    /// Returns the face whose sector holds `v`, and the coordinates of `v` there.
    #[inline(always)]
    fn sector(&self, v: Vector2<f64>) -> (usize, f64, f64) {
        let sides = self.normals.len();
        let turns = (approximate_angle(v) - self.phase) * (1.0 / TAU);
        let place = (turns - turns.floor()) * sides as f64;
        // The cast takes NaN to 0.
        let mut face = (place as usize).min(sides - 1);
        let (mut along, mut across) = self.local(face, v);
        for _ in 0..sides {
            if across <= along * self.half_side {
                break;
            }
            face = self.next(face);
            (along, across) = self.local(face, v);
        }
        for _ in 0..sides {
            if across >= -along * self.half_side {
                break;
            }
            face = self.previous(face);
            (along, across) = self.local(face, v);
        }
        (face, along, across)
    }

    /// Returns the nearest point in any metric, for a trial force outside: a walk along the faces that it
    /// sees, where the distance has one minimum only.
    fn nearest<G: Gain<Vector2<f64>>>(
        &self,
        apothem: f64,
        gain: &G,
        trial: Vector2<f64>,
    ) -> Vector2<f64> {
        let reach = apothem * self.half_side;
        let mut face = self.sector(trial).0;
        if self.sides() > MANY_SIDES
            && let Some(near) = Disc::UNIT.saturated(apothem, gain, trial)
        {
            let guess = self.sector(near).0;
            if self.local(guess, trial).0 > apothem {
                face = guess;
            }
        }
        let mut last_move = 0.0;
        let mut point = Vector2::zeros();
        for _ in 0..self.sides() {
            let normal = self.normals[face];
            let along = Vector2::new(-normal.y, normal.x);
            let weighted = gain.solve(along);
            let place = (trial - normal * apothem).dot(&weighted) / along.dot(&weighted);
            let beyond = if place > reach {
                1.0
            } else if place < -reach {
                -1.0
            } else {
                0.0
            };
            let on_face = if beyond == 0.0 { place } else { beyond * reach };
            point = normal * apothem + along * on_face;
            // The point is inside the face, or back at the vertex that it came over.
            if beyond == 0.0 || beyond == -last_move {
                break;
            }
            face = if beyond > 0.0 { self.next(face) } else { self.previous(face) };
            last_move = beyond;
        }
        point
    }
}

/// Without the table.
impl Debug for RegularPolygon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegularPolygon")
            .field("sides", &self.sides())
            .field("apothem", &self.apothem)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Validate for RegularPolygon {
    const COMPONENT: &'static str = "RegularPolygon";
}

impl LimitSet<Vector2<f64>> for RegularPolygon {
    fn gauge(&self, force: Vector2<f64>) -> f64 {
        let (_, along, _) = self.sector(force);
        if along == 0.0 { 0.0 } else { along / self.apothem }
    }
    fn support(&self, direction: Vector2<f64>) -> f64 {
        let (_, along, across) = self.sector(direction);
        self.apothem * (along + self.half_side * across.abs())
    }
    #[inline(always)]
    fn saturated<G: Gain<Vector2<f64>>>(
        &self,
        scale: f64,
        gain: &G,
        trial: Vector2<f64>,
    ) -> Option<Vector2<f64>> {
        let apothem = scale * self.apothem;
        let (face, along, across) = self.sector(trial);
        if along <= apothem {
            return None;
        }
        if !G::ISOTROPIC {
            return Some(self.nearest(apothem, gain, trial));
        }
        // By mirror symmetry the nearest face is that of the sector.
        let reach = apothem * self.half_side;
        let across = if across > reach {
            reach
        } else if across < -reach {
            -reach
        } else {
            across
        };
        let normal = self.normals[face];
        Some(Vector2::new(
            normal.x * apothem - normal.y * across,
            normal.y * apothem + normal.x * across,
        ))
    }
}

/// Returns the direction of a vector to 1e-5 rad, without a call (Abramowitz and Stegun 4.4.49).
#[inline(always)]
fn approximate_angle(v: Vector2<f64>) -> f64 {
    let (x, y) = (v.x.abs(), v.y.abs());
    let (short, long) = if x > y { (y, x) } else { (x, y) };
    let t = short / long;
    let s = t * t;
    let series =
        0.999_866 + s * (-0.330_299_5 + s * (0.180_141 + s * (-0.085_133 + s * 0.020_835_1)));
    let octant = t * series;
    let quadrant = if x > y { octant } else { FRAC_PI_2 - octant };
    let half = if v.x < 0.0 { PI - quadrant } else { quadrant };
    if v.y < 0.0 { -half } else { half }
}
