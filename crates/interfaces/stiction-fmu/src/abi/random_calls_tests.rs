//! Calls in any order, of both versions and both kinds, against the rules of the standard written a second time. Both
//! versions must write the same.

use core::ffi::{c_int, c_void};
use core::ptr::{null, null_mut};

use proptest::prelude::*;

use super::both::*;
use super::tests::{ERROR, Fmu, OK, PUSH, TIME, Told, X, get3, set3, step3};
use super::{fmi2, fmi3};
use crate::phase::Phase;
use crate::testing::BLOCK;

/// Status if there is no rate at the point of the solver, which may try another.
const DISCARD: c_int = 2;

/// A force that jumps, so that there are time events.
const JUMPING: &str = r#"connections.steps = { ports = "block", law = { type = "effort", effort = { type = "square", amplitude = 0.25, period = 0.0142 } } }
"#;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Version {
    Two,
    Three,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    CoSimulation,
    ModelExchange,
}

/// A call of an importer that ignores the rules.
#[derive(Clone, Copy, Debug)]
enum Call {
    Enter,
    Exit,
    /// From the time of the instance, if the first number is positive, and over a length \[s\].
    Step(f64, f64),
    Get(u32),
    Sticks(u32),
    Set(u32, f64),
    Save,
    Restore,
    Forget,
    Terminate,
    Reset,
    Unsupported,
    EnterEvent,
    Update,
    EnterContinuous,
    Completed,
    /// Time after the present one \[s\].
    Time(f64),
    /// Value of the states, and their number.
    States(f64, usize),
    /// Array to read, and its length.
    Read(Array, usize),
}

#[derive(Clone, Copy, Debug)]
enum Array {
    States,
    Rates,
    Nominals,
    Indicators,
}

fn numbers() -> impl Strategy<Value = f64> {
    let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-320, 1e300, f64::MAX];
    prop_oneof![4 => -10.0..10.0, 1 => prop::sample::select(odd.to_vec())]
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let references = || prop_oneof![0_u32..24, Just(u32::MAX)];
    let states = || prop_oneof![8 => Just(3_usize), 1 => 0_usize..6];
    let array = [Array::States, Array::Rates, Array::Nominals, Array::Indicators];
    let call = prop_oneof![
        3 => Just(Call::Enter),
        3 => Just(Call::Exit),
        5 => (0.0..3.0, 1e-5..0.01).prop_map(|(at, length)| Call::Step(at, length)),
        1 => (numbers(), numbers()).prop_map(|(at, length)| Call::Step(at, length)),
        3 => references().prop_map(Call::Get),
        2 => references().prop_map(Call::Sticks),
        3 => (references(), numbers()).prop_map(|(reference, value)| Call::Set(reference, value)),
        2 => Just(Call::Save),
        2 => Just(Call::Restore),
        1 => Just(Call::Forget),
        1 => Just(Call::Terminate),
        1 => Just(Call::Reset),
        1 => Just(Call::Unsupported),
        2 => Just(Call::EnterEvent),
        2 => Just(Call::Update),
        4 => Just(Call::EnterContinuous),
        2 => Just(Call::Completed),
        3 => (1e-5..0.01).prop_map(Call::Time),
        1 => numbers().prop_map(Call::Time),
        3 => (-1e-4..1e-4, states()).prop_map(|(value, count)| Call::States(value, count)),
        1 => (numbers(), states()).prop_map(|(value, count)| Call::States(value, count)),
        4 => (prop::sample::select(array.to_vec()), states())
            .prop_map(|(array, count)| Call::Read(array, count)),
    ];
    prop::collection::vec(call, 1..60)
}

