use nalgebra::vector;
use proptest::prelude::*;

use super::*;

fn below(x: f64, y: f64, offset: f64) -> HalfPlane {
    HalfPlane { normal: vector![x, y], offset }
}

fn region(half_planes: &[HalfPlane]) -> Region {
    Region::from_half_planes(half_planes).unwrap()
}

/// Returns |x| ≤ 2, |y| ≤ 1.
fn rectangle() -> [HalfPlane; 4] {
    [below(1.0, 0.0, 2.0), below(-2.0, 0.0, 4.0), below(0.0, 0.5, 0.5), below(0.0, -1.0, 1.0)]
}

fn distance(region: &Region, x: f64, y: f64) -> f64 {
    region.signed_distance(vector![x, y])
}

#[test]
fn a_rectangle() {
    let redundant = [below(1.0, 1.0, 3.0), below(1.0, 1.0, 100.0), below(0.0, 0.0, 1.0)];
    let rectangle = region(&[&redundant[..], &rectangle()].concat());
    let RegionShape::Bounded { polygon } = rectangle.shape() else { panic!("{rectangle:?}") };
    assert_eq!(polygon.len(), 4);
    let corners = [[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]];
    for (vertex, corner) in polygon.iter().zip(corners) {
        assert!((vertex - Vector2::from(corner)).norm() < 1e-15);
    }
    assert!((rectangle.area() - 8.0).abs() < 1e-14);
    assert!(rectangle.contains(vector![2.0, 1.0]) && !rectangle.contains(vector![2.0, 1.001]));
    for (x, y, expected) in
        [(0.0, 0.0, 1.0), (1.5, 0.2, 0.5), (2.0, 0.0, 0.0), (0.0, -4.0, -3.0), (5.0, 5.0, -5.0)]
    {
        assert!((distance(&rectangle, x, y) - expected).abs() < 1e-15, "{x} {y}");
    }
    assert!((rectangle.support(vector![3.0, -1.0]) - 7.0).abs() < 1e-14);
    assert!(distance(&rectangle, f64::NAN, 0.0).is_nan());
    assert!(!rectangle.contains(vector![f64::NAN, 0.0]));
    let moved = rectangle.translated(vector![10.0, 20.0]);
    assert!((distance(&moved, 15.0, 25.0) + 5.0).abs() < 1e-14);
    assert!(moved.contains(vector![10.0, 20.0]) && !moved.contains(vector![0.0, 0.0]));
}

#[test]
fn nothing() {
    let empty = region(&[below(1.0, 0.0, -1.0), below(-1.0, 0.0, 0.5)]);
    assert_eq!(empty.shape(), RegionShape::Empty);
    assert_eq!((empty.area(), distance(&empty, 0.0, 0.0)), (0.0, f64::NEG_INFINITY));
    assert_eq!(empty.support(vector![1.0, 0.0]), f64::NEG_INFINITY);
    assert!(!empty.contains(vector![-0.75, 0.0]));
    // 0 · p ≤ −1.
    assert_eq!(region(&[below(0.0, 0.0, -1.0)]).shape(), RegionShape::Empty);
}

#[test]
fn a_point_and_a_segment() {
    let at = |x: f64, y: f64| {
        [below(1.0, 0.0, x), below(-1.0, 0.0, -x), below(0.0, 1.0, y), below(0.0, -1.0, -y)]
    };
    let point = region(&at(0.3, -0.4));
    assert!(matches!(point.shape(), RegionShape::Bounded { polygon: [_] }));
    assert!(point.contains(vector![0.3, -0.4]));
    assert!((distance(&point, 0.0, 0.0) + 0.5).abs() < 1e-15);
    assert_eq!(distance(&point, 0.3, -0.4), 0.0);

    let [east, west, north, south] = at(2.0, 0.0);
    let segment = region(&[east, HalfPlane { offset: 1.0, ..west }, north, south]);
    assert!(matches!(segment.shape(), RegionShape::Bounded { polygon: [_, _] }));
    assert_eq!((segment.area(), distance(&segment, 1.0, 0.0)), (0.0, 0.0));
    assert!((distance(&segment, 0.5, -3.0) + 3.0).abs() < 1e-15);
    assert!((distance(&segment, 5.0, 4.0) + 5.0).abs() < 1e-15);
}

