//! Solids in perspective: faces and arrows, drawn from the farthest to the nearest.

use std::f64::consts::TAU;

use nalgebra::{Vector3, Vector4};
use nalgebra_glm::DMat4;
use stiction::plot::{Color, Panel, Series};

/// Parts of red, green and blue, 0 to 1.
pub(crate) type Paint = [f64; 3];

pub(crate) const BLUE: Paint = [0.25, 0.58, 0.85];
pub(crate) const ORANGE: Paint = [0.93, 0.6, 0.2];
pub(crate) const GREEN: Paint = [0.0, 0.62, 0.45];
pub(crate) const RED: Paint = [0.84, 0.25, 0.1];
pub(crate) const GREY: Paint = [0.55, 0.55, 0.55];

/// A surface to be drawn.
struct Face {
    corners: Vec<Vector3<f64>>,
    paint: Paint,
    opacity: f64,
    /// Width of its border in pixels.
    border: f64,
}

/// A camera and what it sees.
pub(crate) struct Picture {
    eye: Vector3<f64>,
    view: DMat4,
    projection: DMat4,
    faces: Vec<Face>,
    notes: Vec<(Vector3<f64>, String)>,
}

impl Picture {
    /// The ground and the axes (t, b, n) of a contact.
    pub(crate) fn of_contact() -> Self {
        let mut picture = Self::of_axis(0.44);
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        picture.face(&corners.map(|(x, y)| Vector3::new(x, y, 0.0) * 0.55), GREY, 0.12, 0.3);
        for (axis, name) in [(Vector3::x(), "t"), (Vector3::y(), "b")] {
            picture.arrow(axis, GREY, 0.012);
            picture.note(axis, name);
        }
        picture
    }

    /// The normal of a contact; what is at the height `middle` is in the middle.
    pub(crate) fn of_axis(middle: f64) -> Self {
        let (eye, target) = (Vector3::new(3.2, -4.6, 3.1), Vector3::z() * middle);
        let view = nalgebra_glm::look_at_rh(&eye, &target, &Vector3::z());
        let projection = nalgebra_glm::perspective_rh_zo(1.0, 0.36, 0.1, 100.0);
        let mut picture = Self { eye, view, projection, faces: Vec::new(), notes: Vec::new() };
        picture.arrow(Vector3::z() * 1.35, GREY, 0.012);
        picture.note(Vector3::z() * 1.35, "n");
        picture
    }

    /// A flat face with these corners; the light comes from the upper left of the camera.
    pub(crate) fn face(
        &mut self,
        corners: &[Vector3<f64>],
        paint: Paint,
        opacity: f64,
        border: f64,
    ) {
        let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0])).normalize();
        let left = self.eye.cross(&Vector3::z()).normalize();
        let light = (self.eye.normalize() - left + Vector3::z()).normalize();
        let shade = 0.62 + 0.55 * normal.dot(&light).abs();
        let paint = paint.map(|part| part * shade);
        self.faces.push(Face { corners: corners.to_vec(), paint, opacity, border });
    }

    /// A closed line.
    pub(crate) fn line(&mut self, points: &[Vector3<f64>], paint: Paint, width: f64) {
        let face = Face { corners: points.to_vec(), paint, opacity: 0.0, border: width };
        self.faces.push(face);
    }

    /// The sides of a cone with its apex at the origin, and the section through the ends of its rays.
    pub(crate) fn cone(&mut self, rays: &[Vector3<f64>], paint: Paint, opacity: f64, border: f64) {
        for (k, ray) in rays.iter().enumerate() {
            let next = rays[(k + 1) % rays.len()];
            self.face(&[Vector3::zeros(), *ray, next], paint, opacity, border);
        }
        self.face(rays, paint, 0.5 * opacity, 1.6);
    }

    /// A flat arrow from the origin, turned to the camera; in pieces, so that faces can hide some.
    pub(crate) fn arrow(&mut self, to: Vector3<f64>, paint: Paint, width: f64) {
        const PIECES: usize = 12;
        let side = to.cross(&self.eye).normalize() * (0.5 * width);
        let neck = 1.0 - 5.0 * width / to.norm();
        let at = |k: usize| to * (neck * k as f64 / PIECES as f64);
        let mut add = |corners| self.faces.push(Face { corners, paint, opacity: 1.0, border: 0.2 });
        for k in 0..PIECES {
            let (a, b) = (at(k), at(k + 1));
            add(vec![a + side, b + side, b - side, a - side]);
        }
        add(vec![to, at(PIECES) + side * 3.2, at(PIECES) - side * 3.2]);
    }

    /// A word at a point.
    pub(crate) fn note(&mut self, at: Vector3<f64>, text: impl Into<String>) {
        self.notes.push((at, text.into()));
    }

    /// Draws all of it into a panel without axes.
    pub(crate) fn panel(mut self, title: &str) -> Panel {
        let eye = self.eye;
        let distance = |face: &Face| {
            let middle: Vector3<f64> = face.corners.iter().sum();
            (middle / face.corners.len() as f64 - eye).norm()
        };
        self.faces.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        let mut panel = Panel::new().title(title).without_axes().equal_aspect();
        panel = panel.x_range(-1.0, 1.0).y_range(-0.75, 0.95);
        for face in &self.faces {
            let (x, y): (Vec<f64>, Vec<f64>) = face.corners.iter().map(|p| self.place(p)).unzip();
            let [red, green, blue] = face.paint.map(|part| (255.0 * part.min(1.0)) as u8);
            let series = Series::polygon("", &x, &y).color(Color::rgb(red, green, blue));
            panel = panel.series(series.opacity(face.opacity).width(face.border));
        }
        for (at, text) in &self.notes {
            let (x, y) = self.place(at);
            panel = panel.note([x, y], text);
        }
        panel
    }

    /// Where a point is in the picture, whose middle is 0 and whose borders are ±1.
    fn place(&self, point: &Vector3<f64>) -> (f64, f64) {
        let window = Vector4::new(-1.0, -1.0, 2.0, 2.0);
        let seen = nalgebra_glm::project_zo(point, &self.view, &self.projection, window);
        (seen.x, seen.y)
    }
}

/// Points around the normal at a height, at distances for the height 1 that depend on the direction.
pub(crate) fn around(height: f64, radius: impl Fn(f64) -> f64) -> Vec<Vector3<f64>> {
    let angles = (0..48).map(|k| f64::from(k) * TAU / 48.0);
    let point = |a: f64| Vector3::new(radius(a) * a.cos(), radius(a) * a.sin(), 1.0) * height;
    angles.map(point).collect()
}
