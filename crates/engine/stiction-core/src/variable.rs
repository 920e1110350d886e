//! Names of the internal variables of a component.

use std::borrow::Cow;

/// Name and unit of an internal variable: in messages, and over the columns of a recording.
///
/// ```
/// use stiction_core::VariableName;
/// assert_eq!(VariableName::new("pressure", "Pa").to_string(), "pressure [Pa]");
/// assert_eq!(VariableName::numbered(3).to_string(), "internal[3]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableName {
    /// Name without blanks, `deflection_x`; those of one component differ.
    pub name: Cow<'static, str>,
    /// Unit, `m`; `1` for a number, empty if it is not known.
    pub unit: Cow<'static, str>,
}

impl VariableName {
    /// Creates a variable with a name and a unit.
    #[must_use]
    pub fn new(name: impl Into<Cow<'static, str>>, unit: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), unit: unit.into() }
    }

    /// Creates the name `internal[i]`, of unknown unit: a variable that its component does not name.
    #[must_use]
    pub fn numbered(index: usize) -> Self {
        Self::new(format!("internal[{index}]"), "")
    }
}

/// The name, then the unit in brackets if it is known.
impl core::fmt::Display for VariableName {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.name)?;
        if self.unit.is_empty() { Ok(()) } else { write!(f, " [{}]", self.unit) }
    }
}
