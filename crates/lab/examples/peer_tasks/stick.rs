//! Stiffness of a contact: one rule for all tasks except the arm.
//!
//! A rigid contact is approximated by a spring as stiff as the step resolves well: a body on it has
//! the natural frequency 1/(2T) and half the critical damping. The stability limits of the scheme,
//! `K T²/m < 5.2` and `B T/m + 0.4 K T²/m < 2.78`, then leave room for the modes of a body on
//! several contacts.

/// Returns stiffness \[N/m\] and damping \[N s/m\] for an effective mass \[kg\] and a step \[s\].
pub(crate) fn stick(mass: f64, step: f64) -> (f64, f64) {
    (0.25 * mass / (step * step), 0.5 * mass / step)
}

/// Gravitational acceleration in all tasks \[m/s²\].
pub(crate) const GRAVITY: f64 = 9.8;

/// Returns the torque limit of a uniformly loaded square over its force limit: side times the mean
/// distance from the centre of a unit square, `(√2 + asinh 1)/6`.
pub(crate) fn torsional_radius(side: f64) -> f64 {
    side * (2.0_f64.sqrt() + 1.0_f64.asinh()) / 6.0
}
