//! From signals, one for every scalar, to the profiles of the library.

use core::f64::consts::TAU;

use stiction_core::{Line, Shown, Vector, VectorDomain};
use stiction_mechanics::profiles::{
    AnyProfile, Chirp, Interpolation, Piecewise, Profile, Ramp, Samples, Sine, SmoothStep, Square,
    Sum,
};

use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::signal::{Function, Signal, Signals};

/// Takes a profile of any type.
pub(crate) trait TakeProfile<D: VectorDomain> {
    type Taken;
    fn take(self, profile: impl Profile<D>) -> Self::Taken;
}

/// Puts it into a box.
pub(crate) struct Boxed;

impl<D: VectorDomain> TakeProfile<D> for Boxed {
    type Taken = AnyProfile<D>;
    fn take(self, profile: impl Profile<D>) -> AnyProfile<D> {
        Box::new(profile)
    }
}

/// The profile whose scalars are the signals: that of the library where they differ by nothing but
/// values, so that a file gives what one writes in code, or else one made of their parts.
pub(crate) fn together<D: VectorDomain, T: TakeProfile<D>>(
    signals: &[&Signal],
    folder: Folder<'_>,
    take: T,
) -> Result<T::Taken, Fault> {
    if let Some(of) = terms(signals) {
        if of.is_empty() {
            return Err(Fault::new("must not be empty").inside("of"));
        }
        let boxed = of
            .iter()
            .enumerate()
            .map(|(i, of)| together::<D, _>(of, folder, Boxed).inside(i.to_string()).inside("of"));
        return Ok(take.take(Sum::<D>::new(boxed.collect::<Result<Vec<_>, _>>()?)));
    }
    if let Some((times, pieces)) = pieces(signals)? {
        let boxed = pieces.iter().enumerate().map(|(i, piece)| {
            let boxed = together::<D, _>(piece, folder, Boxed).inside("signal");
            boxed.inside(i.to_string()).inside("pieces")
        });
        let boxed = boxed.collect::<Result<Vec<_>, _>>()?;
        let mut pieces = times.into_iter().zip(boxed);
        if let Some((_, first)) = pieces.next() {
            return Ok(take.take(Piecewise::<D>::new(first, pieces)?));
        }
    }
    if let Some((times, values, between)) = samples(signals, folder)? {
        let value = |i: usize| D::Vector::from_axes(|axis| values[axis][i]);
        let points = times.iter().enumerate().map(|(i, &time)| (time, value(i)));
        return Ok(take.take(Samples::<D>::new(points, between)?));
    }
    analytic(signals, folder, take)
}

/// Values of every scalar, and what must be the same for all of them.
type Gathered<V, const K: usize, const M: usize> = Option<([V; K], [f64; M])>;

fn gather<V: Vector, const K: usize, const M: usize>(
    signals: &[&Signal],
    pick: impl Fn(&Function) -> Option<([f64; K], [f64; M])>,
) -> Gathered<V, K, M> {
    let picked = signals.iter().map(|signal| match signal {
        Signal::Function(function) => pick(function),
        Signal::Constant(_) => None,
    });
    let picked = picked.collect::<Option<Vec<_>>>()?;
    let (_, shared) = picked.first()?;
    let same = |other: &[f64; M]| other.map(f64::to_bits) == shared.map(f64::to_bits);
    let values = |k: usize| V::from_axes(|axis| picked[axis].0[k]);
    let alike = picked.len() == V::LEN && picked.iter().all(|(_, other)| same(other));
    alike.then(|| (core::array::from_fn(values), *shared))
}

/// Signals that are given by a formula.
fn analytic<D: VectorDomain, T: TakeProfile<D>>(
    signals: &[&Signal],
    folder: Folder<'_>,
    take: T,
) -> Result<T::Taken, Fault> {
    use Function as F;
    if let Some(([from, to], [start, duration])) = gather(signals, |function| match function {
        F::Ramp { from, to, start, duration } => Some(([*from, *to], [*start, *duration])),
        _ => None,
    }) {
        let ramp = Ramp::<D>::builder().from(from).to(to).start(start);
        return Ok(take.take(ramp.duration(duration).build()?));
    }
    if let Some(([from, to], [start, duration])) = gather(signals, |function| match function {
        F::SmoothStep { from, to, start, duration } => Some(([*from, *to], [*start, *duration])),
        _ => None,
    }) {
        let step = SmoothStep::<D>::builder().from(from).to(to).start(start);
        return Ok(take.take(step.duration(duration).build()?));
    }
    if let Some(([mean, amplitude], [angular_frequency, phase])) = gather(signals, sine) {
        let sine = Sine::<D>::builder().mean(mean).amplitude(amplitude).phase(phase);
        return Ok(take.take(sine.angular_frequency(angular_frequency).build()?));
    }
    if let Some(([mean, amplitude], [period, start])) = gather(signals, |function| match function {
        F::Square { mean, amplitude, period, start } => {
            Some(([*mean, *amplitude], [*period, *start]))
        }
        _ => None,
    }) {
        let square = Square::<D>::builder().mean(mean).amplitude(amplitude);
        return Ok(take.take(square.period(period).start(start).build()?));
    }
    if let Some(([mean, amplitude], [from, to, start, duration])) = gather(signals, chirp) {
        let chirp = Chirp::<D>::builder().mean(mean).amplitude(amplitude);
        let chirp = chirp.from(from).to(to).start(start);
        return Ok(take.take(chirp.duration(duration).build()?));
    }
    part_by_part(signals, folder, take)
}

