use super::*;
use crate::testing::{self, assert_refused, assert_refuses, block, drive, lugre, rate_dependent};
use crate::{SteadyState, StribeckShape};
use proptest::prelude::*;
use stiction_core::impedance::from_fn;
use stiction_core::{Line, Plane};

const STIFFNESSES: [f64; 4] = [4e4, 3e4, 2e4, 1e4];
const SHARES: [f64; 4] = [0.1, 0.2, 0.3, 0.4];

fn curve(breakaway: f64) -> StribeckCurve {
    testing::curve([1.0, breakaway], 0.01, StribeckShape::Gaussian)
}

fn law<D: VectorDomain>(breakaway: f64) -> MaxwellSlip<D> {
    let law = MaxwellSlip::builder().stiffnesses(STIFFNESSES).shares(SHARES);
    law.curve(curve(breakaway)).attraction(20.0).build().unwrap()
}

/// Returns the force of first loading: each element is a spring up to its limit.
fn backbone(x: f64) -> f64 {
    let force = |(k, share): (&f64, &f64)| (k * x.abs()).min(*share);
    STIFFNESSES.iter().zip(&SHARES).map(force).sum::<f64>().copysign(x)
}

/// Returns the path and the friction along it through turning points, one micrometre and one millisecond a step, where
/// every element turns at a step.
fn loaded(law: &dyn Impedance<Domain = Line>, turns: &[i32]) -> Vec<(f64, f64)> {
    let mut internal = vec![0.0; law.memory().len()];
    let mut rate = internal.clone();
    let (mut at, mut found) = (0, vec![(0.0, 0.0)]);
    for &turn in turns {
        while at != turn {
            let way = (turn - at).signum();
            let motion = Motion::new(1e-6 * f64::from(at), 1e-3 * f64::from(way));
            let effort = law.respond(&Stage::first(0.0, 1e-3), &motion, &internal, &mut rate);
            for (e, slip) in internal.iter_mut().zip(&rate) {
                *e += 1e-3 * slip;
            }
            at += way;
            found.push((1e-6 * f64::from(at), -effort));
        }
    }
    found
}

/// Returns the work of a closed path that ends where its last `steps` began \[J\], by the trapezium rule.
fn work(path: &[(f64, f64)], steps: usize) -> f64 {
    let tail = &path[path.len() - 1 - steps..];
    tail.windows(2).map(|w| 0.5 * (w[0].1 + w[1].1) * (w[1].0 - w[0].0)).sum()
}

/// Returns the loss of a loop of amplitude A by the closed form, each element an elastic and perfectly plastic one.
fn loop_loss(amplitude: f64) -> f64 {
    let loss = |(k, share): (&f64, &f64)| 4.0 * share * (amplitude - share / k).max(0.0);
    STIFFNESSES.iter().zip(&SHARES).map(loss).sum()
}

#[test]
fn loops_by_masing_and_their_loss() {
    let law = law::<Line>(1.0);
    let path = loaded(&law, &[30, -30, 30]);
    // Rounding of sums of 1e2 numbers of the size 1 N.
    let tolerance = 1e2 * f64::EPSILON;
    for &(x, force) in &path[..31] {
        assert!((force - backbone(x)).abs() < tolerance, "{x} {force}");
    }
    let turn = path[30];
    for &(x, force) in &path[30..91] {
        // The branch is the first loading at twice the scale.
        let branch = turn.1 + 2.0 * backbone(0.5 * (x - turn.0));
        assert!((force - branch).abs() < tolerance, "{x} {force} {branch}");
    }
    // The trapezium rule is exact except when an element yields: 1/8 of a step of its slope, at each of 8 places.
    let quadrature = 8.0 * 4e4 * 1e-12 / 8.0;
    let amplitude = 3e-5;
    assert!((work(&path, 120) - loop_loss(amplitude)).abs() < quadrature);
    assert!(loop_loss(amplitude) > 1e2 * quadrature);
    // Control: an elastic spring with the same first loading has no loop.
    let elastic = from_fn::<Line, _>(|_, motion| -backbone(motion.pose + 1e-3 * motion.flow));
    assert!(work(&loaded(&elastic, &[30, -30, 30]), 120).abs() < quadrature);
}

/// A closed minor loop is wiped out: the force goes on as if it had not been. LuGre forgets its turning points.
#[test]
fn memory_of_turning_points() {
    let (plain, with_loop) = ([30, -20, 25], [30, -20, 10, -5, 10, 25]);
    let difference = |law: &dyn Impedance<Domain = Line>| {
        let (a, b) = (loaded(law, &plain), loaded(law, &with_loop));
        (a[a.len() - 1].1 - b[b.len() - 1].1).abs()
    };
    let law = law::<Line>(1.0);
    assert!(difference(&law) < 1e2 * f64::EPSILON);
    let lugre = lugre([1e5, 0.0, 0.0], SteadyState::Force(curve(1.0)));
    assert!(difference(&lugre) > 1e-3);
}

