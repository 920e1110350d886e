//! An object in a parallel gripper pivots and slips under a grip force that a file gives. Each of the
//! two pads is a patch of friction; both hold the same body. The shipped grip lets the object
//! pivot until it hangs, stops it, lets it slip a little and catches it.
//!
//! ```sh
//! cargo run --release --features studies --example gripper -- --profile my_grip.csv --offset 0.03
//! ```

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, ValueEnum};
use nalgebra::vector;
use serde_json::json;
use stiction::friction::{BristleRate, StribeckShape};
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount, ReducedPatch,
    ReducedShape, Surface,
};
use stiction::prelude::*;

#[path = "../common/mod.rs"]
mod common;
mod drawing;
mod grip;
use common::Outcome;
use grip::{Between, Grip};

/// An object pivots and slips in a parallel gripper.
#[derive(Parser)]
struct Options {
    /// Grip force of one pad: a CSV file with the columns `t` [s] and `normal_force` [N]
    #[arg(long)]
    profile: Option<PathBuf>,
    /// How the grip force goes from row to row
    #[arg(long, value_enum, default_value = "linear")]
    between: Between,
    /// Shape of a pad: `square`, `circle`, `circle_R`, `line`, `line_grad`, `nonconvex1`, ...
    #[arg(long, default_value = "circle")]
    surface: Surface,
    #[arg(long, value_enum, default_value = "reduced")]
    model: Model,
    /// From the pads to the centre of mass, along the object [m]
    #[arg(long, default_value_t = 0.025, allow_negative_numbers = true)]
    offset: f64,
    /// Mass of the object [kg]
    #[arg(long, default_value_t = 0.2, allow_negative_numbers = true)]
    mass: f64,
    /// Length and height of the object [m]
    #[arg(long, num_args = 2, default_values_t = [0.15, 0.08], allow_negative_numbers = true)]
    size: Vec<f64>,
    /// Angle by which gripper and object are turned from the horizontal at first [rad]
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    tilt: f64,
    /// End of the run [s]; the last row of the profile unless given
    #[arg(long, allow_negative_numbers = true)]
    until: Option<f64>,
    /// Step size [s]
    #[arg(long, default_value_t = 5e-5, allow_negative_numbers = true)]
    step: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/gripper")]
    out: PathBuf,
}

/// How the friction of a pad is computed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// A bristle in every cell
    Distributed,
    /// Three bristles in all
    Reduced,
}

/// Side of the square on which a pad lies \[m\].
const PAD: f64 = 0.02;
/// Friction coefficients of the pads: sliding, and at break-away.
const MU: [f64; 2] = [0.8, 0.9];
const GRAVITY: f64 = 9.81;
/// Damping of the bristles \[s/m\].
const DAMPING: f64 = 100.0;
/// How often it is checked that the object is still there \[s\].
const LOOK: f64 = 0.02;

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

impl Options {
    /// What the components do not check themselves.
    fn check(&self) -> Result<(), ParameterError> {
        let refused = |parameter, value, requirement| {
            Err(ParameterError::new("gripper", parameter, value, requirement))
        };
        if let Some(&side) = self.size.iter().find(|&&side| !(side > 0.0 && side.is_finite())) {
            return refused("size", side, "must be finite and positive");
        }
        let held = self.offset.abs() < 0.5 * self.size[0];
        if !held {
            return refused("offset", self.offset, "must be less than half the length");
        }
        match self.until {
            Some(until) if !until.is_finite() => refused("until", until, "must be finite"),
            _ => Ok(()),
        }
    }

    /// Of a uniform rectangle about its centre \[kg m²\].
    fn inertia(&self) -> f64 {
        self.mass * (self.size[0] * self.size[0] + self.size[1] * self.size[1]) / 12.0
    }

    /// Largest step \[s\] with which an object that sticks comes to rest: its speed at the pads decays
    /// with the rate `σ₁ N (1/m + d²/J)`, three times that on pads with a steep limit surface, and
    /// Runge-Kutta of order 4 bears 2.785 per step.
    fn largest_step(&self, grip: &Grip) -> f64 {
        let compliance = 1.0 / self.mass + self.offset * self.offset / self.inertia();
        0.8 / (DAMPING * 2.0 * grip.largest() * compliance)
    }

    fn grip(&self) -> Result<Grip, grip::GripError> {
        match &self.profile {
            Some(path) => Grip::read(path, self.between),
            None => {
                let (name, text) = ("default_grip.csv", include_bytes!("default_grip.csv"));
                Grip::parse(Path::new(name), text, self.between)
            }
        }
    }

