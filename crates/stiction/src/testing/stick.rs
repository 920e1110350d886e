//! Does a mechanism stay where it is?

use std::error::Error;

use stiction_core::{Impedance, VectorDomain};
use stiction_network::{Frame, Simulation, SimulationError, Wire};

use super::{Load, flat};

/// A mechanism under test: its simulation and the friction element that should hold it.
#[derive(Debug)]
pub struct Mechanism<I: Impedance> {
    simulation: Simulation,
    friction: Wire<I>,
}

impl<I: Impedance> Mechanism<I> {
    /// A simulation that is ready to run, and one of its wires.
    #[must_use]
    pub const fn new(simulation: Simulation, friction: Wire<I>) -> Self {
        Self { simulation, friction }
    }
}

/// What was seen of a mechanism that should have stuck.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sticking {
    /// Largest change of the anchor p - e since the start, over all axes, m or rad. The law's
    /// internal state is taken as e, axis by axis; 0 for a law without.
    pub anchor_change: f64,
    /// Steps seen.
    pub steps: usize,
    /// Steps in a cycle of the load.
    pub steps_per_cycle: f64,
    /// Steps at whose start the law did not return e' = v to the bit.
    pub slipping_steps: usize,
    /// Drift of the mean position over the second half of the cycles, m or rad per cycle.
    pub drift_per_cycle: f64,
    /// Largest position, m or rad: the scale of rounding.
    pub largest_position: f64,
    /// Largest trial force |Z v + K e| seen at the start of a step, with the Z of the first and of the
    /// last stage, for laws that tell their stuck stiffness, N or N m; compare it with the limit.
    pub largest_trial_force: f64,
}

/// Largest mean drift of something that is stuck, m or rad per cycle.
const DRIFT: f64 = 1e-15;

impl Sticking {
    /// Whether the element held: e' = v to the bit at every step, an anchor that moved by no more
    /// than rounding, and a mean drift below 1e-15 per cycle (or below rounding).
    ///
    /// Where the position that the element sees is itself a state that started at 0, position and
    /// deflection stay the same number and [`Self::anchor_change`] is exactly 0. Seen through a
    /// coupling, or started elsewhere, the two round apart, by at most an ulp of the position at
    /// every step; that much is allowed.
    #[must_use]
    pub fn holds(&self) -> bool {
        let rounding = f64::EPSILON * self.largest_position;
        let (run, cycle) = (self.steps as f64, self.steps_per_cycle);
        self.slipping_steps == 0
            && self.anchor_change <= rounding * run
            && self.drift_per_cycle <= DRIFT.max(rounding * cycle)
    }
}

/// Runs a mechanism under a load and reports how it stuck.
///
/// `make` composes the mechanism and connects the load it is given; the simulation should start at
/// rest with the friction element's position at its internal state (0). The run lasts `cycles`
/// cycles of the load, of a whole number of steps each; the first half is for the transients.
///
/// # Errors
/// What `make` or the run returns; a cycle that is not a whole number of steps.
pub fn observe_sticking<I, D>(
    make: impl FnOnce(Load<D>) -> Result<Mechanism<I>, Box<dyn Error>>,
    load: &Load<D>,
    cycles: usize,
) -> Result<Sticking, Box<dyn Error>>
where
    I: Impedance,
    D: VectorDomain,
{
    let Mechanism { mut simulation, friction } = make(load.clone())?;
    let axes = simulation.internal(friction)?.len();
    let steps_per_cycle = load.period() / simulation.step_size();
    if (steps_per_cycle - steps_per_cycle.round()).abs() > 1e-6 * steps_per_cycle {
        return Err(format!(
            "a cycle of the load is {steps_per_cycle} steps; it must be a whole number, or the means \
             over cycles cannot be compared (Load::with_cycle sets it)"
        )
        .into());
    }
    // Z grows with the stage; the last ones see the whole step.
    let law = simulation.network().law(friction)?;
    let stages = [simulation.stage().tau, simulation.step_size()];
    let stuck_axis = |tau, axis| law.stuck_stiffness(tau, axis).unwrap_or_default();
    let stuck = stages.map(|tau| (0..axes).map(|axis| stuck_axis(tau, axis)).collect());
    let mut watch = Watch::new(axes, load.period(), cycles, stuck);
    simulation.run_observed(load.period() * cycles as f64, &mut |frame: &Frame<'_>| {
        let motion = frame.wire_motion(friction)?;
        let rate = frame.network().internal_rate(friction, &frame.stage(), frame.state())?;
        watch.see(
            frame.time(),
            &flat(&motion.pose),
            &flat(&motion.flow),
            frame.internal(friction)?,
            &rate,
        );
        Ok::<(), SimulationError>(())
    })?;
    Ok(watch.report())
}

