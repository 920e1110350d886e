//! Many steps of fixed size, ending exactly where asked and exactly at jumps.

use stiction_core::Stage;

use crate::ode::{Ode, OdeError, RungeKutta, Tableau};

/// Where the integrator stands: `time`, and the grid `origin + count * step` that it steps on.
///
/// The grid is kept so that times are products, not sums of rounded steps; a run continues with
/// the same bits from a clock that was stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Present time \[s\].
    pub time: f64,
    /// Start of the grid \[s\].
    pub origin: f64,
    /// Steps taken on the grid.
    pub count: u64,
}

impl Clock {
    /// Creates a clock that starts a grid at `time` \[s\].
    #[must_use]
    pub const fn starting_at(time: f64) -> Self {
        Self { time, origin: time, count: 0 }
    }
}

/// Integrates an [`Ode`] in steps of fixed size.
#[derive(Clone, Debug)]
pub struct Integrator {
    stepper: RungeKutta,
    step: f64,
    clock: Clock,
}

impl Integrator {
    /// Creates an integrator for states of `dim` variables, with steps of `step` \[s\], starting at time `start` \[s\].
    ///
    /// # Errors
    /// [`OdeError::Step`] unless the step is finite and positive, [`OdeError::Time`] unless the
    /// start is finite.
    pub fn new(tableau: Tableau, dim: usize, step: f64, start: f64) -> Result<Self, OdeError> {
        if !(step.is_finite() && step > 0.0) {
            return Err(OdeError::Step { value: step });
        }
        finite("start", start)?;
        let stepper = RungeKutta::new(tableau, dim);
        Ok(Self { stepper, step, clock: Clock::starting_at(start) })
    }

    /// Returns the present time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.clock.time
    }
    /// Returns the step size \[s\].
    #[must_use]
    pub const fn step_size(&self) -> f64 {
        self.step
    }
    /// Returns the scheme.
    #[must_use]
    pub const fn tableau(&self) -> &Tableau {
        self.stepper.tableau()
    }
    /// Returns where the integrator stands.
    #[must_use]
    pub const fn clock(&self) -> Clock {
        self.clock
    }
    /// Continues from a stored clock; if its time does not lie on its grid of steps (it was stored
    /// with steps of another size), a new grid starts there.
    ///
    /// # Errors
    /// [`OdeError::Time`] if a time in it is not finite.
    pub fn set_clock(&mut self, clock: Clock) -> Result<(), OdeError> {
        finite("clock time", clock.time)?;
        finite("clock origin", clock.origin)?;
        let Clock { time, origin, count } = clock;
        let off_grid = (origin + count as f64 * self.step - time).abs();
        let on_grid = off_grid <= rounding(time, origin);
        self.clock = if on_grid { clock } else { Clock::starting_at(time) };
        Ok(())
    }

    /// Returns the first stage of the next full step, which a component is given when its effort is asked
    /// for between steps.
    #[must_use]
    pub fn stage(&self) -> Stage<'static> {
        Stage::first(self.clock.time, self.tableau().taus()[0] * self.step)
    }

    /// Returns the time at which the next step ends if nobody asks for an earlier one \[s\]: that of the grid, or of a
    /// jump that comes before it.
    pub fn next_time<O: Ode + ?Sized>(&self, ode: &O) -> f64 {
        let Clock { time, origin, count } = self.clock;
        let on_grid = origin + count.saturating_add(1) as f64 * self.step;
        ode.next_jump(time).filter(|&jump| jump > time).map_or(on_grid, |jump| jump.min(on_grid))
    }

    /// Makes steps until `until` \[s\]; see [`Integrator::run_observed`].
    ///
    /// # Errors
    /// As [`Integrator::run_observed`].
    pub fn run_until<O: Ode + ?Sized>(
        &mut self,
        ode: &O,
        x: &mut [f64],
        until: f64,
    ) -> Result<(), OdeError> {
        self.run_observed(ode, x, until, |_, _| Ok(()))
    }

    /// Makes steps until `until` \[s\] and calls `observe` after each.
    ///
    /// The last step is shortened so that the run ends exactly there, and likewise at every jump
    /// that the equation declares in between.
    ///
    /// # Errors
    /// Errors of a step, errors of `observe`, [`OdeError::Backwards`], [`OdeError::Time`],
    /// [`OdeError::Stalled`]. The clock and `x` then stand after the last step that succeeded.
    pub fn run_observed<O, E>(
        &mut self,
        ode: &O,
        x: &mut [f64],
        until: f64,
        mut observe: impl FnMut(&Self, &[f64]) -> Result<(), E>,
    ) -> Result<(), E>
    where
        O: Ode + ?Sized,
        E: From<OdeError>,
    {
        finite("until", until)?;
        if until < self.clock.time {
            return Err(OdeError::Backwards { now: self.clock.time, until }.into());
        }
        // A step that does not move the clock there would take for ever to get there.
        if until > self.clock.time && until - self.step >= until {
            return Err(OdeError::Stalled { step: self.step, now: until }.into());
        }
        while self.clock.time < until {
            let jump = ode.next_jump(self.clock.time).filter(|&jump| jump > self.clock.time);
            let stop = jump.map_or(until, |jump| jump.min(until));
            while self.clock.time < stop {
                self.step_towards(ode, x, stop, jump == Some(stop))?;
                observe(self, x)?;
            }
        }
        Ok(())
    }

    /// Makes one step on the grid, or the shorter one that ends at `stop`.
    fn step_towards<O: Ode + ?Sized>(
        &mut self,
        ode: &O,
        x: &mut [f64],
        stop: f64,
        is_jump: bool,
    ) -> Result<(), OdeError> {
        let Clock { time: now, origin, count } = self.clock;
        let following = count.saturating_add(1);
        let next = Clock { time: origin + following as f64 * self.step, origin, count: following };
        if next.time <= now {
            return Err(OdeError::Stalled { step: self.step, now });
        }
        let on_grid = (next.time - stop).abs() <= rounding(stop, origin);
        let length = if on_grid || next.time < stop { self.step } else { stop - now };
        let next = if !on_grid && next.time < stop {
            next
        } else if on_grid && (next.time == stop || !is_jump) {
            Clock { time: stop, ..next }
        } else {
            // After a jump the next step must start at the jump itself, not a rounding before it.
            Clock::starting_at(stop)
        };
        // The grid time, not a requested time equal to it except for rounding, starts the step.
        let start = if count == 0 { now } else { origin + count as f64 * self.step };
        self.stepper.step(ode, start, length, x)?;
        self.clock = next;
        Ok(())
    }
}

