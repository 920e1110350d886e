//! A patch that moves as the velocity profile prescribes.

use clap::ValueEnum;
use stiction::friction::BristleRate;
use stiction::ode::{Integrator, Ode, OdeError};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{Friction, VELOCITIES_END, twist};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// Forward Euler and the bristles of the paper
    Euler,
    /// Generalized Runge-Kutta of order 4 and bristles that bear any step
    Rk4,
}

impl Scheme {
    /// The tableau, the form of the bristles that goes with it, and its step unless one is given.
    pub(crate) fn parts(self) -> (Tableau, BristleRate, f64) {
        match self {
            Self::Euler => (Tableau::euler(), BristleRate::Explicit, 1e-5),
            Self::Rk4 => (Tableau::rk4(), BristleRate::OrderPreserving, 1e-4),
        }
    }
}

/// A patch that moves as prescribed: its bristles are the state.
pub(crate) struct Moved(pub(crate) Friction);

impl Moved {
    fn wrench(&self, stage: &Stage, z: &[f64], rate: &mut [f64]) -> PlanarWrench {
        let motion = Motion { pose: PlanarPose::default(), flow: twist(stage.time) };
        self.0.respond(stage, &motion, z, rate)
    }
}

impl Ode for Moved {
    fn dim(&self) -> usize {
        self.0.memory().len()
    }
    fn rhs(&self, stage: &Stage, z: &[f64], rate: &mut [f64]) {
        self.wrench(stage, z, rate);
    }
}

/// t, fx, fy, tau: the first steps and then one of `every`.
pub(crate) fn forces(
    patch: &Moved,
    tableau: Tableau,
    step: f64,
    (first, every): (u64, u64),
) -> Result<[Vec<f64>; 4], OdeError> {
    let mut z = vec![0.0; patch.dim()];
    let mut rate = z.clone();
    let mut columns: [Vec<f64>; 4] = Default::default();
    let mut record = |stage: &Stage, z: &[f64]| {
        let PlanarWrench { force, torque } = patch.wrench(stage, z, &mut rate);
        for (column, value) in columns.iter_mut().zip([stage.time, force.x, force.y, torque]) {
            column.push(value);
        }
    };
    let mut integrator = Integrator::new(tableau, z.len(), step, 0.0)?;
    record(&integrator.stage(), &z);
    let mut taken = 0;
    integrator.run_observed(patch, &mut z, VELOCITIES_END, |integrator, z| {
        taken += 1;
        if taken < first || taken % every == 0 {
            record(&integrator.stage(), z);
        }
        Ok::<(), OdeError>(())
    })?;
    Ok(columns)
}
