//! The laws that an element of a host can have: those of `stiction-friction`, with their parameters.
//!
//! | law | from | axes | input each step | drifts? |
//! |---|---|---|---|---|
//! | Coulomb, constant limit | [`GsatFriction`] | of its domain | nothing | no |
//! | Stribeck curve, viscous | [`RateDependentGsat`] | of its domain | nothing | no |
//! | either, and a loss with the transmitted torque | [`ElementLaw::growing_with_load`] | 1 to 3 | `\|T\|` | no |
//! | Coulomb contact, μ or a curve of it | [`ElementLaw::contact`] | 1 to 3 | normal force N | no |
//! | Coulomb contact with torsion | [`ElementLaw::contact_with_torsion`] | 3 | N | no |
//! | ellipsoid of friction | [`LimitSetGsat`] | 1 to 3 | N | no |
//! | `LuGre` | [`LuGreFriction`] | of its domain | nothing | yes |
//! | Dahl | [`DahlFriction`] | of its domain | nothing | yes |
//! | elasto-plastic | [`ElastoPlasticFriction`] | 1 | nothing | above break-away |
//!
//! Inside there are three equations only:
//!
//! ```text
//! GsatFriction, RateDependentGsat, contacts, LimitSetGsat ──> Saturated    a set, a limit, K, B, D
//! LuGreFriction, DahlFriction ─────────────────────────────> Relaxing     one number for all axes
//! ElastoPlasticFriction ───────────────────────────────────> Plastic      one axis
//! ```
//!
//! The laws are unchanged; only the equation differs, because the velocity after the step is part of
//! the unknowns (the book, page "In other engines"). The `relaxation` of a law may be
//! [`Relaxation::Implicit`] or [`Relaxation::OrderPreserving`], with the step for the stage; a
//! `bristle_rate` is always backward Euler here.
//!
//! Limits: the elasto-plastic law is for one axis. In a plane its plastic share depends on the angle
//! between a motion and a deflection that are both unknown, and nothing makes that equation have one
//! solution.

use nalgebra::{SVector, Vector3};
use stiction_core::{Flat, ParameterError, Validate, VectorDomain};
use stiction_friction::{
    AxisGain, CoulombGsat, DahlFriction, Diagonal, ElastoPlasticFriction, Ellipsoid, GsatFriction,
    LimitSetGsat, LuGreFriction, RateDependentGsat, Relaxation, SteadyState, StribeckCurve,
};

use crate::plastic::Plastic;
use crate::relaxing::Relaxing;
use crate::saturated::{Limit, Saturated};

/// A friction law of one to three axes, as an element of a host.
///
/// ```
/// use stiction_core::Shaft;
/// use stiction_friction::{CoulombGsat, GsatFriction};
/// use stiction_host::ElementLaw;
///
/// // 0.2 N m, and 10 % of the torque that goes through the gear.
/// let gear = GsatFriction::<Shaft>::builder().stiffness(1e4).damping(5.0).limit(0.2).build()?;
/// let gear = ElementLaw::try_from(&gear)?.growing_with_load(0.1)?;
/// // A fingertip that slides and spins.
/// let tip = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.7).build()?;
/// let tip = ElementLaw::contact_with_torsion(&tip, 0.005)?;
/// assert_eq!((gear.axes(), tip.axes()), (1, 3));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ElementLaw {
    axes: usize,
    pub(crate) law: Law,
}

/// The equation of a law. Parameters per axis are stored for three axes; an element uses the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Law {
    Saturated(Saturated),
    Relaxing(Relaxing),
    /// One axis only.
    Plastic(Plastic),
}

impl Validate for ElementLaw {
    const COMPONENT: &'static str = "ElementLaw";
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}

impl ElementLaw {
    /// Returns the number of axes, 1 to 3: how many rows an element with this law has.
    #[must_use]
    pub const fn axes(&self) -> usize {
        self.axes
    }

    /// Creates friction μN of 1 (a slider, a shoe), 2 (a contact) or 3 axes, under the normal force N that the
    /// host tells each step.
    ///
    /// # Errors
    /// Another number of axes; [`Relaxation::Constant`].
    pub fn contact(law: &CoulombGsat, axes: usize) -> Result<Self, ParameterError> {
        let law = law.parameters();
        let limit = Limit::per_load::<Self>(law.friction())?;
        let parts = isotropic(law.stiffness(), law.damping());
        Self::saturated(axes, parts, law.relaxation(), limit, 0.0)
    }

    /// Creates a contact that slides (axes 1 and 2) and resists spinning (axis 3) under the normal force N, with
    /// the moment `μ N r` when it spins only.
    ///
    /// Sliding and spinning draw on one ellipsoid of friction. Stiffness and damping of the spin are
    /// `K r²` and `B r²`.
    ///
    /// # Errors
    /// A `torsion_radius` r \[m\] that is not finite and positive; [`Relaxation::Constant`].
    pub fn contact_with_torsion(
        law: &CoulombGsat,
        torsion_radius: f64,
    ) -> Result<Self, ParameterError> {
        Self::positive("torsion_radius", torsion_radius)?;
        let law = law.parameters();
        let square = torsion_radius * torsion_radius;
        // The third axis turns: a deflection is an angle there, a force a moment. Both have the lever r.
        let axes = |number: f64| Vector3::new(number, number, number * square);
        // Per unit of μ N: a force of 1 along the plane, or a moment of r.
        let semi_axes = Vector3::new(1.0, 1.0, torsion_radius);
        let parts = [axes(law.stiffness()), axes(law.damping()), semi_axes];
        let limit = Limit::per_load::<Self>(law.friction())?;
        Self::saturated(3, parts, law.relaxation(), limit, 0.0)
    }

