//! Copies of a mechanism, and laws of a connected one, evaluated side by side have the bits of those
//! evaluated one at a time. (Where the machine has no vectors, the plain form is compared with itself.)

use crate::ode::{Ode, RungeKutta, Tableau};
use stiction_core::{Direct, Line, Motion, Plane, SpatialFrame, Stage};

use crate::tests::lane_components::*;
use crate::*;

/// Numbers that differ from copy to copy.
struct Numbers(f64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = (self.0 + 0.618_033_988_749_895).fract();
        self.0
    }
    fn start(&mut self) -> Motion<Line> {
        Motion { pose: self.next() - 0.5, flow: self.next() - 0.5 }
    }
    fn creep(&mut self, memory: usize) -> Creep {
        Creep::new(1.0 + self.next(), memory)
    }
}

type Make = fn(&mut NetworkBuilder, &mut Numbers, &Prescribed<Line, Belt>);

fn cart(net: &mut NetworkBuilder, numbers: &mut Numbers) -> NodePort<Line> {
    net.add(Cart(1.0 + numbers.next()), numbers.start()).unwrap().port()
}

fn runner(net: &mut NetworkBuilder, numbers: &mut Numbers, kernel: bool) -> NodePort<Plane> {
    let radius = 1.0 + numbers.next();
    let start = Motion { pose: [radius, 0.1].into(), flow: [0.3, numbers.next()].into() };
    net.add(Runner { radius, kernel }, start).unwrap().port()
}

/// Builds bodies of different types, which are copies where the initial states put both in the same order.
fn cart_and_runner(
    net: &mut NetworkBuilder,
    numbers: &mut Numbers,
) -> (NodePort<Line>, NodePort<Plane>) {
    let start = numbers.start();
    let cart = net.add(Cart(1.0 + numbers.next()), start).unwrap();
    let start = Motion { pose: [start.pose, 0.4].into(), flow: [0.3, numbers.next()].into() };
    let runner = net.add(Runner { radius: 1.0 + numbers.next(), kernel: true }, start).unwrap();
    (cart.port(), runner.port())
}

/// What goes into lanes: the mechanism, and the number of variables of a copy.
const COPIES: [(&str, Make, usize); 15] = [
    ("a cart alone", |net, n, _| _ = cart(net, n), 2),
    (
        "one law",
        |net, n, _| {
            let cart = cart(net, n);
            net.connect(n.creep(1), Direct::new(), cart).unwrap();
        },
        3,
    ),
    (
        "a law with two variables, and a map with a parameter",
        |net, n, _| {
            let cart = cart(net, n);
            net.connect(n.creep(2), Beside(n.next()), cart).unwrap();
        },
        4,
    ),
    (
        "three laws of one type, and one of another",
        |net, n, _| {
            let cart = cart(net, n);
            for _ in 0..3 {
                net.connect(n.creep(1), Beside(n.next()), cart).unwrap();
            }
            net.connect(n.creep(0), Direct::new(), cart).unwrap();
        },
        5,
    ),
    (
        "on the ground",
        |net, n, _| {
            let cart = cart(net, n);
            net.connect(n.creep(1), Apart, (Ground::at(0.3), cart)).unwrap();
        },
        3,
    ),
    (
        "on one belt",
        |net, n, belt| {
            let cart = cart(net, n);
            net.connect(n.creep(1), Apart, (belt.clone(), cart)).unwrap();
        },
        3,
    ),
    (
        "ports of any kind",
        |net, n, belt| {
            let cart = AnyPort::from(cart(net, n));
            let ports = (AnyPort::from(Ground::at(0.3)), cart.clone());
            net.connect(n.creep(1), Apart, ports).unwrap();
            net.connect(n.creep(1), Mean, [belt.clone().into(), cart, Ground::at(0.1).into()])
                .unwrap();
        },
        4,
    ),
    (
        "projected",
        |net, n, _| {
            let runner = runner(net, n, true);
            net.connect(n.creep(1), Across, runner).unwrap();
        },
        5,
    ),
    (
        "projected in the plain form",
        |net, n, _| {
            let runner = runner(net, n, false);
            net.connect(n.creep(1), Across, runner).unwrap();
        },
        5,
    ),
    (
        "many variables",
        |net, n, _| {
            let mut start = Motion::<SpatialFrame>::default();
            start.pose.position = [n.next(), n.next(), 0.2].into();
            start.flow.angular = [0.4, n.next(), n.next()].into();
            let body = net.add(Satellite(1.0 + n.next()), start).unwrap();
            net.connect(n.creep(9), Height, body.port()).unwrap();
        },
        22,
    ),
    (
        "two bodies of two types",
        |net, n, _| {
            let ends = cart_and_runner(net, n);
            net.connect(n.creep(1), Rope, ends).unwrap();
            net.connect(n.creep(1), Direct::new(), ends.0).unwrap();
        },
        8,
    ),
    (
        "three ports",
        |net, n, _| {
            let (cart, runner) = cart_and_runner(net, n);
            let ends = (Ground::at(0.2), cart, runner);
            net.connect(n.creep(2), Three, ends).unwrap();
        },
        8,
    ),
    (
        "a kernel that some lanes are too far for",
        |net, n, _| {
            let cart = cart(net, n);
            net.connect(Creep { farther_than: 0.3, ..n.creep(2) }, Direct::new(), cart).unwrap();
            net.connect(Creep { farther_than: 0.4, ..n.creep(1) }, Beside(0.1), cart).unwrap();
        },
        5,
    ),
    (
        "a kernel that all are too far for, of two laws",
        |net, n, _| {
            let cart = cart(net, n);
            for _ in 0..2 {
                let law = Creep { farther_than: -1.0, ..n.creep(2) };
                net.connect(law, Beside(n.next()), cart).unwrap();
            }
        },
        6,
    ),
    (
        "no law with memory",
        |net, n, _| {
            let cart = cart(net, n);
            net.connect(n.creep(0), Beside(n.next()), cart).unwrap();
            net.connect(n.creep(0), Beside(n.next()), cart).unwrap();
        },
        2,
    ),
];

