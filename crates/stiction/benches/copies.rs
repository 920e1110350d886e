//! Many copies of a small mechanism: in lanes, one at a time, and by hand.
//!
//! All run in one process, in turns, and the smallest time of many short samples counts, so that the
//! ratios mean something on a noisy machine.
//!
//! `RAYON_NUM_THREADS=1 cargo bench -p stiction --bench copies`

mod copies {
    pub(crate) mod by_hand;
}
mod hand_written;

use std::hint::black_box;
use std::time::Instant;

use hand_written::{Rhs, Rk4};
use nalgebra::{Vector2, Vector3};
use stiction::ode::RungeKutta;
use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, Grid, LimitSurface, ReducedPatch, ReducedShape,
    Surface,
};
use stiction::prelude::*;

use copies::by_hand::{Gsat, LuGre, Sliders};

const STEP: f64 = 1e-6;

/// Makes so many steps.
type Run = Box<dyn FnMut(usize)>;

fn composed(mut network: Network, lanes: Lanes) -> Run {
    network.set_lanes(lanes);
    let mut x = network.initial_state().values().to_vec();
    let mut stepper = RungeKutta::new(Tableau::rk4(), x.len());
    let mut time = 0.0;
    Box::new(move |steps| {
        for _ in 0..steps {
            stepper.step(&network, time, STEP, &mut x).expect("finite");
            time += STEP;
        }
    })
}

fn by_hand(rhs: impl Rhs + 'static, mut x: Vec<f64>) -> Run {
    let mut rk4 = Rk4::new(x.len());
    let mut time = 0.0;
    Box::new(move |steps| {
        for _ in 0..steps {
            rk4.step(&rhs, time, STEP, &mut x);
            time += STEP;
        }
        black_box(&x);
    })
}

fn spheres(count: usize) -> Network {
    let mut net = NetworkBuilder::new();
    for _ in 0..count {
        let sphere = RigidBody::sphere(0.3, 0.2).expect("valid").with_renormalise(false);
        let sphere = sphere.with_gravity(Vector3::z() * -9.8).expect("valid");
        let flow = Twist { linear: Vector3::x() * 2.0, ..Twist::default() };
        let start = Motion { pose: Pose::at(Vector3::z() * (0.2 - 2.94e-7)), flow };
        let sphere = net.add(sphere, start).expect("valid");
        let contact = CoulombContact::builder().stiffness(1e7).damping(10.0).friction(0.1).build();
        let map = SphereOnPlane::builder().radius(0.2).build().expect("valid");
        net.connect(contact.expect("valid"), map, sphere.port()).expect("connected");
    }
    net.build().expect("small")
}

fn boxes(count: usize) -> Network {
    let mut net = NetworkBuilder::new();
    for copy in 0..count {
        let size = Vector3::new(0.06, 0.06, 0.04);
        let body = RigidBody::cuboid(0.3, size).expect("valid");
        let body = body.with_gravity(Vector3::z() * -9.8).expect("valid");
        let flow = Twist { linear: Vector3::x() * speed(copy), ..Twist::default() };
        let start = Motion { pose: Pose::at(Vector3::z() * (0.02 - 7e-7)), flow };
        let body = net.add(body, start).expect("valid");
        let contact = CoulombContact::builder().stiffness(1e6).damping(10.0).friction(0.1);
        let contact = contact.build().expect("valid");
        for [x, y] in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            let corner = BodyPoint::builder().point(Vector3::new(0.03 * x, 0.03 * y, -0.02));
            net.connect(contact, corner.build().expect("valid"), body.port()).expect("connected");
        }
    }
    net.build().expect("small")
}

/// Speeds that differ from one copy to the next.
fn speed(copy: usize) -> f64 {
    0.2 + 0.1 * (copy % 7) as f64
}

fn shafts<L: Impedance<Domain = Shaft>>(count: usize, law: impl Fn() -> L) -> Network {
    let mut net = NetworkBuilder::new();
    for copy in 0..count {
        let shaft = PointMass::<Shaft>::builder().mass(0.5).gravity(1.0).build().expect("valid");
        let start = Motion { pose: 0.0, flow: speed(copy) };
        let shaft = net.add(shaft, start).expect("valid");
        net.connect(law(), Direct::new(), shaft.port()).expect("connected");
    }
    net.build().expect("small")
}

fn shaft_states(count: usize) -> Vec<f64> {
    (0..count).flat_map(|copy| [0.0, speed(copy), 0.0]).collect()
}

fn gsat(count: usize) -> [Run; 3] {
    let law = || {
        let law = GsatFriction::<Shaft>::builder().stiffness(5e3).damping(1.0).limit(0.5);
        law.build().expect("valid")
    };
    let hand = Gsat { inverse_inertia: 2.0, drive: 1.0, stiffness: 5e3, damping: 1.0, limit: 0.5 };
    [
        by_hand(hand, shaft_states(count)),
        composed(shafts(count, law), Lanes::One),
        composed(shafts(count, law), Lanes::Eight),
    ]
}

