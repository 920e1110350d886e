//! Bodies back to their entries in a file.

use core::any::Any;

use stiction_core::{
    Flat, Line, Motion, PlanarFrame, Plane, Shaft, Space, SpatialFrame, VectorDomain,
};
use stiction_mechanics::{Link, PlanarArm, PlanarBody, PointMass, RigidBody};

use super::{Found, flat, known, numbers, unless_zero};
use crate::body::{Arm, Body, BodyKind, LinkOf, Mass, Planar, Rigid, Rotor, Start};
use crate::value::DomainName;

/// The entry of a body with its initial motions.
pub(super) fn of(component: &dyn Any, state: &[f64]) -> Found<Body> {
    let kind = mass::<Line>(component, DomainName::Line)
        .or_else(|| mass::<Plane>(component, DomainName::Plane))
        .or_else(|| mass::<Space>(component, DomainName::Space));
    if let Some(kind) = kind {
        return Some(Ok(Body { kind, start: linear(state) }));
    }
    let kind = known::<PointMass<Shaft>, Rotor, BodyKind>(component)
        .or_else(|| known::<PlanarBody, Planar, _>(component))
        .or_else(|| known::<RigidBody, Rigid, _>(component))
        .or_else(|| known::<PlanarArm, Arm, _>(component))?;
    Some(kind.map(|kind| {
        let start = match kind {
            BodyKind::PlanarBody(_) => planar(state),
            BodyKind::RigidBody(_) => spatial(state),
            _ => joints(state),
        };
        Body { kind, start }
    }))
}

/// Number of its ports.
pub(super) fn port_count(component: &dyn Any) -> usize {
    component.downcast_ref::<PlanarArm>().map_or(1, |arm| arm.links().len())
}

fn mass<D: VectorDomain>(component: &dyn Any, domain: DomainName) -> Option<BodyKind> {
    let mass = component.downcast_ref::<PointMass<D>>()?;
    let gravity = unless_zero(&flat(&mass.gravity()));
    Some(Mass { domain, mass: mass.mass(), gravity }.into())
}

impl TryFrom<&PointMass<Shaft>> for Rotor {
    type Error = String;
    fn try_from(rotor: &PointMass<Shaft>) -> Result<Self, String> {
        Ok(Self { inertia: rotor.mass(), gravity: rotor.gravity() })
    }
}

impl TryFrom<&PlanarBody> for Planar {
    type Error = String;
    fn try_from(body: &PlanarBody) -> Result<Self, String> {
        Ok(Self { mass: body.mass(), inertia: body.inertia(), gravity: body.gravity().into() })
    }
}

impl TryFrom<&RigidBody> for Rigid {
    type Error = String;
    fn try_from(body: &RigidBody) -> Result<Self, String> {
        let inertia = body.inertia();
        let moments = inertia.diagonal();
        let is_diagonal = inertia == nalgebra::Matrix3::from_diagonal(&moments);
        let entries = if is_diagonal {
            moments.as_slice().to_vec()
        } else {
            inertia.transpose().as_slice().to_vec()
        };
        Ok(Self {
            mass: body.mass(),
            shape: None,
            inertia: Some(entries),
            gravity: body.gravity().into(),
            renormalise: body.renormalise(),
        })
    }
}

impl TryFrom<&PlanarArm> for Arm {
    type Error = String;
    fn try_from(arm: &PlanarArm) -> Result<Self, String> {
        let link = |link: &Link| LinkOf {
            mass: link.mass(),
            length: link.length(),
            center: Some(link.center()),
            inertia: Some(link.inertia()),
        };
        Ok(Self { links: arm.links().iter().map(link).collect(), gravity: arm.gravity().into() })
    }
}

fn linear(state: &[f64]) -> Start {
    let (position, velocity) = state.split_at(state.len() / 2);
    Start { position: unless_zero(position), velocity: unless_zero(velocity), ..Start::default() }
}

/// Of a rotor or of the joints of an arm.
fn joints(state: &[f64]) -> Start {
    let scalars = |first| state.iter().skip(first).step_by(2).copied().collect::<Vec<_>>();
    Start {
        angle: unless_zero(&scalars(0)),
        angular_velocity: unless_zero(&scalars(1)),
        ..Start::default()
    }
}

fn planar(state: &[f64]) -> Start {
    let Motion { pose, flow } = Motion::<PlanarFrame>::load(state);
    Start {
        position: unless_zero(pose.position.as_slice()),
        angle: unless_zero(&[pose.angle]),
        velocity: unless_zero(flow.linear.as_slice()),
        angular_velocity: unless_zero(&[flow.angular]),
        ..Start::default()
    }
}

fn spatial(state: &[f64]) -> Start {
    let Motion { pose, flow } = Motion::<SpatialFrame>::load(state);
    let q = pose.orientation;
    let orientation = [q.w, q.i, q.j, q.k];
    let aligned = numbers(&orientation) == numbers(&[1.0, 0.0, 0.0, 0.0])
        && orientation.iter().all(|scalar| scalar.is_sign_positive());
    Start {
        position: unless_zero(pose.position.as_slice()),
        orientation: (!aligned).then_some(orientation),
        velocity: unless_zero(flow.linear.as_slice()),
        angular_velocity: unless_zero(flow.angular.as_slice()),
        ..Start::default()
    }
}
