//! Functions of the time: loads, motors, normal forces.

use core::any::Any;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use stiction_core::{Domain, Effort, Flat, Line, Stage};
use stiction_friction::NormalLoad;
use stiction_mechanics::profiles::{AnyProfile, Interpolation, Profile, Samples};
use stiction_patch::Schedule;

use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::number_or::number_or;
use crate::table;
use crate::tagged::{by_type, parameters};
use crate::timed::{Boxed, together};

/// A function of the time [s]: a number, or a table with `type`.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "the JSON schema has these lines too, with units in plain brackets"
)]
pub enum Signal {
    /// The same at all times.
    Constant(f64),
    /// One of the functions.
    Function(Function),
}

by_type! {
    /// A function of the time [s].
    Function = "Function", FunctionByKey {
        /// From one value to another at a constant rate.
        Ramp {
            /// Value before `start`.
            #[serde(default)]
            from: f64,
            /// Value in the end.
            to: f64,
            /// Begin [s].
            #[serde(default)]
            start: f64,
            /// Duration [s].
            duration: f64,
        },
        /// From one value to another with a continuous rate.
        SmoothStep {
            /// Value before `start`.
            #[serde(default)]
            from: f64,
            /// Value in the end.
            to: f64,
            /// Begin [s].
            #[serde(default)]
            start: f64,
            /// Duration [s].
            duration: f64,
        },
        /// mean + amplitude sin(2π frequency t + phase).
        Sine {
            /// Mean value.
            #[serde(default)]
            mean: f64,
            /// Amplitude.
            amplitude: f64,
            /// Frequency [Hz]; give this or `angular_frequency`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            frequency: Option<f64>,
            /// Angular frequency [rad/s].
            #[serde(default, skip_serializing_if = "Option::is_none")]
            angular_frequency: Option<f64>,
            /// Phase [rad].
            #[serde(default)]
            phase: f64,
        },
        /// mean ± amplitude, changing every half period.
        Square {
            /// Mean value.
            #[serde(default)]
            mean: f64,
            /// Amplitude.
            amplitude: f64,
            /// Period [s].
            period: f64,
            /// Begin of a positive half [s].
            #[serde(default)]
            start: f64,
        },
        /// A sine whose frequency changes at a constant rate.
        Chirp {
            /// Mean value.
            #[serde(default)]
            mean: f64,
            /// Amplitude.
            amplitude: f64,
            /// Frequency at the begin [Hz].
            from: f64,
            /// Frequency in the end [Hz].
            to: f64,
            /// Whether `from` and `to` are angular frequencies [rad/s].
            #[serde(default, skip_serializing_if = "core::ops::Not::not")]
            angular: bool,
            /// Begin [s].
            #[serde(default)]
            start: f64,
            /// Duration of the change [s].
            duration: f64,
        },
        /// Values at given times.
        Samples(SampledSignal),
        /// The sum of signals.
        Sum {
            /// The signals, at least one.
            #[schemars(length(min = 1))]
            of: Vec<Signal>,
        },
        /// One signal after another.
        Piecewise {
            /// The signals, at least one, each with the time from which it holds.
            #[schemars(length(min = 1))]
            pieces: Vec<Piece>,
        },
    }
}

parameters! {
    /// Values at given times; give them as `points` or as a `file`.
    #[derive(Default)]
    SampledSignal {
        /// Pairs of time [s] and value, at least one.
        #[serde(
            default,
            skip_serializing_if = "Vec::is_empty",
            deserialize_with = "crate::value::at_least_one"
        )]
        #[schemars(length(min = 1))]
        pub points: Vec<[f64; 2]>,
        /// CSV file with a header line, relative to the scenario; lines that begin with `#` are
        /// comments.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
        /// Column of the times in the file; `t` by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub time: Option<String>,
        /// Column of the values in the file; needed where it has several beside that of the times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub column: Option<String>,
        /// What the signal does between two times.
        #[serde(default)]
        pub between: BetweenSamples,
    }
    /// A signal that holds from a time on.
    Piece {
        /// Begin [s], later than that of the piece before; the first piece holds before its own too.
        #[serde(default)]
        pub from: f64,
        /// The signal.
        pub signal: Signal,
    }
}

/// What a sampled signal does between two times.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum BetweenSamples {
    /// Straight lines.
    #[default]
    Lines,
    /// The value holds until the next time.
    Steps,
}

impl From<BetweenSamples> for Interpolation {
    fn from(between: BetweenSamples) -> Self {
        match between {
            BetweenSamples::Lines => Self::Lines,
            BetweenSamples::Steps => Self::Steps,
        }
    }
}

impl From<f64> for Signal {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}
impl From<Function> for Signal {
    fn from(function: Function) -> Self {
        Self::Function(function)
    }
}

number_or!(
    Signal,
    "a number, or a table with the `type` of a function of the time",
    table => Signal::Function
);

