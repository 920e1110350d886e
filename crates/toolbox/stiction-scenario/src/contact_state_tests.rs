//! The contact state of every law that a file can name (sticking, margin, slip speed) agrees with itself and with the
//! effort of the law.

use std::collections::BTreeSet;
use stiction_core::contact_state::is_friction;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use stiction_core::contact_state::slowest_slip;
use stiction_core::{
    AnyLaw, ContactLaw, ContactMode, ContactState, Domain, Effort, Flat, Impedance, Line, Memory,
    Motion, PlanarFrame, Plane, Shaft, Space, SpatialFrame, Stage,
};

use crate::Scenario;
use crate::census_tests::everything;
use crate::surroundings::Surroundings;

/// Returns the laws of the file with everything that stand on a port of this domain, with their tags.
fn laws<D: Domain>(scenario: &Scenario) -> Vec<(String, AnyLaw<D>)> {
    let around = Surroundings { folder: scenario.own_folder(), until: scenario.solver.until };
    let laws = scenario.connections.values().map(|connection| &connection.law);
    laws.filter_map(|law| Some((law.tag().to_owned(), law.build::<D>(around).ok()?))).collect()
}

/// Numbers of sizes from 1e-9 to 10 and of both signs, and zeros: for firm sticking and for fast slip.
fn numbers() -> impl Strategy<Value = Vec<f64>> {
    let number = (-9.0..1.0_f64, -1.0..1.0_f64, prop::bool::weighted(0.2));
    let number = number.prop_map(
        |(power, sign, is_zero)| {
            if is_zero { 0.0 } else { sign.signum() * 10_f64.powf(power) }
        },
    );
    prop::collection::vec(number, 16)
}

/// Returns a state of a law: pressed in by 0.1 mm if possible, with flows, and deflections of at most `bent`.
fn moment<D: Domain>(
    flows: &[f64],
    bristles: &[f64],
    bent: f64,
    len: usize,
) -> (Motion<D>, Vec<f64>) {
    let pose = |name: &&str| match *name {
        "qw" => 1.0,
        "z" => -1e-4,
        _ => 0.0,
    };
    let poses = D::POSE_NAMES.iter().map(pose);
    let all: Vec<f64> = poses.chain(flows.iter().copied().cycle()).take(Motion::<D>::LEN).collect();
    let internal = bristles.iter().cycle().map(|z| bent * z).take(len).collect();
    (Flat::load(&all), internal)
}

/// Returns the first contradiction in the contact state of a law, if there is one.
fn wrong<D: Domain>(
    law: &dyn Impedance<Domain = D>,
    stage: &Stage,
    (motion, internal): &(Motion<D>, Vec<f64>),
) -> Option<String> {
    let state = ContactState::of(law, stage, motion, internal)?;
    let ContactState { mode, margin, slip_speed, .. } = state;
    let says = |what: &str| Some(format!("{what}: {state:?}"));
    if !(0.0..=1.0).contains(&margin) {
        return says("the margin is no share");
    }
    if mode == ContactMode::Separated {
        return if (margin, slip_speed) == (0.0, 0.0) { None } else { says("it touches nothing") };
    }
    if !(slip_speed >= 0.0 && (slip_speed == 0.0) == state.sticks()) {
        return says("it sticks if and only if it does not slip");
    }
    // The bristles of a point are along its own axes; those of a pad are elsewhere.
    if D::FLOW_NAMES.iter().any(|name| name.starts_with('w'))
        || D::FLOW_NAMES.len() > 1 && D::FLOW_NAMES.contains(&"rate")
    {
        return None;
    }
    let mut rate = vec![0.0; internal.len()];
    let effort = law.respond(stage, motion, internal, &mut rate);
    let mut flow = vec![0.0; D::Flow::LEN];
    motion.flow.store(&mut flow);
    let slip = slowest_slip(&flow, &rate, |index| law.memory().deflects_along(index));
    if slip.is_some_and(|slip| (slip == 0.0) != state.sticks()) {
        return says("its bristles do another thing");
    }
    let mut effort_of = vec![0.0; D::Flow::LEN];
    effort.store(&mut effort_of);
    // The third component may be the normal force, not friction.
    let presses = effort_of.len() == 3 && state.normal_force == Some(effort_of[2]);
    let along = if presses { 2 } else { flow.len() };
    let has_effort = effort_of[..along].iter().any(|f| *f != 0.0);
    (!has_effort && state.sticks() && margin != 1.0 && margin != 0.0)
        .then(|| format!("nothing is borne: {state:?}"))
}

