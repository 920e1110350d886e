//! Contacts, which `MuJoCo` finds anew in every step: where their numbers stand, and which were there before.

use nalgebra::{Matrix3, Vector3};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use stiction::host::LawId;

use super::tree::{Frame, Tree};

/// Where the fields of a contact stand [B], from those of its frame; learned from `MuJoCo`'s own views.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Layout {
    stride: usize,
    pos: isize,
    friction: isize,
    geom: isize,
    dim: isize,
    efc_address: isize,
}

/// A contact as `MuJoCo` has it.
pub(super) struct Found {
    pub(super) pair: (i32, i32),
    pub(super) place: Vector3<f64>,
    /// From the first geometry to the second.
    pub(super) normal: Vector3<f64>,
    pub(super) tangent: Vector3<f64>,
    pub(super) coefficient: f64,
    pub(super) dim: i32,
    /// Of its constraint; negative without one.
    pub(super) address: i32,
}

impl Layout {
    /// The contact of that number, below the number of frames.
    pub(super) fn read(&self, frames: &Bound<'_, PyArray2<f64>>, index: usize) -> Found {
        // SAFETY: the array of frames is a view of that many contacts, each `stride` bytes, and the other fields
        // stand within the same contact: the offsets are differences between views of the same contacts.
        unsafe {
            let frame = frames.data().cast::<u8>().add(index * self.stride);
            let number = |at: isize, place: usize| {
                frame.offset(at).cast::<f64>().add(place).read_unaligned()
            };
            let integer = |at: isize, place: usize| {
                frame.offset(at).cast::<i32>().add(place).read_unaligned()
            };
            let three =
                |at: isize, place: usize| Vector3::from_fn(|axis, _| number(at, place + axis));
            Found {
                pair: (integer(self.geom, 0), integer(self.geom, 1)),
                place: three(self.pos, 0),
                normal: three(0, 0),
                tangent: three(0, 3),
                coefficient: number(self.friction, 0),
                dim: integer(self.dim, 0),
                address: integer(self.efc_address, 0),
            }
        }
    }
}

/// A contact with friction during a step, and what is kept of it for the next.
#[derive(Clone)]
pub(super) struct Touch {
    pub(super) pair: (i32, i32),
    pub(super) key: u64,
    pub(super) law: LawId,
    pub(super) axes: usize,
    /// The normal force [N] of the last step.
    pub(super) normal_force: f64,
    is_new: bool,
    /// What the law is told per normal force: the coefficient, where the law has none of its own.
    share: f64,
    pub(super) place: Vector3<f64>,
    normal: Vector3<f64>,
    pub(super) tangent: Vector3<f64>,
    /// The axes of the first body, to which the bristle is fixed.
    turn: Matrix3<f64>,
    /// The point of each body that touches, in its own axes.
    own_places: [Vector3<f64>; 2],
    /// In the axes of the first body.
    own_tangent: Vector3<f64>,
    start: Relative,
    /// D and a of its constraint: the normal force is D (a − J q̈), where that pushes.
    pub(super) stiffness: f64,
    pub(super) reference: f64,
}

/// Where the second body is, seen from the first.
#[derive(Clone, Copy)]
struct Relative {
    /// From the point of the first that touches to that of the second.
    gap: Vector3<f64>,
    turn: Matrix3<f64>,
}

impl Relative {
    fn of(places: &[Vector3<f64>; 2], [first, second]: &[Frame; 2]) -> Self {
        let way =
            (second.origin + second.turn * places[1]) - (first.origin + first.turn * places[0]);
        Self { gap: first.turn.tr_mul(&way), turn: first.turn.tr_mul(&second.turn) }
    }
}

impl Touch {
    pub(super) fn new(
        found: &Found,
        (law, axes): (LawId, usize),
        (share, stiffness, reference): (f64, f64, f64),
        bodies: &[Frame; 2],
    ) -> Self {
        let own_places = [0, 1].map(|which: usize| bodies[which].own(&found.place));
        Self {
            pair: found.pair,
            key: 0,
            law,
            axes,
            normal_force: 0.0,
            is_new: true,
            share,
            place: found.place,
            normal: found.normal,
            tangent: found.tangent,
            turn: bodies[0].turn,
            own_tangent: bodies[0].turn.tr_mul(&found.tangent),
            start: Relative::of(&own_places, bodies),
            own_places,
            stiffness,
            reference,
        }
    }

    pub(super) fn second_tangent(&self) -> Vector3<f64> {
        self.normal.cross(&self.tangent)
    }

