//! Loads that are there as a run starts, and the bristles that bear them.

use super::*;
use crate::Prescribed;
use stiction_core::{Drive, InternalVariables};

/// Builds a block on laws of one type under loads that are there from the start.
fn held<I: Impedance<Domain = Line> + Copy>(
    laws: &[I],
    pushes: &[f64],
    speed: f64,
    start: BristleStart,
) -> Result<(Network, Vec<Wire<I>>), NetworkError> {
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), Motion::new(0.0, speed)).unwrap();
    let mut wires = vec![];
    for law in laws {
        let wire = net.connect(*law, Direct::new(), mass.port()).unwrap();
        net.start_bristles(wire, start)?;
        wires.push(wire);
    }
    for push in pushes {
        net.connect(Push(*push), Direct::new(), mass.port()).unwrap();
    }
    Ok((net.build()?, wires))
}

fn pushed(bristle: Bristle, pushes: &[f64], start: BristleStart) -> Result<Network, NetworkError> {
    held(&[bristle], pushes, 0.0, start).map(|(network, _)| network)
}

/// Returns the sudden loads of a mechanism, which are told whatever the step.
fn sudden(network: &Network) -> Vec<SuddenLoad> {
    let sudden = doubts_of(network, 1e-5).into_iter().filter_map(|doubt| match doubt {
        StepDoubt::SuddenLoad(found) => Some(found),
        _ => None,
    });
    sudden.collect()
}

#[test]
fn a_bristle_that_starts_loaded_holds_what_it_can_bear() {
    let bristle = Bristle { stiffness: 1e5, damping: 300.0, limit: 4.905 };
    let way = |network: Network| {
        let mut sim = Simulation::new(network, Tableau::rk4(), 1e-4).unwrap();
        sim.run_until(2.0).unwrap();
        sim.state().values()[0].abs()
    };
    let loaded = pushed(bristle, &[4.0, 0.9], BristleStart::Loaded).unwrap();
    assert!((loaded.initial_state().values()[2] - 4.9e-5).abs() < 1e-15);
    assert!(way(loaded) < 1e-12);
    // The control: unbent it slips by far more than F/K.
    let unbent = pushed(bristle, &[4.0, 0.9], BristleStart::Unbent).unwrap();
    assert!(way(unbent) > 100.0 * 4.9e-5);
    let refused = pushed(bristle, &[4.0, 1.0], BristleStart::Loaded).unwrap_err();
    let NetworkError::Overloaded { load, bears, .. } = &refused else { panic!("{refused}") };
    assert!((load - 5.0).abs() < 1e-9 && (bears - 4.905).abs() < 1e-5, "{refused}");
    let slipping = pushed(bristle, &[-4.0, -1.0], BristleStart::Slipping).unwrap();
    assert!((slipping.initial_state().values()[2] + 4.905e-5).abs() < 1e-10);
}

#[test]
fn two_bristles_share_a_load_by_their_stiffness_and_one_that_moves_is_refused() {
    let loaded = BristleStart::Loaded;
    let laws = [1e4, 3e4].map(|stiffness| Bristle { stiffness, damping: 5.0, limit: 10.0 });
    let (network, wires) = held(&laws, &[-8.0], 0.0, loaded).unwrap();
    let state = network.initial_state();
    let frame = network.frame(&state, Stage::at(0.0)).unwrap();
    for wire in wires {
        assert!((frame.internal(wire).unwrap()[0] + 2e-4).abs() < 1e-15);
    }
    let refused = held(&laws[..1], &[], 0.1, loaded).unwrap_err();
    assert!(matches!(refused, NetworkError::NotAtRest { speed: 0.1, .. }), "{refused}");
    let refused = held(&[Push(1.0)], &[], 0.0, loaded).unwrap_err();
    assert!(matches!(refused, NetworkError::NoBristle { .. }), "{refused}");
}

/// Returns the deflection with which a bristle starts loaded between a belt and a block of 2 kg.
fn dragged(speed: f64, belt: impl Drive<Line>) -> Result<f64, NetworkError> {
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(2.0), Motion::new(0.0, speed)).unwrap();
    let law = Bristle { stiffness: 1e4, damping: 50.0, limit: 10.0 };
    let wire = net.connect(law, Relative, (Prescribed::new(belt), mass.port())).unwrap();
    net.start_bristles(wire, BristleStart::Loaded).unwrap();
    let sim = Simulation::new(net.build()?, Tableau::rk4(), 1e-3).unwrap();
    Ok(sim.internal(wire).unwrap()[0])
}

