//! The distributed model: a bristle in every loaded cell.
//!
//! A patch of weighted cells moves with the twist (V, ω) of its frame:
//!
//! ```text
//! v = V + ω × ρ                        velocity of the cell at ρ
//! ż = v − λ z                          its bristle (10), (15); λ in `bristle_law`
//! f = −N Σ w (σ₀ z + σ₁ ż + σ₂ v)      force (9), (13), (19)
//! τ = −N Σ w ρ × (σ₀ z + σ₁ ż + σ₂ v)  torque (14), (20)
//! ```
//!
//! | parameter | setter | range |
//! |---|---|---|
//! | cells and weights | `patch` | [`ContactPatch`], or a [`Schedule`] of them |
//! | σ₀, σ₁, σ₂, g, `s_ba` | `bristles` | [`BristleParameters`] |
//! | | `model` | [`BristleModel::ElastoPlastic`] |
//! | | `bristle_rate` | [`BristleRate::Explicit`], the paper's |
//! | | `arithmetic` | [`Arithmetic::Exact`] |
//! | | `mount` | [`Mount`]; the frame of the body |
//!
//! Internal state: `z_x` of all cells, then `z_y` of all cells \[m\], in the axes of the patch and the
//! order of [`DistributedPatch::x`]. A patch whose pressure changes has a bristle wherever there is
//! ever a load; those without load at the moment bend with the motion all the same, as in the paper.
//!
//! Source: Waltersson and Karayiannidis, eqs. 9-20. The viscous part is linear in the twist, so that it
//! is summed up once per patch: with `c = Σ w ρ` and `q = Σ w |ρ|²` it is `σ₂ (V + ω × c)` and
//! `σ₂ (c × V + q ω)`.
//!
//! Limits: [`BristleModel::LuGre`] **drifts** under an oscillating load. Explicit RK4 needs
//! `σ₀ |v| T/g < 2.785` in every cell, T < 2.8e-6 s at 1 m/s with the parameters of the paper; the
//! other forms of [`BristleRate`] have no such bound. Stable is not accurate: elasto-plastic bristles of
//! a patch that spins while it slides by a hundred times their largest deflection in a step chatter, and
//! brake it 12 % too hard (example `peer_tasks`, task B4); with steps a hundred times smaller by 1 %. The deflections are not turned with a patch that
//! rotates relative to its mount: a change of direction within the micrometre of a bristle is not part
//! of the model.

use core::fmt::Debug;

use nalgebra::Vector2;
use stiction_core::{
    ContactMode, ContactState, Describe, Memory, Motion, Pad, ParameterError, PlanarFrame,
    PlanarTwist, PlanarWrench, Stage, Varying,
};
use stiction_friction::{BristleRate, Friction};
use typed_builder::TypedBuilder;

use crate::bristle_law::{BristleModel, BristleParameters};
use crate::cell_field::CellField;
use crate::kernel::{Arithmetic, CellLaw, CellMotion, Cells, evaluate};
use crate::mount::{Mount, MountedOn, twist_at};
use crate::patch::ContactPatch;
use crate::schedule::Schedule;
use crate::written::DistributedPad;

