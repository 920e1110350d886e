//! Random calls of the public interface, with absurd numbers and mixed-up handles: no panic.

use std::fmt::{Debug, Display};

use proptest::prelude::*;
use stiction::core::coupling::from_fns;
use stiction::core::impedance::from_fn;
use stiction::core::signal::Square;
use stiction::mechanics::Link;
use stiction::network::{Snapshot, State};
use stiction::output::{RunDirectory, TextTable};
use stiction::prelude::*;

use super::{quaternion, v2, v3};

/// A call of the public interface, with numbers to make its arguments from.
#[derive(Clone, Debug)]
struct Call {
    what: u8,
    a: usize,
    b: usize,
    x: [f64; 4],
}

pub(super) fn absurd() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -2.0..2.0_f64,
        2 => proptest::num::f64::ANY,
        1 => proptest::sample::select(vec![0.0, -0.0, 1e308, -1e308, 1e-320, f64::NAN, f64::INFINITY, 1e18, 1e-9]),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    (any::<u8>(), any::<usize>(), 0_usize..6, [absurd(), absurd(), absurd(), absurd()])
        .prop_map(|(what, a, b, x)| Call { what, a, b, x })
}

/// Two networks at once, and handles of both, to be mixed up.
#[derive(Default)]
struct Play {
    builders: [NetworkBuilder; 2],
    masses: Vec<Handle<PointMass<Line>>>,
    bodies: Vec<Handle<RigidBody>>,
    arms: Vec<Handle<PlanarArm>>,
    gsat: Vec<Wire<GsatFriction<Line>>>,
    springs: Vec<Wire<SpringDamper<Line>>>,
    contacts: Vec<Wire<PointContact<CoulombGsat>>>,
    simulations: Vec<Simulation>,
    snapshots: Vec<Snapshot>,
    states: Vec<State>,
}

fn pick<T: Clone>(from: &[T], index: usize) -> Option<T> {
    (!from.is_empty()).then(|| from[index % from.len()].clone())
}

/// Asserts that a refusal has a message.
fn told<T, E: Display>(result: Result<T, E>) -> Option<T> {
    result.map_err(|error| assert!(!error.to_string().trim().is_empty())).ok()
}

impl Play {
    fn make(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let net = &mut self.builders[a % 2];
        match what % 8 {
            0 => {
                let mass = told(PointMass::<Line>::builder().mass(x[0]).gravity(x[1]).build())?;
                self.masses.push(told(net.add(mass, Motion { pose: x[2], flow: x[3] }))?);
            }
            1 => {
                let body = told(RigidBody::cuboid(x[0], v3(&x[1..])))?;
                let pose = Pose { position: v3(&x[..]), orientation: quaternion(x) };
                self.bodies.push(told(net.add(body, Motion::at_rest(pose)))?);
            }
            2 => {
                let rod = told(Link::uniform_rod(x[0], x[1]))?;
                let arm = PlanarArm::builder().links(vec![rod; *b]).gravity(v2(&x[2..])).build();
                let start = vec![Motion { pose: x[2], flow: x[3] }; (a / 2) % 6];
                self.arms.push(told(net.add(told(arm)?, start))?);
            }
            3 => {
                let law = GsatFriction::<Line>::builder().stiffness(x[0]).damping(x[1]).limit(x[2]);
                let mass = pick(&self.masses, *a)?;
                self.gsat.push(told(net.connect(
                    told(law.build())?,
                    Direct::new(),
                    mass.port_at(*b % 2),
                ))?);
            }
            4 => {
                let law = SpringDamper::<Line>::builder().stiffness(x[0]).damping(x[1]).rest(x[2]);
                let (one, two) = (pick(&self.masses, *a)?, pick(&self.masses, *b)?);
                self.springs.push(told(net.connect(
                    told(law.build())?,
                    Between::new(),
                    (one.port(), two.port()),
                ))?);
            }
            5 => {
                let law = CoulombContact::builder().stiffness(x[0]).damping(x[1]).friction(x[2]);
                let map = told(BodyPoint::builder().point(v3(&x[1..])).build())?;
                self.contacts.push(told(net.connect(
                    told(law.build())?,
                    map,
                    pick(&self.bodies, *a)?.port(),
                ))?);
            }
            6 => {
                let arm = pick(&self.arms, *a)?;
                let square = Square::builder().amplitude(x[0]).period(x[1].abs().max(1e-3));
                told(net.connect(
                    TimedEffort::new(told(square.build())?),
                    Direct::new(),
                    arm.joint(*b),
                ))?;
            }
            _ => {
                let odd = x[3];
                let law = from_fn::<Line, _>(move |_, motion| odd * motion.pose);
                let map = from_fns::<Line, Line, _, _>(
                    move |m| Motion { pose: odd, ..*m },
                    |_, f| f / 0.0,
                );
                told(net.connect(law, map, Ground::at(x[0])))?;
                told(net.name(pick(&self.masses, *a)?, "\0\"weird\\ name\n"))?;
            }
        }
        Some(())
    }

