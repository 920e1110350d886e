use super::*;
use crate::testing::{assert_refuses, coulomb, curve, drive};
use crate::{CoulombContact, CoulombGsat, Ellipsoid, LimitSetGsat, StribeckShape};
use nalgebra::{Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::impedance::{from_fn, next_jump_of};
use stiction_core::{
    ContactLaw, ContactMode, Flat, InternalVariables, Memory, PlanarFrame, PlanarWrench, Plane,
    Space,
};

fn spring() -> NormalSpring {
    NormalSpring::builder().stiffness(1e5).damping(30.0).build().unwrap()
}

fn pressed<D: Domain, L: Friction<D>>(law: L) -> Pressed<L, D> {
    Pressed::builder().law(law).pressing(spring()).build().unwrap()
}

fn waves<V: stiction_core::Vector>(amplitudes: &[V; 4], time: f64) -> V {
    let turn = 12.0 * time;
    (0..4).fold(V::zero(), |sum, i| sum + amplitudes[i] * ((i + 1) as f64 * turn + i as f64).sin())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The contact of the paper, where both ports are those of one point, has the same bits.
    #[test]
    fn on_one_point_it_is_the_contact_of_the_paper(
        p in prop::array::uniform3(-1e-3..1e-3_f64), v in prop::array::uniform3(-0.1..0.1_f64),
        e in prop::array::uniform2(-1e-3..1e-3_f64), tau in 0.0..1e-3_f64,
    ) {
        let own = pressed::<Plane, _>(coulomb(0.5));
        let paper = CoulombContact::builder().stiffness(1e5).damping(30.0).friction(0.5)
            .tangential_stiffness(1e4).tangential_damping(10.0).build().unwrap();
        let (stage, mut rates) = (Stage::first(0.0, tau), [[0.0; 2]; 2]);
        let pair = |v: [f64; 3]| (v[2], Vector2::new(v[0], v[1]));
        let motion = Motion::<Pair<Line, Plane>>::new(pair(p), pair(v));
        let (push, drag) = own.respond(&stage, &motion, &e, &mut rates[0]);
        let point = Motion::<Space>::new(p.into(), v.into());
        let expected = paper.respond(&stage, &point, &e, &mut rates[1]);
        prop_assert_eq!(Vector3::new(drag.x, drag.y, push), expected);
        prop_assert_eq!(rates[0], rates[1]);
        let states = [ContactState::of(&own, &stage, &motion, &e).unwrap(), ContactState::of(&paper, &stage, &point, &e).unwrap()];
        prop_assert_eq!(states[0], states[1]);
        prop_assert_eq!(own.stored_energy(&motion, &e), paper.stored_energy(&point, &e));
        for (axis, paper_axis) in [(0, 2), (1, 0), (2, 1)] {
            let paper = paper.contact().unwrap().resistance(tau, paper_axis);
            prop_assert_eq!(own.contact().unwrap().resistance(tau, axis), paper);
        }
    }

    #[test]
    fn passive_however_it_is_pressed(
        gap in prop::array::uniform4(-0.01..0.01_f64),
        a in prop::array::uniform4(prop::array::uniform2(-0.05..0.05_f64)),
    ) {
        let a = a.map(Vector2::from);
        let flows = |time| (waves(&gap, time), waves(&a, time));
        let grooves = Ellipsoid::new(Vector2::new(0.2, 0.6)).unwrap();
        let grooves = LimitSetGsat::builder().set(grooves).stiffness(1e4).damping(10.0).build().unwrap();
        let falling = CoulombGsat::builder().stiffness(1e4).damping(900.0)
            .friction(curve([0.3, 0.5], 0.1, StribeckShape::Gaussian)).build().unwrap();
        prop_assert!(drive(&pressed::<Plane, _>(coulomb(0.5)), 1e-4, 4000, flows).is_passive());
        prop_assert!(drive(&pressed::<Plane, _>(grooves), 1e-4, 4000, flows).is_passive());
        prop_assert!(drive(&pressed::<Plane, _>(falling), 1e-4, 4000, flows).is_passive());
    }
}

/// Control of the property above: the element without the clamp gives power.
#[test]
fn without_the_clamp_it_is_not_passive() {
    let flows = |time: f64| (0.02 * (9.0 * time).cos(), 0.1);
    // A spring without the clamp: parts that are pulled apart rub backwards.
    let unclamped = from_fn::<Pair<Line, Line>, _>(|_, m| (0.0, 0.5e5 * m.pose.0));
    let record = drive(&unclamped, 1e-4, 4000, flows);
    assert!(record.least_dissipation < -0.1 * record.largest_power, "{record:?}");
}

#[test]
fn the_limit_follows_the_pressing_at_the_instant() {
    let element = pressed::<Line, _>(coulomb(0.5));
    for (gap, approach) in [(-1e-4, 0.0), (-1e-3, 0.0), (-1e-3, -0.5), (-1e-3, 0.5)] {
        let motion = Motion::new((gap, 7.0), (approach, 100.0));
        let mut rate = [0.0];
        let (push, drag) = element.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut rate);
        let expected = -1e5 * gap - 30.0 * approach;
        assert_eq!(push, expected);
        assert!((drag + 0.5 * expected).abs() < 1e-14 * expected, "{drag}");
        assert_eq!(element.normal_force(&Stage::at(0.0), &motion, &[0.0]), expected);
    }
}

