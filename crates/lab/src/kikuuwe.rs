//! The mechanisms of Kikuuwe and Yamamoto: [`RollingSphere`] (simulation I), [`TwoLink`] (II),
//! [`PenaltyArm`] (III) and a [`SlidingBlock`] under a load.

mod block;
mod penalty_arm;
mod rolling_sphere;
mod two_link;

pub use block::{SlidingBlock, tremor};
pub use penalty_arm::PenaltyArm;
pub use rolling_sphere::RollingSphere;
pub use two_link::{
    Jump, TwoLink, joint_dahl, joint_gsat, joint_lugre, joints, motor, slope, two_rods,
};
