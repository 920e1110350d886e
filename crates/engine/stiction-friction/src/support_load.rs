//! How a body is pressed on its support: the normal force, and moments that tilt it.

use core::fmt;
use std::sync::Arc;

use nalgebra::Vector2;
use stiction_core::{
    Describe, Form, Motion, NormalLoad, Parameter, PlanarFrame, Shown, Signal, Stage, Value,
    ValueError,
};

/// Load that presses a body on its support, at the centre of mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pressing {
    /// Normal force of the support on the body \[N\], finite and at least 0: a body that lifts off has
    /// 0. Anything else ends the run.
    pub normal_force: f64,
    /// Moments of the applied load about the world's x and y \[N m\]; they move the contact point by
    /// `(τ_y, −τ_x)/N`.
    pub tilting_moment: Vector2<f64>,
}

impl Pressing {
    const fn upright(normal_force: f64) -> Self {
        Self { normal_force, tilting_moment: Vector2::new(0.0, 0.0) }
    }
}

/// A load that presses a body on its support.
///
/// Every [`NormalLoad`] is one without moments: a number \[N\], a closure of the time \[s\], any signal. A
/// push above or below the centre of mass has moments too: [`Self::tilting`], or a [`TiltingLoad`].
#[derive(Clone, PartialEq)]
pub struct SupportLoad(Kind);

#[derive(Clone, PartialEq)]
enum Kind {
    Upright(NormalLoad),
    Tilting(NormalLoad, [Signal; 2], Axes),
    Closure(TiltingLoad),
}

impl Kind {
    /// Separate, so that an upright load costs only a comparison.
    #[inline(never)]
    fn pressing(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Pressing {
        match self {
            Self::Upright(load) => Pressing::upright(load.at(stage)),
            Self::Tilting(load, moment, axes) => {
                let [x, y] = moment.each_ref().map(|moment| moment.at(stage));
                let tilting_moment = axes.to_world(x, y, motion.pose.angle);
                Pressing { normal_force: load.at(stage), tilting_moment }
            }
            Self::Closure(load) => (load.0)(stage, motion),
        }
    }
}

/// Axes of a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
pub enum Axes {
    /// Those of the world.
    #[default]
    World,
    /// Those of the body, with which it turns.
    Body,
}

impl SupportLoad {
    /// Creates a normal force \[N\] with moments about x and y \[N m\].
    pub fn tilting(normal_force: impl Into<NormalLoad>, moment: [Signal; 2], axes: Axes) -> Self {
        Self(Kind::Tilting(normal_force.into(), moment, axes))
    }

    /// Returns the load at this stage.
    #[inline(always)]
    #[must_use]
    pub fn pressing(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Pressing {
        match &self.0 {
            Kind::Upright(load) => Pressing::upright(load.at(stage)),
            // Copied only here: otherwise stage and motion of every caller would have to lie in memory.
            tilting => tilting.pressing(&{ *stage }, &{ *motion }),
        }
    }

    /// Returns the normal force, if it does not come from a closure.
    #[must_use]
    pub const fn normal_force(&self) -> Option<&NormalLoad> {
        match &self.0 {
            Kind::Upright(load) | Kind::Tilting(load, ..) => Some(load),
            Kind::Closure(_) => None,
        }
    }

    /// Returns the moments about x and y, and their axes, if there are any.
    #[must_use]
    pub const fn tilting_moment(&self) -> Option<(&[Signal; 2], Axes)> {
        if let Kind::Tilting(_, moment, axes) = &self.0 { Some((moment, *axes)) } else { None }
    }

    /// Returns the normal force \[N\], if nothing ever changes.
    #[must_use]
    pub fn constant(&self) -> Option<f64> {
        if let Kind::Upright(load) = &self.0 { load.constant() } else { None }
    }

    /// Returns its signals, which change with time.
    pub(crate) fn signals(&self) -> impl Iterator<Item = &Signal> {
        let moments = self.tilting_moment().map_or(&[][..], |(moment, _)| &moment[..]);
        self.normal_force().map(NormalLoad::signal).into_iter().chain(moments)
    }
}

impl Axes {
    /// Returns a vector in these axes as one in those of the world.
    fn to_world(self, x: f64, y: f64, angle: f64) -> Vector2<f64> {
        match self {
            Self::World => Vector2::new(x, y),
            Self::Body => {
                let (sine, cosine) = angle.sin_cos();
                Vector2::new(cosine * x - sine * y, sine * x + cosine * y)
            }
        }
    }
}

impl fmt::Debug for SupportLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Upright(load) => load.fmt(f),
            Kind::Tilting(load, [x, y], axes) => write!(f, "{load:?} ({x:?}, {y:?}) {axes:?}"),
            Kind::Closure(load) => load.fmt(f),
        }
    }
}

impl<N: Into<NormalLoad>> From<N> for SupportLoad {
    fn from(load: N) -> Self {
        Self(Kind::Upright(load.into()))
    }
}

impl From<TiltingLoad> for SupportLoad {
    fn from(load: TiltingLoad) -> Self {
        Self(Kind::Closure(load))
    }
}

