//! Strategies: parameters inside the stability region, loads below the limit.

use proptest::prelude::*;
use stiction_core::{Flat, Vector, VectorDomain};

use super::Load;

/// A stuck block: mass, friction element and step, inside the stability region of the generalized
/// RK4 (K T^2/m < 5.2 and B T/m + 0.4 K T^2/m < 2.78) with a margin of a tenth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StuckBlock {
    /// Mass \[kg\] (or moment of inertia).
    pub mass: f64,
    /// Stiffness K \[N/m\].
    pub stiffness: f64,
    /// Damping B \[N s/m\].
    pub damping: f64,
    /// Step T \[s\].
    pub step: f64,
    /// Friction limit F \[N\].
    pub limit: f64,
}

impl StuckBlock {
    /// Returns the number of steps in which a free oscillation of the stuck block falls by 1e17
    /// under every relaxation.
    ///
    /// Under the paper's form the stuck element acts as a spring with the damping B + 0.75 T K, under
    /// the others with B alone; the slower of the two counts.
    #[must_use]
    pub fn settling_steps(&self) -> usize {
        let (a, b) = self.ratios();
        // The slower root of s^2 + damping s + a = 0, per step.
        let rate = |damping: f64| {
            let discriminant = damping * damping - 4.0 * a;
            if discriminant <= 0.0 {
                0.5 * damping
            } else {
                2.0 * a / (damping + discriminant.sqrt())
            }
        };
        (40.0 / rate(b).min(rate(b + 0.75 * a))).ceil() as usize
    }

    /// Returns the largest |f*| per unit load at an angular frequency \[rad/s\], with the damping
    /// at its largest stage.
    #[must_use]
    pub fn gain(&self, angular_frequency: f64) -> f64 {
        let Self { mass, stiffness, damping, step, .. } = *self;
        let (w, most) = (angular_frequency, damping + step * stiffness);
        let force = stiffness.hypot(w * most);
        let motion = (stiffness - mass * w * w).hypot(w * (damping + 0.75 * step * stiffness));
        force / motion
    }

    /// Returns K T^2/m and B T/m.
    fn ratios(&self) -> (f64, f64) {
        let Self { mass, stiffness, damping, step, .. } = *self;
        (stiffness * step * step / mass, damping * step / mass)
    }
}

/// Generates a number whose logarithm is uniformly distributed.
fn logarithmic(low: f64, high: f64) -> impl Strategy<Value = f64> {
    (low.ln()..high.ln()).prop_map(f64::exp)
}

/// Generates stuck blocks of all sizes: masses of 1 g to 1 t, steps of 10 us to 10 ms, limits of 10
/// mN to 10 kN.
pub fn stuck_block() -> impl Strategy<Value = StuckBlock> {
    let ratios = (logarithmic(1e-3, 4.6), 0.05..1.0_f64);
    (logarithmic(1e-3, 1e3), logarithmic(1e-5, 1e-2), logarithmic(1e-2, 1e4), ratios).prop_map(
        |(mass, step, limit, (a, fraction))| {
            // Damping is up to critical, but cut at the border of stability.
            let border = 0.9 * (2.78 - 0.4 * a);
            let b = (2.0 * fraction * a.sqrt()).min(border);
            StuckBlock {
                mass,
                stiffness: a * mass / (step * step),
                damping: b * mass / step,
                step,
                limit,
            }
        },
    )
}

/// Generates loads on a stuck block whose trial force stays below the limit: a constant, an
/// oscillating and a rotating part in random directions (a rotating part needs two dimensions), at
/// a random frequency with a whole number of steps per cycle.
///
/// The stuck spring can resonate with the load, so the moving parts are scaled by its gain.
pub fn sub_limit_load<D: VectorDomain>(block: StuckBlock) -> impl Strategy<Value = Load<D>> {
    let axes = <D::Vector as Flat>::LEN;
    let direction = move || proptest::collection::vec(-1.0..1.0_f64, axes);
    let shares = (0.2..0.9_f64, 0.1..1.0_f64, 0.0..1.0_f64, 0.3..0.95_f64);
    ((direction(), direction(), direction(), direction()), shares, 20_usize..400).prop_map(
        move |((u, v, w, n), (constant, swing, rotating, total), steps)| {
            let unit = |scalars: &[f64]| {
                let vector = D::Vector::load(scalars);
                let length = vector.norm();
                if length > 1e-3 { vector * (1.0 / length) } else { unit_axis::<D>() }
            };
            let (u, v, w) = (unit(&u), unit(&v), unit(&w));
            // The rotating part turns in the plane of w and n; on a line it would only swing.
            let n = D::Vector::load(&n);
            let normal = n - w * n.dot(&w);
            let normal = if axes > 1 && normal.norm() > 1e-3 {
                normal * (1.0 / normal.norm())
            } else {
                D::Vector::zero()
            };
            let rotating = if normal.norm() > 0.0 { rotating } else { 0.0 };
            let angular_frequency = std::f64::consts::TAU / (steps as f64 * block.step);
            let moving = block.limit * total / block.gain(angular_frequency).max(1.0);
            let sum = constant + swing + rotating;
            Load::constant(u * (block.limit * total * constant / sum))
                .with_swing(v * (moving * swing / sum), angular_frequency)
                .with_rotation(w * (moving * rotating / sum), normal * (moving * rotating / sum))
        },
    )
}

fn unit_axis<D: VectorDomain>() -> D::Vector {
    let mut scalars = vec![0.0; <D::Vector as Flat>::LEN];
    if let Some(first) = scalars.first_mut() {
        *first = 1.0;
    }
    D::Vector::load(&scalars)
}
