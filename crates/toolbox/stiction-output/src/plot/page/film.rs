//! The data of a film in a page, as JSON.

use serde_json::{Value, json};
use stiction_core::{ContactMode, Shape};

use super::super::film::{Film, FilmBody, FilmLaw, FilmPad};
use super::data::{self, Precision};

impl Film {
    /// Returns the film as JSON for the player of a [`Page`](super::super::Page), for use in your own page. It is safe
    /// inside a script element.
    #[must_use]
    pub fn to_json(&self) -> String {
        data::safe(&json!({
            "times": column(&self.times),
            "bodies": self.bodies.iter().map(body).collect::<Vec<_>>(),
            "laws": self.laws.iter().map(law).collect::<Vec<_>>(),
            // The order of the bodies that have no place in space.
            "rows": self.rows(),
        }))
    }
}

fn column(values: &[f64]) -> Value {
    data::column(values, false, Precision::Single)
}

fn body(body: &FilmBody) -> Value {
    json!({
        "name": body.name,
        "shapes": body.shapes.iter().map(shape).collect::<Vec<_>>(),
        "poses": column(&body.poses),
        "firsts": column(&body.firsts),
        "turns": body.turns,
        "prescribed": body.is_prescribed,
    })
}

fn law(law: &FilmLaw) -> Value {
    let modes: Vec<f64> = law.modes.iter().copied().map(ContactMode::code).collect();
    let mut data = json!({
        "name": law.name,
        "kind": law.kind,
        "ends": law.ends,
        "count": law.place_count,
        "places": column(&law.places),
        "forces": column(&law.forces),
        "firsts": column(&law.firsts),
        "deflections": column(&law.deflections),
        "modes": column(&modes),
    });
    if let Some(of_law) = &law.pad {
        data["pad"] = pad(of_law);
    }
    data
}

/// Returns a pad; its modes, frame after frame, are one digit for each point or one for all.
fn pad(pad: &FilmPad) -> Value {
    let print_of: Vec<f64> = pad.print_of.iter().map(|number| *number as f64).collect();
    let digits =
        |modes: &Vec<ContactMode>| modes.iter().map(|mode| mode.code().to_string()).collect();
    let prints = pad.prints.iter().map(|print| {
        json!({
            "points": column(print.points.as_flattened()),
            "shares": column(&print.shares),
            "spacing": print.spacing,
            "reach": print.reach,
        })
    });
    json!({
        "prints": prints.collect::<Vec<_>>(),
        "print_of": column(&print_of),
        "poses": column(&pad.poses),
        "scales": column(&pad.scales),
        "modes": pad.modes.iter().map(digits).collect::<Vec<String>>(),
    })
}

fn shape(shape: &Shape) -> Value {
    match shape {
        Shape::Sphere { radius } => json!({ "type": "sphere", "radius": radius }),
        Shape::Cuboid { sizes } => json!({ "type": "cuboid", "sizes": sizes }),
        Shape::Cylinder { radius, length } => {
            json!({ "type": "cylinder", "radius": radius, "length": length })
        }
        Shape::Capsule { radius, length } => {
            json!({ "type": "capsule", "radius": radius, "length": length })
        }
        Shape::Polygon { corners } => json!({ "type": "polygon", "corners": corners }),
        Shape::Line { points } => json!({ "type": "line", "points": points }),
        Shape::Points { points } => json!({ "type": "points", "points": points }),
    }
}
