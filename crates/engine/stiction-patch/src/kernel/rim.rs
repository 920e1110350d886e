//! Relaxation of the three bristles of the reduced model.

use stiction_core::Real;

use super::cell::CellLaw;
use super::elementary::sine_of_quarter_turns;
use crate::bristle_law::BristleModel;

/// Returns `λ` (25), (31), (32) for the rim speed `s = |v_S|`, the drive `d = −h s` and the deflection `ζ = S⁻¹ z`.
///
/// With the `z_max = |h| g/σ₀` of (32), rearranged so that little has to wait for ζ:
///
/// ```text
/// λ = ½ σ₀ c (|d| + d·ζ/|ζ|) sin²(π t/2),   c = s/(g |d|)
/// t = (σ₀ c |ζ| − s_ba)/(1 − s_ba) clamped to [0, 1]
/// ```
#[inline(always)]
pub(crate) fn rim_relaxation<R: Real>(
    law: &CellLaw,
    speed: R,
    drive: [R; 3],
    deflection: [R; 3],
) -> R {
    // This is not zero, so that neither rest nor an unloaded bristle divides by it.
    let length = |v: [R; 3]| (dot(v, v) + speed.same(1e-300)).sqrt();
    let g = law.level(speed);
    let stiffness = speed.same(law.stiffness);
    if law.model == BristleModel::LuGre {
        return stiffness * speed / g;
    }
    let pull = length(drive);
    let ratio = speed / (g * pull);
    let size = length(deflection);
    let sine = sine_of_quarter_turns(law.plastic_part(ratio * size));
    let along = pull + dot(drive, deflection) / size;
    speed.same(0.5) * stiffness * ratio * along * (sine * sine)
}

#[inline(always)]
fn dot<R: Real>(a: [R; 3], b: [R; 3]) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bristle_law::BristleParameters;
    use nalgebra::Vector3;
    use proptest::prelude::*;
    use stiction_friction::BristleRate;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn as_printed(
            speed in -8.0..0.0_f64, h in prop::array::uniform3(-0.7..0.7_f64),
            z in prop::array::uniform3(-1.5e-6..1.5e-6_f64), lugre in any::<bool>(),
        ) {
            let model = if lugre { BristleModel::LuGre } else { BristleModel::ElastoPlastic };
            let bristles = BristleParameters::table_one_stribeck().unwrap();
            let law = CellLaw::new(&bristles, model, BristleRate::Explicit);
            let (speed, h, z) = (10.0_f64.powf(speed), Vector3::from(h), Vector3::from(z));
            prop_assume!(h.norm() > 0.01);
            let limit = h.norm() * bristles.largest_deflection(speed);
            let sliding = bristles.sliding_relaxation(speed);
            let expected = bristles.relaxing_share(model, h, z, limit) * sliding;
            let found = rim_relaxation(&law, speed, (h * speed).into(), z.into());
            // 1/(1 − s_ba) = 10 times the rounding of |z|/z_max.
            prop_assert!((found - expected).abs() <= 200.0 * f64::EPSILON * sliding);
        }
    }

    #[test]
    fn zeros_relax_nothing() {
        let bristles = BristleParameters::table_one_stribeck().unwrap();
        let law = CellLaw::new(&bristles, BristleModel::ElastoPlastic, BristleRate::Explicit);
        let (zero, x) = (Vector3::zeros(), Vector3::x());
        assert_eq!(rim_relaxation(&law, 0.0, zero.into(), (x * 1e-6).into()), 0.0);
        assert_eq!(rim_relaxation(&law, 1.0, x.into(), zero.into()), 0.0);
        assert_eq!(rim_relaxation(&law, 5e-324, (x * 5e-324).into(), (x * 1e-6).into()), 0.0);
        assert!(rim_relaxation(&law, f64::NAN, x.into(), x.into()).is_nan());
    }
}
