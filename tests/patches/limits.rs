//! Limits in which the models of a patch coincide, or reduce to Coulomb friction.

use super::*;
use stiction::patch::{Surface, steady, twist_at, wrench_from};

/// Returns the deflections of bristles in a motion that goes on for ever.
fn steady_state(law: &Friction, motion: &Motion<PlanarFrame>) -> Vec<f64> {
    let mut internal = vec![0.0; law.memory().len()];
    for _ in 0..40 {
        // Steps are implicit, of 1 s.
        let (_, rate) = respond(law, 1.0, motion, &internal);
        internal.iter_mut().zip(&rate).for_each(|(z, rate)| *z += rate);
    }
    internal
}

/// Returns the speed of the slowest cell \[m/s\] and the force of [`steady::by_cells`] at the
/// origin of the patch \[N\].
fn by_cells(
    patch: &ContactPatch,
    twist: &PlanarTwist,
    friction: impl Fn(f64) -> f64,
) -> (f64, PlanarWrench) {
    let speed = |(x, y): (&f64, &f64)| twist_at(twist, &vector![*x, *y]).linear.norm();
    let slowest = patch.x().iter().zip(patch.y()).map(speed).fold(f64::INFINITY, f64::min);
    let center = patch.center_of_pressure();
    let wrench = steady::by_cells(patch, &twist_at(twist, &center), friction);
    let PlanarWrench { force, torque } = wrench_from(&wrench, &center);
    (slowest, PlanarWrench { force: force * 3.0, torque: torque * 3.0 })
}

proptest! {
    #![proptest_config(crate::config(128, "patches"))]

    /// In steady sliding every cell bears g(s) + σ₂ s; without the viscous term, and at growing
    /// speed, the Coulomb level.
    #[test]
    fn fast_sliding_is_coulomb_friction(
        patch in patches(), bristles in bristles(), direction in twists(1.0),
    ) {
        let p = bristles.parameters;
        let curve = *p.friction();
        let without = parameters(curve, p.stiffness(), p.damping(), 0.0, p.breakaway_fraction());
        let implicit = Bristles { rate: BristleRate::Implicit, ..bristles };
        for speed in [1e-2, 1e-1, 1.0] {
            let flow = PlanarTwist {
                linear: direction.linear * speed,
                angular: direction.angular * speed,
            };
            let motion = Motion { pose: PlanarPose::default(), flow };
            let (slowest, level) = by_cells(&patch, &flow, |s| curve.value(s));
            let (_, coulomb) = by_cells(&patch, &flow, |_| curve.coulomb());
            let (_, viscous) = by_cells(&patch, &flow, |s| p.viscous_damping() * s);
            // Slower cells take longer than the steps above.
            prop_assume!(slowest > 1e-4 * speed);
            let wrench = |bristles: Bristles| {
                let law = bristles.friction(Kind::Distributed, &patch, Mount::default(), LOAD);
                let internal = steady_state(&law, &motion);
                respond(&law, 1.0, &motion, &internal).0
            };
            let found = wrench(Bristles { parameters: without, ..implicit });
            prop_assert!(difference(&found, &level) < 1e-7, "{found:?} {level:?}");
            let stribeck = 3.0 * (curve.value(slowest) - curve.coulomb());
            prop_assert!(difference(&found, &coulomb) < 2_f64.sqrt() * stribeck + 1e-7);
            // Control: with σ₂ it exceeds the level.
            let beyond = PlanarWrench {
                force: level.force + viscous.force,
                torque: level.torque + viscous.torque,
            };
            prop_assert!(difference(&wrench(implicit), &beyond) < 1e-7);
        }
    }

    /// While a patch slides without turning, all its bristles act as one.
    #[test]
    fn pure_translation_is_the_same_for_both(
        patch in patches(), bristles in bristles(), v in prop::array::uniform4(-0.02..0.02_f64),
    ) {
        let step = 0.01 * bristles.longest() / 0.06;
        let off = |angular: f64| {
            let laws = [Kind::Distributed, Kind::Ellipsoid]
                .map(|kind| bristles.friction(kind, &patch, Mount::default(), LOAD));
            let mut internal = laws.each_ref().map(|law| vec![0.0; law.memory().len()]);
            let mut off = 0.0_f64;
            for k in 0..1000 {
                let (sine, cosine) = (0.01 * f64::from(k)).sin_cos();
                let linear = vector![v[0] * cosine + v[1] * sine, v[2] * cosine + v[3] * sine];
                let flow = PlanarTwist { linear, angular };
                let motion = Motion { pose: PlanarPose::default(), flow };
                let [one, other] = [0, 1].map(|i| {
                    let (wrench, rate) = respond(&laws[i], step, &motion, &internal[i]);
                    internal[i].iter_mut().zip(&rate).for_each(|(z, rate)| *z += step * rate);
                    wrench
                });
                off = off.max(difference(&one, &other));
            }
            off
        };
        prop_assert!(off(0.0) < 1e-10, "{}", off(0.0));
        // Control: if it turns, the force at the rim differs from that of the cells.
        prop_assert!(off(2.0) > 1e-4, "{}", off(2.0));
    }

    /// A table is a mean of sums over the cells: no force exceeds 1, and no torque that of pure
    /// rotation, `Σ w |ρ|`, which the interpolated radius falls short of.
    #[test]
    fn the_normalised_friction_is_in_the_box(patch in patches(), twist in twists(0.02)) {
        let surface = LimitSurface::new(&patch, 8).unwrap();
        let overshoot = patch.plain_radius() / patch.radius();
        let h = surface.normalized(patch.radius(), &twist);
        prop_assert!(h.xy().norm() <= 1.0 + 1e-12);
        prop_assert!(h.z.abs() <= overshoot + 1e-12, "{h} {overshoot}");
        prop_assert!(surface.peak() <= overshoot.max(1.0) + 1e-12);
    }
}

/// Control: without the overshoot the box is too small.
#[test]
fn a_gradient_line_leaves_the_unit_box() {
    let line = Surface::GradientLine.patch(Grid::new(21, 0.02).unwrap()).unwrap();
    let peak = LimitSurface::new(&line, 20).unwrap().peak();
    assert!((1.001..line.plain_radius() / line.radius()).contains(&peak), "{peak}");
}
