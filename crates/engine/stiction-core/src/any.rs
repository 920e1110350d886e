//! Components whose types are forgotten: their numbers come and go in rows.
//!
//! A component is typed where it is written, and stepped as the type that it is. Whoever asks about it
//! (who gives how much power, what is stuck, what does it look like) needs no types, and would be compiled
//! anew for each:
//!
//! ```text
//! Impedance   ── every one is ──>  AnyImpedance      motion, internal state, effort: slices of numbers in
//! Coupling    ── every one is ──>  AnyCoupling       the order of Flat; which number is what says the
//! Admittance  ── every one is ──>  AnyAdmittance     AnyDomain of the port
//! ```
//!
//! Nobody implements these three traits by hand. A row of a wrong length is a mistake of the caller, and
//! panics.

use core::any::{Any, TypeId};
use core::fmt::Debug;

use crate::contact_state::slowest_slip;
use crate::coupling::Fit;
use crate::numeric::with_scratch;
use crate::{
    Admittance, AnyLaw, BreakawayDamping, ContactState, Coupling, Domain, Effort, Flat, Impedance,
    Input, LaneParameters, Memory, Motion, Pad, ParameterError, PortDomains, Pose, Seen, Stage,
    VariableName, Varying, WithoutInertia, Wrench, contact_state, earlier, kernel,
};

/// The domain of a port that is known at run time only: what [`Domain`] says of a type.
#[derive(Clone, Copy, Debug)]
pub struct AnyDomain {
    /// Name in messages, [`Domain::NAME`].
    pub name: &'static str,
    /// Name in files, [`Domain::TAG`].
    pub tag: &'static str,
    /// Names of the scalars of a flow.
    pub flow_names: &'static [&'static str],
    /// Names of the scalars of an effort.
    pub effort_names: &'static [&'static str],
    /// Number of the scalars of a pose.
    pub pose_len: usize,
    /// Number of the scalars of a flow, and of an effort.
    pub flow_len: usize,
    pose_names: &'static [&'static str],
    id: fn() -> TypeId,
    quaternion_length: fn(&[f64]) -> Option<f64>,
    pose_rate: fn(&[f64], &[f64], &mut [f64]),
    power: fn(&[f64], &[f64]) -> f64,
    in_space: fn(&[f64]) -> Option<Pose>,
    effort_in_space: fn(&[f64]) -> Option<Wrench>,
    valid_pose: fn(&mut [f64]),
    moved: fn(&mut [f64], f64),
}

impl AnyDomain {
    /// Returns what a domain says of itself.
    #[must_use]
    pub const fn of<D: Domain>() -> Self {
        Self {
            name: D::NAME,
            tag: D::TAG,
            flow_names: D::FLOW_NAMES,
            effort_names: D::EFFORT_NAMES,
            pose_len: <D::Pose as Flat>::LEN,
            flow_len: <D::Flow as Flat>::LEN,
            pose_names: D::POSE_NAMES,
            id: TypeId::of::<D>,
            quaternion_length: |pose| D::quaternion_length(&Flat::load(pose)),
            pose_rate: |pose, flow, rate| {
                D::pose_rate(&Flat::load(pose), &Flat::load(flow)).store(rate);
            },
            power: |flow, effort| D::power(&Flat::load(flow), &Flat::load(effort)),
            in_space: |pose| D::in_space(&Flat::load(pose)),
            effort_in_space: |effort| D::effort_in_space(&Flat::load(effort)),
            valid_pose: |pose| D::valid_pose(Flat::load(pose)).store(pose),
            moved: |motion, h| Motion::<D>::load(motion).moved(h).store(motion),
        }
    }

