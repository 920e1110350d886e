//! What a file has and nobody reads: elements that are there twice, names that URDF does not know.
//!
//! Both are mistakes more often than not, and a reader that takes the first mass of two, or no friction at all for
//! `fricton`, would simulate another robot without a word.

use crate::element::Element;
use crate::robot::Note;

/// What an element may have.
struct Known {
    tag: &'static str,
    attributes: &'static [&'static str],
    /// Elements that it has once.
    once: &'static [&'static str],
    /// Elements that it may have several of.
    several: &'static [&'static str],
}

const fn known(
    tag: &'static str,
    attributes: &'static [&'static str],
    once: &'static [&'static str],
    several: &'static [&'static str],
) -> Known {
    Known { tag, attributes, once, several }
}

/// The elements that are read, from <http://wiki.ros.org/urdf/XML>. Of the others in the last list of the robot and the
/// link nothing is read, as their programs extend the format by them.
const ALL: [Known; 19] = [
    known(
        "robot",
        &["name", "version"],
        &[],
        &[
            "link",
            "joint",
            "material",
            "transmission",
            "gazebo",
            "sensor",
            "ros2_control",
            "mujoco",
            "group",
        ],
    ),
    known(
        "link",
        &["name", "type"],
        &["inertial"],
        &["visual", "collision", "gazebo", "self_collision_checking", "contact"],
    ),
    known("inertial", &[], &["origin", "mass", "inertia"], &[]),
    known("origin", &["xyz", "rpy"], &[], &[]),
    known("mass", &["value"], &[], &[]),
    known("inertia", &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"], &[], &[]),
    known("visual", &["name"], &["origin", "geometry"], &["material"]),
    known("geometry", &[], &["box", "cylinder", "sphere", "mesh", "capsule"], &[]),
    known("box", &["size"], &[], &[]),
    known("cylinder", &["radius", "length"], &[], &[]),
    known("sphere", &["radius"], &[], &[]),
    known(
        "joint",
        &["name", "type"],
        &[
            "origin",
            "parent",
            "child",
            "axis",
            "calibration",
            "dynamics",
            "limit",
            "mimic",
            "safety_controller",
        ],
        &["gazebo"],
    ),
    known("parent", &["link"], &[], &[]),
    known("child", &["link"], &[], &[]),
    known("axis", &["xyz"], &[], &[]),
    known("dynamics", &["damping", "friction"], &[], &[]),
    known(
        "limit",
        &["lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"],
        &[],
        &[],
    ),
    known("mimic", &["joint", "multiplier", "offset"], &[], &[]),
    // What is in any other element is not looked at.
    known("mesh", &["filename", "scale"], &[], &[]),
];

/// Notes what is left out of an element and of those in it.
pub(crate) fn note(element: Element<'_>, notes: &mut Vec<Note>) {
    let Some(known) = ALL.iter().find(|known| known.tag == element.tag()) else { return };
    let tag = known.tag;
    let say = |notes: &mut Vec<Note>, at: Element<'_>, text: String| {
        notes.push(Note { line: at.line(), text });
    };
    for attribute in element.0.attributes().filter(|attribute| attribute.namespace().is_none()) {
        let name = attribute.name();
        if !known.attributes.contains(&name) {
            let meant = meant(name, known.attributes.iter().copied());
            say(notes, element, format!("the attribute `{name}` of `<{tag}>` is not read{meant}"));
        }
    }
    let mut seen = vec![];
    let children = element.0.children().filter(|node| node.is_element()).map(Element);
    for child in children.filter(|child| child.0.tag_name().namespace().is_none()) {
        let name = child.tag();
        let has_one = known.once.contains(&name);
        if !has_one && !known.several.contains(&name) {
            let meant = meant(name, known.once.iter().chain(known.several).copied());
            say(notes, child, format!("the element `<{name}>` in `<{tag}>` is not read{meant}"));
        } else if has_one && seen.contains(&name) {
            say(notes, child, format!("`<{tag}>` has a second `<{name}>`, which is not read"));
        } else {
            seen.push(name);
            note(child, notes);
        }
    }
}

/// What may be meant by a name that nobody knows.
fn meant<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> String {
    let lower = name.to_lowercase();
    let found = known.find(|known| distance(&lower, known) <= 1 + known.len() / 4);
    found.map_or_else(String::new, |found| format!(": is `{found}` meant?"))
}

/// Letters that must be changed, added or left out between two words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_or_not() {
        assert_eq!(
            [distance("fricton", "friction"), distance("", "ab"), distance("ab", "ab")],
            [1, 2, 0]
        );
        let known = ["damping", "friction"];
        assert_eq!(meant("Friction", known.into_iter()), ": is `friction` meant?");
        assert_eq!(meant("stiffness", known.into_iter()), "");
    }
}
