//! Pads in a film.

use stiction_core::{ContactMode, Pad};

/// A pad of a law: its place, and which of its points stick or slip, frame after frame.
///
/// Numbers are kept in single precision, as on a page. Frames with equal points and shares have one print in
/// common. If the pressure of a pad changes, at most 32 prints are kept, evenly spaced over its changes, and a frame
/// is drawn with the last one before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilmPad {
    pub(in crate::plot) prints: Vec<Print>,
    /// Frame after frame, the number of its print.
    pub(in crate::plot) print_of: Vec<usize>,
    /// Frame after frame: position \[m\] and orientation (w, x, y, z).
    pub(in crate::plot) poses: Vec<f64>,
    /// Frame after frame, the factor on the points.
    pub(in crate::plot) scales: Vec<f64>,
    /// Frame after frame, point after point, or one for all; empty if there is nothing to be seen.
    pub(in crate::plot) modes: Vec<Vec<ContactMode>>,
    /// Number of changes of the print per one that is kept.
    sparse: usize,
    /// Number of changes that have been seen.
    changes: usize,
    last: Option<Print>,
}

/// Points of a pad and how they share the load.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::plot) struct Print {
    /// Points in the plane of the pad, before scaling \[m\].
    pub(in crate::plot) points: Vec<[f64; 2]>,
    /// Loads of the points relative to the largest, 0 to 1.
    pub(in crate::plot) shares: Vec<f64>,
    /// The smallest distance between two points \[m\]; the largest coordinate if there is only one.
    pub(in crate::plot) spacing: f64,
    /// The largest distance from the origin \[m\].
    pub(in crate::plot) reach: f64,
}

/// Largest number of prints that are kept.
const MOST_PRINTS: usize = 32;

fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

impl Print {
    fn of(pad: &Pad) -> Self {
        let points: Vec<[f64; 2]> = pad.points.iter().map(|point| point.map(single)).collect();
        let largest = pad.shares.iter().copied().fold(0.0, f64::max);
        let share = |share: &f64| if largest > 0.0 { single(share / largest) } else { 0.0 };
        let reach = points.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max);
        let shares = pad.shares.iter().map(share).collect();
        Self { points, shares, spacing: 0.0, reach: single(reach) }
    }

    /// Finds the distance between the points, which takes long.
    fn measured(self) -> Self {
        let apart = |&[x, y]: &[f64; 2], &[u, v]: &[f64; 2]| (x - u).hypot(y - v);
        let points = &self.points;
        let pairs = points
            .iter()
            .enumerate()
            .flat_map(|(i, a)| points[i + 1..].iter().map(move |b| apart(a, b)));
        let nearest = pairs.filter(|gap| *gap > 0.0).fold(f64::INFINITY, f64::min);
        let spacing = single(if nearest.is_finite() { nearest } else { self.reach });
        Self { spacing, ..self }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.points == other.points && self.shares == other.shares
    }
}

impl FilmPad {
    /// Adds a frame; without a pad it shows nothing.
    pub fn push(&mut self, pad: Option<&Pad>) {
        let Some(pad) = pad else {
            let nowhere = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
            let last = self.poses.last_chunk::<7>().copied().unwrap_or(nowhere);
            self.poses.extend(last);
            self.scales.push(self.scales.last().copied().unwrap_or(1.0));
            self.print_of.push(self.print_of.last().copied().unwrap_or_default());
            self.modes.push(vec![]);
            return;
        };
        let (p, q) = (pad.pose.position, pad.pose.orientation);
        self.poses.extend([p.x, p.y, p.z, q.w, q.i, q.j, q.k].map(single));
        self.scales.push(single(pad.scale));
        let number = self.number_of(Print::of(pad));
        self.print_of.push(number);
        let count = self.prints[number].points.len();
        // The points of a print that is not kept differ: the mode of most of the load stands for all.
        let fits = pad.modes.len() == 1 || pad.modes.len() == count;
        self.modes.push(if fits { shortened(&pad.modes) } else { vec![mostly(pad)] });
    }

    /// Returns the number of the print that stands for this one.
    fn number_of(&mut self, print: Print) -> usize {
        let known = self.prints.iter().position(|known| known.is_like(&print));
        let is_new = self.last.as_ref().is_none_or(|last| !last.is_like(&print));
        let is_due = is_new && self.changes.is_multiple_of(self.sparse.max(1));
        self.changes += usize::from(is_new);
        if let (None, true) = (known, is_due) {
            self.prints.push(print.clone().measured());
            if self.prints.len() > MOST_PRINTS {
                self.drop_every_second();
            }
        }
        self.last = Some(print);
        if let Some(known) = known {
            return known;
        }
        self.prints.len() - 1
    }

    fn drop_every_second(&mut self) {
        self.sparse = 2 * self.sparse.max(1);
        let mut index = 0;
        self.prints.retain(|_| {
            index += 1;
            index % 2 == 1
        });
        for (number, modes) in self.print_of.iter_mut().zip(&mut self.modes) {
            *number /= 2;
            let fits = modes.len() <= 1 || modes.len() == self.prints[*number].points.len();
            if !fits {
                let slips = modes.iter().filter(|mode| **mode == ContactMode::Slip).count();
                let most = if 2 * slips > modes.len() { ContactMode::Slip } else { modes[0] };
                *modes = vec![most];
            }
        }
    }