    /// Makes the limit grow with a load: `F + share · load`.
    ///
    /// For gears, whose friction grows with the torque T that they transmit, tell |T| as the load
    /// \[N m\]; `share` is then a number without unit. For a joint pressed by a force it is a lever arm
    /// \[m\]. A Stribeck curve keeps its shape: `F(s) (1 + share · load/Fs)`.
    ///
    /// # Errors
    /// A `share` that is not finite and at least zero; a law that is not [`GsatFriction`] or
    /// [`RateDependentGsat`].
    pub fn growing_with_load(self, share: f64) -> Result<Self, ParameterError> {
        Self::non_negative("share", share)?;
        match self.law {
            // Zero means that the law has its own limit. A contact has its coefficient there.
            Law::Saturated(law) if law.limit.per_load == 0.0 => {
                Ok(Self { law: Law::Saturated(law.growing(share)), ..self })
            }
            _ => {
                let requirement = "is for a law whose limit does not depend on a load yet";
                Err(ParameterError::new(Self::COMPONENT, "share", share, requirement))
            }
        }
    }

    fn of(axes: usize, law: Law) -> Result<Self, ParameterError> {
        Self::require((1..=3).contains(&axes), "axes", axes as f64, "must be 1, 2 or 3")?;
        Ok(Self { axes, law })
    }

    /// Creates a law of stiffness, damping and semi-axes of its set. Refuses a stage damping below half that of backward
    /// Euler: a stuck element would not be stable in every host.
    fn saturated(
        axes: usize,
        [stiffness, damping, semi_axes]: [Vector3<f64>; 3],
        relaxation: Relaxation,
        limit: Limit,
        viscous_damping: f64,
    ) -> Result<Self, ParameterError> {
        if let Relaxation::Constant { stage_damping } = relaxation {
            let requirement =
                "does not grow with the stiffness: in a host take `Implicit` or `OrderPreserving`";
            let (of, name) = (Self::COMPONENT, "stage_damping");
            return Err(ParameterError::new(of, name, stage_damping, requirement));
        }
        Ellipsoid::new(semi_axes)?;
        let law = Saturated { stiffness, damping, relaxation, semi_axes, limit, viscous_damping };
        Self::of(axes, Law::Saturated(law))
    }
}

/// Returns the parts of an isotropic law. The set is the unit ball: its size is in the limit.
fn isotropic(stiffness: f64, damping: f64) -> [Vector3<f64>; 3] {
    [stiffness, damping, 1.0].map(Vector3::repeat)
}

impl<D: VectorDomain> TryFrom<&GsatFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &GsatFriction<D>) -> Result<Self, ParameterError> {
        let (parts, limit) = (isotropic(law.stiffness(), law.damping()), Limit::own(law.limit()));
        Self::saturated(D::Vector::LEN, parts, law.relaxation(), limit, 0.0)
    }
}

impl<D: VectorDomain> TryFrom<&RateDependentGsat<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &RateDependentGsat<D>) -> Result<Self, ParameterError> {
        let (parts, limit) = (isotropic(law.stiffness(), law.damping()), Limit::curve(law.curve()));
        let viscous = law.viscous_damping();
        Self::saturated(D::Vector::LEN, parts, law.relaxation(), limit, viscous)
    }
}

/// Stiffness and damping per axis; torsion and unequal friction are two cases of it.
impl<const N: usize> TryFrom<&LimitSetGsat<Ellipsoid<SVector<f64, N>>, Diagonal<SVector<f64, N>>>>
    for ElementLaw
{
    type Error = ParameterError;
    fn try_from(
        law: &LimitSetGsat<Ellipsoid<SVector<f64, N>>, Diagonal<SVector<f64, N>>>,
    ) -> Result<Self, ParameterError> {
        let (stiffness, damping) = (law.stiffness(), law.damping());
        let semi_axes = law.set().semi_axes();
        fn all(entries: usize, of: impl Fn(usize) -> f64) -> Vector3<f64> {
            Vector3::from_fn(|axis, _| if axis < entries { of(axis) } else { 0.0 })
        }
        let parts = [
            all(N, |axis| stiffness.entry(axis)),
            all(N, |axis| damping.entry(axis)),
            all(N, |axis| semi_axes[axis]),
        ];
        let limit = Limit::per_load::<Self>(law.coefficient())?;
        Self::saturated(N, parts, law.relaxation(), limit, 0.0)
    }
}

impl<D: VectorDomain> TryFrom<&LuGreFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &LuGreFriction<D>) -> Result<Self, ParameterError> {
        let law = Relaxing {
            stiffness: law.stiffness(),
            damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            steady_state: law.steady_state(),
        };
        Self::of(D::Vector::LEN, Law::Relaxing(law))
    }
}

impl<D: VectorDomain> TryFrom<&DahlFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &DahlFriction<D>) -> Result<Self, ParameterError> {
        let law = Relaxing {
            stiffness: law.stiffness(),
            damping: 0.0,
            viscous_damping: 0.0,
            // Dahl's law is that of LuGre with a constant force and without damping.
            steady_state: SteadyState::Force(StribeckCurve::constant(law.limit())?),
        };
        Self::of(D::Vector::LEN, Law::Relaxing(law))
    }
}

impl<D: VectorDomain> TryFrom<&ElastoPlasticFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &ElastoPlasticFriction<D>) -> Result<Self, ParameterError> {
        let axes = D::Vector::LEN;
        let requirement = "must be 1 for the elasto-plastic law in a host";
        Self::require(axes == 1, "axes", axes as f64, requirement)?;
        let law = Plastic {
            stiffness: law.stiffness(),
            damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            limit: law.limit(),
            breakaway_fraction: law.breakaway_fraction(),
        };
        Self::of(axes, Law::Plastic(law))
    }
}
