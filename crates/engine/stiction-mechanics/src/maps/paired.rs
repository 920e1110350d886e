//! Two maps side by side, for an element on a [`Pair`] of ports.
//!
//! ```text
//! (x_1, x_2) = (map_1, map_2),   Ψ = (Ψ_1, Ψ_2),   Ψᵀ (f_1, f_2) = Ψ_1ᵀ f_1 + Ψ_2ᵀ f_2
//! ```
//!
//! [`PairOf`] where each of the two reads ports of its own, [`Both`] where both read the same ones. What
//! the efforts of the two do to one port adds up: so friction on a lever acts back on the pressing element.

use core::any::Any;

use stiction_core::coupling::Fit;
use stiction_core::{Beside, Coupling, Domain, Effort, Motion, Pair, PortDomains, Pose};

/// Two maps that read the same ports.
///
/// ```
/// use stiction_core::{Coupling, Line, Motion, Shaft};
/// use stiction_mechanics::{Both, Differential};
/// // A brake shoe on a lever that turns by φ, on a drum that turns by θ: the gap is −0.2 φ, and the
/// // lining slides by 0.1 θ − 0.05 φ.
/// let gap = Differential::<Shaft, Shaft, Line>::builder().weights([-0.2, 0.0]).build()?;
/// let sliding = Differential::<Shaft, Shaft, Line>::builder().weights([-0.05, 0.1]).build()?;
/// let shoe = Both::new(gap, sliding);
/// let ports = (Motion::at_rest(0.0), Motion { pose: 0.0, flow: 2.0 });
/// assert_eq!(shoe.motion(&ports).flow, (0.0, 0.2));
/// // Friction of 30 N turns the lever further in: the brake energises itself.
/// assert_eq!(shoe.efforts(&ports, &(0.0, -30.0)), (1.5, -3.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Both<F, G> {
    first: F,
    second: G,
}

/// Two maps that read ports of their own: those of the first map, then those of the second.
///
/// Three ports at most. `PairOf::new(Direct::new(), Direct::new())` hangs an element on two ports.
///
/// ```
/// use stiction_core::{Coupling, Direct, Line, Motion, Pair, Shaft};
/// use stiction_mechanics::{PairOf, Transmission};
/// // Pressed by an actuator, rubbed on the rim of a wheel.
/// let rim = Transmission::<Shaft, Line>::builder().ratio(0.3).build()?;
/// let block = PairOf::new(Direct::<Line>::new(), rim);
/// let ports = (Motion { pose: -1e-4, flow: 0.0 }, Motion { pose: 1.0, flow: 10.0 });
/// assert_eq!(block.motion(&ports), Motion::<Pair<Line, Line>>::new((-1e-4, 0.3), (0.0, 3.0)));
/// assert_eq!(block.efforts(&ports, &(50.0, -20.0)), (50.0, -6.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairOf<F, G> {
    first: F,
    second: G,
}

macro_rules! two_maps {
    ($($name:ident),+) => {$(
        impl<F, G> $name<F, G> {
            /// Pairs the map of the first motion with that of the second.
            pub const fn new(first: F, second: G) -> Self {
                Self { first, second }
            }
            /// Returns the map of the first motion.
            #[must_use]
            pub const fn first(&self) -> &F {
                &self.first
            }
            /// Returns the map of the second motion.
            #[must_use]
            pub const fn second(&self) -> &G {
                &self.second
            }
        }
    )+};
}
two_maps!(Both, PairOf);

/// Returns the two motions as one.
#[inline(always)]
fn pair<A: Domain, B: Domain>(first: &Motion<A>, second: &Motion<B>) -> Motion<Pair<A, B>> {
    Motion::new((first.pose, second.pose), (first.flow, second.flow))
}

