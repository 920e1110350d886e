//! Points on the page: thinning, clipping and dashing, in pixels.

use std::{array, collections::HashSet};

/// A point in pixels, downwards.
pub(super) type Point = [f64; 2];

/// Columns per pixel in which a line is thinned.
const COLUMNS_PER_PIXEL: f64 = 2.0;
/// Smallest distance of points on a line that runs to and fro, in pixels.
const SPACING: f64 = 0.2;
/// Largest distance of a point left out from the line drawn, in pixels.
const FLATNESS: f64 = 0.05;
/// Above this number of points, equal pieces of a line are drawn once.
const MANY: usize = 12_000;
/// Above this number of dots, those that cover each other are merged.
const MANY_DOTS: usize = 3_000;

/// A rectangle from its upper left to its lower right corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Area {
    pub(super) fn contains(&self, [x, y]: Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub(super) fn grown(&self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }
}

/// Collects the points of one line that fall into one pixel column.
struct Column {
    index: i64,
    first: Point,
    /// Lowest and highest point with their order of appearance.
    low: (usize, Point),
    high: (usize, Point),
    last: (usize, Point),
}

impl Column {
    fn new(index: i64, p: Point) -> Self {
        Self { index, first: p, low: (0, p), high: (0, p), last: (0, p) }
    }

    fn add(&mut self, p: Point) {
        let order = self.last.0 + 1;
        self.last = (order, p);
        if p[1] < self.low.1[1] {
            self.low = self.last;
        }
        if p[1] > self.high.1[1] {
            self.high = self.last;
        }
    }

    fn finish(self, line: &mut Vec<Point>) {
        let (a, b) =
            if self.low.0 < self.high.0 { (self.low, self.high) } else { (self.high, self.low) };
        line.push(self.first);
        for p in [a.1, b.1, self.last.1] {
            if line.last() != Some(&p) {
                line.push(p);
            }
        }
    }
}

/// Splits a sequence at its gaps and leaves out the points that do not show.
pub(super) fn thin(points: impl Iterator<Item = Option<Point>>) -> Vec<Vec<Point>> {
    thin_lightly(points).iter().map(|line| straightened(line)).collect()
}

/// Like [`thin`], but keeps the points of straight pieces.
pub(super) fn thin_lightly(points: impl Iterator<Item = Option<Point>>) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    // One more gap ends the last line.
    for point in points.chain([None]) {
        match point {
            Some(p) => line.push(p),
            None if line.is_empty() => {}
            None => {
                let forward = line.windows(2).all(|pair| pair[0][0] <= pair[1][0]);
                lines.push(if forward { columns(&line) } else { spaced(&line) });
                line.clear();
            }
        }
    }
    lines
}

/// Keeps of a line that runs to the right the first, lowest, highest and last point of every pixel
/// column.
///
/// The thinned line covers the same pixels as the full one (Jugel et al., *M4*, VLDB 2014).
fn columns(line: &[Point]) -> Vec<Point> {
    let mut few = Vec::new();
    let mut column: Option<Column> = None;
    for &p in line {
        let index = (COLUMNS_PER_PIXEL * p[0]).floor() as i64;
        match &mut column {
            Some(column) if column.index == index => column.add(p),
            _ => {
                if let Some(done) = column.replace(Column::new(index, p)) {
                    done.finish(&mut few);
                }
            }
        }
    }
    if let Some(column) = column {
        column.finish(&mut few);
    }
    few
}

/// Leaves out points that are close to the last one kept.
fn spaced(line: &[Point]) -> Vec<Point> {
    let mut few: Vec<Point> = Vec::new();
    for (k, &p) in line.iter().enumerate() {
        let near = few.last().is_some_and(|q| (p[0] - q[0]).hypot(p[1] - q[1]) < SPACING);
        if !near || k + 1 == line.len() {
            few.push(p);
        }
    }
    few
}

