//! The ends of wires in the state: where motions are read and efforts go, at every stage.
//!
//! A wire keeps four bytes for each of its ports. Almost always they are the offset of a node's motion
//! in the state of the part:
//!
//! ```text
//! x:   | pose flow | pose flow | pose flow | internal |
//!        ^ 0         ^ 2         ^ 4
//! at:    2    the second body               x[2..4] is its motion, dx[3..4] takes the effort
//!        u32::MAX      outside.0[0]         no such offset: a fixed pose
//!        u32::MAX - 1  outside.0[1]         no such offset: a belt
//! ```
//!
//! An end that leads to no node counts down from the largest number, which is no offset of any state
//! (`NetworkBuilder::build` makes sure). So the comparison with the length of the state, which a safe
//! read makes anyhow, also tells nodes from the rest. And as a pool has ports of one kind, it knows
//! whether there is a rest: the loops of a pool that is on nodes alone take [`Ends::read_nodes`].

use stiction_core::ends::{EffortSums, NodeEnds, NodeSums, OneWire, OutsideMotion, WireEnds};
use stiction_core::lanes::{Block, CAPACITY, load_columns};
use stiction_core::{
    AnyDomain, Domain, Effort, Flat, Motion, PortDomains, PortVisitor, Real, Stage, earlier,
};

use crate::compose::end::{End, ResolvedEnd, Resolver};

/// The ends of a pool's wires that lead to no node.
#[derive(Default)]
pub(super) struct Outside(Vec<End>);

impl Outside {
    /// Returns whether all ends lead to nodes.
    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns where an end is, in four bytes.
    pub(super) fn place(&mut self, end: &End, resolver: Resolver<'_>) -> u32 {
        if let End::Node { address, port, .. } = end {
            return resolver(address, *port);
        }
        // Neighbours often are on the same ground or belt.
        if !self.0.last().is_some_and(|last| last.is_like(end)) {
            self.0.push(end.clone());
        }
        u32::MAX - (self.0.len() - 1) as u32
    }

    /// Returns the ground or drive at an end that leads to no node.
    pub(super) fn at(&self, at: u32) -> Option<&End> {
        self.0.get((u32::MAX - at) as usize)
    }

    /// Resolves an end.
    pub(super) fn resolved(&self, at: u32) -> ResolvedEnd {
        match self.at(at) {
            None | Some(End::Node { .. }) => ResolvedEnd::Node(at),
            Some(End::Ground(_)) => ResolvedEnd::Ground,
            Some(End::Prescribed(_)) => ResolvedEnd::Prescribed,
        }
    }

    /// Returns whether a copy can have one end in place of the other, except for the offset in the state.
    pub(super) fn are_like(&self, a: u32, b: u32) -> bool {
        match (self.at(a), self.at(b)) {
            (None, None) => true,
            (Some(a), Some(b)) => a.is_like(b),
            _ => false,
        }
    }

    /// Returns the first time after `after` at which one of them changes abruptly.
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        self.0.iter().fold(None, |jump, end| match end {
            End::Prescribed(drive) => earlier(jump, drive.next_jump(after)),
            _ => jump,
        })
    }

    /// Writes the motion of an end that leads to no node. Said to be cold, so that the way of nodes keeps
    /// its registers over this call; it costs the others a jump.
    #[cold]
    #[inline(never)]
    fn write_motion(&self, at: u32, stage: &Stage, motion: &mut [f64]) {
        match &self.0[(u32::MAX - at) as usize] {
            End::Ground(pose) => {
                let (own, flow) = motion.split_at_mut(pose.len());
                own.copy_from_slice(pose);
                flow.fill(0.0);
            }
            End::Prescribed(drive) => drive.motion(stage, motion),
            // Nodes are never put here.
            End::Node { .. } => motion.fill(0.0),
        }
    }
}

/// Ends of one wire; `F`, below, are the domains that its map reads.
#[derive(Clone, Copy)]
pub(crate) struct Ends<'a> {
    at: &'a [u32],
    outside: &'a Outside,
}

impl<'a> Ends<'a> {
    #[inline(always)]
    pub(super) const fn new(at: &'a [u32], outside: &'a Outside) -> Self {
        Self { at, outside }
    }

    /// Resolves the ends.
    pub(crate) fn resolved(&self) -> Vec<ResolvedEnd> {
        self.at.iter().map(|at| self.outside.resolved(*at)).collect()
    }

