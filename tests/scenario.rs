//! Scenarios give the bits of code, and every error in a file is refused with its line.

use stiction::scenario::Scenario;

use stiction::friction::StribeckShape;
use stiction::prelude::*;
use stiction_lab::kikuuwe::RollingSphere;

fn file(name: &str) -> Scenario {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios");
    Scenario::load(format!("{folder}/{name}.toml")).unwrap()
}

fn bits(sim: &Simulation) -> Vec<u64> {
    sim.frame().state().values().iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_sphere_from_a_file_has_the_bits_of_code() {
    let (mut from_file, _) = file("rolling_sphere").simulation().unwrap();
    let code = RollingSphere::new(RollingSphere::DROP, 10.0, Tableau::rk4(), 1e-4);
    let mut code = code.unwrap().simulation;
    for sim in [&mut from_file, &mut code] {
        sim.run_until(0.7).unwrap();
    }
    assert_eq!(bits(&from_file), bits(&code));
}

#[test]
fn a_block_on_a_belt_from_a_file_has_the_bits_of_code() {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let block = net.add(mass, Motion::new(0.0, 0.02)).unwrap();
    let belt = ConstantVelocity::<Line>::builder().velocity(0.02).build().unwrap();
    let spring = SpringDamper::builder().stiffness(100.0).build().unwrap();
    net.connect(spring, Direct::new(), block.port()).unwrap();
    let curve = StribeckCurve::builder().coulomb(1.0).breakaway(1.5).stribeck_speed(0.01);
    let curve = curve.shape(StribeckShape::Rational).build().unwrap();
    let law = RateDependentGsat::builder().stiffness(1e5).damping(400.0).curve(curve);
    let law = law.viscous_damping(0.4).build().unwrap();
    net.connect(law, Between::new(), (Prescribed::new(belt), block.port())).unwrap();
    let mut code = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();

    let (mut from_file, _) = file("stick_slip").simulation().unwrap();
    for sim in [&mut from_file, &mut code] {
        sim.run_until(3.0).unwrap();
    }
    assert_eq!(bits(&from_file), bits(&code));
}
