//! Admittance components: effort in, motion out.

use core::any::Any;
use core::fmt::Debug;

use crate::{Constraint, Domain, Input, Memory, Numbers, PortList, Real, Seen, Stage};

/// Effort in, motion out: masses, rigid bodies, arms (Kikuuwe and Yamamoto, eq. 6).
///
/// The general form, for components with several ports (an arm has one per joint) or with internal
/// state. A component with one port and no more than a motion is easier to write as a [`Body`](crate::Body).
///
/// The state of an admittance is the motion of port 0, of port 1, ..., then its internal state.
pub trait Admittance: Any + Debug + Send + Sync {
    /// Domain of its ports, unless [`Self::ports`] says otherwise.
    type Domain: Domain;

    /// Returns its ports: one by default.
    #[inline(always)]
    fn ports(&self) -> PortList<'_> {
        PortList::of::<Self::Domain>(1)
    }

    /// Returns its integrated variables beyond the motions of the ports; none by default.
    #[inline(always)]
    fn memory(&self) -> Memory<'_> {
        Memory::NONE
    }

    /// Turns efforts into rates.
    ///
    /// On entry the flow slots of `rate` hold the sum of the efforts on each port and the other
    /// slots hold anything; on exit `rate` is the time derivative of `state`. Both have the length
    /// of the component's state.
    fn rate(&self, stage: &Stage, state: &[f64], rate: &mut [f64]);

    /// Does what [`Self::rate`] does, for one component or several side by side; see [`kernel`](crate::kernel).
    /// Without it, or if it returns `None`, components are evaluated one at a time.
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()>
    where
        Self: Sized,
    {
        let _ = (stage, state, rate);
        numbers.none();
        None
    }

    /// Returns the constraint onto which its state is projected after a step; none by default.
    #[inline(always)]
    fn constraint(&self) -> Constraint<'_> {
        Constraint::None
    }

    /// Returns its kinetic and potential energy \[J\].
    fn stored_energy(&self, state: &[f64]) -> f64;

    /// Returns its powers in this state, which changes at `rate`. By default nothing comes from outside and nothing
    /// becomes heat.
    fn powers(&self, stage: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        let _ = (stage, state, rate);
        Powers::default()
    }

    /// Returns the [inputs](crate::Signal::inputs) of its signals: what may be set from outside while it is
    /// stepped. An input that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// Returns the shapes that show it in a state, in their places; see [`view`](crate::view). None by default.
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        let _ = state;
        vec![]
    }
}

/// Powers of an admittance, beside those that its ports deliver.
///
/// `stored` is the power delivered by the ports, plus `supplied`, less `dissipated`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Time derivative of its stored energy \[W\]. `None` asks for a central difference along the rate, which is exact
    /// for energies that are quadratic in the state.
    pub stored: Option<f64>,
    /// Power that it takes in from outside \[W\]: the pump of a hydraulic cylinder, the current of a motor.
    pub supplied: f64,
    /// Power that it turns into heat \[W\]: a throttle, a winding.
    pub dissipated: f64,
}

impl Powers {
    /// Returns the powers of a component that stores the given power and is otherwise passive \[W\].
    #[must_use]
    pub fn storing(stored: f64) -> Self {
        Self { stored: Some(stored), ..Self::default() }
    }
}
