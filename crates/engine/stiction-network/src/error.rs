//! Errors of composing, asking and stepping.

use core::fmt;

use crate::ode::OdeError;
use stiction_core::{ParameterError, Shown, ShownTime, WithoutInertia};

/// Why a mechanism could not be composed, or a question about it not be answered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// A port, a handle or a state of another network was used.
    #[error("{what} belongs to network {found}, not to network {expected}")]
    Foreign {
        /// The port, the handle or the state.
        what: String,
        /// Network that was asked.
        expected: u32,
        /// Network that it belongs to.
        found: u32,
    },
    /// A component has fewer ports than were asked for.
    #[error("there is no {port}: the component has {count} ports")]
    NoSuchPort {
        /// The port.
        port: String,
        /// Number of ports that there are.
        count: usize,
    },
    /// A port is not of the [domain](stiction_core::UnlikePorts::domain) for which it was taken: the free base of a
    /// tree is a frame in space, and a joint that slides a line.
    #[error("port {port} of {component} is of the domain `{expected}`, found `{found}`")]
    PortDomain {
        /// The component.
        component: String,
        /// Name of the port, its number if it has none.
        port: String,
        /// Its domain.
        expected: &'static str,
        /// The domain for which it was taken.
        found: &'static str,
    },
    /// A law cannot stand behind a map.
    #[error("cannot connect {law} through {map}: the map {reason}")]
    Misfit {
        /// The impedance.
        law: String,
        /// The map.
        map: String,
        /// The reason, in words.
        reason: &'static str,
    },
    /// There must be one number for every variable.
    #[error("the length of the {state} must be {expected}, not {found}")]
    VariableCount {
        /// The state, or the internal state of a component.
        state: String,
        /// Number of variables.
        expected: usize,
        /// Number of numbers.
        found: usize,
    },
    /// An admittance was given the wrong number of initial motions.
    #[error("{component} has {expected} ports and was given {found} initial motions")]
    StartCount {
        /// The component.
        component: String,
        /// Number of ports.
        expected: usize,
        /// Number of motions given.
        found: usize,
    },
    /// An initial value is not finite.
    #[error("{component}: initial {variable} = {value} must be finite")]
    Start {
        /// The component.
        component: String,
        /// The variable.
        variable: String,
        /// Value given.
        value: f64,
    },
    /// An initial orientation is not valid: its quaternion has no direction.
    #[error(
        "{component}: the quaternion of its initial orientation has the length {}, which must be finite and not zero",
        Shown(*.length)
    )]
    StartOrientation {
        /// The component.
        component: String,
        /// Length of the quaternion given.
        length: f64,
    },
    /// A port has nothing to move: the inertia matrix of its component is singular.
    #[error(
        "{component}: joint `{}` has nothing to move in this position, so that its inertia matrix is singular: it moves {:.1e} while the other joints are free, of {:.1e} if they were locked; a link that it carries needs a mass, a joint an armature, or the start another position",
        .port.port, .port.inertia, .port.locked
    )]
    Singular {
        /// The component.
        component: String,
        /// The port, and the inertia that it moves.
        port: WithoutInertia,
    },
    /// An element that is to start loaded has no bristle with a known deflection.
    #[error("{component} cannot start loaded: it has no bristle that follows a motion of its port")]
    NoBristle {
        /// The component.
        component: String,
    },
    /// An element that is to start loaded moves.
    #[error("{component} cannot start loaded: it slides at {} at the start, which must be 0", Shown(*.speed))]
    NotAtRest {
        /// The component.
        component: String,
        /// The flow that it sees.
        speed: f64,
    },
    /// An element that is to start loaded cannot bear its load.
    #[error(
        "{component} cannot start loaded: it must bear {load:.4} and bears {bears:.4}; \
         `start = \"slipping\"` starts it at its limit"
    )]
    Overloaded {
        /// The component.
        component: String,
        /// Load that it has to bear at rest.
        load: f64,
        /// Load that it can bear.
        bears: f64,
    },
    /// A body without a place in space was given a shape.
    #[error("{component} has no place in space where a shape could be: its ports are of {domain}")]
    NoPlace {
        /// The component's type.
        component: String,
        /// The domain of its ports.
        domain: &'static str,
    },
    /// A shape has an invalid number.
    #[error("{component}: {refused}")]
    Shape {
        /// The component's type.
        component: String,
        /// The refused parameter.
        refused: ParameterError,
    },
    /// An element without friction was asked whether it sticks.
    #[error("{component} has no contact state: it is no friction")]
    NoContactState {
        /// The component.
        component: String,
    },
    /// There is no input of this name.
    #[error("there is no input `{name}`{}", there_are(.known))]
    UnknownInput {
        /// The name.
        name: String,
        /// Names of the existing inputs.
        known: Vec<String>,
    },
    /// Two inputs of one name differ.
    #[error(
        "there are two inputs `{name}`: one starts at {} {}, one at {} {}",
        Shown(.starts[0]), .units[0], Shown(.starts[1]), .units[1]
    )]
    InputConflict {
        /// The name.
        name: String,
        /// Their values at the start.
        starts: [f64; 2],
        /// Their units.
        units: [String; 2],
    },
    /// An input was given an invalid command.
    #[error("input `{name}`: {} = {} {}", .refused.parameter, Shown(.refused.value), .refused.requirement)]
    Input {
        /// Its name.
        name: String,
        /// The refused parameter.
        refused: ParameterError,
    },
    /// The network has more state variables than it can address.
    #[error("the mechanism needs {variables} state variables; at most {limit} can be addressed")]
    TooLarge {
        /// Number needed.
        variables: usize,
        /// The limit.
        limit: usize,
    },
    /// A snapshot was taken of a mechanism of another layout.
    #[error("the snapshot is of another mechanism: {what} is {found} there and {expected} here")]
    Snapshot {
        /// The property that differs.
        what: &'static str,
        /// Its value in the network.
        expected: String,
        /// Its value in the snapshot.
        found: String,
    },
}

