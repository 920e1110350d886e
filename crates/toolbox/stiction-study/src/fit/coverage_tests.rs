//! Checks that intervals have the true value as often as they claim, with many recordings of one joint with different
//! noise.

use std::path::Path;

use rayon::prelude::*;

use super::testing::*;
use super::*;

/// Results of many recordings, for every parameter.
#[derive(Debug)]
struct Study {
    /// Mean deviation from the truth, in standard errors of that mean.
    bias: Vec<f64>,
    /// Spread of the estimates over the mean of their standard errors; the bound of Cramér and Rao is 1.
    spread: Vec<f64>,
    /// Share of the intervals that have the true value, and of those that take the residuals for noise.
    covered: f64,
    covered_as_noise: f64,
    /// Share of the intervals that have the true value, for every parameter.
    covered_each: Vec<f64>,
}

/// Fits recordings that start from the true values.
fn study(
    file: &ScenarioFile,
    paths: &[&str],
    recordings: u64,
    record: impl Fn(u64) -> Log + Sync,
) -> Study {
    let scenario = file.scenario().unwrap();
    let truth: Vec<f64> =
        paths.iter().map(|path| scenario.number(path).unwrap().value.unwrap()).collect();
    let fit = Fit { threads: 1, ..local(paths) };
    let all: Vec<Estimate> =
        (0..recordings).into_par_iter().map(|seed| fit.run(file, &record(seed)).unwrap()).collect();
    let n = recordings as f64;
    let (mut bias, mut spread, mut each, mut as_noise) = (vec![], vec![], vec![], 0);
    for (k, truth) in truth.iter().enumerate() {
        let one: Vec<&FittedParameter> =
            all.iter().map(|estimate| &estimate.parameters[k]).collect();
        let mean = one.iter().map(|p| p.value - truth).sum::<f64>() / n;
        let variance =
            one.iter().map(|p| (p.value - truth - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let errors = one.iter().filter_map(|p| p.standard_error_of_noise).sum::<f64>() / n;
        bias.push(mean / (variance / n).sqrt());
        spread.push(variance.sqrt() / errors);
        let mut covered = 0;
        for parameter in one {
            let [Some(low), Some(high)] = parameter.interval else { continue };
            covered += u32::from((low..=high).contains(truth));
            let Some(error) = parameter.standard_error_of_noise else { continue };
            as_noise += usize::from((parameter.value - truth).abs() <= 1.96 * error);
        }
        each.push(f64::from(covered) / n);
    }
    let covered = each.iter().sum::<f64>() / each.len() as f64;
    let covered_as_noise = as_noise as f64 / (n * truth.len() as f64);
    Study { bias, spread, covered, covered_as_noise, covered_each: each }
}

/// 80 intervals of 95 %: fewer than 69 covering has a probability of 1e-3 (binomial).
const FEWEST: f64 = 69.0 / 80.0;

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    let file = joint(GSAT);
    let white = study(&file, &[LIMIT, OIL], 40, |seed| recorded(&file, 0.02, 100 + seed));
    assert!(white.covered >= FEWEST, "{white:?}");
    assert!(white.bias.iter().all(|bias| bias.abs() < 4.0), "{white:?}");
    // The deviation of 40 numbers is itself uncertain by 11 %.
    assert!(white.spread.iter().all(|spread| (0.65..1.4).contains(spread)), "{white:?}");
    // The control: noise with a memory of ten rows. Taken for white, it gives far too narrow intervals.
    let coloured = study(&file, &[LIMIT, OIL], 40, |seed| {
        let mut before = 0.0;
        let next = |rng: &mut rand_pcg::Pcg64Dxsm| {
            before = 0.9 * before + 0.02 * normal(rng);
            before
        };
        sampled(&file, (400, 0.01), next, 200 + seed)
    });
    assert!(coloured.covered_as_noise < FEWEST, "{coloured:?}");
    assert!(coloured.covered > coloured.covered_as_noise + 0.1, "{coloured:?}");
}

/// Every law of a joint, with the parameters to estimate: those of the law, and the oil's damping if the law has no
/// viscous part.
const LAWS: [(&str, &str, &[&str]); 11] = [
    ("gsat", GSAT, &["limit", "stiffness", OIL]),
    (
        "rate_dependent_gsat",
        "{ type = \"rate_dependent_gsat\", stiffness = 50.0, damping = 0.5, \
         curve = { coulomb = 0.25, breakaway = 0.4, stribeck_speed = 0.3 } }",
        &["curve.coulomb", "curve.breakaway", "curve.stribeck_speed"],
    ),
    (
        "directional_gsat",
        "{ type = \"directional_gsat\", stiffness = 50.0, damping = 0.5, forward = 0.25, backward = 0.35 }",
        &["forward", "backward", OIL],
    ),
    (
        "coulomb",
        "{ type = \"coulomb\", stiffness = 50.0, damping = 0.5, friction = 0.05, normal_force = 5.0 }",
        &["friction", "stiffness", OIL],
    ),
    (
        "maxwell_slip",
        "{ type = \"maxwell_slip\", stiffnesses = [30.0, 20.0], shares = [0.4, 0.6], damping = 0.5, \
         attraction = 5.0, curve = { coulomb = 0.25, breakaway = 0.4, stribeck_speed = 0.3 } }",
        &["curve.coulomb", "curve.breakaway", "attraction"],
    ),
    (
        "thermal_gsat",
        "{ type = \"thermal_gsat\", stiffness = 50.0, damping = 0.5, curve = 0.25, viscous_damping = 0.1, \
         viscosity = { type = \"exponential\", coefficient = 0.1 }, heat_capacity = 1.0, heat_loss = 0.1 }",
        &["curve", "viscous_damping", "heat_capacity"],
    ),
    (
        "threshold",
        "{ type = \"threshold\", limit = 0.25, threshold_speed = 0.1 }",
        &["limit", "threshold_speed", OIL],
    ),
    (
        "lugre",
        "{ type = \"lugre\", stiffness = 50.0, damping = 0.5, steady_force = 0.25 }",
        &["steady_force", "stiffness", OIL],
    ),
    (
        "amended_lugre",
        "{ type = \"amended_lugre\", stiffness = 10.0, damping = 0.1, friction = 0.05, normal_force = 5.0 }",
        &["friction", "stiffness", OIL],
    ),
    ("dahl", "{ type = \"dahl\", stiffness = 50.0, limit = 0.25 }", &["limit", "stiffness", OIL]),
    (
        "elasto_plastic",
        "{ type = \"elasto_plastic\", stiffness = 50.0, damping = 0.5, limit = 0.25, \
         breakaway_fraction = 0.7 }",
        &["limit", "stiffness", OIL],
    ),
];

/// Every law at three levels of noise, or the one that `LAW` names. Run it with
/// `cargo test --release -p stiction-study --lib coverage_of_laws -- --ignored --nocapture`.
#[test]
#[ignore = "thousands of estimations: minutes"]
fn coverage_of_laws() {
    let recordings =
        std::env::var("RECORDINGS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut wrong = vec![];
    let only = std::env::var("LAW").ok();
    for (law, (name, text, short)) in (1..).zip(LAWS) {
        if only.as_deref().is_some_and(|only| only != name) {
            continue;
        }
        let file = joint(text);
        let paths: Vec<String> = short
            .iter()
            .map(|path| match *path {
                OIL => OIL.to_owned(),
                own => format!("connections.friction.law.{own}"),
            })
            .collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        println!("{name}: {}", short.join(", "));
        for (level, noise) in (1..).zip([2e-3, 2e-2, 1e-1]) {
            let first = 100_000 * law + 10_000 * level;
            let found =
                study(&file, &paths, recordings, |seed| recorded(&file, noise, first + seed));
            let shown = |numbers: &[f64], scale: f64, digits: usize| {
                let numbers = numbers.iter().map(|number| format!("{:.digits$}", scale * number));
                numbers.collect::<Vec<_>>().join(" ")
            };
            println!(
                "  noise {noise} rad/s: {:.1} % covered ({} %), bias {} standard errors of the mean, \
                 spread {} of the bound",
                100.0 * found.covered,
                shown(&found.covered_each, 100.0, 1),
                shown(&found.bias, 1.0, 1),
                shown(&found.spread, 1.0, 2),
            );
            if !(0.90..=0.98).contains(&found.covered) {
                wrong.push(format!("{name} {noise}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Parameters that the page of the book fits.
pub(super) const PAGE: [&str; 5] = [
    INERTIA,
    "connections.friction.law.viscous_damping",
    "connections.friction.law.curve.coulomb",
    "connections.friction.law.curve.breakaway",
    "connections.friction.law.curve.stribeck_speed",
];
/// The numbers from which its log was made.
const TRUTH: [f64; 5] = [0.05, 0.08, 0.25, 0.4, 0.3];

/// The scenario of the page is a guess; its log comes from other numbers. `STICTION_WRITE_LOG=1` writes it again.
#[test]
fn the_page_fits_the_kept_log() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios");
    let guess = ScenarioFile::load(folder.join("joint.toml")).unwrap();
    let numbers: Vec<_> = PAGE.into_iter().zip(TRUTH).collect();
    let truth = with(&guess, &numbers);
    let made = sampled(&truth, (400, 0.01), |rng| 5e-3 * normal(rng), 1);
    let mut text = "t,joint.rate [rad/s],torque [N m]\n".to_owned();
    let [rate, torque] = ["joint.rate", "input.torque"].map(|name| made.column(name).unwrap());
    for ((t, rate), torque) in made.time().iter().zip(rate).zip(torque) {
        text += &format!("{t:.2},{rate:.4},{torque:.5}\n");
    }
    let kept = folder.join("joint_log.csv");
    if std::env::var_os("STICTION_WRITE_LOG").is_some() {
        std::fs::write(&kept, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), text);

    let log = Log::read(&kept).unwrap();
    let fit = Fit { held: 0.25, ..Fit::new(PAGE.map(Free::new)) };
    let estimate = fit.run(&guess, &log).unwrap();
    let page =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/src/parameters-from-logs.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut missing = vec![];
    for (parameter, truth) in estimate.parameters.iter().zip(TRUTH) {
        let error = parameter.standard_error.unwrap();
        assert!((parameter.value - truth).abs() < 4.0 * error, "{parameter:?}");
        // The page prints them with these digits.
        let row = format!("| `{}` | {:.4} | {:.5} |", parameter.path, parameter.value, error);
        missing.extend((!page.contains(&row)).then_some(row));
    }
    assert!(missing.is_empty(), "the page has not: {missing:#?}");
    assert!(estimate.undetermined.is_empty() && estimate.has_converged);
    let column = &estimate.columns[0];
    assert!((0.85 * 5e-3..1.15 * 5e-3).contains(&column.rms), "{}", column.rms);
    assert!(column.held_rms.unwrap() < 2.0 * 5e-3, "{:?}", column.held_rms);
    assert!((1.6..2.4).contains(&column.durbin_watson), "{}", column.durbin_watson);
    assert!(estimate.scenario.contains("# kg m², of the drawing"));
    let found = file(estimate.scenario).scenario().unwrap();
    assert_eq!(found.number(INERTIA).unwrap().value, Some(estimate.parameters[0].value));
}
