//! Kernels over several laws at once have the bits of the laws one at a time: where they branch, by stick, slip, contact
//! and rest, and where they decline. The test of the registry evaluates every law side by side.

use core::fmt::Debug;

use fearless_simd::{Level, dispatch};
use stiction_core::lanes::{Column, Eight, Four, WIDTH};
use stiction_core::{
    Domain, Flat, Impedance, LaneValues, Line, Motion, Plane, Real, Scalars, Space, Stage,
    VectorDomain, kernel,
};

use crate::testing::curve;
use crate::*;

/// Numbers from 0 to 1, a stream of them for each start.
struct Numbers(f64);
impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = (self.0 + 0.618_033_988_749_895).fract();
        self.0
    }
}

/// Motion and internal state, scalar by scalar.
type State = [Vec<f64>; 2];

/// Returns the effort and rate of the plain form.
fn plain<I: Impedance>(law: &I, stage: &Stage, [motion, internal]: &State) -> State {
    let mut rate = vec![f64::NAN; internal.len()];
    let effort = law.respond(stage, &Motion::load(motion), internal, &mut rate);
    let mut scalars = vec![0.0; <<I::Domain as Domain>::Effort as Flat>::LEN];
    effort.store(&mut scalars);
    [scalars, rate]
}

/// Returns the effort and rate of the laws from `first` on, one in each lane; `None` if the kernel declines.
fn side_by_side<R: Real, I: Impedance>(
    token: R::Token,
    laws: &[I],
    first: usize,
    stage: &Stage,
    states: &[State],
) -> Option<Vec<State>> {
    let parameters: Vec<_> = laws.iter().map(|law| kernel::of_law(law).unwrap()).collect();
    assert!(parameters.iter().all(|other| parameters[0].fits(other)));
    let column =
        |i: usize| Column(core::array::from_fn(|lane| parameters[lane].values().nth(i).unwrap()));
    let columns: Vec<_> = (0..parameters[0].values().len()).map(column).collect();
    let mut values = LaneValues::<R>::new(token, &columns, first);
    let gather = |part: usize| -> Vec<R> {
        let scalar = |i: usize| R::from_fn(token, |lane| states[first + lane][part][i]);
        (0..states[0][part].len()).map(scalar).collect()
    };
    let (motion, internal) = (gather(0), gather(1));
    let nothing = R::splat(token, f64::NAN);
    let mut rate = vec![nothing; internal.len()];
    let motion = Scalars::load(&motion);
    let effort = laws[0].kernel(&mut values, stage, &motion, &internal, &mut rate)?;
    let effort: Vec<R> =
        (0..<<I::Domain as Domain>::Effort as Flat>::LEN).map(|i| effort.at(i)).collect();
    let lane =
        |lane: usize| [&effort, &rate].map(|list| list.iter().map(|x| x.lane(lane)).collect());
    Some((0..R::COUNT).map(lane).collect())
}

fn bits(state: &State) -> Vec<u64> {
    state.iter().flatten().map(|value| value.to_bits()).collect()
}

/// Compares the laws in all lanes; returns how many of them the kernel did.
fn compare<R: Real, I: Impedance>(
    token: R::Token,
    laws: &[I],
    stage: &Stage,
    states: &[State],
) -> usize {
    let mut done = 0;
    for first in (0..WIDTH).step_by(R::COUNT) {
        let Some(found) = side_by_side::<R, I>(token, laws, first, stage, states) else { continue };
        for (lane, found) in found.iter().enumerate() {
            let expected = plain(&laws[first + lane], stage, &states[first + lane]);
            assert_eq!(bits(found), bits(&expected), "{:?} {stage:?}", laws[first + lane]);
            done += 1;
        }
    }
    done
}

