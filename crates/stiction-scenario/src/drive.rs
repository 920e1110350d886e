//! Prescribed motions and fixed places, which connections are attached to like bodies.

use nalgebra::Quaternion;
use stiction_core::{
    Domain, Flat, Line, PlanarFrame, Plane, Pose, Shaft, Shown, Space, SpatialFrame, VectorDomain,
};
use stiction_mechanics::{ConstantVelocity, Sinusoid, Waypoints};
use stiction_network::{AnyPort, Ground, Prescribed};

use crate::error::{Fault, Inside};
use crate::port::DomainPort;
use crate::tagged::{parameters, tagged};
use crate::value::{DomainName, Numbers, orientation};

tagged! {
    /// A prescribed motion or a fixed place.
    Drive, "drive" {
        /// A place that does not move.
        "fixed" => Fixed(Fixed),
        /// A motion at constant velocity: a belt.
        "constant_velocity" => ConstantVelocity(Belt),
        /// A harmonic motion: a shaker.
        "sinusoid" => Sinusoid(Shaker),
        /// A motion from place to place, straight in time: a hand.
        "waypoints" => Waypoints(Hand),
    }
}

parameters! {
    /// A place that does not move.
    Fixed {
        /// Domain of the port.
        #[serde(default)]
        pub domain: DomainName,
        /// Where it is [m], [rad]: one number, or a list: x, y in a plane; x, y, z in space; x, y, angle
        /// of a planar frame; x, y, z, qw, qx, qy, qz of a frame in space, where the quaternion has any
        /// length but zero.
        pub pose: Numbers,
    }
    /// A motion at constant velocity.
    Belt {
        /// `line`, `shaft`, `plane` or `space`.
        #[serde(default)]
        pub domain: DomainName,
        /// Velocity [m/s] or [rad/s]; a list in a plane or in space.
        pub velocity: Numbers,
        /// Position at time zero [m] or [rad]; zero by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub start: Option<Numbers>,
    }
    /// center + amplitude sin(ω t + phase).
    Shaker {
        /// `line`, `shaft`, `plane` or `space`.
        #[serde(default)]
        pub domain: DomainName,
        /// Amplitude [m] or [rad]; a list in a plane or in space.
        pub amplitude: Numbers,
        /// Angular frequency ω [rad/s].
        pub angular_frequency: f64,
        /// Phase [rad].
        #[serde(default)]
        pub phase: f64,
        /// Center of the motion [m] or [rad]; zero by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub center: Option<Numbers>,
    }
    /// A motion from place to place; at rest before the first and after the last.
    Hand {
        /// `line`, `shaft`, `plane` or `space`.
        #[serde(default)]
        pub domain: DomainName,
        /// Times [s], each with the coordinates of the place [m] or [rad]: `[t, x]`, `[t, x, y]`; the
        /// times increase.
        #[schemars(length(min = 1), inner(length(min = 2, max = 4)))]
        pub points: Vec<Vec<f64>>,
    }
}

impl Drive {
    pub(crate) fn port(&self) -> Result<DomainPort, Fault> {
        let domain = match self {
            Self::Fixed(fixed) => fixed.domain,
            Self::ConstantVelocity(belt) => belt.domain,
            Self::Sinusoid(shaker) => shaker.domain,
            Self::Waypoints(hand) => hand.domain,
        };
        Ok(match domain {
            DomainName::Line => self.moving::<Line>()?.into(),
            DomainName::Shaft => self.moving::<Shaft>()?.into(),
            DomainName::Plane => self.moving::<Plane>()?.into(),
            DomainName::Space => self.moving::<Space>()?.into(),
            DomainName::PlanarFrame => self.fixed::<PlanarFrame>(Ok)?.into(),
            DomainName::SpatialFrame => self.fixed::<SpatialFrame>(upright)?.into(),
        })
    }

    fn fixed<D: Domain>(
        &self,
        valid: impl FnOnce(D::Pose) -> Result<D::Pose, Fault>,
    ) -> Result<AnyPort<D>, Fault> {
        let Self::Fixed(fixed) = self else {
            let message = "must be line, shaft, plane or space: a frame can only be `fixed`";
            return Err(Fault::new(message).inside("domain"));
        };
        if let Some(value) = fixed.pose.as_slice().iter().find(|value| !value.is_finite()) {
            return Err(
                Fault::new(format!("must be finite, found {}", Shown(*value))).inside("pose")
            );
        }
        let pose = fixed.pose.to::<D::Pose>().and_then(valid).inside("pose")?;
        Ok(Ground::<D>::at(pose).into())
    }

    fn moving<D: VectorDomain>(&self) -> Result<AnyPort<D>, Fault> {
        match self {
            Self::Fixed(_) => self.fixed(Ok),
            Self::ConstantVelocity(belt) => {
                let drive = ConstantVelocity::<D>::builder()
                    .velocity(belt.velocity.to().inside("velocity")?)
                    .start(Numbers::or_zero(belt.start.as_ref()).inside("start")?)
                    .build()?;
                Ok(Prescribed::new(drive).into())
            }
            Self::Sinusoid(shaker) => {
                let drive = Sinusoid::<D>::builder()
                    .amplitude(shaker.amplitude.to().inside("amplitude")?)
                    .angular_frequency(shaker.angular_frequency)
                    .phase(shaker.phase)
                    .center(Numbers::or_zero(shaker.center.as_ref()).inside("center")?)
                    .build()?;
                Ok(Prescribed::new(drive).into())
            }
            Self::Waypoints(hand) => Ok(Prescribed::new(hand.build::<D>()?).into()),
        }
    }
}

/// The pose with a quaternion of unit length.
fn upright(pose: Pose) -> Result<Pose, Fault> {
    let Quaternion { coords } = pose.orientation;
    Ok(Pose { orientation: orientation([coords.w, coords.x, coords.y, coords.z])?, ..pose })
}

impl Hand {
    fn build<D: VectorDomain>(&self) -> Result<Waypoints<D>, Fault> {
        let points = self.points.iter().enumerate().map(|(i, point)| {
            let (time, place) = point.split_first().unwrap_or((&f64::NAN, &[]));
            if place.len() == D::Vector::LEN {
                return Ok((*time, D::Vector::load(place)));
            }
            let (expected, found) = (1 + D::Vector::LEN, point.len());
            let message = format!("must be a list of {expected} numbers, found {found}");
            Err(Fault::new(message).inside(i.to_string()).inside("points"))
        });
        Waypoints::new(points.collect::<Result<Vec<_>, Fault>>()?).inside("points")
    }
}