    fn start(&mut self, Call { a, b, x, .. }: &Call) -> Option<()> {
        let net = told(std::mem::take(&mut self.builders[a % 2]).build())?;
        let _ = (format!("{net:?}"), net.describe_variable(*a));
        let step = [1e-3, 1e-2, x[0], x[1].abs(), 1e-6, 10.0][*b];
        self.states.push(net.initial_state());
        let tableau = pick(&Tableau::all(), *a)?;
        self.simulations.push(told(Simulation::new(net, tableau, step))?);
        Some(())
    }

    /// Runs for at most 50 steps, or to an absurd time that is refused at once.
    fn run(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let count = self.simulations.len();
        let sim = self.simulations.get_mut(a % count.max(1))?;
        let until = match what % 4 {
            // A square wave has an edge every half millisecond at most, and a step ends at each.
            0 => sim.time() + (*b as f64 * 9.0 * sim.step_size()).min(0.2),
            1 => sim.time() - x[0].abs(),
            2 => [f64::NAN, f64::INFINITY, f64::NEG_INFINITY][b % 3],
            _ => sim.time(),
        };
        let mut recorder = Recorder::from(
            Sampler::every_seconds(x[1]).channel("\"t,\n", |frame| frame.stored_energy()),
        );
        if b % 2 == 0 {
            told(sim.run_observed(until, &mut recorder));
            let (folder, names) =
                (tempfile::tempdir().ok()?, ["a,b.csv", "ä \"x\".csv", "x/../y.csv"]);
            let out = told(RunDirectory::create(folder.path()))?;
            told(out.write_recorder(names[a % 3], &recorder));
            let mut table = TextTable::new("\n", &["", "é"]);
            let _ = table.row([x[0], x[1], x[2]]).row::<f64>([]).to_string();
        } else {
            told(sim.run_until(until));
        }
        told(recorder.column("no such column"));
        Some(())
    }

    fn ask(&mut self, Call { what, a, b, x }: &Call) -> Option<()> {
        let count = self.simulations.len();
        let sim = self.simulations.get_mut(a % count.max(1))?;
        let state = if x[0] > 0.0 { pick(&self.states, *b)? } else { sim.state().clone() };
        let stage = Stage::first(x[1], x[2]).of_step_from(x[3]);
        if let Some(mass) = pick(&self.masses, *b) {
            told(sim.motion(mass));
            told(sim.motions(mass));
            let mut changed = state.clone();
            let motions = vec![Motion { pose: x[1], flow: x[2] }; a % 3];
            told(sim.network().set_motions(mass, &mut changed, motions.clone()));
            if what % 3 == 0 {
                told(sim.set_state(changed));
            }
        }
        if let Some(arm) = pick(&self.arms, *b) {
            told(sim.motions(arm));
        }
        if let Some(body) = pick(&self.bodies, *b) {
            told(sim.motion(body));
        }
        if let Some(wire) = pick(&self.gsat, *b) {
            let mut changed = state.clone();
            told(sim.network().set_internal(wire, &mut changed, &x[..a % 3]));
            for state in [&state, &changed] {
                let Some(frame) = told(sim.network().frame(state, stage)) else { continue };
                told(frame.effort(wire));
                told(frame.wire_power(wire));
                told(frame.internal_rate(wire));
            }
            told(sim.internal(wire));
            told(sim.network().law(wire));
        }
        if let Some(frame) = told(sim.network().frame(&state, stage)) {
            if let Some(wire) = pick(&self.springs, *b) {
                told(frame.wire_motion(wire));
            }
            told(frame.power_balance());
            told(frame.stored_energy());
        }
        if let Some(wire) = pick(&self.contacts, *b) {
            told(sim.effort(wire));
        }
        for warning in told(sim.network().stability_warnings(&state, &Tableau::rk4(), x[1]))
            .unwrap_or_default()
        {
            assert!(!warning.to_string().is_empty());
        }
        told(sim.stability_warnings());
        self.snapshots.push(sim.snapshot());
        if let Some(snapshot) = pick(&self.snapshots, *b) {
            told(sim.restore(&snapshot));
        }
        self.states.push(sim.state().clone());
        Some(())
    }
}

proptest! {
    #![proptest_config(crate::config(400, "bad_input"))]

    #[test]
    fn nothing_panics(calls in proptest::collection::vec(call(), 1..60)) {
        let mut play = Play::default();
        for call in &calls {
            // There is more building than running; each simulation uses up one of the two builders.
            let _ = match call.what {
                0..=159 => play.make(call),
                160..=185 => play.start(call),
                186..=220 => play.run(call),
                _ => play.ask(call),
            };
        }
    }
}
