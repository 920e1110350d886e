//! Films as files: single pictures, and an animated SVG.

use std::fmt::Write;

use stiction_core::ContactMode;

use super::painter::{Painter, mode_color};
use super::{Film, FilmLaw};
use crate::plot::scene::{Anchor, SMALL, Scene, Shape, TEXT};
use crate::plot::{PlotError, font, svg};

/// One film or several side by side, as pictures and as an animated SVG.
///
/// The animated SVG has no script: a style sheet shows its frames one after another, so that it moves in a README
/// and in a browser. A reader who prefers reduced motion sees its last frame, as does one whose program has no
/// animation.
///
/// ```
/// use stiction_core::Shape;
/// use stiction_output::plot::{Film, FilmBody, Reel};
///
/// let ball = FilmBody {
///     name: "ball".to_owned(),
///     shapes: vec![Shape::Sphere { radius: 0.2 }],
///     poses: [0.0, 0.1].iter().flat_map(|x| [*x, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0]).collect(),
///     ..FilmBody::default()
/// };
/// let film = Film { times: vec![0.0, 0.5], bodies: vec![ball], ..Film::default() };
/// let moving = Reel::new().film("A ball", film).to_svg(2)?;
/// assert!(moving.contains("@keyframes") && !moving.contains("<script"));
/// # Ok::<(), stiction_output::plot::PlotError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Reel {
    films: Vec<(String, Film)>,
    width: f64,
    seconds: Option<f64>,
    ghost: Option<f64>,
}

impl Default for Reel {
    fn default() -> Self {
        Self { films: vec![], width: 480.0, seconds: None, ghost: None }
    }
}

/// Height of the title above a film, and of the time and contact states below it \[pixels\].
const HEAD: f64 = 26.0;
const FOOT: f64 = 26.0;
/// Shortest and longest time that an animation plays \[s\].
const PLAYS: (f64, f64) = (3.0, 10.0);
/// Time that its last frame stays \[s\].
const REST: f64 = 1.2;
/// Overlap of a frame with the next \[s\], so that rounding leaves no gap.
const OVERLAP: f64 = 2e-3;

impl Reel {
    /// Returns an empty reel.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a film to the right of the others, with a title above it.
    #[must_use]
    pub fn film(mut self, title: impl Into<String>, film: Film) -> Self {
        self.films.push((title.into(), film));
        self
    }

    /// Sets the width of each film \[pixels\], default 480.
    #[must_use]
    pub const fn width(mut self, pixels: f64) -> Self {
        self.width = pixels;
        self
    }

    /// Sets how long the animation plays \[s\]; by default as long as the film, within 3 s and 10 s.
    #[must_use]
    pub const fn seconds(mut self, seconds: f64) -> Self {
        self.seconds = Some(seconds);
        self
    }

    /// Shows the bodies at a time \[s\], pale, behind those that move.
    #[must_use]
    pub const fn ghost(mut self, time: f64) -> Self {
        self.ghost = Some(time);
        self
    }

    /// Returns equally spaced times over the films \[s\], the first and the last included.
    #[must_use]
    pub fn times(&self, count: usize) -> Vec<f64> {
        let all = || self.films.iter().flat_map(|(_, film)| &film.times).copied();
        let (first, last) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
        let share = |k: usize| if count > 1 { k as f64 / (count - 1) as f64 } else { 1.0 };
        let time = |k| if share(k) < 1.0 { first + share(k) * (last - first) } else { last };
        if first.is_finite() { (0..count).map(time).collect() } else { vec![] }
    }

    /// Returns the picture at a time \[s\] as an SVG document.
    ///
    /// # Errors
    /// [`PlotError::InvalidSize`] for a width that is not valid; a film in which nothing can be seen has no height.
    pub fn still_svg(&self, time: f64) -> Result<String, PlotError> {
        let painters = self.painters()?;
        let mut scene = self.still(&painters);
        scene.shapes.extend(self.moving_part(&painters, time));
        Ok(svg::document(&scene))
    }

    /// Returns an animated SVG document with this number of frames (at least 2).
    ///
    /// # Errors
    /// As [`Self::still_svg`].
    pub fn to_svg(&self, frames: usize) -> Result<String, PlotError> {
        let painters = self.painters()?;
        let times = self.times(frames.max(2));
        let length = times.last().copied().unwrap_or(0.0) - times.first().copied().unwrap_or(0.0);
        let plays = self.seconds.unwrap_or_else(|| length.clamp(PLAYS.0, PLAYS.1)).max(1e-3);
        let style = Style { count: times.len(), plays, speed: length / plays };
        let mut groups = String::new();
        for (k, time) in times.iter().enumerate() {
            let class = if k + 1 < times.len() { "f" } else { "f l" };
            let delay = style.delay(k);
            let _ = writeln!(groups, "<g class=\"{class}\" style=\"animation-delay:{delay}s\">");
            for shape in self.moving_part(&painters, *time) {
                svg::push(&mut groups, &shape);
            }
            groups += "</g>\n";
        }
        let still = svg::document(&self.still(&painters));
        let end = "</svg>\n";
        let body = still.strip_suffix(end).unwrap_or(&still);
        Ok(format!("{body}{style}{groups}{end}"))
    }

