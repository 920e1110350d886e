//! Cuts a mechanism into parts.
//!
//! A part is a span of the state that fits into the cache of a processor, so that a step can take
//! one part after the other, or several at a time. Components that are connected stay together where
//! they fit: small mechanisms side by side have nothing between their parts. A larger one is walked
//! through from a far end, neighbour by neighbour, and cut where a part is full; few wires then run
//! between parts. The cuts depend on the mechanism only, not on the machine.
//!
//! ```text
//! found in order   0        any node of a chain
//! first walk       3 ── 1 ── 0 ── 2 ── 4        nearest first: 0, 1, 2, 3, 4; the last one is far
//! second walk      from 4: 4, 2, 0, 1, 3        from end to end
//! parts            | 4  2  0 | 1  3 |           one wire, 0-1, runs between them
//! ```
//! A walk from the middle would cut on both sides. The numbering of a sparse matrix
//! by its neighbours begins likewise, at a far end that a first walk finds.

use crate::compose::order::WireKey;

/// Approximate number of variables in a part: with the arrays of a step, 32 KB.
const PART_VARIABLES: usize = 1024;

/// The components of every part.
#[derive(Debug, PartialEq)]
pub(crate) struct Partition {
    /// The nodes of every part, in the order of the layout; there is at least one part.
    pub(crate) nodes: Vec<Vec<usize>>,
    /// The part of every wire; none for one that runs between parts.
    pub(crate) part_of_wire: Vec<Option<usize>>,
}

/// Cuts the nodes, given in canonical order with their numbers of variables (those of their wires
/// included).
pub(crate) fn partition(order: &[usize], variables: &[usize], wires: &[WireKey]) -> Partition {
    let total: usize = variables.iter().sum();
    if total <= PART_VARIABLES {
        return Partition { nodes: vec![order.to_vec()], part_of_wire: vec![Some(0); wires.len()] };
    }
    let mut nodes = vec![vec![]];
    let mut filled = 0;
    for set in connected_sets(order, wires) {
        // A set that does not fit beside others begins a part of its own. It is cut only if it is larger than a part.
        let size: usize = set.iter().map(|&node| variables[node]).sum();
        if filled > 0 && filled + size > PART_VARIABLES {
            nodes.push(vec![]);
            filled = 0;
        }
        for node in set {
            if filled >= PART_VARIABLES {
                nodes.push(vec![]);
                filled = 0;
            }
            filled += variables[node];
            nodes.last_mut().into_iter().for_each(|part| part.push(node));
        }
    }
    let mut part_of = vec![0; order.len()];
    for (part, nodes) in nodes.iter().enumerate() {
        nodes.iter().for_each(|&node| part_of[node] = part);
    }
    let part_of_wire = wires.iter().map(|wire| {
        let mut parts = wire.ends.iter().flatten().map(|&node| part_of[node]);
        // A wire on no node may be in any part.
        let first = parts.next().unwrap_or(0);
        parts.all(|part| part == first).then_some(first)
    });
    let part_of_wire = part_of_wire.collect();
    Partition { nodes, part_of_wire }
}

/// Returns the connected sets of nodes, by their first nodes in `order`; large ones neighbour by neighbour.
fn connected_sets(order: &[usize], wires: &[WireKey]) -> Vec<Vec<usize>> {
    let mut walk = Walk::new(order, wires);
    let mut sets = vec![];
    for &node in order {
        if walk.seen[node] {
            continue;
        }
        // From any node to the one that is farthest, and from there through all: that way the front of
        // the walk stays narrow, and few wires run across a cut.
        let mut set = walk.from(node);
        if let (true, Some(&far)) = (set.len() > 2, set.last()) {
            set.iter().for_each(|&node| walk.seen[node] = false);
            set = walk.from(far);
        }
        sets.push(set);
    }
    sets
}

/// A walk through the neighbours of a node, and theirs.
struct Walk {
    /// Neighbours of node i: `neighbours[start[i]..start[i + 1]]`, in the order of the nodes.
    start: Vec<usize>,
    neighbours: Vec<usize>,
    seen: Vec<bool>,
}