impl<F, G> Coupling for Both<F, G>
where
    F: Coupling,
    G: Coupling<From = F::From>,
{
    type From = F::From;
    type To = Pair<F::To, G::To>;
    fn name(&self) -> String {
        format!("{} and {}", self.first.name(), self.second.name())
    }
    fn flow_is_pose_rate(&self) -> bool {
        self.first.flow_is_pose_rate() && self.second.flow_is_pose_rate()
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        self.first.fit(law).and(self.second.fit(law))
    }
    /// Returns where the second acts, which rubs.
    fn acts_at(&self, from: &<F::From as PortDomains>::Motions) -> Vec<Pose> {
        self.second.acts_at(from)
    }
    #[inline(always)]
    fn motion(&self, from: &<F::From as PortDomains>::Motions) -> Motion<Self::To> {
        pair(&self.first.motion(from), &self.second.motion(from))
    }
    #[inline(always)]
    fn efforts(
        &self,
        from: &<F::From as PortDomains>::Motions,
        effort: &Effort<Self::To>,
    ) -> <F::From as PortDomains>::Efforts {
        let first = self.first.efforts(from, &effort.0);
        F::From::sum(&first, &self.second.efforts(from, &effort.1))
    }
}

impl<F, G> Coupling for PairOf<F, G>
where
    F: Coupling,
    G: Coupling,
    F::From: Beside<G::From>,
{
    type From = <F::From as Beside<G::From>>::Together;
    type To = Pair<F::To, G::To>;
    fn name(&self) -> String {
        format!("{} beside {}", self.first.name(), self.second.name())
    }
    fn flow_is_pose_rate(&self) -> bool {
        self.first.flow_is_pose_rate() && self.second.flow_is_pose_rate()
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        self.first.fit(law).and(self.second.fit(law))
    }
    /// Returns where the second acts, which rubs.
    fn acts_at(&self, from: &<Self::From as PortDomains>::Motions) -> Vec<Pose> {
        self.second.acts_at(&F::From::split(from).1)
    }
    #[inline(always)]
    fn motion(&self, from: &<Self::From as PortDomains>::Motions) -> Motion<Self::To> {
        let (first, second) = F::From::split(from);
        pair(&self.first.motion(&first), &self.second.motion(&second))
    }
    #[inline(always)]
    fn efforts(
        &self,
        from: &<Self::From as PortDomains>::Motions,
        effort: &Effort<Self::To>,
    ) -> <Self::From as PortDomains>::Efforts {
        let (first, second) = F::From::split(from);
        let efforts = self.first.efforts(&first, &effort.0);
        F::From::join(efforts, self.second.efforts(&second, &effort.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArmPoint, Between, Link, PlanarArm, Transmission};
    use nalgebra::{Vector2, vector};
    use stiction_core::{Line, Shaft};

    #[test]
    fn an_array_of_ports_is_summed_port_by_port() {
        let link = || Link::uniform_rod(1.0, 1.0).unwrap();
        let arm = PlanarArm::builder().links([link(), link()]).build().unwrap();
        let tip = ArmPoint::<2>::tip_of(&arm).unwrap();
        let from = [Motion::new(0.3, 1.0), Motion::new(0.9, -2.0)];
        let [f, g] = [vector![1.0, 2.0], vector![-3.0, 0.5]];
        let both = Both::new(tip.clone(), tip.clone());
        let sum = both.efforts(&from, &(f, g));
        let once = tip.efforts(&from, &(f + g));
        assert!((Vector2::from(sum) - Vector2::from(once)).norm() < 1e-14);
    }

    #[test]
    fn both_ends_feel_a_belt() {
        let rim = Transmission::<Shaft, Line>::builder().ratio(0.3).build().unwrap();
        let belt = PairOf::new(rim, Between::<Line>::new());
        let ports = (Motion::at_rest(1.0), Motion::at_rest(2.0), Motion::at_rest(5.0));
        assert_eq!(belt.motion(&ports).pose, (0.3, 3.0));
        assert_eq!(belt.efforts(&ports, &(10.0, 2.0)), (3.0, -2.0, 2.0));
        assert_eq!(belt.name(), "Transmission<Shaft, Line> beside Between<Line>");
    }
}
