//! Questions that an element that can stick answers, besides its effort.

use crate::{ContactState, Domain, Motion, Pad, ParameterError, Stage};

/// An element that can stick: friction, a contact, a spring at its end.
///
/// An [`Impedance`](crate::Impedance) shows itself as one by [`contact`](crate::Impedance::contact). Every answer has a
/// default, which says that nothing is known; only the effort acts on the motion.
pub trait ContactLaw<D: Domain> {
    /// Returns the stiffness \[effort per pose\] and damping \[effort per flow\] with which component `axis` of the
    /// flow is resisted at a stage of length `tau` while the element is stuck, if it has such a state: `K` and
    /// `B + tau K` for the friction of Kikuuwe and Yamamoto. The stability check of a network uses them.
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        let _ = (tau, axis);
        None
    }

    /// Returns whether it is friction, which is in a [`ContactState`]. A spring, which tells its resistance and has
    /// neither bristles nor a state, says that it is not.
    fn is_friction(&self) -> bool {
        true
    }

    /// Returns whether its friction sticks at this stage, with what margin, and how fast it slips. The default leaves
    /// it to the bristles: [`ContactState::of`].
    fn state(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<ContactState> {
        let _ = (stage, motion, internal);
        None
    }

    /// Returns its damping at break-away in this motion, if its friction falls with the sliding speed.
    fn breakaway(&self, stage: &Stage, motion: &Motion<D>) -> Option<BreakawayDamping> {
        let _ = (stage, motion);
        None
    }

    /// Returns the value from outside that it cannot handle at `stage`, if there is one: a normal force from a
    /// closure that is negative or not a number.
    ///
    /// Asked for when a run ends because the effort is not finite, which it must be in that case: an
    /// element that swallows such an input holds or frees a body without a word.
    fn fault(&self, stage: &Stage, motion: &Motion<D>) -> Option<ParameterError> {
        let _ = (stage, motion);
        None
    }

    /// Returns the picture of an element that rubs over an area: its points and the mode of each, in the
    /// coordinates of the pose that it sees; none by default. Asked for pictures only.
    fn pad(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<Pad> {
        let _ = (stage, motion, internal);
        None
    }
}

/// The damping that an element has while it breaks away, and the least that it should have.
///
/// A friction that falls faster with the sliding speed than the damping grows has several speeds for one load:
/// the speed jumps at break-away, and which of them it takes depends on the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakawayDamping {
    /// Damping `B` of the stuck element, with the viscous part if the law has one \[effort per flow\].
    pub damping: f64,
    /// The steepest fall of the friction with the sliding speed \[effort per flow\].
    pub least: f64,
}

impl BreakawayDamping {
    /// Returns whether the sliding speed is a continuous function of the load.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.damping >= self.least
    }

    /// Returns the one with more of its damping missing.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        let missing = |of: Self| of.least - of.damping;
        if missing(other) > missing(self) { other } else { self }
    }
}
