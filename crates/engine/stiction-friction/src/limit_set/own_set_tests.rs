//! Sets known by their support points, and the cross polytope, against the sets that project in
//! closed form.

use nalgebra::Vector5;

use super::*;
use crate::cone::{ContactDimension, ContactFriction, PyramidalCone};

/// Makes a limit set of its support points.
fn own<const N: usize>(
    name: &str,
    point: impl Fn(SVector<f64, N>) -> SVector<f64, N> + Send + Sync + 'static,
) -> impl LimitSet<SVector<f64, N>> {
    SupportSet::new(name, point).unwrap()
}

/// Returns the support points of an ellipsoid: the gradient of `|a n|`.
fn ellipsoid_points<const N: usize>(
    a: SVector<f64, N>,
) -> impl Fn(SVector<f64, N>) -> SVector<f64, N> {
    move |n| {
        let stretched = a.component_mul(&n);
        a.component_mul(&stretched) / stretched.norm()
    }
}

/// Returns the support points of a cross polytope: its vertices.
fn vertices<const N: usize>(a: SVector<f64, N>) -> impl Fn(SVector<f64, N>) -> SVector<f64, N> {
    move |n| {
        let axis = a.component_mul(&n).iamax();
        let mut vertex = SVector::zeros();
        vertex[axis] = a[axis].copysign(n[axis]);
        vertex
    }
}

/// Asserts that both sets project a force alike, in metrics of every kind, and need the same normal force.
fn same<const N: usize>(
    one: &impl LimitSet<SVector<f64, N>>,
    two: &impl LimitSet<SVector<f64, N>>,
    s: &[f64],
    rounding: f64,
) -> Result<(), TestCaseError> {
    let x = SVector::<f64, N>::from_fn(|i, _| 3.0 * s[3 + i]);
    prop_assume!(x.norm() > 1e-3);
    let (isotropic, diagonal, full) = gains::<N>(s, 1.0);
    let (first, second) = (one.at(1.0).unwrap(), two.at(1.0).unwrap());
    for (kind, a, b) in [
        ("isotropic", first.project(&isotropic, x), second.project(&isotropic, x)),
        ("diagonal", first.project(&diagonal, x), second.project(&diagonal, x)),
        ("full", first.project(&full, x), second.project(&full, x)),
    ] {
        let miss = (a - b).norm() / x.norm();
        prop_assert!(miss <= rounding, "{kind}: {miss:e} {a} {b}");
    }
    let (needed, other) = (one.gauge(x), two.gauge(x));
    // If a set is thousands of times longer than wide, the direction in which a force leaves it is
    // known to few digits.
    prop_assert!((needed - other).abs() <= 1e-4 * other, "{needed} {other}");
    prop_assert!((one.support(x) - two.support(x)).abs() <= 1e-14 * two.support(x));
    Ok(())
}

