//! Words and surfaces that several figures share.

use crate::planar_lugre::SIZE;
use stiction::patch::{BristleModel, ContactPatch, Grid, Surface};

use crate::PaperError;

/// Returns a word for the bristles.
pub(super) const fn bristle_name(bristle: BristleModel) -> &'static str {
    match bristle {
        BristleModel::LuGre => "LuGre",
        _ => "elasto-plastic",
    }
}

/// Returns a surface of the paper on a grid of the usual size.
pub(super) fn patch(surface: Surface, cells: usize) -> Result<ContactPatch, PaperError> {
    Ok(surface.patch(Grid::new(cells, SIZE)?)?)
}
