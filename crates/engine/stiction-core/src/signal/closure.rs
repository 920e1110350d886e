//! A signal that is code.

use core::fmt;

use crate::{Form, Parameter, ParameterError, Stage, Value, ValueError};

/// A closure over the [`Stage`], with the times at which it jumps.
///
/// Two ways to write a signal that changes branch at time t, both in use:
/// - branch on `stage.step_start` and declare the jump ([`Self::with_jumps`]): a step ends at t, its last
///   stage still sees the old branch, and the integrator keeps its order;
/// - branch on `stage.time` and declare nothing: Kikuuwe and Yamamoto 2010, eq. 28c. The fourth stage of
///   the step that ends at t already sees the new branch, which costs an error of O(T).
pub struct Closure {
    value: Box<dyn Fn(&Stage) -> f64 + Send + Sync>,
    /// Ascending \[s\].
    jumps: Vec<f64>,
}

impl Closure {
    /// Creates a signal of a closure, which gives the value at a stage.
    pub fn new(value: impl Fn(&Stage) -> f64 + Send + Sync + 'static) -> Self {
        Self { value: Box::new(value), jumps: vec![] }
    }

    /// Declares times at which it jumps \[s\], in any order, in addition to those declared before.
    ///
    /// # Errors
    /// A time that is not finite.
    pub fn with_jumps(
        mut self,
        times: impl IntoIterator<Item = f64>,
    ) -> Result<Self, ParameterError> {
        self.jumps.extend(times);
        if let Some(time) = self.jumps.iter().find(|time| !time.is_finite()) {
            return Err(ParameterError::new("Signal", "jumps", *time, "must be finite"));
        }
        self.jumps.sort_unstable_by(f64::total_cmp);
        self.jumps.dedup();
        Ok(self)
    }

    /// Returns the declared times of jumps \[s\], ascending.
    #[must_use]
    pub fn jumps(&self) -> &[f64] {
        &self.jumps
    }

    pub(super) fn at(&self, stage: &Stage) -> f64 {
        (self.value)(stage)
    }

    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        self.jumps.get(self.jumps.partition_point(|&time| time <= after)).copied()
    }
}

/// Omits the captured values, which cannot be read.
impl fmt::Debug for Closure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.jumps.is_empty() {
            return f.write_str("closure");
        }
        f.debug_struct("closure").field("jumps", &self.jumps).finish_non_exhaustive()
    }
}

/// Equal only to itself: closures cannot be compared.
impl PartialEq for Closure {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self, other)
    }
}

/// Opaque: no value can express a closure.
impl Parameter for Closure {
    fn form() -> Form {
        Form::Opaque
    }
    fn value(&self) -> Value {
        Value::Opaque("a closure")
    }
    fn of(_: Value) -> Result<Self, ValueError> {
        Err(ValueError::new("can only be given in Rust"))
    }
}
