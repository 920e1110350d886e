//! What of a wire is not finite.

use stiction_core::ParameterError;

use crate::end::ResolvedEnd;
use crate::error::CulpritKind;

/// No variable of a mechanism in SI units is as large: beyond it a state has run away, and what
/// overflows then is not the doing of the component that it overflows in. A law may raise its motion
/// to the tenth power before it overflows below it.
const BEYOND: f64 = 1e30;

/// Whether one of the values is so large that the state has run away.
pub(crate) fn is_beyond(values: &[f64]) -> bool {
    values.iter().any(|value| value.abs() > BEYOND)
}

/// What was found to be not finite.
#[derive(Debug)]
pub(crate) struct Doubt {
    pub(crate) kind: CulpritKind,
    /// Name of the type of what gave it.
    pub(crate) component: String,
    pub(crate) variable: String,
    pub(crate) value: f64,
    pub(crate) cause: Option<ParameterError>,
}

/// What was found in a component at a stage.
#[derive(Debug)]
pub(crate) enum Judged {
    /// All is finite.
    Finite,
    /// Something is not, as the state that it was given has run away.
    RunAway,
    /// Something is not, although the component was given a sound state.
    NotFinite(Doubt),
}

/// All that passes through a wire at a stage; the state is finite.
pub(super) struct Witness<'a> {
    pub(super) ends: Vec<ResolvedEnd>,
    /// Names of the scalars of the motion of each port.
    pub(super) port_names: Vec<Vec<&'static str>>,
    pub(super) motion_names: Vec<&'static str>,
    pub(super) effort_names: &'static [&'static str],
    pub(super) from: Vec<f64>,
    pub(super) internal: &'a [f64],
    pub(super) motion: Vec<f64>,
    pub(super) effort: Vec<f64>,
    pub(super) rate: Vec<f64>,
    pub(super) efforts: Vec<f64>,
}

impl Witness<'_> {
    /// The names and the fault are asked for where they are needed.
    pub(super) fn judge(
        self,
        law: &dyn Fn() -> String,
        coupling: &dyn Fn() -> String,
        fault: &dyn Fn() -> Option<ParameterError>,
    ) -> Judged {
        let Some(mut found) = self.first_not_finite() else { return Judged::Finite };
        if self.has_run_away() {
            return Judged::RunAway;
        }
        match found.kind {
            CulpritKind::Drive { .. } => {}
            CulpritKind::Map | CulpritKind::MapEfforts => found.component = coupling(),
            _ => {
                found.component = law();
                found.cause = fault();
            }
        }
        Judged::NotFinite(found)
    }

    /// In the order in which it is computed.
    fn first_not_finite(&self) -> Option<Doubt> {
        let name = |names: &[&'static str], i: usize| {
            names.get(i).copied().unwrap_or("variable").to_owned()
        };
        self.at_an_end()
            .or_else(|| first(&self.motion, CulpritKind::Map, |i| name(&self.motion_names, i)))
            .or_else(|| first(&self.effort, CulpritKind::Effort, |i| name(self.effort_names, i)))
            .or_else(|| first(&self.rate, CulpritKind::InternalRate, |i| format!("internal[{i}]")))
            .or_else(|| first(&self.efforts, CulpritKind::MapEfforts, |i| format!("effort[{i}]")))
    }

    /// The motion of a port that is no node, or that of a fixed pose.
    fn at_an_end(&self) -> Option<Doubt> {
        let mut from = &self.from[..];
        for (port, (end, names)) in self.ends.iter().zip(&self.port_names).enumerate() {
            let (own, rest) = from.split_at(names.len());
            from = rest;
            let kind = CulpritKind::Drive { port };
            if let Some(mut found) = first(own, kind, |i| names[i].to_owned()) {
                let fixed = matches!(end, ResolvedEnd::Ground);
                found.component = if fixed { "ground" } else { "drive" }.to_owned();
                return Some(found);
            }
        }
        None
    }

    /// Whether the variables that the wire reads have run away.
    fn has_run_away(&self) -> bool {
        let mut from = &self.from[..];
        let mut nodes = self.ends.iter().zip(&self.port_names).map(|(end, names)| {
            let (own, rest) = from.split_at(names.len());
            from = rest;
            matches!(end, ResolvedEnd::Node(_)) && is_beyond(own)
        });
        nodes.any(|beyond| beyond) || is_beyond(self.internal)
    }
}

/// The first value that is not finite.
fn first(values: &[f64], kind: CulpritKind, name: impl Fn(usize) -> String) -> Option<Doubt> {
    let place = values.iter().position(|value| !value.is_finite())?;
    let (variable, value) = (name(place), values[place]);
    Some(Doubt { kind, component: String::new(), variable, value, cause: None })
}
