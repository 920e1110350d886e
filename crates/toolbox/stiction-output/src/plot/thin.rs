//! Thinning of a series to its visible points.

use std::collections::HashSet;

use super::{curve::Point, series::Kind};

/// Columns per pixel in which a curve is thinned, and cells of dots.
const PER_PIXEL: f64 = 2.0;
/// Largest distance of an omitted point from the line drawn, in pixels.
const FLATNESS: f64 = 0.05;

/// Returns the indices of the points of a series that show, as unbroken lines.
///
/// It tries one magnification after the other, until at most `most` points show; at the last one there may be more.
/// A point without a place is a gap.
///
/// Among consecutive points in a column half a pixel wide, the first, lowest, highest and last are kept: the line
/// covers the same pixels (Jugel et al., *M4*, VLDB 2014). Among these, points close to the straight line between
/// others are left out, except if they are the corners of stairs or have dots. No dot covers another.
pub(super) fn thinned(
    points: &[Option<Point>],
    kind: Kind,
    magnifications: &[f64],
    most: usize,
) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for &scale in magnifications {
        let places: Vec<Option<Point>> =
            points.iter().map(|point| point.map(|p| p.map(|v| v * scale))).collect();
        lines = match kind {
            Kind::Points => vec![distinct(&places)],
            Kind::Steps | Kind::LineAndPoints => columns(&places),
            Kind::Line | Kind::Dashed | Kind::Area | Kind::Polygon => {
                columns(&places).into_iter().map(|line| straightened(&places, line)).collect()
            }
        };
        if lines.iter().map(Vec::len).sum::<usize>() <= most {
            break;
        }
    }
    lines
}

/// Returns dots such that none covers another.
fn distinct(points: &[Option<Point>]) -> Vec<usize> {
    let mut seen = HashSet::new();
    let cell = |p: Point| p.map(|v| (PER_PIXEL * v).floor() as i64);
    (0..points.len()).filter(|&k| points[k].is_some_and(|p| seen.insert(cell(p)))).collect()
}

/// Returns the first, lowest, highest and last of consecutive points in a column.
fn columns(points: &[Option<Point>]) -> Vec<Vec<usize>> {
    let column = |k: usize| points[k].map(|p| (PER_PIXEL * p[0]).floor() as i64);
    let height = |k: &usize| points[*k].map_or(f64::NAN, |p| p[1]);
    let mut lines: Vec<Vec<usize>> = Vec::new();
    let mut is_broken = true;
    let indices: Vec<usize> = (0..points.len()).collect();
    for run in indices.chunk_by(|&a, &b| column(a) == column(b)) {
        if points[run[0]].is_none() {
            is_broken = true;
            continue;
        }
        let by_height = |a: &&usize, b: &&usize| height(a).total_cmp(&height(b));
        let corners =
            [run.first(), run.iter().min_by(by_height), run.iter().max_by(by_height), run.last()];
        let mut corners: Vec<usize> = corners.into_iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        match lines.last_mut() {
            Some(line) if !is_broken => line.extend(corners),
            _ => lines.push(corners),
        }
        is_broken = false;
    }
    lines
}