    /// Returns [`Self::of`] for as long as one likes.
    #[must_use]
    #[inline(always)]
    pub const fn get<D: Domain>() -> &'static Self {
        const { &Self::of::<D>() }
    }

    /// Returns whether its motions are a coordinate and its rate, as those of a joint are.
    #[must_use]
    pub const fn is_coordinate(&self) -> bool {
        self.pose_len == 1 && self.flow_len == 1
    }

    /// Returns which domain it is.
    #[must_use]
    pub fn id(&self) -> TypeId {
        (self.id)()
    }

    /// Returns the number of the scalars of a motion: pose, then flow.
    #[must_use]
    pub const fn motion_len(&self) -> usize {
        self.pose_len + self.flow_len
    }

    /// Returns the name of a scalar of a motion; "variable" where the domain names none.
    #[must_use]
    pub fn motion_name(&self, index: usize) -> &'static str {
        let name = match index.checked_sub(self.pose_len) {
            None => self.pose_names.get(index),
            Some(index) => self.flow_names.get(index),
        };
        name.copied().unwrap_or("variable")
    }

    /// Returns the power of a flow and an effort \[W\].
    #[must_use]
    pub fn power(&self, flow: &[f64], effort: &[f64]) -> f64 {
        (self.power)(flow, effort)
    }

    /// Returns where a pose is in space; see [`Domain::in_space`].
    #[must_use]
    pub fn in_space(&self, pose: &[f64]) -> Option<Pose> {
        (self.in_space)(&pose[..self.pose_len])
    }

    /// Returns an effort as force and moment in space; see [`Domain::effort_in_space`].
    #[must_use]
    pub fn effort_in_space(&self, effort: &[f64]) -> Option<Wrench> {
        (self.effort_in_space)(effort)
    }

    /// Returns the length of the quaternion of a pose, if it has one.
    #[must_use]
    pub fn quaternion_length(&self, pose: &[f64]) -> Option<f64> {
        (self.quaternion_length)(&pose[..self.pose_len])
    }

    /// Writes the rate of the pose of a motion; see [`Domain::pose_rate`].
    pub fn write_pose_rate(&self, motion: &[f64], rate: &mut [f64]) {
        let (pose, flow) = motion.split_at(self.pose_len);
        (self.pose_rate)(pose, flow, rate);
    }

    /// Makes the pose of a motion a valid one; see [`Domain::valid_pose`].
    pub fn make_valid(&self, motion: &mut [f64]) {
        (self.valid_pose)(&mut motion[..self.pose_len]);
    }

    /// Moves on for a short time `h` \[s\], the flow held; see [`Motion::moved`].
    pub fn advance(&self, motion: &mut [f64], h: f64) {
        (self.moved)(motion, h);
    }
}

/// Cuts the motions of ports, one after the other in a row, into those of each.
pub fn motions_of<'a>(
    domains: &'a [AnyDomain],
    mut motions: &'a [f64],
) -> impl Iterator<Item = (&'a AnyDomain, &'a [f64])> {
    domains.iter().map(move |domain| {
        let (own, rest) = motions.split_at(domain.motion_len());
        motions = rest;
        (domain, own)
    })
}

/// Does something to the motion of each port in a row.
pub fn change_motions(
    domains: &[AnyDomain],
    mut motions: &mut [f64],
    mut change: impl FnMut(&AnyDomain, &mut [f64]),
) {
    for domain in domains {
        let (own, rest) = motions.split_at_mut(domain.motion_len());
        motions = rest;
        change(domain, own);
    }
}

type BoxedMap<F, T> = Box<dyn Coupling<From = F, To = T>>;
type BoxedBody<D> = Box<dyn Admittance<Domain = D>>;

/// Returns what is inside of a component that may be a box `B`, or a box in a box.
fn unboxed<'a, B: Any>(mut item: &'a dyn Any, open: fn(&'a B) -> &'a dyn Any) -> &'a dyn Any {
    while let Some(boxed) = item.downcast_ref() {
        item = open(boxed);
    }
    item
}

