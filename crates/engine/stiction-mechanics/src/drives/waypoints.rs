//! A hand that goes from place to place.

use stiction_core::{
    Describe, Drive, Form, Motion, Parameter, ParameterError, Stage, Value, ValueError,
    VectorDomain,
};

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
#[derive(Clone, Debug, PartialEq)]
pub struct Waypoints<D: VectorDomain> {
    times: Vec<f64>,
    places: Vec<D::Vector>,
}

impl<D: VectorDomain> Waypoints<D> {
    /// Returns the times \[s\] with the places \[m\] or \[rad\].
    pub fn points(&self) -> impl Iterator<Item = (f64, D::Vector)> {
        self.times.iter().copied().zip(self.places.iter().copied())
    }

    /// Creates waypoints from the given times \[s\] and places \[m\] or \[rad\].
    ///
    /// # Errors
    /// No place at all; times that are not finite or do not increase; places that are not finite, or
    /// at a distance that cannot be covered at a finite velocity.
    pub fn new(
        waypoints: impl IntoIterator<Item = (f64, D::Vector)>,
    ) -> Result<Self, ParameterError> {
        let (times, places): (Vec<f64>, Vec<_>) = waypoints.into_iter().unzip();
        let refuse = |parameter, value, requirement| {
            Err(ParameterError::new("Waypoints", parameter, value, requirement))
        };
        if times.is_empty() {
            return refuse("number of points", 0.0, "must be at least 1");
        }
        if let Some(time) = times.iter().find(|time| !time.is_finite()) {
            return refuse("time", *time, "must be finite");
        }
        if let Some(pair) = times.windows(2).find(|pair| pair[0] >= pair[1]) {
            return refuse("time", pair[1], "must be later than the one before");
        }
        let scalars =
            |value: &D::Vector| crate::scalars(value).into_iter().find(|x| !x.is_finite());
        if let Some(scalar) = places.iter().find_map(scalars) {
            return refuse("place", scalar, "must be finite");
        }
        let path = Self { times, places };
        let velocities = (1..path.times.len()).map(|k| path.velocity(k));
        if let Some(scalar) = velocities.into_iter().find_map(|velocity| scalars(&velocity)) {
            return refuse("velocity", scalar, "must be finite");
        }
        Ok(path)
    }

    /// Returns the velocity towards a place that has one before it.
    fn velocity(&self, next: usize) -> D::Vector {
        let way = self.places[next] - self.places[next - 1];
        way * (1.0 / (self.times[next] - self.times[next - 1]))
    }
}

/// The parameters of [`Waypoints`] in a scenario file.
#[derive(Describe)]
#[describe(
    tag = "waypoints",
    text = "A motion from place to place, straight in time: a hand.",
    chosen = "domain",
    builds = Waypoints<D>,
    entry
)]
pub(crate) struct WaypointList<D: VectorDomain> {
    /// Times \[s\], each with the coordinates of the place \[m\] or \[rad\], \[t, x\] or \[t, x, y\]; the
    /// times increase.
    #[field(length(1, usize::MAX, "must be at least 1"))]
    points: Waypoints<D>,
}

impl<D: VectorDomain> From<WaypointList<D>> for Result<Waypoints<D>, ParameterError> {
    fn from(list: WaypointList<D>) -> Self {
        Ok(list.points)
    }
}

impl<D: VectorDomain> From<&Waypoints<D>> for WaypointList<D> {
    fn from(path: &Waypoints<D>) -> Self {
        Self { points: path.clone() }
    }
}

impl<D: VectorDomain> Parameter for Waypoints<D> {
    fn form() -> Form {
        Vec::<(f64, D::Vector)>::form()
    }
    fn value(&self) -> Value {
        self.points().collect::<Vec<_>>().value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        Ok(Self::new(Vec::of(value)?)?)
    }
}

impl<D: VectorDomain> Drive<D> for Waypoints<D> {
    fn motion(&self, stage: &Stage) -> Motion<D> {
        let next = self.times.partition_point(|&time| time <= stage.step_start);
        if next == 0 || next == self.times.len() {
            let place = self.places[next.min(self.places.len() - 1)];
            return Motion { pose: place, flow: place * 0.0 };
        }
        let flow = self.velocity(next);
        let since = stage.time - self.times[next - 1];
        Motion { pose: self.places[next - 1] + flow * since, flow }
    }

    fn next_jump(&self, after: f64) -> Option<f64> {
        self.times.get(self.times.partition_point(|&time| time <= after)).copied()
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
        assert_refused(Waypoints::<Line>::new([]), "number of points");
        assert_refused(Waypoints::<Line>::new([(0.0, 1.0), (0.0, 2.0)]), "time");
        assert_refused(Waypoints::<Line>::new([(0.0, -1e308), (1.0, 1e308)]), "velocity");
        for bad in NOT_FINITE {
            assert_refused(Waypoints::<Line>::new([(bad, 1.0)]), "time");
            assert_refused(Waypoints::<Line>::new([(0.0, bad)]), "place");
        }
    }
}
