//! [`Friction`] under a normal force that is given, a constant or a function of time: a block on a table, a belt under
//! a brake shoe.
//!
//! The given number may come from a sum of signals, or be no force at all. At every stage the law is told:
//!
//! ```text
//! given                  the law is told
//! 0 <= N < infinity      N
//! -1e-9 <= N < 0         0, as rounding leaves it where loads are summed up
//! anything else          nothing: effort and rates are NaN, and `fault` says why
//! ```
//!
//! On a [`Shaft`](stiction_core::Shaft) the force of the law is a torque, `μ N r` for a shoe at the
//! radius r: its coefficient is then `μ r` \[m\] and the normal force still in N; stiffness and damping
//! are those of the rotation, `K r²` and `B r²`. (Or map the shaft to the line along its rim with a
//! `Transmission` of `stiction_mechanics` of the ratio r, and use μ, K and B as they are.)

use core::fmt::Debug;
use core::marker::PhantomData;

use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Describe, Domain, Effort, Flat, Impedance, Memory,
    Motion, MotionIn, Numbers, Pad, ParameterError, Real, Signal, Stage, Validate, Varying,
};
pub use stiction_core::{IntoLoad, NormalLoad};
use typed_builder::TypedBuilder;

use crate::Friction;

/// Returns the state of a contact at a gap with a normal force; see [`ContactLaw::state`]. Without that force it is
/// separated, and `sliding` is not asked.
pub fn state_of_contact(
    gap: f64,
    normal_force: f64,
    sliding: impl FnOnce() -> ContactState,
) -> ContactState {
    let touching = if normal_force == 0.0 { ContactState::default() } else { sliding() };
    ContactState { gap, normal_force: Some(normal_force), ..touching }
}

/// Rounding of sums and differences of forces up to 1 MN \[N\].
const ROUNDING: f64 = 1e-9;

/// Returns the force with which a given normal force \[N\] presses: NaN if it is negative or not finite, so
/// that it shows in the effort of a law instead of holding or freeing a body.
///
/// Below zero by no more than 1e-9 N, which rounding leaves where loads are summed up, it counts as 0.
#[inline(always)]
#[must_use]
pub fn pressing_force(given: f64) -> f64 {
    if (0.0..f64::INFINITY).contains(&given) {
        given
    } else if (-ROUNDING..0.0).contains(&given) {
        0.0
    } else {
        f64::NAN
    }
}

/// Returns why a given normal force does not press, in the name of the law that has it; see
/// [`pressing_force`].
#[must_use]
pub fn pressing_fault<L: Validate>(parameter: &'static str, given: f64) -> Option<ParameterError> {
    let requirement = "must be finite and not negative";
    let refused = || ParameterError::new(L::COMPONENT, parameter, given, requirement);
    pressing_force(given).is_nan().then(refused)
}

/// Returns why a friction that changes with time is not valid at this stage.
pub(crate) fn varying_fault<L: Validate>(
    varying: Option<&Signal>,
    stage: &Stage,
) -> Option<ParameterError> {
    pressing_fault::<L>("friction", varying?.at(stage))
}

/// A friction law under a given normal force.
///
/// ```
/// use stiction_core::{Impedance, Line, Motion, Stage};
/// use stiction_friction::{CoulombGsat, Loaded};
///
/// let shoe = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(0.3).build()?;
/// let brake = Loaded::<_, Line>::builder()
///     .law(shoe)
///     .normal_force(|t: f64| 100.0 * t) // pressed harder and harder
///     .build()?;
///
/// let sliding = Motion { pose: 0.0, flow: 1.0 };
/// let force = brake.respond(&Stage::first(2.0, 1e-3), &sliding, &[0.0], &mut [0.0]);
/// assert!((force + 60.0).abs() < 1e-12);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Loaded<L, D>, ParameterError>))]
#[describe(check = Self::further)]
pub struct Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    /// The friction law.
    #[field(flat, by_ref)]
    law: L,
    /// Normal force \[N\], ≥ 0 and finite at all times. Of a file: a number, a sample or an end of a ramp
    /// below zero is refused; where another signal falls below zero, there is no load.
    ///
    /// A number, a closure of the time, or any other [`Signal`].
    #[builder(setter(transform = |force: impl IntoLoad| force.into_load()))]
    #[field(by_ref)]
    normal_force: NormalLoad,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<L, D> Debug for Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Loaded")
            .field("law", &self.law)
            .field("constant_load", &self.normal_force.constant())
            .field("normal_force", &self.normal_force)
            .finish()
    }
}

