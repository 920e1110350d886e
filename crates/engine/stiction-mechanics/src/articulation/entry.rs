//! A tree as a file has it: its links one after the other.

use nalgebra::Vector3;
use stiction_core::{Describe, ParameterError, Pose, Seen, Validate, ValueError};

use super::{Articulation, ArticulationError, ArticulationParameters, Inertial, Joint, TreeLink};
use crate::tensor::Tensor;

/// A link and the joint that carries it.
#[derive(Describe)]
#[describe(builds = TreeLink)]
struct LinkEntry {
    /// Its name, which no other link has.
    name: String,
    /// The link that carries it, or the base.
    parent: String,
    /// How it moves on its parent.
    joint: JointKind,
    /// Name of the joint, which no other joint has; that of the link by default.
    #[field(default = None)]
    joint_name: Option<String>,
    /// Frame of the joint in that of the parent \[m\].
    #[field(default = Pose::default())]
    origin: Pose,
    /// Its mass, if it has one of its own.
    #[field(default = None)]
    inertial: Option<Inertial>,
    /// Inertia that the joint feels and no link has, that of a rotor times the square of its gear ratio \[kg m², or
    /// kg\], ≥ 0.
    #[field(non_negative, default = 0.0)]
    armature: f64,
    /// Its appearance, in its axes; by default a line of capsules to the joints that it carries.
    #[field(default = vec![])]
    shapes: Vec<Seen>,
}

/// How a link moves on its parent.
#[derive(Describe)]
enum JointKind {
    /// Not at all: both are one body.
    Fixed,
    /// Turns about an axis.
    Revolute {
        /// Axis in the coordinates of the link, finite, of any length but zero.
        #[field(finite)]
        axis: Vector3<f64>,
    },
    /// Slides along an axis; its coordinate is a length \[m\].
    Prismatic {
        /// Axis in the coordinates of the link, finite, of any length but zero.
        #[field(finite)]
        axis: Vector3<f64>,
    },
}

/// Mass, centre of mass and inertia of a link.
#[derive(Describe)]
#[describe(builds = Inertial)]
struct InertialEntry {
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Centre of mass in the axes of the link, from its origin \[m\], finite.
    #[field(finite, default = Vector3::zeros())]
    center: Vector3<f64>,
    /// Inertia about the centre of mass, axes of the link \[kg m²\]: its three principal moments, or its nine
    /// entries by rows.
    #[field(length(3, 9, "must have 3 or 9 entries"))]
    inertia: Tensor,
}

impl From<InertialEntry> for Result<Inertial, ParameterError> {
    fn from(given: InertialEntry) -> Self {
        given.validate()?;
        Inertial::new(given.mass, given.center, given.inertia.0)
    }
}

impl From<&Inertial> for InertialEntry {
    fn from(inertial: &Inertial) -> Self {
        let inertia = Tensor(inertial.inertia());
        Self { mass: inertial.mass(), center: inertial.center(), inertia }
    }
}

impl From<LinkEntry> for Result<TreeLink, ParameterError> {
    fn from(given: LinkEntry) -> Self {
        given.validate()?;
        let joint = match given.joint {
            JointKind::Fixed => Joint::Fixed,
            JointKind::Revolute { axis } => Joint::Revolute(axis),
            JointKind::Prismatic { axis } => Joint::Prismatic(axis),
        };
        given.shapes.iter().try_for_each(Seen::check)?;
        TreeLink::builder()
            .name(given.name)
            .parent(given.parent)
            .joint(joint)
            .joint_name_opt(given.joint_name)
            .origin(given.origin)
            .inertial_opt(given.inertial)
            .armature(given.armature)
            .shapes(given.shapes)
            .build()
    }
}

impl From<&TreeLink> for LinkEntry {
    fn from(link: &TreeLink) -> Self {
        let joint = match link.joint() {
            Joint::Fixed => JointKind::Fixed,
            Joint::Revolute(axis) => JointKind::Revolute { axis },
            Joint::Prismatic(axis) => JointKind::Prismatic { axis },
        };
        Self {
            name: link.name().to_owned(),
            parent: link.parent().to_owned(),
            joint,
            joint_name: link.own_joint_name().map(str::to_owned),
            origin: link.origin(),
            inertial: link.inertial(),
            armature: link.armature(),
            shapes: link.shapes().to_vec(),
        }
    }
}

