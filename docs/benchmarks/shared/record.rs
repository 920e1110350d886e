//! What a benchmark found, one JSON object a line, for the table of `docs/benchmarks/run`.

use std::fs::OpenOptions;
use std::io::Write;

/// Whether a short run is asked for, whose figures are rough.
#[allow(dead_code, reason = "not every benchmark has a short form")]
pub(crate) fn quick() -> bool {
    std::env::var_os("STICTION_BENCH_QUICK").is_some()
}

/// A figure: what was compared with what, and the quotient.
pub(crate) struct Figure<'a> {
    /// Name by which `goals.toml` knows it.
    pub(crate) case: &'a str,
    /// Heading of the table in which it appears.
    pub(crate) table: &'a str,
    /// What was measured.
    pub(crate) what: &'a str,
    /// What the value is divided by, or its unit.
    pub(crate) against: &'a str,
    /// The figure itself.
    pub(crate) value: f64,
}

impl Figure<'_> {
    /// Appends it to the file that `STICTION_BENCH_RESULTS` names; without one, does nothing.
    pub(crate) fn record(&self) {
        let Some(path) = std::env::var_os("STICTION_BENCH_RESULTS") else { return };
        // A quotient by zero is no number of JSON.
        let value =
            if self.value.is_finite() { format!("{:e}", self.value) } else { "null".to_owned() };
        let line = format!(
            "{{\"case\":{:?},\"table\":{:?},\"what\":{:?},\"against\":{:?},\"value\":{value}}}\n",
            self.case, self.table, self.what, self.against
        );
        let file = OpenOptions::new().create(true).append(true).open(&path);
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("cannot write {}: {error}", path.display());
        }
    }
}
