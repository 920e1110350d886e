//! The goals, and whether they are met.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::records::Records;

/// An entry of the file of goals.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    at_most: Option<f64>,
    at_least: Option<f64>,
    /// Why it is missed.
    reason: Option<String>,
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

/// A goal and what was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Verdict {
    pub(crate) case: String,
    pub(crate) what: String,
    pub(crate) against: String,
    pub(crate) goal: Bound,
    pub(crate) found: Option<f64>,
    pub(crate) is_met: bool,
    /// Why it is missed, or why there is nothing to compare.
    pub(crate) reason: Option<String>,
}

impl Verdict {
    /// What the author of the goals has to do.
    pub(crate) fn complaint(&self) -> Option<String> {
        let case = &self.case;
        match (self.is_met, &self.reason, self.found) {
            (true, ..) | (false, Some(_), _) => None,
            (false, None, Some(_)) => Some(format!("{case}: missed, and goals.toml has no reason")),
            (false, None, None) => Some(format!("{case}: not measured")),
        }
    }
}

impl Goals {
    pub(crate) fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text).map(Self)
    }

    /// Of the case itself, or of the longest beginning of its name with a star behind it.
    fn reason(&self, case: &str) -> &Option<String> {
        let own = self.0.get(case).filter(|goal| goal.reason.is_some());
        let shared = self.0.iter().filter(|(name, _)| {
            name.strip_suffix('*').is_some_and(|beginning| case.starts_with(beginning))
        });
        let shared = || shared.max_by_key(|(name, _)| name.len()).map(|(_, goal)| goal);
        own.or_else(shared).map_or(&None, |goal| &goal.reason)
    }

    /// All goals of the file, then those that the benchmarks themselves have; the former in the order
    /// in which they were measured, those not measured at the end.
    pub(crate) fn judge(&self, records: &Records) -> Vec<Verdict> {
        let mut verdicts = vec![];
        for record in &records.0 {
            let goal = self.0.get(&record.case).cloned().unwrap_or_default();
            let bound = match (goal.at_most, goal.at_least, record.below) {
                (Some(bound), ..) => Bound::AtMost(bound),
                (_, Some(bound), _) => Bound::AtLeast(bound),
                (.., Some(bound)) => Bound::Below(bound),
                _ => continue,
            };
            let is_met = record.value.is_some_and(|found| bound.is_met(found));
            // What cannot be measured now has not the reason of what was missed.
            let why =
                if record.missing.is_some() { &record.missing } else { self.reason(&record.case) };
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
        [excused]\nat_least = 2.0\nreason = \"a profile shows why\"\n
        [absent]\nat_most = 1.0\n
        [peer]\nat_least = 10.0\nreason = \"not the reason of its absence\"\n";
    const FOUND: &str = r#"{"case":"fast","table":"T","what":"w","against":"a","value":1.1}
{"case":"slow","table":"T","what":"w","against":"a","value":1.2}
{"case":"excused","table":"T","what":"w","against":"a","value":1.0}
{"case":"peer","what":"a peer","value":null,"missing":"no network"}
{"case":"free","table":"T","what":"w","against":"a","value":7.0}"#;

    #[test]
    fn judges_and_complains_of_what_has_no_reason() {
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
            ["slow: missed, and goals.toml has no reason", "absent: not measured"]
        );
    }

    #[test]
    fn goals_of_the_tasks_are_strict_and_need_reasons_too() {
        let mut records = Records(vec![]);
        let summary = r#"{"b3": {"measures": {}, "goals": [
            {"quantity": "slid_0_rad", "found": -2e-12, "below": 1e-12, "met": false},
            {"quantity": "step_time_over_mujoco", "found": 1.0, "below": 0.3, "met": false}]}}"#;
        records.add_peer_tasks(summary).unwrap();
        let goals = "['b3_*']\nreason = \"no\"\n['b3_slid_*']\nreason = \"because\"";
        let goals = Goals::parse(goals).unwrap();
        let verdicts = goals.judge(&records);
        assert_eq!(verdicts.len(), 1);
        assert_eq!((verdicts[0].goal, verdicts[0].found), (Bound::Below(1e-12), Some(2e-12)));
        assert_eq!(verdicts[0].reason.as_deref(), Some("because"));
        assert!(Goals::parse("[a]\nat_mots = 1.0").is_err());
    }
}
