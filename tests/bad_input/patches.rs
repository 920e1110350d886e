//! Planar patches: invalid fields, shapes, mounts, schedules and motions.

use nalgebra::vector;
use stiction::patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount, Polygon,
    PressureExponent, ReducedPatch, ReducedShape, Schedule, SoftFingertip, Surface,
};
use stiction::prelude::*;

use super::text;

fn grid(side: usize) -> Grid {
    Grid::new(side, 0.02).unwrap()
}

fn pad() -> ContactPatch {
    Surface::Square.patch(grid(3)).unwrap()
}

fn bristles() -> BristleParameters {
    BristleParameters::table_one_stribeck().unwrap()
}

#[test]
fn grids() {
    for side in [0, 4097, 1 << 40, usize::MAX] {
        let refused = text(Grid::new(side, 0.02));
        assert_eq!(
            refused,
            format!("Grid: side = {} must be 1 to 4096 cells", stiction::core::Shown(side as f64))
        );
    }
    for size in [0.0, -0.02, f64::NAN, f64::INFINITY, 1e-320, 1e308] {
        let refused = text(Grid::new(3, size));
        let size = stiction::core::Shown(size);
        assert_eq!(
            refused,
            format!("Grid: size = {size} must be finite and between 1e-9 and 1e6 m")
        );
    }
    for surface in Surface::ALL {
        let refused = text(surface.patch(grid(20)));
        let any = matches!(surface, Surface::Square | Surface::Circle);
        let expected = format!("{surface}: side = 20 must be odd");
        assert_eq!(refused, if any { "accepted" } else { &*expected });
    }
    assert!(text("disc".parse::<Surface>()).starts_with("there is no surface `disc`; known are"));
}

#[test]
fn pressures() {
    for bad in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let at_the_right = |x: f64, _: f64| if x > 0.005 { bad } else { 1.0 };
        let refused = text(ContactPatch::from_pressure(Grid::new(3, 0.03).unwrap(), at_the_right));
        let place = "at x = 0.01 m, y = -0.01 m";
        assert_eq!(refused, format!("pressure = {bad} {place} must be finite and not negative"));
    }
    let empty = "the patch is empty: the pressure is zero in every cell";
    assert_eq!(text(ContactPatch::from_pressure(grid(5), |_, _| 0.0)), empty);
    assert_eq!(text(ContactPatch::from_pressure(grid(5), |_, _| -0.0)), empty);
    let beyond = text(ContactPatch::from_pressure(grid(5), |_, _| 1e308));
    assert_eq!(beyond, "the pressures add up to inf, which is out of range");
    for (inner, outer, named) in [
        (f64::NAN, 1e-3, "inner"),
        (-1e-3, 1e-3, "inner"),
        (1e-3, f64::INFINITY, "outer"),
        (1e-3, 1e-3, "outer"),
        (1e-3, 0.02, "outer"),
    ] {
        let refused = text(ContactPatch::ring(grid(5), inner, outer));
        assert!(refused.starts_with(&format!("ring: {named} = ")), "{refused}");
    }
}

#[test]
fn fingertips() {
    let hertz = SoftFingertip::builder().exponent(PressureExponent::Constant(2.0));
    let fingertip = hertz.build().unwrap();
    for load in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = text(fingertip.patch(grid(5), load));
        assert_eq!(refused, format!("SoftFingertip: load = {load} must be finite and positive"));
    }
}

#[test]
fn points() {
    let at = |x: f64, share: f64| ContactPatch::from_points([(vector![x, 0.0], share)]);
    assert_eq!(text(at(f64::NAN, 1.0)), "point: x = NaN must be finite and at most 1000 km");
    assert!(text(at(1.0, f64::NAN)).starts_with("pressure = NaN at x = 1 m, y = 0 m"));
    assert!(text(at(1.0, -2.0)).starts_with("pressure = -2 at x = 1 m, y = 0 m"));
    assert!(text(ContactPatch::from_points([])).starts_with("the patch is empty"));
    let without_end = std::iter::repeat((vector![0.0, 0.0], 0.0));
    let refused = text(ContactPatch::from_points(without_end));
    assert_eq!(refused, "point: number = 16777217 must be at most 16777216");
    // A point whose share underflows in the sum is left out, as on a grid.
    let lost = [(vector![0.0, 0.0], 1e300), (vector![1.0, 0.0], 1e-300)];
    assert_eq!(ContactPatch::from_points(lost).unwrap().weight(), [1.0]);
    // A single point, or several that coincide, bear a load but have no limit surface.
    let coincident = [(vector![0.1, 0.2], 1.0), (vector![0.1, 0.2], 3.0)];
    for patch in [at(0.3, 1.0), ContactPatch::from_points(coincident)] {
        let refused = text(LimitSurface::new(&patch.unwrap(), 4));
        assert!(refused.ends_with("a single point has no limit surface"), "{refused}");
    }
}

