//! Counts of the comparisons, by source of the number and by figure.

use stiction::output::TextTable;

use crate::experiments::{Check, CheckResult, Finished, Provenance, Subject};

/// Comparisons that hold, that are not met for a known reason, and that fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    pub(crate) hold: usize,
    pub(crate) not_met: usize,
    pub(crate) fail: usize,
}

/// Figures and tables, counted one by one, and other entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entries {
    /// Figures and tables whose comparisons all hold.
    pub(crate) hold: usize,
    /// Figures and tables with a comparison that is not met for a known reason.
    pub(crate) not_met: usize,
    /// Figures and tables with a comparison that fails, or that could not be computed.
    pub(crate) fail: usize,
    /// Entries about the text or equations of a paper.
    pub(crate) text: usize,
    /// Entries of ours, in no paper.
    pub(crate) added: usize,
}

/// Counts over a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    rows: [Rows; 4],
    information: usize,
    pub(crate) entries: Entries,
}

impl Tally {
    pub(crate) fn of(finished: &[Finished]) -> Self {
        let mut tally = Self::default();
        for one in finished {
            tally.entry(one);
            let checks = one.outcome.as_ref().map(|outcome| outcome.checks.as_slice());
            checks.unwrap_or_default().iter().for_each(|check| tally.row(check));
        }
        tally
    }

    fn row(&mut self, check: &Check) {
        let place = Provenance::ALL.iter().position(|source| *source == check.source);
        let rows = &mut self.rows[place.unwrap_or_default()];
        match check.standing {
            CheckResult::Holds => rows.hold += 1,
            CheckResult::NotMet(_) => rows.not_met += 1,
            CheckResult::Fails => rows.fail += 1,
            CheckResult::Information => self.information += 1,
        }
    }

    fn entry(&mut self, one: &Finished) {
        let count = match one.experiment.subject {
            Subject::Computed(count) => count,
            Subject::Text => {
                self.entries.text += 1;
                return;
            }
            Subject::Added => {
                self.entries.added += 1;
                return;
            }
        };
        let not_met = |check: &Check| check.reason().is_some();
        let place = match &one.outcome {
            Ok(outcome) if !outcome.passed() => &mut self.entries.fail,
            Err(_) => &mut self.entries.fail,
            Ok(outcome) if outcome.checks.iter().any(not_met) => &mut self.entries.not_met,
            Ok(_) => &mut self.entries.hold,
        };
        *place += count;
    }

    /// Returns rows by the source of the expected number.
    pub(crate) fn by_source(&self) -> TextTable {
        let headers =
            ["source of the expected number", "rows", "hold", "not met, explained", "fail"];
        let mut table = TextTable::new("", &headers);
        let meaning = |source| match source {
            Provenance::Paper => "paper: a number or a statement that it prints",
            Provenance::Theory => "theory: mechanics, or its equations by hand",
            Provenance::Reference => "reference: an independent program of the same model",
            Provenance::Bound => "chosen here: our reading of a word, or a control",
        };
        for (source, Rows { hold, not_met, fail }) in Provenance::ALL.into_iter().zip(self.rows) {
            let counts = [hold + not_met + fail, hold, not_met, fail].map(|n| n.to_string());
            table.row([meaning(source).to_owned()].into_iter().chain(counts));
        }
        table
    }

    /// Returns a sentence on the numbers shown without a verdict.
    pub(crate) fn information(&self) -> String {
        let rows = self.information;
        format!("{rows} further rows are for information only.")
    }

    /// Returns rows of figures and tables one by one, and of the other entries.
    pub(crate) fn by_figure(&self) -> TextTable {
        let Entries { hold, not_met, fail, text, added } = self.entries;
        let headers = ["figures and tables of the papers", "number"];
        let mut table = TextTable::new("", &headers);
        let rows = [
            ("compared, everything holds", hold),
            ("compared, something is not met and explained", not_met),
            ("compared, something fails", fail),
            ("(besides: entries on the text or equations of a paper)", text),
            ("(besides: entries that no paper has)", added),
        ];
        for (name, count) in rows {
            table.row([name.to_owned(), count.to_string()]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::{Experiment, Findings, Paper, PaperError, Thoroughness};

    fn finished(subject: Subject, outcome: Result<Findings, PaperError>) -> Finished {
        let (id, paper, figure, title) = ("id", Paper::Cones, "Fig. 1", "title");
        let run = |_| Ok(Findings::default());
        let experiment = Experiment { id, paper, figure, title, subject, run };
        Finished { experiment, outcome, effort: Thoroughness::Quick, duration: Default::default() }
    }

    #[test]
    fn rows_and_figures_are_counted_apart() {
        let holds = Provenance::Theory.near("a", 1.0, 1.0, 0.0);
        let fails = Provenance::Bound.near("a", 2.0, 1.0, 0.0);
        let not_met = Provenance::Paper.near("a", 2.0, 1.0, 0.0).or_explained("because");
        let input = Provenance::Paper.information("a", 2.0, 1.0);
        let of =
            |checks: &[&Check]| Ok(Findings::default().checks(checks.iter().copied().cloned()));
        let all = [
            finished(Subject::Computed(2), of(&[&holds])),
            finished(Subject::Computed(1), of(&[&holds, &not_met, &input])),
            finished(Subject::Computed(1), of(&[&fails, &not_met])),
            finished(Subject::Computed(1), Err("broken".to_owned().into())),
            finished(Subject::Text, of(&[&holds])),
            finished(Subject::Added, of(&[&holds])),
        ];
        let tally = Tally::of(&all);
        let entries = Entries { hold: 2, not_met: 1, fail: 2, text: 1, added: 1 };
        assert_eq!((tally.entries, tally.information), (entries, 1));
        let rows = |hold, not_met, fail| Rows { hold, not_met, fail };
        assert_eq!(tally.rows, [rows(0, 2, 0), rows(4, 0, 0), rows(0, 0, 0), rows(0, 0, 1)]);
    }
}