#[test]
fn unbounded_regions() {
    let wedge = region(&[below(-1.0, 0.0, 0.0), below(0.0, -1.0, 0.0), below(-1.0, -1.0, -1.0)]);
    let RegionShape::Unbounded { vertices, directions } = wedge.shape() else {
        panic!("{wedge:?}")
    };
    // Down along the y axis, across, and out along the x axis.
    assert_eq!(
        (vertices, directions),
        (&[vector![0.0, 1.0], vector![1.0, 0.0]][..], &[vector![1.0, 0.0], vector![0.0, 1.0]][..],)
    );
    assert_eq!(wedge.area(), f64::INFINITY);
    assert!((distance(&wedge, 0.0, 0.0) + 0.5_f64.sqrt()).abs() < 1e-15);
    assert!((distance(&wedge, 5.0, 3.0) - 3.0).abs() < 1e-15);
    assert!((distance(&wedge, 7.0, -3.0) + 3.0).abs() < 1e-15);
    assert_eq!(wedge.support(vector![1.0, -1.0]), f64::INFINITY);
    assert!((wedge.support(vector![-1.0, -1.0]) + 1.0).abs() < 1e-15);
    // Straight across a direction is not along it.
    assert!(wedge.support(vector![0.0, -1.0]).abs() < 1e-15);

    let half = region(&[below(0.0, 2.0, 6.0)]);
    assert!(matches!(half.shape(), RegionShape::Unbounded { directions: [_, _, _], .. }));
    assert!((distance(&half, 100.0, 1.0) - 2.0).abs() < 1e-15);
    assert!((half.support(vector![0.0, 1.0]) - 3.0).abs() < 1e-15);

    let strip = region(&[below(0.0, 1.0, 1.0), below(0.0, -1.0, 1.0)]);
    assert!(matches!(strip.shape(), RegionShape::Unbounded { directions: [_, _], .. }));
    assert!((distance(&strip, -50.0, 0.75) - 0.25).abs() < 1e-15);
    assert!((distance(&strip, 1.0, -3.0) + 2.0).abs() < 1e-15);

    let line = region(&[below(0.0, 1.0, 1.0), below(0.0, -1.0, -1.0)]);
    assert_eq!(line.area(), 0.0);
    assert!((distance(&line, 9.0, 3.0) + 2.0).abs() < 1e-15);

    let everything = region(&[]);
    assert!(matches!(everything.shape(), RegionShape::Unbounded { directions: [_, _, _, _], .. }));
    assert_eq!(distance(&everything, 3.0, 4.0), f64::INFINITY);
}

#[test]
fn not_finite() {
    assert!(Region::from_half_planes(&[below(1.0, f64::NAN, 0.0)]).is_err());
}

fn half_planes() -> impl Strategy<Value = Vec<HalfPlane>> {
    let one = (0.0..core::f64::consts::TAU, -0.2..1.0_f64);
    let one = one.prop_map(|(angle, offset)| below(angle.cos(), angle.sin(), offset));
    prop::collection::vec(one, 1..9)
}

proptest! {
    #[test]
    fn distance_is_that_of_the_nearest_point(
        half_planes in half_planes(), p in prop::array::uniform2(-3.0..3.0_f64)
    ) {
        let (region, p) = (region(&half_planes), Vector2::from(p));
        let distance = region.signed_distance(p);
        let gap = half_planes.iter().map(|h| h.offset - h.normal.dot(&p));
        let gap = gap.fold(f64::INFINITY, f64::min);
        prop_assume!(region.shape() != RegionShape::Empty && gap.abs() > 1e-6);
        prop_assert_eq!(region.contains(p), gap > 0.0);
        prop_assert_eq!(distance > 0.0, gap > 0.0);
        if gap > 0.0 {
            // The largest disc around p.
            prop_assert!((distance - gap).abs() < 1e-9);
        } else {
            // The nearest point is on the boundary, and the line to it separates.
            let edge = region.edges.iter().min_by(|a, b| a.distance(&p).total_cmp(&b.distance(&p)));
            let nearest = edge.unwrap().nearest(&p);
            prop_assert!(region.signed_distance(nearest).abs() < 1e-9);
            let away = (p - nearest).normalize();
            prop_assert!((region.support(away) - away.dot(&nearest)).abs() < 1e-7);
            prop_assert!((distance + (p - nearest).norm()).abs() < 1e-9);
        }
    }

    #[test]
    fn vertices_and_directions_span_the_region(
        half_planes in half_planes(), share in prop::collection::vec(0.0..1.0_f64, 24)
    ) {
        let region = region(&half_planes);
        let (vertices, directions) = match region.shape() {
            RegionShape::Empty => return Ok(()),
            RegionShape::Bounded { polygon } => (polygon, &[][..]),
            RegionShape::Unbounded { vertices, directions } => (vertices, directions),
        };
        let total: f64 = share.iter().zip(vertices).map(|(s, _)| s + 1e-3).sum();
        let mut p: Vector2<f64> =
            share.iter().zip(vertices).map(|(s, v)| v * ((s + 1e-3) / total)).sum();
        for (s, direction) in share.iter().rev().zip(directions) {
            p += direction * *s;
        }
        prop_assert!(region.contains(p));
        // Control: mirrored at a vertex it is outside, unless it was at that vertex.
        if let ([first, _, _, ..], []) = (vertices, directions) {
            prop_assert!(!region.contains(2.0 * first - p));
        }
    }
}
