//! Which copies of a mechanism, and laws of a connected one, are evaluated side by side, and that they have the bits of
//! those evaluated one at a time. (Where the machine has no vectors, the plain form is compared with itself.) The
//! components of the library are compared in `tests/lanes.rs` and `tests/linked.rs`.

use core::fmt::Debug;
use core::marker::PhantomData;

use crate::ode::{Ode, OdeError, RungeKutta, Tableau};
use stiction_core::kernel::RateIn;
use stiction_core::{
    Admittance, Body, Coupling, Direct, Drive, Flat, Impedance, Line, LinearIn, Memory, Motion,
    MotionIn, Numbers, PortDomains, Real, Scalars, Stage,
};

use crate::tests::components::Elastic;
use crate::*;

/// A mass on a rail, of one type or another.
#[derive(Debug)]
pub(crate) struct Cart<const KIND: usize>(pub(crate) f64);

impl<const KIND: usize> Body for Cart<KIND> {
    type Domain = Line;
    fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        (motion.flow, force / self.0)
    }
    fn energy(&self, motion: &Motion<Line>) -> f64 {
        0.5 * self.0 * motion.flow.powi(2)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Line, R>,
        [force]: [R; 1],
    ) -> Option<RateIn<Line, R>> {
        let [mass] = numbers.read([self.0]);
        Some((motion.flow, [force / mass]))
    }
}

/// A mass with a motor: an internal state, which copies must not have.
#[derive(Debug)]
pub(super) struct Motor;

impl Admittance for Motor {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(1)
    }
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        (rate[0], rate[1], rate[2]) = (state[1], rate[1] + state[2], -state[2]);
    }
    fn stored_energy(&self, _: &[f64]) -> f64 {
        0.0
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        _: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()> {
        (rate[0], rate[1], rate[2]) = (state[1], rate[1] + state[2], -state[2]);
        Some(())
    }
}

/// A spring behind `memory` dashpots in a row.
#[derive(Clone, Debug)]
pub(crate) struct Creep {
    stiffness: f64,
    memory: usize,
    /// Where the kernel asks for the plain form.
    farther_than: f64,
    /// Whether the kernel is wrong in the last bit.
    wrong: bool,
}

impl Creep {
    pub(crate) fn new(stiffness: f64, memory: usize) -> Self {
        Self { stiffness, memory, farther_than: f64::INFINITY, wrong: false }
    }
    fn force<R: Real>(
        &self,
        (stage, stiffness): (&Stage, R),
        [pose, flow]: [R; 2],
        internal: &[R],
        rate: &mut [R],
    ) -> R {
        let mut driven_by = pose + flow * pose.same(stage.tau);
        for (z, rate) in internal.iter().zip(rate) {
            *rate = driven_by - *z;
            driven_by = *z;
        }
        -(stiffness * (pose - driven_by)) - flow * pose.same(0.3) + pose.same(0.1 * stage.time)
    }
}

impl Impedance for Creep {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.memory)
    }
    fn respond(&self, stage: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        self.force((stage, self.stiffness), [at.pose, at.flow], z, rate)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Line, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<[R; 1]> {
        let [stiffness] = numbers.read([self.stiffness]);
        numbers.form(self.memory as u64);
        numbers.form(self.farther_than.to_bits());
        numbers.form(self.wrong.into());
        let ([pose], [flow]) = (motion.pose, motion.flow);
        if !R::all(pose.abs().at_most(pose.same(self.farther_than))) {
            return None;
        }
        let force = self.force((stage, stiffness), [pose, flow], internal, rate);
        Some([if self.wrong { force * force.same(1.0 + f64::EPSILON) } else { force }])
    }
}

/// A weighted sum of ports that are all on a line.
#[derive(Debug)]
pub(super) struct Sum<F>(PhantomData<fn() -> F>);

pub(super) const fn sum<F>() -> Sum<F> {
    Sum(PhantomData)
}

const WEIGHTS: [f64; 3] = [-1.0, 1.0, 0.25];

