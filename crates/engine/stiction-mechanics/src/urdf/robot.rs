//! A robot as a file describes it.

use crate::{Articulation, ArticulationError, EndStop, Inertial, SpringDamper, TreeLink};
use nalgebra::Vector3;
use stiction_core::{ParameterError, Pose, VectorDomain};
use stiction_friction::GsatFriction;

use super::error::UrdfError;
use super::read;

/// A robot as a file describes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// Name of the link that no joint carries.
    pub base: String,
    pub(super) base_inertial: Option<Inertial>,
    /// Why the base cannot be free.
    pub(super) doubt_of_base: Option<ParameterError>,
    /// All links except the base, parents first.
    pub links: Vec<TreeLink>,
    /// The joints that move, in the order of the ports of its tree.
    pub joints: Vec<RobotJoint>,
    /// Parts of the file that were left out or taken as they stand, in its order.
    pub notes: Vec<Note>,
}

/// Base of a robot, and the gravity that acts on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Whether its base is free.
    pub floating: bool,
    /// Frame of a base that is not free \[m\].
    pub mount: Pose,
    /// Acceleration of free fall \[m/s²\].
    pub gravity: Vector3<f64>,
}

/// Fixed at the origin, on earth: 9.81 m/s² along -z.
impl Default for Place {
    fn default() -> Self {
        Self { floating: false, mount: Pose::default(), gravity: Vector3::new(0.0, 0.0, -9.81) }
    }
}

/// Something that the file says and the robot does not have.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// Line of the file, from 1 on.
    pub line: u32,
    /// Says which part was left out, or taken as it stands.
    pub text: String,
}

/// A joint that moves, as a file describes it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RobotJoint {
    /// Its name.
    pub name: String,
    /// Whether its coordinate is a length \[m\], not an angle \[rad\].
    pub slides: bool,
    /// Damping \[N m s/rad or N s/m\].
    pub damping: f64,
    /// Dry friction, the effort at which it gives way \[N m or N\].
    pub friction: f64,
    /// Its limits, if it has some.
    pub limit: Option<JointLimit>,
    /// Joint that it follows, if it mimics one. Nothing enforces this by itself: put a stiff spring between both,
    /// over a [`Differential`](crate::Differential) with the weights `[1, -multiplier]`.
    pub mimic: Option<Mimic>,
}

/// A joint follows another: its coordinate is `multiplier` times that of the other, and `offset`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mimic {
    /// Name of the joint that it follows.
    pub joint: String,
    /// By how much of that it moves.
    pub multiplier: f64,
    /// Its position when the other is at zero \[rad or m\].
    pub offset: f64,
}

/// The limits of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct JointLimit {
    /// Begin and end of its travel \[rad or m\]; `None` for a joint that turns without end, or with both at zero.
    pub travel: Option<(f64, f64)>,
    /// Largest effort of its drive \[N m or N\].
    pub effort: f64,
    /// Largest speed of its drive \[rad/s or m/s\].
    pub velocity: f64,
}

impl Robot {
    /// Reads the text of a URDF file.
    ///
    /// # Errors
    /// The fault of the file, with its line.
    pub fn read(text: &str) -> Result<Self, UrdfError> {
        read::robot(text, read::Strictness::Physical)
    }

    /// Reads the text of a URDF file as [`Self::read`] does, but takes masses and inertias as they are written
    /// even if no body has them; they are [noted](Self::notes).
    ///
    /// # Errors
    /// The fault of the file, with its line.
    pub fn read_as_written(text: &str) -> Result<Self, UrdfError> {
        read::robot(text, read::Strictness::AsWritten)
    }

    /// Returns the joint with the name, if it moves.
    #[must_use]
    pub fn joint(&self, name: &str) -> Option<&RobotJoint> {
        self.joints.iter().find(|joint| joint.name == name)
    }

    /// Returns its links as one component; joint `k` of [`Self::joints`] is port `k`.
    ///
    /// # Errors
    /// A tree that cannot be built: without joints, or with a joint that moves no mass; a free base with an inertia
    /// that no body has.
    pub fn tree(&self, place: &Place) -> Result<Articulation, ArticulationError> {
        let Place { floating, mount, gravity } = *place;
        if let (true, Some(doubt)) = (floating, &self.doubt_of_base) {
            return Err(doubt.clone().into());
        }
        Articulation::builder()
            .base(&*self.base)
            .base_inertial_opt(self.base_inertial)
            .links(self.links.iter().cloned())
            .floating(floating)
            .mount(mount)
            .gravity(gravity)
            .build()
    }
}

impl RobotJoint {
    /// Returns its damping as a law on its port; `None` without damping.
    ///
    /// # Errors
    /// None if it was read from a file.
    pub fn damper<D: VectorDomain<Vector = f64>>(
        &self,
    ) -> Result<Option<SpringDamper<D>>, ParameterError> {
        let law = || SpringDamper::builder().damping(self.damping).build();
        (self.damping > 0.0).then(law).transpose()
    }

    /// Returns its dry friction as a law on its port, with the stiffness \[N m/rad or N/m\] and damping
    /// \[N m s/rad or N s/m\] of the joint while it sticks; `None` without friction.
    ///
    /// # Errors
    /// A stiffness that is not positive, a damping that is negative.
    pub fn dry_friction<D: VectorDomain<Vector = f64>>(
        &self,
        stiffness: f64,
        damping: f64,
    ) -> Result<Option<GsatFriction<D>>, ParameterError> {
        let law = || {
            GsatFriction::builder()
                .stiffness(stiffness)
                .damping(damping)
                .limit(self.friction)
                .build()
        };
        (self.friction > 0.0).then(law).transpose()
    }

    /// Returns the ends of its travel as a law on its port, with the stiffness \[N m/rad or N/m\] and damping
    /// \[N m s/rad or N s/m\] of the stops; `None` without a travel.
    ///
    /// # Errors
    /// A stiffness that is not positive, a damping that is negative, a travel of no length.
    pub fn stops<D: VectorDomain<Vector = f64>>(
        &self,
        stiffness: f64,
        damping: f64,
    ) -> Result<Option<EndStop<D>>, ParameterError> {
        let Some((lower, upper)) = self.limit.and_then(|limit| limit.travel) else {
            return Ok(None);
        };
        let stops = EndStop::builder().lower(lower).upper(upper).stiffness(stiffness);
        stops.damping(damping).build().map(Some)
    }
}
