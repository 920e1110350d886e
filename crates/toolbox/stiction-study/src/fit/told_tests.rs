//! Everything a log does not determine is reported: directions, places, steps, bristles, rows and units.

use std::path::Path;

use super::coverage_tests::PAGE;
use super::testing::*;
use super::*;

const MASS: &str = "bodies.block.mass";
const SPRING: &str = "connections.spring.law.stiffness";
const PLACE: &str = "bodies.block.start.position";

#[test]
fn quotients_of_a_decay_are_all_that_it_tells() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let guess = ScenarioFile::load(kept.join("decay.toml")).unwrap();
    let log = Log::read(kept.join("decay.csv")).unwrap();
    let (paths, truth) = ([MASS, SPRING, LIMIT, PLACE], [1.7, 240.0, 3.1, 0.21]);
    let fit = |free: &[&str]| Fit { members: Some(16), starts: Some(2), ..local(free) };
    let estimate = fit(&paths).run(&guess, &log).unwrap();
    let [one] = &estimate.undetermined[..] else {
        panic!("{:?} {:?}", estimate.parameters, estimate.undetermined)
    };
    assert_eq!(one.paths, paths[..3], "{one}");
    assert!(one.exponents.iter().all(|exponent| (exponent - 1.0).abs() < 0.05), "{one}");
    assert!(one.to_string().ends_with("; only their ratios are told"), "{one}");
    let [mass, spring, friction, place] = &estimate.parameters[..] else { panic!() };
    for own in [mass, spring, friction] {
        assert!(own.standard_error.is_none() && own.interval == [None; 2], "{own:?}");
    }
    assert!((spring.value / mass.value / (240.0 / 1.7) - 1.0).abs() < 0.02, "{estimate:?}");
    assert!((friction.value / mass.value / (3.1 / 1.7) - 1.0).abs() < 0.05, "{estimate:?}");
    let error = place.standard_error.unwrap();
    assert!((place.value - 0.21).abs() < 5.0 * error && error < 0.01, "{place:?}");
    // The control: with a known mass everything is determined.
    let guess = with(&guess, &[(MASS, 1.7)]);
    let estimate = fit(&paths[1..]).run(&guess, &log).unwrap();
    assert!(estimate.undetermined.is_empty(), "{estimate:?}");
    for (own, truth) in estimate.parameters.iter().zip(&truth[1..]) {
        assert!((own.value / truth - 1.0).abs() < 0.01 && own.standard_error.is_some(), "{own:?}");
    }
}

/// A flywheel that runs down in oil and against friction determines only their ratios to its inertia.
#[test]
fn quotients_of_a_run_down_are_all_that_it_tells() {
    let text = "schema_version = 1\nsolver = { step = 1e-3, until = 4.0 }\n\
        bodies.wheel = { type = \"rotor\", inertia = 0.3, start = { angular_velocity = 5.0 } }\n\
        connections.oil = { ports = \"wheel\", law = { type = \"spring_damper\", damping = 0.15 } }\n\
        connections.friction = { ports = \"wheel\", law = { type = \"gsat\", stiffness = 1e4, damping = 10.0, limit = 0.2 } }\n";
    let file = file(text);
    let paths = ["bodies.wheel.inertia", OIL, LIMIT];
    let guess = with(&file, &[(paths[0], 0.2), (paths[1], 0.2), (paths[2], 0.15)]);
    for seed in [1, 2] {
        // It stops after 3.1 s; its swinging on the bristle then would determine its inertia.
        let noise = |rng: &mut _| 0.01 * normal(rng);
        let log = simulated(&file, ("wheel.rate", &[]), (250, 0.01), noise, seed);
        let estimate = local(&paths).run(&guess, &log).unwrap();
        let [one] = &estimate.undetermined[..] else { panic!("{:?}", estimate.parameters) };
        assert_eq!(one.paths, paths, "{one}");
        let of = |k: usize| estimate.parameters[k].value;
        assert!((of(1) / of(0) / 0.5 - 1.0).abs() < 0.02, "{estimate:?}");
        // The control: with a known inertia.
        let known = with(&guess, &[(paths[0], 0.3)]);
        let estimate = local(&paths[1..]).run(&known, &log).unwrap();
        assert!(estimate.undetermined.is_empty() && estimate.doubts.is_empty(), "{estimate:?}");
    }
}

