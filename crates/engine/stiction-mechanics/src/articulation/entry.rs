//! A tree as a file has it: its links one after the other.

use nalgebra::Vector3;
use stiction_core::description::Inside;
use stiction_core::{Describe, Form, Parameter, Seen, Validate, Value, ValueError};

use super::{Articulation, ArticulationError, ArticulationParameters, Joint, TreeLink};

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

impl Parameter for Joint {
    fn form() -> Form {
        JointKind::form()
    }
    fn value(&self) -> Value {
        let kind = match *self {
            Self::Fixed => JointKind::Fixed,
            Self::Revolute(axis) => JointKind::Revolute { axis },
            Self::Prismatic(axis) => JointKind::Prismatic { axis },
        };
        kind.value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        Ok(match JointKind::of(value)? {
            JointKind::Fixed => Self::Fixed,
            JointKind::Revolute { axis } => Self::Revolute(axis),
            JointKind::Prismatic { axis } => Self::Prismatic(axis),
        })
    }
}

impl From<ArticulationParameters> for Result<Articulation, ValueError> {
    fn from(given: ArticulationParameters) -> Self {
        for (place, link) in given.links.iter().enumerate() {
            let shapes = link.shapes().iter().try_for_each(Seen::check);
            shapes.inside(place.to_string()).inside("links")?;
        }
        given.validate()?;
        let links = given.links.clone();
        let built: Result<_, ArticulationError> = given.into();
        built.map_err(|error| placed(&error, &links))
    }
}

impl From<&Articulation> for ArticulationParameters {
    fn from(tree: &Articulation) -> Self {
        tree.parameters.clone()
    }
}

/// Places an error where it stands in the list of links.
fn placed(error: &ArticulationError, links: &[TreeLink]) -> ValueError {
    let message = ValueError::new(error.to_string());
    let (place, key) = match error {
        // The second of two is to blame.
        ArticulationError::SameLink { link } => {
            (links.iter().rposition(|known| known.name() == link), "name")
        }
        ArticulationError::SameJoint { joint } => {
            (links.iter().rposition(|known| known.joint_name() == joint), "")
        }
        ArticulationError::NothingMoved { joint } | ArticulationError::NameOfBase { joint } => {
            (links.iter().position(|known| known.joint_name() == joint), "")
        }
        ArticulationError::NoParent { link, .. }
        | ArticulationError::LaterParent { link, .. }
        | ArticulationError::Loop { link } => {
            (links.iter().position(|known| known.name() == link), "parent")
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
    use crate::Inertial;
    use nalgebra::{Matrix3, Quaternion};
    use stiction_core::Pose;

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
