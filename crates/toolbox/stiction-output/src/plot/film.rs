//! A mechanism in motion, as data: a `Page` plays it, and a [`Reel`] makes pictures of it.
//!
//! ```text
//! Film ── painter, scheme ──> shapes on a page ── svg ──> pictures
//!      extent, solids, camera                  └── reel ──> an SVG that moves
//! ```

mod camera;
mod extent;
mod pad;
mod painter;
mod reel;
mod rows;
mod scheme;
mod solids;

use stiction_core::{ContactMode, Shape};

use extent::View;

pub use camera::Camera;
pub use pad::FilmPad;
pub use reel::Reel;

/// Shapes and places of a mechanism over time. `stiction::record::Scene` records one from a simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// Times of the frames \[s\], ascending.
    pub times: Vec<f64>,
    /// The bodies.
    pub bodies: Vec<FilmBody>,
    /// The laws between them.
    pub laws: Vec<FilmLaw>,
}

/// A body, or a prescribed motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilmBody {
    /// Its name.
    pub name: String,
    /// Its shapes, each with its places in [`poses`](Self::poses); if empty, every port has a mark.
    pub shapes: Vec<Shape>,
    /// Frame after frame, shape after shape (port after port if it has no shape): position \[m\] and
    /// orientation (w, x, y, z). Empty if the body has no place in space.
    pub poses: Vec<f64>,
    /// Frame after frame, port after port, the position on its line \[m\] or its angle \[rad\]. Empty if the body
    /// has a place in space.
    pub firsts: Vec<f64>,
    /// Whether `firsts` are angles.
    pub turns: bool,
    /// Whether its motion is given.
    pub is_prescribed: bool,
}

/// A law and what it is connected to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilmLaw {
    /// Its name.
    pub name: String,
    /// Kind of the law, in words.
    pub kind: String,
    /// Body and port of each end; none for the ground.
    pub ends: Vec<Option<(usize, usize)>>,
    /// Number of places where it acts; the joint, for the friction of a joint.
    pub place_count: usize,
    /// Frame after frame, place after place \[m\].
    pub places: Vec<f64>,
    /// Frame after frame, its force at the first place, in the axes of the world \[N\]; empty if it has no
    /// direction.
    pub forces: Vec<f64>,
    /// Frame after frame, the first number of its effort.
    pub firsts: Vec<f64>,
    /// Frame after frame, the deflection of its bristles \[m\], in the axes of the world; empty if it has none.
    pub deflections: Vec<f64>,
    /// Frame after frame, whether its friction sticks or slips; empty if it has none.
    pub modes: Vec<ContactMode>,
    /// Its pad, if it rubs over an area.
    pub pad: Option<FilmPad>,
}

impl Film {
    /// Returns the camera for a picture of a size \[pixels\] in a frame, as a page shows it. It follows the mechanism
    /// if that is small compared with its path: if the moving bodies, with the places and pads of the laws, take less
    /// than a quarter of everything seen over time. It then shows three times their size.
    #[must_use]
    pub fn camera_at(&self, width: f64, height: f64, frame: usize) -> Camera {
        Camera::new(width, height, &View::of(self, &[self]).at(frame))
    }

    /// Names prescribed motions: `name_of` is asked for the name of one by a law that it moves and the end of that law.
    pub fn name_drives<'a>(&mut self, name_of: impl Fn(&str, usize) -> Option<&'a str>) {
        for law in &self.laws {
            for (end, to) in law.ends.iter().enumerate() {
                let Some(body) = to.and_then(|(body, _)| self.bodies.get_mut(body)) else {
                    continue;
                };
                if let Some(name) = name_of(&law.name, end).filter(|_| body.is_prescribed) {
                    name.clone_into(&mut body.name);
                }
            }
        }
    }

    /// Returns the last frame that is not after a time \[s\], or the first.
    #[must_use]
    pub fn frame_at(&self, time: f64) -> usize {
        self.times.partition_point(|at| *at <= time).saturating_sub(1)
    }

    /// Returns whether there is nothing to be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.times.len() < 2 || self.bodies.is_empty()
    }
}