/// Returns whether a call is allowed, and the mode after it, by chapters 3.2.3 and 4.2.4 of FMI 2.0.5.
fn rule(call: Call, kind: Kind, mode: Phase, has_state: bool) -> (bool, Phase) {
    use Phase::{Continuous, Event, Initialization, Instantiated, Stepping, Terminated};
    let exchange = kind == Kind::ModelExchange;
    let in_exchange = |allowed: &[Phase], then| (exchange && allowed.contains(&mode), then);
    match call {
        Call::Enter => (mode == Instantiated, Initialization),
        Call::Exit => (mode == Initialization, if exchange { Event } else { Stepping }),
        Call::Step(..) => (mode == Stepping, Stepping),
        Call::Get(_) | Call::Sticks(_) => (mode != Instantiated, mode),
        Call::Set(..) => (mode != Terminated, mode),
        Call::Save | Call::Forget => (true, mode),
        Call::Restore => (has_state, mode),
        Call::Terminate => ([Stepping, Event, Continuous].contains(&mode), Terminated),
        Call::Reset => (true, Instantiated),
        Call::Unsupported => (false, mode),
        Call::EnterEvent => in_exchange(&[Continuous], Event),
        Call::Update => in_exchange(&[Event], Event),
        Call::EnterContinuous => in_exchange(&[Event], Continuous),
        Call::Completed => in_exchange(&[Continuous], Continuous),
        Call::Time(_) => in_exchange(&[Event, Continuous], mode),
        Call::States(_, count) => (exchange && count == 3 && mode == Continuous, mode),
        Call::Read(array, count) => {
            let (expected, early) = match array {
                Array::States | Array::Rates => (3, false),
                Array::Nominals => (3, true),
                Array::Indicators => (0, true),
            };
            (exchange && count == expected && (early || mode != Instantiated), mode)
        }
    }
}

/// Returns whether an allowed call may still be refused, for its arguments or for the values of the states.
fn may_fail(call: Call) -> bool {
    matches!(
        call,
        Call::Step(..)
            | Call::Get(_)
            | Call::Sticks(_)
            | Call::Set(..)
            | Call::Time(_)
            | Call::States(..)
            | Call::Forget
    )
}

/// Returns whether the call sets a value that no mechanism has, or a parameter that this one cannot have (a mass
/// of zero); later calls may then be refused.
fn is_odd(call: Call) -> bool {
    let odd = |value: f64| !(value.is_finite() && value.abs() <= 10.0);
    match call {
        Call::Set(reference, value) => reference != PUSH || odd(value),
        Call::Time(value) | Call::States(value, _) => odd(value),
        Call::Step(at, length) => odd(at) || odd(length),
        _ => false,
    }
}

struct Importer {
    version: Version,
    instance: *mut c_void,
    state: *mut c_void,
    /// The numbers that the last call wrote, as bits.
    wrote: Vec<u64>,
}

impl Importer {
    fn make(fmu: &Fmu, told: &Told, version: Version, kind: Kind) -> Self {
        let instance = match (version, kind) {
            (Version::Two, Kind::CoSimulation) => fmu.v2(1, null()),
            (Version::Two, Kind::ModelExchange) => fmu.v2(0, null()),
            (Version::Three, Kind::CoSimulation) => fmu.v3(told),
            (Version::Three, Kind::ModelExchange) => fmu.v3_exchange(told),
        };
        assert!(!instance.is_null(), "{told:?}");
        Self { version, instance, state: null_mut(), wrote: vec![] }
    }

    /// Returns the function, or the value, of this version out of those of both.
    fn own<T>(&self, [two, three]: [T; 2]) -> T {
        if self.version == Version::Two { two } else { three }
    }

    fn get(&self, reference: u32) -> (c_int, f64) {
        if self.version == Version::Three {
            return get3(self.instance, reference);
        }
        let mut value = f64::NAN;
        // SAFETY: one value reference, one value.
        let status = unsafe { fmi2::fmi2GetReal(self.instance, &reference, 1, &mut value) };
        (status, value)
    }

    fn set(&self, reference: u32, value: f64) -> c_int {
        if self.version == Version::Three {
            return set3(self.instance, reference, value);
        }
        // SAFETY: one value reference, one value.
        unsafe { fmi2::fmi2SetReal(self.instance, &reference, 1, &value) }
    }

