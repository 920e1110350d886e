//! The nearest point of a convex set that is known by its support points alone.
//!
//! Wolfe's method: the nearest point of a simplex of support points is found exactly, the support
//! point in the direction of the remaining gap joins the simplex, and vertices that the nearest
//! point does not need leave it. No distance grows, and the gap `n·(p − x)` bounds the square of the
//! error at any time. For a polytope it ends after finitely many steps; for a smooth set it
//! halves the angle between neighbours, so that at the end only half of the digits are right along
//! the border: Newton's method on `u = W (t − p(u))` finds the rest.
//!
//! Source: Wolfe 1976, *Finding the nearest point in a polytope*.

use stiction_core::Vector;

use super::largest;
use crate::Gain;

/// More vertices than axes, by one.
const MOST: usize = 7;
/// Most support points that are asked for; a smooth set in a plane takes about 30.
const MAX_STEPS: usize = 300;
/// Rounding of a gap, relative to the sizes of its vectors.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Distance below which a point counts as inside, relative to the size of the set.
const INSIDE: f64 = 64.0 * f64::EPSILON;
/// Tolerance of Newton's method, relative to the slip.
const ARRIVED: f64 = 1e-10;

/// Returns the point nearest to the origin of the convex hull of the points that `support` gives, in the metric of
/// `gain`; `None` if the origin is in it. `start` is a direction to begin with.
pub(super) fn nearest<V: Vector, G: Gain<V>>(
    gain: &G,
    start: V,
    support: impl Fn(V) -> V,
) -> Option<V> {
    let inner = |a: V, b: V| a.dot(&gain.solve(b));
    let mut simplex = Simplex::of(support(start));
    let mut x = simplex.vertices[0];
    let mut size = inner(x, x);
    for _ in 0..MAX_STEPS {
        // There is no direction to go on in.
        if size == 0.0 {
            return None;
        }
        let outward = -gain.solve(x);
        let next = support(outward);
        let gap = outward.dot(&(next - x));
        let reach = inner(next, next);
        if size <= INSIDE * INSIDE * reach {
            return None;
        }
        let missing = gap > ROUNDING * (size + (size * reach).sqrt());
        if !missing {
            break;
        }
        let Some(nearer) = simplex.with(next, &inner) else { break };
        // A point in the interior needs this many vertices.
        if simplex.len > V::LEN {
            return None;
        }
        let nearer_size = inner(nearer, nearer);
        let progress = nearer_size < size;
        if !progress {
            break;
        }
        (x, size) = (nearer, nearer_size);
    }
    // Rounding can end the search before it has separated the origin from the set.
    let outward = -gain.solve(x);
    (outward.dot(&support(outward)) < 0.0).then_some(x)
}

/// Support points that are affinely independent, with the weights of the point between them.
struct Simplex<V> {
    vertices: [V; MOST],
    weights: [f64; MOST],
    len: usize,
}

impl<V: Vector> Simplex<V> {
    fn of(vertex: V) -> Self {
        let mut weights = [0.0; MOST];
        weights[0] = 1.0;
        Self { vertices: [vertex; MOST], weights, len: 1 }
    }

    /// Adds a vertex and gives the point of the simplex nearest to the origin, with the vertices that
    /// it needs; `None` if the vertex is not independent of the others.
    fn with(&mut self, vertex: V, inner: &impl Fn(V, V) -> f64) -> Option<V> {
        if self.len == MOST {
            return None;
        }
        (self.vertices[self.len], self.weights[self.len]) = (vertex, 0.0);
        self.len += 1;
        // Every round but the last takes a vertex away.
        for _ in 0..MOST {
            let (point, weights) = self.of_affine_hull(inner)?;
            let outside = |i: &usize| weights[*i] <= 0.0;
            if !(0..self.len).any(|i| outside(&i)) {
                self.weights = weights;
                return Some(point);
            }
            // Moves towards it as far as the simplex goes.
            let share = |i: usize| self.weights[i] / (self.weights[i] - weights[i]);
            let (first, share) = (0..self.len)
                .filter(outside)
                .map(|i| (i, share(i)))
                .fold((0, f64::INFINITY), |least, at| if at.1 < least.1 { at } else { least });
            for (own, there) in self.weights.iter_mut().zip(&weights).take(self.len) {
                *own += share * (there - *own);
            }
            self.drop_vertex(first);
        }
        None
    }

