//! Simulation III: the arm of simulation II, held together by springs.

use nalgebra::Vector3;
use stiction::mechanics::{HingeAngle, PenaltyHinge, Reaction, RelativeFrame};
use stiction::prelude::*;

use super::two_link::{Jump, LENGTH, MASS, joint_gsat, motor};
use crate::PaperError;

/// Simulation III: the rods of simulation II as two bodies in space, with springs for hinges, eq. (29), and gsat
/// friction about them.
#[derive(Debug)]
pub struct PenaltyArm {
    /// Simulation of the mechanism.
    pub simulation: Simulation,
    /// The rods, from the base.
    pub links: [Handle<RigidBody>; 2],
    /// The hinges: with the ground, and between the rods.
    pub hinges: [Wire<PenaltyHinge>; 2],
    /// Friction about the hinges.
    pub friction: [Wire<GsatFriction<Shaft>>; 2],
}

impl PenaltyArm {
    /// Creates the mechanism with hinges of a stiffness \[N/m\] and half of their critical damping, in steps \[s\] of
    /// Runge-Kutta of order 4.
    ///
    /// # Errors
    /// A stiffness that is negative, a step that is not positive.
    #[inline] // Compiled where it is used: the first example needs neither this nor its wires.
    pub fn new(stiffness: f64, step: f64) -> Result<Self, PaperError> {
        let at = |x: f64| Pose::at(Vector3::x() * x);
        let mut net = NetworkBuilder::new();
        let rod = RigidBody::rod(MASS, LENGTH, 1e-4)?;
        let first = net.add(rod.clone(), Motion::at_rest(at(0.5 * LENGTH)))?;
        let second = net.add(rod, Motion::at_rest(at(1.5 * LENGTH)))?;
        let damping = (stiffness * MASS / 4.0).sqrt();
        let hinge = PenaltyHinge::builder().stiffness(stiffness).damping(damping);
        let hinge = hinge.bending_stiffness(100.0).bending_damping(0.05).build()?;
        let (base, tip) = (at(-0.5 * LENGTH), at(0.5 * LENGTH));
        // Eq. (29) applies the reaction at the parent's joint point.
        let frames = |parent| {
            let frame = RelativeFrame::builder().parent(parent).child(base);
            frame.reaction(Reaction::AtParentPoint).build()
        };
        let angle = |parent| HingeAngle::builder().parent(parent).child(base).build();
        let (origin, ground) = (Pose::default(), Ground::<SpatialFrame>::default());
        let (inner, outer) = ((ground, first.port()), (first.port(), second.port()));
        let hinges = [
            net.connect(hinge.clone(), frames(origin)?, inner)?,
            net.connect(hinge, frames(tip)?, outer)?,
        ];
        let torque = |joint| TimedEffort::new(motor(joint, Jump::ByStage));
        net.connect(torque(0), angle(origin)?, inner)?;
        net.connect(torque(1), angle(tip)?, outer)?;
        let friction = [
            net.connect(joint_gsat()?, angle(origin)?, inner)?,
            net.connect(joint_gsat()?, angle(tip)?, outer)?,
        ];
        let simulation = Simulation::new(net.build()?, Tableau::rk4(), step)?;
        Ok(Self { simulation, links: [first, second], hinges, friction })
    }
}
