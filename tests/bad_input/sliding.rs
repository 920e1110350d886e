//! Every parameter of bodies that slide and are pushed, bad.

use stiction::sliding::{PlanarSlider, QuasiStaticPush, SupportHull};

use super::table::{no_nan, refuses_or_works};
use super::*;

#[test]
fn sliding_bodies() {
    refuses_or_works(
        "PlanarSlider",
        &[
            ("mass", 0.5),
            ("inertia", 2e-4),
            ("friction", 0.31),
            ("semi_axes.t", 1.0),
            ("semi_axes.o", 0.9),
            ("semi_axes.r", 0.01),
            ("height", 0.08),
            ("gravity", 9.8),
        ],
        |v| {
            let slider = PlanarSlider::builder().mass(v[0]).inertia(v[1]).friction(v[2]);
            slider.semi_axes([v[3], v[4], v[5]]).height(v[6]).gravity(v[7]).build()
        },
        |slider| {
            let twist = PlanarTwist { linear: Vector2::new(0.7, 0.9), angular: 10.0 };
            let mut state = Motion::new(PlanarPose::default(), twist);
            for _ in 0..5 {
                let report = slider.step(&mut state, 0.01, &Wrench::default());
                let report = report.map_err(|error| error.to_string())?;
                no_nan("impulse", report.impulse.as_slice())?;
            }
            no_nan("twist", &[state.flow.linear.x, state.flow.linear.y, state.flow.angular])
        },
    );
    refuses_or_works(
        "QuasiStaticPush",
        &[
            ("friction", 0.3),
            ("semi_axes.t", 1.0),
            ("semi_axes.o", 0.8),
            ("semi_axes.r", 0.02),
            ("point.x", -0.03),
            ("point.y", 0.01),
            ("height", 0.01),
        ],
        |v| {
            let push = QuasiStaticPush::builder().friction(v[0]).semi_axes([v[1], v[2], v[3]]);
            push.point(v2(&v[4..])).height(v[6]).build()
        },
        |push| {
            let Some(motion) = push.motion(&Vector2::new(0.1, 0.02)) else { return Ok(()) };
            no_nan("moment", &[motion.moment, motion.twist.angular])
        },
    );
}

#[test]
fn supports() {
    let square = |v: &[f64]| SupportHull::square(v[0]);
    let probe = |hull: &SupportHull| no_nan("margin", &[hull.margin(&Vector2::new(0.3, -0.1))]);
    refuses_or_works("SupportHull", &[("side", 0.1)], square, probe);
    let rectangle = |v: &[f64]| SupportHull::rectangle(v[0], v[1]);
    refuses_or_works("SupportHull", &[("length", 0.1), ("width", 0.2)], rectangle, probe);
    let disc = |v: &[f64]| SupportHull::disc(v[0]);
    refuses_or_works("SupportHull", &[("radius", 0.1)], disc, probe);
    let ring = |v: &[f64]| SupportHull::ring(v[0], v[1]);
    refuses_or_works("SupportHull", &[("outer_radius", 0.1), ("inner_radius", 0.05)], ring, probe);
}
