//! Two trajectories at the same times, and how they differ.

use stiction::core::ShownTime;
use stiction::scenario::sweep::Take;

use crate::Outcome;
use crate::trajectory::Trajectory;

/// A column of rounding errors: two runs differ in it by its whole range.
const ROUNDING: &str = "energy.power_residual";

/// Two trajectories and the times at which they are compared.
#[derive(Debug)]
pub(super) struct Pair {
    a: Trajectory,
    b: Trajectory,
    /// All times of both runs within the span that they share.
    pub(super) times: Vec<f64>,
    /// First and last time of A and of B.
    spans: [(f64, f64); 2],
}

/// The difference of a column: B − A.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) name: String,
    /// Its unit in A.
    pub(super) unit: String,
    pub(super) values: Vec<f64>,
    /// The largest magnitude, and its time.
    pub(super) largest: f64,
    pub(super) at: f64,
    /// Root of the mean square over the rows.
    pub(super) rms: f64,
    /// Least and largest finite value of the column in A; NaN if it has no finite value.
    range: (f64, f64),
}

impl Difference {
    /// Returns the largest magnitude as a share of the range of the finite values of the column in A.
    pub(super) fn relative(&self) -> f64 {
        let (least, most) = self.range;
        // Halves: a range may be wider than the largest number.
        if self.largest == 0.0 { 0.0 } else { 0.5 * self.largest / (0.5 * most - 0.5 * least) }
    }
}

impl Pair {
    pub(super) fn new(a: Trajectory, b: Trajectory) -> Outcome<Self> {
        let span = |of: &Trajectory| (of.columns[0][0], of.columns[0][of.columns[0].len() - 1]);
        let spans = [span(&a), span(&b)];
        let [a_span, b_span] = spans;
        let (from, to) = (a_span.0.max(b_span.0), a_span.1.min(b_span.1));
        if from > to {
            let [one, other] = spans.map(shown);
            return Err(format!("the runs share no time: one is {one}, the other {other}").into());
        }
        // Straight lines differ most at the ends of a piece of one of them.
        let mut times: Vec<f64> = [&a, &b].iter().flat_map(|of| of.columns[0].clone()).collect();
        times.retain(|t| (from..=to).contains(t));
        times.sort_unstable_by(f64::total_cmp);
        times.dedup();
        Ok(Self { a, b, times, spans })
    }

    /// Returns the columns that both have, or those that are wanted.
    pub(super) fn common(&self, wanted: &[String]) -> Outcome<Vec<String>> {
        let has = |of: &Trajectory, name: &String| of.names[1..].contains(name);
        if let Some(name) = wanted.iter().find(|name| !(has(&self.a, name) && has(&self.b, name))) {
            let which = if has(&self.a, name) { "second" } else { "first" };
            return Err(format!("the {which} run has no column `{name}`").into());
        }
        let common = self.a.names[1..].iter();
        let common = common.filter(|name| has(&self.b, name) && *name != ROUNDING);
        let names: Vec<String> =
            if wanted.is_empty() { common.cloned().collect() } else { wanted.to_vec() };
        if names.is_empty() {
            return Err("the runs have no column in common".into());
        }
        Ok(names)
    }

    /// Returns the columns that only one of them has.
    pub(super) fn only(&self) -> [Vec<String>; 2] {
        let but = |one: &Trajectory, other: &Trajectory| {
            one.names.iter().filter(|name| !other.names.contains(name)).cloned().collect()
        };
        [but(&self.a, &self.b), but(&self.b, &self.a)]
    }

    /// Returns the parts that cannot be compared: times of only one run and, unless columns were chosen, columns of
    /// only one run.
    pub(super) fn unmatched(&self, columns_were_chosen: bool) -> Vec<String> {
        let mut unmatched = vec![];
        for (which, mut only) in ["first", "second"].into_iter().zip(self.only()) {
            only.retain(|name| name != ROUNDING);
            if !only.is_empty() && !columns_were_chosen {
                unmatched.push(format!("only the {which} run has {}", only.join(", ")));
            }
        }
        let [a, b] = self.spans;
        // Times are sums of steps, with their rounding.
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
        if !(near(a.0, b.0) && near(a.1, b.1)) {
            let [first, second] = self.spans.map(shown);
            unmatched.push(format!("the first run is {first}, the second {second}"));
        }
        unmatched
    }

    /// Returns a column of both at the common times.
    pub(super) fn values(&self, name: &str) -> [Vec<f64>; 2] {
        [&self.a, &self.b].map(|of| {
            let place = of.names.iter().position(|known| known == name);
            place.map_or(vec![], |place| resample(&of.columns[0], &of.columns[place], &self.times))
        })
    }

    pub(super) fn differences(&self, names: &[String]) -> Vec<Difference> {
        names.iter().map(|name| self.difference(name)).collect()
    }

    fn difference(&self, name: &str) -> Difference {
        let [a, b] = self.values(name);
        // Equal infinities, or NaN in both, do not differ; a number is infinitely far from either.
        let difference = |(a, b): (&f64, &f64)| match b - a {
            _ if a == b || (a.is_nan() && b.is_nan()) => 0.0,
            gap if gap.is_nan() => f64::INFINITY,
            gap => gap,
        };
        let values: Vec<f64> = a.iter().zip(&b).map(difference).collect();
        let mut worst = (0.0, self.times[0]);
        for (gap, t) in values.iter().zip(&self.times) {
            if gap.abs() > worst.0 {
                worst = (gap.abs(), *t);
            }
        }
        let finite: Vec<f64> = a.iter().copied().filter(|value| value.is_finite()).collect();
        let range = (Take::Min.of(&[], &finite), Take::Max.of(&[], &finite));
        let rms = Take::Rms.of(&[], &values);
        let (largest, at) = worst;
        let mut units = self.a.names.iter().zip(&self.a.units);
        let unit = units.find(|(known, _)| *known == name).map(|(_, unit)| unit.clone());
        Difference {
            name: name.to_owned(),
            unit: unit.unwrap_or_default(),
            values,
            largest,
            at,
            rms,
            range,
        }
    }
}

