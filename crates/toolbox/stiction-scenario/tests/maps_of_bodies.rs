//! Every registered map of two or more ports: its flow is the rate of its pose, its efforts are the transpose of its
//! flow, and maps between bodies conserve their momentum and angular momentum.
//!
//! The maps come from the tables that files are read by, with parameters drawn from them: a new map is tested without
//! a change here.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{Matrix3, Vector3};
use stiction_core::coupling::{Fit, from_fns};
use stiction_core::motions_of;
use stiction_core::{
    Admittance, Coupling, Describe, Description, Domain, Drive, Effort, EffortSink, Field, Flat,
    Form, Given, LawTable, Motion, PortDomains, Pose, Register, Space, SpatialFrame, Value, Wrench,
};
use stiction_mechanics::{
    Articulation, Inertial, Joint, PointsBetween, Reaction, RelativeFrame, TreeLink,
};

/// Maps whose ports are not free bodies: the support of a gear case or of an arm takes the remaining momentum.
const HELD_BY_OTHERS: [&str; 4] = ["differential", "arm_point", "link_point", "link_frame"];

/// Rounding of sums of a few dozen terms of size 10.
const ROUNDING: f64 = 1e-12;

/// Numbers between -1 and 1, equal in every run.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
    fn numbers(&mut self, len: usize, size: f64) -> Vec<f64> {
        (0..len).map(|_| size * self.next()).collect()
    }
    /// Returns a valid value of the field: numbers are positive, which every range allows.
    fn value(&mut self, field: &Field) -> Value {
        self.of((field.form)(), field)
    }
    fn of(&mut self, form: Form, field: &Field) -> Value {
        match form {
            Form::Number => Value::Number(1.0 + 0.5 * self.next()),
            Form::Flag => Value::Flag(self.next() > 0.0),
            Form::Vector(len) | Form::Array(len) => Value::Numbers(self.numbers(len, 1.0)),
            Form::Table(table) => Value::Record(self.values(table)),
            Form::Text if field.name == "link" => Value::Text("hand".to_owned()),
            form => panic!("draw a value for `{}`: {form:?}", field.name),
        }
    }
    fn values(&mut self, table: &Description) -> Vec<Value> {
        table.fields.iter().map(|field| self.value(field)).collect()
    }
}

/// Fault of a map.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
enum Fault {
    Power,
    Rate,
    Momentum,
    AngularMomentum,
}

/// The efforts on ports, in order.
#[derive(Default)]
struct OnPorts {
    scalars: Vec<Vec<f64>>,
    in_space: Vec<Option<Wrench>>,
    domains: Vec<&'static str>,
}

impl EffortSink for OnPorts {
    fn take<D: Domain>(&mut self, _: usize, effort: &Effort<D>) {
        let mut scalars = vec![0.0; Effort::<D>::LEN];
        effort.store(&mut scalars);
        self.scalars.push(scalars);
        self.in_space.push(D::effort_in_space(effort));
        self.domains.push(D::NAME);
    }
}

fn flat<T: Flat>(value: &T) -> Vec<f64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars
}

