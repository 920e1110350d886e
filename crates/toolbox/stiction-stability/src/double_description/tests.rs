use nalgebra::{SVector, Vector2, Vector3, Vector4, Vector6, vector};
use proptest::prelude::*;

use super::*;

fn assert_rays<const N: usize>(rows: &[SVector<f64, N>], expected: &[SVector<f64, N>]) {
    let found = extreme_rays(rows).unwrap();
    assert_eq!(found.rays().len(), expected.len(), "{found:?}");
    for ray in expected {
        let ray = ray.normalize();
        let nearest = found.rays().iter().map(|r| (r - ray).norm()).fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-14, "{ray} not in {found:?}");
    }
}

#[test]
fn square_pyramid() {
    // |x|, |y| ≤ z/2.
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z() / 2.0);
    let rows = [x - z, -x - z, y - z, -y - z];
    let corner = |a: f64, b: f64| vector![a, b, 2.0];
    let corners = [corner(1.0, 1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)];
    assert_rays(&rows, &corners);
    // And back.
    assert_rays(&corners, &rows);
    // Redundant, repeated, scaled and zero rows change nothing.
    let more = [x + y - 2.0 * z, -z, Vector3::zeros(), 1e-200 * (x - z), 1e200 * (y - z), -x - z];
    assert_rays(&[&more[..], &rows, &more].concat(), &corners);
}

#[test]
fn cube_and_octahedron_in_four_dimensions() {
    let signs = (0..8).map(|k| [k & 1, k >> 1 & 1, k >> 2].map(|bit| 1.0 - 2.0 * f64::from(bit)));
    let cube: Vec<_> = signs.map(|[x, y, z]| vector![x, y, z, 1.0]).collect();
    let axes = [Vector4::x(), Vector4::y(), Vector4::z()];
    let faces: Vec<_> = axes.iter().flat_map(|a| [a - Vector4::w(), -a - Vector4::w()]).collect();
    assert_rays(&faces, &cube);
    assert_rays(&cube, &faces);
}

#[test]
fn cones_with_lines() {
    let half_plane = extreme_rays(&[vector![3.0, 4.0]]).unwrap();
    assert!((half_plane.rays()[0] - vector![-0.6, -0.8]).norm() < 1e-15);
    assert!(half_plane.lines()[0].dot(&vector![3.0, 4.0]).abs() < 1e-15);

    let everything = extreme_rays::<3>(&[]).unwrap();
    assert_eq!((everything.rays().len(), everything.lines().len()), (0, 3));
    assert_eq!(extreme_rays(&[Vector3::zeros()]).unwrap(), everything);

    // A wedge with the edge (1, 1, 1).
    let rows = [vector![1.0, -1.0, 0.0], vector![0.0, 1.0, -1.0]];
    let wedge = extreme_rays(&rows).unwrap();
    assert_eq!((wedge.rays().len(), wedge.lines().len()), (2, 1));
    let along = wedge.lines()[0] / wedge.lines()[0].x;
    assert!((along - vector![1.0, 1.0, 1.0]).norm() < 1e-15);
    assert!(wedge.rays().iter().all(|ray| ray.dot(&along).abs() < 1e-15));
    assert_eq!([wedge.incidence(0), wedge.incidence(1)].concat().len(), 2);
}

#[test]
fn cones_without_interior() {
    // x = y = 0, z ≥ 0, of four rows.
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z());
    assert_rays(&[x, -x, y, -y, -z], &[z]);
    // A plane: one line and two rays would be wrong, it is two lines.
    let plane = extreme_rays(&[x, -x]).unwrap();
    assert_eq!((plane.rays().len(), plane.lines().len()), (0, 2));
    // Only the origin: of three rows around it in the plane, and of opposite rows.
    assert_rays::<2>(&[vector![1.0, 0.0], vector![-1.0, 2.0], vector![-1.0, -2.0]], &[]);
    assert_rays::<2>(&[Vector2::x(), -Vector2::x(), Vector2::y(), -Vector2::y()], &[]);
    // A ray within a line's worth of rows: x ≤ 0 from both sides and y ≤ 0.
    assert_rays::<2>(&[Vector2::x(), -Vector2::x(), Vector2::y()], &[-Vector2::y()]);
}

#[test]
fn columns_of_different_units() {
    // The pyramid with x in µm, y in km.
    let scale = vector![1e6, 1e-3, 1.0];
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z() / 2.0);
    let rows = [x - z, -x - z, y - z, -y - z].map(|row| row.component_div(&scale));
    let found = extreme_rays(&rows).unwrap();
    assert_eq!(found.rays().len(), 4);
    for ray in found.rays() {
        let unscaled = ray.component_div(&scale);
        let unscaled = unscaled / unscaled.z;
        assert!((unscaled.x.abs() - 0.5).abs() < 1e-14 && (unscaled.y.abs() - 0.5).abs() < 1e-14);
    }
}

#[test]
fn rounding_does_not_split_a_face() {
    // Sixteen rays on a circle, each a few roundings off it, and its middle.
    let ray = |k: i32| {
        let angle = f64::from(k) * core::f64::consts::TAU / 16.0;
        let wrong = 1.0 + 1e-15 * f64::from(k % 5 - 2);
        vector![angle.cos() * wrong, angle.sin(), wrong, 1.0]
    };
    let mut rows: Vec<_> = (0..16).map(ray).collect();
    rows.push(vector![0.0, 0.0, 0.0, 1.0]);
    // One facet with all sixteen, and one for each side of the pyramid over it.
    let found = extreme_rays(&rows).unwrap();
    assert_eq!(found.rays().len(), 17);
    assert!((0..17).any(|k| found.incidence(k) == (0..16).collect::<Vec<_>>()));
}

