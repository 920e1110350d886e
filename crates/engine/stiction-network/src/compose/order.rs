//! An order of the components that does not depend on the order in which they were inserted.
//!
//! Sums of efforts depend in their last bit on the order of the terms, so the order must come from
//! the mechanism itself. Nodes are sorted by type, initial state and parameters. Nodes that are still
//! equal are told apart by their neighbourhood, in rounds: a node's signature is the multiset of its
//! wires (type, parameters, which end) with the classes of the nodes at their other ends. A round
//! looks only at the neighbours of nodes whose class changed in the round before, so that a long
//! chain of identical links costs no more than its length. Nodes that no round can tell apart move
//! alike, so their order does not matter.
//!
//! Four identical nodes in a chain, for example, whose wires have their first end on the left:
//!
//! ```text
//!                 0 ──── 1 ──── 2 ──── 3       classes
//! at first        all alike                    0  0  0  0
//! round 1         0 is a first end, 1 and 2 are both, 3 is a second end
//!                 {0} keeps the class,         0  4  4  5
//!                 the others get new ones
//! round 2         1 has a neighbour of class 0, 2 has one of class 5
//!                 {1} keeps the class          0  4  6  5
//! order by class  0, 1, 3, 2
//! ```
//! A class is numbered by the place of its signature among those of the round. So the numbers come from the mechanism
//! too, and not from the indices of the nodes.

use core::cmp::Ordering;

/// A node as the ordering sees it.
pub(crate) struct NodeKey {
    /// Rank of its type.
    pub(crate) pool: u32,
    /// Its initial state.
    pub(crate) start: Vec<f64>,
}

/// A wire as the ordering sees it: rank of its type and its ends (`None`: not a node).
pub(crate) struct WireKey {
    pub(crate) pool: u32,
    pub(crate) ends: Vec<Option<usize>>,
}

/// Returns the nodes' indices in canonical order. The texts of parameters are asked for only where they
/// decide.
pub(crate) fn canonical_nodes(
    nodes: &[NodeKey],
    wires: &[WireKey],
    node_text: &dyn Fn(usize) -> String,
    wire_text: &dyn Fn(usize) -> String,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    let by_start = |&a: &usize, &b: &usize| {
        nodes[a].pool.cmp(&nodes[b].pool).then_with(|| compare(&nodes[a].start, &nodes[b].start))
    };
    order.sort_by(by_start);
    let mut rank = ranks(&order, |a, b| by_start(&a, &b) == Ordering::Equal);
    split(&mut order, &mut rank, node_text);
    if order.windows(2).all(|pair| rank[pair[0]] != rank[pair[1]]) {
        return order;
    }

    let mut wire_order: Vec<usize> = (0..wires.len()).collect();
    wire_order.sort_by_key(|&w| wires[w].pool);
    let mut wire_rank = ranks(&wire_order, |a, b| wires[a].pool == wires[b].pool);
    split(&mut wire_order, &mut wire_rank, wire_text);

    // For each node its wires, and which end of the wire it is: the two ends of a map may play different roles.
    let mut incident = vec![vec![]; nodes.len()];
    for (w, wire) in wires.iter().enumerate() {
        for (role, end) in wire.ends.iter().enumerate() {
            if let Some(node) = end {
                incident[*node].push((w, role));
            }
        }
    }
    let class = refine(&rank, wires, &wire_rank, &incident);
    order.sort_by_key(|&node| (rank[node], class[node]));
    order
}

