//! All impedances of one (law, coupling) type on ports of one kind in one vector.
//!
//! What one wire does at a stage, from left to right and back:
//!
//! ```text
//! x ──read──> motions of the ports ──coupling.motion (Ψ)──> motion ──law.respond──> effort
//! dx <─push── efforts on the ports <─coupling.efforts (Ψᵀ)── effort
//! ```
//!
//! A pool does this for all its wires of a part in one loop in which every type is known. Its vectors
//! run in parallel, in the order of the *places*: sorted by part, then by where the ends lead, so that
//! wires of one body follow each other.
//!
//! ```text
//! items      [law, coupling] [law, coupling] | [law, coupling] ...     until build: in the order of
//! ends       [at, at]        [at, at]        | [at, at]        ...     insertion, the *slots*
//! segments   part 0                          | part 1
//! ```
//!
//! Three forms of the loop give the same bits: one at a time (`Row::respond_on_nodes`, and `respond_one_by_one` where
//! some ends are outside), several wires of one
//! mechanism side by side ([`super::linked`]), and the same wire of several copies side by side
//! ([`super::copied_wires`]). All other methods look at one wire, and take their time.

use core::any::Any;
use core::ops::Range;

use stiction_core::coupling::Fit;
use stiction_core::{
    Coupling, Demands, Domain, Flat, Impedance, Input, Motion, PortDomains, Stage, VariableName,
};

use super::bristles::Bristles;
use super::copied_wires::Responses;
use super::ends::{Ends, Outside};
use super::items::{arrange, ordered, unboxed};
use super::judged::{Judged, Witness};
use super::linked::{Linked, Row};
use super::powers::{Booked, WirePower};
use super::segments::Segments;
use super::side_by_side::{LanesOf, PoolCopies, SideBySideParts};
use super::wire::{Motions, Offsets, PortEnds, WireItem, alike, for_lanes};
use crate::end::{Address, End, ResolvedEnd, Resolver, earlier, text_of};
use crate::picture::{Acting, PortPicture, pad_at};
use crate::vectors::{Machine, Vectors};

/// Fewer wires of a part are evaluated one after the other.
const LEAST_LINKED: usize = 8;

/// The law, of what is inside where it is boxed.
pub(crate) fn law_inside<I: Impedance>(law: &I) -> &dyn Any {
    unboxed(law, |law: &BoxedLaw<I::Domain>| &**law)
}

type BoxedLaw<D> = Box<dyn Impedance<Domain = D>>;
type BoxedMap<F, T> = Box<dyn Coupling<From = F, To = T>>;

/// A wire, the motions of its ports and the motion that its impedance sees.
type Seen<'a, I, C> = (&'a WireItem<I, C>, Motions<C>, Motion<<I as Impedance>::Domain>);

/// Changes what a wire gives: told its place and the flow that its law sees, the effort and the rate.
type Bend<'a> = &'a mut dyn FnMut(usize, &[f64], &mut [f64], &mut [f64]);

