//! Components whose types are forgotten: their numbers come and go in rows.
//!
//! A component is typed where it is written, and stepped as the type that it is. Code that asks about it
//! (its power, whether it is stuck, how it looks) needs no types, and would be compiled anew for each:
//!
//! ```text
//! Impedance   ── every one is ──>  AnyImpedance      motion, internal state, effort: slices of numbers in
//! Coupling    ── every one is ──>  AnyCoupling       the order of Flat; which number is what says the
//! Admittance  ── every one is ──>  AnyAdmittance     AnyDomain of the port
//! ```
//!
//! Nobody implements these three traits by hand. A row of a wrong length is a mistake of the caller, and
//! panics.

use core::any::Any;
use core::fmt::Debug;

use crate::boxed::BoxedImpedance;
use crate::contact_state::slowest_slip;
use crate::coupling::Fit;
use crate::ends::{EffortSums, OneWire, WireEnds};
use crate::numeric::{derivative_along, with_scratch};
use crate::{
    Admittance, AnyDomain, AnyLaw, BreakawayDamping, ContactState, Coupling, Domain, Effort, Flat,
    Impedance, Input, LaneParameters, Memory, Motion, Pad, ParameterError, PortDomains, PortList,
    Pose, Powers, Seen, Stage, Varying, contact_state, earlier, kernel, without_paths,
};

/// Every law can forget its type and domain, also one in a box. Nobody implements this by hand.
pub trait Erase {
    /// Returns the law as one of any type and domain.
    fn erased(self: Box<Self>) -> Box<dyn BoxedImpedance>;
    /// Returns the law, seen as one of any type and domain.
    fn seen(&self) -> &dyn BoxedImpedance;
}

impl<I: Impedance> Erase for I {
    fn erased(self: Box<Self>) -> Box<dyn BoxedImpedance> {
        self
    }
    fn seen(&self) -> &dyn BoxedImpedance {
        self
    }
}

/// Returns the law in the box, if a law is one in a box.
fn opened<I: Impedance>(law: &I) -> Option<&dyn BoxedImpedance> {
    let boxed: &AnyLaw<I::Domain> = (law as &dyn Any).downcast_ref()?;
    Some((**boxed).seen())
}

/// An [`Impedance`] of any type and domain; its methods are those of that trait, on rows of numbers.
#[expect(missing_docs, reason = "documented where they are written, in `Impedance`")]
pub trait AnyImpedance: Any + Debug + Send + Sync {
    /// Returns the domain of its port.
    fn domain(&self) -> &'static AnyDomain;
    /// Returns the component, or what is inside if it is boxed.
    fn inside(&self) -> &dyn Any;
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    fn name(&self) -> String;
    /// Returns the full type name, by which a network orders its components; a box returns that of the component
    /// in it, so that boxing changes no bits.
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
    /// Returns the state that the law itself reports: [`ContactLaw::state`](crate::ContactLaw::state).
    fn told_state(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<ContactState>;
    fn pad(&self, stage: &Stage, motion: &[f64], internal: &[f64]) -> Option<Pad>;
    fn fault(&self, stage: &Stage, motion: &[f64]) -> Option<ParameterError>;
}

impl<I: Impedance> AnyImpedance for I {
    fn domain(&self) -> &'static AnyDomain {
        AnyDomain::get::<I::Domain>()
    }
    fn inside(&self) -> &dyn Any {
        opened(self).map_or(self, |law| law.inside())
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_law(self)
    }
    fn name(&self) -> String {
        Impedance::name(self)
    }
    fn type_name(&self) -> &'static str {
        opened(self).map_or_else(core::any::type_name::<I>, |law| law.type_name())
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

    /// Returns the first time after `after` when one of its signals jumps \[s\].
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

