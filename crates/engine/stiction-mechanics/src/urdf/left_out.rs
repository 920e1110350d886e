//! Parts of a file that are not read: elements that are there twice, names that URDF does not know.
//!
//! Both are mistakes more often than not, and a reader that takes the first mass of two, or no friction at all for
//! `fricton`, would simulate another robot without a word.

use super::element::Element;
use super::robot::Note;

/// The elements that are read, from <http://wiki.ros.org/urdf/XML>: a name, the attributes, the elements that it has once,
/// and those that it may have several of. Programs extend robots and links by the last ones; nothing is read of them, nor
/// of an element without a row.
const KNOWN: [[&str; 4]; 19] = [
    [
        "robot",
        "name version",
        "",
        "link joint material transmission gazebo sensor ros2_control mujoco group",
    ],
    ["link", "name type", "inertial", "visual collision gazebo self_collision_checking contact"],
    ["inertial", "", "origin mass inertia", ""],
    ["origin", "xyz rpy", "", ""],
    ["mass", "value", "", ""],
    ["inertia", "ixx ixy ixz iyy iyz izz", "", ""],
    ["visual", "name", "origin geometry", "material"],
    ["geometry", "", "box cylinder sphere mesh capsule", ""],
    ["box", "size", "", ""],
    ["cylinder", "radius length", "", ""],
    ["sphere", "radius", "", ""],
    [
        "joint",
        "name type",
        "origin parent child axis calibration dynamics limit mimic safety_controller",
        "gazebo",
    ],
    ["parent", "link", "", ""],
    ["child", "link", "", ""],
    ["axis", "xyz", "", ""],
    ["dynamics", "damping friction", "", ""],
    ["limit", "lower upper effort velocity acceleration deceleration jerk", "", ""],
    ["mimic", "joint multiplier offset", "", ""],
    ["mesh", "filename scale", "", ""],
];

/// Notes the parts that are left out of an element and of those in it.
pub(crate) fn note(element: Element<'_>, notes: &mut Vec<Note>) {
    let Some([tag, attributes, once, several]) =
        KNOWN.iter().find(|[tag, ..]| *tag == element.tag())
    else {
        return;
    };
    let has = |words: &str, name| words.split(' ').any(|word| word == name);
    let say = |notes: &mut Vec<Note>, at: Element<'_>, text: String| {
        notes.push(Note { line: at.line(), text });
    };
    for attribute in element.0.attributes().filter(|attribute| attribute.namespace().is_none()) {
        let name = attribute.name();
        if !has(attributes, name) {
            let meant = meant(name, attributes);
            say(notes, element, format!("the attribute `{name}` of `<{tag}>` is not read{meant}"));
        }
    }
    let mut seen = vec![];
    let children = element.0.children().filter(|node| node.is_element()).map(Element);
    for child in children.filter(|child| child.0.tag_name().namespace().is_none()) {
        let name = child.tag();
        let has_one = has(once, name);
        if !has_one && !has(several, name) {
            let meant = meant(name, &format!("{once} {several}"));
            say(notes, child, format!("the element `<{name}>` in `<{tag}>` is not read{meant}"));
        } else if has_one && seen.contains(&name) {
            say(notes, child, format!("`<{tag}>` has a second `<{name}>`, which is not read"));
        } else {
            seen.push(name);
            note(child, notes);
        }
    }
}

/// Returns a guess at the meaning of an unknown name.
fn meant(name: &str, known: &str) -> String {
    let lower = name.to_lowercase();
    let mut words = known.split_whitespace();
    let found = words.find(|known| distance(&lower, known) <= 1 + known.len() / 4);
    found.map_or_else(String::new, |found| format!(": is `{found}` meant?"))
}

/// Returns the number of letters that must be changed, added or left out between two words.
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
        assert_eq!(meant("Friction", "damping friction"), ": is `friction` meant?");
        assert_eq!(meant("stiffness", "damping friction"), "");
    }
}
