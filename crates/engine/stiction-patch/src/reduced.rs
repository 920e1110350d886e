//! The reduced model: three bristles in the place of all cells.
//!
//! The patch is replaced by a rim of radius r about its centre of pressure. With the twist (v, ω)
//! there, `v_S = (v_x, v_y, r ω)`, `S = diag(1, 1, r)` and the normalised limit surface h:
//!
//! ```text
//! ż = −S h |v_S| − λ z,  λ = β σ₀ |v_S|/g(|v_S|)          (25), (31), (32)
//! f = −N (σ₀ z + σ₁ ż + σ₂ U (v, ω)),  U = diag(1, 1, u)   (26)
//! ```
//!
//! | | h |
//! |---|---|
//! | [`ReducedShape::ellipsoid`] | `−v_S/|v_S|` (22) |
//! | [`ReducedShape::limit_surface`] | from a table (29)-(42) |
//!
//! β is 1 for LuGre; for the elasto-plastic bristle it is ε β̄ of (17) with the vectors `S⁻¹ z` and
//! `−h`, and `z_max = |h| g/σ₀`.
//!
//! | parameter | setter | range |
//! |---|---|---|
//! | centre, r, u, h | `shape` | [`ReducedShape`], or a [`Schedule`] of them |
//! | σ₀, σ₁, σ₂, g, `s_ba` | `bristles` | [`BristleParameters`] |
//! | | `model` | [`BristleModel::ElastoPlastic`] |
//! | | `bristle_rate` | [`BristleRate::Explicit`], the paper's |
//! | | `mount` | [`Mount`]; the frame of the body |
//!
//! Internal state: `z_x`, `z_y` \[m\] and `z_τ` \[m²\], in the axes of the patch.
//!
//! Source: Waltersson and Karayiannidis, eqs. 22-32. The last term of (31) is printed with a plus,
//! which contradicts (30) and (32); `z_max` is printed without the factor |h|, with which (30) is the
//! steady state. Nothing is regularised: only exact zeros are.
//!
//! Limits: an approximation of [`DistributedPatch`](crate::DistributedPatch), exact in pure
//! translation; with the ellipsoid it is off by 10 % and more where the patch turns about a point in
//! it. Below break-away the ellipsoid is a spring, but the limit surface is not quite: its drive h turns
//! with the twist, so that a slow closed motion can give back a few per cent of the energy turned over
//! (5 % on a line, measured by a test). A [`Schedule`] moves the three bristles along when r or the centre changes. See there for
//! drift and for the bound on the step of the explicit form.

mod lanes;

use core::fmt::Debug;
use std::sync::Arc;

use nalgebra::{Vector2, Vector3};
use stiction_core::kernel::PlanarWrenchIn;
use stiction_core::view::bristle_mode;
use stiction_core::{
    ContactMode, ContactState, Describe, Flat, Memory, Motion, MotionIn, Numbers, Pad,
    ParameterError, PlanarFrame, PlanarTwist, PlanarWrench, Real, Stage, Validate, Varying,
};
use stiction_friction::{BristleRate, Friction};
use typed_builder::TypedBuilder;

use crate::bristle_law::{BristleModel, BristleParameters};
use crate::kernel::CellLaw;
use crate::limit_surface::LimitSurface;
use crate::mount::{Mount, twist_at, wrench_from};
use crate::patch::{ContactPatch, FARTHEST};
use crate::schedule::Schedule;
use crate::written::ReducedPad;

/// A patch as the reduced model knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedShape {
    center_of_pressure: Vector2<f64>,
    radius: f64,
    /// 1/r; 0 for a point, whose third bristle does not move.
    inverse_radius: f64,
    viscous_factor: f64,
    surface: Option<Arc<LimitSurface>>,
}

impl ReducedShape {
    /// Creates the shape for friction on an ellipsoid (22).
    #[must_use]
    pub fn ellipsoid(patch: &ContactPatch) -> Self {
        Self::of_rim(patch.center_of_pressure(), patch.radius(), patch.viscous_factor())
    }

