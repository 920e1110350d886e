//! Sums over the points of a patch, eight points at a time.
//!
//! Point i always adds to accumulator i mod 8, and the eight are added in a fixed order; nothing is
//! fused: the bits do not depend on the vectors of the machine, which are found at run time. The last
//! block is filled up with points without friction at the place of the last one.
//!
//! Twists and places are those of [`Points`](super::points::Points); `v` is the velocity of a point and
//! `a` its arm from the place of the twist.

use fearless_simd::{Level, dispatch};
use nalgebra::{Matrix3, Vector2, Vector3};
use stiction_core::Real;
use stiction_core::lanes::Eight;

use super::points::Point;

const LANES: usize = 8;

/// Added to the square of a speed: a point at rest is not divided by zero, and has no direction.
const TINY: f64 = 1e-300;

/// Eight points.
#[derive(Clone, Debug, Default, PartialEq)]
struct Block {
    x: [f64; LANES],
    y: [f64; LANES],
    share: [f64; LANES],
    /// Moment of the friction of the others while the patch turns about this one.
    pivot: [f64; LANES],
}

/// All points.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blocks {
    list: Box<[Block]>,
    count: usize,
    inverse_radius: f64,
}

impl Blocks {
    pub(super) fn new(points: &[Point], radius: f64) -> Self {
        let block = |points: &[Point]| {
            let mut block = Block::default();
            for lane in 0..LANES {
                let (point, share) = match points.get(lane) {
                    Some(point) => (point, point.share),
                    None => (&points[points.len() - 1], 0.0),
                };
                (block.x[lane], block.y[lane]) = (point.place.x, point.place.y);
                (block.share[lane], block.pivot[lane]) = (share, point.pivot.z);
            }
            block
        };
        let list = points.chunks(LANES).map(block).collect();
        Self { list, count: points.len(), inverse_radius: 1.0 / radius }
    }

    /// Returns `Σ c |v|`.
    pub(super) fn resistance(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        dispatch!(Level::new(), simd => self.resistance_in::<Eight<_>>(simd, place, twist))
    }

    /// Returns the largest `|v|`.
    pub(super) fn largest_speed(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        dispatch!(Level::new(), simd => self.largest_speed_in::<Eight<_>>(simd, place, twist))
    }

    /// Returns `Σ c (v, a × v)/|v|`.
    pub(super) fn friction(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Vector3<f64> {
        dispatch!(Level::new(), simd => self.friction_in::<Eight<_>>(simd, place, twist))
    }

    /// Evaluates `Σ c (v, a × v)/|v|` and its derivative by the twist, without the points at rest.
    pub(super) fn friction_and_curvature(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> (Vector3<f64>, Matrix3<f64>) {
        dispatch!(Level::new(), simd => self.friction_and_curvature_in::<Eight<_>>(simd, place, twist))
    }

    /// Returns the largest change of a velocity by `step`, relative to it.
    pub(super) fn largest_change(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
        step: Vector3<f64>,
    ) -> f64 {
        dispatch!(Level::new(), simd => self.largest_change_in::<Eight<_>>(simd, place, twist, step))
    }

    /// Returns the point b with the largest `(|f*·b| − L h(b))/|b|` of the turn b about it, and that.
    pub(super) fn strongest_pivot(
        &self,
        place: Vector2<f64>,
        stage_damping: &Matrix3<f64>,
        limit: f64,
        trial: Vector3<f64>,
    ) -> (usize, f64) {
        dispatch!(Level::new(), simd => {
            self.strongest_pivot_in::<Eight<_>>(simd, place, stage_damping, limit, trial)
        })
    }

    #[inline(always)]
    fn resistance_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> f64 {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, twist);
        let mut sum = R::splat(token, 0.0);
        for block in &self.list {
            let share = R::load(token, &block.share);
            sum = sum + share * motion.squared_speed(motion.velocity(motion.arm(block))).sqrt();
        }
        total(sum)
    }

    #[inline(always)]
    fn largest_speed_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> f64 {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, twist);
        let mut most = R::splat(token, 0.0);
        for block in &self.list {
            most = larger(motion.squared_speed(motion.velocity(motion.arm(block))), most);
        }
        largest(most).sqrt()
    }

