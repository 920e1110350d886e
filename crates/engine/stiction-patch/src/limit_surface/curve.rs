//! Limit curves: a section of a limit surface, and the ellipsoid it is often replaced by.

use nalgebra::Vector2;
use stiction_core::{PlanarTwist, PlanarWrench};

/// A point of a limit curve and the twist that leads there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitPoint {
    /// Twist at the centre of pressure.
    pub twist: PlanarTwist,
    /// Friction on the patch.
    pub wrench: PlanarWrench,
}

/// Returns the friction from pure translation in one direction to pure rotation (Fig. 14).
///
/// The twists are `(reach cos α u, sin α)` with α from 0 to a right angle in `points` equal steps,
/// along the direction u of the angle `direction` \[rad\]. The `reach` \[m\] is an arm: about the
/// radius of the patch spreads the points evenly.
///
/// ```
/// use nalgebra::vector;
/// use stiction_patch::{Grid, Surface, limit_surface::limit_curve, steady};
/// let square = Surface::Square.patch(Grid::new(21, 0.02)?)?;
/// let curve: Vec<_> = limit_curve(0.0, 0.011, 50, |twist| steady::coulomb(&square, twist)).collect();
/// assert_eq!(curve.len(), 50);
/// assert!((curve[0].wrench.force - vector![-1.0, 0.0]).norm() < 1e-12);
/// assert_eq!(curve[49].wrench.torque, -square.radius());
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
pub fn limit_curve(
    direction: f64,
    reach: f64,
    points: usize,
    wrench: impl Fn(&PlanarTwist) -> PlanarWrench,
) -> impl ExactSizeIterator<Item = LimitPoint> {
    let (sin, cos) = direction.sin_cos();
    let along = Vector2::new(cos, sin) * reach;
    let last = points.saturating_sub(1);
    (0..points).map(move |index| {
        let angle = core::f64::consts::FRAC_PI_2 * index as f64 / last.max(1) as f64;
        // Exactly a pure rotation.
        let (sin, cos) = if index == last && last > 0 { (1.0, 0.0) } else { angle.sin_cos() };
        let twist = PlanarTwist { linear: along * cos, angular: sin };
        LimitPoint { twist, wrench: wrench(&twist) }
    })
}

/// Returns the friction of the ellipsoid (22), of a rim contact of radius r \[m\], per unit of `μ f_N`: a force
/// \[1\] and a torque \[m\] on the patch; zero at rest.
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::PlanarTwist;
/// use stiction_patch::limit_surface::ellipsoid;
/// let twist = PlanarTwist { linear: vector![0.03, 0.0], angular: 4.0 };
/// let friction = ellipsoid(0.01, &twist); // the rim turns at 0.04 m/s
/// assert!((friction.force - vector![-0.6, 0.0]).norm() < 1e-15);
/// assert!((friction.torque + 0.008).abs() < 1e-15);
/// ```
#[must_use]
pub fn ellipsoid(radius: f64, twist: &PlanarTwist) -> PlanarWrench {
    let rim_speed = radius * twist.angular;
    let speed = twist.linear.norm().hypot(rim_speed);
    if speed == 0.0 {
        return PlanarWrench::default();
    }
    PlanarWrench { force: -twist.linear / speed, torque: -radius * rim_speed / speed }
}
