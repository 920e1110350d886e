//! How a table is filled.
//!
//! The friction about a corner of the grid depends on the sign of ω only, so each of the (N+1)²
//! corners is summed up at most once; most samples then are the mean of four of them.

use core::f64::consts::FRAC_PI_2;

use nalgebra::Vector2;
use stiction_core::{ParameterError, PlanarTwist, PlanarWrench, Validate};

use super::{LimitSurface, LimitSurfaceError};
use crate::patch::ContactPatch;
use crate::steady::{self, CellOfRotation};

/// Friction of rotations with ω > 0 about the corners of a grid, those that have been asked for.
pub(super) struct CornerWrenches {
    by_corner: Vec<Option<PlanarWrench>>,
}

impl CornerWrenches {
    pub(super) fn of(patch: &ContactPatch) -> Self {
        let side = patch.grid().map_or(0, |grid| grid.side() + 1);
        Self { by_corner: vec![None; side * side] }
    }

    /// Evaluates [`steady::coulomb`] for ω ≥ 0, and keeps the wrenches about corners.
    pub(super) fn coulomb(&mut self, patch: &ContactPatch, twist: &PlanarTwist) -> PlanarWrench {
        let on_grid =
            patch.grid().zip(patch.grid().and_then(|g| CellOfRotation::of(g, patch, twist)));
        let Some((grid, cell)) = on_grid else {
            return steady::by_cells(patch, twist, |_| 1.0);
        };
        steady::mean(cell.corners().map(|([i, j], part)| {
            let known = &mut self.by_corner[j * (grid.side() + 1) + i];
            let corner = || Vector2::new(grid.edge(i), grid.edge(j));
            (*known.get_or_insert_with(|| steady::coulomb_about(patch, corner())), part)
        }))
    }
}

impl LimitSurface {
    /// Samples a patch, with `samples` intervals per right angle.
    ///
    /// # Errors
    /// Less than 2 or more than 1000 samples; a patch without extent, whose radius is zero.
    pub fn new(patch: &ContactPatch, samples: usize) -> Result<Self, LimitSurfaceError> {
        Self::check_samples(samples)?;
        let scale = Scale::of(patch)?;
        let mut corners = CornerWrenches::of(patch);
        // The last direction is the first.
        let mut table = Vec::with_capacity((4 * samples + 1) * (samples + 1));
        for a in 0..4 * samples {
            for b in 0..=samples {
                let (theta, phi) = (direction(a as f64, samples), direction(b as f64, samples));
                let twist = scale.twist(theta, phi);
                table.push(scale.normalize(&corners.coulomb(patch, &twist)));
            }
        }
        table.extend_from_within(..=samples);
        Ok(Self { samples, radius: scale.radius, table, patch: Some(patch.clone()) })
    }
}

/// Returns the cosine and sine of `π place/(2 count)`, exact at multiples of a right angle.
pub(super) fn direction(place: f64, count: usize) -> [f64; 2] {
    let turns = (place / count as f64).floor();
    let (sin, cos) = ((place / count as f64 - turns) * FRAC_PI_2).sin_cos();
    match turns as usize % 4 {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    }
}

/// Force and length that normalise a patch.
pub(super) struct Scale {
    /// Force of the translation along x.
    force: f64,
    /// Torque of pure rotation (23) \[m\].
    radius: f64,
}

impl Scale {
    pub(super) fn of(patch: &ContactPatch) -> Result<Self, ParameterError> {
        let along_x = PlanarTwist { linear: Vector2::x(), angular: 0.0 };
        let force = steady::coulomb(patch, &along_x).force.x.abs();
        let radius = patch.radius();
        // A smaller radius is the rounding of the position of a single cell.
        let extended = radius > 1e-12 * patch.reach();
        let requirement = "must be positive: a single point has no limit surface";
        LimitSurface::require(extended, "radius of the patch", radius, requirement)?;
        Ok(Self { force, radius })
    }

    /// Returns the twist (33) of the directions `[cos θ, sin θ]` and `[cos φ, sin φ]`.
    pub(super) fn twist(&self, theta: [f64; 2], phi: [f64; 2]) -> PlanarTwist {
        let linear = Vector2::from(theta) * (self.radius * phi[1]);
        PlanarTwist { linear, angular: phi[0] }
    }

    pub(super) fn normalize(&self, wrench: &PlanarWrench) -> [f64; 3] {
        let PlanarWrench { force, torque } = wrench;
        [force.x / self.force, force.y / self.force, torque / self.radius]
    }
}