impl Signal {
    /// The value, if it is the same at all times.
    #[must_use]
    pub const fn constant(&self) -> Option<f64> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Function(_) => None,
        }
    }

    /// Whether it is constant between its steps.
    pub(crate) fn changes_in_steps(&self) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Function(function) => match function {
                Function::Samples(samples) => samples.between == BetweenSamples::Steps,
                Function::Square { .. } => true,
                Function::Sum { of } => of.iter().all(Self::changes_in_steps),
                Function::Piecewise { pieces } => {
                    pieces.iter().all(|piece| piece.signal.changes_in_steps())
                }
                _ => false,
            },
        }
    }

    /// The library's signal.
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<AnyProfile<Line>, Fault> {
        together::<Line, _>(&[self], folder, Boxed)
    }

    /// A value below zero that is written in it: a number, a sample, an end of a ramp. Where a sine or
    /// a sum falls below zero is not looked for.
    fn negative(&self, folder: Folder<'_>) -> Result<Option<f64>, Fault> {
        let function = match self {
            Self::Constant(value) => return Ok(Some(*value).filter(|value| *value < 0.0)),
            Self::Function(function) => function,
        };
        let values = match function {
            Function::Ramp { from, to, .. } | Function::SmoothStep { from, to, .. } => {
                vec![*from, *to]
            }
            Function::Samples(samples) => {
                samples.points(folder)?.iter().map(|(_, value)| *value).collect()
            }
            Function::Piecewise { pieces } => {
                let all = pieces.iter().map(|piece| piece.signal.negative(folder));
                all.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()
            }
            _ => vec![],
        };
        Ok(values.into_iter().find(|value| *value < 0.0))
    }
}

impl SampledSignal {
    /// The times and values.
    pub(crate) fn points(&self, folder: Folder<'_>) -> Result<Vec<(f64, f64)>, Fault> {
        match &self.file {
            Some(_) if !self.points.is_empty() => {
                Err(Fault::new("needs one of `points` and `file`, not both"))
            }
            Some(file) => {
                let (path, time) = (folder.path.join(file), self.time.as_deref());
                let text = folder.text(file).inside("file")?;
                let (time, column) = (time.unwrap_or("t"), self.column.as_deref());
                table::points(&path, &text, time, column).inside("file")
            }
            None => {
                for (key, given) in [("time", &self.time), ("column", &self.column)] {
                    if given.is_some() {
                        let message = format!("`{key}` is for a `file`: `points` have no columns");
                        return Err(Fault::new(message).inside(key));
                    }
                }
                Ok(self.points.iter().map(|[time, value]| (*time, *value)).collect())
            }
        }
    }
}

/// One signal for every scalar of an effort.
pub(crate) struct Signals {
    parts: Vec<AnyProfile<Line>>,
}

impl Signals {
    pub(crate) fn new(parts: Vec<AnyProfile<Line>>) -> Self {
        Self { parts }
    }
    pub(crate) fn parts(&self) -> &[AnyProfile<Line>] {
        &self.parts
    }
    fn first_jump(&self, after: f64) -> Option<f64> {
        let jump = |part| Profile::<Line>::next_jump(part, after);
        self.parts.iter().filter_map(jump).min_by(f64::total_cmp)
    }
}

impl<D: Domain> Profile<D> for Signals {
    fn effort(&self, stage: &Stage) -> Effort<D> {
        // An effort has six scalars at most.
        let mut scalars = [0.0; 6];
        for (scalar, part) in scalars.iter_mut().zip(&self.parts) {
            *scalar = part.effort(stage);
        }
        Effort::<D>::load(&scalars[..Effort::<D>::LEN])
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.first_jump(after)
    }
    fn describe(&self) -> String {
        self.parts.iter().map(Profile::describe).collect::<Vec<_>>().join(" ")
    }
}

/// A normal force that is a function of the time.
pub(crate) struct Load {
    signal: AnyProfile<Line>,
    /// A value that it takes and that is no load.
    negative: Option<f64>,
}

impl Load {
    pub(crate) fn of(signal: &Signal, folder: Folder<'_>) -> Result<Self, Fault> {
        Ok(Self { signal: signal.build(folder)?, negative: signal.negative(folder)? })
    }
    pub(crate) fn signal(&self) -> &AnyProfile<Line> {
        &self.signal
    }
}

impl NormalLoad for Load {
    /// A signal that swings below zero lifts the body there: a file has no other word for it.
    fn normal_force(&self, stage: &Stage) -> f64 {
        let given = self.signal.effort(stage);
        // Not `max`, which would turn NaN into no load.
        if given < 0.0 { 0.0 } else { given }
    }
    fn refused(&self) -> Option<f64> {
        self.negative
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        Profile::<Line>::next_jump(&self.signal, after)
    }
    /// Steps as the schedule that does the same in code.
    fn describe(&self) -> String {
        let profile: &dyn Any = &*self.signal;
        let samples = profile.downcast_ref::<Samples<Line>>();
        let steps = samples.filter(|samples| samples.between() == Interpolation::Steps);
        let schedule = steps.and_then(|steps| Schedule::new(steps.samples()).ok());
        schedule
            .map_or_else(|| Profile::<Line>::describe(&self.signal), |schedule| schedule.describe())
    }
}

/// Builds with the normal force of a signal: a number where it is constant, as in code.
macro_rules! with_load {
    ($signal:expr, $folder:expr, $load:ident => $result:expr) => {
        match $signal.constant() {
            Some($load) => $result,
            None => {
                let $load = $crate::signal::Load::of($signal, $folder).inside("normal_force")?;
                $result
            }
        }
    };
}
pub(crate) use with_load;
