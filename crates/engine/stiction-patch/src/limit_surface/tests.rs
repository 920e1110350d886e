//! Tables of limit surfaces: look-up, symmetry, resizing, accuracy, files.

use core::f64::consts::FRAC_PI_2;

use nalgebra::vector;
use proptest::prelude::*;

use super::*;
use crate::patch::properties_tests::{patches, turned};
use crate::patch::{Grid, Surface};
use crate::steady;
use crate::testing::{of_paper, twist};

fn table(surface: Surface, samples: usize) -> (ContactPatch, LimitSurface) {
    let patch = of_paper(surface);
    let table = LimitSurface::new(&patch, samples).unwrap();
    (patch, table)
}

/// Returns the twist (33) at the given angles.
fn sampled(radius: f64, theta: f64, phi: f64) -> PlanarTwist {
    let linear = vector![theta.cos(), theta.sin()] * (radius * phi.sin());
    PlanarTwist { linear, angular: phi.cos() }
}

#[test]
fn the_samples_are_steady_friction() {
    let (patch, table) = table(Surface::GradientLine, 8);
    let radius = patch.radius();
    assert_eq!((table.samples(), table.sampled_radius()), (8, radius));
    for a in 0..=32 {
        for b in 0..=8 {
            let (theta, phi) = (FRAC_PI_2 * a as f64 / 8.0, FRAC_PI_2 * b as f64 / 8.0);
            let friction = steady::coulomb(&patch, &sampled(radius, theta, phi));
            let expected = vector![friction.force.x, friction.force.y, friction.torque / radius];
            assert!((table.sample_at(a, b).unwrap() - expected).amax() < 1e-12, "{a} {b}");
        }
    }
    assert_eq!(table.sample_at(33, 0), None);
    assert_eq!(table.sample_at(0, 9), None);
    assert_eq!(table.sample_at(32, 3), table.sample_at(0, 3));
}

#[test]
fn a_look_up_at_a_sample_is_the_sample_and_in_between_the_mean() {
    let (patch, table) = table(Surface::Nonconvex2, 8);
    let radius = patch.radius();
    for a in 0..32 {
        for b in 0..8 {
            let look_up = |a: f64, b: f64| {
                let angle = FRAC_PI_2 / 8.0;
                table.normalized(radius, &sampled(radius, angle * a, angle * b))
            };
            let corner = |i: usize, j: usize| table.sample_at(a + i, b + j).unwrap();
            assert!((look_up(a as f64, b as f64) - corner(0, 0)).amax() < 1e-12);
            let mean = 0.75 * (0.5 * corner(0, 0) + 0.5 * corner(0, 1))
                + 0.25 * (0.5 * corner(1, 0) + 0.5 * corner(1, 1));
            let found = look_up(a as f64 + 0.25, b as f64 + 0.5);
            assert!((found - mean).amax() < 1e-12, "{a} {b}");
        }
    }
}

#[test]
fn pure_motions() {
    let (patch, table) = table(Surface::Circle, 20);
    let radius = patch.radius();
    let h = |x: f64, y: f64, w: f64| {
        table.normalized(radius, &PlanarTwist { linear: vector![x, y], angular: w })
    };
    assert!((h(3.0, 0.0, 0.0) - vector![-1.0, 0.0, 0.0]).amax() < 1e-14);
    assert!((h(0.0, -1e-9, 0.0) - vector![0.0, 1.0, 0.0]).amax() < 1e-14);
    assert!((h(0.0, 0.0, 2.0) - vector![0.0, 0.0, -1.0]).amax() < 1e-14);
    assert!((h(0.0, 0.0, -2.0) - vector![0.0, 0.0, 1.0]).amax() < 1e-14);
    assert_eq!(h(0.0, 0.0, 0.0), Vector3::zeros());
    assert!(h(f64::NAN, 0.0, 1.0).iter().all(|value| value.is_nan()));
    assert!(h(1.0, 0.0, f64::NAN).iter().all(|value| value.is_nan()));
    let wrench = table.wrench(radius, &PlanarTwist { angular: 1.0, ..PlanarTwist::default() });
    assert!((wrench.torque + radius).abs() < 1e-16);
}