fn weighted<R: Real>(motions: &[R]) -> [R; 2] {
    let mut sums = [motions[0].same(0.0); 2];
    for (motion, weight) in motions.chunks_exact(2).zip(WEIGHTS) {
        sums = core::array::from_fn(|i| sums[i] + motion[i] * motion[i].same(weight));
    }
    sums
}

impl<F: PortDomains + Debug> Coupling for Sum<F> {
    type From = F;
    type To = Line;
    fn motion(&self, from: &F::Motions) -> Motion<Line> {
        let mut numbers = vec![0.0; <F::Motions as Flat>::LEN];
        from.store(&mut numbers);
        let [pose, flow] = weighted(&numbers);
        Motion { pose, flow }
    }
    fn efforts(&self, _: &F::Motions, effort: &f64) -> F::Efforts {
        Flat::load(&WEIGHTS.map(|weight| effort * weight)[..<F::Efforts as Flat>::LEN])
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        from: &F::MotionsIn<R>,
    ) -> Option<(MotionIn<Line, R>, impl LinearIn<R, F, Line>)> {
        let numbers: Vec<R> = (0..<F::Motions as Flat>::LEN).map(|i| from.at(i)).collect();
        let [pose, flow] = weighted(&numbers);
        Some((MotionIn { pose: [pose], flow: [flow] }, Weights))
    }
}

/// The weights as a `Psi`. Nothing asks for the flows alone.
struct Weights;

impl<R: Real, F: PortDomains> LinearIn<R, F, Line> for Weights {
    fn apply(&self, _: F::FlowsIn<R>) -> [R; 1] {
        unreachable!("a coupling gives its motion itself")
    }
    fn transpose(&self, [effort]: [R; 1]) -> F::EffortsIn<R> {
        Scalars::from_fn(|i| effort * effort.same(WEIGHTS[i]))
    }
}

/// A belt.
#[derive(Clone, Debug)]
pub(crate) struct Belt(pub(crate) f64);

