//! The goals, and which of them are met.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::records::Records;

/// An entry of the file of goals.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    at_most: Option<f64>,
    at_least: Option<f64>,
    /// Work to be done for it.
    work: Option<String>,
    /// Reason why it is withdrawn.
    withdrawn: Option<String>,
}

/// All goals, in the order of their names.
pub(crate) struct Goals(BTreeMap<String, Goal>);

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) enum Bound {
    AtMost(f64),
    AtLeast(f64),
    Below(f64),
}

impl Bound {
    fn is_met(self, found: f64) -> bool {
        match self {
            Self::AtMost(bound) => found <= bound,
            Self::AtLeast(bound) => found >= bound,
            Self::Below(bound) => found < bound,
        }
    }
}

/// A goal and the result.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Verdict {
    pub(crate) case: String,
    pub(crate) what: String,
    pub(crate) against: String,
    pub(crate) goal: Bound,
    pub(crate) found: Option<f64>,
    pub(crate) is_met: bool,
    /// Work to be done for a missed goal, or the reason why there is no figure.
    pub(crate) reason: Option<String>,
}

impl Verdict {
    /// Returns a complaint to the author of the goals, if there is one.
    pub(crate) fn complaint(&self) -> Option<String> {
        let case = &self.case;
        match (self.is_met, &self.reason, self.found) {
            (true, ..) | (false, Some(_), _) => None,
            (false, None, Some(_)) => Some(format!(
                "{case}: missed, and goals.toml neither withdraws it nor names the work"
            )),
            (false, None, None) => Some(format!("{case}: not measured")),
        }
    }
}

impl Goals {
    pub(crate) fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text).map(Self)
    }

    /// Returns the entry of a case: its own, or that of the longest prefix of its name that ends with a star.
    fn said(&self, case: &str) -> Goal {
        let shared = self.0.iter().filter(|(name, _)| {
            name.strip_suffix('*').is_some_and(|beginning| case.starts_with(beginning))
        });
        let shared = || shared.max_by_key(|(name, _)| name.len()).map(|(_, goal)| goal);
        self.0.get(case).or_else(shared).cloned().unwrap_or_default()
    }

    /// Returns the withdrawn goals and the reasons.
    pub(crate) fn withdrawn(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(case, goal)| Some((case.as_str(), goal.withdrawn.as_deref()?)))
    }

    /// Returns all goals that stand, of the file and of the benchmarks themselves, in the order of measurement; those
    /// without a measurement at the end.
    pub(crate) fn judge(&self, records: &Records) -> Vec<Verdict> {
        let mut verdicts = vec![];
        for record in &records.0 {
            let goal = self.said(&record.case);
            if goal.withdrawn.is_some() {
                continue;
            }
            let bound = match (goal.at_most, goal.at_least, record.below) {
                (Some(bound), ..) => Bound::AtMost(bound),
                (_, Some(bound), _) => Bound::AtLeast(bound),
                (.., Some(bound)) => Bound::Below(bound),
                _ => continue,
            };
            let is_met = record.value.is_some_and(|found| bound.is_met(found));
            // A figure that is missing now explains itself; the work explains one that is missed.
            let why = if record.missing.is_some() { &record.missing } else { &goal.work };
            verdicts.push(Verdict {
                case: record.case.clone(),
                what: record.what.clone(),
                against: record.against.clone(),
                goal: bound,
                found: record.value,
                is_met,
                reason: if is_met { None } else { why.clone() },
            });
        }
        for (case, goal) in self.0.iter().filter(|(case, _)| records.find(case).is_none()) {
            let bound = match (goal.at_most, goal.at_least) {
                (Some(bound), _) => Bound::AtMost(bound),
                (_, Some(bound)) => Bound::AtLeast(bound),
                _ => continue,
            };
            verdicts.push(Verdict {
                case: case.clone(),
                what: case.replace('_', " "),
                against: String::new(),
                goal: bound,
                found: None,
                is_met: false,
                reason: None,
            });
        }
        verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Goals};
    use crate::records::Records;

    const GOALS: &str = "
        [fast]\nat_most = 1.1\n
        [slow]\nat_most = 1.1\n
        [excused]\nat_least = 2.0\nwork = \"a profile shows what\"\n
        [absent]\nat_most = 1.0\n
        [peer]\nat_least = 10.0\nwork = \"not the reason of its absence\"\n";
    const FOUND: &str = r#"{"case":"fast","table":"T","what":"w","against":"a","value":1.1}
{"case":"slow","table":"T","what":"w","against":"a","value":1.2}
{"case":"excused","table":"T","what":"w","against":"a","value":1.0}
{"case":"peer","what":"a peer","value":null,"missing":"no network"}
{"case":"free","table":"T","what":"w","against":"a","value":7.0}"#;

    #[test]
    fn judges_and_complains_of_what_nobody_speaks_for() {
        let records = Records::parse(FOUND).unwrap();
        let verdicts = Goals::parse(GOALS).unwrap().judge(&records);
        let met: Vec<_> = verdicts.iter().map(|v| (v.case.as_str(), v.is_met)).collect();
        let expected = [
            ("fast", true),
            ("slow", false),
            ("excused", false),
            ("peer", false),
            ("absent", false),
        ];
        assert_eq!(met, expected);
        assert_eq!(verdicts[3].reason.as_deref(), Some("no network"));
        let complaints: Vec<_> = verdicts.iter().filter_map(super::Verdict::complaint).collect();
        assert_eq!(
            complaints,
            [
                "slow: missed, and goals.toml neither withdraws it nor names the work",
                "absent: not measured"
            ]
        );
    }

    #[test]
    fn goals_of_the_tasks_are_strict_and_can_be_withdrawn() {
        let mut records = Records(vec![]);
        let summary = r#"{"b3": {"measures": {}, "goals": [
            {"quantity": "slid_0_rad", "found": -2e-12, "below": 1e-12, "met": false}]}}"#;
        records.add_peer_tasks(summary).unwrap();
        let goals = "['b3_*']\nwithdrawn = \"no\"\n['b3_slid_*']\nwork = \"much\"";
        let goals = Goals::parse(goals).unwrap();
        let verdicts = goals.judge(&records);
        assert_eq!(verdicts.len(), 1);
        assert_eq!((verdicts[0].goal, verdicts[0].found), (Bound::Below(1e-12), Some(2e-12)));
        assert_eq!(verdicts[0].reason.as_deref(), Some("much"));
        let goals = Goals::parse("['b3_*']\nwithdrawn = \"no\"").unwrap();
        assert!(goals.judge(&records).is_empty());
        assert_eq!(goals.withdrawn().collect::<Vec<_>>(), [("b3_*", "no")]);
        assert!(Goals::parse("[a]\nat_mots = 1.0").is_err());
    }
}
