//! Two arms that tremble side by side, in motion: simulation II of Kikuuwe and Yamamoto with a law that sticks, and
//! with the LuGre model. Both are pushed and stop at 4.4 s; the one stays there, the other creeps away.

use std::process::ExitCode;

use clap::Parser;
use serde_json::json;
use stiction::output::RunDirectory;
use stiction::plot::{Figure, Film, Panel, Reel};
use stiction::prelude::*;
use stiction::record::Scene;
use stiction_papers::kikuuwe::{Jump, TwoLink, joint_gsat, joint_lugre, joints};

mod common;

/// Writes film.svg, which moves wherever an SVG is shown.
#[derive(Parser)]
struct Options {
    /// Frames of the film
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(2..=999))]
    frames: u16,
    #[command(flatten)]
    run: common::RunOptions<60>,
}

/// How long the film plays \[s\].
const PLAYS: f64 = 10.0;
/// When both have stopped \[s\].
const STOPPED: f64 = 5.0;
/// The films know more moments than are drawn.
const MOMENTS: f64 = 600.0;

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

/// The arm with a law in both joints: what it does, and how that looks.
fn arm<I>(run: &common::RunOptions<60>, law: &I) -> common::Outcome<(Recorder, Film)>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let TwoLink { mut simulation, friction, .. } =
        TwoLink::new(law, Tableau::rk4(), run.step, Jump::ByStage)?;
    let sampler = joints(friction, run.every(1e4));
    let scene = Scene::every_seconds(run.until / MOMENTS);
    let mut observers = ((Recorder::from(sampler), scene), Progress::new());
    simulation.run_observed(run.until, &mut observers)?;
    let (record, scene) = observers.0;
    let mut film = scene.into_film();
    let frictions = film.laws.iter_mut().filter(|law| !law.modes.is_empty()).enumerate();
    frictions.for_each(|(joint, law)| law.name = format!("joint {joint}"));
    Ok((record, film))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.run.out)?;
    let arms = [
        ("gsat: stays where it stopped", arm(&options.run, &joint_gsat()?)?),
        ("LuGre: creeps away", arm(&options.run, &joint_lugre()?)?),
    ];
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![arms[0].1.0.time().to_vec()]);
    let mut panel = Panel::new().x("time [s]").y("angle of the first joint [rad]");
    let (mut reel, mut ends) = (Reel::new().width(400.0).seconds(PLAYS).ghost(STOPPED), vec![]);
    for (title, (record, film)) in arms {
        let [angle] = record.columns_named(["angle 0"])?;
        panel = panel.line(title, record.time(), angle);
        ends.push(angle.last().copied());
        names.push(title.to_owned());
        columns.push(angle.to_vec());
        reel = reel.film(title, film);
    }
    out.write_text("film.svg", &reel.to_svg(options.frames.into())?)?;
    out.write_figure("plot.svg", &Figure::new("Who holds, and who creeps?").panel(panel))?;
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_json("summary.json", &json!({ "angle_end_rad": ends }))?;
    println!("the film is {}", out.path("film.svg").display());
    Ok(())
}
