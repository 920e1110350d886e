//! From links to the bodies that move: names are checked, and links held together by fixed joints become one body.

use std::collections::HashMap;

use nalgebra::{Matrix3, Vector3};

use super::{ArticulationError, Inertial, Joint, TreeLink};
use crate::rotation;

/// Mass properties of a body: mass `m`, first moment `m c` and inertia about its origin, in its axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mass {
    pub(crate) mass: f64,
    pub(crate) first_moment: Vector3<f64>,
    pub(crate) inertia: Matrix3<f64>,
}

impl Mass {
    /// Adds a link that is fixed at a place of the body.
    fn add(&mut self, inertial: &Inertial, place: &Place) {
        let center = place.offset + place.turn * inertial.center();
        self.mass += inertial.mass();
        self.first_moment += center * inertial.mass();
        self.inertia += place.turn * inertial.inertia() * place.turn.transpose()
            + steiner(inertial.mass(), &center);
    }
}

/// Returns the inertia of a point at a place, about the origin.
pub(crate) fn steiner(mass: f64, place: &Vector3<f64>) -> Matrix3<f64> {
    (Matrix3::from_diagonal_element(place.norm_squared()) - place * place.transpose()) * mass
}

/// A frame fixed on a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    /// 0 is the base, `k + 1` the body that joint `k` carries.
    pub(crate) body: usize,
    /// Rotation from axes of the frame to axes of the body.
    pub(super) turn: Matrix3<f64>,
    /// Origin of the frame in axes of the body \[m\].
    pub(super) offset: Vector3<f64>,
}

/// A joint that moves, and the body that it carries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// Place of the joint on the body that carries it.
    pub(super) on: Place,
    /// Unit vector in axes of the body that it carries.
    pub(super) axis: Vector3<f64>,
    pub(super) slides: bool,
    pub(super) armature: f64,
}

/// The bodies of a tree, each after the one that carries it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tree {
    /// Joint `k` carries body `k + 1`.
    pub(super) joints: Vec<Moving>,
    /// The base, then the body that each joint carries.
    pub(crate) masses: Vec<Mass>,
    /// The base, then each link.
    pub(crate) places: Vec<Place>,
    /// Indices of the links that have a joint that moves.
    pub(super) carried: Vec<usize>,
}

impl Tree {
    pub(crate) fn of(
        base: &str,
        base_inertial: Option<&Inertial>,
        links: &[TreeLink],
    ) -> Result<Self, ArticulationError> {
        let known = names(base, links)?;
        let ground = Place { body: 0, turn: Matrix3::identity(), offset: Vector3::zeros() };
        let mut tree = Self {
            joints: vec![],
            masses: vec![Mass::default()],
            places: vec![ground],
            carried: vec![],
        };
        if let Some(inertial) = base_inertial {
            tree.masses[0].add(inertial, &ground);
        }
        for (index, link) in links.iter().enumerate() {
            let parent = tree.places[parent_of(link, index, &known, links)?];
            let origin = link.origin();
            let place = Place {
                body: parent.body,
                turn: parent.turn * rotation::matrix(&origin.orientation),
                offset: parent.offset + parent.turn * origin.position,
            };
            let place = match link.joint() {
                Joint::Fixed => place,
                Joint::Revolute(axis) => tree.carry(index, link, place, axis, false),
                Joint::Prismatic(axis) => tree.carry(index, link, place, axis, true),
            };
            if let Some(inertial) = link.inertial() {
                tree.masses[place.body].add(&inertial, &place);
            }
            tree.places.push(place);
        }
        Ok(tree)
    }

    /// Adds a body of its own, behind a joint.
    fn carry(
        &mut self,
        index: usize,
        link: &TreeLink,
        on: Place,
        axis: Vector3<f64>,
        slides: bool,
    ) -> Place {
        // The longest component first: the square of a small axis is still a number.
        let axis = (axis / axis.amax()).normalize();
        self.joints.push(Moving { on, axis, slides, armature: link.armature() });
        self.masses.push(Mass::default());
        self.carried.push(index);
        Place { body: self.joints.len(), turn: Matrix3::identity(), offset: Vector3::zeros() }
    }
}

/// Returns where each link stands in the list of places; the base is the first.
fn names<'a>(
    base: &'a str,
    links: &'a [TreeLink],
) -> Result<HashMap<&'a str, usize>, ArticulationError> {
    let mut known = HashMap::from([(base, 0)]);
    let mut joints = HashMap::new();
    for (index, link) in links.iter().enumerate() {
        if known.insert(link.name(), index + 1).is_some() {
            return Err(ArticulationError::SameLink { link: link.name().to_owned() });
        }
        if joints.insert(link.joint_name(), index).is_some() {
            return Err(ArticulationError::SameJoint { joint: link.joint_name().to_owned() });
        }
    }
    Ok(known)
}

/// Returns the place of the parent of the link with the index, in the list of places.
fn parent_of(
    link: &TreeLink,
    index: usize,
    known: &HashMap<&str, usize>,
    links: &[TreeLink],
) -> Result<usize, ArticulationError> {
    let (name, parent) = (link.name().to_owned(), link.parent().to_owned());
    let Some(&place) = known.get(link.parent().as_str()) else {
        return Err(ArticulationError::NoParent { link: name, parent });
    };
    if place <= index {
        return Ok(place);
    }
    // The chain of parents comes back to the link, or the list is out of order.
    let mut at = place;
    for _ in 0..links.len() {
        match known.get(links[at - 1].parent().as_str()) {
            Some(&next) if next == index + 1 || at == index + 1 => {
                return Err(ArticulationError::Loop { link: name });
            }
            None | Some(0) => break,
            Some(&next) => at = next,
        }
    }
    Err(ArticulationError::LaterParent { link: name, parent })
}
