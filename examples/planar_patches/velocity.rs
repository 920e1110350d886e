//! The velocity profile of Fig. 5.

use nalgebra::Vector2;
use stiction::prelude::*;

/// Time \[s\], `v_x`, `v_y` \[m/s\] and ω \[rad/s\] at the centre of pressure; linear between the rows.
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

/// When it ends \[s\].
pub(crate) const END: f64 = 5.0;

/// The twist at the given time \[s\].
pub(crate) fn twist(time: f64) -> PlanarTwist {
    let next = ROWS.partition_point(|row| row[0] <= time).clamp(1, ROWS.len() - 1);
    let (from, to) = (&ROWS[next - 1], &ROWS[next]);
    let share = ((time - from[0]) / (to[0] - from[0])).min(1.0);
    let [vx, vy, angular] = [1, 2, 3].map(|k| from[k] + share * (to[k] - from[k]));
    PlanarTwist { linear: Vector2::new(vx, vy), angular }
}
