//! The plate in the gripper, case by case: Figs. 26-32, 34 and 35.

use crate::planar_lugre::{CELLS, ModelKind, PaperPad, Trial, end};
use stiction::patch::{PressureExponent, Surface};

use super::in_hand::{KINDS, POSE, Runs, SIMILAR, distance, similar, simulate, step};
use super::in_hand_figure::{figure, snapshots};
use super::words::patch;
use crate::experiments::Provenance::{Bound, Reference};
use crate::experiments::table::table;
use crate::experiments::{Findings, PaperError, Thoroughness};

const SCHEME: &str = "Runge-Kutta of order 4, bristles that bear any step. Reference: an independent \
                      implementation at 20 times; tolerance 10 µm, 0.1 mrad and 1e-3 of the largest \
                      friction for another integrator.";
const GRIPS: &str = "the course of the grips is read off a picture with the help of the authors' programs; \
                     both fingers bear the plate, so that the friction of one counts twice, and the \
                     forces are those of one, at the middle of the pads.";
const NO_REFERENCE: &str = "the curves: no numbers of them are at hand";
const SAMPLED: &str = "The limit surface for k = 2 is sampled under 10 N.";
/// Meaning given to words of the paper, the same in all cases.
const READING: &str = "Near-identical, and similar, is read as: after two seconds within 5 % of the way \
                       and of the turn, in every case.";

const CIRCLE: PaperPad = PaperPad::Fixed(Surface::RasterCircle);

pub(super) fn views(_: Thoroughness) -> Result<Findings, PaperError> {
    let text = "The plate whenever it has turned by another quarter of its way, under the swinging \
                grip. The paper: in case 1 the contact is akin to a pivot (read as: the centre of \
                mass stays at its distance from it to a tenth, and turns by more than half a \
                radian), in case 2 the plate slips and turns (read as: more than half of its way \
                is slip, and it turns by more than 0.05 rad).";
    let trials = [1, 2].map(|case| Trial { case, pad: CIRCLE, profile: 1 });
    let records = [
        simulate(trials[0], ModelKind::Distributed, 5e-5, 1.0)?,
        simulate(trials[1], ModelKind::Distributed, 5e-5, 1.0)?,
    ];
    let ends = [end(&records[0])?, end(&records[1])?];
    let arm = |k: usize| 1e3 * ends[k][0].hypot(ends[k][1]);
    let share = (arm(1) - 2.0) / arm(1);
    Ok(Findings::new(text)
        .assumed(GRIPS)
        .check(Bound.near("case 1: from the contact to the centre of mass [mm]", arm(0), 25.0, 2.5))
        .check(Bound.at_least("case 1: turned by [rad]", -ends[0][2], 0.5))
        .check(Bound.at_least("case 2: share of the way that is slip", share, 0.5))
        .check(Bound.at_least("case 2: turned by [rad]", -ends[1][2], 0.05))
        .figure(snapshots(&records)?))
}

/// Names of the two grips.
const NAMES: [&str; 2] = ["f_N1", "f_N2"];

pub(super) fn case1(_: Thoroughness) -> Result<Findings, PaperError> {
    let runs = Runs::both(1, CIRCLE)?;
    let text = format!(
        "A round pad 25 mm beside the centre of mass (case 1), two grips. The paper: both give a \
         similar displacement, and those of the two models are near-identical. {READING} {SCHEME}"
    );
    let outcome = Findings::new(text).assumed(GRIPS);
    let table = table!("planar_lugre/inhand_fig27_28_case1_circle.csv");
    let outcome = runs.agree(runs.referred(outcome, &table)?, NAMES)?;
    let [first, second] = runs.ends()?;
    let outcome = outcome
        .checks(similar("distributed: the two grips", runs.start(), [first[0], second[0]]))
        .checks(similar("reduced: the two grips", runs.start(), [first[1], second[1]]));
    Ok(outcome.figure(figure(&runs, NAMES)?))
}

pub(super) fn case2(_: Thoroughness) -> Result<Findings, PaperError> {
    let runs = Runs::both(2, CIRCLE)?;
    let text = format!(
        "A round pad 2 mm beside the centre of mass (case 2), two grips. The paper: the reduced model \
         results in similar simulation outcomes as the distributed one. {READING} {SCHEME}"
    );
    let outcome = Findings::new(text).assumed(GRIPS);
    let table = table!("planar_lugre/inhand_fig29_32_case2_circle.csv");
    let outcome = runs.agree(runs.referred(outcome, &table)?, NAMES)?;
    let (kind, trial) = (ModelKind::Distributed, runs.trials[0]);
    let looser = end(&simulate(trial, kind, step(trial, kind), 0.99)?)?;
    let moved = distance(looser, runs.ends()?[0][0]) / distance(runs.ends()?[0][0], runs.start());
    let quantity = "f_N1, distributed: 1 % less grip moves the end by, over the way";
    let outcome = outcome.check(Bound.information(quantity, moved, SIMILAR));
    Ok(outcome.figure(figure(&runs, NAMES)?))
}

