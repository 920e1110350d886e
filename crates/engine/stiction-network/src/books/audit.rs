//! The books of a run, from which its [energy balance](crate::energy) is drawn.

use core::cell::RefCell;

use crate::ode::{Ode, Tableau};
use stiction_core::Stage;

use crate::books::energy::{EnergyBalance, SURPLUS_LIMIT};
use crate::books::look::{Look, WireRef};
use crate::books::power::WirePower;
use crate::books::roster::{Entry, Roster};
use crate::frame::draws::Draws;
use crate::network::Network;
use crate::step::driven::{Driven, Onlooker};
use crate::step::state::State;

/// Energy that a component stores, and how much of it was booked.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// At the start.
    start: f64,
    now: f64,
    /// Integral of the power stored, with the jumps of the energy.
    booked: f64,
    /// Power stored in the present step: weighted sum over its stages.
    of_step: f64,
    counted: bool,
}

impl Account {
    /// Returns the energy that the component stores beyond what it was given.
    fn surplus(&self) -> f64 {
        if self.counted { self.now - self.start - self.booked } else { 0.0 }
    }
}

/// The balance of a run, step by step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audit {
    /// One for each component, in the order of the [`Roster`].
    accounts: Vec<Account>,
    weights: Vec<f64>,
    stage: usize,
    of_step: Booked,
    total: Booked,
    largest_change: f64,
    largest_stored: f64,
    /// Kinetic energy is the part that vanishes when all flows are zero.
    largest_kinetic: f64,
    flows: Vec<bool>,
    /// A state without flows.
    at_rest: Vec<f64>,
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

/// Writes the energy that each component stores.
fn energies(
    roster: &Roster<'_>,
    stage: &Stage,
    x: &[f64],
    seen: &mut Look,
    mut write: impl FnMut(usize, f64),
) {
    for (index, Entry { component: node, own, .. }) in roster.nodes.iter().enumerate() {
        write(index, node.stored_energy(&x[own.clone()]));
    }
    let count = roster.nodes.len();
    for (index, Entry { component: wire, own, .. }) in roster.wires.iter().enumerate() {
        wire.see(stage, x, seen);
        write(count + index, wire.law.stored_energy(&seen.motion, &x[own.clone()]));
    }
}

/// Energy from nowhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gain {
    /// Component that gained most, by its number in the [`Roster`]; `None` if it was a coupling.
    pub(crate) component: Option<usize>,
    pub(crate) gained: f64,
    pub(crate) turnover: f64,
}

impl Audit {
    pub(crate) fn new(network: &Network, tableau: &Tableau, state: &State) -> Self {
        let roster = &Roster::new(network);
        let counts = |wire: &Entry<WireRef<'_>>| wire.component.map.flow_is_pose_rate();
        let counted = roster.nodes.iter().map(|_| true).chain(roster.wires.iter().map(counts));
        let mut audit = Self {
            accounts: counted.map(|counted| Account { counted, ..Account::default() }).collect(),
            weights: tableau.weights().to_vec(),
            flows: network.flows(),
            next_jump: network.next_jump(state.time),
            ..Self::default()
        };
        audit.look(roster, &state.stage(Stage::at(state.time)), &state.values);
        audit.accounts.iter_mut().for_each(|account| account.start = account.now);
        audit
    }

