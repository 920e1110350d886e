use approx::assert_relative_eq;
use proptest::prelude::*;

use super::*;
use crate::{Form, Given, Inputs, Parameter, ParameterError, Range, Value};

const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn at(signal: &Signal, time: f64) -> f64 {
    signal.at(&Stage::at(time))
}

fn jumps<const N: usize>(signal: &Signal, after: [f64; N]) -> [Option<f64>; N] {
    after.map(|after| signal.next_jump(after))
}

fn assert_refused<T: fmt::Debug>(built: Result<T, ParameterError>, parameter: &str) {
    let refused = built.unwrap_err();
    assert_eq!(refused.parameter, parameter, "{refused}");
}

/// Returns a ramp from 0 to 6 between 1 s and 3 s.
fn ramp() -> Ramp {
    Ramp::builder().to(6.0).start(1.0).duration(2.0).build().unwrap()
}

#[test]
fn parameters_are_checked() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_refused(Signal::every(bad, [1.0]), "interval");
    }
    for bad in NOT_FINITE {
        assert_refused(Samples::new([(bad, 1.0)], Interpolation::Lines), "time");
        assert_refused(Samples::new([(0.0, bad)], Interpolation::Lines), "value");
        assert_refused(Signal::closure(|_| 1.0).with_jumps([1.0, bad]), "jumps");
    }
    // The walk that refuses is one for all fields, see the tests of descriptions; the ranges are theirs.
    let tables = [
        Ramp::DESCRIPTION,
        SmoothStep::DESCRIPTION,
        Sine::DESCRIPTION,
        Square::DESCRIPTION,
        Chirp::DESCRIPTION,
    ];
    for field in tables.iter().flat_map(|table| table.fields) {
        let lasts = ["duration", "period"].contains(&field.name);
        assert_eq!(field.range, if lasts { Range::Positive } else { Range::Finite });
    }
    let order = Samples::new([(1.0, 0.0), (1.0, 0.0)], Interpolation::Steps);
    assert_refused(order, "time");
    assert_refused(Samples::new([], Interpolation::Steps), "number of samples");
}

proptest! {
    #[test]
    fn a_square_wave_changes_exactly_at_its_jumps(
        period in 1e-3..10.0, start in -5.0..5.0, from in -50.0..50.0_f64,
    ) {
        let square = Square::builder().mean(1.0).amplitude(2.0).period(period);
        let square = Signal::from(square.start(start).build().unwrap());
        let mut time = from;
        for _ in 0..20 {
            let next = square.next_jump(time).unwrap();
            prop_assert!(next > time && next <= time + 0.5 * period + 1e-12);
            let before = square.at(&Stage::at(next).of_step_from(time));
            prop_assert_eq!(before + at(&square, next), 2.0);
            time = next;
        }
    }
}

/// Before, within and after the change, on an interval that begins late.
#[test]
fn values_by_hand() {
    let ramp = Ramp::builder().from(1.0).to(5.0).start(3.0).duration(2.0).build().unwrap().into();
    assert_eq!([2.0, 3.0, 3.5, 4.0, 9.0].map(|time| at(&ramp, time)), [1.0, 1.0, 2.0, 3.0, 5.0]);
    let smooth = SmoothStep::builder().from(1.0).to(5.0).start(3.0).duration(2.0);
    let smooth = smooth.build().unwrap().into();
    // 3 s² − 2 s³ at s = 1/4 is 5/32.
    let expected = [1.0, 1.0 + 4.0 * 5.0 / 32.0, 3.0, 5.0];
    assert_eq!([2.0, 3.5, 4.0, 9.0].map(|time| at(&smooth, time)), expected);
    for signal in [&ramp, &smooth] {
        assert_eq!(jumps(signal, [0.0, 3.0, 4.0, 5.0]), [Some(3.0), Some(5.0), Some(5.0), None]);
    }
    let sine = Sine::builder().mean(0.5).amplitude(2.0).angular_frequency(3.0).phase(0.7);
    let sine = sine.build().unwrap().into();
    assert_relative_eq!(at(&sine, 0.4), 0.5 + 2.0 * 1.9_f64.sin(), epsilon = 1e-15);
    assert_eq!(sine.next_jump(0.0), None);
    let square = Square::builder().mean(1.0).amplitude(2.0).period(4.0).start(0.5);
    let square = square.build().unwrap().into();
    let found = [-1.0, 0.5, 2.0, 2.5, 4.5].map(|time| at(&square, time));
    assert_eq!(found, [-1.0, 3.0, 3.0, -1.0, 3.0]);
    assert_eq!(jumps(&square, [0.5, 2.4, 2.5]), [Some(2.5), Some(2.5), Some(4.5)]);
    let constant = Signal::from(3.0);
    assert_eq!((at(&constant, -1.0), constant.next_jump(0.0)), (3.0, None));
    assert_eq!([constant.constant(), ramp.constant()], [Some(3.0), None]);
}

