//! A normal force that is given.

use core::fmt;

use super::{
    Chirp, Closure, Input, Piecewise, Ramp, Samples, Signal, Sine, SmoothStep, Square, Sum,
};
use crate::{Form, Parameter, Stage, Value, ValueError};

/// A normal force that is given: a number \[N\], a closure of the time \[s\], or any other [`Signal`].
///
/// It is finite and at least 0 at all times: if a body may lift off, the signal must give 0
/// (`.max(0.0)`), or be [`Self::lifting`]. Anything else ends the run: the law then gives an effort that is
/// not a number, and the error names it and the value.
#[derive(Clone, PartialEq)]
pub struct NormalLoad {
    signal: Signal,
    /// Below zero it is no load.
    lifts: bool,
}

impl NormalLoad {
    /// Creates a signal that lifts the body while it is below zero, and is then no load, as signals in files are.
    ///
    /// ```
    /// use stiction_core::signal::{NormalLoad, Sine};
    /// use stiction_core::Stage;
    /// let sine = Sine::builder().amplitude(-2.0).angular_frequency(1.0).build()?;
    /// let late = Stage::at(0.5);
    /// assert!(NormalLoad::from(sine.clone()).at(&late) < 0.0);
    /// assert_eq!(NormalLoad::lifting(sine).at(&late), 0.0);
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    pub fn lifting(signal: impl Into<Signal>) -> Self {
        let signal = signal.into();
        // A signal between its written values never leaves them, and those are checked when a law is built with it.
        Self { lifts: !signal.is_between_what_is_written(), signal }
    }

    /// Returns the signal.
    #[must_use]
    pub const fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Returns the normal force at this stage \[N\].
    #[inline(always)]
    #[must_use]
    pub fn at(&self, stage: &Stage) -> f64 {
        match self.signal.constant() {
            Some(force) => force,
            // Copied only here: otherwise the stage of every caller would have to lie in memory.
            None => self.varying(&{ *stage }),
        }
    }

    /// Returns the force if it is not constant. It is a function apart, so that a constant costs a comparison.
    #[inline(never)]
    fn varying(&self, stage: &Stage) -> f64 {
        let given = self.signal.at(stage);
        // Not `max`, which would turn NaN into no load.
        if self.lifts && given < 0.0 { 0.0 } else { given }
    }

    /// Returns the force \[N\], if it is known never to change.
    #[inline(always)]
    #[must_use]
    pub const fn constant(&self) -> Option<f64> {
        self.signal.constant()
    }

    /// Returns a value that is written in it and is no load: negative, or not finite. A law with such a load is
    /// refused when it is built.
    #[must_use]
    pub fn refused(&self) -> Option<f64> {
        self.signal.written().into_iter().find(|force| !(force.is_finite() && *force >= 0.0))
    }
}

impl fmt::Debug for NormalLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lifts {
            f.write_str("lifting ")?;
        }
        self.signal.fmt(f)
    }
}

/// A normal force as a setter takes it: anything that is a [`Signal`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a normal force",
    label = "a number in N or a closure of the time is needed here",
    note = "a number must be an `f64` (`10.0`, not `10`), a closure names its type: `|t: f64| 10.0 * t`"
)]
pub trait IntoLoad {
    /// Returns it as a law has it.
    fn into_load(self) -> NormalLoad;
}

macro_rules! loads {
    ($($load:ty),+) => {$(
        impl IntoLoad for $load {
            fn into_load(self) -> NormalLoad {
                self.into()
            }
        }
    )+};
}
loads!(
    f64, NormalLoad, Signal, Closure, Ramp, SmoothStep, Sine, Square, Chirp, Samples, Sum,
    Piecewise, Input
);

impl<F: Fn(f64) -> f64 + Send + Sync + 'static> IntoLoad for F {
    fn into_load(self) -> NormalLoad {
        self.into()
    }
}

impl<S: Into<Signal>> From<S> for NormalLoad {
    fn from(signal: S) -> Self {
        Self { signal: signal.into(), lifts: false }
    }
}

/// From a file, one that [lifts](NormalLoad::lifting).
impl Parameter for NormalLoad {
    fn form() -> Form {
        Signal::form()
    }
    fn value(&self) -> Value {
        self.signal.value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        Signal::of(value).map(Self::lifting)
    }
}
