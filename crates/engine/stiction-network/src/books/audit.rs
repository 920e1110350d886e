//! The books of a run, from which its [energy balance](crate::energy) is drawn.

use core::cell::RefCell;
use core::ops::Range;

use crate::ode::{Ode, Tableau};
use stiction_core::Stage;

use crate::books::energy::{EnergyBalance, SURPLUS_LIMIT};
use crate::books::look::Look;
use crate::books::power::WirePower;
use crate::frame::draws::Draws;
use crate::network::Network;
use crate::pool::{NodePool, WirePool};
use crate::step::driven::{Driven, Onlooker};
use crate::step::state::State;

/// Energy that each component of a pool stores, and how much of it was booked.
#[derive(Clone, Debug, Default)]
struct Accounts {
    /// Where the variables of each component are in the state; asked for once, because every stage needs it.
    own: Vec<Range<usize>>,
    /// At the start.
    start: Vec<f64>,
    now: Vec<f64>,
    /// Integral of the power stored, with the jumps of the energy.
    booked: Vec<f64>,
    /// Power stored in the present step: weighted sum over its stages.
    of_step: Vec<f64>,
    counted: Vec<bool>,
}

impl Accounts {
    fn new((own, counted): (Vec<Range<usize>>, Vec<bool>)) -> Self {
        let zeros = vec![0.0; counted.len()];
        Self {
            own,
            start: zeros.clone(),
            now: zeros.clone(),
            booked: zeros.clone(),
            of_step: zeros,
            counted,
        }
    }
    /// Returns the energy that a component stores beyond what it was given.
    fn surplus(&self, place: usize) -> f64 {
        if self.counted[place] {
            self.now[place] - self.start[place] - self.booked[place]
        } else {
            0.0
        }
    }
}

/// The balance of a run, step by step.
#[derive(Clone, Debug)]
pub(crate) struct Audit {
    /// One for each pool of admittances, then one for each pool of impedances.
    accounts: Vec<Accounts>,
    weights: Vec<f64>,
    stage: usize,
    of_step: Booked,
    total: Booked,
    largest_change: f64,
    largest_stored: f64,
    /// Kinetic energy is the part that vanishes when all flows are zero.
    largest_kinetic: f64,
    flows: Vec<bool>,
    /// A state without flows, and the energies that it stores.
    at_rest: (Vec<f64>, Vec<f64>),
    duration: f64,
    steps: u64,
    /// Number of looks in a row, at the ends of steps, that found too large a share.
    too_large: u64,
    /// The last step after which the share was not too large.
    last_fine: u64,
    next_jump: Option<f64>,
    /// The wire that is looked at.
    seen: Look,
}

/// A run ends after this number of successive steps that make too much energy. The onset of a motion from rest makes
/// too much in three at most, under a force that grows as the seventh power of the time in six.
const IN_A_ROW: u64 = 8;

/// Energies of larger networks, and kinetic energies, are not looked at after every step.
const EVERY: u64 = 16;
const LARGE: usize = 1000;

/// Powers of all components at one stage, times its weight.
#[derive(Clone, Copy, Debug, Default)]
struct Booked {
    supplied: f64,
    dissipated: f64,
    /// stored + dissipated - supplied of the whole network, 0 if the couplings are transposes.
    residual: f64,
}

/// Writes the energy that each admittance of a pool stores.
fn energies_of_nodes(pool: &dyn NodePool, own: &[Range<usize>], x: &[f64], out: &mut [f64]) {
    for (place, (own, out)) in own.iter().zip(out).enumerate() {
        *out = pool.item(place).stored_energy(&x[own.clone()]);
    }
}

/// Writes the energy that each wire of a pool stores.
fn energies_of_wires(
    pool: &dyn WirePool,
    own: &[Range<usize>],
    (stage, x): (&Stage, &[f64]),
    seen: &mut Look,
    out: &mut [f64],
) {
    for (place, (own, out)) in own.iter().zip(out).enumerate() {
        let wire = pool.wire(place);
        wire.see(stage, x, seen);
        *out = wire.law.stored_energy(&seen.motion, &x[own.clone()]);
    }
}

/// Where a component is: its pool and place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gained {
    Admittance { pool: usize, place: usize },
    Impedance { pool: usize, place: usize },
}

/// Energy from nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gain {
    /// Component that gained most; `None` if it was a coupling.
    pub(crate) component: Option<Gained>,
    pub(crate) gained: f64,
    pub(crate) turnover: f64,
}

