//! Positions of an encoder.
//!
//! An encoder is exact when it steps, half-way between two counts; between steps the position is known only to lie
//! between them. Distances are therefore straight lines in time from step to step. Rows before the first step after a
//! turning point, and after the last one before the next, have no distance: the position may be anywhere within a
//! step.

/// Places closer than this share of the range are one.
const ONE: f64 = 1e-6;
/// Few places lie on a grid if all of them are as near to it as this share of a step; many do if random places would
/// rarely be as near as they are.
const WHOLE: f64 = 0.05;
const CHANCE: f64 = 1e-3;

/// Returns the step of positions that lie on a grid (of an encoder, or of few digits), if they do.
pub(super) fn step(position: &[f64]) -> Option<f64> {
    let mut known = position.to_vec();
    known.sort_by(f64::total_cmp);
    let (first, last) = (*known.first()?, *known.last()?);
    known.dedup_by(|a, b| (*a - *b).abs() <= ONE * (last - first));
    // Two places alone do not make a grid.
    if known.len() < 3 {
        return None;
    }
    let apart = || known.windows(2).map(|pair| pair[1] - pair[0]);
    let mut step = apart().fold(f64::INFINITY, f64::min);
    // With few digits the least distance may be too short: far places are the better measure.
    for _ in 0..3 {
        step = (last - first) / apart().map(|own| (own / step).round().max(1.0)).sum::<f64>();
    }
    let off = known.iter().map(|own| (own - first) / step).map(|own| (own - own.round()).abs());
    let farthest = off.fold(0.0, f64::max);
    let chance = (2.0 * farthest).powi(known.len() as i32 - 2);
    (farthest < WHOLE || chance < CHANCE).then_some(step)
}

/// Returns the rows at which it finally steps from each count to the next; the middle if it flickers.
fn edges(counts: &[i64]) -> Vec<f64> {
    let most = counts.iter().copied().max().unwrap_or(0).max(0) as usize;
    // The first row above each count, and the last one that is not.
    let (mut first, mut before) = (Vec::with_capacity(most), vec![0; most]);
    for (row, &count) in counts.iter().enumerate() {
        first.resize(first.len().max(count.max(0) as usize), row);
    }
    let mut least = most;
    for (row, &count) in counts.iter().enumerate().rev() {
        let count = count.max(0) as usize;
        if count < least {
            before[count..least].fill(row);
            least = count;
        }
    }
    let middle = |(first, before): (usize, usize)| {
        // A position that turns back at the end has passed there before.
        let is_back = before > first && before + 1 == counts.len();
        0.5 * (first + if is_back { first.saturating_sub(1) } else { before }) as f64
    };
    first.into_iter().zip(before).map(middle).collect()
}

/// Returns the distances of rows since a turning point, from the position that an encoder shows along the motion, and
/// the first row that has one.
pub(super) fn ways(shown: &[f64], step: f64) -> (usize, Vec<f64>) {
    let counts: Vec<i64> = shown.iter().map(|way| (way / step).round() as i64).collect();
    let edges = edges(&counts);
    let mut ways = vec![];
    let mut from = 0;
    for (count, pair) in edges.windows(2).enumerate() {
        let first = pair[0].ceil().max((from + ways.len()) as f64) as usize;
        if ways.is_empty() {
            from = first;
        }
        for row in first..=pair[1].floor() as usize {
            if row < from + ways.len() || row >= shown.len() {
                continue;
            }
            let share = (row as f64 - pair[0]) / (pair[1] - pair[0]).max(0.5);
            ways.push((count as f64 + 0.5 + share.clamp(0.0, 1.0)) * step);
        }
    }
    (from, ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantised(step: f64) -> Vec<f64> {
        (0..400).map(|k| (f64::from(k) * 1e-3 / step).round() * step).collect()
    }

    #[test]
    fn steps_are_found() {
        // The last one makes more than a step between two rows.
        for exact in [0.01, 0.037, 4e-3, 7e-4] {
            let found = step(&quantised(exact)).unwrap();
            assert!((found / exact - 1.0).abs() < 1e-9, "{found}");
            // With few digits.
            let short: Vec<f64> =
                quantised(exact).iter().map(|q| (q * 1e5).round() / 1e5).collect();
            assert!((step(&short).unwrap() / exact - 1.0).abs() < 0.01);
        }
        // An encoder of 14 bits with four digits; a digit at each end of 0.04 rad is 0.25 %.
        let exact = core::f64::consts::TAU / 16384.0;
        let slow = (0..400).map(|k| (f64::from(k) * 1e-4 / exact).round() * exact);
        let short: Vec<f64> = slow.map(|q| (q * 1e4).round() / 1e4).collect();
        let found = step(&short).unwrap();
        assert!((found / exact - 1.0).abs() < 3e-3, "{found}");
        // The controls: a smooth motion, one that rests for most of the time, and one with two places.
        let smooth: Vec<f64> = (0..400).map(|k| (0.01 * f64::from(k)).sin()).collect();
        assert_eq!(step(&smooth), None);
        let resting: Vec<f64> = smooth.iter().flat_map(|q| [*q; 3]).collect();
        assert_eq!(step(&resting), None);
        assert_eq!(step(&[[0.0; 9], [1.0; 9]].concat()), None);
    }

    /// Compares with a search through all rows for each count, for counts that flicker and turn back.
    #[test]
    fn edges_are_those_of_the_definition() {
        for turn in [400, 350, 300] {
            let flicker = |k: i64| (k * k * 7) % 5 - 2;
            let counts: Vec<i64> =
                (0..400).map(|k| (k.min(2 * turn - k) + 3 * flicker(k)) / 10).collect();
            let edge = |count: i64| {
                let first = counts.iter().position(|own| *own > count).unwrap();
                let before = counts.iter().rposition(|own| *own <= count).unwrap_or(0);
                let is_back = before > first && counts[before..].iter().all(|own| *own <= count);
                0.5 * (first + if is_back { first.saturating_sub(1) } else { before }) as f64
            };
            let most = counts.iter().copied().max().unwrap();
            assert_eq!(edges(&counts), (0..most).map(edge).collect::<Vec<f64>>());
        }
    }

    /// Distances are exact for a position that moves at a constant speed.
    #[test]
    fn ways_lie_between_steps() {
        let exact: Vec<f64> = (0..400).map(|k| f64::from(k) * 1e-3).collect();
        let (from, found) = ways(&quantised(0.01), 0.01);
        assert!((5..=6).contains(&from) && found.len() > 380, "{from} {}", found.len());
        for (way, exact) in found.iter().zip(&exact[from..]) {
            assert!((way - exact).abs() < 1.1e-3, "{way} {exact}");
        }
        // The control: the encoder itself is off by half a step.
        let worst = quantised(0.01).into_iter().zip(&exact).map(|(q, x)| (q - x).abs());
        assert!(worst.fold(0.0, f64::max) > 4e-3);
    }
}
