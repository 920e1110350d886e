//! A block under a load below its friction limit, stick-slip, Iwan's elements, limits of stability.

use stiction::friction::{ElastoPlasticFriction, StribeckShape};
use stiction::network::NetworkError;
use stiction::prelude::*;
use stiction_lab::kikuuwe::{SlidingBlock, tremor};

use super::{assert_column, data};

const K: f64 = 1e5;
const B: f64 = 400.0;
const F: f64 = 1.0;

fn gsat() -> GsatFriction<Line> {
    GsatFriction::builder().stiffness(K).damping(B).limit(F).build().unwrap()
}

fn elasto_plastic(breakaway: f64) -> ElastoPlasticFriction<Line> {
    let law = ElastoPlasticFriction::builder().stiffness(K).damping(B).limit(F);
    law.breakaway_fraction(breakaway).build().unwrap()
}

/// Runs the block test of the reference, recorded once in `every` steps of 1e-4 s.
fn record<I: Impedance<Domain = Line>>(law: I, every: u64, until: f64) -> Recorder {
    let mut test = SlidingBlock::new(law, tremor, Tableau::rk4(), 1e-4).unwrap();
    let (mass, friction) = (test.block, test.friction);
    let sampler = Sampler::every_steps(every)
        .channels(["p", "v"], move |frame| {
            let motion = frame.motion(mass)?;
            Ok([motion.pose, motion.flow])
        })
        .channel("e", move |frame| Ok(frame.internal(friction)?[0]));
    let mut recorder = Recorder::from(sampler);
    test.simulation.run_observed(until, &mut recorder).unwrap();
    recorder
}

fn compare(recorder: &Recorder, file: &str) {
    let reference = data(file);
    for name in ["t", "p", "v", "e"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-9);
    }
}

#[test]
fn gsat_holds_a_block_for_a_thousand_cycles() {
    let recorder = record(gsat(), 5000, 100.0);
    compare(&recorder, "block1_fricK.csv");
    // The anchor does not move by a bit in a million steps: p and e stay equal.
    assert_eq!(recorder.column("p").unwrap(), recorder.column("e").unwrap());
    compare(&record(gsat(), 6, 0.3), "block1_fricK_first3cycles.csv");
}

#[test]
fn lugre_and_dahl_let_it_drift() {
    let steady = SteadyState::Force(StribeckCurve::constant(F).unwrap());
    let lugre = LuGreFriction::builder().stiffness(K).damping(B).steady_state(steady);
    compare(&record(lugre.build().unwrap(), 5000, 100.0), "block1_lugre.csv");
    let dahl = DahlFriction::builder().stiffness(K).limit(F).build().unwrap();
    compare(&record(dahl, 5000, 100.0), "block1_dahl.csv");
}

#[test]
fn elasto_plastic_first_cycles() {
    let recorder = record(elasto_plastic(0.7), 6, 0.3);
    compare(&recorder, "block1_elastoplastic_zba0.7_first3cycles.csv");
}

#[test]
fn stick_slip_of_a_block_on_a_spring() {
    let reference = data("stickslip_rational.csv");
    let curve = StribeckCurve::builder()
        .coulomb(1.0)
        .breakaway(1.5)
        .stribeck_speed(0.01)
        .shape(StribeckShape::Rational);
    let law = RateDependentGsat::<Line>::builder()
        .stiffness(K)
        .damping(B)
        .curve(curve.build().unwrap())
        .viscous_damping(0.4)
        .build()
        .unwrap();
    let mut net = NetworkBuilder::new();
    let mass = net.add(PointMass::<Line>::builder().mass(1.0).build().unwrap(), Motion::default());
    let mass = mass.unwrap();
    let pull = ConstantVelocity::<Line>::builder().velocity(0.02).build().unwrap();
    let spring = SpringDamper::<Line>::builder().stiffness(100.0).build().unwrap();
    net.connect(spring, Between::new(), (Prescribed::new(pull), mass.port())).unwrap();
    let friction = net.connect(law, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    let sampler = Sampler::every_steps(40)
        .channels(["p", "v"], move |frame| {
            let motion = frame.motion(mass)?;
            Ok([motion.pose, motion.flow])
        })
        .channels(["e", "f_stage1"], move |frame| {
            Ok([frame.internal(friction)?[0], -frame.effort(friction)?])
        });
    let mut recorder = Recorder::from(sampler);
    sim.run_observed(5.0, &mut recorder).unwrap();
    // The reference's own spread is 5e-12 of the force, amplified at each break-away.
    for name in ["t", "p", "v", "e", "f_stage1"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-8);
    }
}