/// All impedances of one (law, coupling) type on ports of one kind.
pub(crate) trait WirePool: Send + Sync {
    fn len(&self) -> usize;
    /// Of its items, which all have the same; asked for before they are resolved.
    fn type_name(&self) -> String;
    fn text(&self, place: usize) -> String;
    /// Full names of the types of law and coupling.
    fn type_names(&self, place: usize) -> [&'static str; 2];
    fn name(&self, place: usize) -> String;
    fn coupling_name(&self, place: usize) -> String;
    fn internal_len(&self, place: usize) -> usize;
    fn internal_name(&self, place: usize, index: usize) -> VariableName;
    fn ends(&self, slot: usize) -> &[End];
    fn resolved_ends(&self, place: usize) -> Vec<ResolvedEnd>;
    /// Compiles the ports and sorts the wires by part and by where they lead; returns
    /// `slots[place]`. `parts[slot]` is the part of a wire, which begins at `bases[part]`: the offsets
    /// of its ports are those within the part.
    fn resolve(&mut self, resolver: Resolver<'_>, parts: &[usize], bases: &[usize]) -> Vec<usize>;
    /// Where the internal states are, part after part.
    fn arrange(&mut self, segments: Segments);
    /// Adds the efforts of a part's wires to the flow slots of `dx` and writes their internal rates;
    /// `x` and `dx` are those of the part. The last part is that of the wires between parts, with the
    /// slices of the whole network. Side by side, with the same bits, where
    /// [`Self::prepare_side_by_side`] found it worth it.
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// [`Self::respond`] with the efforts and internal rates that `bend` makes of those of a wire.
    fn respond_bent(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64], bend: Bend<'_>);
    /// Prepares the wires of a part that are not copies for lanes, if their law is worth it: if it has
    /// internal variables. The parts before come before.
    fn prepare_side_by_side(&mut self, part: usize);
    /// Chooses the vector instructions for them.
    fn set_machine(&mut self, machine: Machine);
    /// Number of wires in a part.
    fn count(&self, part: usize) -> usize;
    /// Ends of a wire of a part, with their offsets within the part.
    fn ends_within(&self, part: usize, item: usize) -> Vec<ResolvedEnd>;
    /// The wires of a part, so many of each copy, if they can be evaluated in lanes wherever their ends
    /// are.
    fn copies(&self, part: usize, of_a_copy: usize) -> Option<PoolCopies>;
    /// From now on the wires of the part, those of so many copies, can be asked for in lanes, with their
    /// internal states from `column` on; `to` tells where an offset is among the columns.
    fn set_copied(&mut self, part: usize, copies: usize, column: usize, to: &dyn Fn(u32) -> u32);
    /// [`Self::respond`] in lanes.
    fn respond_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>);
    fn next_jump(&self, after: f64) -> Option<f64>;
    /// Of all laws and of the prescribed motions at their ends.
    fn inputs(&self) -> Vec<&Input>;
    /// What its law demands in its motion.
    fn demands(&self, place: usize, stage: &Stage, x: &[f64]) -> Demands;
    /// `x` is that of the network, here and below, `z` the internal state of the wire.
    fn power(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> WirePower;
    fn stored_energy(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> f64;
    /// Adds the stored power of every wire times `weight` to `stored`, and what they exchange to `all`;
    /// `dx` holds the rates at the stage.
    fn book(
        &self,
        stage: &Stage,
        x_dx: (&[f64], &[f64]),
        weight: f64,
        stored: &mut [f64],
        all: &mut Booked,
    );
    /// What each wire stores.
    fn energies(&self, stage: &Stage, x: &[f64], out: &mut [f64]);
    /// Whether the flow that the law of a wire sees is the rate of its pose.
    fn flow_is_pose_rate(&self, place: usize) -> bool;
    /// What speaks against a law behind its map, in words: the name of the map and the reason.
    fn doubt(&self, place: usize) -> Option<(String, &'static str)>;
    /// Writes the motion that the impedance sees to `out`.
    fn motion(&self, place: usize, stage: &Stage, x: &[f64], out: &mut [f64]);
    /// Writes its effort and the rate of its internal state.
    fn response(
        &self,
        place: usize,
        stage: &Stage,
        x: &[f64],
        z: &[f64],
        effort: &mut [f64],
        rate: &mut [f64],
    );
    /// The first of what a wire is given and gives at a stage that is not finite.
    fn judge(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Judged;
    /// Lengths of pose and flow.
    fn port_len(&self) -> (usize, usize);
    /// What its friction does.
    fn bristles(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Bristles;
    /// Where it acts, and how.
    fn pictured(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Acting;
    fn stuck_stiffness(&self, place: usize, tau: f64, axis: usize) -> Option<(f64, f64)>;
    /// The component of the flow along which an internal variable is the deflection of a bristle, if it is one,
    /// and its stiffness, if that is known.
    fn bristle(&self, place: usize, index: usize) -> Option<(&'static str, Option<f64>)>;
    /// The component of the flow along which an internal variable deflects.
    fn deflects_along(&self, place: usize, index: usize) -> Option<usize>;
    fn law(&self, place: usize) -> Option<&dyn Any>;
    /// Law and coupling, of what is inside where they are boxed.
    fn inside(&self, place: usize) -> Option<[&dyn Any; 2]>;
    /// The domains of a wire's ends, and what is there where it is no node.
    fn outside(&self, place: usize) -> Vec<(&'static str, Option<&End>)>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A wire and where it is in the state.
struct InState<'a, I, C> {
    place: usize,
    item: &'a WireItem<I, C>,
    ends: Ends<'a>,
    /// Its internal variables.
    own: Range<usize>,
    /// Where its part begins: what its ends count from.
    base: usize,
}

pub(crate) struct Wires<I, C: Coupling> {
    type_name: String,
    items: Vec<WireItem<I, C>>,
    /// What they were connected to, until the network is built.
    added: Vec<PortEnds<C>>,
    /// The same in the state; apart from the items, as lanes need nothing else of every item.
    ends: Vec<Offsets<C>>,
    outside: Outside,
    segments: Segments,
    copied: SideBySideParts<Offsets<C>>,
    /// The parts in which wires that are no copies are evaluated side by side.
    linked: SideBySideParts<()>,
    /// For these.
    machine: Machine,
    /// Whether all wires are on nodes alone and evaluated one at a time: the shortest way.
    plain: bool,
}

impl<I, C: Coupling> Wires<I, C> {
    /// For wires of one type: with the same inside their boxes and the same kinds of ports.
    pub(crate) fn new(type_name: String) -> Self {
        Self {
            type_name,
            items: vec![],
            added: vec![],
            ends: vec![],
            outside: Outside::default(),
            segments: Segments::default(),
            copied: SideBySideParts::default(),
            linked: SideBySideParts::default(),
            machine: Machine::default(),
            plain: true,
        }
    }

    pub(crate) fn add(&mut self, law: I, coupling: C, ends: PortEnds<C>) {
        self.items.push(WireItem { law, coupling });
        self.added.push(ends);
    }
}

impl<I, C> Wires<I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    /// All wires in the order of their places.
    fn all(&self) -> impl Iterator<Item = InState<'_, I, C>> {
        let outside = &self.outside;
        self.segments.iter().flat_map(move |(segment, mut next)| {
            let ((items, _), (ends, _)) = (segment.of(&self.items), segment.of(&self.ends));
            let base = next - segment.of(&self.items).1;
            segment.places().zip(items).zip(ends).map(move |((place, item), at)| {
                let ends = Ends::new(at, outside);
                let own = next..next + item.law.internal_len();
                next = own.end;
                InState { place, item, ends, own, base }
            })
        })
    }
    fn ends_of(&self, place: usize) -> Ends<'_> {
        Ends::new(&self.ends[place], &self.outside)
    }
    /// What is at the ends that lead to no node.
    fn at_ends(&self, place: usize) -> impl Iterator<Item = Option<&End>> {
        self.ends[place].as_ref().iter().map(|at| self.outside.at(*at))
    }
    fn at(&self, place: usize, stage: &Stage, x: &[f64]) -> Seen<'_, I, C> {
        let item = &self.items[place];
        let from = self.ends_of(place).read::<C::From>(stage, &x[self.segments.base_of(place)..]);
        let motion = item.coupling.motion(&from);
        (item, from, motion)
    }
    /// The wires of a part.
    #[inline(always)]
    fn row(&self, part: usize) -> Row<'_, I, C> {
        let segment = self.segments.at(part);
        let ((items, start), (ends, _)) = (segment.of(&self.items), segment.of(&self.ends));
        Row { items, ends, outside: &self.outside, start }
    }
    /// [`WirePool::respond`] where some ends are outside, or wires of some part are evaluated side by
    /// side; apart, so that the way of all others stays short.
    #[inline(never)]
    fn respond_otherwise(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let row = self.row(part);
        match (self.linked.of(part), self.machine.for_copies(row.items.len())) {
            ([part], Some(vectors)) => {
                vectors.run(Linked { parameters: &self.linked, part, row, stage, x, dx });
            }
            _ => row.respond_one_by_one(stage, x, dx),
        }
    }
}

fn scalars<T: Flat>(value: &T) -> Vec<f64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars
}

impl<I, C> WirePool for Wires<I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    fn len(&self) -> usize {
        self.items.len()
    }
    fn type_name(&self) -> String {
        self.type_name.clone()
    }
    fn text(&self, place: usize) -> String {
        let WireItem { law, coupling } = &self.items[place];
        let ends = match self.added.get(place) {
            Some(ends) => text_of(ends.as_ref().iter().map(Some)),
            None => text_of(self.at_ends(place)),
        };
        format!("{law:?} {coupling:?} {ends}")
    }
    fn type_names(&self, place: usize) -> [&'static str; 2] {
        let WireItem { law, coupling } = &self.items[place];
        [law.type_name(), coupling.type_name()]
    }
    fn name(&self, place: usize) -> String {
        self.items[place].law.name()
    }
    fn coupling_name(&self, place: usize) -> String {
        self.items[place].coupling.name()
    }
    fn internal_len(&self, place: usize) -> usize {
        self.items[place].law.internal_len()
    }
    fn internal_name(&self, place: usize, index: usize) -> VariableName {
        self.items[place].law.internal_name(index)
    }
    fn ends(&self, slot: usize) -> &[End] {
        self.added.get(slot).map(AsRef::as_ref).unwrap_or_default()
    }
    fn resolved_ends(&self, place: usize) -> Vec<ResolvedEnd> {
        let base = self.segments.base_of(place) as u32;
        let ends = self.ends_of(place).resolved().into_iter();
        let in_network = |end| match end {
            ResolvedEnd::Node(offset) => ResolvedEnd::Node(offset + base),
            other => other,
        };
        ends.map(in_network).collect()
    }
    fn resolve(&mut self, resolver: Resolver<'_>, parts: &[usize], bases: &[usize]) -> Vec<usize> {
        for (ends, part) in core::mem::take(&mut self.added).iter().zip(parts) {
            let base = bases[*part] as u32;
            let within_part = |address: &Address, port| resolver(address, port) - base;
            let ends = ends.as_ref();
            let place = |port: usize| self.outside.place(&ends[port], &within_part);
            self.ends.push(C::From::each(place));
        }
        self.plain = self.outside.is_empty();
        let ends: Vec<_> = (0..self.len()).map(|slot| self.ends_of(slot).resolved()).collect();
        let slots = ordered(parts, &ends, &|slot| self.text(slot));
        arrange(&mut self.items, &slots);
        arrange(&mut self.ends, &slots);
        slots
    }
    fn arrange(&mut self, segments: Segments) {
        self.segments = segments;
        self.items.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if self.plain {
            self.row(part).respond_on_nodes(stage, x, dx);
        } else {
            self.respond_otherwise(part, stage, x, dx);
        }
    }
    fn respond_bent(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64], bend: Bend<'_>) {
        let segment = self.segments.at(part);
        let ((items, mut start), (ends, _)) = (segment.of(&self.items), segment.of(&self.ends));
        let mut flow = vec![0.0; <I::Domain as Domain>::Flow::LEN];
        let mut scalars = vec![0.0; <<I::Domain as Domain>::Effort as Flat>::LEN];
        let places = segment.places();
        for ((place, WireItem { law, coupling }), at) in places.zip(items).zip(ends) {
            let ends = Ends::new(at, &self.outside);
            let own = start..start + law.internal_len();
            start = own.end;
            let from = ends.read::<C::From>(stage, x);
            let motion = coupling.motion(&from);
            let effort = law.respond(stage, &motion, &x[own.clone()], &mut dx[own.clone()]);
            motion.flow.store(&mut flow);
            effort.store(&mut scalars);
            bend(place, &flow, &mut scalars, &mut dx[own]);
            ends.push::<C::From>(&coupling.efforts(&from, &Flat::load(&scalars)), dx);
        }
    }
    fn prepare_side_by_side(&mut self, part: usize) {
        let (items, _) = self.segments.at(part).of(&self.items);
        // A law without memory (a spring) costs less than to gather what it needs.
        let has_memory = items.first().is_some_and(|item| item.law.internal_len() > 0);
        if has_memory && items.len() >= LEAST_LINKED && alike(items, 1) {
            let parameters: Vec<_> = items.iter().filter_map(for_lanes).collect();
            self.linked.add(part, (), 0, &parameters);
            self.plain = false;
        }
    }
    fn set_machine(&mut self, machine: Machine) {
        self.machine = machine;
    }
    fn count(&self, part: usize) -> usize {
        self.segments.at(part).of(&self.items).0.len()
    }
    fn ends_within(&self, part: usize, item: usize) -> Vec<ResolvedEnd> {
        Ends::new(&self.segments.at(part).of(&self.ends).0[item], &self.outside).resolved()
    }
    fn copies(&self, part: usize, of_a_copy: usize) -> Option<PoolCopies> {
        let segment = self.segments.at(part);
        let ((items, start), (ends, _)) = (segment.of(&self.items), segment.of(&self.ends));
        let first = ends.get(..of_a_copy)?.iter().cycle();
        let are_like = |(ends, first): (&Offsets<C>, &Offsets<C>)| {
            let mut pairs = first.as_ref().iter().zip(ends.as_ref());
            pairs.all(|(first, end)| self.outside.are_like(*first, *end))
        };
        let are_copies = alike(items, of_a_copy) && ends.iter().zip(first).all(are_like);
        let len = of_a_copy * items.first()?.law.internal_len();
        are_copies.then_some(PoolCopies {
            count: items.len() / of_a_copy,
            start,
            len,
            flows: [0; 2],
        })
    }
    fn set_copied(&mut self, part: usize, copies: usize, column: usize, to: &dyn Fn(u32) -> u32) {
        if !Vectors::EXIST {
            return;
        }
        let segment = self.segments.at(part);
        let ((items, _), (ends, _)) = (segment.of(&self.items), segment.of(&self.ends));
        let of_a_copy = items.len() / copies;
        // Places run copy after copy: wire k of all copies is every `of_a_copy`th one from k on. All share
        // their columns, so the ends of the first copy speak for all.
        for (place, (item, ends)) in items.iter().zip(ends).take(of_a_copy).enumerate() {
            let of_each = items[place..].iter().step_by(of_a_copy);
            let parameters: Vec<_> = of_each.filter_map(for_lanes).collect();
            let column = column + place * item.law.internal_len();
            let ends = Ends::new(ends, &self.outside).moved::<C::From>(to);
            self.copied.add(part, ends, column, &parameters);
        }
    }
    fn respond_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>) {
        let (items, _) = self.segments.at(part).of(&self.items);
        let (all, copied) = (&self.copied, self.copied.of(part));
        let outside = &self.outside;
        lanes.vectors.run(Responses { items, all, copied, outside, lanes });
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let of_ends = self.outside.next_jump(after);
        self.items.iter().fold(of_ends, |jump, item| earlier(jump, item.law.next_jump(after)))
    }
    fn inputs(&self) -> Vec<&Input> {
        let of_laws = self.items.iter().flat_map(|item| item.law.inputs());
        // Before the network is built, what leads to no node is still where it was added.
        let of_added = self.added.iter().flat_map(|ends| ends.as_ref()).flat_map(End::inputs);
        of_laws.chain(of_added).chain(self.outside.inputs()).collect()
    }
    fn demands(&self, place: usize, stage: &Stage, x: &[f64]) -> Demands {
        let (item, _, motion) = self.at(place, stage, x);
        item.law.demands(stage, &motion)
    }
    fn power(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> WirePower {
        let (item, from, motion) = self.at(place, stage, x);
        // No number where the law forgets to write one.
        let mut rate = vec![f64::NAN; z.len()];
        let effort = item.law.respond(stage, &motion, z, &mut rate);
        let delivered = I::Domain::power(&motion.flow, &effort);
        let stored = item.law.stored_power(&motion, z, &rate);
        let efforts = item.coupling.efforts(&from, &effort);
        let released = -delivered - stored;
        let source = item.law.is_source();
        WirePower {
            delivered,
            stored,
            dissipated: if source { 0.0 } else { released },
            supplied: if source { -released } else { 0.0 },
            // What the law does to a drive, the drive supplies to the mechanism.
            driven: -self.ends_of(place).drive_power::<C::From>(stage, &efforts),
        }
    }
    fn stored_energy(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> f64 {
        let (item, _, motion) = self.at(place, stage, x);
        item.law.stored_energy(&motion, z)
    }
    fn book(
        &self,
        stage: &Stage,
        (x, dx): (&[f64], &[f64]),
        weight: f64,
        stored: &mut [f64],
        all: &mut Booked,
    ) {
        let mut rate = vec![];
        for wire in self.all() {
            let WireItem { law, coupling } = wire.item;
            let (z, rates) = (&x[wire.own.clone()], &dx[wire.own]);
            let from = wire.ends.read::<C::From>(stage, &x[wire.base..]);
            let motion = coupling.motion(&from);
            rate.resize(z.len(), 0.0);
            let effort = law.respond(stage, &motion, z, &mut rate);
            let power = weight * law.stored_power(&motion, z, rates);
            let delivered = weight * I::Domain::power(&motion.flow, &effort);
            let efforts = coupling.efforts(&from, &effort);
            let driven = -weight * wire.ends.drive_power::<C::From>(stage, &efforts);
            let released = -delivered - power;
            let (supplied, dissipated) =
                if law.is_source() { (-released, 0.0) } else { (0.0, released) };
            if let Some(stored) = stored.get_mut(wire.place) {
                *stored += power;
            }
            all.supplied += supplied + driven;
            all.dissipated += dissipated;
            all.residual += power + dissipated - supplied - driven;
        }
    }
    fn energies(&self, stage: &Stage, x: &[f64], out: &mut [f64]) {
        for (wire, out) in self.all().zip(out) {
            let WireItem { law, coupling } = wire.item;
            let motion = coupling.motion(&wire.ends.read::<C::From>(stage, &x[wire.base..]));
            *out = law.stored_energy(&motion, &x[wire.own]);
        }
    }
    fn flow_is_pose_rate(&self, place: usize) -> bool {
        self.items.get(place).is_none_or(|item| item.coupling.flow_is_pose_rate())
    }
    fn doubt(&self, place: usize) -> Option<(String, &'static str)> {
        let WireItem { law, coupling } = self.items.get(place)?;
        match coupling.fit(law_inside(law)) {
            Fit::Doubtful(reason) => Some((coupling.name(), reason)),
            Fit::Right | Fit::Wrong(_) => None,
        }
    }
    fn motion(&self, place: usize, stage: &Stage, x: &[f64], out: &mut [f64]) {
        self.at(place, stage, x).2.store(out);
    }
    fn response(
        &self,
        place: usize,
        stage: &Stage,
        x: &[f64],
        z: &[f64],
        effort: &mut [f64],
        rate: &mut [f64],
    ) {
        let (item, _, motion) = self.at(place, stage, x);
        item.law.respond(stage, &motion, z, rate).store(effort);
    }
    fn judge(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Judged {
        let (WireItem { law, coupling }, from, motion) = self.at(place, stage, x);
        let mut rate = vec![0.0; z.len()];
        let effort = law.respond(stage, &motion, z, &mut rate);
        let efforts = coupling.efforts(&from, &effort);
        let witness = Witness {
            ends: self.ends_of(place).resolved(),
            port_names: C::From::motion_names(),
            motion_names: I::Domain::motion_names().concat(),
            effort_names: I::Domain::EFFORT_NAMES,
            from: scalars(&from),
            internal: z,
            motion: scalars(&motion),
            effort: scalars(&effort),
            rate,
            efforts: scalars(&efforts),
        };
        witness.judge(&|| law.name(), &|| coupling.name(), &|| law.fault(stage, &motion))
    }
    fn bristles(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Bristles {
        let (item, _, motion) = self.at(place, stage, x);
        Bristles::of(&item.law, stage, &motion, z)
    }
    fn pictured(&self, place: usize, stage: &Stage, x: &[f64], z: &[f64]) -> Acting {
        let (WireItem { law, coupling }, from, motion) = self.at(place, stage, x);
        let effort = law.respond(stage, &motion, z, &mut vec![0.0; z.len()]);
        let places = coupling.acts_at(&from);
        Acting {
            pad: pad_at(places.first(), law, stage, &motion, z),
            places,
            effort: I::Domain::effort_in_space(&effort),
            first: scalars(&effort).first().copied().unwrap_or_default(),
            ends: PortPicture::of::<C::From>(&from),
        }
    }
    fn port_len(&self) -> (usize, usize) {
        (<I::Domain as Domain>::Pose::LEN, <I::Domain as Domain>::Flow::LEN)
    }
    fn stuck_stiffness(&self, place: usize, tau: f64, axis: usize) -> Option<(f64, f64)> {
        self.items[place].law.stuck_stiffness(tau, axis)
    }
    fn bristle(&self, place: usize, index: usize) -> Option<(&'static str, Option<f64>)> {
        let law = &self.items[place].law;
        let axis = law.deflects_along(index)?;
        let stiffness = law.stuck_stiffness(0.0, axis).map(|(stiffness, _)| stiffness);
        let flow = I::Domain::FLOW_NAMES.get(axis)?;
        Some((flow, stiffness.filter(|&stiffness| stiffness > 0.0)))
    }
    fn deflects_along(&self, place: usize, index: usize) -> Option<usize> {
        self.items[place].law.deflects_along(index)
    }
    fn law(&self, place: usize) -> Option<&dyn Any> {
        self.items.get(place).map(|item| &item.law as &dyn Any)
    }
    fn inside(&self, place: usize) -> Option<[&dyn Any; 2]> {
        let WireItem { law, coupling, .. } = self.items.get(place)?;
        let law = law_inside(law);
        let coupling = unboxed(coupling, |map: &BoxedMap<C::From, C::To>| &**map);
        Some([law, coupling])
    }
    fn outside(&self, place: usize) -> Vec<(&'static str, Option<&End>)> {
        C::From::names().into_iter().zip(self.at_ends(place)).collect()
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