impl<L, D> Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    /// Builds it from a law and a normal force \[N\]: a number, a closure of the time, or any other [`Signal`].
    ///
    /// # Errors
    /// A number, a sample or an end of a ramp below zero.
    pub fn new(law: L, normal_force: impl IntoLoad) -> Result<Self, ParameterError> {
        Self::builder().law(law).normal_force(normal_force).build()
    }

    fn further(&self) -> Result<(), ParameterError> {
        let refused = self.normal_force.refused();
        refused.map_or(Ok(()), |force| Self::non_negative("normal_force", force))
    }
}

impl<L, D> Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    /// Responds under a given force that does not press, or not for sure.
    #[cold]
    #[inline(never)]
    fn respond_unpressed(
        &self,
        given: f64,
        stage: &Stage,
        motion: &Motion<D>,
        (internal, rate): (&[f64], &mut [f64]),
    ) -> Effort<D> {
        let normal_force = pressing_force(given);
        if normal_force.is_nan() {
            // The law is not asked: it might return a number for NaN.
            rate.fill(f64::NAN);
            return Flat::load(&vec![f64::NAN; Effort::<D>::LEN]);
        }
        self.law.rub(stage, normal_force, motion, internal, rate)
    }
}

impl<L, D> Impedance for Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    type Domain = D;
    fn memory(&self) -> Memory<'_> {
        self.law.memory()
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        self.law.signals(visit);
        visit(self.normal_force.signal());
    }
    fn contact(&self) -> Option<&dyn ContactLaw<D>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Effort<D> {
        let given = self.normal_force.at(stage);
        if !(0.0..f64::INFINITY).contains(&given) {
            // Copies: if the rare call had the addresses of stage and motion, they could not stay in registers.
            return self.respond_unpressed(given, &{ *stage }, &{ *motion }, (internal, rate));
        }
        self.law.rub(stage, given, motion, internal, rate)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<D, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<D::EffortIn<R>> {
        // A force that changes would have to be asked for in every lane at every stage.
        let Some(force) = self.normal_force.constant() else {
            numbers.none();
            return None;
        };
        // Comes before the numbers of the law, which its kernel asks for: every run of a kernel has this order.
        let [force] = numbers.read([force]);
        self.law.kernel(numbers, stage, force, motion, internal, rate)
    }
    fn stored_energy(&self, _: &Motion<D>, internal: &[f64]) -> f64 {
        self.law.stored_energy(self.normal_force.constant(), internal)
    }
    fn stored_power(&self, _: &Motion<D>, internal: &[f64], rate: &[f64]) -> f64 {
        self.law.stored_power(self.normal_force.constant(), internal, rate)
    }
}
impl<L, D> ContactLaw<D> for Loaded<L, D>
where
    D: Domain,
    L: Friction<D>,
{
    fn fault(&self, stage: &Stage, _: &Motion<D>) -> Option<ParameterError> {
        pressing_fault::<Self>("normal_force", self.normal_force.at(stage))
            .or_else(|| varying_fault::<Self>(self.law.varying(), stage))
    }
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        self.law.resistance(self.normal_force.constant(), tau, axis)
    }
    fn breakaway(&self, stage: &Stage, _: &Motion<D>) -> Option<BreakawayDamping> {
        self.law.breakaway(self.normal_force.at(stage))
    }
    /// Returns the state of the friction, at a gap of 0.
    fn state(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<ContactState> {
        let normal_force = pressing_force(self.normal_force.at(stage));
        Some(state_of_contact(0.0, normal_force, || {
            self.law.state(stage, normal_force, motion, internal)
        }))
    }
    fn pad(&self, stage: &Stage, motion: &Motion<D>, internal: &[f64]) -> Option<Pad> {
        self.law.pad(stage, pressing_force(self.normal_force.at(stage)), motion, internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{amended_lugre, assert_refused_but_zero, coulomb};
    use crate::{AmendedLuGre, Coefficient, CoulombGsat, StribeckCurve};
    use nalgebra::{Vector2, Vector3};
    use stiction_core::Input;
    use stiction_core::impedance::next_jump_of;
    use stiction_core::signal::Ramp;
    use stiction_core::{Inputs, Line, Plane};

    fn lugre() -> AmendedLuGre {
        amended_lugre([1e4, 10.0, 0.0], StribeckCurve::constant(0.5).unwrap())
    }

    fn loaded<L: Friction<Plane>>(law: L, normal_force: impl IntoLoad) -> Loaded<L, Plane> {
        Loaded::builder().law(law).normal_force(normal_force).build().unwrap()
    }

    /// A law that makes a number of anything.
    #[derive(Debug)]
    struct Swallower;
    impl Friction<Line> for Swallower {
        fn rub(&self, _: &Stage, load: f64, _: &Motion<Line>, _: &[f64], rate: &mut [f64]) -> f64 {
            rate[0] = 0.0;
            if load > 0.0 { -1.0 } else { 0.0 }
        }
    }

    #[test]
    fn a_broken_load_shows() {
        let (stage, rest) = (Stage::first(0.5, 1e-3), Motion::<Plane>::default());
        let motion = Motion::<Plane>::new(Vector2::zeros(), Vector2::new(1.0, 0.0));
        let bad = |law: &dyn Impedance<Domain = Plane>| {
            [&motion, &rest].into_iter().all(|motion| {
                let effort = law.respond(&stage, motion, &[0.0; 2], &mut [0.0; 2]);
                effort.iter().all(|force| force.is_nan())
            })
        };
        for broken in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e-8, -5.0] {
            let load = move |_: f64| broken;
            assert!(bad(&loaded(coulomb(0.5), load)), "{broken}");
            assert!(bad(&loaded(lugre(), load)), "{broken}");
            let law = Loaded::<_, Line>::builder().law(Swallower).normal_force(load);
            let law = law.build().unwrap();
            let effort = law.respond(&stage, &Motion::default(), &[0.0], &mut [0.0]);
            assert!(effort.is_nan(), "{broken}");
            let fault = law.fault(&stage, &Motion::default()).unwrap();
            assert_eq!((fault.component, fault.parameter), ("Loaded", "normal_force"));
            assert!(fault.value.to_bits() == broken.to_bits(), "{fault}");
        }
        // Control: a load of zero is valid.
        for sound in [0.0, -0.0, 0.3 - 0.1 - 0.2, 30_000.3 - 10_000.1 - 20_000.2, 1e300] {
            assert!(!bad(&loaded(coulomb(0.5), move |_: f64| sound)), "{sound}");
            assert!(loaded(coulomb(0.5), move |_: f64| sound).fault(&stage, &rest).is_none());
        }
    }

    /// A coefficient that varies is, at each time, one that does not; an invalid coefficient shows.
    #[test]
    fn a_coefficient_may_change_with_time() {
        let build = |friction: Coefficient| loaded(coulomb(friction), 4.0);
        let ramp = Ramp::builder().from(0.2).to(0.8).duration(3.0).build().unwrap();
        let varying = build(Signal::from(ramp).into());
        assert_eq!([0.0, 1.0].map(|after| next_jump_of(&varying, after)), [Some(3.0); 2]);
        assert_eq!(next_jump_of(&varying, 3.0), None);
        for (time, friction) in [(0.0, 0.2), (1.0, 0.4), (9.0, 0.8)] {
            let constant = build(friction.into());
            for speed in [1e-3, 0.5] {
                let motion = Motion::<Plane>::new(Vector2::zeros(), Vector2::new(speed, 0.0));
                let respond = |law: &Loaded<CoulombGsat, Plane>| {
                    let mut rate = [0.0; 2];
                    let stage = Stage::first(time, 1e-3);
                    let force = law.respond(&stage, &motion, &[1e-5, 0.0], &mut rate);
                    (force, rate)
                };
                let (found, expected) = (respond(&varying), respond(&constant));
                assert!((found.0 - expected.0).norm() < 1e-14, "{found:?} {expected:?}");
                assert!((found.1[0] - expected.1[0]).abs() < 1e-14);
            }
        }
        let broken = build(Signal::from(|_: f64| -0.1).into());
        let (stage, rest) = (Stage::first(0.5, 1e-3), Motion::<Plane>::default());
        assert!(broken.respond(&stage, &rest, &[0.0; 2], &mut [0.0; 2]).x.is_nan());
        let fault = broken.fault(&stage, &rest).unwrap();
        assert_eq!((fault.parameter, fault.value), ("friction", -0.1));
        let wrong = Signal::from(Ramp::builder().from(-0.2).to(0.8).duration(3.0).build().unwrap());
        let built = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(wrong).build();
        assert_eq!(built.unwrap_err().value, -0.2);
        // A constant signal is a number.
        assert_eq!(Coefficient::from(Signal::from(0.3)), Coefficient::Constant(0.3));
    }

    /// An input that is set between steps: the floor of a contact, of a loaded law and of a pressed one.
    #[test]
    fn a_coefficient_may_be_set_from_outside() {
        use crate::{CoulombContact, NormalSpring, Pressed};
        let floor = Input::builder().name("floor").start(0.5).build().unwrap();
        let mut inputs = Inputs::new([&floor]).unwrap();
        let law = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(floor.clone());
        let law = law.build().unwrap();
        let contact = CoulombContact::builder().stiffness(1e4).damping(0.0).friction(floor.clone());
        let (contact, given) = (contact.build().unwrap(), loaded(law.clone(), 10.0));
        let spring = NormalSpring::builder().stiffness(1e4).damping(0.0).build().unwrap();
        let pressed = Pressed::<_, Line>::builder().law(law).pressing(spring).build().unwrap();
        for law in [&contact as &dyn stiction_core::AnyImpedance, &given, &pressed] {
            assert_eq!(law.inputs(), [&floor]);
        }
        for friction in [0.5, 0.2, 0.0] {
            inputs.set(0, friction, 0.0).unwrap();
            let stage = Stage::first(0.0, 1e-3).with_inputs(Some(&inputs));
            let at = Motion::new(Vector3::new(0.0, 0.0, -1e-3), Vector3::new(1.0, 0.0, 0.0));
            let force = contact.respond(&stage, &at, &[0.0; 2], &mut [0.0; 2]);
            assert!((force.x + 10.0 * friction).abs() < 1e-12, "{friction} {force}");
            let at = Motion::<Plane>::new(Vector2::zeros(), Vector2::new(1.0, 0.0));
            let force = given.respond(&stage, &at, &[0.0; 2], &mut [0.0; 2]);
            assert!((force.x + 10.0 * friction).abs() < 1e-12, "{friction} {force}");
            let at = Motion::new((-1e-3, 0.0), (0.0, 1.0));
            let (_, drag) = pressed.respond(&stage, &at, &[0.0], &mut [0.0]);
            assert!((drag + 10.0 * friction).abs() < 1e-12, "{friction} {drag}");
        }
    }

    #[test]
    fn bad_loads_are_named() {
        assert_refused_but_zero("normal_force", |n| Loaded::<_, Line>::new(coulomb(0.5), n));
    }

    /// Whose force is the load times the velocity, whatever the sign.
    #[derive(Clone, Debug)]
    struct Linear;
    impl Friction<Line> for Linear {
        fn rub(&self, _: &Stage, load: f64, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
            rate[0] = z[0] + load;
            -load * at.flow
        }
    }

    /// Returns a load that pulls, and jumps.
    fn pull(rate: f64) -> NormalLoad {
        let load = Signal::closure(move |stage| rate * stage.time).with_jumps([2.5]);
        load.unwrap().into()
    }

    #[test]
    fn the_law_is_never_told_a_negative_load() {
        let law = Loaded::<_, Line>::builder().law(Linear).normal_force(pull(4.0)).build().unwrap();
        let moving = Motion { pose: 0.0, flow: 3.0 };
        // Rounding below zero counts as zero; a really negative force is no load, and shows.
        for (time, load) in [(0.5, 2.0), (0.0, 0.0), (-1e-13, 0.0)] {
            let mut rate = [0.0];
            let force = law.respond(&Stage::at(time), &moving, &[7.0], &mut rate);
            assert_eq!((force, rate), (-3.0 * load, [7.0 + load]), "at {time}");
        }
        for time in [f64::NAN, -0.5, f64::NEG_INFINITY] {
            assert!(law.respond(&Stage::at(time), &moving, &[7.0], &mut [0.0]).is_nan(), "{time}");
        }
    }

    #[test]
    fn jumps_and_constants_are_those_of_the_load() {
        let law = Loaded::<_, Line>::builder().law(Linear).normal_force(pull(4.0)).build().unwrap();
        assert_eq!([1.0, 2.5].map(|after| next_jump_of(&law, after)), [Some(2.5), None]);
        assert_eq!((law.normal_force().constant(), law.normal_force().refused()), (None, None));
        assert_eq!(next_jump_of(&loaded(coulomb(0.5), 2.0), 0.0), None);
    }

    /// Only a constant load lets bristles book energy, and stiffness that depends on it.
    #[test]
    fn energy_and_stiffness_are_those_of_the_law_under_that_load() {
        let (z, rate) = ([1e-4, -2e-4], [0.3, 0.1]);
        let motion = Motion::<Plane>::default();
        let constant = loaded(lugre(), 3.0);
        let law = |load| {
            (
                Friction::<Plane>::stored_energy(&lugre(), load, &z),
                Friction::<Plane>::stored_power(&lugre(), load, &z, &rate),
                Friction::<Plane>::resistance(&lugre(), load, 1e-3, 1),
            )
        };
        let of = |law: &dyn Impedance<Domain = Plane>| {
            let energy = law.stored_energy(&motion, &z);
            (
                energy,
                law.stored_power(&motion, &z, &rate),
                law.contact().unwrap().resistance(1e-3, 1),
            )
        };
        assert_eq!(of(&constant), law(Some(3.0)));
        assert!(of(&constant).0 > 0.0 && of(&constant).1.abs() > 0.0);
        assert_eq!(of(&loaded(lugre(), |_: f64| 3.0)), law(None));
        assert_ne!(law(None), law(Some(3.0)));
    }
}
