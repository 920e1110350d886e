//! The convex hull of a contact patch, which contains the equivalent contact point.
//!
//! The pressure of a patch, whatever its distribution, has its centre in the convex hull of the patch
//! and nowhere else. A contact point that the balance of moments puts outside asks the support to
//! pull: the body topples over the side that the point is beyond (Xie and Chakraborty, section 4.2).

use nalgebra::Vector2;
use stiction_core::{ParameterError, Validate};
use stiction_friction::ellipsoid_kernel::Usable;

/// The convex hull of a patch, in the axes of the body, from its centre of mass \[m\].
///
/// ```
/// use nalgebra::vector;
/// use stiction_sliding::SupportHull;
/// // A stool on three feet.
/// let stool = SupportHull::of_points(&[vector![0.2, 0.0], vector![-0.1, 0.2], vector![-0.1, -0.2]])?;
/// assert!(stool.margin(&vector![0.0, 0.0]) > 0.09);
/// assert!((stool.margin(&vector![-0.15, 0.0]) + 0.05).abs() < 1e-15); // topples backwards
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SupportHull(Shape);

#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Disc { radius: f64 },
    Polygon(Box<[Side]>),
}

/// A side from a corner on, counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    corner: Vector2<f64>,
    /// Outward unit normal.
    normal: Vector2<f64>,
    /// Distance of the line from the origin along the normal.
    distance: f64,
}

impl SupportHull {
    /// Creates a square with the given side \[m\], its middle below the centre of mass.
    ///
    /// # Errors
    /// A side that is not finite and positive.
    pub fn square(side: f64) -> Result<Self, ParameterError> {
        Self::usable("side", side)?;
        Self::rectangle(side, side)
    }

    /// Creates a rectangle with the given sides along x and y \[m\], its middle below the centre of mass.
    ///
    /// # Errors
    /// A side that is not finite and positive.
    pub fn rectangle(length: f64, width: f64) -> Result<Self, ParameterError> {
        Self::usable("length", length)?;
        Self::usable("width", width)?;
        let (x, y) = (0.5 * length, 0.5 * width);
        Self::of_points(&[[-x, -y], [x, -y], [x, y], [-x, y]].map(Vector2::from))
    }

    /// Creates a disc of the given radius \[m\], its middle below the centre of mass.
    ///
    /// # Errors
    /// A radius that is not finite and positive.
    pub fn disc(radius: f64) -> Result<Self, ParameterError> {
        Self::usable("radius", radius)?;
        Ok(Self(Shape::Disc { radius }))
    }

    /// Creates a ring of the given radii \[m\], its middle below the centre of mass: its hull is the outer
    /// disc, and the contact point may be in the hole.
    ///
    /// # Errors
    /// Radii that are not finite with `0 ≤ inner < outer`.
    pub fn ring(outer_radius: f64, inner_radius: f64) -> Result<Self, ParameterError> {
        Self::usable("outer_radius", outer_radius)?;
        Self::non_negative("inner_radius", inner_radius)?;
        let inside = inner_radius < outer_radius;
        Self::require(inside, "inner_radius", inner_radius, "must be below the outer radius")?;
        Self::disc(outer_radius)
    }

    /// Creates the convex hull of any points \[m\]: feet, the corners of a polygon, the cells of a patch.
    ///
    /// # Errors
    /// Less than three points; a coordinate that is not finite; points on one line.
    pub fn of_points(points: &[Vector2<f64>]) -> Result<Self, ParameterError> {
        let count = points.len() as f64;
        Self::require(points.len() >= 3, "points", count, "must be at least 3")?;
        points.iter().try_for_each(|point| Self::all_finite("points", point.as_slice()))?;
        let corners = convex_hull(points);
        let on_a_line = "must not all be on one line";
        Self::require(corners.len() >= 3, "points", corners.len() as f64, on_a_line)?;
        let next = corners.iter().cycle().skip(1);
        let side = |(&corner, &end): (&Vector2<f64>, &Vector2<f64>)| {
            let along = (end - corner).normalize();
            let normal = Vector2::new(along.y, -along.x);
            Side { corner, normal, distance: normal.dot(&corner) }
        };
        let sides: Box<[Side]> = corners.iter().zip(next).map(side).collect();
        let usable = sides.iter().all(|side| side.distance.is_finite());
        Self::require(usable, "points", f64::NAN, "must span a hull to rounding")?;
        Ok(Self(Shape::Polygon(sides)))
    }

    /// Returns the distance of a point from the border \[m\], in the axes of the body; negative outside.
    ///
    /// Outside a polygon it is the distance from the farthest of the lines that the point is beyond:
    /// the lever arm of toppling over that side.
    #[inline]
    #[must_use]
    pub fn margin(&self, point: &Vector2<f64>) -> f64 {
        match &self.0 {
            Shape::Disc { radius } => radius - point.norm(),
            Shape::Polygon(sides) => {
                let to_side = |side: &Side| side.distance - side.normal.dot(point);
                // NaN stays.
                let least = |least, margin| if margin >= least { least } else { margin };
                sides.iter().map(to_side).fold(f64::INFINITY, least)
            }
        }
    }

    /// Returns [`Self::margin`] of a point in the axes of the world, under a body turned by `angle` \[rad\].
    #[inline]
    #[must_use]
    pub fn margin_turned(&self, angle: f64, point: &Vector2<f64>) -> f64 {
        if let Shape::Disc { .. } = self.0 {
            return self.margin(point);
        }
        let (sine, cosine) = angle.sin_cos();
        self.margin(&Vector2::new(
            cosine * point.x + sine * point.y,
            cosine * point.y - sine * point.x,
        ))
    }