pub(super) fn square(effort: Thoroughness) -> Result<Findings, PaperError> {
    let runs = Runs::both(2, PaperPad::Fixed(Surface::Square))?;
    let circle = Runs::both(2, CIRCLE)?;
    let text = format!(
        "Case 2 with a square pad. The paper: the motions are similar to those of the round pad (read \
         as: the plate slips and turns by the same to 20 %, since the torque that the pads bear \
         differs by 19 %). {READING}"
    );
    let mut outcome = Findings::new(text).assumed(GRIPS);
    for (k, (square, circle)) in runs.ends()?.into_iter().zip(circle.ends()?).enumerate() {
        for (kind, (square, circle)) in KINDS.into_iter().zip(square.into_iter().zip(circle)) {
            let name = format!("f_N{}, {}: square over circle", k + 1, kind.name());
            let (slip, turn) = (square[1] / circle[1], square[2] / circle[2]);
            outcome = outcome
                .check(Bound.near(format!("{name}, slip"), slip, 1.0, 0.2))
                .check(Bound.near(format!("{name}, turn"), turn, 1.0, 0.2));
        }
    }
    let outcome = runs.converged(runs.agree(outcome, NAMES)?, effort)?;
    Ok(outcome.not_compared(NO_REFERENCE).figure(figure(&runs, NAMES)?))
}

pub(super) fn gradient_line(effort: Thoroughness) -> Result<Findings, PaperError> {
    let runs = Runs::both(2, PaperPad::Fixed(Surface::GradientLineX))?;
    let circle = Runs::both(2, CIRCLE)?.ends()?;
    let center = patch(Surface::GradientLineX, CELLS)?.center_of_pressure();
    let text = format!(
        "Case 2 with a line that is pressed hardest at -x. The paper: it turns much farther than on \
         the round pad (read as: at least twice); under the swinging grip the plate first slips and \
         turns, later only slips (read as: by more than 1 mm, and 2 % of the turn), because its centre \
         of mass has come below the centre of pressure (read as: within half a cell of 0.95 mm). \
         {READING}"
    );
    let mut outcome = Findings::new(text).assumed(GRIPS);
    for (k, (line, circle)) in runs.ends()?.into_iter().zip(circle).enumerate() {
        for (kind, (line, circle)) in KINDS.into_iter().zip(line.into_iter().zip(circle)) {
            let quantity = format!("f_N{}, {}: turn over that of the circle", k + 1, kind.name());
            outcome = outcome.check(Bound.at_least(quantity, line[2] / circle[2], 2.0));
        }
    }
    for (kind, record) in KINDS.into_iter().zip(&runs.records[0]) {
        let [x, y, theta] = record.columns_named(["x", "y", "theta"])?;
        let (half, last) = (x.len() / 2, x.len() - 1);
        let late = (theta[last] - theta[half]) / theta[last];
        let name = kind.name();
        outcome = outcome
            .check(Bound.below(format!("{name}: share of the turn in the second half"), late, 0.02))
            .check(Bound.at_least(
                format!("{name}: slip in the second half [m]"),
                y[half] - y[last],
                1e-3,
            ))
            .check(Bound.near(
                format!("{name}: centre of mass at the end, and centre of pressure: x [mm]"),
                1e3 * x[last],
                1e3 * center.x,
                0.5,
            ));
    }
    let outcome = runs.converged(runs.agree(outcome, NAMES)?, effort)?;
    Ok(outcome.not_compared(NO_REFERENCE).figure(figure(&runs, NAMES)?))
}

pub(super) fn fingertips(effort: Thoroughness) -> Result<Findings, PaperError> {
    let pads = [PressureExponent::Constant(2.0), PressureExponent::PerLoad(2.0)];
    let trials = pads.map(|pad| Trial { case: 2, pad: PaperPad::Fingertip(pad), profile: 1 });
    let runs = Runs::of(trials)?;
    let names = ["k = 2", "k = 2 f_N"];
    let [[distributed, reduced], [other, other_reduced]] = runs.ends()?;
    let text = format!(
        "Soft fingertips of Fig. 33 under the swinging grip. The paper: both surfaces give similar \
         outcomes with both models. {READING} The figure of the paper ends at about y = -22.9 mm for \
         the reduced model with k = 2; that is what an earlier program of the authors gives, which \
         inverts (33) in another way. With the inverse, the independent implementation gives the pose \
         here (printed with 3 to 5 digits), which is also the nearer one to the distributed model."
    );
    let near = |name: &str, found, expected, tolerance| {
        Reference.near(format!("k = 2, reduced: {name}"), found, expected, tolerance)
    };
    let outcome = Findings::new(text)
        .assumed(format!("{GRIPS} {SAMPLED}"))
        .check(near("x [m]", reduced[0], 4.71e-4, POSE[0]))
        .check(near("y [m]", reduced[1], -0.02030, POSE[0]))
        .check(near("theta [rad]", reduced[2], -0.18454, POSE[1]));
    let outcome = runs
        .agree(outcome, names)?
        .checks(similar("distributed: the two surfaces", runs.start(), [distributed, other]))
        .checks(similar("reduced: the two surfaces", runs.start(), [reduced, other_reduced]));
    let outcome = runs.converged(outcome, effort)?.not_compared(
        "the end of the reduced model that the paper draws, for the reason above; of the other curves \
         no numbers are at hand",
    );
    Ok(outcome.figure(figure(&runs, names)?))
}
