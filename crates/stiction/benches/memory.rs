//! Memory of a million components during steps, from the allocator: that of the network, of the
//! state and of the stepper, against the budget of the state, its four stages and the parameters.
//!
//! `cargo bench -p stiction --bench memory`

mod door;
#[allow(dead_code, reason = "used in part")]
mod hand_written;
#[allow(dead_code, reason = "used in part")]
mod mesh;
#[path = "../../../docs/benchmarks/shared/record.rs"]
mod record;
#[allow(dead_code, reason = "used in part")]
mod spheres;
#[allow(dead_code, reason = "used in part")]
mod work;

use allocation_counter::measure;
use mesh::Mesh;
use stiction::ode::RungeKutta;
use stiction::prelude::*;

const STEP: f64 = 1e-4;
const STAGES: usize = 4;

/// Returns the size of the parameters of the components \[bytes\].
fn parameters_of_mesh(mesh: &Mesh) -> usize {
    let [masses, springs, sliders] = mesh.counts();
    masses * size_of::<PointMass<Line>>()
        + springs * size_of::<SpringDamper<Line>>()
        + sliders * size_of::<GsatFriction<Line>>()
}

fn parameters_of_spheres(count: usize) -> usize {
    count
        * (size_of::<RigidBody>()
            + size_of::<PointContact<CoulombGsat>>()
            + size_of::<SphereOnPlane>())
}

/// Builds a network, steps it and prints the memory used.
fn account(
    key: &str,
    title: &str,
    components: usize,
    parameters: usize,
    build: impl Fn() -> Network,
) {
    let mut network = None;
    let built = measure(|| network = Some(build()));
    let Some(network) = network else { return };
    let mut held = None;
    let stepper = measure(|| {
        let x = network.initial_state().values().to_vec();
        held = Some((RungeKutta::new(Tableau::rk4(), x.len()), x));
    });
    let Some((mut runge_kutta, mut x)) = held else { return };
    let mut step = |k: u32| {
        runge_kutta.step(&network, f64::from(k) * STEP, STEP, &mut x).expect("finite");
    };
    // The first step allocates for the stepper.
    let first = measure(|| step(0));
    let stepped = measure(|| (1..4).for_each(&mut step));
    let most = first.bytes_max.max(first.bytes_current.max(0) as u64 + stepped.bytes_max);
    let network = built.bytes_current.max(0) as f64;
    let live = network + stepper.bytes_current.max(0) as f64 + most as f64;
    let needed = (size_of::<f64>() * x.len() * (1 + STAGES) + parameters) as f64;
    let each = components as f64;
    println!(
        "{title:28} {components:>10} {:>9.0} {:>9.0} {:>9.0} {:>9.0} {:>7.2} {:>12}",
        live / each,
        network / each,
        needed / each,
        built.bytes_max as f64 / each,
        live / needed,
        stepped.count_total
    );
    let figure = |case: &str, what: &str, against: &str, value: f64| {
        let (case, what) = (&format!("{key}_{case}"), &format!("{title}: {what}"));
        record::Figure { case, table: "Memory", what, against, value }.record();
    };
    figure("memory", "memory while stepping", "state, four stages, parameters", live / needed);
    figure("memory_bytes", "memory of a component while stepping", "bytes", live / each);
    figure(
        "allocations",
        "allocations in three steps after the first",
        "number",
        stepped.count_total as f64,
    );
}

fn main() {
    let million = if record::quick() { 100_000 } else { 1_000_000 };
    println!(
        "{:28} {:>10} {:>9} {:>9} {:>9} {:>9} {:>7} {:>12}",
        "bytes per component",
        "components",
        "stepping",
        "network",
        "needed",
        "building",
        "ratio",
        "allocations"
    );
    // One thread ensures that all allocations are counted.
    let threads = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    threads.install(|| {
        let mesh = Mesh::chain((million + 1) / 3, true);
        let parameters = parameters_of_mesh(&mesh);
        account("chain", "chain with sliders", mesh.components(), parameters, || {
            mesh.network(door::Door::Typed)
        });
        let rows = ((million / 4) as f64).sqrt() as usize;
        let mesh = Mesh::sheet(rows, rows, true);
        let parameters = parameters_of_mesh(&mesh);
        account("sheet", "sheet with sliders", mesh.components(), parameters, || {
            mesh.network(door::Door::Typed)
        });
        let count = million / 2;
        let parameters = parameters_of_spheres(count);
        account("spheres", "spheres and their contacts", 2 * count, parameters, || {
            spheres::network(count, door::Door::Typed)
        });
    });
}
