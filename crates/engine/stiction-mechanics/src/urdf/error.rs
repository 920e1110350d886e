//! Errors of a file, with their lines.

use stiction_core::ParameterError;

/// A file that was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {fault}")]
#[non_exhaustive]
pub struct UrdfError {
    /// Line of the file, from 1 on.
    pub line: u32,
    /// The fault on that line.
    pub fault: Fault,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// No XML.
    #[error("{0}")]
    Syntax(String),
    /// A template, to be expanded first.
    #[error("this is a xacro file, not yet URDF: expand it with `xacro robot.xacro > robot.urdf`")]
    Xacro,
    /// Something other than a robot.
    #[error("the file must be a `<robot>`, found `<{0}>`")]
    NoRobot(String),
    /// A model of `MuJoCo`.
    #[error(
        "this is an MJCF file (`<mujoco>`), not URDF: give the URDF file that it was made of, or describe the robot by \
         `links` in an articulation"
    )]
    Mujoco,
    /// An element that must be there.
    #[error("`<{inside}>` needs a `<{element}>`")]
    NoElement {
        /// Name of the element that should contain it.
        inside: String,
        /// Its name.
        element: &'static str,
    },
    /// An attribute that must be there.
    #[error("`<{element}>` needs the attribute `{attribute}`")]
    NoAttribute {
        /// Its element.
        element: String,
        /// Its name.
        attribute: &'static str,
    },
    /// An attribute that is not the numbers that it should be.
    #[error("`{attribute}` = `{found}` must be {requirement}")]
    Number {
        /// Its name.
        attribute: &'static str,
        /// The text that stands there.
        found: String,
        /// The requirement on it.
        requirement: &'static str,
    },
    /// A joint of a type that cannot be built.
    #[error(
        "joint `{joint}` is of type `{found}`: must be revolute, continuous, prismatic or fixed"
    )]
    JointType {
        /// Its name.
        joint: String,
        /// Its type.
        found: String,
    },
    /// A joint that follows no other joint that moves.
    #[error("joint `{joint}` mimics `{of}`: it must be another joint that moves")]
    Mimic {
        /// Its name.
        joint: String,
        /// The joint that it should follow.
        of: String,
    },
    /// A name that is given twice.
    #[error("there are two of {what} `{name}`")]
    Twice {
        /// `link` or `joint`.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A joint to a link that is not there.
    #[error("joint `{joint}`: there is no link `{link}`")]
    NoLink {
        /// The joint.
        joint: String,
        /// The link.
        link: String,
    },
    /// A link that two joints carry.
    #[error("joint `{joint}`: link `{link}` is already carried by another joint")]
    TwoParents {
        /// The second joint.
        joint: String,
        /// The link.
        link: String,
    },
    /// Two links without a joint to a parent.
    #[error(
        "link `{link}` is a second root beside `{root}`: every link but one must be the child of a joint"
    )]
    TwoRoots {
        /// The link.
        link: String,
        /// The first root.
        root: String,
    },
    /// Links that carry each other.
    #[error("link `{link}` carries itself: its joints are a loop")]
    Loop {
        /// One of them.
        link: String,
    },
    /// Limits in the wrong order.
    #[error("joint `{joint}`: `lower` = {lower} must not be above `upper` = {upper}")]
    Travel {
        /// The joint.
        joint: String,
        /// Begin of its travel \[rad or m\].
        lower: f64,
        /// End of its travel \[rad or m\].
        upper: f64,
    },
    /// A joint that has nothing to move.
    #[error("joint `{joint}` moves no mass: a link that it carries needs an `<inertial>`")]
    NothingMoved {
        /// Its name.
        joint: String,
    },
    /// No link at all.
    #[error("the robot has no link")]
    NoLinks,
    /// A mass, inertia or axis that is refused.
    #[error("`{of}`: {error}")]
    Parameter {
        /// The link, or the joint.
        of: String,
        /// Why.
        error: ParameterError,
    },
}

impl Fault {
    pub(crate) const fn at(self, line: u32) -> UrdfError {
        UrdfError { line, fault: self }
    }
}