/// The phase of a chirp is the integral of its frequency: `ω₀ t + (ω₁ − ω₀) t²/2T` while it changes.
#[test]
fn a_chirp_by_hand() {
    let chirp = Chirp::builder().amplitude(1.0).from(2.0).to(5.0).start(3.0).duration(2.0);
    let chirp = chirp.mean(0.25).build().unwrap().into();
    for (time, phase) in
        [(2.5, 2.0 * -0.5), (3.0, 0.0), (4.0, 2.0 + 0.25 * 3.0), (5.0, 4.0 + 3.0), (6.0, 7.0 + 5.0)]
    {
        assert_relative_eq!(at(&chirp, time), 0.25 + f64::sin(phase), epsilon = 1e-14);
    }
    assert_eq!(jumps(&chirp, [0.0, 3.0, 5.0]), [Some(3.0), Some(5.0), None]);
}

#[test]
fn samples_by_hand() {
    let list = [(1.0, 4.0), (2.0, 8.0), (4.0, 0.0)];
    let lines = Samples::new(list, Interpolation::Lines).unwrap();
    assert!(lines.samples().eq(list) && lines.between() == Interpolation::Lines);
    let lines = lines.into();
    let found = [0.0, 1.0, 1.25, 2.0, 2.5, 4.0, 9.0].map(|time| at(&lines, time));
    assert_eq!(found, [4.0, 4.0, 5.0, 8.0, 6.0, 0.0, 0.0]);
    let steps = Samples::new(list, Interpolation::Steps).unwrap().into();
    let found = [0.0, 1.0, 1.25, 2.0, 3.9, 4.0, 9.0].map(|time| at(&steps, time));
    assert_eq!(found, [4.0, 4.0, 4.0, 8.0, 8.0, 0.0, 0.0]);
    // A step that ends at a time still belongs to the value before it.
    let ends_there = Stage::at(2.0).of_step_from(1.9);
    assert_eq!((steps.at(&ends_there), lines.at(&ends_there)), (4.0, 8.0));
    for signal in [&lines, &steps] {
        assert_eq!(jumps(signal, [0.0, 1.0, 3.0, 4.0]), [Some(1.0), Some(2.0), Some(4.0), None]);
    }
    assert_eq!([&lines, &steps].map(|signal| signal.changes_in_steps()), [false, true]);
}

/// Nothing changes at the first of the times.
#[test]
fn steps_change_at_all_times_but_the_first() {
    let steps = Signal::steps([(1.0, 4.0), (2.0, 8.0), (4.0, 0.0)]).unwrap();
    assert_eq!([0.0, 1.0, 2.0, 4.0].map(|time| at(&steps, time)), [4.0, 4.0, 8.0, 0.0]);
    assert_eq!(jumps(&steps, [0.0, 1.0, 2.0, 4.0]), [Some(2.0), Some(2.0), Some(4.0), None]);
    let early = Signal::steps([(-3.0, 1.0), (-2.0, 2.0)]).unwrap();
    assert_eq!((at(&early, -9.0), early.next_jump(-2.5)), (1.0, Some(-2.0)));
    let every = Signal::every(0.5, [1.0, 2.0, 3.0]).unwrap();
    let last = Stage::first(0.5, 1e-4).of_step_from(0.4999);
    assert_eq!((every.at(&last), at(&every, 0.5), at(&every, 1.0)), (1.0, 2.0, 3.0));
    assert_eq!(Signal::every(0.5, [7.0]).unwrap().constant(), Some(7.0));
    assert_eq!(Signal::steps([(5.0, 7.0)]).unwrap().constant(), Some(7.0));
}

