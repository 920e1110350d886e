//! All rubbing contacts of a step: their continuation from the step before, their loads, and their rows.

use std::collections::HashMap;

use stiction::host::{LawId, Patch};

use super::contact::{Found, Push, Touch};
use super::dot;
use super::tree::Tree;

/// The friction of a pair of geometries.
#[derive(Clone, Copy)]
pub(super) enum Pair {
    /// Friction stays MuJoCo's.
    Left,
    Taken(Taken),
}

#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub(super) law: LawId,
    pub(super) axes: usize,
    pub(super) by_own_coefficient: bool,
    /// The radius [m] of the small patch at each point, if all points of the pair are one patch.
    pub(super) patch: Option<f64>,
}

/// The contacts of a step, and those of the step before until they are matched.
#[derive(Default)]
pub(super) struct Touches {
    pub(super) pairs: HashMap<(i32, i32), Pair>,
    pub(super) now: Vec<Touch>,
    before: Vec<Touch>,
    /// The points of a patch need not be adjacent.
    pub(super) pushes: Vec<Push>,
    next_key: u64,
}

/// Poses of the bodies, as `MuJoCo`'s `xpos` and `xmat`.
type Poses<'a> = (&'a [f64], &'a [f64]);

impl Touches {
    /// Returns the number of rows of their friction; the normals have one each.
    pub(super) fn rows(&self) -> usize {
        self.now.iter().map(|touch| touch.axes).sum()
    }

    pub(super) fn clear(&mut self) {
        self.now.clear();
        self.pushes.clear();
    }

    /// Begins the list of a step.
    pub(super) fn begin(&mut self) {
        core::mem::swap(&mut self.before, &mut self.now);
        self.clear();
    }

    /// Restores the list of the last step, because a new contact has an unknown pair.
    pub(super) fn take_back(&mut self) {
        core::mem::swap(&mut self.before, &mut self.now);
        self.pushes.clear();
    }

    /// Adds a point of a pair with friction here; `constraint` are D and a.
    pub(super) fn add(
        &mut self,
        found: Found,
        taken: Taken,
        constraint: (f64, f64),
        tree: &Tree,
        poses: Poses<'_>,
    ) {
        let bodies = tree.frames(found.pair, poses);
        let share = if taken.by_own_coefficient { found.coefficient } else { 1.0 };
        let joined = taken.patch.and_then(|_| {
            let place = self.now.iter().position(|touch| touch.pair == found.pair)?;
            self.now[place].join(&found);
            Some(place)
        });
        let touch = joined.unwrap_or_else(|| {
            self.now.push(Touch::new(&found, (taken.law, taken.axes), &bodies));
            self.now.len() - 1
        });
        self.pushes.push(Push::new(found, touch, (share, constraint.0, constraint.1), &bodies[0]));
    }

    /// Completes the list: finds the contacts that were there before.
    pub(super) fn end(&mut self, tree: &Tree, poses: Poses<'_>) {
        for (place, touch) in self.now.iter_mut().enumerate() {
            let Some(own_radius) = own_radius(&self.pairs, touch) else { continue };
            let before = self.before.iter().find(|before| before.pair == touch.pair);
            let points = self.pushes.iter().filter(|push| push.touch == place);
            // At least one point presses here, with equal weights.
            if let Some(even) = Patch::of(points.map(|push| push.point(1.0, own_radius))) {
                touch.settle(before, even, &tree.frames(touch.pair, poses));
            }
        }
        self.name_points();
        for touch in self.now.iter_mut().filter(|touch| touch.is_new) {
            touch.key = self.next_key;
            self.next_key += 1;
        }
        for push in &mut self.pushes {
            let touch = &self.now[push.touch];
            push.force = touch.normal_force / touch.points as f64;
        }
    }

    /// Matches points with those of the step before: the nearest of the same pair, seen from the first body, is the
    /// same; every other is new. Nearest pairs come first.
    fn name_points(&mut self) {
        let (touches, before) = (&mut self.now, &self.before);
        // Usually nothing came, went or moved; points closer than this are one contact.
        const SAME: f64 = 1e-4 * 1e-4;
        let is_same = |(touch, other): (&Touch, &Touch)| {
            touch.patch.is_some() || (touch.is_like(other) && touch.way(other) < SAME)
        };
        if touches.len() == before.len() && touches.iter().zip(before).all(is_same) {
            let points = touches.iter_mut().zip(before).filter(|(touch, _)| touch.patch.is_none());
            points.for_each(|(touch, other)| touch.go_on_from(other));
            return;
        }
        let mut near = vec![];
        for (now, touch) in touches.iter().enumerate() {
            for (then, other) in before.iter().enumerate() {
                if touch.is_like(other) {
                    near.push((touch.way(other), now, then));
                }
            }
        }
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut is_used = vec![false; before.len()];
        for (_, now, then) in near {
            if touches[now].is_new && !is_used[then] {
                is_used[then] = true;
                touches[now].go_on_from(&before[then]);
            }
        }
    }

    /// Writes the rows of their friction, and those of the normals.
    pub(super) fn write_rows<'a>(
        &self,
        tree: &Tree,
        motion: (&[f64], &[f64]),
        mut rows: impl Iterator<Item = &'a mut [f64]>,
        normals: &mut [f64],
    ) {
        for touch in &self.now {
            let (Some(first), Some(second)) = (rows.next(), rows.next()) else { break };
            let spin = if touch.axes == 3 { rows.next() } else { None };
            touch.write_rows(tree, motion, [first, second], spin);
        }
        for (push, row) in self.pushes.iter().zip(normals.chunks_exact_mut(tree.freedoms())) {
            push.write_row(tree, motion, row);
        }
    }

    /// Learns the normal forces of the step that was made, from the accelerations and the rows of the normals, and
    /// adds them to the generalized forces `sum`.
    pub(super) fn learn<'a>(
        &mut self,
        normals: impl Iterator<Item = &'a [f64]>,
        acceleration: &[f64],
        sum: &mut [f64],
    ) {
        for (push, normal) in self.pushes.iter_mut().zip(normals) {
            push.learn(dot(normal, acceleration));
            for (sum, entry) in sum.iter_mut().zip(normal) {
                *sum += entry * push.force;
            }
        }
        for touch in &mut self.now {
            (touch.normal_force, touch.load) = (0.0, 0.0);
        }
        for push in &self.pushes {
            let touch = &mut self.now[push.touch];
            touch.normal_force += push.force;
            touch.load += push.share * push.force;
        }
        for (place, touch) in self.now.iter_mut().enumerate() {
            if let Some(own_radius) = own_radius(&self.pairs, touch) {
                let pushes = self.pushes.iter().filter(|push| push.touch == place);
                touch.press(pushes.map(|push| push.point(push.force, own_radius)));
            }
        }
    }

    /// Gives new contacts the normal forces that their points would have without friction.
    pub(super) fn load_new(&mut self, forces: &[f64]) {
        for (push, force) in self.pushes.iter().zip(forces) {
            let touch = &mut self.now[push.touch];
            if touch.is_new {
                touch.load += push.share * force;
            }
        }
    }
}

/// Returns the radius of the small patch at each point of a patch.
fn own_radius(pairs: &HashMap<(i32, i32), Pair>, touch: &Touch) -> Option<f64> {
    match pairs.get(&touch.pair) {
        Some(Pair::Taken(taken)) => taken.patch,
        _ => None,
    }
}
