//! Shapes of bodies as figures of a picture, each with its depth.

use std::f64::consts::TAU;

use stiction_core::Shape as Body;

use super::camera::{Camera, Vector, cross, dot, plus, turned, unit};
use crate::plot::{curve::Point, scene::Shape, series::Color};

/// Figures at one depth \[m\]; the farthest is drawn first.
pub(super) struct Layer {
    pub(super) depth: f64,
    pub(super) shapes: Vec<Shape>,
}

pub(super) const EDGE: Color = Color::rgb(0x2b, 0x2f, 0x33);

impl Color {
    /// Returns a colour between this one and white, by its lighting.
    pub(super) fn lit(self, by: f64) -> Self {
        let (red, green, blue) = self.rgb;
        let part = |part: u8| {
            let part = f64::from(part);
            ((part + 0.42 * (255.0 - part)) * by).round().clamp(0.0, 255.0) as u8
        };
        Self::rgb(part(red), part(green), part(blue))
    }
}

/// Place of a shape: position and orientation (w, x, y, z).
pub(super) struct Place<'a>(pub(super) &'a [f64]);

impl Place<'_> {
    pub(super) fn position(&self) -> Vector {
        std::array::from_fn(|i| self.0.get(i).copied().unwrap_or_default())
    }
    pub(super) fn world(&self, point: Vector) -> Vector {
        let turn = std::array::from_fn(|i| self.0.get(3 + i).copied().unwrap_or_default());
        plus(self.position(), turned(turn, point), 1.0)
    }
}

/// Returns bounds of a shape in its place: points, each with a radius around it \[m\].
pub(super) fn bounds(shape: Option<&Body>, place: &Place<'_>) -> Vec<(Vector, f64)> {
    let about = |reach: f64| vec![(place.position(), reach)];
    match shape {
        None => about(0.0),
        Some(Body::Sphere { radius }) => about(*radius),
        Some(Body::Cuboid { sizes }) => {
            about(sizes.iter().fold(0.0, |most, size| size.max(most)) / 2.0)
        }
        Some(Body::Cylinder { radius, length } | Body::Capsule { radius, length }) => {
            about(radius + length / 2.0)
        }
        Some(Body::Polygon { corners }) => {
            corners.iter().map(|[x, y]| (place.world([*x, *y, 0.0]), 0.0)).collect()
        }
        Some(Body::Line { points } | Body::Points { points }) => {
            points.iter().map(|point| (place.world(*point), 0.0)).collect()
        }
    }
}

pub(super) const fn is_flat(shape: &Body) -> bool {
    matches!(shape, Body::Polygon { .. } | Body::Line { .. } | Body::Points { .. })
}

/// Returns the figures of a shape.
pub(super) fn layers(shape: &Body, place: &Place<'_>, camera: &Camera, paint: Color) -> Vec<Layer> {
    let seen = |point: &Vector| camera.see(place.world(*point));
    match shape {
        Body::Sphere { radius } => vec![ball(*radius, place, camera, paint)],
        Body::Line { points } => {
            let at: Vec<Vector> = points.iter().map(seen).collect();
            let line: Vec<Point> = at.iter().map(flat).collect();
            let dots =
                line.iter().map(|center| Shape::Dot { center: *center, radius: 2.6, color: EDGE });
            let mut shapes = vec![
                Shape::line(line.clone(), EDGE, 11.0),
                Shape::line(line.clone(), paint.lit(0.9), 8.5),
            ];
            // Round ends.
            let ends = [line.first(), line.last()].into_iter().flatten();
            shapes.extend(ends.map(|center| Shape::Dot {
                center: *center,
                radius: 5.0,
                color: paint.lit(0.9),
            }));
            shapes.extend(dots);
            vec![Layer { depth: mean_depth(&at), shapes }]
        }
        Body::Points { points } => {
            let at: Vec<Vector> = points.iter().map(seen).collect();
            let dots = at.iter().map(|point| Shape::Dot {
                center: flat(point),
                radius: 1.3,
                color: paint.lit(0.8),
            });
            vec![Layer { depth: mean_depth(&at), shapes: dots.collect() }]
        }
        _ => faces(&faces_of(shape), place, camera, paint),
    }
}

/// Flat faces in the axes of a shape, visible from the side from which their corners run counterclockwise.
struct Faces {
    faces: Vec<Vec<Vector>>,
    /// Whether their edges are drawn.
    has_edges: bool,
    /// Whether it is one face, visible from both sides.
    is_sheet: bool,
    /// A line that makes its rotation visible.
    mark: Option<[Vector; 2]>,
}

