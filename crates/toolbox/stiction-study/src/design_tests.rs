//! Tests of designs.

use proptest::prelude::*;
use rand::Rng;

use super::*;

fn variables() -> [RandomVariable; 2] {
    [RandomVariable::uniform("a", -1.0, 1.0), RandomVariable::log_uniform("b", 1e-3, 1e3)]
}

#[test]
fn members_without_parameters_differ_in_their_random_numbers() {
    let only_seeds = Design::random(4, 9, []).unwrap();
    assert_eq!((only_seeds.len(), only_seeds.names().len()), (4, 0));
    let [one, other] = [0, 1].map(|k| only_seeds.member(k).unwrap());
    assert_ne!(one.seed(), other.seed());
    assert_ne!(one.rng().next_u64(), other.rng().next_u64());
}

#[test]
fn a_grid_has_every_combination_once() {
    let axes = [Axis::values("a", [1.0, 2.0]), Axis::linear("b", 0.0, 1.0, 3)];
    let design = Design::grid(axes).unwrap();
    assert_eq!(design.column("a").unwrap(), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
    assert_eq!(design.column("b").unwrap(), [0.0, 0.5, 1.0, 0.0, 0.5, 1.0]);
    assert_eq!(design.member(4).unwrap().values(), [2.0, 0.5]);
    assert!(design.member(6).is_none());
}

#[test]
fn moments_of_random_draws() {
    const N: usize = 40_000;
    let design = Design::random(N, 3, variables()).unwrap();
    let moments = |name: &str, map: fn(f64) -> f64| {
        let x: Vec<f64> = design.column(name).unwrap().into_iter().map(map).collect();
        let mean = x.iter().sum::<f64>() / N as f64;
        (mean, (x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / N as f64).sqrt())
    };
    // Five standard errors of 40 000 draws.
    let near = |(mean, sd): (f64, f64), exact_mean: f64, exact_sd: f64| {
        let error = exact_sd / (N as f64).sqrt();
        (mean - exact_mean).abs() < 5.0 * error && (sd - exact_sd).abs() < 5.0 * error
    };
    assert!(near(moments("a", |x| x), 0.0, 3_f64.sqrt().recip()));
    assert!(near(moments("b", f64::log10), 0.0, 3_f64.sqrt()));
    // The control: the logarithm of `b` is uniform, `b` itself is far from it.
    assert!(!near(moments("b", |x| x), 500.0, 288.7));
}

#[test]
fn a_seed_decides_and_variables_do_not_disturb_each_other() {
    let draw = |seed, n: usize| {
        let some = variables().into_iter().take(n);
        Design::random(20, seed, some).unwrap().column("a").unwrap()
    };
    assert_eq!(draw(5, 2), draw(5, 2));
    assert_eq!(draw(5, 1), draw(5, 2));
    assert_ne!(draw(5, 2), draw(6, 2));
    let reseeded = Design::random(20, 5, variables()).unwrap().with_seed(6);
    assert_eq!(reseeded.column("a").unwrap(), draw(5, 2));
    assert_eq!(reseeded.member(0).unwrap().seed(), stream::member_seed(6, 0));
}

proptest! {
    #[test]
    fn a_latin_hypercube_has_one_draw_in_every_stratum(n in 1_usize..400, seed: u64) {
        let low = |variable: &RandomVariable, k: usize| variable.quantile(k as f64 / n as f64);
        let design = Design::latin_hypercube(n, seed, variables()).unwrap();
        for variable in variables() {
            let mut column = design.column(variable.name()).unwrap();
            column.sort_unstable_by(f64::total_cmp);
            for (k, value) in column.iter().enumerate() {
                let slack = 1e-12 * value.abs();
                prop_assert!(low(&variable, k) - slack <= *value, "{k} {value}");
                prop_assert!(*value <= low(&variable, k + 1) + slack, "{k} {value}");
            }
        }
    }
}

#[test]
fn independent_draws_are_no_latin_hypercube() {
    // The control of the property above: 100 of them leave strata empty.
    let design = Design::random(100, 1, variables()).unwrap();
    let strata = design.column("a").unwrap().iter().map(|a| ((a + 1.0) * 50.0) as i32).collect();
    let strata: std::collections::HashSet<i32> = strata;
    assert!(strata.len() < 80, "{}", strata.len());
}

#[test]
fn the_columns_of_a_latin_hypercube_are_shuffled_apart() {
    let uniform = |name: &str| RandomVariable::uniform(name, -1.0, 1.0);
    let design = Design::latin_hypercube(1000, 1, [uniform("a"), uniform("b")]).unwrap();
    let (a, b) = (design.column("a").unwrap(), design.column("b").unwrap());
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / 333.3;
    assert!(product(&a, &b).abs() < 5.0 / 1000_f64.sqrt());
    assert!(product(&a, &a) > 0.9);
}

#[test]
fn bad_designs_are_refused() {
    let size = |members| format!("the design has {members} members, it must have 1 to 10000000");
    let axis = |name: &str| Axis::linear(name, 0.0, 1.0, 1000);
    let mixed = [vec![1.0, 2.0], vec![1.0]];
    let reserved = "parameter \"status\": the name is the name of a column of every table";
    for (design, why) in [
        (Design::rows(["a", "b"], mixed), "row 1 has 1 values for 2 parameters"),
        (Design::rows(["a"], [[f64::NAN]]), "parameter \"a\": value = NaN must be finite"),
        (Design::rows(["a", "a"], [[1.0, 2.0]]), "parameter \"a\": the name must be given once"),
        (Design::grid([Axis::values("status", [1.0])]), reserved),
        (Design::rows(["a"], [[0.0]; 0]), &size("0")),
        (Design::random(0, 1, []), &size("0")),
        (Design::latin_hypercube(10_000_001, 1, variables()), &size("10000001")),
        (Design::grid([axis("a"), axis("b"), axis("c")]), &size("1000000000")),
    ] {
        assert_eq!(design.unwrap_err().to_string(), why);
    }
    let refused = |design: Result<Design, DesignError>, why: &str| {
        assert_eq!(design.unwrap_err().to_string(), format!("parameter \"mu\": {why}"));
    };
    for (axis, why) in [
        (Axis::log("mu", 0.0, 1.0, 3), "from = 0 must be finite and positive"),
        (Axis::log("mu", 1.0, f64::INFINITY, 3), "to = inf must be finite and positive"),
        (Axis::linear("mu", f64::NAN, 1.0, 3), "from = NaN must be finite"),
        (Axis::linear("mu", -1e308, 1e308, 3), "to = 1e308 must be at a finite distance"),
        (Axis::linear("mu", 0.0, 1.0, 0), "count = 0 must be at least 1"),
        (Axis::values("mu", []), "count = 0 must be at least 1"),
        (Axis::values("mu", [1.0, f64::NEG_INFINITY]), "value = -inf must be finite"),
    ] {
        refused(Design::grid([axis]), why);
    }
    // Both ends are refused for the same reasons as those of an axis.
    let (uniform, log_uniform) = (RandomVariable::uniform, RandomVariable::log_uniform);
    for (variable, why) in [
        (uniform("mu", 0.5, 0.2), "high = 0.2 must be at least low"),
        (uniform("mu", 0.0, f64::NAN), "high = NaN must be finite"),
        (log_uniform("mu", -1.0, 0.2), "low = -1 must be finite and positive"),
    ] {
        refused(Design::random(1, 1, [variable]), why);
    }
    assert!(Design::random(1, 1, [uniform("a", 0.3, 0.3)]).is_ok());
    let huge = Design::grid(["a", "b"].map(|name| Axis::linear(name, 0.0, 1.0, usize::MAX)));
    assert!(matches!(huge, Err(DesignError::Size { .. })));
}

#[test]
fn the_fingerprint_sees_every_difference() {
    let rows = |names: [&str; 2], rows: [[f64; 2]; 2]| Design::rows(names, rows).unwrap();
    let base = rows(["a", "b"], [[1.0, 2.0], [3.0, 4.0]]);
    let print = base.fingerprint();
    assert_eq!(base.clone().fingerprint(), print);
    for other in [
        rows(["a", "c"], [[1.0, 2.0], [3.0, 4.0]]),
        rows(["a", "b"], [[1.0, 2.0], [3.0, 4.000_000_000_000_001]]),
        rows(["a", "b"], [[3.0, 4.0], [1.0, 2.0]]),
        base.with_seed(1),
    ] {
        assert_ne!(other.fingerprint(), print, "{other:?}");
    }
}
