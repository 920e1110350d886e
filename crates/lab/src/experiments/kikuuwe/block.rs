//! A block that is stuck, and one on a belt.

use crate::kikuuwe::{SlidingBlock, tremor};
use stiction::friction::{StribeckShape, ThresholdFriction};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use crate::experiments::Provenance::{Paper, Reference, Theory};
use crate::experiments::{Findings, PaperError, Thoroughness};

const LIMIT: f64 = 1.0;
const STIFFNESS: f64 = 1e5;
const DAMPING: f64 = 400.0;
/// Speed of the belt \[m/s\].
const BELT: f64 = 0.02;

/// Returns the positions of a trembling block after every cycle of 0.1 s.
fn tremble<I>(law: I, tableau: Tableau, cycles: u32) -> Result<Vec<f64>, PaperError>
where
    I: Impedance<Domain = Line>,
{
    let mut test = SlidingBlock::new(law, tremor, tableau, 1e-4)?;
    let mut positions = vec![];
    for cycle in 1..=cycles {
        test.simulation.run_until(0.1 * f64::from(cycle))?;
        positions.push(test.simulation.motion(test.block)?.pose);
    }
    Ok(positions)
}

pub(super) fn stiction(effort: Thoroughness) -> Result<Findings, PaperError> {
    let cycles = if effort == Thoroughness::Full { 1000 } else { 200 };
    let gsat =
        GsatFriction::builder().stiffness(STIFFNESS).damping(DAMPING).limit(LIMIT).build()?;
    let steady = SteadyState::Force(StribeckCurve::constant(LIMIT)?);
    let lugre = LuGreFriction::builder().stiffness(STIFFNESS).damping(DAMPING);
    let lugre = lugre.steady_state(steady).build()?;
    let dahl = DahlFriction::builder().stiffness(STIFFNESS).limit(LIMIT).build()?;
    let threshold = ThresholdFriction::builder().limit(LIMIT).threshold_speed(1e-3).build()?;
    let runs = [
        ("gsat, RK4", tremble(gsat.clone(), Tableau::rk4(), cycles)?, 0.0),
        ("gsat, Euler", tremble(gsat, Tableau::euler(), cycles)?, 0.0),
        ("LuGre", tremble(lugre, Tableau::rk4(), cycles)?, 1.901e-5),
        ("Dahl", tremble(dahl, Tableau::rk4(), cycles)?, 2.592e-5),
        ("velocity threshold 1 mm/s", tremble(threshold, Tableau::rk4(), cycles)?, 6.0e-5),
    ];
    let mut outcome = Findings::new(format!(
        "A block of 1 kg under F (0.6 + 0.3 sin 20 pi t), F the friction limit, for {cycles} cycles. \
         The drift per cycle is that of an independent implementation; 0 for the law of the paper, \
         which says that it captures static friction without drift. SlidingBlock and load are chosen here."
    ));
    let numbers: Vec<f64> = (1..=cycles).map(f64::from).collect();
    let mut panel = Panel::new().x("cycle").y("position [m]");
    for (model, positions, published) in &runs {
        let drift = (positions[cycles as usize - 1] - positions[99]) / f64::from(cycles - 100);
        let quantity = format!("{model}: drift per cycle [m]");
        outcome = outcome.check(if *published == 0.0 {
            Paper.below(quantity, drift, 1e-18)
        } else {
            Reference.relative(quantity, drift, *published, 0.005)
        });
        panel = panel.line(*model, &numbers, positions);
    }
    Ok(outcome.figure(Figure::new("").panel(panel)))
}

/// Returns the largest factor by which a stuck block of unit mass grows in a step of 1 s, by stepping: `a` is K T²/m,
/// `b` is B T/m.
fn growth(a: f64, b: f64, tableau: &Tableau) -> Result<f64, PaperError> {
    let mut columns = [[0.0; 2]; 2];
    for (i, start) in [(1e-3, 0.0), (0.0, 1e-3)].into_iter().enumerate() {
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(1.0).build()?;
        let block = net.add(mass, Motion::new(0.0, start.1))?;
        let law = GsatFriction::builder().stiffness(a).damping(b).limit(1e6).build()?;
        let friction = net.connect(law, Direct::new(), block.port())?;
        let network = net.build()?;
        let mut state = network.initial_state();
        network.set_internal(friction, &mut state, &[start.0])?;
        let mut sim = Simulation::new(network, tableau.clone(), 1.0)?;
        sim.set_state(state)?;
        sim.run_until(1.0)?;
        columns[i] = [sim.internal(friction)?[0] / 1e-3, sim.motion(block)?.flow / 1e-3];
    }
    let [[p, r], [q, s]] = columns;
    let (half_trace, determinant) = (0.5 * (p + s), p * s - q * r);
    let discriminant = half_trace * half_trace - determinant;
    Ok(if discriminant < 0.0 { determinant.sqrt() } else { half_trace.abs() + discriminant.sqrt() })
}

/// Returns the largest K T²/m that does not grow.
fn limit(b: f64, tableau: &Tableau) -> Result<f64, PaperError> {
    let mut low = 1e-9;
    let mut high = low;
    while growth(high, b, tableau)? <= 1.0 + 1e-12 && high < 20.0 {
        low = high;
        high += 0.01;
    }
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        if growth(middle, b, tableau)? <= 1.0 + 1e-12 { low = middle } else { high = middle }
    }
    Ok(low)
}

