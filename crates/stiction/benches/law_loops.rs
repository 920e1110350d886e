//! One evaluation of a friction law and of its hand-written twin: velocities to and fro, so that
//! the law sticks and slides, and an Euler step of its bristle.

use std::hint::black_box;

use nalgebra::{Vector3, vector};
use stiction::friction::{AmendedLuGre, ElastoPlasticFriction, StribeckShape, ThresholdFriction};
use stiction::prelude::*;

use crate::work::{Case, Work};

const TAU: f64 = 1e-4;
const PERIOD: usize = 64;

// All laws share these parameters; not every law uses each.
const STIFFNESS: f64 = 1e5;
const DAMPING: f64 = 400.0;
const VISCOUS: f64 = 0.4;
const LIMIT: f64 = 1.0;
const BREAKAWAY: f64 = 1.5;
const STRIBECK_SPEED: f64 = 0.01;
const FRACTION: f64 = 0.7;
const LOAD: f64 = 2.0;

/// Friction laws, each with its hand-written twin.
pub(crate) const LAWS: [Case; 8] = [
    Case {
        key: "law_gsat",
        title: "gsat friction",
        copies: 1,
        composed: || on_line(gsat()),
        by_hand: Some(gsat_by_hand),
    },
    Case {
        key: "law_stribeck_gsat",
        title: "gsat friction, rational Stribeck curve",
        copies: 1,
        composed: || on_line(stribeck_gsat()),
        by_hand: Some(stribeck_gsat_by_hand),
    },
    Case {
        key: "law_coulomb_contact",
        title: "Coulomb contact",
        copies: 1,
        composed: contact,
        by_hand: Some(contact_by_hand),
    },
    Case {
        key: "law_dahl",
        title: "Dahl friction",
        copies: 1,
        composed: || on_line(dahl()),
        by_hand: Some(dahl_by_hand),
    },
    Case {
        key: "law_lugre",
        title: "LuGre friction, Gaussian Stribeck curve",
        copies: 1,
        composed: || on_line(lugre()),
        by_hand: Some(lugre_by_hand),
    },
    Case {
        key: "law_amended_lugre",
        title: "amended LuGre friction under load",
        copies: 1,
        composed: || on_line(amended_lugre()),
        by_hand: Some(amended_lugre_by_hand),
    },
    Case {
        key: "law_elasto_plastic",
        title: "elasto-plastic friction",
        copies: 1,
        composed: || on_line(elasto_plastic()),
        by_hand: Some(elasto_plastic_by_hand),
    },
    Case {
        key: "law_threshold",
        title: "velocity threshold",
        copies: 1,
        composed: || on_line(threshold()),
        by_hand: Some(threshold_by_hand),
    },
];

fn velocity(k: usize) -> f64 {
    0.02 * (core::f64::consts::TAU * k as f64 / PERIOD as f64).sin()
}

/// A loop over the velocities: `evaluate` gives the force and the rates of `N` bristles.
struct Loop<M, F, const N: usize> {
    motions: Vec<M>,
    evaluate: F,
    bristles: [f64; N],
    sum: f64,
    done: usize,
}

impl<M, F: Fn(&M, &[f64; N]) -> (f64, [f64; N]), const N: usize> Work for Loop<M, F, N> {
    fn run(&mut self, steps: u32) {
        let (mut bristles, mut sum) = (self.bristles, self.sum);
        for _ in 0..steps {
            let motion = &self.motions[self.done % PERIOD];
            let (force, rates) = (self.evaluate)(motion, &bristles);
            for (bristle, rate) in bristles.iter_mut().zip(rates) {
                *bristle += TAU * rate;
            }
            sum += force;
            self.done += 1;
        }
        (self.bristles, self.sum) = (bristles, sum);
    }
    fn result(&self) -> Vec<f64> {
        // The mean force has the size of the bristles' limits in a run of any length.
        let mut result = vec![self.sum / self.done.max(1) as f64];
        result.extend(self.bristles);
        result
    }
}

