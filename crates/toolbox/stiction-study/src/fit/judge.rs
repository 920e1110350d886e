//! Checks whether the model is good enough at the estimate: runs with half the step, and with four times the
//! stiffness of bristles that are not estimated.
//!
//! A change of the model moves the residuals by `Δr`, and thereby the estimates by `−(JᵀJ)⁻¹ Jᵀ Δr`: a bias that no
//! residual shows.

use nalgebra::DVector;
use rayon::prelude::*;

use crate::fit::estimate::EstimateDoubt;
use crate::fit::marquardt::Minimum;
use crate::fit::problem::Problem;
use crate::fit::statistics::Errors;

/// A shift by more standard errors is reported.
const MOST_SHIFT: f64 = 1.0;
/// Factor of the stiffness of a bristle.
const STIFFER: f64 = 4.0;

/// Returns the doubts about step and stiffness; `is_known` are the coordinates that have an error.
pub(crate) fn judged(
    problem: &Problem<'_>,
    best: &Minimum,
    errors: &Errors,
    is_known: &[bool],
) -> Vec<EstimateDoubt> {
    let values = problem.values(&best.at);
    let worst = |from: &[f64], to: &[f64]| -> Option<(String, f64)> {
        let moved = DVector::from_iterator(from.len(), to.iter().zip(from).map(|(a, b)| a - b));
        let shift = &errors.inverse * best.there.jacobian.tr_mul(&moved);
        let shifts = (0..shift.len()).filter(|k| is_known[*k]).map(|k| {
            let shift = (shift[k] / errors.scaled[(k, k)].sqrt()).abs();
            (problem.axes[k].path.clone(), if shift.is_nan() { 0.0 } else { shift })
        });
        let worst = shifts.max_by(|a, b| a.1.total_cmp(&b.1));
        worst.filter(|(_, shift)| *shift > MOST_SHIFT)
    };
    // A path may name an item of a list as `list[0]` or as `list.0`.
    let is_item = |mark: char| ['.', '[', ']'].contains(&mark);
    let keys = |path: &str| -> Vec<String> {
        path.split(is_item).filter(|key| !key.is_empty()).map(str::to_owned).collect()
    };
    let free: Vec<_> = problem.axes.iter().map(|axis| keys(&axis.path)).collect();
    let mut bristles: Vec<Vec<(&str, f64)>> = vec![];
    for own in &problem.experiment.bristles {
        let own = own.iter().map(|(path, value)| (path.as_str(), *value));
        bristles.push(own.filter(|(path, _)| !free.contains(&keys(path))).collect());
    }
    bristles.retain(|held| !held.is_empty());
    let run = |stiffer: &[_]| problem.residuals_of(&values, Some(stiffer)).ok();
    // Runs with a stiffer bristle use half the step too, so that they are resolved as well as before.
    let (fine, stiff) = rayon::join(
        || run(&[]),
        || {
            let stiffer = bristles.par_iter().map(|held| {
                held.iter().map(|(path, value)| (*path, STIFFER * value)).collect::<Vec<_>>()
            });
            stiffer.map(|stiffer| run(&stiffer)).collect::<Vec<_>>()
        },
    );
    let Some(fine) = fine else { return vec![] };
    let step = worst(&best.there.residuals, &fine).map(|(path, shift)| EstimateDoubt::Step {
        step: problem.experiment.scenario.solver.step,
        path,
        shift,
    });
    let of_bristles = bristles.iter().zip(stiff).filter_map(|(held, stiff)| {
        let ((path, shift), (held, value)) = (worst(&fine, &stiff?)?, held.first()?);
        Some(EstimateDoubt::Stiffness { held: (*held).to_owned(), value: *value, path, shift })
    });
    step.into_iter().chain(of_bristles).collect()
}
