//! The models of the paper by name.

use clap::{Args, ValueEnum};
use stiction::friction::BristleRate;
use stiction::patch::{Arithmetic, BristleModel, BristleParameters};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{self, Kind};

use crate::common::Outcome;

/// How the friction of a patch is computed, and how its bristles yield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// A bristle in every cell; drifts
    #[value(name = "distributed-lugre", alias = "dist-lugre")]
    DistributedLuGre,
    /// A bristle in every cell
    #[value(name = "distributed-elasto-plastic", aliases = ["distributed", "dist-ep", "dist-elasto-plastic"])]
    DistributedElastoPlastic,
    /// Three bristles, the limit surface an ellipsoid; drifts
    #[value(name = "ellipsoid-lugre", alias = "ell-lugre")]
    EllipsoidLuGre,
    /// Three bristles, the limit surface an ellipsoid
    #[value(name = "ellipsoid-elasto-plastic", aliases = ["ell-ep", "ell-elasto-plastic"])]
    EllipsoidElastoPlastic,
    /// Three bristles, the limit surface from a table; drifts
    #[value(name = "limit-surface-lugre", aliases = ["ls-lugre", "reduced-lugre"])]
    LimitSurfaceLuGre,
    /// Three bristles, the limit surface from a table
    #[value(name = "limit-surface-elasto-plastic", aliases = ["reduced", "reduced-elasto-plastic", "reduced-ep", "ls-ep", "ls-elasto-plastic"])]
    LimitSurfaceElastoPlastic,
}

/// How the patches are computed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Numerics {
    /// Set of Table I: 0 is Coulomb friction, 1 has Stribeck and viscous friction
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    parameters: u8,
    /// Fused multiply-add: faster, but the last bits depend on the machine
    #[arg(long)]
    fast: bool,
}

impl Numerics {
    /// The set of Table I that was chosen.
    pub(crate) fn bristles(self) -> Result<BristleParameters, ParameterError> {
        match self.parameters {
            0 => BristleParameters::table_one_coulomb(),
            _ => BristleParameters::table_one_stribeck(),
        }
    }
}

impl Model {
    /// Its name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Its name in a figure.
    pub(crate) fn label(self) -> String {
        let (bristle, kind) = match self.bristle() {
            BristleModel::LuGre => ("LuGre", "-lugre"),
            _ => ("elasto-plastic", "-elasto-plastic"),
        };
        format!("{}, {bristle}", self.name().trim_end_matches(kind).replace('-', " "))
    }

    /// Whether a table of the limit surface drives the bristles.
    pub(crate) fn has_table(self) -> bool {
        matches!(self, Self::LimitSurfaceLuGre | Self::LimitSurfaceElastoPlastic)
    }

    fn bristle(self) -> BristleModel {
        match self {
            Self::DistributedLuGre | Self::EllipsoidLuGre | Self::LimitSurfaceLuGre => {
                BristleModel::LuGre
            }
            _ => BristleModel::ElastoPlastic,
        }
    }

    /// The model to compare with: distributed with reduced, reduced with distributed.
    pub(crate) fn counterpart(self) -> Self {
        match self {
            Self::DistributedLuGre => Self::LimitSurfaceLuGre,
            Self::DistributedElastoPlastic => Self::LimitSurfaceElastoPlastic,
            Self::EllipsoidLuGre | Self::LimitSurfaceLuGre => Self::DistributedLuGre,
            _ => Self::DistributedElastoPlastic,
        }
    }

    /// Returns the model with the other bristles, to compare with.
    pub(crate) fn other_bristle(self) -> Self {
        match self {
            Self::DistributedLuGre => Self::DistributedElastoPlastic,
            Self::DistributedElastoPlastic => Self::DistributedLuGre,
            Self::EllipsoidLuGre => Self::EllipsoidElastoPlastic,
            Self::EllipsoidElastoPlastic => Self::EllipsoidLuGre,
            Self::LimitSurfaceLuGre => Self::LimitSurfaceElastoPlastic,
            Self::LimitSurfaceElastoPlastic => Self::LimitSurfaceLuGre,
        }
    }

    fn kind(self) -> Kind {
        match self {
            Self::DistributedLuGre | Self::DistributedElastoPlastic => Kind::Distributed,
            Self::EllipsoidLuGre | Self::EllipsoidElastoPlastic => Kind::Ellipsoid,
            Self::LimitSurfaceLuGre | Self::LimitSurfaceElastoPlastic => Kind::LimitSurface,
        }
    }

    /// Everything about the friction but the contact, under 1 N.
    pub(crate) fn of(self, rate: BristleRate, numerics: Numerics) -> Outcome<planar_lugre::Model> {
        Ok(planar_lugre::Model {
            parameters: numerics.bristles()?,
            rate,
            arithmetic: if numerics.fast { Arithmetic::Fast } else { Arithmetic::Exact },
            ..planar_lugre::Model::new(self.kind(), self.bristle())?
        })
    }
}
