//! One step of an explicit scheme on a flat state.

mod array;
mod chain;
mod combination;
mod in_parts;

use fearless_simd::{Level, dispatch};
use stiction_core::{Inputs, Stage};

use crate::ode::{Ode, OdeError, Parts, Tableau};
use chain::{Chain, LONG};
use combination::Combination;
use in_parts::{Step, Workspace, provide};

/// Steps a flat state by a [`Tableau`]; owns the memory of the stages, so that a step allocates
/// nothing except in the first one of a network in parts.
#[derive(Clone, Debug)]
pub struct RungeKutta {
    tableau: Tableau,
    plan: Plan,
    rates: Vec<Vec<f64>>,
    point: Vec<f64>,
    workspaces: Vec<Workspace>,
}

/// Up to this number of variables, they and the rates of all stages fit into the fastest cache; to keep the
/// rates then costs less than to sum them up stage by stage.
const FEW: usize = 1024;

/// A tableau, ready for the step.
#[derive(Clone, Debug)]
struct Plan {
    stages: Vec<StagePlan>,
    weights: Combination,
    /// The chain, if one array of rates is enough and worth a running sum.
    chain: Option<Chain>,
}

impl Plan {
    /// Makes the new state in `point`; `rhs` is the right-hand side for the state `x`.
    #[inline(always)]
    fn step(
        &self,
        time: f64,
        step: f64,
        x: &[f64],
        rates: &mut [impl AsRef<[f64]> + AsMut<[f64]>],
        point: &mut [f64],
        mut rhs: impl FnMut(&Stage, &[f64], &mut [f64]),
    ) {
        let n = x.len();
        if let (Some(chain), [k, sum]) = (&self.chain, &mut *rates) {
            let (k, sum) = (&mut k.as_mut()[..n], &mut sum.as_mut()[..n]);
            for (r, row) in self.stages.iter().enumerate() {
                rhs(&row.stage(time, step), if r == 0 { x } else { &*point }, k);
                chain.advance(r, step, [x, k], sum, point);
            }
            return;
        }
        for (r, row) in self.stages.iter().enumerate() {
            if r > 0 {
                row.row.advance(x, step, |r| &rates[r].as_ref()[..n], point);
            }
            let k = &mut rates[r].as_mut()[..n];
            rhs(&row.stage(time, step), if r == 0 { x } else { &*point }, k);
        }
        self.weights.advance(x, step, |r| &rates[r].as_ref()[..n], point);
    }

    /// Allocates arrays for the rates: one for every stage, or the last one and a sum.
    fn arrays<A>(&self, len: usize, array: fn(usize) -> A) -> Vec<A> {
        let count = if self.chain.is_some() { 2 } else { self.stages.len() };
        // One by one: an array that is never used is then never touched.
        (0..count).map(|_| array(len)).collect()
    }
}

/// A row of the tableau.
#[derive(Clone, Debug)]
struct StagePlan {
    node: f64,
    tau: f64,
    row: Combination,
}

impl StagePlan {
    #[inline(always)]
    fn stage(&self, time: f64, step: f64) -> Stage<'static> {
        Stage::first(time + self.node * step, self.tau * step).of_step_from(time)
    }
}

impl RungeKutta {
    /// Creates a stepper for states of `dim` variables.
    #[must_use]
    pub fn new(tableau: Tableau, dim: usize) -> Self {
        let plan = |r: usize| StagePlan {
            node: tableau.nodes()[r],
            tau: tableau.taus()[r],
            row: Combination::new(tableau.row(r).unwrap_or_default()),
        };
        let stages = (0..tableau.stages()).map(plan).collect();
        let weights = Combination::new(tableau.weights());
        let chain = Chain::of(&tableau).filter(|_| dim > FEW);
        let plan = Plan { stages, weights, chain };
        let rates = plan.arrays(dim, |len| vec![0.0; len]);
        Self { tableau, plan, rates, point: vec![0.0; dim], workspaces: vec![] }
    }

    /// Returns the scheme.
    #[must_use]
    pub const fn tableau(&self) -> &Tableau {
        &self.tableau
    }

    /// Steps `x` from `time` to `time + step` \[s\].
    ///
    /// # Errors
    /// [`OdeError::Length`] if `x` or the equation has another dimension than this stepper;
    /// [`OdeError::NotFinite`] if the new state is not finite. `x` is then as it was.
    pub fn step<O: Ode + ?Sized>(
        &mut self,
        ode: &O,
        time: f64,
        step: f64,
        x: &mut [f64],
    ) -> Result<(), OdeError> {
        let dim = self.point.len();
        for found in [x.len(), ode.dim()] {
            if found != dim {
                return Err(OdeError::Length { expected: dim, found });
            }
        }
        let by_parts = |parts: &&dyn Parts| !parts.is_coupled() || self.plan.chain.is_some();
        if let Some(parts) = ode.parts().filter(by_parts) {
            return self.step_in_parts(parts, ode.inputs(), [time, step], x);
        }
        let Self { plan, rates, point, .. } = self;
        let inputs = ode.inputs();
        plan.step(time, step, x, rates, point, |stage, x, dx| {
            ode.rhs(&stage.with_inputs(inputs), x, dx);
        });
        ode.project(point);
        if !all_finite(point) {
            return Err(OdeError::NotFinite { index: first_not_finite(point), time });
        }
        x.copy_from_slice(point);
        Ok(())
    }

