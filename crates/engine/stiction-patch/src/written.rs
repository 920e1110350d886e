//! Pads in files: their tables, and the parts that those only name.
//!
//! ```text
//! values of a pad ── made ──> values, with its pressures and limit surfaces in their place ──> the pad
//! ```
//! A pressure may stand in an image, and a fingertip follows a force until the end of the run: the values
//! of a pad name these, and a [`PartSource`] knows them.
//!
//! ```text
//! values   normal_force   pressure                           law (flat: its fields stand in this table)
//! before   10             Record { file: "pad.png", … }      Record [bristles, Record { shapes … }]
//!           └──────────────────┬──────────────────────────────────────────────┘  the force goes along
//! after    10             Made(Schedule<ContactPatch>)       Record [bristles, Made(Schedule<ReducedShape>)]
//! ```
//! [`Value::made`] carries what was made, as it is, through the values to the pad, which takes it out again by its
//! type.

mod fingertip;
mod pads;
mod pressure;
mod shapes;

use std::sync::Arc;

use stiction_core::description::Inside;
use stiction_core::{Describe, Field, Form, NormalLoad, Parameter, Value, ValueError};

pub use fingertip::Fingertip;
pub use pads::{Bristles, DistributedPad, ReducedPad};
pub use pressure::{Pressure, PressurePiece};
pub use shapes::{Rim, SampledSurface, Shapes};

use crate::limit_surface::{LimitSurface, LimitSurfaceError};
use crate::patch::{ContactPatch, PatchError};
use crate::reduced::ReducedShape;
use crate::schedule::Schedule;

/// Provides the parts of a pad that its values only name.
pub trait PartSource {
    /// Returns the pressures in a file, over a square of `size` \[m\].
    ///
    /// # Errors
    /// A file that cannot be read, or that has no pressures.
    fn pressure(&self, file: &str, size: f64) -> Result<ContactPatch, ValueError> {
        let _ = size;
        Err(unread(file))
    }

    /// Returns the limit surface in a file.
    ///
    /// # Errors
    /// A file that cannot be read, or that has no limit surface.
    fn limit_surface(&self, file: &str) -> Result<Arc<LimitSurface>, ValueError> {
        Err(unread(file))
    }

    /// Returns the limit surface of a pressure, which may have been sampled before.
    ///
    /// # Errors
    /// As [`LimitSurface::new`].
    fn sampled(
        &self,
        patch: &ContactPatch,
        samples: usize,
    ) -> Result<Arc<LimitSurface>, LimitSurfaceError> {
        LimitSurface::new(patch, samples).map(Arc::new)
    }

    /// Returns until when a fingertip follows the normal force \[s\].
    fn until(&self) -> f64;
}

fn unread(file: &str) -> ValueError {
    ValueError::new(format!("`{file}` is a file, and nobody reads files here"))
}

/// A source without any parts.
struct Nothing;

impl PartSource for Nothing {
    fn until(&self) -> f64 {
        f64::INFINITY
    }
}

/// Returns the values of some fields, with all pressures and limit surfaces of pads made. A fingertip follows the
/// field `normal_force` beside it.
///
/// # Errors
/// A part that the source refuses; a pressure that there cannot be.
pub fn made(
    fields: &[Field],
    values: Vec<Value>,
    source: &dyn PartSource,
) -> Result<Vec<Value>, ValueError> {
    let force = fields.iter().position(|field| field.name == "normal_force");
    let force = force.and_then(|place| values.get(place).cloned());
    made_under(force.as_ref(), fields, values, source)
}

/// Does the work of [`made`] for a pad under a normal force that may stand in another table.
fn made_under(
    force: Option<&Value>,
    fields: &[Field],
    mut values: Vec<Value>,
    source: &dyn PartSource,
) -> Result<Vec<Value>, ValueError> {
    for (field, value) in fields.iter().zip(&mut values) {
        let Form::Table(table) = (field.form)() else { continue };
        // A table is known by its name, as two references to one table need not be equal.
        let is_of = |name| table.name == name && *value != Value::Absent;
        let (of_pressure, of_shapes) =
            (is_of(Pressure::DESCRIPTION.name), is_of(Shapes::DESCRIPTION.name));
        if !(of_pressure || of_shapes) {
            // Only a part that stands flat in this table is searched: its fields go with the force beside it.
            if let (true, Value::Record(of_law)) = (field.is_flat, &mut *value) {
                *of_law = made_under(force, table.fields, core::mem::take(of_law), source)?;
            }
            continue;
        }
        // Read here and not before the loop, so that a force is refused here only if a pressure needs it.
        let load = force.cloned().map(NormalLoad::of).transpose().inside("normal_force")?;
        let given = core::mem::replace(value, Value::Absent);
        let made = if of_pressure {
            Pressure::of(given)
                .and_then(|given| given.schedule(load.as_ref(), source))
                .map(Value::made)
        } else {
            Shapes::of(given)
                .and_then(|given| given.schedule(load.as_ref(), source))
                .map(Value::made)
        };
        *value =
            made.map_err(|error| if field.is_flat { error } else { error.inside(field.name) })?;
    }
    Ok(values)
}

/// From a file with everything in it, or made.
impl Parameter for Schedule<ContactPatch> {
    fn form() -> Form {
        Pressure::form()
    }
    fn value(&self) -> Value {
        Pressure::of_schedule(self).value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::Made(made) => made.of_type().ok_or_else(|| ValueError::new("is no pressure")),
            // Nobody made it: the pad is built in a program, where parts that are only named are refused.
            value => Pressure::of(value)?.schedule(None, &Nothing),
        }
    }
}

/// From a file with everything in it, or made.
impl Parameter for Schedule<ReducedShape> {
    fn form() -> Form {
        Shapes::form()
    }
    fn value(&self) -> Value {
        match Shapes::of_schedule(self) {
            Some(shapes) => shapes.value(),
            None => Value::Record(vec![Value::Opaque(
                "a limit surface that was read from a file, without the pressure,",
            )]),
        }
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::Made(made) => made.of_type().ok_or_else(|| ValueError::new("is no shape")),
            value => Shapes::of(value)?.schedule(None, &Nothing),
        }
    }
}

impl From<PatchError> for ValueError {
    fn from(error: PatchError) -> Self {
        match error {
            PatchError::Parameter(error) => error.into(),
            other => Self::new(other.to_string()),
        }
    }
}

impl From<LimitSurfaceError> for ValueError {
    fn from(error: LimitSurfaceError) -> Self {
        match error {
            LimitSurfaceError::Parameter(error) => error.into(),
            other => Self::new(other.to_string()).inside("samples"),
        }
    }
}

#[cfg(test)]
mod tests;