/// Splits the classes of nodes of equal rank until all nodes of a class have the same wires to the
/// same classes, and returns the class of every node. `incident[node]` holds the wires of a node and the end that it
/// is at.
fn refine(
    rank: &[usize],
    wires: &[WireKey],
    wire_rank: &[usize],
    incident: &[Vec<(usize, usize)>],
) -> Vec<usize> {
    let mut class = rank.to_vec();
    // There are never more classes than nodes, and each new one gets a number of its own.
    let (mut next, mut size) = (rank.len(), vec![0_usize; 2 * rank.len()]);
    class.iter().for_each(|&c| size[c] += 1);
    let mut suspects: Vec<usize> = (0..rank.len()).collect();
    loop {
        // A node alone in its class cannot be split off.
        suspects.retain(|&node| size[class[node]] > 1);
        suspects.sort_unstable();
        suspects.dedup();
        let signature = |node: usize| {
            let mut seen: Vec<(usize, usize, Vec<Option<usize>>)> = incident[node]
                .iter()
                .map(|&(w, role)| {
                    let ends = wires[w].ends.iter().map(|end| end.map(|n| class[n])).collect();
                    (wire_rank[w], role, ends)
                })
                .collect();
            seen.sort_unstable();
            seen
        };
        let mut keyed: Vec<_> =
            suspects.iter().map(|&node| (class[node], signature(node), node)).collect();
        // The index comes last and only keeps groups together: it has no influence on which class gets which number.
        keyed.sort_unstable();
        let mut changed = vec![];
        for of_class in keyed.chunk_by(|a, b| a.0 == b.0) {
            // One group keeps the class: those without a changed neighbour, or else the first. Nodes that are not
            // suspects cannot be like one that is, which has a number of the round before in its signature.
            let old = of_class[0].0;
            let all = of_class.len() == size[old];
            for group in of_class.chunk_by(|a, b| a.1 == b.1).skip(usize::from(all)) {
                for (.., node) in group {
                    class[*node] = next;
                    changed.push(*node);
                }
                size[old] -= group.len();
                size[next] = group.len();
                next += 1;
            }
        }
        if changed.is_empty() {
            return class;
        }
        // Only the neighbours of changed nodes have another signature now.
        suspects.clear();
        for &node in &changed {
            let ends = incident[node].iter().flat_map(|&(w, _)| wires[w].ends.iter().flatten());
            suspects.extend(ends.filter(|&&other| other != node));
        }
    }
}

