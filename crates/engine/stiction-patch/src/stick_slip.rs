//! A patch that sticks: three springs, and the exact limit surface of the pressure.
//!
//! The slip twist u of the centre of pressure stretches three springs, e. The wrench f that they
//! transmit is one that friction in the cells can bear; the excess slides:
//!
//! ```text
//! f = K e + B ė on the surface,  u − ė normal at f to μ N C,  C = { Σ (f_i, ρ_i × f_i) : |f_i| ≤ w_i }
//! f* = Z u + K e,  f = nearest of μ N C to f* in the metric Z⁻¹,  ė = u in stick, Z⁻¹ (f − K e) in slip
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | w, ρ | `patch` | | [`ContactPatch`] with an extent, or a [`Schedule`] of them |
//! | μ | `friction` | 1 | ≥ 0, or a [`StribeckCurve`](stiction_friction::StribeckCurve) |
//! | K | `stiffness` | N/m | > 0, the same in all directions |
//! | | `torsional_stiffness` | N m/rad | > 0, about the centre of pressure |
//! | B | `damping` | N s/m | > 0 |
//! | | `torsional_damping` | N m s/rad | > 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//! | | `mount` | | [`Mount`]; the frame of the body |
//!
//! Internal state: the deflection of the springs, two numbers \[m\] and an angle \[rad\].
//!
//! **Where the springs are.** At the centre of pressure, where a force along the plane turns nothing
//! that is loaded evenly; for a [`Schedule`] of patches at that of the first one, while the set moves
//! with the pressure. They keep the axes of the surface that the patch slides on: those of the world
//! for a patch on the body, those of the body for one that is fixed in the world. The deflection is
//! then the distance from an anchor on that surface, which in stick stays where it is. In other axes
//! it would walk by the area of a cycle of shift and turn. The set turns with the patch.
//!
//! **Under a load that changes** stiffness and damping stay, only the set grows and shrinks. So the
//! energy of the springs is known at all times, and the element is passive under any load. Where the
//! load falls below the need of the springs, they slide back; without load they relax.
//!
//! Source: the law of Kikuuwe and Yamamoto, (14)-(19), on the limit surface of Goyal, Ruina and
//! Papadopoulos 1991, the sum (13), (14) of Waltersson and Karayiannidis over the cells.
//!
//! Limits: the cells slip together or not at all: there is no slip at the border of a patch that still
//! sticks in the middle, as [`DistributedPatch`](crate::DistributedPatch) has it. A curve is taken at
//! one speed for all cells, their mean speed `Σ w |v|`, and needs `Z > N max |μ'|`. Every cell is
//! visited some dozens of times where the patch slides: the cost grows with their number, see the
//! book. Explicit RK4 needs `K T²/m` and `Z T/m` in its region of stability.

use core::fmt::Debug;

use nalgebra::{Vector2, Vector3};
use stiction_core::{
    BreakawayDamping, ContactState, Describe, InternalVariables, Memory, Motion, Pad,
    ParameterError, PlanarFrame, PlanarWrench, Signal, Space, Stage, Validate, Varying,
};
use stiction_friction::load::state_of_contact;
use stiction_friction::{Coefficient, Diagonal, Friction, LimitSetGsat, PointSupports, Relaxation};
use typed_builder::TypedBuilder;

use crate::mount::{Mount, MountedOn};
use crate::patch::ContactPatch;
use crate::schedule::Schedule;

/// The law at the centre of pressure, in the axes of the patch.
type Law = LimitSetGsat<PointSupports, Diagonal<Vector3<f64>>>;

/// Friction of a planar patch that sticks without drift; see the [module](self).
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::{Impedance, Motion, PlanarPose, PlanarTwist, Stage};
/// use stiction_friction::Loaded;
/// use stiction_patch::{Grid, StickSlipPatch, Surface};
///
/// let foot = StickSlipPatch::builder()
///     .patch(Surface::Square.patch(Grid::new(21, 0.02)?)?)
///     .friction(0.5)
///     .stiffness(1e4)
///     .torsional_stiffness(1.0)
///     .damping(20.0)
///     .torsional_damping(2e-3)
///     .build()?;
/// let foot = Loaded::new(foot, 10.0)?;
///
/// // Pushed slowly it sticks: the springs take up the motion to the bit.
/// let slow = PlanarTwist { linear: vector![1e-3, 2e-3], angular: 0.1 };
/// let (stage, mut rate) = (Stage::first(0.0, 1e-3), [0.0; 3]);
/// foot.respond(&stage, &Motion::new(PlanarPose::default(), slow), &[0.0; 3], &mut rate);
/// assert_eq!(rate, [1e-3, 2e-3, 0.1]);
///
/// // Sliding straight ahead it resists with μ N.
/// let fast = PlanarTwist { linear: vector![3.0, 4.0], angular: 0.0 };
/// let sliding = Motion::new(PlanarPose::default(), fast);
/// let wrench = foot.respond(&stage, &sliding, &[0.0; 3], &mut rate);
/// assert!((wrench.force + vector![3.0, 4.0]).norm() < 1e-13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
pub struct StickSlipPatch {
    parameters: StickSlipPatchParameters,
    /// Where the springs are, in the frame of the patch \[m\].
    center: Vector2<f64>,
    /// One law per patch of the schedule.
    laws: Schedule<Law>,
}

