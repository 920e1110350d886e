//! A run: every step and how long one takes.

use std::{hint::black_box, time::Instant};

use stiction::prelude::*;
use stiction::sliding::StepReport;

use crate::body::Body;
use crate::common::Outcome;

/// Columns of the trajectory, all of them at the end of a step: pose, velocity, contact point, its
/// place relative to the centre of mass, impulses \[N s, N m s\], σ \[m/s\], status (0 slip, 1 stick,
/// 2 separated), distance of the contact point from the border of the support.
pub(crate) const COLUMNS: [&str; 18] = [
    "t",
    "x",
    "y",
    "theta",
    "vx",
    "vy",
    "w",
    "ax",
    "ay",
    "arel_x",
    "arel_y",
    "pn",
    "pt",
    "po",
    "pr",
    "sigma",
    "status",
    "hull_margin",
];

/// What happened.
pub(crate) struct Run {
    /// [`COLUMNS`].
    pub(crate) columns: [Vec<f64>; COLUMNS.len()],
    pub(crate) end: PlanarPose,
    /// When the contact point left the support \[s\].
    pub(crate) first_topples: Option<f64>,
    /// When the body was lifted off \[s\].
    pub(crate) first_separated: Option<f64>,
    /// Mean time of a step, the least of some runs \[ns\].
    pub(crate) step_nanoseconds: f64,
    iterations: Vec<u32>,
}

/// More steps than that are a mistake.
const MOST_STEPS: f64 = 1e8;

const SLIP: f64 = 0.0;
const STICK: f64 = 1.0;
const SEPARATED: f64 = 2.0;

impl Run {
    pub(crate) fn new(body: &Body, step: f64, until: f64) -> Outcome<Self> {
        let steps = (until / step).round();
        if !(step > 0.0 && (1.0..MOST_STEPS).contains(&steps)) {
            return Err(format!("cannot make steps of {step} s until {until} s").into());
        }
        let mut run = Self {
            columns: Default::default(),
            end: PlanarPose::default(),
            first_topples: None,
            first_separated: None,
            step_nanoseconds: f64::INFINITY,
            iterations: vec![],
        };
        let steps = steps as u64;
        run.end =
            simulate(body, step, steps, |time, state, report| run.record(time, state, report))?;
        for _ in 0..20 {
            let started = Instant::now();
            simulate(body, step, steps, |_, state, report| {
                black_box((state, report));
            })?;
            let nanoseconds = started.elapsed().as_secs_f64() * 1e9 / steps as f64;
            run.step_nanoseconds = run.step_nanoseconds.min(nanoseconds);
        }
        Ok(run)
    }

    fn record(&mut self, time: f64, state: &Motion<PlanarFrame>, report: &StepReport) {
        let Motion { pose, flow } = state;
        let nowhere = [f64::NAN; 2];
        let point = report.contact_point;
        let [ax, ay] = point.map_or(nowhere, |point| point.position.into());
        let [dx, dy] = point.map_or(nowhere, |point| point.offset.into());
        let status = match report.status {
            ContactMode::Slip => SLIP,
            ContactMode::Stick => STICK,
            ContactMode::Separated => SEPARATED,
            // Never: it steps exactly.
            ContactMode::Unresolved => f64::NAN,
        };
        let (p, margin) = (report.impulse, report.hull_margin());
        let row = [
            time,
            pose.position.x,
            pose.position.y,
            pose.angle,
            flow.linear.x,
            flow.linear.y,
            flow.angular,
            ax,
            ay,
            dx,
            dy,
            report.normal_impulse,
            p.x,
            p.y,
            p.z,
            report.multiplier,
            status,
            margin.unwrap_or(f64::NAN),
        ];
        self.columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        self.iterations.push(report.iterations);
        if report.topples() {
            self.first_topples.get_or_insert(time);
        }
        if status == SEPARATED {
            self.first_separated.get_or_insert(time);
        }
    }

    pub(crate) fn column(&self, name: &str) -> &[f64] {
        COLUMNS.iter().position(|column| *column == name).map_or(&[], |k| &self.columns[k])
    }

    /// From when on it is at rest \[s\]; none if it still moves at the end.
    pub(crate) fn stop_time(&self) -> Option<f64> {
        let status = self.column("status");
        let moving = status.iter().rposition(|&status| status != STICK);
        self.column("t").get(moving.map_or(0, |last| last + 1)).copied()
    }

    pub(crate) fn least_margin(&self) -> Option<f64> {
        let margins = self.column("hull_margin").iter().copied().filter(|margin| !margin.is_nan());
        margins.reduce(f64::min)
    }

    pub(crate) fn stick_steps(&self) -> usize {
        self.column("status").iter().filter(|&&status| status == STICK).count()
    }

    /// Of the steps with slip.
    pub(crate) fn mean_iterations(&self) -> f64 {
        let slip: Vec<_> = self.iterations.iter().filter(|&&count| count > 0).collect();
        slip.iter().map(|&&count| f64::from(count)).sum::<f64>() / slip.len().max(1) as f64
    }
}

/// Makes the steps and tells of each of them; the last pose.
fn simulate(
    body: &Body,
    step: f64,
    steps: u64,
    mut observe: impl FnMut(f64, &Motion<PlanarFrame>, &StepReport),
) -> Outcome<PlanarPose> {
    let mut state = Motion::<PlanarFrame>::new(PlanarPose::default(), body.start);
    for k in 0..steps {
        let at = |k: u64| k as f64 * step;
        let report = if body.is_pushed() {
            body.slider.step(&mut state, step, &body.load(at(k))?)?
        } else {
            body.slider.step(&mut state, step, &Wrench::default())?
        };
        observe(at(k + 1), &state, &report);
    }
    Ok(state.pose)
}
