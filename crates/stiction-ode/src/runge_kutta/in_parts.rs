//! A step of an equation that consists of parts; the same numbers as in one piece.

use stiction_core::Stage;

use super::{Plan, all_finite};
use crate::parts::{Parts, for_parts, split, threads};

/// What a thread needs to step one part: the rates of all stages, and a point.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    rates: Vec<Vec<f64>>,
    point: Vec<f64>,
}

/// One workspace per thread, each large enough for any part; made before the first step only.
pub(super) fn provide(workspaces: &mut Vec<Workspace>, stages: usize, parts: &dyn Parts) {
    let bounds = parts.bounds();
    let longest = bounds.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
    let threads = threads(bounds.len().saturating_sub(1));
    if workspaces.len() < threads || workspaces.iter().any(|w| w.point.len() < longest) {
        let one = Workspace { rates: vec![vec![0.0; longest]; stages], point: vec![0.0; longest] };
        *workspaces = vec![one; threads];
    }
}

/// A step from `time` of so many seconds.
pub(super) struct Step<'a> {
    pub(super) plan: &'a Plan,
    pub(super) time: f64,
    pub(super) length: f64,
}

impl Step<'_> {
    fn stage(&self, r: usize) -> Stage {
        self.plan.stages[r].stage(self.time, self.length)
    }

    /// Steps every part on its own, through all stages; `backup` receives the old state. Returns the
    /// first index that is not finite; the part that it is in has not moved then.
    pub(super) fn separate(
        &self,
        parts: &dyn Parts,
        workspaces: &mut [Workspace],
        x: &mut [f64],
        backup: &mut [f64],
    ) -> Result<(), usize> {
        self.share(parts, workspaces, 0, parts.bounds(), [x, backup])
    }

    /// Shares the parts from `first` on among the workspaces.
    fn share(
        &self,
        parts: &dyn Parts,
        workspaces: &mut [Workspace],
        first: usize,
        bounds: &[usize],
        mut arrays: [&mut [f64]; 2],
    ) -> Result<(), usize> {
        #[cfg(feature = "rayon")]
        if workspaces.len() > 1 && bounds.len() > 2 {
            let half = workspaces.len() / 2;
            let middle = (bounds.len() - 1) * half / workspaces.len();
            let [left, right] = split(arrays, bounds[middle] - bounds[0]);
            let (mine, others) = workspaces.split_at_mut(half);
            let (left, right) = rayon::join(
                || self.share(parts, mine, first, &bounds[..=middle], left),
                || self.share(parts, others, first + middle, &bounds[middle..], right),
            );
            return left.and(right);
        }
        let Some(workspace) = workspaces.first_mut() else { return Ok(()) };
        let mut result = Ok(());
        for (part, bound) in bounds.windows(2).enumerate() {
            let [[x, backup], rest] = split(arrays, bound[1] - bound[0]);
            arrays = rest;
            let stepped = self.one_part(parts, first + part, workspace, x, backup);
            result = result.and(stepped.map_err(|index| bound[0] + index));
        }
        result
    }

    fn one_part(
        &self,
        parts: &dyn Parts,
        part: usize,
        workspace: &mut Workspace,
        x: &mut [f64],
        backup: &mut [f64],
    ) -> Result<(), usize> {
        let Workspace { rates, point } = workspace;
        let (n, point) = (x.len(), &mut point[..x.len()]);
        for r in 0..self.plan.stages.len() {
            let stage = self.stage(r);
            let at = if r == 0 {
                &*x
            } else {
                self.plan.stages[r].row.advance(x, self.length, rates, 0, point);
                &*point
            };
            parts.enter(part, &stage, at, &mut rates[r][..n]);
            parts.leave(part, &stage, at, &mut rates[r][..n]);
        }
        self.plan.weights.advance(x, self.length, rates, 0, point);
        parts.project(part, point);
        backup.copy_from_slice(x);
        if !all_finite(point) {
            return Err(point.iter().position(|value| !value.is_finite()).unwrap_or(0));
        }
        x.copy_from_slice(point);
        Ok(())
    }

    /// The new state in `point`, stage after stage of the whole.
    pub(super) fn together(
        &self,
        parts: &dyn Parts,
        rates: &mut [Vec<f64>],
        x: &[f64],
        point: &mut [f64],
    ) {
        let bounds = parts.bounds();
        let threads = threads(bounds.len().saturating_sub(1));
        let own = |part: usize| bounds[part]..bounds[part + 1];
        for r in 0..self.plan.stages.len() {
            let stage = self.stage(r);
            let (done, rest) = rates.split_at_mut(r);
            let rate = &mut *rest[0];
            if r == 0 {
                for_parts(threads, 0, bounds, [&mut *rate], &|part, [rate]| {
                    parts.enter(part, &stage, &x[own(part)], rate);
                });
            } else {
                let row = &self.plan.stages[r].row;
                for_parts(threads, 0, bounds, [&mut *point, rate], &|part, [point, rate]| {
                    row.advance(&x[own(part)], self.length, done, bounds[part], point);
                    parts.enter(part, &stage, point, rate);
                });
            }
            let at = if r == 0 { x } else { &*point };
            parts.couple(&stage, at, rate);
            for_parts(threads, 0, bounds, [rate], &|part, [rate]| {
                parts.leave(part, &stage, &at[own(part)], rate);
            });
        }
        for_parts(threads, 0, bounds, [point], &|part, [point]| {
            self.plan.weights.advance(&x[own(part)], self.length, rates, bounds[part], point);
            parts.project(part, point);
        });
    }
}
