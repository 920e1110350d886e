//! Which items of a pool belong to which part of the mechanism.
//!
//! ```text
//! items    0 1 2 3 | 4 | | 5 6 7      places in the pool
//! parts    0       | 1 |2| 3          a segment each, of no item where the pool has none in a part
//! ```

/// The items of a pool in one part of the mechanism.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Segment {
    /// First item, and the one after the last.
    first: u32,
    end: u32,
    /// Where their variables begin within the part.
    start: u32,
    /// Where the part begins in the state.
    base: u32,
}

impl Segment {
    /// Returns the items among those of the pool, and where their variables begin within the part.
    #[inline(always)]
    pub(crate) fn of<I>(self, items: &[I]) -> (&[I], usize) {
        (&items[self.first as usize..self.end as usize], self.start as usize)
    }

    /// Returns their part of a vector that has `each` entries per item.
    #[inline(always)]
    pub(crate) fn of_each<T>(self, entries: &[T], each: usize) -> &[T] {
        &entries[self.first as usize * each..self.end as usize * each]
    }

    /// Returns where their variables begin within the part.
    pub(crate) const fn start(self) -> usize {
        self.start as usize
    }

    /// Returns where the part begins in the state.
    pub(crate) const fn base(self) -> usize {
        self.base as usize
    }

    /// Returns the places of the items in the pool.
    pub(crate) fn places(self) -> core::ops::Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The items of a pool, part after part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Segments(Vec<Segment>);

impl Segments {
    /// Adds the next part, which begins at `base` in the state: `count` items, whose variables begin
    /// at `start` within the part.
    pub(crate) fn push(&mut self, count: usize, start: usize, base: usize) {
        let first = self.0.last().map_or(0, |last| last.end);
        let (start, base) = (start as u32, base as u32);
        self.0.push(Segment { first, end: first + count as u32, start, base });
    }

    /// Returns the segment of a part.
    #[inline(always)]
    pub(crate) fn at(&self, part: usize) -> Segment {
        self.0[part]
    }

    /// Returns the segments of all parts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Segment> {
        self.0.iter().copied()
    }

    /// Returns where the part of an item begins in the state.
    pub(crate) fn base_of(&self, item: usize) -> usize {
        let part = self.0.partition_point(|segment| segment.end as usize <= item);
        self.0.get(part).map_or(0, |segment| segment.base as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_know_their_part() {
        let mut segments = Segments::default();
        for (count, start, base) in [(2, 0, 0), (0, 7, 10), (3, 4, 30)] {
            segments.push(count, start, base);
        }
        let items = ["a", "b", "c", "d", "e"];
        assert_eq!(segments.at(0).of(&items), (&items[..2], 0));
        assert_eq!(segments.at(1).of(&items), (&items[2..2], 7));
        assert_eq!(segments.at(2).of(&items), (&items[2..], 4));
        assert_eq!([0, 1, 2, 4].map(|item| segments.base_of(item)), [0, 0, 30, 30]);
        let states = segments.iter().map(|segment| segment.base() + segment.start());
        assert_eq!(states.collect::<Vec<_>>(), [0, 17, 34]);
        let pairs = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4];
        assert_eq!(segments.at(2).of_each(&pairs, 2), &pairs[4..]);
    }
}
