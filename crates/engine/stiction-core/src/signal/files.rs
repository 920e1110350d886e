//! How files write the functions of the time.

use core::f64::consts::TAU;

use super::{
    Chirp, Input, Interpolation, Piece, Piecewise, Ramp, Samples, Signal, Sine, SmoothStep,
};
use super::{Square, Sum};
use crate::description::Filled;
use crate::{Describe, Form, Parameter, ParameterError, Shown, Value, ValueError};

/// A function of the time [s].
#[derive(Describe)]
enum Function {
    /// From one value to another at a constant rate.
    Ramp(#[field(flat)] Ramp),
    /// From one value to another with a continuous rate.
    SmoothStep(#[field(flat)] SmoothStep),
    /// mean + amplitude sin(2π frequency t + phase).
    Sine {
        /// Mean value.
        #[field(default = 0.0)]
        mean: f64,
        /// Amplitude.
        amplitude: f64,
        /// Frequency.
        #[field(key)]
        frequency: Frequency,
        /// Phase \[rad\].
        #[field(default = 0.0)]
        phase: f64,
    },
    /// mean ± amplitude, changing every half period.
    Square(#[field(flat)] Square),
    /// A sine whose frequency changes at a constant rate.
    Chirp {
        /// Mean value.
        #[field(default = 0.0)]
        mean: f64,
        /// Amplitude.
        amplitude: f64,
        /// Frequency at the begin \[Hz\].
        from: f64,
        /// Frequency in the end \[Hz\].
        to: f64,
        /// Whether `from` and `to` are angular frequencies \[rad/s\].
        #[field(default = false)]
        angular: bool,
        /// Begin \[s\].
        #[field(default = 0.0)]
        start: f64,
        /// Duration of the change \[s\].
        duration: f64,
    },
    /// Values at given times; give them as `points` or as a `file`.
    Samples {
        /// Pairs of time \[s\] and value, at least one.
        #[field(default = None)]
        points: Option<Filled<[f64; 2]>>,
        /// CSV file with a header line, relative to the scenario; lines that begin with `#` are
        /// comments.
        #[field(default = None)]
        file: Option<String>,
        /// Column of the times in the file; `t` by default.
        #[field(default = None)]
        time: Option<String>,
        /// Column of the values in the file; needed where it has several beside that of the times.
        #[field(default = None)]
        column: Option<String>,
        /// The course between two times.
        #[field(default = Interpolation::Lines)]
        between: Interpolation,
    },
    /// The sum of signals.
    Sum {
        /// The signals, at least one.
        of: Filled<Signal>,
    },
    /// One signal after another.
    Piecewise {
        /// The signals, at least one, each with the time from which it holds.
        pieces: Filled<Piece>,
    },
    /// A number that is set from outside while the mechanism is stepped.
    Input(#[field(flat)] Input),
}

/// Frequency of a sine.
#[derive(Describe)]
#[describe(spelling = Key)]
enum Frequency {
    /// Frequency \[Hz\]; give this or `angular_frequency`.
    #[field(name = "frequency")]
    Hertz(f64),
    /// Angular frequency \[rad/s\].
    #[field(name = "angular_frequency")]
    Angular(f64),
}

impl From<&super::Function> for Function {
    fn from(function: &super::Function) -> Self {
        use super::Function as Of;
        match function {
            Of::Ramp(ramp) => Self::Ramp(ramp.clone()),
            Of::SmoothStep(step) => Self::SmoothStep(step.clone()),
            Of::Square(square) => Self::Square(square.clone()),
            Of::Sine(sine) => Self::Sine {
                mean: sine.mean(),
                amplitude: sine.amplitude(),
                frequency: Frequency::Angular(sine.angular_frequency()),
                phase: sine.phase(),
            },
            Of::Chirp(chirp) => Self::Chirp {
                mean: chirp.mean(),
                amplitude: chirp.amplitude(),
                from: chirp.from(),
                to: chirp.to(),
                angular: true,
                start: chirp.start(),
                duration: chirp.duration(),
            },
            Of::Samples(samples) => Self::Samples {
                points: Some(Filled(samples.samples().map(Into::into).collect())),
                file: None,
                time: None,
                column: None,
                between: samples.between(),
            },
            Of::Sum(sum) => Self::Sum { of: Filled(sum.signals().to_vec()) },
            Of::Input(input) => Self::Input(input.clone()),
            Of::Piecewise(pieces) => Self::Piecewise { pieces: Filled(pieces.pieces().to_vec()) },
        }
    }
}

impl TryFrom<Function> for super::Function {
    type Error = ValueError;
    fn try_from(function: Function) -> Result<Self, ValueError> {
        Ok(match function {
            Function::Ramp(ramp) => ramp.into(),
            Function::SmoothStep(step) => step.into(),
            Function::Square(square) => square.into(),
            Function::Input(input) => input.into(),
            Function::Sine { mean, amplitude, frequency, phase } => {
                let frequency = match frequency {
                    Frequency::Hertz(frequency) => TAU * frequency,
                    Frequency::Angular(frequency) => frequency,
                };
                let sine = Sine::builder().mean(mean).amplitude(amplitude).phase(phase);
                sine.angular_frequency(frequency).build()?.into()
            }
            Function::Chirp { mean, amplitude, from, to, angular, start, duration } => {
                let [from, to] = [from, to].map(|at| if angular { at } else { TAU * at });
                let chirp = Chirp::builder().mean(mean).amplitude(amplitude).from(from).to(to);
                chirp.start(start).duration(duration).build()?.into()
            }
            Function::Samples { points, file, time, column, between } => {
                samples(points, &[("file", file), ("time", time), ("column", column)], between)?
            }
            Function::Sum { of } => Sum::new(of.0).into(),
            Function::Piecewise { pieces } => in_order(pieces.0)?.into(),
        })
    }
}

/// Builds samples of points. The reader of files has replaced a `file` and its columns by its points, so a name that is
/// left is refused.
fn samples(
    points: Option<Filled<[f64; 2]>>,
    of_files: &[(&'static str, Option<String>)],
    between: Interpolation,
) -> Result<super::Function, ValueError> {
    if let Some((key, _)) = of_files.iter().find(|(_, given)| given.is_some()) {
        let message = format!("`{key}` is for a `file`: `points` have no columns");
        return Err(ValueError::new(message).inside(*key));
    }
    let points = points.map_or_else(Vec::new, |points| points.0);
    let samples = Samples::new(points.into_iter().map(Into::into), between);
    Ok(samples.map_err(|error: ParameterError| ValueError::new(error.to_string()))?.into())
}

fn in_order(pieces: Vec<Piece>) -> Result<Piecewise, ValueError> {
    let Some(wrong) = Piecewise::misplaced(pieces.iter().map(|piece| piece.from)) else {
        return Ok(Piecewise::of(pieces));
    };
    let found = Shown(pieces[wrong].from);
    let message = format!("must be finite and later than the one before, found {found}");
    Err(ValueError::new(message).inside("from").inside(wrong.to_string()).inside("pieces"))
}

impl Parameter for super::Function {
    fn form() -> Form {
        Function::form()
    }
    fn value(&self) -> Value {
        Function::from(self).value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        Function::of(value)?.try_into()
    }
}
