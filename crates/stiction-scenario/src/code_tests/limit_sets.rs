//! Limit sets of your own.

use nalgebra::{Vector2, Vector3, vector};
use stiction_core::{Direct, Impedance, Line, Motion, Plane, Space, Vector, VectorDomain};
use stiction_friction::{
    ConvexPolygon, Diagonal, Disc, Ellipsoid, Friction, LimitSetGsat, Loaded, PointContact,
    RegularPolygon, Relaxation, StribeckCurve,
};
use stiction_mechanics::{ConstantEffort, PointMass};
use stiction_network::NetworkBuilder;

use super::{bits, of_file, simulation};
use crate::{Body, Connection, Law, Scenario};

/// A mass that starts fast and slides, turns and stops under a law.
fn code<D, L>(start: D::Vector, law: L) -> Vec<u64>
where
    D: VectorDomain,
    L: Impedance<Domain = D>,
{
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<D>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::new(D::Vector::zero(), start)).unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    bits(simulation(net))
}

fn file(domain: &str, start: &str, law: &str) -> Vec<u64> {
    of_file(&format!(
        "[bodies.mass]\ntype = \"point_mass\"\nmass = 1.0\ndomain = \"{domain}\"\n\
         start = {{ velocity = {start} }}\n\
         [connections.rub]\nports = \"mass\"\nlaw = {{ {law} }}\n"
    ))
}

fn loaded<D, L>(law: L) -> Loaded<L, D>
where
    D: VectorDomain,
    L: Friction<D>,
{
    Loaded::builder().law(law).normal_force(10.0).build().unwrap()
}

const GAINS: &str = "type = \"limit_set\", stiffness = 1e5, damping = 200.0, normal_force = 10.0";

#[test]
fn a_disc_on_a_line() {
    let law = LimitSetGsat::builder().set(Disc::new(0.3).unwrap()).stiffness(1e5).damping(200.0);
    let code = code::<Line, _>(0.1, loaded(law.build().unwrap()));
    let law = format!("{GAINS}, set = {{ type = \"disc\", radius = 0.3 }}");
    assert_eq!(file("line", "0.1", &law), code);
}

#[test]
fn polygons_in_a_plane() {
    let start = Vector2::new(0.1, 0.05);
    let set = RegularPolygon::new(5, 0.4, 0.2).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(1e5).damping(200.0);
    let regular = code::<Plane, _>(start, loaded(law.build().unwrap()));
    let set = "set = { type = \"regular_polygon\", sides = 5, apothem = 0.4, phase = 0.2 }";
    assert_eq!(file("plane", "[0.1, 0.05]", &format!("{GAINS}, {set}")), regular);

    let corners = [vector![0.5, -0.2], vector![0.1, 0.6], vector![-0.4, -0.3]];
    let set = ConvexPolygon::new(&corners).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(1e5).damping(200.0);
    let convex = code::<Plane, _>(start, loaded(law.build().unwrap()));
    let set = "set = { type = \"convex_polygon\", \
               vertices = [[0.5, -0.2], [0.1, 0.6], [-0.4, -0.3]] }";
    assert_eq!(file("plane", "[0.1, 0.05]", &format!("{GAINS}, {set}")), convex);
    assert_ne!(convex, regular);
}

#[test]
fn an_ellipsoid_with_a_stiffness_per_axis_a_curve_and_a_relaxation() {
    let diagonal = |entries| Diagonal::new(entries).unwrap();
    let curve = StribeckCurve::builder().coulomb(0.8).breakaway(1.0).stribeck_speed(0.01);
    let law = LimitSetGsat::builder()
        .set(Ellipsoid::new(Vector3::new(0.2, 0.6, 0.4)).unwrap())
        .coefficient(curve.build().unwrap())
        .stiffness(diagonal(vector![1e5, 2e5, 3e5]))
        .damping(diagonal(vector![2e3, 3e3, 4e3]))
        .relaxation(Relaxation::OrderPreserving { kappa: 0.8 });
    let code = code::<Space, _>(vector![0.1, 0.05, 0.02], loaded(law.build().unwrap()));
    let law = "type = \"limit_set\", stiffness = [1e5, 2e5, 3e5], damping = [2e3, 3e3, 4e3], \
               coefficient = { coulomb = 0.8, breakaway = 1.0, stribeck_speed = 0.01 }, \
               set = { type = \"ellipsoid\", semi_axes = [0.2, 0.6, 0.4] }, \
               relaxation = { order_preserving = 0.8 }, normal_force = 10.0";
    assert_eq!(file("space", "[0.1, 0.05, 0.02]", law), code);
}

#[test]
fn a_grooved_table() {
    let set = Ellipsoid::new(Vector2::new(0.2, 0.6)).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(1e4).damping(20.0).build().unwrap();
    let contact = PointContact::builder().stiffness(1e5).damping(100.0).law(law).build().unwrap();
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Space>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::new(Vector3::zeros(), vector![0.3, 0.2, 0.0])).unwrap();
    net.connect(contact, Direct::new(), mass.port()).unwrap();
    let press = ConstantEffort::<Space>::builder().effort(vector![0.0, 0.0, -10.0]).build();
    net.connect(press.unwrap(), Direct::new(), mass.port()).unwrap();
    let code = bits(simulation(net));
    let law = "type = \"limit_set_contact\", stiffness = 1e5, damping = 100.0, \
               tangential_stiffness = 1e4, tangential_damping = 20.0, \
               set = { type = \"ellipsoid\", semi_axes = [0.2, 0.6] } }\n\
               [connections.press]\nports = \"mass\"\n\
               law = { type = \"effort\", effort = [0.0, 0.0, -10.0]";
    assert_eq!(file("space", "[0.3, 0.2, 0.0]", law), code);
}

/// The type of the law says which set and which stiffness; what is written of it is read again.
#[test]
fn laws_composed_in_code_are_those_of_files() {
    let of_line = |law: Law| {
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let mut scenario = Scenario::new("", 1e-4, 0.01);
        scenario.bodies.insert("mass".to_owned(), Body::from(mass));
        scenario.connections.insert("rub".to_owned(), Connection::direct(law, "mass"));
        scenario
    };
    let set = Ellipsoid::new(0.3).unwrap();
    let diagonal = |gain| Diagonal::new(gain).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(diagonal(1e5)).damping(diagonal(200.0));
    let own = loaded::<Line, _>(law.build().unwrap());
    let scenario = of_line(own.into());
    let again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    let networks = [scenario, again].map(|scenario| scenario.mechanism().unwrap().network);
    assert_eq!(networks[0].difference(&networks[1]), None);
}
