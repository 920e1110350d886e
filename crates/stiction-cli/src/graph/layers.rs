//! Places of the nodes: in layers from left to right, with few crossings.
//!
//! Connections stand between what they connect, so the graph is bipartite: with the distance from
//! the begin as layer, every edge leads from a layer to the next one. Within the layers, nodes are
//! ordered by the mean place of their neighbours (K. Sugiyama, S. Tagawa, M. Toda, 1981).

use super::{Graph, Kind};

/// Nodes by layer, each from top to bottom.
pub(super) fn layers(graph: &Graph) -> Vec<Vec<usize>> {
    let mut layers: Vec<Vec<usize>> = vec![];
    let mut seen = vec![false; graph.nodes.len()];
    // What moves by itself stands at the left; then whatever is not reached from there.
    let by_kind = |kind: Kind| (0..graph.nodes.len()).filter(move |k| graph.nodes[*k].kind == kind);
    let drives: Vec<usize> = by_kind(Kind::Drive).chain(by_kind(Kind::Ground)).collect();
    spread(graph, drives, &mut seen, &mut layers);
    for body in by_kind(Kind::Body) {
        if !seen[body] {
            spread(graph, vec![body], &mut seen, &mut layers);
        }
    }
    for sweep in 0..8 {
        order(graph, &mut layers, sweep % 2 == 0);
    }
    layers
}

/// Places what can be reached, layer by layer.
fn spread(graph: &Graph, start: Vec<usize>, seen: &mut [bool], layers: &mut Vec<Vec<usize>>) {
    let mut front = start;
    front.iter().for_each(|node| seen[*node] = true);
    let mut depth = 0;
    while !front.is_empty() {
        if layers.len() == depth {
            layers.push(vec![]);
        }
        layers[depth].extend(&front);
        let mut next = vec![];
        for node in front {
            for neighbour in graph.neighbours(node) {
                if !seen[neighbour] {
                    seen[neighbour] = true;
                    next.push(neighbour);
                }
            }
        }
        front = next;
        depth += 1;
    }
}

/// Sorts every layer by the mean place of the neighbours in the layer before (or after) it.
fn order(graph: &Graph, layers: &mut [Vec<usize>], forwards: bool) {
    let count = layers.len();
    for step in 1..count {
        let (fixed, moved) =
            if forwards { (step - 1, step) } else { (count - step, count - step - 1) };
        let place = |node: usize| layers[fixed].iter().position(|known| *known == node);
        let mut keyed: Vec<(f64, usize)> = vec![];
        for (own, node) in layers[moved].iter().enumerate() {
            let places: Vec<usize> = graph.neighbours(*node).filter_map(place).collect();
            let sum: usize = places.iter().sum();
            // What has no neighbour there keeps its place.
            let share = |place: f64, layer: &[usize]| place / layer.len().max(1) as f64;
            let mean = if places.is_empty() {
                share(own as f64, &layers[moved])
            } else {
                share(sum as f64 / places.len() as f64, &layers[fixed])
            };
            keyed.push((mean, *node));
        }
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        layers[moved] = keyed.into_iter().map(|(_, node)| node).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Node};
    use super::*;

    fn graph(kinds: &[Kind], edges: &[(usize, usize)]) -> Graph {
        let node = |kind: &Kind| Node { kind: *kind, name: String::new(), details: vec![] };
        let edge =
            |&(connection, end): &(usize, usize)| Edge { connection, end, label: String::new() };
        Graph { nodes: kinds.iter().map(node).collect(), edges: edges.iter().map(edge).collect() }
    }

    #[test]
    fn a_chain_is_drawn_from_the_drive_on() {
        use Kind::{Body, Connection, Drive};
        // Two bodies, a drive; the drive pulls body 1, which pulls body 0.
        let kinds = [Body, Body, Drive, Connection, Connection];
        let graph = graph(&kinds, &[(3, 2), (3, 1), (4, 0), (4, 1)]);
        assert_eq!(layers(&graph), [[2], [3], [1], [4], [0]]);
    }

    #[test]
    fn every_node_is_placed_once_and_crossings_are_removed() {
        use Kind::{Body, Connection};
        // Two pairs that cross in the order of their numbers, and a body alone.
        let kinds = [Body, Body, Body, Connection, Connection];
        let graph = graph(&kinds, &[(4, 0), (3, 1)]);
        let layers = layers(&graph);
        assert_eq!(layers, [vec![0, 1, 2], vec![4, 3]]);
    }
}
