//! Pictures of a tree.

use nalgebra::{UnitQuaternion, Vector3};
use stiction_core::{Pose, Seen, Shape};

use super::Articulation;

/// Thickness of a link that has no shape, for its length.
const SLENDERNESS: f64 = 0.06;

/// Returns the shapes of the links in their places; if a body has none, capsules from its joint to those that it
/// carries, or to its centre of mass.
pub(super) fn of(tree: &Articulation, state: &[f64]) -> Vec<Seen> {
    let Ok(bodies) = tree.bodies(state) else { return vec![] };
    let mut seen = vec![];
    let mut is_shown = vec![false; bodies.len()];
    for (link, place) in tree.links().iter().zip(tree.tree.places.iter().skip(1)) {
        let axes = bodies[place.body].pose(place);
        is_shown[place.body] |= !link.shapes().is_empty();
        seen.extend(link.shapes().iter().map(|shape| shape.clone().seen_from(&axes)));
    }
    let mut carries = vec![false; bodies.len()];
    for (k, joint) in tree.tree.joints.iter().enumerate() {
        carries[joint.on.body] = true;
        let from = &bodies[joint.on.body];
        if !is_shown[joint.on.body] {
            seen.extend(capsule(from.arm, bodies[k + 1].arm));
        }
    }
    for (k, body) in bodies.iter().enumerate() {
        let mass = &tree.tree.masses[k];
        if !carries[k] && !is_shown[k] && mass.mass > 0.0 {
            seen.extend(capsule(body.arm, body.arm + body.turn * (mass.first_moment / mass.mass)));
        }
    }
    seen
}

/// Returns a capsule from one point to another, unless they are the same.
fn capsule(from: Vector3<f64>, to: Vector3<f64>) -> Option<Seen> {
    let length = (to - from).norm();
    let is_long = length.is_finite() && length > 1e-6;
    let along = (to - from) / length;
    let turn = UnitQuaternion::rotation_between(&Vector3::z(), &along);
    // Straight down there is no shortest turn.
    let turn = turn.unwrap_or_else(|| {
        UnitQuaternion::from_axis_angle(&Vector3::x_axis(), core::f64::consts::PI)
    });
    let pose = Pose { position: (from + to) * 0.5, orientation: turn.into_inner() };
    is_long.then_some(Seen { shape: Shape::Capsule { radius: SLENDERNESS * length, length }, pose })
}
