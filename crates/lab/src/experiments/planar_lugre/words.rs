//! What several figures say and take.

use crate::planar_lugre::SIZE;
use stiction::patch::{BristleModel, ContactPatch, Grid, Surface};

use crate::experiments::ReproduceError;

/// A word for the bristles.
pub(super) const fn bristle_name(bristle: BristleModel) -> &'static str {
    match bristle {
        BristleModel::LuGre => "LuGre",
        _ => "elasto-plastic",
    }
}

/// A surface of the paper on a grid of the usual size.
pub(super) fn patch(surface: Surface, cells: usize) -> Result<ContactPatch, ReproduceError> {
    Ok(surface.patch(Grid::new(cells, SIZE)?)?)
}