    fn call(&mut self, call: Call) -> c_int {
        self.wrote.clear();
        let (instance, (_, now)) = (self.instance, self.get(TIME));
        // SAFETY: one value reference and one value, a place for a state, arrays of the lengths given.
        unsafe {
            match call {
                Call::Enter if self.version == Version::Three => {
                    fmi3::fmi3EnterInitializationMode(instance, 0, 0.0, 0.0, 0, 0.0)
                }
                Call::Enter => match fmi2::fmi2SetupExperiment(instance, 0, 0.0, 0.0, 0, 0.0) {
                    OK => fmi2::fmi2EnterInitializationMode(instance),
                    status => status,
                },
                Call::Exit => {
                    self.own([fmi2ExitInitializationMode, fmi3ExitInitializationMode])(instance)
                }
                Call::Step(at, length) => {
                    let (at, length) = step_of(at, length, now);
                    match self.version {
                        Version::Two => fmi2::fmi2DoStep(instance, at, length, 1),
                        Version::Three => step3(instance, at, length),
                    }
                }
                Call::Get(reference) => {
                    let (status, value) = self.get(reference);
                    self.wrote.push(value.to_bits());
                    status
                }
                Call::Sticks(reference) => {
                    let (mut two, mut three) = (7, 7);
                    let status = match self.version {
                        Version::Two => fmi2::fmi2GetBoolean(instance, &reference, 1, &mut two),
                        Version::Three => {
                            fmi3::fmi3GetBoolean(instance, &reference, 1, &mut three, 1)
                        }
                    };
                    let value = self.own([two, three.into()]);
                    assert!(status != OK || [0, 1].contains(&value), "{value}");
                    self.wrote.push(u64::from(value != 0));
                    status
                }
                Call::Set(reference, value) => self.set(reference, value),
                Call::Save => {
                    self.own([fmi2GetFMUstate, fmi3GetFMUState])(instance, &mut self.state)
                }
                Call::Restore => self.own([fmi2SetFMUstate, fmi3SetFMUState])(instance, self.state),
                Call::Forget => {
                    self.own([fmi2FreeFMUstate, fmi3FreeFMUState])(instance, &mut self.state)
                }
                Call::Terminate => self.own([fmi2Terminate, fmi3Terminate])(instance),
                Call::Reset => self.own([fmi2Reset, fmi3Reset])(instance),
                Call::Unsupported => {
                    self.own([fmi2::fmi2CancelStep, fmi3::fmi3EnterConfigurationMode])(instance)
                }
                Call::EnterEvent => self.own([fmi2EnterEventMode, fmi3EnterEventMode])(instance),
                Call::Update => {
                    let (mut info, mut flags, mut time) =
                        (fmi2::EventInfo::default(), [0; 5], f64::NAN);
                    let status = match self.version {
                        Version::Two => fmi2::fmi2NewDiscreteStates(instance, &mut info),
                        Version::Three => {
                            flags = [9; 5];
                            let [a, b, c, d, defined] = &mut flags;
                            fmi3::fmi3UpdateDiscreteStates(instance, a, b, c, d, defined, &mut time)
                        }
                    };
                    let is_known = info.next_event_time_defined != 0 || flags[4] != 0;
                    let next = is_known.then_some(self.own([info.next_event_time, time]));
                    let is_told = flags[..4] == [0; 4] && next.is_none_or(|next| next > now);
                    assert!(status != OK || is_told, "{info:?} {flags:?} {next:?} {now}");
                    self.wrote.extend(next.map(f64::to_bits));
                    status
                }
                Call::EnterContinuous => {
                    self.own([fmi2EnterContinuousTimeMode, fmi3EnterContinuousTimeMode])(instance)
                }
                Call::Completed => {
                    let (mut two, mut three) = ([9; 2], [9; 2]);
                    let ([event2, end2], [event3, end3]) = (&mut two, &mut three);
                    let status = match self.version {
                        Version::Two => {
                            fmi2::fmi2CompletedIntegratorStep(instance, 1, event2, end2)
                        }
                        Version::Three => {
                            fmi3::fmi3CompletedIntegratorStep(instance, 1, event3, end3)
                        }
                    };
                    let [event, end] = self.own([two, three.map(c_int::from)]);
                    assert!(status != OK || ([0, 1].contains(&event) && end == 0), "{event} {end}");
                    self.wrote.push(u64::from(event != 0));
                    status
                }
                Call::Time(after) => self.own([fmi2SetTime, fmi3SetTime])(instance, now + after),
                Call::States(value, count) => {
                    let values = vec![value; count];
                    let set = self.own([fmi2SetContinuousStates, fmi3SetContinuousStates]);
                    set(instance, values.as_ptr(), count)
                }
                Call::Read(array, count) => {
                    let read: [Read; 2] = match array {
                        Array::States => [fmi2GetContinuousStates, fmi3GetContinuousStates],
                        Array::Rates => [fmi2GetDerivatives, fmi3GetContinuousStateDerivatives],
                        Array::Nominals => {
                            [fmi2GetNominalsOfContinuousStates, fmi3GetNominalsOfContinuousStates]
                        }
                        Array::Indicators => [fmi2GetEventIndicators, fmi3GetEventIndicators],
                    };
                    self.read(self.own(read), count)
                }
            }
        }
    }