/// Returns the laws that `make` gives for numbers, in states of stick, of slip and of rest: the kernels do at
/// least the given share of them, and what they do has the bits of the plain form.
#[track_caller]
fn assert_lanes<I: Impedance + Debug>(
    least: f64,
    make: impl Fn(&mut Numbers) -> I,
    state: impl Fn(&mut Numbers) -> State,
) {
    let mut numbers = Numbers(0.2);
    let (mut done, mut all) = (0, 0);
    for _ in 0..60 {
        let laws: Vec<I> = (0..WIDTH).map(|_| make(&mut numbers)).collect();
        let mut states: Vec<State> = (0..WIDTH).map(|_| state(&mut numbers)).collect();
        if numbers.next() < 0.3 {
            // At rest, and so slow that a square vanishes.
            states[3][0].fill(0.0);
            states[5][0].iter_mut().for_each(|x| *x *= 1e-170);
        }
        for tau in [0.0, 1e-3] {
            let stage = Stage::first(0.3, tau);
            done += compare::<f64, I>((), &laws, &stage, &states);
            dispatch!(Level::new(), simd => {
                done += compare::<Four<_>, I>(simd, &laws, &stage, &states);
                done += compare::<Eight<_>, I>(simd, &laws, &stage, &states);
            });
            all += 3 * WIDTH;
        }
    }
    assert!(done as f64 >= least * all as f64, "{done} of {all}");
}

/// Draws a motion, and for every axis a deflection of at most half the given size.
fn sliding<D: VectorDomain>(deflection: f64) -> impl Fn(&mut Numbers) -> State {
    let axes = <D::Vector as Flat>::LEN;
    move |numbers: &mut Numbers| {
        let motion = (0..2 * axes).map(|_| numbers.next() - 0.5).collect();
        [motion, (0..axes).map(|_| deflection * (numbers.next() - 0.5)).collect()]
    }
}

/// Returns a contact that is pressed in, or above the plane.
fn pressed(numbers: &mut Numbers) -> State {
    let [mut motion, _] = sliding::<Space>(0.0)(numbers);
    motion[2] = 2e-3 * (numbers.next() - 0.7);
    motion[5] *= 0.1;
    [motion, (0..2).map(|_| 1e-3 * (numbers.next() - 0.5)).collect()]
}

const RELAXATIONS: [Relaxation; 3] = [
    Relaxation::Implicit,
    Relaxation::OrderPreserving { kappa: 0.8 },
    Relaxation::Constant { stage_damping: 4.0 },
];

fn gsat<D: VectorDomain>(relaxation: Relaxation) -> impl Fn(&mut Numbers) -> GsatFriction<D> {
    move |numbers: &mut Numbers| {
        let law = GsatFriction::<D>::builder().stiffness(1e3 + 1e3 * numbers.next());
        let law = law.damping(1.0 + numbers.next()).limit(3.0 * numbers.next());
        law.relaxation(relaxation).build().unwrap()
    }
}

#[test]
fn gsat_friction() {
    for relaxation in RELAXATIONS {
        assert_lanes(0.9, gsat::<Line>(relaxation), sliding::<Line>(4e-3));
        assert_lanes(0.9, gsat::<Plane>(relaxation), sliding::<Plane>(4e-3));
        assert_lanes(0.9, gsat::<Space>(relaxation), sliding::<Space>(4e-3));
        // All elements are stuck.
        let stuck = |numbers: &mut Numbers| {
            let [motion, internal] = sliding::<Plane>(1e-5)(numbers);
            [motion.into_iter().map(|x| 1e-6 * x).collect(), internal]
        };
        let strong = |numbers: &mut Numbers| {
            let law = GsatFriction::<Plane>::builder().stiffness(1e3).damping(numbers.next() + 0.1);
            law.limit(1.0 + numbers.next()).relaxation(relaxation).build().unwrap()
        };
        assert_lanes(0.9, strong, stuck);
    }
}

fn lugre<D: VectorDomain>(
    shape: StribeckShape,
    rate: BristleRate,
    of_force: bool,
) -> impl Fn(&mut Numbers) -> LuGreFriction<D> {
    move |numbers: &mut Numbers| {
        let curve = curve([0.5 + numbers.next(), 2.0], 0.1 + numbers.next(), shape);
        let law = LuGreFriction::<D>::builder().stiffness(1e3 + 1e3 * numbers.next());
        let law = law.damping(numbers.next()).viscous_damping(numbers.next());
        let steady =
            if of_force { SteadyState::Force(curve) } else { SteadyState::Deflection(curve) };
        law.steady_state(steady).bristle_rate(rate).build().unwrap()
    }
}

