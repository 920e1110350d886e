//! The equations of a tree; the caller provides the storage.
//!
//! Every body has its quantities in world axes about its own origin, so that going from one body to the next is a
//! shift by `r` and no turn: a wrench (n, f) at the child is (n + r × f, f) at the parent. With the true
//! acceleration `a` of the origin, less gravity, Newton and Euler are, for a body of inertia `J` about its origin
//! and first moment `h`,
//!
//! ```text
//! n = J α + h × a + ω × J ω        f = m a − h × α + ω × (ω × h)
//! ```
//! and the motion goes outwards by
//!
//! ```text
//! turning:  α = α' + s q̈ + ω' × s q̇      a = a' + α' × r + ω' × (ω' × r)
//! sliding:  α = α'                        a = a' + α' × r + ω' × (ω' × r) + s q̈ + 2 ω' × s q̇
//! ```
//! with primes for the parent. The articulated-body algorithm is that of Featherstone, *Rigid Body Dynamics
//! Algorithms*, 2008, table 7.1. Its lines, and where they are here:
//!
//! ```text
//! way           table 7.1                                    here
//! outwards      v_i = X v_λ + v_J                            Moved::behind
//!               c_i = c_J + v_i × v_J                        Work::bias
//!               I_i^A = I_i,  p_i^A = v_i ×* I_i v_i - f_i   Articulated::own
//! inwards       U_i = I_i^A S_i                              column (n, f)
//!               D_i = S_i^T U_i                              felt + armature; inverse
//!               u_i = τ_i - S_i^T p_i^A                      left; effort
//!               I^a = I_i^A - U_i D_i^-1 U_i^T               handed
//!               p^a = p_i^A + I^a c_i + U_i D_i^-1 u_i       handed.torque, handed.force
//!               I_λ^A += X^T I^a X,  p_λ^A += X^T p^a        Articulated::add
//! outwards      a_0 = -a_g                                   rate
//!               a' = X a_λ + c_i                             (alpha, a) in rate
//!               q̈_i = D_i^-1 (u_i - U_i^T a')                acceleration in rate
//!               a_i = a' + S_i q̈_i                           body.acceleration in rate
//! ```
//! The table has spatial accelerations in the axes of each body. Here `a` is the true acceleration of the origin, so
//! that `c_i` also has the centripetal term `ω' × (ω' × r)`, and the axes are those of the world, so that X is a shift.
//! The tree runs along `joints`, parents first: joint k carries body k + 1, and body 0 is the base.
//!
//! ```text
//! joints        0          1          2
//! bodies   0 ──────> 1 ──────> 2           work[0] the base, work[k + 1] what joint k carries
//!          └─────────────────────────> 3   state q_0 q̇_0 q_1 q̇_1 q_2 q̇_2, joints[2].on.body = 0
//! ```

use nalgebra::{Matrix3, Matrix6, Quaternion, Rotation3, UnitQuaternion, Vector3, Vector6};
use stiction_core::{Flat, Motion, Pose, SpatialFrame, Twist, Wrench};

use super::tree::{Moving, Place, Tree};
use crate::rotation;

type V = Vector3<f64>;
type M = Matrix3<f64>;

/// How a body is and moves, in world axes.
#[derive(Clone, Copy)]
pub(super) struct Moved {
    /// Rotation from its axes to those of the world.
    pub(super) turn: M,
    /// Its origin from that of the parent; of the base from that of the world \[m\].
    pub(super) arm: V,
    /// Axis of the joint that carries it.
    pub(super) axis: V,
    /// Velocity of its origin \[m/s\].
    pub(super) velocity: V,
    /// Angular velocity \[rad/s\].
    pub(super) spin: V,
}

impl Moved {
    pub(super) const NONE: Self = Self {
        turn: M::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        arm: V::new(0.0, 0.0, 0.0),
        axis: V::new(0.0, 0.0, 0.0),
        velocity: V::new(0.0, 0.0, 0.0),
        spin: V::new(0.0, 0.0, 0.0),
    };