/// Jumps of the terms of a sum, and jumps that a later signal hides.
#[test]
fn jumps_of_combined_signals() {
    let step = |time, value| Samples::new([(time, value)], Interpolation::Steps).unwrap();
    let sum = Signal::from(Sum::new([step(3.0, 1.0), step(2.0, 4.0)]));
    assert_eq!(at(&sum, 9.0), 5.0);
    assert_eq!(jumps(&sum, [0.0, 2.0, 3.0]), [Some(2.0), Some(3.0), None]);
    assert!(sum.changes_in_steps());
    assert_eq!(at(&Sum::new::<Signal>([]).into(), 0.0), 0.0);
    let later = Ramp::builder().to(1.0).start(2.0).duration(5.0).build().unwrap();
    let sum = Signal::from(Sum::new([ramp(), later]));
    assert_eq!(at(&sum, 3.0), 6.2);
    let found = jumps(&sum, [0.0, 1.0, 2.0, 3.0, 7.0]);
    assert_eq!(found, [Some(1.0), Some(2.0), Some(3.0), Some(7.0), None]);
    assert!(!sum.changes_in_steps());
}

#[test]
fn pieces_change_with_the_step() {
    let signal = Signal::from(Piecewise::new(ramp(), [(2.5, 9.0)]).unwrap());
    // The last stage of the step that ends at the change still sees the ramp.
    assert_eq!(signal.at(&Stage::first(2.0, 0.5)), 3.0);
    let last = Stage::first(2.5, 0.5).of_step_from(2.0);
    assert_eq!(signal.at(&last), 4.5);
    assert_eq!(signal.at(&Stage::first(2.5, 0.1)), 9.0);
    // The ramp would end at 3, but it no longer holds then.
    assert_eq!(jumps(&signal, [0.0, 1.0, 2.5]), [Some(1.0), Some(2.5), None]);
    for times in [[1.0, 1.0], [2.0, 1.0], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
        assert_refused(Piecewise::new(ramp(), times.map(|time| (time, ramp()))), "time");
    }
}

#[test]
fn a_closure_sees_the_stage_and_declares_its_jumps() {
    let exact = Signal::closure(|stage| if stage.step_start < 4.0 { 1.0 } else { 2.0 });
    let exact = exact.with_jumps([4.0, 1.0, 4.0]).unwrap().with_jumps([2.0]).unwrap();
    assert_eq!(exact.jumps(), [1.0, 2.0, 4.0]);
    let exact = Signal::from(exact);
    assert_eq!(jumps(&exact, [0.0, 1.0, 4.0]), [Some(1.0), Some(2.0), None]);
    let paper = Signal::from(|time: f64| if time < 4.0 { 1.0 } else { 2.0 });
    let last = Stage::first(4.0, 1e-4).of_step_from(3.9999);
    assert_eq!((exact.at(&last), at(&exact, 4.0), paper.at(&last)), (1.0, 2.0, 2.0));
    assert_eq!((paper.next_jump(0.0), paper.constant()), (None, None));
    // No closure equals another.
    assert!(paper == paper.clone() && paper != Signal::from(|_: f64| 1.0));
}

#[test]
fn a_load_that_is_written_below_zero_is_refused() {
    let refused = |signal: Signal| NormalLoad::from(signal).refused();
    let ramp = |from, to| Ramp::builder().from(from).to(to).duration(1.0).build().unwrap();
    let found = [ramp(-1.0, 2.0), ramp(1.0, -2.0), ramp(0.0, 2.0)].map(|ramp| refused(ramp.into()));
    assert_eq!(found, [Some(-1.0), Some(-2.0), None]);
    let samples = Samples::new([(0.0, 1.0), (1.0, -3.0)], Interpolation::Lines).unwrap();
    assert_eq!(refused(samples.into()), Some(-3.0));
    let smooth = SmoothStep::builder().to(-4.0).duration(2.0).build().unwrap();
    assert_eq!(refused(Piecewise::new(1.0, [(1.0, smooth)]).unwrap().into()), Some(-4.0));
    let sine = Sine::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
    assert_eq!(refused(sine.into()), None);
    for force in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(force.into()).map(f64::to_bits), Some(force.to_bits()));
    }
    assert_eq!([0.0, 3.0].map(|force| refused(force.into())), [None, None]);
}

