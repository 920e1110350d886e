//! Finds the number of a wire that is not finite.

use stiction_core::{Stage, motions_of};

use crate::books::look::{Look, WireRef};
use crate::compose::end::ResolvedEnd;
use crate::error::{Culprit, CulpritKind};

/// No variable of a mechanism in SI units is as large: beyond it a state has run away, and the component
/// in which a number then overflows is not to blame. A law may raise its motion to the tenth power before
/// it overflows below it.
const BEYOND: f64 = 1e30;

/// Returns whether one of the values is so large that the state has run away.
pub(crate) fn is_beyond(values: &[f64]) -> bool {
    values.iter().any(|value| value.abs() > BEYOND)
}

/// How far the search for a culprit has come.
pub(crate) enum Outcome {
    /// All is finite so far.
    Open,
    /// A number is not, because the state that its component was given has run away.
    RanAway,
    /// A number is not, although its component was given a sound state.
    Found(Culprit),
}

/// Judges the first number that passes through a wire at a stage and is not finite; the state is finite. The culprit has
/// no name yet.
pub(crate) fn judge(wire: &WireRef<'_>, stage: &Stage, z: &[f64], look: &Look) -> Outcome {
    let Some(mut found) = first_not_finite(wire, stage, look) else { return Outcome::Open };
    if has_run_away(wire, z, look) {
        return Outcome::RanAway;
    }
    match found.kind {
        CulpritKind::Drive { .. } => {}
        CulpritKind::Map | CulpritKind::MapEfforts => found.component = wire.map.name(),
        _ => {
            found.component = wire.law.name();
            found.cause = wire.law.fault(stage, &look.motion);
        }
    }
    Outcome::Found(found)
}

/// Returns the first number that is not finite, in the order of computation.
fn first_not_finite(wire: &WireRef<'_>, stage: &Stage, look: &Look) -> Option<Culprit> {
    let domain = wire.law.domain();
    let of_motion = |i: usize| domain.motion_name(i).to_owned();
    let of_effort = |i: usize| domain.effort_names.get(i).copied().unwrap_or("variable").to_owned();
    at_an_end(wire, stage, look)
        .or_else(|| first(&look.motion, CulpritKind::Map, stage, of_motion))
        .or_else(|| first(&look.effort, CulpritKind::Effort, stage, of_effort))
        .or_else(|| {
            first(&look.rate, CulpritKind::InternalRate, stage, |i| format!("internal[{i}]"))
        })
        .or_else(|| {
            first(&look.efforts, CulpritKind::MapEfforts, stage, |i| format!("effort[{i}]"))
        })
}

/// Judges the motion of a port that is no node, or that of a fixed pose.
fn at_an_end(wire: &WireRef<'_>, stage: &Stage, look: &Look) -> Option<Culprit> {
    let motions = motions_of(wire.map.domains(), &look.from);
    let mut ends = wire.ends.resolved().into_iter().zip(motions).enumerate();
    ends.find_map(|(port, (end, (domain, motion)))| {
        let name = |i: usize| domain.motion_name(i).to_owned();
        let mut found = first(motion, CulpritKind::Drive { port }, stage, name)?;
        let fixed = matches!(end, ResolvedEnd::Ground);
        found.component = if fixed { "ground" } else { "drive" }.to_owned();
        Some(found)
    })
}

/// Returns whether the variables that the wire reads have run away.
fn has_run_away(wire: &WireRef<'_>, z: &[f64], look: &Look) -> bool {
    let motions = motions_of(wire.map.domains(), &look.from);
    let mut nodes = wire.ends.resolved().into_iter().zip(motions);
    nodes.any(|(end, (_, motion))| matches!(end, ResolvedEnd::Node(_)) && is_beyond(motion))
        || is_beyond(z)
}

/// Returns the first value that is not finite, of a component without a name.
pub(crate) fn first(
    values: &[f64],
    kind: CulpritKind,
    stage: &Stage,
    variable: impl FnOnce(usize) -> String,
) -> Option<Culprit> {
    let place = values.iter().position(|value| !value.is_finite())?;
    Some(Culprit {
        name: String::new(),
        component: String::new(),
        kind,
        variable: variable(place),
        value: values[place],
        time: stage.time,
        step_start: stage.step_start,
        cause: None,
    })
}
