//! A block under a load.

use core::f64::consts::PI;

use stiction::prelude::*;

use crate::PaperError;

/// Limit of the friction, which a [`tremor`] stays below \[N\].
const LIMIT: f64 = 1.0;

/// A block of 1 kg on a line, with a load and friction.
#[derive(Debug)]
pub struct SlidingBlock<I: Impedance> {
    /// Simulation of the mechanism.
    pub simulation: Simulation,
    /// The block.
    pub block: Handle<PointMass<Line>>,
    /// Friction of the block.
    pub friction: Wire<I>,
}

impl<I: Impedance<Domain = Line>> SlidingBlock<I> {
    /// Creates the mechanism, at rest, under a time-dependent load \[N\], in steps \[s\].
    ///
    /// # Errors
    /// A step that is not positive.
    #[inline] // Compiled where it is used: the first example needs neither this nor its wires.
    pub fn new(
        law: I,
        load: impl Fn(&Stage) -> f64 + Send + Sync + 'static,
        tableau: Tableau,
        step: f64,
    ) -> Result<Self, PaperError> {
        let mut net = NetworkBuilder::new();
        let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
        net.connect(TimedEffort::new(load), Direct::new(), block.port())?;
        let friction = net.connect(law, Direct::new(), block.port())?;
        Ok(Self { simulation: Simulation::new(net.build()?, tableau, step)?, block, friction })
    }
}

/// Returns a load at 10 Hz that trembles below a friction limit of 1 N \[N\].
#[must_use]
pub fn tremor(stage: &Stage) -> f64 {
    LIMIT * (0.6 + 0.3 * (20.0 * PI * stage.time).sin())
}
