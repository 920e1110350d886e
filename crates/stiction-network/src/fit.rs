//! Can a law stand behind a map?
//!
//! A map may have a flow that is not the rate of its pose: friction wants the velocity of the material
//! point of a rolling sphere, and the pose is where the sphere touches. A law may then read those parts of
//! the pose that do change as the flow says (the depth), and no others: a spring in the others gives back
//! another energy than it was given, without end.
//!
//! With the motion x of the ports, the pose p(x) and the flow v(x) of the map and the stored energy E of the
//! law,
//!
//! ```text
//! d/dt E(p(x(t)))  =  d/dh E(p + h v)     at every x
//! ```
//! is compared at motions that are drawn once and for all.

use stiction_core::coupling::Fit;
use stiction_core::{Coupling, Flat, Impedance, Motion, PortDomains};

use crate::draws::Draws;
use crate::network::Network;
use crate::pool::law_inside;

impl Network {
    /// What speaks against maps in words, one line for each: those that are right only while their law keeps a
    /// condition ([`Fit::Doubtful`]).
    #[must_use]
    pub fn map_doubts(&self) -> Vec<String> {
        let mut doubts = vec![];
        for (pool, spans) in self.wire_spans.iter().enumerate() {
            for (slot, span) in spans.iter().enumerate() {
                let doubt = self.wires[span.pool as usize].doubt(span.place as usize);
                doubts.extend(doubt.map(|(map, reason)| {
                    format!("{}: the map {map} {reason}", self.wire_name(pool, slot))
                }));
            }
        }
        doubts
    }
}

/// Motions that are looked at. A law that reads a wrong part of the pose shows at almost every one, once it acts:
/// a contact does at about half of them.
const DRAWN: u32 = 8;

/// What the map says of the law, and what the energies of the two say.
pub(crate) fn fit<I: Impedance, C: Coupling<To = I::Domain>>(law: &I, coupling: &C) -> Fit {
    type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
    let said = coupling.fit(law_inside(law));
    if matches!(said, Fit::Wrong(_)) || coupling.flow_is_pose_rate() {
        return said;
    }
    // All that is compiled for every pair of law and ports.
    let seen = |scalars: &[f64], h: f64| {
        let from = C::From::valid_motions(MotionsOf::<C>::load(scalars));
        coupling.motion(&C::From::moved(&from, h))
    };
    if keeps_energy(law, MotionsOf::<C>::LEN, &seen) {
        return said;
    }
    Fit::Wrong(
        "has a flow that is not the rate of its pose, and the law stores energy in a part of the pose that does \
         not change as the flow says: it would give back another energy than it was given",
    )
}

/// The motion that a law sees when the motion of its ports, from these numbers, has gone on for a time.
type Seen<'a, D> = dyn Fn(&[f64], f64) -> Motion<D> + 'a;

/// Whether the energy of the law changes as the flow says, where the motion of the ports has this many numbers.
fn keeps_energy<I: Impedance>(law: &I, numbers: usize, seen: &Seen<I::Domain>) -> bool {
    /// Short against what is drawn; the differences of third order that it leaves are 1e-10 of the change.
    const H: f64 = 1e-5;
    /// A wrong part of the pose is as large as the others; rounding of the energies makes 1e-10 or so.
    const LIMIT: f64 = 1e-4;
    let mut drawn = Draws::default();
    let mut internal = vec![0.0; law.internal_len()];
    (0..DRAWN).all(|_| {
        let scalars: Vec<f64> = (0..numbers).map(|_| 2.0 * drawn.next()).collect();
        internal.fill_with(|| 1e-3 * drawn.next());
        let energy = |motion: &Motion<I::Domain>| law.stored_energy(motion, &internal);
        let now = seen(&scalars, 0.0);
        let along_map = |h: f64| energy(&seen(&scalars, h));
        let along_flow = |h: f64| energy(&now.moved(h));
        let change = |energy: &dyn Fn(f64) -> f64| energy(H) - energy(-H);
        let (real, said) = (change(&along_map), change(&along_flow));
        let rounding = 1e-13 * energy(&now).abs();
        // Not a number: nothing is known, and nothing is held against it.
        let differs = (real - said).abs() > LIMIT * (real.abs() + said.abs()) + rounding;
        !differs
    })
}
