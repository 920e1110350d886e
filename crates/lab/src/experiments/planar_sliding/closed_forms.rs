//! Section 5: slow pushing and pure translation, in closed form.

use nalgebra::{Vector2, vector};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction::sliding::{PlanarSlider, QuasiStaticPush, SupportHull, translation as exact};

use super::body::{Body, FRICTION, GRAVITY, HEIGHT, INERTIA_PER_MASS, SIDE, STEP, slider};
use crate::experiments::Provenance::{Paper, Theory};
use crate::experiments::check::worst;
use crate::experiments::varied::varied;
use crate::experiments::{Findings, PaperError, Thoroughness};

/// Returns the twist by (32) to (34) for a pushed point from the centre of mass \[m\] and its velocity \[m/s\].
fn published(c: f64, point: Vector2<f64>, velocity: Vector2<f64>) -> PlanarTwist {
    let (x, y, square) = (point.x, point.y, c * c);
    let below = square + x * x + y * y;
    let vx = ((square + x * x) * velocity.x + x * y * velocity.y) / below;
    let vy = ((square + y * y) * velocity.y + x * y * velocity.x) / below;
    PlanarTwist { linear: vector![vx, vy], angular: (x * vy - y * vx) / square }
}

const PUSHES: u32 = 500;

/// Returns the largest differences over [`PUSHES`] pushes, of the twist from (32) to (34) and of the push from the one
/// that the model of sliding needs at that twist, over the normal force; and how many were compared.
fn pushes() -> Result<([f64; 2], usize), PaperError> {
    let (mut twists, mut balances) = (vec![], vec![]);
    for k in 0..PUSHES {
        let (place, other) = (varied(2 * k), varied(2 * k + 1));
        let c = 0.03 + 0.02 * place.z;
        let (point, velocity) = (place.xy() * 0.05, other.xy());
        let push = QuasiStaticPush::builder().friction(FRICTION).semi_axes([1.0, 1.0, c]);
        let Some(found) = push.point(point).build()?.motion(&velocity) else { continue };
        let known = published(c, point, velocity);
        let scale = 1.0_f64.max(known.angular.abs());
        let linear = found.twist.linear - known.linear;
        let parts = [linear.x, linear.y, found.twist.angular - known.angular];
        twists.push(worst(parts) / scale);
        let body = PlanarSlider::builder().mass(1.0 / GRAVITY).inertia(1.0).gravity(GRAVITY);
        let body = body.friction(FRICTION).semi_axes([1.0, 1.0, c]).height(0.0).build()?;
        let Some(friction) = body.sliding_wrench(&known, &Wrench::default()) else { continue };
        let force = friction.friction.xy();
        let (left, moment) = (force + found.push, friction.friction.z - point.perp(&force));
        balances.push(worst([left.x, left.y, moment / c]));
    }
    let compared = balances.len();
    Ok(([worst(twists), worst(balances)], compared))
}

pub(super) fn quasi_static(_: Thoroughness) -> Result<Findings, PaperError> {
    let ([twist, balance], compared) = pushes()?;
    let c = 0.4 * SIDE;
    let places: Vec<f64> = (-25..=25).map(|k| 1e-3 * f64::from(k)).collect();
    let (mut turns, mut known) = (vec![], vec![]);
    for &place in &places {
        let point = vector![-0.5 * SIDE, place];
        let push = QuasiStaticPush::builder().friction(FRICTION).semi_axes([1.0, 1.0, c]);
        let motion = push.point(point).build()?.motion(&vector![0.1, 0.0]);
        turns.push(motion.map_or(f64::NAN, |motion| motion.twist.angular));
        known.push(published(c, point, vector![0.1, 0.0]).angular);
    }
    let millimetres: Vec<f64> = places.iter().map(|place| 1e3 * place).collect();
    let panel = Panel::new().x("place on the side [mm]").y("angular velocity [rad/s]");
    let panel = panel.series(Series::points("ours", &millimetres, &turns).width(1.4));
    let line = Series::line("(34)", &millimetres, &known).color(palette::BLACK).width(1.0);
    let text = "A body that is pushed slowly: its velocity is explicit in that of the pushed point. \
                (32) to (34) are set beside our solution, which knows them only as the isotropic \
                case, for 500 pushes; and the friction that the model of sliding (15)-(21) gives at \
                that velocity balances the push and has its moment (30). It holds for a push in the \
                support plane. The figure shows a block of 5 cm that is pushed at its side with 0.1 \
                m/s.";
    Ok(Findings::new(text)
        .check(Theory.count("pushes compared", compared, PUSHES as usize))
        .check(Paper.below("velocity less (32) to (34), largest [m/s, rad/s]", twist, 1e-13))
        .check(Theory.below("push less friction, over the weight", balance, 1e-13))
        .figure(Figure::new("").panel(panel.series(line))))
}

