//! The laws that an element of a host can have: those of `stiction-friction`, with their parameters.
//!
//! | law | from | axes | what it is told each step | drifts? |
//! |---|---|---|---|---|
//! | Coulomb, constant limit | [`GsatFriction`] | of its domain | nothing | no |
//! | Stribeck curve, viscous | [`RateDependentGsat`] | of its domain | nothing | no |
//! | either, and a loss with the transmitted torque | [`ElementLaw::growing_with_load`] | 1 to 3 | `\|T\|` | no |
//! | Coulomb contact, μ or a curve of it | [`ElementLaw::contact`] | 1 to 3 | normal force N | no |
//! | the same with torsion | [`ElementLaw::contact_with_torsion`] | 3 | N | no |
//! | ellipsoid of friction | [`LimitSetGsat`] | 1 to 3 | N | no |
//! | `LuGre` | [`LuGreFriction`] | of its domain | nothing | yes |
//! | Dahl | [`DahlFriction`] | of its domain | nothing | yes |
//! | elasto-plastic | [`ElastoPlasticFriction`] | 1 | nothing | above break-away |
//!
//! Inside there are three equations only, each for one, two or three axes:
//!
//! ```text
//! GsatFriction, RateDependentGsat, contacts, LimitSetGsat ──> Saturated<N>    a set, a limit, K, B, D
//! LuGreFriction, DahlFriction ─────────────────────────────> Relaxing        one number for all axes
//! ElastoPlasticFriction ───────────────────────────────────> Plastic         one axis
//! ```
//!
//! The laws keep what they are; only the equation is another one, as the velocity after the step is part of
//! the unknowns (the book, page "In other engines"). Of a law's `relaxation` the host takes
//! [`Relaxation::Implicit`] and [`Relaxation::OrderPreserving`], with the step for the stage; a
//! `bristle_rate` is always backward Euler here.
//!
//! Limits: the elasto-plastic law is for one axis. In a plane its plastic share depends on the angle
//! between a motion and a deflection that are both unknown, and nothing makes that equation have one
//! solution.

use nalgebra::SVector;
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
pub struct ElementLaw(pub(crate) Axes);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Axes {
    One(Law<1>),
    Two(Law<2>),
    Three(Law<3>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Law<const N: usize> {
    Saturated(Saturated<N>),
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
    /// Number of axes, 1 to 3: how many rows an element with this law has.
    #[must_use]
    pub const fn axes(&self) -> usize {
        match self.0 {
            Axes::One(_) => 1,
            Axes::Two(_) => 2,
            Axes::Three(_) => 3,
        }
    }

    /// Friction μN of 1 (a slider, a shoe), 2 (a contact) or 3 axes, under the normal force N that the host
    /// tells each step.
    ///
    /// # Errors
    /// Another number of axes; [`Relaxation::Constant`].
    pub fn contact(law: &CoulombGsat, axes: usize) -> Result<Self, ParameterError> {
        let law = law.parameters();
        let bristle = Bristle::new(law.stiffness(), law.damping(), law.relaxation());
        bristle.of_axes(axes, Limit::per_load::<Self>(law.friction())?, 0.0)
    }

    /// A contact that slides (axes 1 and 2) and resists spinning (axis 3) under the normal force N, with
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
        let axes = |number: f64| SVector::<f64, 3>::new(number, number, number * square);
        // Per unit of μ N: a force of 1 along the plane, or a moment of r.
        let semi_axes = SVector::<f64, 3>::new(1.0, 1.0, torsion_radius);
        let parts = [axes(law.stiffness()), axes(law.damping()), semi_axes];
        let limit = Limit::per_load::<Self>(law.friction())?;
        let law = Saturated::new(parts, checked(law.relaxation())?, limit, 0.0)?;
        Ok(Self(Axes::Three(Law::Saturated(law))))
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
        // A function, as a closure has one type and the law has one for each number of axes.
        fn grown<const N: usize>(law: Law<N>, share: f64) -> Result<Law<N>, ParameterError> {
            match law {
                // Zero means that the limit is the law's own. A contact has its coefficient there.
                Law::Saturated(law) if law.limit.per_load == 0.0 => {
                    Ok(Law::Saturated(law.growing(share)))
                }
                _ => {
                    let requirement = "is for a law whose limit does not depend on a load yet";
                    Err(ParameterError::new(ElementLaw::COMPONENT, "share", share, requirement))
                }
            }
        }
        Ok(Self(match self.0 {
            Axes::One(law) => Axes::One(grown(law, share)?),
            Axes::Two(law) => Axes::Two(grown(law, share)?),
            Axes::Three(law) => Axes::Three(grown(law, share)?),
        }))
    }
}

/// What the axes of an isotropic law share.
#[derive(Clone, Copy)]
struct Bristle {
    stiffness: f64,
    damping: f64,
    relaxation: Relaxation,
}

impl Bristle {
    const fn new(stiffness: f64, damping: f64, relaxation: Relaxation) -> Self {
        Self { stiffness, damping, relaxation }
    }

