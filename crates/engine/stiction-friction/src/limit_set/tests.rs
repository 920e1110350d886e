//! Properties of a projection onto a convex set in a metric, for every set and metric; radial scaling
//! lacks them.

use std::cell::Cell;

use nalgebra::{SMatrix, SVector, Vector2, Vector3, Vector5, vector};
use proptest::prelude::*;

use super::*;
use crate::{Diagonal, Full};

#[path = "own_set_tests.rs"]
mod own_sets;

/// A set, a metric and two trial forces.
struct Case<'a, V, S, G> {
    set: &'a S,
    gain: G,
    normal_force: f64,
    trial: V,
    other: V,
}

impl<V: Vector, S: LimitSet<V>, G: Gain<V>> Case<'_, V, S, G> {
    fn project(&self, normal_force: f64, force: V) -> V {
        self.set.at(normal_force).unwrap().project(&self.gain, force)
    }
    /// Returns `a·W b`.
    fn inner(&self, a: V, b: V) -> f64 {
        a.dot(&self.gain.solve(b))
    }
    fn size(&self, a: V) -> f64 {
        self.inner(a, a).sqrt()
    }
    /// Returns the largest length in the set: no member of C(1) is longer than the sum over the axes.
    fn reach(&self) -> f64 {
        let axis = |i: usize| V::from_axes(|k| if i == k { 1.0 } else { 0.0 });
        let most = |i: usize| self.set.support(axis(i)).max(self.set.support(-axis(i)));
        (0..V::LEN).map(|i| most(i) * self.size(axis(i))).sum()
    }
    /// Returns the points of the set in many directions.
    fn members(&self) -> impl Iterator<Item = V> + '_ {
        (0..40_u32).map(|k| {
            let direction = V::from_axes(|i| (1.7 * f64::from(k + 3) * (i as f64 + 1.3)).sin());
            let radius = self.normal_force / self.set.gauge(direction);
            direction * if radius.is_finite() { radius } else { 0.0 }
        })
    }

    /// Checks the set, with the relative rounding of the operations of a projection; `proportional` is the gain times a
    /// factor, and sets that are `odd` contain −f with f.
    fn check(&self, proportional: &G, odd: bool, rounding: f64) -> Result<(), TestCaseError> {
        let (n, x) = (self.normal_force, self.trial);
        let section = self.set.at(n).unwrap();
        let f = self.project(n, x);
        let slip = self.gain.solve(x - f);
        let scale = self.size(x) + self.size(self.other) + self.size(f);
        let (tiny, square) = (rounding * scale, rounding * scale * scale);
        // The result is in the set, and a force in the set stays as it is, to the bit.
        prop_assert!(section.margin(f) >= -rounding * n, "outside: {}", section.margin(f));
        let again = self.size(self.project(n, f) - f);
        prop_assert!(
            again <= rounding * self.size(f),
            "not idempotent: {again:e} {}",
            self.size(f)
        );
        if section.contains(x) {
            prop_assert!(f == x);
        }
        // Maximal dissipation, which defines the map, and passivity, which follows.
        let power = f.dot(&slip);
        for g in self.members() {
            prop_assert!((g - f).dot(&slip) <= square, "{g:?} dissipates more than {f:?}");
        }
        prop_assert!(power >= -square);
        prop_assert!((power - section.support(slip)).abs() <= square, "not the support");
        // Firmly non-expansive.
        let (moved, apart) = (f - self.project(n, self.other), x - self.other);
        prop_assert!(self.inner(moved, apart) >= self.inner(moved, moved) - square);
        prop_assert!(self.size(moved) <= self.size(apart) + tiny);
        // Lipschitz in the normal force.
        let more = self.project(1.3 * n, x);
        prop_assert!(self.size(more - f) <= 0.3 * n * self.reach() + tiny);
        // A larger unit of force changes nothing.
        let scaled = self.project(8.0 * n, x * 8.0) * 0.125;
        prop_assert!(self.size(scaled - f) <= tiny);
        // A factor on the metric changes nothing.
        let same = section.project(proportional, x);
        prop_assert!(self.size(same - f) <= rounding * self.size(x));
        prop_assert!(!odd || self.size(self.project(n, -x) + f) <= rounding * self.size(x));
        Ok(())
    }

    /// Returns the violations of maximal dissipation and firm non-expansiveness if the force is scaled back
    /// radially, relative to the sizes.
    fn radial_violations(&self) -> (f64, f64) {
        let scaled = |x: V| x * (1.0 / (self.set.gauge(x) / self.normal_force).max(1.0));
        let f = scaled(self.trial);
        let slip = self.gain.solve(self.trial - f);
        let better = self.members().map(|g| (g - f).dot(&slip)).fold(0.0, f64::max);
        let (moved, apart) = (f - scaled(self.other), self.trial - self.other);
        let firm = self.inner(moved, moved) - self.inner(moved, apart);
        let scale = self.size(self.trial) + self.size(self.other);
        (better / (scale * scale), firm / (scale * scale))
    }
}

