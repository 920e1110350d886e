//! A rigid body with one friction patch: the mechanism of the simulations.

use stiction::patch::Schedule;
use stiction::prelude::*;

use super::model::{INTERVAL, PlanarFriction};
use crate::PaperError;

/// A body with its friction and the load on it.
#[derive(Debug)]
pub struct Object {
    /// Mass, moment of inertia and gravity.
    pub body: PlanarBody,
    /// Initial pose, at rest.
    pub start: PlanarPose,
    /// Friction of its pad.
    pub friction: PlanarFriction,
    /// Other load on the body, constant in every interval.
    pub push: Vec<PlanarWrench>,
}

impl Object {
    /// Runs until a time \[s\] in steps \[s\] of Runge-Kutta of order 4, and returns pose and friction at the centre of mass
    /// after every interval: t, x, y, theta, fx, fy, tau.
    ///
    /// # Errors
    /// A step that is not positive, or a run that diverges.
    pub fn simulate(self, step: f64, until: f64) -> Result<Recorder, PaperError> {
        let mut net = NetworkBuilder::new();
        let body = net.add(self.body, Motion::at_rest(self.start))?;
        let friction = net.connect(self.friction, Direct::new(), body.port())?;
        if !self.push.is_empty() {
            let changes: Vec<f64> = (1..self.push.len()).map(|k| k as f64 * INTERVAL).collect();
            let push = Schedule::every(INTERVAL, self.push)?;
            let push =
                TimedEffort::<PlanarFrame>::new(move |stage: &Stage| *push.at(stage.step_start));
            net.connect(push.with_jumps(changes)?, Direct::new(), body.port())?;
        }
        let sampler = Sampler::every_seconds(INTERVAL)
            .channels(["x", "y", "theta"], move |frame| {
                let PlanarPose { position, angle } = frame.motion(body)?.pose;
                Ok([position.x, position.y, angle])
            })
            .channels(["fx", "fy", "tau"], move |frame| {
                let PlanarWrench { force, torque } = frame.effort(friction)?;
                Ok([force.x, force.y, torque])
            });
        let mut recorder = Recorder::from(sampler);
        Simulation::new(net.build()?, Tableau::rk4(), step)?.run_observed(until, &mut recorder)?;
        Ok(recorder)
    }
}
