//! A contact that also resists spinning about its normal and rolling: the elliptic friction cone.

use nalgebra::{SVector, Vector5};
use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::frame::{AnyFriction, AxisFriction, AxisSet, FrameContact, with_law};
use crate::limit_set::ellipsoid::check_semi_axes;
use crate::{AxisGain, Coefficient, Diagonal, Ellipsoid, LimitSetGsat, Relaxation, StribeckCurve};

/// Contact with an elliptic friction cone, with torsion and rolling, that sticks without drift: builds a
/// [`FrameContact`].
///
/// The contact takes from the relative twist of the frame the sliding velocity, the spin and the rolling
/// velocity, and limits what it transmits by one ellipsoid:
///
/// ```text
/// Σ (f_i/(μ_i N))² ≤ 1,   f = (f_x, f_y, torsion, rolling_x, rolling_y)
/// ```
/// Sliding, spinning and rolling draw on the same friction: what spins is easy to push.
///
/// | dimension | what it resists | internal state |
/// |---|---|---|
/// | 3 | normal motion and sliding | 2 |
/// | 4, with `torsional_friction` | and spinning about the normal | 3 |
/// | 6, with `rolling_friction` too | and rolling | 5 |
///
/// The stiffness in torsion and rolling is by default the tangential one times `(μ3/μ1)²` (and so
/// on): stuck, all axes then yield by the same share before they slip. So is the damping.
///
/// Sources: the elliptic cone and the contact dimensions of `MuJoCo`.
///
/// Limits: a contact at one point. Normal force and tangential deflection see no tilt of the frame.
///
/// ```
/// use stiction_core::{Impedance, Motion, Pose, SpatialFrame, Stage, Twist};
/// use nalgebra::Vector3;
/// use stiction_friction::EllipticContact;
///
/// let pad = EllipticContact::builder()
///     .stiffness(1e4).damping(10.0).friction([0.5, 0.5]).torsional_friction(0.01).build()?;
/// assert_eq!(pad.dimension().count(), 4);
/// // Spins on the spot under 10 N.
/// let spin = Twist { angular: Vector3::new(0.0, 0.0, 30.0), ..Twist::default() };
/// let motion = Motion::<SpatialFrame>::new(Pose::at(Vector3::new(0.0, 0.0, -1e-3)), spin);
/// let wrench = pad.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0; 3], &mut [0.0; 3]);
/// assert!((wrench.torque.z + 0.1).abs() < 1e-15 && wrench.force.z == 10.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<FrameContact, ParameterError>))]
#[describe(
    tag = "elliptic_contact",
    entry,
    text = "A contact of a body with a plane that also resists spinning and rolling.",
    check = Self::further
)]
pub struct EllipticContact {
    /// Normal stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Friction coefficients along x and y \[1\], ≥ 0.
    #[field(non_negative)]
    friction: [f64; 2],
    /// Friction coefficient of spinning about the normal \[m\], > 0.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    torsional_friction: Option<f64>,
    /// Friction coefficients of rolling about x and y \[m\], > 0; needs the torsional one.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    rolling_friction: Option<[f64; 2]>,
    /// Factor on all friction coefficients over the equivalent sliding speed, such as one that falls
    /// from 1.3 to 1.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    speed_dependence: Option<StribeckCurve>,
    /// Tangential stiffness \[N/m\], > 0; that of the normal by default.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    tangential_stiffness: Option<f64>,
    /// Tangential damping \[N s/m\], ≥ 0; that of the normal by default.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative)]
    tangential_damping: Option<f64>,
    /// Stiffness against spinning \[N m/rad\], > 0.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    torsional_stiffness: Option<f64>,
    /// Damping against spinning \[N m s/rad\], ≥ 0.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative)]
    torsional_damping: Option<f64>,
    /// Stiffness against rolling \[N m/rad\], > 0.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(positive)]
    rolling_stiffness: Option<f64>,
    /// Damping against rolling \[N m s/rad\], ≥ 0.
    #[builder(default, setter(strip_option(fallback_suffix = "_opt")))]
    #[field(non_negative)]
    rolling_damping: Option<f64>,
    /// How the stage length enters the friction; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl EllipticContact {
    /// Returns the friction coefficients, stiffnesses and dampings of the five axes.
    fn axes(&self) -> [Vector5<f64>; 3] {
        let [x, y] = self.friction;
        let torsional = self.torsional_friction.unwrap_or(0.0);
        let [roll_x, roll_y] = self.rolling_friction.unwrap_or([0.0; 2]);
        let stiffness = self.tangential_stiffness.unwrap_or(self.stiffness);
        let damping = self.tangential_damping.unwrap_or(self.damping);
        // Lever at which sliding friction has the moment.
        let sliding = if x > y { x } else { y };
        let lever = |moment: f64| if sliding > 0.0 { (moment / sliding).powi(2) } else { 1.0 };
        let spin = lever(torsional);
        let roll = lever(if roll_x > roll_y { roll_x } else { roll_y });
        let about =
            |given: Option<f64>, tangential: f64, lever: f64| given.unwrap_or(tangential * lever);
        let torsion = about(self.torsional_stiffness, stiffness, spin);
        let rolling = about(self.rolling_stiffness, stiffness, roll);
        let torsion_damping = about(self.torsional_damping, damping, spin);
        let rolling_damping = about(self.rolling_damping, damping, roll);
        [
            Vector5::new(x, y, torsional, roll_x, roll_y),
            Vector5::new(stiffness, stiffness, torsion, rolling, rolling),
            Vector5::new(damping, damping, torsion_damping, rolling_damping, rolling_damping),
        ]
    }

