//! How a body is pressed on its support: the normal force, and moments that tilt it.

use core::fmt;

use nalgebra::Vector2;
use stiction_core::{Motion, PlanarFrame, Stage};
use stiction_friction::NormalLoad;

/// What presses a body on its support, at the centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pressing {
    /// Normal force of the support on the body \[N\], finite and at least 0: a body that lifts off has
    /// 0. Anything else ends the run.
    pub normal_force: f64,
    /// Moments of the applied load about the world's x and y \[N m\]; they move the contact point by
    /// `(τ_y, −τ_x)/N`.
    pub tilting_moment: Vector2<f64>,
}

/// A load that presses a body on its support.
///
/// Every [`NormalLoad`] is one without moments: a number \[N\], a closure of the time \[s\]. A push
/// above or below the centre of mass has moments too: [`TiltingLoad`].
pub trait SupportLoad: Send + Sync + 'static {
    /// The load at this stage.
    fn pressing(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Pressing;

    /// The normal force \[N\], if nothing ever changes.
    fn constant(&self) -> Option<f64> {
        None
    }

    /// The first time after `after` at which the load changes abruptly \[s\]; a step ends there.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// Its parameters as text: what tells two loads of one type apart where a network puts its
    /// connections in order. A closure has none, so that what it captured goes unseen.
    fn describe(&self) -> String {
        String::new()
    }
}

impl<N: NormalLoad> SupportLoad for N {
    #[inline(always)]
    fn pressing(&self, stage: &Stage, _: &Motion<PlanarFrame>) -> Pressing {
        let normal_force = self.normal_force(stage);
        Pressing { normal_force, tilting_moment: Vector2::new(0.0, 0.0) }
    }
    fn constant(&self) -> Option<f64> {
        NormalLoad::constant(self)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        NormalLoad::next_jump(self, after)
    }
    fn describe(&self) -> String {
        NormalLoad::describe(self)
    }
}

/// A load written as a closure of the stage and the motion of the body.
///
/// Like every closure it has no [description](SupportLoad::describe): a network does not see what
/// tells two contacts under loads of one closure apart. A type of one's own can have one.
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::{Motion, Stage};
/// use stiction_sliding::{Pressing, SupportLoad, TiltingLoad};
/// // 2 N along the body's x, 3 cm below the centre of mass of a body of 4.9 N.
/// let load = TiltingLoad::new(|_, motion| {
///     let (sine, cosine) = motion.pose.angle.sin_cos();
///     Pressing { normal_force: 4.9, tilting_moment: vector![sine, -cosine] * (0.03 * 2.0) }
/// });
/// let pressing = load.pressing(&Stage::at(0.0), &Motion::default());
/// assert_eq!(pressing.tilting_moment, vector![0.0, -0.06]);
/// ```
#[derive(Clone, Copy)]
pub struct TiltingLoad<F>(F);

impl<F> TiltingLoad<F>
where
    F: Fn(&Stage, &Motion<PlanarFrame>) -> Pressing + Send + Sync + 'static,
{
    /// The load that the closure gives.
    pub const fn new(load: F) -> Self {
        Self(load)
    }
}

impl<F> fmt::Debug for TiltingLoad<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TiltingLoad").finish_non_exhaustive()
    }
}

impl<F> SupportLoad for TiltingLoad<F>
where
    F: Fn(&Stage, &Motion<PlanarFrame>) -> Pressing + Send + Sync + 'static,
{
    #[inline(always)]
    fn pressing(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Pressing {
        (self.0)(stage, motion)
    }
}