fn faces_of(shape: &Body) -> Faces {
    match shape {
        Body::Cuboid { sizes } => {
            let [x, y, z] = sizes.map(|size| size / 2.0);
            let at = |z: f64| vec![[x, y, z], [-x, y, z], [-x, -y, z], [x, -y, z]];
            let faces = prism(&at(-z), &at(z), true);
            Faces { faces, has_edges: true, is_sheet: false, mark: None }
        }
        Body::Cylinder { radius, length } => {
            let (low, high) = (ring(*radius, -length / 2.0, 28), ring(*radius, length / 2.0, 28));
            let top = length / 2.0;
            let mark = Some([[0.0, 0.0, top], [*radius, 0.0, top]]);
            Faces { faces: prism(&low, &high, true), has_edges: false, is_sheet: false, mark }
        }
        Body::Capsule { radius, length } => {
            let degrees: [f64; 8] = [-90.0, -60.0, -30.0, 0.0, 0.0, 30.0, 60.0, 90.0];
            let rounds = degrees.iter().enumerate().map(|(k, degrees)| {
                let (sine, cosine) = degrees.to_radians().sin_cos();
                let end = if k < 4 { -length / 2.0 } else { length / 2.0 };
                ring((radius * cosine).max(1e-9), end + radius * sine, 20)
            });
            let rounds: Vec<_> = rounds.collect();
            let faces = rounds.windows(2).flat_map(|pair| prism(&pair[0], &pair[1], false));
            Faces { faces: faces.collect(), has_edges: false, is_sheet: false, mark: None }
        }
        Body::Polygon { corners } => {
            let face = corners.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
            let reach = corners.iter().map(|[x, _]| *x).fold(f64::NEG_INFINITY, f64::max);
            let mark = Some([[0.0; 3], [reach, 0.0, 0.0]]);
            Faces { faces: vec![face], has_edges: true, is_sheet: true, mark }
        }
        _ => Faces { faces: vec![], has_edges: false, is_sheet: false, mark: None },
    }
}

/// Returns points around the axis z.
fn ring(radius: f64, z: f64, count: usize) -> Vec<Vector> {
    let at = |k: usize| {
        let (sine, cosine) = (TAU * k as f64 / count as f64).sin_cos();
        [radius * cosine, radius * sine, z]
    };
    (0..count).map(at).collect()
}

/// Returns the sides between two rings, with or without the ends.
fn prism(low: &[Vector], high: &[Vector], has_ends: bool) -> Vec<Vec<Vector>> {
    let mut faces = vec![];
    if has_ends {
        faces.push(low.iter().rev().copied().collect());
        faces.push(high.to_vec());
    }
    let count = low.len();
    let side = |k: usize| {
        let next = (k + 1) % count;
        vec![low[k], low[next], high[next], high[k]]
    };
    faces.extend((0..count).map(side));
    faces
}

fn faces(faces: &Faces, place: &Place<'_>, camera: &Camera, paint: Color) -> Vec<Layer> {
    let light = camera.light();
    let painted = faces.faces.iter().filter_map(|face| {
        let points: Vec<Vector> = face.iter().map(|point| place.world(*point)).collect();
        let [a, b, c] = *points.first_chunk::<3>()?;
        let normal = unit(cross(plus(b, a, -1.0), plus(c, b, -1.0)));
        if !faces.is_sheet && dot(normal, camera.near) <= 0.0 {
            return None;
        }
        let at: Vec<Vector> = points.iter().map(|point| camera.see(*point)).collect();
        let lit = if faces.is_sheet { 1.0 } else { dot(normal, light).max(0.0) };
        let color = paint.lit(0.62 + 0.38 * lit);
        let mut outline: Vec<Point> = at.iter().map(flat).collect();
        let face = Shape::Fill { points: outline.clone(), color, opacity: 1.0 };
        outline.push(outline[0]);
        let (edge, width) = if faces.has_edges { (EDGE, 1.2) } else { (color, 0.7) };
        let shapes = vec![face, Shape::line(outline, edge, width)];
        Some(Layer { depth: mean_depth(&at), shapes })
    });
    let mut layers: Vec<Layer> = painted.collect();
    if let Some(mark) = faces.mark {
        let at = mark.map(|point| camera.see(place.world(point)));
        let line = Shape::line(at.map(|point| flat(&point)), EDGE, 1.0);
        layers.push(Layer { depth: at[0][2] + 1e-3, shapes: vec![line] });
    }
    layers
}

/// Number of shades from light to dark on a ball.
const GLOW: usize = 7;

/// Returns a ball with three great circles, which make its rotation visible.
fn ball(radius: f64, place: &Place<'_>, camera: &Camera, paint: Color) -> Layer {
    let middle = camera.see(place.position());
    let (center, size) = (flat(&middle), radius * camera.scale);
    let mut shapes = vec![Shape::Dot { center, radius: size + 0.6, color: EDGE }];
    shapes.extend((0..GLOW).rev().map(|k| {
        // It is one at the rim and zero at the highlight.
        let share = k as f64 / (GLOW - 1) as f64;
        let away = (1.0 - share) * size;
        Shape::Dot {
            center: [center[0] - 0.35 * away, center[1] - 0.45 * away],
            radius: (0.1 * (1.0 - share) + share) * (size - 0.6),
            color: paint.lit(1.05 + share * (0.68 - 1.05)),
        }
    }));
    let circle = ring(radius, 0.0, 48);
    let circles: [fn(&Vector) -> Vector; 3] =
        [|point| *point, |&[x, y, _]| [x, 0.0, y], |&[x, y, _]| [0.0, x, y]];
    for onto in circles {
        let mut line: Vec<Point> = vec![];
        for point in circle.iter().chain(circle.first()) {
            let at = camera.see(place.world(onto(point)));
            // Only the half in front is drawn.
            if at[2] >= middle[2] {
                line.push(flat(&at));
            } else if line.len() > 1 {
                shapes.push(Shape::line(std::mem::take(&mut line), EDGE, 1.0));
            } else {
                line.clear();
            }
        }
        if line.len() > 1 {
            shapes.push(Shape::line(line, EDGE, 1.0));
        }
    }
    Layer { depth: middle[2], shapes }
}

pub(super) const fn flat(point: &Vector) -> Point {
    [point[0], point[1]]
}

fn mean_depth(at: &[Vector]) -> f64 {
    at.iter().map(|point| point[2]).sum::<f64>() / at.len().max(1) as f64
}
