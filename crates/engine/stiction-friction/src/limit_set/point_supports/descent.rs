//! The slip of a patch on points: the minimum of a convex function with kinks.
//!
//! ```text
//! φ(u) = u·Z u/2 + L h(u) − f*·u,  h(u) = Σ c_i |v_i(u)|
//! ```
//! Two of the `v_i` vanish together at rest only, so that away from rest φ is smooth except for the
//! turns `u = ω b_i` about a point. The minimum on such a ray is known, at
//! `ω = ±(|f*·b_i| − L h(b_i))/(b_i·Z b_i)`, and it is the minimum of φ if and only if the force
//! that is left to the point, f* less `Z u` and the friction of the others, is at most `L c_i`.
//!
//! Otherwise the descent starts below the minima of all rays. The part of φ below its start is convex
//! and has no kink, so that Newton's iteration converges as if φ were smooth, as long as it
//! descends. Two kinds of step p are known to:
//!
//! ```text
//! p·φ'(u + p) ≤ 0               since φ is convex
//! |v_i(p)| ≤ 0.15 |v_i(u)|      the curvature along p rises by 1.63 at most: Newton's step falls
//! ```
//! Neither test compares values of φ, which beside a kink are equal to rounding; and the velocities
//! there are exact, because the twist is taken at the point of the best ray.

use nalgebra::{Cholesky, Matrix3, Vector2, Vector3};

use super::points::Points;

/// Four to eight are usual; more than about thirty only where rounding keeps it from converging.
const MAX_ITERATIONS: usize = 60;
/// The 0.15 of the module page.
const SMALL_CHANGE: f64 = 0.15;
/// A gradient that may be rounding, relative to the terms that it is the sum of.
const CONVERGED: f64 = 1e-14;

/// A slip, and how the patch resists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slip {
    /// Place of the twist.
    place: Vector2<f64>,
    twist: Vector3<f64>,
    /// Friction of the point at `place` if the patch turns about it, in units of L.
    pivot: Vector2<f64>,
}

impl Slip {
    /// Returns the friction with its moment about `centre`, in units of L.
    pub(super) fn friction(&self, points: &Points, centre: Vector2<f64>) -> Vector3<f64> {
        let mut friction = points.blocks.friction(self.place, self.twist);
        friction.x += self.pivot.x;
        friction.y += self.pivot.y;
        let arm = (self.place - centre) / points.radius;
        friction.z += arm.perp(&friction.xy());
        friction
    }

    /// Returns the power lost to friction, in units of L.
    pub(super) fn resistance(&self, points: &Points) -> f64 {
        points.blocks.resistance(self.place, self.twist)
    }

    /// Returns the twist at `centre`.
    pub(super) fn twist(&self, points: &Points, centre: Vector2<f64>) -> Vector3<f64> {
        moved_twist(self.twist, (centre - self.place) / points.radius)
    }
}

/// Returns the twist at a place that lies `arm` from where it is given.
fn moved_twist(twist: Vector3<f64>, arm: Vector2<f64>) -> Vector3<f64> {
    Vector3::new(twist.x - twist.z * arm.y, twist.y + twist.z * arm.x, twist.z)
}

/// End of a descent.
struct End {
    slip: Slip,
    /// The point that came to rest before the descent converged.
    pivot: Option<usize>,
}

/// The function φ, of the twist at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Descent<'a> {
    pub(super) points: &'a Points,
    pub(super) place: Vector2<f64>,
    pub(super) stage_damping: Matrix3<f64>,
    /// L.
    pub(super) limit: f64,
    /// f*.
    pub(super) trial: Vector3<f64>,
}

