//! Parts of a film that have a place in space, their extent, and whether the camera follows them.
//!
//! The script of a page has the same rules (`page/film_view.js`); a test in a browser compares the two.

use stiction_core::Shape as Body;

use super::camera::{Extent, Vector};
use super::painter::body_color;
use super::scheme::GIVEN;
use super::solids::{Place, bounds, is_flat};
use super::{Film, FilmBody, FilmLaw};
use crate::plot::series::Color;

/// A shape of a body, or a mark at a port.
pub(super) struct Part<'a> {
    pub(super) index: usize,
    pub(super) body: &'a FilmBody,
    pub(super) shape: Option<&'a Body>,
    /// Its number among those of its body, followed by their count.
    number: usize,
    count: usize,
}

impl Part<'_> {
    pub(super) fn place(&self, frame: usize) -> Place<'_> {
        let from = 7 * (frame * self.count + self.number);
        Place(self.body.poses.get(from..from + 7).unwrap_or_default())
    }
    pub(super) fn paint(&self) -> Color {
        if self.body.is_prescribed { GIVEN } else { body_color(self.index) }
    }
}

/// Returns the parts of all bodies that have a place in space.
pub(super) fn parts_of(film: &Film) -> Vec<Part<'_>> {
    let all = film.bodies.iter().enumerate().flat_map(|(index, body)| {
        let count = body.poses.len() / 7 / film.times.len().max(1);
        let shown = if body.shapes.is_empty() { count } else { count.min(body.shapes.len()) };
        (0..shown).map(move |number| {
            let shape = body.shapes.get(number);
            Part { index, body, shape, number, count }
        })
    });
    all.collect()
}

pub(super) fn place_of(law: &FilmLaw, frame: usize, k: usize) -> Option<Vector> {
    let from = 3 * (frame * law.place_count + k);
    let numbers = law.places.get(from..from + 3).filter(|_| k < law.place_count)?;
    Some([numbers[0], numbers[1], numbers[2]])
}

/// A box around points.
struct Box3 {
    low: Vector,
    high: Vector,
}

impl Box3 {
    const EMPTY: Self = Self { low: [f64::INFINITY; 3], high: [f64::NEG_INFINITY; 3] };

    fn take(&mut self, point: Vector, reach: f64) {
        for (i, at) in point.into_iter().enumerate() {
            self.low[i] = self.low[i].min(at - reach);
            self.high[i] = self.high[i].max(at + reach);
        }
    }

    fn middle(&self) -> Vector {
        std::array::from_fn(|i| f64::midpoint(self.low[i], self.high[i]))
    }

    /// Returns half of its diagonal.
    fn radius(&self) -> f64 {
        (0..3).map(|i| (self.high[i] - self.low[i]).powi(2)).sum::<f64>().sqrt() / 2.0
    }

    /// Includes parts of a film, and the places and pads of its laws, in a frame.
    fn take_frame(&mut self, film: &Film, parts: &[Part<'_>], frame: usize) {
        for (point, reach) in parts.iter().flat_map(|part| bounds(part.shape, &part.place(frame))) {
            self.take(point, reach);
        }
        for law in &film.laws {
            (0..law.place_count)
                .filter_map(|k| place_of(law, frame, k))
                .for_each(|place| self.take(place, 0.0));
            let Some(pad) = &law.pad else { continue };
            if let (Some((print, scale)), Some(&[x, y, z])) =
                (pad.print(frame), pad.pose(frame).first_chunk::<3>())
            {
                self.take([x, y, z], print.reach * scale);
            }
        }
    }
}

/// Returns the middle and the size of everything in all frames of some films, and whether it is flat.
fn extent_of(films: &[&Film]) -> Extent {
    let mut all = Box3::EMPTY;
    let (mut is_all_flat, mut is_empty) = (true, true);
    for film in films {
        let parts = parts_of(film);
        is_empty &= parts.is_empty();
        is_all_flat &= parts.iter().all(|part| part.shape.is_none_or(is_flat));
        for frame in 0..film.times.len() {
            all.take_frame(film, &parts, frame);
            is_all_flat &= parts.iter().all(|part| {
                let Place(pose) = part.place(frame);
                [2, 4, 5].iter().all(|i| pose.get(*i).is_none_or(|&number| number == 0.0))
            });
        }
    }
    if is_empty {
        return Extent { middle: [0.0; 3], radius: 1.0, is_flat: true };
    }
    Extent { middle: all.middle(), radius: all.radius().max(1e-9), is_flat: is_all_flat }
}

/// Returns boxes around the moving bodies and the places of the laws, frame after frame.
fn boxes(film: &Film) -> Vec<Box3> {
    let moves =
        |part: &Part<'_>| (1..film.times.len()).any(|frame| part.place(frame).0 != part.place(0).0);
    let mut moving = parts_of(film);
    moving.retain(moves);
    let at = |frame| {
        let mut all = Box3::EMPTY;
        all.take_frame(film, &moving, frame);
        all
    };
    if moving.is_empty() { vec![] } else { (0..film.times.len()).map(at).collect() }
}

/// The camera follows a mechanism that takes less than this part of its path at any one time ...
const SMALL: f64 = 0.25;
/// ... and shows this many times its size.
const AROUND: f64 = 3.0;

/// Extent that the camera shows, frame after frame.
pub(super) struct View {
    pub(super) whole: Extent,
    /// Middles in the frames of one film and their radius, if the camera follows.
    followed: Option<(Vec<Vector>, f64)>,
}

impl View {
    /// Makes the view of one of several films, with the scale of all. The camera follows a mechanism that is small
    /// compared with its path: the moving bodies of every frame, with the places and pads of the laws,
    /// have less than a quarter of the size of all frames together.
    pub(super) fn of(film: &Film, all: &[&Film]) -> Self {
        let whole = extent_of(all);
        let radius_of = |film: &&Film| boxes(film).iter().map(Box3::radius).fold(0.0, f64::max);
        let size = all.iter().map(radius_of).fold(0.0, f64::max);
        let own = boxes(film);
        let does = size > 0.0 && !own.is_empty() && size < SMALL * whole.radius;
        let followed = does.then(|| {
            let middles = own.iter().map(Box3::middle).collect();
            (middles, (AROUND * size).min(whole.radius))
        });
        Self { whole, followed }
    }

    /// Returns whether the camera moves, and with it the ground.
    pub(super) const fn follows(&self) -> bool {
        self.followed.is_some()
    }

    /// Returns the extent to show in a frame.
    pub(super) fn at(&self, frame: usize) -> Extent {
        let seen = self.followed.as_ref().and_then(|(middles, radius)| {
            Some(Extent { middle: *middles.get(frame)?, radius: *radius, ..self.whole })
        });
        seen.unwrap_or(self.whole)
    }
}