    /// Creates the shape for friction on an ellipsoid (22) if the pressure itself is not known: with the centre of
    /// pressure in the frame of the patch \[m\], the radius r of the rim (23) \[m\] and the viscous
    /// factor u (27) \[m²\].
    ///
    /// ```
    /// use nalgebra::Vector2;
    /// use stiction_patch::ReducedShape;
    /// // A uniform disc of 1 cm, by the closed forms 2/3 R and R²/2.
    /// let disc = ReducedShape::rim(Vector2::zeros(), 0.02 / 3.0, 0.5e-4)?;
    /// assert_eq!(disc.radius(), 0.02 / 3.0);
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A centre beyond 1000 km; a radius that is neither 0 nor between 1e-100 and 1e6; a factor that is
    /// not between 0 and 1e12.
    pub fn rim(
        center_of_pressure: Vector2<f64>,
        radius: f64,
        viscous_factor: f64,
    ) -> Result<Self, ParameterError> {
        let shape = Self::of_rim(center_of_pressure, radius, viscous_factor);
        shape.validate().map(|()| shape)
    }

    fn of_rim(center_of_pressure: Vector2<f64>, radius: f64, viscous_factor: f64) -> Self {
        let inverse_radius = if radius > 0.0 { radius.recip() } else { 0.0 };
        Self { center_of_pressure, radius, inverse_radius, viscous_factor, surface: None }
    }

    /// Creates the shape for friction on a limit surface that was sampled from this patch, or from one whose pressure
    /// has the same shape at another size.
    ///
    /// Shapes with one `Arc`, as clones have, share the table in memory, and networks step such pads
    /// several at a time; a limit surface sampled anew for each pad makes many pads several times
    /// slower.
    #[must_use]
    pub fn limit_surface(patch: &ContactPatch, surface: impl Into<Arc<LimitSurface>>) -> Self {
        Self::ellipsoid(patch).with_limit_surface(surface)
    }

    /// Puts the friction on a limit surface.
    #[must_use]
    pub fn with_limit_surface(self, surface: impl Into<Arc<LimitSurface>>) -> Self {
        Self { surface: Some(surface.into()), ..self }
    }

    /// Returns the limit surface; `None` for an ellipsoid.
    #[must_use]
    pub const fn surface(&self) -> Option<&Arc<LimitSurface>> {
        self.surface.as_ref()
    }

    /// Returns the centre of pressure in the frame of the patch \[m\].
    #[must_use]
    pub const fn center_of_pressure(&self) -> Vector2<f64> {
        self.center_of_pressure
    }

    /// Returns the radius r of the rim (23) \[m\].
    #[must_use]
    pub const fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns the viscous factor u (27) \[m²\].
    #[must_use]
    pub const fn viscous_factor(&self) -> f64 {
        self.viscous_factor
    }

    /// Returns `S⁻¹ z` \[m\].
    #[inline]
    fn rim_deflection(&self, z: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(z.x, z.y, z.z * self.inverse_radius)
    }
}

impl Validate for ReducedShape {
    const COMPONENT: &'static str = "ReducedShape";
    fn validate(&self) -> Result<(), ParameterError> {
        let requirement = "must be finite and at most 1000 km";
        for place in self.center_of_pressure.iter() {
            Self::require(place.abs() <= FARTHEST, "center_of_pressure", *place, requirement)?;
        }
        let sized = self.radius == 0.0 || (1e-100..=FARTHEST).contains(&self.radius);
        Self::require(sized, "radius", self.radius, "must be 0 or between 1e-100 and 1e6 m")?;
        let factor = self.viscous_factor;
        let usable = (0.0..=FARTHEST * FARTHEST).contains(&factor);
        Self::require(usable, "viscous_factor", factor, "must be between 0 and 1e12 m²")
    }
}

