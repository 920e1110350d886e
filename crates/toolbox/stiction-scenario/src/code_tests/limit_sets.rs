//! Limit sets of your own.

use stiction_core::Line;
use stiction_friction::{Diagonal, Ellipsoid, LimitSetGsat, Loaded};
use stiction_mechanics::PointMass;

use crate::{Connection, Law, Scenario, ScenarioBody};

/// The type of the law determines set and stiffness; the law survives writing and reading.
#[test]
fn laws_composed_in_code_are_those_of_files() {
    let of_line = |law: Law| {
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let mut scenario = Scenario::new("", 1e-4, 0.01);
        scenario.bodies.insert("mass".to_owned(), ScenarioBody::from(mass));
        scenario.connections.insert("rub".to_owned(), Connection::direct(law, "mass"));
        scenario
    };
    let set = Ellipsoid::new(0.3).unwrap();
    let diagonal = |gain| Diagonal::new(gain).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(diagonal(1e5)).damping(diagonal(200.0));
    let own = Loaded::<_, Line>::builder().law(law.build().unwrap()).normal_force(10.0);
    let scenario = of_line(own.build().unwrap().into());
    let again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    let networks = [scenario, again].map(|scenario| scenario.mechanism().unwrap().network);
    assert_eq!(networks[0].difference(&networks[1]), None);
}
