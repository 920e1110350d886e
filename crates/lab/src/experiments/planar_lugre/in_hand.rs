//! A plate slips and turns in a parallel gripper under its weight: the runs of Figs. 26-32, 34 and 35.

use crate::planar_lugre::{CELLS, FINGERS, INTERVAL, ModelKind, PaperPad, PatchModel, Trial, end};
use stiction::patch::{BristleModel, Surface};
use stiction::prelude::*;

use crate::experiments::Provenance::{Bound, Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::table::Table;
use crate::experiments::{Check, Findings, PaperError, Thoroughness};

pub(super) const END: f64 = Trial::END;
/// Deviation of a pose from the reference, which uses another integrator \[m\], \[rad\].
pub(super) const POSE: [f64; 2] = [1e-5, 1e-4];
/// Deviation of the friction of a finger from the reference, relative to its largest value.
const FRICTION: f64 = 1e-3;
/// Largest torque of a round pad over its normal force \[m\].
const LEVER: f64 = 6.4e-3;
/// Relative difference of path and rotation taken for "near-identical" and "similar".
pub(super) const SIMILAR: f64 = 0.05;
/// Reason why two models, or two pads, may come to rest apart.
const APART: &str = "a plate that slips in the gripper is held by friction almost as large as its weight: 1 % \
                     less of it lets the plate slip a fifth farther (information row of Fig. 29), so that \
                     a distance of 5 to 8 % means 0.3 to 0.4 % of the friction. Where the independent \
                     implementation was run it has the same distances.";

/// Simulates with `share` times the grip, and records the pose of the centre of mass and the friction of both fingers
/// there.
pub(super) fn simulate(
    trial: Trial,
    kind: ModelKind,
    step: f64,
    share: f64,
) -> Result<Recorder, PaperError> {
    let model = PatchModel::new(kind, BristleModel::ElastoPlastic)?.order_preserving();
    let object = trial.object(&trial.contact(CELLS)?, model, share)?;
    object.simulate(step, END)
}

/// Returns a step that leaves stuck pads stable \[s\]: damping brings a plate to rest at the rate `σ₁ N/m`, a steep
/// limit surface several times as fast.
pub(super) const fn step(trial: Trial, kind: ModelKind) -> f64 {
    match (trial.pad, kind) {
        (PaperPad::Fixed(Surface::RasterCircle), _) | (_, ModelKind::Distributed) => 5e-5,
        _ => 1e-5,
    }
}

/// Returns force \[N\] and torque \[Nm\] of one finger at the middle of the pads: fx, fy, tau.
pub(super) fn finger(record: &Recorder) -> Result<[Vec<f64>; 3], PaperError> {
    let [x, y, fx, fy, tau] = record.columns_named(["x", "y", "fx", "fy", "tau"])?;
    let rows = 0..x.len();
    let torque = |k: usize| (tau[k] + x[k] * fy[k] - y[k] * fx[k]) / FINGERS;
    let share = |column: &[f64]| column.iter().map(|force| force / FINGERS).collect::<Vec<_>>();
    Ok([share(fx), share(fy), rows.map(torque).collect()])
}

pub(super) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Checks that two ends are similar: their distance relative to the path of the first from the start, and the
/// difference of the angles relative to its rotation.
pub(super) fn similar(name: &str, start: [f64; 3], [first, other]: [[f64; 3]; 2]) -> [Check; 2] {
    let way = distance(first, other) / distance(first, start);
    let turn = ((other[2] - first[2]) / (first[2] - start[2])).abs();
    let row = |what: &str, found| {
        Bound.at_most(format!("{name}, {what}"), found, SIMILAR).or_explained(APART)
    };
    [row("between the ends over the way", way), row("between the angles over the turn", turn)]
}

/// Runs of both grips by the distributed and the reduced model.
pub(super) struct Runs {
    pub(super) trials: [Trial; 2],
    /// Indexed by grip, then by model.
    pub(super) records: [[Recorder; 2]; 2],
}

pub(super) const KINDS: [ModelKind; 2] = [ModelKind::Distributed, ModelKind::LimitSurface];

impl Runs {
    pub(super) fn of(trials: [Trial; 2]) -> Result<Self, PaperError> {
        let run = |trial: Trial| -> Result<[Recorder; 2], PaperError> {
            let by = |kind| simulate(trial, kind, step(trial, kind), 1.0);
            Ok([by(KINDS[0])?, by(KINDS[1])?])
        };
        Ok(Self { trials, records: [run(trials[0])?, run(trials[1])?] })
    }

    /// Simulates both grips on one pad.
    pub(super) fn both(case: u8, pad: PaperPad) -> Result<Self, PaperError> {
        Self::of([1, 2].map(|profile| Trial { case, pad, profile }))
    }

    pub(super) fn ends(&self) -> Result<[[[f64; 3]; 2]; 2], PaperError> {
        let [[a, b], [c, d]] = &self.records;
        Ok([[end(a)?, end(b)?], [end(c)?, end(d)?]])
    }

    /// Adds the deviations from the reference over the run.
    pub(super) fn referred(
        &self,
        mut outcome: Findings,
        table: &Table,
    ) -> Result<Findings, PaperError> {
        for (profile, (trial, records)) in self.trials.iter().zip(&self.records).enumerate() {
            let grip = trial.grip();
            for (kind, record) in KINDS.into_iter().zip(records) {
                let short = if kind == ModelKind::Distributed { "dist" } else { "red" };
                let column = |axis: &str| table.column(&format!("{short}{}_{axis}", profile + 1));
                let rows: Vec<usize> =
                    table.column("t")?.iter().map(|t| (t / INTERVAL).round() as usize).collect();
                let name = format!("f_N{}, {}", profile + 1, kind.name());
                let off = |found: &[f64], expected: &[f64]| {
                    let pairs = rows.iter().zip(expected);
                    worst(pairs.map(|(&row, value)| found[row] - value))
                };
                let [x, y, theta] = record.columns_named(["x", "y", "theta"])?;
                let place = worst([off(x, &column("px")?), off(y, &column("py")?)]);
                let turn = off(theta, &column("th")?);
                // Relative to the normal force, because it changes at the times that are compared.
                let loads = table.column(&format!("fn{}", profile + 1))?;
                let mut friction = [0.0; 2];
                for (k, (axis, found)) in
                    ["fx", "fy", "tau"].into_iter().zip(finger(record)?).enumerate()
                {
                    let found: Vec<f64> = (0..found.len())
                        .map(|row| found[row] / grip[row.min(grip.len() - 1)])
                        .collect();
                    let expected: Vec<f64> = column(axis)?
                        .iter()
                        .zip(&loads)
                        .map(|(force, load)| force / load)
                        .collect();
                    let part = &mut friction[usize::from(k == 2)];
                    *part = worst([off(&found, &expected), *part]);
                }
                let [force, torque] = friction;
                let below = |what: &str, found, bound| {
                    Reference.below(format!("{name}: {what}"), found, bound)
                };
                outcome = outcome
                    .check(below("position, deviation [m]", place, POSE[0]))
                    .check(below("angle, deviation [rad]", turn, POSE[1]))
                    .check(below("force/f_N, deviation", force, FRICTION))
                    .check(below("torque/f_N, deviation [m]", torque, FRICTION * LEVER));
            }
        }
        Ok(outcome)
    }

    /// Adds the distances between the ends of the two models, for each run.
    pub(super) fn agree(
        &self,
        outcome: Findings,
        names: [&str; 2],
    ) -> Result<Findings, PaperError> {
        let ends = self.ends()?.into_iter().zip(names);
        Ok(ends.fold(outcome, |outcome, ([distributed, reduced], name)| {
            let rows =
                similar(&format!("{name}: the two models"), self.start(), [distributed, reduced]);
            outcome.checks(rows)
        }))
    }

    /// Returns the initial pose of the plate.
    pub(super) fn start(&self) -> [f64; 3] {
        let PlanarPose { position, angle } = self.trials[0].start();
        [position.x, position.y, angle]
    }

    /// Adds a check that the ends of both models do not depend on the step, in a full run only.
    pub(super) fn converged(
        &self,
        mut outcome: Findings,
        effort: Thoroughness,
    ) -> Result<Findings, PaperError> {
        if effort == Thoroughness::Quick {
            return Ok(outcome);
        }
        let trial = self.trials[0];
        for (kind, record) in KINDS.into_iter().zip(&self.records[0]) {
            let (full, half) =
                (end(record)?, end(&simulate(trial, kind, 0.5 * step(trial, kind), 1.0)?)?);
            let name = format!("{}: half the step moves the end by", kind.name());
            let (place, turn) = (distance(full, half), full[2] - half[2]);
            outcome = outcome
                .check(Theory.below(format!("{name} [m]"), place, POSE[0]))
                .check(Theory.below(format!("{name} [rad]"), turn, POSE[1]));
        }
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::CheckResult;
    use crate::experiments::table::table;

    const CIRCLE: PaperPad = PaperPad::Fixed(Surface::RasterCircle);

    /// A difference beyond similarity is reported as not met, and NaN fails.
    #[test]
    fn other_ends_are_not_similar() {
        let start = [0.0; 3];
        let standing = |end| similar("a", start, [[0.03, 0.04, 0.2], end]).map(|row| row.standing);
        assert_eq!(standing([0.031, 0.04, 0.195]), [CheckResult::Holds, CheckResult::Holds]);
        let [way, turn] = standing([0.033, 0.04, 0.18]);
        assert!(matches!((way, turn), (CheckResult::NotMet(_), CheckResult::NotMet(_))));
        assert_eq!(standing([f64::NAN; 3]), [CheckResult::Fails, CheckResult::Fails]);
    }

    /// The comparison tells the two grips apart.
    #[test]
    fn other_runs_do_not_pass() {
        let table = table!("planar_lugre/inhand_fig29_32_case2_circle.csv");
        let mut runs = Runs::both(2, CIRCLE).unwrap();
        assert!(runs.referred(Findings::default(), &table).unwrap().passed());
        runs.records.swap(0, 1);
        assert!(!runs.referred(Findings::default(), &table).unwrap().passed());
    }
}
