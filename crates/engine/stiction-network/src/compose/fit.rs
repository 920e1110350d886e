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
use stiction_core::{AnyCoupling, AnyImpedance, change_motions};

use crate::books::look::WireRef;
use crate::error::NetworkError;
use crate::frame::draws::Draws;
use crate::network::Network;

impl Network {
    /// Returns the objections to maps in words, one line for each map that is right only while its law keeps a
    /// condition ([`Fit::Doubtful`]).
    #[must_use]
    pub fn map_doubts(&self) -> Vec<String> {
        let doubts = self.placed_wires.iter().filter_map(|(address, span)| {
            let WireRef { law, map, .. } = self.wire_at(span);
            let Fit::Doubtful(reason) = map.fit(law.inside()) else { return None };
            Some(format!("{}: the map {} {reason}", self.wire_name(address), map.name()))
        });
        doubts.collect()
    }
}

/// Motions that are looked at. A law that reads a wrong part of the pose shows at almost every one, once it acts:
/// a contact does at about half of them.
const DRAWN: u32 = 8;

/// Refuses a law behind a map if the map says so, or the energies of the two.
///
/// # Errors
/// [`NetworkError::Misfit`].
pub(crate) fn check_fit(law: &dyn AnyImpedance, map: &dyn AnyCoupling) -> Result<(), NetworkError> {
    let reason = match map.fit(law.inside()) {
        Fit::Wrong(reason) => reason,
        _ if map.flow_is_pose_rate() || keeps_energy(law, map) => return Ok(()),
        _ => {
            "has a flow that is not the rate of its pose, and the law stores energy in a part of the pose that \
             does not change as the flow says: it would give back another energy than it was given"
        }
    };
    Err(NetworkError::Misfit { law: law.name(), map: map.name(), reason })
}

/// Returns whether the energy of the law changes as the flow says.
fn keeps_energy(law: &dyn AnyImpedance, map: &dyn AnyCoupling) -> bool {
    /// Short compared with the drawn motions; the differences of third order that it leaves are 1e-10 of the change.
    const H: f64 = 1e-5;
    /// A wrong part of the pose is as large as the others; rounding of the energies makes 1e-10 or so.
    const LIMIT: f64 = 1e-4;
    let (ports, seen) = (map.domains(), law.domain());
    let numbers: usize = ports.iter().map(|port| port.motion_len()).sum();
    let mut drawn = Draws::default();
    let mut internal = vec![0.0; law.memory().len()];
    // Motions of the ports and of the law, now and a short time later.
    let [mut from, mut moved] = [numbers, numbers].map(|len| vec![0.0; len]);
    let [mut now, mut after] = [seen.motion_len(); 2].map(|len| vec![0.0; len]);
    (0..DRAWN).all(|_| {
        from.fill_with(|| 2.0 * drawn.next());
        change_motions(ports, &mut from, |port, motion| port.make_valid(motion));
        internal.fill_with(|| 1e-3 * drawn.next());
        let energy = |motion: &[f64]| law.stored_energy(motion, &internal);
        map.motion(&from, &mut now);
        let mut along_map = |h: f64| {
            moved.copy_from_slice(&from);
            change_motions(ports, &mut moved, |port, motion| port.advance(motion, h));
            map.motion(&moved, &mut after);
            energy(&after)
        };
        let real = along_map(H) - along_map(-H);
        let mut along_flow = |h: f64| {
            after.copy_from_slice(&now);
            seen.advance(&mut after, h);
            energy(&after)
        };
        let said = along_flow(H) - along_flow(-H);
        let rounding = 1e-13 * energy(&now).abs();
        // NaN: nothing is known, so the law is accepted.
        let differs = (real - said).abs() > LIMIT * (real.abs() + said.abs()) + rounding;
        !differs
    })
}
