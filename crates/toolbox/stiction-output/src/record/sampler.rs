//! Sampled quantities and their schedule.

use std::fmt;

use stiction_network::ode::Ode;
use stiction_network::{Frame, HasInternal, Network, NetworkError};

type Channel = Box<dyn FnMut(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send>;

/// Schedule of samples.
#[derive(Clone, Copy, Debug)]
enum Schedule {
    Steps { every: u64, seen: u64 },
    Seconds { every: f64, next: u64 },
}

/// Named quantities that are read from a simulation at intervals.
///
/// ```
/// use stiction::prelude::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut net = NetworkBuilder::new();
/// let ball = net.add(RigidBody::sphere(0.3, 0.2)?, Motion::default())?;
/// let sampler = Sampler::every_steps(10)
///     .channel("height", move |frame| Ok(frame.motion(ball)?.pose.position.z))
///     .channels(["vx", "vy"], move |frame| {
///         let velocity = frame.motion(ball)?.flow.linear;
///         Ok([velocity.x, velocity.y])
///     });
/// assert_eq!(sampler.names(), ["t", "height", "vx", "vy"]);
/// # Ok(())
/// # }
/// ```
pub struct Sampler {
    names: Vec<String>,
    channels: Vec<Channel>,
    /// The last row.
    row: Vec<f64>,
    schedule: Schedule,
    last: Option<f64>,
    /// If both sides of jumps are wanted, the time of the last frame and the first jump after it \[s\].
    jumps: Option<(f64, Option<f64>)>,
}

impl fmt::Debug for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler")
            .field("names", &self.names)
            .field("schedule", &self.schedule)
            .finish_non_exhaustive()
    }
}

impl Sampler {
    /// Samples at the start and after every `steps`-th step (0 counts as 1).
    #[must_use]
    pub fn every_steps(steps: u64) -> Self {
        Self::new(Schedule::Steps { every: steps.max(1), seen: 0 })
    }

    /// Samples at the start and at the first step at or after every multiple of `seconds` \[s\]; a value that is not
    /// positive samples every step.
    #[must_use]
    pub fn every_seconds(seconds: f64) -> Self {
        if seconds.is_finite() && seconds > 0.0 {
            Self::new(Schedule::Seconds { every: seconds, next: 0 })
        } else {
            Self::every_steps(1)
        }
    }

    fn new(schedule: Schedule) -> Self {
        let (names, channels, row) = (vec!["t".into()], vec![], vec![]);
        Self { names, channels, row, schedule, last: None, jumps: None }
    }

