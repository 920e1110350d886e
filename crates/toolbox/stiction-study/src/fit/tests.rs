//! Estimates from synthetic logs with known parameters.

use super::testing::*;
use super::*;

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-2, 2);
    let fit = |threads| Fit { threads, ..Fit::new([LIMIT, OIL].map(Free::new)) };
    let [one, two] = [1, 2].map(|threads| fit(threads).run(&file, &log).unwrap());
    for (a, b) in one.parameters.iter().zip(&two.parameters) {
        assert_eq!(a.value.to_bits(), b.value.to_bits());
    }
}

#[test]
fn an_estimate_at_the_end_of_its_range_says_so() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 4);
    let estimate = Fit::new([Free::between(LIMIT, 0.3, 1.0), Free::new(OIL)]);
    let estimate = estimate.run(&file, &log).unwrap();
    let coulomb = &estimate.parameters[0];
    assert!((coulomb.value - 0.3).abs() < 1e-9 && coulomb.is_at_bound, "{coulomb:?}");
    assert!(coulomb.standard_error.is_none());
    // A law that does not fit leaves residuals that are not noise.
    assert!(estimate.is_scaled && estimate.columns[0].durbin_watson < 1.0);
    let damping = &estimate.parameters[1];
    assert!(damping.standard_error > damping.standard_error_of_noise);
}

#[test]
fn choices_that_make_no_sense_are_refused() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 5);
    let speed = "bodies.joint.start.angular_velocity";
    for (fit, why) in [
        (Fit::new([]), "no parameter is free"),
        (Fit::new([LIMIT, LIMIT].map(Free::new)), "is free twice"),
        (Fit { held: 1.0, ..Fit::new([Free::new(LIMIT)]) }, "held-out share = 1"),
        (Fit::new([Free::new("bodies.join.inertia")]), "bodies.join.inertia"),
        (Fit::new([Free::between(LIMIT, 2.0, 1.0)]), "from 2 to 1 must be finite and increase"),
        (Fit::new([Free::between(INERTIA, -1.0, 1.0)]), "must be within what is positive"),
        (Fit::new([Free::new(speed)]), "its range must be given"),
    ] {
        let message = fit.run(&file, &log).unwrap_err().to_string();
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn degrees_are_seen_by_their_size() {
    let text = "schema_version = 1\nsolver = { step = 2e-3, until = 2.0 }\n\
        bodies.link = { type = \"rotor\", inertia = 0.1, start = { angle = 0.5 } }\n\
        connections.spring = { ports = \"link\", law = { type = \"spring_damper\", stiffness = 1.0 } }";
    let file = file(text);
    let exact = simulated(&file, ("link.angle", &[]), (100, 0.02), |_| 0.0, 1);
    let angle = |factor: f64| {
        let angles = exact.column("link.angle").unwrap().iter().map(|q| factor * q).collect();
        Log::new(exact.time().to_vec(), [("link.angle", angles)]).unwrap()
    };
    let fit = Fit::new([Free::new("bodies.link.inertia")]);
    let error = fit.run(&file, &angle(57.295_779_5)).unwrap_err();
    let FitError::Log(LogError::Refused { line: Some(2), fault, .. }) = error else {
        panic!("{error}")
    };
    assert!(fault.contains("times what the model reaches: degrees? it must be in rad"), "{fault}");
    fit.run(&file, &angle(1.0)).unwrap();
}

/// Encoder steps, missing values and irregular times.
#[test]
fn what_an_encoder_gives_will_do() {
    let file = joint(GSAT);
    let log = recorded(&file, 0.0, 6);
    let mut text = "t,joint.rate,torque\n".to_owned();
    for (k, t) in log.time().iter().enumerate().filter(|(k, _)| k % 7 != 3) {
        let steps = (log.column("joint.rate").unwrap()[k] / 0.02).round() * 0.02;
        let rate = if k % 5 == 0 { String::new() } else { steps.to_string() };
        text += &format!("{t},{rate},{}\n", log.column("input.torque").unwrap()[k]);
    }
    let log = Log::from_bytes("encoder.csv", text.as_bytes()).unwrap();
    let estimate = Fit::new([LIMIT, OIL].map(Free::new)).run(&file, &log).unwrap();
    for (parameter, exact) in estimate.parameters.iter().zip([0.25, 0.08]) {
        assert!((parameter.value / exact - 1.0).abs() < 0.05, "{parameter:?}");
    }
    // A step is spread evenly: its deviation is its size by √12.
    assert!((0.7..1.3).contains(&(estimate.columns[0].rms / (0.02 / 12f64.sqrt()))));
}
