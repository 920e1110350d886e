//! The global minimum: where searches start, and how many are enough.
//!
//! With friction the sum of squares has many minima, one for every way of sticking too early. Searches therefore
//! begin in several places, with a few iterations each, and the best one is completed:
//!
//! ```text
//! design ── best places ── brief searches ── the best to its end ──► a second one ends there too? ── yes ──► done
//!   ▲                                                                            │ no
//!   └──────────────────────── three times as many ◄──────────────────────────────┘ (at most three rounds)
//! ```
//!
//! A place is compared by its parameters: sums of squares alone are alike wherever nothing fits. A second search from
//! elsewhere that ends at the same place proves nothing, but a place that no other search finds is not to be trusted;
//! the estimate tells which it was.

use crate::{Design, Ensemble, RandomVariable};
use nalgebra::DVector;
use rayon::prelude::*;

use crate::fit::experiment::Failed;
use crate::fit::marquardt::{Minimum, Search, minimum};
use crate::fit::problem::{Differences, Problem};
use crate::fit::residuals::{ALIKE, POOR, whiteness};
use crate::fit::statistics::variance;
use crate::fit::{Fit, FitError};

/// Members of the design of the first round per parameter, at least and at most. Shorter runs allow more of them.
const MEMBERS: (usize, usize) = (8, 64);
/// Approximate total of solver steps of the members of the first round, between these bounds.
const STEPS: f64 = 4e6;
/// Starts from its best places, at least and at most.
const STARTS: (usize, usize) = (3, 16);
/// Members of the design for each start and each parameter.
const MEMBERS_OF_A_START: usize = 4;
/// Rounds. A long log, whose runs are expensive, gets only one, unless members or starts are given.
const ROUNDS: u32 = 3;
/// Each round has this multiple of the members and the starts of the one before.
const GROWTH: usize = 3;
/// A brief search.
const BRIEF: Search = Search { most_iterations: 5, differences: Differences::OneSided };
/// Number of searches besides the best one that continue, in the order of their sums; none for a long log.
const FOLLOWED: usize = 4;
/// The largest number of brief searches by which each of them continues.
const MOST_BRIEF: usize = 8;
/// A search to the end.
pub(crate) const LAST: Search = Search { most_iterations: 60, differences: Differences::Central };

/// Size of a round.
#[derive(Clone, Copy, Debug)]
struct Size {
    members: usize,
    starts: usize,
    rounds: u32,
    followed: usize,
}

/// How far a search has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begun,
    /// Followed to a minimum, or long enough.
    Followed,
    /// With the derivatives of the last search.
    Ended,
}

