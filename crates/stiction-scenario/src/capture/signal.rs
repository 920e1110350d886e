//! Loads back to signals of files.

use core::iter;

use stiction_core::NormalLoad;
use stiction_patch::Schedule;

use crate::signal::Signal;

/// What a file has for a signal.
pub(super) fn signal(signal: &stiction_core::Signal) -> Result<Signal, String> {
    if signal.has_closure() {
        return Err("one of its functions of the time is a closure".to_owned());
    }
    Ok(signal.clone().into())
}

/// What a file has for a normal force.
pub(super) fn load(load: &NormalLoad) -> Result<Signal, String> {
    signal(load.signal())
}

/// The values of a schedule with the times from which they hold, as files have them.
pub(super) fn pieces<T>(schedule: &Schedule<T>) -> impl Iterator<Item = (f64, &T)> {
    let changes = schedule.changes();
    // The first one holds at all times before the first change.
    let first = changes.first().map_or(0.0, |change| change.next_down().min(0.0));
    iter::once(first).chain(changes.iter().copied()).zip(schedule.values())
}
