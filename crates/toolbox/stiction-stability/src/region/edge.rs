//! The pieces of the boundary of a region.

use nalgebra::Vector2;

use super::Place;
use crate::double_description::ExtremeRays;

/// The points `from + s along` with s in a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    from: Vector2<f64>,
    /// Unit vector, or zero for a point.
    along: Vector2<f64>,
    /// Ends of s \[m\]; infinite for a ray or a line.
    ends: (f64, f64),
}

impl Edge {
    fn segment(from: Vector2<f64>, to: Vector2<f64>) -> Self {
        let length = (to - from).norm();
        let along = if length > 0.0 { (to - from) / length } else { Vector2::zeros() };
        Self { from, along, ends: (0.0, length) }
    }

    pub(super) fn nearest(&self, point: &Vector2<f64>) -> Vector2<f64> {
        let s = (point - self.from).dot(&self.along).clamp(self.ends.0, self.ends.1);
        self.from + self.along * s
    }

    pub(super) fn distance(&self, point: &Vector2<f64>) -> f64 {
        (point - self.nearest(point)).norm()
    }

    pub(super) fn translate(&mut self, shift: &Vector2<f64>) {
        self.from += shift;
    }
}

/// Returns the edges in which the half planes, the first `count` rows of the cone, bound the
/// region; its rays have these places.
pub(super) fn edges(count: usize, cone: &ExtremeRays<3>, places: &[Place]) -> Vec<Edge> {
    let line = cone.lines().first().map(|line| line.xy().normalize());
    let places_on = |row: usize| -> Vec<Place> {
        let on = (0..places.len()).filter(|&k| cone.incidence(k).contains(&row));
        on.map(|k| places[k]).collect()
    };
    let mut edges: Vec<Edge> = (0..count).filter_map(|row| edge(&places_on(row), line)).collect();
    // A single point has no edges.
    if let ([], [Place::Vertex(point)], []) = (&edges[..], places, cone.lines()) {
        edges.push(Edge::segment(*point, *point));
    }
    edges
}

fn edge(on: &[Place], line: Option<Vector2<f64>>) -> Option<Edge> {
    match (on, line) {
        ([Place::Vertex(a), Place::Vertex(b)], None) => Some(Edge::segment(*a, *b)),
        ([Place::Vertex(from), Place::Direction(along)], None)
        | ([Place::Direction(along), Place::Vertex(from)], None) => {
            Some(Edge { from: *from, along: *along, ends: (0.0, f64::INFINITY) })
        }
        ([Place::Vertex(from)], Some(along)) => {
            Some(Edge { from: *from, along, ends: (f64::NEG_INFINITY, f64::INFINITY) })
        }
        // The row only touches the region, or bounds nothing.
        _ => None,
    }
}