/// Returns a gain of each kind, times a factor.
fn gains<const N: usize>(
    scalars: &[f64],
    factor: f64,
) -> (f64, Diagonal<SVector<f64, N>>, Full<N>) {
    let axes = SVector::<f64, N>::from_fn(|i, _| (2.0 * scalars[i]).exp());
    let root = SMatrix::<f64, N, N>::from_fn(|i, k| scalars[(i * N + k) % scalars.len()]);
    let full = root * root.transpose() + SMatrix::identity() * 0.05;
    let diagonal = Diagonal::new(axes * factor).unwrap();
    (scalars[0].exp() * factor, diagonal, Full::new(full * factor).unwrap())
}

/// Checks a set in all metrics.
fn check_all<const N: usize, S: LimitSet<SVector<f64, N>>>(
    set: &S,
    odd: bool,
    normal_force: f64,
    scalars: &[f64],
    rounding: f64,
) -> Result<(), TestCaseError> {
    let force = |from: usize| SVector::<f64, N>::from_fn(|i, _| scalars[from + i] * normal_force);
    let (trial, other) = (force(3) * 3.0, force(9) * 2.0);
    let (gain, diagonal, full) = gains::<N>(scalars, 1.0);
    let (more, more_diagonal, more_full) = gains::<N>(scalars, 7.0);
    Case { set, gain, normal_force, trial, other }.check(&more, odd, rounding)?;
    let anisotropic = Case { set, gain: diagonal, normal_force, trial, other };
    anisotropic.check(&more_diagonal, odd, rounding)?;
    let coupled = Case { set, gain: full, normal_force, trial, other };
    coupled.check(&more_full, odd, rounding)
}

fn scalars() -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(-1.0..1.0_f64, 25)
}

fn semi_axes() -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec((-7.0..1.0_f64).prop_map(f64::exp), 5)
}