    /// Returns the corners of a polygon, counter-clockwise; none for a disc.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = Vector2<f64>> + '_ {
        let sides: &[Side] = match &self.0 {
            Shape::Disc { .. } => &[],
            Shape::Polygon(sides) => sides,
        };
        sides.iter().map(|side| side.corner)
    }

    /// Returns the radius of a disc; `None` for a polygon.
    #[must_use]
    pub const fn radius(&self) -> Option<f64> {
        match self.0 {
            Shape::Disc { radius } => Some(radius),
            Shape::Polygon(_) => None,
        }
    }
}

impl Validate for SupportHull {
    const COMPONENT: &'static str = "SupportHull";
    /// Accepts all: a hull is checked where it is created.
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}

/// Returns the corners of the hull, counter-clockwise: Andrew's monotone chain, lower side then upper.
fn convex_hull(points: &[Vector2<f64>]) -> Vec<Vector2<f64>> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    let chain = |points: &mut dyn Iterator<Item = &Vector2<f64>>| {
        let mut chain: Vec<Vector2<f64>> = vec![];
        for point in points {
            while let [.., before, last] = chain[..]
                && (last - before).perp(&(point - last)) <= 0.0
            {
                chain.pop();
            }
            chain.push(*point);
        }
        // The other chain begins there.
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter());
    hull.extend(chain(&mut sorted.iter().rev()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;
    use proptest::prelude::*;

    #[test]
    fn hand_computed_margins() {
        let square = SupportHull::square(2.0).unwrap();
        assert_eq!(square.margin(&vector![0.0, 0.0]), 1.0);
        assert_eq!(square.margin(&vector![0.75, -0.5]), 0.25);
        assert_eq!(square.margin(&vector![1.5, 2.0]), -1.0);
        let ring = SupportHull::ring(0.1, 0.05).unwrap();
        assert_eq!(ring.margin(&vector![0.03, 0.04]), 0.1 - 0.05);
        assert_eq!(ring.radius(), Some(0.1));
        let long = SupportHull::rectangle(4.0, 2.0).unwrap();
        let quarter = core::f64::consts::FRAC_PI_2;
        assert!((long.margin_turned(quarter, &vector![0.0, 1.5]) - 0.5).abs() < 1e-15);
        assert!((long.margin_turned(0.0, &vector![0.0, 1.5]) + 0.5).abs() < 1e-15);
        assert!(square.margin(&vector![f64::NAN, 0.0]).is_nan());
    }

    #[test]
    fn points_inside_and_on_the_border_are_no_corners() {
        let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 0.5], [2.0, 2.0], [0.0, 0.0]];
        let hull = SupportHull::of_points(&points.map(Vector2::from)).unwrap();
        let corners: Vec<_> = hull.corners().collect();
        assert_eq!(corners, [vector![0.0, 0.0], vector![2.0, 0.0], vector![2.0, 2.0]]);
    }

    #[test]
    fn bad_hulls_are_named() {
        let parameter = |built: Result<SupportHull, ParameterError>| built.unwrap_err().parameter;
        assert_eq!(parameter(SupportHull::square(-1.0)), "side");
        assert_eq!(parameter(SupportHull::rectangle(-1.0, 1.0)), "length");
        assert_eq!(parameter(SupportHull::rectangle(1.0, -1.0)), "width");
        assert_eq!(parameter(SupportHull::disc(-1.0)), "radius");
        assert_eq!(parameter(SupportHull::ring(1.0, 1.0)), "inner_radius");
        assert_eq!(parameter(SupportHull::ring(f64::NAN, 0.0)), "outer_radius");
        let line = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]].map(Vector2::from);
        assert_eq!(parameter(SupportHull::of_points(&line)), "points");
        assert_eq!(parameter(SupportHull::of_points(&line[..2])), "points");
        let nan = [vector![0.0, 0.0], vector![1.0, 0.0], vector![0.0, f64::NAN]];
        assert_eq!(parameter(SupportHull::of_points(&nan)), "points");
    }

    proptest! {
        /// Every point is inside its hull, every mean of points too; the margin turns with the points.
        #[test]
        fn holds_its_points(
            points in prop::collection::vec(prop::array::uniform2(-1.0..1.0_f64), 3..40),
            angle in -9.0..9.0_f64,
        ) {
            let points: Vec<Vector2<f64>> = points.into_iter().map(Vector2::from).collect();
            let hull = SupportHull::of_points(&points).unwrap();
            let mean = points.iter().sum::<Vector2<f64>>() / points.len() as f64;
            prop_assert!(hull.margin(&mean) > 0.0);
            for point in &points {
                prop_assert!(hull.margin(point) >= -1e-15);
            }
            for corner in hull.corners() {
                prop_assert!(hull.margin(&corner).abs() < 1e-15);
                prop_assert!(hull.margin(&(mean + (corner - mean) * 1.01)) < 0.0);
            }
            let (sine, cosine) = angle.sin_cos();
            let turned = vector![cosine * mean.x - sine * mean.y, sine * mean.x + cosine * mean.y];
            let margin = hull.margin_turned(angle, &turned);
            prop_assert!((margin - hull.margin(&mean)).abs() < 1e-14);
        }
    }
}
