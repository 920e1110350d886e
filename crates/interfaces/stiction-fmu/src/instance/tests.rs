use super::*;
use crate::saved::Saved;
use crate::testing::{BLOCK, file};

/// Stick-slip on a belt with an input, so that it also moves if the input is zero.
pub(super) const BELT: &str = r#"schema_version = 1
solver = { step = 1e-3, until = 10.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
drives.belt = { type = "constant_velocity", velocity = 0.1 }
connections.spring = { ports = "block", law = { type = "spring_damper", stiffness = 2.0 } }
connections.friction = { ports = ["block", "belt"], map = { type = "between" }, law = { type = "gsat", stiffness = 1e3, damping = 10.0, limit = 1.0 } }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", unit = "N" } } }
connections.shake = { ports = "block", law = { type = "effort", effort = { type = "sine", amplitude = 0.5, frequency = 3.0 } } }
connections.steps = { ports = "block", law = { type = "effort", effort = { type = "square", amplitude = 0.25, period = 1.4142 } } }
"#;

pub(super) fn started(text: &str) -> Instance {
    begun(Instance::of(file(text)).unwrap())
}

/// Initializes an instance.
pub(super) fn begun(mut instance: Instance) -> Instance {
    instance.set_up(0.0, None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

pub(super) fn reference(instance: &Instance, name: &str) -> u32 {
    let place = instance.model().variables.iter().position(|variable| variable.name == name);
    u32::try_from(place.unwrap_or_else(|| panic!("no {name}"))).unwrap()
}

pub(super) fn read(instance: &mut Instance, name: &str) -> f64 {
    let (reference, mut value) = (reference(instance, name), [f64::NAN]);
    instance.numbers(&[reference], &mut value).unwrap();
    value[0]
}

pub(super) fn set(instance: &mut Instance, name: &str, value: f64) -> Result<(), InstanceError> {
    let reference = reference(instance, name);
    instance.set_numbers(&[reference], &[value])
}

pub(super) fn sticks(instance: &mut Instance) -> bool {
    let (reference, mut value) = (reference(instance, "friction.sticks"), [false]);
    instance.booleans(&[reference], &mut value).unwrap();
    value[0]
}

/// Returns the bits of all computed variables.
fn all(instance: &mut Instance) -> Vec<u64> {
    let variables = instance.model().variables.iter().enumerate();
    let numbers = variables.filter(|(_, one)| matches!(one.role, Role::Output(..)));
    let references: Vec<u32> = numbers.map(|(i, _)| u32::try_from(i).unwrap()).collect();
    let mut values = vec![f64::NAN; references.len()];
    instance.numbers(&references, &mut values).unwrap();
    values.into_iter().map(f64::to_bits).collect()
}

/// Steps by an interval up to a time, adding up the times as an importer does.
fn run(instance: &mut Instance, interval: f64, until: f64) {
    let (mut k, begin) = (0_u32, instance.state.now);
    loop {
        let end = begin + f64::from(k + 1) * interval;
        if end > until + 1e-9 {
            break;
        }
        let now = begin + f64::from(k) * interval;
        instance.step(now, end - now).unwrap();
        k += 1;
    }
}

#[test]
fn a_run_has_the_bits_of_the_engine() {
    let mut instance = started(BELT);
    let (mut sim, channels) = build(&file(BELT).scenario().unwrap()).unwrap();
    run(&mut instance, 1e-2, 3.0);
    sim.run_until(3.0).unwrap();
    let mut row = vec![];
    channels.iter().for_each(|group| group.read(&sim.frame(), &mut row).unwrap());
    let names: Vec<String> = channels.iter().flat_map(|group| group.names().to_vec()).collect();
    assert!(names.len() > 10);
    // Whether friction sticks is a Boolean, which has its own test.
    for (name, value) in names.iter().zip(row).filter(|(name, _)| !name.ends_with(".sticks")) {
        let own = name.strip_prefix("input.").unwrap_or(name);
        assert_eq!(read(&mut instance, own).to_bits(), value.to_bits(), "{name}");
    }
}

#[test]
fn the_communication_interval_changes_no_bit_of_the_motion() {
    // 2.331 s is a multiple of all of them; the load jumps in between, off every grid.
    let at_end = |interval: f64| {
        let mut instance = started(BELT);
        run(&mut instance, interval, 2.331);
        assert!((instance.state.now - 2.331).abs() < 1e-9, "{}", instance.state.now);
        all(&mut instance)
    };
    let expected = at_end(1e-3);
    for interval in [1e-3 / 3.0, 0.777e-3, 1.11e-4, 2.331] {
        assert_eq!(at_end(interval), expected, "{interval}");
    }
}

#[test]
fn without_going_back_to_the_grid_the_interval_would_change_bits() {
    // The control: the engine's own runs to the same times, each with a shortened last step.
    let at_end = |interval: f64| {
        let (mut sim, _) = build(&file(BELT).scenario().unwrap()).unwrap();
        let count = (2.331 / interval).round() as u32;
        (1..=count).for_each(|k| sim.run_until(f64::from(k) * interval).unwrap());
        sim.state().values()[0]
    };
    let difference = (at_end(0.777e-3) - at_end(1e-3)).abs();
    assert!(difference > 1e-12, "{difference}");
}

#[test]
fn between_two_steps_outputs_are_those_of_a_short_step() {
    let mut instance = started(BELT);
    instance.step(0.0, 0.0123).unwrap();
    let (mut sim, _) = build(&file(BELT).scenario().unwrap()).unwrap();
    sim.run_until(0.012).unwrap();
    let on_grid = sim.state().values()[0];
    sim.run_until(0.0123).unwrap();
    assert_eq!(read(&mut instance, "block.x"), sim.state().values()[0]);
    assert_eq!(read(&mut instance, "time"), 0.0123);
    assert_ne!(read(&mut instance, "block.x"), on_grid);
}

#[test]
fn an_input_jumps_where_it_is_set_on_the_grid_or_off_it() {
    // The reference is a loop over the engine, which ends a step wherever an input is set.
    for interval in [1e-2, 0.777e-3] {
        let mut instance = started(BELT);
        let (mut sim, _) = build(&file(BELT).scenario().unwrap()).unwrap();
        let push = sim.input("push").unwrap();
        for k in 0..500_u32 {
            let value = f64::from(k % 7) - 3.0;
            set(&mut instance, "push", value).unwrap();
            sim.set_input(push, value).unwrap();
            let [now, end] = [k, k + 1].map(|k| f64::from(k) * interval);
            instance.step(now, end - now).unwrap();
            sim.run_until(now + (end - now)).unwrap();
            assert_eq!(read(&mut instance, "block.x").to_bits(), sim.state().values()[0].to_bits());
        }
    }
}

#[test]
fn setting_the_same_value_again_is_no_jump() {
    let [mut set_often, mut set_once] = [started(BELT), started(BELT)];
    set(&mut set_once, "push", 0.5).unwrap();
    for k in 0..300_u32 {
        let [now, end] = [k, k + 1].map(|k| f64::from(k) * 0.777e-3);
        // Setting it and back between two steps changes nothing either.
        set(&mut set_often, "push", -1.0).unwrap();
        set(&mut set_often, "push", 0.5).unwrap();
        set_often.step(now, end - now).unwrap();
        set_once.step(now, end - now).unwrap();
    }
    assert_eq!(all(&mut set_often), all(&mut set_once));
    // The control: another value does change the motion.
    set(&mut set_often, "push", 0.75).unwrap();
    for one in [&mut set_often, &mut set_once] {
        one.step(one.state.now, 0.1).unwrap();
    }
    assert_ne!(all(&mut set_often), all(&mut set_once));
}

#[test]
fn a_state_goes_on_with_the_same_bits_also_between_two_steps_and_elsewhere() {
    for at in [0.5, 0.500_37] {
        let mut instance = started(BELT);
        set(&mut instance, "push", 0.25).unwrap();
        instance.step(0.0, at).unwrap();
        let saved = instance.save().unwrap();
        let here = all(&mut instance);
        let bytes = saved.to_bytes().unwrap();
        let go_on = |instance: &mut Instance| {
            instance.step(at, 1.0 - at).unwrap();
            all(instance)
        };
        let expected = go_on(&mut instance);
        instance.restore(&saved).unwrap();
        assert_eq!((all(&mut instance), instance.state.now), (here, at));
        assert_eq!(go_on(&mut instance), expected);
        let mut other = Instance::of(file(BELT)).unwrap();
        other.restore(&Saved::from_bytes(&bytes).unwrap()).unwrap();
        assert_eq!(other.phase(), Phase::Stepping);
        assert_eq!(go_on(&mut other), expected);
    }
}

#[test]
fn a_state_brings_its_parameters_along() {
    let mut instance = Instance::of(file(BLOCK)).unwrap();
    set(&mut instance, "connections.friction.law.limit", 2.0).unwrap();
    let mut instance = begun(instance);
    instance.step(0.0, 0.1).unwrap();
    let saved = instance.save().unwrap();
    instance.step(0.1, 0.1).unwrap();
    let expected = all(&mut instance);
    let mut other = started(BLOCK);
    other.step(0.0, 0.2).unwrap();
    assert_ne!(all(&mut other), expected);
    other.restore(&saved).unwrap();
    other.step(0.1, 0.1).unwrap();
    assert_eq!(all(&mut other), expected);
    assert_eq!(read(&mut other, "connections.friction.law.limit"), 2.0);
    instance.reset();
    assert_eq!(instance.phase(), Phase::Instantiated);
    instance.restore(&saved).unwrap();
    assert_eq!(read(&mut instance, "connections.friction.law.limit"), 2.0);
}

#[test]
fn bytes_that_are_no_state_are_refused() {
    let mut instance = started(BLOCK);
    let bytes = instance.save().unwrap().to_bytes().unwrap();
    Saved::from_bytes(&bytes).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Saved::from_bytes(&changed).is_err(), "{at}");
        assert!(Saved::from_bytes(&bytes[..at]).is_err(), "{at}");
    }
    let foreign = started(BELT).save().unwrap();
    let before = all(&mut instance);
    let message = instance.restore(&foreign).unwrap_err().to_string();
    assert!(message.contains("another FMU"), "{message}");
    assert_eq!((all(&mut instance), instance.phase()), (before, Phase::Stepping));
}

#[test]
fn a_parameter_is_that_of_the_file_set() {
    let mut instance = Instance::of(file(BLOCK)).unwrap();
    let limit = "connections.friction.law.limit";
    instance.set_up(0.0, None).unwrap();
    instance.enter_initialization().unwrap();
    assert_eq!(read(&mut instance, limit), 5.0);
    set(&mut instance, limit, 2.0).unwrap();
    instance.exit_initialization().unwrap();
    instance.step(0.0, 0.5).unwrap();
    let changed = file(BLOCK).scenario_with(&[(limit, "2.0")]).unwrap();
    let (mut sim, _) = build(&changed).unwrap();
    sim.run_until(0.5).unwrap();
    assert_eq!(read(&mut instance, "block.x").to_bits(), sim.state().values()[0].to_bits());
    // 1 N over 1 kg for 0.5 s; with the limit of the file it would hold. Until the bristle has its limit, for
    // about B/K = 4 ms, friction is smaller: by an impulse of 8e-3 N s at most.
    let x = read(&mut instance, "block.x");
    assert!((0.125..0.129).contains(&x), "{x}");
    let message = set(&mut instance, limit, 3.0).unwrap_err().to_string();
    assert!(message.contains("fixed from the end of the initialization on"), "{message}");
}

#[test]
fn what_the_mechanism_refuses_has_its_parameter() {
    let mut instance = Instance::of(file(BLOCK)).unwrap();
    instance.set_up(0.0, None).unwrap();
    set(&mut instance, "bodies.block.mass", -1.0).unwrap();
    let message = instance.enter_initialization().unwrap_err().to_string();
    let expected = "bodies.block.mass: PointMass: mass = -1 must be finite and positive";
    assert!(message.contains(expected), "{message}");
    assert_eq!(instance.phase(), Phase::Instantiated);
    set(&mut instance, "bodies.block.mass", 1.5).unwrap();
    instance.enter_initialization().unwrap();
}

#[test]
fn sticking_is_told() {
    let mut instance = started(BLOCK);
    instance.step(0.0, 0.2).unwrap();
    assert!(sticks(&mut instance));
    set(&mut instance, "push", 8.0).unwrap();
    instance.step(0.2, 0.2).unwrap();
    assert!(!sticks(&mut instance));
}

#[test]
fn bad_arguments_are_refused_and_change_nothing() {
    let mut instance = started(BLOCK);
    instance.step(0.0, 0.1).unwrap();
    let before = all(&mut instance);
    for (at, length) in
        [(0.0, 0.1), (0.2, 0.1), (0.1, 0.0), (0.1, -0.1), (0.1, f64::NAN), (f64::INFINITY, 0.1)]
    {
        assert!(instance.step(at, length).is_err(), "{at} {length}");
    }
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let message = set(&mut instance, "push", value).unwrap_err().to_string();
        assert!(message.contains("push") && message.contains("must be finite"), "{message}");
    }
    let push = reference(&instance, "push");
    // All are set or none, although the first of the two is valid.
    assert!(instance.set_numbers(&[push, push], &[1.0, f64::NAN]).is_err());
    assert_eq!(read(&mut instance, "push"), 3.0);
    assert!(instance.set_numbers(&[push], &[]).is_err());
    for name in ["time", "block.x"] {
        assert!(matches!(set(&mut instance, name, 0.0), Err(InstanceError::NotSettable { .. })));
    }
    let sticks = reference(&instance, "friction.sticks");
    for reference in [u32::MAX, sticks] {
        assert!(instance.numbers(&[reference], &mut [0.0]).is_err());
        assert!(instance.set_numbers(&[reference], &[0.0]).is_err());
    }
    assert!(instance.booleans(&[push], &mut [false]).is_err());
    assert!(matches!(instance.set_up(0.0, None), Err(InstanceError::Order { .. })));
    assert_eq!((all(&mut instance), instance.phase()), (before, Phase::Stepping));
    // The importer may have rounded the time.
    instance.step(0.1 + 1e-12, 0.1).unwrap();
}