    /// Calls `f` with the ends in a state.
    #[inline(always)]
    pub(crate) fn within<T>(
        &self,
        stage: &Stage,
        x: &[f64],
        f: impl FnOnce(WireEnds<'_>) -> T,
    ) -> T {
        let Self { at, outside } = *self;
        if outside.is_empty() {
            return f(WireEnds { at, x, outside: None });
        }
        f(WireEnds { at, x, outside: Some(&|at, motion| outside.write_motion(at, stage, motion)) })
    }

    /// Returns the motions of the ports.
    #[inline(always)]
    pub(super) fn read<F: PortDomains>(&self, stage: &Stage, x: &[f64]) -> F::Motions {
        let Self { at, outside } = *self;
        let outside: OutsideMotion<'_> = &|at, motion| outside.write_motion(at, stage, motion);
        F::gather(&OneWire(WireEnds { at, x, outside: Some(outside) }))
    }

    /// Reads the motions of the ports if all ends lead to nodes.
    #[inline(always)]
    pub(super) fn read_nodes<F: PortDomains>(&self, x: &[f64]) -> F::Motions {
        F::gather(&NodeEnds { at: self.at, x })
    }

    /// Adds the efforts to the flow slots of `dx` if all ends lead to nodes, port after port.
    #[inline(always)]
    pub(super) fn push_nodes<F: PortDomains>(&self, efforts: &F::Efforts, dx: &mut [f64]) {
        F::scatter(efforts, &mut NodeSums { at: self.at, dx });
    }

    /// Adds the efforts to the flow slots of `dx` wherever the ends lead.
    #[inline(always)]
    pub(super) fn push<F: PortDomains>(&self, efforts: &F::Efforts, dx: &mut [f64]) {
        F::scatter(efforts, &mut EffortSums { at: self.at, dx });
    }

    /// Reads as [`Self::read`] does, for several copies of a wire; `x` has the state in columns.
    #[inline(always)]
    pub(super) fn read_lanes<F: PortDomains, R: Real>(
        &self,
        token: R::Token,
        stage: &Stage,
        (x, lane): (&[Block], usize),
        motions: &mut [R],
    ) {
        let (at, outside) = (self.at, self.outside);
        F::visit(&mut LaneSource { token, at, outside, stage, x, lane, motions });
    }

    /// Pushes as [`Self::push`] does, for several copies of a wire.
    #[inline(always)]
    pub(super) fn push_lanes<F: PortDomains, R: Real>(
        &self,
        token: R::Token,
        efforts: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        F::visit(&mut LaneSink { token, at: self.at, dx, lane, efforts });
    }

    /// Reads as [`Self::read`] does, into a row, for ports known at run time only.
    #[inline]
    pub(crate) fn write_motions(
        &self,
        ports: &[AnyDomain],
        stage: &Stage,
        x: &[f64],
        mut motions: &mut [f64],
    ) {
        for (at, port) in self.at.iter().zip(ports) {
            let (motion, rest) = motions.split_at_mut(port.motion_len());
            motions = rest;
            match own(x, *at as usize, motion.len()) {
                Some(found) => motion.copy_from_slice(found),
                None => self.outside.write_motion(*at, stage, motion),
            }
        }
    }

    /// Returns where the ends are in the state if all ends of the pool lead to nodes.
    #[inline(always)]
    pub(super) fn nodes(&self) -> Option<&'a [u32]> {
        self.outside.is_empty().then_some(self.at)
    }

    /// Writes the motions of the ports for several copies of a wire; `x` has the state in columns.
    pub(super) fn write_columns(
        &self,
        ports: &[AnyDomain],
        stage: &Stage,
        x: &[Block],
        mut motions: &mut [Block],
    ) {
        for (at, port) in self.at.iter().zip(ports) {
            let (motion, rest) = motions.split_at_mut(port.motion_len());
            motions = rest;
            if let Some(columns) = own(x, *at as usize, motion.len()) {
                motion.copy_from_slice(columns);
            } else {
                let mut same = [0.0; CAPACITY];
                self.outside.write_motion(*at, stage, &mut same[..motion.len()]);
                for (column, same) in motion.iter_mut().zip(same) {
                    column.fill(same);
                }
            }
        }
    }

    /// Returns the ends at other places of the state.
    pub(super) fn moved(&self, to: &dyn Fn(u32) -> u32) -> Vec<u32> {
        let moved = |at: &u32| if self.outside.at(*at).is_some() { *at } else { to(*at) };
        self.at.iter().map(moved).collect()
    }
}

struct LaneSource<'a, R: Real> {
    token: R::Token,
    at: &'a [u32],
    outside: &'a Outside,
    stage: &'a Stage<'a>,
    x: &'a [Block],
    lane: usize,
    /// Motions of this port and of those after it.
    motions: &'a mut [R],
}

impl<R: Real> PortVisitor for LaneSource<'_, R> {
    #[inline(always)]
    fn visit<D: Domain>(&mut self, port: usize) {
        let (motion, rest) = core::mem::take(&mut self.motions).split_at_mut(Motion::<D>::LEN);
        self.motions = rest;
        let at = self.at[port];
        if let Some(columns) = own(self.x, at as usize, motion.len()) {
            load_columns(self.token, columns, self.lane, motion);
        } else {
            let mut same = [0.0; CAPACITY];
            self.outside.write_motion(at, self.stage, &mut same[..motion.len()]);
            for (number, same) in motion.iter_mut().zip(same) {
                *number = R::splat(self.token, same);
            }
        }
    }
}