    /// Goes on from the same contact in the step before: its name, its load, and its tangent, turned with the
    /// first body and brought into the new plane. (`MuJoCo`'s own tangents jump.)
    fn go_on_from(&mut self, before: &Self) {
        self.key = before.key;
        self.normal_force = before.normal_force;
        self.is_new = false;
        let carried = self.turn * before.own_tangent;
        let flat = carried - self.normal * self.normal.dot(&carried);
        if flat.norm() > 0.1 {
            self.tangent = flat.normalize();
        }
        self.own_tangent = self.turn.tr_mul(&self.tangent);
    }

    /// By how much the bodies have moved on each other since the step began, along the axes of the friction [m],
    /// [rad]: by their poses, seen from the first of them, so that what is carried round together does not move. (The
    /// rows times the motion of the step would leave a sagitta in every step.)
    pub(super) fn displacement(&self, bodies: &[Frame; 2], displacement: &mut [f64]) {
        let now = Relative::of(&self.own_places, bodies);
        let way = now.gap - self.start.gap;
        let own = [self.own_tangent, self.turn.tr_mul(&self.second_tangent())];
        for (moved, axis) in displacement.iter_mut().zip(&own) {
            *moved = axis.dot(&way);
        }
        if let Some(spin) = displacement.get_mut(2) {
            // Both of small angles: the sine of the angle along its axis.
            let turned = now.turn * self.start.turn.transpose();
            let twist = Vector3::new(
                turned[(2, 1)] - turned[(1, 2)],
                turned[(0, 2)] - turned[(2, 0)],
                turned[(1, 0)] - turned[(0, 1)],
            ) * 0.5;
            *spin = self.turn.tr_mul(&self.normal).dot(&twist);
        }
    }

    /// What its law is told [N], where `first` is the normal force of a contact that is new [N].
    pub(super) fn load(&self, first: f64) -> f64 {
        self.share * if self.is_new { first } else { self.normal_force }
    }

    /// The normal force of the step that was made, from the acceleration along the normal [m/s²].
    pub(super) fn learn_load(&mut self, acceleration: f64) {
        self.normal_force = (self.stiffness * (self.reference - acceleration)).max(0.0);
    }

    /// The rows of the second body against the first: along the normal, along both tangents, of the spin.
    pub(super) fn write_rows(
        &self,
        tree: &Tree,
        motion: (&[f64], &[f64]),
        [normal, first, second]: [&mut [f64]; 3],
        mut spin: Option<&mut [f64]>,
    ) {
        for row in [&mut *normal, &mut *first, &mut *second] {
            row.fill(0.0);
        }
        if let Some(row) = &mut spin {
            row.fill(0.0);
        }
        let across = self.second_tangent();
        for (geometry, sign) in [(self.pair.0, -1.0), (self.pair.1, 1.0)] {
            let body = tree.body_of(geometry);
            tree.for_each_freedom(body, self.place, motion, |dof, moving, turning| {
                normal[dof] += sign * self.normal.dot(&moving);
                first[dof] += sign * self.tangent.dot(&moving);
                second[dof] += sign * across.dot(&moving);
                if let Some(row) = &mut spin {
                    row[dof] += sign * self.normal.dot(&turning);
                }
            });
        }
    }
}

/// Names the contacts: the nearest of the same pair in the step before, seen from the first body, is the same; every
/// other is new. Nearest pairs come first.
pub(super) fn matched(touches: &mut [Touch], before: &[Touch], next_key: &mut u64) {
    let is_like =
        |touch: &Touch, other: &Touch| touch.pair == other.pair && touch.axes == other.axes;
    let way =
        |touch: &Touch, other: &Touch| (touch.own_places[0] - other.own_places[0]).norm_squared();
    // As a rule nothing came, went or moved; what is nearer to each other than that is one contact.
    const SAME: f64 = 1e-4 * 1e-4;
    let both = || touches.iter().zip(before);
    if touches.len() == before.len()
        && both().all(|(touch, other)| is_like(touch, other) && way(touch, other) < SAME)
    {
        touches.iter_mut().zip(before).for_each(|(touch, other)| touch.go_on_from(other));
        return;
    }
    let mut near = vec![];
    for (now, touch) in touches.iter().enumerate() {
        for (then, other) in before.iter().enumerate() {
            if is_like(touch, other) {
                near.push((way(touch, other), now, then));
            }
        }
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let (mut is_named, mut is_used) = (vec![false; touches.len()], vec![false; before.len()]);
    for (_, now, then) in near {
        if !is_named[now] && !is_used[then] {
            (is_named[now], is_used[then]) = (true, true);
            touches[now].go_on_from(&before[then]);
        }
    }
    for (touch, _) in touches.iter_mut().zip(is_named).filter(|(_, is_named)| !is_named) {
        touch.key = *next_key;
        *next_key += 1;
    }
}
