//! Constraints on the state of a component, restored after every step.

use core::fmt::Debug;

use crate::{PortList, Real};

/// Constraint onto which the state of an admittance is projected after a step.
#[derive(Clone, Copy, Debug, Default)]
pub enum Constraint<'a> {
    /// Nothing: every state is a valid one.
    #[default]
    None,
    /// The quaternions in the poses of its ports are of length one. One whose length is zero or not finite is left as
    /// it is, so that a broken state shows.
    UnitQuaternions,
    /// One that the component knows itself.
    Own(&'a dyn Projection),
}

/// A constraint that a component knows itself.
pub trait Projection: Debug {
    /// Pulls a state back onto the constraint.
    fn project(&self, state: &mut [f64]);
}

impl Constraint<'_> {
    /// Pulls the state of a component with these ports back onto the constraint.
    #[inline(always)]
    pub fn project(self, ports: &PortList<'_>, state: &mut [f64]) {
        match self {
            Self::None => {}
            Self::UnitQuaternions => {
                let mut first = 0;
                for domain in ports.domains() {
                    if let Some(at) = domain.quaternion {
                        normalise(&mut state[first + at..first + at + 4]);
                    }
                    first += domain.motion_len();
                }
            }
            Self::Own(component) => component.project(state),
        }
    }
}

/// Sets quaternions (w, x, y, z) back to length one, of one component or of several side by side.
#[inline(always)]
pub fn normalise<R: Real>(q: &mut [R]) {
    let [w, x, y, z] = [q[0], q[1], q[2], q[3]];
    // Summed in the order of nalgebra, for the same bits.
    let length = ((x * x + z * z) + (y * y + w * w)).sqrt();
    let (zero, one, infinity) = (w.same(0.0), w.same(1.0), w.same(f64::INFINITY));
    let finite = R::select(length.below(infinity), length, one);
    let divisor = R::select(zero.below(length), finite, one);
    for component in q {
        *component = *component / divisor;
    }
}
