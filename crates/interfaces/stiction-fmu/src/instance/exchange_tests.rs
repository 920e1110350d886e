//! An importer that integrates: classical Runge-Kutta steps from event to event.

use super::tests::{BELT, begun, read, set, started, sticks};
use super::*;
use crate::testing::{BLOCK, file};

fn exchanged(text: &str) -> Instance {
    begun(Instance::of(file(text)).unwrap().into_model_exchange().unwrap())
}

fn rates(instance: &mut Instance, time: f64, x: &[f64]) -> Vec<f64> {
    instance.set_time(time).unwrap();
    instance.set_states(x).unwrap();
    let mut rates = vec![f64::NAN; x.len()];
    instance.derivatives(&mut rates).unwrap();
    rates
}

fn states(instance: &mut Instance) -> Vec<f64> {
    let mut states = vec![f64::NAN; instance.state_count().unwrap()];
    instance.states(&mut states).unwrap();
    states
}

fn moved(x: &[f64], rates: &[f64], by: f64) -> Vec<f64> {
    x.iter().zip(rates).map(|(x, rate)| x + by * rate).collect()
}

/// Integrates with steps up to a length; returns the numbers of time events and of step events.
fn integrate(instance: &mut Instance, step: f64, until: f64) -> [u32; 2] {
    let mut events = [0, 0];
    let mut next = instance.update_discrete_states().unwrap();
    instance.enter_continuous_time().unwrap();
    let mut x = states(instance);
    let mut time = instance.state.now;
    while time < until {
        let aim = until.min(next.unwrap_or(until));
        let is_last = time + step >= aim - 1e-9 * step;
        let end = if is_last { aim } else { time + step };
        let (h, middle) = (end - time, 0.5 * (time + end));
        let k1 = rates(instance, time, &x);
        let k2 = rates(instance, middle, &moved(&x, &k1, 0.5 * h));
        let k3 = rates(instance, middle, &moved(&x, &k2, 0.5 * h));
        let k4 = rates(instance, end, &moved(&x, &k3, h));
        for i in 0..x.len() {
            x[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]);
        }
        time = end;
        instance.set_time(time).unwrap();
        instance.set_states(&x).unwrap();
        let is_step_event = instance.completed_step().unwrap();
        let is_time_event = next.is_some_and(|next| end >= next);
        if is_step_event || is_time_event {
            instance.enter_event_mode().unwrap();
            next = instance.update_discrete_states().unwrap();
            assert!(next.is_none_or(|next| next > time));
            instance.enter_continuous_time().unwrap();
        }
        events[0] += u32::from(is_time_event);
        events[1] += u32::from(is_step_event);
    }
    events
}

#[test]
fn rates_are_those_of_the_law_in_continuous_time() {
    let mut instance = exchanged(BLOCK);
    instance.enter_continuous_time().unwrap();
    // Stuck: K e + B v = 2 + 0.4 N; the bristle follows to the bit.
    let found = rates(&mut instance, 0.25, &[0.1, 1e-3, 2e-5]);
    assert_eq!(found[0].to_bits(), 1e-3_f64.to_bits());
    assert!((found[1] - (3.0 - 2.4)).abs() < 1e-12, "{found:?}");
    assert_eq!(found[2].to_bits(), 1e-3_f64.to_bits());
    // It slides: the limit of 5 N, and the bristle relaxes at (F - K e)/B.
    let found = rates(&mut instance, 0.25, &[0.1, 2.0, 2e-5]);
    assert!((found[1] - (3.0 - 5.0)).abs() < 1e-12, "{found:?}");
    assert!((found[2] - (5.0 - 2.0) / 400.0).abs() < 1e-12, "{found:?}");
    // The outputs belong to the same instant.
    assert_eq!(read(&mut instance, "friction.force"), -5.0);
    assert_eq!(read(&mut instance, "state.block.vx"), 2.0);
    assert_eq!(read(&mut instance, "der(state.block.vx)"), found[1]);
    set(&mut instance, "push", 4.0).unwrap();
    assert!((read(&mut instance, "der(state.block.vx)") + 1.0).abs() < 1e-12);
}

#[test]
fn a_solver_of_the_importer_comes_to_the_motion_of_the_engine() {
    let until = 3.0;
    // The scheme has order one at breakaway.
    let mut engine = started(&BELT.replace("step = 1e-3", "step = 1e-6"));
    engine.step(0.0, until).unwrap();
    let expected = read(&mut engine, "block.x");
    let error = |step: f64| {
        let mut instance = exchanged(BELT);
        let events = integrate(&mut instance, step, until);
        // The load that jumps every 0.7071 s.
        assert_eq!(events[0], 4);
        (read(&mut instance, "block.x") - expected).abs()
    };
    let [coarse, fine] = [1e-3, 1e-4].map(error);
    assert!(coarse < 2e-6 && fine < 4e-7, "{coarse} {fine}");
    // The control: without the events the load never jumps.
    let mut blind = exchanged(BELT);
    blind.enter_continuous_time().unwrap();
    let mut x = states(&mut blind);
    for k in 0..30_000_u32 {
        let rates = rates(&mut blind, f64::from(k) * 1e-4, &x);
        x = moved(&x, &rates, 1e-4);
    }
    assert!((x[0] - expected).abs() > 1e-2, "{} {expected}", x[0]);
}

