//! What presses a sliding body on its support.

use nalgebra::Vector2;
use stiction_core::{Motion, PlanarFrame, Stage};
use stiction_friction::NormalLoad;
use stiction_mechanics::profiles::Profile;
use stiction_sliding::{Pressing, SupportLoad};

use crate::signal::Load;

/// Axes of a vector.
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
pub enum Axes {
    /// Those of the world.
    #[default]
    World,
    /// Those of the body, with which it turns.
    Body,
}

impl Axes {
    pub(crate) const fn is_world(&self) -> bool {
        matches!(self, Self::World)
    }
}

/// A normal force with moments that tilt the body.
pub(crate) struct Tilting {
    pub(crate) load: Load,
    pub(crate) moment: [Load; 2],
    pub(crate) axes: Axes,
}

impl SupportLoad for Tilting {
    fn pressing(&self, stage: &Stage, motion: &Motion<PlanarFrame>) -> Pressing {
        let [x, y] = self.moment.each_ref().map(|moment| moment.signal().effort(stage));
        let tilting_moment = match self.axes {
            Axes::World => Vector2::new(x, y),
            Axes::Body => {
                let (sine, cosine) = motion.pose.angle.sin_cos();
                Vector2::new(cosine * x - sine * y, sine * x + cosine * y)
            }
        };
        Pressing { normal_force: self.load.normal_force(stage), tilting_moment }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let all = core::iter::once(&self.load).chain(&self.moment);
        all.filter_map(|load| NormalLoad::next_jump(load, after)).min_by(f64::total_cmp)
    }
    fn describe(&self) -> String {
        let [x, y] = self.moment.each_ref().map(NormalLoad::describe);
        format!("{} ({x}, {y}) {:?}", NormalLoad::describe(&self.load), self.axes)
    }
}
