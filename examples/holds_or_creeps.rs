//! Two arms that tremble side by side, in motion: simulation II of Kikuuwe and Yamamoto with a law that sticks, and
//! with the LuGre model. Both are pushed and stop at 4.4 s; then one stays and the other creeps away.

use std::process::ExitCode;

use stiction::output::RunDirectory;
use stiction::plot::{Figure, Film, Panel, Reel};
use stiction::prelude::*;
use stiction::record::Scene;
use stiction_lab::kikuuwe::{Jump, TwoLink, joint_gsat, joint_lugre, joints};

mod common;

/// Change these and run again: the step and the length of the run [s], the folder of the results.
const RUN: common::Run = common::Run { step: 1e-4, until: 60.0 };
const OUT: &str = "out/holds_or_creeps";

/// Number of frames of the film.
const FRAMES: usize = 60;
/// Duration of the film \[s\].
const PLAYS: f64 = 10.0;
/// Time at which both have stopped \[s\].
const STOPPED: f64 = 5.0;
/// Moments in the films, more than are drawn.
const MOMENTS: f64 = 600.0;

fn main() -> ExitCode {
    common::report(run())
}

/// Simulates the arm with a law in both joints; returns its record and its film.
fn arm<I>(law: &I) -> common::Outcome<(Recorder, Film)>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let TwoLink { mut simulation, friction, .. } =
        TwoLink::new(law, Tableau::rk4(), RUN.step, Jump::ByStage)?;
    let sampler = joints(friction, RUN.every(1e4));
    let scene = Scene::every_seconds(RUN.until / MOMENTS);
    let mut observers = (Recorder::from(sampler), scene);
    simulation.run_observed(RUN.until, &mut observers)?;
    let (record, scene) = observers;
    let mut film = scene.into_film();
    let frictions = film.laws.iter_mut().filter(|law| !law.modes.is_empty()).enumerate();
    frictions.for_each(|(joint, law)| law.name = format!("joint {joint}"));
    Ok((record, film))
}

fn run() -> common::Outcome<()> {
    let out = RunDirectory::create(OUT)?;
    let arms = [
        ("gsat: stays where it stopped", arm(&joint_gsat()?)?),
        ("LuGre: creeps away", arm(&joint_lugre()?)?),
    ];
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![arms[0].1.0.time().to_vec()]);
    let mut panel = Panel::new().x("time [s]").y("angle of the first joint [rad]");
    let mut reel = Reel::new().width(400.0).seconds(PLAYS).ghost(STOPPED);
    for (title, (record, film)) in arms {
        let [angle] = record.columns_named(["angle 0"])?;
        panel = panel.line(title, record.time(), angle);
        println!("{title}: the first joint ends at {:.6} rad", angle[angle.len() - 1]);
        names.push(title.to_owned());
        columns.push(angle.to_vec());
        reel = reel.film(title, film);
    }
    out.write_text("film.svg", &reel.to_svg(FRAMES)?)?;
    out.write_figure("plot.svg", &Figure::new("Who holds, and who creeps?").panel(panel))?;
    out.write_table("trajectory.csv", &names, &columns)?;
    println!("the film is {}", out.path("film.svg").display());
    Ok(())
}
