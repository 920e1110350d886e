//! Prescribed motions back to their entries in a file.

use core::any::Any;

use stiction_core::{Line, Plane, Shaft, Space, VectorDomain};
use stiction_mechanics::{ConstantVelocity, Sinusoid, Waypoints};

use super::{Found, domain, flat, known, numbers, unless_zero};
use crate::drive::{Belt, Drive, Hand, Shaker};

pub(super) fn of(drive: &dyn Any) -> Found<Drive> {
    moving::<Line>(drive)
        .or_else(|| moving::<Shaft>(drive))
        .or_else(|| moving::<Plane>(drive))
        .or_else(|| moving::<Space>(drive))
}

fn moving<D: VectorDomain>(drive: &dyn Any) -> Found<Drive> {
    known::<ConstantVelocity<D>, Belt, _>(drive)
        .or_else(|| known::<Sinusoid<D>, Shaker, _>(drive))
        .or_else(|| known::<Waypoints<D>, Hand, _>(drive))
}

impl<D: VectorDomain> TryFrom<&ConstantVelocity<D>> for Belt {
    type Error = String;
    fn try_from(belt: &ConstantVelocity<D>) -> Result<Self, String> {
        Ok(Self {
            domain: domain(D::NAME),
            velocity: numbers(&flat(&belt.velocity())),
            start: unless_zero(&flat(&belt.start())),
        })
    }
}

impl<D: VectorDomain> TryFrom<&Sinusoid<D>> for Shaker {
    type Error = String;
    fn try_from(shaker: &Sinusoid<D>) -> Result<Self, String> {
        Ok(Self {
            domain: domain(D::NAME),
            amplitude: numbers(&flat(&shaker.amplitude())),
            angular_frequency: shaker.angular_frequency(),
            phase: shaker.phase(),
            center: unless_zero(&flat(&shaker.center())),
        })
    }
}

impl<D: VectorDomain> TryFrom<&Waypoints<D>> for Hand {
    type Error = String;
    fn try_from(hand: &Waypoints<D>) -> Result<Self, String> {
        let point = |(time, place): (f64, D::Vector)| [&[time][..], &flat(&place)].concat();
        let points = hand.points().map(point).collect();
        Ok(Self { domain: domain(D::NAME), points })
    }
}
