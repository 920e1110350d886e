//! Connections of the wires of a pool and their evaluation: all of a pool that needs no types.

use stiction_core::lanes::CAPACITY;
use stiction_core::vectors::Vectors;
use stiction_core::{AnyCoupling, AnyImpedance, Input, LaneParameters};

use super::WirePool;
use super::ends::{Ends, Outside};
use super::items::{ordered, permuted};
use super::segments::Segments;
use super::side_by_side::{PoolCopies, SideBySideParts};
use crate::books::look::WireRef;
use crate::compose::end::{Address, End, ResolvedEnd, Resolver, text_of};

/// Fewer wires of a part are evaluated one after the other.
const LEAST_LINKED: usize = 8;

/// Connections of the wires of a pool.
#[derive(Default)]
pub(crate) struct Connections {
    /// Name of the types of law, map and ports.
    pub(super) type_name: String,
    /// Number of the ports of a wire.
    pub(super) ports: usize,
    /// Their ends, port after port, until the network is built.
    pub(super) added: Vec<End>,
    /// Places of their ends in the state.
    pub(super) ends: Vec<u32>,
    pub(super) outside: Outside,
    pub(super) segments: Segments,
    /// The parts in which wires are those of copies.
    pub(super) copied: SideBySideParts,
    /// The parts in which wires that are no copies are evaluated side by side.
    pub(super) linked: SideBySideParts,
    /// The vector instructions for these.
    pub(super) vectors: Option<Vectors>,
    /// Whether laws and maps are in boxes.
    pub(super) in_boxes: bool,
    /// Whether some wires are on no node or evaluated side by side: not the shortest way.
    pub(super) special: bool,
}

impl Connections {
    /// Creates connections without a wire. All wires will be of one type: with the same components in their boxes and
    /// the same kinds of ports.
    pub(super) fn new(type_name: String, ports: usize) -> Self {
        Self { type_name, ports, ..Self::default() }
    }

    fn of<'a, T>(&self, ends: &'a [T], item: usize) -> &'a [T] {
        ends.get(item * self.ports..(item + 1) * self.ports).unwrap_or_default()
    }

    fn ends(&self, place: usize) -> Ends<'_> {
        Ends::new(self.of(&self.ends, place), &self.outside)
    }

    /// Returns the ends of a wire, of those that lead to no node.
    fn at_ends(&self, place: usize) -> impl Iterator<Item = Option<&End>> {
        self.of(&self.ends, place).iter().map(|at| self.outside.at(*at))
    }
}

/// Questions about wires, whatever their types: of the builder, the checks and the books.
impl<'p> dyn WirePool + 'p {
    pub(crate) fn law(&self, place: usize) -> &dyn AnyImpedance {
        self.item(place).0
    }

    pub(crate) fn map(&self, place: usize) -> &dyn AnyCoupling {
        self.item(place).1
    }

    pub(crate) fn type_name(&self) -> &str {
        &self.connections().type_name
    }

    /// Returns the ends of a wire as it was added; asked for before they are resolved.
    pub(crate) fn added_ends(&self, slot: usize) -> &[End] {
        let connections = self.connections();
        connections.of(&connections.added, slot)
    }

    /// Returns the text that tells the wires of a pool apart.
    pub(crate) fn text(&self, place: usize) -> String {
        let connections = self.connections();
        let ends = match self.added_ends(place) {
            [] => text_of(connections.at_ends(place)),
            added => text_of(added.iter().map(Some)),
        };
        let (law, map) = self.item(place);
        format!("{law:?} {map:?} {ends}")
    }

