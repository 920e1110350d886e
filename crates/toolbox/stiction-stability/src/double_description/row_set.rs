//! A set of row numbers, one bit each.

/// Which rows of a matrix a ray lies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowSet {
    words: Vec<u64>,
}

impl RowSet {
    /// Creates the set of some of the rows 0 to `rows` − 1.
    pub(super) fn of(rows: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self { words: vec![0; rows.div_ceil(64)] };
        members.into_iter().for_each(|row| set.insert(row));
        set
    }

    pub(super) fn insert(&mut self, row: usize) {
        self.words[row / 64] |= 1 << (row % 64);
    }

    /// Returns the rows in both sets.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        Self { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect() }
    }

    /// Returns the number of rows in both sets.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub(super) fn contains_all(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == *b)
    }

    /// Returns the rows in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(k, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * k + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::RowSet;

    #[test]
    fn sets_across_words() {
        let set = |rows: &[usize]| RowSet::of(130, rows.iter().copied());
        let (a, b) = (set(&[0, 63, 64, 129]), set(&[63, 129]));
        assert_eq!(a.iter().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!(a.intersection(&set(&[1, 63, 129])), b);
        assert_eq!(a.common(&b), 2);
        assert!(a.contains_all(&b) && !b.contains_all(&a));
    }
}
