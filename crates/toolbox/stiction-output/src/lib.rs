//! Results of a run: a folder with tables, summaries and figures, and a few lines of text.
//!
//! A file is written under another name and then renamed, so a reader never meets half a file, not even
//! after a run that was cut short.
//!
//! ```no_run
//! use stiction_output::{RunDirectory, TextTable};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (time, velocity) = (vec![0.0, 0.1, 0.2], vec![1.0, 0.5, 0.0]);
//! let out = RunDirectory::create("out/sliding_block")?;
//! out.write_table("trajectory.csv", &["t [s]", "v [m/s]"], &[&time, &velocity])?;
//!
//! let mut table = TextTable::new("Sliding block", &["quantity", "simulated", "exact"]);
//! table.row(["stopping time [s]", "0.20", "0.204"]);
//! println!("{table}");
//! # Ok(())
//! # }
//! ```
//!
//! | file | what |
//! |---|---|
//! | `directory` | [`RunDirectory`]: the folder |
//! | `staging` | [`Staging`]: files that get their names when all are written |
//! | `text` | numbers, counts, errors and any [`printable`] text |
//! | `text_table` | [`TextTable`]: a few lines for a terminal or a page |
//! | `record` | observers of a simulation: recorder, film, progress |
//! | `csv` | [`write_csv_row`]: a row of a table |
//! | `plot` | figures and films as SVG (feature `plot`), interactive pages (feature `page`) |
//!
//! # Features
//! - `json`: summaries as JSON, `RunDirectory::write_json`.
//! - `plot`: the module `plot`.
//! - `page`: `plot::Page`, with `plot`.
//! - `progress`: `record::Progress`, a bar for long runs.

mod csv;
mod directory;
#[cfg(feature = "plot")]
pub mod plot;
pub mod record;
mod staging;
mod text;
mod text_table;

pub use csv::write_csv_row;
pub use directory::{OutputError, RunDirectory, write_file};
pub use staging::{Staging, remove_file};
pub use text::{count, printable, short, shortest, with_causes};
pub use text_table::TextTable;
