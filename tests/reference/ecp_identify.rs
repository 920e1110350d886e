//! Friction from noisy velocities, compared with the optimum of an independent program.

use stiction::core::{PlanarTwist, Validate};
use stiction::nalgebra::{Vector3, vector};
use stiction::sliding::identify::{KnownSlider, MaximumLikelihood, Recording};

use super::table;

fn block() -> KnownSlider {
    let inertia = 0.5 * (0.05 * 0.05 + 0.05 * 0.05) / 12.0;
    let slider = KnownSlider::builder().mass(0.5).inertia(inertia).gravity(9.8).height(0.08);
    slider.build().unwrap()
}

/// Returns the velocities in the columns of `ident_data.csv` with these names.
fn recording(names: [&str; 3]) -> Recording {
    let data = table("ecp/ident_data.csv");
    let [vx, vy, w] = names.map(|name| data.column(name));
    let twist = |k: usize| PlanarTwist { linear: vector![vx[k], vy[k]], angular: w[k] };
    let velocities: Vec<_> = (0..vx.len()).map(twist).collect();
    Recording::new(0.01, &velocities, &[]).unwrap()
}

#[test]
fn the_same_optimum() {
    let expected = table("ecp/ident_ml.csv");
    let numbers = |names: [&str; 3]| Vector3::from(names.map(|name| expected.column(name)[0]));
    let noise = numbers(["sd_vx", "sd_vy", "sd_wz"]);
    let search = MaximumLikelihood::builder().noise(noise).build().unwrap();
    search.validate().unwrap();
    let fit = search.fit(&block(), &recording(["vx_meas", "vy_meas", "wz_meas"])).unwrap();
    let initial = vector![fit.initial.linear.x, fit.initial.linear.y, fit.initial.angular];
    let off = |found: Vector3<f64>, names: [&str; 3]| -> f64 {
        let expected = numbers(names);
        (found - expected).component_div(&expected).amax()
    };
    let limits = off(fit.friction.limits, ["mu_et", "mu_eo", "mu_er"]);
    let start = off(initial, ["v0x", "v0y", "w0"]);
    let errors = off(fit.relative_errors(), ["sdlog_t", "sdlog_o", "sdlog_r"]);
    let chi = fit.reduced_chi_square / expected.column("chi2dof")[0] - 1.0;
    println!(
        "relative differences: limits {limits:.1e}, start {start:.1e}, errors {errors:.1e}, \
         chi² {chi:.1e}; {} iterations",
        fit.iterations
    );
    assert!(limits < TOLERANCE && start < TOLERANCE && errors < TOLERANCE);
    assert!(chi.abs() < TOLERANCE);
}

/// The other program stops at relative changes of this size.
const TOLERANCE: f64 = 1e-9;
