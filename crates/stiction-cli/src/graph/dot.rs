//! The graph as text for Graphviz.

use stiction::output::printable;

use super::{Graph, Kind};

/// DOT text; `dot -Tsvg` draws it.
pub(crate) fn dot(graph: &Graph) -> String {
    let mut lines = vec![
        "graph mechanism {".to_owned(),
        "  rankdir=LR;".to_owned(),
        "  node [fontname=\"sans-serif\"];".to_owned(),
    ];
    for (k, node) in graph.nodes.iter().enumerate() {
        let shape = match node.kind {
            Kind::Body => "shape=box, style=bold",
            Kind::Drive => "shape=box, style=dashed",
            Kind::Ground => "shape=plaintext",
            Kind::Connection => "shape=box, style=rounded",
        };
        let text: Vec<String> =
            std::iter::once(&node.name).chain(&node.details).map(|line| escape(line)).collect();
        lines.push(format!("  n{k} [{shape}, label=\"{}\"];", text.join("\\n")));
    }
    for edge in &graph.edges {
        let label = if edge.label.is_empty() {
            String::new()
        } else {
            format!(" [label=\"{}\"]", escape(&edge.label))
        };
        lines.push(format!("  n{} -- n{}{label};", edge.end, edge.connection));
    }
    lines.join("\n") + "\n}\n"
}

fn escape(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('"', "\\\"")
}