impl Drive<Line> for Belt {
    fn motion(&self, stage: &Stage) -> Motion<Line> {
        Motion { pose: self.0 * stage.time, flow: self.0 }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        (after < self.0).then_some(self.0)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

/// A mechanism in the making, with numbers that differ from copy to copy.
struct Making {
    net: NetworkBuilder,
    number: f64,
    belt: Prescribed<Line, Belt>,
}

type Two = (Line, Line);

impl Making {
    fn new() -> Self {
        Self { net: NetworkBuilder::new(), number: 0.1, belt: Prescribed::new(Belt(0.2)) }
    }
    fn next(&mut self) -> f64 {
        self.number = (self.number + 0.618_033_988_749_895).fract();
        self.number
    }
    fn start(&mut self) -> Motion<Line> {
        Motion { pose: self.next() - 0.5, flow: self.next() - 0.5 }
    }
    fn cart(&mut self) -> NodePort<Line> {
        let (mass, start) = (1.0 + self.next(), self.start());
        self.net.add(Cart::<0>(mass), start).unwrap().port()
    }
    fn creep(&mut self, memory: usize) -> Creep {
        Creep::new(1.0 + self.next(), memory)
    }
    fn connect<I: Impedance<Domain = Line>, F: PortDomains + Debug, P: Ports<Domains = F>>(
        &mut self,
        law: I,
        ports: P,
    ) {
        self.net.connect(law, sum::<F>(), ports).unwrap();
    }
    fn direct(&mut self, law: impl Impedance<Domain = Line>, port: NodePort<Line>) {
        self.net.connect(law, Direct::new(), port).unwrap();
    }
}

type Make = fn(&mut Making);

/// Mechanisms that are evaluated in lanes, with the number of variables of a copy.
const COPIES: [(&str, Make, usize); 5] = [
    ("a cart alone", |m| _ = m.cart(), 2),
    (
        "two laws of one type",
        |m| {
            let cart = m.cart();
            for _ in 0..2 {
                let law = m.creep(2);
                m.direct(law, cart);
            }
        },
        6,
    ),
    (
        "on the ground and on one belt, at ports of any kind",
        |m| {
            let cart = AnyPort::from(m.cart());
            let (belt, ground) = (AnyPort::from(m.belt.clone()), AnyPort::from(Ground::at(0.3)));
            let laws = [m.creep(1), m.creep(1)];
            let [one, other] = laws;
            m.connect::<_, Two, _>(one, (ground.clone(), cart.clone()));
            m.connect::<_, [Line; 3], _>(other, [belt, cart, ground]);
        },
        4,
    ),
    (
        "two bodies of two types",
        |m| {
            // Both are in one order where one number puts them there.
            let (start, law) = (m.start(), m.creep(1));
            let first = m.net.add(Cart::<0>(1.0), start).unwrap().port();
            let second = m.net.add(Cart::<1>(2.0), start).unwrap().port();
            m.connect::<_, Two, _>(law, (first, second));
        },
        5,
    ),
    (
        "kernels that some or all lanes are too far for",
        |m| {
            let (cart, laws) = (m.cart(), [0.3, -1.0].map(|far| (far, m.creep(2))));
            let [some, all] = laws.map(|(farther_than, law)| Creep { farther_than, ..law });
            m.direct(some, cart);
            m.connect::<_, Line, _>(all, cart);
        },
        6,
    ),
];

/// Mechanisms that are not.
const OTHERS: [(&str, Make); 6] = [
    ("two bodies of one type", |m| {
        let (ends, law) = ((m.cart(), m.cart()), m.creep(1));
        m.connect::<_, Two, _>(law, ends);
    }),
    ("belts of their own", |m| {
        let (ends, law) = ((Prescribed::new(Belt(m.next())), m.cart()), m.creep(1));
        m.connect::<_, Two, _>(law, ends);
    }),
    ("a law without lanes", |m| {
        let (cart, stiffness) = (m.cart(), m.next());
        m.direct(Elastic { stiffness, damping: 0.3 }, cart);
    }),
    ("a body with a variable of its own", |m| {
        let (start, law) = (m.start(), m.creep(1));
        let motor = m.net.add(Motor, start).unwrap();
        m.direct(law, motor.port());
    }),
    ("laws of one form each", |m| {
        let (cart, farther_than) = (m.cart(), 100.0 + m.next());
        let law = Creep { farther_than, ..m.creep(1) };
        m.direct(law, cart);
    }),
    ("some with a law, some with two", |m| {
        let cart = m.cart();
        for _ in 0..if m.next() < 0.5 { 1 } else { 2 } {
            let law = m.creep(1);
            m.direct(law, cart);
        }
    }),
];

fn network(kinds: &[(Make, usize)]) -> Network {
    let mut making = Making::new();
    for &(make, count) in kinds {
        (0..count).for_each(|_| make(&mut making));
    }
    making.net.build().unwrap()
}

/// Returns the bits of the rates at the start and of the state after some steps.
fn run(network: &Network, tableau: &Tableau) -> [Vec<u64>; 2] {
    let mut x = network.initial_state().values().to_vec();
    let mut rates = vec![0.0; x.len()];
    network.rhs(&Stage::first(0.4, 0.02), &x, &mut rates);
    let mut stepper = RungeKutta::new(tableau.clone(), x.len());
    for step in 0..15 {
        stepper.step(network, 0.4 + 0.02 * f64::from(step), 0.02, &mut x).unwrap();
    }
    [rates, x].map(|values| values.into_iter().map(f64::to_bits).collect())
}

fn assert_same(mut network: Network, tableau: &Tableau, what: &str) {
    network.set_lanes(Lanes::One);
    assert_eq!(network.copies(), 0);
    let expected = run(&network, tableau);
    network.set_lanes(Lanes::Four);
    assert!(run(&network, tableau) == expected, "{what}");
}

/// Returns whether this machine has vectors.
fn has_lanes() -> bool {
    NetworkBuilder::new().build().unwrap().lanes() > Lanes::One
}

#[test]
fn any_number_has_the_bits_of_the_plain_form() {
    let all = COPIES.iter().map(|&(what, make, _)| (what, make)).chain(OTHERS);
    for (what, make) in all {
        for count in (1..=18).chain([31, 40]) {
            let what = format!("{count} times {what}");
            assert_same(network(&[(make, count)]), &Tableau::rk4(), &what);
        }
    }
}

/// At least four copies, of 64 variables in all.
#[test]
fn copies_are_found_where_there_are_enough() {
    for (what, make, variables) in COPIES {
        let enough = (64_usize.div_ceil(variables)).max(4);
        for (count, expected) in [(1, 0), (enough - 1, 0), (enough, enough), (100, 100)] {
            let network = network(&[(make, count)]);
            assert_eq!(network.dim(), count * variables, "{what}");
            assert_eq!(network.copies(), if has_lanes() { expected } else { 0 }, "{count} {what}");
        }
    }
    for (what, make) in OTHERS {
        assert_eq!(network(&[(make, 100)]).copies(), 0, "{what}");
    }
    // Copies beside others; bodies whose type others have are not copies.
    let [tied, pair, motor] = [COPIES[2].1, OTHERS[0].1, OTHERS[3].1];
    for (kinds, expected) in [(vec![(tied, 22), (motor, 5)], 22), (vec![(tied, 22), (pair, 5)], 0)]
    {
        assert_eq!(network(&kinds).copies(), if has_lanes() { expected } else { 0 });
    }
}

/// More variables than a part has, with copies in all of them or in some, in every scheme.
#[test]
fn copies_in_several_parts_have_the_bits_of_the_plain_form() {
    let [laws, ports, far, motor] = [COPIES[1].1, COPIES[2].1, COPIES[4].1, OTHERS[3].1];
    for kinds in [vec![(far, 500)], vec![(laws, 300), (ports, 13), (motor, 300)]] {
        for tableau in Tableau::all() {
            let network = network(&kinds);
            assert!(network.layout.bounds.len() > 3);
            assert_same(network, &tableau, tableau.name());
        }
    }
}

/// Laws of a connected mechanism are evaluated in lanes from eight on, if they have memory: lanes that are wrong in the
/// last bit show which are. (In copies and in boxes they are tried in `tests/lanes.rs` and `tests/linked.rs`.)
#[test]
fn a_kernel_that_is_wrong_is_noticed() {
    let differs = |count: usize, memory: usize, wrong: bool| {
        let mut making = Making::new();
        let carts: Vec<_> = (0..=count).map(|_| making.cart()).collect();
        for pair in carts.windows(2) {
            let law = Creep { wrong, ..making.creep(memory) };
            making.connect::<_, Two, _>(law, (pair[0], pair[1]));
        }
        let mut network = making.net.build().unwrap();
        let found = run(&network, &Tableau::rk4());
        network.set_lanes(Lanes::One);
        found != run(&network, &Tableau::rk4())
    };
    assert!(!differs(7, 1, true), "fewer than eight laws");
    assert_eq!([differs(8, 1, true), differs(700, 1, true)], [has_lanes(); 2]);
    assert!(!differs(700, 1, false) && !differs(40, 0, true), "right, or without memory");
}

/// A step that blows up names the variable and leaves the state, packed or not.
#[test]
fn what_is_not_finite_is_found_in_lanes() {
    let mut making = Making::new();
    for copy in 0..30 {
        let (mass, start, law) =
            (if copy == 11 { 1e-308 } else { 1.0 }, making.start(), making.creep(1));
        let cart = making.net.add(Cart::<0>(mass), start).unwrap();
        making.net.name(cart, format!("cart {copy}")).unwrap();
        making.direct(law, cart.port());
    }
    let mut network = making.net.build().unwrap();
    for lanes in [Lanes::One, Lanes::Four] {
        network.set_lanes(lanes);
        let mut x = network.initial_state().values().to_vec();
        let mut stepper = RungeKutta::new(Tableau::rk4(), x.len());
        let error = stepper.step(&network, 0.0, 10.0, &mut x).unwrap_err();
        let OdeError::NotFinite { index, .. } = error else { panic!("{error}") };
        assert_eq!(network.describe_variable(index).0, "cart 11");
        assert_eq!(x, network.initial_state().values());
    }
}
