//! Components of one connected mechanism evaluated side by side have the bits of components evaluated
//! one at a time.

use nalgebra::{Matrix1x3, SMatrix, Vector2};
use proptest::prelude::*;
use stiction::core::{KinematicMap, LinearIn, MotionIn, Numbers, Real, kernel};
use stiction::friction::{BristleRate, Relaxation};
use stiction::network::{Lanes, NodePort};
use stiction::ode::{Ode, RungeKutta};
use stiction::prelude::*;

use crate::lanes::{Composer, OTHER_WAYS};

const STEP: f64 = 1e-3;

/// The mean of three positions.
#[derive(Debug)]
struct Mean;

impl KinematicMap for Mean {
    type From = [Line; 3];
    type To = Line;
    type Psi = SMatrix<f64, 1, 3>;
    fn at(&self, from: &[Motion<Line>; 3]) -> (f64, Self::Psi) {
        (0.25 * from[0].pose + 0.25 * from[1].pose + 0.5 * from[2].pose, WEIGHTS)
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        from: &kernel::Each<MotionIn<Line, R>, 3>,
    ) -> Option<([R; 1], impl LinearIn<R, [Line; 3], Line>)> {
        Some((weighted(from.0.map(|motion| motion.pose)), Weights))
    }
}

struct Weights;

fn weighted<R: Real>([[a], [b], [c]]: [[R; 1]; 3]) -> [R; 1] {
    let weigh = |number: R, port: usize| number * number.same(WEIGHTS[port]);
    [weigh(a, 0) + weigh(b, 1) + weigh(c, 2)]
}

impl<R: Real> LinearIn<R, [Line; 3], Line> for Weights {
    fn apply(&self, flows: kernel::Each<[R; 1], 3>) -> [R; 1] {
        weighted(flows.0)
    }
    fn transpose(&self, [force]: [R; 1]) -> kernel::Each<[R; 1], 3> {
        kernel::Each([0, 1, 2].map(|port| [force * force.same(WEIGHTS[port])]))
    }
}

const WEIGHTS: Matrix1x3<f64> = Matrix1x3::new(0.25, 0.25, 0.5);

/// Masses and their connections; mass numbers are taken modulo the number of masses.
#[derive(Clone, Debug)]
struct Wiring {
    masses: Vec<(f64, f64)>,
    /// Law, masses, and a number from 0 to 1 that its parameters depend on.
    wires: Vec<(Law, [usize; 3], f64)>,
}

#[derive(Clone, Copy, Debug)]
enum Law {
    Spring,
    Slider,
    /// A slider whose relaxation differs from one to the next, which lanes do not serve.
    Mixed,
    SliderBetween,
    LuGre(BristleRate),
    /// A slider on a belt with its own drive.
    OnBelt,
    OnGround,
    OnThree,
}

const LAWS: [Law; 10] = [
    Law::Spring,
    Law::Slider,
    Law::Slider,
    Law::Mixed,
    Law::SliderBetween,
    Law::LuGre(BristleRate::Implicit),
    Law::LuGre(BristleRate::Explicit),
    Law::OnBelt,
    Law::OnGround,
    Law::OnThree,
];

fn gsat(share: f64, relaxation: Relaxation) -> GsatFriction<Line> {
    let law = GsatFriction::builder().stiffness(1e3 + 2e3 * share).damping(2.0);
    law.limit(3.0 * share).relaxation(relaxation).build().unwrap()
}

fn wire(net: &mut Composer, law: Law, ports: [NodePort<Line>; 3], share: f64) {
    let [a, b, _] = ports;
    let slider = gsat(share, Relaxation::Implicit);
    let pair = (a, b);
    match law {
        Law::Spring => {
            let spring = SpringDamper::builder().stiffness(100.0 * share).damping(1.0).rest(share);
            net.connect(spring.build().unwrap(), Between::new(), pair)
        }
        Law::Slider => net.connect(slider, Direct::new(), a),
        Law::Mixed => {
            let constant = Relaxation::Constant { stage_damping: 3.0 };
            let relaxation = if share < 0.5 { Relaxation::Implicit } else { constant };
            let law = AsIs(gsat(share, relaxation));
            net.connect(law, Direct::new(), a)
        }
        Law::SliderBetween => net.connect(slider, Between::new(), pair),
        Law::LuGre(rate) => {
            let law = LuGreFriction::builder().stiffness(1e3).damping(share);
            let curve = StribeckCurve::constant(0.1 + share).unwrap();
            let law = law.steady_state(SteadyState::Force(curve)).bristle_rate(rate);
            net.connect(law.build().unwrap(), Direct::new(), a)
        }
        Law::OnBelt => {
            let belt = ConstantVelocity::<Line>::builder().velocity(share).build().unwrap();
            net.connect(slider, Between::new(), (Prescribed::new(belt), a))
        }
        Law::OnGround => net.connect(slider, Between::new(), (Ground::at(share), a)),
        Law::OnThree => net.connect(slider, Mean, ports),
    }
    .unwrap();
}

