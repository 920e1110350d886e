//! Tables as comma separated values.

use stiction_output::{shortest, write_csv_row};

use crate::name::RESERVED;
use crate::{Design, Outcome};

/// Returns the header of the table of members.
pub(crate) fn header(design: &Design, outputs: &[String]) -> Vec<String> {
    let [member, ends @ ..] = RESERVED.map(str::to_owned);
    let between = design.names().iter().chain(outputs).cloned();
    std::iter::once(member).chain(between).chain(ends).collect()
}

/// Returns a row of the table of members; the outputs of one that failed are empty.
pub(crate) fn row(design: &Design, outputs: usize, member: usize, done: &Outcome) -> Vec<String> {
    let mut row = vec![member.to_string()];
    row.extend(design.row_of(member).iter().map(|value| shortest(*value)));
    match done {
        Outcome::Finished(values) => row.extend(values.iter().map(|value| shortest(*value))),
        Outcome::Failed(_) | Outcome::Panicked(_) => row.extend(vec![String::new(); outputs]),
    }
    row.push(done.status().to_owned());
    row.push(done.message().unwrap_or_default().to_owned());
    row
}

/// Returns rows as text.
pub(crate) fn encode(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut text = vec![];
    for row in rows {
        // Writing to memory cannot fail.
        let _ = write_csv_row(&mut text, row);
    }
    text
}
