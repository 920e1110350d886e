//! A disc under oscillating loads below its friction: Figs. 6 and 23-25.

use crate::planar_lugre::{CELLS, DiscLoad, INTERVAL, ModelKind, PadContact, PatchModel, disc};
use stiction::patch::{BristleModel, Grid, Surface};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use super::words::bristle_name;
use crate::experiments::Provenance::{Bound, Paper, Reference};
use crate::experiments::check::worst;
use crate::experiments::table::{Row, table};
use crate::experiments::{Findings, PaperError, Thoroughness};

const END: f64 = DiscLoad::END;
/// Step of the reference \[s\].
const STEP: f64 = 5e-5;
/// Diameter of the contact \[m\]; see the text of the figures.
const DIAMETER: f64 = 0.05;
const WEIGHT: f64 = 9.81;
/// Deviation of a pose from the reference, relative to its largest value.
const POSE: f64 = 1e-4;
/// Deviation of a drift from that of the reference.
const DRIFT: f64 = 0.05;
/// Share of the drift of LuGre taken for "mitigates".
const MITIGATED: f64 = 2e-3;
const REFERENCE: &str = "RK4, 50 µs. Poses are compared with an independent implementation to 1e-4 of \
                         the largest one, drifts to 5 % of the drift itself. That elasto-plastic \
                         bristles mitigate the drift is read as: to less than a five-hundredth.";
const CONTACT: &str = "the text calls 0.05 m the radius of the disc; the programs of the authors use it \
                       for its inertia, and for the diameter of its contact, which gives the shares of \
                       the friction that the text names. The course of the loads is read off a picture \
                       (Figs. 6, 24) with the help of those programs; they are constant for 10 ms each.";

fn contact() -> Result<PadContact, PaperError> {
    Ok(PadContact::fixed(Surface::RasterCircle.patch(Grid::new(CELLS, DIAMETER)?)?))
}

fn simulate(
    load: DiscLoad,
    kind: ModelKind,
    bristle: BristleModel,
) -> Result<Recorder, PaperError> {
    disc(load, PatchModel::new(kind, bristle)?, &contact()?)?.simulate(STEP, END)
}

/// Returns the pose after 1, 3 and 5 s, and the mean over the last second less that over the one before.
fn numbers(column: &[f64]) -> [f64; 4] {
    // Row k is at the end of interval k. The mean is relative to one pose, so that equal poses have no drift.
    let mean = |from: usize| {
        let first = column[from + 1];
        first + column[from + 1..=from + 100].iter().map(|x| x - first).sum::<f64>() / 100.0
    };
    [column[100], column[300], column[500], mean(400) - mean(300)]
}

/// Returns whether a row of the reference belongs to this run.
fn is_meant(
    row: Row<'_>,
    load: DiscLoad,
    kind: ModelKind,
    bristle: BristleModel,
) -> Result<bool, PaperError> {
    let test = if load == DiscLoad::Normal { "normal" } else { "tangential" };
    let model = if kind == ModelKind::Distributed { "dist" } else { "red" };
    let bristles = if bristle == BristleModel::LuGre { "lugre" } else { "ep" };
    Ok(row.word("test")? == test && row.word("model")? == model && row.word("bristle")? == bristles)
}

/// Adds the numbers of one run beside those of the reference.
fn referred(
    mut outcome: Findings,
    record: &Recorder,
    load: DiscLoad,
    kind: ModelKind,
    bristle: BristleModel,
) -> Result<Findings, PaperError> {
    let table = table!("planar_lugre/drift_summary.csv");
    let mut meant = None;
    for row in table.rows() {
        if is_meant(row, load, kind, bristle)? {
            meant = Some(row);
        }
    }
    let row = meant.ok_or_else(|| "no row for this run".to_owned())?;
    let name = bristle_name(bristle);
    // The last number is the largest that counts as no drift.
    for (axis, short, unit, stays) in [("x", "x", "m", 1e-12), ("theta", "th", "rad", 1e-10)] {
        let found = numbers(record.column(axis)?);
        let column = |name: String| row.number(&name);
        let expected = [
            column(format!("{short}_1s"))?,
            column(format!("{short}_3s"))?,
            column(format!("{short}_5s"))?,
            column(format!("d{short}_mean45_34"))?,
        ];
        let close = POSE * worst(expected[..3].iter().copied());
        let times = ["after 1 s", "after 3 s", "after 5 s"];
        for (time, (found, expected)) in times.into_iter().zip(found.into_iter().zip(expected)) {
            let quantity = format!("{name}: {axis} [{unit}], {time}");
            outcome = outcome.check(Reference.near(quantity, found, expected, close));
        }
        let (found, expected) = (found[3], expected[3]);
        // If the reference stays, this run must stay too.
        let check = if expected.abs() < stays {
            Reference.below(format!("{name}: {axis} [{unit}], no drift per s"), found, stays)
        } else {
            let quantity = format!("{name}: {axis} [{unit}], drift per s");
            Reference.near(quantity, found, expected, close.min(DRIFT * expected.abs()))
        };
        outcome = outcome.check(check);
    }
    Ok(outcome)
}

