//! The estimate at the best place: values, errors, residuals, and the rows that were held out.

use nalgebra::DMatrix;

use crate::fit::estimate::{Estimate, EstimateDoubt, FittedColumn, FittedParameter, Undetermined};
use crate::fit::experiment::Failed;
use crate::fit::judge::judged;
use crate::fit::marquardt::Minimum;
use crate::fit::problem::Problem;
use crate::fit::residuals::{ALIKE, POOR, Whiteness, far, whiteness};
use crate::fit::space::Axis;
use crate::fit::statistics::{Errors, SHARE};
use crate::fit::weak::Direction;
use crate::fit::{by_column, number, profile, spread};

/// An estimate farther beyond its range than this, as a logarithm, is reported.
const BEYOND: f64 = 0.1;
/// A profile narrower than this share of the interval of the errors means a rough sum.
const ROUGH: f64 = 0.25;
/// A standard error beyond which the interval is profiled: a quarter.
const WEAK: f64 = 0.25;

/// Computes errors, residuals, and the prediction of the held-out rows.
pub(crate) fn finished(
    problem: &Problem<'_>,
    best: &Minimum,
    (free, directions): (&[bool], &[Direction]),
    (starts, agree): (usize, usize),
) -> Result<Estimate, Failed> {
    let (axes, experiment) = (problem.axes, problem.experiment);
    let counts = problem.counts();
    let left = by_column(&best.there.residuals, &counts);
    let white: Vec<Whiteness> = left.iter().map(|residuals| whiteness(residuals)).collect();
    let is_correlated: Vec<bool> = white.iter().map(|white| white.is_correlated).collect();
    let errors = Errors::new(&best.there, &counts, &is_correlated, directions, number(free));
    let mut doubts = vec![];
    let mut parameters = vec![];
    for (axis, is_free) in free.iter().enumerate() {
        parameters.push(parameter(problem, best, &errors, (axis, !is_free), &mut doubts));
    }
    let is_known: Vec<bool> =
        parameters.iter().map(|parameter| parameter.standard_error.is_some()).collect();
    doubts.extend(judged(problem, best, &errors, &is_known));
    let all = experiment.log.time().len();
    let values = problem.values(&best.at);
    // A model may fail in the rows that were not fitted.
    let run = |rows| experiment.run(&values, rows, None);
    let model = run(all).or_else(|_| run(problem.rows))?;
    let columns = experiment.compared.iter().zip(model).zip(&white).zip(&counts);
    let columns: Vec<FittedColumn> = columns
        .map(|(((column, model), white), count)| {
            let rms = |rows: core::ops::Range<usize>| {
                let pairs = column.measured[rows.clone()].iter().zip(model.get(rows)?);
                let squares: Vec<f64> =
                    pairs.filter(|(y, _)| !y.is_nan()).map(|(y, f)| (y - f).powi(2)).collect();
                let count = squares.len() as f64;
                (count > 0.0).then(|| (squares.iter().sum::<f64>() / count).sqrt())
            };
            FittedColumn {
                name: column.name.clone(),
                unit: column.unit.clone(),
                samples: *count,
                rms: rms(0..problem.rows).unwrap_or(f64::NAN),
                held_rms: rms(problem.rows..all),
                durbin_watson: white.durbin_watson,
                correlation: white.correlation,
                is_correlated: white.is_correlated,
                measured: column.measured.clone(),
                model,
            }
        })
        .collect();
    let poor: Vec<EstimateDoubt> = columns.iter().filter_map(poor).collect();
    let is_poor = !poor.is_empty();
    doubts.extend(poor);
    let compared = experiment.compared.iter().zip(&left);
    doubts.extend(compared.filter_map(|(column, left)| far(experiment.log, column, left)));
    let samples = best.there.residuals.len();
    let likelihood = |column: &FittedColumn| {
        let variance = column.rms.powi(2);
        column.samples as f64 * ((core::f64::consts::TAU * variance).ln() + 1.0)
    };
    let log_likelihood = -0.5 * columns.iter().map(likelihood).sum::<f64>();
    let unknowns = (axes.len() + columns.len()) as f64;
    Ok(Estimate {
        parameters,
        doubts,
        correlation: correlation(&errors, free),
        undetermined: errors.undetermined.iter().map(|v| undetermined(axes, v, is_poor)).collect(),
        samples,
        rows: problem.rows,
        held_rows: all - problem.rows,
        degrees_of_freedom: errors.degrees_of_freedom,
        is_scaled: is_correlated.contains(&true),
        log_likelihood,
        aic: 2.0 * unknowns - 2.0 * log_likelihood,
        bic: unknowns * (samples as f64).ln() - 2.0 * log_likelihood,
        has_converged: best.has_converged,
        iterations: best.iterations,
        starts,
        starts_that_agree: agree,
        scenario: experiment.text_with(&values)?,
        time: experiment.log.time().to_vec(),
        columns,
    })
}