/// Friction of a planar patch with three bristles; see the [module](self).
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{PlanarTwist, Stage};
/// use stiction_patch::{BristleParameters, Grid, LimitSurface, ReducedPatch, ReducedShape, Surface};
///
/// let disc = Surface::RasterCircle.patch(Grid::new(21, 0.02)?)?;
/// let surface = LimitSurface::new(&disc, 20)?;
/// let friction = ReducedPatch::builder()
///     .shape(ReducedShape::limit_surface(&disc, surface))
///     .bristles(BristleParameters::table_one_coulomb()?)
///     .build()?;
///
/// // At rest, with the first bristle bent by 0.3 µm.
/// let (rest, bristles) = (PlanarTwist::default(), [3e-7, 0.0, 0.0]);
/// let wrench = friction.wrench(&Stage::at(0.0), 2.0, &rest, &bristles, &mut [0.0; 3]);
/// assert_eq!(wrench.force, Vector2::new(-0.6, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ReducedPatch, ParameterError>))]
#[describe(table = ReducedPad)]
pub struct ReducedPatch {
    /// The shape of the patch: a [`ReducedShape`], or a [`Schedule`] of them.
    #[builder(setter(into))]
    #[field(opaque, by_ref)]
    shape: Schedule<ReducedShape>,
    /// Parameters of the bristles.
    bristles: BristleParameters,
    /// How the bristles yield.
    #[builder(default)]
    model: BristleModel,
    /// How the rate of a bristle is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    /// Where the patch sits.
    #[builder(default)]
    mount: Mount,
    #[builder(default = CellLaw::new(bristles, *model, *bristle_rate), setter(skip))]
    law: CellLaw,
}

impl ReducedPatch {
    /// Returns the friction on the patch under the normal force `load ≥ 0` \[N\], opposite to its motion, at the
    /// origin and in the axes of the patch frame, as is the `twist` (26).
    ///
    /// `internal` and `rate` have three entries, see the [module](self); shorter ones panic.
    #[inline]
    pub fn wrench(
        &self,
        stage: &Stage,
        load: f64,
        twist: &PlanarTwist,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let shape = self.shape.at(stage.step_start);
        let center = &shape.center_of_pressure;
        let PlanarTwist { linear, angular } = twist_at(twist, center);
        let patch = lanes::Patches { contact: self, shape, load };
        let [x, y, torque] = patch.push(stage.tau, linear.into(), angular, internal, rate);
        wrench_from(&PlanarWrench { force: Vector2::new(x, y), torque }, center)
    }

    /// Returns the deflection of the three bristles, their rate, and the drive of the rim, for the twist of the frame.
    fn bristles_at(
        &self,
        shape: &ReducedShape,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> [Vector3<f64>; 3] {
        let twist = self.mount.frame(&motion.pose).twist(&motion.flow);
        let PlanarTwist { linear, angular } = twist_at(&twist, &shape.center_of_pressure);
        let patch = lanes::Patches { contact: self, shape, load: 1.0 };
        let z = [internal[0], internal[1], internal[2]];
        let [rate, drive] = patch.deflection_rate(stage.tau, linear.into(), angular, z);
        [z, rate, drive].map(Vector3::from)
    }

    /// Returns a normal force that never changes, with the shape of a pad that never does.
    fn constant(&self, load: Option<f64>) -> Option<(f64, &ReducedShape)> {
        load.zip(self.shape.single())
    }
}

impl Debug for ReducedPatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ReducedPatch")
            .field("bristles", &self.bristles)
            .field("model", &self.model)
            .field("bristle_rate", &self.bristle_rate)
            .field("mount", &self.mount)
            .field("shape", &self.shape)
            .finish()
    }
}

