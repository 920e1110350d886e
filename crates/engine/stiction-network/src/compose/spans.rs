//! Where the components lie in the state.

/// Where a component lies: its slice of the state, its pool and its place in it.
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