/// A belt that sets in takes a block along: the bristle bears what accelerates it.
#[test]
fn a_bristle_bears_what_a_drive_that_sets_in_asks_of_it() {
    let deflection = |acceleration: f64| {
        let pose = move |time: f64| 0.5 * acceleration * time.powi(2);
        let belt = move |s: &Stage| Motion::<Line>::new(pose(s.time), acceleration * s.time);
        dragged(0.0, belt).unwrap()
    };
    assert!((deflection(3.0).abs() - 2.0 * 3.0 / 1e4).abs() < 1e-12, "{}", deflection(3.0));
    assert_eq!(deflection(0.0), 0.0);
}

/// A law of bristles that deflect along the line, and that tells the stiffness and the damping of all together.
#[derive(Clone, Copy, Debug)]
struct Bristles {
    count: usize,
    stiffness: f64,
    damping: f64,
    limit: f64,
    /// Returns the force, and writes the rates of the deflections.
    respond: fn(&Self, f64, &[f64], &mut [f64]) -> f64,
}
impl Impedance for Bristles {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(self.count).told_by(self)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, _: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        (self.respond)(self, at.flow, z, rate)
    }
}
impl ContactLaw<Line> for Bristles {
    fn resistance(&self, _: f64, _: usize) -> Option<(f64, f64)> {
        Some((self.stiffness, self.damping))
    }
}
impl InternalVariables for Bristles {
    fn deflects_along(&self, _: usize, _: Option<usize>) -> Option<usize> {
        Some(0)
    }
}

/// Elements in parallel within one law, the stiffer of which gives way first: a Maxwell slip.
const TWO_SLIPS: Bristles = Bristles {
    count: 2,
    stiffness: 1.1e5,
    damping: 10.0,
    limit: 5.0,
    respond: |own, flow, z, rate| {
        let force = |i: usize| ([1e5, 1e4][i] * z[i]).clamp(-own.limit, own.limit);
        for i in 0..2 {
            rate[i] = if force(i).abs() < own.limit || flow * z[i] < 0.0 { flow } else { 0.0 };
        }
        -force(0) - force(1) - own.damping * flow
    },
};

#[test]
fn elements_that_give_way_one_after_the_other_bear_the_whole_load() {
    let (network, wires) = held(&[TWO_SLIPS], &[7.0], 0.0, BristleStart::Loaded).unwrap();
    let state = network.initial_state();
    let frame = network.frame(&state, Stage::at(0.0)).unwrap();
    // 5 N and 2 N; the slope of both together would end at 5.64 N.
    assert!((frame.internal(wires[0]).unwrap()[1] - 2e-4).abs() < 1e-12);
    let force = frame.effort(wires[0]).unwrap();
    assert!((force + 7.0).abs() < 1e-9, "{force}");
}

/// Returns a bristle whose damping no limit bounds.
fn unbounded(damping: f64) -> Bristles {
    let respond = |own: &Bristles, flow: f64, z: &[f64], rate: &mut [f64]| {
        rate[0] = flow;
        -own.stiffness * z[0] - own.damping * flow
    };
    Bristles { count: 1, stiffness: 1e4, damping, limit: f64::INFINITY, respond }
}

/// An oscillator beside it, or a velocity that is rounding, is not the doing of the bristles.
#[test]
fn bristles_that_are_thrown_answer_for_what_they_act_on() {
    let thrown = |damping: f64, beside: f64| {
        let mut net = NetworkBuilder::new();
        let block = net.add(Mass(1.0), Motion::new(0.0, 1.0)).unwrap();
        net.connect(unbounded(damping), Direct::new(), block.port()).unwrap();
        let other = net.add(Mass(1.0), Motion::new(1.0, beside)).unwrap();
        let spring = Elastic { stiffness: 1e4, damping: 0.0 };
        net.connect(spring, Direct::new(), other.port()).unwrap();
        let doubts = doubts_of(&net.build().unwrap(), 1e-3);
        doubts.iter().any(|doubt| matches!(doubt, StepDoubt::ThrownBristles(_)))
    };
    assert!(!thrown(1.0, 1e-6) && !thrown(1.0, 1.0));
    assert!(thrown(1000.0, 1.0));
}