/// The force after a jump from 2 mm/s to 50 mm/s, in full sliding: `s₂ + (s₁ − s₂) exp(−C t/s₂)`.
#[test]
fn friction_lags_behind_the_speed() {
    let law = law::<Line>(1.5);
    let (slow, fast, step) = (2e-3, 5e-2, 1e-5);
    let before = 100_000;
    let [s1, s2] = [slow, fast].map(|v| curve(1.5).value(v));
    let velocity = |t: f64| if t < (f64::from(before) - 0.5) * step { slow } else { fast };
    for (steps, tolerance) in [(1000, 2e-3), (5000, 2e-3), (50_000, 1e-7)] {
        let record = drive(&law, step, before as usize + steps, velocity);
        let time = steps as f64 * step;
        let expected = s2 + (s1 - s2) * (-20.0 * time / s2).exp();
        // First order: half a step of C T/s = 2e-4, times the time constants gone by, of the rest of 0.5 N.
        assert!((record.force - expected).abs() < tolerance * 0.5, "{} {expected}", record.force);
    }
    // The control, which has no lag, is on the curve after a millisecond.
    let at_once = rate_dependent::<Line>([1e5, 100.0, 0.0], curve(1.5));
    let record = drive(&at_once, step, before as usize + 1000, velocity);
    let lagging = s2 + (s1 - s2) * (-20.0 * 1e-2 / s2).exp();
    assert!((record.force - s2).abs() < 1e-6 && (lagging - s2).abs() > 0.1);
}

/// Integrates the published equations with their modes (Al-Bender, Lampaert and Swevers 2005), by small Euler steps:
/// the force after every `every` of them.
fn published(velocity: impl Fn(f64) -> f64, step: f64, every: usize, samples: usize) -> Vec<f64> {
    let mut elements = [(0.0_f64, false); 4];
    let mut found = vec![];
    for k in 0..every * samples {
        let v = velocity((k as f64 + 0.5) * step);
        let level = curve(1.5).value(v.abs());
        for ((force, slips), (stiffness, share)) in
            elements.iter_mut().zip(STIFFNESSES.iter().zip(&SHARES))
        {
            *slips &= *force * v > 0.0;
            if *slips {
                *force += step * 20.0 * (share.copysign(v) - *force / level);
            } else {
                *force += step * stiffness * v;
                *slips = force.abs() >= share * level && *force * v > 0.0;
            }
        }
        if (k + 1) % every == 0 {
            found.push(elements.iter().map(|(force, _)| force).sum());
        }
    }
    found
}

/// Integrates the control: all elements share one level, which lags whether they stick or slip.
fn with_one_level(velocity: impl Fn(f64) -> f64, step: f64, samples: usize) -> Vec<f64> {
    let (mut deflections, mut level) = ([0.0; 4], 1.5);
    let advance = |k| {
        let v: f64 = velocity((k + 1) as f64 * step);
        let mut sum = 0.0;
        for (e, (stiffness, share)) in deflections.iter_mut().zip(STIFFNESSES.iter().zip(&SHARES)) {
            let (force, rate) = gsat_step(*stiffness, step * stiffness, share * level, v, *e);
            *e += step * rate;
            sum += force;
        }
        level += step * 20.0 * (1.0 - level / curve(1.5).value(v.abs()));
        sum
    };
    (0..samples).map(advance).collect()
}

fn forces(
    law: &MaxwellSlip<Line>,
    velocity: impl Fn(f64) -> f64,
    step: f64,
    samples: usize,
) -> Vec<f64> {
    let mut internal = vec![0.0; law.memory().len()];
    let mut rate = internal.clone();
    let advance = |k| {
        // Backward Euler takes the velocity at the end of the step.
        let motion = Motion::new(0.0, velocity((k + 1) as f64 * step));
        let effort = law.respond(&Stage::first(0.0, step), &motion, &internal, &mut rate);
        internal.iter_mut().zip(&rate).for_each(|(value, rate)| *value += step * rate);
        -effort
    };
    (0..samples).map(advance).collect()
}

