//! Contents of a scenario, for the report of `check`.

use serde_json::{Value, json};
use stiction::network::Network;
use stiction::ode::Ode;
use stiction::scenario::{Scenario, Solver};

/// Returns the settings of the solver, including a default method.
pub(crate) fn solver(solver: &Solver) -> Value {
    let Solver { method, step, until } = solver;
    json!({ "method": method, "step": step, "until": until })
}

/// Returns the parts with their types, and the settings of the solver.
pub(crate) fn contents(scenario: &Scenario, network: &Network) -> Value {
    let part = |name: &String, tag: &str| json!({ "name": name, "type": tag });
    let bodies: Vec<Value> =
        scenario.bodies.iter().map(|(name, body)| part(name, body.kind.tag())).collect();
    let drives: Vec<Value> =
        scenario.drives.iter().map(|(name, drive)| part(name, drive.tag())).collect();
    let connections = scenario.connections.iter().map(|(name, connection)| {
        let (law, map) = (connection.law.tag(), connection.map.tag());
        json!({ "name": name, "type": law, "ports": connection.ports.as_slice(), "map": map })
    });
    let connections: Vec<Value> = connections.collect();
    json!({
        "bodies": bodies,
        "drives": drives,
        "connections": connections,
        "state_variables": network.dim(),
        "solver": solver(&scenario.solver),
        "steps": (scenario.solver.until / scenario.solver.step).ceil(),
        "seconds_between_rows": scenario.sampling(),
    })
}
