//! Equations written once, for one component and for several side by side.
//!
//! A component may be evaluated in [lanes](crate::lanes): its equations are then a method `kernel`, over a
//! [`Real`] that is one number or a vector register. Poses, flows and efforts come as those of its domain
//! with `R` for every number, and its parameters from [`Numbers`]:
//!
//! ```text
//! stiffness of the law itself ──── Own ──────┐
//! stiffnesses of eight laws ── LaneValues ───┼── numbers.read([self.stiffness, ..]) ── kernel
//! (noting which it asks for) ── Recorder ────┘
//! ```
//!
//! So there is no list of parameters beside the equations that could disagree with them. The list is found by a dry
//! run: [`of_law`], [`of_admittance`] and [`of_map`] call the kernel once, at rest in the origin with an internal state
//! of zeros, and a `Recorder` notes its requests. The result of that run is thrown away. So a kernel promises:
//!
//! - It asks for the same numbers, in the same order and number, whatever the motion. Whether it takes another way may
//!   depend on a [form](Numbers::form) only, which is the same in all lanes.
//! - It asks for all of them before it returns `None` because of the motion; else the dry run finds too few.
//! - It does not panic at zeros. Dividing by zero does no harm.
//! - It reads nothing else of `self`: in lanes `self` is the component of the first lane.
//!
//! A law of two parameters, for example, and three laws of its type in lanes:
//!
//! ```text
//! dry runs                      columns                   kernel of the lanes
//! law 0   notes [100, 5]        k   100  200  300         read([self.k])   first column
//! law 1   notes [200, 6]        b     5    6    7         read([self.b])   second column
//! law 2   notes [300, 7]
//! ```
//!
//! The plain form of the component is the kernel of one number ([`respond`], [`accelerate`]), beside the rare branches
//! that the kernel leaves out:
//!
//! ```
//! use stiction_core::{Impedance, Line, Motion, MotionIn, Numbers, Real, Stage, kernel};
//!
//! /// A spring that only pushes.
//! #[derive(Debug)]
//! struct Bumper { stiffness: f64 }
//!
//! impl Impedance for Bumper {
//!     type Domain = Line;
//!     fn respond(&self, stage: &Stage, motion: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
//!         kernel::respond(self, stage, motion, z, rate).unwrap_or_default()
//!     }
//!     fn kernel<R: Real>(
//!         &self, numbers: &mut impl Numbers<R>, _: &Stage, motion: &MotionIn<Line, R>, _: &[R], _: &mut [R],
//!     ) -> Option<[R; 1]> {
//!         let [stiffness] = numbers.read([self.stiffness]);
//!         let ([x], zero) = (motion.pose, stiffness.same(0.0));
//!         Some([R::select(x.below(zero), -stiffness * x, zero)])
//!     }
//! }
//! let bumper = Bumper { stiffness: 100.0 };
//! assert_eq!(bumper.respond(&Stage::at(0.0), &Motion::at_rest(-0.5), &[], &mut []), 50.0);
//! ```

use crate::coupling::PortDomains;
use crate::scalars::MOST;
pub use crate::scalars::{
    Each, MotionIn, PlanarPoseIn, PlanarTwistIn, PlanarWrenchIn, PoseIn, Scalars, TwistIn, WrenchIn,
};
use crate::vectors::Vectors;
use crate::{
    Admittance, Body, Coupling, Domain, Effort, Flat, Impedance, LaneParameters, LaneValues,
    Motion, Real, Stage,
};

/// Rates of the pose and of the flow of a port.
pub type RateIn<D, R> = (<D as Domain>::PoseIn<R>, <D as Domain>::FlowIn<R>);

/// Source of the parameters of a component, for its kernel.
///
/// A kernel asks for all of them, in one order, before it branches on anything except a [form](Self::form).
pub trait Numbers<R: Real> {
    /// Asks for some parameters; gives those of every lane.
    fn read<const N: usize>(&mut self, own: [f64; N]) -> [R; N];
    /// Notes something that must be the same in all lanes: which variant of an enum, the address of a table.
    fn form(&mut self, form: u64);
    /// Says that there is no kernel for this component: it is evaluated one at a time.
    fn none(&mut self) {}
    /// Reads the numbers of a vector, a pose or an effort; `None` if it has no numbers, or more than 32.
    #[inline(always)]
    fn value<S: Scalars<R>>(&mut self, own: &impl Flat) -> Option<S> {
        if S::LEN == 0 || S::LEN > MOST {
            self.none();
            return None;
        }
        let mut numbers = [0.0; MOST];
        // Read one by one, because the length of an array in `read` cannot depend on `S`.
        own.store(&mut numbers[..S::LEN]);
        Some(S::from_fn(
            #[inline(always)]
            |i| {
                let [number] = self.read([numbers[i]]);
                number
            },
        ))
    }
}

/// The parameters as they are.
#[derive(Clone, Copy, Debug)]
pub struct Own;

impl Numbers<f64> for Own {
    #[inline(always)]
    fn read<const N: usize>(&mut self, own: [f64; N]) -> [f64; N] {
        own
    }
    #[inline(always)]
    fn form(&mut self, _: u64) {}
}

