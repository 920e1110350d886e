//! A friction law of your own: a grooved floor. Pucks slide easily along the grooves and badly
//! across them, so that a fan of them bends. The floor slopes, yet a puck that has stopped stays.

use std::process::ExitCode;

use nalgebra::{Vector2, vector};
use stiction::core::{ContactLaw, Flat};
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 8.0 };
const OUT: &str = "out/custom_law";

/// Friction of `limit.x` \[N\] along the grooves and `limit.y` across. In coordinates stretched by
/// the limits it is isotropic friction of 1, which the kernel of the library computes.
#[derive(Clone, Debug)]
struct Grooved {
    limit: Vector2<f64>,
    stiffness: f64,
    damping: f64,
}

impl Impedance for Grooved {
    type Domain = Plane;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(2)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Plane>> {
        Some(self)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Plane>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Vector2<f64> {
        let velocity = motion.flow.component_mul(&self.limit);
        let stage_damping = self.damping + stage.tau * self.stiffness;
        let deflection = Vector2::load(internal);
        let (force, bending) = gsat_step(self.stiffness, stage_damping, 1.0, velocity, deflection);
        bending.store(rate);
        -force.component_mul(&self.limit)
    }
    fn stored_energy(&self, _: &Motion<Plane>, internal: &[f64]) -> f64 {
        0.5 * self.stiffness * Vector2::load(internal).norm_squared()
    }
    fn stored_power(&self, _: &Motion<Plane>, internal: &[f64], rate: &[f64]) -> f64 {
        self.stiffness * Vector2::load(internal).dot(&Vector2::load(rate))
    }
}
impl ContactLaw<Plane> for Grooved {
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let square = self.limit[axis].powi(2);
        Some((self.stiffness * square, (self.damping + tau * self.stiffness) * square))
    }
}

const GRAVITY: f64 = 9.8;
const PUCKS: usize = 12;

fn main() -> ExitCode {
    common::report(run())
}

/// Returns the path of each puck under the given friction: x of each, then y of each.
fn slide<I: Impedance<Domain = Plane> + Clone>(law: I) -> common::Outcome<Recorder> {
    let mut net = NetworkBuilder::new();
    let mut sampler = RUN.sampler(2e3);
    for puck in 0..PUCKS {
        let (sine, cosine) = (std::f64::consts::TAU * puck as f64 / PUCKS as f64).sin_cos();
        let start = Motion::new(Vector2::zeros(), vector![cosine, sine] * 1.5);
        let slope = vector![0.0, -0.05 * GRAVITY];
        let mass = PointMass::<Plane>::builder().mass(1.0).gravity(slope).build()?;
        let body = net.add(mass, start)?;
        net.connect(law.clone(), Direct::new(), body.port())?;
        sampler = sampler.channels([&format!("x{puck}"), &format!("y{puck}")], move |frame| {
            Ok(frame.motion(body)?.pose.into())
        });
    }
    RUN.record(net, sampler)
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    // There are two floors: the law of this file and, swapped in one line, one of the library.
    let limit = vector![0.1, 0.4] * GRAVITY;
    let grooved = slide(Grooved { limit, stiffness: 1e4, damping: 100.0 })?;
    let even = GsatFriction::builder().stiffness(1e4).damping(100.0).limit(limit.x);
    let even = slide(even.build()?)?;

    let mut figure = Figure::new("Pucks on a sloping floor").columns(2).size(900.0, 380.0);
    let columns = ["floor", "longest way [m]", "creep at rest [m]"];
    let mut table = TextTable::new("Pucks", &columns);
    for (floor, record) in [("grooved", &grooved), ("even", &even)] {
        let rest = record.time().len() / 2; // All have stopped half-way.
        let mut panel = Panel::new().title(floor).x("x [m]").y("y [m]").equal_aspect();
        let (mut longest, mut creep) = (0.0_f64, 0.0_f64);
        for way in record.columns()[1..].chunks_exact(2) {
            let [x, y] = [&way[0], &way[1]];
            panel = panel.line("", x, y);
            longest = longest.max(x[rest].hypot(y[rest]));
            let moved = (rest..x.len()).map(|k| (x[k] - x[rest]).hypot(y[k] - y[rest]));
            creep = moved.fold(creep, f64::max);
        }
        table.row([floor, &format!("{longest:.4}"), &format!("{creep:.1e}")]);
        figure = figure.panel(panel);
    }
    out.write_recorder("trajectory.csv", &grooved)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {OUT}");
    Ok(())
}