/// What does not.
const OTHERS: [(&str, Make); 10] = [
    ("two bodies of one type", |net, n, _| {
        let ends = (cart(net, n), cart(net, n));
        net.connect(n.creep(1), Apart, ends).unwrap();
    }),
    ("grounds of their own", |net, n, _| {
        let ends = (Ground::at(n.next()), cart(net, n));
        net.connect(n.creep(1), Apart, ends).unwrap();
    }),
    ("belts of their own", |net, n, _| {
        let ends = (Prescribed::new(Belt(n.next())), cart(net, n));
        net.connect(n.creep(1), Apart, ends).unwrap();
    }),
    ("grounds of their own at ports of any kind", |net, n, _| {
        let ends = [AnyPort::from(Ground::at(n.next())), cart(net, n).into()];
        let [a, b] = ends;
        net.connect(n.creep(1), Apart, (a, b)).unwrap();
    }),
    ("belts of their own at ports of any kind", |net, n, _| {
        let belt = AnyPort::from(Prescribed::new(Belt(n.next())));
        let cart = AnyPort::from(cart(net, n));
        net.connect(n.creep(1), Apart, (belt, cart)).unwrap();
    }),
    ("a law without lanes", |net, n, _| {
        let cart = cart(net, n);
        net.connect(Plain(n.creep(1)), Direct::new(), cart).unwrap();
    }),
    ("a body with a variable of its own", |net, n, _| {
        let motor = net.add(Motor, n.start()).unwrap();
        net.connect(n.creep(1), Direct::new(), motor.port()).unwrap();
    }),
    ("laws of one form each", |net, n, _| {
        let cart = cart(net, n);
        let farther_than = 100.0 + n.next();
        net.connect(Creep { farther_than, ..n.creep(1) }, Direct::new(), cart).unwrap();
    }),
    ("bodies of two types in orders of their own", |net, n, _| {
        let ends = (cart(net, n), runner(net, n, true));
        net.connect(n.creep(1), Rope, ends).unwrap();
    }),
    ("some with a law, some with two", |net, n, _| {
        let cart = cart(net, n);
        for _ in 0..if n.next() < 0.5 { 1 } else { 2 } {
            net.connect(n.creep(1), Direct::new(), cart).unwrap();
        }
    }),
];

fn network(kinds: &[(Make, usize)]) -> Network {
    let (mut net, mut numbers) = (NetworkBuilder::new(), Numbers(0.1));
    let belt = Prescribed::new(Belt(0.2));
    for &(make, count) in kinds {
        (0..count).for_each(|_| make(&mut net, &mut numbers, &belt));
    }
    net.build().unwrap()
}

/// A network as one piece, one at a time.
struct Whole<'a>(&'a Network);
impl Ode for Whole<'_> {
    fn dim(&self) -> usize {
        self.0.dim()
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.0.rhs(stage, x, dx);
    }
    fn project(&self, x: &mut [f64]) {
        Ode::project(self.0, x);
    }
}