/// Compares number by number, in the total order of IEEE 754.
pub(crate) fn compare(a: &[f64], b: &[f64]) -> Ordering {
    let decided = a.iter().zip(b).map(|(a, b)| a.total_cmp(b)).find(|&o| o != Ordering::Equal);
    decided.unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// Returns the rank of each item: the place of the first item equal to it.
fn ranks(order: &[usize], equal: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut rank = vec![0; order.len()];
    for (place, &item) in order.iter().enumerate() {
        let previous = place.checked_sub(1).map(|p| order[p]);
        rank[item] = match previous {
            Some(previous) if equal(previous, item) => rank[previous],
            _ => place,
        };
    }
    rank
}

/// Sorts the items of equal rank by `key` (stably) and gives those that differ ranks of their own.
fn split<K: Ord>(order: &mut [usize], rank: &mut [usize], key: &dyn Fn(usize) -> K) {
    let mut start = 0;
    while start < order.len() {
        let end = start
            + order[start..].iter().take_while(|&&item| rank[item] == rank[order[start]]).count();
        if end - start > 1 {
            let mut keyed: Vec<(K, usize)> =
                order[start..end].iter().map(|&item| (key(item), item)).collect();
            keyed.sort_by(|a, b| a.0.cmp(&b.0));
            let mut first = start;
            for (i, (own, item)) in keyed.iter().enumerate() {
                if i > 0 && *own != keyed[i - 1].0 {
                    first = start + i;
                }
                order[start + i] = *item;
                rank[*item] = first;
            }
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_one_after_the_other() {
        use Ordering::{Equal, Greater, Less};
        for (a, b, expected) in [
            (&[][..], &[][..], Equal),
            (&[1.0], &[1.0], Equal),
            (&[1.0, 2.0], &[1.0, 3.0], Less),
            (&[2.0, 2.0], &[1.0, 3.0], Greater),
            (&[1.0], &[1.0, -9.0], Less),
            (&[1.0, 0.0], &[1.0], Greater),
            // Every bit counts.
            (&[-0.0], &[0.0], Less),
            (&[f64::NAN], &[f64::INFINITY], Greater),
        ] {
            assert_eq!(compare(a, b), expected, "{a:?} {b:?}");
        }
    }

    /// A mechanism with few kinds of everything, so that much of it is alike.
    struct Random {
        /// Pool, start and text.
        nodes: Vec<(u32, u8, u8)>,
        /// Pool, text and ends.
        wires: Vec<(u32, u8, Vec<Option<usize>>)>,
    }

    impl Random {
        fn new(seed: u64) -> Self {
            let mut state = seed;
            let mut below = |n: u64| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % n
            };
            let count = 2 + below(12);
            let nodes =
                (0..count).map(|_| (below(2) as u32, below(2) as u8, below(2) as u8)).collect();
            let wires = (0..below(16)).map(|_| {
                let ends = (0..1 + below(3)).map(|_| (below(5) > 0).then(|| below(count) as usize));
                let ends = ends.collect();
                (below(2) as u32, below(2) as u8, ends)
            });
            Self { nodes, wires: wires.collect() }
        }

        /// Returns the mechanism with the node that was i at `to[i]`, and the wires the other way round.
        fn moved(&self, to: &[usize]) -> Self {
            let mut nodes = self.nodes.clone();
            self.nodes.iter().zip(to).for_each(|(node, &at)| nodes[at] = *node);
            let wires = self.wires.iter().rev().map(|(pool, text, ends)| {
                (*pool, *text, ends.iter().map(|end| end.map(|node| to[node])).collect())
            });
            Self { nodes, wires: wires.collect() }
        }

        fn order(&self) -> Vec<usize> {
            let start = |start: u8| vec![f64::from(start)];
            let nodes: Vec<_> = self
                .nodes
                .iter()
                .map(|node| NodeKey { pool: node.0, start: start(node.1) })
                .collect();
            let wires: Vec<_> = self
                .wires
                .iter()
                .map(|wire| WireKey { pool: wire.0, ends: wire.2.clone() })
                .collect();
            let node_text = |node: usize| self.nodes[node].2.to_string();
            let wire_text = |wire: usize| self.wires[wire].1.to_string();
            canonical_nodes(&nodes, &wires, &node_text, &wire_text)
        }

        /// Describes the mechanism as seen from a node, at most `far` wires away.
        fn seen_from(&self, node: usize, far: usize) -> String {
            let mut seen = vec![];
            for (pool, text, ends) in self.wires.iter().filter(|_| far > 0) {
                for (role, _) in ends.iter().enumerate().filter(|(_, end)| **end == Some(node)) {
                    let end = |end: &Option<usize>| {
                        end.map_or_else(|| "-".to_owned(), |node| self.seen_from(node, far - 1))
                    };
                    let ends: Vec<_> = ends.iter().map(end).collect();
                    seen.push(format!("{pool}{text}.{role}[{}]", ends.join(",")));
                }
            }
            seen.sort_unstable();
            format!("{:?}({})", self.nodes[node], seen.join(" "))
        }
    }

    /// The order does not depend on that of insertion: the node at a place sees the same mechanism.
    #[test]
    fn the_order_is_one_of_the_mechanism() {
        let mut told_apart = 0;
        for seed in 0..300 {
            let here = Random::new(seed);
            let count = here.nodes.len();
            let turn: Vec<_> = (0..count).map(|i| (5 * i + 3) % count).collect();
            let to = if count.is_multiple_of(5) { (0..count).rev().collect() } else { turn };
            let there = here.moved(&to);
            let (order, moved) = (here.order(), there.order());
            let labels: Vec<_> = order.iter().map(|&node| here.nodes[node]).collect();
            assert!(labels.is_sorted(), "type, state, parameters");
            for (&a, &b) in order.iter().zip(&moved) {
                assert_eq!(here.seen_from(a, 3), there.seen_from(b, 3), "{seed}");
            }
            // The control: an order by labels alone does depend on it.
            let by_label = |random: &Random| {
                let mut order: Vec<_> = (0..count).collect();
                order.sort_by_key(|&node| random.nodes[node]);
                order
            };
            let pairs = by_label(&here).into_iter().zip(by_label(&there));
            told_apart += u32::from(
                pairs.into_iter().any(|(a, b)| here.seen_from(a, 3) != there.seen_from(b, 3)),
            );
        }
        assert!(told_apart > 50, "{told_apart}");
    }
}