/// A [`GsatFriction`] as another type, with its own pool.
#[derive(Clone, Debug)]
struct AsIs(GsatFriction<Line>);

impl Impedance for AsIs {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1)
    }
    fn respond(&self, stage: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        self.0.respond(stage, at, z, rate)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Line, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<[R; 1]> {
        self.0.kernel(numbers, stage, motion, internal, rate)
    }
}

impl Wiring {
    /// Returns springs between neighbours, and a law on every mass.
    fn chain(count: usize, law: Law) -> Self {
        Self::linked(count, (1..count).map(|place| [place - 1, place]), law)
    }

    fn sheet(side: usize, law: Law) -> Self {
        let count = side * side;
        let along =
            (0..count).filter(|place| (place + 1) % side > 0).map(|place| [place, place + 1]);
        let across = (side..count).map(|place| [place - side, place]);
        Self::linked(count, along.chain(across), law)
    }

    fn linked(count: usize, springs: impl Iterator<Item = [usize; 2]>, law: Law) -> Self {
        let share = |place: usize| (0.618 * place as f64).fract();
        // Kernels decline motions at rest, or so slow that a square underflows.
        let speed = |place: usize| match place % 11 {
            3 => 0.0,
            7 => 1e-170,
            _ => share(3 * place) - 0.5,
        };
        let masses = (0..count).map(|place| (share(place), speed(place))).collect();
        let springs = springs.map(|[a, b]| (Law::Spring, [a, b, 0], share(a)));
        let laws = (0..count).map(|place| (law, [place, place + 1, place + 2], share(2 * place)));
        Self { masses, wires: springs.chain(laws).collect() }
    }

    fn network(&self) -> Network {
        self.composed(false)
    }

    fn composed(&self, boxed: bool) -> Network {
        let mut net = Composer::new(boxed);
        let masses = self.masses.iter().enumerate().map(|(k, &(pose, flow))| {
            let mass = PointMass::<Line>::builder().mass(1.0 + (k % 3) as f64).gravity(0.1);
            net.add(mass.build().unwrap(), Motion { pose, flow }).unwrap().port()
        });
        let ports: Vec<_> = masses.collect();
        for &(law, [a, b, c], share) in &self.wires {
            // A wire has no two ends at one mass.
            let n = ports.len();
            let other = |from: usize, not: &[usize]| {
                (0..n).map(|k| (from % n + k) % n).find(|place| !not.contains(place)).unwrap()
            };
            let a = a % n;
            let b = other(b, &[a]);
            let c = other(c, &[a, b]);
            wire(&mut net, law, [ports[a], ports[b], ports[c]], share);
        }
        net.net.build().unwrap()
    }
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Returns the bits of the rates at the start, and of the state after `steps` steps.
fn run(mut network: Network, lanes: Lanes, tableau: &Tableau, steps: usize) -> [Vec<u64>; 2] {
    network.set_lanes(lanes);
    let mut x = network.initial_state().values().to_vec();
    let mut rates = vec![0.0; x.len()];
    network.rhs(&Stage::first(0.0, STEP), &x, &mut rates);
    let mut stepper = RungeKutta::new(tableau.clone(), x.len());
    // A network too stiff for the step ends early, at the same step with lanes and without.
    let stepped = (0..steps)
        .position(|step| stepper.step(&network, step as f64 * STEP, STEP, &mut x).is_err());
    let done = stepped.unwrap_or(steps) as f64;
    [bits(&rates), bits(&[&x[..], &[done]].concat())]
}

fn assert_same(wiring: &Wiring, tableau: &Tableau, steps: usize) {
    let expected = run(wiring.network(), Lanes::One, tableau, steps);
    for (boxed, lanes) in OTHER_WAYS {
        let found = run(wiring.composed(boxed), lanes, tableau, steps);
        assert!(found == expected, "{lanes:?} lanes, boxed: {boxed}");
    }
}

#[test]
fn chains_and_sheets_of_any_size() {
    for law in LAWS {
        for count in (3..=20).chain([64, 333, 1500]) {
            assert_same(&Wiring::chain(count, law), &Tableau::rk4(), 30);
        }
        for side in [3, 5, 31] {
            assert_same(&Wiring::sheet(side, law), &Tableau::rk4(), 30);
        }
    }
}

#[test]
fn every_scheme() {
    for tableau in Tableau::all() {
        assert_same(&Wiring::chain(50, Law::SliderBetween), &tableau, 30);
        assert_same(&Wiring::sheet(25, Law::Slider), &tableau, 30);
    }
}

/// The runs go from slip to rest.
#[test]
fn long_runs() {
    assert_same(&Wiring::chain(40, Law::Slider), &Tableau::rk4(), 5000);
    assert_same(&Wiring::chain(40, Law::OnThree), &Tableau::rk4(), 5000);
}

/// Connected components are never copies, with lanes on or off.
#[test]
fn what_is_connected_is_no_copy() {
    assert_eq!(Wiring::chain(100, Law::Slider).network().copies(), 0);
}

/// Points in a plane have longer motions, and more than one axis.
#[test]
fn nets_in_a_plane() {
    let net = || {
        let mut net = NetworkBuilder::new();
        let points: Vec<_> = (0..45)
            .map(|k| {
                let mass = PointMass::<Plane>::builder().mass(1.0).build().unwrap();
                let share = (0.618 * f64::from(k)).fract();
                let start =
                    Motion { pose: Vector2::new(share, 0.2), flow: Vector2::new(0.3, -share) };
                net.add(mass, start).unwrap().port()
            })
            .collect();
        for pair in points.windows(2) {
            let spring = SpringDamper::<Plane>::builder().stiffness(30.0).build().unwrap();
            net.connect(spring, Between::new(), (pair[0], pair[1])).unwrap();
            let law = GsatFriction::builder().stiffness(1e3).damping(1.0).limit(0.2);
            net.connect(law.build().unwrap(), Between::new(), (pair[1], pair[0])).unwrap();
        }
        net.build().unwrap()
    };
    let expected = run(net(), Lanes::One, &Tableau::rk4(), 300);
    assert!(run(net(), Lanes::Four, &Tableau::rk4(), 300) == expected);
}

/// A law, with memory or not, whose lanes differ from its plain form in the last bit.
#[derive(Clone, Debug)]
struct Off {
    lanes_are_wrong: bool,
    memory: usize,
}

impl Impedance for Off {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.memory)
    }
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], rate: &mut [f64]) -> f64 {
        rate.fill(motion.flow);
        -3.0 * motion.pose
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Line, R>,
        _: &[R],
        rate: &mut [R],
    ) -> Option<[R; 1]> {
        rate.fill(motion.flow[0]);
        let ([x], wrong) = (motion.pose, if self.lanes_are_wrong { f64::EPSILON } else { 0.0 });
        Some([x.same(-3.0 - 4.0 * wrong) * x])
    }
}

