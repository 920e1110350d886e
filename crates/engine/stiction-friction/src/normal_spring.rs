//! A spring that only pushes: one part pressed on another, a stop, a belt that may go slack.
//!
//! ```text
//! N = max(0, −K x − B v) if x < 0, else 0          (23a), clamped
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | ≥ 0 |
//!
//! The port is the gap x, negative where the parts are pressed together. A belt pulls instead: with the
//! gap `−elongation` (a [map](stiction_core::Coupling) with the ratio −1) N is its tension, and a slack
//! belt has none.
//!
//! Source: Kikuuwe and Yamamoto, eq. 23a; the clamp is ours.

use stiction_core::{ContactLaw, Describe, Impedance, Line, Motion, ParameterError, Stage};
use typed_builder::TypedBuilder;

use crate::contact::normal_penalty;

/// A spring and a damper that only push; see the [module](self).
///
/// ```
/// use stiction_core::{Impedance, Motion, Stage};
/// use stiction_friction::NormalSpring;
/// let stop = NormalSpring::builder().stiffness(1e5).damping(100.0).build()?;
/// let force = |x, v| stop.respond(&Stage::at(0.0), &Motion::new(x, v), &[], &mut []);
/// assert_eq!(force(-1e-3, 0.0), 100.0);
/// assert_eq!(force(1e-3, -1.0), 0.0); // apart
/// assert_eq!(force(-1e-3, 2.0), 0.0); // left too fast to be followed: it does not pull
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<NormalSpring, ParameterError>))]
#[describe(tag = "normal_spring")]
pub struct NormalSpring {
    /// Stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    damping: f64,
}

impl Impedance for NormalSpring {
    type Domain = Line;
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        let force = -normal_penalty(self.stiffness, self.damping, motion.pose, motion.flow);
        // Avoids −0 out of contact.
        force + 0.0
    }
    fn stored_energy(&self, motion: &Motion<Line>, _: &[f64]) -> f64 {
        let depth = motion.pose.min(0.0);
        0.5 * self.stiffness * depth * depth
    }
    fn stored_power(&self, motion: &Motion<Line>, _: &[f64], _: &[f64]) -> f64 {
        self.stiffness * motion.pose.min(0.0) * motion.flow
    }
}

impl ContactLaw<Line> for NormalSpring {
    /// Returns stiffness and damping while pressed.
    fn resistance(&self, _: f64, _: usize) -> Option<(f64, f64)> {
        Some((self.stiffness, self.damping))
    }
    fn is_friction(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_refused, assert_refused_but_zero};

    #[test]
    fn bad_parameters_are_named() {
        let build = |k, b| NormalSpring::builder().stiffness(k).damping(b).build();
        assert_refused("stiffness", |x| build(x, 1.0));
        assert_refused_but_zero("damping", |x| build(1.0, x));
    }
}
