//! How far the reduced models are from the distributed one, with and without the limit surface:
//! Fig. 22.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use stiction::ode::Integrator;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Mount, Schedule, Surface};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{CELLS, Contact, INTERVAL, Shape};
use crate::model::{Friction, Model, Numerics};
use crate::moved::Scheme;
use crate::velocity::{END, twist};

/// Errors of the reduced models, as boxes (Fig. 22)
#[derive(Args)]
pub(crate) struct Options {
    /// Surfaces of the paper, separated by commas
    #[arg(
        long,
        default_value = "square,circle,line_grad,nonconvex1,nonconvex2",
        value_delimiter = ','
    )]
    surfaces: Vec<Surface>,
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    cells: usize,
    #[arg(long, value_enum, default_value = "rk4")]
    integrator: Scheme,
    /// Step size [s]; 1e-5 for euler and 1e-4 for rk4 unless given
    #[arg(long)]
    step: Option<f64>,
    #[command(flatten)]
    numerics: Numerics,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/boxes")]
    out: PathBuf,
}

/// A patch with the same twist for a while.
struct Held {
    patch: Friction,
    flow: PlanarTwist,
}

impl Held {
    fn wrench(&self, stage: &Stage, z: &[f64], rate: &mut [f64]) -> PlanarWrench {
        self.patch.respond(stage, &Motion { pose: PlanarPose::default(), flow: self.flow }, z, rate)
    }
}

impl Ode for Held {
    fn dim(&self) -> usize {
        self.patch.internal_len()
    }
    fn rhs(&self, stage: &Stage, z: &[f64], rate: &mut [f64]) {
        self.wrench(stage, z, rate);
    }
}

impl Options {
    /// Friction at the end of every [`INTERVAL`] of the velocity profile, whose twist is held in it.
    fn wrenches(&self, model: Model, contact: &Contact) -> Outcome<Vec<PlanarWrench>> {
        let (tableau, rate, usual) = self.integrator.parts();
        let center = contact.first().center_of_pressure();
        let mount = Mount::on_body(PlanarPose { position: -center, angle: 0.0 })?;
        let patch = model.friction(contact, Schedule::from(1.0), mount, rate, self.numerics)?;
        let mut held = Held { patch, flow: twist(0.0) };
        let mut z = vec![0.0; held.dim()];
        let mut z_rate = z.clone();
        let mut integrator = Integrator::new(tableau, z.len(), self.step.unwrap_or(usual), 0.0)?;
        let mut at_the_end_of = |interval: u32| -> Outcome<PlanarWrench> {
            held.flow = twist(f64::from(interval) * INTERVAL);
            integrator.run_until(&held, &mut z, f64::from(interval + 1) * INTERVAL)?;
            Ok(held.wrench(&integrator.stage(), &z, &mut z_rate))
        };
        (0..(END / INTERVAL).round() as u32).map(&mut at_the_end_of).collect()
    }
}

/// Quartiles, and the farthest values within one and a half of their distance from them.
#[derive(Clone, Copy)]
struct Spread {
    low: f64,
    quartiles: [f64; 3],
    high: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let quantile = |share: f64| {
            let place = share * (values.len() - 1) as f64;
            let below = place.floor() as usize;
            let above = (below + 1).min(values.len() - 1);
            values[below] + (place - place.floor()) * (values[above] - values[below])
        };
        let quartiles = [0.25, 0.5, 0.75].map(quantile);
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let within = |value: &&f64| (quartiles[0] - reach..=quartiles[2] + reach).contains(*value);
        let [low, high] = [values.iter().find(within), values.iter().rfind(within)];
        let [low, high] = [low, high].map(|value| value.copied().unwrap_or(quartiles[1]));
        Self { low, quartiles, high }
    }

    /// Low end, quartiles, high end.
    const fn all(&self) -> [f64; 5] {
        let [q1, median, q3] = self.quartiles;
        [self.low, q1, median, q3, self.high]
    }

    /// Draws the box around an abscissa.
    fn draw(&self, panel: Panel, label: &str, x: f64, scale: f64, color: Color) -> Panel {
        const HALF: f64 = 0.15;
        let [low, q1, median, q3, high] = self.all().map(|value| scale * value);
        let (left, right) = (x - HALF, x + HALF);
        let whisker = |a: f64, b: f64| Series::line("", &[x, x], &[a, b]).color(color).width(1.0);
        let end = |y: f64| {
            let half = 0.5 * HALF;
            Series::line("", &[x - half, x + half], &[y, y]).color(color).width(1.0)
        };
        let corners = ([left, right, right, left], [q1, q1, q3, q3]);
        let body = Series::polygon(label, &corners.0, &corners.1).color(color).opacity(0.3);
        let middle = Series::line("", &[left, right], &[median, median]).color(color).width(2.2);
        panel
            .series(body)
            .series(middle)
            .series(whisker(low, q1))
            .series(whisker(q3, high))
            .series(end(low))
            .series(end(high))
    }
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let models = [
        (Model::EllipsoidElastoPlastic, "ellipsoid", palette::ORANGE),
        (Model::LimitSurfaceElastoPlastic, "limit surface", palette::BLUE),
    ];
    let names = options.surfaces.iter().enumerate().map(|(k, s)| format!("{} {}", k + 1, s.name()));
    let names = names.collect::<Vec<_>>().join(",  ");
    let mut panels = [
        Panel::new().y("error of the force [mN]"),
        Panel::new().x(names).y("error of the torque [µNm]"),
    ];
    let headers = ["surface", "model", "component", "low", "q1", "median", "q3", "high"];
    let mut table = TextTable::new("Deviation from the distributed model [N, Nm]", &headers);
    let (mut csv, mut summary) = (headers.join(",") + "\n", vec![]);
    for (place, &surface) in options.surfaces.iter().enumerate() {
        let contact = Contact::new(Shape::Fixed(surface), Grid::new(options.cells, 0.02)?, &[])?;
        let exact = options.wrenches(Model::DistributedElastoPlastic, &contact)?;
        for (k, (model, label, color)) in models.into_iter().enumerate() {
            let found = options.wrenches(model, &contact)?;
            let apart = |f: fn(&PlanarWrench, &PlanarWrench) -> f64| {
                Spread::of(found.iter().zip(&exact).map(|(a, b)| f(a, b)).collect())
            };
            let spreads = [
                ("force", apart(|a, b| (a.force - b.force).norm())),
                ("torque", apart(|a, b| (a.torque - b.torque).abs())),
            ];
            for ((panel, (component, spread)), scale) in
                panels.iter_mut().zip(spreads).zip([1e3, 1e6])
            {
                let label = if place == 0 && component == "force" { label } else { "" };
                let x = (place + 1) as f64 + 0.4 * (k as f64 - 0.5);
                *panel = spread.draw(core::mem::take(panel), label, x, scale, color);
                let names = [surface.name(), models[k].1, component];
                let values = spread.all();
                csv +=
                    &format!("{},{}\n", names.join(","), values.map(|v| v.to_string()).join(","));
                let cells = values.map(|value| format!("{value:.3e}"));
                table.row(names.map(str::to_owned).into_iter().chain(cells));
                summary.push(json!({
                    "surface": names[0], "model": names[1], "component": component,
                    "low": values[0], "quartiles": spread.quartiles, "high": values[4],
                }));
            }
        }
    }
    let figure = Figure::new("Deviation of the reduced models from the distributed one");
    let figure = panels.into_iter().fold(figure.size(850.0, 240.0).share_x(), Figure::panel);
    out.write_figure("plot.svg", &figure)?;
    out.write_text("boxes.csv", &csv)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
