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
//! read makes anyhow, also tells nodes from the rest: nodes pay nothing for the other kinds, although
//! all kinds are in one type.

use stiction_core::lanes::Block;
use stiction_core::{
    Domain, Effort, EffortSink, Flat, Motion, MotionSource, PortDomains, PortVisitor, Real, Stage,
};

use super::side_by_side::{CAPACITY, load};
use crate::end::{AnyDrive, End, ResolvedEnd, Resolver, earlier};

/// The ends of a pool's wires that lead to no node.
#[derive(Default)]
pub(super) struct Outside(Vec<End>);

impl Outside {
    /// Where an end is, in four bytes.
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

    /// What is at an end that leads to no node.
    pub(super) fn at(&self, at: u32) -> Option<&End> {
        self.0.get((u32::MAX - at) as usize)
    }

    /// What an end leads to.
    pub(super) fn resolved(&self, at: u32) -> ResolvedEnd {
        match self.at(at) {
            None | Some(End::Node { .. }) => ResolvedEnd::Node(at),
            Some(End::Ground(_)) => ResolvedEnd::Ground,
            Some(End::Prescribed(_)) => ResolvedEnd::Prescribed,
        }
    }

    /// Whether a copy can have the one end where the other is, but for its place in the state.
    pub(super) fn are_like(&self, a: u32, b: u32) -> bool {
        match (self.at(a), self.at(b)) {
            (None, None) => true,
            (Some(a), Some(b)) => a.is_like(b),
            _ => false,
        }
    }

    /// The first time after `after` at which one of them changes abruptly.
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        self.0.iter().fold(None, |jump, end| match end {
            End::Prescribed(drive) => earlier(jump, drive.next_jump(after)),
            _ => jump,
        })
    }

    /// Motion of an end that leads to no node. Not inlined, and there is one for each domain, not for
    /// each type of wire.
    #[inline(never)]
    fn motion<D: Domain>(&self, at: u32, stage: &Stage) -> Motion<D> {
        let read = |drive: &dyn AnyDrive, scalars: &mut [f64]| {
            let scalars = &mut scalars[..Motion::<D>::LEN];
            drive.motion(stage, scalars);
            Motion::load(scalars)
        };
        match &self.0[(u32::MAX - at) as usize] {
            End::Ground(pose) => Motion::at_rest(D::Pose::load(pose)),
            End::Prescribed(drive) if Motion::<D>::LEN <= CAPACITY => {
                read(&**drive, &mut [0.0; CAPACITY])
            }
            End::Prescribed(drive) => read(&**drive, &mut vec![0.0; Motion::<D>::LEN]),
            End::Node { .. } => Motion::at_rest(D::Pose::default()),
        }
    }
}

/// One wire's ends; `F`, below, is what its map reads.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    at: &'a [u32],
    outside: &'a Outside,
}

impl<'a> Ends<'a> {
    #[inline(always)]
    pub(super) fn new(at: &'a impl AsRef<[u32]>, outside: &'a Outside) -> Self {
        Self { at: at.as_ref(), outside }
    }

    /// What they lead to.
    pub(super) fn resolved(&self) -> Vec<ResolvedEnd> {
        self.at.iter().map(|at| self.outside.resolved(*at)).collect()
    }

    /// Motions of the ports.
    #[inline(always)]
    pub(super) fn read<F: PortDomains>(&self, stage: &Stage, x: &[f64]) -> F::Motions {
        F::gather(&Source { at: self.at, outside: self.outside, stage, x })
    }

    /// Adds the efforts to the flow slots of `dx`, port after port.
    #[inline(always)]
    pub(super) fn push<F: PortDomains>(&self, efforts: &F::Efforts, dx: &mut [f64]) {
        F::scatter(efforts, &mut Sink { at: self.at, dx });
    }

    /// [`Self::read`] for several copies of a wire; `x` has the state in columns.
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

    /// [`Self::push`] for several copies of a wire.
    #[inline(always)]
    pub(super) fn push_lanes<F: PortDomains, R: Real>(
        &self,
        token: R::Token,
        efforts: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        F::visit(&mut LaneSink { token, at: self.at, dx, lane, efforts });
    }

    /// Power that the efforts give to the ports that are not nodes.
    pub(super) fn drive_power<F: PortDomains>(&self, stage: &Stage, efforts: &F::Efforts) -> f64 {
        let mut meter = Meter { at: self.at, outside: self.outside, stage, power: -0.0 };
        F::scatter(efforts, &mut meter);
        meter.power
    }

    /// The same ends somewhere else in the state.
    pub(super) fn moved<F: PortDomains>(&self, to: &dyn Fn(u32) -> u32) -> F::Each<u32> {
        F::each(|port| match self.at[port] {
            at if self.outside.at(at).is_some() => at,
            at => to(at),
        })
    }
}

struct Source<'a> {
    at: &'a [u32],
    outside: &'a Outside,
    stage: &'a Stage,
    x: &'a [f64],
}

impl MotionSource for Source<'_> {
    #[inline(always)]
    fn motion<D: Domain>(&self, port: usize) -> Motion<D> {
        let at = self.at[port];
        match own(self.x, at as usize, Motion::<D>::LEN) {
            Some(motion) => Motion::load(motion),
            None => self.outside.motion(at, self.stage),
        }
    }
}

struct Sink<'a> {
    at: &'a [u32],
    dx: &'a mut [f64],
}

impl EffortSink for Sink<'_> {
    #[inline(always)]
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>) {
        let first = (self.at[port] as usize).saturating_add(D::Pose::LEN);
        // What leads to no node takes any effort.
        if let Some(sum) = self.dx.get_mut(first..first.saturating_add(Effort::<D>::LEN)) {
            effort.accumulate(sum);
        }
    }
}

struct LaneSource<'a, R: Real> {
    token: R::Token,
    at: &'a [u32],
    outside: &'a Outside,
    stage: &'a Stage,
    x: &'a [Block],
    lane: usize,
    /// Of this port and those after it.
    motions: &'a mut [R],
}

impl<R: Real> PortVisitor for LaneSource<'_, R> {
    #[inline(always)]
    fn visit<D: Domain>(&mut self, port: usize) {
        let (motion, rest) = core::mem::take(&mut self.motions).split_at_mut(Motion::<D>::LEN);
        self.motions = rest;
        let at = self.at[port];
        if let Some(columns) = own(self.x, at as usize, motion.len()) {
            load(self.token, columns, self.lane, motion);
        } else {
            let mut same = [0.0; CAPACITY];
            self.outside.motion::<D>(at, self.stage).store(&mut same);
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

struct Meter<'a> {
    at: &'a [u32],
    outside: &'a Outside,
    stage: &'a Stage,
    power: f64,
}

impl EffortSink for Meter<'_> {
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>) {
        let at = self.at[port];
        self.power += match self.outside.at(at) {
            None => 0.0,
            Some(_) => D::power(&self.outside.motion::<D>(at, self.stage).flow, effort),
        };
    }
}

/// So many from `first` on, if there are as many.
#[inline(always)]
fn own<T>(all: &[T], first: usize, len: usize) -> Option<&[T]> {
    all.get(first..first.saturating_add(len))
}
