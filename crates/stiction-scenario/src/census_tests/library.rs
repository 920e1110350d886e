//! The sources of the library against what a file can name: a component, a parameter of a builder or
//! an option that is new there is missing here until someone says how a file names it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Scenario;

/// Crates with components.
const CRATES: [&str; 5] = [
    "stiction-core/src/signal",
    "stiction-friction",
    "stiction-mechanics",
    "stiction-patch",
    "stiction-sliding",
];

/// Traits of what a network is made of.
const TRAITS: [&str; 8] = [
    "Admittance",
    "Body",
    "Coupling",
    "Drive",
    "Impedance",
    "KinematicMap",
    "LimitSet",
    "LoadedFriction",
];

/// Components: their name in a file, and builder parameters that have another key there. `-` is one
/// that is no value but chosen by other keys.
type Named = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const NAMED: &[Named] = &[
    // Bodies.
    ("PointMass", "Body point_mass", &[]),
    ("PlanarBody", "Body planar_body", &[]),
    ("RigidBody", "Body rigid_body", &[]),
    ("RigidBodyParameters", "Body rigid_body", &[]),
    ("PlanarArm", "Body planar_arm", &[]),
    ("LinkParameters", "Link", &[]),
    // Drives.
    ("ConstantVelocity", "Drive constant_velocity", &[]),
    ("Sinusoid", "Drive sinusoid", &[]),
    ("Waypoints", "Drive waypoints", &[]),
    // Maps.
    ("Along", "Map along", &[]),
    ("ArmPoint", "Map arm_point", &[]),
    ("Between", "Map between", &[]),
    ("BodyPoint", "Map body_point", &[]),
    ("Differential", "Map differential", &[]),
    ("Footprint", "Map footprint", &[]),
    ("HingeAngle", "Map hinge_angle", &[]),
    ("InFrame", "Pose", &[("map", "-"), ("origin", "position")]),
    ("PlanarPoint", "Map planar_point", &[]),
    ("PointsBetween", "Map points_between", &[]),
    ("RelativeFrame", "Map relative_frame", &[("reaction", "reaction_at_child")]),
    ("SphereOnPlane", "Map sphere_on_plane", &[]),
    ("SphereOnPlaneParameters", "Map sphere_on_plane", &[]),
    ("Transmission", "Map transmission", &[]),
    // Laws.
    ("AmendedLuGre", "Law amended_lugre", &[]),
    ("AxialSpring", "Law axial_spring", &[]),
    ("ConstantEffort", "Law effort", &[]),
    ("CoulombContact", "Law coulomb_contact", &[]),
    ("CoulombContactParameters", "Law coulomb_contact", &[]),
    ("CoulombGsat", "Law coulomb", &[]),
    ("CoulombGsatParameters", "Law coulomb", &[]),
    ("DahlFriction", "Law dahl", &[]),
    (
        "DistributedPatch",
        "Law distributed_patch",
        &[("patch", "pressure"), ("model", "bristles"), ("bristle_rate", "bristles")],
    ),
    ("ElastoPlasticFriction", "Law elasto_plastic", &[]),
    ("EllipsoidContact", "Law ellipsoid_contact", &[("load", "normal_force")]),
    ("EllipticContact", "Law elliptic_contact", &[]),
    ("EllipticContactParameters", "Law elliptic_contact", &[]),
    ("GsatFriction", "Law gsat", &[]),
    ("LimitSetGsat", "Law limit_set", &[]),
    ("Loaded", "Law limit_set", &[("law", "-")]),
    ("LuGreFriction", "Law lugre", &[("steady_state", "steady_force")]),
    ("PenaltyHinge", "Law penalty_hinge", &[]),
    ("PointContact", "Law limit_set_contact", &[("law", "-")]),
    ("PyramidContact", "Law pyramid_contact", &[]),
    ("PyramidContactParameters", "Law pyramid_contact", &[]),
    ("RateDependentGsat", "Law rate_dependent_gsat", &[]),
    (
        "ReducedPatch",
        "Law reduced_patch",
        &[("shape", "pressure"), ("model", "bristles"), ("bristle_rate", "bristles")],
    ),
    ("SpringDamper", "Law spring_damper", &[]),
    ("StickSlipPatch", "Law stick_slip_patch", &[]),
    ("StickSlipPatchParameters", "Law stick_slip_patch", &[("patch", "pressure")]),
    ("ThresholdFriction", "Law threshold", &[]),
    ("TimedEffort", "Law effort", &[]),
    // What laws are made of.
    ("BristleParameters", "Bristles", &[]),
    ("ConvexPolygon", "AdmissibleSet convex_polygon", &[]),
    ("Disc", "AdmissibleSet disc", &[]),
    ("Ellipsoid", "AdmissibleSet ellipsoid", &[]),
    ("Grid", "Pressure", &[("side", "cells")]),
    // The law on such a set is a pad on points.
    ("PointSupports", "Pressure", &[]),
    ("RegularPolygon", "AdmissibleSet regular_polygon", &[]),
    ("SoftFingertip", "Fingertip", &[]),
    ("StribeckCurve", "StribeckCurve", &[]),
    // Signals.
    ("Chirp", "Function chirp", &[]),
    ("Ramp", "Function ramp", &[]),
    ("Sine", "Function sine", &[]),
    ("SmoothStep", "Function smooth_step", &[]),
    ("Square", "Function square", &[]),
];

