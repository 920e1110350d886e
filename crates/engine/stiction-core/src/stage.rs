//! The stage of a generalized Runge-Kutta step.

use crate::Inputs;

/// Stage of a step, as a component is told about it in an evaluation.
///
/// A step from `t` to `t + T` evaluates the right-hand side several times. Kikuuwe and Yamamoto
/// (eqs. 21, 22) hand every component, besides the time of the evaluation, the length `tau = T_r`
/// over which its result will be used: T/2, T/2, T, T for the fourth-order scheme, T for Euler
/// (eq. 20). That length is what makes stiff friction stable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage<'a> {
    /// Time of this evaluation \[s\].
    pub time: f64,
    /// Length over which the rate is used next, `T_r` \[s\]; 0 asks for the continuous-time law.
    pub tau: f64,
    /// Time at which the step started \[s\].
    ///
    /// A source with a declared jump chooses its branch by this time, so that the last stage of a
    /// step that ends at the jump still sees the branch that it belongs to.
    pub step_start: f64,
    /// Values of the inputs; `None` outside of a simulation.
    inputs: Option<&'a Inputs>,
}

impl Stage<'_> {
    /// Creates an evaluation at `time` outside any step: `tau = 0`, the continuous-time law.
    #[must_use]
    pub const fn at(time: f64) -> Self {
        Self::first(time, 0.0)
    }

    /// Creates the first stage of a step of the given `tau` that starts at `time`.
    #[must_use]
    pub const fn first(time: f64, tau: f64) -> Self {
        Self { time, tau, step_start: time, inputs: None }
    }

    /// Returns the stage as one of a step that started at `step_start` \[s\].
    ///
    /// ```
    /// use stiction_core::Stage;
    /// // The last stage of a step from 1.9 s to 2 s.
    /// let stage = Stage::first(2.0, 0.1).of_step_from(1.9);
    /// assert_eq!([stage.time, stage.tau, stage.step_start], [2.0, 0.1, 1.9]);
    /// ```
    #[must_use]
    pub const fn of_step_from(self, step_start: f64) -> Self {
        Self { step_start, ..self }
    }
}

impl<'a> Stage<'a> {
    /// Returns the stage with these inputs, which are set from outside.
    #[inline(always)]
    #[must_use]
    pub const fn with_inputs<'b>(self, inputs: Option<&'b Inputs>) -> Stage<'b> {
        Stage { time: self.time, tau: self.tau, step_start: self.step_start, inputs }
    }

    /// Returns the values of the inputs; `None` outside of a simulation.
    #[inline(always)]
    #[must_use]
    pub const fn inputs(&self) -> Option<&'a Inputs> {
        self.inputs
    }
}
