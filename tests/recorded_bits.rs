//! Bits of the results of a version, for changes that must not alter any: scenarios, random mechanisms, arms and copies
//! of mechanisms, without lanes, with four and with eight.
//!
//! They hold for one machine type and one library of elementary functions, so this test does not always run. Run these
//! before and after a change:
//!
//! ```sh
//! STICTION_RECORD=1 cargo test --release -p stiction-tests --features image recorded_bits -- --ignored
//! cargo test --release -p stiction-tests --features image recorded_bits -- --ignored
//! ```

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use nalgebra::Vector2;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use stiction::friction::BristleRate;
use stiction::mechanics::Link;
use stiction::network::Lanes;
use stiction::patch::{Grid, LimitSurface, Surface};
use stiction::prelude::*;
use stiction::scenario::Scenario;
use stiction::testing::random_mechanism;

use crate::lanes::{KINDS, Numbers, network};

const LANES: [Lanes; 2] = [Lanes::One, Lanes::Four];

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).into()
}

/// FNV-1a of the bits of a state at some moments.
struct Digest(u64);

impl Digest {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, values: &[f64]) {
        for byte in values.iter().flat_map(|value| value.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Digests a network at eight moments of `steps` steps: its state, its power balance and its efforts.
fn digest(digest: &mut Digest, mut network: Network, lanes: Lanes, step: f64, steps: usize) {
    network.set_lanes(lanes);
    let mut sim = Simulation::new(network, Tableau::rk4(), step).unwrap();
    for part in 1..=8 {
        let until = step * (steps * part / 8) as f64;
        let end = sim.run_until(until);
        digest.add(sim.state().values());
        if let Ok(power) = sim.frame().power_balance() {
            digest.add(&[power.supplied, power.dissipated, power.scale]);
        }
        // The time of an early end belongs to the digest.
        if end.is_err() {
            digest.add(&[sim.time()]);
            return;
        }
    }
}

/// Copies the file with every component, and the files that it names.
fn everything(folder: &Path) -> PathBuf {
    let tests = root().join("crates/toolbox/stiction-scenario/tests");
    for name in ["everything.toml", "pad.png", "robot.urdf"] {
        fs::copy(tests.join(name), folder.join(name)).unwrap();
    }
    fs::write(folder.join("load.csv"), "t,other,force\n0,0,1\n0.0005,0,2\n").unwrap();
    fs::write(folder.join("pressure.csv"), "1, 2, 1\n2, 4, 2\n1, 2, 1\n").unwrap();
    let pad = Surface::RasterCircle.patch(Grid::new(9, 0.02).unwrap()).unwrap();
    LimitSurface::new(&pad, 3).unwrap().save(folder.join("surface.json")).unwrap();
    folder.join("everything.toml")
}

fn scenarios(scratch: &Path) -> Vec<(String, Scenario)> {
    let folder = fs::read_dir(root().join("examples/scenarios")).unwrap();
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.push(everything(scratch));
    files.retain(|file| file.extension().is_some_and(|end| end == "toml"));
    files.sort_by_key(|file| file.file_name().map(ToOwned::to_owned));
    let name = |file: &Path| file.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|file| (name(file), Scenario::load(file).unwrap())).collect()
}

/// Returns an arm with a joint law of each kind, a load on it, and a spring at the tip.
fn arm(numbers: &mut Numbers, kind: usize) -> Network {
    let mut net = NetworkBuilder::new();
    let mut rod =
        || Link::uniform_rod(numbers.between(0.2, 0.6), numbers.between(0.2, 0.5)).unwrap();
    let links = [rod(), rod()];
    let arm = PlanarArm::builder().links(links).gravity(Vector2::new(0.0, -9.8));
    let mut start =
        || Motion { pose: numbers.between(-1.0, 1.0), flow: numbers.between(-1.0, 1.0) };
    let start = [start(), start()];
    let arm = net.add(arm.build().unwrap(), start).unwrap();
    for joint in [0, 1] {
        let port = arm.joint(joint);
        let limit = numbers.between(0.1, 2.0);
        let curve = StribeckCurve::builder().coulomb(limit).breakaway(1.4 * limit);
        let curve = curve.stribeck_speed(0.1).build().unwrap();
        match (kind + joint) % 5 {
            0 => {
                let law = GsatFriction::builder().stiffness(1e4).damping(5.0).limit(limit);
                net.connect(law.build().unwrap(), Direct::new(), port).unwrap();
            }
            1 => {
                let law = RateDependentGsat::builder().stiffness(1e4).damping(5.0).curve(curve);
                net.connect(law.build().unwrap(), Direct::new(), port).unwrap();
            }
            2 => {
                let law = LuGreFriction::builder().stiffness(1e3).damping(1.0);
                let law = law.steady_state(SteadyState::Force(curve)).build().unwrap();
                net.connect(law, Direct::new(), port).unwrap();
            }
            3 => {
                let law = DahlFriction::builder().stiffness(1e3).limit(limit);
                let law = law.bristle_rate(BristleRate::Implicit).build().unwrap();
                net.connect(law, Direct::new(), port).unwrap();
            }
            _ => {
                let law = CoulombGsat::builder().stiffness(1e4).damping(5.0).friction(0.2).build();
                let load = move |t: f64| limit * (2.0 + (9.0 * t).sin());
                let law = Loaded::<_, Shaft>::builder().law(law.unwrap()).normal_force(load);
                net.connect(law.build().unwrap(), Direct::new(), port).unwrap();
            }
        }
        let torque = numbers.between(-3.0, 3.0);
        let motor = move |stage: &Stage| torque * (5.0 * stage.time).cos();
        net.connect(TimedEffort::new(motor), Direct::new(), port).unwrap();
    }
    net.build().unwrap()
}

/// Returns one line per scenario or fifty mechanisms, and number of lanes.
fn record() -> String {
    let mut text = String::new();
    let mut line = |name: &str, networks: &dyn Fn(Lanes, &mut Digest)| {
        for lanes in LANES {
            let mut digest = Digest::new();
            networks(lanes, &mut digest);
            writeln!(text, "{name} {lanes:?} {:016x}", digest.0).unwrap();
        }
    };
    let scratch = tempfile::tempdir().unwrap();
    for (name, scenario) in scenarios(scratch.path()) {
        let (step, until) = (scenario.solver.step, scenario.solver.until);
        let steps = ((until / step) as usize).min(20_000);
        line(&format!("scenario {name}"), &|lanes, digested| {
            digest(digested, scenario.mechanism().unwrap().network, lanes, step, steps);
        });
    }
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    for block in 0..15 {
        let mut drawn = || random_mechanism().new_tree(&mut runner).unwrap().current();
        let mechanisms: Vec<_> = (0..50).map(|_| drawn()).collect();
        line(&format!("mechanisms {block}"), &|lanes, digested| {
            for mechanism in &mechanisms {
                let (network, _) = mechanism.compose_in_order().unwrap();
                digest(digested, network, lanes, 1e-3, 200);
            }
        });
    }
    for block in 0..4 {
        line(&format!("arms {block}"), &|lanes, digested| {
            let mut numbers = Numbers::new(block);
            (0..50).for_each(|kind| digest(digested, arm(&mut numbers, kind), lanes, 1e-4, 400));
        });
    }
    for (k, &kind) in KINDS.iter().enumerate() {
        let kinds = [(kind, 11), (KINDS[(k + 5) % KINDS.len()], 5)];
        line(&format!("copies {k}"), &|lanes, digested| {
            digest(digested, network(&kinds, k as u64), lanes, 1e-4, 200);
        });
    }
    text
}

#[test]
#[ignore = "for one machine type; see the head of this file"]
fn recorded_bits_are_those_of_now() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recorded_bits.txt");
    let now = record();
    if env::var_os("STICTION_RECORD").is_some() {
        fs::write(&file, now).unwrap();
        return;
    }
    let before = fs::read_to_string(&file).expect("recorded with STICTION_RECORD=1");
    let changed: Vec<_> = now.lines().zip(before.lines()).filter(|(a, b)| a != b).collect();
    assert!(changed.is_empty(), "{changed:#?}");
    assert_eq!(now.lines().count(), before.lines().count());
}

/// Control: the digest sees the last bit of one value.
#[test]
fn a_digest_sees_the_last_bit() {
    let mut digests = [Digest::new(), Digest::new()];
    digests[0].add(&[0.1, 0.2]);
    digests[1].add(&[0.1, 0.2_f64.next_up()]);
    assert_ne!(digests[0].0, digests[1].0);
}
