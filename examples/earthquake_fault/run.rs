//! A run of the fault: loads it, watches it, and keeps what slid.

use stiction::prelude::*;

use crate::Options;
use crate::catalogue::Catalogue;
use crate::common::Outcome;
use crate::fault::{Block, Fault, Friction};

/// Stiffness of a stuck block in units of that of the springs beside it, `2 l² + 1`.
const STICK: f64 = 20.0;
/// Damping of a stuck block, of its critical one.
const DAMPING_RATIO: f64 = 0.5;
/// Where all blocks stand at the start: a force of 0.8 of the friction.
const START: f64 = -0.8;
/// Disorder at the start, as the force of the springs beside a block.
const DISORDER: f64 = 0.1;
/// Time between two looks at the blocks.
const LOOK: f64 = 0.1;

/// A fault that is ready to be loaded.
pub(crate) struct Run {
    sim: Simulation,
    blocks: Vec<Block>,
    frictions: Vec<Friction>,
    plate: f64,
    step: f64,
    until: f64,
}

/// What happened.
pub(crate) struct History {
    pub(crate) catalogue: Catalogue,
    /// Time, mean force of the plate on a block, share of the blocks that slide, moment so far.
    pub(crate) columns: [Vec<f64>; 4],
    /// Force of the plate on every block at the end.
    pub(crate) profile: Vec<f64>,
    pub(crate) steps: f64,
}

impl Run {
    pub(crate) fn new(options: &Options) -> Outcome<Self> {
        let Options { blocks, sound, alpha, plate, until, step, seed, .. } = *options;
        let coupling = sound * sound;
        let beside = 2.0 * coupling + 1.0;
        let stiffness = STICK * beside;
        let stick = (stiffness, 2.0 * DAMPING_RATIO * stiffness.sqrt());
        let fault = Fault { coupling, weakening: 2.0 * alpha, plate, stick };
        let disorder = DISORDER / beside;
        let start = noise(seed, blocks).map(|noise| START + disorder * noise).collect::<Vec<_>>();
        let (network, blocks, frictions) = fault.network(&start)?;
        let sim = Simulation::new(network, Tableau::rk4(), step)?;
        if let Some(warning) = sim.stability_warnings()?.first() {
            eprintln!("warning: {warning}");
        }
        Ok(Self { sim, blocks, frictions, plate, step, until })
    }

    /// Loads the fault until the end.
    pub(crate) fn simulate(mut self) -> Outcome<History> {
        let blocks = self.blocks.len() as f64;
        let every = (LOOK / self.step).round().max(1.0) as u64;
        let (handles, wires) = (self.blocks, self.frictions);
        // Slower than the plate is creep, not an earthquake.
        let least = self.plate * self.step * every as f64;
        let mut places = vec![0.0; handles.len()];
        let mut anchors = places.clone();
        let mut catalogue: Option<Catalogue> = None;
        let mut columns: [Vec<f64>; 4] = Default::default();
        let (mut steps, mut before, mut moment) = (0, 0.0, 0.0);
        let mut look = |frame: &Frame<'_>| {
            if steps % every == 0 {
                for (k, (&block, &wire)) in handles.iter().zip(&wires).enumerate() {
                    places[k] = frame.motion(block)?.pose;
                    anchors[k] = places[k] - frame.internal(wire)?[0];
                }
                let time = frame.time();
                let mean = places.iter().sum::<f64>() / blocks;
                let mut sliding = 0;
                if let Some(catalogue) = &mut catalogue {
                    let (slid, slip) = catalogue.sample((before, time), &anchors, least);
                    sliding = slid;
                    moment += slip;
                } else {
                    catalogue = Some(Catalogue::new(anchors.clone()));
                }
                let row = [time, self.plate * time - mean, sliding as f64 / blocks, moment];
                columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
                before = time;
            }
            steps += 1;
            Ok(())
        };
        self.sim.run_observed(self.until, &mut look)?;
        let catalogue = catalogue.unwrap_or_else(|| Catalogue::new(vec![]));
        let profile = places.iter().map(|place| self.plate * before - place).collect();
        Ok(History { catalogue, columns, profile, steps: (steps - 1) as f64 })
    }
}

/// Numbers from −1 to 1 that look random (`SplitMix64`).
fn noise(seed: u64, count: usize) -> impl Iterator<Item = f64> {
    let mut state = seed;
    (0..count).map(move |_| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        (z >> 11) as f64 / 2.0_f64.powi(52) - 1.0
    })
}
