//! How many cells are enough: deviation from a fine grid over the velocity profile, Figs. 9, 36.

use std::path::PathBuf;

use clap::Args;
use nalgebra::Vector2;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Mount, Schedule, Surface};
use stiction::plot::{Figure, Panel, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{Contact, Shape};
use crate::model::{Model, Numerics};
use crate::moved::{Moved, Scheme, forces};

/// Deviation of the elasto-plastic models from a fine grid (Figs. 9, 36)
#[derive(Args)]
pub(crate) struct Options {
    /// Surfaces of the paper, separated by commas
    #[arg(long, default_value = "square,circle,circle_R,line_grad", value_delimiter = ',')]
    surfaces: Vec<Surface>,
    /// Cells along a side of the grid, separated by commas
    #[arg(long, default_value = "5,9,13,17,21,25,29,33", value_delimiter = ',')]
    cells: Vec<usize>,
    /// Cells along a side of the fine grid
    #[arg(long, default_value_t = 101)]
    baseline: usize,
    #[command(flatten)]
    rule: Rule,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/errors")]
    out: PathBuf,
}

/// How forces over the velocity profile are found.
#[derive(Clone, Copy, Args)]
pub(crate) struct Rule {
    #[arg(long, value_enum, default_value = "euler")]
    integrator: Scheme,
    /// Step size [s]; 1e-5 for euler and 1e-4 for rk4 unless given
    #[arg(long)]
    step: Option<f64>,
    #[command(flatten)]
    numerics: Numerics,
}

/// One in so many steps is compared.
const EVERY: u64 = 10;

impl Rule {
    /// Forces over the velocity profile, which is that of the given point; as in the paper's program the
    /// torque is about the contact's own centre of pressure.
    pub(crate) fn forces(
        &self,
        model: Model,
        contact: &Contact,
        at: Vector2<f64>,
    ) -> Outcome<[Vec<f64>; 4]> {
        let (tableau, rate, usual) = self.integrator.parts();
        let mount = Mount::on_body(PlanarPose { position: -at, angle: 0.0 })?;
        let friction = model.friction(contact, Schedule::from(1.0), mount, rate, self.numerics)?;
        let step = self.step.unwrap_or(usual);
        let mut columns = forces(&Moved(friction), tableau, step, (0, EVERY))?;
        let lever = contact.first().center_of_pressure() - at;
        let [_, fx, fy, tau] = &mut columns;
        for ((tau, fx), fy) in tau.iter_mut().zip(fx).zip(fy) {
            *tau -= lever.x * *fy - lever.y * *fx;
        }
        Ok(columns)
    }
}

/// Root mean square deviation of force and torque, in units of their largest values.
pub(crate) fn deviation(found: &[Vec<f64>; 4], exact: &[Vec<f64>; 4]) -> [f64; 2] {
    let square = |a: &[Vec<f64>; 4], b: Option<&[Vec<f64>; 4]>, k: usize, i: usize| {
        (a[k][i] - b.map_or(0.0, |b| b[k][i])).powi(2)
    };
    // The last row is at the end of the profile, after the last step.
    let rows = exact[0].len() - 1;
    let of = |parts: &[usize]| {
        let sum = |a, b, i| parts.iter().map(|&k| square(a, b, k, i)).sum::<f64>();
        let mean = (0..rows).map(|i| sum(found, Some(exact), i)).sum::<f64>() / rows as f64;
        let largest = (0..rows).map(|i| sum(exact, None, i)).fold(0.0, f64::max);
        (mean / largest).sqrt()
    };
    [of(&[1, 2]), of(&[3])]
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let headers = ["surface", "N", "distributed", "torque", "reduced", "torque"];
    let mut table = TextTable::new("Deviation from the fine grid", &headers);
    let panel = |title: &str, y: &str| Panel::new().title(title).x("N").y(y).y_log();
    let mut panels = [
        panel("distributed", "force"),
        panel("reduced", "force"),
        panel("", "torque"),
        panel("", "torque"),
    ];
    let (mut summary, mut csv) = (vec![], "surface,N,dist_ft,dist_tau,red_ft,red_tau\n".to_owned());
    for (&surface, color) in options.surfaces.iter().zip(palette::SEQUENCE.iter().cycle()) {
        let contact = |cells| Contact::new(Shape::Fixed(surface), Grid::new(cells, 0.02)?, &[]);
        let fine = contact(options.baseline)?;
        let at = fine.first().center_of_pressure();
        let exact = options.rule.forces(Model::DistributedElastoPlastic, &fine, at)?;
        let mut curves: [Vec<f64>; 4] = Default::default();
        for &cells in &options.cells {
            let coarse = contact(cells)?;
            let errors = |model| -> Outcome<[f64; 2]> {
                Ok(deviation(&options.rule.forces(model, &coarse, at)?, &exact))
            };
            let distributed = errors(Model::DistributedElastoPlastic)?;
            let reduced = errors(Model::LimitSurfaceElastoPlastic)?;
            let all = [distributed[0], distributed[1], reduced[0], reduced[1]];
            // The panels go row by row.
            for (curve, k) in curves.iter_mut().zip([0, 2, 1, 3]) {
                curve.push(all[k]);
            }
            let [name, count] = [surface.name().to_owned(), cells.to_string()];
            csv += &format!("{name},{count},{},{},{},{}\n", all[0], all[1], all[2], all[3]);
            table.row([name, count].into_iter().chain(all.map(|e| format!("{e:.3e}"))));
            summary.push(json!({
                "surface": surface.name(), "cells": cells, "distributed_ft_tau": distributed,
                "reduced_ft_tau": reduced,
            }));
        }
        let cells: Vec<f64> = options.cells.iter().map(|&cells| cells as f64).collect();
        for (k, (panel, curve)) in panels.iter_mut().zip(&curves).enumerate() {
            let label = if k == 0 { surface.name() } else { "" };
            let series = stiction::plot::Series::line_and_points(label, &cells, curve);
            *panel = core::mem::take(panel).series(series.color(*color));
        }
    }
    let figure =
        Figure::new("Deviation of the coarse grids, root mean square over the largest value");
    let figure = panels.into_iter().fold(figure, Figure::panel);
    out.write_figure("plot.svg", &figure.columns(2).size(950.0, 260.0))?;
    out.write_text("errors.csv", &csv)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
