//! A run that ends because of a value that is not finite names the component that produced it.

use std::sync::Arc;

use nalgebra::Vector2;
use stiction::core::{Admittance, MotionIn, Numbers, Real};
use stiction::friction::{BristleRate, EllipsoidContact};
use stiction::network::{Culprit, CulpritKind, Lanes, SimulationError};
use stiction::patch::{BristleParameters, DistributedPatch, Grid, StickSlipPatch, Surface};
use stiction::prelude::*;

use super::point_mass;

const BROKEN: f64 = 0.25;

/// Returns a function of time that is broken from [`BROKEN`] on.
fn from_then_on(broken: f64) -> impl Fn(f64) -> f64 {
    move |time: f64| if time < BROKEN { 4.0 } else { broken }
}

fn culprit(error: SimulationError) -> Culprit {
    match error {
        SimulationError::Culprit(culprit) => *culprit,
        other => panic!("{other}"),
    }
}

fn coulomb() -> CoulombGsat {
    CoulombGsat::builder().stiffness(1e3).damping(10.0).friction(0.5).build().unwrap()
}

/// Pushes a body that is held by a law named "holder".
fn held<A, L>(body: A, push: Effort<A::Domain>, law: L) -> Simulation
where
    A: Admittance,
    L: Impedance<Domain = A::Domain>,
{
    let mut net = NetworkBuilder::new();
    let body = net.add(body, Motion::default()).unwrap();
    let push = ConstantEffort::builder().effort(push).build().unwrap();
    net.connect(push, Direct::new(), body.port()).unwrap();
    let law = net.connect(law, Direct::new(), body.port()).unwrap();
    net.name_wire(law, "holder").unwrap();
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap()
}

