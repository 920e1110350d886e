//! The planar slider with the equivalent contact point: single steps and whole trajectories.

use stiction::core::{ContactMode, Motion, PlanarFrame, PlanarPose, PlanarTwist, Wrench};
use stiction::nalgebra::vector;
use stiction::sliding::{PlanarSlider, Push, SlidingError, StepReport, SupportHull};

use super::{Record, Table, records, table};

/// Returns 0 for slip, 1 for stick, 2 for separation.
fn code(status: ContactMode) -> f64 {
    match status {
        ContactMode::Slip => 0.0,
        ContactMode::Stick => 1.0,
        ContactMode::Separated => 2.0,
        ContactMode::Unresolved => f64::NAN,
    }
}

/// Returns the body of the paper's examples.
fn body(mass: f64, inertia: f64, support: SupportHull) -> PlanarSlider {
    PlanarSlider::builder()
        .mass(mass)
        .inertia(inertia)
        .gravity(9.8)
        .friction(0.31)
        .semi_axes([1.0, 1.0, 0.01])
        .height(0.08)
        .support(support)
        .build()
        .unwrap()
}

fn square() -> SupportHull {
    SupportHull::square(0.05).unwrap()
}

fn moving(x: f64, y: f64, w: f64) -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), PlanarTwist { linear: vector![x, y], angular: w })
}

/// Compares a step with a row of a trajectory; returns the largest difference, in SI units.
fn compare(table: &Table, row: usize, state: &Motion<PlanarFrame>, report: &StepReport) -> f64 {
    let point = report.contact_point.unwrap();
    let found = [
        ("vx", state.flow.linear.x),
        ("vy", state.flow.linear.y),
        ("wz", state.flow.angular),
        ("qx", state.pose.position.x),
        ("qy", state.pose.position.y),
        ("theta", state.pose.angle),
        ("ax", point.position.x),
        ("ay", point.position.y),
        ("arel_x", point.offset.x),
        ("arel_y", point.offset.y),
        ("pn", report.normal_impulse),
        ("pt", report.impulse.x),
        ("po", report.impulse.y),
        ("pr", report.impulse.z),
        ("sigma", report.multiplier),
        ("status", code(report.status)),
        ("hull_margin", point.hull_margin.unwrap()),
    ];
    let off = |(name, value): (&str, f64)| {
        let off = (value - table.column(name)[row]).abs();
        assert!(off <= 1e-10, "{name} of row {row} is off by {off:e}");
        off
    };
    found.into_iter().map(off).fold(0.0, f64::max)
}

/// Follows a trajectory in steps of 0.01 s, with a load that depends on the time at the start of a
/// step.
fn follow(
    file: &str,
    slider: &PlanarSlider,
    start: Motion<PlanarFrame>,
    step: impl Fn(&mut Motion<PlanarFrame>, f64) -> Result<StepReport, SlidingError>,
) -> StepReport {
    let table = table(&format!("ecp/{file}"));
    let (mut state, mut worst, mut last) = (start, 0.0_f64, None);
    for (row, k) in table.column("k").into_iter().enumerate() {
        let report = step(&mut state, (k - 1.0) * 0.01).unwrap();
        worst = worst.max(compare(&table, row, &state, &report));
        last = Some(report);
    }
    println!("{file}: {worst:e} for {slider:?}");
    last.unwrap()
}

#[test]
fn a_square_slides_to_a_halt() {
    let slider = body(0.5, 0.5 * 2.0 * 0.05 * 0.05 / 12.0, square());
    let last = follow("ex1_square.csv", &slider, moving(0.7, 0.9, 10.0), |state, _| {
        slider.step(state, 0.01, &Wrench::default())
    });
    assert_eq!(last.status, ContactMode::Stick);
}

#[test]
fn a_ring_slides_to_a_halt() {
    let ring = SupportHull::ring(0.1, 0.05).unwrap();
    let slider = body(1.0, 2.0 * 0.05 * 0.05 / 12.0, ring);
    let last = follow("ex2_ring_text.csv", &slider, moving(1.3, 0.8, 11.0), |state, _| {
        slider.step(state, 0.01, &Wrench::default())
    });
    assert_eq!(last.status, ContactMode::Stick);
}

#[test]
fn a_square_is_pushed() {
    let slider = body(0.5, 0.5 * 2.0 * 0.05 * 0.05 / 12.0, square());
    follow("ex3_push.csv", &slider, moving(0.2, 0.3, 0.0), |state, time| {
        let force = 2.2 + 2.0 * (std::f64::consts::TAU * time / 0.1).cos();
        let push = Push::in_body_axes(vector![force, 0.0, 0.0], vector![-0.025, -0.0025], 0.08)?;
        slider.step(state, 0.01, &push)
    });
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
