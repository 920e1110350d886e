//! Contacts, which `MuJoCo` finds anew in every step: the layout of their data, where they press and how they rub.

use nalgebra::{Matrix3, Vector3};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use stiction::host::{LawId, Patch, PatchPoint};

use super::mooring::Mooring;
use super::tree::{Frame, Tree};

/// Offsets of the fields of a contact [B] from its frame; learned from `MuJoCo`'s own views.
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
    /// Unit normal, from the first geometry to the second.
    pub(super) normal: Vector3<f64>,
    pub(super) tangent: Vector3<f64>,
    pub(super) coefficient: f64,
    pub(super) dim: i32,
    /// Address of its constraint; negative without one.
    pub(super) address: i32,
}

impl Layout {
    /// Reads the contact with this number, which is below the number of frames.
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

/// A point where two bodies press on each other, with `MuJoCo`'s normal force.
pub(super) struct Push {
    /// The touch that it belongs to.
    pub(super) touch: usize,
    found: Found,
    /// Its place in the axes of the first body.
    own_place: Vector3<f64>,
    /// D and a of its constraint: the normal force is D (a − J q̈), if that pushes.
    pub(super) stiffness: f64,
    pub(super) reference: f64,
    /// Factor of the normal force that the law gets: the coefficient, if the law has none of its own.
    pub(super) share: f64,
    /// Normal force of the last step [N]; for a point of a patch its share, until the step is made.
    pub(super) force: f64,
}

impl Push {
    pub(super) fn new(
        found: Found,
        touch: usize,
        (share, stiffness, reference): (f64, f64, f64),
        first_body: &Frame,
    ) -> Self {
        Self {
            touch,
            own_place: first_body.own(&found.place),
            found,
            stiffness,
            reference,
            share,
            force: 0.0,
        }
    }

    /// Sets the normal force of the step that was made, from the acceleration along the normal [m/s²].
    pub(super) fn learn(&mut self, acceleration: f64) {
        self.force = (self.stiffness * (self.reference - acceleration)).max(0.0);
    }

    /// Returns it as a point of a patch, under its force or another one.
    pub(super) const fn point(&self, force: f64, own_radius: f64) -> PatchPoint {
        (self.own_place, force, own_radius)
    }

    /// Writes the row of the second body against the first, along the normal.
    pub(super) fn write_row(&self, tree: &Tree, motion: (&[f64], &[f64]), row: &mut [f64]) {
        row.fill(0.0);
        let Found { pair, place, normal, .. } = &self.found;
        tree.for_each_freedom(*pair, *place, motion, |dof, moving, _| {
            row[dof] += normal.dot(&moving);
        });
    }
}

/// A place where two bodies rub during a step, with its state for the next step: a point, or a patch of all points of
/// a pair.
#[derive(Clone)]
pub(super) struct Touch {
    pub(super) pair: (i32, i32),
    pub(super) key: u64,
    pub(super) law: LawId,
    pub(super) axes: usize,
    /// The normal force [N] of the last step, and the load that the law gets.
    pub(super) normal_force: f64,
    pub(super) load: f64,
    pub(super) is_new: bool,
    /// Number of its points.
    pub(super) points: usize,
    pub(super) place: Vector3<f64>,
    normal: Vector3<f64>,
    pub(super) tangent: Vector3<f64>,
    /// Orientation of the first body, to which the bristle is fixed.
    turn: Matrix3<f64>,
    /// The point of each body that touches, in its own axes.
    own_places: [Vector3<f64>; 2],
    /// Tangent in the axes of the first body.
    own_tangent: Vector3<f64>,
    start: Relative,
    /// The patch in this step, in the axes of the first body; `None` for a point.
    pub(super) patch: Option<Patch>,
    /// Reference of its motion.
    mooring: Option<Mooring>,
    /// Whether it slid in the last step, or was moved elsewhere.
    pub(super) is_loose: bool,
    /// Centre of its points.
    middle: Vector3<f64>,
    /// The patch under pressure when the step was made.
    pressed: Option<Patch>,
    /// The patches between which the bristle is still to be transferred.
    to_tell: Option<(Patch, Patch)>,
}

/// Placement of the second body as seen from the first.
#[derive(Clone, Copy)]
struct Relative {
    /// Vector from the contact point of the first body to that of the second.
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
    /// Makes the touch of a point.
    pub(super) fn new(found: &Found, (law, axes): (LawId, usize), bodies: &[Frame; 2]) -> Self {
        let own_places = [0, 1].map(|which: usize| bodies[which].own(&found.place));
        Self {
            pair: found.pair,
            key: 0,
            law,
            axes,
            normal_force: 0.0,
            load: 0.0,
            is_new: true,
            points: 1,
            place: found.place,
            normal: found.normal,
            tangent: found.tangent,
            turn: bodies[0].turn,
            own_tangent: bodies[0].turn.tr_mul(&found.tangent),
            start: Relative::of(&own_places, bodies),
            own_places,
            patch: None,
            mooring: None,
            is_loose: false,
            middle: own_places[0],
            pressed: None,
            to_tell: None,
        }
    }

    /// Adds another point of the same patch, with its normal.
    pub(super) fn join(&mut self, found: &Found) {
        self.normal += found.normal;
        self.points += 1;
    }

