//! A step of a sliding and turning patch, with its bristles, and of a sliding body.

use std::hint::black_box;

use nalgebra::vector;
use stiction::friction::{BristleRate, EllipsoidContact};
use stiction::patch::{
    Arithmetic, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface,
    ReducedPatch, ReducedShape, Surface,
};
use stiction::prelude::*;
use stiction::sliding::PlanarSlider;

use crate::work::{Case, Work};

/// Cells along a side, and length of a side \[m\].
const CELLS: usize = 21;
const SIDE: f64 = 0.02;
const STEP: f64 = 1e-4;
// These are the bristles of Waltersson and Karayiannidis, Table II, except for the Stribeck speed:
// with theirs, the system's exp underflows in every cell and takes several times as long.
const STIFFNESS: f64 = 1e5;
const DAMPING: f64 = 20.0;
const VISCOUS: f64 = 0.2;
const COULOMB: f64 = 1.0;
const BREAKAWAY: f64 = 1.2;
const STRIBECK_SPEED: f64 = 0.05;
const FRACTION: f64 = 0.9;
const TWIST: [f64; 3] = [0.1, -0.05, 1.59];

/// Patches and sliding bodies.
pub(crate) const PATCHES: [Case; 5] = [
    Case {
        key: "patch_distributed_exact",
        title: "distributed patch, 21 x 21 cells, exact",
        copies: 1,
        composed: || distributed(Arithmetic::Exact),
        by_hand: Some(distributed_by_hand),
    },
    Case {
        key: "patch_distributed_fast",
        title: "distributed patch, 21 x 21 cells, fast",
        copies: 1,
        composed: || distributed(Arithmetic::Fast),
        by_hand: Some(distributed_by_hand),
    },
    Case {
        key: "patch_reduced",
        title: "reduced patch, against the loop over its cells",
        copies: 1,
        composed: reduced,
        by_hand: Some(distributed_by_hand),
    },
    Case {
        key: "slider_step",
        title: "step of a planar slider",
        copies: 1,
        composed: slider,
        by_hand: None,
    },
    Case {
        key: "ellipsoid_contact",
        title: "contact on a friction ellipsoid",
        copies: 1,
        composed: ellipsoid,
        by_hand: None,
    },
];

fn patch() -> ContactPatch {
    Surface::Square.patch(Grid::new(CELLS, SIDE).expect("valid")).expect("loaded")
}

fn bristles() -> BristleParameters {
    let friction = StribeckCurve::builder().coulomb(COULOMB).breakaway(BREAKAWAY);
    let friction = friction.stribeck_speed(STRIBECK_SPEED).build().expect("valid");
    let bristles = BristleParameters::builder().stiffness(STIFFNESS).damping(DAMPING);
    let bristles = bristles.viscous_damping(VISCOUS).breakaway_fraction(FRACTION);
    bristles.friction(friction).build().expect("valid")
}

/// Evaluates a wrench at a constant twist, and an Euler step of the bristles.
struct Steady<F> {
    wrench: F,
    bristles: Vec<f64>,
    rates: Vec<f64>,
    sum: f64,
    done: u64,
}

impl<F: Fn(&[f64; 3], &[f64], &mut [f64]) -> [f64; 3] + 'static> Steady<F> {
    fn boxed(bristles: usize, wrench: F) -> Box<dyn Work> {
        let [bristles, rates] = [vec![0.0; bristles], vec![0.0; bristles]];
        Box::new(Self { wrench, bristles, rates, sum: 0.0, done: 0 })
    }
}

impl<F: Fn(&[f64; 3], &[f64], &mut [f64]) -> [f64; 3]> Work for Steady<F> {
    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            let wrench = (self.wrench)(&black_box(TWIST), &self.bristles, &mut self.rates);
            for (bristle, rate) in self.bristles.iter_mut().zip(&self.rates) {
                *bristle += STEP * rate;
            }
            self.sum += wrench[0] + wrench[1] + 100.0 * wrench[2];
            self.done += 1;
        }
    }
    fn result(&self) -> Vec<f64> {
        vec![self.sum / self.done.max(1) as f64]
    }
}

fn twist(&[x, y, angular]: &[f64; 3]) -> PlanarTwist {
    PlanarTwist { linear: vector![x, y], angular }
}

fn distributed(arithmetic: Arithmetic) -> Box<dyn Work> {
    let friction = DistributedPatch::builder().patch(patch()).bristles(bristles());
    let friction = friction.arithmetic(arithmetic).bristle_rate(BristleRate::Explicit);
    let friction = friction.build().and_then(|pad| Loaded::new(pad, 1.0)).expect("valid");
    Steady::boxed(friction.memory().len(), move |motion, bristles, rates| {
        let stage = Stage::first(0.0, STEP);
        let PlanarWrench { force, torque } =
            friction.law().wrench(&stage, 1.0, &twist(motion), bristles, rates);
        [force.x, force.y, torque]
    })
}

