//! Other cones of friction: the polar, the elliptic one, and what it costs to have corners.

use nalgebra::Vector3;
use stiction::friction::cone::{
    CircularCone, ConeScale, ContactDimension, ContactFriction, EllipticCone, PyramidalCone,
};
use stiction::output::RunDirectory;
use stiction::plot::Panel;
use stiction::prelude::*;

use crate::camera::{BLUE, GREY, ORANGE, Picture, around};
use crate::common::Outcome;

/// Every force is the sum of its nearest points in the cone and in its polar.
pub(crate) fn polar(mu: f64) -> Outcome<Panel> {
    let (cone, force) = (CircularCone::new(mu)?, Vector3::new(1.0, 0.0, 0.25));
    let mut picture = Picture::of_axis(0.2);
    picture.cone(&around(0.85, |_| mu), BLUE, 0.4, 0.2);
    picture.cone(&around(-(0.65 * mu).min(0.38), |_| 1.0 / mu), ORANGE, 0.3, 0.2);
    let parts = [(cone.project(&force), BLUE), (cone.polar().project(&force), ORANGE)];
    for (to, paint) in [(force, GREY)].into_iter().chain(parts) {
        picture.arrow(to, paint.map(|part| 0.7 * part), 0.03);
    }
    for (at, name) in [
        (force, "f"),
        (Vector3::new(0.7, 0.0, 0.85), "cone"),
        (Vector3::new(0.85, 0.0, -0.3), "polar"),
    ] {
        picture.note(at, name);
    }
    Ok(picture.panel("f = nearest in the cone + nearest in its polar"))
}

/// The cones of a contact that is half as rough in one direction.
pub(crate) fn two_coefficients(mu: f64) -> Outcome<Panel> {
    let friction = ContactFriction::builder().dimension(ContactDimension::Sliding);
    let friction = friction.sliding([mu, 0.5 * mu]).build()?;
    let (ellipse, edges) = (EllipticCone::new(friction), PyramidalCone::new(friction).edges());
    let radius = |angle: f64| {
        let force = Vector3::new(angle.cos(), angle.sin(), 0.0);
        -1.0 / ellipse.margin(&Wrench { force, ..Wrench::default() })
    };
    let mut picture = Picture::of_contact();
    picture.cone(&around(1.0, radius), BLUE, 0.3, 0.2);
    let edge = |k: usize| Vector3::new(edges[(0, k)], edges[(1, k)], edges[(2, k)]);
    picture.cone(&[0, 2, 1, 3].map(edge), ORANGE, 0.4, 1.2);
    Ok(picture.panel("elliptic and pyramidal, μ along b is half"))
}

/// How far the section of a pyramid is from the circle.
pub(crate) fn errors(out: &RunDirectory) -> Outcome<Panel> {
    let all: Vec<usize> = (3..=64).collect();
    let count: Vec<f64> = all.iter().map(|&sides| sides as f64).collect();
    let mut panel =
        Panel::new().title("largest error of the radius, times n²").x("sides n").x_log();
    let (mut names, mut columns) = (vec!["sides".to_owned()], vec![count.clone()]);
    for scale in ConeScale::ALL {
        let of = |f: fn(ConeScale, usize) -> f64| all.iter().map(|&n| f(scale, n)).collect();
        let error: Vec<f64> = of(|scale, n| scale.section_error(n).largest());
        let scaled: Vec<f64> = error.iter().zip(&count).map(|(e, n)| e * n * n).collect();
        panel = panel.line(format!("{scale:?}"), &count, &scaled);
        names.extend(["vertex", "face", "error"].map(|what| format!("{scale:?} {what}")));
        columns.extend([of(ConeScale::vertex_factor), of(ConeScale::face_factor), error]);
    }
    out.write_table("trajectory.csv", &names, &columns)?;
    Ok(panel)
}