/// A joint whose guessed friction is so high that it hardly moves: all values fit equally there.
#[test]
fn where_nothing_moves_nothing_is_told() {
    let file = joint(GSAT);
    let log = recorded(&file, 1e-3, 9);
    let stuck = with(&file, &[(LIMIT, 200.0)]);
    let estimate = local(&[LIMIT, OIL]).run(&stuck, &log).unwrap();
    let is_poor =
        |doubt: &EstimateDoubt| matches!(doubt, EstimateDoubt::Poor { share, .. } if *share > 50.0);
    assert!(estimate.doubts.iter().any(is_poor), "{estimate:?}");
    assert!(!estimate.undetermined.is_empty());
    for one in &estimate.undetermined {
        assert!(one.to_string().starts_with("at this place, where much is left"), "{one}");
    }
    // With a design the right minimum is found, and reported as found.
    let fit = Fit::new([Free::between(LIMIT, 0.02, 200.0), Free::new(OIL)]);
    let estimate = fit.run(&stuck, &log).unwrap();
    assert!(
        !estimate.doubts.iter().any(is_poor) && estimate.starts_that_agree >= 2,
        "{estimate:?}"
    );
    assert!((estimate.parameters[0].value - 0.25).abs() < 0.01, "{estimate:?}");
}

/// A joint whose sticking stiffness is only a means; the log is of a rigid one, to a hundredth of the step.
fn rigid() -> (ScenarioFile, Log) {
    let of = |stiffness: f64, step: f64| {
        let damping = 2.0 * (0.05 * stiffness).sqrt();
        let law = format!(
            "{{ type = \"rate_dependent_gsat\", stiffness = {stiffness:?}, damping = {damping:?}, viscous_damping = 0.08, \
             {CURVE} }}"
        );
        with(&joint(&law), &[("solver.step", step)])
    };
    let log = recorded(&of(5e4, 1e-4), 5e-4, 4);
    (of(50.0, 1e-3), log)
}

/// Returns the path of a bristle that is doubted, and the shift.
fn bristle(estimate: &Estimate) -> Option<(&str, f64)> {
    estimate.doubts.iter().find_map(|doubt| match doubt {
        EstimateDoubt::Stiffness { held, shift, .. } => Some((held.as_str(), *shift)),
        _ => None,
    })
}

fn step(estimate: &Estimate) -> Option<f64> {
    estimate.doubts.iter().find_map(|doubt| match doubt {
        EstimateDoubt::Step { shift, .. } => Some(*shift),
        _ => None,
    })
}

#[test]
fn step_and_bristle_are_judged_at_the_estimate() {
    let (file, log) = rigid();
    let of = |numbers: &[(&str, f64)]| local(&PAGE[2..]).run(&with(&file, numbers), &log).unwrap();
    // A bristle of 50 N m/rad bends by 8 mrad before it slides.
    let soft = of(&[]);
    assert!(bristle(&soft).is_some_and(|(_, shift)| shift > 1.0), "{:?}", soft.doubts);
    // The control: one of 5000 N m/rad is as good as rigid, and its step is short enough.
    let law = "connections.friction.law";
    let (stiffness, damping) = (format!("{law}.stiffness"), format!("{law}.damping"));
    let stiff = |step| of(&[(&stiffness, 5e3), (&damping, 30.0), ("solver.step", step)]);
    let fine = stiff(2e-4);
    assert!(bristle(&fine).is_none() && step(&fine).is_none(), "{:?}", fine.doubts);
    // The step does not resolve this one.
    let coarse = stiff(8e-3);
    assert!(step(&coarse).is_some_and(|shift| shift > 2.0), "{:?}", coarse.doubts);
}

/// A law with several stiffnesses, none of which is called `stiffness`: all together are made stiffer.
#[test]
fn bristles_are_judged_whatever_they_are_called() {
    let of = |stiffness: f64, step: f64| {
        let law = format!(
            "{{ type = \"maxwell_slip\", stiffnesses = [{stiffness:?}, {stiffness:?}], shares = [0.4, 0.6], \
             attraction = 500.0, damping = {:?}, {CURVE} }}",
            (0.1 * stiffness).sqrt()
        );
        with(&joint(&law), &[("solver.step", step)])
    };
    let log = recorded(&of(2.5e4, 1e-4), 5e-4, 4);
    let [first, second] =
        ["stiffnesses.0", "stiffnesses[1]"].map(|name| format!("connections.friction.law.{name}"));
    let held = local(&PAGE[2..3]).run(&of(25.0, 1e-3), &log).unwrap();
    let path = bristle(&held).map(|(path, _)| path);
    assert_eq!(path, Some("connections.friction.law.stiffnesses[0]"));
    // The control: both are estimated.
    let free = local(&[PAGE[2], &first, &second]).run(&of(25.0, 1e-3), &log).unwrap();
    assert_eq!(bristle(&free), None);
}

/// A free stiffness that grows until the step does not resolve it.
#[test]
fn a_stiffness_that_the_step_does_not_resolve_is_doubted() {
    let (file, log) = rigid();
    let path = "connections.friction.law.stiffness";
    let fit = local(&[path, PAGE[2], PAGE[3], PAGE[4]]);
    let estimate = fit.run(&with(&file, &[(path, 200.0)]), &log).unwrap();
    let stiffness = &estimate.parameters[0];
    println!("{stiffness:?} {:?} {:?}", estimate.undetermined, estimate.doubts);
    // It is either undetermined, or the step is reported as too large for it.
    let is_sure = stiffness.standard_error.is_some_and(|error| error < 0.05 * stiffness.value);
    assert!(!is_sure || step(&estimate).is_some(), "{estimate:?}");
}