    /// Creates the base with the motion of its frame.
    #[inline]
    pub(super) fn base(Motion { pose, flow }: &Motion<SpatialFrame>) -> Self {
        let q = &pose.orientation;
        // An orientation that was never given becomes NaN, instead of one that cannot turn.
        let turn = if q.norm_squared() == 0.0 { NOTHING * f64::NAN } else { rotation::matrix(q) };
        Self { turn, arm: pose.position, velocity: flow.linear, spin: flow.angular, ..Self::NONE }
    }

    /// Creates the body behind a joint with its coordinate and speed, on its parent.
    #[inline]
    pub(super) fn behind(joint: &Moving, parent: &Self, coordinate: f64, speed: f64) -> Self {
        let turn = parent.turn * joint.on.turn;
        // A turn about the axis leaves the axis alone, so it is taken before that turn.
        let axis = turn * joint.axis;
        let mut arm = parent.turn * joint.on.offset;
        if joint.slides {
            arm += axis * coordinate;
            let velocity = parent.velocity + parent.spin.cross(&arm) + axis * speed;
            return Self { turn, arm, axis, velocity, spin: parent.spin };
        }
        let velocity = parent.velocity + parent.spin.cross(&arm);
        let turn = turn * about(&joint.axis, coordinate);
        Self { turn, arm, axis, velocity, spin: parent.spin + axis * speed }
    }

    /// Returns where a place on the body is, if its arm is that from the origin of the world.
    pub(super) fn pose(&self, place: &Place) -> Pose {
        let turn = Rotation3::from_matrix_unchecked(self.turn * place.turn);
        let orientation = UnitQuaternion::from_rotation_matrix(&turn).into_inner();
        Pose { position: self.arm + self.turn * place.offset, orientation }
    }
}

/// Returns the rotation about a unit vector (Rodrigues).
#[inline]
fn about(axis: &V, angle: f64) -> M {
    let (half, rest) = (0.5 * angle).sin_cos();
    // 1 - cos without cancellation.
    let versine = 2.0 * half * half;
    M::from_diagonal_element(1.0 - versine)
        + axis.cross_matrix() * (2.0 * half * rest)
        + axis * axis.transpose() * versine
}

/// Inertia and bias wrench of a body with all that it carries.
#[derive(Clone, Copy)]
struct Articulated {
    /// `n` per `α`.
    turning: M,
    /// `n` per `a`, and its transpose `f` per `α`.
    coupling: M,
    /// `f` per `a`.
    sliding: M,
    torque: V,
    force: V,
}

/// Intermediate results of the inward pass for the outward pass.
#[derive(Clone, Copy)]
pub(super) struct Work {
    moved: Moved,
    own: Articulated,
    /// `ω' × s q̇`, and the acceleration of the origin that is there without `α'`, `a'` and `q̈`.
    bias: (V, V),
    /// Wrench on the joint per unit of `q̈`.
    column: (V, V),
    inverse: f64,
    effort: f64,
    acceleration: (V, V),
}

const ZERO: V = V::new(0.0, 0.0, 0.0);
const NOTHING: M = M::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
pub(super) const WORK: Work = Work {
    moved: Moved::NONE,
    own: Articulated {
        turning: NOTHING,
        coupling: NOTHING,
        sliding: NOTHING,
        torque: ZERO,
        force: ZERO,
    },
    bias: (ZERO, ZERO),
    column: (ZERO, ZERO),
    inverse: 0.0,
    effort: 0.0,
    acceleration: (ZERO, ZERO),
};

impl Articulated {
    /// Creates the inertia and the bias wrench of a body by itself.
    #[inline]
    fn own(mass: &super::tree::Mass, moved: &Moved) -> Self {
        let turning = moved.turn * mass.inertia * moved.turn.transpose();
        let (moment, spin) = (moved.turn * mass.first_moment, moved.spin);
        Self {
            turning,
            coupling: moment.cross_matrix(),
            sliding: M::from_diagonal_element(mass.mass),
            // The terms of Newton and Euler without an acceleration: ω × J ω and ω × (ω × h).
            torque: spin.cross(&(turning * spin)),
            force: spin.cross(&spin.cross(&moment)),
        }
    }

    /// Returns the wrench that gives these accelerations.
    #[inline]
    fn wrench(&self, (alpha, a): (V, V)) -> (V, V) {
        (self.turning * alpha + self.coupling * a, self.coupling.tr_mul(&alpha) + self.sliding * a)
    }