/// Sliding along x meets no friction: along y it does, and the slip speed measures that.
#[test]
fn a_cross_polytope_slides_by_the_first_axis_that_rubs() {
    let set = CrossPolytope::new(Vector3::new(0.0, 0.5, 0.02)).unwrap();
    let ellipsoid = Ellipsoid::new(Vector3::new(0.0, 0.5, 0.02)).unwrap();
    assert_eq!(set.sliding_friction(), 0.5);
    assert_eq!(set.sliding_friction(), ellipsoid.sliding_friction());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// A force that is admissible by a billionth stays to the bit, however the search for the nearest point ends:
    /// in a stadium, a disc of radius 1 that is drawn out by 0.5 to both sides.
    #[test]
    fn a_set_of_ones_own_sticks_just_inside_its_border(
        s in scalars(), short in prop::sample::select(vec![1e-6, 1e-8, 1e-9]),
    ) {
        const HALF: f64 = 0.5;
        let set = own("stadium", |n: Vector2<f64>| n.normalize() + vector![HALF.copysign(n.x), 0.0]);
        let x = Vector2::new(s[3], s[4]);
        prop_assume!(x.norm() > 1e-3);
        // (|x| - t/2)² + y² = t², or |y| = t on the straight sides.
        let along = x.x.abs();
        let curved = ((along * HALF).powi(2) + (1.0 - HALF * HALF) * x.norm_squared()).sqrt();
        let curved = (curved - along * HALF) / (1.0 - HALF * HALF);
        let gauge = if along < HALF * x.y.abs() { x.y.abs() } else { curved };
        let (isotropic, diagonal, full) = gains::<2>(&s, 1.0);
        let section = set.at(1.0).unwrap();
        let inside = x * ((1.0 - short) / gauge);
        prop_assert_eq!(section.project(&isotropic, inside), inside);
        prop_assert_eq!(section.project(&diagonal, inside), inside);
        prop_assert_eq!(section.project(&full, inside), inside);
        // Control: outside, it slips.
        let outside = x * (1.0001 / gauge);
        prop_assert_ne!(section.project(&full, outside), outside);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 100_000,
        ..ProptestConfig::default() })]

    #[test]
    fn cross_polytope(a in semi_axes(), n in 0.01..100.0_f64, s in scalars()) {
        let first = |i: usize| a[i];
        let two = CrossPolytope::new(Vector2::from_fn(|i, _| first(i))).unwrap();
        check_all(&two, true, n, &s, 1e-11)?;
        check_all(&CrossPolytope::new(Vector3::from_fn(|i, _| first(i))).unwrap(), true, n, &s, 1e-11)?;
        check_all(&CrossPolytope::new(Vector5::from_fn(|i, _| first(i))).unwrap(), true, n, &s, 1e-11)?;
    }

    /// The formula by axes against Wolfe's method on the vertices, and both in a plane against the
    /// polygon.
    #[test]
    fn a_cross_polytope_is_its_vertices(a in semi_axes(), s in scalars()) {
        let plane = Vector2::new(a[0], a[1]);
        let set = CrossPolytope::new(plane).unwrap();
        same(&own("diamond", vertices(plane)), &set, &s, 1e-11)?;
        let corners = [
            vector![a[0], 0.0], vector![0.0, a[1]], vector![-a[0], 0.0], vector![0.0, -a[1]],
        ];
        let x = Vector2::new(s[3], s[4]) * 3.0;
        let (_, _, full) = gains::<2>(&s, 1.0);
        let diamond = ConvexPolygon::new(&corners).unwrap();
        let [by_vertices, by_sides] =
            [set.at(1.0).unwrap().project(&full, x), diamond.at(1.0).unwrap().project(&full, x)];
        prop_assert!((by_vertices - by_sides).norm() <= 1e-12 * x.norm());
        let space = Vector5::from_fn(|i, _| a[i]);
        same(&own("cross", vertices(space)), &CrossPolytope::new(space).unwrap(), &s, 1e-11)?;
    }

    /// The cone of the same coefficients has the same forces.
    #[test]
    fn a_cross_polytope_is_the_section_of_the_pyramidal_cone(
        a in semi_axes(), s in scalars(), n in 0.01..3.0_f64,
    ) {
        let friction = ContactFriction::builder()
            .dimension(ContactDimension::Rolling)
            .sliding([a[0], a[1]])
            .torsional(a[2])
            .rolling([a[3], a[4]]);
        let cone = PyramidalCone::new(friction.build().unwrap());
        let set = CrossPolytope::new(Vector5::from_fn(|i, _| a[i])).unwrap();
        let f = Vector5::from_fn(|i, _| s[i] * a[i]);
        prop_assume!((set.gauge(f) - n).abs() > 1e-9);
        let wrench = stiction_core::Wrench {
            force: Vector3::new(f[0], f[1], n),
            torque: Vector3::new(f[3], f[4], f[2]),
        };
        prop_assert_eq!(cone.contains(&wrench), set.at(n).unwrap().contains(f));
    }

    #[test]
    fn a_set_of_its_support_points_is_the_disc_the_polygon_and_the_ellipsoid(
        r in 0.05..2.0_f64, polygon in polygon(), a in semi_axes(), s in scalars(),
    ) {
        let disc = move |n: Vector2<f64>| n.normalize() * r;
        same(&own("disc", disc), &Disc::new(r).unwrap(), &s, 1e-11)?;
        let ball = move |n: Vector3<f64>| n.normalize() * r;
        same(&own("ball", ball), &Disc::new(r).unwrap(), &s, 1e-11)?;
        let corners: Vec<_> = polygon.vertices().collect();
        let farthest = move |n: Vector2<f64>| {
            let better = |best: Vector2<f64>, v: &Vector2<f64>| if v.dot(&n) > best.dot(&n) { *v } else { best };
            corners.iter().fold(corners[0], better)
        };
        same(&own("polygon", farthest), &polygon, &s, 1e-11)?;
        let semi_axes = Vector3::from_fn(|i, _| a[i]);
        let ellipsoid = Ellipsoid::new(semi_axes).unwrap();
        // The numbers come back as they were given, to the bit.
        prop_assert_eq!(ellipsoid.semi_axes(), semi_axes);
        same(&own("ellipsoid", ellipsoid_points(semi_axes)), &ellipsoid, &s, 1e-9)?;
    }

    /// A cylinder has flat and round borders, and a rim between them.
    #[test]
    fn a_cylinder_projects_by_disc_and_interval(s in scalars(), n in 0.01..10.0_f64) {
        let point = |n: Vector3<f64>| {
            let round = n.xy().try_normalize(0.0).unwrap_or_default() * 0.5;
            Vector3::new(round.x, round.y, 0.2_f64.copysign(n.z))
        };
        let cylinder = own("cylinder", point);
        let x = Vector3::new(s[3], s[4], s[5]) * (3.0 * n);
        let f = cylinder.at(n).unwrap().project(&1.0, x);
        let disc = Disc::new(0.5).unwrap().at(n).unwrap().project(&1.0, x.xy());
        let expected = Vector3::new(disc.x, disc.y, x.z.clamp(-0.2 * n, 0.2 * n));
        // On the round side straight along the axis, half the digits.
        prop_assert!((f - expected).norm() <= 1e-6 * n, "{f} {expected}");
    }
}