    /// Returns a wire, to be looked at.
    pub(crate) fn wire(&self, place: usize) -> WireRef<'_> {
        self.wire_of(place, self.connections().segments.base_of(place))
    }

    /// Returns a wire whose part is known by its start in the state.
    fn wire_of(&self, place: usize, base: usize) -> WireRef<'_> {
        let (law, map) = self.item(place);
        let (ports, seen) = (map.domains(), law.domain());
        let lens = ports.iter().fold([0; 2], |[motions, efforts], port| {
            [motions + port.motion_len(), efforts + port.flow_len]
        });
        WireRef { law, map, ports, seen, lens, ends: self.connections().ends(place), base }
    }

    /// Returns the wires of a part with their places and their internal variables in the state.
    pub(crate) fn wires_of(
        &self,
        part: usize,
    ) -> impl Iterator<Item = (usize, WireRef<'_>, core::ops::Range<usize>)> {
        let connections = self.connections();
        let segment = connections.segments.at(part);
        let mut next = segment.base() + segment.start();
        segment.places().map(move |place| {
            let wire = self.wire_of(place, segment.base());
            let own = next..next + wire.law.memory().len();
            next = own.end;
            (place, wire, own)
        })
    }

    /// Returns where the ends of a wire lead, with offsets in the state of the network.
    pub(crate) fn resolved_ends(&self, place: usize) -> Vec<ResolvedEnd> {
        let connections = self.connections();
        let base = connections.segments.base_of(place) as u32;
        let in_network = |end| match end {
            ResolvedEnd::Node(offset) => ResolvedEnd::Node(offset + base),
            other => other,
        };
        connections.ends(place).resolved().into_iter().map(in_network).collect()
    }

    /// Returns the ends of a wire, of those that lead to no node.
    pub(crate) fn outside(&self, place: usize) -> impl Iterator<Item = Option<&End>> {
        self.connections().at_ends(place)
    }

    /// Returns the inputs of all laws and of the prescribed motions at their ends; asked for before these are resolved.
    pub(crate) fn inputs(&self) -> Vec<&Input> {
        let of_laws = (0..self.len()).flat_map(|place| self.law(place).inputs());
        of_laws.chain(self.connections().added.iter().flat_map(End::inputs)).collect()
    }

    /// Compiles the ports and sorts the wires by part and by where they lead; returns
    /// `slots[place]`. `parts[slot]` is the part of a wire, which begins at `bases[part]`: the offsets
    /// of its ports are those within the part.
    pub(crate) fn resolve(
        &mut self,
        resolver: Resolver<'_>,
        parts: &[usize],
        bases: &[usize],
    ) -> Vec<usize> {
        let Connections { ports, added, ends, outside, special, .. } = self.connections_mut();
        let ports = *ports;
        for (item, end) in core::mem::take(added).iter().enumerate() {
            let base = bases[parts[item / ports]] as u32;
            let within_part = |address: &Address, port| resolver(address, port) - base;
            ends.push(outside.place(end, &within_part));
        }
        *special = !outside.is_empty();
        let connections = self.connections();
        let resolved: Vec<_> =
            (0..self.len()).map(|slot| connections.ends(slot).resolved()).collect();
        let slots = ordered(parts, &resolved, &|slot| self.text(slot));
        self.arrange(&slots);
        let connections = self.connections_mut();
        connections.ends = permuted(&connections.ends, ports, &slots);
        slots
    }

    /// Sets where the internal states are, part after part.
    pub(crate) fn set_segments(&mut self, segments: Segments) {
        self.connections_mut().segments = segments;
    }

    /// Returns the number of wires in a part.
    pub(crate) fn count(&self, part: usize) -> usize {
        self.connections().segments.at(part).places().len()
    }

    /// Returns the ends of a wire of a part, with their offsets within the part.
    pub(crate) fn ends_within(&self, part: usize, item: usize) -> Vec<ResolvedEnd> {
        let connections = self.connections();
        connections.ends(connections.segments.at(part).places().start + item).resolved()
    }

    /// Chooses the vector instructions for wires that are evaluated side by side.
    pub(crate) fn set_vectors(&mut self, vectors: Option<Vectors>) {
        self.connections_mut().vectors = vectors;
    }

    /// Prepares the wires of a part that are not copies for lanes, if their law is worth it: if it has
    /// internal variables. The parts before come before.
    pub(crate) fn prepare_side_by_side(&mut self, part: usize) {
        let places = self.connections().segments.at(part).places();
        // A law without memory (a spring) costs less than gathering its numbers, unless it is called in a box.
        let is_cheap =
            || self.law(places.start).memory().is_empty() && !self.connections().in_boxes;
        let worth = places.len() >= LEAST_LINKED && !is_cheap();
        if worth && self.are_alike(part, 1) {
            let parameters: Vec<_> = places.filter_map(|at| self.for_lanes(at)).collect();
            let connections = self.connections_mut();
            connections.linked.add(part, &[], 0, &parameters);
            connections.special = true;
        }
    }

    /// Returns the wires of a part, `of_a_copy` of each copy, if they can be evaluated in lanes wherever
    /// their ends are.
    pub(crate) fn copies(&self, part: usize, of_a_copy: usize) -> Option<PoolCopies> {
        let connections = self.connections();
        let segment = connections.segments.at(part);
        let places = segment.places();
        let first = (places.start < places.end).then_some(places.start)?;
        let is_like = |place: usize| {
            let model = first + (place - first) % of_a_copy;
            let [own, model] = [place, model].map(|place| connections.of(&connections.ends, place));
            own.iter().zip(model).all(|(own, model)| connections.outside.are_like(*model, *own))
        };
        let count = places.len() / of_a_copy;
        let are_copies =
            count > 0 && self.are_alike(part, of_a_copy) && places.clone().all(is_like);
        let (start, len) = (segment.start(), of_a_copy * self.law(first).memory().len());
        are_copies.then_some(PoolCopies { count, start, len, flows: [0; 2] })
    }

    /// Prepares the wires of the part, those of `copies` copies, to be evaluated in lanes, with their
    /// internal states from `column` on; `to` tells where an offset is among the columns.
    pub(crate) fn set_copied(
        &mut self,
        part: usize,
        copies: usize,
        column: usize,
        to: &dyn Fn(u32) -> u32,
    ) {
        if !Vectors::EXIST {
            return;
        }
        let places = self.connections().segments.at(part).places();
        let of_a_copy = places.len() / copies;
        // Places run copy after copy: wire k of all copies is every `of_a_copy`th one from k on. All share
        // their columns, so the ends of the first copy stand for all.
        for (k, place) in places.clone().take(of_a_copy).enumerate() {
            let of_each = (place..places.end).step_by(of_a_copy);
            let parameters: Vec<_> = of_each.filter_map(|at| self.for_lanes(at)).collect();
            let column = column + k * self.law(place).memory().len();
            let ends = self.connections().ends(place).moved(to);
            self.connections_mut().copied.add(part, &ends, column, &parameters);
        }
    }

    /// Returns the parameters of law and map for lanes, if both have a kernel.
    fn for_lanes(&self, place: usize) -> Option<[LaneParameters; 2]> {
        let (law, map) = self.item(place);
        Some([law.lane_parameters()?, map.lane_parameters()?])
    }

    /// Returns whether the wires of a part differ from the `of_a_copy` wires of the first copy only in the
    /// values of their parameters and their ends.
    fn are_alike(&self, part: usize, of_a_copy: usize) -> bool {
        let places = self.connections().segments.at(part).places();
        if !Vectors::EXIST || places.len() < of_a_copy.max(1) {
            return false;
        }
        let first = places.clone().take(of_a_copy).map(|place| self.for_lanes(place));
        let Some(first) = first.collect::<Option<Vec<_>>>() else { return false };
        let len = self.law(places.start).memory().len();
        let fits = |(place, [law, map]): (usize, &[LaneParameters; 2])| {
            let own = self.for_lanes(place);
            own.is_some_and(|other| law.fits(&other[0]) && map.fits(&other[1]))
                && self.law(place).memory().len() == len
        };
        let ports = self.map(places.start).domains();
        let motions = ports.iter().map(|port| port.motion_len()).sum::<usize>();
        let seen = self.law(places.start).domain().motion_len();
        let moves = ports.iter().any(|port| port.flow_len > 0);
        let most = len.max(motions).max(seen);
        moves && most <= CAPACITY && places.zip(first.iter().cycle()).all(fits)
    }
}
