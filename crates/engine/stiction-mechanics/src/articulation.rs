//! A tree of rigid links in space, in the coordinates of its joints: a robot arm, a hand, a legged machine.
//!
//! ```text
//! H(q) q̈ + c(q, q̇) = τ        one coordinate q and one effort τ for each joint that moves
//! ```
//! The links hang together exactly, by turning and sliding joints; links behind fixed joints become one body with
//! their parent. Every joint is a port, so friction, drives, springs and [stops](crate::EndStop) of a joint are laws
//! on it, and the tree itself loses no energy. The right-hand side is the articulated-body algorithm
//! (Featherstone, *Rigid Body Dynamics Algorithms*, 2008, table 7.1): its cost grows with the number of joints, not
//! with its cube, and it asks for no memory (a tree of more than 64 bodies once in each thread).
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | links | | [`TreeLink`] each, parents first | one joint that moves, or a free base |
//! | gravity | g | m/s², world | finite, default 0 |
//! | floating | | | whether the base is free; default false |
//! | base inertial | | [`Inertial`] | of the base, which counts if it is free |
//! | mount | | m | frame of a base that is fixed, default the world |
//!
//! # State
//! `q_0, q̇_0, q_1, q̇_1, …` in the order of the joints; joint `k` is port `k`, of the domain [`Shaft`].
//! A joint that slides is a port of the domain [`Line`] instead. A free base is one more port, behind those of the
//! joints, called `base`: a [`SpatialFrame`] in world axes at its origin, as a rigid body is. A link is a port through a
//! [`LinkFrame`] or a [`LinkPoint`], which take the base, if it is free, and the joints that carry the link.
//! [`Articulation::start`] puts together the motions that a network asks for. The quaternion is used as it is and set
//! back to length one after each step.
//!
//! # Limits
//! A tree is evaluated one at a time (there are no lanes for components with several ports). An armature is
//! felt along its joint only; the gyroscopic effects of a fast rotor are left out. Where a joint has nothing to
//! move in some position (a link without mass, in line with the next joint), a run that starts there is refused
//! ([`UnlikePorts::without_inertia`]); one that comes there has accelerations beyond all bounds.

use core::cell::Cell;

use nalgebra::{DMatrix, Vector3};
use stiction_core::{
    Admittance, AnyDomain, Constraint, Describe, Flat, Line, Motion, PortList, Pose, Powers, Seen,
    Shaft, SpatialFrame, Stage, Start, Twist, UnlikePorts, Validate, ValueError, WithoutInertia,
    Wrench,
};
use typed_builder::TypedBuilder;

mod entry;
mod error;
mod kernel;
mod link;
mod link_entry;
mod link_frame;
pub(crate) mod tree;
mod view;

pub use error::ArticulationError;
use kernel::{Change, Moved, WORK, Work};
pub use link::{Inertial, Joint, TreeLink, TreeLinkBuilder};
pub use link_frame::{LinkFrame, LinkPoint};
use tree::Tree;

use crate::rotation;

/// A tree of links in space; its ports are its joints.
///
/// ```
/// use nalgebra::{Matrix3, Vector3};
/// use stiction_core::{Admittance, Stage};
/// use stiction_mechanics::{Articulation, Inertial, Joint, TreeLink};
/// // A pendulum of 2 kg on a rod of 0.5 m, lying along x and turning about y.
/// let bob = Inertial::new(2.0, Vector3::x() * 0.5, Matrix3::identity() * 1e-6)?;
/// let rod = TreeLink::builder().name("rod").parent("base").joint(Joint::Revolute(Vector3::y()));
/// let gravity = Vector3::new(0.0, 0.0, -9.81);
/// let pendulum = Articulation::builder().links([rod.inertial(bob).build()?]).gravity(gravity);
/// let pendulum = pendulum.build()?;
/// let mut rate = [0.0, 0.0];
/// pendulum.rate(&Stage::at(0.0), &[0.0, 0.0], &mut rate);
/// assert!((rate[1] - 9.81 / 0.5).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Articulation {
    parameters: ArticulationParameters,
    tree: Tree,
}

