//! From the elements of a file to links and joints.

use crate::articulation::tree::{Mass, Tree, steiner};
use crate::{ArticulationError, Inertial, Joint, TreeLink};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};
use roxmltree::Document;
use stiction_core::{ParameterError, Seen, Shape};

use super::element::Element;
use super::error::{Fault, UrdfError};
use super::left_out;
use super::order::{Edge, Order};
use super::robot::{JointLimit, Mimic, Note, Place, Robot, RobotJoint};

/// Whether a file may have numbers that no body and no tree has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strictness {
    Physical,
    AsWritten,
}

/// Reads a robot.
pub(crate) fn robot(text: &str, strictness: Strictness) -> Result<Robot, UrdfError> {
    let document = Document::parse(text).map_err(|error| {
        // An undeclared prefix is an error of XML before it is one of xacro.
        let is_xacro = text.contains("<xacro:");
        let fault = if is_xacro { Fault::Xacro } else { Fault::Syntax(error.to_string()) };
        fault.at(error.pos().row)
    })?;
    let robot = Element(document.root_element());
    let is_xacro = |element: &Element<'_>| {
        element.0.tag_name().namespace().is_some_and(|space| space.contains("xacro"))
    };
    let elements = document.descendants().filter(|node| node.is_element()).map(Element);
    if let Some(template) = elements.into_iter().find(is_xacro) {
        return Err(template.fault(Fault::Xacro));
    }
    if matches!(robot.tag(), "mujoco" | "mujocoinclude") {
        return Err(robot.fault(Fault::Mujoco));
    }
    if robot.tag() != "robot" {
        return Err(robot.fault(Fault::NoRobot(robot.tag().to_owned())));
    }
    let order = Order::of(robot)?;
    let mut reader = Reader { strictness, notes: vec![], doubts: vec![] };
    left_out::note(robot, &mut reader.notes);
    let base_inertial = reader.inertial(order.links[order.root], order.root)?;
    let (mut links, mut joints) = (vec![], vec![]);
    for edge in &order.edges {
        links.push(reader.link(edge, order.links[edge.child])?);
        joints.extend(reader.joint(edge)?);
    }
    let doubt_of_base = reader.judge(order.root, base_inertial, &links)?;
    check_mimics(&order, &joints)?;
    let mut notes = reader.notes;
    notes.sort_by_key(|note| note.line);
    let name = robot.0.attribute("name").unwrap_or_default().to_owned();
    let base = order.root.to_owned();
    let robot = Robot { name, base, base_inertial, doubt_of_base, links, joints, notes };
    // A joint without anything to move is the one mistake of a tree that only the whole shows.
    match robot.tree(&Place::default()) {
        Err(ArticulationError::NothingMoved { joint }) => {
            let edge = order.edges.iter().find(|edge| edge.name == joint);
            let line = edge.map_or(1, |edge| edge.joint.line());
            Err(Fault::NothingMoved { joint }.at(line))
        }
        _ => Ok(robot),
    }
}

/// A joint with ends that turns further is perhaps given in degrees \[rad\].
const MOST_TURN: f64 = 10.0;

struct Reader {
    strictness: Strictness,
    notes: Vec<Note>,
    doubts: Vec<Doubt>,
}

/// An inertia that no body has.
struct Doubt {
    link: String,
    error: ParameterError,
    /// The error, if it is refused.
    refused: UrdfError,
}

impl Reader {
    fn note(&mut self, at: Element<'_>, text: String) {
        self.notes.push(Note { line: at.line(), text });
    }