fn looped<M: 'static, F, const N: usize>(motions: Vec<M>, evaluate: F) -> Box<dyn Work>
where
    F: Fn(&M, &[f64; N]) -> (f64, [f64; N]) + 'static,
{
    Box::new(Loop { motions, evaluate, bristles: [0.0; N], sum: 0.0, done: 0 })
}

fn on_line<I: Impedance<Domain = Line>>(law: I) -> Box<dyn Work> {
    let motions = (0..PERIOD).map(|k| Motion::<Line>::new(0.0, velocity(k))).collect();
    let stage = Stage::first(0.0, black_box(TAU));
    // A law without a bristle leaves its rate alone.
    looped(motions, move |motion, bristles: &[f64; 1]| {
        let mut rates = [0.0];
        (law.respond(&stage, motion, bristles, &mut rates), rates)
    })
}

fn on_line_by_hand(law: impl Fn(f64, f64) -> (f64, f64) + 'static) -> Box<dyn Work> {
    looped((0..PERIOD).map(velocity).collect(), move |&v: &f64, &[e]: &[f64; 1]| {
        let (force, rate) = law(v, e);
        (-force, [rate])
    })
}

fn curve(shape: StribeckShape) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(LIMIT).breakaway(BREAKAWAY);
    curve.stribeck_speed(STRIBECK_SPEED).shape(shape).build().expect("valid")
}

fn gsat() -> GsatFriction<Line> {
    let law = GsatFriction::builder().stiffness(STIFFNESS).damping(DAMPING).limit(LIMIT);
    law.build().expect("valid")
}

fn gsat_by_hand() -> Box<dyn Work> {
    let [k, b, limit, tau] = black_box([STIFFNESS, DAMPING, LIMIT, TAU]);
    on_line_by_hand(move |v, e| {
        let z = b + tau * k;
        let trial = z * v + k * e;
        let f = trial.clamp(-limit, limit);
        (f, if f == trial { v } else { (f - k * e) / z })
    })
}

fn stribeck_gsat() -> RateDependentGsat<Line> {
    let law = RateDependentGsat::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.curve(curve(StribeckShape::Rational)).viscous_damping(VISCOUS);
    law.build().expect("valid")
}

fn stribeck_gsat_by_hand() -> Box<dyn Work> {
    let [k, b, d, tau] = black_box([STIFFNESS, DAMPING, VISCOUS, TAU]);
    let [coulomb, breakaway, vs] = black_box([LIMIT, BREAKAWAY, STRIBECK_SPEED]);
    on_line_by_hand(move |v, e| {
        let z = b + tau * k;
        let trial = z * v + k * e;
        let size = trial.abs();
        if size <= breakaway {
            return (trial, v);
        }
        let slope = z + d;
        let p = slope * vs + coulomb - size;
        let c = (breakaway - size) * vs;
        let root = (p * p - 4.0 * slope * c).sqrt();
        let speed = if p <= 0.0 { (root - p) / (2.0 * slope) } else { -2.0 * c / (p + root) };
        let slip = speed.copysign(trial);
        (trial - z * slip, v - slip)
    })
}

/// Returns motions with a varying depth and sinking speed: the load varies by a tenth.
fn contact_motions() -> impl Iterator<Item = (Vector3<f64>, Vector3<f64>)> {
    (0..PERIOD).map(|k| {
        let v = velocity(k);
        (vector![0.0, 0.0, -1e-4 - 1e-3 * v], vector![v, 0.5 * velocity(k + 5), 0.1 * v])
    })
}

fn contact() -> Box<dyn Work> {
    let contact = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING).friction(0.1);
    let contact = contact.build().expect("valid");
    let motions = contact_motions().map(|(p, v)| Motion::<Space>::new(p, v)).collect();
    let stage = Stage::first(0.0, black_box(TAU));
    looped(motions, move |motion, bristles: &[f64; 2]| {
        let mut rates = [0.0; 2];
        (contact.respond(&stage, motion, bristles, &mut rates).sum(), rates)
    })
}