#[test]
fn booleans_change_at_events_only() {
    let mut instance = exchanged(BLOCK);
    assert!(sticks(&mut instance));
    instance.enter_continuous_time().unwrap();
    let sliding = [0.0, 0.5, 5e-5];
    instance.set_states(&sliding).unwrap();
    assert!(sticks(&mut instance));
    assert!(instance.completed_step().unwrap());
    instance.enter_event_mode().unwrap();
    instance.update_discrete_states().unwrap();
    instance.enter_continuous_time().unwrap();
    assert!(!sticks(&mut instance));
    assert!(!instance.completed_step().unwrap());
}

#[test]
fn a_state_goes_on_with_the_same_bits_and_stays_with_its_kind() {
    let mut instance = exchanged(BELT);
    integrate(&mut instance, 1e-3, 0.75);
    let bytes = instance.save().unwrap().to_bytes().unwrap();
    let saved = crate::saved::Saved::from_bytes(&bytes).unwrap();
    let go_on = |instance: &mut Instance| {
        instance.enter_event_mode().unwrap();
        integrate(instance, 1e-3, 1.5);
        states(instance).into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    let expected = go_on(&mut instance);
    let mut other = Instance::of(file(BELT)).unwrap().into_model_exchange().unwrap();
    other.restore(&saved).unwrap();
    assert_eq!((other.phase(), other.state.now), (Phase::Continuous, 0.75));
    assert_eq!(go_on(&mut other), expected);
    let mut stepping = started(BELT);
    let message = stepping.restore(&saved).unwrap_err().to_string();
    assert!(message.contains("an instance of the other kind"), "{message}");
    assert!(other.restore(&stepping.save().unwrap()).is_err());
    instance.reset();
    assert_eq!(instance.phase(), Phase::Instantiated);
    assert_eq!(begun(instance).phase(), Phase::Event);
}

/// The random calls of an importer cover calls in the wrong order.
#[test]
fn bad_arguments_and_calls_of_the_other_kind_change_nothing() {
    let mut instance = exchanged(BLOCK);
    instance.set_time(0.5).unwrap();
    instance.enter_continuous_time().unwrap();
    let fixed = set(&mut instance, "bodies.block.mass", 2.0);
    assert!(matches!(fixed, Err(InstanceError::NotSettable { .. })), "{fixed:?}");
    let before = states(&mut instance);
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(instance.set_time(bad).is_err());
        assert!(instance.set_states(&[0.0, bad, 0.0]).is_err());
    }
    assert!(instance.set_states(&[0.0; 2]).is_err());
    assert!(instance.derivatives(&mut [0.0; 4]).is_err());
    assert!(instance.event_indicators(&[0.0]).is_err());
    instance.event_indicators(&[]).unwrap();
    assert!(set(&mut instance, "state.block.x", 1.0).is_err());
    assert!(set(&mut instance, "der(state.block.x)", 1.0).is_err());
    assert_eq!((states(&mut instance), instance.state.now), (before, 0.5));
    // The instance is for co-simulation.
    let mut stepping = started(BLOCK);
    for message in [
        stepping.set_time(0.1).unwrap_err(),
        stepping.states(&mut [0.0; 3]).unwrap_err(),
        stepping.enter_event_mode().unwrap_err(),
        stepping.state_count().unwrap_err(),
    ] {
        let message = message.to_string();
        assert!(message.contains("the instance is one for co-simulation"), "{message}");
    }
}

#[test]
fn what_is_no_equation_is_refused() {
    let ball = r#"schema_version = 1
solver = { step = 1e-3, until = 1.0 }
bodies.ball = { type = "rigid_body", mass = 1.0, shape = { type = "sphere", radius = 0.1 } }
"#;
    let message = Instance::of(file(ball)).unwrap().into_model_exchange().unwrap_err().to_string();
    assert!(message.contains("`ball` is pulled back onto a constraint"), "{message}");
    let free = ball.replace("mass = 1.0", "mass = 1.0, renormalise = false");
    let mut free = Instance::of(file(&free)).unwrap().into_model_exchange().unwrap();
    assert_eq!(free.state_count().unwrap(), 13);
    // It can still be stepped.
    assert!(Model::of(file(ball)).unwrap().hindrance.is_some());
    started(ball).step(0.0, 0.1).unwrap();
}
