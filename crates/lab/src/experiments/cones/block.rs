//! Simulation of a block on a plane that can pull at it.

use nalgebra::Vector3;
use stiction::prelude::*;

use crate::PaperError;

pub(super) const MASS: f64 = 1.0;
pub(super) const WEIGHT: f64 = 9.81;
/// A stuck block swings at 100 rad/s, critically damped.
pub(super) const STIFFNESS: f64 = 1e4;
pub(super) const DAMPING: f64 = 190.0;
pub(super) const STEP: f64 = 1e-3;

/// A block in contact with a plane.
pub(super) struct Block<C: Impedance> {
    pub(super) sim: Simulation,
    pub(super) mass: Handle<PointMass<Space>>,
    pub(super) sole: Wire<C>,
}

/// Puts a block at rest on the plane z = 0, under a time-dependent force \[N\]; at first it neither
/// sinks in nor rises.
pub(super) fn place<C, F>(contact: &C, force: F) -> Result<Block<C>, PaperError>
where
    C: Impedance<Domain = Space> + Clone,
    F: Fn(f64) -> Vector3<f64> + Send + Sync + 'static,
{
    let mut net = NetworkBuilder::new();
    let depth = Vector3::z() * (force(0.0).z.min(0.0) / STIFFNESS);
    let mass = PointMass::<Space>::builder().mass(MASS).build()?;
    let mass = net.add(mass, Motion::at_rest(depth))?;
    let pull = TimedEffort::<Space>::new(move |stage: &Stage| force(stage.time));
    net.connect(pull, Direct::new(), mass.port())?;
    let sole = net.connect(contact.clone(), Direct::new(), mass.port())?;
    Ok(Block { sim: Simulation::new(net.build()?, Tableau::rk4(), STEP)?, mass, sole })
}