/// The parameters in the lanes, one column after the other.
impl<R: Real> Numbers<R> for LaneValues<'_, R> {
    #[inline(always)]
    fn read<const N: usize>(&mut self, _: [f64; N]) -> [R; N] {
        // The given numbers are those of the first lane alone; its column has them too.
        self.take()
    }
    #[inline(always)]
    fn form(&mut self, _: u64) {}
}

/// Records the parameters that a kernel asks for.
#[derive(Default)]
struct Recorder {
    noted: LaneParameters,
    none: bool,
}

impl Recorder {
    fn noted(self) -> Option<LaneParameters> {
        (!self.none).then_some(self.noted)
    }
}

impl Numbers<f64> for Recorder {
    fn read<const N: usize>(&mut self, own: [f64; N]) -> [f64; N] {
        self.noted.push(&own);
        own
    }
    fn form(&mut self, form: u64) {
        self.noted.push_form(form);
    }
    fn none(&mut self) {
        self.none = true;
    }
}

/// Returns the parameters of the kernel of a law, if it has one.
#[must_use]
pub fn of_law<I: Impedance>(law: &I) -> Option<LaneParameters> {
    // Without vectors nothing is evaluated in lanes, and the code of the dry runs is saved.
    if !Vectors::EXIST {
        return None;
    }
    // The default and not zeros: the quaternion of a frame is then one that turns nothing.
    let mut numbers = vec![0.0; Motion::<I::Domain>::LEN];
    Motion::<I::Domain>::default().store(&mut numbers);
    let (mut recorder, motion) = (Recorder::default(), Scalars::load(&numbers));
    let (internal, mut rate) = (vec![0.0; law.memory().len()], vec![0.0; law.memory().len()]);
    // The effort does not matter, and `None` does not either: the kernel may apply elsewhere.
    let _ = law.kernel(&mut recorder, &Stage::at(0.0), &motion, &internal, &mut rate);
    recorder.noted()
}

/// Returns the parameters of the kernel of an admittance, if it has one.
#[must_use]
pub fn of_admittance<A: Admittance>(component: &A) -> Option<LaneParameters> {
    if !Vectors::EXIST {
        return None;
    }
    let motion = Motion::<A::Domain>::default();
    let (ports, len) = (component.ports().count(), Motion::<A::Domain>::LEN);
    let mut state = vec![0.0; ports * len + component.memory().len()];
    state.chunks_exact_mut(len).take(ports).for_each(|port| motion.store(port));
    let (mut recorder, mut rate) = (Recorder::default(), vec![0.0; state.len()]);
    let _ = component.kernel(&mut recorder, &Stage::at(0.0), &state, &mut rate);
    recorder.noted()
}

/// Returns the parameters of the kernel of a map, if it has one.
#[must_use]
pub fn of_map<C: Coupling>(map: &C) -> Option<LaneParameters> {
    let (mut recorder, len) =
        (Recorder::default(), <<C::From as PortDomains>::Motions as Flat>::LEN);
    // Without ports there is no first number, which `Scalars::load` needs.
    if len == 0 || !Vectors::EXIST {
        return None;
    }
    // At zero, with quaternions that have a direction.
    let mut motions = vec![0.0; len];
    C::From::valid_motions(Flat::load(&motions)).store(&mut motions);
    let _ = map.kernel(&mut recorder, &Scalars::load(&motions));
    recorder.noted()
}

/// Returns the value with its numbers in arrays.
#[inline(always)]
fn spread<T: Flat, S: Scalars<f64>>(value: &T) -> S {
    // An array of `T::LEN` numbers is not possible in generic code. The unused rest is optimised away.
    let mut numbers = [0.0; MOST];
    value.store(&mut numbers[..T::LEN]);
    S::load(&numbers[..T::LEN])
}

/// Reverses [`spread`].
#[inline(always)]
fn gather<S: Scalars<f64>, T: Flat>(value: S) -> T {
    let mut numbers = [0.0; MOST];
    value.store(&mut numbers[..T::LEN]);
    T::load(&numbers[..T::LEN])
}

#[inline(always)]
fn spread_motion<D: Domain>(motion: &Motion<D>) -> MotionIn<D, f64> {
    MotionIn { pose: spread(&motion.pose), flow: spread(&motion.flow) }
}

/// Responds as [`Impedance::respond`], for a law that has a kernel; `None` if the kernel does not apply.
#[inline(always)]
pub fn respond<I: Impedance>(
    law: &I,
    stage: &Stage,
    motion: &Motion<I::Domain>,
    internal: &[f64],
    rate: &mut [f64],
) -> Option<Effort<I::Domain>> {
    let effort = law.kernel(&mut Own, stage, &spread_motion(motion), internal, rate)?;
    Some(gather(effort))
}

type RateOf<D> = (<D as Domain>::Pose, <D as Domain>::Flow);

/// Accelerates as [`Body::accelerate`], for a body that has a kernel; `None` if the kernel does not apply.
#[inline(always)]
pub fn accelerate<B: Body>(
    body: &B,
    stage: &Stage,
    motion: &Motion<B::Domain>,
    effort: &Effort<B::Domain>,
) -> Option<RateOf<B::Domain>> {
    let effort = spread(effort);
    let (velocity, acceleration) =
        Body::kernel(body, &mut Own, stage, &spread_motion(motion), effort)?;
    Some((gather(velocity), gather(acceleration)))
}