    fn law<const N: usize>(self, limit: Limit, viscous: f64) -> Result<Law<N>, ParameterError> {
        // The set is the unit ball: an isotropic law has its size in the limit.
        let parts = [self.stiffness, self.damping, 1.0].map(SVector::repeat);
        Ok(Law::Saturated(Saturated::new(parts, checked(self.relaxation)?, limit, viscous)?))
    }

    fn of_axes(
        self,
        axes: usize,
        limit: Limit,
        viscous: f64,
    ) -> Result<ElementLaw, ParameterError> {
        Ok(ElementLaw(match axes {
            1 => Axes::One(self.law(limit, viscous)?),
            2 => Axes::Two(self.law(limit, viscous)?),
            3 => Axes::Three(self.law(limit, viscous)?),
            _ => return Err(refused_axes(axes)),
        }))
    }
}

fn refused_axes(axes: usize) -> ParameterError {
    ParameterError::new(ElementLaw::COMPONENT, "axes", axes as f64, "must be 1, 2 or 3")
}

/// What the stage damping must be for a stuck element to be stable in every host: at least half of
/// backward Euler's.
fn checked(relaxation: Relaxation) -> Result<Relaxation, ParameterError> {
    match relaxation {
        Relaxation::Constant { stage_damping } => Err(ParameterError::new(
            ElementLaw::COMPONENT,
            "stage_damping",
            stage_damping,
            "does not grow with the stiffness: in a host take `Implicit` or `OrderPreserving`",
        )),
        other => Ok(other),
    }
}

impl<D: VectorDomain> TryFrom<&GsatFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &GsatFriction<D>) -> Result<Self, ParameterError> {
        let bristle = Bristle::new(law.stiffness(), law.damping(), law.relaxation());
        bristle.of_axes(D::Vector::LEN, Limit::own(law.limit()), 0.0)
    }
}

impl<D: VectorDomain> TryFrom<&RateDependentGsat<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &RateDependentGsat<D>) -> Result<Self, ParameterError> {
        let bristle = Bristle::new(law.stiffness(), law.damping(), law.relaxation());
        bristle.of_axes(D::Vector::LEN, Limit::curve(law.curve()), law.viscous_damping())
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
        // `N` is not 1, 2 and 3 at once, but each arm below needs a law of its own number. So the numbers of an axis
        // come from a closure, and the arms that do not apply are compiled and never taken.
        fn part<const M: usize>(
            axes: impl Fn(usize) -> [f64; 3],
            relaxation: Relaxation,
            limit: Limit,
        ) -> Result<Law<M>, ParameterError> {
            let parts = [0, 1, 2].map(|which| SVector::from_fn(|axis, _| axes(axis)[which]));
            Ok(Law::Saturated(Saturated::new(parts, relaxation, limit, 0.0)?))
        }
        let semi_axes = law.set().semi_axes();
        let axes = |axis: usize| [stiffness.entry(axis), damping.entry(axis), semi_axes[axis]];
        let relaxation = checked(law.relaxation())?;
        let limit = Limit::per_load::<Self>(law.coefficient())?;
        Ok(Self(match N {
            1 => Axes::One(part(axes, relaxation, limit)?),
            2 => Axes::Two(part(axes, relaxation, limit)?),
            3 => Axes::Three(part(axes, relaxation, limit)?),
            _ => return Err(refused_axes(N)),
        }))
    }
}

fn relaxing<D: VectorDomain>(law: Relaxing) -> Result<ElementLaw, ParameterError> {
    Ok(ElementLaw(match D::Vector::LEN {
        1 => Axes::One(Law::Relaxing(law)),
        2 => Axes::Two(Law::Relaxing(law)),
        3 => Axes::Three(Law::Relaxing(law)),
        axes => return Err(refused_axes(axes)),
    }))
}

impl<D: VectorDomain> TryFrom<&LuGreFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &LuGreFriction<D>) -> Result<Self, ParameterError> {
        relaxing::<D>(Relaxing {
            stiffness: law.stiffness(),
            damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            steady_state: law.steady_state(),
        })
    }
}

impl<D: VectorDomain> TryFrom<&DahlFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &DahlFriction<D>) -> Result<Self, ParameterError> {
        relaxing::<D>(Relaxing {
            stiffness: law.stiffness(),
            damping: 0.0,
            viscous_damping: 0.0,
            // Dahl's law is that of LuGre with a constant force and without damping.
            steady_state: SteadyState::Force(StribeckCurve::constant(law.limit())?),
        })
    }
}

impl<D: VectorDomain> TryFrom<&ElastoPlasticFriction<D>> for ElementLaw {
    type Error = ParameterError;
    fn try_from(law: &ElastoPlasticFriction<D>) -> Result<Self, ParameterError> {
        let axes = D::Vector::LEN;
        let requirement = "must be 1 for the elasto-plastic law in a host";
        Self::require(axes == 1, "axes", axes as f64, requirement)?;
        Ok(Self(Axes::One(Law::Plastic(Plastic {
            stiffness: law.stiffness(),
            damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            limit: law.limit(),
            breakaway_fraction: law.breakaway_fraction(),
        }))))
    }
}
