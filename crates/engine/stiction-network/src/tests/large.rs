//! Networks of several parts: the same numbers as in one piece, in any order. Threads are tried in `tests/threads.rs`.

use crate::ode::{Ode, OdeError, RungeKutta, Tableau};
use stiction_core::{Impedance, Line, Memory, Motion, Stage};

use crate::tests::components::{Mass, Relative};
use crate::*;

/// A spring behind a dashpot: force 3 (x − z), ż = x − z + ẋ³.
#[derive(Clone, Debug)]
struct Creeping;
impl Impedance for Creeping {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1)
    }
    fn respond(&self, s: &Stage, motion: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        rate[0] = motion.pose - z[0] + motion.flow.powi(3) * (1.0 + s.tau);
        -3.0 * (motion.pose - z[0])
    }
}

/// A network as one piece.
struct Whole<'a>(&'a Network);
impl Ode for Whole<'_> {
    fn dim(&self) -> usize {
        self.0.dim()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.0.rhs(stage, x, dx);
    }
}

/// Builds masses in a row, inserted in steps of `stride`, each `linked` to the next one or not.
fn row(
    count: usize,
    stride: usize,
    linked: impl Fn(usize) -> bool,
) -> (Network, Vec<Handle<Mass>>) {
    let mut net = NetworkBuilder::new();
    let mut masses = vec![None; count];
    for i in 0..count {
        let place = i * stride % count;
        let start = Motion { pose: 0.01 * (place as f64).sin(), flow: 0.0 };
        masses[place] = Some(net.add(Mass(1.0 + 0.1 * (place % 3) as f64), start).unwrap());
    }
    let masses: Vec<_> = masses.into_iter().flatten().collect();
    for i in 0..count - 1 {
        let place = i * stride % (count - 1);
        if linked(place) {
            let ends = (masses[place].port(), masses[place + 1].port());
            net.connect(Creeping, Relative, ends).unwrap();
        }
    }
    (net.build().unwrap(), masses)
}

fn steps(tableau: Tableau, network: &Network, ode: &impl Ode, count: u32) -> State {
    let mut state = network.initial_state();
    let mut stepper = RungeKutta::new(tableau, network.dim());
    for k in 0..count {
        stepper.step(ode, 0.01 * f64::from(k), 0.01, &mut state.values).unwrap();
    }
    state
}

fn poses((network, masses): &(Network, Vec<Handle<Mass>>), state: &State) -> Vec<u64> {
    let frame = network.frame(state, Stage::at(0.0)).unwrap();
    let pose = |mass: &Handle<Mass>| frame.motion(*mass).unwrap().pose.to_bits();
    masses.iter().map(pose).collect()
}

/// Also of schemes that keep the rates of all stages, and of a single stage.
#[test]
fn parts_give_the_bits_of_the_whole_in_any_order_and_scheme() {
    let midpoint = Tableau::new("midpoint", 2, &[0.0, 0.5], &[&[], &[0.5]], &[0.0, 1.0]).unwrap();
    for linked in [|_: usize| true, |place: usize| place % 5 != 4] {
        let mechanisms = [1, 7].map(|stride| row(1501, stride, linked));
        for tableau in Tableau::all().into_iter().chain([midpoint.clone()]) {
            let mut all = vec![];
            for mechanism in &mechanisms {
                let network = &mechanism.0;
                assert!(network.layout.bounds.len() > 4, "{:?}", network.layout.bounds);
                assert_eq!(network.layout.coupled, linked(4));
                all.push(poses(mechanism, &steps(tableau.clone(), network, network, 20)));
                all.push(poses(mechanism, &steps(tableau.clone(), network, &Whole(network), 20)));
            }
            assert_ne!(all[0], poses(&mechanisms[0], &mechanisms[0].0.initial_state()));
            assert!(all.iter().all(|poses| *poses == all[0]), "{}", tableau.name());
        }
    }
}

#[test]
fn what_is_asked_of_a_part_is_found_in_the_whole() {
    let (network, masses) = row(1501, 7, |_| true);
    let state = network.initial_state();
    let start = network.frame(&state, Stage::at(0.0)).unwrap();
    for (place, &mass) in masses.iter().enumerate() {
        let expected = 0.01 * (place as f64).sin();
        assert_eq!(start.motion(mass).unwrap().pose, expected);
    }
    let moving = steps(Tableau::rk4(), &network, &network, 20);
    let balance = network.frame(&moving, Stage::at(0.2)).unwrap().power_balance().unwrap();
    assert!(balance.stored_in_admittances > 1e-3 * balance.scale, "{balance:?}");
    assert!(balance.residual().abs() <= 1e-9 * balance.scale, "{balance:?}");
}

/// A failing part is named, and nothing has moved, in islands and in one row.
#[test]
fn a_part_that_blows_up_leaves_the_whole() {
    for coupled in [false, true] {
        let mut net = NetworkBuilder::new();
        let mut last = None;
        for k in 0..2000 {
            let flow = if k == 1777 { 1e200 } else { 1.0 };
            let mass = net.add(Mass(1.0), Motion { pose: f64::from(k), flow }).unwrap().port();
            net.connect(Creeping, stiction_core::Direct::new(), mass).unwrap();
            if let (true, Some(last)) = (coupled, last.replace(mass)) {
                net.connect(Creeping, Relative, (last, mass)).unwrap();
            }
        }
        let network = net.build().unwrap();
        assert!(network.layout.coupled == coupled && network.layout.bounds.len() > 4);
        for tableau in [Tableau::rk4(), Tableau::three_eighths()] {
            let mut state = network.initial_state();
            let mut stepper = RungeKutta::new(tableau, network.dim());
            let error = stepper.step(&network, 0.0, 0.1, &mut state.values).unwrap_err();
            assert_eq!(state, network.initial_state());
            let OdeError::NotFinite { index, .. } = error else { panic!("{error}") };
            let whole = stepper.step(&Whole(&network), 0.0, 0.1, &mut state.values).unwrap_err();
            assert_eq!(whole, error);
            let (component, _) = network.describe_variable(index);
            assert!(coupled || component.contains("1777"), "{component}");
        }
    }
}
