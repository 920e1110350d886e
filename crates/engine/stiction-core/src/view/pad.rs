//! Picture of a law that rubs over an area: its points, how hard each presses, and its mode.

use nalgebra::{Vector2, Vector3};

use crate::{ContactMode, Pose};

/// A pad at a moment: points in a plane, each with its share of the load and its mode.
///
/// A law tells it by [`ContactLaw::pad`](crate::ContactLaw::pad), in the coordinates of the pose that it sees. Its
/// three lists have one entry per point, except that a law with one mode for the whole gives only that.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pad {
    /// Where its axes are; the points lie in their plane of x and y.
    pub pose: Pose,
    /// Factor on the points \[1\], for a pad that changes its size but not its shape.
    pub scale: f64,
    /// The points \[m\].
    pub points: Vec<[f64; 2]>,
    /// Share of the load at each point, ≥ 0.
    pub shares: Vec<f64>,
    /// Mode of each point, or one mode for all.
    pub modes: Vec<ContactMode>,
}

/// Largest number of points along a side of the picture of a pad: the grids of most pads have no more.
const SIDE: usize = 21;

/// Points of a circle.
const AROUND: u32 = 32;

impl Pad {
    /// Creates a pad of points that bear a load, with bristles on them. A bristle sticks while less than half of its
    /// motion slides, `|v − ż| < |v|/2`, so that a law that always creeps a little has both modes too; a point at
    /// rest sticks.
    ///
    /// `motion` gives the velocity v of a point and the rate ż of its bristle \[m/s\].
    #[must_use]
    pub fn of_bristles(
        points: Vec<[f64; 2]>,
        shares: Vec<f64>,
        motion: impl Fn(usize) -> (Vector2<f64>, Vector2<f64>),
    ) -> Self {
        let mode = |i| {
            let (velocity, rate) = motion(i);
            bristle_mode(velocity.push(0.0), rate.push(0.0))
        };
        let modes = (0..points.len()).map(mode).collect();
        Self { pose: Pose::default(), scale: 1.0, points, shares, modes }
    }

    /// Creates a pad of points that all are in one mode.
    #[must_use]
    pub fn whole(points: Vec<[f64; 2]>, shares: Vec<f64>, mode: ContactMode) -> Self {
        Self { pose: Pose::default(), scale: 1.0, points, shares, modes: vec![mode] }
    }

    /// Creates a rim of a radius \[m\] about a point, to which a law without cells is equivalent.
    #[must_use]
    pub fn rim(center: Vector2<f64>, radius: f64, mode: ContactMode) -> Self {
        let at = |k| {
            let (sine, cosine) =
                (core::f64::consts::TAU * f64::from(k) / f64::from(AROUND)).sin_cos();
            [center.x + radius * cosine, center.y + radius * sine]
        };
        let points: Vec<_> = (0..AROUND).map(at).collect();
        let shares = vec![1.0 / f64::from(AROUND); points.len()];
        Self::whole(points, shares, mode)
    }

    /// Places the pad at a pose.
    #[must_use]
    pub fn at(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// Returns the mode of a point.
    #[must_use]
    pub fn mode(&self, point: usize) -> ContactMode {
        let all = if self.modes.len() == 1 { self.modes.first() } else { self.modes.get(point) };
        all.copied().unwrap_or_default()
    }

    /// Returns the pad with at most 441 points, for a picture: if there are more, the square around them is cut
    /// into 21 by 21, and the points of each small square are drawn as one, at their centre of pressure, with the
    /// mode of those that bear most of its load. One mode for all stays one.
    #[must_use]
    pub fn thinned(self) -> Self {
        if self.points.len() <= SIDE * SIDE {
            return self;
        }
        let ends = |axis: usize| {
            let along = self.points.iter().map(|point| point[axis]);
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
                (low.min(at), high.max(at))
            })
        };
        let [(left, right), (low, high)] = [ends(0), ends(1)];
        let side = (right - left).max(high - low) / SIDE as f64;
        let number = |at: f64, first: f64| {
            if side > 0.0 { (((at - first) / side) as usize).min(SIDE - 1) } else { 0 }
        };
        let mut squares = vec![Square::default(); SIDE * SIDE];
        for (i, (&[x, y], &share)) in self.points.iter().zip(&self.shares).enumerate() {
            squares[number(y, low) * SIDE + number(x, left)].add([x, y], share, self.mode(i));
        }
        squares.retain(|square| square.count > 0);
        let is_whole = self.modes.len() == 1;
        Self {
            points: squares.iter().map(Square::center).collect(),
            shares: squares.iter().map(|square| square.share).collect(),
            modes: if is_whole { self.modes } else { squares.iter().map(Square::mode).collect() },
            ..self
        }
    }
}