/// Asserts that a mechanism sticks under a load; see [`observe_sticking`].
///
/// # Panics
/// If it does not, or cannot be composed or run; the message shows the load and what was seen.
#[expect(clippy::panic, reason = "an assertion panics")]
pub fn assert_sticks<I, D>(
    make: impl FnOnce(Load<D>) -> Result<Mechanism<I>, Box<dyn Error>>,
    load: &Load<D>,
    cycles: usize,
) where
    I: Impedance,
    D: VectorDomain,
{
    match observe_sticking(make, load, cycles) {
        Err(error) => panic!("the mechanism under {load:?} could not be run: {error}"),
        Ok(seen) if !seen.holds() => panic!(
            "the mechanism does not stick under {load:?}: in {cycles} cycles its anchor moved by \
             {:e}, {} steps began slipping and its mean position drifts by {:e} per cycle ({seen:?})",
            seen.anchor_change, seen.slipping_steps, seen.drift_per_cycle
        ),
        Ok(_) => {}
    }
}

/// Accumulates a [`Sticking`].
struct Watch {
    anchor: Option<Vec<f64>>,
    axes: usize,
    period: f64,
    /// K and Z of each axis, at the first stage and at the last.
    stuck: [Vec<(f64, f64)>; 2],
    /// Sum and number of positions in each cycle, by axis.
    sums: Vec<(Vec<f64>, usize)>,
    seen: Sticking,
}

impl Watch {
    fn new(axes: usize, period: f64, cycles: usize, stuck: [Vec<(f64, f64)>; 2]) -> Self {
        let sums = vec![(vec![], 0); cycles];
        Self { anchor: None, axes, period, stuck, sums, seen: Sticking::default() }
    }

    fn see(&mut self, time: f64, pose: &[f64], flow: &[f64], internal: &[f64], rate: &[f64]) {
        // A law without internal state is judged by all axes of its position.
        let axes = if self.axes == 0 { pose.len() } else { self.axes.min(pose.len()) };
        let pose = &pose[..axes];
        let seen = &mut self.seen;
        seen.steps += 1;
        for position in pose {
            seen.largest_position = seen.largest_position.max(position.abs());
        }
        if self.axes > 0 {
            let slips = flow.iter().zip(rate).any(|(v, e)| v.to_bits() != e.to_bits() && v != e);
            seen.slipping_steps += usize::from(slips);
            let anchor: Vec<f64> = pose.iter().zip(internal).map(|(p, e)| p - e).collect();
            let start = self.anchor.get_or_insert_with(|| anchor.clone());
            for (now, start) in anchor.iter().zip(&*start) {
                seen.anchor_change = seen.anchor_change.max((now - start).abs());
            }
            for axes in &self.stuck {
                let trial = axes
                    .iter()
                    .zip(flow.iter().zip(internal))
                    .map(|((k, z), (v, e))| z * v + k * e);
                let trial = trial.map(|force| force * force);
                seen.largest_trial_force = seen.largest_trial_force.max(trial.sum::<f64>().sqrt());
            }
        }
        // A sample belongs to the cycle that it ends in or lies in.
        let cycle = ((time / self.period) - 1e-6).max(0.0) as usize;
        if let Some((sum, count)) = self.sums.get_mut(cycle) {
            sum.resize(axes, 0.0);
            for (sum, position) in sum.iter_mut().zip(pose) {
                *sum += position;
            }
            *count += 1;
        }
    }

    fn report(mut self) -> Sticking {
        self.seen.steps_per_cycle = self.seen.steps as f64 / self.sums.len().max(1) as f64;
        let settled = &self.sums[self.sums.len() / 2..];
        if let [first, .., last] = settled {
            let mean = |(sum, count): &(Vec<f64>, usize)| -> Vec<f64> {
                sum.iter().map(|sum| sum / *count as f64).collect()
            };
            let cycles = (settled.len() - 1) as f64;
            let moved = mean(last).into_iter().zip(mean(first)).map(|(b, a)| (b - a).abs());
            self.seen.drift_per_cycle = moved.fold(0.0, f64::max) / cycles;
        }
        self.seen
    }
}