    /// Reads an array and checks that, if it is granted, it is written whole and finite.
    fn read(&mut self, read: Read, count: usize) -> c_int {
        let mut values = vec![f64::NAN; count];
        // SAFETY: `values` has room for `count` numbers.
        let status = unsafe { read(self.instance, values.as_mut_ptr(), count) };
        assert!(status != OK || values.iter().all(|value| value.is_finite()), "{values:?}");
        self.wrote.extend(values.into_iter().map(f64::to_bits));
        status
    }
}

impl Drop for Importer {
    fn drop(&mut self) {
        match self.version {
            Version::Two => fmi2::fmi2FreeInstance(self.instance),
            Version::Three => fmi3::fmi3FreeInstance(self.instance),
        }
    }
}

/// Returns the start and the length of a step \[s\].
fn step_of(at: f64, length: f64, now: f64) -> (f64, f64) {
    // A very long step would take for ever.
    let length = if length > 10.0 && length.is_finite() { -length } else { length };
    (if at > 0.0 { now } else { at }, length)
}

type Read = unsafe extern "C" fn(*mut c_void, *mut f64, usize) -> c_int;

/// The status of a call, and the numbers that it wrote.
type Answer = (c_int, Vec<u64>);

/// Makes calls and returns the answers, or the first call that was answered against the rules.
fn by_the_rules(
    fmu: &Fmu,
    (version, kind): (Version, Kind),
    calls: &[Call],
    rule: impl Fn(Call, Kind, Phase, bool) -> (bool, Phase),
) -> Result<Vec<Answer>, Call> {
    let told = Told::default();
    let mut importer = Importer::make(fmu, &told, version, kind);
    let (mut mode, mut kept, mut was_odd) = (Phase::Instantiated, Phase::Instantiated, false);
    let mut answers = vec![];
    for &call in calls {
        let (is_allowed, then) = rule(call, kind, mode, !importer.state.is_null());
        let status = importer.call(call);
        assert!([OK, DISCARD, ERROR].contains(&status), "{call:?}: {status}");
        was_odd |= is_odd(call);
        let is_refused = status != OK;
        if (!is_refused && !is_allowed)
            || (is_refused && is_allowed && !may_fail(call) && !was_odd)
            || (status == DISCARD && !matches!(call, Call::Read(Array::Rates, _)))
        {
            return Err(call);
        }
        answers.push((status, if is_refused { vec![] } else { importer.wrote.clone() }));
        match (status, call) {
            (OK, Call::Save) => kept = mode,
            (OK, Call::Restore) => mode = kept,
            (OK, _) => mode = then,
            // A refused call changed nothing; after a failed step the instance is reset.
            (_, Call::Step(..)) if mode == Phase::Stepping && importer.set(PUSH, 0.0) != OK => {
                assert_eq!(importer.call(Call::Reset), OK);
                mode = Phase::Instantiated;
            }
            _ => {}
        }
    }
    Ok(answers)
}

/// As [`by_the_rules`], with both versions, which must give the same answers.
fn by_both(fmu: &Fmu, kind: Kind, calls: &[Call]) -> Result<Vec<Answer>, Call> {
    let two = by_the_rules(fmu, (Version::Two, kind), calls, rule)?;
    let three = by_the_rules(fmu, (Version::Three, kind), calls, rule)?;
    assert_eq!(two, three);
    Ok(two)
}

