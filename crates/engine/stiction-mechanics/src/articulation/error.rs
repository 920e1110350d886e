//! Errors of a tree, by the names of its links and joints.

use stiction_core::ParameterError;

/// A tree that was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ArticulationError {
    /// Two links have one name, or a link that of the base.
    #[error("articulation: the name `{link}` is given to two links")]
    SameLink {
        /// The name.
        link: String,
    },
    /// Two joints have one name.
    #[error("articulation: the name `{joint}` is given to two joints")]
    SameJoint {
        /// The name.
        joint: String,
    },
    /// A link stands on nothing.
    #[error("articulation: the parent `{parent}` of link `{link}` is not there")]
    NoParent {
        /// The link.
        link: String,
        /// The parent that it names.
        parent: String,
    },
    /// A link stands before its parent.
    #[error("articulation: link `{link}` must stand after its parent `{parent}` in the list")]
    LaterParent {
        /// The link.
        link: String,
        /// Its parent.
        parent: String,
    },
    /// A link that carries itself.
    #[error("articulation: link `{link}` is carried by itself: loops cannot be built")]
    Loop {
        /// The link.
        link: String,
    },
    /// Nothing that moves.
    #[error("articulation: no joint moves: there must be one of them, or a base that is free")]
    NoJoint,
    /// A joint with the name of a free base, which is a port too.
    #[error("articulation: joint `{joint}` has the name of the free base")]
    NameOfBase {
        /// Its name.
        joint: String,
    },
    /// A joint that has nothing to move.
    #[error(
        "articulation: joint `{joint}` moves no inertia: something that it carries needs a mass, or it needs an armature"
    )]
    NothingMoved {
        /// Its name.
        joint: String,
    },
    /// A free base without inertia.
    #[error(
        "articulation: the free base `{base}` needs a mass of its own, or of links that are fixed on it"
    )]
    NoInertia {
        /// Its name.
        base: String,
    },
    /// A number that is not valid.
    #[error("articulation: {parameter} = {value} {requirement}")]
    Number {
        /// Its name.
        parameter: &'static str,
        /// The value that was given.
        value: f64,
        /// The requirement on it.
        requirement: &'static str,
    },
    /// Asked for a link that is not there.
    #[error("articulation: no link `{link}`")]
    NoLink {
        /// The name.
        link: String,
    },
    /// A map for another number of joints than carry the link.
    #[error("articulation: {found} joints carry link `{link}`, and the map is for {expected}")]
    PathLength {
        /// The link.
        link: String,
        /// Joints of the map.
        expected: usize,
        /// Joints that carry the link.
        found: usize,
    },
    /// A map on a free base for a tree that is mounted, or the other way round.
    #[error("articulation: the base is {}, and the map is for one that is {}", base_is(*.free), base_is(!*.free))]
    OtherBase {
        /// Whether the base of the tree is free.
        free: bool,
    },
    /// Asked with another number of efforts.
    #[error("articulation: {found} efforts: must be {expected}, one for each joint that moves")]
    EffortCount {
        /// Joints that it has.
        expected: usize,
        /// Number that was given.
        found: usize,
    },
    /// Asked with a state of another length.
    #[error("articulation: a state of {found} numbers: must be {expected}")]
    StateLength {
        /// Length of its state.
        expected: usize,
        /// Number that was given.
        found: usize,
    },
}

impl From<ParameterError> for ArticulationError {
    fn from(ParameterError { parameter, value, requirement, .. }: ParameterError) -> Self {
        Self::Number { parameter, value, requirement }
    }
}

const fn base_is(free: bool) -> &'static str {
    if free { "free" } else { "mounted" }
}
