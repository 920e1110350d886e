//! A number that is set from outside.

use typed_builder::TypedBuilder;

use super::{Function, Signal};
use crate::{Describe, Inputs, ParameterError, Stage};

/// A number that is set from outside while a mechanism is stepped: the force of a hand, the command of a
/// controller, a slider.
///
/// Its name is its identity: all signals of a mechanism with one name are one input. What it is now
/// belongs to the simulation; see [`Inputs`](crate::Inputs). Outside of one it is what it is at the start.
///
/// ```
/// use stiction_core::signal::{Input, Signal};
/// use stiction_core::{Inputs, Stage};
/// let push = Input::builder().name("push").unit("N").start(1.5).build()?;
/// let mut inputs = Inputs::new([&push])?;
/// let signal = Signal::from(push);
/// assert_eq!(signal.at(&Stage::at(0.0)), 1.5);
///
/// inputs.set(0, 4.0, 0.0)?;
/// assert_eq!(signal.at(&Stage::at(0.0).with_inputs(Some(&inputs))), 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Input, ParameterError>))]
#[describe(check = Self::further)]
pub struct Input {
    /// Its name: letters, digits, `_` and `-`.
    #[builder(setter(into))]
    #[field(by_ref)]
    name: String,
    /// Its unit, for people and other programs: `N`; none by default.
    #[builder(default, setter(into))]
    #[field(by_ref)]
    unit: String,
    /// Its value until it is set, finite, default zero.
    #[builder(default)]
    #[field(finite)]
    start: f64,
}

impl Input {
    fn further(&self) -> Result<(), ParameterError> {
        let refuse = |parameter, value, requirement| {
            Err(ParameterError::new("Input", parameter, value, requirement))
        };
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        match self.name.chars().filter(|&c| !plain(c)).count() {
            _ if self.name.is_empty() => refuse("length of name", 0.0, "must be at least 1"),
            0 => Ok(()),
            others => {
                let requirement = "must be 0: letters, digits, `_` and `-` only";
                refuse("other characters in name", others as f64, requirement)
            }
        }
    }

    /// Returns the value; NaN if the simulation does not know the input, because its component does not declare it
    /// ([`Impedance::signals`](crate::Impedance::signals)).
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let known = |inputs: &Inputs| inputs.at(self, stage).map_or(f64::NAN, |[value, _]| value);
        stage.inputs().map_or(self.start, known)
    }

    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let known = |inputs: &Inputs| inputs.at(self, stage).map_or(f64::NAN, |[_, rate]| rate);
        stage.inputs().map_or(0.0, known)
    }
    #[allow(clippy::unused_self, reason = "as the others")]
    pub(super) const fn next_jump(&self, _: f64) -> Option<f64> {
        None
    }
}

impl Signal {
    /// Returns the inputs in it.
    #[must_use]
    pub fn inputs(&self) -> Vec<&Input> {
        self.of_function(vec![], Function::inputs, vec![])
    }
}