    #[inline(never)]
    fn step_in_parts(
        &mut self,
        parts: &dyn Parts,
        inputs: Option<&Inputs>,
        [time, length]: [f64; 2],
        x: &mut [f64],
    ) -> Result<(), OdeError> {
        let Self { plan, rates, point, workspaces, .. } = self;
        let step = Step { plan, time, length, inputs };
        let stepped = match (&plan.chain, &mut rates[..]) {
            (Some(chain), [k, sum]) if parts.is_coupled() => {
                step.linked(parts, chain, x, [point, k, sum])
            }
            _ => {
                provide(workspaces, plan, parts);
                step.separate(parts, workspaces, 0, parts.bounds(), [x, point])
            }
        };
        stepped.map_err(|index| {
            x.copy_from_slice(point);
            OdeError::NotFinite { index, time }
        })
    }
}

fn first_not_finite(values: &[f64]) -> usize {
    values.iter().position(|value| !value.is_finite()).unwrap_or(0)
}

/// Returns whether all are finite. Adding one to the exponent of a number carries into the sign exactly if it is not
/// finite.
#[inline(never)]
fn all_finite(values: &[f64]) -> bool {
    #[inline(always)]
    fn any_carry(values: &[f64]) -> bool {
        const EXPONENT: u64 = f64::INFINITY.to_bits();
        const ONE: u64 = 1 << (f64::MANTISSA_DIGITS - 1);
        let carry = |value: &f64| (value.to_bits() & EXPONENT) + ONE;
        values.iter().fold(0, |carries, value| carries | carry(value)) >> 63 != 0
    }
    if values.len() < LONG {
        !any_carry(values)
    } else {
        dispatch!(Level::new(), _ => !any_carry(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ode::tests::Given;

    #[test]
    fn a_value_that_is_not_finite_is_seen_wherever_it_stands() {
        // Shorter and longer than what is worth a search for instructions.
        for len in (0..40).chain([LONG - 1, LONG, LONG + 1, 3 * LONG + 5]) {
            let values = vec![-1e308; len];
            assert!(all_finite(&values));
            for place in 0..len {
                for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    let mut values = values.clone();
                    values[place] = bad;
                    assert!(!all_finite(&values), "{bad} at {place} of {len}");
                    assert_eq!(first_not_finite(&values), place);
                    // Nor do two of them make up for each other.
                    values[len - 1] = bad;
                    assert!(!all_finite(&values), "{bad} at {place} and the end of {len}");
                }
            }
        }
    }

    #[test]
    fn a_step_that_blows_up_leaves_the_state() {
        let rates =
            |_: &Stage, _: &[f64], dx: &mut [f64]| dx.copy_from_slice(&[1.0, f64::INFINITY]);
        let blow = Given(2, rates, None);
        let mut x = [3.0, 4.0];
        let error = RungeKutta::new(Tableau::heun(), 2).step(&blow, 7.0, 0.1, &mut x).unwrap_err();
        assert_eq!(error, OdeError::NotFinite { index: 1, time: 7.0 });
        assert_eq!(x, [3.0, 4.0]);
        let error = RungeKutta::new(Tableau::heun(), 3).step(&blow, 7.0, 0.1, &mut x).unwrap_err();
        assert_eq!(error, OdeError::Length { expected: 3, found: 2 });
    }

    /// By hand: x' = x + t over 0.5 from x = 1 at t = 2, without a projection and with one.
    #[test]
    fn a_step_of_heun_by_hand() {
        struct Grow(f64);
        impl Ode for Grow {
            fn dim(&self) -> usize {
                1
            }
            fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
                dx[0] = x[0] + stage.time;
            }
            fn project(&self, x: &mut [f64]) {
                x[0] += self.0;
            }
        }
        for offset in [0.0, 0.25] {
            let mut x = [1.0];
            // Rates 3 and 2.5 + 2.5.
            RungeKutta::new(Tableau::heun(), 1).step(&Grow(offset), 2.0, 0.5, &mut x).unwrap();
            assert_eq!(x, [1.0 + 0.25 * (3.0 + 5.0) + offset]);
        }
    }
}
