//! A picture of the mechanism in the DOT language of Graphviz.

use core::fmt::Write;

use crate::books::look::WireRef;
use crate::compose::end::{Address, ResolvedEnd};
use crate::network::Network;

impl Network {
    /// Returns the mechanism as DOT text: boxes are admittances, ellipses impedances, their edges labelled
    /// with the coupling. `dot -Tsvg` draws it.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("graph mechanism {\n  node [fontname=\"sans-serif\"];\n");
        // Writing to a string does not fail.
        let _ = self.write_dot(&mut dot);
        dot.push_str("}\n");
        dot
    }

    fn write_dot(&self, dot: &mut String) -> core::fmt::Result {
        let mut node_at = vec![];
        for (address, span) in self.placed_nodes.iter() {
            let Address { pool, slot, .. } = address;
            let name = escape(&self.node_name(address));
            writeln!(dot, "  node_{pool}_{slot} [shape=box, label=\"{name}\"];")?;
            node_at.push((span.offset, format!("node_{pool}_{slot}")));
        }
        node_at.sort_unstable();
        for (address, span) in self.placed_wires.iter() {
            let WireRef { law, map, .. } = self.wire_at(span);
            let wire = format!("wire_{}_{}", address.pool, address.slot);
            let given = self.placed_wires.name(address);
            let law = given.map_or_else(|| law.name(), |name| format!("{name}\n{}", law.name()));
            let (law, coupling) = (escape(&law), escape(&map.name()));
            let ends = self.wires[span.pool as usize].resolved_ends(span.place as usize);
            writeln!(dot, "  {wire} [shape=ellipse, label=\"{law}\"];")?;
            for (i, end) in ends.into_iter().enumerate() {
                let other = match end {
                    ResolvedEnd::Node(offset) => {
                        let after = node_at.partition_point(|(start, _)| *start <= offset);
                        after.checked_sub(1).map(|n| node_at[n].1.clone()).unwrap_or_default()
                    }
                    ResolvedEnd::Ground => {
                        writeln!(dot, "  {wire}_{i} [shape=plaintext, label=\"ground\"];")?;
                        format!("{wire}_{i}")
                    }
                    ResolvedEnd::Prescribed => {
                        writeln!(dot, "  {wire}_{i} [shape=plaintext, label=\"drive\"];")?;
                        format!("{wire}_{i}")
                    }
                };
                writeln!(dot, "  {other} -- {wire} [label=\"{coupling}\"];")?;
            }
        }
        Ok(())
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
