//! Which motions of a contact friction opposes.

use stiction_core::{Describe, ParameterError};

/// Number of force and moment components that a contact can transmit (`MuJoCo`'s `condim`).
///
/// ```
/// use stiction_friction::cone::ContactDimension;
///
/// assert_eq!(ContactDimension::try_from(4)?, ContactDimension::Torsional);
/// assert!(ContactDimension::try_from(5).is_err());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Describe)]
pub enum ContactDimension {
    /// The normal force only.
    Frictionless = 1,
    /// And two friction forces.
    Sliding = 3,
    /// And a moment about the normal.
    Torsional = 4,
    /// And two moments about tangents.
    Rolling = 6,
}

impl ContactDimension {
    /// All dimensions.
    pub const ALL: [Self; 4] = [Self::Frictionless, Self::Sliding, Self::Torsional, Self::Rolling];

    /// Returns the number of components: 1, 3, 4 or 6.
    #[must_use]
    pub const fn count(self) -> usize {
        self as usize
    }
}

impl TryFrom<usize> for ContactDimension {
    type Error = ParameterError;

    fn try_from(count: usize) -> Result<Self, ParameterError> {
        Self::ALL.into_iter().find(|dimension| dimension.count() == count).ok_or_else(|| {
            ParameterError::new("ContactDimension", "count", count as f64, "must be 1, 3, 4 or 6")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_four_counts_are_dimensions() {
        let accepted: Vec<usize> =
            (0..20).filter(|&count| ContactDimension::try_from(count).is_ok()).collect();
        assert_eq!(accepted, [1, 3, 4, 6]);
        for dimension in ContactDimension::ALL {
            assert_eq!(ContactDimension::try_from(dimension.count()), Ok(dimension));
        }
        let error = ContactDimension::try_from(2).unwrap_err();
        assert_eq!(error.to_string(), "ContactDimension: count = 2 must be 1, 3, 4 or 6");
    }
}
