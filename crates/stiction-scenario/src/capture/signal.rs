//! Profiles back to signals.

use core::any::Any;
use core::iter;

use stiction_core::{Flat, Line, Vector, VectorDomain};
use stiction_friction::NormalLoad;
use stiction_mechanics::profiles::{
    AnyProfile, Chirp, Interpolation, Piecewise, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};
use stiction_patch::Schedule;

use super::Found;
use crate::law::SignalList;
use crate::signal::{BetweenSamples, Function, Load, Piece, SampledSignal, Signal, Signals};

/// A normal force that a file can have.
pub(super) trait LoadInFiles: NormalLoad {
    fn signal(&self) -> Result<Signal, String>;
}

impl LoadInFiles for f64 {
    fn signal(&self) -> Result<Signal, String> {
        Ok(Signal::Constant(*self))
    }
}

impl LoadInFiles for Schedule<f64> {
    fn signal(&self) -> Result<Signal, String> {
        if let Some(always) = self.single() {
            return Ok(Signal::Constant(*always));
        }
        let points = pieces(self).map(|(from, force)| [from, *force]).collect();
        let between = BetweenSamples::Steps;
        let steps = SampledSignal { points, between, ..SampledSignal::default() };
        Ok(Function::Samples(steps).into())
    }
}

/// The values of a schedule with the times from which they hold, as files have them.
pub(super) fn pieces<T>(schedule: &Schedule<T>) -> impl Iterator<Item = (f64, &T)> {
    let changes = schedule.changes();
    // The first one holds at all times before the first change.
    let first = changes.first().map_or(0.0, |change| change.next_down().min(0.0));
    iter::once(first).chain(changes.iter().copied()).zip(schedule.values())
}

impl LoadInFiles for Load {
    fn signal(&self) -> Result<Signal, String> {
        one(self.signal())
    }
}

/// The signals of all scalars as a file has them.
pub(super) fn list(mut signals: Vec<Signal>) -> SignalList {
    let constant = |signal: &Signal| match signal {
        Signal::Function(Function::Samples(samples))
            if samples.between == BetweenSamples::Steps =>
        {
            match samples.points[..] {
                [[time, value]] if time.to_bits() == 0 => Some(value),
                _ => None,
            }
        }
        _ => signal.constant(),
    };
    // Constants alone would be an effort of another type.
    if signals.iter().any(|signal| constant(signal).is_none()) {
        for signal in &mut signals {
            if let Some(value) = constant(signal) {
                *signal = Signal::Constant(value);
            }
        }
    }
    if signals.len() == 1 { SignalList::One(signals.remove(0)) } else { SignalList::List(signals) }
}

/// The signals of all scalars of a profile.
pub(super) fn of<D: VectorDomain>(mut profile: &dyn Any) -> Found<Vec<Signal>> {
    while let Some(boxed) = profile.downcast_ref::<AnyProfile<D>>() {
        profile = &**boxed;
    }
    if let Some(sum) = profile.downcast_ref::<Sum<D>>() {
        return Some(of_sum(sum));
    }
    if let Some(pieces) = profile.downcast_ref::<Piecewise<D>>() {
        return Some(of_pieces(pieces));
    }
    if let Some(signals) = profile.downcast_ref::<Signals>() {
        return Some(of_parts(signals));
    }
    analytic::<D>(profile).map(Ok)
}

/// The signals of a profile that was made scalar by scalar.
pub(super) fn of_parts(signals: &Signals) -> Result<Vec<Signal>, String> {
    signals.parts().iter().map(one).collect()
}

fn one(profile: &AnyProfile<Line>) -> Result<Signal, String> {
    let mut signals = scalars::<Line>(profile)?;
    signals.pop().ok_or_else(unknown)
}

fn scalars<D: VectorDomain>(profile: &AnyProfile<D>) -> Result<Vec<Signal>, String> {
    of::<D>(profile).unwrap_or_else(|| Err(unknown()))
}

