//! The data of a film in a page, as JSON.

use serde::Serialize;
use stiction_core::{ContactMode, Shape};

use super::super::film::{Film, FilmBody, FilmLaw, FilmPad};
use super::data::{Column, Precision};

#[derive(Serialize)]
struct FilmData<'a> {
    times: Column,
    bodies: Vec<BodyData<'a>>,
    laws: Vec<LawData<'a>>,
    /// The bodies in the order of their rows, where they have no place in space.
    rows: Vec<usize>,
}

#[derive(Serialize)]
struct BodyData<'a> {
    name: &'a str,
    shapes: Vec<ShapeData<'a>>,
    poses: Column,
    firsts: Column,
    turns: bool,
    prescribed: bool,
}

#[derive(Serialize)]
struct LawData<'a> {
    name: &'a str,
    kind: &'a str,
    ends: &'a [Option<(usize, usize)>],
    count: usize,
    places: Column,
    forces: Column,
    firsts: Column,
    deflections: Column,
    modes: Column,
    #[serde(skip_serializing_if = "Option::is_none")]
    pad: Option<PadData>,
}

#[derive(Serialize)]
struct PadData {
    prints: Vec<PrintData>,
    print_of: Column,
    poses: Column,
    scales: Column,
    /// Frame after frame, one digit for each point or one for all.
    modes: Vec<String>,
}

#[derive(Serialize)]
struct PrintData {
    points: Column,
    shares: Column,
    spacing: f64,
    reach: f64,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ShapeData<'a> {
    Sphere { radius: f64 },
    Cuboid { sizes: [f64; 3] },
    Cylinder { radius: f64, length: f64 },
    Capsule { radius: f64, length: f64 },
    Polygon { corners: &'a [[f64; 2]] },
    Line { points: &'a [[f64; 3]] },
    Points { points: &'a [[f64; 3]] },
}

impl Film {
    /// The film as JSON for the player of a [`Page`](super::super::Page), for a page of your own around it. It is
    /// safe inside a script element.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(self)
    }
}

/// The film as JSON that is safe inside a script element.
pub(super) fn json(film: &Film) -> String {
    let data = FilmData {
        times: column(&film.times),
        bodies: film.bodies.iter().map(body).collect(),
        laws: film.laws.iter().map(law).collect(),
        rows: film.rows(),
    };
    // Of plain numbers and text, so nothing can fail. A `<` could end the script element.
    serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c")
}

fn column(values: &[f64]) -> Column {
    Column::new(values, false, Precision::Single)
}

fn body(body: &FilmBody) -> BodyData<'_> {
    BodyData {
        name: &body.name,
        shapes: body.shapes.iter().map(shape).collect(),
        poses: column(&body.poses),
        firsts: column(&body.firsts),
        turns: body.turns,
        prescribed: body.is_prescribed,
    }
}

fn law(law: &FilmLaw) -> LawData<'_> {
    let modes: Vec<f64> = law.modes.iter().copied().map(ContactMode::code).collect();
    LawData {
        name: &law.name,
        kind: &law.kind,
        ends: &law.ends,
        count: law.place_count,
        places: column(&law.places),
        forces: column(&law.forces),
        firsts: column(&law.firsts),
        deflections: column(&law.deflections),
        modes: column(&modes),
        pad: law.pad.as_ref().map(pad),
    }
}

fn pad(pad: &FilmPad) -> PadData {
    let print_of: Vec<f64> = pad.print_of.iter().map(|number| *number as f64).collect();
    let digits =
        |modes: &Vec<ContactMode>| modes.iter().map(|mode| mode.code().to_string()).collect();
    let prints = pad.prints.iter().map(|print| PrintData {
        points: column(print.points.as_flattened()),
        shares: column(&print.shares),
        spacing: print.spacing,
        reach: print.reach,
    });
    PadData {
        prints: prints.collect(),
        print_of: column(&print_of),
        poses: column(&pad.poses),
        scales: column(&pad.scales),
        modes: pad.modes.iter().map(digits).collect(),
    }
}

fn shape(shape: &Shape) -> ShapeData<'_> {
    match shape {
        Shape::Sphere { radius } => ShapeData::Sphere { radius: *radius },
        Shape::Cuboid { sizes } => ShapeData::Cuboid { sizes: *sizes },
        Shape::Cylinder { radius, length } => {
            ShapeData::Cylinder { radius: *radius, length: *length }
        }
        Shape::Capsule { radius, length } => {
            ShapeData::Capsule { radius: *radius, length: *length }
        }
        Shape::Polygon { corners } => ShapeData::Polygon { corners },
        Shape::Line { points } => ShapeData::Line { points },
        Shape::Points { points } => ShapeData::Points { points },
    }
}