impl Friction<PlanarFrame> for ReducedPatch {
    /// Returns the memory; the bristle deflects in the axes of the patch.
    fn memory(&self) -> Memory<'_> {
        Memory::others(3)
    }
    /// Returns [`Self::wrench`] at the origin of the body that the port belongs to, in world axes.
    #[inline]
    fn rub(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let frame = self.mount.frame(&motion.pose);
        frame.wrench(&self.wrench(stage, normal_force, &frame.twist(&motion.flow), internal, rate))
    }
    /// Evaluates contacts that never change and differ by their loads only.
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        normal_force: R,
        motion: &MotionIn<PlanarFrame, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<PlanarWrenchIn<R>> {
        let Some(shape) = self.shape.single() else {
            numbers.none();
            return None;
        };
        lanes::common(self, shape, numbers);
        let patch = lanes::Patches { contact: self, shape, load: normal_force };
        Some(patch.respond(stage.tau, motion, internal, rate))
    }
    /// Returns `½ σ₀ N |S⁻¹ z|²` for a constant contact; none is counted where it changes.
    fn stored_energy(&self, constant_load: Option<f64>, internal: &[f64]) -> f64 {
        self.constant(constant_load).map_or(0.0, |(load, shape)| {
            let z = shape.rim_deflection(&Vector3::load(internal));
            0.5 * self.bristles.stiffness() * load * z.norm_squared()
        })
    }
    fn stored_power(&self, constant_load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        self.constant(constant_load).map_or(0.0, |(load, shape)| {
            let z = shape.rim_deflection(&Vector3::load(internal));
            let z_rate = shape.rim_deflection(&Vector3::load(rate));
            self.bristles.stiffness() * load * z.dot(&z_rate)
        })
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(&self.shape);
    }
    /// Returns the resistance of the [steepest](LimitSurface::steepness) place of the limit surface.
    fn resistance(&self, constant_load: Option<f64>, _: f64, axis: usize) -> Option<(f64, f64)> {
        let (load, shape) = self.constant(constant_load)?;
        let bristles = &self.bristles;
        let steepness = shape.surface.as_ref().map_or(1.0, |surface| surface.steepness());
        let [stiffness, damping] =
            [bristles.stiffness(), bristles.damping()].map(|k| k * steepness);
        let viscous = bristles.viscous_damping();
        if axis < 2 {
            return Some((stiffness * load, (damping + viscous) * load));
        }
        let lever = self.mount.squared_lever(&shape.center_of_pressure);
        let rim = shape.radius * shape.radius;
        let stiffness = stiffness * (lever + rim);
        let damping = damping * (lever + rim) + viscous * (lever + shape.viscous_factor);
        Some((stiffness * load, damping * load))
    }
    /// Returns the state of its rim where it is pressed.
    fn state(
        &self,
        stage: &Stage,
        _: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> ContactState {
        let shape = self.shape.at(stage.step_start);
        let [z, rate, drive] = self.bristles_at(shape, stage, motion, internal);
        let along = Vector3::new(drive.x, drive.y, shape.radius * drive.z);
        let slip = shape.rim_deflection(&(along - rate)).norm();
        let (bent, rate) = (shape.rim_deflection(&z), shape.rim_deflection(&rate));
        ContactState::touching(slip, self.bristles.margin(self.model, bent, rate, slip))
    }
    /// Returns the cells that its limit surface was sampled from, at the size of the patch, or the rim that stands for
    /// it; they stick and slip as the three bristles do together.
    fn pad(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> Option<Pad> {
        let shape = self.shape.at(stage.step_start);
        let center = shape.center_of_pressure;
        let [_, rate, drive] = self.bristles_at(shape, stage, motion, internal);
        let mode = if normal_force > 0.0 {
            bristle_mode(drive, shape.rim_deflection(&rate))
        } else {
            ContactMode::Separated
        };
        let sampled = shape.surface.as_ref().and_then(|surface| {
            Some((surface.sampled_patch()?, shape.radius / surface.sampled_radius()))
        });
        let sampled = sampled.filter(|(_, scale)| *scale > 0.0);
        let pad = match sampled {
            Some((patch, scale)) => {
                // Its centre of pressure is that of the shape, whatever the size.
                let middle = patch.center_of_pressure();
                let shift = center / scale - middle;
                let cells = patch.x().iter().zip(patch.y());
                let points = cells.map(|(x, y)| [x + shift.x, y + shift.y]).collect();
                Pad { scale, ..Pad::whole(points, patch.weight().to_vec(), mode) }
            }
            None => Pad::rim(center, shape.radius, mode),
        };
        Some(pad.at(self.mount.seen(&motion.pose)?))
    }
}

#[cfg(test)]
mod tests;