/// Friction of a planar patch with a bristle in every cell; see the [module](self).
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{PlanarTwist, Stage};
/// use stiction_patch::{BristleParameters, DistributedPatch, Grid, Surface};
///
/// let disc = DistributedPatch::builder()
///     .patch(Surface::RasterCircle.patch(Grid::new(21, 0.02)?)?)
///     .bristles(BristleParameters::table_one_coulomb()?)
///     .build()?;
///
/// // Dragged along x, long enough for the bristles to bend: friction is μ N.
/// let twist = PlanarTwist { linear: Vector2::new(1e-2, 0.0), angular: 0.0 };
/// let mut bristles = vec![0.0; 2 * disc.cells()];
/// let mut rate = bristles.clone();
/// for _ in 0..3000 {
///     disc.wrench(&Stage::first(0.0, 1e-6), 1.0, &twist, &bristles, &mut rate);
///     bristles.iter_mut().zip(&rate).for_each(|(z, rate)| *z += 1e-6 * rate);
/// }
/// let wrench = disc.wrench(&Stage::at(0.0), 1.0, &twist, &bristles, &mut rate);
/// assert!((wrench.force.x + 1.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<DistributedPatch, ParameterError>))]
#[describe(table = DistributedPad)]
pub struct DistributedPatch {
    /// Cells and weights: a [`ContactPatch`], or a [`Schedule`] of them.
    #[builder(setter(into))]
    #[field(opaque, by_ref)]
    patch: Schedule<ContactPatch>,
    /// Parameters of the bristles.
    bristles: BristleParameters,
    /// How the bristles yield.
    #[builder(default)]
    model: BristleModel,
    /// How the rate of a bristle is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    /// How the sums over the cells are computed.
    #[builder(default)]
    arithmetic: Arithmetic,
    /// Where the patch sits.
    #[builder(default)]
    mount: Mount,
    #[builder(default = CellField::new(patch), setter(skip))]
    field: CellField,
    #[builder(default = CellLaw::new(bristles, *model, *bristle_rate), setter(skip))]
    law: CellLaw,
}

impl DistributedPatch {
    /// Returns the number of bristles.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.field.x.len()
    }

    /// Returns the first coordinates of the bristles in the frame of the patch \[m\].
    #[must_use]
    pub fn x(&self) -> &[f64] {
        &self.field.x
    }

    /// Returns the second coordinates of the bristles in the frame of the patch \[m\].
    #[must_use]
    pub fn y(&self) -> &[f64] {
        &self.field.y
    }

    /// Returns the friction on the patch under the normal force `load ≥ 0` \[N\], opposite to its motion, at the
    /// origin and in the axes of the patch frame, as is the `twist` (13), (14).
    ///
    /// `internal` and `rate` have two entries per cell, see the [module](self); shorter ones panic.
    /// Use [`twist_at`] and [`wrench_from`](crate::wrench_from) for another point,
    /// such as the centre of pressure.
    #[inline]
    pub fn wrench(
        &self,
        stage: &Stage,
        load: f64,
        twist: &PlanarTwist,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let count = self.cells();
        let (zx, zy) = internal[..2 * count].split_at(count);
        let (zx_rate, zy_rate) = rate[..2 * count].split_at_mut(count);
        let weights = &self.field.weights[self.patch.index(stage.step_start)];
        let (x, y) = (&*self.field.x, &*self.field.y);
        let mut cells = Cells { x, y, weight: &weights.weight, zx, zy, zx_rate, zy_rate };
        let PlanarTwist { linear, angular } = *twist;
        let motion = CellMotion { vx: linear.x, vy: linear.y, angular, tau: stage.tau };
        let bristles = evaluate(self.arithmetic, &self.law, &motion, &mut cells);
        let viscous = weights.viscous(self.bristles.viscous_damping(), twist);
        PlanarWrench {
            force: -(Vector2::new(bristles.x, bristles.y) + viscous.force) * load,
            torque: -(bristles.torque + viscous.torque) * load,
        }
    }

    /// Returns `Σ w (a·b)` over the bristles.
    fn weighted_product(&self, a: &[f64], b: &[f64]) -> f64 {
        let count = self.cells();
        let (ax, ay) = a[..2 * count].split_at(count);
        let (bx, by) = b[..2 * count].split_at(count);
        let weight = &self.field.weights[0].weight;
        (0..count).map(|i| weight[i] * (ax[i] * bx[i] + ay[i] * by[i])).sum()
    }
}

impl Debug for DistributedPatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DistributedPatch")
            .field("cells", &self.cells())
            .field("bristles", &self.bristles)
            .field("model", &self.model)
            .field("bristle_rate", &self.bristle_rate)
            .field("arithmetic", &self.arithmetic)
            .field("mount", &self.mount)
            .field("patch", &self.patch)
            .finish()
    }
}