    /// Evaluates the rates at a stage and books the powers; returns whether the stage is one that is booked.
    fn book(&mut self, roster: &Roster<'_>, stage: &Stage, x: &[f64], dx: &mut [f64]) -> bool {
        let Some(&weight) = self.weights.get(self.stage) else { return false };
        if self.stage == 0 {
            self.of_step = Booked::default();
            self.accounts.iter_mut().for_each(|account| account.of_step = 0.0);
        }
        self.stage += 1;
        let (nodes, wires) = self.accounts.split_at_mut(roster.nodes.len());
        let mut all = Booked::default();
        roster.rhs(stage, x, dx, |index, entry, dx| {
            let WireRef { law, seen: domain, .. } = entry.component;
            let (z, own) = (&x[entry.own.clone()], entry.in_part());
            let (mut delivered, mut stored) = (0.0, 0.0);
            let given = entry.component.pass(stage, x, dx, &mut |motion, effort, dx| {
                let rate = &mut dx[own.clone()];
                law.respond(stage, motion, z, effort, rate);
                delivered = domain.power(&motion[domain.pose_len..], effort);
                stored = law.stored_power(motion, z, rate);
            });
            let powers = [delivered, stored, given].map(|power| weight * power);
            let power = WirePower::new(law.is_source(), powers);
            let WirePower { stored, supplied, dissipated, driven, .. } = power;
            wires[index].of_step += stored;
            all.supplied += supplied + driven;
            all.dissipated += dissipated;
            all.residual += stored + dissipated - supplied - driven;
        });
        for (account, Entry { component: node, own, .. }) in nodes.iter_mut().zip(&roster.nodes) {
            let (x, dx) = (&x[own.clone()], &dx[own.clone()]);
            let powers = node.powers(stage, x, dx);
            let stored = weight * node.stored_power(&powers, x, dx);
            let supplied = weight * powers.supplied;
            let dissipated = weight * powers.dissipated;
            account.of_step += stored;
            all.supplied += supplied;
            all.dissipated += dissipated;
            all.residual += stored + dissipated - supplied;
        }
        self.of_step.supplied += all.supplied;
        self.of_step.dissipated += all.dissipated;
        self.of_step.residual += all.residual;
        true
    }

    /// Books that a step was made, up to the stage `end`; `x` is the state after it. Returns whether the energies were
    /// looked at.
    fn close(&mut self, roster: &Roster<'_>, driven: &Driven<'_>, end: &Stage, x: &[f64]) -> bool {
        let Driven { network, inputs, .. } = *driven;
        let (to, length) = (end.time, end.time - end.step_start);
        self.stage = 0;
        self.total.supplied += length * self.of_step.supplied;
        self.total.dissipated += length * self.of_step.dissipated;
        self.total.residual += length * self.of_step.residual;
        for account in &mut self.accounts {
            account.booked += length * account.of_step;
        }
        self.duration += length;
        self.steps += 1;
        let looks =
            network.dim() <= LARGE || self.steps.is_multiple_of(EVERY) || self.too_large > 0;
        if looks {
            self.look(roster, end, x);
        }
        if self.next_jump.is_some_and(|jump| jump <= to) {
            self.jump(roster, [*end, Stage::at(to).with_inputs(Some(inputs))], x);
            self.next_jump = network.next_jump(to);
        }
        looks
    }

