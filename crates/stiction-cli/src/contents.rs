//! What is in a scenario, for the report of `check`.

use serde_json::{Value, json};
use stiction::network::Network;
use stiction::ode::Ode;
use stiction::scenario::Scenario;

use crate::kind::type_of;

/// The parts with their types, and how they are stepped.
pub(crate) fn contents(scenario: &Scenario, network: &Network) -> Value {
    let part = |name: &String, type_name: String| json!({ "name": name, "type": type_name });
    let bodies: Vec<Value> =
        scenario.bodies.iter().map(|(name, body)| part(name, type_of(body))).collect();
    let drives: Vec<Value> =
        scenario.drives.iter().map(|(name, drive)| part(name, type_of(drive))).collect();
    let connections = scenario.connections.iter().map(|(name, connection)| {
        let (law, map) = (type_of(&connection.law), type_of(&connection.map));
        json!({ "name": name, "type": law, "ports": connection.ports.as_slice(), "map": map })
    });
    let connections: Vec<Value> = connections.collect();
    json!({
        "bodies": bodies,
        "drives": drives,
        "connections": connections,
        "state_variables": network.dim(),
        "solver": scenario.solver,
        "steps": (scenario.solver.until / scenario.solver.step).ceil(),
        "seconds_between_rows": scenario.sampling(),
    })
}
