//! The picture of a mechanism: which connection acts on which part.

use stiction::core::Value;
use stiction::output::{printable, short};
use stiction::scenario::{Scenario, ScenarioBody};

/// How a part is drawn: the brackets of its node in Mermaid, and the attributes in Graphviz.
#[derive(Clone, Copy, Debug)]
struct Look([&'static str; 2], &'static str);

const BODY: Look = Look(["[", "]"], "shape=box, style=bold");
const DRIVE: Look = Look(["[/", "/]"], "shape=box, style=dashed");
const GROUND: Look = Look(["[[", "]]"], "shape=plaintext");
const CONNECTION: Look = Look(["(", ")"], "shape=box, style=rounded");

/// A body, a drive, the ground or a connection.
#[derive(Clone, Debug)]
struct Node {
    look: Look,
    /// The name, and further lines of the label.
    lines: Vec<String>,
}

/// A connection and a part that it acts on.
#[derive(Clone, Debug)]
struct Edge {
    /// Node of the connection.
    connection: usize,
    /// Node of a body, a drive or the ground.
    end: usize,
    /// The joint of an arm, as `[1]`; empty without one.
    label: String,
}

/// Nodes, and edges that each lead from a connection to a part.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

impl Graph {
    /// Returns the graph of a scenario that was checked.
    pub(crate) fn of(scenario: &Scenario) -> Self {
        let mut nodes = vec![];
        let mut names = vec![];
        for (name, body) in &scenario.bodies {
            names.push(name.as_str());
            let lines = [name.clone(), body.kind.tag().to_owned()].into_iter().chain(fact(body));
            nodes.push(Node { look: BODY, lines: lines.collect() });
        }
        for (name, drive) in &scenario.drives {
            names.push(name.as_str());
            let lines = vec![name.clone(), drive.tag().to_owned()];
            nodes.push(Node { look: DRIVE, lines });
        }
        let mut edges = vec![];
        for (name, connection) in &scenario.connections {
            let mut lines = vec![name.clone(), connection.law.tag().to_owned()];
            let map = connection.map.tag();
            if map != "direct" {
                lines.push(format!("via {map}"));
            }
            let node = nodes.len();
            nodes.push(Node { look: CONNECTION, lines });
            for port in connection.ports.as_slice() {
                let (owner, label) = port.split_at(port.find(['[', '.']).unwrap_or(port.len()));
                let known = names.iter().position(|name| *name == owner);
                // Every connection to the ground has its own, as in a drawing of mechanics.
                let end = known.unwrap_or_else(|| {
                    nodes.push(Node { look: GROUND, lines: vec![port.clone()] });
                    nodes.len() - 1
                });
                let label = label.trim_start_matches('.').to_owned();
                edges.push(Edge { connection: node, end, label });
            }
        }
        Self { nodes, edges }
    }

    /// Returns the graph as text for Mermaid, which GitHub draws.
    pub(crate) fn mermaid(&self, title: &str) -> String {
        // The head is YAML, in which JSON text is valid.
        let title = serde_json::Value::from(printable(title));
        let mut lines = vec![format!("---\ntitle: {title}\n---\nflowchart LR")];
        for (k, node) in self.nodes.iter().enumerate() {
            let Look([open, close], _) = node.look;
            let text: Vec<String> = node.lines.iter().map(|line| mermaid_text(line)).collect();
            lines.push(format!("  n{k}{open}\"{}\"{close}", text.join("<br>")));
        }
        for Edge { connection, end, label } in &self.edges {
            let label = match label.as_str() {
                "" => String::new(),
                label => format!("|\"{}\"|", mermaid_text(label)),
            };
            lines.push(format!("  n{end} ---{label} n{connection}"));
        }
        lines.join("\n") + "\n"
    }

    /// Returns the graph as text for Graphviz; `dot -Tsvg` draws it.
    pub(crate) fn dot(&self) -> String {
        let mut lines = vec![
            "graph mechanism {".to_owned(),
            "  rankdir=LR;".to_owned(),
            "  node [fontname=\"sans-serif\"];".to_owned(),
        ];
        for (k, node) in self.nodes.iter().enumerate() {
            let Look(_, shape) = node.look;
            let text: Vec<String> = node.lines.iter().map(|line| dot_text(line)).collect();
            lines.push(format!("  n{k} [{shape}, label=\"{}\"];", text.join("\\n")));
        }
        for Edge { connection, end, label } in &self.edges {
            let label = match label.as_str() {
                "" => String::new(),
                label => format!(" [label=\"{}\"]", dot_text(label)),
            };
            lines.push(format!("  n{end} -- n{connection}{label};"));
        }
        lines.join("\n") + "\n}\n"
    }
}

/// Returns the mass, the inertia or the number of links of a body.
fn fact(body: &ScenarioBody) -> Option<String> {
    match ["mass", "inertia", "links"].map(|name| body.kind.value(name)) {
        [Some(Value::Number(mass)), ..] => Some(format!("{} kg", short(*mass))),
        [_, Some(Value::Number(inertia)), _] => Some(format!("{} kg m²", short(*inertia))),
        [.., Some(Value::List(links))] => Some(format!("{} links", links.len())),
        _ => None,
    }
}

/// Returns a text escaped for quotes of Mermaid: characters that could end them or be read as Markdown or as HTML are
/// given by their numbers.
fn mermaid_text(text: &str) -> String {
    let text: Vec<char> = printable(text).chars().collect();
    let is_letter = |k: usize| text.get(k).is_some_and(|c| c.is_alphanumeric());
    // `- a`, `1. a` and `_a_` are Markdown; `a-b`, `1.5` and `a_b` are not.
    let is_inside = |k: usize| k > 0 && is_letter(k - 1) && is_letter(k + 1);
    let written = |(k, c): (usize, &char)| {
        if is_letter(k) || "[]".contains(*c) || " -._".contains(*c) && is_inside(k) {
            c.to_string()
        } else {
            format!("#{};", u32::from(*c))
        }
    };
    text.iter().enumerate().map(written).collect()
}

fn dot_text(text: &str) -> String {
    printable(text).replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        for plain in ["rate_dependent_gsat", "0.5 kg m²", "block-1", "via between", "[1]"] {
            assert_eq!((mermaid_text(plain), dot_text(plain)), (plain.into(), plain.into()));
        }
        for (text, mermaid) in [
            ("a \"b\"", "a#32;#34;b#34;"),
            ("1. a", "1#46;#32;a"),
            ("-_a_", "#45;#95;a#95;"),
            ("<b>#1;`", "#60;b#62;#35;1#59;#96;"),
            ("(a)|{b}\\", "#40;a#41;#124;#123;b#125;#92;"),
            ("[\u{1b}]", "[#65533;]"),
        ] {
            assert_eq!(mermaid_text(text), mermaid);
        }
        assert_eq!(dot_text("a \"b\\\""), "a \\\"b\\\\\\\"");
    }

    #[test]
    fn every_kind_has_its_shape() {
        let node = |look, name: &str| Node { look, lines: vec![name.to_owned(), "x".to_owned()] };
        let nodes =
            vec![node(BODY, "a"), node(DRIVE, "b"), node(GROUND, "c"), node(CONNECTION, "d")];
        let edge = |end, label: &str| Edge { connection: 3, end, label: label.to_owned() };
        let graph = Graph { nodes, edges: vec![edge(0, "[1]"), edge(2, "")] };
        let expected = "---\ntitle: \"a \\\"b\\\": c\"\n---\nflowchart LR\n  n0[\"a<br>x\"]\n  \
             n1[/\"b<br>x\"/]\n  n2[[\"c<br>x\"]]\n  n3(\"d<br>x\")\n  n0 ---|\"[1]\"| n3\n  n2 --- n3\n";
        assert_eq!(graph.mermaid("a \"b\": c"), expected);
        let expected = "graph mechanism {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n  \
             n0 [shape=box, style=bold, label=\"a\\nx\"];\n  n1 [shape=box, style=dashed, label=\"b\\nx\"];\n  \
             n2 [shape=plaintext, label=\"c\\nx\"];\n  n3 [shape=box, style=rounded, label=\"d\\nx\"];\n  \
             n0 -- n3 [label=\"[1]\"];\n  n2 -- n3;\n}\n";
        assert_eq!(graph.dot(), expected);
    }
}