fn on_line(load: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Simulation {
    let law = Loaded::builder().law(coulomb()).normal_force(load).build().unwrap();
    held(point_mass(1.0), 1.0, law)
}

fn plate() -> PlanarBody {
    PlanarBody::builder().mass(1.0).inertia(1e-3).build().unwrap()
}

fn sideways() -> PlanarWrench {
    PlanarWrench { force: Vector2::new(1.0, 0.0), torque: 0.0 }
}

/// Returns every law that is pressed by a closure.
fn pressed(broken: f64) -> [(&'static str, &'static str, Simulation); 4] {
    let square = || Surface::Square.patch(Grid::new(5, 0.02).unwrap()).unwrap();
    let sticking = StickSlipPatch::builder()
        .patch(square())
        .friction(0.5)
        .stiffness(1e3)
        .torsional_stiffness(1.0)
        .damping(10.0)
        .torsional_damping(1e-2);
    let bristles = DistributedPatch::builder()
        .patch(square())
        .bristles(BristleParameters::table_one_coulomb().unwrap())
        .bristle_rate(BristleRate::Implicit);
    let ellipsoid = EllipsoidContact::builder()
        .stiffness([1e3, 1e3, 1.0])
        .damping([10.0, 10.0, 1e-2])
        .friction(0.5)
        .semi_axes([1.0, 1.0, 0.01])
        .load(from_then_on(broken));
    [
        ("Loaded", "normal_force", on_line(from_then_on(broken))),
        (
            "Loaded",
            "normal_force",
            held(
                plate(),
                sideways(),
                Loaded::new(sticking.build().unwrap(), from_then_on(broken)).unwrap(),
            ),
        ),
        (
            "Loaded",
            "normal_force",
            held(
                plate(),
                sideways(),
                Loaded::new(bristles.build().unwrap(), from_then_on(broken)).unwrap(),
            ),
        ),
        ("EllipsoidContact", "load", held(plate(), sideways(), ellipsoid.build().unwrap())),
    ]
}

#[test]
fn a_load_that_is_no_load_ends_the_run_and_is_named() {
    for broken in [f64::INFINITY, f64::NAN, f64::NEG_INFINITY, -3.0] {
        for (component, parameter, mut sim) in pressed(broken) {
            let culprit = culprit(sim.run_until(0.5).unwrap_err());
            assert_eq!((&*culprit.name, culprit.kind), ("holder", CulpritKind::Effort));
            assert!((culprit.time - BROKEN).abs() < 1e-9, "{culprit}");
            assert!(culprit.component.starts_with(component), "{culprit}");
            let cause = culprit.cause.unwrap();
            assert_eq!((cause.component, cause.parameter), (component, parameter));
            assert_eq!(cause.value.to_bits(), broken.to_bits());
        }
    }
    // Control: a load, no load at all, and a load that is negative only by rounding.
    for sound in [4.0, 0.0, 0.3 - 0.2 - 0.1] {
        for (component, _, mut sim) in pressed(sound) {
            sim.run_until(0.5).unwrap_or_else(|error| panic!("{component}: {error}"));
        }
    }
}

#[test]
fn a_load_that_is_no_load_says_which() {
    let error = on_line(from_then_on(f64::INFINITY)).run_until(1.0).unwrap_err().to_string();
    let ending = "normal_force = inf must be finite and not negative";
    assert!(error.starts_with("holder: the effort of the Loaded<"), "{error}");
    assert!(error.ends_with(ending) && !error.contains("too large"), "{error}");
}

/// A law in lanes that takes the root of the remaining time.
#[derive(Debug)]
struct Root {
    until: f64,
}
impl Impedance for Root {
    type Domain = Line;
    fn respond(&self, stage: &Stage, _: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        (self.until - stage.time).sqrt()
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        _: &MotionIn<Line, R>,
        _: &[R],
        _: &mut [R],
    ) -> Option<[R; 1]> {
        let [until] = numbers.read([self.until]);
        Some([(until - until.same(stage.time)).sqrt()])
    }
}

/// Returns many carts, each on its own law; the law of one breaks, or the belt that carries all.
fn carts(count: usize, bad: Option<usize>) -> Network {
    let mut net = NetworkBuilder::new();
    let belt = |stage: &Stage| Motion::new(0.0, if stage.time < BROKEN { 1.0 } else { f64::NAN });
    let still = |_: &Stage| Motion::default();
    type Belt = Arc<dyn Fn(&Stage) -> Motion<Line> + Send + Sync>;
    let belt: Belt = if bad.is_none() { Arc::new(belt) } else { Arc::new(still) };
    let belt = Prescribed::new(move |stage: &Stage| belt(stage));
    let gsat = GsatFriction::<Line>::builder().stiffness(100.0).damping(1.0).limit(1.0);
    let gsat = gsat.build().unwrap();
    for place in 0..count {
        let cart = net.add(point_mass(1.0), Motion::default()).unwrap();
        let until = if Some(place) == bad { BROKEN } else { 100.0 };
        let law = net.connect(Root { until }, Direct::new(), cart.port()).unwrap();
        net.name_wire(law, format!("law {place}")).unwrap();
        net.connect(gsat.clone(), Between::new(), (belt.clone(), cart.port())).unwrap();
    }
    net.build().unwrap()
}

#[test]
fn copies_in_lanes_and_parts_are_told_apart() {
    // The small network is one part, the large one several.
    for count in [40, 2000] {
        for lanes in [Lanes::One, Lanes::Four] {
            let fails = |bad: Option<usize>| {
                let mut network = carts(count, bad);
                assert_eq!(network.copies() > 0, network.lanes() > Lanes::One);
                network.set_lanes(lanes);
                let mut sim = Simulation::new(network, Tableau::rk4(), 0.01).unwrap();
                culprit(sim.run_until(1.0).unwrap_err())
            };
            for bad in [0, 17, count - 1] {
                let culprit = fails(Some(bad));
                assert_eq!(culprit.name, format!("law {bad}"));
                assert_eq!((culprit.kind, &*culprit.component), (CulpritKind::Effort, "Root"));
                assert!((culprit.time - BROKEN).abs() < 0.011 && culprit.value.is_nan());
            }
            let culprit = fails(None);
            assert_eq!(culprit.kind, CulpritKind::Drive { port: 0 }, "{culprit}");
            assert_eq!((&*culprit.component, &*culprit.variable), ("drive", "vx"));
        }
    }
}