#[test]
fn parallel_elements_are_iwans_masing_loops() {
    let reference = data("iwan_loop.csv");
    let path: Vec<i32> = vec![0, 75, -75, 75, 10, 50, 10, -75, 75, 90, -90, 90];
    let mut signs = vec![];
    for corner in path.windows(2) {
        let count = corner[1].abs_diff(corner[0]) as usize;
        signs.extend(std::iter::repeat_n(f64::from((corner[1] - corner[0]).signum()), count));
    }
    let steps = signs.len();
    let drive = move |stage: &Stage| {
        let step = (stage.step_start / 1e-3).round() as usize;
        let flow = 0.01 * signs.get(step).copied().unwrap_or(0.0);
        Motion::<Line> { pose: 0.0, flow }
    };
    let mut net = NetworkBuilder::new();
    let port = Prescribed::<Line, _>::new(drive);
    let elements: Vec<_> = (1..=10)
        .map(|i| {
            let law = GsatFriction::<Line>::builder().stiffness(1e3).damping(0.0);
            let law = law.limit(0.1 * f64::from(i)).build().unwrap();
            net.connect(law, Direct::new(), port.clone()).unwrap()
        })
        .collect();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::euler(), 1e-3).unwrap();
    let sampler = Sampler::every_steps(1).channels(["e1", "e5", "e10", "force"], move |frame| {
        let e = |i: usize| Ok::<_, NetworkError>(frame.internal(elements[i])?[0]);
        let sum = (0..10).map(e).sum::<Result<f64, _>>()?;
        Ok([e(0)?, e(4)?, e(9)?, 1e3 * sum])
    });
    let mut recorder = Recorder::from(sampler);
    sim.run_observed(1e-3 * steps as f64, &mut recorder).unwrap();
    let columns = [("e1", "e1_euler"), ("e5", "e5_euler"), ("e10", "e10_euler")];
    for (name, theirs) in columns {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(theirs), 1e-12);
    }
    // With B = 0 the Euler form is the return map itself: Masing's rule to rounding.
    let masing = reference.column("f_masing_analytic");
    assert_column("force", recorder.column("force").unwrap(), &masing, 1e-13);
}

#[test]
fn stability_limits_of_a_stuck_block() {
    let reference = data("stability_limit.csv");
    let warns = |tableau: &Tableau, a: f64, b: f64| {
        let law = GsatFriction::<Line>::builder().stiffness(a).damping(b).limit(F).build().unwrap();
        let test = SlidingBlock::new(law, |_: &Stage| 0.0, tableau.clone(), 1.0).unwrap();
        !test.simulation.stability_warnings().unwrap().is_empty()
    };
    let schemes = [
        (Tableau::rk4(), "a_max_generalised_RK4"),
        (Tableau::rk4().with_taus(&[0.0; 4]).unwrap(), "a_max_plain_RK4_tau0"),
        (Tableau::euler(), "a_max_euler20"),
    ];
    for (tableau, column) in schemes {
        let limits = reference.column("b").into_iter().zip(reference.column(column));
        for (b, limit) in limits.filter(|&(b, limit)| b > 0.0 && limit > 1e-2) {
            let name = tableau.name();
            assert!(!warns(&tableau, limit * (1.0 - 1e-5), b), "{name}: b = {b}, below {limit}");
            assert!(warns(&tableau, limit * (1.0 + 1e-5), b), "{name}: b = {b}, above {limit}");
        }
    }
}
