//! Laws: what a connection does to what it connects.

use core::any::{Any, TypeId};

use stiction_core::{
    AnyLaw, Domain, Effort, Flat, Line, PlanarFrame, Plane, Shaft, Space, SpatialFrame,
    VectorDomain,
};
use stiction_friction::{AmendedLuGre, CoulombGsat, Loaded, LoadedFriction};
use stiction_mechanics::profiles::Profile;
use stiction_mechanics::{ConstantEffort, TimedEffort};
use stiction_patch::PatchError;

use crate::curve::{Level, RateChoice, RelaxationChoice};
use crate::described::Component;
use crate::error::{Fault, Inside};
use crate::folder::Folder;
use crate::limit_set::{LimitSetContactLaw, LimitSetLaw};
use crate::number_or::number_or;
use crate::pad::{DistributedPad, EllipsoidPad, ReducedPad, StickSlipPad};
use crate::signal::{Signal, Signals, with_load};
use crate::surroundings::Surroundings;
use crate::tagged::{parameters, tagged};
use crate::timed::{TakeProfile, together};

tagged! {
    /// What a connection does: a spring, a load, a friction law, a contact, a pad.
    Law, "law" {
        /// Coulomb friction under a given normal force, without drift.
        "coulomb" => Coulomb(Coulomb),
        /// Friction with a limit set of one's own, under a given normal force, without drift.
        "limit_set" => LimitSet(LimitSetLaw),
        /// LuGre friction under a given normal force.
        "amended_lugre" => AmendedLuGre(LoadedLuGre),
        /// A force, torque or wrench that is constant or a function of the time.
        "effort" => Effort(AppliedLoad),
        /// A contact of a point with a plane with a limit set of one's own.
        "limit_set_contact" => LimitSetContact(LimitSetContactLaw),
        /// A pad with a bristle in every cell.
        "distributed_patch" => DistributedPatch(DistributedPad),
        /// A pad with three bristles and a limit surface.
        "reduced_patch" => ReducedPatch(ReducedPad),
        /// A pad with three springs that sticks to the bit.
        "stick_slip_patch" => StickSlipPatch(StickSlipPad),
        /// Friction on an ellipsoid of a body on a plane.
        "ellipsoid_contact" => EllipsoidContact(EllipsoidPad);
        /// One that is known by its table.
        Component
    }
}

