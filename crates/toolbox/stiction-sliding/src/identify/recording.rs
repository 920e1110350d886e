//! A measured motion.

use nalgebra::Vector3;
use stiction_core::{ParameterError, PlanarTwist, Validate, Wrench};

use super::RecordingError;

/// Velocities of a body at equal intervals, and the loads in between.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    interval: f64,
    velocities: Vec<Vector3<f64>>,
    loads: Vec<Wrench>,
}

impl Recording {
    /// Creates a recording from velocities at the times 0, `interval`, 2 `interval`, … \[s\];
    /// `loads[k]` \[N, N m\], at the centre of mass in world axes, acts from the k-th of these times
    /// to the next. No loads at all mean a body that nothing pushes.
    ///
    /// # Errors
    /// An interval that is not finite and positive; less than two velocities; a number of loads that
    /// is neither 0 nor one less than that of the velocities; a number that is not finite.
    pub fn new(
        interval: f64,
        velocities: &[PlanarTwist],
        loads: &[Wrench],
    ) -> Result<Self, RecordingError> {
        Self::positive("interval", interval)?;
        let (count, steps) = (velocities.len(), velocities.len().saturating_sub(1));
        Self::require(steps > 0, "velocities", count as f64, "must be at least 2")?;
        let given = loads.len();
        let match_up = given == 0 || given == steps;
        let requirement = "must be none or one less than the velocities";
        Self::require(match_up, "loads", given as f64, requirement)?;
        for load in loads {
            Self::all_finite("loads", load.force.as_slice())?;
            Self::all_finite("loads", load.torque.as_slice())?;
        }
        let velocities: Vec<_> = velocities.iter().map(vector).collect();
        for velocity in &velocities {
            Self::all_finite("velocities", velocity.as_slice())?;
        }
        let loads = if given == 0 { vec![Wrench::default(); steps] } else { loads.to_vec() };
        Ok(Self { interval, velocities, loads })
    }

    /// Returns the time from one velocity to the next \[s\].
    #[must_use]
    pub const fn interval(&self) -> f64 {
        self.interval
    }

    /// Returns the velocities: `v_x`, `v_y` \[m/s\], ω \[rad/s\].
    #[must_use]
    pub fn velocities(&self) -> &[Vector3<f64>] {
        &self.velocities
    }

    /// Returns the loads between them.
    #[must_use]
    pub fn loads(&self) -> &[Wrench] {
        &self.loads
    }

    /// Returns the root mean square of each velocity, in SI units; 1 for one that is always 0.
    pub(super) fn sizes(&self) -> Vector3<f64> {
        let squares: Vector3<f64> = self.velocities.iter().map(|v| v.component_mul(v)).sum();
        let size = |square: f64| if square > 0.0 { square.sqrt() } else { 1.0 };
        (squares / self.velocities.len() as f64).map(size)
    }
}

impl Validate for Recording {
    const COMPONENT: &'static str = "Recording";
    fn validate(&self) -> Result<(), ParameterError> {
        Self::positive("interval", self.interval)
    }
}

/// Returns the three velocities of a twist as a vector.
pub(super) fn vector(twist: &PlanarTwist) -> Vector3<f64> {
    Vector3::new(twist.linear.x, twist.linear.y, twist.angular)
}

/// Returns the twist of such a vector.
pub(super) fn twist(velocity: &Vector3<f64>) -> PlanarTwist {
    PlanarTwist { linear: velocity.xy(), angular: velocity.z }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_recordings_are_named() {
        let still = [PlanarTwist::default(); 3];
        let refused = |interval, velocities: &[PlanarTwist], loads: &[Wrench]| match Recording::new(
            interval, velocities, loads,
        )
        .unwrap_err()
        {
            RecordingError::Parameter(error) => error.parameter,
            other => unreachable!("{other}"),
        };
        assert_eq!(refused(0.0, &still, &[]), "interval");
        assert_eq!(refused(f64::NAN, &still, &[]), "interval");
        assert_eq!(refused(0.1, &still[..1], &[]), "velocities");
        assert_eq!(refused(0.1, &[], &[]), "velocities");
        assert_eq!(refused(0.1, &still, &[Wrench::default(); 3]), "loads");
        let infinite = PlanarTwist { angular: f64::INFINITY, ..still[0] };
        assert_eq!(refused(0.1, &[still[0], infinite], &[]), "velocities");
        let force = Vector3::new(f64::NAN, 0.0, 0.0);
        assert_eq!(refused(0.1, &still[..2], &[Wrench { force, ..Wrench::default() }]), "loads");
        assert_eq!(Recording::new(0.1, &still, &[]).unwrap().loads().len(), 2);
    }
}