#[test]
fn rims() {
    let rim =
        |x: f64, radius: f64, factor: f64| text(ReducedShape::rim(vector![x, 0.0], radius, factor));
    let far = "must be finite and at most 1000 km";
    for bad in [f64::NAN, f64::INFINITY, -1.1e6] {
        assert_eq!(rim(bad, 0.01, 1e-4), format!("ReducedShape: center_of_pressure = {bad} {far}"));
    }
    for bad in [f64::NAN, f64::INFINITY, -0.01, 1e-101, 1.1e6] {
        let refused = rim(0.0, bad, 1e-4);
        assert!(refused.starts_with("ReducedShape: radius = "), "{refused}");
        assert!(refused.ends_with(" must be 0 or between 1e-100 and 1e6 m"), "{refused}");
    }
    for bad in [f64::NAN, f64::INFINITY, -1e-4, 1.1e12] {
        let refused = rim(0.0, 0.01, bad);
        assert!(refused.starts_with("ReducedShape: viscous_factor = "), "{refused}");
    }
    for radius in [0.0, -0.0, 1e-100, 1e6] {
        assert_eq!(rim(1e6, radius, 1e12), "accepted");
    }
}

#[test]
fn polygons() {
    let polygon = |corners: &[[f64; 2]]| {
        let corners: Vec<_> = corners.iter().map(|&corner| corner.into()).collect();
        text(Polygon::new(&corners))
    };
    assert_eq!(polygon(&[]), "Polygon: vertices = 0 must be at least 3");
    assert_eq!(polygon(&[[0.0, 0.0], [1.0, 0.0]]), "Polygon: vertices = 2 must be at least 3");
    let nan = polygon(&[[0.0, 0.0], [1.0, 0.0], [f64::NAN, 1.0]]);
    assert_eq!(nan, "Polygon: vertices = NaN must be finite");
    let crossed = polygon(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(crossed, "Polygon: side = 1 must not cross or touch another side");
    let doubled = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(doubled, "Polygon: side = 1 must not cross or touch another side");
    let flat = polygon(&[[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]]);
    assert_eq!(flat, "Polygon: area = 0 must be finite and not zero");
    for size in [1e-200, 1e200] {
        let refused = polygon(&[[0.0, 0.0], [size, 0.0], [0.0, size]]);
        assert!(refused.starts_with("Polygon: area = "), "{refused}");
    }
    let many = vec![[0.0, 0.0]; 10_001];
    assert_eq!(polygon(&many), "Polygon: vertices = 10001 must be at most 10000");
    let large = Polygon::new(&[vector![0.0, 0.0], vector![1.0, 0.0], vector![0.0, 1.0]]).unwrap();
    assert_eq!(text(large.patch(grid(3))), "Polygon: vertices = 1 must be on the grid");
}

#[test]
fn mounts_and_schedules() {
    for bad in [f64::NAN, f64::INFINITY] {
        let pose = |x, angle| PlanarPose { position: vector![x, 0.0], angle };
        for at in [Mount::on_body, Mount::in_world] {
            assert_eq!(text(at(pose(bad, 0.0))), format!("Mount: position = {bad} must be finite"));
            assert_eq!(text(at(pose(0.0, bad))), format!("Mount: angle = {bad} must be finite"));
        }
        let time = text(Schedule::new([(0.0, 1), (bad, 2)]));
        assert_eq!(time, format!("Schedule: time = {bad} must be finite"));
    }
    let none = "Schedule: number of values = 0 must be at least 1";
    assert_eq!(text(Schedule::<f64>::new([])), none);
    assert_eq!(text(Schedule::<f64>::every(1.0, [])), none);
    let order = text(Schedule::new([(0.0, 1), (2.0, 2), (2.0, 3)]));
    assert_eq!(order, "Schedule: time = 2 must be after the one before");
    for interval in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = text(Schedule::every(interval, [1, 2]));
        assert_eq!(refused, format!("Schedule: interval = {interval} must be finite and positive"));
    }
    let late = text(Schedule::every(1e308, [1, 2, 3]));
    assert_eq!(late, "Schedule: time = inf must be finite");
}

/// NaN does not count as rest.
#[test]
fn a_motion_that_is_no_number_shows() {
    let nowhere = PlanarTwist { linear: vector![0.01, 0.0], angular: f64::NAN };
    let pads: [Box<dyn Impedance<Domain = PlanarFrame>>; 2] = [
        Box::new(
            Loaded::new(
                DistributedPatch::builder().patch(pad()).bristles(bristles()).build().unwrap(),
                1.0,
            )
            .unwrap(),
        ),
        Box::new(
            Loaded::new(
                ReducedPatch::builder()
                    .shape(ReducedShape::limit_surface(
                        &pad(),
                        LimitSurface::new(&pad(), 4).unwrap(),
                    ))
                    .bristles(bristles())
                    .build()
                    .unwrap(),
                1.0,
            )
            .unwrap(),
        ),
    ];
    for friction in pads {
        let motion = Motion { pose: PlanarPose::default(), flow: nowhere };
        let internal = vec![0.0; friction.memory().len()];
        let wrench = friction.respond(&Stage::at(0.0), &motion, &internal, &mut internal.clone());
        assert!(wrench.torque.is_nan() && wrench.force.x.is_nan(), "{wrench:?}");
    }
}
