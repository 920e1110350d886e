//! Current values of the inputs, which are set from outside while a mechanism is stepped.
//!
//! ```text
//! value                 ______ to        set(place, to, now)            jumps
//!                      /                 move_to(place, to, now, over)  goes there at a constant rate
//! ____________________/
//!             begin  end
//! ```
//! They change between steps only. A step that begins on the way sees a value that moves with the time, and
//! ends where the way ends; so what follows such an input, a drive, has a velocity.
//!
//! Components know the names ([`Input`]); a simulation has the values, hands them to every evaluation
//! ([`Stage::with_inputs`]) and keeps them in its state.

use std::sync::Arc;

use crate::signal::Input;
use crate::{ParameterError, Stage};

/// The values of all inputs of one mechanism.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The declared inputs, sorted by name.
    declared: Arc<[Input]>,
    ways: Vec<Way>,
}

/// From where an input goes to where, and when; it stays there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Way {
    /// Value at the start.
    pub from: f64,
    /// Value from the end on.
    pub to: f64,
    /// Start \[s\].
    pub begin: f64,
    /// End, not before the begin \[s\].
    pub end: f64,
}

impl Way {
    const fn staying(value: f64) -> Self {
        Self { from: value, to: value, begin: 0.0, end: 0.0 }
    }

    /// Returns the value at `stage.time`, and its rate in the step of that stage.
    fn at(&self, stage: &Stage) -> [f64; 2] {
        // A step that starts at the end or after it sees nothing move; one never reaches beyond the end.
        if stage.step_start >= self.end || self.from == self.to {
            return [self.to, 0.0];
        }
        let length = self.end - self.begin;
        let share = ((stage.time - self.begin) / length).clamp(0.0, 1.0);
        [self.from * (1.0 - share) + self.to * share, (self.to - self.from) / length]
    }

    fn is_sound(&self) -> bool {
        let Self { from, to, begin, end } = self;
        let all_finite = [from, to, begin, end].iter().all(|number| number.is_finite());
        all_finite && (begin < end || from == to)
    }
}

/// Two inputs of one name that differ.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("two inputs are called `{}` and are not the same", .inputs[0].name())]
pub struct InputConflict {
    /// The two.
    pub inputs: [Input; 2],
}

impl Inputs {
    /// Creates the declared inputs, each at its start; two declarations of one name are one input.
    ///
    /// # Errors
    /// Two inputs of one name that start with different values or have different units.
    pub fn new<'a>(declared: impl IntoIterator<Item = &'a Input>) -> Result<Self, InputConflict> {
        let mut all: Vec<&Input> = declared.into_iter().collect();
        all.sort_by(|a, b| a.name().cmp(b.name()));
        all.dedup();
        if let Some(pair) = all.windows(2).find(|pair| pair[0].name() == pair[1].name()) {
            return Err(InputConflict { inputs: [pair[0].clone(), pair[1].clone()] });
        }
        let ways = all.iter().map(|input| Way::staying(input.start())).collect();
        Ok(Self { declared: all.into_iter().cloned().collect(), ways })
    }

    /// Returns all inputs by name; the place of one here is its place in what follows.
    #[must_use]
    pub fn declared(&self) -> &[Input] {
        &self.declared
    }

    /// Returns the place of the input of a name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.declared.binary_search_by(|input| (**input.name()).cmp(name)).ok()
    }

    /// Returns the way of an input; `None` if there is no such place.
    #[must_use]
    pub fn way(&self, place: usize) -> Option<Way> {
        self.ways.get(place).copied()
    }

    /// Sets an input at the time `now` \[s\]; its value jumps.
    ///
    /// # Errors
    /// A place that there is not; a value that is not finite. Nothing changes then.
    pub fn set(&mut self, place: usize, value: f64, now: f64) -> Result<(), ParameterError> {
        self.go(place, Way { from: value, to: value, begin: now, end: now })
    }

    /// Takes an input from where it is at the time `now` \[s\] to a value, at a constant rate that lasts
    /// `over` \[s\]; it stays there.
    ///
    /// # Errors
    /// As [`Self::set`]; a duration that is not finite, negative, or too short to be told from none at that
    /// time (zero is as [`Self::set`]).
    pub fn move_to(
        &mut self,
        place: usize,
        value: f64,
        now: f64,
        over: f64,
    ) -> Result<(), ParameterError> {
        if over == 0.0 {
            return self.set(place, value, now);
        }
        let (from, end) = (self.value_at(place, now).unwrap_or(value), now + over);
        if !(over.is_finite() && end > now) {
            let requirement = "must be finite, and zero or long enough to be told from zero";
            return Err(ParameterError::new("Input", "duration", over, requirement));
        }
        self.go(place, Way { from, to: value, begin: now, end })
    }

    /// Puts an input on a way, such as a stored one.
    ///
    /// # Errors
    /// A place that there is not; numbers that are not finite, or a way that takes no time. Nothing changes
    /// then.
    pub fn go(&mut self, place: usize, way: Way) -> Result<(), ParameterError> {
        let refuse = |parameter, value, requirement| {
            Err(ParameterError::new("Input", parameter, value, requirement))
        };
        let count = self.ways.len();
        match self.ways.get_mut(place) {
            None if count == 0 => {
                refuse("place", place as f64, "does not exist: there are no inputs")
            }
            None => refuse("place", place as f64, "must be below the number of inputs"),
            Some(_) if !way.to.is_finite() => refuse("value", way.to, "must be finite"),
            Some(_) if !way.is_sound() => {
                refuse("begin", way.begin, "must be finite, as all of a way, and before its end")
            }
            Some(own) => {
                *own = way;
                Ok(())
            }
        }
    }

    /// Returns the value of the input at a place at a time \[s\].
    #[must_use]
    pub fn value_at(&self, place: usize, time: f64) -> Option<f64> {
        let [value, _] = self.ways.get(place)?.at(&Stage::at(time));
        Some(value)
    }

    /// Returns the value and rate \[1/s\] of an input in a step; `None` if it is not among these.
    #[must_use]
    pub fn at(&self, input: &Input, stage: &Stage) -> Option<[f64; 2]> {
        Some(self.ways[self.place(input.name())?].at(stage))
    }

    /// Returns the first end of a way after `after` \[s\]; a step ends there.
    #[must_use]
    pub fn next_jump(&self, after: f64) -> Option<f64> {
        let ends = self.ways.iter().map(|way| way.end).filter(|&end| end > after);
        ends.min_by(f64::total_cmp)
    }
}
