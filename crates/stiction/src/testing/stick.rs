//! Does a mechanism stay where it is?

use std::error::Error;

use stiction_core::{Impedance, VectorDomain};
use stiction_network::{Frame, NetworkError, Simulation, SimulationError, Wire};

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
    /// Largest trial force |Z v + K e| over all stages of all steps, each with its own Z, for laws that
    /// tell their stuck stiffness, N or N m; while it is below the limit, the law has no reason to
    /// slip.
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
    let mut watch = Watch::new(axes, load.period(), cycles);
    let mut largest_trial_force = 0.0_f64;
    let mut see_step = |frame: &Frame<'_>| {
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
    };
    let mut see_stage = |frame: &Frame<'_>| {
        // Errs only for a foreign wire, which was refused above.
        let trial = trial_force(frame, friction).unwrap_or(f64::INFINITY);
        largest_trial_force = largest_trial_force.max(trial);
    };
    let until = load.period() * cycles as f64;
    simulation.run_observed_in_stages(until, &mut see_step, &mut see_stage)?;
    Ok(Sticking { largest_trial_force, ..watch.report() })
}

/// |Z v + K e| with the K and Z that a law tells for each axis at the stage of a frame; 0 for none.
fn trial_force<I: Impedance>(frame: &Frame<'_>, wire: Wire<I>) -> Result<f64, NetworkError> {
    let law = frame.network().law(wire)?;
    let flow = flat(&frame.wire_motion(wire)?.flow);
    let axes = flow.iter().zip(frame.internal(wire)?).enumerate();
    let squares = axes.map(|(axis, (v, e))| {
        let (k, z) = law.stuck_stiffness(frame.stage().tau, axis).unwrap_or_default();
        (z * v + k * e).powi(2)
    });
    Ok(squares.sum::<f64>().sqrt())
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
    /// Sum and number of positions in each cycle, by axis.
    sums: Vec<(Vec<f64>, usize)>,
    seen: Sticking,
}

impl Watch {
    fn new(axes: usize, period: f64, cycles: usize) -> Self {
        let sums = vec![(vec![], 0); cycles];
        Self { anchor: None, axes, period, sums, seen: Sticking::default() }
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
