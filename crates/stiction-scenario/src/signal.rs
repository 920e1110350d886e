//! Functions of the time: loads, motors, normal forces.

use core::f64::consts::TAU;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use stiction_core::{Domain, Effort, Flat, Line, Stage};
use stiction_friction::NormalLoad;
use stiction_mechanics::profiles::{
    AnyProfile, Between, Chirp, Piecewise, Profile, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};

use crate::error::{Fault, Inside};

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

/// A function of the time [s].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "the JSON schema has these lines too, with units in plain brackets"
)]
pub enum Function {
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
        /// Begin [s].
        #[serde(default)]
        start: f64,
        /// Duration of the change [s].
        duration: f64,
    },
    /// Values at given times.
    Samples {
        /// Pairs of time [s] and value; give these or `file`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        points: Vec<[f64; 2]>,
        /// CSV file with a header line, relative to the scenario.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<PathBuf>,
        /// Column of the times in the file.
        #[serde(default = "time_column")]
        time: String,
        /// Column of the values in the file; by default the second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        column: Option<String>,
        /// What the signal does between two times.
        #[serde(default)]
        between: BetweenSamples,
    },
    /// The sum of signals.
    Sum {
        /// The signals.
        of: Vec<Signal>,
    },
    /// One signal after another.
    Piecewise {
        /// The signals, each with the time from which it holds.
        pieces: Vec<Piece>,
    },
}