#[test]
fn what_lifts_is_no_load_below_zero() {
    let sine = || Sine::builder().amplitude(-2.0).angular_frequency(1.0).build().unwrap();
    let (given, lifting) = (NormalLoad::from(sine()), NormalLoad::lifting(sine()));
    let stages = [0.5, 4.0].map(Stage::at);
    let [below, above] = stages.map(|stage| given.at(&stage));
    assert!(below < 0.0 && above > 0.0);
    assert_eq!(stages.map(|stage| lifting.at(&stage)), [0.0, above]);
    assert_eq!(format!("{lifting:?}"), format!("lifting {:?}", Signal::from(sine())));
    assert!(NormalLoad::lifting(|_: f64| f64::NAN).at(&stages[0]).is_nan());
    // Where nothing below zero can be met, it is the same as one that does not.
    assert_eq!(NormalLoad::lifting(ramp()), NormalLoad::from(ramp()));
    assert_eq!(NormalLoad::lifting(2.0), NormalLoad::from(2.0));
    assert_eq!((lifting.signal(), lifting.constant()), (&sine().into(), None));
    assert_eq!(NormalLoad::from(ramp()).signal().next_jump(0.0), Some(1.0));
}

/// Returns the signal of a variant of the functions that files write, by its name and values.
fn of_function(name: &str, values: Vec<Value>) -> Result<Signal, String> {
    let Form::Choice(choice) = Function::form() else { panic!("{:?}", Function::form()) };
    let index = choice.variants.iter().position(|variant| variant.name == name).unwrap();
    let function = Value::Choice(index, values);
    let signal = Given::new(vec![Value::Choice(1, vec![function])]).take::<Signal>("signal");
    signal.map_err(|error| error.to_string())
}

#[test]
fn files_write_frequencies_in_hertz_or_in_radians() {
    let number = Value::Number;
    let sine = |frequency: [Value; 2]| {
        let frequency = Value::Record(frequency.into());
        of_function("sine", vec![Value::Absent, number(2.0), frequency])
    };
    let hertz = sine([number(0.5), Value::Absent]).unwrap();
    assert_relative_eq!(at(&hertz, 0.5), 2.0, epsilon = 1e-15);
    let angular = sine([Value::Absent, number(0.5)]).unwrap();
    assert_relative_eq!(at(&angular, 0.5), 2.0 * 0.25_f64.sin(), epsilon = 1e-15);
    for wrong in [[Value::Absent, Value::Absent], [number(0.5), number(0.5)]] {
        let said = "signal: needs one of `frequency` [Hz] and `angular_frequency` [rad/s]";
        assert_eq!(sine(wrong).unwrap_err(), said);
    }
    let chirp = |angular: Value| {
        let values = [Value::Absent, number(1.0), number(1.0), number(1.0), angular];
        let values = values.into_iter().chain([Value::Absent, number(1.0)]);
        of_function("chirp", values.collect()).unwrap()
    };
    assert_relative_eq!(at(&chirp(Value::Absent), 0.25), 1.0, epsilon = 1e-15);
    assert_relative_eq!(at(&chirp(Value::Flag(true)), 0.25), 0.25_f64.sin(), epsilon = 1e-15);
}

#[test]
fn what_files_write_is_checked_where_it_stands() {
    let number = Value::Number;
    let said = |name: &str, values| of_function(name, values).unwrap_err();
    let piece = |from| Value::Record(vec![number(from), Value::Choice(0, vec![number(1.0)])]);
    let pieces = Value::List(vec![piece(2.0), piece(2.0)]);
    assert_eq!(
        said("piecewise", vec![pieces]),
        "signal.pieces.1.from: must be finite and later than the one before, found 2"
    );
    for (name, key) in [("piecewise", "pieces"), ("sum", "of")] {
        let text = format!("signal.{key}: must not be empty");
        assert_eq!(said(name, vec![Value::List(vec![])]), text);
    }
    let none = "signal: Samples: number of samples = 0 must be at least 1";
    assert_eq!(said("samples", vec![]), none);
    let points = Value::List(vec![Value::Numbers(vec![0.0, 1.0])]);
    let named = vec![points, Value::Absent, Value::Text("t".to_owned())];
    assert_eq!(
        said("samples", named),
        "signal.time: `time` is for a `file`: `points` have no columns"
    );
}