/// Returns a random convex polygon with the origin in it, and no side so near to it that rounding of a force
/// is a large share of what the side admits.
fn polygon() -> impl Strategy<Value = ConvexPolygon> {
    proptest::collection::vec((0.05..1.0_f64, 0.3..1.0_f64), 3..9).prop_filter_map(
        "not convex",
        |corners| {
            let total: f64 = corners.iter().map(|corner| corner.0).sum();
            let mut turn = 0.0;
            let vertices: Vec<_> = corners
                .iter()
                .map(|(gap, radius)| {
                    turn += gap / total * std::f64::consts::TAU;
                    Vector2::new(turn.cos(), turn.sin()) * *radius
                })
                .collect();
            let polygon = ConvexPolygon::new(&vertices).ok()?;
            let needed = |turn: f64| polygon.gauge(Vector2::new(turn.cos(), turn.sin()));
            (0..200).all(|k| needed(0.0314 * f64::from(k)) < 50.0).then_some(polygon)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 100_000,
        ..ProptestConfig::default() })]

    #[test]
    fn disc(r in 0.01..2.0_f64, n in 0.01..100.0_f64, s in scalars()) {
        let disc = Disc::new(r).unwrap();
        check_all::<1, _>(&disc, true, n, &s, 1e-13)?;
        check_all::<2, _>(&disc, true, n, &s, 1e-13)?;
        check_all::<3, _>(&disc, true, n, &s, 1e-13)?;
    }

    #[test]
    fn regular_polygon(
        sides in prop_oneof![3_usize..12, 12_usize..500], a in 0.01..2.0_f64,
        phase in -7.0..7.0_f64, n in 0.01..100.0_f64, s in scalars()
    ) {
        let polygon = RegularPolygon::new(sides, a, phase).unwrap();
        check_all::<2, _>(&polygon, sides % 2 == 0, n, &s, 1e-13)?;
    }

    #[test]
    fn convex_polygon(polygon in polygon(), n in 0.01..100.0_f64, s in scalars()) {
        check_all::<2, _>(&polygon, false, n, &s, 1e-12)?;
    }

    #[test]
    fn ellipsoid(a in semi_axes(), n in 0.01..100.0_f64, s in scalars()) {
        let first = |i: usize| a[i];
        check_all(&Ellipsoid::new(Vector2::from_fn(|i, _| first(i))).unwrap(), true, n, &s, 1e-12)?;
        check_all(&Ellipsoid::new(Vector3::from_fn(|i, _| first(i))).unwrap(), true, n, &s, 1e-12)?;
        check_all(&Ellipsoid::new(Vector5::from_fn(|i, _| first(i))).unwrap(), true, n, &s, 1e-12)?;
    }

    /// Two ways to the same point: a regular polygon is a convex one, a disc is an ellipsoid.
    #[test]
    fn sets_that_are_the_same_agree(
        sides in 3_usize..40, a in 0.01..2.0_f64, phase in -7.0..7.0_f64, s in scalars()
    ) {
        let regular = RegularPolygon::new(sides, a, phase).unwrap();
        let corner = |k: usize| {
            let turn = phase + k as f64 * (std::f64::consts::TAU / sides as f64);
            Vector2::new(turn.cos(), turn.sin()) * (a / (std::f64::consts::PI / sides as f64).cos())
        };
        let convex = ConvexPolygon::new(&(0..sides).map(corner).collect::<Vec<_>>()).unwrap();
        let (x, (_, diagonal, full)) = (Vector2::new(s[3], s[4]) * 3.0, gains::<2>(&s, 1.0));
        let (regular, convex) = (regular.at(1.0).unwrap(), convex.at(1.0).unwrap());
        for (one, two) in [
            (regular.project(&1.0, x), convex.project(&1.0, x)),
            (regular.project(&diagonal, x), convex.project(&diagonal, x)),
            (regular.project(&full, x), convex.project(&full, x)),
        ] {
            prop_assert!((one - two).norm() <= 1e-13 * x.norm(), "{one} {two}");
        }
        prop_assert!((regular.margin(x) - convex.margin(x)).abs() <= 1e-12 * x.norm() / a);
        prop_assert!((regular.support(x) - convex.support(x)).abs() <= 1e-13 * x.norm() * (a + a));
        let (disc, ball) = (Disc::new(a).unwrap(), Ellipsoid::new(Vector2::repeat(a)).unwrap());
        let both = (disc.at(1.0).unwrap().project(&full, x), ball.at(1.0).unwrap().project(&full, x));
        prop_assert!((both.0 - both.1).norm() <= 1e-13 * x.norm());
        let euclidean = ball.at(1.0).unwrap().project(&1.0, x);
        prop_assert!((disc.at(1.0).unwrap().project(&1.0, x) - euclidean).norm() <= 1e-14 * x.norm());
    }
}

/// The control: radial scaling must break maximal dissipation and non-expansiveness on every set but
/// the disc, where in the Euclidean metric it is the projection.
#[test]
fn radial_scaling_is_not_a_projection() {
    let square = RegularPolygon::new(4, 0.5, 0.0).unwrap();
    let triangle = RegularPolygon::new(3, 0.5, 0.3).unwrap();
    let ellipse = Ellipsoid::new(Vector2::new(0.6, 0.1)).unwrap();
    let wedge = [vector![0.2, -0.5], vector![0.2, 0.5], vector![-0.9, 0.0]];
    let wedge = ConvexPolygon::new(&wedge).unwrap();
    let disc = Disc::new(0.5).unwrap();
    fn worst<S: LimitSet<Vector2<f64>>>(set: &S) -> (f64, f64) {
        let (dissipation, firmness) = (Cell::new(0.0_f64), Cell::new(0.0_f64));
        for k in 0..500 {
            let at = |k: f64| Vector2::new((0.7 * k).sin(), (1.9 * k).cos()) * 2.0;
            let (trial, other) = (at(f64::from(k)), at(f64::from(k) + 0.05));
            let case = Case { set, gain: 1.0, normal_force: 1.0, trial, other };
            let (better, firm) = case.radial_violations();
            dissipation.set(dissipation.get().max(better));
            firmness.set(firmness.get().max(firm));
        }
        (dissipation.get(), firmness.get())
    }
    for (name, (dissipation, firmness)) in [
        ("square", worst(&square)),
        ("triangle", worst(&triangle)),
        ("ellipse", worst(&ellipse)),
        ("wedge", worst(&wedge)),
    ] {
        assert!(dissipation > 1e-3 && firmness > 1e-6, "{name} {dissipation:e} {firmness:e}");
    }
    let (dissipation, firmness) = worst(&disc);
    assert!(dissipation < 1e-15 && firmness < 1e-15, "{dissipation:e} {firmness:e}");
}