/// Some slip, some stick, some are not pressed.
#[test]
fn contacts_whose_friction_depends_on_the_speed() {
    for relaxation in RELAXATIONS {
        for shape in [
            StribeckShape::Rational,
            StribeckShape::Gaussian,
            StribeckShape::Exponential { exponent: 1.5 },
        ] {
            let contact = |numbers: &mut Numbers| {
                let contact = CoulombContact::builder().stiffness(1e4 + 1e4 * numbers.next());
                let contact = contact.damping(90.0 + numbers.next());
                contact
                    .friction(curve([0.2 + numbers.next(), 1.3], 0.1 + numbers.next(), shape))
                    .relaxation(relaxation)
                    .build()
                    .unwrap()
            };
            // All that are side by side; one alone takes the plain form.
            assert_lanes(2.0 / 3.0, contact, pressed);
        }
    }
}

/// Kernels leave unsupported elements to the plain form, and do not claim to have computed them.
#[test]
fn a_kernel_declines_what_it_is_not_for() {
    let states = |size: f64| -> Vec<State> {
        let state = |k: usize| [vec![0.0, 0.0, size * (1.0 + k as f64), 0.0], vec![0.0; 2]];
        (0..WIDTH).map(state).collect()
    };
    let stage = Stage::first(0.0, 1e-3);
    let mut numbers = Numbers(0.4);
    let laws: Vec<_> =
        (0..WIDTH).map(|_| gsat::<Plane>(Relaxation::Implicit)(&mut numbers)).collect();
    let done = |size: f64| side_by_side::<f64, _>((), &laws, 0, &stage, &states(size)).is_some();
    // If a square would overflow or vanish the plain form scales; at rest there is no square, and lanes go
    // on.
    assert!(done(1.0) && !done(0.0));
    dispatch!(Level::new(), simd => {
        let rest = side_by_side::<Four<_>, _>(simd, &laws, 0, &stage, &states(0.0));
        assert!(rest.is_some());
    });
    assert!(!done(1e150) && !done(1e-150) && !done(f64::NAN));
    let frictionless = GsatFriction::<Plane>::builder().stiffness(1e3).damping(0.0).limit(1.0);
    let relaxation = Relaxation::Constant { stage_damping: 0.0 };
    let laws = vec![frictionless.relaxation(relaxation).build().unwrap(); WIDTH];
    assert!(side_by_side::<f64, _>((), &laws, 0, &stage, &states(1.0)).is_none());

    // A law that is written for one at a time has no kernel, nor has a contact with it.
    let curve = curve([0.3, 0.5], 0.1, StribeckShape::Gaussian);
    let law = AmendedLuGre::builder().stiffness(1e3).damping(1.0).friction(curve).build().unwrap();
    let contact = PointContact::builder().stiffness(1e4).damping(0.0).law(law).build().unwrap();
    assert!(kernel::of_law(&contact).is_none());
}

/// Lanes must share the form: the way to relax, the shape of a curve and its meaning.
#[test]
fn laws_of_another_form_do_not_fit() {
    let mut numbers = Numbers(0.7);
    let of = |law: &dyn Fn(&mut Numbers) -> stiction_core::LaneParameters, n: &mut Numbers| law(n);
    let mut forms = vec![];
    for relaxation in RELAXATIONS {
        let make = |n: &mut Numbers| kernel::of_law(&gsat::<Line>(relaxation)(n)).unwrap();
        assert!(of(&make, &mut numbers).fits(&of(&make, &mut numbers)));
        forms.push(of(&make, &mut numbers));
    }
    for shape in [StribeckShape::Rational, StribeckShape::Gaussian] {
        for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
            for of_force in [false, true] {
                let law = lugre::<Line>(shape, rate, of_force);
                forms.push(kernel::of_law(&law(&mut numbers)).unwrap());
            }
        }
    }
    for (i, one) in forms.iter().enumerate() {
        for (k, other) in forms.iter().enumerate() {
            assert_eq!(one.fits(other), i == k);
        }
    }
}
