//! Elements of a file, with the line where they stand.

use nalgebra::{UnitQuaternion, Vector3};
use roxmltree::Node;
use stiction_core::Pose;

use super::error::{Fault, UrdfError};

/// An element.
#[derive(Clone, Copy)]
pub(crate) struct Element<'a>(pub(crate) Node<'a, 'a>);

impl<'a> Element<'a> {
    pub(crate) fn tag(self) -> &'a str {
        self.0.tag_name().name()
    }

    pub(crate) fn line(self) -> u32 {
        self.0.document().text_pos_at(self.0.range().start).row
    }

    pub(crate) fn fault(self, fault: Fault) -> UrdfError {
        fault.at(self.line())
    }

    /// Returns the elements of a name in it.
    pub(crate) fn all(self, name: &'static str) -> impl Iterator<Item = Self> {
        self.0.children().filter(move |node| node.has_tag_name(name)).map(Self)
    }

    /// Returns the first element of a name in it, if there is one.
    pub(crate) fn get(self, name: &'static str) -> Option<Self> {
        self.all(name).next()
    }

    pub(crate) fn need(self, name: &'static str) -> Result<Self, UrdfError> {
        let missing = || Fault::NoElement { inside: self.tag().to_owned(), element: name };
        self.get(name).ok_or_else(|| self.fault(missing()))
    }

    pub(crate) fn word(self, attribute: &'static str) -> Result<&'a str, UrdfError> {
        let missing = || Fault::NoAttribute { element: self.tag().to_owned(), attribute };
        self.0.attribute(attribute).ok_or_else(|| self.fault(missing()))
    }

    /// Returns its name, which is not empty.
    pub(crate) fn name(self) -> Result<&'a str, UrdfError> {
        let name = self.word("name")?;
        let is_empty = name.trim().is_empty();
        if is_empty { Err(self.bad("name", name, "a name that is not empty")) } else { Ok(name) }
    }

    pub(crate) fn number(self, attribute: &'static str) -> Result<f64, UrdfError> {
        let found = self.word(attribute)?;
        let number = found.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.bad(attribute, found, "a finite number"))
    }

    /// Reads a number, or returns the default if the attribute is missing.
    pub(crate) fn number_or(self, attribute: &'static str, default: f64) -> Result<f64, UrdfError> {
        if self.0.has_attribute(attribute) { self.number(attribute) } else { Ok(default) }
    }

    /// Reads a number that must not be negative, or returns zero if the attribute is missing.
    pub(crate) fn not_negative(self, attribute: &'static str) -> Result<f64, UrdfError> {
        let number = self.number_or(attribute, 0.0)?;
        let found = || self.0.attribute(attribute).unwrap_or_default();
        let refused = || self.bad(attribute, found(), "a number that is not negative");
        if number < 0.0 { Err(refused()) } else { Ok(number) }
    }

    /// Reads three numbers.
    pub(crate) fn vector(self, attribute: &'static str) -> Result<Vector3<f64>, UrdfError> {
        let found = self.word(attribute)?;
        let numbers: Vec<f64> =
            found.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let is_whole = numbers.len() == found.split_whitespace().count();
        match numbers[..] {
            [x, y, z] if is_whole && numbers.iter().all(|number| number.is_finite()) => {
                Ok(Vector3::new(x, y, z))
            }
            _ => Err(self.bad(attribute, found, "three finite numbers")),
        }
    }

    /// Returns the place of its `<origin>`: turned by roll, pitch and yaw about the fixed axes x,
    /// y, z.
    pub(crate) fn origin(self) -> Result<Pose, UrdfError> {
        let Some(origin) = self.get("origin") else { return Ok(Pose::default()) };
        let triple = |attribute| match origin.0.has_attribute(attribute) {
            true => origin.vector(attribute),
            false => Ok(Vector3::zeros()),
        };
        let (position, angles) = (triple("xyz")?, triple("rpy")?);
        let turn = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
        Ok(Pose { position, orientation: turn.into_inner() })
    }

    fn bad(self, attribute: &'static str, found: &str, requirement: &'static str) -> UrdfError {
        self.fault(Fault::Number { attribute, found: found.to_owned(), requirement })
    }
}
