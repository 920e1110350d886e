//! Dry friction as impedance components: motion in, force out, and no drift where a law can avoid it.
//!
//! Every law is a parameter struct with a checked builder, a pure kernel (`friction`, which points
//! along +v as in the papers) and an [`Impedance`](stiction_core::Impedance) that returns the force
//! **on** the body, the negative of it. Its memory (the deflection of a bristle) is a few numbers of
//! the flat state vector. Units are SI; on a [`Shaft`](stiction_core::Shaft) read N m for N and rad
//! for m.
//!
//! | law | module | internal state | drifts? | source |
//! |---|---|---|---|---|
//! | [`GsatFriction`] | [`gsat`](mod@gsat) | e, one per axis | no | Kikuuwe and Yamamoto (19) |
//! | [`RateDependentGsat`] | [`rate_dependent`] | e, one per axis | no | (16) with F(s) + D s |
//! | [`DirectionalGsat`] | [`directional`] | e | no | (14) with an interval, a curve for each direction |
//! | [`GearFriction`] | [`gear_friction`] | e | no | (19), (23b,c) with the transmitted torque for N |
//! | [`CoulombGsat`] μN | [`coulomb`] | e, one per axis | no | (23b,c) |
//! | [`LimitSetGsat`] N C(1) | [`limit_set_gsat`] | e, one per axis | no | (14) with any [`limit_set`] |
//! | [`CoulombContact`], [`PointContact`] | [`contact`] | e, 2 | no with [`CoulombGsat`] | (23), (24) |
//! | [`PyramidContact`] | [`contact`] | e, 2 | no | the linearized [`cone`] of S. Caron |
//! | [`EllipticContact`] | [`contact`] | e, 2, 3 or 5 | no | the elliptic cone of `MuJoCo` |
//! | [`FrameContact::pyramidal`] | [`contact`] | e, 2, 3 or 5 | no | the pyramidal cone of `MuJoCo` |
//! | [`EllipsoidContact`] | [`ellipsoid_contact`] | e, 3 | no, if flat | Xie and Chakraborty (3)-(7), (15)-(17) |
//! | [`ThermalGsat`] | [`thermal`] | e, one per axis, and a temperature | no | (16) with F(m s) + D m s, m the viscosity |
//! | [`MaxwellSlip`] | [`maxwell_slip`] | e, N per axis, and N levels | no | Al-Bender, Lampaert and Swevers 2005 |
//! | [`ElastoPlasticFriction`] | [`elasto_plastic`] | z, one per axis | above break-away | Waltersson and Karayiannidis (4)-(6), (15)-(17) |
//! | [`DahlFriction`] | [`dahl`] | e, one per axis | yes | Kikuuwe and Yamamoto (11) |
//! | [`LuGreFriction`] | [`lugre`] | e, one per axis | yes | (12) |
//! | [`AmendedLuGre`] μN | [`amended_lugre`] | z, one per axis | yes | Waltersson and Karayiannidis (1)-(3) |
//! | [`ThresholdFriction`] | [`threshold`] | none | creeps or chatters | Karnopp 1985 |
//!
//! The laws marked μN or N C(1) are told the normal force ([`Friction`]): put one into a
//! [`PointContact`], under a given load with [`Loaded`], or under the force of another part of the
//! mechanism with [`Pressed`] (a brake shoe, a belt, a grip).
//!
//! Read in this order: [`gsat`](mod@gsat) (the idea), [`limit_set`] and [`saturation`] (the same for any
//! set of admissible forces), [`cone`], [`relaxation`] (the effect of the stage length),
//! [`bristle`] (the same for the LuGre family), [`stribeck`] (friction against speed), [`load`], then
//! any law.
//!
//! # Example
//! ```
//! use stiction_core::{Impedance, Line, Motion, Stage};
//! use stiction_friction::GsatFriction;
//!
//! let law = GsatFriction::<Line>::builder().stiffness(1e5).damping(400.0).limit(1.0).build()?;
//!
//! // Pulled at 1 µm/s: the bristle takes up the motion to the bit, so nothing slides.
//! let motion = Motion { pose: 0.0, flow: 1e-6 };
//! let mut rate = [0.0];
//! let force = law.respond(&Stage::first(0.0, 1e-4), &motion, &[5e-6], &mut rate);
//! assert!((force + 0.50041).abs() < 1e-9); // −(K e + (B + τ K) v)
//! assert_eq!(rate[0], 1e-6);
//! # Ok::<(), stiction_core::ParameterError>(())
//! ```

pub mod amended_lugre;
pub mod bristle;
pub mod coefficient;
pub mod cone;
pub mod contact;
pub mod coulomb;
pub mod dahl;
pub mod directional;
pub mod elasto_plastic;
pub mod ellipsoid_contact;
pub mod ellipsoid_kernel;
pub mod friction;
pub mod gain;
pub mod gear_friction;
pub mod gsat;
#[cfg(test)]
mod lanes_tests;
pub mod limit_set;
pub mod limit_set_gsat;
pub mod load;
pub mod lugre;
pub mod maxwell_slip;
pub mod normal_spring;
pub mod pressed;
pub mod rate_dependent;
mod registered;
pub mod relaxation;
pub mod saturation;
pub mod stribeck;
pub mod support_load;
#[cfg(test)]
mod testing;
pub mod thermal;
pub mod threshold;
#[cfg(test)]
mod turning_tests;
pub mod viscosity;

pub use amended_lugre::AmendedLuGre;
pub use bristle::BristleRate;
pub use coefficient::Coefficient;
pub use contact::{CoulombContact, EllipticContact, FrameContact, PointContact, PyramidContact};
pub use coulomb::{CoulombGsat, CoulombGsatParameters};
pub use dahl::DahlFriction;
pub use directional::DirectionalGsat;
pub use elasto_plastic::ElastoPlasticFriction;
pub use ellipsoid_contact::EllipsoidContact;
pub use friction::Friction;
pub use gain::{AxisGain, Diagonal, Full, Gain};
pub use gear_friction::GearFriction;
pub use gsat::{GsatFriction, gsat, gsat_step};
pub use limit_set::{
    ConeSection, ConvexPolygon, CrossPolytope, Disc, Ellipsoid, LimitSet, PointSupports,
    RegularPolygon, SupportSet,
};
pub use limit_set_gsat::LimitSetGsat;
pub use load::{IntoLoad, Loaded, NormalLoad, pressing_fault, pressing_force};
pub use lugre::{LuGreFriction, SteadyState};
pub use maxwell_slip::MaxwellSlip;
pub use normal_spring::NormalSpring;
pub use pressed::Pressed;
pub use rate_dependent::RateDependentGsat;
pub use registered::register;
pub use relaxation::Relaxation;
pub use saturation::{saturated_by_speed, saturation_step};
pub use stribeck::{StribeckCurve, StribeckShape};
pub use support_load::{Axes, Pressing, SupportLoad, TiltingLoad};
pub use thermal::ThermalGsat;
pub use threshold::ThresholdFriction;
pub use viscosity::Viscosity;
