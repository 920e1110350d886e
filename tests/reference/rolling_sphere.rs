//! Simulation I: a sphere that slips until it rolls.

use stiction::prelude::*;
use stiction_lab::kikuuwe::RollingSphere;

use super::{assert_column, data};

fn record(height: f64, every: u64, until: f64) -> Recorder {
    let mut sphere = RollingSphere::new(height, 10.0, Tableau::rk4(), 1e-4).unwrap();
    let (body, contact) = (sphere.body, sphere.contact);
    let sampler = Sampler::every_steps(every)
        .channels(
            ["px", "py", "pz", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "ox", "oy", "oz"],
            move |frame| {
                let Motion { pose, flow } = frame.motion(body)?;
                let (p, q, v, w) = (pose.position, pose.orientation, flow.linear, flow.angular);
                Ok([p.x, p.y, p.z, q.w, q.i, q.j, q.k, v.x, v.y, v.z, w.x, w.y, w.z])
            },
        )
        .channels(["ex", "vcx", "fz_on_surface"], move |frame| {
            let slip = frame.wire_motion(contact)?.flow.x;
            Ok([frame.internal(contact)?[0], slip, -frame.effort(contact)?.z])
        });
    let mut recorder = Recorder::from(sampler);
    sphere.simulation.run_observed(until, &mut recorder).unwrap();
    recorder
}

#[test]
fn flat_start_is_the_reference_for_the_whole_second() {
    let reference = data("sim1_flat_T1e-4.csv");
    let recorder = record(RollingSphere::FLAT, 10, 1.0);
    for name in ["t", "px", "pz", "vx", "oy", "qw", "qy", "ex", "vcx"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-9);
    }
    let vx = recorder.column("vx").unwrap();
    let worst =
        vx.iter().zip(reference.column("vx")).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(worst <= 1e-12, "vx off by {worst:e} m/s");
    // The load follows a resting contact of 1e7 N/m, where an ulp of height is 3e-10 N.
    let load = recorder.column("fz_on_surface").unwrap();
    assert_column("fz", load, &reference.column("fz_on_surface"), 1e-8);
}

#[test]
fn flat_start_ends_in_rolling_at_five_sevenths_of_the_speed() {
    let recorder = record(RollingSphere::FLAT, 1, 1.0);
    let slip = recorder.column("vcx").unwrap();
    let rolls = slip.iter().position(|&v| v <= 0.0).expect("slip ends");
    assert!((recorder.time()[rolls] - 0.5831).abs() <= 5e-5, "{}", recorder.time()[rolls]);
    let end = *recorder.column("vx").unwrap().last().unwrap();
    assert!((end - 10.0 / 7.0).abs() <= 1e-12, "vx {end}");
    let inertia = 0.4 * RollingSphere::MASS * RollingSphere::RADIUS * RollingSphere::RADIUS;
    for (vx, wy) in recorder.column("vx").unwrap().iter().zip(recorder.column("oy").unwrap()) {
        let momentum = RollingSphere::MASS * RollingSphere::RADIUS * vx + inertia * wy;
        assert!((momentum - 0.12).abs() <= 1e-12, "{momentum}");
    }
}

#[test]
fn drop_follows_the_reference_until_rounding_takes_over() {
    // 28 bounces amplify a rounding error tenfold each; the reference measured a spread of 4e-9 m/s
    // at 0.2 s between starts that differ by 20 ulp.
    let reference = data("sim1_drop_T1e-4_first250ms.csv");
    let recorder = record(RollingSphere::DROP, 2, 0.2);
    let rows = recorder.time().len();
    for name in ["t", "px", "pz", "vx", "vz", "oy", "qw", "qy", "vcx"] {
        let expected = &reference.column(name)[..rows];
        assert_column(name, recorder.column(name).unwrap(), expected, 1e-6);
    }
}
