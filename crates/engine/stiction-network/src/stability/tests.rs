//! Findings of the checks of a step that can be computed by hand.

use crate::ode::Tableau;
use stiction_core::impedance::from_fn;
use stiction_core::{
    BreakawayDamping, ContactLaw, Direct, Impedance, Line, Memory, Motion, Stage, Varying,
};

use crate::tests::components::{Bristle, Elastic, Mass, Push, Relative, on_ground, warnings};
use crate::{
    BristleStart, Elements, Network, NetworkBuilder, NetworkError, Simulation, StepDoubt,
    SuddenLoad, Wire,
};

mod loads;

fn radius(network: &Network, step: f64, elements: Elements) -> crate::StepStability {
    let state = network.initial_state();
    network.step_stability(&state, &Tableau::rk4(), step, elements).unwrap()
}

fn largest_stuck(network: &Network) -> Option<f64> {
    network.largest_stuck_step(&network.initial_state(), &Tableau::rk4()).unwrap()
}

/// Returns the largest resolved step near the first number and up to the second times as much, to the third.
fn largest_resolved(network: &Network, [near, most, precision]: [f64; 3]) -> Option<f64> {
    let state = network.initial_state();
    network.largest_resolved_step(&state, &Tableau::rk4(), near, most, precision).unwrap()
}

fn doubts_of(network: &Network, step: f64) -> Vec<StepDoubt> {
    network.step_doubts(&network.initial_state(), &Tableau::rk4(), step).unwrap()
}

#[test]
fn an_oscillator_has_the_radius_of_the_scheme() {
    // |R(i w)| = sqrt((1 - w²/2 + w⁴/24)² + (w - w³/6)²).
    let of_scheme = |w: f64| {
        let (re, im) = (1.0 - w * w / 2.0 + w.powi(4) / 24.0, w - w.powi(3) / 6.0);
        (re * re + im * im).sqrt()
    };
    for w in [0.5, 2.0, 2.8, 2.9, 4.0, 40.0_f64] {
        let spring = Elastic { stiffness: w * w, damping: 0.0 };
        let network = on_ground(&[spring], Motion::new(0.3, -0.1));
        let found = radius(&network, 1.0, Elements::AsTheyAre);
        approx::assert_relative_eq!(found.spectral_radius, of_scheme(w), max_relative = 1e-6);
        assert_eq!(found.is_stable(), w < 2.83, "{w}: {found:?}");
        let named: &[&str] = if w < 2.83 { &[] } else { &["Elastic #0"] };
        assert_eq!(found.components, named, "{w}");
        // Nothing can be stuck here.
        assert_eq!(radius(&network, 1.0, Elements::Stuck).spectral_radius, 0.0);
    }
    // The limit itself, and from whatever step it is asked for.
    let network = on_ground(&[Elastic { stiffness: 4.0, damping: 0.0 }], Motion::default());
    for near in [1e-3, 1.0, 50.0] {
        let found = largest_resolved(&network, [near, 1e6, 1.005]).unwrap();
        approx::assert_relative_eq!(found, 8.0_f64.sqrt() / 2.0, max_relative = 6e-3);
    }
}

/// Whether there is a limit just inside of the range that is asked for, just outside, or none at all.
#[test]
fn the_ends_of_the_range_in_which_a_largest_step_is_searched() {
    // The limit is sqrt(8)/2 = 1.414.
    let network = on_ground(&[Elastic { stiffness: 4.0, damping: 0.0 }], Motion::default());
    let found = |most: f64| largest_resolved(&network, [0.1, most, 1.01]);
    for most in [15.0, 17.0, 63.0, 65.0] {
        let limit = found(most).unwrap_or_else(|| panic!("none up to {most}"));
        approx::assert_relative_eq!(limit, 2.0_f64.sqrt(), max_relative = 2e-2);
    }
    assert_eq!([found(1.0), found(14.0)], [None, None]);
    // A negative damper that doubles motion in a step of 1e-12 s: no step resolves it.
    let wild = Elastic { stiffness: 0.0, damping: -1e12 };
    let network = on_ground(&[wild], Motion::default());
    assert_eq!(largest_resolved(&network, [0.1, 10.0, 1.01]), Some(0.0));
}

