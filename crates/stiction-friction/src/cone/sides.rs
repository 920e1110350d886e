//! How many sides a linearized cone needs.

use stiction_core::ParameterError;

use super::ConeScale;

/// Most sides of a linearized cone: its section is then off the circle by less than 3e-19.
pub(super) const MAX_SIDES: usize = u32::MAX as usize;

impl ConeScale {
    /// Smallest number of sides whose section radius is off by no more than `max_relative_error`
    /// in any direction (`|r/μ − 1|`, > 0).
    ///
    /// ```
    /// use stiction_friction::cone::ConeScale;
    ///
    /// assert_eq!(ConeScale::Inner.sides_for_error(0.01)?, 23);
    /// assert_eq!(ConeScale::Minimax.sides_for_error(0.01)?, 16);
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// An error that is NaN, infinite or not positive, or so small (below 2.7e-19 for an inner cone)
    /// that more than 2³² − 1 sides were needed.
    pub fn sides_for_error(self, max_relative_error: f64) -> Result<usize, ParameterError> {
        let refuse = |requirement| {
            ParameterError::new("ConeScale", "max_relative_error", max_relative_error, requirement)
        };
        if !(max_relative_error.is_finite() && max_relative_error > 0.0) {
            return Err(refuse("must be finite and positive"));
        }
        let suffices = |sides| self.largest_error(sides) <= max_relative_error;
        if !suffices(MAX_SIDES) {
            return Err(refuse("must be reached with 4294967295 sides"));
        }
        // The error falls with the number of sides: bisect between too few and enough.
        let (mut too_few, mut enough) = (2, MAX_SIDES);
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            if suffices(middle) {
                enough = middle;
            } else {
                too_few = middle;
            }
        }
        Ok(enough)
    }

    /// Size of the largest relative error of the section radius.
    fn largest_error(self, sides: usize) -> f64 {
        self.section_error(sides).largest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_refused;

    #[test]
    fn errors_reached_exactly_count() {
        // Triangles: 1 − cos 60°, 1/cos 60° − 1, tan² 30°.
        assert_eq!(ConeScale::Inner.sides_for_error(0.5), Ok(3));
        assert_eq!(ConeScale::Outer.sides_for_error(1.0), Ok(3));
        assert_eq!(ConeScale::Minimax.sides_for_error(1.0 / 3.0), Ok(3));
        assert_eq!(ConeScale::Inner.sides_for_error(7.0), Ok(3));
    }

    #[test]
    fn one_side_less_is_too_few() {
        for scale in ConeScale::ALL {
            for error in [0.3, 0.1, 1e-2, 1e-5, 1e-9, 1e-14, 1e-17] {
                let sides = scale.sides_for_error(error).unwrap();
                assert!(scale.largest_error(sides) <= error, "{scale:?} {error}");
                assert!(sides == 3 || scale.largest_error(sides - 1) > error, "{scale:?} {error}");
            }
        }
    }

    #[test]
    fn the_error_of_a_polygon_asks_for_that_polygon() {
        for scale in ConeScale::ALL {
            for sides in [3, 4, 5, 6, 50, 1234, 56_789, 7_654_321] {
                let error = scale.largest_error(sides);
                assert_eq!(scale.sides_for_error(error), Ok(sides), "{scale:?}");
            }
        }
    }

    #[test]
    fn bad_errors_are_refused() {
        for scale in ConeScale::ALL {
            assert_refused("max_relative_error", |error| scale.sides_for_error(error));
            assert!(scale.sides_for_error(1e-19).is_err(), "{scale:?}");
        }
    }

    #[test]
    fn what_is_no_error_is_told_from_what_is_too_small() {
        let refused = |error| ConeScale::Inner.sides_for_error(error).unwrap_err().to_string();
        assert!(
            [0.0, -1.0, f64::INFINITY].map(refused).iter().all(|text| text.contains("positive"))
        );
        assert!(refused(1e-19).contains("4294967295 sides"));
    }
}
