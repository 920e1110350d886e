//! Recordings that are made up: the motion of a slider of known friction, and noise.

use clap::Args;
use nalgebra::Vector3;
use stiction::core::{Motion, PlanarFrame, PlanarPose, PlanarTwist, Wrench};
use stiction::sliding::identify::{KnownSlider, Recording};

use crate::common::Outcome;
use crate::noise::Noise;
use crate::triple::Triple;

/// The slider and, without --data, its motion
#[derive(Args)]
pub(crate) struct Experiment {
    /// Mass [kg]
    #[arg(long, default_value_t = 0.5)]
    mass: f64,
    /// Moment of inertia about the vertical [kg m²]; that of a square of 5 cm unless given
    #[arg(long)]
    inertia: Option<f64>,
    /// Acceleration of free fall [m/s²]
    #[arg(long, default_value_t = 9.8)]
    gravity: f64,
    /// Height of the centre of mass [m]
    #[arg(long, default_value_t = 0.08)]
    height: f64,
    /// True friction along x and y [1] and about the vertical [m], without --data
    #[arg(long, value_name = "X,Y,TURN", default_value_t = Triple([0.31, 0.31, 3.1e-3]))]
    truth: Triple,
    /// Velocity at the beginning, without --data: vx, vy [m/s], w [rad/s]
    #[arg(long, value_name = "VX,VY,W", default_value_t = Triple([0.7, 0.9, 10.0]))]
    v0: Triple,
    /// Interval between velocities, without --data [s]
    #[arg(long, default_value_t = 0.01)]
    interval: f64,
    /// Number of intervals, without --data
    #[arg(long, default_value_t = 43)]
    intervals: u32,
}

impl Experiment {
    pub(crate) fn slider(&self) -> Outcome<KnownSlider> {
        let square = 0.05 * 0.05 / 6.0;
        let slider = KnownSlider::builder().mass(self.mass).gravity(self.gravity);
        let slider = slider.inertia(self.inertia.unwrap_or(self.mass * square));
        Ok(slider.height(self.height).build()?)
    }

    /// `μ e_t`, `μ e_o`, `μ e_r`.
    pub(crate) fn truth(&self) -> Vector3<f64> {
        self.truth.0.into()
    }

    /// The motion without noise.
    pub(crate) fn exact(&self) -> Outcome<Recording> {
        let slider = self.slider()?.with_friction(&self.truth())?;
        let start = twist(&self.v0.0.into());
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), start);
        let mut velocities = vec![start];
        for _ in 0..self.intervals {
            slider.step(&mut state, self.interval, &Wrench::default())?;
            velocities.push(state.flow);
        }
        Ok(Recording::new(self.interval, &velocities, &[])?)
    }
}

fn twist(velocity: &Vector3<f64>) -> PlanarTwist {
    PlanarTwist { linear: velocity.xy(), angular: velocity.z }
}

/// Root mean square of each velocity over the given ratio.
pub(crate) fn deviations(recording: &Recording, decibels: f64) -> Outcome<Vector3<f64>> {
    let velocities = recording.velocities();
    let squares: Vector3<f64> = velocities.iter().map(|v| v.component_mul(v)).sum();
    let sizes = (squares / velocities.len() as f64).map(f64::sqrt);
    if sizes.iter().all(|&size| size > 0.0) && decibels.is_finite() {
        Ok(sizes * 10.0_f64.powf(-decibels / 20.0))
    } else {
        Err("noise is made in proportion to vx, vy and w: none of them may be missing".into())
    }
}

/// Returns the motion as measured with white noise.
pub(crate) fn measured(
    exact: &Recording,
    deviations: &Vector3<f64>,
    noise: &mut Noise,
) -> Outcome<Recording> {
    let velocities: Vec<_> = exact
        .velocities()
        .iter()
        .map(|v| twist(&(v + deviations.map(|deviation| deviation * noise.normal()))))
        .collect();
    Ok(Recording::new(exact.interval(), &velocities, exact.loads())?)
}