    fn further(&self) -> Result<(), ParameterError> {
        if let Some([rolling, _]) = self.rolling_friction {
            let requirement = "needs a torsional friction too (dimensions are 3, 4 and 6)";
            let complete = self.torsional_friction.is_some();
            Self::require(complete, "rolling_friction", rolling, requirement)?;
        }
        let [friction, stiffness, damping] = self.axes();
        let name = |axis| match axis {
            0 | 1 => "friction",
            2 => "torsional_friction",
            _ => "rolling_friction",
        };
        check_semi_axes::<Self, _>(name, friction)?;
        let names = ["tangential_stiffness", "torsional_stiffness", "rolling_stiffness"];
        let damping_names = ["tangential_damping", "torsional_damping", "rolling_damping"];
        let size = match (self.torsional_friction, self.rolling_friction) {
            (None, _) => 1,
            (_, None) => 2,
            _ => 3,
        };
        // These include the values that are left to their defaults.
        for (i, axis) in [0, 2, 3].into_iter().take(size).enumerate() {
            Self::positive(names[i], stiffness[axis])?;
            Self::non_negative(damping_names[i], damping[axis])?;
            if self.speed_dependence.is_some() {
                Self::positive(damping_names[i], damping[axis])?;
            }
        }
        Ok(())
    }

    /// Returns the friction of n axes on an ellipsoid with their coefficients as semi-axes.
    fn law<const N: usize>(&self) -> Result<AxisFriction<N>, ParameterError> {
        let first = |all: Vector5<f64>| SVector::<f64, N>::from_fn(|axis, _| all[axis]);
        let [friction, stiffness, damping] = self.axes().map(first);
        Ok(LimitSetGsat {
            set: AxisSet::Elliptic(Ellipsoid::new(friction)?),
            coefficient: self.speed_dependence.map_or(Coefficient::default(), Coefficient::from),
            stiffness: Diagonal::unchecked(stiffness),
            damping: Diagonal::unchecked(damping),
            relaxation: self.relaxation,
        })
    }

    fn of<const N: usize>(contact: &FrameContact, law: &AxisFriction<N>) -> Self {
        let friction = law.set().semi_axes();
        let (stiffness, damping) = (law.stiffness(), law.damping());
        let of =
            |gain: Diagonal<SVector<f64, N>>, axis: usize| (axis < N).then(|| gain.entry(axis));
        Self {
            stiffness: contact.stiffness,
            damping: contact.damping,
            friction: [friction[0], friction[1]],
            torsional_friction: (N > 2).then(|| friction[2]),
            rolling_friction: (N > 4).then(|| [friction[3], friction[4]]),
            speed_dependence: match law.coefficient() {
                Coefficient::Stribeck(curve) => Some(*curve),
                Coefficient::Constant(_) | Coefficient::Varying(_) => None,
            },
            tangential_stiffness: of(stiffness, 0),
            tangential_damping: of(damping, 0),
            torsional_stiffness: of(stiffness, 2),
            torsional_damping: of(damping, 2),
            rolling_stiffness: of(stiffness, 3),
            rolling_damping: of(damping, 3),
            relaxation: law.relaxation(),
        }
    }
}

/// Returns the parameters of the contact, with defaulted stiffnesses and dampings filled in; for a
/// pyramidal contact, those of the elliptic one that it was made from.
impl From<&FrameContact> for EllipticContact {
    fn from(contact: &FrameContact) -> Self {
        with_law!(&contact.friction, law: N => Self::of::<N>(contact, law))
    }
}

/// The contact has as many axes as it has friction on.
impl From<EllipticContact> for Result<FrameContact, ParameterError> {
    fn from(given: EllipticContact) -> Self {
        given.validate()?;
        let friction = match (given.torsional_friction, given.rolling_friction) {
            (None, _) => AnyFriction::Sliding(given.law()?),
            (_, None) => AnyFriction::Torsional(given.law()?),
            _ => AnyFriction::Rolling(given.law()?),
        };
        Ok(FrameContact { stiffness: given.stiffness, damping: given.damping, friction })
    }
}

#[cfg(test)]
#[path = "elliptic_tests.rs"]
mod tests;
