//! What a contact is doing: separated, sticking or sliding, and by what margin.

use core::fmt;

/// What a contact is doing.
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
    /// 0 separated, 1 stick, 2 slip, 3 unresolved: for a table of numbers.
    #[must_use]
    pub const fn code(self) -> f64 {
        match self {
            Self::Separated => 0.0,
            Self::Stick => 1.0,
            Self::Slip => 2.0,
            Self::Unresolved => 3.0,
        }
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

/// The mode of a contact and how far it is from the others.
///
/// The friction that would hold the contact is its trial force `Z v + K e`; it sticks if the normal
/// force is large enough to admit that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactState {
    /// What it is doing.
    pub mode: ContactMode,
    /// Height over the surface \[m\]; negative where the surface is pressed in.
    pub gap: f64,
    /// Normal force `N` \[N\], ≥ 0.
    pub normal_force: f64,
    /// Normal force that could be taken away before the contact slips \[N\]; negative if it slips,
    /// by what is missing. −∞ where no normal force would be enough (no friction at all).
    pub margin: f64,
    /// Speed at which the point of contact slides \[m/s\]: 0 in stick.
    ///
    /// Where torsion or rolling slides too it is the power lost to friction, over the friction force
    /// of pure sliding.
    pub slip_speed: f64,
}

impl ContactState {
    /// Share of the admissible friction that the trial force would take: below 1 in stick, above 1 in
    /// slip, NaN without normal force.
    #[must_use]
    pub fn utilization(&self) -> f64 {
        if self.mode == ContactMode::Separated {
            f64::NAN
        } else {
            1.0 - self.margin / self.normal_force
        }
    }

    /// The state of a contact that the step cannot hold: neither a margin nor a speed means anything.
    #[must_use]
    pub const fn unresolved(self) -> Self {
        Self { mode: ContactMode::Unresolved, margin: f64::NAN, slip_speed: f64::NAN, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilization_is_the_share_of_the_limit() {
        let stick = ContactState {
            mode: ContactMode::Stick,
            normal_force: 10.0,
            margin: 2.5,
            ..Default::default()
        };
        assert_eq!(stick.utilization(), 0.75);
        let slip = ContactState { mode: ContactMode::Slip, margin: -10.0, ..stick };
        assert_eq!(slip.utilization(), 2.0);
        assert!(ContactState::default().utilization().is_nan());
    }

    #[test]
    fn modes_have_names_and_numbers() {
        assert_eq!(format!("{:>6}", ContactMode::Slip), "  slip");
        let codes = [
            ContactMode::Separated,
            ContactMode::Stick,
            ContactMode::Slip,
            ContactMode::Unresolved,
        ];
        assert_eq!(codes.map(ContactMode::code), [0.0, 1.0, 2.0, 3.0]);
    }
}
