//! The tasks of all simulators.

/// Gravitational acceleration \[m/s²\].
pub(crate) const GRAVITY: f64 = 9.8;

/// A sphere that slips until it rolls (task B1).
pub(crate) mod sphere {
    pub(crate) const MASS: f64 = 0.3;
    pub(crate) const RADIUS: f64 = 0.2;
    pub(crate) const FRICTION: f64 = 0.1;
    /// Initial speeds \[m/s\]: with a single one, an error could be small by chance.
    pub(crate) const SPEEDS: [f64; 5] = [2.0, 1.6, 1.8, 2.2, 2.4];
    /// Length of a run \[s\], somewhat more than twice the time of slip.
    pub(crate) const SECONDS: f64 = 1.5;

    /// Returns the time \[s\] at which the slip has fallen to 1 %.
    pub(crate) fn exact_time(speed: f64) -> f64 {
        0.99 * 2.0 * speed / (7.0 * FRICTION * super::GRAVITY)
    }

    /// Returns that time from the slip after every step; infinite if the slip never falls to 1 % or
    /// rises again.
    pub(crate) fn found_time(speed: f64, step: f64, slips: &[f64]) -> f64 {
        let level = 0.01 * speed;
        // It must not slip again at the end either; a broken run has no last slip or NaN.
        let rolls = slips.last().is_some_and(|slip| slip.abs() <= level);
        let Some(below) = slips.iter().position(|&slip| slip <= level).filter(|_| rolls) else {
            return f64::INFINITY;
        };
        let before = if below == 0 { speed } else { slips[below - 1] };
        // Slip falls linearly, so interpolation adds no error.
        step * (below as f64 + (before - level) / (before - slips[below]))
    }
}

/// A box that slides on a face, too fast to stop within a run (task B5).
pub(crate) mod slab {
    pub(crate) const MASS: f64 = 1.0;
    pub(crate) const SIDE: f64 = 0.2;
    pub(crate) const HEIGHT: f64 = 0.1;
    pub(crate) const FRICTION: f64 = 0.5;
    /// Velocity \[m/s\] and angular velocity \[rad/s\].
    pub(crate) const VELOCITY: [f64; 2] = [3.0, 1.0];
    pub(crate) const SPIN: f64 = 1.0;
}

/// Kind of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Sphere,
    Box,
}

/// Distance between neighbours \[m\], which never meet.
pub(crate) const DISTANCE: f64 = 1.0;

/// Returns the place of body number `k` of `count`.
pub(crate) fn place(k: usize, count: usize) -> [f64; 2] {
    let columns = (count as f64).sqrt().ceil() as usize;
    [DISTANCE * (k % columns) as f64, DISTANCE * (k / columns) as f64]
}

/// Returns the time \[s\] that bodies get to settle. Thousands of bodies, for which only the time
/// of a step is measured, may still settle during the runs.
pub(crate) fn settling_time(count: usize) -> f64 {
    if count <= 1000 { 1.0 } else { 0.1 }
}

/// One or many bodies at rest on the plane that can be thrown again and again.
pub(crate) trait World {
    /// Puts the bodies back, spheres with this speed \[m/s\], and makes `steps` steps; returns the
    /// time they took \[s\].
    fn run(&mut self, speed: f64, steps: u32) -> f64;
    /// Runs a single sphere in this way; returns its slip \[m/s\] after every step.
    fn slips(&mut self, speed: f64, steps: u32) -> Vec<f64>;
}

/// A simulator.
pub(crate) trait Simulator {
    fn name(&self) -> &'static str;
    /// Returns the names of its settings, the default first.
    fn settings(&self) -> &[&'static str];
    /// Creates a world with this number of bodies and a setting; `None` if the simulator does not
    /// support it.
    fn world(
        &mut self,
        body: Body,
        count: usize,
        setting: usize,
        step: f64,
    ) -> Option<Box<dyn World>>;
}