impl Audit {
    pub(crate) fn new(network: &Network, tableau: &Tableau, state: &State) -> Self {
        let nodes = network.nodes.iter().map(|pool| {
            let own: Vec<_> = pool.states().map(|(_, own)| own).collect();
            let counted = vec![true; own.len()];
            (own, counted)
        });
        let wires = network.wires.iter().map(|pool| {
            let all = pool.wires().map(|(_, wire, own)| (own, wire.map.flow_is_pose_rate()));
            all.unzip()
        });
        let mut audit = Self {
            accounts: nodes.chain(wires).map(Accounts::new).collect(),
            weights: tableau.weights().to_vec(),
            stage: 0,
            of_step: Booked::default(),
            total: Booked::default(),
            largest_change: 0.0,
            largest_stored: 0.0,
            largest_kinetic: 0.0,
            flows: network.flows(),
            at_rest: (vec![], vec![]),
            duration: 0.0,
            steps: 0,
            too_large: 0,
            last_fine: 0,
            next_jump: network.next_jump(state.time),
            seen: Look::default(),
        };
        audit.look(network, &state.stage(Stage::at(state.time)), &state.values);
        for accounts in &mut audit.accounts {
            accounts.start.copy_from_slice(&accounts.now);
        }
        audit
    }

    /// Books the powers of a stage, whose rates are in `dx`.
    fn book(&mut self, network: &Network, stage: &Stage, x: &[f64], dx: &[f64]) {
        let Some(&weight) = self.weights.get(self.stage) else { return };
        self.stage += 1;
        let (nodes, wires) = self.accounts.split_at_mut(network.nodes.len());
        let mut all = Booked::default();
        for (pool, accounts) in network.nodes.iter().zip(nodes) {
            let Accounts { own, of_step, .. } = accounts;
            for (place, (own, of_step)) in own.iter().zip(of_step).enumerate() {
                let node = pool.item(place);
                let (x, dx) = (&x[own.clone()], &dx[own.clone()]);
                let powers = node.powers(stage, x, dx);
                let stored = weight * node.stored_power(&powers, x, dx);
                let supplied = weight * powers.supplied;
                let dissipated = weight * powers.dissipated;
                *of_step += stored;
                all.supplied += supplied;
                all.dissipated += dissipated;
                all.residual += stored + dissipated - supplied;
            }
        }
        for (pool, accounts) in network.wires.iter().zip(wires) {
            let Accounts { own, of_step, .. } = accounts;
            for (place, (own, of_step)) in own.iter().zip(of_step).enumerate() {
                let wire = pool.wire(place);
                let (z, rates) = (&x[own.clone()], &dx[own.clone()]);
                wire.look(stage, x, z, &mut self.seen);
                let power = WirePower::of(&wire, &self.seen, [z, rates], weight);
                let WirePower { stored, supplied, dissipated, driven, .. } = power;
                *of_step += stored;
                all.supplied += supplied + driven;
                all.dissipated += dissipated;
                all.residual += stored + dissipated - supplied - driven;
            }
        }
        self.of_step.supplied += all.supplied;
        self.of_step.dissipated += all.dissipated;
        self.of_step.residual += all.residual;
    }

    /// Books that a step from `from` to `to` was made; `x` is the state after it. Returns whether the energies were
    /// looked at.
    fn close(&mut self, driven: &Driven<'_>, [from, to]: [f64; 2], x: &[f64]) -> bool {
        let Driven { network, inputs, .. } = *driven;
        let at = |stage: Stage<'_>| stage.with_inputs(Some(inputs));
        let length = to - from;
        self.begin();
        self.total.supplied += length * self.of_step.supplied;
        self.total.dissipated += length * self.of_step.dissipated;
        self.total.residual += length * self.of_step.residual;
        for accounts in &mut self.accounts {
            for (booked, of_step) in accounts.booked.iter_mut().zip(&accounts.of_step) {
                *booked += length * of_step;
            }
        }
        self.duration += length;
        self.steps += 1;
        let looks =
            network.dim() <= LARGE || self.steps.is_multiple_of(EVERY) || self.too_large > 0;
        if looks {
            self.look(network, &at(Stage::at(to).of_step_from(from)), x);
        }
        if self.next_jump.is_some_and(|jump| jump <= to) {
            self.jump(network, [at(Stage::at(to).of_step_from(from)), at(Stage::at(to))], x);
            self.next_jump = network.next_jump(to);
        }
        looks
    }