#[test]
fn the_error_falls_with_the_square_of_the_samples() {
    let disc = Surface::Circle.patch(Grid::new(101, 0.02).unwrap()).unwrap();
    let error = |samples| {
        let table = LimitSurface::new(&disc, samples).unwrap();
        table.deviation(&disc).unwrap()
    };
    let [coarse, middle, fine] = [5, 10, 20].map(error);
    for (wide, narrow) in [(coarse, middle), (middle, fine)] {
        let order = wide.root_mean_square.component_div(&narrow.root_mean_square).map(f64::log2);
        assert!(order.iter().all(|order| (1.7..2.3).contains(order)), "{order:?}");
    }
    assert!(fine.largest.iter().zip(fine.root_mean_square.iter()).all(|(l, r)| l > r));
}

#[test]
fn another_shape_is_far_from_the_table() {
    let (circle, table) = table(Surface::Circle, 20);
    let own = table.deviation(&circle).unwrap().root_mean_square;
    let smaller = Surface::Circle.patch(Grid::new(21, 0.01).unwrap()).unwrap();
    let resized = table.deviation(&smaller).unwrap().root_mean_square;
    assert!((resized - own).amax() < 1e-12);
    let line = table.deviation(&of_paper(Surface::Line)).unwrap().root_mean_square;
    assert!(line.max() > 10.0 * own.max());
}

#[test]
fn points_without_a_grid_have_a_limit_surface_too() {
    let corners = [vector![0.01, 0.01], vector![-0.01, 0.01], vector![0.0, -0.02]];
    let tripod = ContactPatch::from_points(corners.map(|place| (place, 1.0))).unwrap();
    let surface = LimitSurface::new(&tripod, 30).unwrap();
    let about = PlanarTwist { linear: vector![0.002, 0.003], angular: 0.4 };
    let expected = steady::coulomb(&tripod, &about);
    let found = surface.wrench(tripod.radius(), &about);
    assert!((found.force - expected.force).amax() < 5e-3);
    assert!((found.torque - expected.torque).abs() < 5e-3 * tripod.radius());
}

#[test]
fn curves_of_no_points_and_of_one() {
    assert!(limit_curve(0.0, 1.0, 0, |_| PlanarWrench::default()).next().is_none());
    assert_eq!(limit_curve(0.0, 1.0, 1, |_| PlanarWrench::default()).len(), 1);
    assert_eq!(ellipsoid(0.01, &PlanarTwist::default()), PlanarWrench::default());
}

#[cfg(feature = "files")]
mod files {
    use super::*;

    fn refused(text: &str) -> String {
        LimitSurface::from_json(text).unwrap_err().to_string()
    }