    /// Adds the inertia that a joint hands to its parent at the distance `r`.
    #[inline]
    fn add(&mut self, child: &Self, r: &V) {
        // X^T I X of a shift: with a = a' - r × α the force is C^T α + M (a' - r × α), and its moment about the parent
        // has r × f besides.
        let shift = r.cross_matrix();
        let coupling = child.coupling + shift * child.sliding;
        self.turning +=
            child.turning + child.coupling * shift.transpose() + shift * coupling.transpose();
        self.coupling += coupling;
        self.sliding += child.sliding;
        self.torque += child.torque + r.cross(&child.force);
        self.force += child.force;
    }
}

/// Turns the efforts in the flow slots of `rate` into accelerations, and gives all other rates. There is a `work` for
/// each body, whatever it holds.
pub(super) fn rate(
    tree: &Tree,
    base: &Moved,
    gravity: &V,
    floats: bool,
    (state, rate): (&[f64], &mut [f64]),
    work: &mut [Work],
) {
    let count = tree.joints.len();
    outwards(tree, base, state, work);
    for k in (0..count).rev() {
        // The flow slot holds the effort on the joint until the acceleration takes its place below.
        inwards(&tree.joints[k], k, rate[2 * k + 1], work);
    }
    // Gravity is an acceleration of the world upwards.
    work[0].acceleration = if floats {
        // Its flow slots hold the wrench.
        released(&work[0].own, &Wrench::load(&rate[2 * count + Pose::LEN..]))
    } else {
        (ZERO, -gravity)
    };
    for (k, joint) in tree.joints.iter().enumerate() {
        let parent = work[joint.on.body].acceleration;
        let body = &mut work[k + 1];
        // a' of the table: that of the parent, shifted, and the part of the speeds alone.
        let alpha = parent.0 + body.bias.0;
        let a = parent.1 + parent.0.cross(&body.moved.arm) + body.bias.1;
        let (n, f) = body.column;
        let acceleration = (body.effort - n.dot(&alpha) - f.dot(&a)) * body.inverse;
        let push = body.moved.axis * acceleration;
        body.acceleration = if joint.slides { (alpha, a + push) } else { (alpha + push, a) };
        rate[2 * k] = state[2 * k + 1];
        rate[2 * k + 1] = acceleration;
    }
    if floats {
        let (alpha, a) = work[0].acceleration;
        let q = Pose::load(&state[2 * count..]).orientation;
        let [w, x, y, z] = rotation::rate_lanes(base.spin.into(), [q.w, q.i, q.j, q.k]);
        let velocity = Pose { position: base.velocity, orientation: Quaternion::new(w, x, y, z) };
        // Gravity is subtracted from all accelerations and added back to the base; angular ones have none.
        let acceleration = Twist { linear: a + gravity, angular: alpha };
        Motion::<SpatialFrame>::new(velocity, acceleration).store(&mut rate[2 * count..]);
    }
}

/// Returns the inertia that each joint moves while those towards the base are locked: with the joints beyond it free,
/// and with all of them locked.
pub(super) fn inertias(
    tree: &Tree,
    base: &Moved,
    state: &[f64],
    work: &mut [Work],
) -> Vec<[f64; 2]> {
    outwards(tree, base, state, work);
    let mut whole: Vec<Articulated> = work.iter().map(|body| body.own).collect();
    let mut inertias = vec![[0.0; 2]; tree.joints.len()];
    for (k, joint) in tree.joints.iter().enumerate().rev() {
        inwards(joint, k, 0.0, work);
        let (moved, carried) = (work[k + 1].moved, whole[k + 1]);
        // `whole` hands on all of a body, as if its joint were locked; `work` leaves out the part that the joint
        // lets through.
        let along = if joint.slides { carried.sliding } else { carried.turning };
        let locked = moved.axis.dot(&(along * moved.axis)) + joint.armature;
        inertias[k] = [work[k + 1].inverse.recip(), locked];
        whole[joint.on.body].add(&carried, &moved.arm);
    }
    inertias
}