/// Parameters of an [`Articulation`]; what [`Articulation::builder`] builds from.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Articulation, ArticulationError>))]
#[describe(
    tag = "articulation",
    text = "A tree of rigid links in space, hanging together by joints; its ports are its joints by their names, \
            arm.shoulder.",
    error = ValueError
)]
pub struct ArticulationParameters {
    /// The links, each after the one that carries it; one of their joints moves, or the base is free.
    ///
    /// An array, a `Vec` or any iterator.
    #[builder(setter(transform = |links: impl IntoIterator<Item = TreeLink>| {
        links.into_iter().collect::<Vec<_>>()
    }))]
    #[field(by_ref, length(1, 10_000, "must be 1 to 10000"))]
    links: Vec<TreeLink>,
    /// Name of the base, which carries the first links.
    ///
    /// `base` by default.
    #[builder(default = String::from("base"), setter(into))]
    #[field(by_ref)]
    base: String,
    /// Mass of the base; it counts if the base is free.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    base_inertial: Option<Inertial>,
    /// Whether the base is free: it is then a port, moves as a rigid body, and starts as `start.base` says.
    #[builder(default)]
    floating: bool,
    /// Frame of a base that is not free \[m\].
    ///
    /// Finite, with a quaternion of any length but zero; by default the world.
    #[builder(default)]
    mount: Pose,
    /// Acceleration of free fall, world axes \[m/s²\], finite.
    ///
    /// Zero by default.
    #[builder(default)]
    #[field(finite)]
    gravity: Vector3<f64>,
}

impl From<ArticulationParameters> for Result<Articulation, ArticulationError> {
    fn from(mut parameters: ArticulationParameters) -> Self {
        let ArticulationParameters { mount, gravity, .. } = &mut parameters;
        ArticulationParameters::all_finite("gravity", gravity.as_slice())?;
        *mount = rotation::unit(*mount);
        rotation::check::<ArticulationParameters>("mount", mount)?;
        let ArticulationParameters { base, base_inertial, links, .. } = &parameters;
        let tree = Tree::of(base, base_inertial.as_ref(), links)?;
        if tree.joints.is_empty() && !parameters.floating {
            return Err(ArticulationError::NoJoint);
        }
        let articulation = Articulation { parameters, tree };
        if articulation.floating() && articulation.joint(articulation.base()).is_some() {
            return Err(ArticulationError::NameOfBase { joint: articulation.base().to_owned() });
        }
        articulation.check_inertia()?;
        Ok(articulation)
    }
}

/// A joint that moves no larger share of what it would move if the others were locked moves nothing: twelve digits
/// are lost, and rounding takes the others.
const LEAST_INERTIA: f64 = 1e-12;

/// Room for each of some bodies: on the stack, beyond 64 of them as the last argument says.
macro_rules! with_room {
    ($bodies:expr, $empty:expr, $work:expr, $large:expr) => {
        match $bodies {
            0..=8 => $work(&mut [$empty; 8]),
            9..=16 => $work(&mut [$empty; 16]),
            17..=32 => $work(&mut [$empty; 32]),
            33..=64 => $work(&mut [$empty; 64]),
            _ => $large,
        }
    };
}

thread_local! {
    /// Room for the largest tree that this thread has stepped.
    static ROOM: Cell<Vec<Work>> = const { Cell::new(vec![]) };
}

impl Articulation {
    /// Builds a tree; see [`ArticulationParameters`].
    pub fn builder() -> ArticulationParametersBuilder {
        ArticulationParameters::builder()
    }