/// Returns elasto-plastic bristles in every cell, eqs. (9)-(20), as one would write them by hand.
fn distributed_by_hand() -> Box<dyn Work> {
    let patch = patch();
    let cells: Vec<[f64; 3]> =
        (0..patch.x().len()).map(|i| [patch.x()[i], patch.y()[i], patch.weight()[i]]).collect();
    let [k, b, d, fraction] = black_box([STIFFNESS, DAMPING, VISCOUS, FRACTION]);
    let [coulomb, fall, vs] = black_box([COULOMB, BREAKAWAY - COULOMB, STRIBECK_SPEED]);
    Steady::boxed(2 * cells.len(), move |&[x_velocity, y_velocity, angular], bristles, rates| {
        let mut wrench = [0.0; 3];
        for ((&[x, y, weight], z), rate) in
            cells.iter().zip(bristles.chunks_exact(2)).zip(rates.chunks_exact_mut(2))
        {
            let (vx, vy) = (x_velocity - angular * y, y_velocity + angular * x);
            let speed = (vx * vx + vy * vy).sqrt();
            let u = speed / vs;
            let g = coulomb + fall * (-u * u).exp();
            let size = (z[0] * z[0] + z[1] * z[1]).sqrt();
            let most = g / k;
            let share = if size <= fraction * most {
                0.0
            } else {
                let part = ((size / most - fraction) / (1.0 - fraction)).min(1.0);
                let sine = (core::f64::consts::FRAC_PI_2 * part).sin();
                let aligned = 0.5 * (1.0 + (vx * z[0] + vy * z[1]) / (speed * size));
                aligned * sine * sine
            };
            let lambda = share * speed / most;
            rate[0] = vx - lambda * z[0];
            rate[1] = vy - lambda * z[1];
            let fx = weight * (k * z[0] + b * rate[0] + d * vx);
            let fy = weight * (k * z[1] + b * rate[1] + d * vy);
            wrench[0] -= fx;
            wrench[1] -= fy;
            wrench[2] -= x * fy - y * fx;
        }
        wrench
    })
}

fn reduced() -> Box<dyn Work> {
    let patch = patch();
    let surface = LimitSurface::new(&patch, 20).expect("extended");
    let friction = ReducedPatch::builder().shape(ReducedShape::limit_surface(&patch, surface));
    let friction = friction.bristles(bristles()).bristle_rate(BristleRate::Explicit);
    let friction = friction.build().and_then(|pad| Loaded::new(pad, 1.0)).expect("valid");
    Steady::boxed(3, move |motion, bristles, rates| {
        let stage = Stage::first(0.0, STEP);
        let PlanarWrench { force, torque } =
            friction.law().wrench(&stage, 1.0, &twist(motion), bristles, rates);
        [force.x, force.y, torque]
    })
}

fn ellipsoid() -> Box<dyn Work> {
    let contact = EllipsoidContact::builder().stiffness([1e4, 1e4, 1.0]);
    let contact = contact.damping([70.0, 70.0, 7e-3]).friction(0.31).load(4.9);
    let contact = contact.semi_axes([1.0, 1.0, 0.01]).height(0.08).build().expect("valid");
    Steady::boxed(3, move |motion, bristles, rates| {
        let motion = Motion::<PlanarFrame>::new(PlanarPose::default(), twist(motion));
        let PlanarWrench { force, torque } =
            contact.respond(&Stage::first(0.0, STEP), &motion, bristles, rates);
        [force.x, force.y, torque]
    })
}

/// Repeats example 1 of Xie and Chakraborty: a slide of 46 steps.
struct Slide {
    slider: PlanarSlider,
    motion: Motion<PlanarFrame>,
    done: u32,
}

const STEPS_OF_A_SLIDE: u32 = 46;

fn start() -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), twist(&black_box([0.7, 0.9, 10.0])))
}

impl Work for Slide {
    fn run(&mut self, steps: u32) {
        for _ in 0..steps {
            if self.done.is_multiple_of(STEPS_OF_A_SLIDE) {
                self.motion = start();
            }
            black_box(
                self.slider.step(&mut self.motion, 0.01, &Wrench::default()).expect("finite"),
            );
            self.done += 1;
        }
    }
    fn result(&self) -> Vec<f64> {
        vec![self.motion.pose.angle]
    }
}

fn slider() -> Box<dyn Work> {
    let slider = PlanarSlider::builder().mass(0.5).inertia(2.0833e-4).gravity(9.8).friction(0.31);
    let slider = slider.semi_axes([1.0, 1.0, 0.01]).height(0.08).build().expect("valid");
    Box::new(Slide { slider, motion: start(), done: 0 })
}
