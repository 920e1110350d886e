//! The tree of bodies of a model: the freedoms that move a point, and how far a step has moved them.

use nalgebra::{Matrix3, Quaternion, Vector3};
use pyo3::prelude::*;

/// Types of joints, as `MuJoCo` numbers them.
const FREE: i32 = 0;
const BALL: i32 = 1;

/// The constant data of a model.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Tree {
    jnt_type: Vec<i32>,
    jnt_qposadr: Vec<usize>,
    jnt_dofadr: Vec<usize>,
    body_parentid: Vec<usize>,
    body_rootid: Vec<usize>,
    body_dofadr: Vec<i32>,
    body_dofnum: Vec<i32>,
    dof_parentid: Vec<i32>,
    geom_bodyid: Vec<usize>,
}

fn vector(numbers: &[f64]) -> Vector3<f64> {
    Vector3::new(numbers[0], numbers[1], numbers[2])
}

/// Position and orientation of a body.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) origin: Vector3<f64>,
    pub(super) turn: Matrix3<f64>,
}

impl Frame {
    /// Returns a point in the axes of the body.
    pub(super) fn own(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.turn.tr_mul(&(point - self.origin))
    }
}

impl Tree {
    pub(super) fn freedoms(&self) -> usize {
        self.dof_parentid.len()
    }

    /// Returns the frames of the bodies of two geometries, from `MuJoCo`'s `xpos` and `xmat`.
    pub(super) fn frames(&self, pair: (i32, i32), (places, turns): (&[f64], &[f64])) -> [Frame; 2] {
        [pair.0, pair.1].map(|geometry| {
            let body = self.body_of(geometry);
            let turn = Matrix3::from_row_slice(&turns[9 * body..][..9]);
            Frame { origin: vector(&places[3 * body..]), turn }
        })
    }

    fn body_of(&self, geometry: i32) -> usize {
        usize::try_from(geometry)
            .ok()
            .and_then(|place| self.geom_bodyid.get(place).copied())
            .unwrap_or(0)
    }

    /// Returns the last freedom that moves a body, unless it is fixed to the world.
    fn last_freedom(&self, mut body: usize) -> Option<usize> {
        while body > 0 {
            if self.body_dofnum[body] > 0 {
                return usize::try_from(self.body_dofadr[body] + self.body_dofnum[body] - 1).ok();
            }
            body = self.body_parentid[body];
        }
        None
    }

    /// Calls `add` with every freedom that moves a point of the bodies of two geometries, the velocity of the point and
    /// the angular velocity of the body, both per velocity of the freedom, and negative for the first body.
    ///
    /// `axes` and `centres` are `MuJoCo`'s motion axes `cdof` (turning, then moving), seen from the centre of mass
    /// of the tree, `subtree_com`.
    pub(super) fn for_each_freedom(
        &self,
        pair: (i32, i32),
        point: Vector3<f64>,
        (axes, centres): (&[f64], &[f64]),
        mut add: impl FnMut(usize, Vector3<f64>, Vector3<f64>),
    ) {
        for (geometry, sign) in [(pair.0, -1.0), (pair.1, 1.0)] {
            let body = self.body_of(geometry);
            let offset = point - vector(&centres[3 * self.body_rootid[body]..]);
            let mut next = self.last_freedom(body);
            while let Some(dof) = next {
                let (turning, moving) = (vector(&axes[6 * dof..]), vector(&axes[6 * dof + 3..]));
                add(dof, sign * (moving + turning.cross(&offset)), sign * turning);
                next = usize::try_from(self.dof_parentid[dof]).ok();
            }
        }
    }

    /// Computes how far a step has moved the freedoms: differences of coordinates, and for orientations the rotation
    /// in the axes of the body.
    pub(super) fn moved(&self, start: &[f64], end: &[f64], moved: &mut [f64]) {
        for ((kind, &place), &dof) in
            self.jnt_type.iter().zip(&self.jnt_qposadr).zip(&self.jnt_dofadr)
        {
            match *kind {
                FREE => {
                    for axis in 0..3 {
                        moved[dof + axis] = end[place + axis] - start[place + axis];
                    }
                    let turn = turned(&start[place + 3..], &end[place + 3..]);
                    moved[dof + 3..dof + 6].copy_from_slice(turn.as_slice());
                }
                BALL => {
                    let turn = turned(&start[place..], &end[place..]);
                    moved[dof..dof + 3].copy_from_slice(turn.as_slice());
                }
                _ => moved[dof] = end[place] - start[place],
            }
        }
    }
}

/// Returns the rotation vector between two quaternions (w, x, y, z), in the axes of the first.
fn turned(start: &[f64], end: &[f64]) -> Vector3<f64> {
    let quaternion = |q: &[f64]| Quaternion::new(q[0], q[1], q[2], q[3]);
    let turn = quaternion(start).conjugate() * quaternion(end);
    let (sine, axis) = (turn.imag().norm(), turn.imag());
    if sine == 0.0 {
        return Vector3::zeros();
    }
    let angle = 2.0 * sine.atan2(turn.w.abs());
    axis * (angle / sine * turn.w.signum())
}