fn time_column() -> String {
    "t".to_owned()
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

/// A signal that holds from a time on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "the JSON schema has these lines too, with units in plain brackets"
)]
pub struct Piece {
    /// Begin [s]; the first piece also holds before it.
    #[serde(default)]
    pub from: f64,
    /// The signal.
    pub signal: Signal,
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

/// Not the derived one of an untagged enum, which would only say that nothing matched.
impl<'de> Deserialize<'de> for Signal {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Signal;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a number, or a table with the `type` of a function of the time")
            }
            fn visit_f64<E>(self, value: f64) -> Result<Signal, E> {
                Ok(Signal::Constant(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Signal, E> {
                Ok(Signal::Constant(value as f64))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Signal, E> {
                Ok(Signal::Constant(value as f64))
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Signal, A::Error> {
                let table = serde::de::value::MapAccessDeserializer::new(map);
                Function::deserialize(table).map(Signal::Function)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

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
                Function::Samples { between, .. } => *between == BetweenSamples::Steps,
                Function::Square { .. } => true,
                Function::Sum { of } => of.iter().all(Self::changes_in_steps),
                Function::Piecewise { pieces } => {
                    pieces.iter().all(|piece| piece.signal.changes_in_steps())
                }
                _ => false,
            },
        }
    }

    /// The library's signal; files are relative to `folder`.
    pub(crate) fn build(&self, folder: &Path) -> Result<AnyProfile<Line>, Fault> {
        match self {
            Self::Constant(value) => {
                Ok(Box::new(Samples::<Line>::new([(0.0, *value)], Between::Steps)?))
            }
            Self::Function(function) => function.build(folder),
        }
    }
}

impl Function {
    fn build(&self, folder: &Path) -> Result<AnyProfile<Line>, Fault> {
        Ok(match self {
            Self::Ramp { from, to, start, duration } => {
                let ramp = Ramp::<Line>::builder().from(*from).to(*to).start(*start);
                Box::new(ramp.duration(*duration).build()?)
            }
            Self::SmoothStep { from, to, start, duration } => {
                let step = SmoothStep::<Line>::builder().from(*from).to(*to).start(*start);
                Box::new(step.duration(*duration).build()?)
            }
            Self::Sine { mean, amplitude, frequency, angular_frequency, phase } => {
                let angular_frequency = match (frequency, angular_frequency) {
                    (Some(frequency), None) => TAU * frequency,
                    (None, Some(angular)) => *angular,
                    _ => {
                        let message =
                            "needs one of `frequency` [Hz] and `angular_frequency` [rad/s]";
                        return Err(Fault::new(message));
                    }
                };
                let sine = Sine::<Line>::builder().mean(*mean).amplitude(*amplitude).phase(*phase);
                Box::new(sine.angular_frequency(angular_frequency).build()?)
            }
            Self::Square { mean, amplitude, period, start } => {
                let square = Square::<Line>::builder().mean(*mean).amplitude(*amplitude);
                Box::new(square.period(*period).start(*start).build()?)
            }
            Self::Chirp { mean, amplitude, from, to, start, duration } => {
                let chirp = Chirp::<Line>::builder().mean(*mean).amplitude(*amplitude);
                let chirp = chirp.from(TAU * from).to(TAU * to).start(*start);
                Box::new(chirp.duration(*duration).build()?)
            }
            Self::Samples { points, file, time, column, between } => {
                let between = match between {
                    BetweenSamples::Lines => Between::Lines,
                    BetweenSamples::Steps => Between::Steps,
                };
                let points = match file {
                    Some(_) if !points.is_empty() => {
                        return Err(Fault::new("needs one of `points` and `file`, not both"));
                    }
                    Some(file) => {
                        csv_points(&folder.join(file), time, column.as_deref()).inside("file")?
                    }
                    None => points.iter().map(|[t, value]| (*t, *value)).collect(),
                };
                Box::new(Samples::<Line>::new(points, between)?)
            }
            Self::Sum { of } => {
                let built = of
                    .iter()
                    .enumerate()
                    .map(|(i, signal)| signal.build(folder).inside(i.to_string()).inside("of"));
                Box::new(Sum::new(built.collect::<Result<Vec<_>, _>>()?))
            }
            Self::Piecewise { pieces } => {
                let built = pieces.iter().enumerate().map(|(i, piece)| {
                    let signal = piece.signal.build(folder).inside("signal");
                    Ok((piece.from, signal.inside(i.to_string()).inside("pieces")?))
                });
                let mut built = built.collect::<Result<Vec<_>, Fault>>()?.into_iter();
                let Some((_, first)) = built.next() else {
                    return Err(Fault::new("must not be empty").inside("pieces"));
                };
                Box::new(Piecewise::new(first, built)?)
            }
        })
    }
}

/// Times and values from a CSV file.
fn csv_points(path: &Path, time: &str, column: Option<&str>) -> Result<Vec<(f64, f64)>, Fault> {
    let shown = path.display();
    let fault = |error: csv::Error| Fault::new(format!("{shown}: {error}"));
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(path).map_err(fault)?;
    let headers = reader.headers().map_err(fault)?.clone();
    let place = |name: &str| {
        let known = || headers.iter().collect::<Vec<_>>().join(", ");
        let missing = || Fault::new(format!("{shown}: no column `{name}`, it has {}", known()));
        let hint = crate::error::nearest(name, headers.iter());
        headers.iter().position(|header| header == name).ok_or_else(|| missing().hint(hint))
    };
    let time = place(time)?;
    let value = column.map_or(Ok(1), place)?;
    let mut points = vec![];
    for (row, record) in reader.records().enumerate() {
        let record = record.map_err(fault)?;
        let number = |index: usize| {
            let cell = record.get(index).unwrap_or_default();
            let line = row + 2;
            cell.parse::<f64>()
                .map_err(|_| Fault::new(format!("{shown}:{line}: `{cell}` is not a number")))
        };
        points.push((number(time)?, number(value)?));
    }
    Ok(points)
}

/// One signal for every scalar of an effort.
pub(crate) struct Signals {
    parts: Vec<AnyProfile<Line>>,
}

impl Signals {
    pub(crate) fn new(parts: Vec<AnyProfile<Line>>) -> Self {
        Self { parts }
    }
    fn first_jump(&self, after: f64) -> Option<f64> {
        self.parts.iter().filter_map(|part| part.next_jump(after)).min_by(f64::total_cmp)
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
}

/// A normal force: constant, or a function of the time.
pub(crate) enum Load {
    Constant(f64),
    Signal(AnyProfile<Line>),
}

impl Load {
    pub(crate) fn of(signal: &Signal, folder: &Path) -> Result<Self, Fault> {
        Ok(match signal.constant() {
            Some(value) => Self::Constant(value),
            None => Self::Signal(signal.build(folder)?),
        })
    }
}

impl NormalLoad for Load {
    fn normal_force(&self, stage: &Stage) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Signal(signal) => signal.effort(stage),
        }
    }
    fn constant(&self) -> Option<f64> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Signal(_) => None,
        }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        match self {
            Self::Constant(_) => None,
            Self::Signal(signal) => signal.next_jump(after),
        }
    }
}