/// Searches from `own`, if the model runs there, and from the best places of a design. Returns the best place found, the
/// number of searches from different places, and how many of them came to it.
pub(crate) fn least(
    problem: &Problem<'_>,
    fit: &Fit,
    mut own: Option<Vec<f64>>,
    mut failed: Option<Failed>,
) -> Result<(Minimum, (usize, usize)), FitError> {
    let mut searches: Vec<(Minimum, Stage)> = vec![];
    let size = fit.size(problem);
    for round in 0..size.rounds {
        let growth = GROWTH.pow(round);
        let mut places: Vec<Vec<f64>> = own.take().into_iter().collect();
        places.extend(fit.places(problem, size, growth, round)?);
        let begun: Vec<_> =
            places.par_iter().map(|start| minimum(problem, start, None, BRIEF)).collect();
        for search in begun {
            match search {
                Ok(minimum) => searches.push((minimum, Stage::Begun)),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        if !searches.is_empty() && settled(problem, &mut searches, size.followed)? {
            break;
        }
    }
    let Some((best, _)) = searches.first() else { return Err(no_run(failed)) };
    let agree = searches.iter().filter(|(other, _)| is_same(problem, best, other)).count();
    Ok((best.clone(), (searches.len(), agree)))
}

/// Completes the best search, and continues others until one meets it; returns whether one does.
fn settled(
    problem: &Problem<'_>,
    searches: &mut [(Minimum, Stage)],
    followed: usize,
) -> Result<bool, FitError> {
    loop {
        searches.sort_by(|(a, _), (b, _)| a.there.value.total_cmp(&b.there.value));
        let (best, stage) = &mut searches[0];
        if *stage != Stage::Ended {
            *best = minimum(problem, &best.at, None, LAST).map_err(|e| no_run(Some(e)))?;
            *stage = Stage::Ended;
            continue; // others may have been better than where it began, but not than where it ended
        }
        let best = best.clone();
        let (_, rest) = searches.split_at_mut(1);
        if rest.is_empty() || is_poor(&best) {
            return Ok(false);
        }
        if rest.iter().any(|(other, _)| is_same(problem, &best, other)) {
            return Ok(true);
        }
        let mut others = rest.iter_mut().take(followed);
        let Some((other, stage)) = others.find(|(_, stage)| *stage == Stage::Begun) else {
            return Ok(false);
        };
        for _ in 0..MOST_BRIEF {
            // A search that leads to a place without a run stays where it was.
            let Ok(next) = minimum(problem, &other.at, None, BRIEF) else { break };
            *other = next;
            if other.has_converged || is_same(problem, &best, other) {
                break;
            }
        }
        *stage = Stage::Followed;
    }
}

/// Returns whether a search came to the best place: to its sum of squares, within one percent or a millionth of the
/// measured sum, and to its parameters, within three standard errors of each or one percent. Places along a valley
/// are one place too: half-way between them the sum is no larger.
fn is_same(problem: &Problem<'_>, best: &Minimum, other: &Minimum) -> bool {
    let (samples, p) = (best.there.residuals.len(), best.at.len());
    let near = 1.01 * best.there.value + 1e-12 * samples as f64;
    if other.there.value > near {
        return false;
    }
    let apart = DVector::from_fn(p, |k, _| other.at[k] - best.at[k]);
    let rise = apart.dot(&(&best.there.curvature * &apart));
    let variance = variance(&best.there, problem.axes.len()) + 1e-12;
    if rise <= 9.0 * p as f64 * variance || apart.amax() <= 0.01 {
        return true;
    }
    let middle: Vec<f64> = best.at.iter().zip(&other.at).map(|(a, b)| 0.5 * (a + b)).collect();
    problem.sum(&middle).is_ok_and(|sum| sum <= near)
}

/// Returns whether the residuals are large and not noise: where nothing fits, all places are alike.
fn is_poor(best: &Minimum) -> bool {
    let residuals = &best.there.residuals;
    let share = (best.there.value / residuals.len() as f64).sqrt();
    share > POOR && whiteness(residuals).correlation > ALIKE
}

pub(crate) fn no_run(error: Option<Failed>) -> FitError {
    let reason = error.map_or_else(|| "no place to start from".to_owned(), |e| e.to_string());
    FitError::NoRun { reason }
}

impl Fit {
    /// Returns the size of the first round.
    fn size(&self, problem: &Problem<'_>) -> Size {
        let parameters = problem.axes.len();
        let (least, most) = (MEMBERS.0 * parameters, MEMBERS.1 * parameters);
        let affordable = (STEPS / problem.experiment.steps.max(1.0)) as usize;
        let members = self.members.unwrap_or_else(|| affordable.clamp(least, most));
        let starts = members / (MEMBERS_OF_A_START * parameters);
        let starts = self.starts.unwrap_or_else(|| starts.clamp(STARTS.0, STARTS.1));
        let is_asked = self.members.or(self.starts).is_some();
        let is_dear = affordable < least && !is_asked;
        let has_design = members > 0 && starts > 0;
        // Without a design there is nothing to look at twice.
        let rounds = if is_dear || !has_design { 1 } else { ROUNDS };
        Size { members, starts, rounds, followed: if is_dear { 0 } else { FOLLOWED } }
    }

    /// Returns the best places of a space-filling design.
    fn places(
        &self,
        problem: &Problem<'_>,
        Size { members, starts, .. }: Size,
        growth: usize,
        round: u32,
    ) -> Result<Vec<Vec<f64>>, FitError> {
        let [members, starts] = [members, starts].map(|number| growth.saturating_mul(number));
        if members == 0 || starts == 0 {
            return Ok(vec![]);
        }
        let variables = problem.axes.iter();
        let variables =
            variables.map(|axis| RandomVariable::uniform(&axis.path, axis.box_.0, axis.box_.1));
        let seed = self.seed.wrapping_add(u64::from(round));
        let design = Design::latin_hypercube(members, seed, variables)?;
        let ensemble = Ensemble::new(design, ["sum of squares"]).threads(self.threads).quiet();
        let results = ensemble.run(|member| Ok([problem.sum(member.values())?]))?;
        let ended = results.members();
        let mut found: Vec<(f64, usize)> = ended
            .filter_map(|(k, outcome)| Some((*outcome.outputs()?.first()?, k)))
            .filter(|(sum, _)| sum.is_finite())
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let best = found.iter().take(starts);
        let places = best.filter_map(|(_, k)| Some(results.design().member(*k)?.values().to_vec()));
        Ok(places.collect())
    }
}
