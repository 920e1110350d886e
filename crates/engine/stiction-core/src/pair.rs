//! Two ports seen as one: for an element that acts on both at once.

use crate::{Domain, Real};

/// Two domains side by side: the pose of a port is the pair of poses, its power the sum of powers.
///
/// The domain of an element that needs two motions of different kinds and acts back on both. Friction
/// that another part of the mechanism presses is one: the first port is pressed, the second rubbed.
///
/// ```
/// use stiction_core::{Domain, Line, Motion, Pair, Shaft};
/// let motion = Motion::<Pair<Line, Shaft>>::new((0.1, 2.0), (3.0, 4.0));
/// assert_eq!(Pair::<Line, Shaft>::power(&motion.flow, &(10.0, 0.5)), 32.0);
/// assert_eq!(Pair::<Line, Shaft>::FLOW_NAMES, ["vx", "rate"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<A, B>(A, B);

/// Largest number of scalars of a pair that have a name.
const MOST: usize = 32;

/// Returns the names of both, one after the other.
const fn joined(first: &[&'static str], second: &[&'static str]) -> [&'static str; MOST] {
    let mut all = [""; MOST];
    let mut i = 0;
    while i < first.len() {
        all[i] = first[i];
        i += 1;
    }
    let mut k = 0;
    while k < second.len() {
        all[i + k] = second[k];
        k += 1;
    }
    all
}

impl<A: Domain, B: Domain> Pair<A, B> {
    const POSES: &'static [&'static str; MOST] = &joined(A::POSE_NAMES, B::POSE_NAMES);
    const FLOWS: &'static [&'static str; MOST] = &joined(A::FLOW_NAMES, B::FLOW_NAMES);
    const EFFORTS: &'static [&'static str; MOST] = &joined(A::EFFORT_NAMES, B::EFFORT_NAMES);
}

impl<A: Domain, B: Domain> Domain for Pair<A, B> {
    type Pose = (A::Pose, B::Pose);
    type Flow = (A::Flow, B::Flow);
    type Effort = (A::Effort, B::Effort);
    type PoseIn<R: Real> = (A::PoseIn<R>, B::PoseIn<R>);
    type FlowIn<R: Real> = (A::FlowIn<R>, B::FlowIn<R>);
    type EffortIn<R: Real> = (A::EffortIn<R>, B::EffortIn<R>);
    const NAME: &'static str = "pair of ports";
    const POSE_NAMES: &'static [&'static str] =
        Self::POSES.split_at(A::POSE_NAMES.len() + B::POSE_NAMES.len()).0;
    const FLOW_NAMES: &'static [&'static str] =
        Self::FLOWS.split_at(A::FLOW_NAMES.len() + B::FLOW_NAMES.len()).0;
    const EFFORT_NAMES: &'static [&'static str] =
        Self::EFFORTS.split_at(A::EFFORT_NAMES.len() + B::EFFORT_NAMES.len()).0;
    #[inline(always)]
    fn power(flow: &Self::Flow, effort: &Self::Effort) -> f64 {
        A::power(&flow.0, &effort.0) + B::power(&flow.1, &effort.1)
    }
    fn valid_pose(pose: Self::Pose) -> Self::Pose {
        (A::valid_pose(pose.0), B::valid_pose(pose.1))
    }
    fn pose_rate(pose: &Self::Pose, flow: &Self::Flow) -> Self::Pose {
        (A::pose_rate(&pose.0, &flow.0), B::pose_rate(&pose.1, &flow.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flat, Line, Motion, PlanarFrame, SpatialFrame};
    use nalgebra::Quaternion;

    #[test]
    fn every_scalar_has_its_name() {
        type Grip = Pair<Line, PlanarFrame>;
        assert_eq!(Grip::POSE_NAMES, ["x", "x", "y", "angle"]);
        assert_eq!(Grip::EFFORT_NAMES, ["force", "fx", "fy", "torque"]);
        assert_eq!(Grip::FLOW_NAMES.len(), <Grip as Domain>::Flow::LEN);
        type Two = Pair<SpatialFrame, Pair<SpatialFrame, Line>>;
        assert_eq!(Two::POSE_NAMES.len(), <Two as Domain>::Pose::LEN);
    }

    #[test]
    fn a_motion_lies_pose_before_flow() {
        let motion = Motion::<Pair<Line, Line>>::load(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!((motion.pose, motion.flow), ((1.0, 2.0), (3.0, 4.0)));
    }

    #[test]
    fn each_pose_is_made_a_valid_one() {
        let mut pose = <Pair<Line, SpatialFrame> as Domain>::Pose::default();
        pose.1.orientation = Quaternion::new(2.0, 0.0, 0.0, 0.0);
        assert_eq!(
            Pair::<Line, SpatialFrame>::valid_pose(pose).1.orientation,
            Quaternion::identity()
        );
    }
}
