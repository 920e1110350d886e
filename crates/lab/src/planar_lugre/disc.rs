//! A disc under oscillating loads below its friction.

use core::f64::consts::PI;

use nalgebra::vector;
use stiction::prelude::*;

use super::model::{INTERVAL, PadContact, PatchModel};
use super::object::Object;
use crate::PaperError;

const INTERVALS: u32 = 500;
const MASS: f64 = 1.0;
const RADIUS: f64 = 0.05;
const WEIGHT: f64 = 9.81;

/// Load that oscillates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscLoad {
    /// Force and torque along the plane.
    Tangential,
    /// The normal force, under a constant force and torque.
    Normal,
}

impl DiscLoad {
    /// End of the runs \[s\].
    pub const END: f64 = 5.0;

    /// Returns force along x \[N\], torque \[Nm\] and normal force \[N\] at a time \[s\].
    fn at(self, time: f64) -> [f64; 3] {
        let (swing, ramp) = ((6.0 * PI * time).sin(), (time / 0.2).min(1.0));
        match self {
            Self::Tangential => {
                let force = if time < 1.0 { ramp } else { 1.0 + 0.4 * swing };
                let torque = match time {
                    t if t < 2.8 => 0.0,
                    t if t < 3.0 => 0.03 * (t - 2.8) / 0.2,
                    _ => 0.03 + 0.01 * swing,
                };
                [force, torque, WEIGHT]
            }
            Self::Normal => [ramp, 0.03 * ramp, WEIGHT + if time > 1.0 { swing } else { 0.0 }],
        }
    }

    /// Returns force along x \[N\], torque \[Nm\] and normal force \[N\] in every interval.
    #[must_use]
    pub fn intervals(self) -> Vec<[f64; 3]> {
        (0..INTERVALS).map(|k| self.at(f64::from(k) * INTERVAL)).collect()
    }
}

/// Creates a disc of 1 kg and a radius of 5 cm under these loads, with a contact.
///
/// # Errors
/// An error of [`PatchModel::friction`].
pub fn disc(
    load: DiscLoad,
    mut model: PatchModel,
    contact: &PadContact,
) -> Result<Object, PaperError> {
    let loads = load.intervals();
    model.load = Signal::every(INTERVAL, loads.iter().map(|load| load[2]))?;
    let body = PlanarBody::builder().mass(MASS).inertia(0.5 * MASS * RADIUS * RADIUS);
    let push =
        loads.iter().map(|load| PlanarWrench { force: vector![load[0], 0.0], torque: load[1] });
    Ok(Object {
        body: body.build()?,
        start: PlanarPose::default(),
        friction: model.friction(contact)?,
        push: push.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_by_hand() {
        // A quarter of a swing takes 1/12 s.
        let [force, torque, normal] = DiscLoad::Tangential.at(4.0 + 1.0 / 12.0);
        assert!((force - 1.4).abs() < 1e-12 && (torque - 0.04).abs() < 1e-14);
        assert_eq!((normal, DiscLoad::Normal.at(0.1)), (9.81, [0.5, 0.015, 9.81]));
    }
}