    /// Leaves out the change at a jump, or when an input is set: the step did not make it.
    pub(crate) fn jump(&mut self, roster: &Roster<'_>, sides: [Stage<'_>; 2], x: &[f64]) {
        let [before, after] = sides;
        self.look(roster, &before, x);
        let stored: Vec<f64> = self.accounts.iter().map(|account| account.now).collect();
        self.look(roster, &after, x);
        for (account, before) in self.accounts.iter_mut().zip(stored) {
            account.booked += account.now - before;
            self.total.supplied += account.now - before;
        }
    }

    /// Looks at the energies stored now.
    pub(crate) fn look(&mut self, roster: &Roster<'_>, stage: &Stage, x: &[f64]) {
        let Self { accounts, seen, .. } = self;
        let (mut change, mut stored) = (0.0, 0.0);
        energies(roster, stage, x, seen, |index, now| {
            accounts[index].now = now;
            change += (now - accounts[index].start).abs();
            stored += now.abs();
        });
        self.largest_change = self.largest_change.max(change);
        self.largest_stored = self.largest_stored.max(stored);
        if self.steps.is_multiple_of(EVERY) {
            self.look_at_motion(roster, x);
        }
    }

    fn look_at_motion(&mut self, roster: &Roster<'_>, x: &[f64]) {
        let rest = &mut self.at_rest;
        rest.clear();
        rest.extend(x.iter().zip(&self.flows).map(|(x, flow)| if *flow { 0.0 } else { *x }));
        let kinetic = self.accounts.iter().zip(&roster.nodes).map(|(account, node)| {
            (account.now - node.component.stored_energy(&rest[node.own.clone()])).abs()
        });
        self.largest_kinetic = self.largest_kinetic.max(kinetic.sum());
    }

    /// Returns the balance now. Kinetic energy and rounding are worked out only if the share is not small.
    pub(crate) fn balance(
        &mut self,
        roster: &Roster<'_>,
        stage: &Stage,
        x: &[f64],
    ) -> EnergyBalance {
        /// Well below every share that is acted on.
        const SMALL: f64 = 1e-3;
        let known = self.booked_balance();
        if !known.is_known() || known.share().abs() <= SMALL {
            return known;
        }
        self.look_at_motion(roster, x);
        let balance = self.booked_balance();
        let rounding = balance.rounding + self.rounding_of_state(roster, stage, x);
        EnergyBalance { rounding, ..balance }
    }

    /// Returns how far the stored energy may be off because every step rounds every variable.
    fn rounding_of_state(&self, roster: &Roster<'_>, stage: &Stage, x: &[f64]) -> f64 {
        /// Variables are moved by more than they are rounded, so that also a quadratic minimum shows.
        const MOVED: f64 = 16.0 * f64::EPSILON;
        /// Signs are drawn, because the ends of a spring that move alike do not stretch it.
        const DRAWS: u32 = 4;
        let energies = |x: &[f64]| {
            let mut all = vec![];
            energies(roster, stage, x, &mut Look::default(), |_, energy| all.push(energy));
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
        for account in &self.accounts {
            stored += account.now - account.start;
            surplus += account.surplus();
            uncounted += usize::from(!account.counted);
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
        roster: &Roster<'_>,
        stage: &Stage,
        x: &[f64],
        at_end: bool,
    ) -> Option<Gain> {
        // Energies can overflow although motions do not; a motion that overflows ends the run by itself.
        let is_fine =
            |balance: &EnergyBalance| !balance.is_known() || balance.share() <= SURPLUS_LIMIT;
        let mut balance = self.booked_balance();
        if !is_fine(&balance) {
            balance = self.balance(roster, stage, x);
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
        let turnover = balance.turnover;
        let mut most = Gain { component: None, gained: self.total.residual, turnover };
        for (index, account) in self.accounts.iter().enumerate() {
            if account.surplus() > most.gained {
                most = Gain { component: Some(index), gained: account.surplus(), turnover };
            }
        }
        Some(most)
    }
}

/// A network whose energy is watched.
pub(crate) struct Audited<'a> {
    driven: Driven<'a>,
    roster: Roster<'a>,
    audit: RefCell<&'a mut Audit>,
}

impl<'a> Audited<'a> {
    pub(crate) fn new(driven: Driven<'a>, audit: &'a mut Audit) -> Self {
        // A step that was not finished is made again from its first stage.
        audit.stage = 0;
        Self { driven, roster: Roster::new(driven.network), audit: RefCell::new(audit) }
    }

    /// Books that a step was made.
    pub(crate) fn close(&self, times: [f64; 2], x: &[f64]) -> Option<Gain> {
        let Self { driven, roster, audit } = self;
        let mut audit = audit.borrow_mut();
        let end = Stage::at(times[1]).of_step_from(times[0]).with_inputs(Some(driven.inputs));
        let looked = audit.close(roster, driven, &end, x);
        looked.then(|| audit.judge(roster, &end, x, false)).flatten()
    }

    /// Looks at the end of a run: a large network is not looked at after every step, so the last ones may be missing.
    pub(crate) fn end(&self, time: f64, x: &[f64]) -> Option<Gain> {
        let mut audit = self.audit.borrow_mut();
        let stage = Stage::at(time).with_inputs(Some(self.driven.inputs));
        audit.look(&self.roster, &stage, x);
        audit.judge(&self.roster, &stage, x, true)
    }
}

impl Onlooker for Audited<'_> {
    fn evaluate(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) -> bool {
        self.audit.borrow_mut().book(&self.roster, stage, x, dx)
    }
}