/// Returns the mode of a bristle while its point moves; see [`Pad::of_bristles`].
#[must_use]
pub fn bristle_mode(velocity: Vector3<f64>, rate: Vector3<f64>) -> ContactMode {
    let sticks = velocity == Vector3::zeros() || (velocity - rate).norm() < 0.5 * velocity.norm();
    if sticks { ContactMode::Stick } else { ContactMode::Slip }
}

/// Points that are drawn as one.
#[derive(Clone, Default)]
struct Square {
    count: usize,
    sum: [f64; 2],
    weighted: [f64; 2],
    share: f64,
    /// Share of the load, by mode.
    shares: [f64; 4],
}

impl Square {
    fn add(&mut self, at: [f64; 2], share: f64, mode: ContactMode) {
        self.count += 1;
        self.share += share;
        for (i, at) in at.into_iter().enumerate() {
            self.sum[i] += at;
            self.weighted[i] += share * at;
        }
        self.shares[mode.code() as usize] += share;
    }

    fn center(&self) -> [f64; 2] {
        if self.share > 0.0 {
            self.weighted.map(|sum| sum / self.share)
        } else {
            self.sum.map(|sum| sum / self.count as f64)
        }
    }

    fn mode(&self) -> ContactMode {
        let most = (0..4).max_by(|a, b| self.shares[*a].total_cmp(&self.shares[*b]));
        ContactMode::ALL[most.unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ContactMode::{Separated, Slip, Stick, Unresolved};

    #[test]
    fn a_bristle_slips_that_slides_more_than_it_bends() {
        let mode =
            |rate: f64| bristle_mode(Vector3::new(2.0, 0.0, 0.0), Vector3::new(rate, 0.0, 0.0));
        assert_eq!([2.0, 1.01, 1.0, 0.0].map(mode), [Stick, Stick, Slip, Slip]);
        // One that springs back while its point moves on slides all the more.
        assert_eq!(mode(-1.0), Slip);
        assert_eq!(bristle_mode(Vector3::zeros(), Vector3::zeros()), Stick);
        assert_eq!(bristle_mode(Vector3::repeat(f64::NAN), Vector3::zeros()), Slip);
    }

    /// A grid of 42 by 42, the left half of which sticks: four cells become one.
    #[test]
    fn neighbours_are_drawn_as_one_at_their_centre_of_pressure() {
        let cells = || (0..42).flat_map(|j| (0..42).map(move |i| [f64::from(i), f64::from(j)]));
        let points: Vec<_> = cells().collect();
        // The upper cells of each four press three times as hard.
        let shares: Vec<f64> =
            cells().map(|[_, y]| if y % 2.0 == 0.0 { 1.0 } else { 3.0 }).collect();
        let modes = cells().map(|[x, _]| if x < 21.0 { Stick } else { Slip }).collect();
        let pad = Pad { scale: 1.0, points, shares, modes, ..Pad::default() };
        let thin = pad.clone().thinned();
        assert_eq!((thin.points.len(), thin.shares.len(), thin.modes.len()), (441, 441, 441));
        let total = |pad: &Pad| pad.shares.iter().sum::<f64>();
        assert_eq!(total(&thin), total(&pad));
        let moment = |pad: &Pad, axis: usize| -> f64 {
            pad.points.iter().zip(&pad.shares).map(|(at, share)| share * at[axis]).sum()
        };
        for axis in 0..2 {
            assert!((moment(&thin, axis) / moment(&pad, axis) - 1.0).abs() < 1e-14);
        }
        assert_eq!((thin.points[0], thin.shares[0]), ([0.5, 0.75], 8.0));
        // 21 columns of 41/21 m: the column with 20 and 21 has as much of both, the others have one mode.
        assert_eq!((thin.mode(0), thin.mode(9), thin.mode(11)), (Stick, Stick, Slip));
        // One mode for all stays one, and few points stay as they are.
        let whole = Pad::whole(pad.points, pad.shares, Unresolved).thinned();
        assert_eq!((whole.points.len(), &*whole.modes), (441, &[Unresolved][..]));
        assert_eq!(whole.mode(440), Unresolved);
        let rim = Pad::rim(Vector2::new(1.0, 2.0), 3.0, Slip);
        assert_eq!(rim.clone().thinned(), rim);
        assert!((rim.shares.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        for [x, y] in &rim.points {
            assert!(((x - 1.0).hypot(y - 2.0) - 3.0).abs() < 1e-14);
        }
    }

    #[test]
    fn points_in_one_place_and_without_load_are_one() {
        let pad = Pad::whole(vec![[1.0, 1.0]; 500], vec![0.0; 500], Separated).thinned();
        assert_eq!((pad.points, pad.shares), (vec![[1.0, 1.0]], vec![0.0]));
    }
}
