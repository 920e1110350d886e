//! Random calls of the constructors of patches with absurd numbers: no panic, and no invalid patch.

use nalgebra::vector;
use proptest::prelude::*;
use stiction::core::impedance::next_jump_of;
use stiction::patch::limit_surface::limit_curve;
use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount,
    PatchError, Polygon, PressureExponent, ReducedPatch, ReducedShape, Schedule, SoftFingertip,
    Surface, steady,
};
use stiction::prelude::*;

use super::nothing_panics::absurd;

fn numbers() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(prop_oneof![4 => -0.02..0.02_f64, 1 => absurd()], 12)
}

/// Calls one of the constructors.
fn made(what: u8, side: usize, x: &[f64]) -> Result<ContactPatch, PatchError> {
    let size = if what >= 128 { x[11] } else { 0.02 };
    let grid = Grid::new(side, size)?;
    match what % 8 {
        0 => ContactPatch::from_pressure(grid, |px, py| x[0] + x[1] * px + x[2] * py),
        1 => ContactPatch::ring(grid, x[0], x[1]),
        2 => ContactPatch::from_points(x.chunks(3).map(|p| (vector![p[0], p[1]], p[2].abs()))),
        3 => ContactPatch::from_rows(size, &x.chunks(3).take(3).collect::<Vec<_>>()),
        4 => {
            let corners: Vec<_> = x.chunks(2).map(|p| vector![p[0], p[1]]).take(side).collect();
            Polygon::new(&corners)?.patch(grid)
        }
        5 => {
            let exponent = PressureExponent::PerLoad(x[1].abs());
            let law = SoftFingertip::builder().growth(x[0].abs()).exponent(exponent).build()?;
            law.patch(grid, x[2])
        }
        6 => {
            ContactPatch::from_csv(size, format!("{},{}\n{},{}", x[0], x[1], x[2], x[3]).as_bytes())
        }
        _ => Surface::ALL[side % Surface::ALL.len()].patch(grid),
    }
}

fn pose(x: &[f64]) -> PlanarPose {
    PlanarPose { position: vector![x[0], x[1]], angle: x[2] }
}

fn bristles(x: &[f64]) -> Result<BristleParameters, ParameterError> {
    BristleParameters::builder()
        .stiffness(1e7 * x[0].abs())
        .damping(1e3 * x[1].abs())
        .viscous_damping(x[2].abs())
        .friction(StribeckCurve::constant(x[3].abs())?)
        .breakaway_fraction(50.0 * x[4].abs())
        .build()
}

/// Asserts that a patch is valid.
fn sound(patch: &ContactPatch) -> Result<(), TestCaseError> {
    let total: f64 = patch.weight().iter().sum();
    prop_assert!((total - 1.0).abs() < 1e-12, "the shares add up to {total}");
    prop_assert!(patch.weight().iter().all(|&weight| weight > 0.0));
    let numbers = [patch.radius(), patch.plain_radius(), patch.viscous_factor()];
    prop_assert!(numbers.iter().all(|x| x.is_finite() && *x >= 0.0), "{numbers:?}");
    prop_assert!(patch.center_of_pressure().iter().all(|x| x.is_finite()));
    Ok(())
}

proptest! {
    #![proptest_config(crate::config(2000, "bad_input"))]

    #[test]
    fn no_panic_and_no_patch_that_is_none(
        what in any::<u8>(), side in 0_usize..8, x in numbers(), y in numbers(),
    ) {
        let patch = match made(what, side, &x) {
            Ok(patch) => patch,
            Err(error) => {
                prop_assert!(!error.to_string().trim().is_empty());
                return Ok(());
            }
        };
        sound(&patch)?;
        let changed = patch.grid().map(|grid| {
            ContactPatch::from_pressure(*grid, |px, _| y[0] + y[1] * px)
        });
        let changed = changed.and_then(Result::ok).unwrap_or_else(|| patch.clone());
        sound(&changed)?;

        let flow = PlanarTwist { linear: vector![y[0], y[1]], angular: y[2] };
        let usual = y[..3].iter().all(|v| v.abs() < 1e9);
        let steady = steady::coulomb(&patch, &flow);
        prop_assert!(!usual || steady.force.norm() <= 1.0 + 1e-12, "{steady:?}");
        limit_curve(y[3], y[4], side, |twist| steady::coulomb(&patch, twist)).for_each(drop);
        let shape = match LimitSurface::new(&patch, side) {
            Ok(surface) => {
                prop_assert_eq!(LimitSurface::from_json(&surface.to_json().unwrap()).unwrap(), surface.clone());
                let _ = surface.normalized(y[5], &flow);
                surface.deviation(&changed).ok();
                ReducedShape::limit_surface(&changed, surface)
            }
            Err(error) => {
                prop_assert!(!error.to_string().trim().is_empty());
                ReducedShape::ellipsoid(&patch)
            }
        };
        let (Ok(mount), Ok(bristles)) = (Mount::in_world(pose(&y[3..])), bristles(&y[6..])) else {
            return Ok(());
        };
        let both = Schedule::every(y[11].abs(), [patch.clone(), changed]);
        let patches = both.unwrap_or_else(|_| patch.clone().into());
        let time = y[10];
        let distributed = DistributedPatch::builder().patch(patches).bristles(bristles);
        let distributed = distributed.mount(mount).build().and_then(|pad| Loaded::new(pad, y[9].abs()));
        let reduced = ReducedPatch::builder().shape(shape).bristles(bristles).mount(mount);
        let reduced = reduced.model(BristleModel::LuGre).build().and_then(|pad| Loaded::new(pad, y[9].abs()));
        let mut laws: Vec<Box<dyn Impedance<Domain = PlanarFrame>>> = vec![];
        laws.extend(distributed.map(|law| Box::new(law) as Box<_>));
        laws.extend(reduced.map(|law| Box::new(law) as Box<_>));
        for law in laws {
            let motion = Motion { pose: pose(&x), flow };
            let internal: Vec<_> = (0..law.memory().len()).map(|i| x[i % 12]).collect();
            let mut rate = internal.clone();
            law.respond(&Stage::first(time, 1e-4), &motion, &internal, &mut rate);
            law.stored_energy(&motion, &internal);
            law.stored_power(&motion, &internal, &rate);
            next_jump_of(&law, time);
            law.contact().unwrap().resistance(1e-4, side % 4);
            // An unbent patch at rest stays at rest.
            let rest = Motion::default();
            let zero = vec![0.0; internal.len()];
            let wrench = law.respond(&Stage::first(0.0, 1e-4), &rest, &zero, &mut rate);
            prop_assert!(wrench.force.norm() == 0.0 && wrench.torque == 0.0, "{wrench:?}");
            prop_assert!(rate.iter().all(|rate| *rate == 0.0), "{rate:?}");
        }
    }
}
