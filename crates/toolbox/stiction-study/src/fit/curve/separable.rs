//! Least squares with linear parameters, which are eliminated: only the others are searched.
//!
//! ```text
//! yₖ ≈ Σⱼ βⱼ φⱼ(k; θ),   χ²(θ) = min over β of Σₖ (yₖ − Σⱼ βⱼ φⱼ(k; θ))²/σₖ²
//! ```
//!
//! `χ²(θ)` has at most two coordinates here. It is searched on a grid, then by golden section, so no starting point
//! has to be guessed, and the global minimum is not missed. Source of the elimination: Golub and Pereyra, *The
//! Differentiation of Pseudo-Inverses and Nonlinear Least Squares Problems Whose Variables Separate*, 1973. Intervals
//! are those of the profile: how far a parameter can go while all others follow.

use nalgebra::DMatrix;

use super::swept::Factor;

/// The largest number of linear parameters.
pub(crate) const LINEAR: usize = 3;

/// Search range of a parameter that is not linear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Points of the grid.
    pub(crate) points: usize,
}

/// Writes the `φ` of a row for the parameters that are not linear.
pub(crate) type Basis<'a> = &'a dyn Fn(&[f64], usize, &mut [f64; LINEAR]);

/// A problem.
#[derive(Clone, Copy)]
pub(crate) struct Separable<'a> {
    pub(crate) y: &'a [f64],
    pub(crate) sigma: &'a [f64],
    pub(crate) linear: usize,
    pub(crate) ranges: &'a [Range],
    /// The Cholesky factor of the covariance of `y`, if its noise is shared; `sigma` is 1 then.
    pub(crate) factor: Option<&'a Factor>,
    pub(crate) basis: Basis<'a>,
}

/// A parameter by its place: the linear ones come first.
type Place = usize;

/// A minimum.
#[derive(Clone, Debug)]
pub(crate) struct Best {
    pub(crate) chi_square: f64,
    /// The linear parameters, then the others.
    pub(crate) values: Vec<f64>,
}

/// A column this small, after subtracting its projection on the others, depends on them.
const DEPENDENT: f64 = 1e-9;
/// Resolution of a coordinate, as a share of the grid cell.
const RESOLVED: f64 = 1e-3;

