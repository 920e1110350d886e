//! The bodies of the paper's examples and what can be changed of them.

use clap::Args;
use nalgebra::vector;
use stiction::prelude::*;
use stiction::sliding::{PlanarSlider, Push, SupportHull};

use crate::common::Outcome;
use crate::triple::Triple;

/// What differs from the example
#[derive(Args)]
pub(crate) struct Changes {
    /// Mass [kg]
    #[arg(long)]
    mass: Option<f64>,
    /// Moment of inertia about the vertical [kg m²]
    #[arg(long)]
    inertia: Option<f64>,
    /// Friction coefficient
    #[arg(long, default_value_t = 0.31)]
    mu: f64,
    /// Friction along x, in units of mu
    #[arg(long, default_value_t = 1.0)]
    et: f64,
    /// Friction along y, in units of mu
    #[arg(long, default_value_t = 1.0)]
    eo: f64,
    /// Friction torque about the vertical, in units of mu [m]
    #[arg(long, default_value_t = 0.01)]
    er: f64,
    /// Height of the centre of mass [m]
    #[arg(long, default_value_t = 0.08)]
    height: f64,
    /// Acceleration of free fall [m/s²]
    #[arg(long, default_value_t = 9.8)]
    gravity: f64,
    /// Velocity at the beginning: vx [m/s], vy [m/s], w [rad/s]
    #[arg(long, value_name = "VX,VY,W")]
    v0: Option<Triple>,
    /// Height of the push above the support [m]; that of the centre of mass unless given
    #[arg(long)]
    push_height: Option<f64>,
}

/// A body on a plane, how it starts and what pushes it.
pub(crate) struct Body {
    pub(crate) title: &'static str,
    pub(crate) slider: PlanarSlider,
    pub(crate) start: PlanarTwist,
    /// End of the run \[s\].
    pub(crate) until: f64,
    /// Until when the snapshots of the paper's figure show it \[s\].
    pub(crate) shown: f64,
    /// Radius of the hole of a ring \[m\].
    pub(crate) hole: Option<f64>,
    /// Height of the push \[m\].
    pushed_at: Option<f64>,
}

/// Side of the square and radii of the ring \[m\].
const SIDE: f64 = 0.05;
const RING: [f64; 2] = [0.1, 0.05];
/// Of the square block, per mass \[m²\]. The paper prints no inertia; with this the ring too, of twice
/// the mass, stops when the text says.
const INERTIA_PER_MASS: f64 = (SIDE * SIDE + SIDE * SIDE) / 12.0;
/// Where the push acts, in body axes \[m\]: 2.5 mm below the middle of the left side.
const PUSHED: [f64; 2] = [-0.5 * SIDE, -2.5e-3];

impl Body {
    pub(crate) fn new(example: u8, changes: &Changes) -> Outcome<Self> {
        let (title, mass, start, until, shown) = match example {
            1 => ("A square block slides and spins", 0.5, [0.7, 0.9, 10.0], 0.5, 0.5),
            2 => ("A ring slides and spins", 1.0, [1.3, 0.8, 11.0], 0.65, 0.65),
            _ => ("A square block is pushed", 0.5, [0.2, 0.3, 0.0], 3.0, 0.6),
        };
        let support = match example {
            2 => SupportHull::ring(RING[0], RING[1])?,
            _ => SupportHull::square(SIDE)?,
        };
        if changes.push_height.is_some() && example != 3 {
            return Err("--push-height: only example 3 is pushed".into());
        }
        let mass = changes.mass.unwrap_or(mass);
        let slider = PlanarSlider::builder()
            .mass(mass)
            .inertia(changes.inertia.unwrap_or(mass * INERTIA_PER_MASS))
            .gravity(changes.gravity)
            .friction(changes.mu)
            .semi_axes([changes.et, changes.eo, changes.er])
            .height(changes.height)
            .support(support)
            .build()?;
        let [x, y, angular] = changes.v0.map_or(start, |Triple(start)| start);
        Ok(Self {
            title,
            slider,
            start: PlanarTwist { linear: vector![x, y], angular },
            until,
            shown,
            hole: (example == 2).then_some(RING[1]),
            pushed_at: (example == 3).then_some(changes.push_height.unwrap_or(changes.height)),
        })
    }

    /// Size of the push \[N\].
    pub(crate) fn push_force(&self, time: f64) -> f64 {
        const PERIOD: f64 = 0.1;
        match self.pushed_at {
            Some(_) => 2.2 + 2.0 * (core::f64::consts::TAU * time / PERIOD).cos(),
            None => 0.0,
        }
    }

    /// What pushes it from a time on.
    pub(crate) fn load(&self, time: f64) -> Result<Push, ParameterError> {
        let force = vector![self.push_force(time), 0.0, 0.0];
        Push::in_body_axes(force, PUSHED.into(), self.pushed_at.unwrap_or_default())
    }

    pub(crate) const fn is_pushed(&self) -> bool {
        self.pushed_at.is_some()
    }
}
