//! Check that a mechanism stays in place.

use std::error::Error;

use stiction_core::{Domain, Flat, Impedance, Motion, VectorDomain};
use stiction_network::{Frame, NetworkError, Simulation, SimulationError, Wire};

use super::{Load, flat};

/// A mechanism under test: its simulation and the friction element that should hold it.
#[derive(Debug)]
pub struct WatchedMechanism<I: Impedance> {
    simulation: Simulation,
    friction: Wire<I>,
}

impl<I: Impedance> WatchedMechanism<I> {
    /// Takes a simulation that is ready to run, and one of its wires.
    #[must_use]
    pub const fn new(simulation: Simulation, friction: Wire<I>) -> Self {
        Self { simulation, friction }
    }
}

/// Observations of a mechanism that should stick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Sticking {
    /// Largest change of the anchor p - e since the start, over the axes along which the law deflects
    /// ([`Memory::deflects_along`](stiction_core::Memory::deflects_along)), m or rad; 0 for a law without deflections.
    /// If a law has several elements, this is that of the element that held best: one that yields last holds the whole.
    /// The rotation of a frame in space has no comparable position, and is left to the other figures.
    pub anchor_change: f64,
    /// Index of that element.
    pub element: usize,
    /// Number of observed steps.
    pub steps: usize,
    /// Number of steps in a cycle of the load.
    pub steps_per_cycle: f64,
    /// Number of steps at whose start that element did not return e' = v to the bit.
    pub slipping_steps: usize,
    /// Drift of the mean position over the second half of the cycles, m or rad per cycle.
    pub drift_per_cycle: f64,
    /// Largest position, m or rad: the scale of rounding.
    pub largest_position: f64,
    /// Largest trial force |Z v + K e| over all stages of all steps, each with its own Z, for laws of one element that
    /// report their stuck stiffness, N or N m; while it is below the limit, the law has no reason to slip.
    pub largest_trial_force: f64,
}

/// Largest mean drift of a stuck mechanism, m or rad per cycle.
const DRIFT: f64 = 1e-15;

impl Sticking {
    /// Returns whether the law held, by one of its elements: e' = v to the bit at every step, an anchor that moved by
    /// no more than rounding, and a mean drift below 1e-15 per cycle (or below rounding).
    ///
    /// If the position of the element is itself a state that started at 0, position and deflection stay equal and
    /// [`Self::anchor_change`] is exactly 0. Through a coupling, or from another start, the two are rounded
    /// differently, by at most an ulp of the position at every step; that much is allowed.
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
/// `make` composes the mechanism and connects its argument, the load; the simulation should start at rest with the
/// friction element's position at its internal state (0). The run lasts `cycles` cycles of the load, of a whole number
/// of steps each; the first half is for the transients.
///
/// # Errors
/// An error of `make` or the run; a cycle that is not a whole number of steps; a law that does not write an entry of
/// `rate`.
pub fn observe_sticking<I, D>(
    make: impl FnOnce(Load<D>) -> Result<WatchedMechanism<I>, Box<dyn Error>>,
    load: &Load<D>,
    cycles: usize,
) -> Result<Sticking, Box<dyn Error>>
where
    I: Impedance,
    D: VectorDomain,
{
    let WatchedMechanism { mut simulation, friction } = make(load.clone())?;
    let law = simulation.network().law(friction)?;
    let elements = Element::of(law);
    let names: Vec<_> = (0..law.memory().len()).map(|i| law.memory().name(i)).collect();
    let name = law.name();
    let steps_per_cycle = load.period() / simulation.step_size();
    if (steps_per_cycle - steps_per_cycle.round()).abs() > 1e-6 * steps_per_cycle {
        return Err(format!(
            "a cycle of the load is {steps_per_cycle} steps; it must be a whole number, or the means \
             over cycles cannot be compared (Load::with_cycle sets it)"
        )
        .into());
    }
    // Drift is the change between cycles of the second half.
    if cycles < 3 {
        return Err(format!("{cycles} cycles of the load tell no drift: take 3 or more").into());
    }
    let start = simulation.frame().wire_motion(friction)?;
    let mut watch = Watch::new::<I::Domain>(&elements, &start, load.period(), cycles);
    let mut left_out = None;
    let mut largest_trial_force = 0.0_f64;
    let mut see_step = |frame: &Frame<'_>| {
        let motion = frame.wire_motion(friction)?;
        let rate = frame.internal_rate(friction)?;
        left_out = left_out.or_else(|| rate.iter().position(|rate| rate.is_nan()));
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
        // It fails only for a foreign wire, which was refused above.
        let trial = trial_force(frame, friction, &elements).unwrap_or(f64::INFINITY);
        largest_trial_force = largest_trial_force.max(trial);
    };
    let until = load.period() * cycles as f64;
    let run = simulation.run_observed_in_stages(until, &mut see_step, &mut see_stage);
    if let Some(index) = left_out {
        return Err(super::left_out(&name, &names[index], index).into());
    }
    run?;
    Ok(Sticking { largest_trial_force, ..watch.report() })
}

