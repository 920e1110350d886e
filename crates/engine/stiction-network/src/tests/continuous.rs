//! What a solver of others is told of a mechanism. (That its rates and jumps lead to the motion of the engine, and what it
//! may not set, is tried with importers in `stiction-fmu`.)

use crate::ode::Tableau;
use stiction_core::{
    ContactLaw, Direct, Impedance, InternalVariables, Line, Memory, Motion, Stage, VariableName,
};

use crate::tests::components::Mass;
use crate::tests::culprit::Ghost;
use crate::{NetworkBuilder, Obstacle, Simulation, StateVariable};

/// A bristle that knows its stiffness. Without the length of a stage the load of the faulty one has no value.
#[derive(Debug)]
struct Brush {
    needs_stage: bool,
}
impl Impedance for Brush {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1).told_by(self)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, stage: &Stage, motion: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        rate[0] = motion.flow - z[0];
        let load = if self.needs_stage { stage.tau.recip() } else { 1.0 };
        load - 2e4 * z[0]
    }
}
impl ContactLaw<Line> for Brush {
    fn resistance(&self, _: f64, axis: usize) -> Option<(f64, f64)> {
        (axis == 0).then_some((2e4, 0.0))
    }
}
impl InternalVariables for Brush {
    fn internal_name(&self, _: usize) -> VariableName {
        VariableName::new("deflection", "m")
    }
}

fn brushed(needs_stage: bool) -> Simulation {
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(2.0), Motion::new(0.25, 0.5)).unwrap();
    net.name(mass, "mass").unwrap();
    let brush = net.connect(Brush { needs_stage }, Direct::new(), mass.port()).unwrap();
    net.name_wire(brush, "brush").unwrap();
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap()
}

#[test]
fn variables_have_names_units_and_a_small_size() {
    let found = brushed(false).network().state_variables();
    let variable = |component: &str, name, unit, nominal| StateVariable {
        component: component.into(),
        name: VariableName::new(name, unit),
        nominal,
    };
    let (x, v) = (variable("mass", "x", "", 1.0), variable("mass", "vx", "", 1.0));
    assert_eq!(found, [x, v, variable("brush", "deflection", "m", 5e-5)]);
}

#[test]
fn what_is_no_equation_is_named() {
    let sim = brushed(false);
    assert_eq!(sim.network().obstacles(sim.state()).unwrap(), []);
    // A law without a value.
    let sim = brushed(true);
    let found = sim.network().obstacles(sim.state()).unwrap();
    assert!(matches!(&found[..], [Obstacle::NotFinite { .. }]), "{found:?}");
    assert!(found[0].to_string().contains("brush"), "{}", found[0]);
    // A constraint.
    let mut net = NetworkBuilder::new();
    net.add(Mass(1.0), Motion::default()).unwrap();
    let held = net.add(Ghost { constraint: Some(|state| state[1] = 0.0) }, Motion::default());
    let held = held.unwrap();
    net.name(held, "held").unwrap();
    let sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    let found = sim.network().obstacles(sim.state()).unwrap();
    let expected = Obstacle::Projected { component: "held".into(), variable: "vx".into() };
    assert_eq!(found, [expected]);
    assert!(found[0].to_string().contains("`held` is pulled back"), "{}", found[0]);
}
