//! What takes long says what it is.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::terminal::Terminal;

pub(crate) const BUILDING: &str = "building the mechanism: a stick_slip_patch compares each of its cells \
                                   with every other, 100 000 of them take some ten seconds";

/// Nobody wonders before.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does some work; somebody who watches is told what it is if it takes long.
pub(crate) fn patiently<T>(terminal: &Terminal, what: &str, work: impl FnOnce() -> T) -> T {
    if terminal.is_quiet() || !io::stderr().is_terminal() {
        return work();
    }
    telling(what, PATIENCE, work, |what| eprintln!("{what} ..."))
}

fn telling<T>(
    what: &str,
    patience: Duration,
    work: impl FnOnce() -> T,
    tell: impl FnOnce(&str) + Send,
) -> T {
    // Dropped at the end of the work, also of one that panics.
    let (working, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                tell(what);
            }
        });
        let done = work();
        drop(working);
        done
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_takes_long_is_told() {
        let (told, heard) = channel();
        let tell = |told: std::sync::mpsc::Sender<String>| {
            move |what: &str| told.send(what.into()).unwrap()
        };
        let quick = telling("quick", Duration::from_secs(60), || 1, tell(told.clone()));
        // Works until it is told.
        let long = telling("long", Duration::from_millis(1), || heard.recv().unwrap(), tell(told));
        assert_eq!((quick, long.as_str()), (1, "long"));
    }
}