/// Leaves out points within a [`FLATNESS`] of the straight line between the points kept.
///
/// From a point kept, a line may continue while its direction is close to all points left out so far
/// (Williams 1978) and while it does not turn back.
fn straightened(points: &[Option<Point>], line: Vec<usize>) -> Vec<usize> {
    let [first, .., last] = line[..] else { return line };
    let cross = |a: Point, b: Point| a[0] * b[1] - a[1] * b[0];
    let apart = |from: usize, to: usize| {
        let (a, b) = (points[from].unwrap_or_default(), points[to].unwrap_or_default());
        let d = [b[0] - a[0], b[1] - a[1]];
        (d, d[0].hypot(d[1]))
    };
    let mut few = vec![first];
    let mut start = first;
    // The allowed directions, from one side to the other, and the length of the line so far.
    let mut cone: Option<(Point, Point)> = None;
    let mut reach = 0.0;
    for pair in line.windows(2) {
        let (end, next) = (pair[0], pair[1]);
        let (mut d, mut length) = apart(start, next);
        let within = cone.is_none_or(|(a, b)| cross(a, d) >= 0.0 && cross(d, b) >= 0.0);
        if end != start && (!within || length < reach) {
            few.push(end);
            (start, cone) = (end, None);
            (d, length) = apart(start, next);
        }
        reach = length;
        if length > FLATNESS {
            let sin = FLATNESS / length;
            let cos = (1.0 - sin * sin).sqrt();
            let new_a = [cos * d[0] + sin * d[1], cos * d[1] - sin * d[0]];
            let new_b = [cos * d[0] - sin * d[1], cos * d[1] + sin * d[0]];
            cone = Some(cone.map_or((new_a, new_b), |(a, b)| {
                let left = if cross(a, new_a) > 0.0 { new_a } else { a };
                let right = if cross(new_b, b) > 0.0 { new_b } else { b };
                (left, right)
            }));
        }
    }
    few.push(last);
    few
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(points: &[Point], kind: Kind, most: usize) -> Vec<Vec<usize>> {
        let places: Vec<_> = points.iter().copied().map(Some).collect();
        thinned(&places, kind, &[64.0, 16.0, 4.0, 1.0, 0.5, 0.25], most)
    }

    #[test]
    fn extrema_and_ends_stay() {
        let n = 100_000;
        let mut points: Vec<Point> =
            (0..n).map(|k| [k as f64 * 1e-2, (k as f64 * 0.7).sin() * 50.0]).collect();
        points[12_345][1] = 99.0;
        points[54_321][1] = -99.0;
        for kind in [Kind::Line, Kind::Steps, Kind::LineAndPoints] {
            let lines = kept(&points, kind, 4000);
            assert_eq!(lines.len(), 1);
            assert!((1000..=4000).contains(&lines[0].len()), "{}", lines[0].len());
            assert!(lines[0].is_sorted_by(|a, b| a < b));
            for k in [0, 12_345, 54_321, n - 1] {
                assert!(lines[0].contains(&k), "{k}");
            }
        }
    }

    #[test]
    fn a_column_keeps_four_points_in_their_order() {
        let points = [[0.0, 5.0], [0.1, 9.0], [0.2, 1.0], [0.3, 4.0], [0.4, 5.0]];
        let places = points.map(Some);
        assert_eq!(thinned(&places, Kind::Steps, &[1.0], 5), [[0, 1, 2, 4]]);
        // The control: with columns a tenth as wide every point has its column.
        assert_eq!(thinned(&places, Kind::Steps, &[10.0], 5), [[0, 1, 2, 3, 4]]);
    }

    #[test]
    fn smooth_lines_stay_exact_far_beyond_the_screen() {
        let t = |k: usize| k as f64 / 1e6;
        let points: Vec<Point> =
            (0..1_000_000).map(|k| [900.0 * t(k), 110.0 * (6.0 * t(k)).sin()]).collect();
        let line = &kept(&points, Kind::Line, 4000)[0];
        assert!(line.len() <= 4000);
        let error = line.windows(2).map(|pair| {
            let middle = 0.5 * (t(pair[0]) + t(pair[1]));
            let drawn = 0.5 * (points[pair[0]][1] + points[pair[1]][1]);
            (drawn - 110.0 * (6.0 * middle).sin()).abs()
        });
        assert!(error.fold(0.0, f64::max) < 0.01);
    }

    #[test]
    fn gaps_split_lines() {
        let places = [Some([0.0, 0.0]), None, None, Some([1.0, 0.0]), Some([2.0, 0.0])];
        assert_eq!(thinned(&places, Kind::Line, &[1.0], 9), [vec![0], vec![3, 4]]);
    }

    #[test]
    fn a_line_that_turns_back_keeps_its_turns() {
        let points = [[0.0, 0.0], [5.0, 0.0], [10.0, 0.0], [6.0, 0.0], [2.0, 0.0], [4.0, 0.0]];
        assert_eq!(kept(&points, Kind::Line, 6)[0], [0, 2, 4, 5]);
    }

    #[test]
    fn turns_on_a_cycle_are_thinned_and_their_dots_kept_once() {
        let turn = |k: usize| k as f64 * std::f64::consts::TAU / 500.0;
        let points: Vec<Point> =
            (0..50_000).map(|k| [200.0 * turn(k).cos(), 200.0 * turn(k).sin()]).collect();
        let count = |kind| kept(&points, kind, 400)[0].len();
        // The last bits of the cosines put some dots into a neighbouring cell.
        assert!(count(Kind::Points) < 520, "{}", count(Kind::Points));
        assert!((4000..12_000).contains(&count(Kind::Line)), "{}", count(Kind::Line));
    }
}
