//! A pusher behind a block, and the quasi-static law by which it steers.
//!
//! By (32)-(34) a point of contact (x, y) in body axes that moves along the body's x with the speed v
//! gives the twist `v_x = (c² + x²) v/D`, `v_y = x y v/D`, `ω = −y v/D` with `D = c² + x² + y²`: the
//! middle of the pushed side, (x, 0), moves along the body's x too, and the body turns with the
//! curvature `−y/(c² + x²)`. The middle of the side is the rear axle of a car, y its steering wheel.

use nalgebra::{Rotation2, Vector2, vector};
use stiction::core::{Motion, PlanarFrame, PlanarPose};
use stiction::sliding::{PlanarSlider, Push, QuasiStaticPush, StepReport};

use crate::common::Outcome;
use crate::dubins::Way;

/// What pushes and how.
#[derive(Clone, Copy)]
pub(crate) struct Pusher {
    /// Side of the block \[m\].
    pub(crate) side: f64,
    /// Friction coefficient between pusher and block.
    pub(crate) friction: f64,
    /// Height above the support \[m\].
    pub(crate) height: f64,
    /// Speed along the way \[m/s\].
    pub(crate) speed: f64,
    /// Whether it sees where the block is, or pushes as planned.
    pub(crate) corrects: bool,
}

/// Part of half the side that is used.
const USED: f64 = 0.9;
/// How the error decays along the way \[1/m\].
const DECAY: f64 = 25.0;
/// Force per speed that the pushed point lacks \[N s/m\].
const GAIN: f64 = 40.0;
/// Deceleration toward the end \[m/s²\] and the speed that is left \[m/s\].
const BRAKING: f64 = 0.3;
const CREEP: f64 = 2e-3;
/// Largest time of a way, as a multiple of its length over the speed.
const PATIENCE: f64 = 4.0;

/// What was done at a time.
pub(crate) struct Moment {
    pub(crate) time: f64,
    pub(crate) motion: Motion<PlanarFrame>,
    /// Off the plan to the left \[m\], and in heading \[rad\].
    pub(crate) errors: [f64; 2],
    /// Place of the contact on the side, planned and used \[m\].
    pub(crate) contact: [f64; 2],
    /// Force in body axes \[N\].
    pub(crate) force: Vector2<f64>,
    pub(crate) report: StepReport,
}

impl Pusher {
    /// Where the pushed side is, in body axes \[m\].
    fn behind(&self) -> f64 {
        -0.5 * self.side
    }

    /// `c² + x²` \[m²\].
    fn lever(&self, slider: &PlanarSlider) -> f64 {
        let [et, _, er] = slider.semi_axes();
        (er / et).powi(2) + self.behind().powi(2)
    }

    /// Radius of the arc with the contact at so much of half the side \[m\].
    pub(crate) fn radius(&self, slider: &PlanarSlider, share: f64) -> f64 {
        self.lever(slider) / (0.5 * self.side * share)
    }

    /// The middle of the pushed side of a block.
    pub(crate) fn axle(&self, pose: &PlanarPose) -> PlanarPose {
        let position = pose.position + Rotation2::new(pose.angle) * vector![self.behind(), 0.0];
        PlanarPose { position, angle: pose.angle }
    }

    /// Pushes a block along the way, lets go at its end and waits for the block to rest.
    pub(crate) fn push(&self, slider: &PlanarSlider, way: &Way, step: f64) -> Outcome<Vec<Moment>> {
        let mut motion = Motion::<PlanarFrame>::default();
        let (mut moments, mut distance) = (vec![], 0.0_f64);
        let most = PATIENCE * way.length() / self.speed + 5.0;
        for k in 0..(most / step) as u64 {
            let (at, curvature) = way.at(distance.min(way.length() * (1.0 - 1e-9)));
            let axle = self.axle(&motion.pose);
            let local = Rotation2::new(-at.angle) * (axle.position - at.position);
            let heading = axle.angle - at.angle;
            let correction = DECAY * (DECAY * local.y + 2.0 * heading.sin());
            let wanted = if self.corrects { curvature - correction } else { curvature };
            let reach = 0.5 * self.side * USED;
            let [planned, used] = [curvature, wanted]
                .map(|curvature| (-curvature * self.lever(slider)).clamp(-reach, reach));
            let left = way.length() - distance;
            let speed = self.speed.min((2.0 * BRAKING * left.max(0.0)).sqrt() + CREEP);
            let force = if left > 0.0 {
                self.force(slider, &motion, used, speed)?
            } else {
                Vector2::zeros()
            };
            let point = vector![self.behind(), used];
            let push = Push::in_body_axes(force.push(0.0), point, self.height)?;
            let report = slider.step(&mut motion, step, &push)?;
            let next = self.axle(&motion.pose);
            let gone = Rotation2::new(-at.angle) * (next.position - axle.position);
            distance += gone.x / (1.0 - curvature * local.y).max(0.5);
            let time = (k + 1) as f64 * step;
            let errors = [local.y, heading];
            moments.push(Moment { time, motion, errors, contact: [planned, used], force, report });
            let rests = motion.flow == Default::default();
            if left <= 0.0 && rests {
                return Ok(moments);
            }
        }
        Err("the block does not arrive: push faster, or with less friction".into())
    }

    /// What friction needs, and what the pushed point lacks of its speed; within the friction cone of
    /// the pusher, which can only push.
    fn force(
        &self,
        slider: &PlanarSlider,
        motion: &Motion<PlanarFrame>,
        contact: f64,
        speed: f64,
    ) -> Outcome<Vector2<f64>> {
        let point = vector![self.behind(), contact];
        let lever = self.lever(slider);
        let wanted = vector![speed * (lever + contact * contact) / lever, 0.0];
        let law = QuasiStaticPush::builder().friction(slider.friction());
        let law = law.semi_axes(slider.semi_axes()).point(point).height(self.height).build()?;
        let weight = slider.mass() * slider.gravity();
        let needed = law.motion(&wanted).map_or(Vector2::zeros(), |motion| motion.push * weight);
        let velocity = Rotation2::new(-motion.pose.angle) * motion.flow.linear;
        let velocity = velocity + vector![-point.y, point.x] * motion.flow.angular;
        let force = needed + (wanted - velocity) * GAIN;
        let normal = force.x.max(0.0);
        let most = self.friction * normal;
        Ok(vector![normal, force.y.clamp(-most, most)])
    }
}
