//! B3: an arm with dry friction in its joints is pushed, stops, and from then on trembles.

use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;
use stiction_lab::kikuuwe::{Jump, TwoLink};

use crate::findings::{Findings, row};
use crate::{Outcome, STEP, record};

/// The paper's joint: limit \[N m\], stiffness \[N m/rad\], damping \[N m s/rad\].
const LIMIT: f64 = 0.5;
const STIFFNESS: f64 = 5000.0;
const DAMPING: f64 = 1.0;
/// Time at which the arm has come to rest, and end of the run \[s\].
const REST: f64 = 6.0;
const END: f64 = 10.0;

/// Joints of the reference: 2000 times as stiff, with steps of 10 µs.
const RIGID: Joint = Joint { stiffness: 1e7, damping: 100.0, step: 1e-5 };

/// Drift of the joints from 6 to 10 s \[rad\], and their angles at the end \[rad\]. The other programs simulated
/// another arm, known only by its end in the reference, 0.02465 and 1.18928 rad.
const THEIR_END: [f64; 2] = [0.02465, 1.18928];
const PEERS: [(&str, [f64; 4]); 10] = [
    ("MuJoCo 4.0.0 default", [9.7e-3, 7.8e-2, 0.0553, 1.3929]),
    ("MuJoCo 4.0.0 documented", [2.1e-3, 0.0, 0.0320, 1.2091]),
    ("MuJoCo 4.0.0 best", [1.7e-8, 0.0, 0.0246, 1.1891]),
    ("MuJoCo 4.0.0 LuGre motor", [8.5e-3, 5.2e-3, 0.037, 1.203]),
    ("Drake 1.51.1 servo", [1.3e-6, 4.1e-6, 0.0246, 1.1889]),
    ("PyBullet 3.2.7 default", [0.0, 1.4e-3, 0.0207, 1.1684]),
    ("PyBullet 3.2.7 best", [0.0, 0.0, 0.0246, 1.1889]),
    ("DART 6.20.0 default", [4e-12, 3e-11, 0.0246, 1.1889]),
    ("Rapier 0.36.1 multibody", [1.2e-3, 0.0, 0.0297, 1.1874]),
    ("Siconos 4.4.0", [0.0, 0.0, 0.0246, 1.1889]),
];

/// Stiffness \[N m/rad\] and damping \[N m s/rad\] of the stuck joints, and the step \[s\].
#[derive(Clone, Copy)]
struct Joint {
    stiffness: f64,
    damping: f64,
    step: f64,
}

/// Columns t, angle 0, angle 1, anchor 0, anchor 1: the anchor is the angle without the deflection of
/// the friction, so that it moves only when the joint slides.
fn simulate(friction: Joint) -> Outcome<Recorder> {
    let Joint { stiffness, damping, step } = friction;
    let law = GsatFriction::<Shaft>::builder().stiffness(stiffness).damping(damping);
    let law = law.limit(LIMIT).build()?;
    let arm = TwoLink::new(&law, Tableau::rk4(), step, Jump::Declared)?;
    let joints = arm.friction;
    let names = ["angle 0", "angle 1", "anchor 0", "anchor 1"];
    let sampler = Sampler::every_seconds(step.max(1e-3)).channels(names, move |frame| {
        let angles = [frame.wire_motion(joints[0])?.pose, frame.wire_motion(joints[1])?.pose];
        let deflections = [frame.internal(joints[0])?[0], frame.internal(joints[1])?[0]];
        Ok([angles[0], angles[1], angles[0] - deflections[0], angles[1] - deflections[1]])
    });
    record(arm.simulation, END, sampler)
}

pub(crate) fn run(out: &RunDirectory) -> Outcome<Findings> {
    let record = simulate(Joint { stiffness: STIFFNESS, damping: DAMPING, step: STEP })?;
    let rigid = simulate(RIGID)?;
    let time = record.time();
    let at = |seconds: f64| time.partition_point(|&time| time < seconds - 1e-9).min(time.len() - 1);
    let (rest, end) = (at(REST), time.len() - 1);
    let mut findings = Findings::default();
    let (mut slid, mut turned, mut errors) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    let mut reference = [0.0; 2];
    for joint in 0..2 {
        let [angle, anchor] =
            [record.column(&format!("angle {joint}"))?, record.column(&format!("anchor {joint}"))?];
        slid[joint] = anchor[rest..].iter().map(|a| (a - anchor[rest]).abs()).fold(0.0, f64::max);
        turned[joint] = angle[end] - angle[rest];
        let exact = rigid.column(&format!("angle {joint}"))?;
        reference[joint] = exact[exact.len() - 1];
        errors[joint] = angle[end] - reference[joint];
        findings.goal(&format!("slid_{joint}_rad"), slid[joint], 1e-12);
        findings.goal(&format!("angle_change_{joint}_rad"), turned[joint], 1e-12);
        findings.goal(&format!("end_error_{joint}_rad"), errors[joint], 1e-4);
        findings.measure(format!("end_{joint}_rad"), angle[end]);
        findings.measure(
            format!("end_error_without_deflection_{joint}_rad"),
            anchor[end] - reference[joint],
        );
        findings.measure(format!("reference_end_{joint}_rad"), reference[joint]);
    }

    let headers = ["B3", "drift 0 [rad]", "1", "error at 10 s of 0 [rad]", "1"];
    let mut table = TextTable::new("An arm with friction in its joints", &headers);
    table.row(row("stiction: angles", &[turned[0], turned[1], errors[0], errors[1]]));
    table.row(row("stiction: what slid", &[slid[0], slid[1], f64::NAN, f64::NAN]));
    for (name, [a, b, c, d]) in PEERS {
        table.row(row(name, &[a, b, c - THEIR_END[0], d - THEIR_END[1]]));
    }
    println!("{table}");
    println!(
        "The friction of a joint is a spring of {STIFFNESS} N m/rad too, bent by the tremor, and at 10 s\n\
         bent otherwise than at 6 s. That is all of the angles' drift: nothing slid. The errors of the\n\
         others are those of another arm, whose data are not known, with digits as published. Ours are\n\
         of the joint, not of the step: they fall as one over its stiffness.\n"
    );

    out.write_figure("plot.svg", &figure(&record, rest, reference)?)?;
    out.write_recorder("trajectory.csv", &record)?;
    Ok(findings)
}

/// Draws the angles over the whole run, and angles and anchors from the sample `rest` on.
fn figure(record: &Recorder, rest: usize, reference: [f64; 2]) -> Outcome<Figure> {
    let time = record.time();
    let title = "B3: an arm is pushed, stops, and from then on trembles";
    let mut figure = Figure::new(title).columns(2);
    for (joint, reference) in reference.into_iter().enumerate() {
        let axes = Panel::new().x("time [s]").y(format!("angle {joint} [rad]"));
        let axes = axes.line("", time, record.column(&format!("angle {joint}"))?);
        figure = figure.panel(axes.horizontal(reference, "reference"));
    }
    for joint in 0..2 {
        let [angle, anchor] =
            [record.column(&format!("angle {joint}"))?, record.column(&format!("anchor {joint}"))?];
        let micro =
            |y: &[f64]| y[rest..].iter().map(|y| 1e6 * (y - anchor[rest])).collect::<Vec<_>>();
        let axes = Panel::new().x("time [s]").y(format!("joint {joint} since 6 s [µrad]"));
        let axes = axes.line("angle", &time[rest..], &micro(angle));
        figure = figure.panel(axes.line("what slid", &time[rest..], &micro(anchor)));
    }
    Ok(figure)
}