/// Returns the faults of a coupling at a drawn motion and effort.
fn faults<C: Coupling>(map: &C, held: bool) -> BTreeSet<Fault> {
    type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
    let mut draws = Draws(7);
    let mut faults = BTreeSet::new();
    for _ in 0..200 {
        let from = MotionsOf::<C>::load(&draws.numbers(MotionsOf::<C>::LEN, 2.0));
        let from = C::From::valid_motions(from);
        let effort = Effort::<C::To>::load(&draws.numbers(Effort::<C::To>::LEN, 9.0));
        let seen = map.motion(&from);
        let efforts = map.efforts(&from, &effort);

        let forward = C::To::power(&seen.flow, &effort);
        let back = C::From::total_power(&C::From::flows(&from), &efforts);
        // Both are sums of a dozen products of up to 500.
        if (forward - back).abs() > 1e-10 {
            faults.insert(Fault::Power);
        }

        // The difference is of the fifth order in h, with rates of up to a few hundred if a hinge is bent far.
        let h = 1e-4;
        let at = |h: f64| flat(&map.motion(&C::From::moved(&from, h)).pose);
        let (near, far) = ([at(h), at(-h)], [at(2.0 * h), at(-2.0 * h)]);
        for (i, rate) in flat(&C::To::pose_rate(&seen.pose, &seen.flow)).iter().enumerate() {
            let close = (near[0][i] - near[1][i]) / (2.0 * h);
            let wide = (far[0][i] - far[1][i]) / (4.0 * h);
            // An angle may jump by a turn between the two, and fast rotation makes the difference inaccurate.
            let uncertain = (close - wide).abs();
            if uncertain < 1e-3 && (close - rate).abs() > uncertain + 1e-6 {
                faults.insert(Fault::Rate);
            }
        }

        let mut on_ports = OnPorts::default();
        C::From::scatter(&efforts, &mut on_ports);
        if held || on_ports.domains.len() < 2 {
            continue;
        }
        let total = |of: &dyn Fn(usize) -> Vector3<f64>| {
            (0..on_ports.domains.len()).map(of).sum::<Vector3<f64>>()
        };
        let numbers = flat(&from);
        let places = motions_of(C::From::DOMAINS, &numbers);
        let places: Vec<_> = places.map(|(domain, motion)| domain.in_space(motion)).collect();
        if on_ports.domains.iter().all(|domain| *domain == SpatialFrame::NAME) {
            let wrench = |i: usize| on_ports.in_space[i].unwrap();
            let arm = |i: usize| places[i].unwrap().position;
            if total(&|i| wrench(i).force).norm() > 10.0 * ROUNDING {
                faults.insert(Fault::Momentum);
            }
            let moment = |i: usize| wrench(i).torque + arm(i).cross(&wrench(i).force);
            if total(&moment).norm() > 100.0 * ROUNDING {
                faults.insert(Fault::AngularMomentum);
            }
        } else {
            // Points and shafts have no orientation, so only momentum can be checked.
            let sum = |k: usize| on_ports.scalars.iter().map(|scalars| scalars[k]).sum::<f64>();
            if (0..on_ports.scalars[0].len()).any(|k| sum(k).abs() > 10.0 * ROUNDING) {
                faults.insert(Fault::Momentum);
            }
        }
    }
    faults
}

/// Builds an arm with this number of joints on a base that is mounted or free, whose last link is the hand.
fn arm(joints: usize, is_free: bool) -> Articulation {
    let mass = Inertial::new(2.0, Vector3::x() * 0.5, Matrix3::identity()).unwrap();
    let names: Vec<_> = (0..joints).map(|i| format!("link{i}")).collect();
    let name = |i: usize| if i + 1 == joints { "hand" } else { names[i].as_str() };
    let links = (0..joints).map(|i| {
        let axis = [Vector3::z(), Vector3::y(), Vector3::x()][i % 3];
        let joint = if i % 4 == 2 { Joint::Prismatic(axis) } else { Joint::Revolute(axis) };
        let parent = if i == 0 { "base" } else { name(i - 1) };
        TreeLink::builder()
            .name(name(i))
            .parent(parent)
            .joint(joint)
            .inertial(mass)
            .build()
            .unwrap()
    });
    let arm = Articulation::builder().links(links.collect::<Vec<_>>()).floating(is_free);
    arm.base_inertial(mass).build().unwrap()
}

/// Tests every registered map.
#[derive(Default)]
struct Tried {
    /// Faults of every map of two or more ports, by its tag and ports.
    found: BTreeMap<String, BTreeSet<Fault>>,
    /// Maps that fit only one law.
    special: BTreeSet<String>,
}