fn shown((from, to): (f64, f64)) -> String {
    format!("from {} to {} s", ShownTime(from), ShownTime(to))
}

/// Interpolates values linearly at other times within those given; `wanted` is sorted.
fn resample(times: &[f64], values: &[f64], wanted: &[f64]) -> Vec<f64> {
    let mut next = 0;
    let at = |t: &f64| {
        while next < times.len() && times[next] < *t {
            next += 1;
        }
        if next >= times.len() {
            return values[values.len() - 1];
        }
        if times[next] == *t || next == 0 {
            return values[next];
        }
        let (t0, t1, x0, x1) = (times[next - 1], times[next], values[next - 1], values[next]);
        let share = (t - t0) / (t1 - t0);
        match x1 - x0 {
            // Also if both are infinite.
            _ if x0 == x1 => x0,
            way if way.is_finite() || !(x0.is_finite() && x1.is_finite()) => x0 + way * share,
            _ => x0 * (1.0 - share) + x1 * share,
        }
    };
    wanted.iter().map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trajectory(rows: &[[f64; 2]]) -> Trajectory {
        let columns = [0, 1].map(|k| rows.iter().map(|row| row[k]).collect()).to_vec();
        Trajectory::new(["t", "x"], columns)
    }

    #[test]
    fn the_largest_difference_is_found_between_the_rows_of_the_other() {
        // 2 t against a tent that reaches 3 at 1.5: they are 0 apart there, 0.5 at 1 and 2.
        let a = trajectory(&[[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [4.0, 8.0]]);
        let b = trajectory(&[[0.5, 0.0], [1.5, 3.0], [3.0, 6.0]]);
        let pair = Pair::new(a, b).unwrap();
        assert_eq!(pair.times, [0.5, 1.0, 1.5, 2.0, 3.0]);
        let [x] = &pair.differences(&["x".to_owned()])[..] else { panic!("one column") };
        assert_eq!(x.values, [-1.0, -0.5, 0.0, 0.0, 0.0]);
        assert_eq!((x.largest, x.at, x.relative()), (1.0, 0.5, 0.2));
        assert_eq!(x.rms, (1.25_f64 / 5.0).sqrt());
    }

    #[test]
    fn what_is_no_number_differs_from_numbers_only() {
        let a = trajectory(&[[0.0, f64::NAN], [1.0, f64::INFINITY], [2.0, 1.0]]);
        let b = trajectory(&[[0.0, f64::NAN], [1.0, f64::INFINITY], [2.0, f64::NAN]]);
        let x = Pair::new(a, b).unwrap().difference("x");
        assert_eq!(x.values, [0.0, 0.0, f64::INFINITY]);
        assert_eq!((x.largest, x.at), (f64::INFINITY, 2.0));
    }

    #[test]
    fn numbers_at_the_ends_of_their_range_are_compared_too() {
        let most = f64::MAX;
        let a = trajectory(&[[0.0, -most], [1.0, most]]);
        let b = trajectory(&[[0.0, -most], [0.5, 0.0], [1.0, most / 2.0]]);
        let x = Pair::new(a, b).unwrap().difference("x");
        assert_eq!(x.values, [0.0, 0.0, -most / 2.0]);
        assert_eq!((x.largest, x.relative()), (most / 2.0, 0.25));
        // Its square overflows, and that is reported.
        assert_eq!(x.rms, f64::INFINITY);
        // An infinity in both does not make the range infinite.
        let a = trajectory(&[[0.0, f64::INFINITY], [1.0, 1.0], [2.0, 2.0]]);
        let b = trajectory(&[[0.0, f64::INFINITY], [1.0, 1.5], [2.0, 2.0]]);
        assert_eq!(Pair::new(a, b).unwrap().difference("x").relative(), 0.5);
        // Nor does a column of NaN.
        let a = trajectory(&[[0.0, f64::NAN], [1.0, f64::NAN]]);
        let b = trajectory(&[[0.0, f64::NAN], [1.0, 1.0]]);
        assert!(Pair::new(a, b).unwrap().difference("x").relative().is_nan());
        // Both stay infinite between two rows.
        let a = trajectory(&[[0.0, f64::INFINITY], [2.0, f64::INFINITY]]);
        let b = trajectory(&[[0.0, f64::INFINITY], [1.0, f64::INFINITY], [2.0, f64::INFINITY]]);
        assert_eq!(Pair::new(a, b).unwrap().difference("x").largest, 0.0);
    }

    #[test]
    fn a_run_that_ends_early_is_noticed() {
        let ends = |end: f64| trajectory(&[[0.0, 1.0], [end, 1.0]]);
        let unmatched = |end: f64| Pair::new(ends(1.0), ends(end)).unwrap().unmatched(true);
        assert_eq!(unmatched(0.5), ["the first run is from 0 to 1 s, the second from 0 to 0.5 s"]);
        assert_eq!(unmatched(1.0 + 1e-6).len(), 1);
        assert!(unmatched(1.0 + 1e-12).is_empty());
    }
}