/// An [`Impedance`] of any type and domain; its methods are those of that trait, on rows of numbers.
#[expect(missing_docs, reason = "documented where they are written, in `Impedance`")]
pub trait AnyImpedance: Debug + Send + Sync {
    /// Returns the domain of its port.
    fn domain(&self) -> &'static AnyDomain;
    /// Returns the component as it was given.
    fn as_any(&self) -> &dyn Any;
    /// Returns the component, or what is inside if it is boxed.
    fn inside(&self) -> &dyn Any;
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    fn name(&self) -> String;
    /// Returns the full name of the type of the component, or of what is inside if it is boxed: what the order of a
    /// network goes by, so that a mechanism of boxes moves with the same bits as one of types.
    fn type_name(&self) -> &'static str;
    fn memory(&self) -> Memory<'_>;
    /// Writes the effort and the rate of the internal state.
    fn respond(
        &self,
        stage: &Stage,
        motion: &[f64],
        internal: &[f64],
        effort: &mut [f64],
        rate: &mut [f64],
    );
    fn stored_energy(&self, motion: &[f64], internal: &[f64]) -> f64;
    fn stored_power(&self, motion: &[f64], internal: &[f64], rate: &[f64]) -> f64;
    fn is_source(&self) -> bool;
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying));
    fn breakaway(&self, stage: &Stage, motion: &[f64]) -> Option<BreakawayDamping>;
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)>;
    /// Returns whether it is friction; see [`contact_state::is_friction`].
    fn is_friction(&self) -> bool;
    /// Returns whether it sticks, as it tells it itself: [`ContactLaw::state`](crate::ContactLaw::state).
    fn told_state(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<ContactState>;
    fn pad(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<Pad>;
    fn fault(&self, stage: &Stage, motion: &[f64]) -> Option<ParameterError>;
}

impl<I: Impedance> AnyImpedance for I {
    fn domain(&self) -> &'static AnyDomain {
        AnyDomain::get::<I::Domain>()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn inside(&self) -> &dyn Any {
        unboxed(self, |law: &AnyLaw<I::Domain>| &**law)
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_law(self)
    }
    fn name(&self) -> String {
        Impedance::name(self)
    }
    fn type_name(&self) -> &'static str {
        match (self as &dyn Any).downcast_ref::<AnyLaw<I::Domain>>() {
            Some(boxed) => (**boxed).seen().type_name(),
            None => core::any::type_name::<I>(),
        }
    }
    fn memory(&self) -> Memory<'_> {
        Impedance::memory(self)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &[f64],
        internal: &[f64],
        effort: &mut [f64],
        rate: &mut [f64],
    ) {
        Impedance::respond(self, stage, &Flat::load(motion), internal, rate).store(effort);
    }
    fn stored_energy(&self, motion: &[f64], internal: &[f64]) -> f64 {
        Impedance::stored_energy(self, &Flat::load(motion), internal)
    }
    fn stored_power(&self, motion: &[f64], internal: &[f64], rate: &[f64]) -> f64 {
        Impedance::stored_power(self, &Flat::load(motion), internal, rate)
    }
    fn is_source(&self) -> bool {
        Impedance::is_source(self)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        Impedance::signals(self, visit);
    }
    fn breakaway(&self, stage: &Stage, motion: &[f64]) -> Option<BreakawayDamping> {
        self.contact()?.breakaway(stage, &Flat::load(motion))
    }
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        self.contact()?.resistance(tau, axis)
    }
    fn is_friction(&self) -> bool {
        contact_state::is_friction(self)
    }
    fn told_state(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<ContactState> {
        self.contact()?.state(stage, &Flat::load(motion), internal)
    }
    fn pad(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<Pad> {
        self.contact()?.pad(stage, &Flat::load(motion), internal)
    }
    fn fault(&self, stage: &Stage, motion: &[f64]) -> Option<ParameterError> {
        self.contact()?.fault(stage, &Flat::load(motion))
    }
}

impl dyn AnyImpedance + '_ {
    /// Returns whether it sticks; see [`ContactState::of`].
    #[must_use]
    pub fn contact_state(
        &self,
        stage: &Stage,
        motion: &[f64],
        internal: &[f64],
    ) -> Option<ContactState> {
        if !self.is_friction() {
            return None;
        }
        if let Some(told) = self.told_state(stage, motion, internal) {
            return Some(told);
        }
        let (domain, mut rate) = (self.domain(), vec![f64::NAN; internal.len()]);
        self.respond(stage, motion, internal, &mut vec![0.0; domain.flow_len], &mut rate);
        let flow = &motion[domain.pose_len..];
        slowest_slip(flow, &rate, |index| self.memory().deflects_along(index))
            .map(|slip_speed| ContactState::touching(slip_speed, f64::NAN))
    }

    /// Returns the first time after `after` at which one of its signals jumps \[s\].
    #[must_use]
    pub fn next_jump(&self, after: f64) -> Option<f64> {
        let mut next = None;
        self.signals(&mut |signal| next = earlier(next, signal.next_jump(after)));
        next
    }

    /// Returns the inputs of its signals.
    #[must_use]
    pub fn inputs(&self) -> Vec<&Input> {
        let mut all = vec![];
        self.signals(&mut |signal| all.extend(signal.inputs()));
        all
    }

    /// Returns the shortest period of its signals \[s\], where one is known.
    #[must_use]
    pub fn shortest_period(&self) -> Option<f64> {
        let mut shortest = None;
        self.signals(&mut |signal| shortest = earlier(shortest, signal.shortest_period()));
        shortest
    }

    /// Returns the component of the flow along which an internal variable is the deflection of a bristle, if it is
    /// one, and the stiffness of the bristle, if that is known.
    #[must_use]
    pub fn bristle(&self, index: usize) -> Option<(&'static str, Option<f64>)> {
        let axis = self.memory().deflects_along(index)?;
        let stiffness = self.resistance(0.0, axis).map(|(stiffness, _)| stiffness);
        let flow = self.domain().flow_names.get(axis)?;
        Some((flow, stiffness.filter(|&stiffness| stiffness > 0.0)))
    }
}

