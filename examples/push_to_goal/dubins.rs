//! The shortest way of a car that goes forwards: two arcs and a straight line between them.
//!
//! Source: L. E. Dubins, *On Curves of Minimal Length with a Constraint on Average Curvature*, 1957;
//! the formulas after A. M. Shkel and V. Lumelsky, *Classification of the Dubins set*, 2001. Of his
//! six words the two without a straight line are left out: they win where the ends are near.

use core::f64::consts::TAU;

use nalgebra::{Rotation2, Vector2, vector};
use stiction::core::PlanarPose;

/// A way in three pieces.
pub(crate) struct Way {
    start: PlanarPose,
    /// Curvature \[1/m\], positive to the left, and length \[m\].
    pieces: [(f64, f64); 3],
}

impl Way {
    /// The shortest one between two poses with arcs of the given radius \[m\].
    pub(crate) fn shortest(start: PlanarPose, goal: &PlanarPose, radius: f64) -> Option<Self> {
        let apart = goal.position - start.position;
        let (d, heading) = (apart.norm() / radius, apart.y.atan2(apart.x));
        let (a, b) = (start.angle - heading, goal.angle - heading);
        // With left and right exchanged the same formulas hold for the other two words.
        let words = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)].map(|(first, last)| {
            let arcs = if first == last {
                same_side(d, first * a, first * b)
            } else {
                other_side(d, first * a, first * b)
            };
            arcs.map(|[turn, straight, back]| Self {
                start,
                pieces: [
                    (first / radius, turn * radius),
                    (0.0, straight * radius),
                    (last / radius, back * radius),
                ],
            })
        });
        words.into_iter().flatten().min_by(|a, b| a.length().total_cmp(&b.length()))
    }

    /// Length \[m\].
    pub(crate) fn length(&self) -> f64 {
        self.pieces.iter().map(|(_, length)| length).sum()
    }

    /// Pose and curvature after a distance \[m\]; straight on beyond the end.
    pub(crate) fn at(&self, distance: f64) -> (PlanarPose, f64) {
        let (mut pose, mut left) = (self.start, distance);
        for (curvature, length) in self.pieces {
            if left < length {
                return (along(&pose, curvature, left), curvature);
            }
            pose = along(&pose, curvature, length);
            left -= length;
        }
        (along(&pose, 0.0, left), 0.0)
    }
}

/// Left, straight, left: angles of the arcs \[rad\] and length of the line in units of the radius.
fn same_side(d: f64, a: f64, b: f64) -> Option<[f64; 3]> {
    let (x, y) = (d + a.sin() - b.sin(), b.cos() - a.cos());
    let toward = y.atan2(x);
    Some([turn(toward - a), x.hypot(y), turn(b - toward)])
}

/// Left, straight, right; none where the two circles intersect.
fn other_side(d: f64, a: f64, b: f64) -> Option<[f64; 3]> {
    let (x, y) = (d + a.sin() + b.sin(), -a.cos() - b.cos());
    let straight = x * x + y * y - 4.0;
    let straight = (straight >= 0.0).then(|| straight.sqrt())?;
    let toward = y.atan2(x) + 2.0_f64.atan2(straight);
    Some([turn(toward - a), straight, turn(toward - b)])
}

/// An angle in 0 ≤ angle < 2π, where rounding does not make a whole turn of none.
fn turn(angle: f64) -> f64 {
    let turn = angle.rem_euclid(TAU);
    if turn > TAU - 1e-9 { 0.0 } else { turn }
}

/// The pose after a piece of constant curvature.
fn along(pose: &PlanarPose, curvature: f64, length: f64) -> PlanarPose {
    let angle = curvature * length;
    let local: Vector2<f64> = if curvature == 0.0 {
        vector![length, 0.0]
    } else {
        vector![angle.sin(), 1.0 - angle.cos()] / curvature
    };
    PlanarPose {
        position: pose.position + Rotation2::new(pose.angle) * local,
        angle: pose.angle + angle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_to_the_goal() {
        let start = PlanarPose { position: vector![0.1, -0.2], angle: 0.7 };
        for k in 0..500 {
            let k = f64::from(k);
            let position = vector![(1.3 * k).sin(), (2.1 * k).cos()];
            let goal = PlanarPose { position, angle: (0.37 * k).rem_euclid(TAU) };
            let way = Way::shortest(start, &goal, 0.06).unwrap();
            let (end, _) = way.at(way.length());
            let turned = (end.angle - goal.angle + TAU / 2.0).rem_euclid(TAU) - TAU / 2.0;
            assert!((end.position - goal.position).norm() < 1e-9, "{k}");
            assert!(turned.abs() < 1e-6, "{k}: {turned}");
        }
    }
}