/// Parameters of a [`StickSlipPatch`]; what [`StickSlipPatch::builder`] builds from.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<StickSlipPatch, ParameterError>))]
#[describe(
    tag = "stick_slip_patch",
    text = "A pad with three springs that sticks to the bit.",
    check = Self::further
)]
pub struct StickSlipPatchParameters {
    /// The pressure under it, in at most 100 000 cells that carry: each is compared with every other, once,
    /// which takes ten seconds for that many.
    ///
    /// A [`ContactPatch`], or a [`Schedule`] of them.
    #[builder(setter(into))]
    #[field(part, by_ref, name = "pressure")]
    patch: Schedule<ContactPatch>,
    /// Friction coefficient \[1\], ≥ 0; or a curve, from static to kinetic; or a function of
    /// the time.
    #[builder(setter(into))]
    #[field(by_ref)]
    friction: Coefficient,
    /// Stiffness of the stuck patch along the plane \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Stiffness of the stuck patch about its centre of pressure \[N m/rad\], > 0.
    #[field(positive)]
    torsional_stiffness: f64,
    /// Damping of the stuck patch along the plane \[N s/m\], > 0.
    #[field(positive)]
    damping: f64,
    /// Damping of the stuck patch about its centre of pressure \[N m s/rad\], > 0.
    #[field(positive)]
    torsional_damping: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    /// Where the patch sits.
    #[builder(default)]
    mount: Mount,
}

impl StickSlipPatchParameters {
    fn further(&self) -> Result<(), ParameterError> {
        for patch in self.patch.values() {
            let places = patch.x().iter().zip(patch.y());
            let extended = places.clone().any(|place| Some(place) != places.clone().next());
            let requirement = "must bear on two different places at least: one holds no torque";
            Self::require(extended, "patch", 1.0, requirement)?;
        }
        Ok(())
    }

    /// Returns the law on one of the patches, with its points seen from the springs.
    fn law(&self, patch: &ContactPatch, center: Vector2<f64>) -> Result<Law, ParameterError> {
        let places = patch.x().iter().zip(patch.y()).map(|(&x, &y)| Vector2::new(x, y) - center);
        let points: Vec<_> = places.zip(patch.weight().iter().copied()).collect();
        let diagonal = |along: f64, about: f64| Diagonal::new(Vector3::new(along, along, about));
        LimitSetGsat::builder()
            .set(PointSupports::new(&points)?)
            .coefficient(self.friction.clone())
            .stiffness(diagonal(self.stiffness, self.torsional_stiffness)?)
            .damping(diagonal(self.damping, self.torsional_damping)?)
            .relaxation(self.relaxation)
            .build()
    }
}

impl From<StickSlipPatchParameters> for Result<StickSlipPatch, ParameterError> {
    fn from(parameters: StickSlipPatchParameters) -> Self {
        parameters.validate()?;
        let center = parameters.patch.values()[0].center_of_pressure();
        let laws = parameters.patch.try_map(|patch| parameters.law(patch, center))?;
        Ok(StickSlipPatch { parameters, center, laws })
    }
}

/// Returns the parameters that build this patch.
impl From<&StickSlipPatch> for StickSlipPatchParameters {
    fn from(pad: &StickSlipPatch) -> Self {
        pad.parameters.clone()
    }
}

impl StickSlipPatch {
    /// Builds a patch; see [`StickSlipPatchParameters`].
    pub fn builder() -> StickSlipPatchParametersBuilder {
        StickSlipPatchParameters::builder()
    }

    /// Returns the contact that it was built from.
    #[must_use]
    pub const fn patch(&self) -> &Schedule<ContactPatch> {
        &self.parameters.patch
    }

    /// Returns where the patch sits.
    #[must_use]
    pub const fn mount(&self) -> Mount {
        self.parameters.mount
    }

    /// Returns the friction coefficient \[1\].
    #[must_use]
    pub fn friction(&self) -> &Coefficient {
        &self.parameters.friction
    }