/// Returns the bits of the rates at the start and of the state after some steps.
fn run(ode: &impl Ode, network: &Network, tableau: Tableau, steps: usize) -> [Vec<u64>; 2] {
    let mut x = network.initial_state().values().to_vec();
    let mut rates = vec![0.0; x.len()];
    ode.rhs(&Stage::first(0.4, 0.02), &x, &mut rates);
    let mut stepper = RungeKutta::new(tableau, x.len());
    for step in 0..steps {
        stepper.step(ode, 0.4 + 0.02 * step as f64, 0.02, &mut x).unwrap();
    }
    [rates, x].map(|values| values.into_iter().map(f64::to_bits).collect())
}

fn assert_same(mut network: Network, tableau: &Tableau, what: &str) {
    network.set_lanes(Lanes::One);
    assert_eq!(network.copies(), 0);
    let expected = run(&Whole(&network), &network, tableau.clone(), 15);
    for lanes in [Lanes::One, Lanes::Four, Lanes::Eight] {
        network.set_lanes(lanes);
        assert!(network.lanes() <= lanes);
        let found = run(&network, &network, tableau.clone(), 15);
        assert!(found == expected, "{what}: {lanes:?} lanes");
    }
}

/// Returns whether this machine has any.
fn has_lanes() -> bool {
    NetworkBuilder::new().build().unwrap().lanes() > Lanes::One
}

#[test]
fn any_number_of_copies_has_the_bits_of_the_plain_form() {
    for (what, make, _) in COPIES {
        for count in (1..=18).chain([24, 31, 37]) {
            assert_same(
                network(&[(make, count)]),
                &Tableau::rk4(),
                &format!("{count} times {what}"),
            );
        }
    }
}