/// A pressure of 3e6 Pa beside a bristle that breaks away at a micrometre.
#[test]
fn a_large_value_of_one_part_does_not_hide_what_is_stiff_in_another() {
    /// Relaxes to its pressure.
    #[derive(Clone, Debug)]
    struct Chamber;
    impl Impedance for Chamber {
        type Domain = Line;
        fn memory(&self) -> Memory<'_> {
            Memory::bristles(1)
        }
        fn respond(&self, _: &Stage, _: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
            rate[0] = 3e6 - z[0];
            0.0
        }
    }
    let steep = |pressure: f64| {
        let mut net = NetworkBuilder::new();
        let mass = net.add(Mass(1.0), Motion::default()).unwrap();
        let chamber = net.connect(Chamber, Direct::new(), mass.port()).unwrap();
        let hard = Bristle { stiffness: 1e8, damping: 0.0, limit: 1.0 };
        net.connect(hard, Direct::new(), mass.port()).unwrap();
        let network = net.build().unwrap();
        let mut state = network.initial_state();
        network.set_internal(chamber, &mut state, &[pressure]).unwrap();
        network.step_stability(&state, &Tableau::rk4(), 1e-3, Elements::AsTheyAre).unwrap()
    };
    let [small, large] = [0.0, 3e6].map(|pressure| steep(pressure).spectral_radius);
    assert!(small > 2.0, "{small}");
    approx::assert_relative_eq!(small, large, max_relative = 1e-3);
}

#[test]
fn what_falls_over_by_itself_is_not_the_fault_of_the_step() {
    // An inverted pendulum grows by exp(w T) however fine the step is.
    let network = on_ground(&[Elastic { stiffness: -25.0, damping: 0.0 }], Motion::new(1e-3, 0.0));
    let found = radius(&network, 1e-2, Elements::AsTheyAre);
    approx::assert_relative_eq!(found.spectral_radius, 0.05_f64.exp(), max_relative = 1e-6);
    assert!(found.is_stable(), "{found:?}");
    // Growth to e times as much in a step is not resolved, whoever is to blame.
    assert!(!radius(&network, 0.2, Elements::AsTheyAre).is_stable());
}

#[test]
fn a_free_mechanism_is_stable() {
    let network = on_ground::<Elastic>(&[], Motion::new(1e3, 70.0));
    for step in [1e-6, 1.0, 1e3] {
        let found = radius(&network, step, Elements::AsTheyAre);
        assert!(found.is_stable() && (found.spectral_radius - 1.0).abs() < 1e-3, "{found:?}");
    }
}

#[test]
fn springs_and_stuck_elements_act_together() {
    // Alone both are stable at T = 1 (w² = 4 each); together w² = 8 and more is not.
    let (spring, bristle) = (
        Elastic { stiffness: 6.0, damping: 0.0 },
        Bristle { stiffness: 4.0, damping: 0.0, limit: 1.0 },
    );
    let mut net = NetworkBuilder::new();
    // It slides now: the bristle is at its limit.
    let mass = net.add(Mass(1.0), Motion::new(0.0, 5.0)).unwrap();
    net.connect(spring, Direct::new(), mass.port()).unwrap();
    let friction = net.connect(bristle, Direct::new(), mass.port()).unwrap();
    let network = net.build().unwrap();
    let mut state = network.initial_state();
    network.set_internal(friction, &mut state, &[0.25]).unwrap();
    let look = |elements| network.step_stability(&state, &Tableau::rk4(), 1.0, elements).unwrap();
    assert!(look(Elements::AsTheyAre).is_stable(), "{:?}", look(Elements::AsTheyAre));
    assert!(!look(Elements::Stuck).is_stable(), "{:?}", look(Elements::Stuck));
    // The islands of stuck elements alone see nothing: they leave the spring out.
    assert!(network.stability_warnings(&state, &Tableau::rk4(), 1.0).unwrap().is_empty());
}

#[test]
fn the_stuck_map_of_one_element_is_that_of_its_island() {
    for ratio in [0.5, 3.0, 5.0, 5.5, 9.0] {
        let bristle = Bristle { stiffness: ratio, damping: 0.1, limit: 1.0 };
        let network = on_ground(&[bristle], Motion::default());
        let found = radius(&network, 1.0, Elements::Stuck).spectral_radius;
        match &warnings(&network, 1.0)[..] {
            [] => assert!(found < 1.0 + 1e-6, "{ratio}: {found}"),
            [warning] => {
                approx::assert_relative_eq!(found, warning.spectral_radius, max_relative = 1e-6);
            }
            _ => panic!("one island"),
        }
    }
}