    /// Returns the name of the base.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.parameters.base
    }

    /// Returns whether the base is free.
    #[must_use]
    pub const fn floating(&self) -> bool {
        self.parameters.floating
    }

    /// Returns the mass of the base, if it was given one.
    #[must_use]
    pub const fn base_inertial(&self) -> Option<Inertial> {
        self.parameters.base_inertial
    }

    /// Returns the frame of a base that is not free \[m\].
    #[must_use]
    pub const fn mount(&self) -> Pose {
        self.parameters.mount
    }

    /// Returns the acceleration of free fall, world axes \[m/s²\].
    #[must_use]
    pub const fn gravity(&self) -> Vector3<f64> {
        self.parameters.gravity
    }

    /// Returns all links, in their order.
    #[must_use]
    pub fn links(&self) -> &[TreeLink] {
        &self.parameters.links
    }

    /// Names of the joints that move, in the order of the ports.
    pub fn joint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tree.carried.iter().map(|&link| self.parameters.links[link].joint_name())
    }

    /// Returns the number of the port of the base, a [`SpatialFrame`], if it is free.
    #[must_use]
    pub fn base_port(&self) -> Option<usize> {
        self.floating().then_some(self.tree.joints.len())
    }

    /// Returns the number of the port of the joint with the name; `None` for one that does not move.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joint_names().position(|joint| joint == name)
    }

    /// Returns the numbers of the ports that move a link, those that a [`LinkFrame`] reads: that of a free base, then
    /// the joints that carry it, from the base outwards.
    ///
    /// # Errors
    /// A link that is not there.
    pub fn path(&self, link: &str) -> Result<Vec<usize>, ArticulationError> {
        let mut body = self.tree.places[self.place(link)?].body;
        let mut path = vec![];
        while let Some(joint) = body.checked_sub(1) {
            path.push(joint);
            body = self.tree.joints[joint].on.body;
        }
        path.extend(self.base_port());
        path.reverse();
        Ok(path)
    }

    /// Returns the motions of all ports: of the joints as given (of one that slides, length and speed), and of a base
    /// that is free.
    ///
    /// ```
    /// use nalgebra::{Matrix3, Vector3};
    /// use stiction_core::{Admittance, Motion, Pose};
    /// use stiction_mechanics::{Articulation, Inertial, Joint, TreeLink};
    /// let mass = Inertial::new(2.0, Vector3::zeros(), Matrix3::identity())?;
    /// let leg = TreeLink::builder().name("leg").parent("base").joint(Joint::Revolute(Vector3::y()));
    /// let hopper = Articulation::builder().links([leg.inertial(mass).build()?]).floating(true);
    /// let hopper = hopper.base_inertial(mass).build()?;
    /// let start = hopper.start([Motion::at_rest(0.3)], &Motion::at_rest(Pose::at(Vector3::z())));
    /// assert_eq!(start.domains().len(), hopper.ports().count());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(
        &self,
        joints: impl IntoIterator<Item = Motion<Shaft>>,
        base: &Motion<SpatialFrame>,
    ) -> Start<Shaft> {
        let joints = Start::from(joints.into_iter().collect::<Vec<_>>());
        if self.floating() { joints.and(base) } else { joints }
    }

    /// Returns the motion of the frame of a link, or of the base: pose, velocity of its origin and angular velocity in
    /// world axes.
    ///
    /// # Errors
    /// A link that is not there, a state of another length.
    pub fn link_motion(
        &self,
        state: &[f64],
        link: &str,
    ) -> Result<Motion<SpatialFrame>, ArticulationError> {
        let place = self.tree.places[self.place(link)?];
        let bodies = self.bodies(state)?;
        let body = &bodies[place.body];
        let linear = body.velocity + body.spin.cross(&(body.turn * place.offset));
        Ok(Motion::new(body.pose(&place), Twist { linear, angular: body.spin }))
    }

    /// Returns the Jacobian of the frame of a link: its velocity and angular velocity, in world axes at its origin, by
    /// the speeds of the joints in the order of the ports, then by velocity and angular velocity of a free base.
    ///
    /// # Errors
    /// A link that is not there, a state of another length.
    pub fn jacobian(&self, state: &[f64], link: &str) -> Result<DMatrix<f64>, ArticulationError> {
        let place = self.tree.places[self.place(link)?];
        let bodies = self.bodies(state)?;
        let at = bodies[place.body].arm + bodies[place.body].turn * place.offset;
        let count = self.tree.joints.len();
        let mut jacobian = DMatrix::zeros(6, count + if self.floating() { 6 } else { 0 });
        let mut body = place.body;
        while let Some(k) = body.checked_sub(1) {
            let (joint, axis) = (&self.tree.joints[k], bodies[body].axis);
            if joint.slides {
                jacobian.fixed_view_mut::<3, 1>(0, k).copy_from(&axis);
            } else {
                let lever = axis.cross(&(at - bodies[body].arm));
                jacobian.fixed_view_mut::<3, 1>(0, k).copy_from(&lever);
                jacobian.fixed_view_mut::<3, 1>(3, k).copy_from(&axis);
            }
            body = joint.on.body;
        }
        if self.floating() {
            let lever = -(at - bodies[0].arm).cross_matrix();
            jacobian.fixed_view_mut::<3, 3>(0, count).fill_with_identity();
            jacobian.fixed_view_mut::<3, 3>(0, count + 3).copy_from(&lever);
            jacobian.fixed_view_mut::<3, 3>(3, count + 3).fill_with_identity();
        }
        Ok(jacobian)
    }

    /// Returns the rate of the state under one effort for each joint, in the order of the ports, and a wrench on the
    /// base in world axes at its origin, which counts if the base is free.
    ///
    /// # Errors
    /// A state of another length, or another number of efforts.
    pub fn rate_under(
        &self,
        state: &[f64],
        efforts: &[f64],
        on_base: &Wrench,
    ) -> Result<Vec<f64>, ArticulationError> {
        self.check_len(state)?;
        let (expected, found) = (self.tree.joints.len(), efforts.len());
        if found != expected {
            return Err(ArticulationError::EffortCount { expected, found });
        }
        let mut rate = vec![0.0; state.len()];
        let (of_joints, of_base) = rate.split_at_mut(2 * expected);
        for (slots, effort) in of_joints.chunks_exact_mut(2).zip(efforts) {
            slots[1] = *effort;
        }
        if self.floating() {
            on_base.store(&mut of_base[Pose::LEN..]);
        }
        self.accelerate(state, &mut rate);
        Ok(rate)
    }

    /// Returns the kinetic energy, and potential energy of gravity, which is zero for a mass at the origin of the world
    /// \[J\]. A base that is not free counts in neither.
    ///
    /// # Errors
    /// A state of another length.
    pub fn energies(&self, state: &[f64]) -> Result<(f64, f64), ArticulationError> {
        self.check_len(state)?;
        Ok(self.energies_of(state))
    }

    /// Returns the momentum \[kg m/s\], and angular momentum about the origin of the world \[kg m²/s\], of all that
    /// moves, without that of the armatures.
    ///
    /// # Errors
    /// A state of another length.
    pub fn momentum(
        &self,
        state: &[f64],
    ) -> Result<(Vector3<f64>, Vector3<f64>), ArticulationError> {
        let bodies = self.bodies(state)?;
        let (mut linear, mut angular) = (Vector3::zeros(), Vector3::zeros());
        let moving = if self.floating() { 0 } else { 1 };
        for (body, mass) in bodies.iter().zip(&self.tree.masses).skip(moving) {
            let moment = body.turn * mass.first_moment;
            let own = body.velocity * mass.mass + body.spin.cross(&moment);
            let spin = body.turn * (mass.inertia * body.turn.tr_mul(&body.spin));
            linear += own;
            angular += body.arm.cross(&own) + spin + moment.cross(&body.velocity);
        }
        Ok((linear, angular))
    }

    fn energies_of(&self, state: &[f64]) -> (f64, f64) {
        let (base, gravity, floats) = self.setting(state);
        let bodies = self.tree.masses.len();
        let energies =
            |room: &mut [Moved]| kernel::energy(&self.tree, &base, &gravity, floats, state, room);
        with_room!(bodies, Moved::NONE, energies, energies(&mut vec![Moved::NONE; bodies]))
    }

    /// Turns the efforts in the flow slots of `rate` into accelerations, and gives all other rates.
    #[inline]
    fn accelerate(&self, state: &[f64], rate: &mut [f64]) {
        let (base, gravity, floats) = self.setting(state);
        let bodies = self.tree.masses.len();
        let mut rates = |room: &mut [Work]| {
            kernel::rate(&self.tree, &base, &gravity, floats, (state, &mut *rate), room);
        };
        with_room!(bodies, WORK, rates, {
            let mut room = ROOM.take();
            if room.len() < bodies {
                room.resize(bodies, WORK);
            }
            rates(&mut room);
            ROOM.set(room);
        });
    }

    fn place(&self, link: &str) -> Result<usize, ArticulationError> {
        if link == self.base() {
            return Ok(0);
        }
        let found = self.parameters.links.iter().position(|known| known.name() == link);
        found
            .map(|index| index + 1)
            .ok_or_else(|| ArticulationError::NoLink { link: link.to_owned() })
    }

    fn len(&self) -> usize {
        let of_base = if self.floating() { Motion::<SpatialFrame>::LEN } else { 0 };
        2 * self.tree.joints.len() + of_base
    }

    fn check_len(&self, state: &[f64]) -> Result<(), ArticulationError> {
        let (expected, found) = (self.len(), state.len());
        if found == expected {
            Ok(())
        } else {
            Err(ArticulationError::StateLength { expected, found })
        }
    }

    /// Returns the base in a state, gravity, and whether the base is free.
    #[inline]
    fn setting(&self, state: &[f64]) -> (Moved, Vector3<f64>, bool) {
        let ArticulationParameters { floating, mount, gravity, .. } = &self.parameters;
        let base = if *floating {
            Motion::load(&state[2 * self.tree.joints.len()..])
        } else {
            Motion::at_rest(*mount)
        };
        (Moved::base(&base), *gravity, *floating)
    }

    /// Returns all bodies, with their arms from the origin of the world.
    fn bodies(&self, state: &[f64]) -> Result<Vec<Moved>, ArticulationError> {
        self.check_len(state)?;
        let mut bodies = vec![self.setting(state).0];
        for (joint, motion) in self.tree.joints.iter().zip(state.chunks_exact(2)) {
            let parent = bodies[joint.on.body];
            let mut body = Moved::behind(joint, &parent, motion[0], motion[1]);
            body.arm += parent.arm;
            bodies.push(body);
        }
        Ok(bodies)
    }

    /// Refuses a tree in which something without inertia would be moved, in a position like any other; with a free
    /// base also in that in which it starts unless another is given.
    fn check_inertia(&self) -> Result<(), ArticulationError> {
        let (count, masses) = (self.tree.joints.len(), &self.tree.masses);
        let rates = |coordinate: fn(usize) -> f64| {
            let mut state = vec![0.0; self.len()];
            (0..count).for_each(|k| state[2 * k] = coordinate(k));
            if self.floating() {
                Motion::<SpatialFrame>::default().store(&mut state[2 * count..]);
            }
            let mut rate = vec![1.0; state.len()];
            self.accelerate(&state, &mut rate);
            rate
        };
        let is_broken = |rate: &[f64]| rate.iter().any(|rate| !rate.is_finite());
        let rate = rates(|k| 0.3 + 0.7 * k as f64);
        let bad = (0..count).find(|k| !rate[2 * k + 1].is_finite());
        let is_bare = masses[0].mass == 0.0 && is_broken(&rates(|_| 0.0))
            || bad.is_some() && !masses.iter().any(|body| body.mass > 0.0)
            || count == 0 && is_broken(&rate);
        if self.floating() && is_bare {
            return Err(ArticulationError::NoInertia { base: self.base().to_owned() });
        }
        let lacking = |k: &usize| {
            let mass = self.carried_by(*k);
            !(mass > 0.0 || self.tree.joints[*k].armature > 0.0)
        };
        match (0..count).rev().find(lacking).or(bad) {
            Some(k) => {
                let joint = self.joint_names().nth(k).unwrap_or_default().to_owned();
                Err(ArticulationError::NothingMoved { joint })
            }
            None => Ok(()),
        }
    }

    /// Returns the mass of all that a joint carries.
    fn carried_by(&self, joint: usize) -> f64 {
        let mut carried = vec![false; self.tree.masses.len()];
        carried[joint + 1] = true;
        let mut mass = self.tree.masses[joint + 1].mass;
        for (k, other) in self.tree.joints.iter().enumerate().skip(joint + 1) {
            if carried[other.on.body] {
                carried[k + 1] = true;
                mass += self.tree.masses[k + 1].mass;
            }
        }
        mass
    }
}