#[test]
fn not_finite() {
    for bad in [f64::NAN, f64::INFINITY] {
        let rows = [vector![1.0, 0.0], vector![0.0, bad]];
        assert_eq!(extreme_rays(&rows), Err(DoubleDescriptionError::NotFinite { row: 1 }));
    }
}

/// Returns the square pyramid as it is before it is verified.
fn unverified() -> (Vec<Vector3<f64>>, Vec<insertion::Ray<3>>) {
    let (x, y, z) = (Vector3::x(), Vector3::y(), Vector3::z() / 2.0);
    let rows = [x - z, -x - z, y - z, -y - z].map(|row| row.normalize()).to_vec();
    let rays = insertion::generators(&rows, ROUNDING[0]).unwrap().rays;
    (rows, rays)
}

#[test]
fn verification_refuses_what_is_wrong() {
    let (rows, rays) = unverified();
    let verify = |rays: &[insertion::Ray<3>]| verification::verify(&rows, 3, rays, ROUNDING[0]);
    assert!(verify(&rays).is_ok());
    for missing in 0..4 {
        let mut fewer = rays.clone();
        fewer.remove(missing);
        assert!(verify(&fewer).is_err());
    }
    assert!(verify(&[&rays[..], &rays[..1]].concat()).is_err(), "twice");
    let with = |direction: Vector3<f64>| {
        let direction = direction.normalize();
        [&rays[..], &[insertion::Ray { direction, ..rays[0].clone() }]].concat()
    };
    assert!(verify(&with(Vector3::z())).is_err(), "not extreme");
    assert!(verify(&with(vector![1.0, 0.0, 2.0])).is_err(), "on a face only");
    assert!(verify(&with(vector![1.0, 1.0, 1.0])).is_err(), "outside");
}

/// Few small integers: much is degenerate.
fn vectors<const N: usize>(most: usize) -> impl Strategy<Value = Vec<SVector<f64, N>>> {
    let entry = prop::array::uniform::<_, N>(-2..=2_i32);
    let vector = entry.prop_map(|x| SVector::from_fn(|k, _| f64::from(x[k])));
    prop::collection::vec(vector, 1..most)
}

/// Returns whether the cone of faces and equalities is that of the generators.
fn is_dual<const N: usize>(
    generators: &[SVector<f64, N>],
    faces: &[SVector<f64, N>],
    equalities: &[SVector<f64, N>],
) -> bool {
    let both = equalities.iter().flat_map(|e| [*e, -*e]);
    let rows: Vec<_> = faces.iter().copied().chain(both).collect();
    let inside = generators.iter().all(|g| rows.iter().all(|row| row.dot(g) < 1e-12));
    let again = extreme_rays(&rows).unwrap();
    // Each extreme ray is that of a generator, except for what can be moved along the lines.
    let straight =
        |g: &SVector<f64, N>| again.lines().iter().fold(*g, |g, line| g - line * line.dot(&g));
    let known = |ray: &SVector<f64, N>| {
        generators.iter().map(straight).any(|g| (g.normalize() - ray).norm() < 1e-9)
    };
    // Lines are in the cone if to add them to the generators changes nothing.
    let lines = again.lines().iter().flat_map(|line| [*line, -*line]);
    let more: Vec<_> = generators.iter().copied().chain(lines).collect();
    let count = |dual: ExtremeRays<N>| (dual.rays().len(), dual.lines().len());
    let same = count(extreme_rays(&more).unwrap()) == count(extreme_rays(generators).unwrap());
    inside && same && again.rays().iter().all(known)
}

fn check<const N: usize>(generators: &[SVector<f64, N>]) -> Result<(), TestCaseError> {
    let dual = extreme_rays(generators).unwrap();
    prop_assert!(is_dual(generators, dual.rays(), dual.lines()));
    // Control: without one of its faces the cone is another.
    if !dual.rays().is_empty() {
        prop_assert!(!is_dual(generators, &dual.rays()[1..], dual.lines()));
    }
    Ok(())
}

proptest! {
    #[test]
    fn twice_dual_in_three_dimensions(generators in vectors::<3>(12)) {
        check(&generators)?;
    }

    #[test]
    fn twice_dual_in_four_dimensions(generators in vectors::<4>(14)) {
        check(&generators)?;
    }

    #[test]
    fn twice_dual_in_six_dimensions(generators in vectors::<6>(16)) {
        check(&generators)?;
    }

    #[test]
    fn any_order_gives_the_same_rays(generators in vectors::<6>(14), turn in 0..14_usize) {
        let mut turned: Vec<Vector6<f64>> = generators.clone();
        turned.rotate_left(turn % generators.len());
        let (a, b) = (extreme_rays(&generators).unwrap(), extreme_rays(&turned).unwrap());
        prop_assert_eq!(a.lines().len(), b.lines().len());
        prop_assert_eq!(a.rays().len(), b.rays().len());
        for ray in a.rays() {
            prop_assert!(b.rays().iter().any(|other| (ray - other).norm() < 1e-10));
        }
    }
}
