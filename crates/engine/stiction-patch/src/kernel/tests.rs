use super::*;
use crate::bristle_law::{BristleModel, BristleParameters};
use crate::testing::{bristle_rate, model};
use fearless_simd::Simd;
use nalgebra::Vector2;
use proptest::prelude::*;
use stiction_friction::{BristleRate, StribeckCurve, StribeckShape};

/// A patch with random bristles, and the output of the kernel.
#[derive(Clone, Debug)]
struct Case {
    cells: Vec<[f64; 5]>,
    motion: CellMotion,
}

impl Case {
    fn column(&self, i: usize) -> Vec<f64> {
        self.cells.iter().map(|cell| cell[i]).collect()
    }

    /// Returns the sums and the rates, x then y.
    fn run(&self, f: impl Fn(&mut Cells<'_>) -> Sums<f64>) -> (Sums<f64>, [Vec<f64>; 2]) {
        let columns: [Vec<f64>; 5] = core::array::from_fn(|i| self.column(i));
        let [x, y, weight, zx, zy] = &columns;
        let (mut zx_rate, mut zy_rate) = (vec![f64::NAN; x.len()], vec![f64::NAN; x.len()]);
        let sums =
            f(&mut Cells { x, y, weight, zx, zy, zx_rate: &mut zx_rate, zy_rate: &mut zy_rate });
        (sums, [zx_rate, zy_rate])
    }
}

/// Yields bristles from unloaded to twice the sliding deflection, speeds from creep to 1 m/s.
fn case() -> impl Strategy<Value = Case> {
    let cell = (-0.01..0.01_f64, -0.01..0.01_f64, 0.0..1.0_f64, 0.0..2.2e-6_f64, 0.0..6.3_f64)
        .prop_map(|(x, y, w, size, angle)| [x, y, w, size * angle.cos(), size * angle.sin()]);
    let speed = (-6.0..0.0_f64).prop_map(|e| 10.0_f64.powf(e));
    let motion = (speed, 0.0..6.3_f64, -5.0..5.0_f64, 0.0..1e-3_f64).prop_map(
        |(speed, angle, angular, tau)| CellMotion {
            vx: speed * angle.cos(),
            vy: speed * angle.sin(),
            angular,
            tau,
        },
    );
    (prop::collection::vec(cell, 0..40), motion).prop_map(|(cells, motion)| Case { cells, motion })
}

fn parameters() -> impl Strategy<Value = BristleParameters> {
    let shape = prop_oneof![
        Just(StribeckShape::Gaussian),
        Just(StribeckShape::Exponential { exponent: 2.0 }),
        Just(StribeckShape::Exponential { exponent: 0.7 }),
        Just(StribeckShape::Rational),
    ];
    let fall = prop_oneof![Just(0.0), Just(0.2)];
    (shape, fall, 0.1..0.97_f64).prop_map(|(shape, fall, breakaway_fraction)| {
        let friction = StribeckCurve::builder()
            .coulomb(1.0)
            .breakaway(1.0 + fall)
            .stribeck_speed(1e-3)
            .shape(shape)
            .build()
            .unwrap();
        BristleParameters::builder()
            .stiffness(1e6)
            .damping(8e2)
            .viscous_damping(0.2)
            .friction(friction)
            .breakaway_fraction(breakaway_fraction)
            .build()
            .unwrap()
    })
}

fn bits((sums, rates): &(Sums<f64>, [Vec<f64>; 2])) -> Vec<u64> {
    let sums = [sums.x, sums.y, sums.torque];
    sums.iter().chain(&rates[0]).chain(&rates[1]).map(|v| v.to_bits()).collect()
}

/// Returns every instruction set of this machine.
fn levels() -> Vec<Level> {
    let level = Level::new();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let all = [
        level.as_sse2().map(|simd| simd.level()),
        level.as_sse4_2().map(|simd| simd.level()),
        level.as_avx2().map(|simd| simd.level()),
        level.as_avx512().map(|simd| simd.level()),
    ];
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let all = [Some(level)];
    all.into_iter().flatten().collect()
}

/// Evaluates as printed, with the functions of the standard library: rates and sums of a case, and the scale of
/// the rate of each cell and of the sums.
fn as_printed(
    bristles: &BristleParameters,
    model: BristleModel,
    rate: BristleRate,
    Case { cells, motion }: &Case,
) -> (Sums<f64>, [Vec<f64>; 2], Vec<f64>, [f64; 2]) {
    let (mut sums, mut rates, mut scales) = (Sums::default(), [vec![], vec![]], vec![]);
    let mut scale = [0.0; 2];
    for &[x, y, weight, zx, zy] in cells {
        let v = Vector2::new(motion.vx - motion.angular * y, motion.vy + motion.angular * x);
        let z = Vector2::new(zx, zy);
        let limit = bristles.largest_deflection(v.norm());
        let share = bristles.relaxing_share(model, v, z, limit);
        let lambda = share * bristles.sliding_relaxation(v.norm());
        let z_rate = rate.rate(v, z, lambda, motion.tau);
        let push = (z * bristles.stiffness() + z_rate * bristles.damping()) * weight;
        sums.x += push.x;
        sums.y += push.y;
        sums.torque += x * push.y - y * push.x;
        rates[0].push(z_rate.x);
        rates[1].push(z_rate.y);
        let reach = motion.vx.hypot(motion.vy) + motion.angular.abs() * x.hypot(y);
        let per_length = bristles.stiffness() / bristles.friction().coulomb();
        let stage = reach * motion.tau;
        scales.push(reach * (1.0 + per_length * z.norm()) * (1.0 + per_length * stage));
        let size = weight
            * (bristles.stiffness() * z.norm() + bristles.damping() * scales[scales.len() - 1]);
        scale[0] += size;
        scale[1] += size * x.hypot(y);
    }
    (sums, rates, scales, scale)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_oracle_is_what_the_paper_prints(
        case in case(), bristles in parameters(), model in model(), rate in bristle_rate()
    ) {
        let law = CellLaw::new(&bristles, model, rate);
        let (sums, rates) = case.run(|cells| plain(&law, &case.motion, cells));
        let (expected, expected_rates, scales, scale) = as_printed(&bristles, model, rate, &case);
        // The share that yields is steep: 1/(1 − s_ba) times the rounding of |z|/z_max.
        let rounding = 8.0 * f64::EPSILON / (1.0 - bristles.breakaway_fraction());
        for i in 0..2 {
            for ((found, expected), scale) in rates[i].iter().zip(&expected_rates[i]).zip(&scales) {
                prop_assert!((found - expected).abs() <= rounding * scale);
            }
        }
        prop_assert!((sums.x - expected.x).abs() <= rounding * scale[0]);
        prop_assert!((sums.y - expected.y).abs() <= rounding * scale[0]);
        prop_assert!((sums.torque - expected.torque).abs() <= rounding * scale[1]);
    }

    #[test]
    fn exact_has_the_bits_of_the_oracle_on_every_instruction_set(
        case in case(), bristles in parameters(), model in model(), rate in bristle_rate()
    ) {
        let law = CellLaw::new(&bristles, model, rate);
        let oracle = bits(&case.run(|cells| plain(&law, &case.motion, cells)));
        for level in levels() {
            let found = case.run(|cells| exact(level, &law, &case.motion, cells));
            prop_assert_eq!(&bits(&found), &oracle, "{:?}", level);
        }
    }

    #[test]
    fn fast_is_within_the_stated_ulps(
        case in case(), bristles in parameters(), model in model(), rate in bristle_rate()
    ) {
        let law = CellLaw::new(&bristles, model, rate);
        let (sums, rates) = case.run(|cells| plain(&law, &case.motion, cells));
        let (.., scales, scale) = as_printed(&bristles, model, rate, &case);
        let ulps = FAST_ULPS * f64::EPSILON / (1.0 - bristles.breakaway_fraction());
        for level in levels() {
            let (fast_sums, fast_rates) = case.run(|cells| fast(level, &law, &case.motion, cells));
            for i in 0..2 {
                for ((found, expected), scale) in fast_rates[i].iter().zip(&rates[i]).zip(&scales) {
                    prop_assert!((found - expected).abs() <= ulps * scale);
                }
            }
            prop_assert!((fast_sums.x - sums.x).abs() <= ulps * scale[0]);
            prop_assert!((fast_sums.y - sums.y).abs() <= ulps * scale[0]);
            prop_assert!((fast_sums.torque - sums.torque).abs() <= ulps * scale[1]);
        }
    }
}

fn one_case() -> Case {
    let cells = (0..21).map(|i| {
        let i = f64::from(i);
        [i * 1e-3, (0.7 * i).sin() * 1e-2, 1.0 / 21.0, (0.3 * i).sin() * 1e-6, 1e-6 * i.cos()]
    });
    let motion = CellMotion { vx: 1e-3, vy: -2e-3, angular: 0.3, tau: 1e-4 };
    Case { cells: cells.collect(), motion }
}

/// The comparison of bits can fail: the fast mode has other bits if there is a fused operation.
#[test]
fn fused_operations_show_in_the_bits() {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    let law = CellLaw::new(&bristles, BristleModel::ElastoPlastic, BristleRate::OrderPreserving);
    let case = one_case();
    let oracle = bits(&case.run(|cells| plain(&law, &case.motion, cells)));
    for level in levels() {
        let found = bits(&case.run(|cells| fast(level, &law, &case.motion, cells)));
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let fused = matches!(level, Level::Avx2(_) | Level::Avx512(_));
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let fused = found != oracle;
        assert_eq!(found != oracle, fused, "{level:?}");
    }
}

#[test]
fn the_arithmetics_are_told_apart() {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    let law = CellLaw::new(&bristles, BristleModel::ElastoPlastic, BristleRate::Explicit);
    let case = one_case();
    let run = |arithmetic| bits(&case.run(|cells| evaluate(arithmetic, &law, &case.motion, cells)));
    assert_eq!(run(Arithmetic::Exact), run(Arithmetic::Plain));
    let fast = bits(&case.run(|cells| super::fast(Level::new(), &law, &case.motion, cells)));
    assert_eq!(run(Arithmetic::Fast), fast);
}

/// A bristle below break-away moves with the body to the bit, in every arithmetic.
#[test]
fn elastic_bristles_move_with_the_body() {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    let mut case = one_case();
    for cell in &mut case.cells {
        (cell[3], cell[4]) = (0.6 * cell[3], 0.6 * cell[4]);
    }
    for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
        let law = CellLaw::new(&bristles, BristleModel::ElastoPlastic, rate);
        let motion = CellMotion { angular: 0.0, ..case.motion };
        for arithmetic in [Arithmetic::Plain, Arithmetic::Exact, Arithmetic::Fast] {
            let (_, rates) = case.run(|cells| evaluate(arithmetic, &law, &motion, cells));
            assert!(rates[0].iter().all(|r| r.to_bits() == motion.vx.to_bits()));
            assert!(rates[1].iter().all(|r| r.to_bits() == motion.vy.to_bits()));
        }
    }
}

#[test]
fn broken_numbers_show() {
    let bristles = BristleParameters::table_one_stribeck().unwrap();
    for model in [BristleModel::LuGre, BristleModel::ElastoPlastic] {
        let law = CellLaw::new(&bristles, model, BristleRate::OrderPreserving);
        for arithmetic in [Arithmetic::Plain, Arithmetic::Exact, Arithmetic::Fast] {
            let case = one_case();
            let motion = CellMotion { vx: f64::NAN, ..case.motion };
            let (sums, rates) = case.run(|cells| evaluate(arithmetic, &law, &motion, cells));
            assert!(sums.x.is_nan() && rates[0].iter().all(|r| r.is_nan()));
            let mut case = one_case();
            case.cells[20][4] = f64::NAN;
            let (sums, rates) = case.run(|cells| evaluate(arithmetic, &law, &case.motion, cells));
            assert!(sums.y.is_nan() && rates[1][20].is_nan() && rates[1][19].is_finite());
        }
    }
}
