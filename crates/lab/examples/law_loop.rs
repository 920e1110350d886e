//! Nanoseconds per motion of friction laws in a plain loop over arrays, best of several rounds: one line for each
//! law, its name and the time. The arrays are those of `bench/overhead.py` of the
//! Python package.

use std::hint::black_box;
use std::time::Instant;

use stiction::prelude::*;

const COUNT: usize = 1_000_000;
const ROUNDS: usize = 15;

fn best(law: &impl Impedance<Domain = Line>) -> f64 {
    let fraction = |i: usize| i as f64 / COUNT as f64;
    let flows: Vec<f64> = (0..COUNT).map(|i| 0.04 * fraction(i) - 0.02).collect();
    let internals: Vec<f64> = (0..COUNT).map(|i| 1e-5 * (fraction(i) - 0.5)).collect();
    let stage = Stage::first(0.0, 1e-4);
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        // New arrays for the answers, as a caller in Python gets them.
        let (mut efforts, mut rates) = (vec![0.0; COUNT], vec![0.0; COUNT]);
        for i in 0..COUNT {
            let motion = Motion { pose: 0.0, flow: flows[i] };
            efforts[i] = law.respond(&stage, &motion, &internals[i..=i], &mut rates[i..=i]);
        }
        black_box((efforts, rates));
        best = best.min(start.elapsed().as_secs_f64());
    }
    best / COUNT as f64 * 1e9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let gsat = GsatFriction::<Line>::builder().stiffness(1e5).damping(400.0).limit(5.0).build()?;
    println!("gsat {}", best(&gsat));
    let steady = SteadyState::Force(StribeckCurve::constant(5.0)?);
    let lugre = LuGreFriction::<Line>::builder()
        .stiffness(1e5)
        .damping(300.0)
        .steady_state(steady)
        .build()?;
    println!("lugre {}", best(&lugre));
    Ok(())
}