/// What a file does not name, and why.
const NOT_NAMED: &[(&str, &str)] = &[
    ("F", "closures are code; a file has signals and tables in their place"),
    ("AxisContact", "what elliptic and pyramidal contacts are made of"),
    ("f64", "a number"),
    ("FollowerForce", "in code only; a file turns no push with the body"),
    ("CrossPolytope", "in code only: the section of PyramidalContact"),
    ("PyramidalContact", "in code only: built from an EllipticContact"),
    ("SupportSet", "its support function is a closure"),
    ("LinearizedCone", "a cone to reason with; the law on it is pyramid_contact"),
    ("ContactFriction", "a description of a contact; the law on it is elliptic_contact"),
    (
        "Pressed",
        "friction on a pair of ports is composed in code: a connection of a file has one domain",
    ),
    ("NormalSpring", "presses in a Pressed, in code"),
    ("Both", "the maps of a Pressed, in code"),
    ("Each", "the maps of a Pressed, in code"),
    ("PlanarSlider", "steps itself, without a network; the component is ellipsoid_contact"),
    ("QuasiStaticPush", "motion without inertia, not a component"),
    ("KnownSlider", "identification, not a component"),
    ("MaximumLikelihood", "identification, not a component"),
];

/// Options: what a file calls the variants of the library.
const OPTIONS: &[(&str, &[&str])] = &[
    ("Arithmetic", &["Plain", "Exact", "Fast"]),
    ("Axes", &["World", "Body"]),
    ("BristleModel", &["LuGre", "ElastoPlastic"]),
    ("BristleRate", &["Explicit", "Implicit", "OrderPreserving"]),
    ("Coefficient", &["Constant", "Stribeck"]),
    ("ConeScale", &["Inner", "Outer", "EqualArea", "EqualPerimeter", "EqualMeanRadius", "Minimax"]),
    ("Interpolation", &["Lines", "Steps"]),
    ("MountedOn", &["Body", "World"]),
    ("PressureExponent", &["Constant", "PerLoad"]),
    ("Reaction", &["AtParentPoint", "AtChildPoint"]),
    ("Relaxation", &["Implicit", "OrderPreserving", "Constant"]),
    ("SteadyState", &["Force", "Deflection"]),
    ("StribeckShape", &["Rational", "Gaussian", "Exponential"]),
];

/// Choices that are none of a component.
const NO_OPTIONS: &[(&str, &str)] = &[
    (
        "ContactDimension",
        "which components of a contact there are: elliptic_contact has them as keys",
    ),
    ("Coupling", "of an equation"),
    ("Function", "a new one does not compile before it says how files write it"),
    ("Pooling", "of an identification"),
    ("Surface", "has its names itself"),
];

/// The lines of the sources, without tests.
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
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        walk(&if name.contains('/') { folder } else { folder.join("src") }, &mut paths);
    }
    let lines = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        code.lines().map(str::to_owned).collect()
    };
    paths.iter().map(|path| (path.clone(), lines(path))).collect()
}

/// The name at the begin of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// `impl<…> Trait<…> for Type<…>`: the trait and the type.
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