#[test]
fn a_wrong_kernel_is_noticed() {
    let run = |lanes_are_wrong: bool, memory: usize, boxed: bool, lanes: Lanes| {
        let mut net = Composer::new(boxed);
        let masses: Vec<_> = (0..20)
            .map(|k| {
                let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
                net.add(mass, Motion { pose: (0.1 * f64::from(k)).sin(), flow: 0.0 })
                    .unwrap()
                    .port()
            })
            .collect();
        for pair in masses.windows(2) {
            net.connect(Off { lanes_are_wrong, memory }, Between::new(), (pair[0], pair[1]))
                .unwrap();
        }
        run(net.net.build().unwrap(), lanes, &Tableau::rk4(), 50)
    };
    let has_lanes = NetworkBuilder::new().build().unwrap().lanes() > Lanes::One;
    for boxed in [false, true] {
        for memory in 0..3 {
            let [one, four] =
                [Lanes::One, Lanes::Four].map(|lanes| run(false, memory, boxed, lanes));
            assert!(one == four);
        }
        for memory in 1..3 {
            let [right, wrong] =
                [Lanes::One, Lanes::Four].map(|lanes| run(true, memory, boxed, lanes));
            assert_eq!(right[0] != wrong[0], has_lanes);
            assert_eq!(right[1] != wrong[1], has_lanes);
        }
        // Without memory, lanes pay only in boxes.
        let [right, wrong] = [Lanes::One, Lanes::Four].map(|lanes| run(true, 0, boxed, lanes));
        assert_eq!(right[0] != wrong[0], has_lanes && boxed);
    }
}

fn wirings() -> impl Strategy<Value = Wiring> {
    let mass = (-1.0..1.0, prop_oneof![Just(0.0), Just(1e-170), -1.0..1.0]);
    let wire = (prop::sample::select(&LAWS[..]), any::<[usize; 3]>(), 0.0..1.0);
    (prop::collection::vec(mass, 3..60), prop::collection::vec(wire, 0..300))
        .prop_map(|(masses, wires)| Wiring { masses, wires })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(crate::cases(200)) })]

    #[test]
    fn any_graph(wiring in wirings(), steps in 1..30_usize) {
        assert_same(&wiring, &Tableau::rk4(), steps);
    }
}
