//! A mechanism of your own: a desk lamp. A spring balances the lower of its two arms, friction in
//! the joints holds the rest. A hand moves the lamp and lets go; then the table trembles.

use std::process::ExitCode;

use nalgebra::{Matrix1, vector};
use stiction::core::impedance::from_fn;
use stiction::core::{Coupling, KinematicMap};
use stiction::mechanics::{ArmPoint, Link};
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 10.0 };
const OUT: &str = "out/own_mechanism";

/// A spring from a post above the joint to a point of the arm. Only its length as a function of the
/// angle has to be written; its torque on the arm follows.
#[derive(Clone, Copy, Debug)]
struct SpringLength {
    post: f64,
    point: f64,
}

impl KinematicMap for SpringLength {
    type From = Shaft;
    type To = Line;
    type Psi = Matrix1<f64>;
    fn at(&self, arm: &Motion<Shaft>) -> (f64, Matrix1<f64>) {
        let (y, x) = (self.point * arm.pose.sin(), self.point * arm.pose.cos());
        let length = x.hypot(y - self.post);
        (length, Matrix1::new(-self.post * x / length))
    }
}

const LENGTH: f64 = 0.4;
const RELEASE: f64 = 2.5;
const TREMOR: f64 = 4.0;

fn main() -> ExitCode {
    common::report(run())
}

fn lamp<I: Impedance<Domain = Shaft> + Clone>(law: I) -> common::Outcome<Recorder> {
    let mut net = NetworkBuilder::new();
    let lower = Link::uniform_rod(0.4, LENGTH)?;
    let upper = Link::builder().mass(0.7).length(LENGTH).center(0.31).inertia(0.01).build()?;
    let arm = PlanarArm::builder().links([lower, upper]).gravity(vector![0.0, -9.8]).build()?;
    let start = [Motion::at_rest(2.1), Motion::at_rest(-1.75)];
    let tip = ArmPoint::<2>::tip_of(&arm)?;
    let from = tip.motion(&start).pose;
    let arm = net.add(arm, start)?;
    let joints = [arm.joint(0), arm.joint(1)];
    let spring = SpringDamper::builder().stiffness(368.0).build()?;
    net.connect(spring, SpringLength { post: 0.12, point: 0.08 }, arm.joint(0))?;
    net.connect(law.clone(), Direct::new(), arm.joint(0))?;
    let elbow = net.connect(law, Direct::new(), arm.joint(1))?;
    let hand = from_fn::<Plane, _>(move |stage, tip| {
        let way = vector![0.25, 0.15] * (stage.time - 0.5).clamp(0.0, 1.5);
        let pull = (from + way - tip.pose) * 200.0 - tip.flow * 20.0;
        pull * f64::from(stage.step_start < RELEASE)
    })
    .as_source();
    let hand = net.connect(hand, tip.clone(), joints)?;
    let table = TimedEffort::<Plane>::new(|stage: &Stage| {
        vector![0.0, 0.5 * (50.0 * (stage.time - TREMOR).max(0.0)).sin()]
    });
    net.connect(table, tip, joints)?;
    let sampler = RUN.sampler(1e4).channels(["elbow x", "elbow y", "x", "y"], move |frame| {
        let (sine, cosine) = frame.motion(arm)?.pose.sin_cos();
        let tip = frame.wire_motion(hand)?.pose;
        Ok([LENGTH * cosine, LENGTH * sine, tip.x, tip.y])
    });
    let sampler = sampler.channels(["anchor", "imbalance"], move |frame| {
        let anchor = frame.wire_motion(elbow)?.pose - frame.internal(elbow)?[0];
        Ok([anchor, frame.power_balance()?.residual().abs()])
    });
    RUN.record(net, sampler)
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let gsat = GsatFriction::builder().stiffness(2e3).damping(5.0).limit(2.5).build()?;
    let steady = SteadyState::Force(StribeckCurve::constant(2.5)?);
    let lugre = LuGreFriction::builder().stiffness(2e3).damping(5.0);
    let lugre = lugre.steady_state(steady).build()?;
    let runs = [("gsat", lamp(gsat)?), ("LuGre", lamp(lugre)?)];

    let columns = ["friction", "the elbow creeps [rad]", "power imbalance [W]"];
    let mut table = TextTable::new("A desk lamp", &columns);
    let mut view = Panel::new().title("at the end").x("x [m]").y("y [m]").equal_aspect();
    let mut heights = Panel::new().x("time [s]").y("height of the lamp [m]");
    for (name, record) in &runs {
        let [time, y, anchor] = record.columns_named(["t", "y", "anchor"])?;
        let [end, left] =
            [f64::INFINITY, TREMOR].map(|t| time.partition_point(|&time| time < t) - 1);
        let creep = anchor[end] - anchor[left];
        let imbalance = record.column("imbalance")?.iter().copied().fold(0.0, f64::max);
        table.row([*name, &format!("{creep:.1e}"), &format!("{imbalance:.1e}")]);
        let arms = record.columns_named(["elbow x", "x", "elbow y", "y"])?;
        let [a, b, c, d] = arms.map(|column| column[end]);
        view = view.series(Series::line(*name, &[0.0, a, b], &[0.0, c, d]).width(4.0));
        heights = heights.line(*name, time, y);
    }
    let heights = heights.vertical(RELEASE, "released").vertical(TREMOR, "trembles");
    let figure = Figure::new("A desk lamp on a table that trembles").columns(2).size(950.0, 330.0);
    out.write_recorder("trajectory.csv", &runs[0].1)?;
    out.write_figure("plot.svg", &figure.panel(view).panel(heights))?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
