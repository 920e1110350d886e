//! The torque after each turning point of the position, and after all of one direction together (`onset`).
//!
//! **Encoders.** Distances are known where the encoder steps (`encoder`), and the turning point to a step divided by
//! √12. A level counts only if it lasts for more than a step and is not below the torque held within one.
//!
//! The motion must be slow: the torques of inertia and viscosity are not known here.

use serde::Serialize;
use stiction_core::Shown;

use super::encoder;
use super::noise::extent;
use super::onset::{FEWEST, Onset, Steps, Swing, fit, left};
use super::{CurveError, Direction, TorqueRecord, require};

/// Settings for finding turning points.
#[derive(Clone, Debug)]
pub struct Reversals {
    /// Share of its range, 0 to 1, by which the position must move on for a turn to count; by default 0.2.
    pub swing: f64,
}

impl Default for Reversals {
    fn default() -> Self {
        Self { swing: 0.2 }
    }
}

/// The findings after all turning points.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Turns {
    /// One for each turning point, in the order of the log.
    pub reversals: Vec<Reversal>,
    /// The turning points after which it goes forward, together.
    pub forward: Option<Side>,
    /// The turning points after which it goes backward, together.
    pub backward: Option<Side>,
    /// Whether the log had the friction torque, against the motion, so that its sign was changed.
    pub is_turned: bool,
}

/// The findings after one turning point.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Reversal {
    /// Time of the turn \[s\].
    pub time: f64,
    /// Position of the turn \[rad\].
    pub position: f64,
    /// Direction after the turn.
    pub direction: Direction,
    /// Distance to the next turn \[rad\].
    pub travel: f64,
    /// Number of rows until then.
    pub rows: usize,
    /// Rise of the torque.
    pub onset: Onset,
    #[serde(skip)]
    swing: Swing,
}

/// All turning points of one direction whose torque levelled off, fitted together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Side {
    /// Direction after the turns.
    pub direction: Direction,
    /// Number of turning points.
    pub reversals: usize,
    /// Rise of the torque.
    pub onset: Onset,
    #[serde(skip)]
    fitted: [f64; 4],
}

impl Reversal {
    /// Returns distances since the turning point \[rad\] and torques along the motion \[N m\].
    #[must_use]
    pub fn rows(&self) -> (&[f64], &[f64]) {
        (&self.swing.way, &self.swing.torque)
    }
}

impl Side {
    /// Returns the fitted torque along the motion \[N m\] after a distance \[rad\].
    #[must_use]
    pub fn value(&self, way: f64) -> f64 {
        let [level, height, length, roundness] = self.fitted;
        level - height * left(way / length, roundness)
    }
}

