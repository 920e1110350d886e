//! The bodies that move: links held together by fixed joints.

use std::collections::HashMap;

use crate::{Inertial, Joint, TreeLink};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Parts of a moment by which a principal one may be above the sum of the others: numbers of three digits are rounded
/// by so much.
const ROUNDING: f64 = 1e-2;

/// Mass, first moment and inertia about the origin of a body, in its axes.
#[derive(Clone, Copy, Default)]
struct Sum {
    mass: f64,
    first_moment: Vector3<f64>,
    inertia: Matrix3<f64>,
}

/// The bodies, each called by its first link.
pub(crate) struct Bodies<'a> {
    /// Body of each link, with the axes and origin of the link in those of the body.
    places: HashMap<&'a str, (&'a str, UnitQuaternion<f64>, Vector3<f64>)>,
    sums: HashMap<&'a str, Sum>,
}

impl<'a> Bodies<'a> {
    /// Merges links that fixed joints connect; each link comes after its parent.
    pub(crate) fn of(
        base: &'a str,
        base_inertial: Option<Inertial>,
        links: &'a [TreeLink],
    ) -> Self {
        let here = (base, UnitQuaternion::identity(), Vector3::zeros());
        let mut bodies = Self { places: HashMap::from([(base, here)]), sums: HashMap::new() };
        bodies.add(base, base_inertial);
        for link in links {
            let own = (link.name().as_str(), UnitQuaternion::identity(), Vector3::zeros());
            let place = match (link.joint(), bodies.places.get(link.parent().as_str())) {
                (Joint::Fixed, Some(&(body, turn, offset))) => {
                    let origin = link.origin();
                    let orientation = UnitQuaternion::from_quaternion(origin.orientation);
                    (body, turn * orientation, offset + turn * origin.position)
                }
                _ => own,
            };
            bodies.places.insert(link.name(), place);
            bodies.add(link.name(), link.inertial());
        }
        bodies
    }

    fn add(&mut self, link: &'a str, inertial: Option<Inertial>) {
        let (Some(inertial), Some(&(body, turn, offset))) = (inertial, self.places.get(link))
        else {
            return;
        };
        let (sum, mass) = (self.sums.entry(body).or_default(), inertial.mass());
        let (center, turn) = (offset + turn * inertial.center(), turn.to_rotation_matrix());
        sum.mass += mass;
        sum.first_moment += center * mass;
        sum.inertia += turn * inertial.inertia() * turn.transpose() + steiner(mass, &center);
    }

    /// Returns the body of a link, and whether it has an inertia that a body can have.
    pub(crate) fn judge(&self, link: &str) -> (&'a str, bool) {
        let Some(&(body, ..)) = self.places.get(link) else { return ("", false) };
        let Sum { mass, first_moment, inertia } = self.sums.get(body).copied().unwrap_or_default();
        if mass <= 0.0 {
            return (body, false);
        }
        let about_center = inertia - steiner(mass, &(first_moment / mass));
        let moments = about_center.symmetric_eigenvalues();
        let size = inertia.amax();
        let excess = 2.0 * moments.max() - moments.sum();
        (body, moments.min() >= -1e-12 * size && excess <= ROUNDING * moments.max())
    }
}

/// Returns the inertia of a point at a place, about the origin.
fn steiner(mass: f64, place: &Vector3<f64>) -> Matrix3<f64> {
    (Matrix3::from_diagonal_element(place.norm_squared()) - place * place.transpose()) * mass
}