/// The reported overshoot is that of the bristle: a load that it leaves room for holds.
#[test]
fn a_load_that_sets_in_at_once_is_warned_of_where_it_makes_slip() {
    for (damping, least, most) in
        [(0.0, 1.9, 2.01), (100.0, 1.5, 1.8), (300.0, 1.1, 1.4), (1500.0, 1.0, 1.1)]
    {
        let bristle = Bristle { stiffness: 1e5, damping, limit: 4.905 };
        let sudden = |push: f64| {
            sudden(&pushed(bristle, &[push], BristleStart::Unbent).unwrap()).into_iter().next()
        };
        let found = sudden(4.9).unwrap();
        assert!((least..most).contains(&found.overshoot), "{damping}: {found}");
        assert!((found.load - 4.9).abs() < 1e-9);
        // With room for it there is nothing to be said, nor of a load that is clearly more.
        assert_eq!(sudden(0.98 * 4.905 / found.overshoot), None);
        assert_eq!(sudden(5.5), None);
        assert!((sudden(4.95).unwrap().bears.unwrap() - 4.905).abs() < 1e-9);
        let loaded = pushed(bristle, &[4.9], BristleStart::Loaded).unwrap();
        let doubts = doubts_of(&loaded, 1e-5);
        assert!(doubts.is_empty(), "{doubts:?}");
        // It slips if that is reported, and does not with a little more room.
        let anchor = |push: f64| {
            let network = pushed(bristle, &[push], BristleStart::Unbent).unwrap();
            let mut sim = Simulation::new(network, Tableau::rk4(), 1e-5).unwrap();
            sim.run_until(0.1).unwrap();
            sim.state().values()[0] - sim.state().values()[2]
        };
        if damping > 0.0 {
            assert!(anchor(1.03 * 4.905 / found.overshoot).abs() > 1e-12, "{damping}");
            assert!(anchor(0.97 * 4.905 / found.overshoot).abs() < 1e-15, "{damping}");
        }
    }
}

/// Velocities that differ by what rounding leaves of them are no motion.
#[test]
fn what_moves_by_rounding_alone_is_at_rest() {
    let belt = |stage: &Stage| Motion::<Line>::new(0.3 * stage.time, 0.3);
    let starts = |speed: f64| dragged(speed, belt);
    assert!(0.1 + 0.2 != 0.3 && starts(0.1 + 0.2).is_ok());
    assert!(matches!(starts(0.3 + 1e-9), Err(NetworkError::NotAtRest { .. })));
}

/// Returns LuGre's bristle with one limit: its force is linear in the deflection, which stops growing.
fn growing(stiffness: f64, limit: f64) -> Bristles {
    let respond = |own: &Bristles, flow: f64, z: &[f64], rate: &mut [f64]| {
        rate[0] = flow - own.stiffness * flow.abs() * z[0] / own.limit;
        -own.stiffness * z[0] - own.damping * rate[0]
    };
    Bristles { count: 1, stiffness, damping: 10.0, limit, respond }
}

/// A load that all together bear, though one of them not its share, is borne; a larger one is refused.
#[test]
fn what_one_bristle_cannot_bear_the_others_do() {
    fn forces<I: Impedance<Domain = Line> + Copy>(
        laws: [I; 3],
        push: f64,
    ) -> Result<Vec<f64>, NetworkError> {
        let (network, wires) = held(&laws, &[push], 0.0, BristleStart::Loaded)?;
        let state = network.initial_state();
        let frame = network.frame(&state, Stage::at(0.0)).unwrap();
        Ok(wires.into_iter().map(|wire| -frame.effort(wire).unwrap()).collect())
    }
    // By stiffness they would bear 8, 0.8 and 0.2 N of 9 N; the first can bear 5 N, the second then 3 N.
    let limits = [(1e5, 5.0), (1e4, 3.0), (2.5e3, 4.0)];
    let saturated = limits.map(|(stiffness, limit)| Bristle { stiffness, damping: 10.0, limit });
    let growing = limits.map(|(stiffness, limit)| growing(stiffness, limit));
    let both = |push: f64| [forces(saturated, push), forces(growing, push)];
    for found in both(9.0) {
        let found = found.unwrap();
        let right = [5.0, 3.0, 1.0];
        assert!(
            found.iter().zip(right).all(|(found, right)| (found - right).abs() < 1e-4),
            "{found:?}"
        );
        assert!((found.iter().sum::<f64>() - 9.0).abs() < 1e-5, "{found:?}");
    }
    for found in both(12.1) {
        assert!(matches!(found, Err(NetworkError::Overloaded { .. })), "{found:?}");
    }
}

