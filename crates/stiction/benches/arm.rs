//! An arm of two links with friction in both joints (simulation II of Kikuuwe and Yamamoto).

use std::hint::black_box;

use stiction::mechanics::Link;
use stiction::prelude::*;

use crate::door::{Door, untyped};
use crate::hand_written::Rhs;
use crate::work::{ByHand, Composed, Work};

/// State: theta, omega of each joint, then e of each.
struct Arm {
    a: f64,
    b: f64,
    d: f64,
    stiffness: f64,
    damping: f64,
    limit: f64,
}

/// Not inlined: otherwise the compiler evaluates the sine of a motor before it asks for the time, and only one
/// competitor pays for it.
#[inline(never)]
fn tremor(wave: fn(f64) -> f64, t: f64) -> f64 {
    0.336 + 0.144 * wave(100.0 * t)
}

impl Rhs for Arm {
    fn rhs(&self, t: f64, tau: f64, x: &[f64], dx: &mut [f64]) {
        let z = self.damping + tau * self.stiffness;
        let gsat = |v: f64, e: f64| {
            let trial = z * v + self.stiffness * e;
            let f = trial.clamp(-self.limit, self.limit);
            (f, if f == trial { v } else { (f - self.stiffness * e) / z })
        };
        let (w0, w1) = (x[1], x[3]);
        let ((f0, e0), (f1, e1)) = (gsat(w0, x[4]), gsat(w1, x[5]));
        let (m0, m1) = if t < 4.0 {
            ((0.3 * t).min(0.52), (0.3 * t).min(0.52))
        } else {
            (tremor(f64::sin, t), tremor(f64::cos, t))
        };
        let (s, c) = x[2].sin_cos();
        let (h00, h01, h11) = (self.a + 2.0 * self.b * c, self.d + self.b * c, self.d);
        let (t0, t1) =
            (m0 - f0 + self.b * s * (2.0 * w0 * w1 + w1 * w1), m1 - f1 - self.b * s * w0 * w0);
        let det = h00 * h11 - h01 * h01;
        dx[0] = w0;
        dx[1] = (h11 * t0 - h01 * t1) / det;
        dx[2] = w1;
        dx[3] = (h00 * t1 - h01 * t0) / det;
        dx[4] = e0;
        dx[5] = e1;
    }
}

pub(crate) fn by_hand() -> Box<dyn Work> {
    let rhs =
        Arm { a: black_box(0.075), b: 0.0225, d: 0.015, stiffness: 5e3, damping: 1.0, limit: 0.5 };
    ByHand::boxed(rhs, vec![0.0; 6])
}

pub(crate) fn composed() -> Box<dyn Work> {
    through(Door::Typed)
}

pub(crate) fn boxed() -> Box<dyn Work> {
    through(Door::Boxed)
}

fn through(door: Door) -> Box<dyn Work> {
    let mut net = NetworkBuilder::new();
    let rod = Link::uniform_rod(black_box(0.5), 0.3).expect("valid");
    let arm = PlanarArm::builder().links([rod, rod]).build().expect("valid");
    let arm = net.add(arm, [Motion::default(); 2]).expect("valid");
    let law =
        GsatFriction::builder().stiffness(5e3).damping(1.0).limit(0.5).build().expect("valid");
    let early = |t: f64| (0.3 * t).min(0.52);
    let motor0 = TimedEffort::<Shaft>::new(move |s: &Stage| {
        if s.time < 4.0 { early(s.time) } else { tremor(f64::sin, s.time) }
    });
    let motor1 = TimedEffort::<Shaft>::new(move |s: &Stage| {
        if s.time < 4.0 { early(s.time) } else { tremor(f64::cos, s.time) }
    });
    let [shoulder, elbow] = [0, 1].map(|joint| arm.joint(joint));
    door.connect(&mut net, motor0, Direct::new(), shoulder, &[untyped(shoulder)]);
    door.connect(&mut net, motor1, Direct::new(), elbow, &[untyped(elbow)]);
    for joint in [shoulder, elbow] {
        door.connect(&mut net, law.clone(), Direct::new(), joint, &[untyped(joint)]);
    }
    Composed::boxed(net.build().expect("small"))
}
