//! A look at one wire of any types: its inputs and outputs.
//!
//! ```text
//!           ends          map (Psi)        law            map (Psi^T)
//! state ──────────> from ──────────> motion ───> effort ─────────────> efforts
//!                                          └───> rate
//! ```
//!
//! A pool steps its wires as the types that they are. Every other question about a mechanism (powers,
//! culprits, sticking, looks) is a plain function of a [`WireRef`] and the [`Look`] that it gives: compiled
//! once, and slower by some calls through tables. While energy is watched or elements are taken as stuck, the network is
//! evaluated so too, wire by wire ([`WireRef::pass`]).

use stiction_core::any::LawInRows;
use stiction_core::{AnyCoupling, AnyDomain, AnyImpedance, Stage};

use crate::pool::Ends;

/// A wire, its types forgotten.
#[derive(Clone, Copy)]
pub(crate) struct WireRef<'a> {
    pub(crate) law: &'a dyn AnyImpedance,
    pub(crate) map: &'a dyn AnyCoupling,
    /// Domains of the ports, and the one that the law sees.
    pub(crate) ports: &'static [AnyDomain],
    pub(crate) seen: &'static AnyDomain,
    /// Lengths of the rows `from` and `efforts`.
    pub(crate) lens: [usize; 2],
    pub(crate) ends: Ends<'a>,
    /// Start of its part in the state, from which the ends count.
    pub(crate) base: usize,
}

/// The numbers that pass through a wire at a stage. One serves many wires, so that nothing is allocated
/// for each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// Motions of the ports, one after the other.
    pub(crate) from: Vec<f64>,
    /// Motion that the law sees.
    pub(crate) motion: Vec<f64>,
    pub(crate) effort: Vec<f64>,
    /// Rates of the internal variables.
    pub(crate) rate: Vec<f64>,
    /// Efforts on the ports, one after the other.
    pub(crate) efforts: Vec<f64>,
}

impl WireRef<'_> {
    /// Looks at the motions of the ports and the one that the law sees; `x` is the state of the network.
    pub(crate) fn see(&self, stage: &Stage, x: &[f64], look: &mut Look) {
        self.read_ports(stage, x, look);
        self.map.motion(&look.from, &mut look.motion);
    }

    /// Reads the motions of the ports, and makes room for the one that the law sees.
    fn read_ports(&self, stage: &Stage, x: &[f64], look: &mut Look) {
        // Every number is written anew.
        look.from.resize(self.lens[0], 0.0);
        self.ends.write_motions(self.ports, stage, &x[self.base..], &mut look.from);
        look.motion.resize(self.seen.motion_len(), 0.0);
    }

    /// Looks at all of it; `z` is the internal state of the wire.
    pub(crate) fn look(&self, stage: &Stage, x: &[f64], z: &[f64], look: &mut Look) {
        self.read_ports(stage, x, look);
        look.effort.resize(self.seen.flow_len, 0.0);
        look.efforts.resize(self.lens[1], 0.0);
        // A rate that the law forgets to write shows as NaN.
        look.rate.clear();
        look.rate.resize(z.len(), f64::NAN);
        // One call of the map, which works out Psi once.
        let Look { from, motion, effort, rate, efforts } = look;
        let mut respond = |seen: &[f64], told: &mut [f64]| {
            motion.copy_from_slice(seen);
            self.law.respond(stage, seen, z, told, rate);
            effort.copy_from_slice(told);
        };
        self.map.through(from, &mut respond, efforts);
    }

    /// Adds the efforts to the rates `dx` of the network, as its pool does and with the same bits, and returns the power
    /// that they give to the ports that are not nodes \[W\]. `law` is given the rates of the part.
    pub(crate) fn pass(&self, stage: &Stage, x: &[f64], dx: &mut [f64], law: LawInRows<'_>) -> f64 {
        let (x, dx) = (&x[self.base..], &mut dx[self.base..]);
        self.ends.within(stage, x, |ends| self.map.pass(ends, dx, law))
    }

    /// Returns the flow that the law sees.
    pub(crate) fn flow<'l>(&self, look: &'l Look) -> &'l [f64] {
        &look.motion[self.seen.pose_len..]
    }
}