/// Types that implement one of the traits, or have a builder; with the parameters of the builder.
fn components() -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, lines) in sources() {
        for (i, line) in lines.iter().enumerate() {
            let head = lines[i..].iter().map(String::as_str).take(4).collect::<Vec<_>>().join(" ");
            if let Some((name, of)) = implementation(&head).filter(|_| line.starts_with("impl"))
                && TRAITS.contains(&name)
            {
                all.entry(of.to_owned()).or_default();
            }
            if let Some(contact) = line.strip_prefix("contact_by_delegation!(") {
                all.entry(word(contact).to_owned()).or_default();
            }
            if line.starts_with("#[derive(") && line.contains("TypedBuilder") {
                let (name, fields) = built(&lines[i..]);
                all.insert(name, fields);
            }
        }
    }
    all
}

/// The struct after a derive, and its fields that the builder sets.
fn built(lines: &[String]) -> (String, Vec<String>) {
    let mut lines = lines.iter().map(|line| line.as_str());
    let head = lines.find_map(|line| line.strip_prefix("pub struct ")).unwrap();
    // Bounds may be between.
    if !head.ends_with('{') {
        lines.find(|line| *line == "{");
    }
    let (mut fields, mut skipped) = (vec![], false);
    for line in lines.take_while(|line| *line != "}") {
        skipped |= line.contains("setter(skip)");
        let field = line.strip_prefix("    ").filter(|line| line.starts_with(char::is_alphabetic));
        let field = field.map(|field| field.strip_prefix("pub(super) ").unwrap_or(field));
        if let Some((name, _)) = field.and_then(|field| field.split_once(':')) {
            if !skipped {
                fields.push(name.to_owned());
            }
            skipped = false;
        }
    }
    (word(head).to_owned(), fields)
}

/// The parameters of `Law gsat`, or of the table `Bristles`.
fn keys(root: &Value, name: &str) -> Vec<String> {
    let (definition, kind) = name.split_once(' ').unwrap_or((name, ""));
    let schema = &root["$defs"][definition];
    let own = |one: &&Value| one["properties"]["type"]["const"] == kind;
    let entry = if kind.is_empty() {
        Some(schema)
    } else {
        schema["oneOf"].as_array().into_iter().flatten().find(own)
    };
    let entry = entry.unwrap_or_else(|| panic!("a file has no {name}"));
    entry["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn every_component_and_parameter_has_a_name_in_a_file() {
    let (components, root) = (components(), Scenario::json_schema());
    assert!(components.len() > 60 && components["GsatFriction"].len() == 4, "{components:#?}");
    let mut wrong = vec![];
    for (name, parameters) in &components {
        if NOT_NAMED.iter().any(|(other, _)| other == name) {
            continue;
        }
        let Some((_, entry, renamed)) = NAMED.iter().find(|(other, ..)| other == name) else {
            wrong.push(format!("{name} has no name in a file"));
            continue;
        };
        let keys = keys(&root, entry);
        for parameter in parameters {
            let key = renamed.iter().find(|(own, _)| own == parameter);
            let key = key.map_or(parameter.as_str(), |(_, key)| key);
            if key != "-" && !keys.iter().any(|known| known == key) {
                wrong.push(format!("{name}: `{parameter}` is not among {keys:?} of {entry}"));
            }
        }
    }
    for (name, entry, _) in NAMED {
        if !components.contains_key(*name) {
            wrong.push(format!("there is no {name}, which {entry} names"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_option_has_a_name_in_a_file() {
    let mut found = vec![];
    for (_, lines) in sources() {
        for (i, line) in lines.iter().enumerate() {
            let Some(name) = line.strip_prefix("pub enum ").map(word) else { continue };
            let other = NO_OPTIONS.iter().any(|(other, _)| *other == name);
            if other || name.ends_with("Error") {
                continue;
            }
            let variants = lines[i + 1..]
                .iter()
                .take_while(|line| *line != "}")
                .filter_map(|line| line.strip_prefix("    "))
                .filter(|line| line.starts_with(char::is_uppercase));
            found.push((name.to_owned(), variants.map(|line| word(line).to_owned()).collect()));
        }
    }
    found.sort();
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let options = OPTIONS.iter().map(|(name, words)| ((*name).to_owned(), owned(words)));
    assert_eq!(found, options.collect::<Vec<_>>());
}

#[test]
fn implementations_are_read() {
    let law = "impl<L: LoadedFriction<Vector2<f64>>> Impedance for PointContact<L> {";
    assert_eq!(implementation(law), Some(("Impedance", "PointContact")));
    let drive = "impl<D: VectorDomain> Drive<D> for Waypoints<D> {";
    assert_eq!(implementation(drive), Some(("Drive", "Waypoints")));
    assert_eq!(implementation("impl Hand {"), None);
}
