//! Where the components lie in the state.

use std::collections::HashMap;

use crate::compose::end::Address;

/// Span of a component: its slice of the state, its pool and its place in the pool.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Span {
    pub(crate) offset: u32,
    pub(crate) len: u32,
    pub(crate) pool: u32,
    pub(crate) place: u32,
}

impl Span {
    pub(crate) fn range(self) -> core::ops::Range<usize> {
        let start = self.offset as usize;
        start..start + self.len as usize
    }
}

/// The spans of the components of one pool, by slot; eight bytes for each while all have one length.
#[derive(Clone, Debug)]
pub(crate) struct Spans {
    pool: u32,
    /// Offset and place of every component.
    starts: Vec<[u32; 2]>,
    /// One length for all, or one for each.
    lens: Vec<u32>,
}

impl Spans {
    /// Creates room for `count` components of the pool that comes at `pool` in the layout.
    pub(crate) fn new(pool: usize, count: usize) -> Self {
        Self { pool: pool as u32, starts: vec![[0; 2]; count], lens: vec![] }
    }

    pub(crate) fn set(&mut self, slot: usize, offset: usize, len: usize, place: usize) {
        self.starts[slot] = [offset as u32, place as u32];
        let len = len as u32;
        match self.lens[..] {
            [] => self.lens.push(len),
            [all] if all == len => {}
            [all] => {
                self.lens = vec![all; self.starts.len()];
                self.lens[slot] = len;
            }
            _ => self.lens[slot] = len,
        }
    }

    pub(crate) fn get(&self, slot: usize) -> Option<Span> {
        let &[offset, place] = self.starts.get(slot)?;
        let len = *self.lens.get(slot).or(self.lens.first())?;
        Some(Span { offset, len, pool: self.pool, place })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Span> {
        (0..self.starts.len()).filter_map(|slot| self.get(slot))
    }
}

/// The nodes of a network, or its wires, in the order of insertion, with their spans and names.
pub(crate) struct Directory {
    pub(crate) network: u32,
    /// Spans by pool, in the order of first insertion.
    pub(crate) spans: Vec<Spans>,
    pub(crate) names: HashMap<Address, String>,
}

impl Directory {
    /// Returns where a component lies, if it is one of this network.
    pub(crate) fn span(&self, Address { network, pool, slot }: Address) -> Option<Span> {
        let spans = self.spans.get(pool as usize).filter(|_| network == self.network);
        spans?.get(slot as usize)
    }

    /// Returns all, with their addresses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Address, Span)> {
        let network = self.network;
        self.spans.iter().zip(0..).flat_map(move |(spans, pool)| {
            let slots = spans.iter().zip(0..);
            slots.map(move |(span, slot)| (Address { network, pool, slot }, span))
        })
    }

    /// Returns the name that a component was given.
    pub(crate) fn name(&self, address: Address) -> Option<&str> {
        self.names.get(&address).map(String::as_str)
    }

    /// Returns the name that a component was given, or its type and the order of insertion.
    pub(crate) fn name_or(
        &self,
        address: Address,
        type_name: impl FnOnce(Span) -> String,
    ) -> String {
        let numbered =
            || format!("{} #{}", type_name(self.span(address).unwrap_or_default()), address.slot);
        self.name(address).map_or_else(numbered, str::to_owned)
    }

    /// Returns where the component was added that is at a place of a pool of the layout.
    pub(crate) fn at(&self, at: [usize; 2]) -> Option<Address> {
        let is_there = |span: Span| [span.pool, span.place].map(|number| number as usize) == at;
        self.iter().find(|(_, span)| is_there(*span)).map(|(address, _)| address)
    }

    /// Returns the component that has a variable of the state.
    pub(crate) fn with_variable(&self, index: usize) -> Option<(Address, Span)> {
        self.iter().find(|(_, span)| span.range().contains(&index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_any_length_are_found() {
        for lens in [[2, 2, 2], [2, 0, 5], [0, 0, 1]] {
            let mut spans = Spans::new(7, 3);
            for slot in [2, 0, 1] {
                spans.set(slot, 10 * slot, lens[slot], 3 - slot);
            }
            for (slot, &len) in lens.iter().enumerate() {
                let (offset, place) = (10 * slot as u32, 3 - slot as u32);
                let span = Span { offset, len: len as u32, pool: 7, place };
                assert_eq!(spans.get(slot), Some(span));
                assert_eq!(span.range(), 10 * slot..10 * slot + len);
            }
            assert_eq!(spans.get(3), None);
            assert_eq!(spans.iter().count(), 3);
        }
    }
}