/// Returns |Z v + K e| with the K and Z that a law reports for each axis at the stage of a frame; 0 if it reports none,
/// or has several elements, among which it shares them.
fn trial_force<I: Impedance>(
    frame: &Frame<'_>,
    wire: Wire<I>,
    elements: &[Element],
) -> Result<f64, NetworkError> {
    let [Element(deflections)] = elements else { return Ok(0.0) };
    let contact = frame.network().law(wire)?.contact();
    let (flow, internal) = (flat(&frame.wire_motion(wire)?.flow), frame.internal(wire)?);
    let squares = deflections.iter().map(|&(axis, index)| {
        let (k, z) =
            contact.and_then(|law| law.resistance(frame.stage().tau, axis)).unwrap_or_default();
        (z * flow[axis] + k * internal[index]).powi(2)
    });
    Ok(squares.sum::<f64>().sqrt())
}

/// Deflections of one element of a law: component of the flow, internal variable.
struct Element(Vec<(usize, usize)>);

impl Element {
    /// Returns the elements of a law: the first deflection along every component belongs to the first of them.
    fn of<I: Impedance>(law: &I) -> Vec<Self> {
        let components = <<I::Domain as Domain>::Flow as Flat>::LEN;
        let mut elements: Vec<Self> = vec![];
        for index in 0..law.memory().len() {
            let Some(axis) = law.memory().deflects_along(index).filter(|&axis| axis < components)
            else {
                continue;
            };
            let has = |element: &Self| element.0.iter().any(|&(other, _)| other == axis);
            match elements.iter_mut().find(|element| !has(element)) {
                Some(element) => element.0.push((axis, index)),
                None => elements.push(Self(vec![(axis, index)])),
            }
        }
        elements
    }
}

/// Returns the scalars of the pose that move with the components of the flow: for each component those that it changes,
/// and the one that it changes at its own rate and no other, if there is one.
fn moved_scalars<D: Domain>(at: &D::Pose) -> Vec<(Vec<usize>, Option<usize>)> {
    let components = <D::Flow as Flat>::LEN;
    (0..components)
        .map(|axis| {
            let mut unit = vec![0.0; components];
            unit[axis] = 1.0;
            let rate = flat(&D::pose_rate(at, &D::Flow::load(&unit)));
            let moved: Vec<usize> = (0..rate.len()).filter(|&i| rate[i] != 0.0).collect();
            let alone = match moved[..] {
                [only] if rate[only] == 1.0 => Some(only),
                _ => None,
            };
            (moved, alone)
        })
        .collect()
}