fn farthest(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// Partial slip (the strongest element bears 0.4 N at 40 micrometres, and sticks throughout) and gross slip, to and
/// fro, at speeds where the curve falls and with a lag of 50 ms, longer than a cycle of partial slip.
#[test]
fn follows_the_published_equations() {
    let law = law::<Line>(1.5);
    for (amplitude, frequency, largest) in [(3e-5, 300.0, 1e-2), (3e-4, 100.0, 2e-2)] {
        let velocity = |t: f64| amplitude * frequency * (frequency * t).sin();
        let period = core::f64::consts::TAU / frequency;
        let error = |steps: usize, found: Vec<f64>| {
            let reference = published(velocity, period / 128_000.0, 128_000 / steps, 3 * steps);
            farthest(&reference, &found)
        };
        let of_law = |steps| error(steps, forces(&law, velocity, period / steps as f64, 3 * steps));
        let [coarse, fine] = [4_000, 16_000].map(of_law);
        // The error is of the order of the force that stuck elements take up within a step: ΣK v T.
        assert!(fine < largest && fine < 0.4 * coarse, "{amplitude}: {coarse} {fine}");
        let shared = error(16_000, with_one_level(velocity, period / 16_000.0, 48_000));
        assert!(shared > 10.0 * fine, "{amplitude}: {shared} {fine}");
    }
}

/// An element that slips for longer lags by more: after a run-up its level differs from the others.
#[test]
fn every_element_has_its_level() {
    let law = law::<Line>(1.5);
    let (mut internal, mut rate) = ([0.0; 8], [0.0; 8]);
    for k in 1..=400 {
        let step = 1e-5;
        let motion = Motion::new(0.0, 10.0 * f64::from(k) * step);
        law.respond(&Stage::first(0.0, step), &motion, &internal, &mut rate);
        internal.iter_mut().zip(rate).for_each(|(value, rate)| *value += step * rate);
    }
    // The weakest broke away first, at the lowest speed and the highest level.
    assert!(internal[4..].is_sorted_by(|a, b| a + 1e-3 < *b), "{:?}", &internal[4..]);
    let names: Vec<_> = (3..6).map(|i| law.memory().name(i).to_string()).collect();
    assert_eq!(names, ["internal[3]", "level_lag[0] [N]", "level_lag[1] [N]"]);
    assert_eq!([3, 4].map(|i| law.memory().deflects_along(i)), [Some(0), None]);
    assert_eq!(self::law::<Plane>(1.5).memory().len(), 12);
}

/// A slipping element whose level would outrun its spring sticks: the balance never gains, as it would with the
/// published rate there.
#[test]
fn a_level_that_outruns_the_spring_gives_no_energy() {
    let law = law::<Line>(1.5);
    let speeds = |t: f64| if t < 0.05 { 0.05 } else { 1e-5 };
    let record = drive(&law, 1e-5, 10_000, speeds);
    assert!(record.is_passive(), "{record:?}");
    // In the published law, the weakest element gains `C (α − f/s)` where its spring gives `K v`.
    let (pace, given) = (20.0 * 0.1 * (1.0 - 1.0 / 1.5), 4e4 * 1e-5);
    assert!(pace > given, "{pace} {given}");
}

/// A block of 1 kg under a load that trembles, far below the level. If no element gives way it stands to the
/// bit; if the weak ones do, it comes back every cycle, and LuGre does not.
#[test]
fn holds_without_drift() {
    let drift = |law: &dyn Impedance<Domain = Line>, load: f64| {
        let tremble = |time: f64| 1.0 + 0.5 * (core::f64::consts::TAU * 5.0 * time).sin();
        let seen = block(law, 20_000, |time| load * tremble(time) * time.min(1.0));
        // The anchor of the strongest element, and the place.
        let places = seen.map(|(x, e)| [x - e.get(3).unwrap_or(&0.0), x]);
        [0, 1].map(|i| (places[3][i] - places[1][i]).abs())
    };
    let held = MaxwellSlip::<Line>::builder().stiffnesses(STIFFNESSES).shares(SHARES);
    let held = held.curve(curve(1.0)).attraction(20.0).damping(300.0).build().unwrap();
    // Sums of 8e4 numbers of the size 1e-5 m.
    let rounding = 8e4 * f64::EPSILON * 1e-5;
    let [anchor, _] = drift(&held, 0.4);
    assert!(anchor < rounding, "{anchor}");
    let [_, place] = drift(&held, 0.6);
    let lugre = lugre([1e5, 300.0, 0.0], SteadyState::Force(curve(1.0)));
    let [_, creeps] = drift(&lugre, 0.6);
    assert!(place < 1e-9 && creeps > 1e-6, "{place} {creeps}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// With one element and no lag to speak of it is the law of a constant level.
    #[test]
    fn one_element_is_gsat(v in -0.1..0.1_f64, e in -3e-5..3e-5_f64) {
        let one = MaxwellSlip::<Line>::builder().stiffnesses([1e5]).shares([1.0]);
        let one = one.curve(curve(1.0)).attraction(1.0).damping(20.0).build().unwrap();
        let mut rate = [0.0; 2];
        let motion = Motion::new(0.0, v);
        let force = -one.respond(&Stage::first(0.0, 1e-4), &motion, &[e, 0.0], &mut rate);
        prop_assert_eq!((force, rate[0]), gsat_step(1e5, 20.0 + 1e-4 * 1e5, 1.0, v, e));
        prop_assert_eq!(rate[1], 0.0);
    }
}

#[test]
fn stiffnesses_and_shares_belong_together() {
    let build = |stiffnesses: &[f64], shares: &[f64]| {
        let law = MaxwellSlip::<Line>::builder().stiffnesses(stiffnesses.to_vec());
        law.shares(shares.to_vec()).curve(curve(1.0)).attraction(1.0).build()
    };
    assert_refused("stiffnesses", |x| build(&[1e4, x], &[0.5; 2]));
    assert_refused("shares", |x| build(&[1e4, 1.0], &[0.5, x]));
    assert_refuses("shares", 1.1, |x| build(&[1.0; 2], &[0.5, x - 0.5]));
    assert_eq!(build(&[1.0, 2.0], &[1.0]).unwrap_err().parameter, "shares");
    assert_eq!(build(&[], &[]).unwrap_err().parameter, "stiffnesses");
}
