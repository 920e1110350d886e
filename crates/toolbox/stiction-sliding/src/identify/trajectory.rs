//! The trajectory of the model from a first velocity, and how it depends on that and on friction.

use nalgebra::{Matrix3, Matrix3x6, Vector3, Vector6};
use stiction_core::{ContactMode, Motion, PlanarFrame, PlanarPose};

use super::observed::Observed;
use super::recording::{twist, vector};
use super::{IdentificationError, KnownSlider, Recording};

/// The unknowns: `ln μ e_t`, `ln μ e_o`, `ln μ e_r`, then the first velocity.
pub(super) type Unknowns = Vector6<f64>;

/// Returns the friction limits of the unknowns.
pub(super) fn limits(unknowns: &Unknowns) -> Vector3<f64> {
    unknowns.fixed_rows::<3>(0).map(f64::exp)
}

/// Calls `visit` with all velocities of the model and their derivatives by the unknowns, for the times and the loads of
/// the recording.
pub(super) fn follow(
    slider: &KnownSlider,
    recording: &Recording,
    unknowns: &Unknowns,
    mut visit: impl FnMut(usize, &Vector3<f64>, &Matrix3x6<f64>),
) -> Result<(), IdentificationError> {
    let limits = limits(unknowns);
    let model = slider.with_friction(&limits)?;
    let mut velocity: Vector3<f64> = unknowns.fixed_rows::<3>(3).into();
    let mut derivatives = Matrix3x6::zeros();
    derivatives.fixed_view_mut::<3, 3>(0, 3).copy_from(&Matrix3::identity());
    visit(0, &velocity, &derivatives);
    for (k, load) in recording.loads().iter().enumerate() {
        // Loads are in world axes: the pose does not matter.
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), twist(&velocity));
        let report = model.step(&mut state, recording.interval(), load)?;
        let next = vector(&state.flow);
        match report.status {
            ContactMode::Slip => {
                let ends = [&velocity, &next];
                let step = Observed::new(slider, recording.interval(), load, ends);
                let by = step.and_then(|step| step.derivatives(slider, &limits));
                let [by_start, by_limits] = by.unwrap_or_default();
                derivatives = by_start * derivatives;
                let mut own = derivatives.fixed_view_mut::<3, 3>(0, 0);
                own += by_limits;
            }
            ContactMode::Stick => derivatives = Matrix3x6::zeros(),
            // In flight velocity changes by the load alone.
            _ => {}
        }
        velocity = next;
        visit(k + 1, &velocity, &derivatives);
    }
    Ok(())
}