    /// Places the patch; `before` is that of the same pair in the step before, `even` is the patch of these points
    /// under equal forces. The pressure is known from the last step.
    pub(super) fn settle(&mut self, before: Option<&Self>, even: Patch, bodies: &[Frame; 2]) {
        self.middle = even.centre();
        self.normal = self.normal.normalize();
        let tangent = self.tangent - self.normal * self.normal.dot(&self.tangent);
        self.tangent = tangent.normalize();
        self.own_tangent = self.turn.tr_mul(&self.tangent);
        let patch = before.map_or(even, |before| {
            self.go_on_from(before);
            self.to_tell = before.patch.zip(before.pressed);
            before.now_at(self, &even)
        });
        self.patch = Some(patch);
        self.place = bodies[0].origin + bodies[0].turn * patch.centre();
        self.own_places = [0, 1].map(|which: usize| bodies[which].own(&self.place));
        let kept = before.filter(|before| !before.is_loose).and_then(|before| before.mooring);
        let kept = kept.and_then(|kept| kept.begun(patch.centre(), patch.radius(), bodies));
        if let Some(kept) = &kept {
            self.carry(kept.tangent());
        }
        let axes = [self.tangent, self.second_tangent(), self.normal];
        self.mooring = Some(kept.unwrap_or_else(|| Mooring::laid(self.place, axes, bodies)));
    }

    /// Returns the patch of the step that was made, among the points of the next one.
    fn now_at(&self, next: &Self, even: &Patch) -> Patch {
        match self.pressed.or(self.patch) {
            // The points moved along with the body that slid, or was moved elsewhere.
            Some(patch) if self.is_loose && self.points == next.points => {
                patch.shifted(next.middle - self.middle)
            }
            // Twice the mean distance from the middle is about as far as points reach, if some came or went.
            Some(patch) if (patch.centre() - next.middle).norm() <= 2.0 * even.radius() => patch,
            _ => *even,
        }
    }

    pub(super) fn second_tangent(&self) -> Vector3<f64> {
        self.normal.cross(&self.tangent)
    }

    /// Returns the factor of the spin.
    pub(super) fn arm(&self) -> f64 {
        self.patch.map_or(1.0, |patch| patch.radius())
    }

    /// Returns whether both are points of one pair.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let are_points = self.patch.is_none() && other.patch.is_none();
        are_points && self.pair == other.pair && self.axes == other.axes
    }

    /// Returns the square of their distance, seen from the first body.
    pub(super) fn way(&self, other: &Self) -> f64 {
        (self.own_places[0] - other.own_places[0]).norm_squared()
    }

    /// Continues the same contact of the step before: its key, its load, and its tangent, turned with the first body
    /// and projected to the new plane. (`MuJoCo`'s own tangents jump.)
    pub(super) fn go_on_from(&mut self, before: &Self) {
        self.key = before.key;
        (self.normal_force, self.load) = (before.normal_force, before.load);
        self.is_new = false;
        self.carry(&before.own_tangent);
    }

    /// Sets the tangent from one of the first body, projected to the plane.
    fn carry(&mut self, own_tangent: &Vector3<f64>) {
        let carried = self.turn * own_tangent;
        let flat = carried - self.normal * self.normal.dot(&carried);
        if flat.norm() > 0.1 {
            self.tangent = flat.normalize();
        }
        self.own_tangent = self.turn.tr_mul(&self.tangent);
    }

    /// Transfers the bristle of a patch to the present patch, once; `None` for a point.
    pub(super) fn told(&mut self, bristle: &[f64]) -> Option<[f64; 3]> {
        let (before, now) = self.to_tell.take()?;
        let second = self.turn.tr_mul(&self.second_tangent());
        let bristle = <[f64; 3]>::try_from(bristle).ok()?;
        Some(before.carried(&now, [&self.own_tangent, &second], bristle))
    }

    /// Computes how much the bodies have moved on each other since the step began, along the axes of the friction
    /// [m], [rad]: from their poses, seen from the first body, so that a body carried round does not move. (The rows
    /// times the motion of the step would leave a sagitta in every step.)
    pub(super) fn displacement(&self, bodies: &[Frame; 2], displacement: &mut [f64]) {
        if let Some(mooring) = &self.mooring {
            let [along, across, turned] = mooring.displacement(self.own_places[0], bodies);
            displacement.copy_from_slice(&[along, across, self.arm() * turned]);
            return;
        }
        let now = Relative::of(&self.own_places, bodies);
        let way = now.gap - self.start.gap;
        let own = [self.own_tangent, self.turn.tr_mul(&self.second_tangent())];
        for (moved, axis) in displacement.iter_mut().zip(&own) {
            *moved = axis.dot(&way);
        }
        if let Some(spin) = displacement.get_mut(2) {
            // For small angles: the sine of the angle along its axis.
            let turned = now.turn * self.start.turn.transpose();
            let twist = Vector3::new(
                turned[(2, 1)] - turned[(1, 2)],
                turned[(0, 2)] - turned[(2, 0)],
                turned[(1, 0)] - turned[(0, 1)],
            ) * 0.5;
            *spin = self.turn.tr_mul(&self.normal).dot(&twist);
        }
    }

    /// Sets where the patch pressed in the step, given its points then.
    pub(super) fn press(&mut self, points: impl Iterator<Item = PatchPoint> + Clone) {
        self.pressed = Patch::of(points);
    }

    /// Writes the rows of the second body against the first: along both tangents, and of the spin.
    pub(super) fn write_rows(
        &self,
        tree: &Tree,
        motion: (&[f64], &[f64]),
        [first, second]: [&mut [f64]; 2],
        mut spin: Option<&mut [f64]>,
    ) {
        for row in [&mut *first, &mut *second] {
            row.fill(0.0);
        }
        if let Some(row) = &mut spin {
            row.fill(0.0);
        }
        let (across, about) = (self.second_tangent(), self.normal * self.arm());
        tree.for_each_freedom(self.pair, self.place, motion, |dof, moving, turning| {
            first[dof] += self.tangent.dot(&moving);
            second[dof] += across.dot(&moving);
            if let Some(row) = &mut spin {
                row[dof] += about.dot(&turning);
            }
        });
    }
}
