//! Reports of steps.

use nalgebra::{Vector2, Vector3};
use stiction_core::ContactMode;

/// Report of a step of a [`PlanarSlider`](super::PlanarSlider).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Slip, stick, or separated.
    pub status: ContactMode,
    /// Normal impulse `p_n` on the body \[N s\]; 0 if separated.
    pub normal_impulse: f64,
    /// Friction impulse on the body at the contact point: `p_t`, `p_o` \[N s\] and `p_r` \[N m s\].
    pub impulse: Vector3<f64>,
    /// `σ`, which is `|E u|`, the slip u of the contact point weighted with the semi-axes \[m/s\];
    /// 0 in stick, and not defined (0) if separated.
    pub multiplier: f64,
    /// Point where the support acts; `None` if separated.
    pub contact_point: Option<EquivalentContactPoint>,
    /// Evaluations that the search for σ took; 0 in stick.
    pub iterations: u32,
}

impl StepReport {
    /// Returns the distance of the contact point from the border of the support \[m\], negative outside;
    /// none without a contact or a support.
    #[must_use]
    pub fn hull_margin(&self) -> Option<f64> {
        self.contact_point.and_then(|point| point.hull_margin)
    }

    /// Returns whether the contact point is outside the support, so that the body topples. The results of
    /// the step hold for a body that is kept upright.
    #[must_use]
    pub fn topples(&self) -> bool {
        self.hull_margin().is_some_and(|margin| margin < 0.0)
    }
}

/// The point of the support at which its pressure has no moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EquivalentContactPoint {
    /// In the world, for the pose at the end of the step \[m\].
    pub position: Vector2<f64>,
    /// From below the centre of mass, in world axes \[m\].
    pub offset: Vector2<f64>,
    /// Distance from the border of the support's hull \[m\], negative outside; never clamped. None
    /// for a slider without a support.
    pub hull_margin: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_point_on_the_border_does_not_topple() {
        let at = |hull_margin| EquivalentContactPoint {
            position: Vector2::zeros(),
            offset: Vector2::zeros(),
            hull_margin,
        };
        let report = |contact_point| StepReport {
            status: ContactMode::Stick,
            normal_impulse: 1.0,
            impulse: Vector3::zeros(),
            multiplier: 0.0,
            contact_point,
            iterations: 0,
        };
        for (margin, topples) in [(0.01, false), (0.0, false), (-1e-12, true)] {
            let report = report(Some(at(Some(margin))));
            assert_eq!((report.hull_margin(), report.topples()), (Some(margin), topples));
        }
        for point in [None, Some(at(None))] {
            assert_eq!((report(point).hull_margin(), report(point).topples()), (None, false));
        }
    }
}
