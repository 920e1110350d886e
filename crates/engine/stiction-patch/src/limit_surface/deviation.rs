//! How far a table is from the friction it stands for.

use nalgebra::Vector3;

use super::sampler::{CornerWrenches, Scale, direction};
use super::{LimitSurface, LimitSurfaceError};
use crate::patch::ContactPatch;

/// Difference between a table and the steady friction of a patch, by component of h.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// Largest magnitude.
    pub largest: Vector3<f64>,
    /// Root of the mean square.
    pub root_mean_square: Vector3<f64>,
}

impl LimitSurface {
    /// Returns the error of the table for a patch: half-way between the samples, where the interpolation is
    /// farthest from them.
    ///
    /// With the patch that was sampled it is the error of the interpolation, which falls with the
    /// square of `N_ls` where the limit surface is smooth. With another patch it says how well the
    /// table stands for that one. Costs about as much as the table.
    ///
    /// ```
    /// use stiction_patch::{Grid, LimitSurface, Surface};
    /// let circle = Surface::Circle.patch(Grid::new(21, 0.02)?)?;
    /// let error = |samples| LimitSurface::new(&circle, samples)?.deviation(&circle);
    /// assert!(error(10)?.largest.max() > 2.0 * error(20)?.largest.max());
    /// # Ok::<(), stiction_patch::LimitSurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// A patch without extent.
    pub fn deviation(&self, patch: &ContactPatch) -> Result<Deviation, LimitSurfaceError> {
        let scale = Scale::of(patch)?;
        let radius = patch.radius();
        let mut corners = CornerWrenches::of(patch);
        let (mut largest, mut squares) = (Vector3::zeros(), Vector3::zeros());
        for a in 0..4 * self.samples {
            for b in 0..self.samples {
                let halfway = |index| direction(index as f64 + 0.5, self.samples);
                let twist = scale.twist(halfway(a), halfway(b));
                let exact = Vector3::from(scale.normalize(&corners.coulomb(patch, &twist)));
                let difference = (self.normalized(radius, &twist) - exact).abs();
                largest = largest.sup(&difference);
                squares += difference.component_mul(&difference);
            }
        }
        let count = (4 * self.samples * self.samples) as f64;
        Ok(Deviation { largest, root_mean_square: (squares / count).map(f64::sqrt) })
    }
}
