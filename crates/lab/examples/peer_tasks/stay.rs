//! B2: a box that is pushed with less than its friction should stay where it is.

use std::f64::consts::TAU;

use nalgebra::Vector2;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::findings::{Findings, row};
use crate::models::{Model, Slab, Slide};
use crate::{Outcome, STEP};

const BOX: Slab = Slab { mass: 1.0, side: 0.2, height: 0.1, mu: 0.5 };
const END: f64 = 10.0;
/// Time from which all loads act \[s\].
const LOADED: f64 = 5.0;
/// Period of the oscillating loads \[s\].
const PERIOD: f64 = 0.1;

/// Mean rates over the last 5 s under the loads a, b, c \[m/s\], and of the yaw under c \[rad/s\].
const PEERS: [(&str, [f64; 4]); 10] = [
    ("MuJoCo 4.0.0 default", [1.3e-3, 1.5e-3, 1.7e-3, 1.6e-3]),
    ("MuJoCo 4.0.0 documented", [1.0e-8, 3.7e-7, 2.3e-7, 2.3e-6]),
    ("MuJoCo 4.0.0 best", [1.2e-10, 4.8e-9, 4.3e-9, 2.9e-8]),
    ("Drake 1.51.1 four points", [7.5e-5, 9.4e-5, 1.0e-4, 8.2e-5]),
    ("Rapier 0.36.1 f32", [-1.2e-6, -8.3e-7, -8.3e-7, f64::NAN]),
    ("Rapier 0.36.1 f64", [-2e-15, -9.6e-10, -9.6e-10, -8e-9]),
    ("PyBullet 3.2.7 default", [-8.0e-6, 1.1e-5, 1.9e-6, 3.7e-5]),
    ("PyBullet 3.2.7 best", [6e-20, 6e-20, 2e-20, f64::NAN]),
    ("DART 6.20.0 default", [2.3e-8, 2.3e-8, 2.3e-8, 3e-10]),
    ("Siconos 4.4.0", [0.0, 1e-16, 0.0, 0.0]),
];

/// The loads, relative to the friction limit.
#[derive(Clone, Copy, PartialEq)]
enum Load {
    /// A constant force of 0.6
    A,
    /// 0.6 + 0.3 sin
    B,
    /// 0.6 + 0.3 sin, with a torque of 0.3 sin
    C,
}

impl Load {
    fn push(self) -> impl Fn(&Stage) -> PlanarWrench + Send + Sync + 'static {
        let [swing, twist] = match self {
            Self::A => [0.0, 0.0],
            Self::B => [0.3, 0.0],
            Self::C => [0.3, 0.3],
        };
        move |stage| {
            let sine = (TAU / PERIOD * stage.time).sin();
            PlanarWrench {
                force: Vector2::x() * (BOX.force_limit() * (0.6 + swing * sine)),
                torque: BOX.torque_limit() * twist * sine,
            }
        }
    }
}

/// Returns the mean rates from [`LOADED`] to the end, over whole periods of the load: along the plane \[m/s\], and of
/// the yaw \[rad/s\].
fn creep(record: &Recorder) -> Outcome<[f64; 2]> {
    let [time, x, y, yaw] = record.columns_named(["t", "x", "y", "yaw"])?;
    // Times are rounded, so the interval starts at the nearest step.
    let from = time.partition_point(|&time| time < LOADED - 1e-9);
    let to = time.len() - 1;
    let span = time[to] - time[from];
    Ok([(x[to] - x[from]).hypot(y[to] - y[from]) / span, (yaw[to] - yaw[from]) / span])
}

/// Returns the distance from the position at 1 s \[m\], once per period: elastic motion does not show.
fn distance(record: &Recorder) -> Outcome<[Vec<f64>; 2]> {
    let [time, x, y] = record.columns_named(["t", "x", "y"])?;
    let at = |seconds: f64| time.partition_point(|&time| time < seconds - 1e-9).min(time.len() - 1);
    let first = at(1.0);
    let periods = ((END - 1.0) / PERIOD).round() as usize;
    let (mut since, mut far) = (vec![], vec![]);
    for k in 1..=periods {
        let i = at(1.0 + k as f64 * PERIOD);
        since.push(time[i]);
        // Zero has no place on a logarithmic axis.
        far.push((x[i] - x[first]).hypot(y[i] - y[first]).max(1e-20));
    }
    Ok([since, far])
}

pub(crate) fn run(out: &RunDirectory) -> Outcome<Findings> {
    let mut findings = Findings::default();
    let headers = ["B2: creep", "a [m/s]", "b [m/s]", "c [m/s]", "c, yaw [rad/s]"];
    let mut table = TextTable::new("A box is pushed with less than its friction", &headers);
    let (mut names, mut columns) = (vec!["t".to_owned()], vec![]);
    let mut panel = Panel::new().title("load c").x("time [s]").y("creep since 1 s [m]").y_log();
    for model in Model::ALL {
        let ([label, key], mut rates) = (model.names(), vec![]);
        for (load, name) in [(Load::A, "a"), (Load::B, "b"), (Load::C, "c")] {
            let start = PlanarTwist::default();
            let slide = Slide { slab: BOX, start, push: load.push(), step: STEP, until: END };
            let record = slide.simulate(model)?;
            let [rate, turn] = creep(&record)?;
            rates.push(rate);
            let key = format!("{key}_{name}");
            findings.goal(&format!("{key}_m_per_s"), rate, 1e-13);
            findings.measure(format!("{key}_yaw_rad_per_s"), turn);
            let [since, far] = distance(&record)?;
            if load == Load::C {
                findings.goal(&format!("{key}_yaw_rad_per_s"), turn, 1e-13);
                rates.push(turn);
                // Each line is narrower than the one before, because some coincide.
                let width = 7.0 - names.len() as f64 / 4.0;
                panel = panel.series(Series::line(label, &since, &far).width(width));
            }
            if columns.is_empty() {
                columns.push(since);
            }
            names.push(format!("{label} {name}"));
            columns.push(far);
        }
        table.row(row(&format!("stiction: {label}"), &rates));
    }
    for (name, rates) in PEERS {
        table.row(row(name, &rates));
    }
    println!("{table}");
    println!(
        "Under load c, 2.5 % within the limit of a uniform patch: an element on the whole limit surface\n\
         holds. Many elements settle first, as those at the border hand their load on; their creep\n\
         fades. A contact point that moves with the friction turns the elastic yaw into a walk: the\n\
         area of the cycle of point and yaw. Elasto-plastic bristles yield from 0.9 of the friction on.\n"
    );
    let since: Vec<f64> = columns[0].iter().map(|time| time - 1.0).collect();
    for (name, rates) in PEERS {
        let way: Vec<f64> = since.iter().map(|since| (rates[2].abs() * since).max(1e-20)).collect();
        let line = Series::dashed("", &columns[0], &way).color(palette::GREY).width(1.0);
        panel = panel.series(line).note([END, way[way.len() - 1]], name);
    }
    out.write_table("trajectory.csv", &names, &columns)?;
    let figure = Figure::new("B2: a box is pushed with less than its friction (dashed: others)");
    out.write_figure("plot.svg", &figure.panel(panel.x_range(1.0, 13.0)).size(900.0, 500.0))?;
    Ok(findings)
}