/// Asserts that a mechanism sticks under a load; see [`observe_sticking`].
///
/// # Panics
/// If it does not, or cannot be composed or run; the message shows the load and the observations.
#[expect(clippy::panic, reason = "an assertion panics")]
pub fn assert_sticks<I, D>(
    make: impl FnOnce(Load<D>) -> Result<WatchedMechanism<I>, Box<dyn Error>>,
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
    /// One entry per element of the law.
    elements: Vec<WatchedElement>,
    /// Scalars of the pose that are judged.
    scalars: Vec<usize>,
    period: f64,
    /// Sum and number of positions in each cycle, by scalar.
    sums: Vec<(Vec<f64>, usize)>,
    seen: Sticking,
}

/// Observations of an element.
struct WatchedElement {
    /// Component of the flow, internal variable and, if there is one, the scalar of the pose that moves at that rate.
    deflections: Vec<(usize, usize, Option<usize>)>,
    /// Anchors at the start.
    start: Option<Vec<f64>>,
    anchor_change: f64,
    slipping_steps: usize,
}

impl WatchedElement {
    fn see(&mut self, pose: &[f64], flow: &[f64], internal: &[f64], rate: &[f64]) {
        let follows = |&(axis, index, _): &(usize, usize, Option<usize>)| {
            let (v, e) = (flow[axis], rate[index]);
            v.to_bits() == e.to_bits() || v == e
        };
        self.slipping_steps += usize::from(!self.deflections.iter().all(follows));
        let anchors = self.deflections.iter();
        let anchors =
            anchors.filter_map(|&(_, index, scalar)| Some(pose[scalar?] - internal[index]));
        let anchors: Vec<f64> = anchors.collect();
        let start = self.start.get_or_insert_with(|| anchors.clone());
        for (now, start) in anchors.iter().zip(&*start) {
            self.anchor_change = self.anchor_change.max((now - start).abs());
        }
    }
}

impl Watch {
    fn new<D: Domain>(elements: &[Element], start: &Motion<D>, period: f64, cycles: usize) -> Self {
        let moved = moved_scalars::<D>(&start.pose);
        let watched = |Element(deflections): &Element| WatchedElement {
            deflections: deflections.iter().map(|&(axis, i)| (axis, i, moved[axis].1)).collect(),
            start: None,
            anchor_change: 0.0,
            slipping_steps: 0,
        };
        // A law without deflections is judged by all scalars of its pose.
        let mut scalars: Vec<usize> = match elements {
            [] => (0..<D::Pose as Flat>::LEN).collect(),
            _ => {
                let axes = elements.iter().flat_map(|element| &element.0);
                axes.flat_map(|&(axis, _)| moved[axis].0.clone()).collect()
            }
        };
        scalars.sort_unstable();
        scalars.dedup();
        Self {
            elements: elements.iter().map(watched).collect(),
            scalars,
            period,
            sums: vec![(vec![], 0); cycles],
            seen: Sticking::default(),
        }
    }

    fn see(&mut self, time: f64, pose: &[f64], flow: &[f64], internal: &[f64], rate: &[f64]) {
        let seen = &mut self.seen;
        seen.steps += 1;
        let judged: Vec<f64> = self.scalars.iter().map(|&scalar| pose[scalar]).collect();
        for position in &judged {
            seen.largest_position = seen.largest_position.max(position.abs());
        }
        for element in &mut self.elements {
            element.see(pose, flow, internal, rate);
        }
        // A sample belongs to the cycle that it ends in or lies in.
        let cycle = ((time / self.period) - 1e-6).max(0.0) as usize;
        if let Some((sum, count)) = self.sums.get_mut(cycle) {
            sum.resize(judged.len(), 0.0);
            for (sum, position) in sum.iter_mut().zip(judged) {
                *sum += position;
            }
            *count += 1;
        }
    }

    fn report(mut self) -> Sticking {
        let held_best = self.elements.iter().enumerate().min_by(|(_, a), (_, b)| {
            let anchors = a.anchor_change.total_cmp(&b.anchor_change);
            a.slipping_steps.cmp(&b.slipping_steps).then(anchors)
        });
        if let Some((index, element)) = held_best {
            self.seen.element = index;
            self.seen.anchor_change = element.anchor_change;
            self.seen.slipping_steps = element.slipping_steps;
        }
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
