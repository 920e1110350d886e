//! Parts of a sweep that run in different places.

use core::fmt;
use core::ops::Range;
use core::str::FromStr;

/// One of the parts into which a sweep is divided: `3/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Number of the part, from 1.
    part: usize,
    parts: usize,
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, parts)| {
            Some((part.trim().parse().ok()?, parts.trim().parse().ok()?))
        });
        match numbers {
            Some((part, parts)) if (1..=parts).contains(&part) => Ok(Self { part, parts }),
            _ => Err("expected PART/PARTS, such as 3/8: part 3 of 8, from 1 on".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

impl Shard {
    /// Returns the indices of its members, out of `all`; the sizes of parts differ by at most one.
    pub(crate) fn members(self, all: usize) -> Range<usize> {
        let end = |part: usize| (all as u128 * part as u128 / self.parts as u128) as usize;
        end(self.part - 1)..end(self.part)
    }

    /// Returns the name of its folder.
    pub(crate) fn folder(self) -> String {
        format!("part-{}-of-{}", self.part, self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_all_members_once() {
        for (all, parts) in [(0, 1), (1, 3), (1000, 7), (40, 40), (5, 8)] {
            let shards = (1..=parts).map(|part| Shard { part, parts }.members(all));
            let members: Vec<usize> = shards.clone().flatten().collect();
            assert_eq!(members, (0..all).collect::<Vec<_>>(), "{all} in {parts}");
            let sizes: Vec<usize> = shards.map(|shard| shard.len()).collect();
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    #[test]
    fn what_is_no_part_is_refused() {
        assert_eq!("3/8".parse(), Ok(Shard { part: 3, parts: 8 }));
        for wrong in ["", "3", "0/8", "9/8", "1/0", "a/b", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("3/8"), "{wrong}");
        }
    }
}