pub(super) fn stability(effort: Thoroughness) -> Result<Findings, PaperError> {
    let all = [
        (0.0, 5.238),
        (0.1, 5.207),
        (0.3, 5.398),
        (0.5, 7.45),
        (1.0, 5.45),
        (1.5, 3.61),
        (2.0, 2.08),
        (2.5, 0.733),
    ];
    let published = if effort == Thoroughness::Full { &all[..] } else { &all[4..7] };
    let mut outcome = Findings::new(
        "The largest K T²/m at which a stuck block is stable, over B T/m: found by stepping the \
         mechanism, expected by an independent computation of the spectral radius, to three or four \
         digits. Euler's limit is 4 - 2 B T/m exactly. The paper says only that K should be chosen \
         as high as the stability of the simulation permits.",
    );
    let (mut dampings, mut rk4, mut euler) = (vec![], vec![], vec![]);
    for &(b, expected) in published {
        let found = limit(b, &Tableau::rk4())?;
        outcome =
            outcome.check(Reference.near(format!("RK4, B T/m = {b}"), found, expected, 0.006));
        dampings.push(b);
        rk4.push(found);
        euler.push(limit(b, &Tableau::euler())?);
    }
    for (b, found) in dampings.iter().zip(&euler).filter(|(b, _)| **b < 2.0) {
        outcome =
            outcome.check(Theory.near(format!("Euler, B T/m = {b}"), *found, 4.0 - 2.0 * b, 1e-6));
    }
    let panel = Panel::new().x("B T/m").y("largest K T²/m").line_and_points("RK4", &dampings, &rk4);
    let panel = panel.line_and_points("Euler", &dampings, &euler);
    Ok(outcome.figure(Figure::new("").panel(panel)))
}

pub(super) fn stick_slip(_: Thoroughness) -> Result<Findings, PaperError> {
    let mut outcome = Findings::new(
        "A block of 1 kg on a belt of 2 cm/s, held by a spring of 100 N/m; friction falls from 1.5 N to \
         1 N with the speed. Theory: it breaks away for the first time when the spring has 1.5 N, \
         after 0.75 s (found as the time at which it is slower than the belt by 2 in 1000; the \
         bristles let it lag by 1 in 1000 before). Period and spring force are those of an \
         independent implementation.",
    );
    let mut panel = Panel::new().x("time [s]").y("spring force [N]");
    let shapes = [
        ("rational", StribeckShape::Rational, [0.8826, 0.5726, 1.6219]),
        ("Gaussian", StribeckShape::Gaussian, [0.9688, 0.4103, 1.6445]),
    ];
    for (name, shape, [period, least, most]) in shapes {
        let [time, force, speed] = belt(shape)?;
        let slips = speed.iter().position(|&speed| speed < 0.998 * BELT);
        let breakaway = slips.map_or(f64::NAN, |k| time[k]);
        let end = time.partition_point(|&time| time < 4.0);
        let (low, high) = (end..time.len())
            .fold((f64::MAX, f64::MIN), |(low, high), k| (low.min(force[k]), high.max(force[k])));
        // Upward crossings of the middle, one per period.
        let middle = 0.5 * (low + high);
        let rising = |k: &usize| force[k - 1] < middle && force[*k] >= middle;
        let crossings: Vec<f64> = (end..time.len()).filter(rising).map(|k| time[k]).collect();
        let count = crossings.len() - 1;
        let found = (crossings[count] - crossings[0]) / count as f64;
        outcome = outcome
            .check(Theory.near(format!("{name}: breaks away at [s]"), breakaway, 0.75, 0.01))
            .check(Reference.near(format!("{name}: period [s]"), found, period, 3e-4))
            .check(Reference.near(format!("{name}: least spring force [N]"), low, least, 1e-3))
            .check(Reference.near(format!("{name}: largest spring force [N]"), high, most, 1e-3));
        panel = panel.line(name, &time, &force);
    }
    Ok(outcome.figure(Figure::new("").panel(panel)))
}

/// Returns time \[s\], force of the spring \[N\] and speed of the block \[m/s\].
fn belt(shape: StribeckShape) -> Result<[Vec<f64>; 3], PaperError> {
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(1.5).stribeck_speed(0.01);
    let law = RateDependentGsat::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.curve(curve.shape(shape).build()?).viscous_damping(0.4).build()?;
    let mut net = NetworkBuilder::new();
    let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::new(0.0, BELT))?;
    let belt = Prescribed::new(ConstantVelocity::<Line>::builder().velocity(BELT).build()?);
    let spring = SpringDamper::builder().stiffness(100.0).build()?;
    let spring = net.connect(spring, Direct::new(), block.port())?;
    net.connect(law, Between::new(), (belt, block.port()))?;
    let sampler = Sampler::every_steps(1)
        .channel("force", move |frame| Ok(-frame.effort(spring)?))
        .channel("speed", move |frame| Ok(frame.motion(block)?.flow));
    let mut recorder = Recorder::from(sampler);
    Simulation::new(net.build()?, Tableau::rk4(), 1e-4)?.run_observed(12.0, &mut recorder)?;
    Ok(recorder.columns_named(["t", "force", "speed"])?.map(<[f64]>::to_vec))
}