    #[inline(always)]
    fn friction_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> Vector3<f64> {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, twist);
        let mut sums = [R::splat(token, 0.0); 3];
        for block in &self.list {
            let [ax, ay] = motion.arm(block);
            let [vx, vy] = motion.velocity([ax, ay]);
            let share = R::load(token, &block.share);
            let push = share * motion.inverse_speed([vx, vy]);
            let [fx, fy] = [push * vx, push * vy];
            sums = [sums[0] + fx, sums[1] + fy, sums[2] + (ax * fy - ay * fx)];
        }
        Vector3::from(sums.map(|sum| total(sum)))
    }

    #[inline(always)]
    fn friction_and_curvature_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> (Vector3<f64>, Matrix3<f64>) {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, twist);
        let mut sums = [R::splat(token, 0.0); 9];
        for block in &self.list {
            let [ax, ay] = motion.arm(block);
            let [vx, vy] = motion.velocity([ax, ay]);
            let inverse = motion.inverse_speed([vx, vy]);
            let share = R::load(token, &block.share);
            let push = share * inverse;
            let [fx, fy] = [push * vx, push * vy];
            let [lx, ly] = [vx * inverse, vy * inverse];
            // The curvature is c/|v| q qᵀ with q = (−l_y, l_x, a·l) across the motion.
            let lever = ax * lx + ay * ly;
            let [qx, qy, qr] = [fy * inverse, fx * inverse, push * lever];
            let terms = [
                fx,
                fy,
                ax * fy - ay * fx,
                qx * ly,
                qy * ly,
                qx * lever,
                qy * lx,
                qy * lever,
                qr * lever,
            ];
            for k in 0..terms.len() {
                sums[k] = sums[k] + terms[k];
            }
        }
        let [fx, fy, fr, xx, xy, xr, yy, yr, rr] = sums.map(|sum| total(sum));
        let curvature = Matrix3::new(xx, -xy, -xr, -xy, yy, yr, -xr, yr, rr);
        (Vector3::new(fx, fy, fr), curvature)
    }

    #[inline(always)]
    fn largest_change_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        twist: Vector3<f64>,
        step: Vector3<f64>,
    ) -> f64 {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, twist);
        let change = Motion::<R>::new(token, place, self.inverse_radius, step);
        let mut most = R::splat(token, 0.0);
        for block in &self.list {
            let arm = motion.arm(block);
            let speed = motion.squared_speed(motion.velocity(arm)) + most.same(TINY);
            most = larger(motion.squared_speed(change.velocity(arm)) / speed, most);
        }
        largest(most).sqrt()
    }

    #[inline(always)]
    fn strongest_pivot_in<R: Real>(
        &self,
        token: R::Token,
        place: Vector2<f64>,
        z: &Matrix3<f64>,
        limit: f64,
        trial: Vector3<f64>,
    ) -> (usize, f64) {
        let motion = Motion::<R>::new(token, place, self.inverse_radius, Vector3::zeros());
        let mut strongest = (0, f64::NEG_INFINITY);
        for (first, block) in self.list.iter().enumerate() {
            // The turn about a point is (a_y, −a_x, 1).
            let [x, y] = motion.arm(block);
            let along = |v: [f64; 3]| y * x.same(v[0]) - x * x.same(v[1]) + x.same(v[2]);
            let push = along(trial.into()).abs() - R::load(token, &block.pivot) * x.same(limit);
            let [zx, zy, zr] = [0, 1, 2].map(|k| along([z[(k, 0)], z[(k, 1)], z[(k, 2)]]));
            let drives = numbers(push / (y * zx - x * zy + zr).sqrt());
            for (lane, &drive) in drives.iter().enumerate() {
                if drive > strongest.1 {
                    strongest = (first * LANES + lane, drive);
                }
            }
        }
        (strongest.0.min(self.count.saturating_sub(1)), strongest.1)
    }
}

/// A twist at a place, the same in all lanes.
#[derive(Clone, Copy)]
struct Motion<R> {
    place: [R; 2],
    inverse_radius: R,
    twist: [R; 3],
}

impl<R: Real> Motion<R> {
    #[inline(always)]
    fn new(token: R::Token, place: Vector2<f64>, inverse_radius: f64, twist: Vector3<f64>) -> Self {
        let same = |value| R::splat(token, value);
        let twist = [same(twist.x), same(twist.y), same(twist.z)];
        let (place, inverse_radius) = ([same(place.x), same(place.y)], same(inverse_radius));
        Self { place, inverse_radius, twist }
    }

    #[inline(always)]
    fn arm(&self, block: &Block) -> [R; 2] {
        let x = R::load(self.twist[0].token(), &block.x);
        let y = R::load(self.twist[0].token(), &block.y);
        [(x - self.place[0]) * self.inverse_radius, (y - self.place[1]) * self.inverse_radius]
    }

    #[inline(always)]
    fn velocity(&self, [x, y]: [R; 2]) -> [R; 2] {
        let [vx, vy, turn] = self.twist;
        [vx - turn * y, vy + turn * x]
    }

    #[inline(always)]
    fn squared_speed(&self, [x, y]: [R; 2]) -> R {
        x * x + y * y
    }

    #[inline(always)]
    fn inverse_speed(&self, velocity: [R; 2]) -> R {
        self.twist[0].same(1.0) / (self.squared_speed(velocity) + velocity[0].same(TINY)).sqrt()
    }
}

/// Returns the larger of each pair.
#[inline(always)]
fn larger<R: Real>(a: R, b: R) -> R {
    R::select(a.at_most(b), b, a)
}

/// Returns the numbers of eight lanes.
#[inline(always)]
fn numbers<R: Real>(lanes: R) -> [f64; LANES] {
    let mut numbers = [0.0; LANES];
    lanes.store(&mut numbers);
    numbers
}

/// Adds the accumulators in pairs.
#[inline(always)]
fn total<R: Real>(sums: R) -> f64 {
    let a = numbers(sums);
    ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]))
}

#[inline(always)]
fn largest<R: Real>(values: R) -> f64 {
    let values = numbers(values).into_iter();
    values.fold(0.0, |most, value| if value <= most { most } else { value })
}
