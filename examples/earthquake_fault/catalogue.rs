//! From sliding blocks to events: what slides together is one earthquake.

/// An earthquake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Event {
    /// From when to when something slid.
    pub(crate) start: f64,
    pub(crate) end: f64,
    /// First and last block that slid.
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// Sum of the slips of all blocks: the seismic moment, in units of stiffness times area.
    pub(crate) moment: f64,
}

impl Event {
    /// Logarithm of the moment (Carlson and Langer: μ = ln M).
    pub(crate) fn magnitude(&self) -> f64 {
        self.moment.ln()
    }

    fn absorb(&mut self, other: &Self) {
        self.start = self.start.min(other.start);
        self.end = self.end.max(other.end);
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
        self.moment += other.moment;
    }
}

/// Blocks side by side that slid up to a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    pub(crate) time: f64,
    pub(crate) first: usize,
    pub(crate) last: usize,
    event: usize,
}

/// Follows the sliding blocks from sample to sample and joins them to events.
///
/// Blocks that slide side by side are one event, and so are blocks that slide where, or beside where,
/// the event slid at the sample before.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// Where each block stood on the ground at the last sample: its position less its deflection.
    anchors: Vec<f64>,
    /// The event that each block took part in at the last sample.
    active: Vec<Option<usize>>,
    events: Vec<Event>,
    /// Which event one has been joined to; itself if none.
    joined: Vec<usize>,
    stretches: Vec<Stretch>,
}

impl Catalogue {
    /// Nothing has slid since the blocks had these anchors.
    pub(crate) fn new(anchors: Vec<f64>) -> Self {
        let active = vec![None; anchors.len()];
        Self { anchors, active, events: vec![], joined: vec![], stretches: vec![] }
    }

    /// The event that `index` has become part of.
    fn root(&mut self, mut index: usize) -> usize {
        while self.joined[index] != index {
            self.joined[index] = self.joined[self.joined[index]];
            index = self.joined[index];
        }
        index
    }

    /// Takes the anchors at `time`; a block slides if its anchor moved by more than `least` since the
    /// last sample. How many blocks slid, and the sum of their slips.
    pub(crate) fn sample(
        &mut self,
        (before, time): (f64, f64),
        anchors: &[f64],
        least: f64,
    ) -> (usize, f64) {
        let (mut sliding, mut total) = (0, 0.0);
        let mut now = vec![None; anchors.len()];
        let mut block = 0;
        while block < anchors.len() {
            let first = block;
            let mut moment = 0.0;
            while block < anchors.len() && anchors[block] - self.anchors[block] > least {
                moment += anchors[block] - self.anchors[block];
                block += 1;
            }
            if block == first {
                block += 1;
                continue;
            }
            sliding += block - first;
            total += moment;
            let part = Event { start: before, end: time, first, last: block - 1, moment };
            let event = self.attach(part);
            now[first..block].fill(Some(event));
            self.stretches.push(Stretch { time, first, last: block - 1, event });
        }
        self.active = now;
        self.anchors.copy_from_slice(anchors);
        (sliding, total)
    }

    /// Adds a stretch of sliding blocks to the events that touch it, which become one; or makes one.
    fn attach(&mut self, part: Event) -> usize {
        let reach = part.first.saturating_sub(1)..(part.last + 2).min(self.active.len());
        let mut home: Option<usize> = None;
        for block in reach {
            let Some(touched) = self.active[block] else { continue };
            let touched = self.root(touched);
            match home {
                Some(home) if home != touched => {
                    let other = self.events[touched];
                    self.events[home].absorb(&other);
                    self.joined[touched] = home;
                }
                _ => home = Some(touched),
            }
        }
        if let Some(home) = home {
            self.events[home].absorb(&part);
            return home;
        }
        self.events.push(part);
        self.joined.push(self.joined.len());
        self.events.len() - 1
    }

    /// Everything that slid, with the moment that its whole event reached.
    pub(crate) fn stretches(&mut self) -> Vec<(Stretch, f64)> {
        let stretches = self.stretches.clone();
        let moment = |stretch: &Stretch| {
            let event = self.root(stretch.event);
            self.events[event].moment
        };
        let moments: Vec<f64> = stretches.iter().map(moment).collect();
        stretches.into_iter().zip(moments).collect()
    }

    /// The events that began at or after `from` and have ended, in the order of their starts.
    pub(crate) fn finished(&self, from: f64, now: f64) -> Vec<Event> {
        let whole = self.events.iter().enumerate().filter(|(i, _)| self.joined[*i] == *i);
        let whole = whole.map(|(_, &event)| event);
        whole.filter(|event| event.start >= from && event.end < now).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_space_and_time_are_one_event() {
        let mut catalogue = Catalogue::new(vec![0.0; 8]);
        let step = |k: f64| (k, k + 1.0);
        // Two separate starts, at block 1 and at block 4...
        catalogue.sample(step(0.0), &[0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0], 0.5);
        // ...meet over blocks 2 and 3; block 7 is alone.
        catalogue.sample(step(1.0), &[0.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0, 4.0], 0.5);
        catalogue.sample(step(2.0), &[0.0, 1.0, 1.0, 1.0, 2.0, 0.0, 0.0, 4.0], 0.5);
        let events = catalogue.finished(0.0, 3.0);
        let long = Event { start: 0.0, end: 2.0, first: 1, last: 4, moment: 5.0 };
        let alone = Event { start: 1.0, end: 2.0, first: 7, last: 7, moment: 4.0 };
        assert_eq!(events, [long, alone]);
        assert_eq!(catalogue.finished(0.5, 3.0), [alone]);
        let found = catalogue.stretches();
        assert_eq!(
            found.iter().map(|(_, moment)| *moment).collect::<Vec<_>>(),
            [5.0, 5.0, 5.0, 4.0]
        );
        assert_eq!((found[2].0.first, found[2].0.last, found[2].0.time), (2, 3, 2.0));
    }

    #[test]
    fn a_pause_separates_and_creep_is_no_event() {
        let mut catalogue = Catalogue::new(vec![0.0; 2]);
        catalogue.sample((0.0, 1.0), &[1.0, 0.4], 0.5);
        catalogue.sample((1.0, 2.0), &[1.0, 0.8], 0.5);
        catalogue.sample((2.0, 3.0), &[2.0, 1.2], 0.5);
        assert_eq!(catalogue.finished(0.0, 4.0).len(), 2);
        assert_eq!(catalogue.finished(0.0, 3.0).len(), 1); // the second has not ended
    }
}