#[test]
fn apart_there_is_no_friction_and_the_bristle_lets_go() {
    let element = pressed::<Line, _>(coulomb(0.5));
    // Parts that are apart, and parts that are pressed but left so fast that the spring would have to pull.
    for (gap, approach) in [(1e-3, -5.0), (0.0, -5.0), (-1e-3, 9.0)] {
        let motion = Motion::new((gap, 0.0), (approach, 1.0));
        let mut rate = [0.0];
        let stage = Stage::first(0.0, 1e-3);
        let efforts = element.respond(&stage, &motion, &[1e-4], &mut rate);
        assert_eq!((efforts, rate), ((0.0, 0.0), [-0.05]));
        assert_eq!(
            ContactState::of(&element, &stage, &motion, &[1e-4]).unwrap().mode,
            ContactMode::Separated
        );
    }
}

/// A pressing element with a memory of its own: a spring behind a damper.
#[derive(Debug)]
struct Creeping;
impl Impedance for Creeping {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1)
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(self);
    }
    fn respond(&self, _: &Stage, motion: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        rate[0] = motion.flow - 2.0 * z[0];
        -1e3 * z[0]
    }
    fn stored_energy(&self, _: &Motion<Line>, z: &[f64]) -> f64 {
        500.0 * z[0] * z[0]
    }
    fn stored_power(&self, _: &Motion<Line>, z: &[f64], rate: &[f64]) -> f64 {
        1e3 * z[0] * rate[0]
    }
}
impl Varying for Creeping {
    fn next_jump(&self, after: f64) -> Option<f64> {
        (after < 4.0).then_some(4.0)
    }
}

#[test]
fn any_impedance_presses_and_keeps_its_memory_apart() {
    let element = Pressed::<_, Plane, _>::builder().law(coulomb(0.5)).pressing(Creeping);
    let element = element.build().unwrap();
    assert_eq!(element.memory().len(), 3);
    let motion = Motion::new((0.0, Vector2::zeros()), (0.5, Vector2::new(3.0, 4.0)));
    let (state, mut rate) = ([-0.02, 0.0, 0.0], [f64::NAN; 3]);
    let (push, drag) = element.respond(&Stage::first(0.0, 0.0), &motion, &state, &mut rate);
    assert!(push == 20.0 && (drag + Vector2::new(6.0, 8.0)).norm() < 1e-14, "{drag}");
    assert!((Vector3::from(rate) - Vector3::new(0.54, 0.6, 0.8)).norm() < 1e-15, "{rate:?}");
    assert_eq!(element.stored_energy(&motion, &state), 500.0 * 4e-4);
    assert_eq!((next_jump_of(&element, 0.0), next_jump_of(&element, 4.0)), (Some(4.0), None));
    // It pulls: the port feels it, the friction does not.
    let (push, drag) =
        element.respond(&Stage::first(0.0, 0.0), &motion, &[0.02, 0.0, 0.0], &mut rate);
    assert_eq!((push, drag), (-20.0, Vector2::zeros()));
    let flows = |time: f64| ((9.0 * time).sin(), Vector2::new((5.0 * time).cos(), 0.3));
    assert!(drive(&element, 1e-4, 4000, flows).is_passive());
}

