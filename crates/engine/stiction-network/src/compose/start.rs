//! Checks of the ports of a component and of the motions with which they start.

use stiction_core::{AnyAdmittance, AnyDomain, Domain, Start};

use crate::error::NetworkError;

/// Returns the motions with which the ports of a component start, if they are motions of these.
pub(crate) fn start_of<D: Domain>(
    component: &dyn AnyAdmittance,
    start: &Start<D>,
) -> Result<Vec<f64>, NetworkError> {
    let (expected, found) = (component.ports().count(), start.domains().len());
    if found != expected {
        return Err(NetworkError::StartCount { component: component.name(), expected, found });
    }
    for (port, found) in start.domains().iter().enumerate() {
        check_domain(component, port, found, true)?;
    }
    Ok(start.numbers().to_vec())
}

/// Checks that the numbers of a start are finite, and that its quaternions have a direction.
pub(crate) fn check_numbers(
    component: &dyn AnyAdmittance,
    state: &[f64],
) -> Result<(), NetworkError> {
    if let Some(index) = state.iter().position(|value| !value.is_finite()) {
        let (variable, value) = (component.variable(index), state[index]);
        return Err(NetworkError::Start { component: component.name(), variable, value });
    }
    let lengths =
        component.motions(state).filter_map(|(domain, pose)| domain.quaternion_length(pose));
    match { lengths }.find(|length| !(length.is_finite() && *length > 0.0)) {
        Some(length) => Err(NetworkError::StartOrientation { component: component.name(), length }),
        None => Ok(()),
    }
}

/// Checks that a port is of the domain `found`, or one like the other if it is read as a coordinate, be it an angle or
/// a length.
pub(crate) fn check_domain(
    component: &dyn AnyAdmittance,
    port: usize,
    found: &AnyDomain,
    as_coordinate: bool,
) -> Result<(), NetworkError> {
    let (ports, name) = (component.ports(), component.ports().name(port));
    let domain = ports.domain(port);
    let is_alike = as_coordinate && domain.is_coordinate() && found.is_coordinate();
    if is_alike || domain.id() == found.id() {
        return Ok(());
    }
    Err(NetworkError::PortDomain {
        component: component.name(),
        port: name.map_or_else(|| port.to_string(), str::to_owned),
        expected: domain.name,
        found: found.name,
    })
}
