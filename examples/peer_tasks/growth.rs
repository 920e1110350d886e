//! B5: how the cost grows with the number of bodies, all of them sliding.

use std::time::Instant;

use nalgebra::Vector2;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::findings::Findings;
use crate::models::{Slab, add_cornered, ellipsoid, reduced};
use crate::rolling::add_sphere;

const BOX: Slab = Slab { mass: 1.0, side: 0.2, height: 0.1, mu: 0.5 };
/// Fast enough to slide all the time.
const START: PlanarTwist = PlanarTwist { linear: Vector2::new(30.0, 10.0), angular: 1.0 };
/// Steps of one measurement for one body.
const STEPS: usize = 20_000;
/// Measurements, of which the least counts.
const ROUNDS: usize = 60;

/// Of a whole step with 1, 10, 100, 1000 spheres, then boxes \[µs\].
const PEERS: [(&str, [f64; 8]); 7] = [
    ("Rapier 0.36.1 f32", [2.9, 8.5, 68.0, 760.0, 3.5, 10.5, 82.0, 1050.0]),
    ("Rapier 0.36.1 f64", [4.0, 12.6, 99.0, 1260.0, 5.7, 16.0, 132.0, 1880.0]),
    ("MuJoCo 4.0.0 default", [1.9, 9.9, 87.0, 957.0, 2.1, 11.8, 99.0, 1180.0]),
    ("PyBullet 3.2.7 default", [2.4, 15.6, 154.0, 2920.0, 4.0, 30.0, 298.0, 4200.0]),
    ("DART 6.20.0", [4.4, 31.0, 306.0, 6880.0, 7.5, 61.0, 639.0, 9240.0]),
    ("Drake 1.51.1", [62.0, 161.0, 1990.0, 245e3, 75.0, 334.0, 5990.0, 476e3]),
    ("Siconos 4.4.0", [46.0, 306.0, 5990.0, 72.9e3, 193.0, 4810.0, 335e3, 27.7e6]),
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Spheres,
    Boxes,
    Ellipsoids,
    LimitSurfaces,
}

impl Kind {
    const ALL: [(Self, &str, &str); 4] = [
        (Self::Spheres, "spheres", "sphere on a point"),
        (Self::Boxes, "boxes", "box on four corners"),
        (Self::Ellipsoids, "ellipsoids", "slider on a friction ellipsoid"),
        (Self::LimitSurfaces, "limit_surfaces", "slider on a limit surface"),
    ];

    fn add(self, count: usize, net: &mut NetworkBuilder, step: f64) -> Outcome<()> {
        let mut all = 0..count;
        match self {
            Self::Spheres => all.try_for_each(|_| add_sphere(net, step).map(drop)),
            Self::Boxes => all.try_for_each(|_| add_cornered(net, &BOX, START, step).map(drop)),
            Self::Ellipsoids => {
                let pad = ellipsoid(&BOX, 0.5 * BOX.height, step)?;
                all.try_for_each(|_| add_slider(net, pad.clone()))
            }
            Self::LimitSurfaces => {
                // Clones share the limit surface.
                let pad = reduced(&BOX, step)?;
                all.try_for_each(|_| add_slider(net, pad.clone()))
            }
        }
    }

    /// Whether the bodies are the peers' sliders or stand for them.
    fn is_slider(self) -> bool {
        self != Self::Spheres
    }
}

fn add_slider<F: Impedance<Domain = PlanarFrame>>(
    net: &mut NetworkBuilder,
    friction: F,
) -> Outcome<()> {
    let inertia = BOX.mass * BOX.side * BOX.side / 6.0;
    let body = PlanarBody::builder().mass(BOX.mass).inertia(inertia).build()?;
    let body = net.add(body, Motion::new(PlanarPose::default(), START))?;
    net.connect(friction, Direct::new(), body.port())?;
    Ok(())
}

