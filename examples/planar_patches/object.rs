//! A rigid body with one patch of friction: the mechanism of all runs.

use stiction::patch::Schedule;
use stiction::prelude::*;

use crate::common::{Outcome, record};
use crate::contact::INTERVAL;
use crate::model::Friction;

/// A body with its friction and the load on it.
pub(crate) struct Object {
    pub(crate) body: PlanarBody,
    pub(crate) start: PlanarPose,
    pub(crate) friction: Friction,
    /// What acts on the body besides, constant for every [`INTERVAL`].
    pub(crate) push: Vec<PlanarWrench>,
}

impl Object {
    /// Pose and friction at the centre of mass, every [`INTERVAL`]: t, x, y, theta, fx, fy, tau.
    pub(crate) fn simulate(self, step: f64, until: f64) -> Outcome<Recorder> {
        let mut net = NetworkBuilder::new();
        let body = net.add(self.body, Motion::at_rest(self.start))?;
        let friction = net.connect(self.friction, Direct::new(), body.port())?;
        if !self.push.is_empty() {
            let jumps: Vec<f64> = (1..self.push.len()).map(|i| i as f64 * INTERVAL).collect();
            let push = Schedule::every(INTERVAL, self.push)?;
            let push =
                TimedEffort::<PlanarFrame, _>::new(move |stage: &Stage| *push.at(stage.step_start));
            net.connect(push.with_jumps(jumps)?, Direct::new(), body.port())?;
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
        record(Simulation::new(net.build()?, Tableau::rk4(), step)?, until, sampler)
    }
}

/// The last row of a record: x, y \[m\] and theta \[rad\].
pub(crate) fn end(record: &Recorder) -> Outcome<[f64; 3]> {
    let last = |column: &[f64]| column.last().copied().unwrap_or(f64::NAN);
    Ok(record.columns_named(["x", "y", "theta"])?.map(last))
}