/// Returns the rounding of times: both those on the grid and those requested are rounded, and closer than this they
/// count as equal.
fn rounding(time: f64, origin: f64) -> f64 {
    8.0 * f64::EPSILON * time.abs().max(origin.abs())
}

fn finite(name: &'static str, value: f64) -> Result<(), OdeError> {
    if value.is_finite() { Ok(()) } else { Err(OdeError::Time { name, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ode::tests::Given;

    /// Returns x' = 1 before the jump, 5 after it, decided by the start of the step.
    fn switch(at: f64) -> impl Ode {
        let rate = move |stage: &Stage| if stage.step_start < at { 1.0 } else { 5.0 };
        Given(1, move |stage: &Stage, _: &[f64], dx: &mut [f64]| dx[0] = rate(stage), Some(at))
    }

    #[test]
    fn bad_times_are_refused() {
        assert!(Integrator::new(Tableau::rk4(), 1, 1.0, f64::INFINITY).is_err());
        let mut integrator = Integrator::new(Tableau::rk4(), 1, 0.1, 1.0).unwrap();
        let error = integrator.run_until(&switch(0.0), &mut [0.0], 0.5).unwrap_err();
        assert_eq!(error.to_string(), "cannot run back from t = 1 s to 0.5 s");
    }

    /// Returns the clock at 0.3 and the starts of Euler steps of 0.1 to 0.45, with a stop at 0.3 or a jump.
    fn through(stop: f64, is_jump: bool) -> (Clock, Vec<f64>) {
        let starts = std::cell::RefCell::new(vec![]);
        let note = |stage: &Stage, _: &[f64], dx: &mut [f64]| {
            starts.borrow_mut().push(stage.step_start);
            dx[0] = 1.0;
        };
        let ode = Given(1, note, is_jump.then_some(stop));
        let mut integrator = Integrator::new(Tableau::euler(), 1, 0.1, 0.0).unwrap();
        integrator.run_until(&ode, &mut [0.0], stop).unwrap();
        let clock = integrator.clock();
        integrator.run_until(&ode, &mut [0.0], 0.45).unwrap();
        (clock, starts.into_inner())
    }

    #[test]
    fn a_stop_on_the_grid_keeps_it_and_a_jump_beside_it_starts_another() {
        // 3 * 0.1 is the number after 0.3.
        let on_grid = 3.0 * 0.1;
        assert!(on_grid > 0.3);
        let before = [0.0, 0.1, 0.2];
        // Neither a stop nor a jump exactly on the grid ends it.
        for is_jump in [false, true] {
            let (clock, starts) = through(on_grid, is_jump);
            assert_eq!(clock, Clock { time: on_grid, origin: 0.0, count: 3 });
            assert_eq!(starts, [&before[..], &[on_grid, 0.4]].concat());
        }
        // A stop beside it is reached as asked; the next step starts on the grid all the same.
        let (clock, starts) = through(0.3, false);
        assert_eq!(clock, Clock { time: 0.3, origin: 0.0, count: 3 });
        assert_eq!(starts, [&before[..], &[on_grid, 0.4]].concat());
        // After a jump the next step starts at the jump.
        let (clock, starts) = through(0.3, true);
        assert_eq!(clock, Clock::starting_at(0.3));
        assert_eq!(starts, [&before[..], &[0.3, 0.3 + 0.1]].concat());
        // So does the step after a stop between two steps.
        let (clock, starts) = through(0.25, false);
        assert_eq!(clock, Clock::starting_at(0.25));
        assert_eq!(starts, [&before[..], &[0.25, 0.25 + 0.1]].concat());
    }

    #[test]
    fn a_step_that_does_not_move_the_clock_is_refused() {
        // At -1e9 the next number is 1.2e-7 away; at the end, 0, a step is no rounding.
        let mut early = Integrator::new(Tableau::euler(), 1, 1e-9, -1e9).unwrap();
        let mut x = [0.0];
        let error = early.run_until(&switch(-2e9), &mut x, 0.0).unwrap_err();
        assert_eq!(error, OdeError::Stalled { step: 1e-9, now: -1e9 });
        assert_eq!((x, early.time()), ([0.0], -1e9));
        // Where there is nowhere to go, no step is too short.
        let mut late = Integrator::new(Tableau::euler(), 1, 1e-9, 1e9).unwrap();
        late.run_until(&switch(0.0), &mut x, 1e9).unwrap();
        assert_eq!((x, late.time()), ([0.0], 1e9));
        let stalled = late.run_until(&switch(0.0), &mut x, 2e9).unwrap_err();
        assert!(matches!(stalled, OdeError::Stalled { .. }), "{stalled}");
        // From 0 the clock does move, but the end is out of reach.
        let mut tiny = Integrator::new(Tableau::rk4(), 1, 1e-320, 0.0).unwrap();
        let error = tiny.run_until(&switch(0.0), &mut [0.0], 1.0).unwrap_err();
        assert_eq!(error, OdeError::Stalled { step: 1e-320, now: 1.0 });
        tiny.run_until(&switch(0.0), &mut [0.0], 3e-320).unwrap();
        assert_eq!(tiny.time(), 3e-320);
    }

    #[test]
    fn a_stored_clock_is_on_its_grid_up_to_rounding() {
        let kept = |origin: f64, count: u64, off: f64| {
            let mut integrator = Integrator::new(Tableau::euler(), 1, 0.125, 0.0).unwrap();
            let time = origin + count as f64 * 0.125 + off;
            let clock = Clock { time, origin, count };
            integrator.set_clock(clock).unwrap();
            assert_eq!(integrator.time(), time);
            let expected =
                if integrator.clock().count == 0 { Clock::starting_at(time) } else { clock };
            assert_eq!(integrator.clock(), expected);
            integrator.clock().count != 0
        };
        for sign in [-1.0, 1.0] {
            let off = |units: f64| sign * units * f64::EPSILON;
            assert!(kept(0.0, 8, off(4.0)) && !kept(0.0, 8, off(32.0)));
            // Near 0, but far from the start of the grid: rounded as numbers there are.
            assert!(kept(-1024.0, 8192, off(4096.0)) && !kept(-1024.0, 8192, off(32_768.0)));
        }
        assert!(kept(3.0, 8, 0.0));
        let mut integrator = Integrator::new(Tableau::heun(), 1, 0.125, 2.0).unwrap();
        integrator.set_clock(Clock { time: 2.0, origin: 0.0, count: u64::MAX }).unwrap();
        for time in [f64::NAN, f64::INFINITY] {
            let bad = [
                Clock { time, ..Clock::starting_at(0.0) },
                Clock { time: 1.0, ..Clock::starting_at(time) },
            ];
            assert!(bad.into_iter().all(|clock| integrator.set_clock(clock).is_err()));
        }
        assert_eq!(integrator.clock(), Clock::starting_at(2.0));
    }

    #[test]
    fn a_jump_behind_or_at_the_present_time_is_none() {
        // A step must not end there again and again.
        let stuck = Given(1, |_: &Stage, _: &[f64], dx: &mut [f64]| dx[0] = 1.0, Some(0.25));
        let mut integrator = Integrator::new(Tableau::euler(), 1, 0.5, 0.0).unwrap();
        let mut times = vec![];
        let mut note = |i: &Integrator, _: &[f64]| {
            times.push(i.time());
            Ok::<(), OdeError>(())
        };
        integrator.run_observed(&stuck, &mut [0.0], 1.0, &mut note).unwrap();
        assert_eq!(times, [0.25, 0.75, 1.0]);
    }
}