/// Returns the least time per body and step \[ns\] of networks with these numbers of bodies, measured in turns.
fn nanoseconds(kind: Kind, counts: &[usize], step: f64) -> Outcome<Vec<f64>> {
    let mut runs = vec![];
    for &count in counts {
        let mut net = NetworkBuilder::new();
        kind.add(count, &mut net, step)?;
        let sim = Simulation::new(net.build()?, Tableau::rk4(), step)?;
        let start = sim.snapshot();
        // Not so long that something stops.
        runs.push((sim, start, (STEPS / count).clamp(40, 400)));
    }
    let mut least = vec![f64::INFINITY; counts.len()];
    for _ in 0..ROUNDS {
        for ((sim, start, steps), (least, &count)) in
            runs.iter_mut().zip(least.iter_mut().zip(counts))
        {
            let repeats = (STEPS / (count * *steps)).max(1);
            for _ in 0..repeats {
                sim.restore(start)?;
                let clock = Instant::now();
                sim.run_until(*steps as f64 * step)?;
                let time = clock.elapsed().as_secs_f64();
                *least = least.min(1e9 * time / (*steps * count) as f64);
            }
        }
    }
    Ok(least)
}

pub(crate) fn run(step: f64, most: usize, out: &RunDirectory) -> Outcome<Findings> {
    let counts: Vec<usize> = [1, 10, 100, 1000].into_iter().filter(|&n| n <= most.max(1)).collect();
    let numbers: Vec<f64> = counts.iter().map(|&count| count as f64).collect();
    let last = counts.len() - 1;
    let mut findings = Findings::default();
    let headers = ["B5: ns per body and step", "N = 1", "10", "100", "1000", "10 to the last"];
    let mut table = TextTable::new("Many bodies, all of them sliding", &headers);
    let mut line = |name: &str, times: &[f64]| {
        let growth = if times.len() > 2 { times[times.len() - 1] / times[1] } else { f64::NAN };
        let cells = (0..4).map(|k| times.get(k).map_or(String::new(), |time| format!("{time:.0}")));
        table.row([name.to_owned()].into_iter().chain(cells).chain([format!("x {growth:.2}")]));
    };
    let panel = |title: &str| {
        Panel::new().title(title).x("bodies").y("time per body and step [ns]").log_log()
    };
    let mut panels = [panel("spheres"), panel("sliders")];
    let (mut names, mut columns) = (vec!["bodies".to_owned()], vec![numbers.clone()]);
    for (kind, key, label) in Kind::ALL {
        let times = nanoseconds(kind, &counts, step)?;
        line(&format!("stiction: {label}"), &times);
        for (count, &time) in counts.iter().zip(&times) {
            findings.measure(format!("{key}_{count}_ns"), time);
        }
        let bound = if kind.is_slider() { 300.0 } else { 150.0 };
        findings.goal(&format!("{key}_most_bodies_ns"), times[last], bound);
        if last > 1 {
            // "Flat": a tenth is the noise of a shared machine.
            findings.goal(&format!("{key}_growth_from_10"), times[last] / times[1], 1.1);
        }
        let panel = &mut panels[usize::from(kind.is_slider())];
        *panel = core::mem::take(panel).line_and_points(label, &numbers, &times);
        names.push(format!("{label} [ns]"));
        columns.push(times);
    }
    for (name, times) in PEERS {
        let each = |k: usize| 1e3 * times[k] / [1.0, 10.0, 100.0, 1000.0][k % 4];
        let [spheres, boxes] = [0, 4].map(|first| [0, 1, 2, 3].map(|k| each(first + k)));
        line(&format!("{name}, spheres"), &spheres);
        line(&format!("{name}, boxes"), &boxes);
        for (panel, times) in panels.iter_mut().zip([spheres, boxes]) {
            let line = grey(&times);
            *panel = core::mem::take(panel).series(line).note([1000.0, times[3]], name);
        }
    }
    println!("{table}");
    println!("The times of the others are of another machine: take ratios for what they are.\n");
    let figure = Figure::new("B5: many bodies (grey: others, on another machine)").columns(2);
    let figure = panels.into_iter().fold(figure, |f, p| f.panel(p.x_range(0.8, 2e4)));
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_figure("plot.svg", &figure.size(1000.0, 380.0))?;
    Ok(findings)
}

fn grey(times: &[f64]) -> Series {
    let line = Series::dashed("", &[1.0, 10.0, 100.0, 1000.0], times);
    line.color(palette::GREY).width(1.0)
}