    /// Returns where the springs are, in the frame of the patch \[m\]: the centre of pressure.
    #[must_use]
    pub const fn center(&self) -> Vector2<f64> {
        self.center
    }
}

impl Debug for StickSlipPatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let own = &self.parameters;
        f.debug_struct("StickSlipPatch")
            .field("center", &self.center)
            .field("friction", self.friction())
            .field("mount", &self.mount())
            .field("stiffness", &[own.stiffness, own.torsional_stiffness])
            .field("damping", &[own.damping, own.torsional_damping])
            .field("relaxation", &own.relaxation)
            .field("patch", self.patch())
            .finish()
    }
}

impl Friction<PlanarFrame> for StickSlipPatch {
    fn memory(&self) -> Memory<'_> {
        Memory::others(3).told_by(self)
    }
    /// Returns the wrench on the body under a normal force, and the rate of the springs.
    fn rub(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        if normal_force.is_nan() {
            rate[..3].fill(f64::NAN);
            return PlanarWrench { force: Vector2::repeat(f64::NAN), torque: f64::NAN };
        }
        let point = self.mount().point_on_surface(&motion.pose, &self.center);
        let twist = point.twist(&motion.flow);
        let deflection = Vector3::from_column_slice(&internal[..3]);
        let [slip, bent] = [twist, deflection].map(|v| point.in_patch_axes(v));
        let law = self.laws.at(stage.step_start);
        let mut bending = [0.0; 3];
        let friction = law.friction(stage, normal_force, slip, bent.as_slice(), &mut bending);
        let bending = Vector3::from(bending);
        // In stick this is the twist itself: converting it twice would round it.
        let bending = if bending == slip { twist } else { point.in_surface_axes(bending) };
        rate[..3].copy_from_slice(bending.as_slice());
        point.wrench(point.in_surface_axes(-friction))
    }
    /// Returns `½ e·K e`, under any load.
    fn stored_energy(&self, _: Option<f64>, internal: &[f64]) -> f64 {
        Friction::<Space>::stored_energy(&self.laws.values()[0], None, internal)
    }
    fn stored_power(&self, _: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        Friction::<Space>::stored_power(&self.laws.values()[0], None, internal, rate)
    }
    fn varying(&self) -> Option<&Signal> {
        self.friction().signal()
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        if let Some(friction) = self.friction().signal() {
            visit(friction);
        }
        visit(&self.laws);
    }
    fn breakaway(&self, normal_force: f64) -> Option<BreakawayDamping> {
        Friction::<Space>::breakaway(&self.laws.values()[0], normal_force)
    }
    fn resistance(&self, _: Option<f64>, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let law = &self.laws.values()[0];
        let of = |axis| Friction::<Space>::resistance(law, None, tau, axis);
        if axis < 2 {
            return of(axis);
        }
        let lever = self.mount().squared_lever(&self.center);
        let ((along, damping), (about, torsional)) = of(0).zip(of(2))?;
        Some((about + lever * along, torsional + lever * damping))
    }
    /// Returns the state; the speed of sliding is the mean over the cells.
    fn state(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> ContactState {
        let point = self.mount().point_on_surface(&motion.pose, &self.center);
        let slip = point.in_patch_axes(point.twist(&motion.flow));
        let bent = point.in_patch_axes(Vector3::from_column_slice(&internal[..3]));
        let law = self.laws.at(stage.step_start);
        law.state(
            stage,
            normal_force,
            &Motion::<Space>::new(Vector3::zeros(), slip),
            bent.as_slice(),
        )
    }
    /// Returns the cells, which stick and slip as the patch does.
    fn pad(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
    ) -> Option<Pad> {
        let sliding = || self.state(stage, normal_force, motion, internal);
        let mode = state_of_contact(0.0, normal_force, sliding).mode;
        let patch = self.patch().at(stage.step_start);
        let points = patch.x().iter().zip(patch.y()).map(|(x, y)| [*x, *y]).collect();
        let pad = Pad::whole(points, patch.weight().to_vec(), mode);
        Some(pad.at(self.mount().seen(&motion.pose)?))
    }
}

impl InternalVariables for StickSlipPatch {
    /// Returns the axis along which the bristle follows the centre of the pad, which moves as the body does where it is
    /// the origin of the body's frame.
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        let on_origin = match self.mount().on() {
            MountedOn::Body => self.mount().attached_point(&self.center).norm_squared() == 0.0,
            MountedOn::World => false,
        };
        (on_origin || index == 2).then_some(index)
    }
}

#[cfg(test)]
mod run_tests;
#[cfg(test)]
mod tests;