/// Leaves out points within a [`FLATNESS`] of the straight line between the points kept.
///
/// From a point kept, a line may go on while its direction passes all points left out so far
/// (Williams 1978) and while it does not turn back.
fn straightened(line: &[Point]) -> Vec<Point> {
    let cross = |a: Point, b: Point| a[0] * b[1] - a[1] * b[0];
    let mut few: Vec<Point> = Vec::from_iter(line.first().copied());
    // The directions allowed, from one side to the other, and how far the line has come.
    let mut cone: Option<(Point, Point)> = None;
    let mut reach = 0.0;
    for pair in line.windows(2) {
        let (end, next) = (pair[0], pair[1]);
        let Some(&start) = few.last() else { break };
        let mut d = [next[0] - start[0], next[1] - start[1]];
        let mut length = d[0].hypot(d[1]);
        let within = cone.is_none_or(|(a, b)| cross(a, d) >= 0.0 && cross(d, b) >= 0.0);
        if !within || length < reach {
            few.push(end);
            cone = None;
            d = [next[0] - end[0], next[1] - end[1]];
            length = d[0].hypot(d[1]);
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
    if line.len() > 1 {
        few.extend(line.last().copied());
    }
    few
}

/// The corners of a stair through the points.
pub(super) fn steps(
    points: impl Iterator<Item = Option<Point>>,
) -> impl Iterator<Item = Option<Point>> {
    let mut before: Option<Point> = None;
    points.flat_map(move |point| {
        let corner = match (before, point) {
            (Some(a), Some(b)) => Some(Some([b[0], a[1]])),
            _ => None,
        };
        before = point;
        corner.into_iter().chain([point])
    })
}

/// Draws a piece of a line that retraces itself, within half a pixel, only once.
///
/// Lines of few points pass unchanged. This is what keeps a thousand turns on the same limit cycle
/// small.
pub(super) fn without_retracing(lines: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    if lines.iter().map(Vec::len).sum::<usize>() < MANY {
        return lines;
    }
    let cell = |p: Point| p.map(|v| (2.0 * v).round() as i64);
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for line in lines {
        let mut run: Vec<Point> = Vec::new();
        if let [single] = line[..] {
            run.push(single);
        }
        for pair in line.windows(2) {
            let (a, b) = (cell(pair[0]), cell(pair[1]));
            if seen.insert((a.min(b), a.max(b))) {
                if run.is_empty() {
                    run.push(pair[0]);
                }
                run.push(pair[1]);
            } else if !run.is_empty() {
                kept.push(std::mem::take(&mut run));
            }
        }
        if !run.is_empty() {
            kept.push(run);
        }
    }
    kept
}

/// Merges dots that fall into the same cell, the cells as small as their number allows.
pub(super) fn thin_dots(dots: impl Iterator<Item = Point> + Clone) -> Vec<Point> {
    let mut kept = Vec::new();
    // The last cells are as wide as a dot: beyond, dots that show would be lost.
    for cell in [0.25, 0.5, 1.0, 2.0, 4.0] {
        let mut seen = HashSet::new();
        kept.clear();
        kept.extend(dots.clone().filter(|p| seen.insert(p.map(|v| (v / cell).floor() as i64))));
        if kept.len() <= MANY_DOTS {
            break;
        }
    }
    kept
}

/// The parts of a line inside the area (Liang and Barsky 1984).
pub(super) fn clip_line(line: &[Point], area: &Area) -> Vec<Vec<Point>> {
    if let [single] = line {
        return if area.contains(*single) { vec![vec![*single]] } else { Vec::new() };
    }
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut part: Vec<Point> = Vec::new();
    for pair in line.windows(2) {
        let Some((a, b)) = clip_segment(pair[0], pair[1], area) else {
            continue;
        };
        if part.last() != Some(&a) {
            if part.len() > 1 {
                parts.push(std::mem::take(&mut part));
            }
            part.clear();
            part.push(a);
        }
        part.push(b);
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
}

fn clip_segment(a: Point, b: Point, area: &Area) -> Option<(Point, Point)> {
    let d = [b[0] - a[0], b[1] - a[1]];
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let borders = [
        (-d[0], a[0] - area.left),
        (d[0], area.right - a[0]),
        (-d[1], a[1] - area.top),
        (d[1], area.bottom - a[1]),
    ];
    for (toward, room) in borders {
        if toward == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if toward < 0.0 {
            enter = enter.max(room / toward);
        } else {
            leave = leave.min(room / toward);
        }
    }
    // Ends that need no cut stay as they are, bit by bit: neighbours must meet.
    let at = |t: f64| [a[0] + t * d[0], a[1] + t * d[1]];
    let start = if enter > 0.0 { at(enter) } else { a };
    let end = if leave < 1.0 { at(leave) } else { b };
    (enter <= leave).then_some((start, end))
}

/// The part of a polygon inside the area (Sutherland and Hodgman 1974).
pub(super) fn clip_polygon(polygon: &[Point], area: &Area) -> Vec<Point> {
    let borders =
        [(0, 1.0, area.left), (0, -1.0, -area.right), (1, 1.0, area.top), (1, -1.0, -area.bottom)];
    let mut inside = polygon.to_vec();
    for (axis, sign, border) in borders {
        let depth = |p: Point| sign * p[axis] - border;
        let Some(&last) = inside.last() else { break };
        let mut before = last;
        let mut clipped = Vec::with_capacity(inside.len());
        for &p in &inside {
            let (d0, d1) = (depth(before), depth(p));
            if (d0 >= 0.0) != (d1 >= 0.0) {
                let t = d0 / (d0 - d1);
                clipped.push(array::from_fn(|k| before[k] + t * (p[k] - before[k])));
            }
            if d1 >= 0.0 {
                clipped.push(p);
            }
            before = p;
        }
        inside = clipped;
    }
    inside
}

/// The dashes of a line, `on` pixels long with gaps of `off`.
pub(super) fn dashes(line: &[Point], on: f64, off: f64) -> Vec<Vec<Point>> {
    let mut parts = Vec::new();
    let Some(&start) = line.first() else { return parts };
    let mut part = vec![start];
    let (mut drawing, mut left) = (true, on);
    for pair in line.windows(2) {
        let (mut a, b) = (pair[0], pair[1]);
        loop {
            let d = [b[0] - a[0], b[1] - a[1]];
            let length = d[0].hypot(d[1]);
            if length <= left {
                left -= length;
                if drawing {
                    part.push(b);
                }
                break;
            }
            a = array::from_fn(|k| a[k] + d[k] * left / length);
            if drawing {
                part.push(a);
                parts.push(std::mem::take(&mut part));
            } else {
                part = vec![a];
            }
            drawing = !drawing;
            left = if drawing { on } else { off };
        }
    }
    if drawing && part.len() > 1 {
        parts.push(part);
    }
    parts
}

/// Length of a line in pixels.
pub(super) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|p| (p[1][0] - p[0][0]).hypot(p[1][1] - p[0][1])).sum()
}

/// Points along a line, at most `spacing` pixels apart.
pub(super) fn sampled(line: &[Point], spacing: f64) -> Vec<Point> {
    let mut samples = Vec::from_iter(line.first().copied());
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let pieces = ((b[0] - a[0]).hypot(b[1] - a[1]) / spacing).ceil().max(1.0);
        samples.extend((1..=pieces as usize).map(|k| {
            let t = k as f64 / pieces;
            array::from_fn(|k| a[k] + t * (b[k] - a[k]))
        }));
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn thinning_keeps_extrema_and_ends() {
        let n = 100_000;
        let points: Vec<Point> =
            (0..n).map(|k| [k as f64 * 1e-2, (k as f64 * 0.7).sin() * 50.0]).collect();
        let mut spiked = points.clone();
        spiked[12_345][1] = 99.0;
        spiked[54_321][1] = -99.0;
        let lines = thin(spiked.iter().copied().map(Some));
        assert_eq!(lines.len(), 1);
        assert!(lines[0].len() <= 4 * 2001, "{}", lines[0].len());
        for k in [0, 12_345, 54_321, n - 1] {
            assert!(lines[0].contains(&spiked[k]));
        }
    }

    #[test]
    fn thinning_keeps_the_order_within_a_column() {
        let points = [[0.0, 5.0], [0.1, 9.0], [0.2, 1.0], [0.3, 4.0], [0.4, 5.0]];
        let lines = thin(points.iter().copied().map(Some));
        assert_eq!(lines, [vec![points[0], points[1], points[2], points[4]]]);
    }

    #[test]
    fn gaps_split_lines() {
        let lines =
            thin([Some([0.0, 0.0]), None, None, Some([1.0, 0.0]), Some([2.0, 0.0])].into_iter());
        assert_eq!(lines, [vec![[0.0, 0.0]], vec![[1.0, 0.0], [2.0, 0.0]]]);
    }

    #[test]
    fn stairs_hold_their_value() {
        let corners: Vec<_> = steps([Some([0.0, 1.0]), Some([1.0, 3.0])].into_iter()).collect();
        assert_eq!(corners, [Some([0.0, 1.0]), Some([1.0, 1.0]), Some([1.0, 3.0])]);
    }

    #[test]
    fn many_turns_on_a_cycle_are_drawn_once() {
        let turn = |k: usize| k as f64 * std::f64::consts::TAU / 500.0;
        let cycle = (0..500_000).map(|k| [200.0 * turn(k).cos(), 200.0 * turn(k).sin()]).collect();
        let kept: usize = without_retracing(vec![cycle]).iter().map(Vec::len).sum();
        assert!(kept < 1100, "{kept}");
    }

    #[test]
    fn clipped_lines_end_on_the_border() {
        let parts =
            clip_line(&[[-5.0, 5.0], [5.0, 5.0], [5.0, 25.0], [8.0, 25.0], [8.0, 5.0]], &AREA);
        assert_eq!(
            parts,
            [vec![[0.0, 5.0], [5.0, 5.0], [5.0, 10.0]], vec![[8.0, 10.0], [8.0, 5.0]]]
        );
        assert!(clip_line(&[[-1.0, -1.0], [-2.0, 20.0]], &AREA).is_empty());
        assert!(clip_line(&[[11.0, 5.0]], &AREA).is_empty());
    }

    #[test]
    fn clipped_polygon() {
        let clipped = clip_polygon(&[[-5.0, 2.0], [5.0, 2.0], [5.0, 4.0], [-5.0, 4.0]], &AREA);
        assert_eq!(clipped.len(), 4);
        assert!(clipped.contains(&[0.0, 2.0]) && clipped.contains(&[5.0, 4.0]));
        assert!(clip_polygon(&[[-5.0, -5.0], [-1.0, -5.0], [-1.0, -1.0]], &AREA).is_empty());
    }

    #[test]
    fn dashes_go_round_corners() {
        let parts = dashes(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]], 3.0, 1.0);
        assert_eq!(parts, [vec![[0.0, 0.0], [3.0, 0.0]], vec![[4.0, 0.0], [4.0, 3.0]]]);
    }
}