/// f·(f* − f) is not the dissipation of friction, and can be negative.
#[test]
fn the_metric_decides_what_dissipates() {
    let ellipse = Ellipsoid::new(Vector2::new(1.0, 0.05)).unwrap();
    let gain = Full::inverse_of(nalgebra::Matrix2::new(1.0, 0.9, 0.9, 1.0)).unwrap();
    let trial = Vector2::new(0.2, 2.0);
    let f = ellipse.at(1.0).unwrap().project(&gain, trial);
    assert!(f.dot(&(trial - f)) < -0.1, "{f}");
    assert!(f.dot(&gain.solve(trial - f)) > 0.1);
}

#[test]
fn nothing_is_squared_that_could_overflow() {
    let ellipse = Ellipsoid::new(Vector2::new(0.5, 0.25)).unwrap();
    let square = RegularPolygon::new(4, 0.5, 0.0).unwrap();
    let wedge = [vector![0.2, -0.5], vector![0.2, 0.5], vector![-0.9, 0.0]];
    let wedge = ConvexPolygon::new(&wedge).unwrap();
    let disc = Disc::new(0.5).unwrap();
    let (x, diagonal) = (Vector2::new(3.0, 4.0), Diagonal::new(Vector2::new(1.0, 3.0)).unwrap());
    fn at<S: LimitSet<Vector2<f64>>, G: Gain<Vector2<f64>>>(
        set: &S,
        gain: &G,
        n: f64,
        x: Vector2<f64>,
    ) -> Vector2<f64> {
        set.at(n).unwrap().project(gain, x)
    }
    for unit in [1e-200, 1e-120, 1e120, 1e200] {
        for (large, plain) in [
            (at(&disc, &1.0, unit, x * unit), at(&disc, &1.0, 1.0, x)),
            (at(&disc, &diagonal, unit, x * unit), at(&disc, &diagonal, 1.0, x)),
            (at(&ellipse, &1.0, unit, x * unit), at(&ellipse, &1.0, 1.0, x)),
            (at(&ellipse, &diagonal, unit, x * unit), at(&ellipse, &diagonal, 1.0, x)),
            (at(&square, &1.0, unit, x * unit), at(&square, &1.0, 1.0, x)),
            (at(&square, &diagonal, unit, x * unit), at(&square, &diagonal, 1.0, x)),
            (at(&wedge, &diagonal, unit, x * unit), at(&wedge, &diagonal, 1.0, x)),
        ] {
            assert!((large / unit - plain).amax() < 1e-15, "{unit:e}: {large:?} {plain:?}");
        }
    }
    // A force that is beyond any comparison with the limit.
    let f = at(&ellipse, &1.0, 1e-200, x * 1e150);
    assert!(
        (f * 1e200 - Vector2::new(0.5, 0.25).component_mul(&Vector2::new(3.0, 2.0).normalize()))
            .norm()
            < 1e-15
    );
    assert!((at(&disc, &1.0, 1e-200, x * 1e150) * 1e200 - x * 0.1).norm() < 1e-15);
}