impl Descent<'_> {
    /// Returns the minimum of φ; `start` is a direction in which φ falls from rest.
    pub(super) fn minimum(&self, start: Vector3<f64>) -> Slip {
        let (index, drive) = self.strongest_pivot();
        let here = self.moved(index);
        let start = moved_twist(start, self.arm(index));
        let start_drive = here.drive(start);
        // A start on the ray of the pivot itself is below it by rounding only.
        let mut end = if start_drive > 0.0 && start_drive > 1.01 * drive {
            here.newton(start * (start_drive / here.viscous_norm(start)))
        } else {
            here.turn_or_leave(index)
        };
        // Rounding may hide which of two neighbouring points is the better pivot.
        for _ in &self.points.list {
            let Some(index) = end.pivot else { break };
            end = self.moved(index).turn_or_leave(index);
        }
        end.slip
    }

    /// Returns the arm from here to a point.
    fn arm(&self, index: usize) -> Vector2<f64> {
        (self.points.list[index].place - self.place) / self.points.radius
    }

    /// Returns the function in terms of the twist at a point.
    fn moved(&self, index: usize) -> Self {
        let (place, arm) = (self.points.list[index].place, self.arm(index));
        let back = Matrix3::new(1.0, 0.0, arm.y, 0.0, 1.0, -arm.x, 0.0, 0.0, 1.0);
        let stage_damping = back.tr_mul(&(self.stage_damping * back));
        Self { place, stage_damping, trial: back.tr_mul(&self.trial), ..*self }
    }

    fn viscous_norm(&self, twist: Vector3<f64>) -> f64 {
        twist.dot(&(self.stage_damping * twist)).sqrt()
    }

    /// Returns how far φ falls along a direction: by half of the square of this, if it is positive.
    fn drive(&self, twist: Vector3<f64>) -> f64 {
        let resistance = self.limit * self.points.blocks.resistance(self.place, twist);
        (self.trial.dot(&twist) - resistance) / self.viscous_norm(twist)
    }

    /// Returns the point about which a turn lets φ fall most, and its drive.
    fn strongest_pivot(&self) -> (usize, f64) {
        self.points.blocks.strongest_pivot(self.place, &self.stage_damping, self.limit, self.trial)
    }

    /// Returns the turn about the point here if that is the minimum, otherwise a lower turn.
    fn turn_or_leave(&self, index: usize) -> End {
        let point = &self.points.list[index];
        let push = self.trial.z.abs() - self.limit * point.pivot.z;
        let rounding = 16.0 * f64::EPSILON * self.trial.z.abs();
        let sense = self.trial.z.signum();
        let rate = if push > rounding { push } else { rounding } * sense / self.stage_damping.m33;
        let turn = Vector3::new(0.0, 0.0, rate);
        let viscous = (self.stage_damping * turn).xy();
        let left = self.trial.xy() - viscous - point.pivot.xy() * (self.limit * sense);
        let (size, capacity) = (left.norm(), self.limit * point.share);
        let held =
            |pivot| End { slip: Slip { place: self.place, twist: turn, pivot }, pivot: None };
        if size <= capacity {
            return held(left / self.limit);
        }
        let along = left / size;
        let terms = (self.trial.xy().abs() + viscous.abs()).amax() + self.limit;
        if size <= capacity + 8.0 * f64::EPSILON * terms {
            return held(along * point.share);
        }
        match self.beside(turn, along, size - capacity) {
            Some(start) => self.newton(start),
            None => held(along * point.share),
        }
    }

    /// Returns a twist below a turn about the point here: that point moves `along`, in which direction φ
    /// falls from the turn by `excess` per unit.
    fn beside(&self, turn: Vector3<f64>, along: Vector2<f64>, excess: f64) -> Option<Vector3<f64>> {
        let along = Vector3::new(along.x, along.y, 0.0);
        let bend = along.dot(&(self.gradient_and_curvature(turn).1 * along));
        let (newton, most) = (excess / bend, turn.z.abs());
        let mut speed = if newton < most { newton } else { most };
        while speed > 0.0 {
            let twist = turn + along * speed;
            if self.gradient(twist).dot(&along) <= 0.0 {
                return Some(twist);
            }
            speed *= 0.5;
        }
        None
    }

    /// Runs Newton's iteration, from a start below all kinks.
    fn newton(&self, start: Vector3<f64>) -> End {
        let end = |twist, pivot| {
            let slip = Slip { place: self.place, twist, pivot: Vector2::zeros() };
            End { slip, pivot }
        };
        let mut twist = start;
        let mut best = (f64::INFINITY, start);
        let mut last = f64::INFINITY;
        for _ in 0..MAX_ITERATIONS {
            let (gradient, curvature) = self.gradient_and_curvature(twist);
            let size = self.relative_size(gradient, twist);
            if size < best.0 {
                best = (size, twist);
            }
            // When only rounding is left it no longer falls.
            if size <= CONVERGED && size > 0.5 * last {
                return end(best.1, None);
            }
            last = size;
            let Some(factor) = Cholesky::new(curvature) else { break };
            let step = -factor.solve(&gradient);
            let change = self.points.blocks.largest_change(self.place, twist, step);
            if change == 0.0 {
                return end(best.1, None);
            }
            twist += step * self.step_length(twist, step, -gradient.dot(&step), change);
        }
        end(best.1, self.points.resting(self.place, twist))
    }

    /// Returns a part of the step that is known to descend, where φ falls by `fall` per step at first.
    fn step_length(&self, twist: Vector3<f64>, step: Vector3<f64>, fall: f64, change: f64) -> f64 {
        let safe = SMALL_CHANGE / change;
        let mut length = 1.0;
        while length > safe {
            let slope = self.gradient(twist + step * length).dot(&step);
            if slope <= 0.0 {
                break;
            }
            length *= (fall / (fall + slope)).clamp(0.1, 0.7);
        }
        length
    }

    fn gradient(&self, twist: Vector3<f64>) -> Vector3<f64> {
        let friction = self.points.blocks.friction(self.place, twist) * self.limit;
        self.stage_damping * twist + friction - self.trial
    }

    /// Returns a gradient relative to its terms, component by component.
    fn relative_size(&self, gradient: Vector3<f64>, twist: Vector3<f64>) -> f64 {
        let viscous = self.stage_damping.abs() * twist.abs();
        let terms = (viscous + self.trial.abs()).add_scalar(self.limit);
        gradient.component_div(&terms).amax()
    }

    fn gradient_and_curvature(&self, twist: Vector3<f64>) -> (Vector3<f64>, Matrix3<f64>) {
        let (friction, curvature) = self.points.blocks.friction_and_curvature(self.place, twist);
        let gradient = self.stage_damping * twist + friction * self.limit - self.trial;
        (gradient, self.stage_damping + curvature * self.limit)
    }
}
