//! Soft fingertips: a round patch that grows with the load.
//!
//! ```text
//! a = c f_N^(1/3)                                          (43), at most half the grid
//! p(ρ) ∝ (1 − (ρ/a)^k)^(1/k)   for ρ ≤ a, otherwise 0      (44)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | c | `growth` | m/N^(1/3) | > 0 |
//! | k | `exponent` | 1 or 1/N | > 0 |
//!
//! The factor 1.144 of (44) makes the pressures add up to the load for no k of the paper (k = 2
//! needs 3/2); here the weights add up to 1, so that it does not matter. The paper gives a = 6
//! `f_N^(1/3)` without a unit: its programs count cells of 20 mm/21, so c = 5.714 mm/N^(1/3), the
//! default.
//!
//! Source: Waltersson and Karayiannidis, eqs. 43 and 44, after Xydias and Kao 1999.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::{ContactPatch, Grid, PatchError};

/// 6 cells of 20 mm/21 for 1 N.
pub(crate) const PAPER_GROWTH: f64 = 6.0 * 0.02 / 21.0;

/// The exponent k of a fingertip's pressure.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(spelling = Key)]
#[non_exhaustive]
pub enum PressureExponent {
    /// Exponent k > 0 of the pressure (1 − (ρ/a)^k)^(1/k) for every load; 2 is a Hertz contact.
    #[field(name = "exponent")]
    Constant(#[field(positive)] f64),
    /// Exponent per normal force `c` > 0, `k = c f_N` \[1/N\]: the pressure gets more uniform with the load.
    #[field(name = "exponent_per_load")]
    PerLoad(#[field(positive)] f64),
}

/// A round patch that depends on the load.
///
/// ```
/// use stiction_patch::{Grid, PressureExponent, SoftFingertip};
/// let fingertip = SoftFingertip::builder().exponent(PressureExponent::Constant(2.0)).build()?;
/// let cells = |load| fingertip.patch(Grid::new(21, 0.02)?, load).map(|patch| patch.len());
/// assert_eq!((cells(1.0)?, cells(2.0)?), (109, 177));
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<SoftFingertip, ParameterError>))]
pub struct SoftFingertip {
    /// Radius `c` at 1 N \[m/N^(1/3)\], > 0.
    #[builder(default = PAPER_GROWTH)]
    #[field(positive)]
    growth: f64,
    /// Exponent `k`.
    #[field(key, getter = pressure_exponent)]
    exponent: PressureExponent,
}

impl SoftFingertip {
    /// Returns the patch under a load \[N\].
    ///
    /// # Errors
    /// A load that is not finite and positive, or so small that no cell centre is within the radius.
    pub fn patch(&self, grid: Grid, load: f64) -> Result<ContactPatch, PatchError> {
        Self::positive("load", load)?;
        let radius = self.radius(load).min(grid.size() / 2.0);
        let exponent = self.exponent(load);
        ContactPatch::from_cells(grid, |i, j| {
            let (x, y) = (grid.doubled_offset(i) as f64, grid.doubled_offset(j) as f64);
            let distance = 0.5 * (x * x + y * y).sqrt() * grid.spacing();
            pressure(distance / radius, exponent)
        })
    }

    /// Returns the radius a under a load \[N\], without the limit by the grid \[m\].
    #[must_use]
    pub fn radius(&self, load: f64) -> f64 {
        self.growth * load.cbrt()
    }

    /// Returns the exponent k under a load \[N\].
    #[must_use]
    pub fn exponent(&self, load: f64) -> f64 {
        match self.exponent {
            PressureExponent::Constant(exponent) => exponent,
            PressureExponent::PerLoad(rate) => rate * load,
        }
    }
}

/// Returns `(1 − s^k)^(1/k)` at the share s of the radius.
fn pressure(share: f64, exponent: f64) -> f64 {
    // The root at the rim turns the rounding of s, 1e-16, into a pressure of 1e-8.
    if share >= 1.0 - 8.0 * f64::EPSILON {
        return 0.0;
    }
    (-(exponent * share.ln()).exp_m1()).powf(1.0 / exponent)
}