/// Returns a log with other rates, and with the short name of the input.
fn changed(log: &Log, change: impl Fn(&mut [f64])) -> Log {
    let [mut rates, torque] =
        ["joint.rate", "input.torque"].map(|name| log.column(name).unwrap().to_vec());
    change(&mut rates);
    Log::new(log.time().to_vec(), [("joint.rate", rates), ("torque", torque)]).unwrap()
}

#[test]
fn rows_that_are_far_away_are_named() {
    let file = joint(GSAT);
    let clean = recorded(&file, 0.02, 12);
    let fit = local(&[LIMIT, OIL]);
    let far = |estimate: &Estimate| {
        estimate.doubts.iter().find_map(|doubt| match doubt {
            EstimateDoubt::Far { number, rows, .. } => Some((*number, rows.clone())),
            _ => None,
        })
    };
    assert_eq!(far(&fit.run(&file, &clean).unwrap()), None);
    let spoiled = |at: &[(usize, f64)]| {
        let add = |rates: &mut [f64]| at.iter().for_each(|(row, by)| rates[*row] += by);
        fit.run(&file, &changed(&clean, add)).unwrap()
    };
    let (number, rows) = far(&spoiled(&[(123, 67.0 * 0.02)])).unwrap();
    // The first row is in line 2.
    assert_eq!((number, rows[0].line), (1, 125));
    assert!(
        (rows[0].time - 1.23).abs() < 1e-9 && (rows[0].deviations - 67.0).abs() < 8.0,
        "{rows:?}"
    );
    let (number, rows) = far(&spoiled(&[(10, 1.0), (300, -3.0), (301, 2.0)])).unwrap();
    assert_eq!((number, rows[0].line, rows[1].line, rows[2].line), (3, 302, 303, 12));
    // However many they are.
    for every in [27, 3] {
        let all: Vec<_> = (0..400).step_by(every).map(|row| (row, 67.0 * 0.02)).collect();
        let estimate = spoiled(&all);
        let (number, rows) = far(&estimate).unwrap();
        assert_eq!((number, rows.len()), (all.len(), 5));
        let share = format!("{} more, {:.1} % of all", number - 5, number as f64 / 4.0);
        let is_said = estimate.doubts.iter().any(|doubt| doubt.to_string().ends_with(&share));
        assert!(is_said, "{share}: {:?}", estimate.doubts);
    }
}

/// Rates in degrees per second under no unit, or a wrong one: the fit bends the inertia instead.
#[test]
fn rates_in_degrees_are_doubted() {
    let file = joint(GSAT);
    let log = recorded(&file, 0.02, 13);
    let columns =
        |factor: f64| changed(&log, |rates| rates.iter_mut().for_each(|rate| *rate *= factor));
    let fit = local(&[INERTIA, LIMIT]);
    let is_told = |doubt: &EstimateDoubt| matches!(doubt, EstimateDoubt::Degrees { factor, .. } if (*factor / 57.3 - 1.0).abs() < 0.2);
    let wrong = fit.run(&file, &columns(57.295_779_5)).unwrap();
    assert!(wrong.doubts.iter().any(is_told), "{:?}", wrong.doubts);
    let beyond = |doubt: &EstimateDoubt| {
        matches!(doubt, EstimateDoubt::Beyond { .. } | EstimateDoubt::Poor { .. })
    };
    assert!(wrong.doubts.iter().any(beyond), "{:?} {:?}", wrong.doubts, wrong.parameters);
    let right = fit.run(&file, &columns(1.0)).unwrap();
    let is_of_units = |doubt: &EstimateDoubt| is_told(doubt) || beyond(doubt);
    assert!(!right.doubts.iter().any(is_of_units), "{:?}", right.doubts);
}

/// A guess that hardly moves says nothing about units.
#[test]
fn a_guess_that_hardly_moves_is_no_matter_of_degrees() {
    let file = joint(GSAT);
    let log = recorded(&file, 0.02, 14);
    let slow = with(&file, &[(OIL, 20.0)]);
    let fit = Fit::new([Free::between(OIL, 0.01, 100.0), Free::new(LIMIT)]);
    let estimate = fit.run(&slow, &log).unwrap();
    assert!((estimate.parameters[0].value - 0.08).abs() < 0.01, "{estimate:?}");
    let of_degrees = |doubt: &EstimateDoubt| matches!(doubt, EstimateDoubt::Degrees { .. });
    assert!(!estimate.doubts.iter().any(of_degrees), "{:?}", estimate.doubts);
}
