//! Runs this program under valgrind: it starts itself with a case and a number of steps.

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::baseline::Machine;
use crate::work::Case;

/// Environment variable with the task of a child: a case, `library` or `by-hand`, and the number of
/// steps.
const TASK: &str = "STICTION_COUNT";
/// Task of a child that only describes its machine.
const MACHINE: &str = "machine";
/// Counted steps of one copy, which follow as many uncounted ones. A slide of the planar slider
/// takes 46 steps: the number is a multiple, so that its start counts in proportion.
const STEPS: usize = 46 * 64;

/// Something to count.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) case: &'static str,
    pub(crate) by_hand: bool,
    pub(crate) copies: usize,
}

impl Job {
    /// Returns the instructions of a step.
    fn count(&self) -> Result<f64, String> {
        let steps = (STEPS / self.copies).max(8);
        let way = if self.by_hand { "by-hand" } else { "library" };
        let total = |steps: usize| valgrind(&format!("{} {way} {steps}", self.case));
        Ok((total(2 * steps)?.0 - total(steps)?.0) / steps as f64)
    }
}

/// Returns the instructions of all jobs; several run at a time, which does not change the counts.
pub(crate) fn count_all(jobs: &[Job]) -> Result<Vec<f64>, String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![None; jobs.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((k, job)) = {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    jobs.get(k).map(|job| (k, job))
                } {
                    let count = job.count();
                    if let Ok(mut results) = results.lock() {
                        results[k] = Some(count);
                    }
                }
            });
        }
    });
    let results = results.into_inner().map_err(|_| "a thread failed".to_owned())?;
    results.into_iter().map(|count| count.unwrap_or(Err("not counted".to_owned()))).collect()
}

/// Runs a task under valgrind; returns the instructions and the output.
fn valgrind(task: &str) -> Result<(f64, String), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .env(TASK, task)
        .output()
        .map_err(|error| format!("cannot start valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&run.stderr);
    let line = text.lines().find(|line| line.contains("Collected :"));
    let count = line.and_then(|line| line.split_whitespace().last()?.parse().ok());
    match count {
        Some(count) if run.status.success() => {
            Ok((count, String::from_utf8_lossy(&run.stdout).into_owned()))
        }
        _ => Err(format!("valgrind failed at `{task}`:\n{text}")),
    }
}

/// Returns the compiler and the vector instructions that a program finds.
pub(crate) fn machine() -> Result<Machine, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map_err(|error| format!("cannot ask rustc for its version: {error}"))?;
    let compiler = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let vectors = valgrind(MACHINE)?.1.trim().to_owned();
    Ok(Machine { compiler, vectors })
}

/// Returns architecture and vector instructions as seen by this process.
fn vectors() -> String {
    #[cfg(target_arch = "x86_64")]
    let found = [
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("fma", is_x86_feature_detected!("fma")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let found: [(&str, bool); 0] = [];
    let mut text = std::env::consts::ARCH.to_owned();
    for (name, _) in found.into_iter().filter(|(_, there)| *there) {
        text += " ";
        text += name;
    }
    text
}

/// Performs the task if this process was started by [`valgrind`].
pub(crate) fn serve(find: impl Fn(&str) -> Option<&'static Case>) -> Option<ExitCode> {
    let task = std::env::var(TASK).ok()?;
    if task == MACHINE {
        println!("{}", vectors());
        return Some(ExitCode::SUCCESS);
    }
    let words: Vec<&str> = task.split(' ').collect();
    let [case, way, steps] = words[..] else { return Some(ExitCode::FAILURE) };
    let make = find(case)
        .and_then(|case| if way == "by-hand" { case.by_hand } else { Some(case.composed) });
    let (Some(make), Ok(steps)) = (make, steps.parse()) else { return Some(ExitCode::FAILURE) };
    let mut work = make();
    work.run(steps);
    black_box(work.result());
    Some(ExitCode::SUCCESS)
}