#[test]
fn what_no_convex_set_around_the_origin_has_is_refused() {
    let refused = |point: fn(Vector2<f64>) -> Vector2<f64>| {
        SupportSet::new("wrong", point).unwrap_err().to_string()
    };
    assert!(refused(|n| n * f64::NAN).contains("finite"));
    assert!(refused(|n| -n).contains("origin"));
    assert!(refused(|n| n.normalize() * 0.1 + vector![1.0, 0.0]).contains("origin"));
    // The point where the ray meets the ellipse, rather than its farthest point.
    let ray = |n: Vector2<f64>| n / n.component_div(&vector![1.0, 0.2]).norm();
    assert!(refused(ray).contains("farthest"));
    let error = CrossPolytope::new(vector![1.0, -1.0]).unwrap_err();
    assert_eq!((error.parameter, error.value), ("semi_axes", -1.0));
}

#[test]
fn extreme_sizes_and_what_is_not_finite() {
    let set = CrossPolytope::new(vector![0.5, 0.25]).unwrap();
    let disc = SupportSet::new("disc", |n: Vector2<f64>| n.normalize() * 0.5).unwrap();
    let (x, gain) = (vector![3.0, 4.0], Diagonal::new(vector![1.0, 3.0]).unwrap());
    for unit in [1e-200, 1e-120, 1e120, 1e200] {
        let plain =
            [set.at(1.0).unwrap().project(&gain, x), disc.at(1.0).unwrap().project(&1.0, x)];
        let large = [
            set.at(unit).unwrap().project(&gain, x * unit) / unit,
            disc.at(unit).unwrap().project(&1.0, x * unit) / unit,
        ];
        for (large, plain) in large.iter().zip(&plain) {
            assert!((large - plain).amax() < 1e-14, "{unit:e}: {large} {plain}");
        }
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let force = vector![bad, 1.0];
        assert!(set.saturated(1.0, &1.0, force).unwrap().x.is_nan());
        assert!(disc.saturated(1.0, &1.0, force).unwrap().x.is_nan());
    }
    // Without a normal force there is no friction; at rest there is nothing to do.
    assert_eq!(set.saturated(0.0, &1.0, x), Some(Vector2::zeros()));
    assert_eq!(disc.saturated(0.0, &1.0, x), Some(Vector2::zeros()));
    assert_eq!(disc.saturated(0.0, &1.0, Vector2::zeros()), None);
    // An axis without friction transmits nothing.
    let rail = CrossPolytope::new(vector![0.5, 0.0]).unwrap();
    assert_eq!(rail.at(1.0).unwrap().project(&gain, x), vector![0.5, 0.0]);
    assert_eq!(rail.gauge(x), f64::INFINITY);
}