fn lugre(count: usize) -> [Run; 3] {
    let law = || {
        let curve = StribeckCurve::builder().coulomb(0.5).breakaway(0.7).stribeck_speed(0.1);
        let curve = SteadyState::Force(curve.build().expect("valid"));
        let law = LuGreFriction::<Shaft>::builder().stiffness(5e3).damping(1.0).steady_state(curve);
        law.build().expect("valid")
    };
    let hand = LuGre {
        inverse_inertia: 2.0,
        drive: 1.0,
        stiffness: 5e3,
        damping: 1.0,
        coulomb: 0.5,
        breakaway: 0.7,
        stribeck_speed: 0.1,
    };
    [
        by_hand(hand, shaft_states(count)),
        composed(shafts(count, law), Lanes::One),
        composed(shafts(count, law), Lanes::Eight),
    ]
}

fn pad() -> ContactPatch {
    Surface::Circle.patch(Grid::new(21, 0.02).expect("valid")).expect("valid")
}

fn slider_network(count: usize, shape: &ReducedShape, model: BristleModel) -> Network {
    let mut net = NetworkBuilder::new();
    let bristles = BristleParameters::table_one_stribeck().expect("valid");
    for copy in 0..count {
        let body = PlanarBody::builder().mass(0.5).inertia(1e-4).build().expect("valid");
        let linear = Vector2::new(speed(copy), 0.05);
        let flow = PlanarTwist { linear, angular: 10.0 * speed(copy) };
        let body = net.add(body, Motion { flow, ..Motion::default() }).expect("valid");
        let patch = ReducedPatch::builder().shape(shape.clone()).bristles(bristles);
        let patch = patch.model(model).normal_force(5.0).build().expect("valid");
        net.connect(patch, Direct::new(), body.port()).expect("connected");
    }
    net.build().expect("small")
}

fn sliders(count: usize, model: BristleModel, with_table: bool) -> [Run; 3] {
    let pad = pad();
    let table = with_table.then(|| LimitSurface::new(&pad, 20).expect("valid"));
    let shape = match &table {
        Some(table) => ReducedShape::limit_surface(&pad, table.clone()),
        None => ReducedShape::ellipsoid(&pad),
    };
    let hand = Sliders {
        inverse_mass: 2.0,
        inverse_inertia: 1e4,
        load: 5.0,
        bristles: BristleParameters::table_one_stribeck().expect("valid"),
        lugre: model == BristleModel::LuGre,
        radius: pad.radius(),
        viscous_factor: pad.viscous_factor(),
        table,
    };
    let state = |copy| [0.0, 0.0, 0.0, speed(copy), 0.05, 10.0 * speed(copy), 0.0, 0.0, 0.0];
    [
        by_hand(hand, (0..count).flat_map(state).collect()),
        composed(slider_network(count, &shape, model), Lanes::One),
        composed(slider_network(count, &shape, model), Lanes::Eight),
    ]
}

/// Smallest time per step \[ns\] of each, measured in turns.
fn race<const N: usize>(count: usize, runs: &mut [Run; N]) -> [f64; N] {
    let steps = (20_000 / count).max(1);
    let rounds = (2_000_000 / (steps * count)).clamp(9, 200);
    let mut least = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (run, least) in runs.iter_mut().zip(&mut least) {
            let start = Instant::now();
            run(steps);
            *least = least.min(start.elapsed().as_nanos() as f64 / steps as f64);
        }
    }
    least
}

fn report(name: &str, count: usize, mut runs: [Run; 3]) {
    let [hand, one, lanes] = race(count, &mut runs).map(|time| time / count as f64);
    let ratios = [one / hand, lanes / hand, lanes / one];
    println!(
        "{name:34} {count:>7} {hand:>8.1} {one:>8.1} {lanes:>8.1} {:>9.3} {:>9.3} {:>9.3}",
        ratios[0], ratios[1], ratios[2]
    );
}

fn main() {
    println!(
        "{:34} {:>7} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9}",
        "ns per step and copy", "copies", "by hand", "one", "lanes", "one/hand", "in lanes", "gain"
    );
    type Build = fn(usize) -> Network;
    let networks: [(&str, Build); 2] =
        [("sphere (by hand: bench overhead)", spheres), ("box on four corners", boxes)];
    for (name, network) in networks {
        for count in [10, 100, 1000, 100_000] {
            let mut runs = [Lanes::One, Lanes::Eight].map(|lanes| composed(network(count), lanes));
            let [one, lanes] = race(count, &mut runs).map(|time| time / count as f64);
            println!(
                "{name:34} {count:>7} {:>8} {one:>8.1} {lanes:>8.1} {:>9} {:>9} {:>9.3}",
                "-",
                "-",
                "-",
                lanes / one
            );
        }
    }
    for count in [10, 1000] {
        report("shaft, gsat", count, gsat(count));
        report("shaft, LuGre", count, lugre(count));
        report("slider, LuGre, ellipsoid", count, sliders(count, BristleModel::LuGre, false));
        let model = BristleModel::ElastoPlastic;
        report("slider, elasto-plastic, ellipsoid", count, sliders(count, model, false));
        report("slider, elasto-plastic, table", count, sliders(count, model, true));
    }
}