#[test]
fn an_input_is_what_is_set_or_its_start() {
    let build = |name: &str, start| Input::builder().name(name).unit("N").start(start).build();
    let [push, pull] = [build("push", 1.5), build("pull", -2.0)].map(Result::unwrap);
    let mut inputs = Inputs::new([&push, &pull, &push]).unwrap();
    assert_eq!(inputs.declared().iter().map(Input::name).collect::<Vec<_>>(), ["pull", "push"]);
    let sum = Signal::from(Sum::new([Signal::from(push.clone()), pull.clone().into()]));
    let at = |inputs: &Inputs, time| {
        let stage = Stage::at(time).with_inputs(Some(inputs));
        [sum.at(&stage), sum.rate(&stage)]
    };
    assert_eq!([sum.at(&Stage::at(3.0)), at(&inputs, 3.0)[0]], [-0.5; 2]);
    inputs.set(inputs.place("push").unwrap(), 4.0, 3.0).unwrap();
    assert_eq!(at(&inputs, 3.0), [2.0, 0.0]);
    inputs.move_to(0, 2.0, 3.0, 0.5).unwrap();
    // From -2 to 2 in half a second.
    assert_eq!([3.0, 3.25, 3.5, 9.0].map(|time| at(&inputs, time)[0]), [2.0, 4.0, 6.0, 6.0]);
    assert_eq!([3.0, 3.25, 3.5, 9.0].map(|time| at(&inputs, time)[1]), [8.0, 8.0, 0.0, 0.0]);
    // The last stage of the step that ends there still sees it move.
    let last = Stage::at(3.5).of_step_from(3.4).with_inputs(Some(&inputs));
    assert_eq!([sum.at(&last), sum.rate(&last)], [6.0, 8.0]);
    assert_eq!([0.0, 3.4, 3.5].map(|after| inputs.next_jump(after)), [Some(3.0), Some(3.5), None]);
    assert_eq!(sum.inputs(), [&push, &pull]);
    // The names in a mechanism are those that its components say.
    let other = Signal::from(build("other", 7.0).unwrap());
    assert!(other.at(&Stage::at(0.0).with_inputs(Some(&inputs))).is_nan());
    assert_eq!(other.at(&Stage::at(0.0)), 7.0);
}

#[test]
fn inputs_that_cannot_be_are_refused() {
    let build = |start, unit: &str| Input::builder().name("push").unit(unit).start(start).build();
    let one = build(1.0, "N").unwrap();
    for other in [build(2.0, "N"), build(1.0, "kN")].map(Result::unwrap) {
        assert!(Inputs::new([&one, &other]).is_err());
    }
    let mut inputs = Inputs::new([&one]).unwrap();
    for bad in NOT_FINITE {
        assert_refused(inputs.set(0, bad, 0.0), "value");
        assert_refused(inputs.move_to(0, bad, 0.0, 1.0), "value");
        assert_refused(inputs.move_to(0, 1.0, 0.0, bad), "duration");
    }
    for bad in [-1.0, 1e-20] {
        assert_refused(inputs.move_to(0, 1.0, 1.0, bad), "duration");
    }
    assert_refused(inputs.set(1, 1.0, 0.0), "place");
    assert_refused(Inputs::default().set(0, 1.0, 0.0), "place");
    assert_eq!(inputs, Inputs::new([&one]).unwrap());
}

/// Only what oscillates between its jumps has a period.
#[test]
fn the_shortest_period_is_that_of_the_fastest_oscillation() {
    let sine =
        |omega: f64| Sine::builder().amplitude(2.0).angular_frequency(omega).build().unwrap();
    let period = |signal: Signal| signal.shortest_period();
    let tau = core::f64::consts::TAU;
    assert_eq!(period(sine(4.0).into()), Some(tau / 4.0));
    assert_eq!(period(sine(-4.0).into()), Some(tau / 4.0));
    let chirp = Chirp::builder().amplitude(1.0).from(3.0).to(-50.0).duration(1.0).build().unwrap();
    assert_eq!(period(chirp.clone().into()), Some(tau / 50.0));
    let sum = Sum::new([Signal::from(sine(4.0)), 1.0.into(), sine(400.0).into()]);
    assert_eq!(period(sum.into()), Some(tau / 400.0));
    let pieces =
        Piecewise::new(1.0, [(2.0, Signal::from(sine(7.0))), (3.0, chirp.into())]).unwrap();
    assert_eq!(period(pieces.into()), Some(tau / 50.0));
    let square = Square::builder().amplitude(1.0).period(1e-6).build().unwrap();
    let samples = Samples::new([(0.0, 1.0), (1e-6, 2.0)], Interpolation::Lines).unwrap();
    let none = [
        1.0.into(),
        square.into(),
        samples.into(),
        ramp().into(),
        sine(0.0).into(),
        Sine::builder().amplitude(0.0).angular_frequency(9.0).build().unwrap().into(),
        Signal::from(|time: f64| (1e9 * time).sin()),
    ];
    assert_eq!(none.map(period), [None; 7]);
}
