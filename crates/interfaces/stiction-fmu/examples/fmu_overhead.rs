//! Cost of a call of `fmi3DoStep` beyond the engine: one step of a pushed block each, the two alternating in
//! one run, minima over the rounds.

#![allow(unsafe_code, reason = "it calls the C interface")]

use std::ffi::CString;
use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::time::Instant;

use stiction_fmu::Model;
use stiction_fmu::abi::{both, fmi3};
use stiction_scenario::{Scenario, ScenarioFile};

const BLOCK: &str = r#"schema_version = 1
solver = { step = 1e-4, until = 1.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", start = 4.0 } } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
"#;
const STEP: f64 = 1e-4;
const TURNS: u32 = 300;
const STEPS: u32 = 1_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let text = folder.path().join("scenario.toml");
    std::fs::write(&text, BLOCK)?;
    let token = CString::new(Model::of(ScenarioFile::load(&text)?)?.token)?;
    let path = CString::new(folder.path().to_str().ok_or("the path is no text")?)?;
    // SAFETY: texts end with a zero, no input is required, and there is no logger.
    let instance = unsafe {
        fmi3::fmi3InstantiateCoSimulation(
            c"one".as_ptr(),
            token.as_ptr(),
            path.as_ptr(),
            0,
            0,
            0,
            0,
            null(),
            0,
            null_mut(),
            None,
            null(),
        )
    };
    fmi3::fmi3EnterInitializationMode(instance, 0, 0.0, 0.0, 0, 0.0);
    both::fmi3ExitInitializationMode(instance);
    let (mut sim, _) = Scenario::from_toml(BLOCK)?.simulation()?;

    let (mut engine, mut called, mut read) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    let (mut flags, mut last, mut value) = ([0_u8; 3], 0.0, 0.0);
    let mut k = 0_u32;
    for _ in 0..TURNS {
        let begin = Instant::now();
        for _ in 0..STEPS {
            black_box(&mut sim).step()?;
        }
        engine = engine.min(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        for _ in 0..STEPS {
            let [event, end, early] = &mut flags;
            // SAFETY: all pointers lead to variables.
            let status = unsafe {
                fmi3::fmi3DoStep(
                    instance,
                    f64::from(k) * STEP,
                    STEP,
                    1,
                    event,
                    end,
                    early,
                    &mut last,
                )
            };
            assert_eq!(status, 0);
            k += 1;
        }
        called = called.min(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        for _ in 0..STEPS {
            // SAFETY: one value reference, one value.
            unsafe { fmi3::fmi3GetFloat64(black_box(instance), &2, 1, &mut value, 1) };
        }
        read = read.min(begin.elapsed().as_secs_f64());
    }
    assert_eq!(value, sim.state().values()[0]);
    fmi3::fmi3FreeInstance(instance);
    let nanoseconds = 1e9 / f64::from(STEPS);
    println!(
        "a step of the engine {:.0} ns, fmi3DoStep {:.0} ns: {:.0} ns more, {:.2} times; fmi3GetFloat64 of one output {:.0} ns",
        engine * nanoseconds,
        called * nanoseconds,
        (called - engine) * nanoseconds,
        called / engine,
        read * nanoseconds,
    );
    Ok(())
}
