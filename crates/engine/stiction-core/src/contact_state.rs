//! State of a contact: separated, sticking or sliding, and by what margin.

use core::fmt;

use crate::{AnyImpedance, Flat, Impedance, Motion, Stage};

/// Mode of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ContactMode {
    /// No normal force, so no friction.
    #[default]
    Separated,
    /// The friction that holds it is admissible: the point of contact stays where it is.
    Stick,
    /// The friction is at its limit, and the point of contact moves.
    Slip,
    /// The law would hold it, but the step is too large for that: it chatters, and there is no margin.
    Unresolved,
}

impl ContactMode {
    /// All modes, in the order of their codes.
    pub(crate) const ALL: [Self; 4] = [Self::Separated, Self::Stick, Self::Slip, Self::Unresolved];

    /// Returns a number for the mode, for a table of numbers: 0 separated, 1 stick, 2 slip, 3 unresolved.
    #[must_use]
    pub const fn code(self) -> f64 {
        self as u8 as f64
    }
}

impl fmt::Display for ContactMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Separated => "separated",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Unresolved => "unresolved",
        })
    }
}

/// Whether friction sticks, with what margin, and how fast it slips: the one answer of a law, which tables, films,
/// Python and FMUs hand on.
///
/// It sticks if and only if the slip speed is zero, to the bit: a bristle that follows the motion, `e' = v`, does not
/// slip. A law that creeps at any load (LuGre) therefore slips, slowly, with a margin all the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactState {
    /// Whether it sticks, slips or is separated.
    pub mode: ContactMode,
    /// Share of the largest friction that is left, `1 - |f|/F`, from 0 to 1: 0 where it slips at its limit and where it
    /// is separated. `F` is the friction of breaking loose, or that of steady sliding at the slip speed.
    ///
    /// NaN if the law does not tell its limit (one of your own), or if the step cannot hold the contact.
    pub margin: f64,
    /// Speed at which the point of contact slides \[m/s\] (\[rad/s\] on a shaft): 0 if it sticks or is separated.
    ///
    /// Where torsion or rolling slides too it is the power lost to friction, over the friction force
    /// of pure sliding.
    pub slip_speed: f64,
    /// Height over the surface \[m\]; negative where the surface is pressed in.
    pub gap: f64,
    /// Normal force `N` \[N\], ≥ 0; `None` for friction without a normal force (a joint).
    pub normal_force: Option<f64>,
}

impl ContactState {
    /// Returns the state of friction in touch that slips at a speed ≥ 0, sticking if that is zero, and has a margin.
    #[must_use]
    pub fn touching(slip_speed: f64, margin: f64) -> Self {
        let mode = if slip_speed == 0.0 { ContactMode::Stick } else { ContactMode::Slip };
        Self { mode, margin, slip_speed, gap: 0.0, normal_force: None }
    }

    /// Returns the state of a law as it tells it ([`ContactLaw::state`](crate::ContactLaw::state)), or else as its
    /// bristles do: an element sticks while all its bristles follow the motion to the bit, and slips as fast as they
    /// stay behind it. The slowest of several elements counts, and the margin is not known. Nothing, if it [is not
    /// friction](is_friction).
    pub fn of<I: Impedance + ?Sized>(
        law: &I,
        stage: &Stage,
        motion: &Motion<I::Domain>,
        internal: &[f64],
    ) -> Option<Self> {
        let mut row = vec![0.0; Motion::<I::Domain>::LEN];
        motion.store(&mut row);
        let law: &dyn AnyImpedance = law.seen();
        law.contact_state(stage, &row, internal)
    }

    /// Returns whether it sticks, and the step holds it.
    #[must_use]
    pub fn sticks(&self) -> bool {
        self.mode == ContactMode::Stick
    }

    /// Returns the state of a contact that the step cannot hold: neither a margin nor a speed means anything.
    #[must_use]
    pub const fn unresolved(self) -> Self {
        Self { mode: ContactMode::Unresolved, margin: f64::NAN, slip_speed: f64::NAN, ..self }
    }
}

/// Returns whether a law is friction and so has a [`ContactState`]: its own
/// [answer](crate::ContactLaw::is_friction), or else whether it has bristles.
pub fn is_friction<I: Impedance + ?Sized>(law: &I) -> bool {
    law.contact().map_or_else(|| law.memory().has_bristles(), |contact| contact.is_friction())
}

/// Returns the margin of friction of the size `borne`, of at most `limit`: the share that is left, 0 to 1.
///
/// ```
/// use stiction_core::contact_state::margin;
/// assert_eq!([margin(3.0, 4.0), margin(0.0, 4.0), margin(5.0, 4.0), margin(0.0, 0.0)], [0.25, 1.0, 0.0, 0.0]);
/// ```
#[must_use]
pub fn margin(borne: f64, limit: f64) -> f64 {
    // Not `max`, which would turn NaN into a number.
    if limit <= 0.0 { 0.0 } else { (1.0 - borne / limit).clamp(0.0, 1.0) }
}

/// Returns how fast the bristles of the slowest element stay behind a flow, where `along` tells the component of the
/// flow along which a variable deflects. The first bristle along a component is of the first element, the second of the
/// second. Nothing without bristles.
pub fn slowest_slip(
    flow: &[f64],
    rate: &[f64],
    along: impl Fn(usize) -> Option<usize>,
) -> Option<f64> {
    let mut before = vec![0; flow.len()];
    let mut slips: Vec<f64> = vec![];
    for (index, rate) in rate.iter().enumerate() {
        let Some(axis) = along(index).filter(|&axis| axis < flow.len()) else { continue };
        let element = before[axis];
        before[axis] += 1;
        slips.resize(slips.len().max(element + 1), 0.0);
        // Zero if and only if both are equal.
        slips[element] = slips[element].hypot(flow[axis] - rate);
    }
    slips.into_iter().reduce(|a, b| if b < a || a.is_nan() { b } else { a })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sticks_where_nothing_slips() {
        let stick = ContactState::touching(0.0, 0.25);
        assert!(stick.sticks() && !stick.unresolved().sticks());
        assert!(stick.unresolved().margin.is_nan());
        assert_eq!(ContactState::touching(5e-324, 0.25).mode, ContactMode::Slip);
        assert_eq!(ContactState::touching(f64::NAN, 0.25).mode, ContactMode::Slip);
        assert!(margin(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn the_slowest_element_counts() {
        // Two elements in a plane and a temperature between them: the first stays behind by (3, 4).
        let along = |index: usize| [Some(0), Some(1), None, Some(0), Some(1)][index];
        let slip = |rate: [f64; 5]| slowest_slip(&[5.0, 5.0], &rate, along).unwrap();
        assert_eq!(slip([2.0, 1.0, 9.0, 5.0, 5.0]), 0.0);
        assert_eq!(slip([2.0, 1.0, 9.0, -7.0, 5.0]), 5.0);
        assert_eq!(slowest_slip(&[1.0], &[1.0], |_| None), None);
        assert_eq!(slowest_slip(&[5e-324], &[0.0], Some), Some(5e-324));
    }

    #[test]
    fn modes_have_names_and_numbers() {
        assert_eq!(format!("{:>6}", ContactMode::Slip), "  slip");
        assert_eq!(ContactMode::ALL.map(ContactMode::code), [0.0, 1.0, 2.0, 3.0]);
    }
}
