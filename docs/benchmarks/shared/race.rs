//! Timing in turns: a disturbance hits all competitors alike, and the least of many short samples
//! counts.

use std::time::Instant;

/// Makes this number of steps and returns the time they took \[s\].
pub(crate) type Runner<'a> = &'a mut dyn FnMut(u32) -> f64;

/// Time of a step \[ns\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) least: f64,
    #[allow(dead_code, reason = "not every benchmark prints it")]
    pub(crate) median: f64,
}

/// Least duration of a sample \[s\]. Several samples fit into the time slice of a process on a busy
/// machine; samples as long as a slice would always disturb one competitor.
const SAMPLE: f64 = 2e-4;
/// With fewer rounds the least time is not reliable.
const FEWEST_ROUNDS: usize = 5;

/// Returns the time that a function takes \[s\].
#[allow(dead_code, reason = "a competitor in another process times itself")]
pub(crate) fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Races the runners for about `seconds` in total. All make the same number of steps.
pub(crate) fn race<const N: usize>(seconds: f64, runners: &mut [Runner<'_>; N]) -> [Timing; N] {
    let timings = race_all(seconds, runners);
    std::array::from_fn(|k| timings[k])
}

/// Races any number of runners, as [`race`] does.
pub(crate) fn race_all(seconds: f64, runners: &mut [Runner<'_>]) -> Vec<Timing> {
    let start = Instant::now();
    let mut steps = 1_u32;
    // The number of steps suits the fastest runner; finding it warms up too.
    while runners.iter_mut().map(|run| run(steps)).fold(f64::INFINITY, f64::min) < SAMPLE {
        steps *= 2;
    }
    let mut samples = vec![vec![]; runners.len()];
    while samples.iter().any(|s| s.len() < FEWEST_ROUNDS) || start.elapsed().as_secs_f64() < seconds
    {
        for (run, samples) in runners.iter_mut().zip(&mut samples) {
            samples.push(1e9 * run(steps) / f64::from(steps));
        }
    }
    let timing = |mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        Timing { least: samples[0], median: samples[samples.len() / 2] }
    };
    samples.into_iter().map(timing).collect()
}
