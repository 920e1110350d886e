//! Warning about a step that does not hold stuck elements.

use core::fmt;

/// Elements whose stuck state the step does not resolve.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StabilityWarning {
    /// The impedances of the island.
    pub components: Vec<String>,
    /// `K T^2 / m`, all elements together.
    pub stiffness_ratio: f64,
    /// `B T / m`, with B the damping of the continuous law.
    pub damping_ratio: f64,
    /// Spectral radius of a step; above 1 the elements chatter.
    pub spectral_radius: f64,
    /// A step size at which they hold still \[s\]; 0 if no step size was found.
    pub stable_step: f64,
}

impl fmt::Display for StabilityWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, others @ ..] = &self.components[..] else { return Ok(()) };
        write!(f, "{first}")?;
        if !others.is_empty() {
            write!(f, " and {} more on the same bodies", others.len())?;
        }
        write!(
            f,
            ": the step is too large for the stuck state (K T²/m = {:.4}, B T/m = {:.4}): it will \
             chatter and creep instead of holding still; ",
            self.stiffness_ratio, self.damping_ratio
        )?;
        if self.stable_step > 0.0 {
            write!(f, "stable at T = {:.3e} s", self.stable_step)
        } else {
            f.write_str("no step holds it")
        }
    }
}

/// A radius of 1 plus rounding: a body that is free to move keeps its velocity.
pub(super) const RADIUS_LIMIT: f64 = 1.0 + 1e-8;

/// Factor by which the stages may exceed the friction of continuous time.
pub(super) const OVERSHOOT_LIMIT: f64 = 1.02;
