//! The sum of squares of a log and a model, and its derivatives.

use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

use crate::fit::experiment::{Experiment, Failed};
use crate::fit::space::Axis;

/// The sum to be minimised: `Σ (y − f(u))² / s²` over all measured numbers, with one `s` for each column.
#[derive(Debug)]
pub(crate) struct Problem<'a> {
    pub(crate) experiment: &'a Experiment<'a>,
    pub(crate) axes: &'a [Axis],
    /// Number of rows that are fitted, from the first one.
    pub(crate) rows: usize,
    /// `s` of every column.
    pub(crate) scales: Vec<f64>,
}

/// Half of the distance over which a derivative is taken, in `u`: a thousandth of a positive parameter. When a law
/// switches between stick and slip, the run has kinks, which a shorter distance would see.
const DISTANCE: f64 = 1e-3;

/// The sum of squares near a place: residuals, their derivatives, half of the gradient, and `JᵀJ`.
#[derive(Clone, Debug)]
pub(crate) struct Quadratic {
    pub(crate) value: f64,
    pub(crate) residuals: Vec<f64>,
    /// `−∂f/∂u / s`, a row for every residual.
    pub(crate) jacobian: DMatrix<f64>,
    pub(crate) gradient: DVector<f64>,
    pub(crate) curvature: DMatrix<f64>,
}

/// How derivatives are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Differences {
    /// One-sided: half of the runs. Used far from the minimum, where only a direction is needed.
    OneSided,
    /// Central.
    Central,
}

impl Problem<'_> {
    pub(crate) fn values(&self, u: &[f64]) -> Vec<f64> {
        self.axes.iter().zip(u).map(|(axis, u)| axis.value(*u)).collect()
    }

    /// Returns the place at a distance from another one, within the bounds.
    pub(crate) fn moved(&self, from: &[f64], by: &DVector<f64>) -> Vec<f64> {
        let axes = self.axes.iter().zip(from).zip(by.iter());
        axes.map(|((axis, u), by)| axis.clamp(u + by)).collect()
    }

    /// Returns the residuals of all columns, one after the other, in units of their `s`; numbers that were not
    /// measured are left out.
    pub(crate) fn residuals(&self, u: &[f64]) -> Result<Vec<f64>, Failed> {
        self.residuals_of(&self.values(u), None)
    }

    /// As [`Self::residuals`], for values of the parameters; `stiffer` as in [`Experiment::run`].
    pub(crate) fn residuals_of(
        &self,
        values: &[f64],
        stiffer: Option<&[(&str, f64)]>,
    ) -> Result<Vec<f64>, Failed> {
        let model = self.experiment.run(values, self.rows, stiffer)?;
        let columns = self.experiment.compared.iter().zip(&model).zip(&self.scales);
        let of = columns.flat_map(|((column, model), scale)| {
            let pairs = column.measured.iter().zip(model).filter(|(y, _)| !y.is_nan());
            pairs.map(move |(y, f)| (y - f) / scale)
        });
        Ok(of.collect())
    }

    /// Returns the number of residuals of each column.
    pub(crate) fn counts(&self) -> Vec<usize> {
        let measured = |values: &[f64]| values.iter().filter(|value| !value.is_nan()).count();
        self.experiment
            .compared
            .iter()
            .map(|column| measured(&column.measured[..self.rows]))
            .collect()
    }

    pub(crate) fn sum(&self, u: &[f64]) -> Result<f64, Failed> {
        Ok(self.residuals(u)?.iter().map(|r| r * r).sum())
    }

    /// Returns residuals and derivatives, by differences of runs; one-sided if the other side is not allowed or has
    /// no run.
    pub(crate) fn quadratic(
        &self,
        u: &[f64],
        differences: Differences,
    ) -> Result<Quadratic, Failed> {
        let shifted = |axis: usize, sign: f64| {
            let mut there = u.to_vec();
            there[axis] = self.axes[axis].clamp(u[axis] + sign * DISTANCE);
            let residuals = (there[axis] != u[axis]).then(|| self.residuals(&there).ok());
            residuals.flatten().map(|residuals| (there[axis], residuals))
        };
        let sides = |axis: usize| match differences {
            Differences::Central => rayon::join(|| shifted(axis, 1.0), || shifted(axis, -1.0)),
            Differences::OneSided => match shifted(axis, 1.0) {
                None => (None, shifted(axis, -1.0)),
                above => (above, None),
            },
        };
        let (centre, sides) = rayon::join(
            || self.residuals(u),
            || (0..u.len()).into_par_iter().map(sides).collect::<Vec<_>>(),
        );
        let residuals = centre?;
        let mut jacobian = DMatrix::zeros(residuals.len(), u.len());
        for (axis, (above, below)) in sides.iter().enumerate() {
            if above.is_none() && below.is_none() {
                return Err(format!("no run near {} = {:e}", self.axes[axis].path, u[axis]).into());
            }
            let here = (u[axis], &residuals);
            let [above, below] =
                [above, below].map(|side| side.as_ref().map_or(here, |(at, there)| (*at, there)));
            let distance = above.0 - below.0;
            for (row, (a, b)) in above.1.iter().zip(below.1).enumerate() {
                jacobian[(row, axis)] = (a - b) / distance;
            }
        }
        let value = residuals.iter().map(|r| r * r).sum();
        let gradient = jacobian.tr_mul(&DVector::from_column_slice(&residuals));
        let curvature = jacobian.tr_mul(&jacobian);
        Ok(Quadratic { value, residuals, jacobian, gradient, curvature })
    }
}

#[cfg(test)]
#[path = "derivative_tests.rs"]
mod tests;