#[test]
fn an_axis_without_friction_transmits_nothing() {
    let set = Ellipsoid::new(Vector3::new(1.0, 0.0, 0.5)).unwrap();
    let section = set.at(1.0).unwrap();
    let x = Vector3::new(0.5, 3.0, 0.1);
    assert_eq!(section.project(&1.0, x), Vector3::new(0.5, 0.0, 0.1));
    let diagonal = Diagonal::new(Vector3::new(1.0, 2.0, 3.0)).unwrap();
    assert_eq!(section.project(&diagonal, x), Vector3::new(0.5, 0.0, 0.1));
    // Coupled: the rest that the pinned axis does not take moves the others.
    let (w, x) = (nalgebra::Matrix2::new(1.0, 0.5, 0.5, 1.0), Vector2::new(0.2, 0.4));
    let flat = Ellipsoid::new(Vector2::new(1.0, 0.0)).unwrap();
    let f = flat.at(1.0).unwrap().project(&Full::inverse_of(w).unwrap(), x);
    assert!((f - Vector2::new(0.4, 0.0)).norm() < 1e-15, "{f}");
    assert_eq!(section.margin(Vector3::new(0.0, 1e-300, 0.0)), f64::NEG_INFINITY);
    let nothing = Ellipsoid::new(Vector2::zeros()).unwrap();
    assert_eq!(nothing.at(1.0).unwrap().project(&1.0, Vector2::new(1.0, 2.0)), Vector2::zeros());
    assert!(nothing.at(0.0).unwrap().contains(Vector2::zeros()));
}

#[test]
fn what_is_not_finite_is_nowhere() {
    let square = RegularPolygon::new(4, 0.5, 0.0).unwrap();
    let wedge = [vector![0.2, -0.5], vector![0.2, 0.5], vector![-0.9, 0.0]];
    let wedge = ConvexPolygon::new(&wedge).unwrap();
    let ellipse = Ellipsoid::new(Vector2::new(0.5, 0.25)).unwrap();
    let disc = Disc::new(0.5).unwrap();
    fn check<S: LimitSet<Vector2<f64>>>(set: &S) {
        let section = set.at(1e300).unwrap();
        let diagonal = Diagonal::new(Vector2::new(1.0, 2.0)).unwrap();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for force in [Vector2::new(bad, 0.0), Vector2::new(0.1, bad), Vector2::new(bad, bad)] {
                assert!(!section.contains(force), "{force:?}");
                assert!(section.project(&1.0, force).iter().all(|f| f.is_nan()));
                assert!(section.project(&diagonal, force).iter().all(|f| f.is_nan()));
            }
        }
        for force in [Vector2::new(f64::NAN, 0.0), Vector2::new(0.1, f64::NAN)] {
            for raw in [set.saturated(1.0, &1.0, force), set.saturated(1.0, &diagonal, force)] {
                assert!(raw.unwrap().iter().any(|f| f.is_nan()), "{force:?} {raw:?}");
            }
        }
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            let error = set.at(bad).unwrap_err();
            assert_eq!(error.parameter, "normal_force");
        }
    }
    check(&square);
    check(&wedge);
    check(&ellipse);
    check(&disc);
}

#[test]
fn bad_shapes_are_refused() {
    use crate::testing::{assert_refused_but_zero, assert_refuses};
    assert_refused_but_zero("radius", Disc::new);
    assert_refused_but_zero("semi_axes", |a| Ellipsoid::new(Vector2::new(1.0, a)));
    assert_refused_but_zero("apothem", |a| RegularPolygon::new(4, a, 0.0));
    assert_refuses("phase", f64::NAN, |phase| RegularPolygon::new(4, 1.0, phase));
    for sides in [0, 1, 2, RegularPolygon::MAX_SIDES + 1] {
        assert_refuses("sides", sides as f64, |_| RegularPolygon::new(sides, 1.0, 0.0));
    }
    let refused = |vertices: &[Vector2<f64>]| ConvexPolygon::new(vertices).unwrap_err().to_string();
    let square = [vector![1.0, -1.0], vector![1.0, 1.0], vector![-1.0, 1.0], vector![-1.0, -1.0]];
    assert!(refused(&square[..2]).contains("at least 3"));
    assert!(refused(&square.map(|v| v + vector![3.0, 0.0])).contains("origin inside"));
    let clockwise: Vec<_> = square.iter().rev().copied().collect();
    assert!(refused(&clockwise).contains("turn left"));
    let twice: Vec<_> = square.iter().chain(&square).copied().collect();
    assert!(refused(&twice).contains("once"), "{}", refused(&twice));
    assert!(refused(&[square[0], square[1], vector![f64::NAN, 0.0]]).contains("finite"));
    assert!(refused(&[square[0], square[1], square[1]]).contains("turn left"));
}