fn part_by_part<D: VectorDomain, T: TakeProfile<D>>(
    signals: &[&Signal],
    folder: Folder<'_>,
    take: T,
) -> Result<T::Taken, Fault> {
    if let [Signal::Function(Function::Sine { .. })] = signals {
        return Err(Fault::new("needs one of `frequency` [Hz] and `angular_frequency` [rad/s]"));
    }
    let parts = signals.iter().map(|signal| together::<Line, _>(&[signal], folder, Boxed));
    Ok(take.take(Signals::new(parts.collect::<Result<Vec<_>, _>>()?)))
}

fn sine(function: &Function) -> Option<([f64; 2], [f64; 2])> {
    let Function::Sine { mean, amplitude, frequency, angular_frequency, phase } = function else {
        return None;
    };
    let angular = match (frequency, angular_frequency) {
        (Some(frequency), None) => TAU * frequency,
        (None, Some(angular)) => *angular,
        _ => return None,
    };
    Some(([*mean, *amplitude], [angular, *phase]))
}

fn chirp(function: &Function) -> Option<([f64; 2], [f64; 4])> {
    let Function::Chirp { mean, amplitude, from, to, angular, start, duration } = function else {
        return None;
    };
    let angular = |frequency: f64| if *angular { frequency } else { TAU * frequency };
    Some(([*mean, *amplitude], [angular(*from), angular(*to), *start, *duration]))
}

/// The signals of the terms, if all are sums of as many.
fn terms<'a>(signals: &[&'a Signal]) -> Option<Vec<Vec<&'a Signal>>> {
    let of = signals.iter().map(|signal| match signal {
        Signal::Function(Function::Sum { of }) => Some(of),
        _ => None,
    });
    let of = of.collect::<Option<Vec<_>>>()?;
    let count = of.first()?.len();
    let alike = of.iter().all(|of| of.len() == count);
    alike.then(|| (0..count).map(|i| of.iter().map(|of| &of[i]).collect()).collect())
}

/// Times from which signals hold, with the signals of all scalars.
type Pieces<'a> = (Vec<f64>, Vec<Vec<&'a Signal>>);

/// The pieces, if all signals change at the same times.
fn pieces<'a>(signals: &[&'a Signal]) -> Result<Option<Pieces<'a>>, Fault> {
    let all = signals.iter().map(|signal| match signal {
        Signal::Function(Function::Piecewise { pieces }) => Some(pieces),
        _ => None,
    });
    let Some(all) = all.collect::<Option<Vec<_>>>() else { return Ok(None) };
    let Some(first) = all.first() else { return Ok(None) };
    if all.iter().any(|pieces| pieces.is_empty()) {
        return Err(Fault::new("must not be empty").inside("pieces"));
    }
    let mut before = f64::NEG_INFINITY;
    for (i, from) in first.iter().map(|piece| piece.from).enumerate() {
        if !(from.is_finite() && from > before) {
            let message =
                format!("must be finite and later than the one before, found {}", Shown(from));
            return Err(Fault::new(message).inside("from").inside(i.to_string()).inside("pieces"));
        }
        before = from;
    }
    let times: Vec<f64> = first.iter().map(|piece| piece.from).collect();
    let same = |pieces: &&Vec<crate::signal::Piece>| {
        pieces.len() == times.len()
            && pieces.iter().zip(&times).all(|(piece, time)| piece.from.to_bits() == time.to_bits())
    };
    if !all.iter().all(same) {
        return Ok(None);
    }
    let signals = |i: usize| all.iter().map(|pieces| &pieces[i].signal).collect();
    Ok(Some((times.clone(), (0..times.len()).map(signals).collect())))
}

/// Times, values of every scalar, and what is between them.
type Sampled = (Vec<f64>, Vec<Vec<f64>>, Interpolation);

/// The samples, if all signals have them at the same times; a constant is one sample.
fn samples(signals: &[&Signal], folder: Folder<'_>) -> Result<Option<Sampled>, Fault> {
    let mut all: Option<Sampled> = None;
    for signal in signals {
        let (points, between) = match signal {
            Signal::Constant(value) => (vec![(0.0, *value)], Interpolation::Steps),
            Signal::Function(Function::Samples(samples)) => {
                (samples.points(folder)?, samples.between.into())
            }
            Signal::Function(_) => return Ok(None),
        };
        let (times, values): (Vec<f64>, Vec<f64>) = points.into_iter().unzip();
        match &mut all {
            None => all = Some((times, vec![values], between)),
            Some((first, all, as_first)) => {
                let bits = |times: &[f64]| times.iter().map(|t| t.to_bits()).collect::<Vec<_>>();
                if bits(first) != bits(&times) || *as_first != between {
                    return Ok(None);
                }
                all.push(values);
            }
        }
    }
    Ok(all)
}