impl From<ArticulationParameters> for Result<Articulation, ValueError> {
    fn from(given: ArticulationParameters) -> Self {
        given.validate()?;
        let places: Vec<_> = given.links.iter().map(Called::of).collect();
        let built: Result<_, ArticulationError> = given.into();
        built.map_err(|error| placed(&error, &places))
    }
}

impl From<&Articulation> for ArticulationParameters {
    fn from(tree: &Articulation) -> Self {
        tree.parameters.clone()
    }
}

/// Names of a link and its joint, for errors.
struct Called {
    link: String,
    joint: String,
}

impl Called {
    fn of(link: &TreeLink) -> Self {
        Self { link: link.name().to_owned(), joint: link.joint_name().to_owned() }
    }
}

/// Places an error where it stands in the list of links.
fn placed(error: &ArticulationError, links: &[Called]) -> ValueError {
    let message = ValueError::new(error.to_string());
    let (place, key) = match error {
        // The second of two is to blame.
        ArticulationError::SameLink { link } => {
            (links.iter().rposition(|known| known.link == *link), "name")
        }
        ArticulationError::SameJoint { joint } => {
            (links.iter().rposition(|known| known.joint == *joint), "")
        }
        ArticulationError::NothingMoved { joint } | ArticulationError::NameOfBase { joint } => {
            (links.iter().position(|known| known.joint == *joint), "")
        }
        ArticulationError::NoParent { link, .. }
        | ArticulationError::LaterParent { link, .. }
        | ArticulationError::Loop { link } => {
            (links.iter().position(|known| known.link == *link), "parent")
        }
        ArticulationError::Number { parameter, .. } => return message.inside(*parameter),
        _ => return message.inside("links"),
    };
    let number = place.map_or_else(String::new, |place| place.to_string());
    message.inside(key).inside(number).inside("links")
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Matrix3, Quaternion};

    fn link(name: &str, parent: &str, joint: Joint) -> TreeLink {
        let tensor = Matrix3::new(0.02, 0.001, 0.0, 0.001, 0.03, 0.0, 0.0, 0.0, 0.04);
        let inertial = Inertial::new(1.5, Vector3::new(0.1, 0.0, -0.2), tensor).unwrap();
        let turn = Quaternion::new(0.3, -0.5, 0.7, 0.1);
        let origin = Pose { position: Vector3::new(0.1, 0.2, 0.3), orientation: turn };
        let link = TreeLink::builder().name(name).parent(parent).joint(joint).origin(origin);
        link.inertial(inertial).build().unwrap()
    }

    #[test]
    fn errors_name_the_place_in_the_list() {
        let refused = |links: Vec<TreeLink>| {
            let given = ArticulationParameters {
                links,
                base: "base".to_owned(),
                base_inertial: None,
                floating: false,
                mount: Pose::default(),
                gravity: Vector3::zeros(),
            };
            let built: Result<Articulation, ValueError> = given.into();
            built.unwrap_err().path.join(".")
        };
        let turns = Joint::Revolute(Vector3::z());
        let upper = || link("upper", "base", turns);
        assert_eq!(refused(vec![upper(), link("upper", "base", turns)]), "links.1.name");
        assert_eq!(refused(vec![upper(), link("fore", "lower", turns)]), "links.1.parent");
        assert_eq!(refused(vec![link("fore", "upper", turns), upper()]), "links.0.parent");
        assert_eq!(refused(vec![link("upper", "upper", turns)]), "links.0.parent");
        assert_eq!(refused(vec![]), "links");
        let light = TreeLink::builder().name("fore").parent("upper").joint(turns);
        assert_eq!(refused(vec![upper(), light.build().unwrap()]), "links.1");
        let named = TreeLink::builder().name("fore").parent("upper").joint(turns);
        assert_eq!(refused(vec![upper(), named.joint_name("upper").build().unwrap()]), "links.1");
    }
}