fn contact_by_hand() -> Box<dyn Work> {
    let [k, b, mu, tau] = black_box([STIFFNESS, DAMPING, 0.1, TAU]);
    looped(contact_motions().collect(), move |&(p, v), &[ex, ey]: &[f64; 2]| {
        let n = if p.z < 0.0 { (-k * p.z - b * v.z).max(0.0) } else { 0.0 };
        let z = b + tau * k;
        let (tx, ty) = (z * v.x + k * ex, z * v.y + k * ey);
        let (norm, limit) = ((tx * tx + ty * ty).sqrt(), mu * n);
        if norm <= limit {
            return (n - tx - ty, [v.x, v.y]);
        }
        let scale = limit / norm;
        let (fx, fy) = (tx * scale, ty * scale);
        (n - fx - fy, [(fx - k * ex) / z, (fy - k * ey) / z])
    })
}

fn dahl() -> DahlFriction<Line> {
    DahlFriction::builder().stiffness(STIFFNESS).limit(LIMIT).build().expect("valid")
}

fn dahl_by_hand() -> Box<dyn Work> {
    let [k, limit] = black_box([STIFFNESS, LIMIT]);
    on_line_by_hand(move |v, e| (k * e, v - v.abs() * k / limit * e))
}

fn lugre() -> LuGreFriction<Line> {
    let law = LuGreFriction::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.steady_state(SteadyState::Force(curve(StribeckShape::Gaussian)));
    law.viscous_damping(VISCOUS).build().expect("valid")
}

fn lugre_by_hand() -> Box<dyn Work> {
    let [k, b, d] = black_box([STIFFNESS, DAMPING, VISCOUS]);
    let [coulomb, fall, vs] = black_box([LIMIT, BREAKAWAY - LIMIT, STRIBECK_SPEED]);
    on_line_by_hand(move |v, e| {
        let u = v.abs() / vs;
        let g = coulomb + fall * (-u * u).exp();
        let rate = v - k * v.abs() / g * e;
        (k * e + b * rate + d * v, rate)
    })
}

fn amended_lugre() -> Loaded<AmendedLuGre, Line> {
    let law = AmendedLuGre::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.viscous_damping(VISCOUS).friction(curve(StribeckShape::Gaussian));
    let law = law.build().expect("valid");
    Loaded::builder().law(law).normal_force(LOAD).build().expect("valid")
}

fn amended_lugre_by_hand() -> Box<dyn Work> {
    let [k, b, d, load] = black_box([STIFFNESS, DAMPING, VISCOUS, LOAD]);
    let [coulomb, fall, vs] = black_box([LIMIT, BREAKAWAY - LIMIT, STRIBECK_SPEED]);
    on_line_by_hand(move |v, e| {
        let u = v.abs() / vs;
        let g = coulomb + fall * (-u * u).exp();
        let rate = v - k * v.abs() / g * e;
        (load * (k * e + b * rate + d * v), rate)
    })
}

fn elasto_plastic() -> ElastoPlasticFriction<Line> {
    let law = ElastoPlasticFriction::builder().stiffness(STIFFNESS).damping(DAMPING);
    let law = law.viscous_damping(VISCOUS).limit(LIMIT).breakaway_fraction(FRACTION);
    law.build().expect("valid")
}

fn elasto_plastic_by_hand() -> Box<dyn Work> {
    let [k, b, d, limit, fraction] = black_box([STIFFNESS, DAMPING, VISCOUS, LIMIT, FRACTION]);
    on_line_by_hand(move |v, e| {
        let most = limit / k;
        let breakaway = fraction * most;
        let size = e.abs();
        let share = if size <= breakaway || e * v <= 0.0 {
            0.0
        } else if size >= most {
            1.0
        } else {
            let phase = (size - 0.5 * (most + breakaway)) / (most - breakaway);
            0.5 * (core::f64::consts::PI * phase).sin() + 0.5
        };
        let rate = v - share * v.abs() / most * e;
        (k * e + b * rate + d * v, rate)
    })
}

fn threshold() -> ThresholdFriction<Line> {
    let law = ThresholdFriction::builder().limit(LIMIT).threshold_speed(STRIBECK_SPEED);
    law.build().expect("valid")
}

fn threshold_by_hand() -> Box<dyn Work> {
    let [limit, speed] = black_box([LIMIT, STRIBECK_SPEED]);
    on_line_by_hand(move |v, _| (limit * v / v.abs().max(speed), 0.0))
}