impl Separable<'_> {
    /// Returns the least `χ²`, with one parameter held at a value if `held` names one.
    pub(crate) fn least(&self, held: Option<(Place, f64)>) -> Best {
        self.search(&mut vec![], held)
    }

    fn search(&self, theta: &mut Vec<f64>, held: Option<(Place, f64)>) -> Best {
        let Some(range) = self.ranges.get(theta.len()) else { return self.solve(theta, held) };
        let own = self.linear + theta.len();
        let mut at = |coordinate: f64| {
            theta.push(coordinate);
            let best = self.search(theta, held);
            theta.pop();
            best
        };
        match held {
            Some((place, value)) if place == own => at(value),
            _ => along(*range, &mut at),
        }
    }

    fn whiten(&self, column: &mut [f64]) {
        if let Some(factor) = self.factor {
            factor.whiten(column);
        }
    }

    /// Solves for the linear parameters by orthogonal columns.
    fn solve(&self, theta: &[f64], held: Option<(Place, f64)>) -> Best {
        let (p, n) = (self.linear, self.y.len());
        let fixed = held.filter(|(place, _)| *place < p);
        let mut columns = vec![vec![0.0; n]; p];
        let mut left = Vec::with_capacity(n);
        let mut row = [0.0; LINEAR];
        for (k, (y, sigma)) in self.y.iter().zip(self.sigma).enumerate() {
            (self.basis)(theta, k, &mut row);
            for (column, number) in columns.iter_mut().zip(row) {
                column[k] = number / sigma;
            }
            let known = fixed.map_or(0.0, |(place, value)| value * row[place]);
            left.push((y - known) / sigma);
        }
        columns.iter_mut().for_each(|column| self.whiten(column));
        self.whiten(&mut left);
        let free: Vec<usize> =
            (0..p).filter(|j| fixed.is_none_or(|(place, _)| place != *j)).collect();
        // R of the columns, and Qᵀ y: modified Gram and Schmidt.
        let mut upper = [[0.0; LINEAR]; LINEAR];
        let mut share = [0.0; LINEAR];
        for (a, &j) in free.iter().enumerate() {
            let whole = norm(&columns[j]);
            let (before, after) = columns.split_at_mut(j);
            let own = &mut after[0];
            for (b, &i) in free[..a].iter().enumerate() {
                upper[b][a] = dot(&before[i], own);
                subtract(own, upper[b][a], &before[i]);
            }
            let length = norm(own);
            if length > DEPENDENT * whole {
                upper[a][a] = length;
                own.iter_mut().for_each(|number| *number /= length);
                share[a] = dot(own, &left);
                subtract(&mut left, share[a], own);
            } else {
                own.iter_mut().for_each(|number| *number = 0.0);
            }
        }
        let mut values = vec![0.0; p];
        for a in (0..free.len()).rev() {
            let known: f64 = (a + 1..free.len()).map(|b| upper[a][b] * values[free[b]]).sum();
            let is_known = upper[a][a] > 0.0;
            values[free[a]] = if is_known { (share[a] - known) / upper[a][a] } else { 0.0 };
        }
        if let Some((place, value)) = fixed {
            values[place] = value;
        }
        values.extend_from_slice(theta);
        Best { chi_square: dot(&left, &left), values }
    }

    /// Returns the covariance of all parameters near a minimum; `None` if one of them has no effect. `is_free` says
    /// which of them are estimated.
    pub(crate) fn covariance(&self, best: &Best, is_free: &[bool]) -> Option<DMatrix<f64>> {
        let (n, p) = (self.y.len(), best.values.len());
        let model = |values: &[f64]| {
            let mut row = [0.0; LINEAR];
            let (linear, theta) = values.split_at(self.linear);
            let number = |k: usize| {
                (self.basis)(theta, k, &mut row);
                linear.iter().zip(row).map(|(b, f)| b * f).sum::<f64>() / self.sigma[k]
            };
            let mut all = (0..n).map(number).collect::<Vec<f64>>();
            self.whiten(&mut all);
            all
        };
        let free: Vec<usize> = (0..p).filter(|place| is_free[*place]).collect();
        let mut jacobian = DMatrix::zeros(n, free.len());
        for (column, &place) in free.iter().enumerate() {
            let distance = 1e-5 * best.values[place].abs().max(1e-3);
            let moved = |sign: f64| {
                let mut values = best.values.clone();
                values[place] += sign * distance;
                model(&values)
            };
            for (k, (above, below)) in moved(1.0).iter().zip(moved(-1.0)).enumerate() {
                jacobian[(k, column)] = (above - below) / (2.0 * distance);
            }
        }
        let inverse = inverse_square(&jacobian)?;
        let mut all = DMatrix::zeros(p, p);
        for (a, &i) in free.iter().enumerate() {
            for (b, &j) in free.iter().enumerate() {
                all[(i, j)] = inverse[(a, b)];
            }
        }
        Some(all)
    }

    /// Returns how far a parameter can go until `χ²` has grown by `rise`; `None` for an end beyond the range, or
    /// beyond a thousand times the first `step`.
    pub(crate) fn interval(
        &self,
        best: &Best,
        place: Place,
        rise: f64,
        step: f64,
    ) -> [Option<f64>; 2] {
        let range = place.checked_sub(self.linear).map(|k| self.ranges[k]);
        [-1.0, 1.0].map(|sign| {
            let most = range.map_or(1e3 * step, |range| {
                if sign < 0.0 {
                    best.values[place] - range.low
                } else {
                    range.high - best.values[place]
                }
            });
            let excess = |distance: f64| {
                let held = (place, best.values[place] + sign * distance);
                self.least(Some(held)).chi_square - best.chi_square - rise
            };
            root(excess, step, most).map(|distance| best.values[place] + sign * distance)
        })
    }
}

/// Returns the least along one coordinate: the best of a grid, then golden section around it, and a parabola.
fn along(Range { low, high, points }: Range, at: &mut impl FnMut(f64) -> Best) -> Best {
    let width = (high - low) / (points - 1) as f64;
    let mut best = at(low);
    let mut place = low;
    for k in 1..points {
        let coordinate = low + width * k as f64;
        let tried = at(coordinate);
        if tried.chi_square < best.chi_square {
            (best, place) = (tried, coordinate);
        }
    }
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let (mut a, mut b) = ((place - width).max(low), (place + width).min(high));
    let mut inner = [b - golden * (b - a), a + golden * (b - a)];
    let mut there = inner.map(|coordinate| at(coordinate).chi_square);
    while b - a > RESOLVED * width {
        if there[0] < there[1] {
            b = inner[1];
            inner = [b - golden * (b - a), inner[0]];
            there = [at(inner[0]).chi_square, there[0]];
        } else {
            a = inner[0];
            inner = [inner[1], a + golden * (b - a)];
            there = [there[1], at(inner[1]).chi_square];
        }
    }
    // The vertex of a parabola through the last points.
    let first = at(a);
    let [d0, d1] = inner.map(|coordinate| coordinate - a);
    let [r0, r1] = there.map(|chi_square| (chi_square - first.chi_square) / (d0 * d1));
    let (slope, bend) = (r0 * d1 * d1 - r1 * d0 * d0, 2.0 * (r1 * d0 - r0 * d1));
    let vertex = a + slope / -bend;
    let last = if (low..=high).contains(&vertex) { vertex } else { 0.5 * (a + b) };
    for tried in [first, at(0.5 * (a + b)), at(last)] {
        if tried.chi_square < best.chi_square {
            best = tried;
        }
    }
    best
}

