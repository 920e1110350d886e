//! A step of an equation that consists of parts. Its numbers are those of a step in one piece.
//!
//! | between the parts | scheme | way |
//! |---|---|---|
//! | nothing | any | [`Step::separate`]: each part goes through all stages on its own |
//! | wires | a [`Chain`] of more than 1024 variables | [`Step::linked`]: one array of rates `k` and a running `sum` |
//! | wires | any other | in one piece, not here |
//!
//! The rates of a stage are made in three turns (see [`Parts`]): `enter` for every part, `couple` once for the whole,
//! `leave` for every part. Only `couple` needs the other parts. So a part may leave stage r and enter stage r + 1 in
//! one turn, while its variables are in the cache, and the threads meet once a stage instead of twice:
//!
//! ```text
//!          every part, on its own                                    the whole
//! turn 0   enter 0                                                   couple 0
//! turn 1   leave 0, advance to the point of stage 1, enter 1         couple 1
//! turn 2   leave 1, advance to the point of stage 2, enter 2         couple 2
//! turn 3   leave 2, advance to the new state, project
//! ```
//! In `linked` four arrays play several roles in turn. The one that a line changes is marked with a star:
//!
//! ```text
//!              x             point               k                       sum
//! enter r      old state     point of stage r    efforts of stage r *    weighted rates before r
//! leave r      old state     point of stage r    rates of stage r *      weighted rates before r
//! advance r    old state     point of r + 1 *    rates, now used up      weighted rates up to r *
//! enter r + 1  old state     point of r + 1      efforts of r + 1 *      weighted rates up to r
//! ...
//! last advance old state     new state *
//! swap         new state *   old state *
//! ```
//! At the end `point` has the old state, so that the caller can bring it back if the new one is not finite.

use core::sync::atomic::{AtomicBool, Ordering};

use stiction_core::{Inputs, Stage};

use super::array::Array;
use super::chain::Chain;
use super::{Plan, all_finite, first_not_finite};
use crate::ode::parts::{Parts, for_parts, split, threads};

/// Memory with which a thread steps one part: rates, a point, and a start.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    rates: Vec<Array>,
    point: Array,
    /// The packed state from which a step starts.
    start: Array,
}

impl Workspace {
    fn new(plan: &Plan, longest: usize, longest_packed: usize) -> Self {
        Self {
            rates: plan.arrays(longest, Array::new),
            point: Array::new(longest),
            start: Array::new(longest_packed),
        }
    }

    /// Makes room for a part of `len` variables; if there is too little, makes room for all parts, so that it
    /// happens once. To ask all of them in every step would take longer.
    #[inline(always)]
    fn provide(&mut self, plan: &Plan, parts: &dyn Parts, len: usize, packed: usize) {
        if self.point.len() < len.max(packed) || self.start.len() < packed {
            self.provide_for_all(plan, parts);
        }
    }

    #[cold]
    fn provide_for_all(&mut self, plan: &Plan, parts: &dyn Parts) {
        let bounds = parts.bounds();
        let longest_packed = (1..bounds.len()).filter_map(|end| parts.packed_len(end - 1)).max();
        let longest_packed = longest_packed.unwrap_or(0);
        let longest = bounds.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        *self = Self::new(plan, longest.max(longest_packed), longest_packed);
    }
}

/// Provides one workspace per thread.
pub(super) fn provide(workspaces: &mut Vec<Workspace>, plan: &Plan, parts: &dyn Parts) {
    let threads = threads(parts.bounds().len().saturating_sub(1));
    if workspaces.len() < threads {
        workspaces.resize_with(threads, || Workspace::new(plan, 0, 0));
    }
}

/// A step from `time` \[s\] of the given length \[s\].
pub(super) struct Step<'a> {
    pub(super) plan: &'a Plan,
    pub(super) time: f64,
    pub(super) length: f64,
    pub(super) inputs: Option<&'a Inputs>,
}

