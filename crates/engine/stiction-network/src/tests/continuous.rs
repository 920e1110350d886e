//! Rates in continuous time, beside those of the engine's own steps.

use crate::ode::Tableau;
use stiction_core::{
    ContactLaw, Direct, Impedance, InternalVariables, Line, Memory, Motion, Stage, VariableName,
    Varying,
};

use crate::tests::components::Mass;
use crate::tests::culprit::Ghost;
use crate::{NetworkBuilder, NetworkError, Obstacle, Simulation, SimulationError, StateVariable};

/// A bristle that knows its stiffness, and a load that jumps from 1 N to 5 N at 1 s. Without the length of a
/// stage the load of the faulty one has no value.
#[derive(Debug)]
struct Brush {
    needs_stage: bool,
}
impl Impedance for Brush {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1).told_by(self)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(self);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, stage: &Stage, motion: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        rate[0] = motion.flow - z[0];
        let load = if stage.step_start < 1.0 { 1.0 } else { 5.0 };
        let share = if self.needs_stage { stage.tau.recip() } else { 1.0 };
        share * load - 2e4 * z[0]
    }
}
impl Varying for Brush {
    fn next_jump(&self, after: f64) -> Option<f64> {
        (after < 1.0).then_some(1.0)
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

fn rates(sim: &Simulation, since: f64) -> Vec<f64> {
    let mut rates = vec![f64::NAN; sim.state().values().len()];
    sim.frame_since(since).rates(&mut rates).unwrap();
    rates
}

#[test]
fn rates_are_those_of_the_equation_by_hand() {
    let mut sim = brushed(false);
    assert_eq!(rates(&sim, 0.0), [0.5, 0.5, 0.5]);
    sim.set_time(0.75).unwrap();
    sim.set_values(&[1.0, -3.0, 1e-4]).unwrap();
    assert_eq!(sim.time(), 0.75);
    assert_eq!(rates(&sim, 0.0), [-3.0, (1.0 - 2.0) / 2.0, -3.0 - 1e-4]);
}

#[test]
fn a_jump_is_where_the_solver_says_and_not_where_it_looks() {
    let mut sim = brushed(false);
    assert_eq!((sim.next_jump(0.0), sim.next_jump(1.0)), (Some(1.0), None));
    for time in [0.5, 1.0, 1.5] {
        sim.set_time(time).unwrap();
        assert_eq!(rates(&sim, 0.0)[1], 0.5, "{time}");
    }
    assert_eq!(rates(&sim, 1.0)[1], 2.5);
}

#[test]
fn a_run_goes_on_from_where_it_was_put() {
    let (mut put, mut plain) = (brushed(false), brushed(false));
    plain.run_until(0.5).unwrap();
    put.set_time(0.5).unwrap();
    put.set_values(plain.state().values()).unwrap();
    [&mut put, &mut plain].into_iter().for_each(|sim| sim.run_until(0.75).unwrap());
    assert_eq!(put.state().values(), plain.state().values());
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

#[test]
fn what_cannot_be_taken_is_refused_and_changes_nothing() {
    let mut sim = brushed(false);
    let before = sim.state().clone();
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(sim.set_time(bad).is_err());
        let error = sim.set_values(&[0.0, bad, 0.0]).unwrap_err();
        assert!(matches!(error, SimulationError::Network(NetworkError::Start { .. })), "{error}");
    }
    let error = sim.set_values(&[0.0; 2]).unwrap_err().to_string();
    assert_eq!(error, "the state has 3 variables, given were 2 numbers");
    assert!(sim.frame_since(0.0).rates(&mut [0.0; 4]).is_err());
    assert_eq!(*sim.state(), before);
}