impl Reversals {
    /// Returns the turning points of a record with positions, and the torque after them.
    ///
    /// # Errors
    /// No position, a position that never turns, a share out of its range.
    pub fn of(&self, record: &TorqueRecord) -> Result<Turns, CurveError> {
        let is_met = self.swing > 0.0 && self.swing < 1.0;
        require("swing", self.swing, is_met, "must be between 0 and 1")?;
        let Some(position) = record.position.as_deref() else {
            return Err(CurveError::no_number("position"));
        };
        let step = encoder::step(position);
        let mut turns = turning_points(position, self.swing);
        if step.is_some() {
            // It may turn anywhere within the step, most likely in its middle.
            for turn in &mut turns {
                let here = position[*turn];
                let first = position[..*turn].iter().rposition(|own| *own != here);
                *turn = first.map_or(*turn, |before| (before + 1 + *turn) / 2);
            }
        }
        let ends = turns.iter().skip(1).copied().chain([position.len()]);
        let mut swings: Vec<(usize, Direction, Swing)> = turns
            .iter()
            .zip(ends)
            .filter(|(from, to)| to - *from >= FEWEST)
            .map(|(&from, to)| {
                let direction = Direction::of(position[to - 1] - position[from]);
                let sign = direction.sign();
                // The position may turn back at the end by less than a counted swing.
                let farthest = (from..to)
                    .max_by(|a, b| (sign * position[*a]).total_cmp(&(sign * position[*b])));
                let to = farthest.map_or(to, |row| row + 1);
                let way = position[from..to].iter().map(|q| sign * (q - position[from]));
                let torque = record.torque[from..to].iter().map(|f| sign * f);
                let swing =
                    Swing { way: way.collect(), torque: torque.collect(), ..Swing::default() };
                (from, direction, swing)
            })
            .collect();
        if swings.is_empty() {
            let [least, largest] = extent(position);
            let (least, largest, found) = (Shown(least), Shown(largest), turns.len());
            let reason = format!(
                "`position` goes from {least} to {largest} and turns {found} times, it must turn at least once"
            );
            return Err(CurveError::TooLittle { reason });
        }
        // A driving torque rises along the motion.
        let is_turned = swings.iter().map(|(.., swing)| swing.rise()).sum::<f64>() < 0.0;
        if is_turned {
            swings
                .iter_mut()
                .for_each(|(.., swing)| swing.torque.iter_mut().for_each(|f| *f = -*f));
        }
        let reversals: Vec<Reversal> = swings
            .into_iter()
            .map(|(at, direction, swing)| {
                let (travel, rows) = (swing.travel(), swing.way.len());
                let swing = step.map_or(swing.clone(), |step| swing.between_steps(step));
                let (onset, _) = fit(&[&swing], swing.encoder);
                Reversal {
                    time: record.time()[at],
                    position: position[at],
                    direction,
                    travel,
                    rows,
                    onset,
                    swing,
                }
            })
            .collect();
        let [forward, backward] =
            [Direction::Forward, Direction::Backward].map(|direction| side(direction, &reversals));
        Ok(Turns { reversals, forward, backward, is_turned })
    }
}

fn side(direction: Direction, reversals: &[Reversal]) -> Option<Side> {
    let own = || reversals.iter().filter(|own| own.direction == direction);
    let is_whole = |own: &&Reversal| own.onset.breakaway.value().is_some();
    let swings: Vec<&Swing> = own().filter(is_whole).map(|own| &own.swing).collect();
    if swings.is_empty() {
        return None;
    }
    // The swings that did not level off held a torque too.
    let encoder = own().filter_map(|own| own.swing.encoder).reduce(Steps::and);
    let (onset, fitted) = fit(&swings, encoder);
    Some(Side { direction, reversals: swings.len(), onset, fitted })
}

/// Returns where the position turns and then moves on by a share of its range.
fn turning_points(position: &[f64], swing: f64) -> Vec<usize> {
    let [least, largest] = extent(position);
    let enough = swing * (largest - least);
    let mut turns = vec![];
    if enough <= 0.0 {
        return turns;
    }
    let (mut top, mut bottom) = (0, 0);
    let mut sign = 0.0;
    for (row, &here) in position.iter().enumerate() {
        if here >= position[top] {
            top = row;
        }
        if here <= position[bottom] {
            bottom = row;
        }
        if sign >= 0.0 && position[top] - here >= enough {
            if sign > 0.0 {
                turns.push(top);
            }
            (sign, bottom) = (-1.0, row);
        } else if sign <= 0.0 && here - position[bottom] >= enough {
            if sign < 0.0 {
                turns.push(bottom);
            }
            (sign, top) = (1.0, row);
        }
    }
    turns
}

/// Returns the onset after the first turning point alone.
#[cfg(test)]
pub(super) fn first(record: &TorqueRecord) -> Onset {
    let position = record.position.as_deref().unwrap();
    let turns = turning_points(position, 0.2);
    let (from, to) = (turns[0], turns[1]);
    let sign = (position[to] - position[from]).signum();
    let way = position[from..to].iter().map(|q| sign * (q - position[from])).collect();
    let torque = record.torque[from..to].iter().map(|f| sign * f).collect();
    fit(&[&Swing { way, torque, ..Swing::default() }], None).0
}