/// Returns the largest difference between a step of the whole model without turning and (39)-(42), corrected, over the
/// limit `μ p_n`.
fn isotropic(e: f64) -> Result<f64, PaperError> {
    let (mass, mut off) = (0.5, vec![]);
    let body = PlanarSlider::builder().mass(mass).inertia(mass * INERTIA_PER_MASS);
    let body = body.gravity(GRAVITY).friction(FRICTION).semi_axes([e, e, 0.01]).height(HEIGHT);
    let body = body.build()?;
    let limit = FRICTION * mass * GRAVITY * STEP;
    for k in 0..200 {
        let velocity = varied(2 * k).xy() + vector![1.5, 0.0];
        let force = varied(2 * k + 1).xy();
        let twist = PlanarTwist { linear: velocity, angular: 0.0 };
        let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), twist);
        let load = Wrench { force: force.push(0.0), ..Wrench::default() };
        let report = body.step(&mut state, STEP, &load)?;
        let momentum = velocity * mass + force * STEP;
        let p = -momentum.normalize() * (e * limit);
        let impulse = (report.impulse.xy() - p) / limit;
        let after = state.flow.linear * mass - (momentum + p);
        off.extend([impulse.x, impulse.y, after.x / limit, after.y / limit, state.flow.angular]);
    }
    Ok(worst(off))
}

/// Returns the largest residuals of (37) and (38) with `e²` in the numerators, of anisotropic steps.
fn anisotropic() -> Result<[f64; 2], PaperError> {
    let (mut ellipses, mut roots) = (vec![], vec![]);
    for k in 0..200 {
        let axes = varied(2 * k) * 0.5;
        let e = [1.0 + axes.x, 1.0 + axes.y];
        let momentum = varied(2 * k + 1).xy() + vector![1.6, 0.0];
        let (mass, normal) = (0.5, 0.05);
        let step = exact(mass, FRICTION, e, normal, &momentum)?;
        let limit = FRICTION * normal;
        let on = (0..2).map(|i| (step.impulse[i] / (e[i] * limit)).powi(2)).sum::<f64>();
        let of = |i: usize| {
            let below = mass * step.multiplier + e[i] * e[i] * limit;
            (e[i] * momentum[i] / below).powi(2)
        };
        ellipses.push(on - 1.0);
        roots.push(of(0) + of(1) - 1.0);
    }
    Ok([worst(ellipses), worst(roots)])
}

pub(super) fn translation(_: Thoroughness) -> Result<Findings, PaperError> {
    let start = PlanarTwist { angular: 0.0, ..Body::square()?.start };
    let body = slider(0.5, 0.5 * INERTIA_PER_MASS, HEIGHT, SupportHull::square(SIDE)?)?;
    let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), start);
    let (mut time, mut speed, mut known) = (vec![0.0], vec![start.linear.norm()], vec![]);
    for k in 1..=45 {
        body.step(&mut state, STEP, &Wrench::default())?;
        time.push(f64::from(k) * STEP);
        speed.push(state.flow.linear.norm());
    }
    known.extend(time.iter().map(|t| (start.linear.norm() - FRICTION * GRAVITY * t).max(0.0)));
    let off = worst(speed.iter().zip(&known).map(|(a, b)| a - b));
    let panel = Panel::new().x("time [s]").y("speed [m/s]");
    let panel = panel.series(Series::points("step by step", &time, &speed).width(1.4));
    let line = Series::line("v - mu g t", &time, &known).color(palette::BLACK).width(1.0);
    let [plain, rough] = [isotropic(1.0)?, isotropic(1.5)?];
    let [ellipse, root] = anisotropic()?;
    let text = "A body that does not turn: for isotropic friction everything is explicit. The whole \
                model is set beside (39) to (42). As printed they hold for e = 1 only: (38) lacks e^2 \
                in the numerators, (39) the e before the root, (40) and (41) have e^2 for e, and are \
                off the ellipsoid by e^2 - e; and they need the stick test, or a body at a halt would \
                move backwards.";
    Ok(Findings::new(text)
        .check(Paper.below("e = 1: (39) to (42), over the limits", plain, 1e-12))
        .check(Theory.below("e = 1.5: the same, corrected", rough, 1e-12))
        .check(Paper.below("e_t, e_o from 0.5 to 1.5: (37)", ellipse, 1e-12))
        .check(Theory.below("and (38) with e^2 in the numerators", root, 1e-12))
        .check(Theory.below("speed until the halt, off v - mu g t [m/s]", off, 1e-13))
        .figure(Figure::new("").panel(panel.series(line))))
}
