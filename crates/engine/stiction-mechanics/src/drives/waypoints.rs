//! A hand that goes from place to place.

use stiction_core::{Describe, Drive, Motion, ParameterError, Stage, Validate, VectorDomain};

/// Motion at constant velocity from each of some places to the next; at rest before the first and
/// after the last.
///
/// A step ends at every place, and the stages of a step see one velocity.
///
/// ```
/// use stiction_core::{Drive, Line, Stage};
/// use stiction_mechanics::Waypoints;
/// let hand = Waypoints::<Line>::new([(1.0, 0.0), (3.0, 4.0), (4.0, 3.0)])?;
/// let at = |time| (hand.motion(&Stage::at(time)).pose, hand.motion(&Stage::at(time)).flow);
/// assert_eq!([at(0.0), at(2.0), at(3.5), at(9.0)], [(0.0, 0.0), (2.0, 2.0), (3.5, -1.0), (3.0, 0.0)]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(
    tag = "waypoints",
    text = "A motion from place to place, straight in time: a hand.",
    chosen = "domain",
    check = Self::further
)]
pub struct Waypoints<D: VectorDomain> {
    /// Times \[s\], each with the coordinates of the place \[m\] or \[rad\], \[t, x\] or \[t, x, y\]; the
    /// times increase.
    #[field(by_ref, length(1, usize::MAX, "must be at least 1"))]
    points: Vec<(f64, D::Vector)>,
}

impl<D: VectorDomain> Waypoints<D> {
    /// Creates waypoints from the given times \[s\] and places \[m\] or \[rad\].
    ///
    /// # Errors
    /// No place at all; times that are not finite or do not increase; places that are not finite, or
    /// at a distance that cannot be covered at a finite velocity.
    pub fn new(
        waypoints: impl IntoIterator<Item = (f64, D::Vector)>,
    ) -> Result<Self, ParameterError> {
        Self { points: waypoints.into_iter().collect() }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        let all_finite = |value: &D::Vector, requirement| {
            let bad = crate::scalars(value).into_iter().find(|x| !x.is_finite());
            bad.map_or(Ok(()), |bad| Self::require(false, "points", bad, requirement))
        };
        for (time, place) in &self.points {
            Self::require(time.is_finite(), "points", *time, "must have times that are finite")?;
            all_finite(place, "must have places that are finite")?;
        }
        for (next, pair) in self.points.windows(2).enumerate() {
            let (before, time) = (pair[0].0, pair[1].0);
            let requirement = "must have a time that is later than the one before";
            Self::require(before < time, "points", time, requirement)?;
            let requirement = "must have places that are reached at finite velocities";
            all_finite(&self.velocity(next + 1), requirement)?;
        }
        Ok(())
    }

    /// Returns the velocity towards a place that has one before it.
    fn velocity(&self, next: usize) -> D::Vector {
        let ((start, from), (end, to)) = (self.points[next - 1], self.points[next]);
        (to - from) * (1.0 / (end - start))
    }
}

impl<D: VectorDomain> Drive<D> for Waypoints<D> {
    fn motion(&self, stage: &Stage) -> Motion<D> {
        let next = self.points.partition_point(|(time, _)| *time <= stage.step_start);
        if next == 0 || next == self.points.len() {
            let (_, place) = self.points[next.min(self.points.len() - 1)];
            return Motion { pose: place, flow: place * 0.0 };
        }
        let (flow, (start, from)) = (self.velocity(next), self.points[next - 1]);
        Motion { pose: from + flow * (stage.time - start), flow }
    }

    fn next_jump(&self, after: f64) -> Option<f64> {
        let next = self.points.partition_point(|(time, _)| *time <= after);
        self.points.get(next).map(|(time, _)| *time)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use stiction_core::Line;

    #[test]
    fn the_last_stage_of_a_step_sees_the_velocity_of_the_step() {
        let hand = Waypoints::<Line>::new([(0.0, 0.0), (1.0, 2.0), (2.0, 1.0)]).unwrap();
        let end = Stage::at(1.0).of_step_from(0.5);
        assert_eq!(hand.motion(&end), Motion::new(2.0, 2.0));
        assert_eq!(hand.motion(&Stage::at(1.0)), Motion::new(2.0, -1.0));
        assert_eq!(
            [-1.0, 0.0, 1.5, 2.0].map(|t| hand.next_jump(t)),
            [Some(0.0), Some(1.0), Some(2.0), None]
        );
    }

    #[test]
    fn bad_waypoints_are_refused() {
        let refused = |points: &[(f64, f64)], words: &str| {
            let refused = Waypoints::<Line>::new(points.iter().copied()).unwrap_err();
            assert!(refused.requirement.contains(words), "{refused}");
        };
        refused(&[], "at least 1");
        refused(&[(0.0, 1.0), (0.0, 2.0)], "later");
        refused(&[(0.0, -1e308), (1.0, 1e308)], "velocities");
        for bad in NOT_FINITE {
            refused(&[(bad, 1.0)], "times that are finite");
            refused(&[(0.0, bad)], "places that are finite");
        }
    }
}