    fn drop_vertex(&mut self, place: usize) {
        self.vertices.copy_within(place + 1..self.len, place);
        self.weights.copy_within(place + 1..self.len, place);
        self.len -= 1;
    }

    /// Returns the nearest point of the affine hull, with its weights, by orthogonal directions (which keeps
    /// the digits that a Gram matrix would square away).
    fn of_affine_hull(&self, inner: &impl Fn(V, V) -> f64) -> Option<(V, [f64; MOST])> {
        let origin = self.vertices[0];
        let mut axes = [V::zero(); MOST];
        let mut parts = [[0.0; MOST]; MOST];
        let (mut point, mut along) = (origin, [0.0; MOST]);
        for k in 1..self.len {
            let edge = self.vertices[k] - origin;
            let (mut rest, length) = (edge, inner(edge, edge).sqrt());
            // The second pass removes the rounding of the first.
            for _ in 0..2 {
                for j in 1..k {
                    let part = inner(axes[j], rest);
                    parts[j][k] += part;
                    rest = rest - axes[j] * part;
                }
            }
            let own = inner(rest, rest).sqrt();
            let independent = own > 1e-13 * length;
            if !independent {
                return None;
            }
            parts[k][k] = own;
            axes[k] = rest * (1.0 / own);
            along[k] = -inner(axes[k], point);
            point = point + axes[k] * along[k];
        }
        let mut weights = [0.0; MOST];
        for k in (1..self.len).rev() {
            let known: f64 = (k + 1..self.len).map(|j| parts[k][j] * weights[j]).sum();
            weights[k] = (along[k] - known) / parts[k][k];
        }
        weights[0] = 1.0 - weights[1..self.len].iter().sum::<f64>();
        Some((point, weights))
    }
}

/// Returns a better force than `force`, if the set is smooth: the support point of the slip `u` of
/// `u = W (trial − p(u))`, of which `force` is a solution to half the digits. If that has none
/// close by (a flat side), `force` itself.
pub(super) fn polished<V: Vector, G: Gain<V>>(
    gain: &G,
    trial: V,
    force: V,
    support: impl Fn(V) -> V,
) -> V {
    let slip_at = |force: V| gain.solve(trial - force);
    let mut u = slip_at(force);
    let (mut best, mut error) = (force, f64::INFINITY);
    for _ in 0..5 {
        let size = largest(u);
        let at = support(u);
        let miss = slip_at(at) - u;
        let own = largest(miss) / size;
        // At a corner or a side the support point is another one altogether.
        let closer = own < 1e-3 && own < error;
        if !closer {
            break;
        }
        (best, error) = (at, own);
        if own <= f64::EPSILON {
            break;
        }
        let step = 1e-5 * size;
        let column = |axis: usize| {
            let unit = V::from_axes(|i| if i == axis { 1.0 } else { 0.0 });
            let change = support(u + unit * step) - support(u - unit * step);
            unit + gain.solve(change * (0.5 / step))
        };
        let Some(newton) = solve(column, miss) else { break };
        u = u + newton;
    }
    if error <= ARRIVED { best } else { force }
}

/// Returns the solution of a linear system given by its columns.
#[expect(clippy::needless_range_loop, reason = "rows and columns, as in the books")]
fn solve<V: Vector>(column: impl Fn(usize) -> V, right: V) -> Option<V> {
    let count = V::LEN;
    let mut rows = [[0.0; MOST]; MOST];
    for k in 0..count {
        let entries = column(k);
        (0..count).for_each(|i| rows[i][k] = entries.axis(i));
    }
    (0..count).for_each(|i| rows[i][count] = right.axis(i));
    for k in 0..count {
        let size = |row: &[f64; MOST]| row[k].abs();
        let pivot = (k..count).max_by(|&a, &b| size(&rows[a]).total_cmp(&size(&rows[b])))?;
        rows.swap(k, pivot);
        let usable = rows[k][k].abs() > 0.0 && rows[k][k].is_finite();
        if !usable {
            return None;
        }
        let row = rows[k];
        for below in &mut rows[k + 1..count] {
            let factor = below[k] / row[k];
            below.iter_mut().zip(&row).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    let mut found = [0.0; MOST];
    for k in (0..count).rev() {
        let known: f64 = (k + 1..count).map(|j| rows[k][j] * found[j]).sum();
        found[k] = (rows[k][count] - known) / rows[k][k];
    }
    Some(V::from_axes(|axis| found[axis]))
}
