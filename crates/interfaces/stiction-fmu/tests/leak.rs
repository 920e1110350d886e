//! A freed instance leaves nothing behind, however often one is made.
//! Every byte that this thread allocates is counted.

#![allow(unsafe_code, reason = "it calls the C interface")]

use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use stiction_fmu::Model;
use stiction_fmu::abi::{both, fmi3};
use stiction_scenario::ScenarioFile;

const BLOCK: &str = r#"schema_version = 1
solver = { step = 1e-4, until = 1.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", start = 6.0 } } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
"#;

/// Makes an instance that stands between two steps, with a stored state.
fn make(path: &CString, token: &CString) -> *mut c_void {
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
    assert!(!instance.is_null());
    assert_eq!(fmi3::fmi3EnterInitializationMode(instance, 0, 0.0, 0.0, 0, 0.0), 0);
    assert_eq!(both::fmi3ExitInitializationMode(instance), 0);
    let (mut flags, mut last, mut state) = ([0_u8; 3], 0.0, null_mut());
    let [event, end, early] = &mut flags;
    // SAFETY: all pointers lead to variables.
    unsafe {
        assert_eq!(fmi3::fmi3DoStep(instance, 0.0, 1.234e-2, 1, event, end, early, &mut last), 0);
        // The state is not freed: its instance frees it.
        assert_eq!(both::fmi3GetFMUState(instance, &mut state), 0);
    }
    instance
}

fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split(' ').nth(1)?.parse().ok()
}

#[test]
fn ten_thousand_instances_leave_no_byte_behind() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("scenario.toml");
    std::fs::write(&text, BLOCK).unwrap();
    let model = Model::of(ScenarioFile::load(&text).unwrap()).unwrap();
    let token = CString::new(model.token).unwrap();
    let path = CString::new(folder.path().to_str().unwrap()).unwrap();
    let cycles = |count: u32| {
        let net = allocation_counter::measure(|| {
            (0..count).for_each(|_| fmi3::fmi3FreeInstance(make(&path, &token)));
        });
        net.bytes_current
    };
    // The first cycles allocate what is allocated once.
    cycles(10);
    let before = resident();
    assert_eq!(cycles(10_000), 0);
    let pages = before.zip(resident()).map(|(before, after)| after.saturating_sub(before));
    println!("10000 cycles: {pages:?} more pages");
    // An instance takes less than 100 pages; leaking all of them would take 10^5 and more.
    assert!(pages.is_none_or(|pages| pages < 1_000), "{pages:?}");
    // The control: an instance that is not freed is noticed.
    let mut kept = null_mut();
    let net = allocation_counter::measure(|| kept = make(&path, &token));
    assert!(net.bytes_current > 1_000, "{}", net.bytes_current);
    fmi3::fmi3FreeInstance(kept);
}
