//! Table 1: time for a step.

use std::hint::black_box;
use std::time::Instant;

use stiction::output::TextTable;

use super::body::{Body, HEIGHT, INERTIA_PER_MASS, STEP};
use super::quadratics::{Quadratics, Spin};
use super::run::{Run, Step};
use crate::experiments::Source::{Paper, Reference};
use crate::experiments::{Effort, Outcome, ReproduceError};

/// Per example: complementarity problem, quadratics with PATH, quadratics with fsolve \[s\].
const PUBLISHED: [[f64; 3]; 3] =
    [[0.0064, 0.0024, 0.0099], [0.0064, 0.0026, 0.0083], [0.0036, 0.0014, 0.0058]];

/// Least mean time of some runs \[s\] for the slips of a run, and how often it is made.
fn timed(steps: &[Step], repeats: u32, mut step: impl FnMut(usize, &Step)) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..repeats {
        let started = Instant::now();
        steps.iter().enumerate().for_each(|(k, one)| step(k, one));
        least = least.min(started.elapsed().as_secs_f64() / steps.len() as f64);
    }
    least
}

/// Our step, and the four quadratics from the root of the step before \[s\]; iterations of our step.
fn times(run: &Run, repeats: u32) -> (f64, f64, f64) {
    let slips = run.moving();
    let ours = timed(slips, repeats, |_, step| {
        let mut state = step.before;
        black_box(run.slider.step(&mut state, STEP, &step.load).is_ok());
        black_box(state);
    });
    let mut last = None;
    let quadratics = timed(slips, repeats, |k, step| {
        let problem = Quadratics::new(&run.slider, &step.before.flow, &step.load, Spin::Printed);
        let guess = if k == 0 { None } else { last };
        let root = problem.solve(guess.unwrap_or_else(|| problem.guess()));
        last = black_box(root).map(|root| root.unknowns);
    });
    let iterations = slips.iter().map(|step| f64::from(step.report.iterations)).sum::<f64>();
    (ours, quadratics, iterations / slips.len() as f64)
}

pub(super) fn run(effort: Effort) -> Result<Outcome, ReproduceError> {
    let repeats = if effort == Effort::Full { 400 } else { 20 };
    let examples = [
        ("1 (0.45 s)", Body::square()?, 45, Some(3.3)),
        ("2 (0.6 s)", Body::ring(INERTIA_PER_MASS)?, 60, None),
        ("3 (3 s)", Body::pushed(HEIGHT)?, 300, Some(3.0)),
    ];
    let headers = [
        "example",
        "here, one equation [s]",
        "here, four quadratics [s]",
        "paper, quadratics, PATH [s]",
        "paper, quadratics, fsolve [s]",
        "paper, in space, PATH [s]",
    ];
    let mut table = TextTable::new("Time for a step", &headers);
    let mut outcome = Outcome::new(
        "The average time for a step of the examples. Without tilting moments the four quadratics \
         reduce to one scalar equation for sigma, whose solution takes a fraction of a microsecond; \
         the table shows it beside Newton's method for the four, and the paper's times. Those are \
         of Matlab on a laptop of 2.6 GHz: none is a verdict. The text says that the problem in space \
         could not be solved for example 2; the table has a number for it. What can be compared is \
         how many evaluations a step takes, with those of an independent implementation.",
    );
    for ((name, body, count, known), published) in examples.into_iter().zip(PUBLISHED) {
        let (ours, quadratics, iterations) = times(&Run::new(&body, count)?, repeats);
        let cells = [ours, quadratics].map(|time| format!("{time:.2e}"));
        let others = [published[1], published[2], published[0]].map(|time| format!("{time}"));
        table.row([name.to_owned()].into_iter().chain(cells).chain(others));
        if let Some(known) = known {
            let quantity = format!("example {name}: evaluations for a step");
            outcome = outcome.check(Reference.at_most(quantity, iterations, known + 0.05));
        }
        let quantity = format!("example {name}: step here, and the paper's quickest [s]");
        outcome = outcome.check(Paper.information(quantity, ours, published[1]));
    }
    Ok(outcome
        .table(table)
        .not_compared("the times of PATH and fsolve, which are solvers for Matlab"))
}