impl Admittance for Articulation {
    type Domain = Shaft;

    fn ports(&self) -> PortList<'_> {
        let count = self.tree.joints.len() + usize::from(self.floating());
        PortList::of::<Shaft>(count).numbered().told_by(self)
    }

    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        self.accelerate(state, rate);
    }

    fn stored_energy(&self, state: &[f64]) -> f64 {
        let (kinetic, potential) = self.energies_of(state);
        kinetic + potential
    }

    fn powers(&self, _: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        let (base, gravity, floats) = self.setting(state);
        let bodies = self.tree.masses.len();
        let power = |room: &mut [(Moved, Change)]| {
            kernel::power(&self.tree, &base, &gravity, floats, (state, rate), room)
        };
        let empty = (Moved::NONE, Change::STILL);
        let stored = with_room!(bodies, empty, power, power(&mut vec![empty; bodies]));
        Powers::storing(stored)
    }

    /// Returns the shapes of its links, or a line from joint to joint.
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        view::of(self, state)
    }

    fn constraint(&self) -> Constraint<'_> {
        if self.floating() { Constraint::UnitQuaternions } else { Constraint::None }
    }
}

impl UnlikePorts for Articulation {
    fn domain(&self, port: usize, usual: &'static AnyDomain) -> &'static AnyDomain {
        match self.tree.joints.get(port) {
            Some(joint) if joint.slides => AnyDomain::get::<Line>(),
            None if self.floating() => AnyDomain::get::<SpatialFrame>(),
            _ => usual,
        }
    }

    /// Returns the name of the joint, or of the base.
    fn name(&self, port: usize) -> Option<&str> {
        match self.tree.carried.get(port) {
            Some(&link) => Some(self.parameters.links[link].joint_name()),
            None => self.base_port().filter(|&base| base == port).map(|_| self.base()),
        }
    }

    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        // Body 0 is the base.
        let body = (port < self.tree.joints.len()).then(|| self.bodies(state).ok())??;
        body.get(port + 1).map(|moved| moved.arm.into())
    }

    /// Returns the joint nearest to the base whose inertia is no more than what rounding leaves of that of the locked
    /// tree.
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        let (base, ..) = self.setting(state);
        let mut work = vec![WORK; self.tree.masses.len()];
        let inertias = kernel::inertias(&self.tree, &base, state, &mut work);
        let is_rounding = |[inertia, locked]: &[f64; 2]| *inertia <= LEAST_INERTIA * locked;
        let joint = inertias.iter().position(is_rounding)?;
        let [inertia, locked] = inertias[joint];
        let port = self.joint_names().nth(joint).unwrap_or_default().to_owned();
        Some(WithoutInertia { port, inertia, locked })
    }
}

#[cfg(test)]
mod tests;