/// Returns the first distance at which a function that is negative at zero no longer is; `None` up to `most`.
fn root(excess: impl Fn(f64) -> f64, step: f64, most: f64) -> Option<f64> {
    let (mut low, mut high) = (0.0, step.min(most));
    if high <= 0.0 {
        return None;
    }
    while excess(high) < 0.0 {
        if high >= most {
            return None;
        }
        low = high;
        high = (2.0 * high).min(most);
    }
    // Bisection: a kink of the profile does no harm.
    while high - low > 2e-3 * high {
        let middle = 0.5 * (low + high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

/// Returns `(JᵀJ)⁻¹` if no column depends on the others.
fn inverse_square(jacobian: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let lengths: Vec<f64> = jacobian.column_iter().map(|column| column.norm()).collect();
    if lengths.iter().any(|length| !(*length > 0.0 && length.is_finite())) {
        return None;
    }
    let mut scaled = jacobian.clone();
    for (k, length) in lengths.iter().enumerate() {
        scaled.column_mut(k).unscale_mut(*length);
    }
    let upper = scaled.qr().r();
    if (0..lengths.len()).any(|k| upper[(k, k)].abs() < 1e-7) {
        return None;
    }
    let inverse = upper.try_inverse()?;
    let product = &inverse * inverse.transpose();
    let unscaled = |i: usize, j: usize| product[(i, j)] / (lengths[i] * lengths[j]);
    Some(DMatrix::from_fn(lengths.len(), lengths.len(), unscaled))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

fn subtract(from: &mut [f64], factor: f64, what: &[f64]) {
    from.iter_mut().zip(what).for_each(|(from, what)| *from -= factor * what);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A straight line through three points, by hand: β = (1/6 , 3/2), χ² = 1/6.
    #[test]
    fn a_straight_line_by_hand() {
        let (x, y) = ([0.0, 1.0, 2.0], [0.0, 2.0, 3.0]);
        let basis = |_: &[f64], k: usize, row: &mut [f64; LINEAR]| *row = [1.0, x[k], 0.0];
        let (sigma, basis): (_, Basis<'_>) = (&[1.0; 3], &basis);
        let line = Separable { y: &y, sigma, linear: 2, ranges: &[], factor: None, basis };
        let best = line.least(None);
        assert!((best.values[0] - 1.0 / 6.0).abs() < 1e-14 && (best.values[1] - 1.5).abs() < 1e-14);
        assert!((best.chi_square - 1.0 / 6.0).abs() < 1e-14);
        // Variance of the slope: 1/Σ(x − 1)² = 1/2; of the offset Σx²/(3·2) = 5/6.
        let covariance = line.covariance(&best, &[true; 2]).unwrap();
        assert!((covariance[(1, 1)] - 0.5).abs() < 1e-9, "{covariance}");
        assert!((covariance[(0, 0)] - 5.0 / 6.0).abs() < 1e-9);
        // A parabola rises by 4 at two standard errors.
        let [Some(low), Some(high)] = line.interval(&best, 1, 4.0, 0.5) else { panic!() };
        assert!((high - 1.5 - 2f64.sqrt()).abs() < 4e-3 && (1.5 - low - 2f64.sqrt()).abs() < 4e-3);
        // y − 1·x, fitted by a constant.
        let held = line.least(Some((1, 1.0)));
        assert!((held.values[0] - 2.0 / 3.0).abs() < 1e-14 && held.values[1] == 1.0);
    }

    #[test]
    fn a_decay_is_found_without_a_start() {
        let truth = |k: usize| 2.0 + 3.0 * (-(k as f64) / 7.0).exp();
        let y: Vec<f64> = (0..40).map(truth).collect();
        let basis = |theta: &[f64], k: usize, row: &mut [f64; LINEAR]| {
            *row = [1.0, (-(k as f64) / theta[0].exp()).exp(), 0.0];
        };
        let ranges = [Range { low: -2.0, high: 6.0, points: 20 }];
        let (sigma, basis): (_, Basis<'_>) = (&[0.1; 40], &basis);
        let decay = Separable { y: &y, sigma, linear: 2, ranges: &ranges, factor: None, basis };
        let best = decay.least(None);
        for (found, exact) in best.values.iter().zip([2.0, 3.0, 7f64.ln()]) {
            assert!((found - exact).abs() < 1e-5, "{best:?}");
        }
        // Two equal columns have no covariance.
        let twice = |_: &[f64], k: usize, row: &mut [f64; LINEAR]| *row = [k as f64, k as f64, 0.0];
        let twice = Separable { ranges: &[], basis: &twice, ..decay };
        assert!(twice.covariance(&twice.least(None), &[true; 2]).is_none());
    }
}