/// Works out motions, biases and own inertias, from the base to the tips.
#[inline]
fn outwards(tree: &Tree, base: &Moved, state: &[f64], work: &mut [Work]) {
    work[0].moved = *base;
    work[0].own = Articulated::own(&tree.masses[0], &work[0].moved);
    for (k, joint) in tree.joints.iter().enumerate() {
        let (coordinate, speed) = (state[2 * k], state[2 * k + 1]);
        let parent = work[joint.on.body].moved;
        let moved = Moved::behind(joint, &parent, coordinate, speed);
        let swirl = parent.spin.cross(&(moved.axis * speed));
        let centripetal = parent.spin.cross(&parent.spin.cross(&moved.arm));
        let body = &mut work[k + 1];
        body.bias =
            if joint.slides { (ZERO, centripetal + swirl * 2.0) } else { (swirl, centripetal) };
        body.own = Articulated::own(&tree.masses[k + 1], &moved);
        body.moved = moved;
    }
}

/// Hands a body with all that it carries over to its parent, less the part that its joint lets through.
#[inline]
fn inwards(joint: &Moving, k: usize, effort: f64, work: &mut [Work]) {
    let Work { moved, own, bias, .. } = work[k + 1];
    let s = moved.axis;
    // U_i: the columns of the inertia along the axis, which only moves (n per a, f per a) or only turns.
    let (n, f) = if joint.slides {
        (own.coupling * s, own.sliding * s)
    } else {
        (own.turning * s, own.coupling.tr_mul(&s))
    };
    let (felt, borne) =
        if joint.slides { (s.dot(&f), s.dot(&own.force)) } else { (s.dot(&n), s.dot(&own.torque)) };
    // The armature acts along the joint only, and is not handed to the parent: it is in D_i and not in I_i^A.
    let inverse = 1.0 / (felt + joint.armature);
    let left = effort - borne;
    let mut handed = Articulated {
        turning: own.turning - n * (n * inverse).transpose(),
        coupling: own.coupling - n * (f * inverse).transpose(),
        sliding: own.sliding - f * (f * inverse).transpose(),
        ..own
    };
    // I^a c_i, with I^a just made.
    let (torque, force) = handed.wrench(bias);
    handed.torque += torque + n * (left * inverse);
    handed.force += force + f * (left * inverse);
    let body = &mut work[k + 1];
    (body.column, body.inverse, body.effort) = ((n, f), inverse, left);
    work[joint.on.body].own.add(&handed, &moved.arm);
}

/// Returns the angular acceleration and the acceleration of a free base under a wrench.
#[inline]
fn released(own: &Articulated, push: &Wrench) -> (V, V) {
    let mut matrix = Matrix6::zeros();
    matrix.fixed_view_mut::<3, 3>(0, 0).copy_from(&own.turning);
    matrix.fixed_view_mut::<3, 3>(0, 3).copy_from(&own.coupling);
    matrix.fixed_view_mut::<3, 3>(3, 0).copy_from(&own.coupling.transpose());
    matrix.fixed_view_mut::<3, 3>(3, 3).copy_from(&own.sliding);
    let mut right = Vector6::zeros();
    right.fixed_rows_mut::<3>(0).copy_from(&(push.torque - own.torque));
    right.fixed_rows_mut::<3>(3).copy_from(&(push.force - own.force));
    // Without factors the acceleration is NaN, and the run ends with a message.
    let Some(factors) = matrix.cholesky() else { return (ZERO * f64::NAN, ZERO * f64::NAN) };
    let found = factors.solve(&right);
    (found.fixed_rows::<3>(0).into_owned(), found.fixed_rows::<3>(3).into_owned())
}

/// First-order change of a moving body: turn, shift of the origin, and the rates of its velocities.
#[derive(Clone, Copy)]
pub(super) struct Change {
    turn: V,
    shift: V,
    velocity: V,
    spin: V,
}

impl Change {
    pub(super) const STILL: Self = Self { turn: ZERO, shift: ZERO, velocity: ZERO, spin: ZERO };
}