parameters! {
    /// Coulomb friction under a given normal force.
    Coulomb {
        /// Stiffness of the stuck element K [N/m] or [N m/rad], > 0.
        pub stiffness: f64,
        /// Damping of the stuck element B [N s/m] or [N m s/rad], ≥ 0.
        pub damping: f64,
        /// Friction coefficient [1] (a lever arm [m] on a shaft), or a curve of it over the speed.
        pub friction: Level,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
    /// LuGre friction under a given normal force.
    LoadedLuGre {
        /// Stiffness of a bristle per normal force [1/m], > 0.
        pub stiffness: f64,
        /// Damping of a bristle per normal force [s/m], ≥ 0.
        pub damping: f64,
        /// Viscous friction per normal force [s/m], ≥ 0.
        #[serde(default)]
        pub viscous_damping: f64,
        /// Friction coefficient [1] (a lever arm [m] on a shaft), or a curve of it over the speed.
        pub friction: Level,
        /// Normal force [N]. A number, a sample or an end of a ramp below zero is refused; where another
        /// signal falls below zero, there is no load.
        pub normal_force: Signal,
        /// How the rate of the bristle is evaluated.
        #[serde(default)]
        pub bristle_rate: RateChoice,
    }
    /// A force, torque or wrench.
    AppliedLoad {
        /// One signal, or a list with one for every scalar of the effort (force before torque).
        pub effort: SignalList,
    }
}

/// One signal or a list of them.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum SignalList {
    /// For a scalar.
    One(Signal),
    /// For every scalar.
    List(#[schemars(length(min = 1, max = 6))] Vec<Signal>),
}

impl From<f64> for SignalList {
    fn from(value: f64) -> Self {
        Self::One(value.into())
    }
}
number_or!(
    SignalList,
    "a number, a function of the time, or a list of these",
    table => |function| SignalList::One(Signal::Function(function)),
    list => SignalList::List
);

/// A load on a port.
struct AsLaw;

impl<D: VectorDomain> TakeProfile<D> for AsLaw {
    type Taken = AnyLaw<D>;
    fn take(self, profile: impl Profile<D>) -> AnyLaw<D> {
        Box::new(TimedEffort::<D, _>::new(profile))
    }
}

impl AppliedLoad {
    fn signals(&self) -> &[Signal] {
        match &self.effort {
            SignalList::One(signal) => core::slice::from_ref(signal),
            SignalList::List(list) => list,
        }
    }

    /// The load of the library's type.
    fn build_vector<D: VectorDomain>(&self, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
        // What is wrong with a signal is said there.
        let law = self.build(folder)?;
        let signals: Vec<&Signal> = self.signals().iter().collect();
        if signals.iter().all(|signal| signal.constant().is_some()) {
            return Ok(law);
        }
        together::<D, _>(&signals, folder, AsLaw).inside("effort")
    }

    fn build<D: Domain>(&self, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
        let signals = self.signals();
        let expected = Effort::<D>::LEN;
        if signals.len() != expected {
            let found = signals.len();
            let message = match expected {
                1 => format!("must be one signal, found {found}"),
                _ => {
                    format!("must be a list of {expected} signals for a {}, found {found}", D::NAME)
                }
            };
            return Err(Fault::new(message).inside("effort"));
        }
        let constants: Option<Vec<f64>> = signals.iter().map(Signal::constant).collect();
        if let Some(values) = constants {
            let effort = ConstantEffort::<D>::builder().effort(Effort::<D>::load(&values));
            return Ok(Box::new(effort.build()?));
        }
        let built = signals.iter().enumerate().map(|(i, signal)| {
            let built = signal.build(folder);
            if expected == 1 { built } else { built.inside(i.to_string()) }
        });
        let built = built.collect::<Result<Vec<_>, _>>().inside("effort")?;
        Ok(Box::new(TimedEffort::<D, _>::new(Signals::new(built))))
    }
}

/// The law refuses the domain.
fn refuse<T>(law: &Law, domain: &str, fits: &str) -> Result<T, Fault> {
    let name = law.tag();
    Err(Fault::new(format!("`{name}` is a law of {fits}, but the connection is one of a {domain}"))
        .inside("type"))
}

impl Law {
    /// The law for a domain; refused where there is none for it.
    pub(crate) fn build<D: Domain>(&self, around: Surroundings<'_>) -> Result<AnyLaw<D>, Fault> {
        if let Self::Component(component) = self {
            return component.build();
        }
        let law = of::<D, Line>(self, around)
            .or_else(|| of::<D, Shaft>(self, around))
            .or_else(|| of::<D, Plane>(self, around))
            .or_else(|| of::<D, Space>(self, around))
            .or_else(|| of::<D, PlanarFrame>(self, around))
            .or_else(|| of::<D, SpatialFrame>(self, around));
        law.unwrap_or_else(|| refuse(self, D::NAME, fits(self)))
    }
}

/// The law for the domain `E`, if that is what `D` is.
fn of<D: Domain, E: LawDomain>(
    law: &Law,
    around: Surroundings<'_>,
) -> Option<Result<AnyLaw<D>, Fault>> {
    if TypeId::of::<D>() != TypeId::of::<E>() {
        return None;
    }
    match E::law(law, around) {
        Ok(law) => (Box::new(law) as Box<dyn Any>).downcast().ok().map(|law| Ok(*law)),
        Err(fault) => Some(Err(fault)),
    }
}

/// A domain with the laws that fit it.
pub(crate) trait LawDomain: Domain {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault>;
}

impl LawDomain for Line {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        vector_law(law, around.folder)
    }
}
impl LawDomain for Shaft {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        vector_law(law, around.folder)
    }
}
impl LawDomain for Plane {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::LimitSet(friction) => friction.build_planar(around.folder),
            other => vector_law(other, around.folder),
        }
    }
}
impl LawDomain for Space {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::LimitSetContact(contact) => contact.build(),
            other => vector_law(other, around.folder),
        }
    }
}
impl LawDomain for PlanarFrame {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::Effort(load) => load.build(around.folder),
            Law::DistributedPatch(pad) => pad.build(around),
            Law::ReducedPatch(pad) => pad.build(around),
            Law::StickSlipPatch(pad) => pad.build(around),
            Law::EllipsoidContact(pad) => pad.build(around),
            other => refuse(other, Self::NAME, fits(other)),
        }
    }
}
impl LawDomain for SpatialFrame {
    fn law(law: &Law, around: Surroundings<'_>) -> Result<AnyLaw<Self>, Fault> {
        match law {
            Law::Effort(load) => load.build(around.folder),
            other => refuse(other, Self::NAME, fits(other)),
        }
    }
}

/// The domains of a law, in messages.
const fn fits(law: &Law) -> &'static str {
    match law {
        Law::LimitSetContact(_) => "a point in space",
        Law::DistributedPatch(_)
        | Law::ReducedPatch(_)
        | Law::StickSlipPatch(_)
        | Law::EllipsoidContact(_) => "a frame in a plane",
        _ => "a line, a shaft, or a point in a plane or in space",
    }
}

fn vector_law<D: VectorDomain>(law: &Law, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
    Ok(match law {
        Law::Coulomb(coulomb) => coulomb.build(folder)?,
        Law::LimitSet(friction) => friction.build(folder)?,
        Law::AmendedLuGre(lugre) => {
            let law = AmendedLuGre::builder()
                .stiffness(lugre.stiffness)
                .damping(lugre.damping)
                .viscous_damping(lugre.viscous_damping)
                .friction(lugre.friction.curve().inside("friction")?)
                .bristle_rate(lugre.bristle_rate.into());
            loaded(law.build()?, &lugre.normal_force, folder)?
        }
        Law::Effort(load) => load.build_vector(folder)?,
        other => refuse(other, D::NAME, fits(other))?,
    })
}

/// A law under a normal force that is given.
pub(crate) fn loaded<D, L>(law: L, force: &Signal, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault>
where
    D: VectorDomain,
    L: LoadedFriction<D::Vector>,
{
    Ok(with_load!(force, folder, force => {
        Box::new(Loaded::<L, D, _>::builder().law(law).normal_force(force).build()?)
    }))
}

impl Coulomb {
    fn build<D: VectorDomain>(&self, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
        let law = CoulombGsat::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction.coefficient().inside("friction")?)
            .relaxation(self.relaxation.into());
        loaded(law.build()?, &self.normal_force, folder)
    }
}

impl From<PatchError> for Fault {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::Parameter(error) => error.into(),
            other => Self::new(other.to_string()),
        }
    }
}
