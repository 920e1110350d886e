//! The table of results, from the records of the benchmarks.
//!
//! `report RECORDS PEER_TASKS GOALS HEADER OUT`: a file of JSON lines, the `summary.json` of the
//! example `peer_tasks`, the goals, lines for the head of the page, and the folder for `RESULTS.md`
//! and `results.json`. Fails, after writing, if a missed goal is neither withdrawn nor named as
//! work, or if a goal was not measured without a reason.

mod goals;
mod page;
mod records;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use goals::Goals;
use records::Records;

fn run(arguments: &[String]) -> Result<Vec<String>, Box<dyn Error>> {
    let [records, peer_tasks, goals, header, out] = arguments else {
        return Err("usage: report RECORDS PEER_TASKS GOALS HEADER OUT".into());
    };
    let read = |path: &String| fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let mut records = Records::parse(&read(records)?)?;
    records.add_peer_tasks(&read(peer_tasks)?)?;
    let goals = Goals::parse(&read(goals)?)?;
    let verdicts = goals.judge(&records);
    let page = page::page(&read(header)?, &goals, &verdicts);
    let out = Path::new(out);
    fs::write(out.join("RESULTS.md"), page)?;
    fs::write(out.join("results.json"), records.json(&verdicts)?)?;
    Ok(verdicts.iter().filter_map(goals::Verdict::complaint).collect())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(complaints) if complaints.is_empty() => ExitCode::SUCCESS,
        Ok(complaints) => {
            for complaint in complaints {
                eprintln!("{complaint}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
