//! From the `[sweep]` of a scenario to a design, and from a member of it to a scenario.

use stiction::scenario::Scenario;
use stiction::scenario::sweep::{Design as Kind, Range, Sweep};
use stiction::study::{Axis, Design, Member, Variable};

use crate::Outcome;
use crate::source::Loaded;

/// Returns the design of a sweep; number of members and seed may be given elsewhere.
pub(crate) fn design(sweep: &Sweep, members: Option<usize>, seed: Option<u64>) -> Outcome<Design> {
    if sweep.measures.is_empty() {
        return Err(NEEDS.into());
    }
    drawn(sweep, members, seed)
}

const NEEDS: &str = "a sweep needs parameters and measures";

/// As [`design`], for a sweep in which nothing need be measured by name.
pub(crate) fn drawn(sweep: &Sweep, members: Option<usize>, seed: Option<u64>) -> Outcome<Design> {
    if sweep.parameters.is_empty() {
        return Err(NEEDS.into());
    }
    if sweep.design == Kind::Grid {
        // Those of the file are refused where it is read.
        let given = [("--members", members.is_some()), ("--seed", seed.is_some())];
        if let Some((what, _)) = given.iter().find(|(_, is_given)| *is_given) {
            let why = "the members of a grid are all combinations";
            return Err(format!("{why}: {what} does not fit").into());
        }
        let axes = sweep.parameters.iter().map(|(path, range)| axis(path, range));
        return Ok(Design::grid(axes.collect::<Outcome<Vec<_>>>()?)?);
    }
    let seed = seed.unwrap_or(sweep.seed);
    let members = members.or(sweep.members).ok_or("sweep.members: how many members?")?;
    let variables = sweep.parameters.iter().map(|(path, range)| variable(path, range));
    let variables = variables.collect::<Outcome<Vec<_>>>()?;
    Ok(match sweep.design {
        Kind::LatinHypercube => Design::latin_hypercube(members, seed, variables)?,
        _ => Design::random(members, seed, variables)?,
    })
}

fn axis(path: &str, range: &Range) -> Outcome<Axis> {
    match range {
        Range { values: Some(values), from: None, to: None, count: None, log: false } => {
            Ok(Axis::values(path, values.as_slice()))
        }
        Range { values: None, from: Some(from), to: Some(to), count: Some(count), log } => {
            let axis = if *log { Axis::log } else { Axis::linear };
            Ok(axis(path.to_owned(), *from, *to, *count))
        }
        _ => {
            let needs = "in a grid needs `values`, or `from`, `to` and `count`";
            Err(format!("sweep.parameters.\"{path}\" {needs}").into())
        }
    }
}

fn variable(path: &str, range: &Range) -> Outcome<Variable> {
    match range {
        Range { values: None, from: Some(from), to: Some(to), count: None, log } => {
            let variable = if *log { Variable::log_uniform } else { Variable::uniform };
            Ok(variable(path.to_owned(), *from, *to))
        }
        _ => {
            let needs = "in a random design needs `from` and `to`, and nothing but `log`";
            Err(format!("sweep.parameters.\"{path}\" {needs}").into())
        }
    }
}

/// The scenario of a member.
pub(super) fn member(loaded: &Loaded, member: &Member<'_>) -> Outcome<Scenario> {
    let names = loaded.scenario.sweep.iter().flat_map(|sweep| sweep.parameters.keys());
    let numbers: Vec<_> = names.map(String::as_str).zip(member.values().iter().copied()).collect();
    Ok(loaded.scenario.with_numbers(&numbers)?)
}

/// Refuses a parameter of which neither the least nor the largest value gives a scenario: its path
/// is wrong, or it is not a number.
pub(crate) fn check(loaded: &Loaded, design: &Design) -> Outcome<()> {
    for name in design.names() {
        let values = design.column(name)?;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ends = [least, largest];
        let tried = ends.map(|value| {
            let scenario = loaded.scenario.with_numbers(&[(name, value)])?;
            scenario.simulation().map(drop)
        });
        if let [Err(error), Err(_)] = tried {
            return Err(format!("sweep.parameters.\"{name}\": {error}").into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(text: &str) -> Sweep {
        let scenario = format!(
            "schema_version = 1\nsolver = {{ step = 0.1, until = 1.0 }}\n\
             bodies.b = {{ type = \"point_mass\", mass = 1.0 }}\n\
             bodies.c = {{ type = \"point_mass\", mass = 1.0 }}\n\
             [sweep]\nmeasures.x = {{ of = \"b.x\" }}\n{text}"
        );
        Scenario::from_toml(&scenario).unwrap().sweep.unwrap()
    }

    #[test]
    fn designs_of_every_kind() {
        let grid = sweep(
            "parameters.\"bodies.b.mass\" = { values = [1.0, 2.0] }\n\
             parameters.\"bodies.c.mass\" = { from = 1.0, to = 100.0, count = 3, log = true }",
        );
        let grid = design(&grid, None, None).unwrap();
        assert_eq!(grid.column("bodies.b.mass").unwrap(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(grid.column("bodies.c.mass").unwrap()[2], 100.0);
        let random = sweep(
            "design = \"latin_hypercube\"\nmembers = 7\nseed = 3\n\
             parameters.\"bodies.b.mass\" = { from = 0.5, to = 1.0 }",
        );
        let few = design(&random, None, None).unwrap();
        assert_eq!((few.len(), few.seed()), (7, 3));
        let many = design(&random, Some(9), Some(4)).unwrap();
        assert_eq!((many.len(), many.seed()), (9, 4));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused =
            |text: &str, members| design(&sweep(text), members, None).unwrap_err().to_string();
        let grid = "parameters.\"bodies.b.mass\" = { values = [1.0] }";
        assert!(refused(grid, Some(3)).contains("--members does not fit"));
        let seeded = design(&sweep(grid), None, Some(0)).unwrap_err().to_string();
        assert!(seeded.contains("--seed does not fit"), "{seeded}");
        let mass = "parameters.\"bodies.b.mass\" = { from = 0.5, to = 1.0 }";
        let random = format!("design = \"random\"\n{mass}");
        assert!(refused(&random, None).contains("how many members?"));
        assert!(refused(&random, Some(0)).contains("0 members"));
        let empty = "design = \"random\"\nmembers = 3\nparameters = {}";
        assert!(refused(empty, None).contains("needs parameters and measures"));
    }
}