    /// The friction of one pad, whose centre of pressure is at the origin of the world.
    fn pad(&self, patch: &ContactPatch, grip: &Grip) -> Outcome<Pad> {
        let friction = StribeckCurve::builder().coulomb(MU[0]).breakaway(MU[1]);
        let friction = friction.stribeck_speed(1e-2).shape(StribeckShape::Gaussian).build()?;
        // Rubber: a pad gives by 4 µm before it slips.
        let rubber = BristleParameters::builder().stiffness(2e5).damping(DAMPING);
        let rubber = rubber.viscous_damping(0.2).friction(friction).build()?;
        let (sine, cosine) = self.tilt.sin_cos();
        let middle = patch.center_of_pressure();
        let middle =
            vector![cosine * middle.x - sine * middle.y, sine * middle.x + cosine * middle.y];
        let at = Mount::in_world(PlanarPose { position: -middle, angle: self.tilt })?;
        let rate = BristleRate::OrderPreserving;
        Ok(match self.model {
            Model::Distributed => {
                let pad = DistributedPatch::builder().patch(patch.clone()).bristles(rubber);
                let pad = pad.bristle_rate(rate).mount(at).build()?;
                Box::new(Loaded::new(pad, grip.signal())?)
            }
            Model::Reduced => {
                let shape = ReducedShape::limit_surface(patch, LimitSurface::new(patch, 20)?);
                let pad = ReducedPatch::builder().shape(shape).bristles(rubber);
                let pad = pad.bristle_rate(rate).mount(at).build()?;
                Box::new(Loaded::new(pad, grip.signal())?)
            }
        })
    }

    /// The run, every 5 ms: t, x, y, theta, grip, and the share of the friction that is used.
    fn simulate(&self, patch: &ContactPatch, grip: &Grip) -> Outcome<Recorder> {
        let inertia = self.inertia();
        let object = PlanarBody::builder().mass(self.mass).inertia(inertia);
        let object = object.gravity(vector![0.0, -GRAVITY]).build()?;
        let (sine, cosine) = self.tilt.sin_cos();
        let start = PlanarPose { position: vector![cosine, sine] * self.offset, angle: self.tilt };

        let mut net = NetworkBuilder::new();
        let object = net.add(object, Motion::at_rest(start))?;
        let left = net.connect(self.pad(patch, grip)?, Direct::new(), object.port())?;
        let right = net.connect(self.pad(patch, grip)?, Direct::new(), object.port())?;

        let (radius, pressed) = (patch.radius(), grip.signal());
        let sampler = Sampler::every_seconds(5e-3)
            .channels(["x", "y", "theta"], move |frame| {
                let PlanarPose { position, angle } = frame.motion(object)?.pose;
                Ok([position.x, position.y, angle])
            })
            .channels(["grip", "used"], move |frame| {
                let (a, b) = (frame.effort(left)?, frame.effort(right)?);
                let force = a.force + b.force;
                let at = frame.motion(object)?.pose.position;
                // Efforts are at the centre of mass, the torque of friction is about the pads.
                let torque = a.torque + b.torque + at.x * force.y - at.y * force.x;
                let grip = pressed.at(&Stage::at(frame.time()));
                // On the ellipsoid through the largest force and the largest torque.
                let used = force.norm().hypot(torque / radius) / (2.0 * MU[0] * grip);
                Ok([grip, used])
            });
        let until = self.until.unwrap_or_else(|| grip.end());
        let mut simulation = Simulation::new(net.build()?, Tableau::rk4(), self.step)?;
        let mut recorder = Recorder::from(sampler);
        loop {
            simulation.run_observed((simulation.time() + LOOK).min(until), &mut recorder)?;
            if simulation.time() >= until {
                break;
            }
            if !self.is_held(&simulation.motion(object)?.pose) {
                eprintln!("the object is out of the gripper after {:.2} s", simulation.time());
                break;
            }
        }
        Ok(recorder)
    }

    /// Whether the pads are on the object.
    fn is_held(&self, object: &PlanarPose) -> bool {
        let (sine, cosine) = object.angle.sin_cos();
        let pads = -object.position;
        let [along, across] = [cosine * pads.x + sine * pads.y, cosine * pads.y - sine * pads.x];
        along.abs() < 0.5 * self.size[0] && across.abs() < 0.5 * self.size[1]
    }
}

/// Either model.
type Pad = Box<dyn Impedance<Domain = PlanarFrame>>;

fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    options.check()?;
    let grip = options.grip()?;
    let most = options.largest_step(&grip);
    if options.step > most {
        eprintln!("warning: the step should be at most {most:.1e} s");
    }
    let patch = options.surface.patch(Grid::new(21, PAD)?)?;
    let record = options.simulate(&patch, &grip)?;
    out.write_recorder("trajectory.csv", &record)?;
    out.write_figure("plot.svg", &drawing::figure(options, &patch, &record)?)?;
    let [time, x, y, theta, used] = record.columns_named(["t", "x", "y", "theta", "used"])?;
    let end = [x, y, theta].map(|column| column.last().copied().unwrap_or(f64::NAN));
    let most = used.iter().copied().fold(0.0, f64::max);
    let summary = json!({
        "end_x_m": end[0], "end_y_m": end[1], "end_theta_rad": end[2],
        "largest_grip_N": grip.largest(), "largest_share_of_friction": most, "step_s": options.step,
    });
    out.write_json("summary.json", &summary)?;
    let mut table =
        TextTable::new("An object in a gripper", &["t [s]", "x [mm]", "y [mm]", "theta [rad]"]);
    for row in (0..time.len()).step_by(time.len().div_ceil(10).max(1)).chain([time.len() - 1]) {
        let cells = [time[row], 1e3 * x[row], 1e3 * y[row], theta[row]];
        table.row(cells.map(|value| format!("{value:.3}")));
    }
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
