//! A component of this example's own: friction that sticks, on the limit surface of a patch.
//!
//! The stick-slip law of the library, [`LimitSetGsat`], for the twist of a body in the plane. Its set
//! is the friction of a patch that rests on many points, so that force and torque are limited
//! together, exactly as on those points, with three springs in all. These
//! are the same along x and y, and keep their directions while the body turns: in its own axes, closed
//! cycles of force and yaw would move it by their area.

use nalgebra::{Vector2, Vector3};
use stiction::patch::ContactPatch;
use stiction::prelude::*;

use crate::common::Outcome;

/// Friction on the limit surface of a patch; internal state: deflections \[m, m, rad\].
#[derive(Debug)]
pub(crate) struct SurfaceStick {
    law: LimitSetGsat<PointSupports, Diagonal<Vector3<f64>>>,
    weight: f64,
}

impl SurfaceStick {
    /// For a friction coefficient, a weight \[N\], and stiffness and damping along x, y and about the
    /// vertical.
    pub(crate) fn new(
        patch: &ContactPatch,
        (mu, weight): (f64, f64),
        stiffness: [f64; 3],
        damping: [f64; 3],
    ) -> Outcome<Self> {
        let places = patch.x().iter().zip(patch.y()).map(|(&x, &y)| Vector2::new(x, y));
        let points: Vec<_> =
            places.zip(patch.weight()).map(|(place, share)| (place, mu * share)).collect();
        let law = LimitSetGsat::builder().set(PointSupports::new(&points)?);
        let law = law.stiffness(Diagonal::new(stiffness.into())?);
        let law = law.damping(Diagonal::new(damping.into())?);
        Ok(Self { law: law.build()?, weight })
    }
}

impl Impedance for SurfaceStick {
    type Domain = PlanarFrame;

    fn internal_len(&self) -> usize {
        3
    }

    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> PlanarWrench {
        let PlanarTwist { linear, angular } = motion.flow;
        let (sine, cosine) = motion.pose.angle.sin_cos();
        // The set turns with the body.
        let turned = |v: Vector3<f64>, sine: f64| {
            Vector3::new(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y, v.z)
        };
        let twist = turned(linear.push(angular), -sine);
        let deflection = turned(Vector3::from_column_slice(&internal[..3]), -sine);
        let mut local = [0.0; 3];
        let friction =
            self.law.friction(stage, self.weight, twist, deflection.as_slice(), &mut local);
        rate[..3].copy_from_slice(turned(local.into(), sine).as_slice());
        let friction = turned(friction, sine);
        PlanarWrench { force: -friction.xy(), torque: -friction.z }
    }

    fn stuck_stiffness(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        LoadedFriction::<Vector3<f64>>::stuck_stiffness(&self.law, Some(self.weight), tau, axis)
    }
}
