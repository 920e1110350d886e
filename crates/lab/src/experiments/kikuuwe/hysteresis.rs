//! Bristles in parallel: hysteresis by composition alone.

use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use crate::experiments::Provenance::Theory;
use crate::experiments::check::worst;
use crate::experiments::{Findings, PaperError, Thoroughness};

const BRISTLES: u32 = 10;
const STIFFNESS: f64 = 1e3;
const STEP: f64 = 1e-3;
/// Turning points of the path in steps of 10 µm.
const TURNS: [i32; 12] = [0, 75, -75, 75, 10, 50, 10, -75, 75, 90, -90, 90];

fn limit(bristle: u32) -> f64 {
    0.1 * f64::from(bristle)
}

/// Returns the first loading curve.
fn backbone(x: f64) -> f64 {
    (1..=BRISTLES).map(|i| (STIFFNESS * x).min(limit(i))).sum()
}

pub(super) fn run(_: Thoroughness) -> Result<Findings, PaperError> {
    let leg = |ends: &[i32]| {
        let (start, way) = (ends[0], ends[1] - ends[0]);
        (0..way.abs()).map(move |k| 1e-5 * f64::from(start + way.signum() * k))
    };
    let path: Vec<f64> = TURNS.windows(2).flat_map(leg).chain([9e-4]).collect();
    let steps = path.len() - 1;
    let hand = {
        let path = path.clone();
        Prescribed::<Line, _>::new(move |stage: &Stage| {
            let step = ((stage.step_start / STEP).round() as usize).min(steps);
            let flow = (path[(step + 1).min(steps)] - path[step]) / STEP;
            Motion::new(path[step] + flow * (stage.time - stage.step_start), flow)
        })
    };
    let mut net = NetworkBuilder::new();
    let mut bristles = vec![];
    for i in 1..=BRISTLES {
        let law = GsatFriction::builder().stiffness(STIFFNESS).damping(0.0).limit(limit(i));
        bristles.push(net.connect(law.build()?, Direct::new(), hand.clone())?);
    }
    let sampler = Sampler::every_steps(1).channel("force", move |frame| {
        bristles.iter().map(|bristle| Ok(STIFFNESS * frame.internal(*bristle)?[0])).sum()
    });
    let mut recorder = Recorder::from(sampler);
    let mut sim = Simulation::new(net.build()?, Tableau::euler(), STEP)?;
    sim.run_observed(steps as f64 * STEP, &mut recorder)?;
    let force = recorder.column("force")?;

    let first = path.iter().zip(force).take(76);
    let loading = worst(first.map(|(x, f)| f - backbone(*x)));
    // The branch from 75 down to -75: the first loading curve at twice the scale, from its turn.
    let branch = (75..=225).map(|k| {
        let masing = force[75] - 2.0 * backbone(0.5 * (path[75] - path[k]));
        force[k] - masing
    });
    let branch = worst(branch);
    let microns: Vec<f64> = path.iter().map(|x| 1e6 * x).collect();
    let panel = Panel::new().x("displacement [µm]").y("force [N]").line("", &microns, force);
    let text = "Ten bristles in parallel that yield one after the other (Iwan): the law of the paper \
                composed with itself. Theory: the first loading is the sum of the bristles, and a branch \
                is that curve at twice the scale (Masing).";
    Ok(Findings::new(text)
        .check(Theory.below("first loading, largest error [N]", loading, 1e-13))
        .check(Theory.below("branch, largest error [N]", branch, 1e-13))
        .check(Theory.near("largest force [N]", force[force.len() - 1], backbone(9e-4), 1e-13))
        .figure(Figure::new("").panel(panel)))
}