/// How files write it.
#[derive(Describe)]
struct Written {
    /// Normal force \[N\]. A number, a sample or an end of a ramp below zero is refused; where another
    /// signal falls below zero, there is no load.
    pub normal_force: NormalLoad,
    /// Moments of the applied load about x and y at the centre of mass \[N m\]: a push above or below it.
    /// They move the contact point.
    #[field(default = None)]
    pub tilting_moment: Option<[Signal; 2]>,
    /// Axes of the tilting moment.
    #[field(default = Axes::World)]
    pub moment_axes: Axes,
}

/// A normal force and what tilts; a closure of the motion has no value.
impl Parameter for SupportLoad {
    fn form() -> Form {
        Written::form()
    }
    fn value(&self) -> Value {
        let Some(load) = self.normal_force() else {
            return Value::Record(vec![Value::Opaque("a closure"), Value::Absent, Value::Absent]);
        };
        let (moment, axes) = self.tilting_moment().unzip();
        Written {
            normal_force: load.clone(),
            tilting_moment: moment.cloned(),
            moment_axes: axes.unwrap_or_default(),
        }
        .value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let Written { normal_force, tilting_moment, moment_axes } = Written::of(value)?;
        let Some(moment) = tilting_moment else { return Ok(normal_force.into()) };
        // Moments do not make an invalid force a load.
        match normal_force.refused() {
            None => Ok(Self::tilting(normal_force, moment, moment_axes)),
            Some(force) => {
                let message = format!("must be finite and not negative, found {}", Shown(force));
                Err(ValueError::new(message).inside("normal_force"))
            }
        }
    }
}

/// A load written as a closure of the stage and the motion of the body.
///
/// Like every closure it has no identity: a network does not see what tells two contacts under loads of
/// one closure apart.
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::{Motion, Stage};
/// use stiction_friction::{Pressing, SupportLoad, TiltingLoad};
/// // 2 N along the body's x, 3 cm below the centre of mass of a body of 4.9 N.
/// let load = SupportLoad::from(TiltingLoad::new(|_, motion| {
///     let (sine, cosine) = motion.pose.angle.sin_cos();
///     Pressing { normal_force: 4.9, tilting_moment: vector![sine, -cosine] * (0.03 * 2.0) }
/// }));
/// let pressing = load.pressing(&Stage::at(0.0), &Motion::default());
/// assert_eq!(pressing.tilting_moment, vector![0.0, -0.06]);
/// ```
#[derive(Clone)]
pub struct TiltingLoad(Arc<Closure>);

type Closure = dyn Fn(&Stage, &Motion<PlanarFrame>) -> Pressing + Send + Sync;

impl TiltingLoad {
    /// Creates the load that the closure gives.
    pub fn new(
        load: impl Fn(&Stage, &Motion<PlanarFrame>) -> Pressing + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(load))
    }
}

impl fmt::Debug for TiltingLoad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("closure")
    }
}

/// No two closures are equal.
impl PartialEq for TiltingLoad {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::FRAC_PI_2;
    use stiction_core::PlanarPose;
    use stiction_core::signal::Ramp;

    fn next(load: &SupportLoad, after: f64) -> Option<f64> {
        load.signals().filter_map(|signal| signal.next_jump(after)).min_by(f64::total_cmp)
    }

    /// Turned by a quarter: the x of the body is the y of the world.
    #[test]
    fn moments_turn_with_the_body_or_not() {
        let pose = PlanarPose { angle: FRAC_PI_2, ..PlanarPose::default() };
        let ramp = Ramp::builder().to(6.0).start(1.0).duration(3.0).build().unwrap();
        for (axes, expected) in
            [(Axes::World, Vector2::new(2.0, 5.0)), (Axes::Body, Vector2::new(-5.0, 2.0))]
        {
            let moment = [ramp.clone().into(), 5.0.into()];
            let load = SupportLoad::tilting(4.0, moment, axes);
            let pressing = load.pressing(&Stage::at(2.0), &Motion::at_rest(pose));
            assert_eq!(pressing.normal_force, 4.0);
            assert!((pressing.tilting_moment - expected).norm() < 1e-15, "{pressing:?}");
            assert_eq!((next(&load, 0.0), next(&load, 1.0)), (Some(1.0), Some(4.0)));
            assert_eq!((load.constant(), load.normal_force()), (None, Some(&4.0.into())));
            assert!(format!("{load:?}").ends_with(&format!("5.0) {axes:?}")), "{load:?}");
        }
    }

    #[test]
    fn a_closure_has_neither_parameters_nor_jumps() {
        let load = TiltingLoad::new(|stage, _| Pressing {
            normal_force: stage.time,
            ..Pressing::default()
        });
        let load = SupportLoad::from(load);
        let pressing = load.pressing(&Stage::at(2.0), &Motion::default());
        assert_eq!((pressing.normal_force, load.normal_force()), (2.0, None));
        assert_eq!((load.constant(), next(&load, 0.0)), (None, None));
        assert_eq!(format!("{load:?}"), "closure");
        assert!(load == load.clone() && load != SupportLoad::from(2.0));
    }
}