impl Walk {
    fn new(order: &[usize], wires: &[WireKey]) -> Self {
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, &node)| place[node] = at);
        // Neighbours are sorted by their places in the order, so that the walk does not depend on their indices.
        let mut pairs = vec![];
        for wire in wires {
            for &a in wire.ends.iter().flatten() {
                let others = wire.ends.iter().flatten().filter(|&&b| b != a);
                pairs.extend(others.map(|&b| (a, place[b])));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut start = vec![0; order.len() + 1];
        pairs.iter().for_each(|&(a, _)| start[a + 1] += 1);
        // Numbers of neighbours become the places where they begin.
        for i in 0..order.len() {
            start[i + 1] += start[i];
        }
        let neighbours = pairs.iter().map(|&(_, at)| order[at]).collect();
        Self { start, neighbours, seen: vec![false; order.len()] }
    }

    /// Returns all that can be reached from a node, the nearest first.
    fn from(&mut self, node: usize) -> Vec<usize> {
        self.seen[node] = true;
        // `reached` is also the queue: `next` is its head.
        let mut reached = vec![node];
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            for &other in &self.neighbours[self.start[node]..self.start[node + 1]] {
                if !self.seen[other] {
                    self.seen[other] = true;
                    reached.push(other);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::draws::Draws;

    fn wire(ends: &[usize]) -> WireKey {
        WireKey { pool: 0, ends: ends.iter().copied().map(Some).collect() }
    }

    #[test]
    fn a_chain_is_cut_across_whatever_its_order() {
        let count = 1000;
        // Link i of the chain is node 7 i mod 1000 (prime to it).
        let name = |place: usize| 7 * place % count;
        let wires: Vec<_> = (1..count).map(|i| wire(&[name(i - 1), name(i)])).collect();
        let order: Vec<usize> = (0..count).collect();
        let found = partition(&order, &vec![4; count], &wires);
        let cut = found.part_of_wire.iter().filter(|part| part.is_none()).count();
        assert_eq!((found.nodes.len(), cut), (4, 3));
        let walked: Vec<usize> = found.nodes.concat();
        let steps = walked.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        assert!(steps.into_iter().all(|step| step == 7 || step == count - 7));
    }

    /// Cuts `a` and `b` variables side by side, in an order of their own.
    fn parts_of_two(a: usize, b: usize) -> Vec<Vec<usize>> {
        partition(&[1, 0], &[a, b], &[]).nodes
    }

    #[test]
    fn a_part_is_full_at_its_number_of_variables() {
        assert_eq!(parts_of_two(PART_VARIABLES - 1, 1), [[1, 0]]);
        assert_eq!(parts_of_two(PART_VARIABLES, 1), [[1], [0]]);
        assert_eq!(parts_of_two(1, PART_VARIABLES), [[1], [0]]);
        // A node larger than a part is not cut.
        assert_eq!(parts_of_two(3 * PART_VARIABLES, PART_VARIABLES), [[1], [0]]);
        // Sets that fill a part to the last variable share it; one more, and they do not.
        let (quarter, half) = (PART_VARIABLES / 4, PART_VARIABLES / 2);
        let sets = |last: usize| partition(&[0, 1, 2, 3], &[half, quarter, last, half], &[]).nodes;
        assert_eq!(sets(quarter), [vec![0, 1, 2], vec![3]]);
        // The last two do fit together.
        assert_eq!(sets(quarter + 1), [vec![0, 1], vec![2, 3]]);
        // A connected one is cut once a part is full.
        let chain = [wire(&[0, 1]), wire(&[1, 2]), wire(&[2, 3])];
        let found = partition(&[0, 1, 2, 3], &[half, half, 1, quarter], &chain);
        assert_eq!(found.nodes, [vec![3, 2, 1, 0]]);
        let found = partition(&[0, 1, 2, 3], &[half, half, half, half], &chain);
        assert_eq!(found.nodes, [vec![3, 2], vec![1, 0]]);
        assert_eq!(found.part_of_wire, [Some(1), None, Some(0)]);
    }

    #[test]
    fn a_wire_belongs_to_the_part_of_all_its_ends_and_one_without_nodes_somewhere() {
        let ends = [
            vec![Some(0), None, Some(1)],
            vec![None, Some(2)],
            vec![Some(1), Some(0), Some(2)],
            vec![None],
        ];
        let wires: Vec<_> = ends.into_iter().map(|ends| WireKey { pool: 0, ends }).collect();
        let size = PART_VARIABLES / 2;
        let found = partition(&[0, 1, 2], &[size; 3], &wires);
        // Its set is walked from the far end: 2, its neighbours 0 and 1.
        assert_eq!(found.nodes, [vec![2, 0], vec![1]]);
        assert_eq!(found.part_of_wire, [None, Some(0), None, Some(0)]);
    }

    /// Without wires between them sets come in the order of their first nodes; within a part that is
    /// cut, neighbours come nearest first.
    #[test]
    fn whatever_the_graph_every_node_has_a_part_and_none_is_too_full() {
        let mut draws = Draws::default();
        let mut random = |below: usize| (0.5 * (draws.next() + 1.0) * below as f64) as usize;
        for case in 0..200 {
            let count = 1 + random(60);
            let variables: Vec<_> = (0..count).map(|_| random(200)).collect();
            let mut order: Vec<_> = (0..count).collect();
            (1..count).for_each(|i| order.swap(i, random(i + 1)));
            let wires: Vec<_> =
                (0..random(count + 1)).map(|_| wire(&[random(count), random(count)])).collect();
            let found = partition(&order, &variables, &wires);
            let mut all = found.nodes.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count), "every node once");
            let part_of = |node: usize| found.nodes.iter().position(|part| part.contains(&node));
            let size = |part: &[usize]| part.iter().map(|&node| variables[node]).sum::<usize>();
            let total = size(&order);
            assert!(total > PART_VARIABLES || found.nodes == [order.clone()]);
            for part in &found.nodes {
                let [before_last @ .., _] = &part[..] else { panic!("case {case}: an empty part") };
                assert!(total <= PART_VARIABLES || size(before_last) < PART_VARIABLES);
            }
            for (wire, part) in wires.iter().zip(&found.part_of_wire) {
                let [a, b] = [0, 1].map(|end| wire.ends[end].and_then(part_of));
                assert_eq!(*part, if a == b { a } else { None });
            }
            // A connected set that fits into a part is not cut.
            for set in connected_sets(&order, &wires) {
                let first = part_of(set[0]);
                let fits = size(&set) <= PART_VARIABLES && size(&set) > 0;
                assert!(
                    !fits || set.iter().all(|&node| variables[node] == 0 || part_of(node) == first)
                );
            }
        }
    }
}