/// Judges every friction law on a port of this domain, and adds its tag.
fn judge<D: Domain>(scenario: &Scenario, tags: &mut BTreeSet<String>) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(64));
    for (tag, law) in laws::<D>(scenario) {
        let silent = ContactState::of(
            &law,
            &Stage::first(0.0, 1e-4),
            &moment::<D>(&[0.0], &[0.0], 0.0, law.memory().len()).0,
            &vec![0.0; law.memory().len()],
        );
        assert_eq!(silent.is_some(), is_friction(&law), "{tag}");
        if !is_friction(&law) {
            continue;
        }
        let drawn = (numbers(), numbers(), 0.0..1e-3_f64);
        let checked = runner.run(&drawn, |(flows, bristles, tau)| {
            let at = moment::<D>(&flows, &bristles, 1e-2, law.memory().len());
            let stage = Stage::first(0.0, tau);
            prop_assert_eq!(wrong(&*law, &stage, &at), None, "{} {:?}", tag, at);
            Ok(())
        });
        checked.unwrap_or_else(|error| panic!("{tag} on a {}: {error}", D::NAME));
        tags.insert(tag);
    }
}

#[test]
fn every_law_answers_the_same_question() {
    let (_folder, scenario) = everything();
    let mut tags = BTreeSet::new();
    judge::<Line>(&scenario, &mut tags);
    judge::<Shaft>(&scenario, &mut tags);
    judge::<Plane>(&scenario, &mut tags);
    judge::<Space>(&scenario, &mut tags);
    judge::<PlanarFrame>(&scenario, &mut tags);
    judge::<SpatialFrame>(&scenario, &mut tags);
    let all = "amended_lugre coulomb coulomb_contact dahl directional_gsat distributed_patch elasto_plastic \
               ellipsoid_contact elliptic_contact gsat limit_set limit_set_contact lugre lugre_contact maxwell_slip \
               pyramid_contact rate_dependent_gsat reduced_patch stick_slip_patch thermal_gsat threshold";
    assert_eq!(tags.into_iter().collect::<Vec<_>>().join(" "), all);
}

/// A law whose contact state is wrong.
#[derive(Debug)]
struct Liar(AnyLaw<Line>, fn(ContactState) -> ContactState);
impl Impedance for Liar {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(self.0.memory().len())
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Line>,
        z: &[f64],
        rate: &mut [f64],
    ) -> Effort<Line> {
        self.0.respond(stage, motion, z, rate)
    }
}
impl ContactLaw<Line> for Liar {
    fn state(&self, stage: &Stage, motion: &Motion<Line>, z: &[f64]) -> Option<ContactState> {
        ContactState::of(&self.0, stage, motion, z).map(self.1)
    }
}

/// The control: each of these wrong answers is noticed.
#[test]
fn wrong_answers_are_noticed() {
    use stiction_friction::GsatFriction;
    type Lie = fn(ContactState) -> ContactState;
    let lies: [(Lie, &str); 5] = [
        (|state| state, "None"),
        (|_| ContactState::touching(0.0, 0.0), "its bristles do another thing"),
        (|state| ContactState { margin: state.margin - 0.1, ..state }, "the margin is no share"),
        (|state| ContactState { slip_speed: 0.0, ..state }, "if and only if"),
        (|state| ContactState { mode: ContactMode::Stick, ..state }, "if and only if"),
    ];
    for (lie, expected) in lies {
        let law = GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0);
        let law = Liar(Box::new(law.build().unwrap()), lie);
        let found = wrong(&law, &Stage::first(0.0, 1e-4), &(Motion::new(0.0, 1.0), vec![0.0]));
        assert!(format!("{found:?}").contains(expected), "{found:?}");
    }
}
