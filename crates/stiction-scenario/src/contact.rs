//! Contacts of points and bodies with a plane, and hinges.

use stiction_core::ParameterError;
use stiction_friction::cone::ConeScale;
use stiction_friction::{
    AmendedLuGre, CoulombContact, EllipticContact, PointContact, PyramidContact,
};

use crate::curve::{Curve, Level, RateChoice, RelaxationChoice};
use crate::error::{Fault, Inside};
use crate::tagged::parameters;

parameters! {
    /// A contact with Coulomb friction.
    CoulombContactLaw {
        /// Normal stiffness [N/m].
        pub stiffness: f64,
        /// Normal damping [N s/m].
        pub damping: f64,
        /// Friction coefficient, or a curve of it over the speed.
        pub friction: Level,
        /// Tangential stiffness [N/m]; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_stiffness: Option<f64>,
        /// Tangential damping [N s/m]; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_damping: Option<f64>,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
    /// A contact with a friction pyramid.
    PyramidContactLaw {
        /// Normal stiffness [N/m].
        pub stiffness: f64,
        /// Normal damping [N s/m].
        pub damping: f64,
        /// Friction coefficient, or a curve of it over the speed.
        pub friction: Level,
        /// Number of sides, at least 3.
        #[schemars(range(min = 3, max = 1_048_576))]
        pub sides: usize,
        /// Which circle the polygon matches.
        #[serde(default)]
        pub scale: Scale,
        /// Angle of the first corner [rad].
        #[serde(default)]
        pub phase: f64,
        /// Tangential stiffness [N/m]; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_stiffness: Option<f64>,
        /// Tangential damping [N s/m]; that of the normal by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_damping: Option<f64>,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
    /// A contact with LuGre friction.
    LuGreContactLaw {
        /// Normal stiffness [N/m].
        pub stiffness: f64,
        /// Normal damping [N s/m].
        pub damping: f64,
        /// Stiffness of a bristle per normal force [1/m].
        pub bristle_stiffness: f64,
        /// Damping of a bristle per normal force [s/m].
        pub bristle_damping: f64,
        /// Viscous friction per normal force [s/m].
        #[serde(default)]
        pub viscous_damping: f64,
        /// Friction coefficient, or a curve of it over the speed.
        pub friction: Level,
        /// How the rate of the bristle is evaluated.
        #[serde(default)]
        pub bristle_rate: RateChoice,
    }
    /// A contact that also resists spinning and rolling.
    EllipticContactLaw {
        /// Normal stiffness [N/m].
        pub stiffness: f64,
        /// Normal damping [N s/m].
        pub damping: f64,
        /// Friction coefficients along x and y.
        pub friction: [f64; 2],
        /// Friction coefficient of spinning [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub torsional_friction: Option<f64>,
        /// Friction coefficients of rolling about x and y [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rolling_friction: Option<[f64; 2]>,
        /// Factor on all friction coefficients over the sliding speed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speed_dependence: Option<Curve>,
        /// Tangential stiffness [N/m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_stiffness: Option<f64>,
        /// Tangential damping [N s/m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tangential_damping: Option<f64>,
        /// Stiffness against spinning [N m/rad].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub torsional_stiffness: Option<f64>,
        /// Damping against spinning [N m s/rad].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub torsional_damping: Option<f64>,
        /// Stiffness against rolling [N m/rad].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rolling_stiffness: Option<f64>,
        /// Damping against rolling [N m s/rad].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rolling_damping: Option<f64>,
        /// How the stage length enters.
        #[serde(default)]
        pub relaxation: RelaxationChoice,
    }
}

/// Which circle the section of a friction pyramid matches.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Inscribed.
    #[default]
    Inner,
    /// Circumscribed.
    Outer,
    /// The same area.
    EqualArea,
    /// The same perimeter.
    EqualPerimeter,
    /// The same mean radius.
    EqualMeanRadius,
    /// The least error of the radius.
    Minimax,
}

impl From<Scale> for ConeScale {
    fn from(scale: Scale) -> Self {
        match scale {
            Scale::Inner => Self::Inner,
            Scale::Outer => Self::Outer,
            Scale::EqualArea => Self::EqualArea,
            Scale::EqualPerimeter => Self::EqualPerimeter,
            Scale::EqualMeanRadius => Self::EqualMeanRadius,
            Scale::Minimax => Self::Minimax,
        }
    }
}

impl CoulombContactLaw {
    pub(crate) fn build(&self) -> Result<CoulombContact, Fault> {
        let contact = CoulombContact::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction.coefficient().inside("friction")?)
            .tangential_stiffness_opt(self.tangential_stiffness)
            .tangential_damping_opt(self.tangential_damping)
            .relaxation(self.relaxation.into());
        Ok(contact.build()?)
    }
}

impl PyramidContactLaw {
    pub(crate) fn build(&self) -> Result<PyramidContact, Fault> {
        let contact = PyramidContact::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction.coefficient().inside("friction")?)
            .sides(self.sides)
            .scale(self.scale.into())
            .phase(self.phase)
            .tangential_stiffness_opt(self.tangential_stiffness)
            .tangential_damping_opt(self.tangential_damping)
            .relaxation(self.relaxation.into());
        Ok(contact.build()?)
    }
}

impl LuGreContactLaw {
    pub(crate) fn build(&self) -> Result<PointContact<AmendedLuGre>, Fault> {
        let renamed = |mut error: ParameterError| {
            error.parameter = match error.parameter {
                "stiffness" => "bristle_stiffness",
                "damping" => "bristle_damping",
                other => other,
            };
            error
        };
        let law = AmendedLuGre::builder()
            .stiffness(self.bristle_stiffness)
            .damping(self.bristle_damping)
            .viscous_damping(self.viscous_damping)
            .friction(self.friction.curve().inside("friction")?)
            .bristle_rate(self.bristle_rate.into())
            .build()
            .map_err(renamed)?;
        let contact = PointContact::builder().stiffness(self.stiffness).damping(self.damping);
        Ok(contact.law(law).build()?)
    }
}

impl EllipticContactLaw {
    pub(crate) fn build(&self) -> Result<EllipticContact, Fault> {
        let curve = self.speed_dependence.as_ref().map(Curve::build).transpose();
        let contact = EllipticContact::builder()
            .stiffness(self.stiffness)
            .damping(self.damping)
            .friction(self.friction)
            .torsional_friction_opt(self.torsional_friction)
            .rolling_friction_opt(self.rolling_friction)
            .speed_dependence_opt(curve.inside("speed_dependence")?)
            .tangential_stiffness_opt(self.tangential_stiffness)
            .tangential_damping_opt(self.tangential_damping)
            .torsional_stiffness_opt(self.torsional_stiffness)
            .torsional_damping_opt(self.torsional_damping)
            .rolling_stiffness_opt(self.rolling_stiffness)
            .rolling_damping_opt(self.rolling_damping)
            .relaxation(self.relaxation.into());
        Ok(contact.build()?)
    }
}
