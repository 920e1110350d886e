//! Drift-free stiction as a property: for any parameters inside the stability region and any load below the limit, a
//! stuck body does not move by the last bit per cycle.
//!
//! Each property has its controls: LuGre, Dahl and velocity-threshold friction must fail it, and a load above the limit
//! must slip.

mod contacts;
mod modes;
mod patches;
mod sliding;

use std::cell::Cell;
use std::error::Error;

use nalgebra::{Vector2, Vector3};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use stiction::core::VectorDomain;
use stiction::friction::{Relaxation, ThresholdFriction};
use stiction::mechanics::Link;
use stiction::prelude::*;
use stiction::testing::{
    Load, Sticking, StuckBlock, WatchedMechanism, assert_sticks, observe_sticking, stuck_block,
    sub_limit_load,
};

/// Random cases of a property, different in every run; there are fewer of an arm or a box, which take longer.
const CASES: u32 = 1000;
const CASES_OF_MANY_CONTACTS: u32 = 500;

/// Asserts a property of random cases; the seeds of failures are in a file of this name.
fn assert_holds<S: Strategy>(
    cases: u32,
    seeds: &str,
    inputs: &S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let mut runner = TestRunner::new(crate::config(cases, &format!("stiction-{seeds}")));
    runner.run(inputs, property).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Asserts a property that returns whether it says anything about a case, and requires four fifths of such cases: those
/// in which a resonance slips say nothing.
fn assert_mostly_holds<S: Strategy>(
    cases: u32,
    seeds: &str,
    inputs: &S,
    property: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let checked = Cell::new(0);
    assert_holds(cases, seeds, inputs, |input| {
        checked.set(checked.get() + u32::from(property(input)?));
        Ok(())
    });
    let (checked, cases) = (checked.get(), crate::cases(cases));
    assert!(5 * checked >= 4 * cases, "{checked} of {cases} cases checked");
}

/// Observes a mechanism; an error fails the case.
fn observed<I: Impedance, D: VectorDomain>(
    make: impl FnOnce(Load<D>) -> Result<WatchedMechanism<I>, Box<dyn Error>>,
    load: &Load<D>,
    cycles: usize,
) -> Result<Sticking, TestCaseError> {
    observe_sticking(make, load, cycles).map_err(|error| TestCaseError::fail(error.to_string()))
}

/// Requires that a law whose trial force is below the limit at every stage does not slip, and returns whether it is; the
/// margin is for rounding.
fn held_below(limit: f64, seen: &Sticking) -> Result<bool, TestCaseError> {
    if seen.largest_trial_force >= 0.99 * limit {
        return Ok(false);
    }
    prop_assert!(seen.anchor_change == 0.0 && seen.holds(), "{seen:?}");
    Ok(true)
}

/// Returns cycles whose first half outlasts the transients; a few runs are long, at most 1e5 steps.
fn cycles(block: &StuckBlock, period: f64, long: bool) -> usize {
    let per_cycle = period / block.step;
    let settling = 2.0 * block.settling_steps() as f64 / per_cycle;
    let most = 1e5 / per_cycle;
    (if long { most } else { settling.ceil() + 4.0 }).min(most).max(4.0) as usize
}

/// Returns a block under a load, held by any friction law.
fn held_block<D, I>(
    block: StuckBlock,
    law: I,
) -> impl FnOnce(Load<D>) -> Result<WatchedMechanism<I>, Box<dyn Error>>
where
    D: VectorDomain,
    I: Impedance<Domain = D>,
{
    move |load| {
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<D>::builder().mass(block.mass).build()?;
        let mass = net.add(mass, Motion::default())?;
        let friction = net.connect(law, Direct::new(), mass.port())?;
        net.connect(load, Direct::new(), mass.port())?;
        let sim = Simulation::new(net.build()?, Tableau::rk4(), block.step)?;
        assert!(sim.stability_warnings()?.is_empty(), "the strategy leaves the stable region");
        Ok(WatchedMechanism::new(sim, friction))
    }
}

fn gsat<D: VectorDomain>(block: StuckBlock) -> GsatFriction<D> {
    let law = GsatFriction::builder().stiffness(block.stiffness).damping(block.damping);
    law.limit(block.limit).build().unwrap()
}

/// Tests the property for gsat friction in any dimension.
fn gsat_sticks<D: VectorDomain>(seeds: &str) {
    let (run, discarded) = (Cell::new(0), Cell::new(0));
    let inputs = stuck_block()
        .prop_flat_map(|block| (Just(block), sub_limit_load::<D>(block), 0.0..1.0_f64));
    assert_holds(CASES, seeds, &inputs, |(block, load, long)| {
        let cycles = cycles(&block, load.period(), long < 0.01);
        let seen = observed(held_block(block, gsat::<D>(block)), &load, cycles)?;
        run.set(run.get() + 1);
        // Resonance of the stuck spring can physically push the trial force past the limit.
        discarded.set(discarded.get() + u32::from(!held_below(block.limit, &seen)?));
        Ok(())
    });
    println!("{} cases, {} discarded", run.get(), discarded.get());
    assert!(10 * discarded.get() <= run.get(), "{} of {} discarded", discarded.get(), run.get());
}

#[test]
fn gsat_sticks_on_a_line() {
    gsat_sticks::<Line>("line");
}

#[test]
fn gsat_sticks_in_a_plane() {
    gsat_sticks::<Plane>("plane");
}

#[test]
fn gsat_sticks_in_space() {
    gsat_sticks::<Space>("space");
}

/// Rate-dependent friction and other forms of relaxation stick like the plain law.
#[test]
fn its_relatives_stick() {
    let inputs = stuck_block()
        .prop_flat_map(|block| (Just(block), sub_limit_load::<Line>(block), 0..3_usize));
    assert_mostly_holds(CASES, "relatives", &inputs, |(block, load, which)| {
        let cycles = cycles(&block, load.period(), false);
        let seen = if which == 0 {
            let curve = StribeckCurve::builder().coulomb(0.7 * block.limit);
            let curve = curve.breakaway(block.limit).stribeck_speed(0.01).build().unwrap();
            let law = RateDependentGsat::builder().stiffness(block.stiffness).curve(curve);
            let law = law.damping(block.damping).viscous_damping(0.1 * block.damping);
            observed(held_block(block, law.build().unwrap()), &load, cycles)
        } else {
            let relaxation = if which == 1 {
                Relaxation::OrderPreserving { kappa: 1.0 }
            } else {
                Relaxation::Constant { stage_damping: 0.4 * block.stiffness * block.step }
            };
            let law = GsatFriction::<Line>::builder().stiffness(block.stiffness);
            let law = law.damping(block.damping).limit(block.limit).relaxation(relaxation);
            observed(held_block(block, law.build().unwrap()), &load, cycles)
        };
        held_below(block.limit, &seen?)
    });
}

/// The limit follows a normal force that varies in time; the load stays inside the cone.
#[test]
fn varying_normal_force_sticks() {
    let share = (1.2..3.0_f64, 0.0..6.0_f64);
    let inputs = stuck_block()
        .prop_flat_map(move |block| (Just(block), sub_limit_load::<Plane>(block), share.clone()));
    assert_mostly_holds(CASES, "normal-force", &inputs, |(block, load, (least, phase))| {
        let (mu, limit, period) = (0.4, block.limit, load.period());
        // mu N never falls below the limit that the load respects.
        let normal = move |t: f64| {
            let swing = 1.0 + (std::f64::consts::TAU * 0.37 * t / period + phase).sin();
            limit / mu * (1.0 + (least - 1.0) * swing)
        };
        let law = CoulombGsat::builder().stiffness(block.stiffness).damping(block.damping);
        let law = law.friction(mu).build().unwrap();
        let law = Loaded::<_, Plane>::builder().law(law).normal_force(normal).build().unwrap();
        let cycles = cycles(&block, period, false);
        held_below(limit, &observed(held_block(block, law), &load, cycles)?)
    });
}

fn arm_of(links: &[(f64, f64)]) -> Result<PlanarArm, ParameterError> {
    let rod = |&(mass, length): &(f64, f64)| Link::uniform_rod(mass, length);
    PlanarArm::builder().links(links.iter().map(rod).collect::<Result<Vec<_>, _>>()?).build()
}

/// The effective inertia at a joint is at least the smallest eigenvalue of the inertia matrix; stiffness and damping
/// are chosen from it, so that every joint is inside the region of stability.
#[test]
fn joints_of_an_arm_stick() {
    let links = proptest::collection::vec((0.3..3.0_f64, 0.2..0.8_f64), 1..4);
    let angles = proptest::collection::vec(-3.0..3.0_f64, 4);
    let shares = (0.05..0.5_f64, 0.4..1.0_f64, 0.1..0.6_f64, 0.02..0.1_f64, 20..200_usize);
    let inputs = (links, angles, shares);
    assert_mostly_holds(CASES_OF_MANY_CONTACTS, "arm", &inputs, |(links, angles, shares)| {
        let (a, damping_share, constant, swing, steps) = shares;
        let n = links.len();
        let inertia = arm_of(&links).unwrap().inertia_matrix(&angles[..n]).unwrap();
        let smallest = inertia.symmetric_eigenvalues().min();
        let (step, limit) = (1e-3, 2.0);
        let stiffness = a * smallest / (step * step);
        let damping = (2.0 * damping_share * (a).sqrt()).min(2.0) * smallest / step;
        let law = GsatFriction::<Shaft>::builder().stiffness(stiffness).damping(damping);
        let law = law.limit(limit).build().unwrap();
        let frequency = std::f64::consts::TAU / (steps as f64 * step);
        let load = Load::<Shaft>::constant(limit * constant).with_swing(limit * swing, frequency);
        let start: Vec<Motion<Shaft>> = angles[..n].iter().map(|&q| Motion::at_rest(q)).collect();
        // The slowest motion has the largest inertia.
        let mass = inertia.symmetric_eigenvalues().max();
        let slowest = StuckBlock { mass, stiffness, damping, step, limit };
        let settling = 2 * slowest.settling_steps() / steps + 4;
        let cycles = settling.min(40_000 / steps);
        let settled = settling <= cycles;
        let make = |watched: usize| {
            let (law, start, angles) = (law.clone(), start.clone(), angles.clone());
            let links = links.clone();
            move |load: Load<Shaft>| -> Result<_, Box<dyn Error>> {
                let mut net = NetworkBuilder::new();
                let arm = net.add(arm_of(&links)?, start)?;
                let mut frictions = vec![];
                for (joint, &angle) in angles[..n].iter().enumerate() {
                    let zero = Ground::<Shaft>::at(angle);
                    let ends = (zero, arm.joint(joint));
                    frictions.push(net.connect(law.clone(), Between::new(), ends)?);
                    net.connect(load.clone(), Direct::new(), arm.joint(joint))?;
                }
                let sim = Simulation::new(net.build()?, Tableau::rk4(), step)?;
                Ok(WatchedMechanism::new(sim, frictions[watched]))
            }
        };
        let mut joints = vec![];
        for joint in 0..n {
            joints.push(observed(make(joint), &load, cycles)?);
        }
        if joints.iter().any(|seen| seen.largest_trial_force >= 0.99 * limit) {
            return Ok(false);
        }
        // The initial angle is not zero, so angle and deflection round differently, by at most half an ulp of 3 rad a
        // step; the motion is periodic, and so is the rounding.
        let rounding = f64::EPSILON * steps as f64;
        for seen in joints {
            prop_assert!(seen.slipping_steps == 0, "{seen:?}");
            prop_assert!(seen.anchor_change <= rounding * cycles as f64, "{seen:?}");
            let drift = seen.drift_per_cycle;
            prop_assert!(!settled || drift <= rounding, "{seen:?} in {cycles} cycles");
        }
        Ok(settled)
    });
}

/// Returns a box on four feet, pushed and shaken below the friction limit of its least loaded foot.
///
/// `damping` is that of a foot in units of sqrt(K m). When the box tilts, the dampings of four feet add up to 4 B r^2
/// T/J, which has to stay below 2.78.
fn box_on_feet(
    mass: f64,
    height: f64,
    friction: f64,
    damping: f64,
) -> impl FnOnce(Load<Space>) -> Result<WatchedMechanism<PointContact<CoulombGsat>>, Box<dyn Error>>
{
    box_on(mass, height, damping, move |stiffness, damping| {
        CoulombContact::builder().stiffness(stiffness).damping(damping).friction(friction).build()
    })
}

/// Builds such a box on feet of any law, given their stiffness and damping.
fn box_on<I: Impedance<Domain = Space>>(
    mass: f64,
    height: f64,
    damping: f64,
    foot: impl Fn(f64, f64) -> Result<I, ParameterError>,
) -> impl FnOnce(Load<Space>) -> Result<WatchedMechanism<I>, Box<dyn Error>> {
    move |load| {
        let (side, step) = (0.2, 1e-4);
        let stiffness = 0.02 * mass / (step * step);
        let damping = damping * (stiffness * mass).sqrt();
        let sink = mass * 9.81 / (4.0 * stiffness);
        let mut net = NetworkBuilder::new();
        let body = RigidBody::cuboid(mass, Vector3::new(side, side, 2.0 * height))?;
        let body = body.with_gravity(Vector3::new(0.0, 0.0, -9.81))?;
        let start = Motion::at_rest(Pose::at(Vector3::new(0.0, 0.0, height - sink)));
        let body = net.add(body, start)?;
        let mut watched = None;
        for (x, y) in [(-0.1, -0.1), (-0.1, 0.1), (0.1, -0.1), (0.1, 0.1)] {
            let corner = BodyPoint::builder().point(Vector3::new(x, y, -height)).build()?;
            watched = Some(net.connect(foot(stiffness, damping)?, corner, body.port())?);
        }
        let center = BodyPoint::builder().point(Vector3::zeros()).build()?;
        net.connect(load, center, body.port())?;
        let sim = Simulation::new(net.build()?, Tableau::rk4(), step)?;
        let warned = !sim.stability_warnings()?.is_empty();
        assert_eq!(warned, damping > (stiffness * mass).sqrt(), "the check knows which box holds");
        Ok(WatchedMechanism::new(sim, watched.ok_or("a box has feet")?))
    }
}

/// Returns a push and a tremor that add up to a share of the weight.
fn box_load(mass: f64, share: f64, heading: f64) -> Load<Space> {
    // Tipping moves a share mu h / (side / 2) of the weight to the far feet.
    let force = mass * 9.81 * share;
    let along = Vector3::new(heading.cos(), heading.sin(), 0.0);
    let across = Vector3::new(-along.y, along.x, 0.0);
    Load::<Space>::constant(along * (0.6 * force))
        .with_swing(along * (0.25 * force), std::f64::consts::TAU / (200.0 * 1e-4))
        .with_rotation(along * (0.1 * force), across * (0.1 * force))
}

/// Asserts that the feet of a box hold. The position of a foot is that of the body plus a lever of 0.1 m: it rounds at
/// 1e-17 m.
fn feet_hold(seen: &Sticking) -> Result<(), TestCaseError> {
    prop_assert!(seen.slipping_steps == 0, "{seen:?}");
    prop_assert!(seen.anchor_change <= 1e-14, "{seen:?}");
    prop_assert!(seen.drift_per_cycle <= 1e-15, "{seen:?}");
    Ok(())
}

#[test]
fn a_rigid_body_on_its_feet_sticks() {
    let inputs = (0.1..10.0_f64, 0.02..0.08_f64, 0.3..0.8_f64, 0.1..0.45_f64, 0.0..6.2_f64);
    assert_holds(
        CASES_OF_MANY_CONTACTS,
        "box",
        &inputs,
        |(mass, height, friction, share, heading)| {
            let load = box_load(mass, friction * share, heading);
            feet_hold(&observed(box_on_feet(mass, height, friction, 0.5), &load, 60)?)
        },
    );
}

/// Each foot alone is far inside the region of stability; together they are not, and the box creeps under a tenth of
/// the load that it could hold.
#[test]
fn feet_whose_dampings_add_up_chatter() {
    let load = Load::<Space>::constant(Vector3::new(0.03 * 9.81 * 0.1, 0.0, 0.0))
        .with_swing(Vector3::zeros(), std::f64::consts::TAU / (200.0 * 1e-4));
    let seen = observe_sticking(box_on_feet(0.1, 0.02, 0.3, 2.0), &load, 60).unwrap();
    assert!(!seen.holds() && seen.slipping_steps > 0, "{seen:?}");
}

/// Control: laws that drift must fail the property in every case.
#[test]
fn lugre_dahl_and_threshold_friction_fail_the_property() {
    let inputs = stuck_block().prop_flat_map(|block| (Just(block), sub_limit_load::<Line>(block)));
    assert_holds(64, "controls", &inputs, |(block, load)| {
        let cycles = cycles(&block, load.period(), false);
        let StuckBlock { stiffness, damping, limit, step, .. } = block;
        let steady = SteadyState::Force(StribeckCurve::constant(limit).unwrap());
        let lugre = LuGreFriction::<Line>::builder().stiffness(stiffness).damping(damping);
        let lugre = lugre.steady_state(steady).build().unwrap();
        let dahl = DahlFriction::<Line>::builder().stiffness(stiffness).limit(limit);
        let dahl = dahl.build().unwrap();
        let threshold = ThresholdFriction::<Line>::builder().limit(limit);
        let threshold = threshold.threshold_speed(limit * step / block.mass).build().unwrap();
        // A run that ends with an error proves nothing.
        let fails = |seen: Result<Sticking, Box<dyn Error>>| seen.is_ok_and(|seen| !seen.holds());
        prop_assert!(fails(observe_sticking(held_block(block, lugre), &load, cycles)), "LuGre");
        prop_assert!(fails(observe_sticking(held_block(block, dahl), &load, cycles)), "Dahl");
        let seen = observe_sticking(held_block(block, threshold), &load, cycles);
        prop_assert!(fails(seen), "threshold");
        Ok(())
    });
}

/// A load above the limit slips, and the assertion reports this.
#[test]
fn a_load_above_the_limit_slips() {
    let inputs = stuck_block().prop_flat_map(|block| (Just(block), 1.05..3.0_f64));
    assert_holds(CASES, "above", &inputs, |(block, excess)| {
        let load = Load::<Plane>::constant(Vector2::new(0.6, 0.8) * (excess * block.limit))
            .with_swing(Vector2::zeros(), std::f64::consts::TAU / (200.0 * block.step));
        let seen = observed(held_block(block, gsat::<Plane>(block)), &load, 10)?;
        prop_assert!(seen.slipping_steps > 0 && seen.anchor_change > 0.0, "{seen:?}");
        Ok(())
    });
    let block = StuckBlock { mass: 1.0, stiffness: 1e5, damping: 400.0, step: 1e-4, limit: 1.0 };
    let slips = std::panic::catch_unwind(|| {
        assert_sticks(held_block(block, gsat::<Line>(block)), &Load::along(1.5), 4);
    });
    let message = *slips.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("does not stick under Load { constant: 1.5"), "{message}");
}
