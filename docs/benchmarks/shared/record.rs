//! Results of a benchmark, one JSON object a line, for the table of `docs/benchmarks/run`.

use std::fs::OpenOptions;
use std::io::Write;

/// Returns whether a short run is requested, whose figures are rough.
#[allow(dead_code, reason = "not every benchmark has a short form")]
pub(crate) fn quick() -> bool {
    std::env::var_os("STICTION_BENCH_QUICK").is_some()
}

/// A figure: the two quantities compared, and their quotient.
pub(crate) struct Figure<'a> {
    /// Name of the case in `goals.toml`.
    pub(crate) case: &'a str,
    /// Heading of the table in which it appears.
    pub(crate) table: &'a str,
    /// Quantity measured.
    pub(crate) what: &'a str,
    /// Quantity that divides it, or its unit.
    pub(crate) against: &'a str,
    /// Value of the figure.
    pub(crate) value: f64,
}

impl Figure<'_> {
    /// Appends the figure to the file named by `STICTION_BENCH_RESULTS`; does nothing without it.
    pub(crate) fn record(&self) {
        let Some(path) = std::env::var_os("STICTION_BENCH_RESULTS") else { return };
        // JSON has no number for a quotient by zero.
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
