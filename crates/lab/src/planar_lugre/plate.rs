//! A plate slips and turns in a parallel gripper under its weight.

use core::f64::consts::PI;

use nalgebra::vector;
use stiction::patch::{Grid, Mount};
use stiction::prelude::*;

use super::model::{INTERVAL, PadContact, PaperPad, PatchModel, SIZE};
use super::object::Object;
use crate::PaperError;

const INTERVALS: u32 = 200;
/// Mass of the plate \[kg\].
pub const MASS: f64 = 0.2;
/// Length and height of the plate \[m\].
pub const PLATE: [f64; 2] = [0.15, 0.08];
/// Moment of inertia of the plate about its centre of mass \[kg m²\].
pub const INERTIA: f64 = MASS * (PLATE[0] * PLATE[0] + PLATE[1] * PLATE[1]) / 12.0;
/// Number of fingers that bear the plate.
pub const FINGERS: f64 = 2.0;

/// Trial of an in-hand experiment, apart from the model.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// 1: the centre of mass is 25 mm beside the contact, 2: it is 2 mm beside it.
    pub case: u8,
    /// Pad of the fingers.
    pub pad: PaperPad,
    /// Normal force: 1 swings, 2 is loosened for a while.
    pub profile: u8,
}

impl Trial {
    /// End of the runs \[s\].
    pub const END: f64 = 2.0;

    /// Returns the normal force of one finger in every interval \[N\].
    #[must_use]
    pub fn grip(&self) -> Vec<f64> {
        let (mean, swing, firm, loose, open) = match self.case {
            1 => (3.6, 0.9, 4.0, 2.9, 31..50),
            _ => (1.73, 0.91, 2.0, 0.84, 33..50),
        };
        let force = |k: u32| match self.profile {
            1 => mean + swing * (4.0 * PI * f64::from(k) * INTERVAL).sin(),
            _ if open.contains(&k) => loose,
            _ => firm,
        };
        (0..INTERVALS).map(force).collect()
    }

    /// Returns the initial pose of the plate, whose centre of mass is beside the contact.
    #[must_use]
    pub fn start(&self) -> PlanarPose {
        let beside = if self.case == 1 { 0.025 } else { 0.002 };
        PlanarPose { position: vector![beside, 0.0], angle: 0.0 }
    }

    /// Returns the contact of fingers and plate, on a grid with this number of cells along a side.
    ///
    /// # Errors
    /// A number of cells that [`Grid::new`] refuses.
    pub fn contact(&self, cells: usize) -> Result<PadContact, PaperError> {
        PadContact::new(self.pad, Grid::new(cells, SIZE)?, &self.grip())
    }

    /// Returns the plate between the fingers with `share` times the grip, and with a model of their friction whose load
    /// and mount are set here.
    ///
    /// # Errors
    /// An error of [`PatchModel::friction`].
    pub fn object(
        &self,
        contact: &PadContact,
        mut model: PatchModel,
        share: f64,
    ) -> Result<Object, PaperError> {
        let loads = self.grip().into_iter().map(|force| share * FINGERS * force);
        model.load = Signal::every(INTERVAL, loads)?;
        model.mount = Mount::in_world(PlanarPose::default())?;
        let body = PlanarBody::builder().mass(MASS).inertia(INERTIA).gravity(vector![0.0, -9.81]);
        let friction = model.friction(contact)?;
        Ok(Object { body: body.build()?, start: self.start(), friction, push: vec![] })
    }
}

/// Returns x, y \[m\] and theta \[rad\] at the end of a record of an [`Object`].
///
/// # Errors
/// A record without these columns.
pub fn end(record: &Recorder) -> Result<[f64; 3], PaperError> {
    let last = |column: &[f64]| column.last().copied().unwrap_or(f64::NAN);
    Ok(record.columns_named(["x", "y", "theta"])?.map(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::patch::Surface;

    const CIRCLE: PaperPad = PaperPad::Fixed(Surface::RasterCircle);

    #[test]
    fn grips_by_hand() {
        let grip = |case, profile| Trial { case, pad: CIRCLE, profile }.grip();
        // The swing is widest after an eighth of a second.
        assert!((grip(1, 1)[12] - (3.6 + 0.9 * (0.48 * PI).sin())).abs() < 1e-15);
        assert_eq!((grip(1, 2)[30], grip(1, 2)[31], grip(1, 2)[50]), (4.0, 2.9, 4.0));
        assert_eq!((grip(2, 2)[32], grip(2, 2)[33], grip(2, 2)[49]), (2.0, 0.84, 0.84));
    }
}