/// Builds a chain of springs between two thousand masses; the stiffest one is in the middle.
fn chain(stiffness: f64, stiffest: f64) -> Network {
    let mut net = NetworkBuilder::new();
    let mut last = net.add(Mass(1.0), Motion::default()).unwrap();
    for link in 0..2000 {
        let next = net.add(Mass(1.0), Motion::default()).unwrap();
        let stiffness = if link == 1000 { stiffest } else { stiffness };
        let spring = Elastic { stiffness, damping: 0.0 };
        let wire = net.connect(spring, Relative, (last.port(), next.port())).unwrap();
        if link == 1000 {
            net.name_wire(wire, "the stiff one").unwrap();
        }
        last = next;
    }
    net.build().unwrap()
}

#[test]
fn the_worst_of_many_springs_is_found_and_named() {
    // The largest frequency of a long chain is 2 sqrt(k/m); that of two masses is sqrt(2 k/m).
    let stable = radius(&chain(1.0, 1.0), 1.0, Elements::AsTheyAre);
    assert!(stable.is_stable() && stable.steps <= 256, "{stable:?}");
    let unstable = radius(&chain(1.0, 40.0), 1.0, Elements::AsTheyAre);
    assert!(!unstable.is_stable(), "{unstable:?}");
    assert_eq!(unstable.components, ["the stiff one"]);
    // One that diverges in a few steps is said at once, to an order of magnitude: the first steps are those
    // of a start that has little of it. Two masses at w = sqrt(2 k/m): |R(i w)| is nearly w⁴/24.
    let w = (2.0_f64 * 1e6).sqrt();
    let diverging = radius(&chain(1.0, 1e6), 1.0, Elements::AsTheyAre).spectral_radius;
    let share = diverging / (w.powi(4) / 24.0);
    assert!((0.1..10.0).contains(&share), "{share}");
    // All together: w = 2 sqrt(2.2) = 2.97.
    assert!(!radius(&chain(2.2, 2.2), 1.0, Elements::AsTheyAre).is_stable());
}

#[test]
fn the_largest_step_is_one_at_which_a_sudden_load_slips_nowhere() {
    // A block that is pushed from one moment to the next, with friction of at most 5 N.
    let bristle = Bristle { stiffness: 1e5, damping: 400.0, limit: 5.0 };
    let anchor = |push: f64, step: f64| {
        let mut net = NetworkBuilder::new();
        let block = net.add(Mass(1.0), Motion::default()).unwrap();
        let friction = net.connect(bristle, Direct::new(), block.port()).unwrap();
        net.connect(Push(push), Direct::new(), block.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
        sim.run_until(1.0).unwrap();
        sim.motion(block).unwrap().pose - sim.internal(friction).unwrap()[0]
    };
    let network = on_ground(&[bristle], Motion::default());
    let largest = largest_stuck(&network).unwrap();
    // Load that the law holds in continuous time, to a percent.
    let holds = |push: &f64| anchor(*push, 0.01 * largest) == 0.0;
    let push = (0..200).map(|k| 5.0 - 0.02 * f64::from(k)).find(holds).unwrap();
    assert!((3.5..4.9).contains(&push), "{push}");
    assert_eq!(anchor(0.97 * push, 0.98 * largest), 0.0, "{push} N at {largest} s");
    assert!(anchor(0.97 * push, 1.3 * largest).abs() > 1e-9);
    // There the step is still stable: the limit of the radius is far above.
    assert!(warnings(&network, 1.3 * largest).is_empty());
}

#[test]
fn many_islands_and_absurd_steps_cost_little() {
    let mut net = NetworkBuilder::new();
    let bristle = Bristle { stiffness: 1e4, damping: 5.0, limit: 1.0 };
    for k in 0..2000 {
        let mass = net.add(Mass(1.0 + f64::from(k)), Motion::default()).unwrap();
        net.connect(bristle, Direct::new(), mass.port()).unwrap();
    }
    let largest = largest_stuck(&net.build().unwrap()).unwrap();
    // That of the lightest mass.
    let light = on_ground(&[bristle], Motion::default());
    let alone = largest_stuck(&light).unwrap();
    approx::assert_relative_eq!(largest, alone, max_relative = 6e-3);
    for step in [f64::MIN_POSITIVE, 1.8e305, f64::MAX] {
        for elements in [Elements::AsTheyAre, Elements::Stuck] {
            radius(&light, step, elements);
        }
        largest_resolved(&light, [step, 1e3, 1.05]);
    }
}

#[test]
fn a_free_body_has_no_largest_step_and_an_undamped_element_that_of_its_overshoot() {
    let free = on_ground::<Elastic>(&[], Motion::default());
    assert_eq!([largest_stuck(&free), largest_resolved(&free, [1e-3, 1e3, 1.05])], [None; 2]);
    // Its step is stable up to K T²/m of about 5.2, and overshoots from somewhat below.
    let bristle = Bristle { stiffness: 1e4, damping: 0.0, limit: 1.0 };
    let network = on_ground(&[bristle], Motion::default());
    let ratio = 1e4 * largest_stuck(&network).unwrap().powi(2);
    assert!((3.0..5.3).contains(&ratio), "{ratio}");
    let is_stable = |ratio: f64| warnings(&network, ratio.sqrt() / 100.0).is_empty();
    assert!(is_stable(5.0) && !is_stable(5.4));
}

/// Friction that falls by 0.4 N s/m at its steepest, under a load that oscillates.
#[derive(Clone, Copy, Debug)]
struct Demanding {
    damping: f64,
    period: Option<f64>,
}

impl Impedance for Demanding {
    type Domain = Line;
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(self);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        -motion.flow
    }
}
impl Varying for Demanding {
    fn shortest_period(&self) -> Option<f64> {
        self.period
    }
}
impl ContactLaw<Line> for Demanding {
    fn breakaway(&self, _: &Stage, _: &Motion<Line>) -> Option<BreakawayDamping> {
        Some(BreakawayDamping { damping: self.damping, least: 0.4 })
    }
}

