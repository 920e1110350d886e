//! No direction is special: every law turns with its motion, and is odd.

use core::any::type_name;

use nalgebra::{Rotation3, Vector3};
use proptest::prelude::*;
use stiction_core::{Bristle, Space};

use crate::testing::{curve, gsat, lugre, rate_dependent};
use crate::*;

/// Compares force and rate with those of the motion that is turned, and of the opposite one; the first two may be off
/// by rounding.
fn turns<B: Bristle<Domain = Space>>(
    law: B,
    [v, e]: [Vector3<f64>; 2],
    turn: Rotation3<f64>,
    [of_force, of_rate]: [f64; 2],
) -> Result<(), TestCaseError> {
    let (f, rate) = law.friction(1e-4, v, e);
    let (turned, turned_rate) = law.friction(1e-4, turn * v, turn * e);
    prop_assert!((turn * f - turned).norm() < of_force, "{}", type_name::<B>());
    prop_assert!((turn * rate - turned_rate).norm() < of_rate, "{}", type_name::<B>());
    prop_assert_eq!(law.friction(1e-4, -v, -e), (-f, -rate));
    Ok(())
}

proptest! {
    #[test]
    fn every_law_turns_with_its_motion(
        v in prop::array::uniform3(-0.5..0.5_f64), e in prop::array::uniform3(-2e-4..2e-4_f64),
        axis in prop::array::uniform3(-3.0..3.0_f64),
    ) {
        let (turn, at) = (Rotation3::new(Vector3::from(axis)), [v, e].map(Vector3::from));
        turns(gsat([1e4, 10.0, 2.0]), at, turn, [1e-14; 2])?;
        let dahl = DahlFriction::builder().stiffness(1e4).limit(2.0);
        turns(dahl.bristle_rate(BristleRate::Explicit).build().unwrap(), at, turn, [1e-14, 1e-12])?;
        let holds = ElastoPlasticFriction::builder().stiffness(1e4).damping(10.0).limit(2.0);
        let holds = holds.viscous_damping(0.4).breakaway_fraction(0.6).build().unwrap();
        turns(holds, at, turn, [1e-13; 2])?;
        let steady = SteadyState::Force(curve([2.0, 3.0], 0.01, StribeckShape::Gaussian));
        turns(lugre([1e4, 10.0, 0.4], steady), at, turn, [1e-13, 1e-14])?;
        for shape in [
            StribeckShape::Rational,
            StribeckShape::Gaussian,
            StribeckShape::Exponential { exponent: 0.5 },
        ] {
            let law = rate_dependent([1e5, 400.0, 0.4], curve([1.0, 1.5], 0.01, shape));
            turns(law, at, turn, [1e-12; 2])?;
        }
        let law = ThresholdFriction::<Space>::builder().limit(2.0).threshold_speed(0.01);
        let (law, slow) = (law.build().unwrap(), at[0] * 0.05);
        let f = law.friction(slow);
        prop_assert!((turn * f - law.friction(turn * slow)).norm() < 1e-14);
        prop_assert_eq!(law.friction(-slow), -f);
    }
}
