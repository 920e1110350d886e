//! A fingertip whose size follows the normal force.

use stiction_core::description::Inside;
use stiction_core::{Describe, NormalLoad, Shown, Stage, ValueError};

use super::pressure::Pressures;
use crate::patch::{Grid, PAPER_GROWTH, PressureExponent, SoftFingertip};

/// More pressures than these are not kept for one pad.
const MOST_PIECES: usize = 10_000;

/// A soft fingertip: a round pad that grows with the normal force. Give one of the exponents.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
pub struct Fingertip {
    /// Radius at 1 N \[m/N^(1/3)\]; by default that of the paper, 5.714e-3.
    #[field(default = PAPER_GROWTH)]
    pub growth: f64,
    /// Exponent of the pressure.
    #[field(key)]
    pub exponent: PressureExponent,
    /// Time for which the pad keeps its size \[s\]; needed where the force does not change in steps.
    #[field(default = None)]
    pub interval: Option<f64>,
    /// Force for which the limit surface is sampled \[N\], for all sizes of the pad; by default the
    /// largest force. Not with `exponent_per_load`, where each size has its own.
    #[field(default = None)]
    pub sampled_load: Option<f64>,
}

impl Fingertip {
    /// Returns the pressures under a force, until the end of the run \[s\].
    pub(super) fn pressures(
        &self,
        grid: Grid,
        force: &NormalLoad,
        until: f64,
    ) -> Result<Pressures, ValueError> {
        let tip = SoftFingertip::builder().growth(self.growth).exponent(self.exponent).build()?;
        let loads = self.loads(force, until)?;
        let press = |load: f64| tip.patch(grid, load);
        let piece = |&(time, load): &(f64, f64)| match press(load) {
            Ok(patch) => Ok((time, patch)),
            Err(error) => Err(ValueError::new(format!("at {time} s: {error}"))),
        };
        let pieces = loads.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
        let sampled = match (self.exponent, self.sampled_load) {
            (PressureExponent::Constant(_), given) => {
                let largest = loads.iter().map(|(_, load)| *load).fold(0.0, f64::max);
                Some(press(given.unwrap_or(largest)).inside("sampled_load")?)
            }
            (_, Some(_)) => {
                let message =
                    "not with `exponent_per_load`: each size has a limit surface of its own";
                return Err(ValueError::new(message).inside("sampled_load"));
            }
            _ => None,
        };
        Ok(Pressures { pieces, sampled })
    }

    /// Returns the forces that the size of the pad follows, each with the time from which it holds.
    fn loads(&self, load: &NormalLoad, until: f64) -> Result<Vec<(f64, f64)>, ValueError> {
        let at = |time: f64| (time, load.at(&Stage::at(time)));
        if let Some(interval) = self.interval {
            let refused = |message| Err(ValueError::new(message).inside("interval"));
            if !(interval.is_finite() && interval > 0.0) {
                return refused(format!("must be finite and positive, found {}", Shown(interval)));
            }
            let count = (until / interval).ceil().max(1.0);
            if count > MOST_PIECES as f64 {
                return refused(format!(
                    "{} sizes until the end, more than {MOST_PIECES}",
                    Shown(count)
                ));
            }
            return Ok((0..count as usize).map(|i| at(i as f64 * interval)).collect());
        }
        if !load.signal().changes_in_steps() {
            let message = "needs `interval` [s], the time for which the pad keeps its size: the \
                           normal force does not change in steps";
            return Err(ValueError::new(message));
        }
        let mut loads = vec![at(0.0)];
        while let Some(time) = loads.last().and_then(|(time, _)| load.signal().next_jump(*time)) {
            if time >= until {
                break;
            }
            if loads.len() == MOST_PIECES {
                let message = format!("the normal force has more than {MOST_PIECES} steps");
                return Err(ValueError::new(message));
            }
            loads.push(at(time));
        }
        Ok(loads)
    }
}
