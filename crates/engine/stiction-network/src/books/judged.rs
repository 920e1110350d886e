//! Finds the number of a wire that is not finite.

use stiction_core::{ParameterError, Stage, motions_of};

use crate::books::look::{Look, WireRef};
use crate::compose::end::ResolvedEnd;
use crate::error::CulpritKind;

/// No variable of a mechanism in SI units is as large: beyond it a state has run away, and the component
/// in which a number then overflows is not to blame. A law may raise its motion to the tenth power before
/// it overflows below it.
const BEYOND: f64 = 1e30;

/// Returns whether one of the values is so large that the state has run away.
pub(crate) fn is_beyond(values: &[f64]) -> bool {
    values.iter().any(|value| value.abs() > BEYOND)
}

/// A number that is not finite, and its component.
#[derive(Debug)]
pub(crate) struct Doubt {
    pub(crate) kind: CulpritKind,
    /// Name of the type that gave it.
    pub(crate) component: String,
    pub(crate) variable: String,
    pub(crate) value: f64,
    pub(crate) cause: Option<ParameterError>,
}

/// Verdict on a component at a stage.
#[derive(Debug)]
pub(crate) enum Judged {
    /// All is finite.
    Finite,
    /// A number is not, because the state that the component was given has run away.
    RunAway,
    /// A number is not, although the component was given a sound state.
    NotFinite(Doubt),
}

/// Judges the first number that passes through a wire at a stage and is not finite; the state is finite.
pub(crate) fn judge(wire: &WireRef<'_>, stage: &Stage, z: &[f64], look: &Look) -> Judged {
    let Some(mut found) = first_not_finite(wire, look) else { return Judged::Finite };
    if has_run_away(wire, z, look) {
        return Judged::RunAway;
    }
    match found.kind {
        CulpritKind::Drive { .. } => {}
        CulpritKind::Map | CulpritKind::MapEfforts => found.component = wire.map.name(),
        _ => {
            found.component = wire.law.name();
            found.cause = wire.law.fault(stage, &look.motion);
        }
    }
    Judged::NotFinite(found)
}

/// Returns the first number that is not finite, in the order of computation.
fn first_not_finite(wire: &WireRef<'_>, look: &Look) -> Option<Doubt> {
    let domain = wire.law.domain();
    let of_effort = |i: usize| domain.effort_names.get(i).copied().unwrap_or("variable").to_owned();
    at_an_end(wire, look)
        .or_else(|| first(&look.motion, CulpritKind::Map, |i| domain.motion_name(i).to_owned()))
        .or_else(|| first(&look.effort, CulpritKind::Effort, of_effort))
        .or_else(|| first(&look.rate, CulpritKind::InternalRate, |i| format!("internal[{i}]")))
        .or_else(|| first(&look.efforts, CulpritKind::MapEfforts, |i| format!("effort[{i}]")))
}

/// Judges the motion of a port that is no node, or that of a fixed pose.
fn at_an_end(wire: &WireRef<'_>, look: &Look) -> Option<Doubt> {
    let motions = motions_of(wire.map.domains(), &look.from);
    let mut ends = wire.ends.resolved().into_iter().zip(motions).enumerate();
    ends.find_map(|(port, (end, (domain, motion)))| {
        let name = |i: usize| domain.motion_name(i).to_owned();
        let mut found = first(motion, CulpritKind::Drive { port }, name)?;
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

/// Returns the first value that is not finite.
fn first(values: &[f64], kind: CulpritKind, name: impl Fn(usize) -> String) -> Option<Doubt> {
    let place = values.iter().position(|value| !value.is_finite())?;
    let (variable, value) = (name(place), values[place]);
    Some(Doubt { kind, component: String::new(), variable, value, cause: None })
}
