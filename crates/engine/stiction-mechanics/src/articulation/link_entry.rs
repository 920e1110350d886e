//! Links as ports, as a file has them: by the name of the link; the tree is that of the body that is connected.

use nalgebra::Vector3;
use stiction_core::{Describe, Description, Field, Given, Parameter, Range, Value, ValueError};

use super::{Articulation, ArticulationError, LinkFrame, LinkPoint};

const LINK: Field = Field {
    name: "link",
    symbol: "",
    unit: "",
    range: Range::Any,
    text: "Name of the link, or of the base if it is free.",
    form: String::form,
    default: None,
    is_flat: false,
};

const POINT: Field = Field {
    name: "point",
    symbol: "",
    unit: "m",
    range: Range::Finite,
    text: "Point in the frame of the link [m], finite.",
    form: || Vector3::<f64>::form().of_one_length(),
    default: Some(|| Vector3::<f64>::zeros().value()),
    is_flat: false,
};

impl<const K: usize, const FREE: bool> Describe for LinkPoint<K, FREE> {
    type Built = Self;
    const DESCRIPTION: &'static Description = &Description {
        name: "LinkPoint",
        tag: "link_point",
        chosen: "",
        text: "A point of a link of an articulation, which is the port.",
        fields: &[LINK, POINT],
        of_number: None,
    };
    fn values(&self) -> Vec<Value> {
        vec![self.link().to_owned().value(), self.point().value()]
    }
    fn values_of(built: &Self) -> Vec<Value> {
        built.values()
    }
    fn from_values(given: &mut Given) -> Result<Self, ValueError> {
        let link: String = given.take(LINK.name)?;
        let point = given.take_or(POINT.name, Vector3::zeros)?;
        Self::reached(&tree(given)?, &link, point).map_err(|error| placed(&error))
    }
}

impl<const K: usize, const FREE: bool> Describe for LinkFrame<K, FREE> {
    type Built = Self;
    const DESCRIPTION: &'static Description = &Description {
        name: "LinkFrame",
        tag: "link_frame",
        chosen: "",
        text: "The frame of a link of an articulation, which is the port.",
        fields: &[LINK],
        of_number: None,
    };
    fn values(&self) -> Vec<Value> {
        vec![self.link().to_owned().value()]
    }
    fn values_of(built: &Self) -> Vec<Value> {
        built.values()
    }
    fn from_values(given: &mut Given) -> Result<Self, ValueError> {
        let link: String = given.take(LINK.name)?;
        Self::reached(&tree(given)?, &link).map_err(|error| placed(&error))
    }
}

/// Takes the tree, which the caller that knows the ports hands over behind the values.
fn tree(given: &mut Given) -> Result<Articulation, ValueError> {
    let [tree] = given.next_values();
    let tree = if let Value::Made(made) = tree { made.of_type::<Articulation>() } else { None };
    let needed = "needs the body that has the link for its `ports`, not joints of it";
    tree.ok_or_else(|| ValueError::new(needed))
}

fn placed(error: &ArticulationError) -> ValueError {
    let key = match error {
        ArticulationError::Number { parameter, .. } => parameter,
        _ => LINK.name,
    };
    ValueError::new(error.to_string()).inside(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Inertial, Joint, TreeLink};
    use nalgebra::Matrix3;

    fn arm() -> Articulation {
        let mass = Inertial::new(2.0, Vector3::x(), Matrix3::identity()).unwrap();
        let rod =
            TreeLink::builder().name("rod").parent("base").joint(Joint::Revolute(Vector3::z()));
        Articulation::builder().links([rod.inertial(mass).build().unwrap()]).build().unwrap()
    }

    #[test]
    fn errors_name_the_key() {
        let refused =
            |values: Vec<Value>| LinkPoint::<1>::from_values(&mut Given::new(values)).unwrap_err();
        let (rod, zero) = ("rod".to_owned().value(), Vector3::<f64>::zeros().value());
        assert!(refused(vec![rod.clone(), zero.clone()]).message.contains("for its `ports`"));
        let hand = refused(vec!["hand".to_owned().value(), zero, Value::made(arm())]);
        assert_eq!(
            (&*hand.message, &*hand.path),
            ("articulation: no link `hand`", &["link".to_owned()][..])
        );
        let nowhere = Vector3::new(0.0, f64::NAN, 0.0).value();
        assert_eq!(refused(vec![rod, nowhere, Value::made(arm())]).path, ["point"]);
    }
}