/// A [`Coupling`] of any type, on rows of numbers: `from` has the motions of the ports one after the other.
#[expect(missing_docs, reason = "documented where they are written, in `Coupling`")]
pub trait AnyCoupling: Debug + Send + Sync {
    /// Returns the domains of the ports that it reads.
    fn domains(&self) -> &'static [AnyDomain];
    /// Returns the full name of the type of these domains together: of one, of a tuple or of an array.
    fn domains_name(&self) -> &'static str;
    /// Returns the domain of the attached port.
    fn attached(&self) -> &'static AnyDomain;
    /// Returns the component, or what is inside if it is boxed.
    fn inside(&self) -> &dyn Any;
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    fn name(&self) -> String;
    fn type_name(&self) -> &'static str;
    /// Writes the efforts on the ports of a law behind it, which is given the motion of the attached port and writes its
    /// effort.
    fn through(&self, from: &[f64], law: &mut dyn FnMut(&[f64], &mut [f64]), efforts: &mut [f64]);
    fn flow_is_pose_rate(&self) -> bool;
    fn reads_joints(&self) -> bool;
    fn fit(&self, law: &dyn Any) -> Fit;
    fn acts_at(&self, from: &[f64]) -> Vec<Pose>;
}

impl<C: Coupling> AnyCoupling for C {
    fn domains(&self) -> &'static [AnyDomain] {
        C::From::DOMAINS
    }
    fn domains_name(&self) -> &'static str {
        core::any::type_name::<C::From>()
    }
    fn attached(&self) -> &'static AnyDomain {
        AnyDomain::get::<C::To>()
    }
    fn inside(&self) -> &dyn Any {
        unboxed(self, |map: &BoxedMap<C::From, C::To>| &**map)
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_map(self)
    }
    fn name(&self) -> String {
        Coupling::name(self)
    }
    fn type_name(&self) -> &'static str {
        Coupling::type_name(self)
    }
    fn through(&self, from: &[f64], law: &mut dyn FnMut(&[f64], &mut [f64]), efforts: &mut [f64]) {
        let (motion_len, effort_len) = (Motion::<C::To>::LEN, Effort::<C::To>::LEN);
        let told = |motion: &Motion<C::To>| {
            with_scratch(motion_len + effort_len, |numbers| {
                let (row, effort) = numbers.split_at_mut(motion_len);
                motion.store(row);
                law(row, effort);
                Effort::<C::To>::load(effort)
            })
        };
        Coupling::through(self, &Flat::load(from), told).store(efforts);
    }
    fn flow_is_pose_rate(&self) -> bool {
        Coupling::flow_is_pose_rate(self)
    }
    fn reads_joints(&self) -> bool {
        Coupling::reads_joints(self)
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        Coupling::fit(self, law)
    }
    fn acts_at(&self, from: &[f64]) -> Vec<Pose> {
        Coupling::acts_at(self, &Flat::load(from))
    }
}

impl dyn AnyCoupling + '_ {
    /// Returns the number of efforts on its ports.
    #[must_use]
    pub fn efforts_len(&self) -> usize {
        self.domains().iter().map(|domain| domain.flow_len).sum()
    }

    /// Writes the motion of the attached port.
    pub fn motion(&self, from: &[f64], motion: &mut [f64]) {
        with_scratch(self.efforts_len(), |efforts| {
            self.through(from, &mut |seen, _| motion.copy_from_slice(seen), efforts);
        });
    }

    /// Writes the efforts on the ports.
    pub fn efforts(&self, from: &[f64], effort: &[f64], efforts: &mut [f64]) {
        self.through(from, &mut |_, told| told.copy_from_slice(effort), efforts);
    }
}