#[test]
fn what_is_no_copy_has_the_bits_of_the_plain_form() {
    for (what, make) in OTHERS {
        for count in [1, 4, 9, 17, 40] {
            assert_same(
                network(&[(make, count)]),
                &Tableau::rk4(),
                &format!("{count} times {what}"),
            );
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
    // Copies of one mechanism or of several, beside others; none of a body whose type others have.
    let [cart, runner] = [COPIES[1].1, COPIES[7].1];
    let (pair, motor) = (OTHERS[0].1, OTHERS[6].1);
    for (kinds, expected) in [
        (vec![(cart, 22), (runner, 13)], 35),
        (vec![(cart, 22), (runner, 12)], 22),
        (vec![(runner, 13), (motor, 5)], 13),
        (vec![(runner, 13), (pair, 5)], 13),
        (vec![(cart, 22), (pair, 5)], 0),
    ] {
        assert_eq!(network(&kinds).copies(), if has_lanes() { expected } else { 0 });
    }
}

#[test]
fn mixtures_have_the_bits_of_the_plain_form() {
    let makes = COPIES.iter().map(|&(_, make, _)| make).chain(OTHERS.iter().map(|other| other.1));
    let makes: Vec<_> = makes.collect();
    for (i, &first) in makes.iter().enumerate() {
        for step in [1, 5, 8] {
            let second = makes[(i + step) % makes.len()];
            let kinds = [(first, 20 + i), (second, 22)];
            assert_same(network(&kinds), &Tableau::heun(), &format!("{i} and {step} after"));
        }
    }
}

#[test]
fn every_scheme_has_the_bits_of_the_plain_form() {
    let [runner, many] = [COPIES[7].1, COPIES[9].1];
    for tableau in Tableau::all() {
        assert_same(network(&[(runner, 13), (many, 5)]), &tableau, tableau.name());
    }
}

/// More variables than a part has, with copies in all of them or in some.
#[test]
fn copies_in_several_parts_have_the_bits_of_the_plain_form() {
    let [runner, cart, far] = [COPIES[7].1, COPIES[3].1, COPIES[12].1];
    let motor = OTHERS[6].1;
    for kinds in
        [vec![(runner, 500)], vec![(cart, 450), (runner, 13), (motor, 300)], vec![(far, 700)]]
    {
        let network = network(&kinds);
        assert!(network.layout.bounds.len() > 3);
        assert_same(network, &Tableau::rk4(), "several parts");
    }
}

/// Builds carts in a row, each tied to its neighbour; on the ground, on one belt or on three carts, with laws
/// of any memory.
fn chain(count: usize, memory: usize, farther_than: f64) -> Network {
    let (mut net, mut numbers) = (NetworkBuilder::new(), Numbers(0.3));
    let belt = Prescribed::new(Belt(0.2));
    let carts: Vec<_> = (0..count).map(|_| cart(&mut net, &mut numbers)).collect();
    let mut law = || Creep { farther_than, ..numbers.creep(memory) };
    for pair in carts.windows(2) {
        net.connect(law(), Apart, (pair[0], pair[1])).unwrap();
    }
    for (place, triple) in carts.windows(3).enumerate() {
        net.connect(law(), Mean, [triple[0], triple[2], triple[1]]).unwrap();
        net.connect(law(), Beside(0.1 * place as f64), triple[0]).unwrap();
        // Lanes here may differ by ground and by belt.
        net.connect(law(), Apart, (Ground::at(place as f64), triple[1])).unwrap();
        net.connect(law(), Apart, (belt.clone(), triple[1])).unwrap();
    }
    net.build().unwrap()
}

#[test]
fn laws_of_a_connected_mechanism_have_the_bits_of_the_plain_form() {
    for memory in [0, 1, 2, 9] {
        for count in (2..=12).chain([33, 150]) {
            for farther_than in [f64::INFINITY, 0.4, -1.0] {
                let network = chain(count, memory, farther_than);
                assert_eq!(network.copies(), 0);
                assert_same(network, &Tableau::rk4(), &format!("{count}, memory {memory}"));
            }
        }
    }
    // In several parts, and between them.
    let network = chain(700, 1, 0.4);
    assert!(network.layout.coupled);
    assert_same(network, &Tableau::rk4(), "parts");
}

/// The control: lanes that are wrong in the last bit are noticed in copies and in a connected
/// mechanism, from the least number on that goes into lanes.
#[test]
fn a_kernel_that_is_wrong_is_noticed() {
    let differs = |mut network: Network| {
        let found = run(&network, &network, Tableau::rk4(), 15);
        network.set_lanes(Lanes::One);
        found != run(&network, &network, Tableau::rk4(), 15)
    };
    let copies = |count: usize, wrong: bool| {
        let (mut net, mut numbers) = (NetworkBuilder::new(), Numbers(0.3));
        for _ in 0..count {
            let cart = cart(&mut net, &mut numbers);
            let law = Creep { wrong, ..numbers.creep(2) };
            net.connect(law, Direct::new(), cart).unwrap();
        }
        net.build().unwrap()
    };
    let row = |count: usize, memory: usize, wrong: bool| {
        let (mut net, mut numbers) = (NetworkBuilder::new(), Numbers(0.3));
        let carts: Vec<_> = (0..=count).map(|_| cart(&mut net, &mut numbers)).collect();
        for pair in carts.windows(2) {
            let law = Creep { wrong, ..numbers.creep(memory) };
            net.connect(law, Apart, (pair[0], pair[1])).unwrap();
        }
        net.build().unwrap()
    };
    for count in [16, 40] {
        assert!(!differs(copies(count, false)) && !differs(row(count, 1, false)));
        assert_eq!(differs(copies(count, true)), has_lanes());
    }
    assert!(!differs(row(7, 1, true)), "fewer than eight laws");
    assert_eq!(differs(row(8, 1, true)), has_lanes());
    assert_eq!(differs(row(700, 1, true)), has_lanes());
    assert!(!differs(row(40, 0, true)), "without memory");
}

/// A step that blows up names the variable and leaves the state, packed or not.
#[test]
fn what_is_not_finite_is_found_in_lanes() {
    let (mut net, mut numbers) = (NetworkBuilder::new(), Numbers(0.3));
    for copy in 0..30 {
        let mass = if copy == 11 { 1e-308 } else { 1.0 };
        let cart = net.add(Cart(mass), numbers.start()).unwrap();
        net.name(cart, format!("cart {copy}")).unwrap();
        net.connect(numbers.creep(1), Direct::new(), cart.port()).unwrap();
    }
    let mut network = net.build().unwrap();
    for lanes in [Lanes::One, Lanes::Four, Lanes::Eight] {
        network.set_lanes(lanes);
        let mut x = network.initial_state().values().to_vec();
        let mut stepper = RungeKutta::new(Tableau::rk4(), x.len());
        let error = stepper.step(&network, 0.0, 10.0, &mut x).unwrap_err();
        let crate::ode::OdeError::NotFinite { index, .. } = error else { panic!("{error}") };
        assert_eq!(network.describe_variable(index).0, "cart 11");
        assert_eq!(x, network.initial_state().values());
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_no_bit_of_copies() {
    let mut network = network(&[(COPIES[7].1, 900), (COPIES[12].1, 900), (OTHERS[6].1, 300)]);
    network.set_lanes(Lanes::One);
    let expected = run(&Whole(&network), &network, Tableau::rk4(), 3);
    network.set_lanes(Lanes::Eight);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let found = pool.install(|| run(&network, &network, Tableau::rk4(), 3));
        assert!(found == expected, "{threads} threads");
    }
}