    /// Reads the mass of a link, in its axes.
    fn inertial(&mut self, link: Element<'_>, name: &str) -> Result<Option<Inertial>, UrdfError> {
        let Some(element) = link.get("inertial") else { return Ok(None) };
        let origin = element.origin()?;
        let mass = element.need("mass")?.number("value")?;
        let tensor = element.need("inertia")?;
        let [xx, yy, zz] = [tensor.number("ixx")?, tensor.number("iyy")?, tensor.number("izz")?];
        let off = |attribute| tensor.number_or(attribute, 0.0);
        let [xy, xz, yz] = [off("ixy")?, off("ixz")?, off("iyz")?];
        let turn = *UnitQuaternion::new_unchecked(origin.orientation).to_rotation_matrix().matrix();
        let written = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz);
        if mass == 0.0 && written == Matrix3::zeros() {
            // Many files write down a link that is only a frame.
            return Ok(None);
        }
        // Without a turn the numbers stay those of the file; with one, the tensor is still symmetric to the bit.
        let is_turned = origin.orientation != Quaternion::identity();
        let turned = turn * written * turn.transpose();
        let inertia = if is_turned { (turned + turned.transpose()) * 0.5 } else { written };
        match Inertial::new(mass, origin.position, inertia) {
            Ok(inertial) => Ok(Some(inertial)),
            Err(error) => {
                let refused =
                    element.fault(Fault::Parameter { of: name.to_owned(), error: error.clone() });
                let inertial = Inertial::as_written(mass, origin.position, inertia);
                let inertial = inertial.map_err(|_| refused.clone())?;
                self.doubts.push(Doubt { link: name.to_owned(), error, refused });
                Ok(Some(inertial))
            }
        }
    }

    /// Judges the inertias that no body has by the bodies that they are on; links on fixed joints are one body.
    fn judge(
        &mut self,
        base: &str,
        base_inertial: Option<Inertial>,
        links: &[TreeLink],
    ) -> Result<Option<ParameterError>, UrdfError> {
        // A tree that cannot be built is an error of `Robot::tree`.
        let Ok(tree) = Tree::of(base, base_inertial.as_ref(), links) else { return Ok(None) };
        let mut of_base = None;
        for Doubt { link, error, refused } in core::mem::take(&mut self.doubts) {
            let line = refused.line;
            let mut note = |text: String| self.notes.push(Note { line, text });
            let as_written = format!("`{link}` is taken as it is written: {error}");
            if self.strictness == Strictness::AsWritten {
                note(as_written);
                continue;
            }
            // The base is the first of the places, and body 0.
            let place = links.iter().position(|known| *known.name() == link).map_or(0, |k| k + 1);
            let body = tree.places[place].body;
            if is_possible(&tree.masses[body]) {
                note(format!(
                    "{as_written}; the body that it is a part of has a possible one, up to rounding"
                ));
            } else if body == 0 {
                note(format!("{as_written}; it does not matter while the base is not free"));
                of_base.get_or_insert(error);
            } else {
                return Err(refused);
            }
        }
        Ok(of_base)
    }

    /// Reads a link with the joint that carries it.
    fn link(&mut self, edge: &Edge<'_>, link: Element<'_>) -> Result<TreeLink, UrdfError> {
        let refused = |error: ParameterError| {
            edge.joint.fault(Fault::Parameter { of: edge.name.to_owned(), error })
        };
        self.note_degrees(edge.joint);
        TreeLink::builder()
            .name(edge.child)
            .parent(edge.parent)
            .joint_name(edge.name)
            .joint(moves(edge)?)
            .origin(edge.joint.origin()?)
            .inertial_opt(self.inertial(link, edge.child)?)
            .shapes(self.shapes(link, edge.child)?)
            .build()
            .map_err(refused)
    }

    /// Notes turns that look like degrees.
    fn note_degrees(&mut self, joint: Element<'_>) {
        let Some(origin) = joint.get("origin") else { return };
        if let Ok(turn) = origin.vector("rpy")
            && turn.amax() > MOST_TURN
        {
            let text = format!("`rpy` turns by {} rad: are these degrees?", turn.amax());
            self.note(origin, text);
        }
    }

    /// Reads a joint; `None` if it does not move.
    fn joint(&mut self, edge: &Edge<'_>) -> Result<Option<RobotJoint>, UrdfError> {
        let (joint, name) = (edge.joint, edge.name.to_owned());
        let kind = joint.word("type")?;
        if kind == "fixed" {
            return Ok(None);
        }
        let mimic = joint.get("mimic").map(|mimic| {
            Ok(Mimic {
                joint: mimic.word("joint")?.to_owned(),
                multiplier: mimic.number_or("multiplier", 1.0)?,
                offset: mimic.number_or("offset", 0.0)?,
            })
        });
        let dynamics = joint.get("dynamics");
        let of = |attribute| dynamics.map_or(Ok(0.0), |element| element.not_negative(attribute));
        let limit = joint.get("limit").map(|limit| {
            let travel = (limit.number_or("lower", 0.0)?, limit.number_or("upper", 0.0)?);
            let (is_continuous, has_travel) = (kind == "continuous", travel != (0.0, 0.0));
            let without = match (is_continuous, has_travel) {
                (true, true) => Some("it turns for ever"),
                (false, false) => {
                    Some("both are zero, as exporters write for a joint without limits")
                }
                _ => None,
            };
            if let Some(why) = without {
                let (lower, upper) = travel;
                let text =
                    format!("the limits {lower} and {upper} of `{name}` are left out: {why}");
                self.note(limit, text);
            }
            Ok(JointLimit {
                travel: (!is_continuous && has_travel).then_some(travel),
                effort: limit.not_negative("effort")?,
                velocity: limit.not_negative("velocity")?,
            })
        });
        let limit: Option<JointLimit> = limit.transpose()?;
        if let (Some(element), Some((lower, upper))) =
            (joint.get("limit"), limit.and_then(|limit| limit.travel))
        {
            if lower > upper {
                return Err(element.fault(Fault::Travel { joint: name, lower, upper }));
            }
            // More than a turn and a half to each side.
            if kind == "revolute" && lower.abs().max(upper.abs()) > MOST_TURN {
                let text =
                    format!("`{name}` turns from {lower} to {upper} rad: are these degrees?");
                self.note(element, text);
            }
        }
        Ok(Some(RobotJoint {
            name,
            slides: kind == "prismatic",
            damping: of("damping")?,
            friction: of("friction")?,
            limit,
            mimic: mimic.transpose()?,
        }))
    }

    /// Reads the primitive shapes of a link.
    fn shapes(&mut self, link: Element<'_>, name: &str) -> Result<Vec<Seen>, UrdfError> {
        let mut shapes = vec![];
        for visual in link.all("visual") {
            let Some(geometry) = visual.get("geometry") else { continue };
            let shape = if let Some(solid) = geometry.get("box") {
                Shape::Cuboid { sizes: solid.vector("size")?.into() }
            } else if let Some(solid) = geometry.get("cylinder") {
                Shape::Cylinder { radius: solid.number("radius")?, length: solid.number("length")? }
            } else if let Some(solid) = geometry.get("sphere") {
                Shape::Sphere { radius: solid.number("radius")? }
            } else {
                self.note(geometry, format!("the mesh of `{name}` is left out"));
                continue;
            };
            shapes.push(Seen { shape, pose: visual.origin()? });
        }
        Ok(shapes)
    }
}