    #[test]
    fn come_back_to_the_bit() {
        let (_, surface) = table(Surface::Nonconvex2, 7);
        let again = LimitSurface::from_json(&surface.to_json().unwrap()).unwrap();
        assert_eq!(again, surface);
        let path = std::env::temp_dir().join(format!("limit_surface_{}.json", std::process::id()));
        surface.save(&path).unwrap();
        let loaded = LimitSurface::load(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(loaded.unwrap(), surface);
    }

    #[test]
    fn that_are_damaged_are_refused() {
        let (_, surface) = table(Surface::Square, 2);
        let good = surface.to_json().unwrap();
        let changed = |from: &str, to: &str| {
            assert!(good.contains(from), "{from} in {good}");
            refused(&good.replacen(from, to, 1))
        };
        assert_eq!(refused("{}"), "not a limit surface");
        assert_eq!(changed("\"version\":1", "\"version\":1,\"colour\":2"), "not a limit surface");
        assert_eq!(
            changed("stiction limit surface", "shopping list"),
            "a file of the kind `shopping list` is not a `stiction limit surface`"
        );
        assert_eq!(changed("-1.0]", "-1e999]"), "not a limit surface");
        assert_eq!(changed("-1.0]", "-11.0]"), "entry 0: -11 is out of range, which is −10 to 10");
    }

    #[test]
    fn that_are_not_there_are_named() {
        let missing = LimitSurface::load("/no/such/table.json").unwrap_err();
        assert_eq!(missing.to_string(), "cannot read `/no/such/table.json`");
        let (_, surface) = table(Surface::Square, 2);
        let unwritable = surface.save("/no/such/table.json").unwrap_err();
        assert_eq!(unwritable.to_string(), "cannot write `/no/such/table.json`");
    }
}

/// Yields patches with an extent.
fn extended() -> impl Strategy<Value = ContactPatch> {
    patches().prop_filter("a single cell", |patch| patch.len() > 1)
}

#[test]
fn steep_where_a_line_turns_about_a_point_of_itself() {
    let smooth = [Surface::Circle, Surface::Square].map(|s| table(s, 20).1.steepness());
    let lines = [Surface::Line, Surface::GradientLineX].map(|s| table(s, 20).1.steepness());
    // It is steepest if the patch turns about a point of its rim.
    assert!(smooth.iter().all(|steepness| (1.8..1.9).contains(steepness)), "{smooth:?}");
    assert!(lines.iter().all(|steepness| (3.8..4.0).contains(steepness)), "{lines:?}");
    // No smaller than any slope of the look-up.
    let (patch, surface) = table(Surface::Circle, 20);
    let h = |phi: f64| surface.normalized(patch.radius(), &sampled(patch.radius(), 0.3, phi));
    let slopes = (0..1500).map(|k| 1e-3 * f64::from(k)).map(|phi| (h(phi + 1e-3) - h(phi)).norm());
    let steepest = slopes.fold(0.0, f64::max) / 1e-3;
    assert!((1.7..=surface.steepness() * 1.001).contains(&steepest), "{steepest}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_opposite_twist_has_the_opposite_friction(patch in extended(), motion in twist(0.02)) {
        let surface = LimitSurface::new(&patch, 6).unwrap();
        let radius = patch.radius();
        let back = PlanarTwist { linear: -motion.linear, angular: -motion.angular };
        let (there, back) = (surface.normalized(radius, &motion), surface.normalized(radius, &back));
        prop_assert!((there + back).amax() < 1e-13);
    }

    #[test]
    fn a_turned_patch_has_the_turned_table(patch in extended(), motion in twist(0.02)) {
        let [here, there] = [&patch, &turned(&patch)].map(|p| LimitSurface::new(p, 6).unwrap());
        let radius = patch.radius();
        let linear = vector![-motion.linear.y, motion.linear.x];
        let found = there.normalized(radius, &PlanarTwist { linear, ..motion });
        let h = here.normalized(radius, &motion);
        // A centre of rotation at the edge of the grid may be rounded onto it or off it.
        let expected = vector![-h.y, h.x, h.z];
        prop_assert!((found - expected).amax() < 1e-11, "{found} {expected}");
        if motion.linear.norm() > 0.02 * motion.angular.abs() {
            prop_assert!((found - h).amax() > 1e-3);
        }
    }

    #[test]
    fn a_resized_patch_needs_no_new_table(
        patch in extended(),
        motion in twist(0.02),
        scale in 0.1..10.0_f64,
    ) {
        let grid = patch.grid().unwrap();
        let resized = Grid::new(grid.side(), scale * grid.size()).unwrap();
        let mut pressures = patch.pressures().iter();
        let larger = ContactPatch::from_pressure(resized, |_, _| *pressures.next().unwrap()).unwrap();
        let [own, reused] = [&larger, &patch].map(|p| LimitSurface::new(p, 6).unwrap());
        let radius = larger.radius();
        prop_assert!((radius / patch.radius() / scale - 1.0).abs() < 1e-12);
        let off = own.normalized(radius, &motion) - reused.normalized(radius, &motion);
        prop_assert!(off.amax() < 1e-11, "{off}");
    }
}
