//! The velocities of a pad that is moved as prescribed: Fig. 5.

use nalgebra::Vector2;
use stiction::prelude::*;

use super::model::PlanarFriction;

/// Time \[s\], velocity of the centre of pressure \[m/s\] and angular velocity \[rad/s\] of Fig. 5, interpolated
/// linearly.
const ROWS: [[f64; 4]; 13] = [
    [0.0, 0.0, 0.0, 0.0],
    [0.6, 0.0, 0.0, 1.0],
    [0.8, 0.0, 0.0, 1.0],
    [1.4, 0.015, 0.0, 1.0],
    [1.6, 0.015, 0.0, 1.0],
    [2.2, 0.0, 0.0, 1.0],
    [2.4, 0.0, 0.0, 1.0],
    [2.7, 0.0, 0.006, 1.0],
    [3.4, 0.0, 0.006, 1.0],
    [4.0, 0.0, 0.006, 0.0],
    [4.3, 0.0, 0.006, 0.0],
    [4.6, 0.0, 0.0, 0.0],
    [5.0, 0.0, 0.0, 0.0],
];

/// Step of the paper, by explicit Euler \[s\].
pub const STEP: f64 = 1e-5;
/// Steps of the profile.
const STEPS: usize = 500_000;

/// Returns the twist of the centre of pressure at a time \[s\] (Fig. 5).
#[must_use]
pub fn twist(time: f64) -> PlanarTwist {
    let next = ROWS.partition_point(|row| row[0] <= time).clamp(1, ROWS.len() - 1);
    let (from, to) = (&ROWS[next - 1], &ROWS[next]);
    let share = ((time - from[0]) / (to[0] - from[0])).min(1.0);
    let [vx, vy, angular] = [1, 2, 3].map(|k| from[k] + share * (to[k] - from[k]));
    PlanarTwist { linear: Vector2::new(vx, vy), angular }
}

/// `f_x`, `f_y` \[N\] and torque \[Nm\] over time.
pub type Wrenches = [Vec<f64>; 3];

/// Evaluates the friction over the velocities of Fig. 5 by explicit Euler with steps of 10 µs, and records
/// one in `every` steps.
#[must_use]
pub fn follow(friction: &PlanarFriction, every: usize) -> Wrenches {
    let mut z = vec![0.0; friction.memory().len()];
    let mut rate = z.clone();
    let mut columns = Wrenches::default();
    for step in 0..=STEPS {
        let time = step as f64 * STEP;
        let motion = Motion { pose: PlanarPose::default(), flow: twist(time) };
        let PlanarWrench { force, torque } =
            friction.respond(&Stage::first(time, STEP), &motion, &z, &mut rate);
        if step % every == 0 {
            let values = [force.x, force.y, torque];
            columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        }
        z.iter_mut().zip(&rate).for_each(|(z, rate)| *z += STEP * rate);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_are_linear_between_the_rows() {
        assert!((twist(1.1).linear.x - 0.0075).abs() < 1e-17);
        assert_eq!((twist(1.1).angular, twist(3.0).linear.y), (1.0, 0.006));
        assert_eq!((twist(5.0), twist(0.0)), Default::default());
    }
}