fn jumping() -> Fmu {
    Fmu::of(&BLOCK.replace("record.columns", &format!("{JUMPING}record.columns")))
}

/// Runs `PROPTEST_CASES` cases, two hundred by default.
fn config() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if asked { config } else { ProptestConfig { cases: 200, ..config } }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn calls_in_any_order_are_answered_by_the_rules(calls in calls()) {
        let fmu = jumping();
        for kind in [Kind::CoSimulation, Kind::ModelExchange] {
            let found = by_both(&fmu, kind, &calls);
            prop_assert!(found.is_ok(), "{kind:?}: {found:?}");
        }
    }
}

#[test]
fn machines_with_other_rules_would_be_noticed() {
    let fmu = jumping();
    let found = |kind, calls: &[Call], wrong: Phase| {
        [Version::Two, Version::Three].map(|version| {
            let wrong = |call, kind, mode, has_state| {
                let (is_allowed, then) = rule(call, kind, mode, has_state);
                (is_allowed && mode != wrong, then)
            };
            by_the_rules(&fmu, (version, kind), calls, wrong).err()
        })
    };
    // The controls: rules that allow nothing in one of the modes are contradicted.
    let calls = [Call::Enter, Call::Exit, Call::Step(1.0, 1e-3)];
    for found in found(Kind::CoSimulation, &calls, Phase::Stepping) {
        assert!(matches!(found, Some(Call::Step(..))), "{found:?}");
    }
    let calls = [
        Call::Enter,
        Call::Exit,
        Call::Update,
        Call::EnterContinuous,
        Call::Time(1e-3),
        Call::States(1e-5, 3),
        Call::Read(Array::Rates, 3),
        Call::Completed,
        Call::EnterEvent,
        Call::Terminate,
    ];
    for found in found(Kind::ModelExchange, &calls, Phase::Continuous) {
        assert!(matches!(found, Some(Call::Time(_))), "{found:?}");
    }
    // So are rules that allow the calls of the other kind.
    for version in [Version::Two, Version::Three] {
        let calls = [Call::Enter, Call::Exit, Call::Update];
        let found =
            by_the_rules(&fmu, (version, Kind::CoSimulation), &calls, |call, _, mode, _| {
                let mode = if mode == Phase::Stepping { Phase::Event } else { mode };
                rule(call, Kind::ModelExchange, mode, false)
            });
        assert!(matches!(found, Err(Call::Update)), "{found:?}");
    }
}

/// 3 N against 5 N of friction; 1 N bends a bristle of 1e5 N/m by 10 um.
#[test]
fn both_versions_write_the_numbers_of_the_block() {
    let fmu = Fmu::of(BLOCK);
    let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    let begin = [Call::Enter, Call::Exit];
    let calls = [Call::Update, Call::EnterContinuous, Call::Time(0.25), Call::States(2.0, 3)];
    let reads = [Call::Read(Array::Rates, 3), Call::Read(Array::Nominals, 3), Call::Completed];
    let calls = [&begin[..], &calls, &reads].concat();
    let answers = by_both(&fmu, Kind::ModelExchange, &calls).unwrap();
    // It slides, and the bristle is bent far beyond its limit: (5 N - 2e5 N)/400 N s/m.
    let expected = [bits(&[2.0, -2.0, -199_995.0 / 400.0]), bits(&[1.0, 1.0, 1e-5]), vec![1]];
    assert_eq!(answers[6..].iter().map(|(_, wrote)| wrote.clone()).collect::<Vec<_>>(), expected);
    // Pushed with more than its friction, it slides.
    let step = |k: u32| [Call::Set(PUSH, f64::from(k)), Call::Step(1.0, 0.0625), Call::Get(X)];
    let steps: Vec<Call> = (0..10).flat_map(step).collect();
    let answers = by_both(&fmu, Kind::CoSimulation, &[&begin[..], &steps].concat()).unwrap();
    assert!(f64::from_bits(answers[31].1[0]) > 0.05, "{answers:?}");
}
