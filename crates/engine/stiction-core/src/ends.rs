//! The ends of a wire in the state of a mechanism: where the motions of its ports are read, and its efforts added.

use crate::coupling::{EffortSink, MotionSource};
use crate::lanes::CAPACITY;
use crate::{AnyDomain, Domain, Effort, Flat, Motion};

/// Ports of which each has its motion in a state, with the places where these begin.
#[derive(Clone, Copy, Debug)]
pub struct NodeEnds<'a> {
    /// The places.
    pub at: &'a [u32],
    /// The state.
    pub x: &'a [f64],
}

impl MotionSource for NodeEnds<'_> {
    #[inline(always)]
    fn motion<D: Domain>(&self, port: usize) -> Motion<D> {
        let first = self.at[port] as usize;
        Motion::load(&self.x[first..first + Motion::<D>::LEN])
    }
}

/// Where efforts on such ports are added: to the slots of their flows.
#[derive(Debug)]
pub struct NodeSums<'a> {
    /// Where the motions begin.
    pub at: &'a [u32],
    /// The rates of the state.
    pub dx: &'a mut [f64],
}

impl EffortSink for NodeSums<'_> {
    #[inline(always)]
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>) {
        let first = self.at[port] as usize + D::Pose::LEN;
        effort.accumulate(&mut self.dx[first..first + Effort::<D>::LEN]);
    }
}

/// The ports of a wire wherever it leads.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it has a closure")]
pub struct WireEnds<'a> {
    /// Where the motions begin. A place beyond the state is that of a port which is no node.
    pub at: &'a [u32],
    /// The state.
    pub x: &'a [f64],
    /// The other ports; `None` if all are nodes.
    pub outside: Option<OutsideMotion<'a>>,
}

impl WireEnds<'_> {
    /// Returns the power that efforts give to the ports that are no nodes \[W\]; motions and efforts lie port after port.
    #[must_use]
    pub fn outside_power(
        &self,
        ports: &[AnyDomain],
        mut motions: &[f64],
        mut efforts: &[f64],
    ) -> f64 {
        if self.outside.is_none() {
            return 0.0;
        }
        self.at.iter().zip(ports).fold(-0.0, |power, (at, port)| {
            let (motion, other_motions) = motions.split_at(port.motion_len());
            let (effort, other_efforts) = efforts.split_at(port.flow_len);
            (motions, efforts) = (other_motions, other_efforts);
            if (*at as usize) < self.x.len() {
                return power + 0.0;
            }
            power + port.power(&motion[port.pose_len..], effort)
        })
    }
}

/// Writes the motion of the ground or drive at a place beyond the state.
pub type OutsideMotion<'a> = &'a dyn Fn(u32, &mut [f64]);

impl MotionSource for WireEnds<'_> {
    #[inline(always)]
    fn motion<D: Domain>(&self, port: usize) -> Motion<D> {
        let first = self.at[port] as usize;
        match self.x.get(first..first.saturating_add(Motion::<D>::LEN)) {
            Some(motion) => Motion::load(motion),
            None => outside_motion::<D>(self.outside, self.at[port]),
        }
    }
}

/// The ports of a wire that is read alone: its map takes the numbers that it needs from the state itself. Wires that are
/// gathered into rows need every number, and take a tenth fewer instructions by [`WireEnds`].
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it has a closure")]
pub struct OneWire<'a>(pub WireEnds<'a>);

impl MotionSource for OneWire<'_> {
    #[inline(always)]
    fn motion<D: Domain>(&self, port: usize) -> Motion<D> {
        let WireEnds { at, x, outside } = self.0;
        let (first, len) = (at[port] as usize, Motion::<D>::LEN);
        // All ways end in a slice: numbers that the law does not need are then not even loaded, and the others go from
        // the state into registers. A step allocates nothing: motions of the domains of the library are few numbers.
        let (mut few, mut many);
        Motion::load(match x.get(first..first.saturating_add(len)) {
            Some(motion) => motion,
            None if len <= CAPACITY => {
                few = [0.0; CAPACITY];
                write_outside(outside, at[port], &mut few[..len]);
                &few[..len]
            }
            None => {
                many = vec![0.0; len];
                write_outside(outside, at[port], &mut many);
                &many
            }
        })
    }
}

#[cold]
#[inline(never)]
fn write_outside(outside: Option<OutsideMotion<'_>>, at: u32, motion: &mut [f64]) {
    if let Some(outside) = outside {
        outside(at, motion);
    }
}

/// Reads a port that is no node; apart, because every map has the ways of all its ports.
#[cold]
#[inline(never)]
fn outside_motion<D: Domain>(outside: Option<OutsideMotion<'_>>, at: u32) -> Motion<D> {
    OneWire(WireEnds { at: &[at], x: &[], outside }).motion(0)
}

/// Where the efforts on such ports are added. Grounds and drives absorb theirs.
#[derive(Debug)]
pub struct EffortSums<'a> {
    /// Where the motions begin.
    pub at: &'a [u32],
    /// The rates of the state.
    pub dx: &'a mut [f64],
}

impl EffortSink for EffortSums<'_> {
    #[inline(always)]
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>) {
        let first = (self.at[port] as usize).saturating_add(D::Pose::LEN);
        if let Some(sum) = self.dx.get_mut(first..first.saturating_add(Effort::<D>::LEN)) {
            effort.accumulate(sum);
        }
    }
}
