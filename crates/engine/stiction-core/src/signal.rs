//! Functions of the time alone: loads, motors, test signals.
//!
//! | signal | value | jumps or kinks it declares |
//! |---|---|---|
//! | a number | always the same | none |
//! | [`Ramp`] | from one value to another at a constant rate | both ends |
//! | [`SmoothStep`] | the same along `3 s^2 - 2 s^3`, with a continuous rate | both ends |
//! | [`Sine`] | `mean + amplitude sin(omega t + phase)` | none |
//! | [`Square`] | `mean +- amplitude`, changing every half period | every change |
//! | [`Chirp`] | as the sine, with a frequency that changes at a constant rate | both ends |
//! | [`Samples`] | values at given times, with lines or steps between | every time |
//! | [`Sum`] | the sum of signals | theirs |
//! | [`Piecewise`] | one signal after another | theirs, and every change |
//! | [`Input`] | set from outside while a mechanism is stepped | those of a [way](crate::Inputs) |
//! | a closure of the time \[s\], or a [`Closure`] of the [`Stage`] | result of the closure | those that a [`Closure`] declares |
//!
//! All of them are a [`Signal`], which a setter takes as they are:
//! ```
//! use stiction_core::signal::{Ramp, Signal};
//! use stiction_core::{ParameterError, Stage};
//!
//! fn at_two_seconds(signal: impl Into<Signal>) -> f64 {
//!     signal.into().at(&Stage::at(2.0))
//! }
//! let ramp = Ramp::builder().to(6.0).duration(4.0).build()?;
//! assert_eq!([at_two_seconds(3.0), at_two_seconds(ramp)], [3.0, 3.0]);
//! assert_eq!(at_two_seconds(|t: f64| 1.5 * t), 3.0);
//! # Ok::<(), ParameterError>(())
//! ```
//! # Jumps
//! Where a signal jumps, a step ends, and the last stage of that step still sees the value before: the
//! branch is that of [`Stage::step_start`], not that of its time.

mod chirp;
mod closure;
mod files;
mod function;
mod input;
mod normal_load;
mod piecewise;
mod ramp;
mod samples;
mod sine;
mod smooth_step;
mod square;
mod sum;
#[cfg(test)]
mod tests;

use core::fmt;
use std::sync::Arc;

pub use chirp::Chirp;
pub use closure::Closure;
pub use function::Function;
pub use input::Input;
pub use normal_load::{IntoLoad, NormalLoad};
pub use piecewise::{Piece, Piecewise};
pub use ramp::Ramp;
pub use samples::{Interpolation, Samples};
pub use sine::Sine;
pub use smooth_step::SmoothStep;
pub use square::Square;
pub use sum::Sum;

use crate::{Describe, Stage, Varying};

/// A function of the time \[s\]: a number, or a table with `type`.
#[derive(Clone, PartialEq, Describe)]
#[describe(spelling = Look)]
pub enum Signal {
    /// A constant.
    Constant(f64),
    /// One of the functions.
    Function(Arc<Function>),
    /// A closure.
    Closure(Arc<Closure>),
}

impl Signal {
    /// Creates a signal of a closure over the stage, for signals that jump; one of the time alone needs no such word.
    ///
    /// ```
    /// use stiction_core::signal::Signal;
    /// use stiction_core::Stage;
    /// let load = Signal::closure(|stage: &Stage| if stage.step_start < 2.0 { 1.0 } else { 5.0 });
    /// let load = Signal::from(load.with_jumps([2.0])?);
    /// assert_eq!(load.next_jump(0.0), Some(2.0));
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    pub fn closure(value: impl Fn(&Stage) -> f64 + Send + Sync + 'static) -> Closure {
        Closure::new(value)
    }

