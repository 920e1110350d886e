//! Prescribed motions and fixed places, to which connections attach as to bodies.

use core::any::Any;

use stiction_core::{
    AnyDomain, Describe, Domain, Drive, Flat, Form, Parameter, Shown, Value, ValueError,
};
use stiction_network::{AnyPort, Ground, Prescribed, UntypedPort};

use crate::component::Component;
use crate::domain::DomainId;
use crate::entry::{Entry, Kind};
use crate::error::Fault;

/// A prescribed motion or a fixed place.
pub type ScenarioDrive = Component<MakeDrive>;

/// Properties of an entry that only drives have: none.
#[derive(Clone, Copy, Debug)]
pub struct MakeDrive;

impl Kind for MakeDrive {
    const WHAT: &'static str = "drive";
    const NAME: &'static str = "Drive";
    const TEXT: &'static str = "A prescribed motion or a fixed place.";
}

impl Entry<MakeDrive> {
    /// Returns the entry of a type.
    #[must_use]
    pub fn of_drive<D: Domain, C: Describe>() -> Self
    where
        C::Built: Drive<D>,
    {
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<D>(),
            build: |given| Ok(port_of::<D>(Prescribed::new(C::from_values(given)?))),
            #[cfg(test)]
            again: crate::entry::again::<C>,
            make: MakeDrive,
        }
    }

    /// Returns the entry of a place that does not move.
    pub(crate) fn fixed<D: Domain>() -> Self {
        Self {
            table: Fixed::<D>::DESCRIPTION,
            domain: DomainId::of::<D>(),
            build: |given| Ok(port_of::<D>(Fixed::from_values(given)?)),
            #[cfg(test)]
            again: crate::entry::again::<Fixed<D>>,
            make: MakeDrive,
        }
    }
}

fn port_of<D: Domain>(port: impl Into<AnyPort<D>>) -> Box<dyn Any> {
    Box::new(UntypedPort::from(port.into()))
}

impl ScenarioDrive {
    /// Makes a drive from a prescribed motion composed in code.
    #[must_use]
    pub fn of<D: Domain, C: Describe>(drive: &C) -> Self
    where
        C::Built: Drive<D>,
    {
        Self::of_entry(Entry::of_drive::<D, C>(), drive.values())
    }

    /// Makes a place that does not move.
    #[must_use]
    pub fn fixed<D: Domain>(pose: D::Pose) -> Self {
        Self::of_entry(Entry::fixed::<D>(), Fixed::<D> { pose: Place(pose) }.values())
    }

    pub(crate) fn port(&self) -> Result<UntypedPort, Fault> {
        let (_, port) = self.build_chosen()?;
        port.downcast().map(|port| *port).map_err(|_| Fault::new("is no port"))
    }
}

/// Returns one number, or a list.
fn numbers(scalars: Vec<f64>) -> Value {
    if let [one] = scalars[..] { Value::Number(one) } else { Value::Numbers(scalars) }
}

/// A place that does not move.
#[derive(Describe)]
#[describe(tag = "fixed", chosen = "domain")]
pub(crate) struct Fixed<D: Domain> {
    /// Where it is \[m\] or \[rad\]: one number, or a list: x, y in a plane; x, y, z in space; x, y, angle
    /// of a planar frame; x, y, z, qw, qx, qy, qz of a frame in space, where the quaternion has any
    /// length but zero.
    pub pose: Place<D>,
}

impl<D: Domain> From<Fixed<D>> for AnyPort<D> {
    fn from(fixed: Fixed<D>) -> Self {
        Ground::at(fixed.pose.0).into()
    }
}

/// A pose as the list of its scalars.
pub(crate) struct Place<D: Domain>(D::Pose);

impl<D: Domain> Parameter for Place<D> {
    fn form() -> Form {
        Form::Vector(D::Pose::LEN)
    }
    fn value(&self) -> Value {
        let mut scalars = vec![0.0; <D::Pose as Flat>::LEN];
        self.0.store(&mut scalars);
        numbers(scalars)
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let scalars = match value {
            Value::Number(one) => vec![one],
            Value::Numbers(scalars) => scalars,
            _ => vec![],
        };
        check_count(D::Pose::LEN, 1, scalars.len())?;
        if let Some(scalar) = scalars.iter().find(|scalar| !scalar.is_finite()) {
            return Err(ValueError::new(format!("must be finite, found {}", Shown(*scalar))));
        }
        upright::<D>(D::Pose::load(&scalars)).map(Self)
    }
}

/// Refuses another number of scalars than those of all ports together.
pub(crate) fn check_count(len: usize, ports: usize, found: usize) -> Result<(), ValueError> {
    let expected = len * ports;
    let wanted = match (expected, ports) {
        (1, 1) => "one number".to_owned(),
        (count, 1) => format!("a list of {count} numbers"),
        (count, _) => format!("a list of {count}, one for each joint"),
    };
    let refused = || ValueError::new(format!("must be {wanted}, found {found}"));
    if expected == found { Ok(()) } else { Err(refused()) }
}

/// Normalises the quaternion of a pose, if it has one; a unit quaternion keeps its bits.
pub(crate) fn upright<D: Domain>(pose: D::Pose) -> Result<D::Pose, ValueError> {
    let mut scalars = vec![0.0; <D::Pose as Flat>::LEN];
    pose.store(&mut scalars);
    let Some(length) = AnyDomain::get::<D>().quaternion_length(&scalars) else { return Ok(pose) };
    if !(length.is_finite() && length > 0.0) {
        let requirement = "must have a length that is finite and not zero";
        return Err(ValueError::new(format!("{requirement}, found {}", Shown(length))));
    }
    Ok(if (length - 1.0).abs() < 1e-12 { pose } else { D::valid_pose(pose) })
}