#[test]
fn what_a_law_demands_is_said_and_nothing_else() {
    let doubts =
        |laws: &[Demanding], step: f64| doubts_of(&on_ground(laws, Motion::default()), step);
    let law = Demanding { damping: 0.4, period: Some(1.0) };
    assert_eq!(doubts(&[law], 1e-2), []);
    let lacking = Demanding { damping: 0.1, ..law };
    let [StepDoubt::JumpsAtBreakaway(found)] = &doubts(&[law, lacking], 1e-2)[..] else { panic!() };
    assert_eq!(
        (&found.components[..], found.breakaway.least),
        (&["Demanding #1".to_owned()][..], 0.4)
    );
    let fast = Demanding { period: Some(0.1), ..law };
    let [StepDoubt::TooFast(found)] = &doubts(&[fast, law], 1e-2)[..] else { panic!() };
    assert_eq!((&found.components[..], found.period), (&["Demanding #0".to_owned()][..], 0.1));
    assert!(!found.to_string().contains("another one in its place"), "{found}");
    let [StepDoubt::TooFast(found)] = &doubts(&[fast], 0.06)[..] else { panic!() };
    assert!(found.to_string().contains("another one in its place"), "{found}");
    assert!(found.to_string().ends_with("at T = 2.000e-3 s"), "{found}");
    assert!(doubts(&[fast], 2e-3).is_empty());
}

/// The velocities of the only step are those that it is measured by: a mass falls for one step on a spring.
#[test]
fn the_step_of_a_run_of_one_step_is_measured_by_its_own_velocities() {
    let share = |step: f64| {
        let mut net = NetworkBuilder::new();
        let mass = net.add(Mass(1.0), Motion::new(0.1, 0.0)).unwrap();
        net.connect(Elastic { stiffness: 1e4, damping: 0.0 }, Direct::new(), mass.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
        let mut watch = crate::StepWatch::new();
        sim.run_observed(step, &mut watch).unwrap();
        watch.events().first().map(|event| event.share)
    };
    // Two radians of the oscillation: -sin 2 by the finer steps, -2 (1 - 4 / 6) by the one.
    let found = share(0.02).unwrap();
    assert!((found - (2.0_f64.sin() - 2.0 / 3.0) / 2.0_f64.sin()).abs() < 0.02, "{found}");
    assert_eq!(share(0.002), None);
}

/// The disturbance of a step of 1e-4 s is 1e-4 m/s. That of a finer step must not reach to the other side of zero.
#[test]
fn what_breaks_away_by_itself_is_not_the_fault_of_the_step() {
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), Motion::new(0.0, 2e-4)).unwrap();
    // Friction that falls with the speed, beside a force that holds what moves backwards.
    let breaks_away =
        from_fn::<Line, _>(
            |_, motion| {
                if motion.flow > 0.0 { 30.0 * motion.flow } else { -1e3 * motion.flow }
            },
        );
    net.connect(breaks_away, Direct::new(), mass.port()).unwrap();
    let network = net.build().unwrap();
    let growth = |step: f64| radius(&network, step, Elements::AsTheyAre);
    let found = growth(1e-4);
    assert!((found.spectral_radius - 3e-3_f64.exp()).abs() < 1e-6, "{found:?}");
    assert!(found.is_stable(), "{found:?}");
    // The control: a disturbance that does reach there.
    assert!(growth(1e-5).spectral_radius < 1.0 + 1e-9, "{:?}", growth(1e-5));
}
