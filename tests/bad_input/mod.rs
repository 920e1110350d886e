//! Invalid input is refused with a message that names the error, and nothing panics.

mod blame;
mod files;
mod friction;
mod mechanics;
mod mechanisms;
mod messages;
mod nothing_panics;
mod patch_calls;
mod patch_files;
mod patches;
mod sliding;
mod table;

use std::fmt::{Debug, Display};

use nalgebra::{Quaternion, Vector2, Vector3};
use stiction::prelude::*;

fn v2(values: &[f64]) -> Vector2<f64> {
    Vector2::from_row_slice(&values[..2])
}
fn v3(values: &[f64]) -> Vector3<f64> {
    Vector3::from_row_slice(&values[..3])
}

fn quaternion(v: &[f64]) -> Quaternion<f64> {
    Quaternion::new(v[0], v[1], v[2], v[3])
}

fn point_mass(mass: f64) -> PointMass<Line> {
    PointMass::builder().mass(mass).build().unwrap()
}

fn spring(stiffness: f64) -> SpringDamper<Line> {
    SpringDamper::builder().stiffness(stiffness).build().unwrap()
}

fn text<E: Display + Debug>(result: Result<impl Sized, E>) -> String {
    match result {
        Ok(_) => String::from("accepted"),
        Err(error) => error.to_string(),
    }
}