/// Returns the names there are, to choose from.
fn there_are(known: &[String]) -> String {
    if known.is_empty() {
        return "; there are none".to_owned();
    }
    format!("; there are {}", known.join(", "))
}

/// Why a simulation could not be set up or continued. It stands after the last good step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// A component gave a number that is not finite in a step, while all that it was given was finite.
    #[error(transparent)]
    Culprit(#[from] Box<Culprit>),
    /// The state grew beyond all bounds, although the components gave finite numbers until then.
    #[error(
        "{component}: {variable} is not finite after the step from t = {} s (the step of {step} s may be too large for the stiffest element)",
        ShownTime(*.time)
    )]
    NotFinite {
        /// Name of the component.
        component: String,
        /// Name of the variable.
        variable: String,
        /// Time at which the step started \[s\].
        time: f64,
        /// Step size \[s\].
        step: f64,
    },
    /// A rate is not finite, although the components give finite numbers.
    #[error("{component}: the rate of {variable} is not finite at t = {} s", ShownTime(*.time))]
    Rate {
        /// Name of the component.
        component: String,
        /// Name of the variable.
        variable: String,
        /// Time \[s\].
        time: f64,
    },
    /// The mechanism has energy that nothing supplied: the step made it; see
    /// [`Simulation::watch_energy`](crate::Simulation::watch_energy).
    #[error(
        "{component} has {gained:.3e} J from nowhere at t = {} s, where {turnover:.3e} J were turned over: the step of {step} s is too large{}",
        ShownTime(*.time),
        blame(.fastest)
    )]
    EnergyFromNowhere {
        /// Name of the component that gained most.
        component: String,
        /// Energy that it gained \[J\].
        gained: f64,
        /// Largest change of stored energy, supplied and dissipated energy of the mechanism \[J\].
        turnover: f64,
        /// Connections in which a disturbance grows fastest from step to step.
        fastest: Vec<String>,
        /// Time after the step \[s\].
        time: f64,
        /// Step size \[s\].
        step: f64,
    },
    /// Time integration refused.
    #[error(transparent)]
    Ode(#[from] OdeError),
    /// The network refused.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// An observer failed.
    #[error("observer failed at t = {} s: {source}", ShownTime(*.time))]
    Observer {
        /// Time of the sample \[s\].
        time: f64,
        /// Error of the observer.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Returns the connections that a step is too large for.
fn blame(fastest: &[String]) -> String {
    if fastest.is_empty() { String::new() } else { format!(" for {}", fastest.join(", ")) }
}

/// Which value of a component is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CulpritKind {
    /// The motion of a drive, or the pose of the ground, at a port of the wire.
    Drive {
        /// Which of the ports of the wire, from 0.
        port: usize,
    },
    /// The motion that the map makes of those of its ports.
    Map,
    /// The effort of the law.
    Effort,
    /// The rate of the internal state of the law.
    InternalRate,
    /// The efforts that the map makes of that of the law.
    MapEfforts,
    /// The rate of the state of an admittance.
    Rate,
    /// The state of an admittance after it was put back onto its constraint.
    Constraint,
}

impl fmt::Display for CulpritKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drive { port } => write!(f, "motion at port {port}"),
            Self::Map => f.write_str("motion"),
            Self::Effort => f.write_str("effort"),
            Self::InternalRate => f.write_str("internal rate"),
            Self::MapEfforts => f.write_str("transformed effort"),
            Self::Rate => f.write_str("rate"),
            Self::Constraint => f.write_str("state, put back onto its constraint,"),
        }
    }
}

/// The first value in a failed step that is not finite, although all its inputs were.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{name}: the {kind} of the {component} is not finite at t = {} s, in the step from t = {} s ({variable} = {value}){}",
    ShownTime(*.time),
    ShownTime(*.step_start),
    because(.cause.as_ref())
)]
#[non_exhaustive]
pub struct Culprit {
    /// Name of the wire or of the admittance.
    pub name: String,
    /// Name of the type of the law, of the map or of the admittance; "drive" or "ground" for a port.
    pub component: String,
    /// Which value of it.
    pub kind: CulpritKind,
    /// The scalar that is not finite.
    pub variable: String,
    /// Its value.
    pub value: f64,
    /// Time of the stage in which it occurred \[s\].
    pub time: f64,
    /// Time at which the step started \[s\].
    pub step_start: f64,
    /// Value given to the component that it cannot handle, if it can tell.
    pub cause: Option<ParameterError>,
}

fn because(cause: Option<&ParameterError>) -> String {
    cause.map(|cause| format!(": {cause}")).unwrap_or_default()
}
