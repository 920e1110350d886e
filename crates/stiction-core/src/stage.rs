//! The stage of a generalized Runge-Kutta step.

/// What a component is told about the evaluation that it takes part in.
///
/// A step from `t` to `t + T` evaluates the right-hand side several times. Kikuuwe and Yamamoto
/// (eqs. 21, 22) hand every component, besides the time of the evaluation, the length `tau = T_r`
/// over which its result will be used: T/2, T/2, T, T for the fourth-order scheme, T for Euler
/// (eq. 20). That length is what makes stiff friction stable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// Time of this evaluation \[s\].
    pub time: f64,
    /// Length over which the rate is used next, `T_r` \[s\]; 0 asks for the continuous-time law.
    pub tau: f64,
    /// Time at which the step started \[s\].
    ///
    /// A source with a declared jump chooses its branch by this time, so that the last stage of a
    /// step that ends at the jump still sees the branch that it belongs to.
    pub step_start: f64,
}

impl Stage {
    /// An evaluation at `time` outside any step: `tau = 0`, the continuous-time law.
    #[must_use]
    pub const fn at(time: f64) -> Self {
        Self { time, tau: 0.0, step_start: time }
    }

    /// The first stage of a step of the given `tau` that starts at `time`.
    #[must_use]
    pub const fn first(time: f64, tau: f64) -> Self {
        Self { time, tau, step_start: time }
    }
}