impl Register for Tried {
    fn law<C: LawTable>(&mut self) {}
    fn body<C: Describe>(&mut self)
    where
        C::Built: Admittance,
    {
    }
    fn drive<D: Domain, C: Describe>(&mut self)
    where
        C::Built: Drive<D>,
    {
    }
    fn map<C: Describe>(&mut self)
    where
        C::Built: Coupling,
    {
        let ports = <<C::Built as Coupling>::From as PortDomains>::DOMAINS;
        let ports: Vec<_> = ports.iter().map(|domain| domain.tag).collect();
        if ports.len() < 2 {
            return;
        }
        let tag = C::DESCRIPTION.named().tag;
        let name = format!("{} {tag} of {}", C::DESCRIPTION.name, ports.join(", "));
        let mut draws = Draws(ports.len() as u64);
        for _ in 0..12 {
            let mut values = draws.values(C::DESCRIPTION);
            // A base that is free comes before the joints.
            let is_free = ports[0] == SpatialFrame::TAG;
            values.push(Value::made(arm(ports.len() - usize::from(is_free), is_free)));
            let map = C::from_values(&mut Given::new(values))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            // `()` is a law that no map knows.
            if let Fit::Wrong(_) = map.fit(&()) {
                self.special.insert(name.clone());
                continue;
            }
            let found = faults(&map, HELD_BY_OTHERS.contains(&tag));
            self.found.entry(name.clone()).or_default().extend(found);
        }
    }
}

#[test]
fn every_map_between_bodies_keeps_momentum_power_and_its_pose() {
    let mut tried = Tried::default();
    stiction_friction::register(&mut tried);
    stiction_mechanics::register(&mut tried);
    stiction_patch::register(&mut tried);
    let wrong: Vec<_> = tried.found.iter().filter(|(_, faults)| !faults.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    for tag in ["between", "points_between", "relative_frame", "hinge_angle", "link_frame"] {
        assert!(tried.found.keys().any(|name| name.contains(tag)), "{tag} was not tried");
    }
    // The paper's form of a hinge requires its law.
    assert!(
        tried.special.iter().all(|name| name.contains("relative_frame")),
        "{:?}",
        tried.special
    );
    assert_eq!(tried.special.len(), 1);
}

/// The controls are two forms that lose angular momentum, one with a flow that is not the rate of its pose.
#[test]
fn what_loses_momentum_is_found() {
    let pose = |x: f64| Pose::at(Vector3::new(x, 0.2, -0.1));
    let paper = RelativeFrame::builder().parent(pose(0.3)).child(pose(-0.2));
    let paper = paper.reaction(Reaction::AtParentPoint).build().unwrap();
    assert_eq!(faults(&paper, false), BTreeSet::from([Fault::Rate, Fault::AngularMomentum]));

    // A force between two points, in the axes of the world, acts at each point.
    let own = |motion: &Motion<SpatialFrame>, at: &Vector3<f64>| turned(&motion.pose, at);
    let (a, b) = (Vector3::new(0.3, 0.1, 0.0), Vector3::new(-0.2, 0.4, 0.1));
    let world = from_fns::<(SpatialFrame, SpatialFrame), Space, _, _>(
        move |(first, second)| {
            let velocity = |motion: &Motion<SpatialFrame>, at: &Vector3<f64>| {
                motion.flow.linear + motion.flow.angular.cross(&own(motion, at))
            };
            let place = |motion: &Motion<SpatialFrame>, at: &Vector3<f64>| {
                motion.pose.position + own(motion, at)
            };
            Motion {
                pose: place(second, &b) - place(first, &a),
                flow: velocity(second, &b) - velocity(first, &a),
            }
        },
        move |(first, second), force| {
            let wrench = |motion: &Motion<SpatialFrame>, at: &Vector3<f64>, force: Vector3<f64>| {
                Wrench { force, torque: own(motion, at).cross(&force) }
            };
            (wrench(first, &a, -force), wrench(second, &b, *force))
        },
    );
    assert_eq!(faults(&world, false), BTreeSet::from([Fault::AngularMomentum]));

    // A force acts on the second body alone.
    let points = PointsBetween::builder().build().unwrap();
    let one_sided = from_fns::<(SpatialFrame, SpatialFrame), Space, _, _>(
        move |from| points.motion(from),
        |_, force| (Wrench::default(), Wrench { force: *force, torque: Vector3::zeros() }),
    );
    let all = [Fault::Power, Fault::Momentum, Fault::AngularMomentum];
    assert_eq!(faults(&one_sided, false), BTreeSet::from(all));
}

/// Rotates a vector from the axes of a pose into those of the world.
fn turned(pose: &Pose, vector: &Vector3<f64>) -> Vector3<f64> {
    let vector =
        pose.orientation * nalgebra::Quaternion::from_imag(*vector) * pose.orientation.conjugate();
    vector.imag()
}