struct LaneSink<'a, R: Real> {
    token: R::Token,
    at: &'a [u32],
    dx: &'a mut [Block],
    lane: usize,
    /// On this port and those after it.
    efforts: &'a [R],
}

impl<R: Real> PortVisitor for LaneSink<'_, R> {
    #[inline(always)]
    fn visit<D: Domain>(&mut self, port: usize) {
        let (effort, rest) = self.efforts.split_at(Effort::<D>::LEN);
        self.efforts = rest;
        let first = (self.at[port] as usize).saturating_add(D::Pose::LEN);
        if let Some(sums) = self.dx.get_mut(first..first.saturating_add(effort.len())) {
            for (effort, sum) in effort.iter().zip(sums) {
                let sum = &mut sum[self.lane..];
                (R::load(self.token, sum) + *effort).store(sum);
            }
        }
    }
}

/// Returns `len` items from `first` on, if there are that many.
#[inline(always)]
fn own<T>(all: &[T], first: usize, len: usize) -> Option<&[T]> {
    all.get(first..first.saturating_add(len))
}

#[cfg(test)]
mod tests {
    use stiction_core::{Line, Shaft};

    use super::*;
    use crate::compose::end::Address;
    use crate::compose::port::{Ground, NodePort, Prescribed};
    use crate::compose::ports::Ports;

    fn node(slot: u32, port: usize) -> NodePort<Line> {
        NodePort::new(Address { network: 0, pool: 0, slot }, port, String::new)
    }

    /// Returns the offset in bodies with two ports of two scalars each.
    fn offset(address: &Address, port: usize) -> u32 {
        4 * address.slot + 2 * port as u32
    }

    #[test]
    fn what_leads_to_no_node_counts_down_and_is_kept_once() {
        let belt = Prescribed::new(|stage: &Stage| Motion::<Line>::new(stage.time, 1.0));
        let mut outside = Outside::default();
        let mut place = |ends: Vec<End>| outside.place(&ends[0], &offset);
        assert_eq!(place(node(3, 1).into_ends()), 14);
        assert_eq!(place(Ground::<Line>::at(0.5).into_ends()), u32::MAX);
        assert_eq!(place(Ground::<Line>::at(0.5).into_ends()), u32::MAX);
        assert_eq!(place(belt.clone().into_ends()), u32::MAX - 1);
        assert_eq!(place(belt.into_ends()), u32::MAX - 1);
        // Another zero is another pose.
        assert_eq!(place(Ground::<Line>::at(0.0).into_ends()), u32::MAX - 2);
        assert_eq!(place(Ground::<Line>::at(-0.0).into_ends()), u32::MAX - 3);

        let ends = [14, u32::MAX, u32::MAX - 1].map(|at| outside.resolved(at));
        assert_eq!(ends, [ResolvedEnd::Node(14), ResolvedEnd::Ground, ResolvedEnd::Prescribed]);
        assert!(outside.are_like(14, 2) && outside.are_like(u32::MAX, u32::MAX));
        assert!(!outside.are_like(14, u32::MAX) && !outside.are_like(u32::MAX, u32::MAX - 2));
    }

    #[test]
    fn nodes_are_read_and_pushed_where_they_are_and_the_rest_apart() {
        type Three = (Line, Line, Shaft);
        let belt = Prescribed::new(|stage: &Stage| Motion::<Shaft>::new(2.0 * stage.time, 2.0));
        let ports = (Ground::<Line>::at(7.0), node(1, 0), belt).into_ends();
        let mut outside = Outside::default();
        let at = [0, 1, 2].map(|port| outside.place(&ports[port], &offset));
        let ends = Ends::new(&at, &outside);

        let stage = Stage::at(3.0);
        let motions = ends.read::<Three>(&stage, &[0.0, 0.0, 0.0, 0.0, 0.25, -1.0]);
        let expected = (Motion::new(7.0, 0.0), Motion::new(0.25, -1.0), Motion::new(6.0, 2.0));
        assert_eq!(motions, expected);

        let mut dx = [10.0; 6];
        ends.push::<Three>(&(1.0, 2.0, 3.0), &mut dx);
        assert_eq!(dx, [10.0, 10.0, 10.0, 10.0, 10.0, 12.0]);
        // The ground does not move, and the node is no drive.
        let row = [7.0, 0.0, 0.25, -1.0, 6.0, 2.0];
        let power = |ends: WireEnds<'_>| ends.outside_power(Three::DOMAINS, &row, &[1.0, 2.0, 3.0]);
        assert_eq!(ends.within(&stage, &[0.0; 6], power), 6.0);
        assert_eq!(ends.moved(&|at| at + 100), [u32::MAX, 104, u32::MAX - 1]);

        // In rows it is the same.
        let mut found = [0.0; 6];
        ends.write_motions(Three::DOMAINS, &stage, &[0.0, 0.0, 0.0, 0.0, 0.25, -1.0], &mut found);
        assert_eq!(found, row);
    }
}