fn unknown() -> String {
    "one of its functions of the time is a closure or a type of one's own".to_owned()
}

fn of_sum<D: VectorDomain>(sum: &Sum<D>) -> Result<Vec<Signal>, String> {
    let terms = sum.signals().iter().map(scalars::<D>).collect::<Result<Vec<_>, _>>()?;
    let of = |axis: usize| terms.iter().map(|term| term[axis].clone()).collect();
    Ok((0..D::Vector::LEN).map(|axis| Function::Sum { of: of(axis) }.into()).collect())
}

fn of_pieces<D: VectorDomain>(pieces: &Piecewise<D>) -> Result<Vec<Signal>, String> {
    let first = [(0.0, pieces.first())].into_iter();
    let later = pieces.later().iter().map(|(time, signal)| (*time, signal));
    let all = first.chain(later).map(|(time, signal)| Ok((time, scalars::<D>(signal)?)));
    let all = all.collect::<Result<Vec<_>, String>>()?;
    let pieces = |axis: usize| {
        let piece = |(from, signals): &(f64, Vec<Signal>)| Piece {
            from: *from,
            signal: signals[axis].clone(),
        };
        all.iter().map(piece).collect()
    };
    Ok((0..D::Vector::LEN)
        .map(|axis| Function::Piecewise { pieces: pieces(axis) }.into())
        .collect())
}

fn axes<V: Vector>(function: impl Fn(usize) -> Function) -> Vec<Signal> {
    (0..V::LEN).map(|axis| function(axis).into()).collect()
}

fn analytic<D: VectorDomain>(profile: &dyn Any) -> Option<Vec<Signal>> {
    if let Some(ramp) = profile.downcast_ref::<Ramp<D>>() {
        let (start, duration) = (ramp.start(), ramp.duration());
        return Some(axes::<D::Vector>(|axis| Function::Ramp {
            from: ramp.from().axis(axis),
            to: ramp.to().axis(axis),
            start,
            duration,
        }));
    }
    if let Some(step) = profile.downcast_ref::<SmoothStep<D>>() {
        let (start, duration) = (step.start(), step.duration());
        return Some(axes::<D::Vector>(|axis| Function::SmoothStep {
            from: step.from().axis(axis),
            to: step.to().axis(axis),
            start,
            duration,
        }));
    }
    if let Some(sine) = profile.downcast_ref::<Sine<D>>() {
        return Some(axes::<D::Vector>(|axis| Function::Sine {
            mean: sine.mean().axis(axis),
            amplitude: sine.amplitude().axis(axis),
            frequency: None,
            angular_frequency: Some(sine.angular_frequency()),
            phase: sine.phase(),
        }));
    }
    if let Some(square) = profile.downcast_ref::<Square<D>>() {
        return Some(axes::<D::Vector>(|axis| Function::Square {
            mean: square.mean().axis(axis),
            amplitude: square.amplitude().axis(axis),
            period: square.period(),
            start: square.start(),
        }));
    }
    if let Some(chirp) = profile.downcast_ref::<Chirp<D>>() {
        return Some(axes::<D::Vector>(|axis| Function::Chirp {
            mean: chirp.mean().axis(axis),
            amplitude: chirp.amplitude().axis(axis),
            from: chirp.from(),
            to: chirp.to(),
            angular: true,
            start: chirp.start(),
            duration: chirp.duration(),
        }));
    }
    profile.downcast_ref::<Samples<D>>().map(sampled)
}

fn sampled<D: VectorDomain>(samples: &Samples<D>) -> Vec<Signal> {
    let between = match samples.between() {
        Interpolation::Lines => BetweenSamples::Lines,
        Interpolation::Steps => BetweenSamples::Steps,
    };
    let points = |axis| samples.samples().map(|(time, value)| [time, value.axis(axis)]).collect();
    axes::<D::Vector>(|axis| {
        let sampled = SampledSignal { points: points(axis), between, ..SampledSignal::default() };
        Function::Samples(sampled)
    })
}
