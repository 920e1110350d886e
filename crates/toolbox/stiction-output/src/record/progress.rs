//! A progress bar for long runs.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use stiction_network::{Frame, Observer, SimulationError};

/// Shows a bar on the terminal (standard error) once a run has lasted a second; nothing otherwise.
#[derive(Debug, Default)]
pub struct Progress {
    started: Option<Instant>,
    span: (f64, f64),
    steps: u32,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Returns a bar that is not shown yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

/// Number of steps between two readings of the clock.
const STEPS_PER_LOOK: u32 = 256;
const PARTS: f64 = 1000.0;

impl Observer for Progress {
    fn start(&mut self, frame: &Frame<'_>, until: f64) -> Result<(), SimulationError> {
        self.started = Some(Instant::now());
        self.span = (frame.time(), until);
        Ok(())
    }

    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(STEPS_PER_LOOK) {
            return Ok(());
        }
        let long = self.started.is_some_and(|at| at.elapsed() > Duration::from_secs(1));
        if self.bar.is_none() && long {
            let style = "{wide_bar} {percent:>3} %  {msg}  {eta} left";
            let style = ProgressStyle::with_template(style)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            self.bar = Some(ProgressBar::new(PARTS as u64).with_style(style));
        }
        if let Some(bar) = &self.bar {
            let (from, until) = self.span;
            bar.set_position((PARTS * (frame.time() - from) / (until - from)) as u64);
            bar.set_message(format!("t = {:.3} s", frame.time()));
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), SimulationError> {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.started = None;
        Ok(())
    }
}