#[test]
fn a_stop_time_is_kept_and_a_start_time_is_where_the_mechanism_begins() {
    let mut instance = Instance::of(file(BELT)).unwrap();
    assert!(instance.set_up(1.0, Some(0.5)).is_err());
    assert!(instance.set_up(f64::NAN, None).is_err());
    instance.set_up(5.0, Some(6.0)).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.step(5.0, 0.75).unwrap();
    let message = instance.step(5.75, 0.5).unwrap_err().to_string();
    assert!(message.contains("beyond the stop time"), "{message}");
    let mut other = started(BELT);
    other.step(0.0, 0.75).unwrap();
    assert_eq!(all(&mut instance), all(&mut other));
    instance.step(5.75, 0.25).unwrap();
}

#[test]
fn a_step_that_fails_leaves_the_last_good_one_and_a_state_helps() {
    // This step cannot resolve the damper, so the motion blows up once it is pushed.
    let text = BLOCK.replace(
        r#"law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 }"#,
        r#"law = { type = "spring_damper", damping = 1e6 }"#,
    );
    let mut instance = started(&text);
    let saved = instance.save().unwrap();
    set(&mut instance, "push", 8.0).unwrap();
    let mut outcome = Ok(());
    for k in 0..1000_u32 {
        let now = instance.state.now;
        outcome = instance.step(now, 1e-2);
        if outcome.is_err() {
            break;
        }
        assert!(k < 999, "it never failed");
    }
    assert!(matches!(outcome, Err(InstanceError::Simulation(_))), "{outcome:?}");
    assert_eq!(instance.phase(), Phase::Failed);
    assert!(instance.last_successful_time().is_finite());
    assert!(instance.step(instance.state.now, 1e-2).is_err());
    assert!(read(&mut instance, "block.x").is_finite());
    instance.restore(&saved).unwrap();
    instance.step(0.0, 1e-4).unwrap();
}

/// A step of 1e-4 s does not move a clock that stands beyond about 1e12 s.
#[test]
fn an_end_that_is_never_reached_is_refused() {
    for length in [1e15, 1e300, f64::MAX] {
        let mut instance = started(BLOCK);
        let message = instance.step(0.0, length).unwrap_err().to_string();
        assert!(message.contains("a step of the mechanism does not move"), "{message}");
        // Nothing has happened.
        assert_eq!((instance.state.now, instance.phase()), (0.0, Phase::Stepping));
        instance.step(0.0, 0.1).unwrap();
    }
}

/// A body called `input` has its columns, and an input its own name.
#[test]
fn a_body_called_input_is_not_left_out() {
    let text = BLOCK.replace("bodies.block", "bodies.input").replace("\"block\"", "\"input\"");
    let mut instance = started(&text.replace("block.x", "input.x"));
    instance.step(0.0, 0.1).unwrap();
    assert!(read(&mut instance, "input.x") > 0.0 && read(&mut instance, "push") == 3.0);
}
