//! Controls: components with one fault each, which the tests of the registry must find.

use core::fmt;
use std::collections::BTreeSet;

use nalgebra::{Quaternion, Vector3};
use stiction_core::coupling::from_fns;
use stiction_core::{
    Coupling, Describe, Impedance, Line, Motion, MotionIn, Numbers, ParameterError, Pose, Real,
    Register, Space, SpatialFrame, Stage, Wrench,
};
use stiction_mechanics::{PointsBetween, Reaction, RelativeFrame};

use super::check::Report;
use super::power::{ANGULAR_MOMENTUM, MOMENTUM, POWER, RATE, faults};
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::{Registry, Scenario, library};

const SOUND: u8 = 0;
const HIDDEN: u8 = 1;
const LOST: u8 = 2;
const CROOKED: u8 = 3;
const ACTIVE: u8 = 4;
const PICKY: u8 = 5;
const LAX: u8 = 6;
const FRAGILE: u8 = 7;

/// A damper with a fault.
#[derive(Clone, PartialEq)]
struct Faulty<const FAULT: u8>(f64);

/// A damper with a fault.
#[derive(Describe)]
#[describe(builds = Faulty<FAULT>, tag = "faulty")]
struct FaultyTable<const FAULT: u8> {
    /// Damping \[N s/m\], > 0.
    #[field(positive)]
    damping: f64,
}

impl<const FAULT: u8> From<FaultyTable<FAULT>> for Result<Faulty<FAULT>, ParameterError> {
    fn from(FaultyTable { damping }: FaultyTable<FAULT>) -> Self {
        let is_taken = FAULT == LAX || FAULT != PICKY && damping.is_finite() && damping > 0.0;
        let refused = ParameterError::new("Faulty", "damping", damping, "must be another");
        if is_taken { Ok(Faulty(damping)) } else { Err(refused) }
    }
}

impl<const FAULT: u8> From<&Faulty<FAULT>> for FaultyTable<FAULT> {
    fn from(law: &Faulty<FAULT>) -> Self {
        Self { damping: if FAULT == LOST { 1.0 } else { law.0 } }
    }
}

impl<const FAULT: u8> fmt::Debug for Faulty<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Faulty({:?})", if FAULT == HIDDEN { 0.0 } else { self.0 })
    }
}

impl<const FAULT: u8> Impedance for Faulty<FAULT> {
    type Domain = Line;
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        match FAULT {
            ACTIVE => self.0 * motion.flow,
            // The squares of a tiny damping are zero.
            FRAGILE => -motion.flow * self.0 * (self.0 * self.0) / (self.0 * self.0),
            _ => -motion.flow * self.0,
        }
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Line, R>,
        _: &[R],
        _: &mut [R],
    ) -> Option<[R; 1]> {
        let [damping] = numbers.read([self.0]);
        let [flow] = motion.flow;
        let effort = -flow * damping;
        Some([if FAULT == CROOKED { effort + effort } else { effort }])
    }
}

/// A lever whose force comes back as by another ratio.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(tag = "lever")]
struct Lever {
    /// Ratio \[1\], > 0.
    #[field(positive)]
    ratio: f64,
}

impl Coupling for Lever {
    type From = Line;
    type To = Line;
    fn motion(&self, from: &Motion<Line>) -> Motion<Line> {
        Motion { pose: self.ratio * from.pose, flow: self.ratio * from.flow }
    }
    fn efforts(&self, _: &Motion<Line>, effort: &f64) -> f64 {
        1.01 * self.ratio * effort
    }
}

/// Tests the last component of a kind.
fn look<K: super::Tried>(register: impl FnOnce(&mut Registry)) -> Report {
    let mut registry = library();
    register(&mut registry);
    let like = Scenario::new("", 0.01, 0.1).with_registry(&registry);
    let mut report = Report::default();
    report.look(K::all(&registry).last().unwrap(), &like);
    report
}

fn look_at_law<const FAULT: u8>() -> Report {
    look::<MakeLaw>(|registry| registry.law::<FaultyTable<FAULT>>())
}

#[test]
fn every_fault_is_found() {
    let sound = look_at_law::<SOUND>();
    assert_eq!((&sound.faults[..], sound.constant()), (&[][..], vec![]));
    let never = look_at_law::<PICKY>();
    assert_eq!(never.constant(), ["law faulty line damping"]);
    let mut cases = vec![
        (look_at_law::<HIDDEN>(), "hides law faulty line damping"),
        (look_at_law::<LOST>(), "does not come back"),
        (look_at_law::<ACTIVE>(), "gives"),
        (look_at_law::<LAX>(), "takes damping = 0"),
        (look_at_law::<FRAGILE>(), "is not a number with damping = 1e-320"),
        (never, "only 0 draws fit"),
        (look::<MakeMap>(|registry| registry.map::<Lever>()), "faults {\"power\"}"),
    ];
    // Without vectors the kernel is not called.
    if sound.abreast > 0 {
        cases.push((look_at_law::<CROOKED>(), "other bits"));
    }
    for (report, said) in cases {
        let faults = report.faults;
        assert!(faults.iter().any(|fault| fault.contains(said)), "{said}: {faults:?}");
    }
}

/// The controls are two forms that lose angular momentum, one with a flow that is not the rate of its pose.
#[test]
fn what_loses_momentum_is_found() {
    let pose = |x: f64| Pose::at(Vector3::new(x, 0.2, -0.1));
    let paper = RelativeFrame::builder().parent(pose(0.3)).child(pose(-0.2));
    let paper = paper.reaction(Reaction::AtParentPoint).build().unwrap();
    assert_eq!(faults(&paper), BTreeSet::from([RATE, ANGULAR_MOMENTUM]));

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
    assert_eq!(faults(&world), BTreeSet::from([ANGULAR_MOMENTUM]));

    // A force acts on the second body alone.
    let points = PointsBetween::builder().build().unwrap();
    let one_sided = from_fns::<(SpatialFrame, SpatialFrame), Space, _, _>(
        move |from| points.motion(from),
        |_, force| (Wrench::default(), Wrench { force: *force, torque: Vector3::zeros() }),
    );
    let all = [POWER, MOMENTUM, ANGULAR_MOMENTUM];
    assert_eq!(faults(&one_sided), BTreeSet::from(all));
}

/// Rotates a vector from the axes of a pose into those of the world.
fn turned(pose: &Pose, vector: &Vector3<f64>) -> Vector3<f64> {
    let vector = pose.orientation * Quaternion::from_imag(*vector) * pose.orientation.conjugate();
    vector.imag()
}
