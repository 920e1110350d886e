//! The drawing of a slider: what moves the point where its support acts.

use nalgebra::vector;
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction::sliding::SupportHull;

use super::body::{FRICTION, HEIGHT, INERTIA_PER_MASS, SIDE, STEP, slider};
use super::snapshots::{borders, outline};
use crate::experiments::Source::Paper;
use crate::experiments::{Effort, Outcome, ReproduceError};

/// Distance of the contact point from below the centre of mass \[m\], of a body that slides along x
/// without turning, and the same with a moment about y of 10 mN m.
fn offsets(height: f64) -> Result<[f64; 2], ReproduceError> {
    let body = slider(0.5, 0.5 * INERTIA_PER_MASS, height, SupportHull::square(SIDE)?)?;
    let moment = Wrench { torque: vector![0.0, 0.01, 0.0], ..Wrench::default() };
    let mut found = [f64::NAN; 2];
    for (found, load) in found.iter_mut().zip([Wrench::default(), moment]) {
        let twist = PlanarTwist { linear: vector![0.5, 0.0], angular: 0.0 };
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), twist);
        let report = body.step(&mut state, STEP, &load)?;
        *found = report.contact_point.map_or(f64::NAN, |point| point.offset.x);
    }
    Ok(found)
}

pub(super) fn run(_: Effort) -> Result<Outcome, ReproduceError> {
    let [low, high] = [offsets(0.0)?, offsets(HEIGHT)?];
    let text = "The figure is a drawing of a square slider, its frames and its contact point. The \
                text says what moves that point, eqs. (15), (16): it is just beneath the centre of \
                mass if that lies in the support plane, friction moves it by q_z times friction over \
                the normal force (mu q_z in slip), and a moment about y by that moment over the \
                normal force (0.01 N m over 4.9 N).";
    Ok(Outcome::new(text)
        .check(Paper.below("q_z = 0: contact point from the centre [m]", low[0], 1e-15))
        .check(Paper.near("q_z = 0.08 m, slides along x [m]", high[0], FRICTION * HEIGHT, 1e-15))
        .check(Paper.near("further, by the moment [m]", high[1] - high[0], 0.01 / 4.9, 1e-15))
        .figure(Figure::new("").size(500.0, 300.0).panel(drawing()?))
        .not_compared("the drawing itself; ours is of a body that slides along x"))
}

fn drawing() -> Result<Panel, ReproduceError> {
    let hull = SupportHull::square(SIDE)?;
    let pose = PlanarPose { position: vector![0.06, 0.05], angle: 0.4 };
    let center = [pose.position.x, pose.position.y];
    let contact = [center[0] + 0.55 * FRICTION * HEIGHT, center[1]];
    let mut panel = Panel::new().equal_aspect().without_axes();
    for border in borders(Some(&hull), None) {
        panel = panel.series(outline(&border, &pose).width(1.5));
    }
    let dot = |label: &str, at: [f64; 2]| Series::points(label, &[at[0]], &[at[1]]).width(3.0);
    let along = |angle: f64, length: f64| {
        [center[0] + length * angle.cos(), center[1] + length * angle.sin()]
    };
    Ok(panel
        .arrow([0.0, 0.0], [0.03, 0.0], "O_w")
        .arrow([0.0, 0.0], [0.0, 0.03], "")
        .arrow(center, along(0.4, 0.03), "")
        .arrow(center, along(0.4 + core::f64::consts::FRAC_PI_2, 0.03), "")
        .arrow(contact, [contact[0] - 0.025, contact[1]], "λ_t")
        .note([0.03, 0.0], "x")
        .note([0.0, 0.03], "y")
        .note(along(0.4, 0.03), "x_s")
        .series(dot("centre of mass, O_s", center).color(palette::BLACK))
        .series(dot("contact point, O_c", contact).color(palette::VERMILION)))
}
