//! A normal force that is given.

use crate::Stage;

/// A normal force that is given: a number \[N\], a closure of the time \[s\], a profile, a schedule, or a
/// type of one's own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a normal force",
    label = "a number in N or a closure of the time is needed here",
    note = "a number must be an `f64` (`10.0`, not `10`), a closure names its type: `|t: f64| 10.0 * t`"
)]
pub trait NormalLoad: Send + Sync + 'static {
    /// Normal force \[N\] at this stage, finite and at least 0: where a body may lift off, 0 is for the
    /// load to say (`.max(0.0)`).
    ///
    /// Anything else ends the run: the law then gives an effort that is not a number, and the error
    /// names it and the value.
    fn normal_force(&self, stage: &Stage) -> f64;

    /// The force \[N\], if it never changes.
    fn constant(&self) -> Option<f64> {
        None
    }

    /// A value that it is known to take and that is no load: negative, or not finite. A law with such
    /// a load is refused when it is built.
    fn refused(&self) -> Option<f64> {
        self.constant().filter(|force| !(force.is_finite() && *force >= 0.0))
    }

    /// The first time after `after` at which the force changes abruptly \[s\]; a step ends there.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// Its parameters as text: what tells two loads of one type apart where a network puts its
    /// connections in order. A closure has none, so that what it captured goes unseen.
    fn describe(&self) -> String {
        String::new()
    }
}

impl NormalLoad for f64 {
    #[inline(always)]
    fn normal_force(&self, _: &Stage) -> f64 {
        *self
    }
    fn constant(&self) -> Option<f64> {
        Some(*self)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

impl<F> NormalLoad for F
where
    F: Fn(f64) -> f64 + Send + Sync + 'static,
{
    #[inline(always)]
    fn normal_force(&self, stage: &Stage) -> f64 {
        self(stage.time)
    }
}
