//! How finely a limit surface must be sampled: Fig. 37.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Surface};
use stiction::plot::{Figure, Panel, Series, palette};

use crate::common::Outcome;
use crate::contact::{CELLS, Contact, Shape};
use crate::errors::{Rule, deviation};
use crate::model::Model;

/// Deviation of the reduced model from one with a fine limit surface (Fig. 37)
#[derive(Args)]
pub(crate) struct Options {
    /// Surfaces of the paper, separated by commas
    #[arg(long, default_value = "square,circle,line_grad", value_delimiter = ',')]
    surfaces: Vec<Surface>,
    /// Samples of the limit surface per quarter turn, separated by commas
    #[arg(long, default_value = "5,9,13,17,21,25,29,33", value_delimiter = ',')]
    samples: Vec<usize>,
    /// Samples of the fine one
    #[arg(long, default_value_t = 100)]
    baseline: usize,
    #[command(flatten)]
    rule: Rule,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/samples")]
    out: PathBuf,
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let headers = ["surface", "N_ls", "force", "torque"];
    let mut table = TextTable::new("Deviation from the fine limit surface", &headers);
    let panel = |x: &str, y: &str| Panel::new().x(x).y(y).y_log();
    let mut panels = [panel("", "force"), panel("samples per quarter turn", "torque")];
    let (mut summary, mut csv) = (vec![], "surface,n_ls,ft,tau\n".to_owned());
    let samples: Vec<f64> = options.samples.iter().map(|&samples| samples as f64).collect();
    for (&surface, color) in options.surfaces.iter().zip(palette::SEQUENCE.iter().cycle()) {
        let contact = Contact::new(Shape::Fixed(surface), Grid::new(CELLS, 0.02)?, &[])?;
        let at = contact.first().center_of_pressure();
        let forces = |samples| {
            let contact = contact.clone().sampled(samples);
            options.rule.forces(Model::LimitSurfaceElastoPlastic, &contact, at)
        };
        let exact = forces(options.baseline)?;
        let mut curves = [vec![], vec![]];
        for &samples in &options.samples {
            let [force, torque] = deviation(&forces(samples)?, &exact);
            curves[0].push(force);
            curves[1].push(torque);
            let [name, count] = [surface.name().to_owned(), samples.to_string()];
            csv += &format!("{name},{count},{force},{torque}\n");
            summary.push(json!({
                "surface": name, "samples": samples, "force": force, "torque": torque,
            }));
            table.row([name, count, format!("{force:.3e}"), format!("{torque:.3e}")]);
        }
        for (k, (panel, curve)) in panels.iter_mut().zip(&curves).enumerate() {
            let label = if k == 0 { surface.name() } else { "" };
            let series = Series::line_and_points(label, &samples, curve).color(*color);
            *panel = core::mem::take(panel).series(series);
        }
    }
    let title = "Deviation of coarse limit surfaces, root mean square over the largest value";
    let figure = Figure::new(title).size(800.0, 220.0).share_x();
    out.write_figure("plot.svg", &panels.into_iter().fold(figure, Figure::panel))?;
    out.write_text("samples.csv", &csv)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
