//! How stiff a contact is: the one rule of all tasks but the arm's.
//!
//! A rigid contact is approached with a spring as stiff as the step resolves well: a body on it has
//! the natural frequency 1/(2T), half of critical damping. The stability of the scheme, `K T²/m < 5.2`
//! and `B T/m + 0.4 K T²/m < 2.78`, then leaves room for the modes of a body on several contacts.

/// Stiffness \[N/m\] and damping \[N s/m\] for the effective mass \[kg\] and the step \[s\].
pub(crate) fn stick(mass: f64, step: f64) -> (f64, f64) {
    (0.25 * mass / (step * step), 0.5 * mass / step)
}

/// Acceleration of free fall of all tasks \[m/s²\].
pub(crate) const GRAVITY: f64 = 9.8;

/// Torque limit of a uniformly loaded square over its force limit and side: the mean distance from
/// the centre, `(√2 + asinh 1)/6`.
pub(crate) fn torsional_radius(side: f64) -> f64 {
    side * (2.0_f64.sqrt() + 1.0_f64.asinh()) / 6.0
}