    /// Returns the value at `stage.time`, of the branch to which `stage.step_start` belongs.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, stage: &Stage) -> f64 {
        match self {
            Self::Constant(value) => *value,
            varying => varying.varying(stage),
        }
    }

    /// Returns the value if it is not constant. It is a function apart, so that a constant costs a comparison.
    #[inline(never)]
    fn varying(&self, stage: &Stage) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Function(function) => function.at(stage),
            Self::Closure(closure) => closure.at(stage),
        }
    }

    /// Returns its rate \[1/s\], in the step to which the stage belongs; NaN for a closure. A jump of the
    /// value shows nowhere in it: see [`Self::is_continuous`].
    #[must_use]
    pub fn rate(&self, stage: &Stage) -> f64 {
        self.of_function(0.0, |function| function.rate(stage), f64::NAN)
    }

    /// Returns what is known of the function, of a constant or of a closure.
    fn of_function<'a, T>(
        &'a self,
        constant: T,
        function: impl FnOnce(&'a Function) -> T,
        closure: T,
    ) -> T {
        match self {
            Self::Constant(_) => constant,
            Self::Function(own) => function(own),
            Self::Closure(_) => closure,
        }
    }

    /// Returns the value, if it is known never to change.
    #[inline(always)]
    #[must_use]
    pub const fn constant(&self) -> Option<f64> {
        if let Self::Constant(value) = self { Some(*value) } else { None }
    }

    /// Returns the first time after `after` at which the value or its rate jumps \[s\]; a step ends there.
    #[must_use]
    pub fn next_jump(&self, after: f64) -> Option<f64> {
        match self {
            Self::Constant(_) => None,
            Self::Function(function) => function.next_jump(after),
            Self::Closure(closure) => closure.next_jump(after),
        }
    }

    /// Returns the shortest period \[s\] of its oscillations; `None` for a signal that only changes at its jumps, and
    /// for a closure or an input, whose period is not known.
    #[must_use]
    pub fn shortest_period(&self) -> Option<f64> {
        self.of_function(None, Function::shortest_period, None)
    }

    /// Returns whether it is known to be constant between its jumps.
    #[must_use]
    pub fn changes_in_steps(&self) -> bool {
        self.of_function(true, Function::changes_in_steps, false)
    }

    /// Returns whether its value is known not to jump; an input jumps only when it is set.
    #[must_use]
    pub fn is_continuous(&self) -> bool {
        self.of_function(true, Function::is_continuous, false)
    }

    /// Returns whether it never leaves the range of the values that are written in it.
    pub(crate) fn is_between_what_is_written(&self) -> bool {
        self.of_function(true, Function::is_between_what_is_written, false)
    }

    /// Returns the values that are written in it: a number, an end of a ramp, a sample. The values that an
    /// oscillation, a sum or a closure takes are not among them.
    #[must_use]
    pub fn written(&self) -> Vec<f64> {
        match self {
            Self::Constant(value) => vec![*value],
            Self::Function(function) => function.written(),
            Self::Closure(_) => vec![],
        }
    }
}

impl Varying for Signal {
    fn next_jump(&self, after: f64) -> Option<f64> {
        Self::next_jump(self, after)
    }
    fn inputs(&self) -> Vec<&Input> {
        Self::inputs(self)
    }
    fn shortest_period(&self) -> Option<f64> {
        Self::shortest_period(self)
    }
}

/// Shows all parameters, which tell two signals apart where a network puts its connections in order. A closure has no
/// parameters, so the captured values are not seen.
impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => value.fmt(f),
            Self::Function(function) => function.fmt(f),
            Self::Closure(closure) => closure.fmt(f),
        }
    }
}

impl From<f64> for Signal {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

impl From<Closure> for Signal {
    fn from(closure: Closure) -> Self {
        Self::Closure(Arc::new(closure))
    }
}

/// A closure of the time \[s\], without jumps.
impl<F> From<F> for Signal
where
    F: Fn(f64) -> f64 + Send + Sync + 'static,
{
    fn from(value: F) -> Self {
        Closure::new(move |stage: &Stage| value(stage.time)).into()
    }
}

/// Returns the period \[s\] of an oscillation of this amplitude and angular frequency \[rad/s\], if it is one.
fn period(amplitude: f64, angular_frequency: f64) -> Option<f64> {
    let oscillates = amplitude != 0.0 && angular_frequency != 0.0;
    oscillates.then(|| core::f64::consts::TAU / angular_frequency.abs())
}

/// Returns the first of the two ends of an interval that is later than `after`.
fn next_end(start: f64, duration: f64, after: f64) -> Option<f64> {
    [start, start + duration].into_iter().find(|&end| end > after)
}
