//! Shapes of bodies that their types do not determine.

use nalgebra::{Quaternion, Vector3};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use stiction_core::{Form, Parameter, Pose, Seen, Shape, Value};

use crate::component::Component;
use crate::entry::Kind;
use crate::error::Fault;
use crate::fields::Fields;
use crate::node::Node;
use crate::value::{find, read_value, write_table};

/// Key of the shape of a body; for a rigid body it gives the distribution of mass too.
pub(crate) const KEY: &str = "shape";

/// Keys beside the parameters of a shape, with their numbers of values.
pub(crate) const PLACE: [(&str, usize, &str); 2] = [
    ("position", 3, "Its origin in the axes of the body [m], default zero."),
    ("orientation", 4, "Its orientation (w, x, y, z) there, of any length but zero."),
];
/// Description of [`KEY`].
pub(crate) const TEXT: &str = "Its appearance; no part of the motion.";

/// A shape in the axes of a body; it does not affect the motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Appearance(pub Seen);

impl From<Seen> for Appearance {
    fn from(seen: Seen) -> Self {
        Self(seen)
    }
}

impl Appearance {
    /// Reads a shape: `position` and `orientation` beside the parameters of its kind.
    pub(crate) fn read(node: Node<'_>) -> Result<Self, Fault> {
        let mut fields = Fields::of(KEY, node)?;
        let position: Option<[f64; 3]> = fields.read("position")?;
        let orientation: Option<[f64; 4]> = fields.read("orientation")?;
        let mut pose = Pose::default();
        if let Some(position) = position {
            pose.position = Vector3::from(position);
        }
        if let Some([w, i, j, k]) = orientation {
            pose.orientation = Quaternion::new(w, i, j, k);
        }
        let shape = Shape::of(read_value(Shape::form(), fields.rest())?)?;
        Ok(Self(Seen { shape, pose }))
    }

    /// Refuses numbers that are not valid for a shape.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        Ok(self.0.check()?)
    }
}

impl Serialize for Appearance {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Pose { position, orientation } = self.0.pose;
        let rest = Pose::default();
        let position = (position != rest.position).then(|| position.as_slice().to_vec());
        let turned = [orientation.w, orientation.i, orientation.j, orientation.k];
        let orientation = (orientation != rest.orientation).then(|| turned.to_vec());
        let lists = [("position", position), ("orientation", orientation)];
        let (Value::Choice(index, values), Form::Choice(kinds)) =
            (self.0.shape.value(), Shape::form())
        else {
            return Err(S::Error::custom("a shape is one of several kinds"));
        };
        let kind = &kinds.variants[index];
        write_table([("type", kind.name)], (kind.fields, &values), &lists, to)
    }
}

/// Returns the shape that a component has as a parameter, if pictures have one of its kind.
pub(crate) fn own_shape<K: Kind>(component: &Component<K>) -> Option<Shape> {
    let (field, value) = find(component.table.fields, &component.values, KEY)?;
    let (Form::Choice(kinds), Value::Choice(index, values)) = ((field.form)(), value) else {
        return None;
    };
    // A shell looks like a solid.
    let name = kinds.variants.get(*index)?.name.trim_start_matches("hollow_");
    Shape::of_kind(name, values.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;
    use stiction_network::Simulation;

    const HEAD: &str = "schema_version = 1\nsolver = { step = 1e-4, until = 0.05 }\n\
        connections.sole.ports = \"block\"\n\
        connections.sole.law = { type = \"coulomb_contact\", stiffness = 1e4, damping = 20.0, friction = 0.3 }\n\
        [bodies.block]\ntype = \"point_mass\"\ndomain = \"space\"\nmass = 1.0\n\
        gravity = [3.0, 0.0, -9.8]\nstart = { velocity = [1.0, 0.0, 0.0] }\n";
    const SHAPE: &str = "shape = { type = \"cuboid\", sizes = [0.1, 0.2, 0.3], position = [0.0, 0.0, 0.15], \
        orientation = [2.0, 0.0, 0.0, 0.0] }\n";

    fn simulation(text: &str) -> Simulation {
        let scenario = Scenario::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
        let again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
        assert_eq!(again, scenario);
        again.simulation().unwrap().0
    }

    fn seen(sim: &Simulation) -> Vec<Seen> {
        sim.frame().picture().bodies.remove(0).seen
    }

    fn bits(sim: &Simulation) -> Vec<u64> {
        sim.frame().state().values().iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn a_shape_moves_with_its_body_and_moves_nothing() {
        let mut sims =
            [String::new(), SHAPE.to_owned()].map(|shape| simulation(&(HEAD.to_owned() + &shape)));
        for sim in &mut sims {
            sim.run_until(0.05).unwrap();
        }
        let [without, with] = sims;
        assert_eq!(bits(&without), bits(&with));
        assert!(seen(&without).is_empty());
        let at = with.frame().state().values()[..3].to_vec();
        let shown = seen(&with);
        let [Seen { shape: Shape::Cuboid { sizes }, pose }] = &shown[..] else {
            panic!("{shown:?}")
        };
        assert_eq!(*sizes, [0.1, 0.2, 0.3]);
        assert!((pose.position - Vector3::new(at[0], at[1], at[2] + 0.15)).norm() < 1e-15);
        assert_eq!(pose.orientation, Quaternion::identity());
        assert!(at[0] > 0.04, "{at:?}");
        // The control: another friction changes the motion.
        let other = (HEAD.to_owned() + SHAPE).replace("friction = 0.3", "friction = 0.2");
        let mut other = simulation(&other);
        other.run_until(0.05).unwrap();
        assert_ne!(bits(&other), bits(&with));
    }

    /// A rigid body looks like its distribution of mass: a coin is not a cuboid.
    #[test]
    fn a_rigid_body_looks_like_what_it_is_made_of() {
        let seen = |shape: &str| {
            let text = format!(
                "schema_version = 1\nsolver = {{ step = 1e-4, until = 0.05 }}\n\
                bodies.it = {{ type = \"rigid_body\", mass = 1.0, shape = {shape} }}\n"
            );
            seen(&simulation(&text)).remove(0).shape
        };
        let coin = seen("{ type = \"cylinder\", radius = 0.1, length = 0.01 }");
        assert_eq!(coin, Shape::Cylinder { radius: 0.1, length: 0.01 });
        let shell = seen("{ type = \"hollow_sphere\", radius = 0.1 }");
        assert_eq!(shell, Shape::Sphere { radius: 0.1 });
        // A rod has no thickness, but the uniform solid with its inertia has one.
        let rod = seen("{ type = \"rod\", length = 1.0, axial_inertia = 1e-3 }");
        assert!(matches!(rod, Shape::Cuboid { .. }), "{rod:?}");
    }
}
