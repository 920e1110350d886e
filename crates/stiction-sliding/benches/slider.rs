//! What a step of planar sliding costs, stick test and contact point included.
//!
//! `cargo bench -p stiction-sliding --bench slider`. An item is a step. The paper (Table 1, Matlab on
//! a 2.6 GHz laptop) needs for a step of its examples:
//!
//! | | example 1 | example 2 | example 3 |
//! |---|---|---|---|
//! | complementarity problem, PATH | 6.4 ms | 6.4 ms | 3.6 ms |
//! | four quadratic equations, PATH | 2.4 ms | 2.6 ms | 1.4 ms |
//! | four quadratic equations, fsolve | 9.9 ms | 8.3 ms | 5.8 ms |
//!
//! The method of this crate in plain C takes 125 to 150 ns for example 1, 150 to 180 ns for example 3
//! and 220 ns with tilting moments (gcc -O2, 2.1 GHz). This crate on a like machine: 146, 176 and 160 to
//! 194 ns; 750 and 1010 instructions a step of example 1 and with moments, by callgrind.

use divan::{Bencher, black_box, counter::ItemsCount};
use nalgebra::vector;
use stiction_core::{Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, Stage, Wrench};
use stiction_sliding::{AppliedLoad, EllipsoidContact, PlanarSlider, Push, SupportHull};

const STEP: f64 = 0.01;

fn main() {
    println!("paper, Table 1, ms per step           example 1  example 2  example 3");
    println!("  complementarity problem, PATH         6.4        6.4        3.6");
    println!("  four quadratic equations, PATH        2.4        2.6        1.4");
    println!("  four quadratic equations, fsolve      9.9        8.3        5.8");
    println!("here, 47 steps of example 1 and 300 of example 3 in a run; items are steps:");
    divan::main();
}

fn slider(support: Option<SupportHull>) -> PlanarSlider {
    let slider = PlanarSlider::builder().mass(0.5).inertia(2.0833e-4).gravity(9.8).friction(0.31);
    let slider = slider.semi_axes([1.0, 1.0, 0.01]).height(0.08);
    match support {
        Some(hull) => slider.support(hull).build(),
        None => slider.build(),
    }
    .expect("valid")
}

fn moving(x: f64, y: f64, w: f64) -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), PlanarTwist { linear: vector![x, y], angular: w })
}

/// A slide of so many steps, again and again.
fn slide<L: AppliedLoad>(
    bencher: Bencher<'_, '_>,
    slider: &PlanarSlider,
    start: Motion<PlanarFrame>,
    steps: u32,
    load: impl Fn(u32) -> L,
) {
    bencher.counter(ItemsCount::new(steps)).bench_local(|| {
        let mut state = black_box(start);
        for k in 0..steps {
            black_box(slider.step(&mut state, STEP, &load(k)).expect("finite"));
        }
        state
    });
}

/// Example 1 until it stops, 46 steps of slip and one of stick.
#[divan::bench]
fn example_1(bencher: Bencher<'_, '_>) {
    slide(bencher, &slider(None), moving(0.7, 0.9, 10.0), 47, |_| Wrench::default());
}

/// The same with the margin of the contact point in a square that turns.
#[divan::bench]
fn example_1_with_margin(bencher: Bencher<'_, '_>) {
    let square = SupportHull::square(0.05).expect("valid");
    slide(bencher, &slider(Some(square)), moving(0.7, 0.9, 10.0), 47, |_| Wrench::default());
}

/// At rest, which is decided by the stick test.
#[divan::bench]
fn at_rest(bencher: Bencher<'_, '_>) {
    slide(bencher, &slider(None), moving(0.0, 0.0, 0.0), 47, |_| Wrench::default());
}

fn push(k: u32, height: f64) -> Push {
    let force = 2.2 + 2.0 * (core::f64::consts::TAU * 0.1 * f64::from(k)).cos();
    let push = Push::in_body_axes(vector![force, 0.0, 0.0], vector![-0.025, -0.0025], height);
    push.expect("finite")
}

/// Example 3: the push is turned with the body.
#[divan::bench]
fn example_3(bencher: Bencher<'_, '_>) {
    slide(bencher, &slider(None), moving(0.2, 0.3, 0.0), 300, |k| push(k, 0.08));
}

/// The general case: example 3 pushed below the centre of mass, so that it tilts.
#[divan::bench]
fn example_3_with_moments(bencher: Bencher<'_, '_>) {
    slide(bencher, &slider(None), moving(0.2, 0.3, 0.0), 300, |k| push(k, 0.05));
}

/// Constant moments in the axes of the world: the general solver without the turning of a push.
#[divan::bench]
fn moments(bencher: Bencher<'_, '_>) {
    let load = Wrench { force: vector![1.0, 0.5, -1.0], torque: vector![0.02, -0.03, 1e-3] };
    slide(bencher, &slider(None), moving(0.7, 0.9, 10.0), 47, |_| load);
}

/// The contact with stiction: an evaluation in slip, of which a step of RK4 takes four.
#[divan::bench]
fn contact(bencher: Bencher<'_, '_>) {
    let contact =
        EllipsoidContact::builder().stiffness([1e4, 1e4, 1.0]).damping([70.0, 70.0, 7e-3]);
    let contact = contact.friction(0.31).semi_axes([1.0, 1.0, 0.01]).height(0.08).load(4.9);
    let contact = contact.build().expect("valid");
    let motion = moving(0.7, 0.9, 10.0);
    let internal = [4.7e-5, 9.9e-5, 1e-3];
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        let mut rate = [0.0; 3];
        let stage = Stage::first(0.0, 1e-3);
        (contact.respond(&stage, black_box(&motion), black_box(&internal), &mut rate), rate)
    });
}