#[test]
fn a_broken_pressing_shows() {
    let element = pressed::<Line, _>(coulomb(0.5));
    let motion = Motion::new((f64::NAN, 0.0), (0.0, 1.0));
    let (push, drag) = element.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut [0.0]);
    assert!(push.is_nan() && drag.is_nan());
}

#[test]
fn a_source_is_refused() {
    let motor = stiction_core::impedance::from_fn::<Line, _>(|_, _| 5.0).as_source();
    let build = |_| Pressed::<_, Line, _>::builder().law(coulomb(0.5)).pressing(motor).build();
    assert_refuses("pressing", f64::NAN, build);
    assert_eq!(<Pair<Line, Line> as Domain>::Effort::LEN, 2);
}

/// The first component of the flow is that of the pressed port; a bristle of the law follows the others.
#[test]
fn variables_are_those_of_the_pressing_element_and_then_of_the_law() {
    let block = pressed::<Plane, _>(coulomb(0.5));
    assert_eq!(
        [0, 1, 2].map(|index| block.memory().deflects_along(index)),
        [Some(1), Some(2), None]
    );
    let name = Friction::<Plane>::memory(&coulomb(0.5)).name(1);
    assert_eq!(block.memory().name(1), name);
    // A pressing element with a variable of its own, and a fault.
    #[derive(Debug)]
    struct Bellows;
    impl Impedance for Bellows {
        type Domain = Line;
        fn memory(&self) -> Memory<'_> {
            Memory::others(1).told_by(self)
        }
        fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
            Some(self)
        }
        fn respond(&self, _: &Stage, _: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
            rate[0] = -z[0];
            z[0]
        }
    }
    impl ContactLaw<Line> for Bellows {
        fn fault(&self, stage: &Stage, _: &Motion<Line>) -> Option<ParameterError> {
            (stage.time > 1.0).then(|| ParameterError::new("Bellows", "pressure", 1.0, "must hold"))
        }
    }
    impl InternalVariables for Bellows {
        fn internal_name(&self, _: usize) -> VariableName {
            VariableName::new("pressure", "Pa")
        }
        fn deflects_along(&self, _: usize, _: Option<usize>) -> Option<usize> {
            None
        }
    }
    let block =
        Pressed::<_, Plane, _>::builder().law(coulomb(0.5)).pressing(Bellows).build().unwrap();
    assert_eq!(
        [0, 1, 2].map(|index| block.memory().deflects_along(index)),
        [None, Some(1), Some(2)]
    );
    assert_eq!(block.memory().name(0), VariableName::new("pressure", "Pa"));
    let fault = |time| block.fault(&Stage::at(time), &Motion::default());
    assert!(fault(0.0).is_none() && fault(2.0).is_some());
}

/// A law that does not describe its bristles has none: no step is judged by them.
#[test]
fn a_law_that_says_nothing_of_sticking_does_not_stick() {
    #[derive(Debug)]
    struct Drag;
    impl Friction<PlanarFrame> for Drag {
        fn memory(&self) -> Memory<'_> {
            Memory::NONE
        }
        fn rub(
            &self,
            _: &Stage,
            normal_force: f64,
            motion: &Motion<PlanarFrame>,
            _: &[f64],
            _: &mut [f64],
        ) -> PlanarWrench {
            PlanarWrench { force: motion.flow.linear * -normal_force, torque: 0.0 }
        }
    }
    let block = pressed::<PlanarFrame, _>(Drag);
    assert_eq!([1, 2, 3].map(|axis| block.resistance(1e-3, axis)), [None; 3]);
    assert_eq!(next_jump_of(&block, 0.0), None);
    // Nor is anything known of its margin.
    let motion =
        Motion::<Pair<Line, PlanarFrame>>::new((-1e-3, Default::default()), Default::default());
    let state = ContactState::of(&block, &Stage::at(0.0), &motion, &[]).unwrap();
    assert!(state.mode == ContactMode::Slip && state.margin.is_nan() && state.slip_speed.is_nan());
}
