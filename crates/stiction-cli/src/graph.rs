//! The picture of a mechanism: what acts on what.

use stiction::core::Value;
use stiction::scenario::{Body, Scenario};

use crate::kind::type_of;
use crate::numbers::short;

pub(crate) mod dot;
mod layers;
pub(crate) mod svg;

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Body,
    Drive,
    Ground,
    Connection,
}

/// A body, a drive, the ground or a connection.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Smaller lines below the name.
    pub(crate) details: Vec<String>,
}

/// A connection and something that it acts on.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// Node of the connection.
    pub(crate) connection: usize,
    /// Node of a body, a drive or the ground.
    pub(crate) end: usize,
    /// The joint of an arm, as `[1]`.
    pub(crate) label: String,
}

/// Nodes, and edges that each lead from a connection to something else.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
}

impl Graph {
    /// The graph of a scenario that was checked.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut graph = Self { nodes: vec![], edges: vec![] };
        for (name, body) in &scenario.bodies {
            graph.nodes.push(Node { kind: Kind::Body, name: name.clone(), details: facts(body) });
        }
        for (name, drive) in &scenario.drives {
            let details = vec![type_of(drive)];
            graph.nodes.push(Node { kind: Kind::Drive, name: name.clone(), details });
        }
        let ends = graph.nodes.len();
        for (name, connection) in &scenario.connections {
            let mut details = vec![type_of(&connection.law)];
            let map = type_of(&connection.map);
            if map != "direct" {
                details.push(format!("via {map}"));
            }
            let node = graph.nodes.len();
            graph.nodes.push(Node { kind: Kind::Connection, name: name.clone(), details });
            for port in connection.ports.as_slice() {
                let (owner, label) = port.split_at(port.find('[').unwrap_or(port.len()));
                let known = graph.nodes[..ends].iter().position(|node| node.name == owner);
                // Every connection to the ground has its own, as in a drawing of mechanics.
                let end = known.unwrap_or_else(|| {
                    let ground = Node { kind: Kind::Ground, name: port.clone(), details: vec![] };
                    graph.nodes.push(ground);
                    graph.nodes.len() - 1
                });
                graph.edges.push(Edge { connection: node, end, label: label.to_owned() });
            }
        }
        graph
    }

    /// Nodes at the other ends of the edges of a node.
    fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> {
        self.edges.iter().filter_map(move |edge| match (edge.connection, edge.end) {
            (connection, end) if connection == node => Some(end),
            (connection, end) if end == node => Some(connection),
            _ => None,
        })
    }
}

/// What a body is, in a line or two.
fn facts(body: &Body) -> Vec<String> {
    let fact = match ["mass", "inertia", "links"].map(|name| body.kind.value(name)) {
        [Some(Value::Number(mass)), ..] => Some(format!("{} kg", short(*mass))),
        [_, Some(Value::Number(inertia)), _] => Some(format!("{} kg m²", short(*inertia))),
        [.., Some(Value::List(links))] => Some(format!("{} links", links.len())),
        _ => None,
    };
    [type_of(&body.kind)].into_iter().chain(fact).collect()
}
