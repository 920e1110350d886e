//! Reference of a patch that sticks: a point and axes on both bodies, set when it came to rest.
//!
//! ```text
//!        ┌───────┐  second body          way of p along t₁, t₂ and twist of the second body about n,
//!     ───┴──p──c─┴───  first body        as functions of the poses: what goes and comes back leaves nothing
//! ```
//! Velocities at the centre of pressure, summed up, would not do: a rocking body would walk by the area of the loops
//! of c and of the tilt, some 1e-8 m in each cycle of 1e-4 rad. The motion of c is that of p and the twist about it.

use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

use super::tree::Frame;

#[derive(Clone, Copy)]
pub(super) struct Mooring {
    /// p in the axes of each body.
    places: [Vector3<f64>; 2],
    /// The second body seen from the first when the mooring was set.
    turn: Matrix3<f64>,
    /// t₁, t₂ and n in the axes of the first body.
    axes: [Vector3<f64>; 3],
    /// Displacement and twist when the step began.
    start: ([f64; 2], f64),
}

impl Mooring {
    /// Sets a mooring at a place and along axes of the world.
    pub(super) fn laid(place: Vector3<f64>, axes: [Vector3<f64>; 3], bodies: &[Frame; 2]) -> Self {
        let [first, second] = bodies;
        Self {
            places: [first.own(&place), second.own(&place)],
            turn: first.turn.tr_mul(&second.turn),
            axes: axes.map(|axis| first.turn.tr_mul(&axis)),
            start: ([0.0; 2], 0.0),
        }
    }

    /// Returns the place of p of the second body, seen from the first.
    fn second_place(&self, [first, second]: &[Frame; 2]) -> Vector3<f64> {
        first.own(&(second.origin + second.turn * self.places[1]))
    }

    fn seen(&self, bodies: &[Frame; 2]) -> ([f64; 2], f64) {
        let [first, second] = bodies;
        let way = self.second_place(bodies) - self.places[0];
        let turned = first.turn.tr_mul(&second.turn) * self.turn.transpose();
        let turned =
            UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turned));
        let [along, across, normal] = &self.axes;
        let twist = 2.0 * turned.imag().dot(normal).atan2(turned.w);
        ([along.dot(&way), across.dot(&way)], twist)
    }

    /// Begins a step, if the patch at `centre`, `radius` wide, is still the one that was moored: p is below it, and
    /// has not been lifted or tilted away. (A rolling body gets a new mooring in every step.)
    pub(super) fn begun(
        mut self,
        centre: Vector3<f64>,
        radius: f64,
        bodies: &[Frame; 2],
    ) -> Option<Self> {
        let offset = self.second_place(bodies) - centre;
        let is_near =
            offset.norm() <= 2.0 * radius && offset.dot(&self.axes[2]).abs() <= 0.01 * radius;
        self.start = self.seen(bodies);
        is_near.then_some(self)
    }

    /// Returns t₁ in the axes of the first body.
    pub(super) const fn tangent(&self) -> &Vector3<f64> {
        &self.axes[0]
    }

    /// Returns how much the point `centre` of the second body has moved on the first since the step began, along t₁
    /// and t₂ [m], and the second about n [rad].
    pub(super) fn displacement(&self, centre: Vector3<f64>, bodies: &[Frame; 2]) -> [f64; 3] {
        let (now, (start, angle)) = (self.seen(bodies), self.start);
        let turned = now.1 - angle;
        let [along, across] =
            [0, 1].map(|axis: usize| self.axes[axis].dot(&(centre - self.places[0])));
        [now.0[0] - start[0] - turned * across, now.0[1] - start[1] + turned * along, turned]
    }
}