    fn painters(&self) -> Result<Vec<Painter<'_>>, PlotError> {
        let all: Vec<&Film> = self.films.iter().map(|(_, film)| film).collect();
        let painters: Vec<_> =
            all.iter().map(|film| Painter::new(film, &all, self.width)).collect();
        let scene = self.empty(&painters);
        let (width, height) = (scene.width, scene.height);
        let usable = |length: f64| (1.0..=20_000.0).contains(&length);
        if usable(width) && usable(height) {
            Ok(painters)
        } else {
            Err(PlotError::InvalidSize { width, height })
        }
    }

    fn empty(&self, painters: &[Painter<'_>]) -> Scene {
        let highest = painters.iter().map(Painter::height).fold(0.0, f64::max);
        let width = (self.width * painters.len() as f64).round();
        Scene { width, height: (HEAD + highest + FOOT).round(), shapes: vec![] }
    }

    /// Returns what does not move.
    fn still(&self, painters: &[Painter<'_>]) -> Scene {
        let mut scene = self.empty(painters);
        for (k, (painter, (title, film))) in painters.iter().zip(&self.films).enumerate() {
            let middle = [0.5 * self.width, 18.0];
            let title = Shape::text(title, middle, 14.0, TEXT, Anchor::Middle);
            // If the camera moves, the ground changes from frame to frame.
            let ground =
                if painter.view.follows() { vec![] } else { self.ground(painter, film, 0) };
            let shapes = ground.into_iter().map(|shape| shape.moved([0.0, HEAD])).chain([title]);
            scene.shapes.extend(shapes.map(|shape| self.placed(shape, k)));
        }
        scene
    }

    /// Moves a shape to the place of the film with this number.
    fn placed(&self, shape: Shape, number: usize) -> Shape {
        shape.moved([number as f64 * self.width, 0.0])
    }

    /// Returns the ground, with the ghost.
    fn ground(&self, painter: &Painter<'_>, film: &Film, frame: usize) -> Vec<Shape> {
        let mut shapes = painter.ground(frame);
        if let Some(time) = self.ghost {
            shapes.extend(painter.ghost(film.frame_at(time), frame));
        }
        shapes
    }

    fn moving_part(&self, painters: &[Painter<'_>], time: f64) -> Vec<Shape> {
        let height = self.empty(painters).height;
        let mut shapes = vec![];
        for (k, (painter, (_, film))) in painters.iter().zip(&self.films).enumerate() {
            let frame = film.frame_at(time);
            let mut seen =
                if painter.view.follows() { self.ground(painter, film, frame) } else { vec![] };
            seen.extend(painter.frame(frame));
            let moved = seen.into_iter().map(|shape| shape.moved([0.0, HEAD]));
            let foot = self.foot(film, frame, time, height - 9.0);
            shapes.extend(moved.chain(foot).map(|shape| self.placed(shape, k)));
        }
        shapes
    }

    /// Returns the line below a film: the time, and the contact state of every friction.
    fn foot(&self, film: &Film, frame: usize, time: f64, baseline: f64) -> Vec<Shape> {
        let clock = format!("t = {time:.2} s");
        let mut at = 12.0;
        let mut shapes = vec![Shape::text(&clock, [at, baseline], SMALL, TEXT, Anchor::Start)];
        at += font::text_width("t = 00.00 s", SMALL) + 16.0;
        for law in &film.laws {
            let Some((mode, does)) = words_of(law, frame) else { continue };
            let words = format!("{} {does}", law.name);
            let width = font::text_width(&words, SMALL) + 22.0;
            if at + width > self.width {
                break;
            }
            let center = [at + 4.0, baseline - 4.0];
            shapes.push(Shape::Dot { center, radius: 4.0, color: mode_color(mode) });
            let text = [at + 12.0, baseline];
            shapes.push(Shape::text(&words, text, SMALL, TEXT, Anchor::Start));
            at += width + 10.0;
        }
        shapes
    }
}

/// Returns the contact state of a law, or of its pad, with a word for it.
fn words_of(law: &FilmLaw, frame: usize) -> Option<(ContactMode, &'static str)> {
    let sticking = || law.pad.as_ref()?.sticking(frame);
    if let Some(mode) = law.modes.get(frame) {
        // Some points of a slipping pad may still stick.
        let does = match (mode, sticking()) {
            (ContactMode::Slip, Some(1.0)) => "creeps",
            (ContactMode::Slip, Some(share)) if share > 0.0 => "slips in part",
            _ => words(*mode),
        };
        return Some((*mode, does));
    }
    Some(match law.pad.as_ref()?.sticking(frame) {
        None => (ContactMode::Separated, words(ContactMode::Separated)),
        Some(1.0) => (ContactMode::Stick, words(ContactMode::Stick)),
        Some(0.0) => (ContactMode::Slip, words(ContactMode::Slip)),
        Some(_) => (ContactMode::Slip, "slips in part"),
    })
}

const fn words(mode: ContactMode) -> &'static str {
    match mode {
        ContactMode::Stick => "sticks",
        ContactMode::Slip => "slips",
        ContactMode::Separated => "is separated",
        _ => "is unresolved",
    }
}

/// Timing of the frames.
struct Style {
    count: usize,
    /// Time of all frames except the last \[s\].
    plays: f64,
    /// Time of the film per time of the viewer.
    speed: f64,
}

impl Style {
    fn period(&self) -> f64 {
        self.plays + REST
    }
    /// Returns the delay of a frame. It is negative, so that no frame waits in its first round, and the animation
    /// starts in the rest at the end, so that a still picture of its beginning shows the outcome.
    fn delay(&self, frame: usize) -> f64 {
        let began = self.plays * frame as f64 / (self.count - 1) as f64;
        ((began - self.plays - REST / 2.0) * 1e4).round() / 1e4
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let period = self.period();
        // Thousandths of a per cent.
        let share = |seconds: f64| 1e5 * seconds / period;
        let one = share(self.plays / (self.count - 1) as f64 + OVERLAP).ceil() / 1e3;
        // The last frame must not be seen with the first.
        let last = share(REST).floor() / 1e3;
        writeln!(
            f,
            "<desc>{} frames, {:.3} times as fast as it is.</desc>\n<style>\n\
             .f{{visibility:hidden;animation:f {period}s step-end infinite}}\n\
             .l{{visibility:visible;animation-name:l}}\n\
             @keyframes f{{0%{{visibility:visible}}{one}%,to{{visibility:hidden}}}}\n\
             @keyframes l{{0%{{visibility:visible}}{last}%,to{{visibility:hidden}}}}\n\
             @media (prefers-reduced-motion:reduce){{.f{{animation:none}}}}\n</style>",
            self.count, self.speed
        )
    }
}

#[cfg(test)]
mod tests {
    use stiction_core::Shape as Body;

    use super::super::FilmBody;
    use super::super::solids::EDGE;
    use super::*;

    /// Returns a film of a ball that moves along x with a speed \[m/s\], and its contact, which slips and then sticks.
    fn rolling(speed: f64) -> Film {
        let times: Vec<f64> = (0..=40).map(|k| 0.1 * f64::from(k)).collect();
        let poses = times.iter().flat_map(|t| [speed * t, 0.0, 0.2, 1.0, 0.0, 0.0, 0.0]).collect();
        let ball = FilmBody {
            name: "ball".to_owned(),
            shapes: vec![Body::Sphere { radius: 0.2 }],
            poses,
            ..FilmBody::default()
        };
        let mode = |t: &f64| if *t < 2.0 { ContactMode::Slip } else { ContactMode::Stick };
        let contact = FilmLaw {
            name: "contact".to_owned(),
            ends: vec![Some((0, 0))],
            place_count: 1,
            places: times.iter().flat_map(|t| [speed * t, 0.0, 0.0]).collect(),
            modes: times.iter().map(mode).collect(),
            ..FilmLaw::default()
        };
        Film { times, bodies: vec![ball], laws: vec![contact] }
    }

    #[test]
    fn a_picture_shows_bodies_where_the_camera_sees_them() {
        let film = rolling(1.0);
        let reel = Reel::new().film("A <ball>", film.clone());
        for time in [0.0, 2.5, 4.0] {
            let picture = reel.still_svg(time).unwrap();
            // It moves by 20 times its radius, so the camera follows it.
            let camera = film.camera_at(480.0, 288.0, film.frame_at(time));
            let [x, y, _] = camera.see([time, 0.0, 0.2]);
            let tenth = |number: f64| (10.0 * number).round() / 10.0;
            let ball = format!("cx=\"{}\" cy=\"{}\"", tenth(x), tenth(y + HEAD));
            assert!(picture.contains(&ball), "{ball} {picture}");
            let words = if time < 2.0 { "contact slips" } else { "contact sticks" };
            assert!(picture.contains(words) && picture.contains("A &lt;ball&gt;"));
        }
    }

    /// Returns when a frame is seen \[s\]: its beginning in the round, and its duration.
    fn shown(style: &Style, frame: usize) -> (f64, f64) {
        let one = style.plays / (style.count - 1) as f64 + OVERLAP;
        let lasts = if frame + 1 < style.count { one } else { REST };
        (style.delay(frame) + style.plays + REST / 2.0, lasts)
    }

    #[test]
    fn at_any_time_the_frame_of_that_time_is_seen_and_no_other() {
        let style = Style { count: 61, plays: 6.0, speed: 1.0 };
        for k in 0..7200 {
            let now = 1e-3 * f64::from(k) + 4e-4;
            let is_seen = |frame: &usize| {
                let (from, lasts) = shown(&style, *frame);
                assert!(style.delay(*frame) <= 0.0);
                (from..from + lasts).contains(&now)
            };
            let seen: Vec<usize> = (0..61).filter(is_seen).collect();
            let due = ((now / 0.1) as usize).min(60);
            assert_eq!(seen.last(), Some(&due), "{now}");
            // The frame before may still be seen during the overlap.
            assert!(seen.len() <= 1 + usize::from(now % 0.1 < OVERLAP), "{now}: {seen:?}");
        }
    }

    #[test]
    fn a_film_moves_without_a_script() {
        let reel = Reel::new().film("left", rolling(1.0)).film("right", rolling(1.0));
        let moving = reel.to_svg(21).unwrap();
        assert_eq!(moving.matches("<g class=\"f").count(), 21);
        assert_eq!(moving.matches("class=\"f l\"").count(), 1);
        assert!(moving.contains("animation:f 5.2s") && moving.contains("prefers-reduced-motion"));
        assert!(!moving.contains("script") && moving.ends_with("</g>\n</svg>\n"));
        assert!(moving.contains("width=\"960\" height=\"340\""), "{}", &moving[..200]);
        assert!(reel.clone().seconds(2.0).to_svg(21).unwrap().contains("animation:f 3.2s"));
        assert_eq!(reel.times(3), [0.0, 2.0, 4.0]);
    }

    #[test]
    fn a_ghost_stays_where_the_body_was() {
        // A camera that follows the ball leaves the ghost behind: 3 m away, and so out of the picture.
        for (speed, is_seen) in [(0.1, true), (1.0, false)] {
            let film = rolling(speed);
            let [x, ..] = film.camera_at(480.0, 288.0, 40).see([speed, 0.0, 0.2]);
            assert_eq!((0.0..480.0).contains(&x), is_seen, "{x}");
            ghost_is_at(Reel::new().film("", film), x);
        }
    }

    fn ghost_is_at(reel: Reel, x: f64) {
        let balls = |picture: &str| {
            picture.matches(&format!("cx=\"{}\"", (10.0 * x).round() / 10.0)).count()
        };
        assert_eq!(balls(&reel.still_svg(4.0).unwrap()), 0);
        let with = reel.ghost(1.0).still_svg(4.0).unwrap();
        assert!(balls(&with) > 0 && with.contains(&super::super::painter::pale(EDGE).to_string()));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let refused = |reel: Reel| matches!(reel.to_svg(9), Err(PlotError::InvalidSize { .. }));
        assert!(refused(Reel::new()));
        for width in [0.0, f64::NAN, 1e9] {
            assert!(refused(Reel::new().film("", rolling(1.0)).width(width)), "{width}");
        }
        assert!(!refused(Reel::new().film("", rolling(1.0)).width(100.0)));
    }

    /// A block on a line between a spring and the ground has no place in space.
    #[test]
    fn a_scheme_is_drawn_too() {
        let block = FilmBody {
            name: "a block with quite a long name".to_owned(),
            firsts: vec![0.0, 1.0],
            ..FilmBody::default()
        };
        let friction = FilmLaw {
            name: "friction".to_owned(),
            ends: vec![Some((0, 0)), None],
            firsts: vec![0.0, 1.0],
            modes: vec![ContactMode::Stick, ContactMode::Slip],
            ..FilmLaw::default()
        };
        let film = Film { times: vec![0.0, 1.0], bodies: vec![block], laws: vec![friction] };
        let reel = Reel::new().film("", film);
        let (first, last) = (reel.still_svg(0.0).unwrap(), reel.still_svg(1.0).unwrap());
        assert!(first.contains(&mode_color(ContactMode::Stick).to_string()));
        assert!(!last.contains(&mode_color(ContactMode::Stick).to_string()));
        assert!(last.contains(&mode_color(ContactMode::Slip).to_string()));
        // The block is at the left end of its line, and then at the right one.
        assert!(first.contains("points=\"69,") && last.contains("points=\"403,"), "{last}");
    }
}