    /// Returns the shortest period of its signals \[s\], if one is known.
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
pub trait AnyCoupling: Any + Debug + Send + Sync {
    /// Returns the domains of the ports that it reads.
    fn domains(&self) -> &'static [AnyDomain];
    /// Returns the full name of the type of these domains together: of one, of a tuple or of an array.
    fn domains_name(&self) -> &'static str;
    /// Returns the domain of the attached port.
    fn attached(&self) -> &'static AnyDomain;
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    fn name(&self) -> String;
    fn type_name(&self) -> &'static str;
    /// Writes the efforts on the ports of a law behind it, which is given the motion of the attached port and writes its
    /// effort.
    fn through(&self, from: &[f64], law: &mut dyn FnMut(&[f64], &mut [f64]), efforts: &mut [f64]);
    /// Adds the efforts on the ports of a law behind it to `dx`, with which the law is called. Returns the power that they
    /// give to the ports that are no nodes \[W\].
    fn pass(&self, ends: WireEnds<'_>, dx: &mut [f64], law: LawInRows<'_>) -> f64;
    fn flow_is_pose_rate(&self) -> bool;
    fn reads_joints(&self) -> bool;
    fn fit(&self, law: &dyn Any) -> Fit;
    fn acts_at(&self, from: &[f64]) -> Vec<Pose>;
}

/// Returns a law that reads its motion in a row and writes its effort, as one on a port of a domain.
fn typed<D: Domain>(law: impl FnOnce(&[f64], &mut [f64])) -> impl FnOnce(&Motion<D>) -> Effort<D> {
    |motion| {
        with_scratch(Motion::<D>::LEN + Effort::<D>::LEN, |numbers| {
            let (row, effort) = numbers.split_at_mut(Motion::<D>::LEN);
            motion.store(row);
            law(row, effort);
            Effort::<D>::load(effort)
        })
    }
}

/// A law: it reads its motion and writes its effort, and the rates of its internal variables among those of its part.
pub type LawInRows<'a> = &'a mut dyn FnMut(&[f64], &mut [f64], &mut [f64]);

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
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_map(self)
    }
    fn name(&self) -> String {
        Coupling::name(self)
    }
    fn type_name(&self) -> &'static str {
        core::any::type_name::<C>()
    }
    fn through(&self, from: &[f64], law: &mut dyn FnMut(&[f64], &mut [f64]), efforts: &mut [f64]) {
        Coupling::through(self, &Flat::load(from), typed::<C::To>(law)).store(efforts);
    }
    fn pass(&self, ends: WireEnds<'_>, dx: &mut [f64], law: LawInRows<'_>) -> f64 {
        let from = C::From::gather(&OneWire(ends));
        let law = typed::<C::To>(|row, effort| law(row, effort, dx));
        let efforts = Coupling::through(self, &from, law);
        C::From::scatter(&efforts, &mut EffortSums { at: ends.at, dx });
        if ends.outside.is_none() {
            return 0.0;
        }
        let [motions, all] =
            [<C::From as PortDomains>::Motions::LEN, <C::From as PortDomains>::Efforts::LEN];
        with_scratch(motions + all, |numbers| {
            let (row, told) = numbers.split_at_mut(motions);
            from.store(row);
            efforts.store(told);
            ends.outside_power(C::From::DOMAINS, row, told)
        })
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
    /// Writes the motion of the attached port.
    pub fn motion(&self, from: &[f64], motion: &mut [f64]) {
        let len = self.domains().iter().map(|domain| domain.flow_len).sum();
        with_scratch(len, |efforts| {
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
pub trait AnyAdmittance: Any + Debug + Send + Sync {
    /// Returns the parameters of its [kernel], if it has one.
    fn lane_parameters(&self) -> Option<LaneParameters>;
    /// Returns the full name of its type, by which a network orders its components.
    fn type_name(&self) -> &'static str;
    fn ports(&self) -> PortList<'_>;
    fn memory(&self) -> Memory<'_>;
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]);
    fn stored_energy(&self, state: &[f64]) -> f64;
    fn powers(&self, stage: &Stage, state: &[f64], rate: &[f64]) -> Powers;
    fn inputs(&self) -> Vec<&Input>;
    fn view(&self, state: &[f64]) -> Vec<Seen>;
}

impl<A: Admittance> AnyAdmittance for A {
    fn lane_parameters(&self) -> Option<LaneParameters> {
        kernel::of_admittance(self)
    }
    fn type_name(&self) -> &'static str {
        core::any::type_name::<A>()
    }
    fn ports(&self) -> PortList<'_> {
        Admittance::ports(self)
    }
    fn memory(&self) -> Memory<'_> {
        Admittance::memory(self)
    }
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]) {
        Admittance::rate(self, stage, state, rate);
    }
    fn stored_energy(&self, state: &[f64]) -> f64 {
        Admittance::stored_energy(self, state)
    }
    fn powers(&self, stage: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        Admittance::powers(self, stage, state, rate)
    }
    fn inputs(&self) -> Vec<&Input> {
        Admittance::inputs(self)
    }
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        Admittance::view(self, state)
    }
}

impl dyn AnyAdmittance + '_ {
    /// Returns the name of its type in messages and pictures.
    #[must_use]
    pub fn name(&self) -> String {
        without_paths(self.type_name())
    }

    /// Returns the time derivative of its stored energy \[W\], by a difference if it reports none.
    #[must_use]
    pub fn stored_power(&self, powers: &Powers, state: &[f64], rate: &[f64]) -> f64 {
        let along = || derivative_along(state, rate, |state| self.stored_energy(state));
        powers.stored.unwrap_or_else(along)
    }

    /// Returns the number of its variables: the motions of its ports, then its internal ones.
    #[must_use]
    pub fn len(&self) -> usize {
        let ports = self.ports();
        ports.offset(ports.count()) + self.memory().len()
    }

    /// Cuts its state, or a rate of it, into the motions of its ports; the internal variables are left out.
    pub fn motions<'x>(
        &self,
        mut state: &'x [f64],
    ) -> impl Iterator<Item = (&'static AnyDomain, &'x [f64])> {
        self.ports().domains().map(move |domain| {
            let (motion, rest) = state.split_at(domain.motion_len());
            state = rest;
            (domain, motion)
        })
    }

    /// Returns the name of one of its variables, after the name of the port if there are several.
    #[must_use]
    pub fn variable(&self, index: usize) -> String {
        let (ports, mut scalar) = (self.ports(), index);
        for (port, domain) in ports.domains().enumerate() {
            if scalar < domain.motion_len() {
                let name = domain.motion_name(scalar);
                return if ports.count() == 1 { name.into() } else { format!("{name}[{port}]") };
            }
            scalar -= domain.motion_len();
        }
        self.memory().name(scalar).name.into()
    }

    /// Returns which of its variables are flows.
    #[must_use]
    pub fn flow_slots(&self) -> Vec<usize> {
        let (mut slots, mut first) = (vec![], 0);
        for domain in self.ports().domains() {
            slots.extend(first + domain.pose_len..first + domain.motion_len());
            first += domain.motion_len();
        }
        slots
    }
}
