//! From the `[sweep]` of a scenario to a design, and from a member of it to a scenario.

use stiction_scenario::Scenario;
use stiction_scenario::sweep::{DesignKind, Range, Sweep};

use super::StudyError;
use crate::{Axis, Design, Member, RandomVariable};

/// Returns the design of a sweep; `is_measured` says whether the program has measures besides those of the sweep.
pub(super) fn design(sweep: &Sweep, is_measured: bool) -> Result<Design, StudyError> {
    let is_unmeasured = sweep.measures.is_empty() && !is_measured;
    let needed = [("parameters", sweep.parameters.is_empty()), ("measures", is_unmeasured)];
    if let Some((missing, _)) = needed.iter().find(|(_, is_missing)| *is_missing) {
        return Err(StudyError::sweep(format!(
            "a sweep needs parameters and measures: [sweep.{missing}] is missing or empty"
        )));
    }
    if sweep.design == DesignKind::Grid {
        return Ok(Design::grid(sweep.parameters.iter().map(axis))?);
    }
    let no_members = || StudyError::sweep("sweep.members: how many members?");
    let members = sweep.members.ok_or_else(no_members)?;
    let variables = sweep.parameters.iter().map(variable);
    Ok(match sweep.design {
        DesignKind::LatinHypercube => Design::latin_hypercube(members, sweep.seed, variables)?,
        _ => Design::random(members, sweep.seed, variables)?,
    })
}

/// Returns the ends of a range. Incomplete ranges were refused when the file was read; the design refuses them too.
fn ends(range: &Range) -> (f64, f64) {
    (range.from.unwrap_or(f64::NAN), range.to.unwrap_or(f64::NAN))
}

fn axis((path, range): (&String, &Range)) -> Axis {
    let (from, to) = ends(range);
    match &range.values {
        Some(values) => Axis::values(path, values.as_slice()),
        None if range.log => Axis::log(path, from, to, range.count.unwrap_or(0)),
        None => Axis::linear(path, from, to, range.count.unwrap_or(0)),
    }
}

fn variable((path, range): (&String, &Range)) -> RandomVariable {
    let (low, high) = ends(range);
    let variable = if range.log { RandomVariable::log_uniform } else { RandomVariable::uniform };
    variable(path.clone(), low, high)
}

/// Returns the scenario of a member.
pub(super) fn member(scenario: &Scenario, member: &Member<'_>) -> Result<Scenario, StudyError> {
    let names = scenario.sweep.iter().flat_map(|sweep| sweep.parameters.keys());
    let numbers: Vec<_> = names.map(String::as_str).zip(member.values().iter().copied()).collect();
    Ok(scenario.with_numbers(&numbers)?)
}

/// Refuses a parameter if neither its least nor its largest value gives a scenario: its path is wrong, or it is not a
/// number.
pub(super) fn check(scenario: &Scenario, design: &Design) -> Result<(), StudyError> {
    for (k, path) in design.names().iter().enumerate() {
        let values = || (0..design.len()).map(|member| design.row_of(member)[k]);
        let ends =
            [values().fold(f64::INFINITY, f64::min), values().fold(-f64::INFINITY, f64::max)];
        let tried = ends.map(|value| {
            let scenario = scenario.with_numbers(&[(path, value)])?;
            scenario.simulation().map(drop)
        });
        if let [Err(source), Err(_)] = tried {
            return Err(StudyError::Parameter { path: path.clone(), source });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use stiction_scenario::ScenarioFile;

    use crate::Case;
    use crate::sweep::{OwnMeasures, Study};

    fn case(text: &str) -> Case {
        let scenario = format!(
            "schema_version = 1\nsolver = {{ step = 0.1, until = 1.0 }}\n\
             bodies.b = {{ type = \"point_mass\", mass = 1.0 }}\n\
             bodies.c = {{ type = \"point_mass\", mass = 1.0 }}\n\
             [sweep]\nmeasures.x = {{ of = \"b.x\" }}\n{text}"
        );
        let file = ScenarioFile::from_bytes("s.toml", scenario.into()).unwrap();
        Case::new(file, vec![]).unwrap()
    }

    #[test]
    fn designs_of_every_kind() {
        let of = |text: &str, given| Study::new(case(text), given, OwnMeasures::default()).unwrap();
        let grid = of(
            "parameters.\"bodies.b.mass\" = { values = [1.0, 2.0] }\n\
             parameters.\"bodies.c.mass\" = { from = 1.0, to = 100.0, count = 3, log = true }",
            (None, None),
        );
        let grid = grid.design();
        assert_eq!(grid.column("bodies.b.mass").unwrap(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(grid.column("bodies.c.mass").unwrap()[2], 100.0);
        let random = "design = \"latin_hypercube\"\nmembers = 7\nseed = 3\n\
             parameters.\"bodies.b.mass\" = { from = 0.5, to = 1.0 }";
        for (given, expected) in [((None, None), (7, 3)), ((Some(9), Some(4)), (9, 4))] {
            let study = of(random, given);
            assert_eq!((study.design().len(), study.design().seed()), expected);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let grid = "parameters.\"bodies.b.mass\" = { values = [1.0] }";
        let mass = "parameters.\"bodies.b.mass\" = { from = 0.5, to = 1.0 }";
        let random = format!("design = \"random\"\n{mass}");
        let empty = "design = \"random\"\nmembers = 3\nparameters = {}";
        for (text, given, why) in [
            (grid, (Some(3), None), "a grid has all combinations as members"),
            (grid, (None, Some(0)), "the members of a grid are all combinations"),
            (&random, (None, None), "how many members?"),
            (&random, (Some(0), None), "must be at least 1, found 0"),
            (empty, (None, None), "[sweep.parameters] is missing or empty"),
        ] {
            let refused = Study::new(case(text), given, OwnMeasures::default()).unwrap_err();
            assert!(refused.to_string().contains(why), "{refused}");
        }
    }
}