/// Returns the kinetic and potential energy, the latter zero at the origin of the world; a base that is fixed has none.
pub(super) fn energy(
    tree: &Tree,
    base: &Moved,
    gravity: &V,
    floats: bool,
    state: &[f64],
    moved: &mut [Moved],
) -> (f64, f64) {
    let (mut kinetic, mut potential) = (0.0, 0.0);
    let mut book = |k: usize, moved: &Moved, position: &V| {
        let mass = &tree.masses[k];
        let (moment, spin) = (moved.turn * mass.first_moment, moved.turn.tr_mul(&moved.spin));
        kinetic += 0.5 * mass.mass * moved.velocity.norm_squared()
            + moved.velocity.dot(&moved.spin.cross(&moment))
            + 0.5 * spin.dot(&(mass.inertia * spin));
        potential -= gravity.dot(&(position * mass.mass + moment));
    };
    moved[0] = *base;
    if floats {
        book(0, &moved[0], &moved[0].arm);
    }
    let mut rotors = 0.0;
    for (k, joint) in tree.joints.iter().enumerate() {
        let (coordinate, speed, parent) = (state[2 * k], state[2 * k + 1], moved[joint.on.body]);
        let mut body = Moved::behind(joint, &parent, coordinate, speed);
        // From here on the arm is from the origin of the world; `behind` does not read that of a parent.
        body.arm += parent.arm;
        book(k + 1, &body, &body.arm);
        rotors += 0.5 * joint.armature * speed * speed;
        moved[k + 1] = body;
    }
    (kinetic + rotors, potential)
}

/// Returns the derivative of the energy along any `rate`.
pub(super) fn power(
    tree: &Tree,
    base: &Moved,
    gravity: &V,
    floats: bool,
    (state, rate): (&[f64], &[f64]),
    work: &mut [(Moved, Change)],
) -> f64 {
    let mut power = 0.0;
    let mut book = |k: usize, moved: &Moved, change: &Change| {
        let mass = &tree.masses[k];
        let moment = moved.turn * mass.first_moment;
        let turned = change.turn.cross(&moment);
        let momentum = moved.turn * (mass.inertia * moved.turn.tr_mul(&moved.spin));
        let (v, w) = (moved.velocity, moved.spin);
        power += mass.mass * v.dot(&change.velocity)
            + change.velocity.dot(&w.cross(&moment))
            + v.dot(&(change.spin.cross(&moment) + w.cross(&turned)))
            + momentum.dot(&change.spin)
            + w.dot(&change.turn.cross(&momentum))
            - gravity.dot(&(change.shift * mass.mass + turned));
    };
    work[0] = (*base, Change::STILL);
    if floats {
        let of_base = |x: &[f64]| Motion::<SpatialFrame>::load(&x[2 * tree.joints.len()..]);
        let (q, Motion { pose, flow }) = (of_base(state).pose.orientation, of_base(rate));
        let turn = (pose.orientation * q.conjugate()).imag() * (2.0 / q.norm_squared());
        let (velocity, spin) = (flow.linear, flow.angular);
        let change = Change { turn, shift: pose.position, velocity, spin };
        work[0].1 = change;
        book(0, &work[0].0, &change);
    }
    let mut rotors = 0.0;
    for (k, joint) in tree.joints.iter().enumerate() {
        let (coordinate, speed) = (state[2 * k], state[2 * k + 1]);
        let (moves, speeds_up) = (rate[2 * k], rate[2 * k + 1]);
        let (parent, of_parent) = work[joint.on.body];
        let body = Moved::behind(joint, &parent, coordinate, speed);
        // Vectors fixed on the parent change by its turn alone; the motion of the joint is added below.
        let axis = of_parent.turn.cross(&body.axis);
        let mut arm = of_parent.turn.cross(&body.arm);
        let driven = axis * speed + body.axis * speeds_up;
        let mut change = Change { turn: of_parent.turn, spin: of_parent.spin, ..Change::STILL };
        if joint.slides {
            arm += body.axis * moves;
            change.velocity = driven;
        } else {
            change.turn += body.axis * moves;
            change.spin += driven;
        }
        change.shift = of_parent.shift + arm;
        change.velocity +=
            of_parent.velocity + of_parent.spin.cross(&body.arm) + parent.spin.cross(&arm);
        book(k + 1, &body, &change);
        rotors += joint.armature * speed * speeds_up;
        work[k + 1] = (body, change);
    }
    power + rotors
}