    /// Returns position \[m\] and orientation (w, x, y, z) in a frame.
    pub(in crate::plot) fn pose(&self, frame: usize) -> &[f64] {
        self.poses.get(7 * frame..7 * frame + 7).unwrap_or_default()
    }

    /// Returns the print of a frame with its scale.
    pub(in crate::plot) fn print(&self, frame: usize) -> Option<(&Print, f64)> {
        let print = self.prints.get(*self.print_of.get(frame)?)?;
        Some((print, *self.scales.get(frame)?))
    }

    /// Returns the mode of a point in a frame, if anything is to be seen.
    pub(in crate::plot) fn mode(&self, frame: usize, point: usize) -> Option<ContactMode> {
        let modes = self.modes.get(frame)?;
        modes.get(if modes.len() == 1 { 0 } else { point }).copied()
    }

    /// Returns the part of the load that sticks in a frame, 0 to 1; none if there is no load.
    #[must_use]
    pub fn sticking(&self, frame: usize) -> Option<f64> {
        let (print, _) = self.print(frame)?;
        let (mut sticks, mut all) = (0.0, 0.0);
        for (i, share) in print.shares.iter().enumerate() {
            match self.mode(frame, i)? {
                ContactMode::Separated => {}
                ContactMode::Stick => (sticks, all) = (sticks + share, all + share),
                _ => all += share,
            }
        }
        (all > 0.0).then(|| sticks / all)
    }
}

/// Returns one mode for all if all are equal.
fn shortened(modes: &[ContactMode]) -> Vec<ContactMode> {
    match modes {
        [first, rest @ ..] if rest.iter().all(|mode| mode == first) => vec![*first],
        _ => modes.to_vec(),
    }
}

fn mostly(pad: &Pad) -> ContactMode {
    let bears = |mode: ContactMode| -> f64 {
        let of_mode = |(i, share): (usize, &f64)| if pad.mode(i) == mode { *share } else { 0.0 };
        pad.shares.iter().enumerate().map(of_mode).sum()
    };
    let all = [ContactMode::Stick, ContactMode::Slip, ContactMode::Unresolved];
    let most = all.into_iter().max_by(|a, b| bears(*a).total_cmp(&bears(*b)));
    most.filter(|mode| bears(*mode) > 0.0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ContactMode::{Separated, Slip, Stick};
    use stiction_core::Pose;

    fn line(length: f64, modes: Vec<ContactMode>) -> Pad {
        let points = vec![[0.0, 0.0], [length, 0.0], [3.0 * length, 0.0]];
        Pad { pose: Pose::default(), scale: 2.0, points, shares: vec![0.5, 0.25, 0.25], modes }
    }

    #[test]
    fn frames_share_what_does_not_change() {
        let mut pad = FilmPad::default();
        pad.push(Some(&line(1.0, vec![Stick, Slip, Stick])));
        pad.push(Some(&line(1.0, vec![Stick; 3])));
        pad.push(None);
        pad.push(Some(&line(2.0, vec![Slip])));
        pad.push(Some(&line(1.0, vec![Separated])));
        assert_eq!((pad.prints.len(), &*pad.print_of), (2, &[0, 0, 0, 1, 0][..]));
        assert_eq!(
            pad.modes,
            [vec![Stick, Slip, Stick], vec![Stick], vec![], vec![Slip], vec![Separated]]
        );
        let print = &pad.prints[0];
        assert_eq!((print.spacing, print.reach, &*print.shares), (1.0, 3.0, &[1.0, 0.5, 0.5][..]));
        assert_eq!((pad.pose(4).len(), pad.print(4).unwrap().1), (7, 2.0));
        let sticking: Vec<_> = (0..5).map(|frame| pad.sticking(frame)).collect();
        assert_eq!(sticking, [Some(0.75), Some(1.0), None, Some(0.0), None]);
    }

    /// A pad that grows in every frame.
    #[test]
    fn of_many_prints_some_are_kept_evenly() {
        let mut pad = FilmPad::default();
        for k in 0..1000 {
            pad.push(Some(&line(1.0 + f64::from(k), vec![Stick, Slip, Slip])));
        }
        let lengths: Vec<f64> = pad.prints.iter().map(|print| print.points[1][0]).collect();
        assert!((MOST_PRINTS / 2..=MOST_PRINTS).contains(&lengths.len()), "{}", lengths.len());
        let gaps: Vec<f64> = lengths.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| *gap == gaps[0]), "{lengths:?}");
        for (frame, number) in pad.print_of.iter().enumerate() {
            let behind = 1.0 + frame as f64 - lengths[*number];
            assert!((0.0..gaps[0]).contains(&behind), "{frame}: {behind}");
        }
        assert!(pad.modes.iter().all(|modes| modes.len() == 3));
    }
}