/// Three elements between two blocks and the ground, added in every order: the bits are the same.
#[test]
fn bristles_that_start_loaded_do_not_depend_on_the_order_of_insertion() {
    let bits = |order: [usize; 4]| {
        let mut net = NetworkBuilder::new();
        let blocks = [0.7, 1.3].map(|m| net.add(Mass(m), Motion::default()).unwrap());
        let laws = [(1e5, 5.0), (1e4, 3.0), (2.5e3, 4.0), (3.3e4, 2.9)];
        for place in order {
            let (stiffness, limit) = laws[place];
            let law = Bristle { stiffness, damping: 10.0, limit };
            let wire = match place {
                3 => net.connect(law, Relative, (blocks[0].port(), blocks[1].port())),
                place => net.connect(law, Direct::new(), blocks[place % 2].port()),
            };
            net.start_bristles(wire.unwrap(), BristleStart::Loaded).unwrap();
        }
        for (block, push) in blocks.iter().zip([0.9_f64.sqrt(), 5.5]) {
            net.connect(Push(push), Direct::new(), block.port()).unwrap();
        }
        let network = net.build().unwrap();
        network.initial_state().values().iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let one = bits([0, 1, 2, 3]);
    for other in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [1, 2, 0, 3]] {
        assert_eq!(bits(other), one, "{other:?}");
    }
}

/// A bristle that starts bent as far as it holds bears nearly all of its load, so no load sets in at once.
#[test]
fn a_bristle_that_starts_at_its_limit_is_under_no_sudden_load() {
    let bristle = Bristle { stiffness: 1e4, damping: 10.0, limit: 0.5 };
    let is_sudden = |push: f64, start: BristleStart| {
        !sudden(&pushed(bristle, &[push], start).unwrap()).is_empty()
    };
    for start in [BristleStart::Loaded, BristleStart::Slipping] {
        assert!(!is_sudden(0.5, start) && !is_sudden(0.4999, start));
    }
    // The control.
    assert!(is_sudden(0.4999, BristleStart::Unbent));
}

/// A block at rest is looked at although another that slips on it shares its island, and so is a slow body in an
/// island of a fast one.
#[test]
fn neither_a_neighbour_that_moves_nor_one_that_is_fast_hides_a_sudden_load() {
    let weak = |push: f64| Bristle { stiffness: 1e5, damping: 1.0, limit: push * 1.001 };
    let beside = |speed: f64| {
        let mut net = NetworkBuilder::new();
        let block = net.add(Mass(1.0), Motion::default()).unwrap();
        net.connect(weak(4.0), Direct::new(), block.port()).unwrap();
        net.connect(Push(4.0), Direct::new(), block.port()).unwrap();
        let above = net.add(Mass(1.0), Motion::new(0.0, speed)).unwrap();
        let rubs = Bristle { stiffness: 1e5, damping: 1e-3, limit: 1e-3 };
        net.connect(rubs, Relative, (block.port(), above.port())).unwrap();
        sudden(&net.build().unwrap())
    };
    for speed in [0.0, 0.5] {
        let found = beside(speed);
        assert_eq!(found.len(), 1, "{speed}: {found:?}");
        assert!(found[0].overshoot > 1.9, "{speed}: {found:?}");
    }
    let mut net = NetworkBuilder::new();
    let light = net.add(Mass(1e-3), Motion::default()).unwrap();
    let strong = Bristle { stiffness: 1e6, damping: 60.0, limit: 1e3 };
    net.connect(strong, Direct::new(), light.port()).unwrap();
    let heavy = net.add(Mass(1000.0), Motion::default()).unwrap();
    net.connect(weak(4.9), Relative, (light.port(), heavy.port())).unwrap();
    net.connect(Push(4.9), Direct::new(), heavy.port()).unwrap();
    let light = sudden(&net.build().unwrap());
    assert_eq!(light.len(), 1, "{light:?}");
    assert!(light[0].component.contains("Bristle") && light[0].overshoot > 1.9, "{light:?}");
}