impl Step<'_> {
    fn stage(&self, r: usize) -> Stage<'_> {
        self.plan.stages[r].stage(self.time, self.length).with_inputs(self.inputs)
    }

    /// Steps the parts from `first` on, each on its own, through all stages; `bounds` are theirs, and the workspaces share
    /// them. The first of the arrays is the state, the second receives the old one. Returns the first index that is not
    /// finite; the part that it is in has not moved then.
    pub(super) fn separate(
        &self,
        parts: &dyn Parts,
        workspaces: &mut [Workspace],
        first: usize,
        bounds: &[usize],
        mut arrays: [&mut [f64]; 2],
    ) -> Result<(), usize> {
        #[cfg(feature = "rayon")]
        if workspaces.len() > 1 && bounds.len() > 2 {
            // Each half gets parts in proportion to its workspaces; it may get none.
            let half = workspaces.len() / 2;
            let middle = (bounds.len() - 1) * half / workspaces.len();
            let [left, right] = split(arrays, bounds[middle] - bounds[0]);
            let (mine, others) = workspaces.split_at_mut(half);
            let (left, right) = rayon::join(
                || self.separate(parts, mine, first, &bounds[..=middle], left),
                || self.separate(parts, others, first + middle, &bounds[middle..], right),
            );
            // An error of the left half has the smaller index.
            return left.and(right);
        }
        let Some(workspace) = workspaces.first_mut() else { return Ok(()) };
        // Parts after one that failed are stepped all the same: `backup` must be complete, because the caller brings
        // all of it back.
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
        // Packed parts are taken through the stages in their own order of variables, packed once a step.
        let packed = parts.packed_len(part);
        workspace.provide(self.plan, parts, x.len(), packed.unwrap_or(0));
        if let Some(len) = packed {
            return self.one_packed_part(parts, (part, len), workspace, x, backup);
        }
        let Workspace { rates, point, .. } = workspace;
        let point = &mut point.as_mut()[..x.len()];
        self.plan.step(self.time, self.length, x, rates, point, |stage, x, dx| {
            // There is nothing between the parts, so nothing to couple.
            let stage = &stage.with_inputs(self.inputs);
            parts.enter(part, stage, x, dx);
            parts.leave(part, stage, x, dx);
        });
        parts.project(part, point);
        backup.copy_from_slice(x);
        if !all_finite(point) {
            return Err(first_not_finite(point));
        }
        x.copy_from_slice(point);
        Ok(())
    }

    /// Makes the step of a part whose variables are in another order, `len` of them with gaps.
    fn one_packed_part(
        &self,
        parts: &dyn Parts,
        (part, len): (usize, usize),
        workspace: &mut Workspace,
        x: &mut [f64],
        backup: &mut [f64],
    ) -> Result<(), usize> {
        let Workspace { rates, point, start } = workspace;
        let (point, start) = (&mut point.as_mut()[..len], &mut start.as_mut()[..len]);
        parts.pack(part, x, start);
        self.plan.step(self.time, self.length, start, rates, point, |stage, x, dx| {
            parts.packed_rates(part, &stage.with_inputs(self.inputs), x, dx);
        });
        parts.project_packed(part, point);
        backup.copy_from_slice(x);
        if !all_finite(point) {
            // The index that is reported is one of the state, not one of the packed part.
            let mut state = x.to_vec();
            parts.unpack(part, point, &mut state);
            return Err(first_not_finite(&state));
        }
        parts.unpack(part, point, x);
        Ok(())
    }

    /// Steps all parts from stage to stage, with one array of rates `k` and a running `sum`. Afterwards the new state is
    /// in `x` and the old one in `point`. Returns the first index that is not finite.
    pub(super) fn linked(
        &self,
        parts: &dyn Parts,
        chain: &Chain,
        x: &mut [f64],
        [point, k, sum]: [&mut [f64]; 3],
    ) -> Result<(), usize> {
        let bounds = parts.bounds();
        let threads = threads(bounds.len().saturating_sub(1));
        let own = |part: usize| bounds[part]..bounds[part + 1];
        let first = self.stage(0);
        for_parts(threads, 0, bounds, [&mut *k], &|part, [k]| {
            parts.enter(part, &first, &x[own(part)], k);
        });
        parts.couple(&first, x, k);
        let last = self.plan.stages.len() - 1;
        for r in 0..last {
            let (now, next) = (self.stage(r), self.stage(r + 1));
            let arrays = [&mut *point, &mut *k, &mut *sum];
            for_parts(threads, 0, bounds, arrays, &|part, [point, k, sum]| {
                let start = &x[own(part)];
                // The first stage is at the state itself, and `point` has no meaning yet. The order of the three calls
                // counts: `advance` overwrites the point that `leave` reads, `enter` the rates that `advance` reads.
                parts.leave(part, &now, if r == 0 { start } else { &*point }, k);
                chain.advance(r, self.length, [start, k], sum, point);
                parts.enter(part, &next, point, k);
            });
            parts.couple(&next, point, k);
        }
        let (now, all_good) = (self.stage(last), AtomicBool::new(true));
        for_parts(threads, 0, bounds, [&mut *x, point, k, sum], &|part, [x, point, k, sum]| {
            parts.leave(part, &now, if last == 0 { &*x } else { &*point }, k);
            chain.advance(last, self.length, [x, k], sum, point);
            parts.project(part, point);
            if !all_finite(point) {
                all_good.store(false, Ordering::Relaxed);
            }
            // The whole of the old state stays at hand for the caller, without a copy of it.
            x.swap_with_slice(point);
        });
        if all_good.into_inner() { Ok(()) } else { Err(first_not_finite(x)) }
    }
}