impl Friction<PlanarFrame> for DistributedPatch {
    /// Returns the memory; bristles deflect in the axes of the patch.
    fn memory(&self) -> Memory<'_> {
        Memory::others(2 * self.cells())
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
    /// Returns `½ σ₀ N Σ w |z|²` for a constant contact; none is counted if it changes, because the change
    /// does work on the bristles that the state does not show.
    fn stored_energy(&self, constant_load: Option<f64>, internal: &[f64]) -> f64 {
        let energy = |load| {
            0.5 * self.bristles.stiffness() * load * self.weighted_product(internal, internal)
        };
        self.patch.single().and(constant_load).map_or(0.0, energy)
    }
    fn stored_power(&self, constant_load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        let power = |load| self.bristles.stiffness() * load * self.weighted_product(internal, rate);
        self.patch.single().and(constant_load).map_or(0.0, power)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(&self.patch);
    }
    /// Returns stiffness and damping. The rotational stiffness of a patch mounted in the world depends on where the
    /// body is; it is given for a body at the patch.
    fn resistance(&self, constant_load: Option<f64>, _: f64, axis: usize) -> Option<(f64, f64)> {
        let load = self.patch.single().and(constant_load)?;
        let lever = match self.mount.on() {
            MountedOn::Body => self.mount.pose(),
            MountedOn::World => &Default::default(),
        };
        let share = if axis < 2 { 1.0 } else { self.field.weights[0].inertia_about(lever) };
        let damping = self.bristles.damping() + self.bristles.viscous_damping();
        Some((self.bristles.stiffness() * load * share, damping * load * share))
    }
    /// Returns the state if it is pressed: slip speed and margin are the means over the cells, weighted by their
    /// loads. It sticks where all cells that bear a load do.
    fn state(
        &self,
        stage: &Stage,
        _: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> ContactState {
        let count = self.cells();
        let mut rate = vec![0.0; 2 * count];
        let twist = self.mount.frame(&motion.pose).twist(&motion.flow);
        self.wrench(stage, 1.0, &twist, internal, &mut rate);
        let weight = &self.field.weights[self.patch.index(stage.step_start)].weight;
        let at = |all: &[f64], i: usize| Vector2::new(all[i], all[i + count]);
        let (mut slip_speed, mut margin) = (0.0, 0.0);
        for (i, weight) in weight.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            let place = Vector2::new(self.field.x[i], self.field.y[i]);
            let (bent, rate) = (at(internal, i), at(&rate, i));
            // The kernel may round the velocity of a cell once less than this does: that is no slip.
            let rounding =
                4.0 * f64::EPSILON * (twist.linear.norm() + twist.angular.abs() * place.norm());
            let slip = (twist_at(&twist, &place).linear - rate).norm();
            let slip = if slip <= rounding { 0.0 } else { slip };
            slip_speed += weight * slip;
            margin += weight * self.bristles.margin(self.model, bent, rate, slip);
        }
        // The weights add up to 1 up to rounding.
        ContactState::touching(slip_speed, margin.min(1.0))
    }
    /// Returns the cells that bear a load, each with the state of its bristle; see [`Pad::of_bristles`].
    fn pad(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> Option<Pad> {
        let mut rate = vec![0.0; 2 * self.cells()];
        let twist = self.mount.frame(&motion.pose).twist(&motion.flow);
        self.wrench(stage, normal_force, &twist, internal, &mut rate);
        let (x, y) = (&self.field.x, &self.field.y);
        let weight = &self.field.weights[self.patch.index(stage.step_start)].weight;
        let loaded: Vec<usize> = (0..self.cells()).filter(|&i| weight[i] > 0.0).collect();
        let points = loaded.iter().map(|&i| [x[i], y[i]]).collect();
        let shares = loaded.iter().map(|&i| weight[i]).collect();
        let pad = if normal_force > 0.0 {
            Pad::of_bristles(points, shares, |nth| {
                let i = loaded[nth];
                let velocity = twist_at(&twist, &Vector2::new(x[i], y[i])).linear;
                (velocity, Vector2::new(rate[i], rate[i + self.cells()]))
            })
        } else {
            Pad::whole(points, shares, ContactMode::Separated)
        };
        Some(pad.at(self.mount.seen(&motion.pose)?))
    }
}

#[cfg(test)]
mod tests;
