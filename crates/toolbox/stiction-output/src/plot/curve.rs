//! Lines on the page: clipping and stairs, in pixels.

use std::array;

/// A point in pixels, y downwards.
pub(super) type Point = [f64; 2];

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

    /// Returns the corners, clockwise from the upper left one.
    pub(super) fn corners(&self) -> [Point; 4] {
        let Self { left, top, right, bottom } = *self;
        [[left, top], [right, top], [right, bottom], [left, bottom]]
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

/// Returns the corners of a stair through the points, without those on its level pieces.
pub(super) fn stair(points: &[Point]) -> Vec<Point> {
    let mut corners = Vec::from_iter(points.first().copied());
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        if from[1] != to[1] {
            corners.extend([[to[0], from[1]], to]);
        }
    }
    if let (Some(corner), Some(end)) = (corners.last(), points.last())
        && corner != end
    {
        corners.push(*end);
    }
    corners
}

/// Returns the parts of a line inside the area (Liang and Barsky 1984).
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
    // Ends inside the area keep their bits, so that neighbouring pieces meet.
    let at = |t: f64| [a[0] + t * d[0], a[1] + t * d[1]];
    let start = if enter > 0.0 { at(enter) } else { a };
    let end = if leave < 1.0 { at(leave) } else { b };
    (enter <= leave).then_some((start, end))
}

/// Returns the part of a polygon inside the area (Sutherland and Hodgman 1974).
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

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Area = Area { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn stairs_hold_their_value() {
        let corners = stair(&[[0.0, 1.0], [1.0, 3.0], [2.0, 3.0], [3.0, 3.0]]);
        assert_eq!(corners, [[0.0, 1.0], [1.0, 1.0], [1.0, 3.0], [3.0, 3.0]]);
        assert_eq!(stair(&[[0.0, 1.0]]), [[0.0, 1.0]]);
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
}
