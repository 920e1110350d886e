//! Compares the sources of the library with the components that a file can name: a new type must be registered, or
//! listed here with a reason why files do not name it. Registered components have all their parameters and variants
//! in their tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::component_tests::names_in_files;
use crate::describe::snake;

/// Crates with components.
const CRATES: [&str; 5] = [
    "engine/stiction-core/src/signal",
    "engine/stiction-friction",
    "engine/stiction-mechanics",
    "engine/stiction-patch",
    "toolbox/stiction-sliding",
];

/// Traits of the components of a network.
const TRAITS: [&str; 9] = [
    "Admittance",
    "Body",
    "Bristle",
    "Coupling",
    "Drive",
    "Impedance",
    "KinematicMap",
    "LimitSet",
    "Friction",
];

/// Types that a file cannot name, and why.
const NOT_NAMED: &[(&str, &str)] = &[
    ("ConstantEffort", "an effort that is always the same is built as one"),
    ("Grid", "the cells and the size of a pressure"),
    ("SoftFingertip", "the fingertip of a pressure, which follows a force"),
    ("PointSupports", "the law on such a set is a pad on points"),
    ("FrameContact", "what an elliptic_contact builds"),
    ("AxisSet", "the section of a FrameContact"),
    ("FollowerForce", "in code only; a file turns no push with the body"),
    ("CrossPolytope", "in code only: the section of a pyramidal FrameContact"),
    ("SupportSet", "its support function is a closure"),
    ("LinearizedCone", "a cone to reason with; the law on it is pyramid_contact"),
    ("ContactFriction", "a description of a contact; the law on it is elliptic_contact"),
    (
        "Pressed",
        "friction on a pair of ports is composed in code: a connection of a file has one domain",
    ),
    (
        "GearFriction",
        "friction on a pair of ports is composed in code: a connection of a file has one domain",
    ),
    ("NormalSpring", "presses in a Pressed, in code"),
    ("Both", "the maps of a Pressed, in code"),
    ("PairOf", "the maps of a Pressed, in code"),
    ("PlanarSlider", "steps itself, without a network; the component is ellipsoid_contact"),
    ("QuasiStaticPush", "motion without inertia, not a component"),
    ("KnownSlider", "identification, not a component"),
    ("MaximumLikelihood", "identification, not a component"),
];

/// Returns the lines of the sources, without tests.
fn sources() -> Vec<(PathBuf, Vec<String>)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                walk(&path, found);
            } else if name.ends_with(".rs") && !name.contains("test") {
                found.push(path);
            }
        }
    }
    let mut paths = vec![];
    for name in CRATES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        walk(&if name.contains("/src/") { folder } else { folder.join("src") }, &mut paths);
    }
    let lines = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        code.lines().map(str::to_owned).collect()
    };
    paths.iter().map(|path| (path.clone(), lines(path))).collect()
}

/// Returns the name at the beginning of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// Returns the trait and the type of `impl<…> Trait<…> for Type<…>`.
fn implementation(head: &str) -> Option<(&str, &str)> {
    let mut rest = head.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        })?;
        rest = &rest[end + 1..];
    }
    let (name, of) = rest.trim_start().split_once(" for ")?;
    Some((word(name), word(of)))
}

/// Returns the types that implement one of the traits, or have a builder.
fn components() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (_, lines) in sources() {
        for (i, line) in lines.iter().enumerate() {
            let head = lines[i..].iter().map(String::as_str).take(4).collect::<Vec<_>>().join(" ");
            if let Some((name, of)) = implementation(&head).filter(|_| line.starts_with("impl"))
                && TRAITS.contains(&name)
            {
                all.insert(of.to_owned());
            }
            if line.starts_with("#[derive(") && line.contains("TypedBuilder") {
                let built = lines[i..].iter().find_map(|line| line.strip_prefix("pub struct "));
                all.insert(word(built.unwrap()).to_owned());
            }
        }
    }
    all
}

#[test]
fn every_component_has_a_name_in_a_file() {
    let (components, known) = (components(), names_in_files());
    assert!(components.len() > 60 && components.contains("GsatFriction"), "{components:#?}");
    let has = |name: &str| {
        let built = name.strip_suffix("Parameters").unwrap_or(name);
        [name, built, &snake(name)].into_iter().any(|name| known.contains(name))
    };
    let reason = |name: &str| NOT_NAMED.iter().any(|(other, _)| *other == name);
    let missing: Vec<_> = components.iter().filter(|name| !has(name) && !reason(name)).collect();
    assert!(missing.is_empty(), "without a name in a file: {missing:#?}");
    // The list has no superfluous entries.
    let gone = NOT_NAMED.iter().filter(|(name, _)| has(name) || !components.contains(*name));
    let gone: Vec<_> = gone.collect();
    assert!(gone.is_empty(), "{gone:#?}");
}

#[test]
fn implementations_are_read() {
    let law = "impl<L: Friction<Plane>> Impedance for PointContact<L> {";
    assert_eq!(implementation(law), Some(("Impedance", "PointContact")));
    let drive = "impl<D: VectorDomain> Drive<D> for Waypoints<D> {";
    assert_eq!(implementation(drive), Some(("Drive", "Waypoints")));
    assert_eq!(implementation("impl Hand {"), None);
}
