//! The tasks, the same for all simulators.

/// Acceleration of free fall \[m/s²\].
pub(crate) const GRAVITY: f64 = 9.8;

/// A sphere that slips until it rolls (task B1).
pub(crate) mod sphere {
    pub(crate) const MASS: f64 = 0.3;
    pub(crate) const RADIUS: f64 = 0.2;
    pub(crate) const FRICTION: f64 = 0.1;
    /// Speeds \[m/s\] that it starts with: with one alone, an error could be small by chance.
    pub(crate) const SPEEDS: [f64; 5] = [2.0, 1.6, 1.8, 2.2, 2.4];
    /// Length of a run \[s\], somewhat more than twice the time of slip.
    pub(crate) const SECONDS: f64 = 1.5;

    /// Time \[s\] at which the slip is down to 1 %.
    pub(crate) fn exact_time(speed: f64) -> f64 {
        0.99 * 2.0 * speed / (7.0 * FRICTION * super::GRAVITY)
    }

    /// Finds that time from the slip after every step; infinite if the slip never comes down to 1 % or
    /// does not stay so.
    pub(crate) fn found_time(speed: f64, step: f64, slips: &[f64]) -> f64 {
        let level = 0.01 * speed;
        // It must not slip again at the end either; a broken run has no last slip or NaN.
        let rolls = slips.last().is_some_and(|slip| slip.abs() <= level);
        let Some(below) = slips.iter().position(|&slip| slip <= level).filter(|_| rolls) else {
            return f64::INFINITY;
        };
        let before = if below == 0 { speed } else { slips[below - 1] };
        // Slip falls linearly: interpolation adds no error.
        step * (below as f64 + (before - level) / (before - slips[below]))
    }
}

/// A box that slides on a face, too fast to stop within a run (task B5).
pub(crate) mod slab {
    pub(crate) const MASS: f64 = 1.0;
    pub(crate) const SIDE: f64 = 0.2;
    pub(crate) const HEIGHT: f64 = 0.1;
    pub(crate) const FRICTION: f64 = 0.5;
    /// Velocity \[m/s\] and rate of turning \[rad/s\].
    pub(crate) const VELOCITY: [f64; 2] = [3.0, 1.0];
    pub(crate) const SPIN: f64 = 1.0;
}

/// What there is many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Sphere,
    Box,
}

/// Distance between neighbours \[m\]; nobody meets anybody.
pub(crate) const DISTANCE: f64 = 1.0;

/// Where body number `k` of `count` stands.
pub(crate) fn place(k: usize, count: usize) -> [f64; 2] {
    let columns = (count as f64).sqrt().ceil() as usize;
    [DISTANCE * (k % columns) as f64, DISTANCE * (k / columns) as f64]
}

/// Time \[s\] that bodies get to settle. With thousands, of which only the time of a step is wanted,
/// the last of the settling may happen in the runs.
pub(crate) fn settling_time(count: usize) -> f64 {
    if count <= 1000 { 1.0 } else { 0.1 }
}

/// One or many bodies at rest on the plane, that can be thrown again and again.
pub(crate) trait World {
    /// Puts the bodies where they were, spheres with this speed \[m/s\], and makes `steps` steps;
    /// returns how long the steps took \[s\].
    fn run(&mut self, speed: f64, steps: u32) -> f64;
    /// Does so with a single sphere; returns its slip \[m/s\] after every step.
    fn slips(&mut self, speed: f64, steps: u32) -> Vec<f64>;
}

/// A simulator.
pub(crate) trait Simulator {
    fn name(&self) -> &'static str;
    /// Names of its settings, the default one first.
    fn settings(&self) -> &[&'static str];
    /// Makes a world with this number of bodies and one of the settings; none if it cannot do it.
    fn world(
        &mut self,
        body: Body,
        count: usize,
        setting: usize,
        step: f64,
    ) -> Option<Box<dyn World>>;
}