fn figure(load: DiscLoad, runs: [(BristleModel, &Recorder); 2]) -> Result<Figure, PaperError> {
    let starts: Vec<f64> = (0..load.intervals().len()).map(|k| k as f64 * INTERVAL).collect();
    let part = |k: usize, by: f64| -> Vec<f64> {
        load.intervals().iter().map(|load| by * load[k]).collect()
    };
    let mut loads = Panel::new().y("load").steps("force [N]", &starts, &part(0, 1.0));
    loads = loads.steps("torque [10 mNm]", &starts, &part(1, 100.0));
    if load == DiscLoad::Normal {
        let swing: Vec<f64> = part(2, 1.0).iter().map(|force| force - WEIGHT).collect();
        loads = loads.steps("normal force − 9.81 [N]", &starts, &swing);
    }
    let (mut shift, mut turn) = (Panel::new().y("x [µm]"), Panel::new().y("θ [mrad]"));
    for (bristle, record) in runs {
        let scaled = |axis: &str, by: f64| -> Result<Vec<f64>, PaperError> {
            Ok(record.column(axis)?.iter().map(|value| by * value).collect())
        };
        shift = shift.line(bristle_name(bristle), record.time(), &scaled("x", 1e6)?);
        turn = turn.line("", record.time(), &scaled("theta", 1e3)?);
    }
    let figure = Figure::new("").share_x().panel(loads).panel(shift);
    Ok(figure.panel(turn.x("time [s]")))
}

/// Runs both kinds of bristles; the record is that of the elasto-plastic ones.
fn run(load: DiscLoad, kind: ModelKind, text: &str) -> Result<(Findings, Recorder), PaperError> {
    let bristles = [BristleModel::LuGre, BristleModel::ElastoPlastic];
    let lugre = simulate(load, kind, bristles[0])?;
    let elasto_plastic = simulate(load, kind, bristles[1])?;
    let mut outcome = Findings::new(format!("{text} {REFERENCE}")).assumed(CONTACT);
    for (bristle, record) in bristles.into_iter().zip([&lugre, &elasto_plastic]) {
        outcome = referred(outcome, record, load, kind, bristle)?;
    }
    for axis in ["x", "theta"] {
        let drift = |record: &Recorder| record.column(axis).map(|column| numbers(column)[3].abs());
        let ratio = drift(&elasto_plastic)? / drift(&lugre)?;
        let quantity = format!("{axis}: drift of elasto-plastic bristles over that of LuGre");
        outcome = outcome.check(Bound.at_most(quantity, ratio, MITIGATED));
    }
    let runs = [(bristles[0], &lugre), (bristles[1], &elasto_plastic)];
    Ok((outcome.figure(figure(load, runs)?), elasto_plastic))
}

/// Returns the difference of the largest and the least value.
fn width(column: &[f64]) -> f64 {
    let fold = |(low, high): (f64, f64), &x: &f64| (low.min(x), high.max(x));
    let (low, high) = column.iter().fold((f64::MAX, f64::MIN), fold);
    high - low
}

pub(super) fn distributed_tangential(_: Thoroughness) -> Result<Findings, PaperError> {
    let text = "A disc of 1 kg is pushed with about 1/12 of the force and turned with about 1/6 of \
                the torque that it needs to slip (text of the paper), both swinging from 1 s and 3 s \
                on. With LuGre bristles it drifts, with elasto-plastic ones it does not.";
    let (outcome, _) = run(DiscLoad::Tangential, ModelKind::Distributed, text)?;
    let radius = contact()?.first().radius();
    let most = 1.2 * WEIGHT;
    Ok(outcome
        .check(Paper.information("input: force over the largest friction", 1.0 / most, 1.0 / 12.0))
        .check(Paper.information(
            "input: torque over the largest one",
            0.03 / (most * radius),
            1.0 / 6.0,
        )))
}

pub(super) fn reduced_tangential(_: Thoroughness) -> Result<Findings, PaperError> {
    let text = "The disc of Fig. 6 with the reduced model: LuGre drifts, elasto-plastic bristles \
                do not. The paper: the displacement swings somewhat wider when the torque is \
                added.";
    let (outcome, record) = run(DiscLoad::Tangential, ModelKind::LimitSurface, text)?;
    let x = record.column("x")?;
    let ratio = width(&x[400..501]) / width(&x[150..251]);
    Ok(outcome.check(Paper.at_least(
        "elasto-plastic: swing of x, with over without torque",
        ratio,
        1.0,
    )))
}

pub(super) fn distributed_normal(_: Thoroughness) -> Result<Findings, PaperError> {
    let text = "A constant force of 1 N and a torque of 0.03 Nm while the normal force swings by 1 \
                N. LuGre drifts; elasto-plastic bristles do not, though the disc still swings.";
    let (outcome, record) = run(DiscLoad::Normal, ModelKind::Distributed, text)?;
    let swing = width(&record.column("x")?[400..]);
    Ok(outcome.check(Bound.at_least(
        "elasto-plastic: swing of x in the last second [m]",
        swing,
        1e-9,
    )))
}

pub(super) fn reduced_normal(_: Thoroughness) -> Result<Findings, PaperError> {
    let text = "The disc of Fig. 24 with the reduced model: the same trends. Elasto-plastic \
                bristles are left with a drift of a thousandth of that of LuGre in x, and half of \
                that in θ; so is the reference.";
    Ok(run(DiscLoad::Normal, ModelKind::LimitSurface, text)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_by_hand() {
        let steady: Vec<f64> = (0..=500).map(|k| 0.01 * f64::from(k)).collect();
        let [one, three, five, drift] = numbers(&steady);
        assert_eq!((one, three, five), (1.0, 3.0, 5.0));
        assert!((drift - 1.0).abs() < 1e-14);
        assert_eq!(numbers(&[0.3; 501])[3], 0.0);
        assert_eq!(width(&[1.0, -2.0, 3.0]), 5.0);
    }
}