    /// Also samples both sides of every jump that the mechanism declares (a load that steps, a drive that reverses),
    /// whether a sample is due or not: two rows of one time, the first as seen by the step that ends there, the
    /// second as seen by the next step. A plot over time then shows a vertical step.
    ///
    /// Without it, a row at the time of a jump is the second one only. A jump at the very start has only one side.
    ///
    /// ```
    /// use stiction::core::signal::Square;
    /// use stiction::prelude::*;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut net = NetworkBuilder::new();
    /// let cart = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
    /// let square = Square::builder().amplitude(3.0).period(0.5).build()?;
    /// let push = net.connect(TimedEffort::new(square), Direct::new(), cart.port())?;
    /// let mut recorder = Recorder::from(
    ///     Sampler::every_seconds(0.2)
    ///         .both_sides_of_jumps()
    ///         .channel("push", move |frame| frame.effort(push)),
    /// );
    /// Simulation::new(net.build()?, Tableau::rk4(), 0.1)?.run_observed(0.45, &mut recorder)?;
    /// assert_eq!(recorder.time(), [0.0, 0.2, 0.25, 0.25, 0.45]);
    /// assert_eq!(recorder.column("push")?, [3.0, 3.0, 3.0, -3.0, -3.0]);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn both_sides_of_jumps(self) -> Self {
        Self { jumps: Some((0.0, None)), ..self }
    }

    /// Adds one quantity.
    #[must_use]
    pub fn channel(
        self,
        name: impl Into<String>,
        mut read: impl FnMut(&Frame<'_>) -> Result<f64, NetworkError> + Send + 'static,
    ) -> Self {
        self.group([name.into()], move |frame, row| {
            row.push(read(frame)?);
            Ok(())
        })
    }

    /// Adds several quantities that are read together.
    #[must_use]
    pub fn channels<const N: usize>(
        self,
        names: [&str; N],
        mut read: impl FnMut(&Frame<'_>) -> Result<[f64; N], NetworkError> + Send + 'static,
    ) -> Self {
        self.group(names.map(String::from), move |frame, row| {
            row.extend(read(frame)?);
            Ok(())
        })
    }

    /// Adds quantities whose number is known at run time only: `read` appends one for every name.
    #[must_use]
    pub fn group(
        mut self,
        names: impl IntoIterator<Item = String>,
        mut read: impl FnMut(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + 'static,
    ) -> Self {
        let start = self.names.len();
        self.names.extend(names);
        let count = self.names.len() - start;
        self.channels.push(Box::new(move |frame, row| {
            let length = row.len() + count;
            read(frame, row)?;
            // A row has a cell for every name, however many values were appended.
            row.resize(length, f64::NAN);
            Ok(())
        }));
        self
    }

    /// Adds the internal variables of a law or an admittance by the names that it gives them, with
    /// their units: `owner.pressure [Pa]`.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if it is not a component of the network.
    pub fn internal<C: HasInternal + Send + 'static>(
        self,
        owner: &str,
        component: C,
        network: &Network,
    ) -> Result<Self, NetworkError> {
        let names: Vec<String> = network
            .internal_names(component)?
            .iter()
            .map(|variable| format!("{owner}.{variable}"))
            .collect();
        Ok(self.group(names, move |frame, row| {
            row.extend(frame.internal(component)?);
            Ok(())
        }))
    }

    /// Returns the names of the columns; the first is the time, "t".
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Appends the rows that are due to columns, for both sides of a jump or for this frame; the start of a run that
    /// continues another is not sampled twice.
    pub(super) fn sample(
        &mut self,
        frame: &Frame<'_>,
        is_start: bool,
        columns: &mut [Vec<f64>],
    ) -> Result<(), NetworkError> {
        let jumped = self.jump_at(frame, is_start);
        if self.last == Some(frame.time()) {
            return Ok(());
        }
        let due = self.is_due(frame, is_start);
        if let Some(step_start) = jumped {
            // The first row is read as the last stage of the step saw it.
            let stage = frame.stage().of_step_from(step_start);
            self.read(&frame.at_stage(stage), columns)?;
        }
        if due || jumped.is_some() {
            self.read(frame, columns)?;
        }
        Ok(())
    }

    /// Returns the start of the step that ended at a jump, if this frame is its end and both sides are wanted.
    fn jump_at(&mut self, frame: &Frame<'_>, is_start: bool) -> Option<f64> {
        let ((last, next), time) = (self.jumps.as_mut()?, frame.time());
        let jumped = !is_start && next.is_some_and(|jump| jump <= time);
        let before = core::mem::replace(last, time);
        if jumped || is_start {
            *next = frame.network().next_jump(time);
        }
        jumped.then_some(before)
    }

    fn is_due(&mut self, frame: &Frame<'_>, is_start: bool) -> bool {
        match &mut self.schedule {
            Schedule::Steps { every, seen } => {
                if is_start {
                    *seen = 0;
                } else {
                    *seen += 1;
                }
                *seen % *every == 0
            }
            Schedule::Seconds { every, next } => {
                // Times are rounded: a step that ends by rounding just before a multiple counts as at it.
                let at = frame.time() / *every + 1e-9;
                let due = at >= *next as f64;
                if due {
                    *next = (at.floor().max(0.0) as u64).saturating_add(1);
                }
                due
            }
        }
    }

    /// Appends a row of this frame, due or not, unless it was the last one that was read.
    pub(super) fn sample_now(
        &mut self,
        frame: &Frame<'_>,
        columns: &mut [Vec<f64>],
    ) -> Result<(), NetworkError> {
        if self.last == Some(frame.time()) { Ok(()) } else { self.read(frame, columns) }
    }

    fn read(&mut self, frame: &Frame<'_>, columns: &mut [Vec<f64>]) -> Result<(), NetworkError> {
        self.last = Some(frame.time());
        self.row.clear();
        self.row.push(frame.time());
        self.channels.iter_mut().try_for_each(|channel| channel(frame, &mut self.row))?;
        columns.iter_mut().zip(&self.row).for_each(|(column, value)| column.push(*value));
        Ok(())
    }
}