/// Warns if the model leaves most of the variation of a column.
fn poor(column: &FittedColumn) -> Option<EstimateDoubt> {
    let share = column.rms / spread(&column.measured);
    (share > POOR && column.correlation > ALIKE)
        .then(|| EstimateDoubt::Poor { column: column.name.clone(), share: 100.0 * share })
}

fn parameter(
    problem: &Problem<'_>,
    best: &Minimum,
    errors: &Errors,
    (k, is_at_bound): (usize, bool),
    doubts: &mut Vec<EstimateDoubt>,
) -> FittedParameter {
    let (axis, u) = (&problem.axes[k], best.at[k]);
    let is_known = !is_at_bound && !errors.is_undetermined(k);
    let [mut plain, mut scaled] =
        [&errors.plain, &errors.scaled].map(|of| is_known.then(|| of[(k, k)].max(0.0).sqrt()));
    let mut interval = [None, None];
    let is_profiled = scaled.is_some_and(|error| error > WEAK);
    if let (Some(of_noise), Some(error)) = (plain, scaled) {
        let half = errors.quantile() * error;
        interval = [Some(u - half), Some(u + half)];
        if is_profiled {
            // The sum may grow by t²σ², and by more if the errors were widened.
            let rise = errors.variance * (errors.quantile() * error / of_noise).powi(2);
            interval = [-1.0, 1.0].map(|sign| {
                let best = (best.at.as_slice(), best.there.value);
                profile::end(problem, best, k, (sign, 0.4 * half), rise)
            });
            let is_narrow =
                |end: &Option<f64>| end.is_some_and(|end| (end - u).abs() < ROUGH * half);
            if interval.iter().any(is_narrow) {
                doubts.push(EstimateDoubt::Rough { path: axis.path.clone() });
                ([plain, scaled], interval) = ([None; 2], [None; 2]);
            }
        }
    }
    let (low, high) = axis.box_;
    // A parameter that changes together with others may be anywhere.
    let is_alone = !errors.is_shared(k);
    if axis.is_log && is_alone && !is_at_bound && !(low - BEYOND..=high + BEYOND).contains(&u) {
        let [value, low, high] = [u, low, high].map(|u| axis.value(u));
        doubts.push(EstimateDoubt::Beyond { path: axis.path.clone(), value, low, high });
    }
    FittedParameter {
        path: axis.path.clone(),
        unit: axis.unit.clone(),
        value: axis.value(u),
        standard_error: scaled.map(|error| error * axis.rate(u)),
        standard_error_of_noise: plain.map(|error| error * axis.rate(u)),
        interval: interval.map(|end| end.map(|u| axis.value(axis.clamp(u)))),
        is_profiled,
        is_at_bound,
    }
}

fn correlation(errors: &Errors, free: &[bool]) -> Vec<Vec<f64>> {
    let p = free.len();
    let of: &DMatrix<f64> = &errors.scaled;
    let is_known = |k: usize| free[k] && !errors.is_undetermined(k);
    let one = |i: usize, j: usize| {
        if !(is_known(i) && is_known(j)) {
            return f64::NAN;
        }
        if i == j { 1.0 } else { of[(i, j)] / (of[(i, i)] * of[(j, j)]).sqrt() }
    };
    (0..p).map(|i| (0..p).map(|j| one(i, j)).collect()).collect()
}

fn undetermined(axes: &[Axis], direction: &[f64], is_only_here: bool) -> Undetermined {
    let largest = direction.iter().fold(0.0_f64, |l, d| if d.abs() > l.abs() { *d } else { l });
    let taking: Vec<(&Axis, f64)> = axes
        .iter()
        .zip(direction.iter().map(|d| d / largest))
        .filter(|(_, d)| d.abs() > SHARE)
        .collect();
    Undetermined {
        paths: taking.iter().map(|(axis, _)| axis.path.clone()).collect(),
        exponents: taking.iter().map(|(_, exponent)| *exponent).collect(),
        is_factor: taking.iter().all(|(axis, _)| axis.is_log),
        is_only_here,
    }
}
