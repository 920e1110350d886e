//! One signal after another.

use super::Signal;
use crate::{Describe, ParameterError, Stage};

/// One signal after another, each from a time of its own on.
///
/// A step ends at each of these times, and which signal holds is decided by its start: no stage
/// sees half of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Piecewise {
    pieces: Vec<Piece>,
}

/// A signal that holds from a time on.
#[derive(Clone, Debug, PartialEq, Describe)]
#[non_exhaustive]
pub struct Piece {
    /// Begin \[s\], later than that of the piece before; the first piece holds before its own too.
    #[field(default = 0.0)]
    pub from: f64,
    /// The signal.
    pub signal: Signal,
}

impl Piecewise {
    /// Creates a signal that is `first` until the first of the times \[s\] of `later`, then those.
    ///
    /// # Errors
    /// Times that are not finite or do not increase.
    pub fn new<S: Into<Signal>>(
        first: impl Into<Signal>,
        later: impl IntoIterator<Item = (f64, S)>,
    ) -> Result<Self, ParameterError> {
        let later: Vec<_> =
            later.into_iter().map(|(from, signal)| Piece { from, signal: signal.into() }).collect();
        if let Some(wrong) = Self::misplaced(later.iter().map(|piece| piece.from)) {
            let requirement = "must be finite and later than the one before";
            return Err(ParameterError::new("Piecewise", "time", later[wrong].from, requirement));
        }
        let from = later.first().map_or(0.0, |piece| piece.from.next_down().min(0.0));
        let first = Piece { from, signal: first.into() };
        Ok(Self { pieces: core::iter::once(first).chain(later).collect() })
    }

    /// Creates the signal of the pieces as they are given, of which there is at least one, in order.
    pub(super) const fn of(pieces: Vec<Piece>) -> Self {
        Self { pieces }
    }

    /// Returns the place of the first of these times that is not finite or not later than the one before.
    pub(super) fn misplaced(times: impl IntoIterator<Item = f64>) -> Option<usize> {
        let mut before = f64::NEG_INFINITY;
        times.into_iter().position(|time| {
            let is_later = time.is_finite() && time > before;
            before = time;
            !is_later
        })
    }

    /// Returns the signals with the times from which they hold, in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the place of the piece that holds in a step that starts at `time` \[s\].
    fn holding(&self, time: f64) -> usize {
        self.pieces[1..].partition_point(|piece| piece.from <= time)
    }

    pub(super) fn at(&self, stage: &Stage) -> f64 {
        self.pieces[self.holding(stage.step_start)].signal.at(stage)
    }

    pub(super) fn is_continuous(&self) -> bool {
        /// Relative gap at which two pieces still meet: values written in decimals are rounded.
        const ROUNDING: f64 = 1e-9;
        let meet = |pair: &[Piece]| {
            let stage = Stage::at(pair[1].from);
            let [before, after] = [0, 1].map(|side| pair[side].signal.at(&stage));
            (after - before).abs() <= ROUNDING * before.abs().max(after.abs())
        };
        self.pieces.iter().all(|piece| piece.signal.is_continuous())
            && self.pieces.windows(2).all(meet)
    }

    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        self.pieces[self.holding(stage.step_start)].signal.rate(stage)
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        let holds = self.holding(after);
        let change = self.pieces.get(holds + 1).map(|piece| piece.from);
        // A jump of the signal that holds now matters only while it holds.
        let own = self.pieces[holds].signal.next_jump(after);
        let own = own.filter(|own| change.is_none_or(|change| *own < change));
        own.or(change)
    }
}
