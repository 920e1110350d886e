//! The ready-made functions of the time, as one type.

use core::fmt;
use std::sync::Arc;

use super::{
    Chirp, Input, Interpolation, Piecewise, Ramp, Samples, Signal, Sine, SmoothStep, Square, Sum,
};
use crate::Stage;

/// One of the functions of the time.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is documented where it is")]
pub enum Function {
    Ramp(Ramp),
    SmoothStep(SmoothStep),
    Sine(Sine),
    Square(Square),
    Chirp(Chirp),
    Samples(Samples),
    Sum(Sum),
    Piecewise(Piecewise),
    Input(Input),
}

/// Evaluates an expression with `$of` bound to the function, of whichever type it is.
macro_rules! each {
    ($function:expr, $of:ident => $result:expr) => {
        match $function {
            Function::Ramp($of) => $result,
            Function::SmoothStep($of) => $result,
            Function::Sine($of) => $result,
            Function::Square($of) => $result,
            Function::Chirp($of) => $result,
            Function::Samples($of) => $result,
            Function::Sum($of) => $result,
            Function::Piecewise($of) => $result,
            Function::Input($of) => $result,
        }
    };
}

impl Function {
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        each!(self, function => function.at(stage))
    }

    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        each!(self, function => function.next_jump(after))
    }

    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        each!(self, function => function.rate(stage))
    }

    /// Returns the shortest period of its oscillations \[s\]. A step ends where any of the others changes.
    pub(super) fn shortest_period(&self) -> Option<f64> {
        match self {
            Self::Sine(sine) => sine.shortest_period(),
            Self::Chirp(chirp) => chirp.shortest_period(),
            _ => {
                self.parts().into_iter().filter_map(Signal::shortest_period).min_by(f64::total_cmp)
            }
        }
    }

    /// Returns the inputs in it.
    pub(super) fn inputs(&self) -> Vec<&Input> {
        match self {
            Self::Input(input) => vec![input],
            _ => self.parts().into_iter().flat_map(Signal::inputs).collect(),
        }
    }

    /// Returns the signals that it is made of.
    pub(super) fn parts(&self) -> Vec<&Signal> {
        match self {
            Self::Sum(sum) => sum.signals().iter().collect(),
            Self::Piecewise(pieces) => pieces.pieces().iter().map(|piece| &piece.signal).collect(),
            _ => vec![],
        }
    }

    pub(super) fn changes_in_steps(&self) -> bool {
        match self {
            Self::Square(_) => true,
            Self::Samples(samples) => samples.between() == Interpolation::Steps,
            Self::Sum(_) | Self::Piecewise(_) => {
                self.parts().into_iter().all(Signal::changes_in_steps)
            }
            _ => false,
        }
    }

    pub(super) fn is_continuous(&self) -> bool {
        match self {
            Self::Square(_) => false,
            Self::Samples(samples) => samples.between() == Interpolation::Lines,
            Self::Piecewise(pieces) => pieces.is_continuous(),
            _ => self.parts().into_iter().all(Signal::is_continuous),
        }
    }

    /// Returns whether it never leaves the range of the values that are written in it.
    pub(super) fn is_between_what_is_written(&self) -> bool {
        match self {
            Self::Ramp(_) | Self::SmoothStep(_) | Self::Samples(_) => true,
            Self::Piecewise(_) => self.parts().into_iter().all(Signal::is_between_what_is_written),
            _ => false,
        }
    }

    pub(super) fn written(&self) -> Vec<f64> {
        match self {
            Self::Ramp(ramp) => vec![ramp.from(), ramp.to()],
            Self::SmoothStep(step) => vec![step.from(), step.to()],
            Self::Samples(samples) => samples.samples().map(|(_, value)| value).collect(),
            Self::Piecewise(_) => self.parts().into_iter().flat_map(Signal::written).collect(),
            _ => vec![],
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, function => function.fmt(f))
    }
}

macro_rules! signals {
    ($($function:ident),+) => {$(
        impl From<$function> for Function {
            fn from(function: $function) -> Self {
                Self::$function(function)
            }
        }
        impl From<$function> for Signal {
            fn from(function: $function) -> Self {
                Function::from(function).into()
            }
        }
    )+};
}
signals!(Ramp, SmoothStep, Sine, Square, Chirp, Samples, Sum, Piecewise, Input);

impl From<Function> for Signal {
    fn from(function: Function) -> Self {
        Self::Function(Arc::new(function))
    }
}
