//! The table of bad values: a component that a builder accepts must work, and one that it refuses
//! must be named.

use stiction::prelude::*;

pub(super) const HUGE: f64 = 1e308;
pub(super) const BAD: [f64; 7] =
    [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-320, HUGE];

/// Builds a component with each of its parameters in turn at each bad value. The builder refuses,
/// naming a parameter and its value (the one that is bad; a finite value may also be refused in its
/// relation to another one), or gives a component that passes the probe.
pub(super) fn refuses_or_works<T>(
    component: &str,
    good: &[(&'static str, f64)],
    build: impl Fn(&[f64]) -> Result<T, ParameterError>,
    probe: impl Fn(&T) -> Result<(), String>,
) {
    let tried = |values: &[f64]| build(values).map(|built| probe(&built));
    all_refused_or_working(component, good, &tried);
}

/// Result of building and probing a component.
type Tried = Result<Result<(), String>, ParameterError>;

/// Body of [`refuses_or_works`], compiled once for all types.
fn all_refused_or_working(
    component: &str,
    good: &[(&'static str, f64)],
    tried: &dyn Fn(&[f64]) -> Tried,
) {
    let values: Vec<f64> = good.iter().map(|(_, value)| *value).collect();
    let usual =
        tried(&values).unwrap_or_else(|error| panic!("{component} as it should be: {error}"));
    usual.unwrap_or_else(|what| panic!("{component} as it should be: {what}"));
    for (i, (name, _)) in good.iter().enumerate() {
        for bad in BAD {
            let mut given = values.clone();
            given[i] = bad;
            match tried(&given) {
                Ok(works) => {
                    assert!(bad.is_finite(), "{component} accepts {name} = {bad}");
                    // With 1e308 products overflow, and infinity less infinity is NaN: a step then
                    // refuses. Only panics count.
                    match works {
                        Err(what) if bad != HUGE => {
                            panic!("{component} with {name} = {bad:e}: {what}")
                        }
                        _ => {}
                    }
                }
                Err(error) => {
                    let text = error.to_string();
                    assert_eq!(error.component, component, "{text}");
                    assert!(text.contains(error.parameter), "{text}");
                    assert!(
                        text.contains(&stiction::core::Shown(error.value).to_string()),
                        "{text}"
                    );
                    assert!(!error.requirement.is_empty(), "{text}");
                    // Errors may name a component of a vector: "normal.x" belongs to the parameter
                    // "normal".
                    let base = |name: &'static str| name.split('.').next().unwrap_or(name);
                    if bad.is_finite() {
                        let known = good.iter().any(|(name, _)| base(name) == error.parameter);
                        assert!(known, "{component}: {name} = {bad:e} blames {text}");
                    } else {
                        assert_eq!(error.parameter, base(name), "{text}");
                        assert!(
                            error.value == bad || (error.value.is_nan() && bad.is_nan()),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

pub(super) fn no_nan(what: &str, values: &[f64]) -> Result<(), String> {
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(format!("{what}[{index}] is not a number, of {values:?}")),
        None => Ok(()),
    }
}

/// Control: the table finds a builder that accepts anything, one that blames another parameter, and a
/// component that turns a finite input into NaN.
#[test]
fn the_table_finds_what_it_should() {
    let fails = |build: &dyn Fn(&[f64]) -> Result<f64, ParameterError>,
                 probe: &dyn Fn(&f64) -> Result<(), String>| {
        let table = || refuses_or_works("Part", &[("size", 1.0)], build, probe);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(table)).is_err()
    };
    let positive = |v: &[f64]| match v[0] {
        x if x.is_finite() && x > 0.0 => Ok(x),
        x => Err(ParameterError::new("Part", "size", x, "must be positive")),
    };
    assert!(!fails(&positive, &|_| Ok(())));
    assert!(fails(&|v| Ok(v[0]), &|_| Ok(())));
    assert!(fails(
        &|v| positive(v).map_err(|e| ParameterError::new("Part", "mass", e.value, "no")),
        &|_| Ok(())
    ));
    assert!(fails(
        &|v| positive(v).map_err(|_| ParameterError::new("Part", "size", 3.0, "no")),
        &|_| Ok(())
    ));
    assert!(fails(&positive, &|x| if *x < 0.5 { Err("NaN".into()) } else { Ok(()) }));
}