    /// Leaves out the change at a jump, or when an input is set: the step did not make it.
    pub(crate) fn jump(&mut self, network: &Network, sides: [Stage<'_>; 2], x: &[f64]) {
        let [before, after] = sides;
        self.look(network, &before, x);
        let stored: Vec<Vec<f64>> = self.accounts.iter().map(|own| own.now.clone()).collect();
        self.look(network, &after, x);
        for (accounts, stored) in self.accounts.iter_mut().zip(stored) {
            for ((booked, now), before) in accounts.booked.iter_mut().zip(&accounts.now).zip(stored)
            {
                *booked += now - before;
                self.total.supplied += now - before;
            }
        }
    }

    /// Looks at the energies stored now.
    pub(crate) fn look(&mut self, network: &Network, stage: &Stage, x: &[f64]) {
        let (nodes, wires) = self.accounts.split_at_mut(network.nodes.len());
        for (pool, accounts) in network.nodes.iter().zip(nodes) {
            let Accounts { own, now, .. } = accounts;
            energies_of_nodes(&**pool, own, x, now);
        }
        for (pool, accounts) in network.wires.iter().zip(wires) {
            let Accounts { own, now, .. } = accounts;
            energies_of_wires(&**pool, own, (stage, x), &mut self.seen, now);
        }
        let (mut change, mut stored) = (0.0, 0.0);
        for accounts in &self.accounts {
            for (now, start) in accounts.now.iter().zip(&accounts.start) {
                change += (now - start).abs();
                stored += now.abs();
            }
        }
        self.largest_change = self.largest_change.max(change);
        self.largest_stored = self.largest_stored.max(stored);
        if self.steps.is_multiple_of(EVERY) {
            self.look_at_motion(network, x);
        }
    }

    fn look_at_motion(&mut self, network: &Network, x: &[f64]) {
        let (rest, stored) = &mut self.at_rest;
        rest.clear();
        rest.extend(x.iter().zip(&self.flows).map(|(x, flow)| if *flow { 0.0 } else { *x }));
        let mut kinetic = 0.0;
        for (pool, accounts) in network.nodes.iter().zip(&self.accounts) {
            stored.resize(accounts.now.len(), 0.0);
            energies_of_nodes(&**pool, &accounts.own, rest, stored);
            let moving = accounts.now.iter().zip(&*stored).map(|(now, rest)| (now - rest).abs());
            kinetic += moving.sum::<f64>();
        }
        self.largest_kinetic = self.largest_kinetic.max(kinetic);
    }

    /// Prepares for the first stage of a step, be it a new one or one that was not finished.
    fn begin(&mut self) {
        self.stage = 0;
    }

    fn start_step(&mut self) {
        self.of_step = Booked::default();
        self.accounts.iter_mut().for_each(|accounts| accounts.of_step.fill(0.0));
    }

    /// Returns the balance now. Kinetic energy and rounding are worked out only if the share is not small.
    pub(crate) fn balance(&mut self, network: &Network, stage: &Stage, x: &[f64]) -> EnergyBalance {
        /// Well below every share that is acted on.
        const SMALL: f64 = 1e-3;
        let known = self.booked_balance();
        if !known.is_known() || known.share().abs() <= SMALL {
            return known;
        }
        self.look_at_motion(network, x);
        let balance = self.booked_balance();
        let rounding = balance.rounding + self.rounding_of_state(network, stage, x);
        EnergyBalance { rounding, ..balance }
    }

    /// Returns how far the stored energy may be off because every step rounds every variable.
    fn rounding_of_state(&self, network: &Network, stage: &Stage, x: &[f64]) -> f64 {
        /// Variables are moved by more than they are rounded, so that also a quadratic minimum shows.
        const MOVED: f64 = 16.0 * f64::EPSILON;
        /// Signs are drawn, because the ends of a spring that move alike do not stretch it.
        const DRAWS: u32 = 4;
        let energies = |x: &[f64]| {
            let mut all = vec![];
            for (pool, accounts) in network.nodes.iter().zip(&self.accounts) {
                let start = all.len();
                all.resize(start + accounts.now.len(), 0.0);
                energies_of_nodes(&**pool, &accounts.own, x, &mut all[start..]);
            }
            let of_wires = self.accounts.iter().skip(network.nodes.len());
            for (pool, accounts) in network.wires.iter().zip(of_wires) {
                let start = all.len();
                all.resize(start + accounts.now.len(), 0.0);
                let (at, seen) = ((stage, x), &mut Look::default());
                energies_of_wires(&**pool, &accounts.own, at, seen, &mut all[start..]);
            }
            all
        };
        let here = energies(x);
        let mut drawn = Draws::default();
        let mut moved = vec![0.0; x.len()];
        let largest = (0..DRAWS).fold(0.0_f64, |largest, _| {
            for (moved, x) in moved.iter_mut().zip(x) {
                *moved = x + x * MOVED.copysign(drawn.next());
            }
            let there = energies(&moved);
            let change: f64 =
                there.iter().zip(&here).map(|(there, here)| (there - here).abs()).sum();
            largest.max(change)
        });
        self.steps as f64 * largest
    }

    fn booked_balance(&self) -> EnergyBalance {
        /// Terms of the sums may be rounded so often.
        const ROUNDINGS: f64 = 64.0;
        let (mut stored, mut surplus, mut uncounted) = (0.0, self.total.residual, 0);
        for accounts in &self.accounts {
            stored += accounts
                .now
                .iter()
                .zip(&accounts.start)
                .map(|(now, start)| now - start)
                .sum::<f64>();
            surplus += (0..accounts.now.len()).map(|place| accounts.surplus(place)).sum::<f64>();
            uncounted += accounts.counted.iter().filter(|counted| !**counted).count();
        }
        let Booked { supplied, dissipated, .. } = self.total;
        EnergyBalance {
            duration: self.duration,
            supplied,
            dissipated,
            stored,
            surplus,
            rounding: ROUNDINGS * f64::EPSILON * self.largest_stored,
            turnover: (self.largest_change + supplied.abs() + dissipated.abs())
                .max(self.largest_kinetic),
            uncounted,
        }
    }

    /// Returns the component that gained most, if the surplus exceeds its bound now and did so in the steps before; at
    /// the end of a run, if it may have done so in those that were not looked at.
    pub(crate) fn judge(
        &mut self,
        network: &Network,
        stage: &Stage,
        x: &[f64],
        at_end: bool,
    ) -> Option<Gain> {
        // Energies can overflow although motions do not; a motion that overflows ends the run by itself.
        let is_fine =
            |balance: &EnergyBalance| !balance.is_known() || balance.share() <= SURPLUS_LIMIT;
        let mut balance = self.booked_balance();
        if !is_fine(&balance) {
            balance = self.balance(network, stage, x);
        }
        if is_fine(&balance) {
            (self.too_large, self.last_fine) = (0, self.steps);
            return None;
        }
        self.too_large += u64::from(!at_end);
        let unseen = if at_end { self.steps - self.last_fine } else { 0 };
        if self.too_large.max(unseen) < IN_A_ROW {
            return None;
        }
        let (count, turnover) = (network.nodes.len(), balance.turnover);
        let mut most = Gain { component: None, gained: self.total.residual, turnover };
        for (pool, accounts) in self.accounts.iter().enumerate() {
            for place in 0..accounts.now.len() {
                let gained = accounts.surplus(place);
                if gained > most.gained {
                    let component = Some(match pool.checked_sub(count) {
                        None => Gained::Admittance { pool, place },
                        Some(pool) => Gained::Impedance { pool, place },
                    });
                    most = Gain { component, gained, turnover };
                }
            }
        }
        Some(most)
    }
}

/// A network whose energy is watched.
pub(crate) struct Audited<'a> {
    driven: Driven<'a>,
    audit: RefCell<&'a mut Audit>,
}

impl<'a> Audited<'a> {
    pub(crate) fn new(driven: Driven<'a>, audit: &'a mut Audit) -> Self {
        // A step that was not finished is made again from its first stage.
        audit.begin();
        Self { driven, audit: RefCell::new(audit) }
    }
    /// Books that a step was made.
    pub(crate) fn close(&self, times: [f64; 2], x: &[f64]) -> Option<Gain> {
        let mut audit = self.audit.borrow_mut();
        if !audit.close(&self.driven, times, x) {
            return None;
        }
        let Driven { network, inputs, .. } = self.driven;
        let stage = Stage::at(times[1]).of_step_from(times[0]).with_inputs(Some(inputs));
        audit.judge(network, &stage, x, false)
    }
}

impl Onlooker for Audited<'_> {
    fn after(&self, stage: &Stage, x: &[f64], dx: &[f64]) {
        let mut audit = self.audit.borrow_mut();
        if audit.stage == 0 {
            audit.start_step();
        }
        audit.book(self.driven.network, stage, x, dx);
    }
}