/// Parts of a moment by which a principal one may be above the sum of the others: numbers of three digits are rounded
/// by so much.
const ROUNDING: f64 = 1e-2;

/// Returns whether a body can have such a mass and inertia.
fn is_possible(&Mass { mass, first_moment, inertia }: &Mass) -> bool {
    if mass <= 0.0 {
        return false;
    }
    let about_center = inertia - steiner(mass, &(first_moment / mass));
    let moments = about_center.symmetric_eigenvalues();
    let excess = 2.0 * moments.max() - moments.sum();
    moments.min() >= -1e-12 * inertia.amax() && excess <= ROUNDING * moments.max()
}

/// Refuses a joint that follows none that moves, or itself.
fn check_mimics(order: &Order<'_>, joints: &[RobotJoint]) -> Result<(), UrdfError> {
    for joint in joints {
        let Some(Mimic { joint: of, .. }) = &joint.mimic else { continue };
        if *of == joint.name || joints.iter().all(|other| other.name != *of) {
            let edge = order.edges.iter().find(|edge| edge.name == joint.name);
            let element = edge.and_then(|edge| edge.joint.get("mimic"));
            let (joint, of) = (joint.name.clone(), of.clone());
            return Err(Fault::Mimic { joint, of }.at(element.map_or(1, Element::line)));
        }
    }
    Ok(())
}

/// Reads how the child of a joint moves.
fn moves(edge: &Edge<'_>) -> Result<Joint, UrdfError> {
    let axis = || edge.joint.get("axis").map_or(Ok(Vector3::x()), |axis| axis.vector("xyz"));
    match edge.joint.word("type")? {
        "fixed" => Ok(Joint::Fixed),
        "revolute" | "continuous" => Ok(Joint::Revolute(axis()?)),
        "prismatic" => Ok(Joint::Prismatic(axis()?)),
        found => {
            let (joint, found) = (edge.name.to_owned(), found.to_owned());
            Err(edge.joint.fault(Fault::JointType { joint, found }))
        }
    }
}
