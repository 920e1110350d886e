//! The drawings: the physical model, the architecture, and the mechanisms of the simulations.

use crate::kikuuwe::{Jump, TwoLink, joint_gsat};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::Tableau;

use crate::experiments::{Effort, Outcome, ReproduceError};

/// A component: its name in the graph, its label, and whether it is an admittance.
struct Node<'a> {
    name: &'a str,
    label: &'a str,
    admittance: bool,
}

/// The components and connections of a graph in DOT.
fn parse(dot: &str) -> (Vec<Node<'_>>, Vec<(&str, &str)>) {
    let (mut nodes, mut edges) = (vec![], vec![]);
    for line in dot.lines().map(str::trim) {
        let Some((head, rest)) = line.split_once(" [") else { continue };
        let label = rest.split_once("label=\"").and_then(|(_, text)| text.split_once('"'));
        let label = label.map_or("", |(label, _)| label);
        if let Some((from, to)) = head.split_once(" -- ") {
            edges.push((from, to));
        } else if rest.contains("shape=") {
            nodes.push(Node { name: head, label, admittance: rest.contains("shape=box") });
        }
    }
    (nodes, edges)
}

/// Admittances on the left, impedances on the right, lines for their connections.
fn graph(dot: &str) -> Panel {
    let (nodes, edges) = parse(dot);
    let place = |name: &str| -> Option<[f64; 2]> {
        let node = nodes.iter().find(|node| node.name == name)?;
        let mut column = nodes.iter().filter(|other| other.admittance == node.admittance);
        let count = column.clone().count() as f64;
        let row = column.position(|other| other.name == name)? as f64;
        Some([if node.admittance { 0.0 } else { 3.0 }, 0.5 * (count - 1.0) - row])
    };
    let title = "simulation II: admittance and impedances";
    let mut panel = Panel::new().title(title).without_axes().x_range(-1.0, 6.0);
    for (from, to) in edges {
        if let (Some(a), Some(b)) = (place(from), place(to)) {
            let line = Series::line("", &[a[0], b[0]], &[a[1], b[1]]);
            panel = panel.series(line.color(palette::GREY).width(1.0));
        }
    }
    for node in &nodes {
        let Some([x, y]) = place(node.name) else { continue };
        let color = if node.admittance { palette::BLUE } else { palette::VERMILION };
        panel = panel.series(Series::points("", &[x], &[y]).color(color).width(5.0));
        panel = panel.note([x + 0.15, y + 0.12], node.label);
    }
    panel
}

/// Simulation II as a graph in the language of Graphviz.
fn dot() -> Result<String, ReproduceError> {
    let arm = TwoLink::new(&joint_gsat()?, Tableau::rk4(), 1e-4, Jump::ByStage)?;
    Ok(arm.simulation.network().to_dot())
}

pub(super) fn run(_: Effort) -> Result<Outcome, ReproduceError> {
    let dot = dot()?;
    let text = "The massless object between a spring with a damper and a rough surface (Fig. 1), the \
                architecture of admittances and impedances (Fig. 2; as a picture the network of \
                simulation II as the library has it), the sphere (Fig. 3) and the arm (Fig. 5).";
    Ok(Outcome::new(text)
        .figure(Figure::new("").size(620.0, 260.0).panel(graph(&dot)))
        .not_compared("drawings, with nothing to compute"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_has_an_arm_two_motors_and_two_frictions() {
        let dot = dot().unwrap();
        let (nodes, edges) = parse(&dot);
        assert_eq!(nodes.iter().filter(|node| node.admittance).count(), 1);
        assert_eq!((nodes.len(), edges.len()), (5, 4));
        assert!(nodes.iter().all(|node| !node.label.is_empty()));
    }
}
