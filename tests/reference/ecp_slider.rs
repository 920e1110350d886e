//! The planar slider with the equivalent contact point: single steps. The laboratory compares whole trajectories.

use stiction::core::{ContactMode, Motion, PlanarFrame, PlanarPose, PlanarTwist, Wrench};
use stiction::nalgebra::vector;
use stiction::sliding::PlanarSlider;

use super::{Record, records};

/// Returns 0 for slip, 1 for stick, 2 for separation.
fn code(status: ContactMode) -> f64 {
    match status {
        ContactMode::Slip => 0.0,
        ContactMode::Stick => 1.0,
        ContactMode::Separated => 2.0,
        ContactMode::Unresolved => f64::NAN,
    }
}

fn moving(x: f64, y: f64, w: f64) -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), PlanarTwist { linear: vector![x, y], angular: w })
}

/// Returns body, state and load of a row of the random steps, and the length of the step.
fn random_step(row: &Record) -> (PlanarSlider, Motion<PlanarFrame>, Wrench, f64) {
    let number = |name: &str| row.number(name);
    let slider = PlanarSlider::builder()
        .mass(number("m"))
        .inertia(number("Iz"))
        .gravity(number("g"))
        .friction(number("mu"))
        .semi_axes(["et", "eo", "er"].map(number))
        .height(number("qz"))
        .build()
        .unwrap();
    let h = number("h");
    let vector = |names: [&str; 3]| vector![number(names[0]), number(names[1]), number(names[2])];
    let load = Wrench {
        force: vector(["app_px", "app_py", "app_pz"]) / h,
        torque: vector(["app_pxtau", "app_pytau", "app_pztau"]) / h,
    };
    (slider, moving(number("v0x"), number("v0y"), number("w0")), load, h)
}

/// The tolerance is 1e-12 of the largest impulse, velocity and distance in the row: ten times the
/// difference of two solvers that stop at rounding.
#[test]
fn random_steps() {
    let mut seen = [0; 3];
    let mut worst = 0.0_f64;
    for (index, row) in records("ecp/steps_random_first200.csv").iter().enumerate() {
        let (slider, mut state, load, h) = random_step(row);
        let report = slider.step(&mut state, h, &load).unwrap();
        let status = code(report.status);
        assert_eq!(status, row.number("status"), "row {index}");
        seen[status as usize] += 1;
        let mut close = |what: &str, found: &[f64], names: &[&str]| {
            let expected: Vec<f64> = names.iter().map(|name| row.number(name)).collect();
            let scale = expected.iter().fold(0.0_f64, |scale, value| scale.max(value.abs()));
            let off = found.iter().zip(&expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max);
            worst = worst.max(if scale > 0.0 { off / scale } else { off });
            assert!(off <= 1e-12 * scale, "{what} of row {index}: {found:?} is not {expected:?}");
        };
        close("velocity", state.flow.linear.as_slice(), &["vx", "vy"]);
        close("angular velocity", &[state.flow.angular], &["wz"]);
        close("impulse", &[report.impulse.x, report.impulse.y], &["pt", "po"]);
        close("angular impulse", &[report.impulse.z], &["pr"]);
        close("normal impulse", &[report.normal_impulse], &["pn"]);
        if let Some(point) = report.contact_point {
            close("sigma", &[report.multiplier], &["sigma"]);
            close("contact point", point.offset.as_slice(), &["arel_x", "arel_y"]);
        } else {
            assert_eq!(report.status, ContactMode::Separated);
        }
    }
    println!("random steps: {worst:e}, {seen:?} slip, stick, separate");
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}