/// An [`Admittance`] of any type and domain.
#[expect(missing_docs, reason = "documented where they are written, in `Admittance`")]
pub trait AnyAdmittance: Debug + Send + Sync {
    /// Returns the component as it was given.
    fn as_any(&self) -> &dyn Any;
    /// Returns the component, or what is inside if it is boxed.
    fn inside(&self) -> &dyn Any;
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    fn name(&self) -> String;
    fn type_name(&self) -> &'static str;
    fn port_count(&self) -> usize;
    fn port_domain(&self, port: usize) -> &'static AnyDomain;
    fn port_name(&self, port: usize) -> Option<&str>;
    fn internal_len(&self) -> usize;
    fn internal_name(&self, index: usize) -> VariableName;
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]);
    fn stored_energy(&self, state: &[f64]) -> f64;
    fn stored_power(&self, state: &[f64], rate: &[f64]) -> f64;
    fn supplied_power(&self, stage: &Stage, state: &[f64]) -> f64;
    fn dissipated_power(&self, stage: &Stage, state: &[f64]) -> f64;
    fn inputs(&self) -> Vec<&Input>;
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia>;
    fn view(&self, state: &[f64]) -> Vec<Seen>;
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]>;
}

impl<A: Admittance> AnyAdmittance for A {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn inside(&self) -> &dyn Any {
        unboxed(self, |body: &BoxedBody<A::Domain>| &**body)
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_admittance(self)
    }
    fn name(&self) -> String {
        Admittance::name(self)
    }
    fn type_name(&self) -> &'static str {
        Admittance::type_name(self)
    }
    fn port_count(&self) -> usize {
        Admittance::port_count(self)
    }
    fn port_name(&self, port: usize) -> Option<&str> {
        Admittance::port_name(self, port)
    }
    fn port_domain(&self, port: usize) -> &'static AnyDomain {
        Admittance::port_domain(self, port)
    }
    fn internal_len(&self) -> usize {
        Admittance::internal_len(self)
    }
    fn internal_name(&self, index: usize) -> VariableName {
        Admittance::internal_name(self, index)
    }
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]) {
        Admittance::rate(self, stage, state, rate);
    }
    fn stored_energy(&self, state: &[f64]) -> f64 {
        Admittance::stored_energy(self, state)
    }
    fn stored_power(&self, state: &[f64], rate: &[f64]) -> f64 {
        Admittance::stored_power(self, state, rate)
    }
    fn supplied_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        Admittance::supplied_power(self, stage, state)
    }
    fn dissipated_power(&self, stage: &Stage, state: &[f64]) -> f64 {
        Admittance::dissipated_power(self, stage, state)
    }
    fn inputs(&self) -> Vec<&Input> {
        Admittance::inputs(self)
    }
    fn without_inertia(&self, state: &[f64]) -> Option<WithoutInertia> {
        Admittance::without_inertia(self, state)
    }
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        Admittance::view(self, state)
    }
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        Admittance::joint_at(self, state, port)
    }
}

impl dyn AnyAdmittance + '_ {
    /// Returns the domains of its ports, in their order.
    pub fn domains(&self) -> impl ExactSizeIterator<Item = &'static AnyDomain> {
        (0..self.port_count()).map(|port| self.port_domain(port))
    }

    /// Returns where the motion of a port begins among its variables; behind the last port, where the internal ones do.
    #[must_use]
    pub fn offset(&self, port: usize) -> usize {
        self.domains().take(port).map(AnyDomain::motion_len).sum()
    }

    /// Returns the number of its variables: the motions of its ports, then its internal ones.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offset(self.port_count()) + self.internal_len()
    }

    /// Cuts its state, or a rate of it, into the motions of its ports; the internal variables are left out.
    pub fn motions<'x>(
        &self,
        mut state: &'x [f64],
    ) -> impl Iterator<Item = (&'static AnyDomain, &'x [f64])> {
        self.domains().map(move |domain| {
            let (motion, rest) = state.split_at(domain.motion_len());
            state = rest;
            (domain, motion)
        })
    }

    /// Returns the name of one of its variables; that of a port stands in front where there are several.
    #[must_use]
    pub fn variable(&self, index: usize) -> String {
        let mut scalar = index;
        for (port, domain) in self.domains().enumerate() {
            if scalar < domain.motion_len() {
                let name = domain.motion_name(scalar);
                return if self.port_count() == 1 {
                    name.into()
                } else {
                    format!("{name}[{port}]")
                };
            }
            scalar -= domain.motion_len();
        }
        self.internal_name(scalar).name.into()
    }

    /// Returns which of its variables are flows.
    #[must_use]
    pub fn flow_slots(&self) -> Vec<usize> {
        let mut slots = vec![];
        for (port, domain) in self.domains().enumerate() {
            let first = self.offset(port);
            slots.extend(first + domain.pose_len..first + domain.motion_len());
        }
        slots
    }
}
