//! Components of the tests of lanes. The kernels are written once, over a [`Real`]; the plain forms
//! call them with a single number.

use nalgebra::Vector2;
use stiction_core::kernel::RateIn;
use stiction_core::{
    Admittance, Body, Constraint, Coupling, Drive, Flat, Impedance, Line, LinearIn, Memory, Motion,
    MotionIn, Numbers, Plane, PortDomains, Projection, Real, Scalars, SpatialFrame, Stage,
};

/// A mass on a rail.
#[derive(Clone, Debug)]
pub(crate) struct Cart(pub(crate) f64);

impl Body for Cart {
    type Domain = Line;
    fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        (motion.flow, force / self.0)
    }
    fn energy(&self, motion: &Motion<Line>) -> f64 {
        0.5 * self.0 * motion.flow.powi(2)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Line, R>,
        [force]: [R; 1],
    ) -> Option<RateIn<Line, R>> {
        let [mass] = numbers.read([self.0]);
        Some((motion.flow, [force / mass]))
    }
}

/// A point that is pulled back onto a circle after every step, one at a time; with a kernel that applies
/// or with one that does not.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    pub(crate) radius: f64,
    pub(crate) kernel: bool,
}

impl Body for Runner {
    type Domain = Plane;
    fn accelerate(
        &self,
        _: &Stage,
        motion: &Motion<Plane>,
        force: &<Plane as stiction_core::Domain>::Effort,
    ) -> (<Plane as stiction_core::Domain>::Pose, <Plane as stiction_core::Domain>::Flow) {
        (motion.flow, force / self.radius)
    }
    fn energy(&self, motion: &Motion<Plane>) -> f64 {
        0.5 * self.radius * motion.flow.norm_squared()
    }
    fn constraint(&self) -> Constraint<'_> {
        Constraint::Own(self)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Plane, R>,
        [x, y]: [R; 2],
    ) -> Option<RateIn<Plane, R>> {
        let [mass] = numbers.read([self.radius]);
        numbers.form(self.kernel.into());
        self.kernel.then_some((motion.flow, [x / mass, y / mass]))
    }
}

impl Projection for Runner {
    fn project(&self, state: &mut [f64]) {
        let factor = self.radius / Vector2::new(state[0], state[1]).norm();
        state[..2].iter_mut().for_each(|x| *x *= factor);
    }
}

/// Something with as many variables as a body in space has; its equations have no meaning.
#[derive(Clone, Debug)]
pub(crate) struct Satellite(pub(crate) f64);

fn drift<R: Real>(mass: R, state: &[R], rate: &mut [R]) {
    for i in 0..7 {
        rate[i] = state[7 + i % 6] - state[i] * mass.same(0.1 * i as f64);
    }
    for i in 7..13 {
        rate[i] = rate[i] / mass - state[i - 7] * mass.same(0.3);
    }
}

impl Admittance for Satellite {
    type Domain = SpatialFrame;
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        drift(self.0, state, rate);
    }
    fn stored_energy(&self, _: &[f64]) -> f64 {
        0.0
    }
    fn constraint(&self) -> Constraint<'_> {
        Constraint::Own(self)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()> {
        let [mass] = numbers.read([self.0]);
        drift(mass, state, rate);
        Some(())
    }
}

impl Projection for Satellite {
    fn project(&self, state: &mut [f64]) {
        state[3] *= 0.99;
    }
}

/// A mass with a motor: an internal state, which copies must not have.
#[derive(Clone, Debug)]
pub(crate) struct Motor;

impl Admittance for Motor {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(1)
    }
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        (rate[0], rate[1], rate[2]) = (state[1], rate[1] + state[2], -state[2]);
    }
    fn stored_energy(&self, _: &[f64]) -> f64 {
        0.0
    }
    fn kernel<R: Real>(
        &self,
        _: &mut impl Numbers<R>,
        _: &Stage,
        state: &[R],
        rate: &mut [R],
    ) -> Option<()> {
        (rate[0], rate[1], rate[2]) = (state[1], rate[1] + state[2], -state[2]);
        Some(())
    }
}

/// A spring behind `memory` dashpots in a row.
#[derive(Clone, Debug)]
pub(crate) struct Creep {
    pub(crate) stiffness: f64,
    pub(crate) memory: usize,
    /// Where the kernel asks for the plain form.
    pub(crate) farther_than: f64,
    /// Whether the kernel is wrong in the last bit.
    pub(crate) wrong: bool,
}

impl Creep {
    pub(crate) fn new(stiffness: f64, memory: usize) -> Self {
        Self { stiffness, memory, farther_than: f64::INFINITY, wrong: false }
    }

    fn force<R: Real>(
        &self,
        (stage, stiffness): (&Stage, R),
        [pose, flow]: [R; 2],
        internal: &[R],
        rate: &mut [R],
    ) -> R {
        let mut driven_by = pose + flow * pose.same(stage.tau);
        for (z, rate) in internal.iter().zip(rate) {
            *rate = driven_by - *z;
            driven_by = *z;
        }
        -(stiffness * (pose - driven_by)) - flow * pose.same(0.3) + pose.same(0.1 * stage.time)
    }
}

impl Impedance for Creep {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.memory)
    }
    fn respond(&self, stage: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        self.force((stage, self.stiffness), [at.pose, at.flow], z, rate)
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Line, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<[R; 1]> {
        let [stiffness] = numbers.read([self.stiffness]);
        numbers.form(self.memory as u64);
        numbers.form(self.farther_than.to_bits());
        numbers.form(self.wrong.into());
        let ([pose], [flow]) = (motion.pose, motion.flow);
        if !R::all(pose.abs().at_most(pose.same(self.farther_than))) {
            return None;
        }
        let force = self.force((stage, stiffness), [pose, flow], internal, rate);
        Some([if self.wrong { force * force.same(1.0 + f64::EPSILON) } else { force }])
    }
}

/// Without anything for lanes.
#[derive(Clone, Debug)]
pub(crate) struct Plain(pub(crate) Creep);

impl Impedance for Plain {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::others(self.0.memory)
    }
    fn respond(&self, stage: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        self.0.respond(stage, at, z, rate)
    }
}

/// A place beside the port.
#[derive(Clone, Debug)]
pub(crate) struct Beside(pub(crate) f64);

impl Coupling for Beside {
    type From = Line;
    type To = Line;
    fn motion(&self, from: &Motion<Line>) -> Motion<Line> {
        Motion { pose: from.pose + self.0, flow: from.flow }
    }
    fn efforts(&self, _: &Motion<Line>, effort: &f64) -> f64 {
        *effort
    }
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        from: &MotionIn<Line, R>,
    ) -> Option<(MotionIn<Line, R>, impl LinearIn<R, Line, Line>)> {
        let ([by], [pose]) = (numbers.read([self.0]), from.pose);
        let psi = Weights(&[(0, 1, 0, 1.0)]);
        Some((MotionIn { pose: [pose + by], flow: from.flow }, psi))
    }
}

/// A weighted sum of the scalars of any ports, with kernels; the ports and their motions as flat
/// numbers are `From`, `weights` those of the flows one after the other.
macro_rules! weighted {
    ($(#[$doc:meta])* $name:ident, $from:ty, $places:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(crate) struct $name;

        impl Coupling for $name {
            type From = $from;
            type To = Line;
            fn motion(&self, from: &Motions<$from>) -> Motion<Line> {
                let mut numbers = vec![0.0; <Motions<$from> as Flat>::LEN];
                from.store(&mut numbers);
                let [pose, flow] = sum(&$places, &numbers);
                Motion { pose, flow }
            }
            fn efforts(&self, _: &Motions<$from>, effort: &f64) -> Efforts<$from> {
                let mut numbers = vec![0.0; <Efforts<$from> as Flat>::LEN];
                share(&$places, *effort, &mut numbers);
                Flat::load(&numbers)
            }
            fn kernel<R: Real>(
                &self,
                _: &mut impl Numbers<R>,
                from: &<$from as PortDomains>::MotionsIn<R>,
            ) -> Option<(MotionIn<Line, R>, impl LinearIn<R, $from, Line>)> {
                let numbers: Vec<R> =
                    (0..<Motions<$from> as Flat>::LEN).map(|i| from.at(i)).collect();
                let [pose, flow] = sum(&$places, &numbers);
                Some((MotionIn { pose: [pose], flow: [flow] }, Weights(&$places)))
            }
        }
    };
}

type Motions<F> = <F as stiction_core::PortDomains>::Motions;
type Efforts<F> = <F as stiction_core::PortDomains>::Efforts;

/// Where a scalar of a pose is among the motions, its flow likewise, its effort among the efforts; and
/// its weight.
type Place = (usize, usize, usize, f64);

fn sum<R: Real>(places: &[Place], motions: &[R]) -> [R; 2] {
    let mut sums = [motions[0].same(0.0); 2];
    for &(pose, flow, _, weight) in places {
        sums[0] = sums[0] + motions[pose] * motions[0].same(weight);
        sums[1] = sums[1] + motions[flow] * motions[0].same(weight);
    }
    sums
}

fn share<R: Real>(places: &[Place], effort: R, efforts: &mut [R]) {
    efforts.fill(effort.same(0.0));
    for &(_, _, place, weight) in places {
        efforts[place] = efforts[place] + effort * effort.same(weight);
    }
}

/// The weights as a `Psi`. Nothing asks for the flows alone.
struct Weights(&'static [Place]);

impl<R: Real, F: PortDomains> LinearIn<R, F, Line> for Weights {
    fn apply(&self, _: F::FlowsIn<R>) -> [R; 1] {
        unreachable!("a coupling gives its motion itself")
    }
    fn transpose(&self, [effort]: [R; 1]) -> F::EffortsIn<R> {
        let mut efforts = vec![effort; <F::EffortsIn<R> as Scalars<R>>::LEN];
        share(self.0, effort, &mut efforts);
        Scalars::load(&efforts)
    }
}

weighted!(
    /// Second minus first.
    Apart, (Line, Line), [(0, 1, 0, -1.0), (2, 3, 1, 1.0)]
);
weighted!(
    /// The mean of three.
    Mean, [Line; 3], [(0, 1, 0, 0.25), (2, 3, 1, 0.5), (4, 5, 2, 0.25)]
);
weighted!(
    /// Across the diagonal of a plane.
    Across, Plane, [(0, 2, 0, 0.6), (1, 3, 1, 0.8)]
);
weighted!(
    /// Between a cart and a point in a plane.
    Rope, (Line, Plane), [(0, 1, 0, -1.0), (3, 5, 2, 0.5)]
);
weighted!(
    /// One scalar of a body in space.
    Height, SpatialFrame, [(2, 9, 2, 0.7)]
);
weighted!(
    /// Three different ports.
    Three, (Line, Line, Plane), [(0, 1, 0, 0.3), (2, 3, 1, -0.5), (4, 6, 2, 0.2)]
);

/// A belt.
#[derive(Clone, Debug)]
pub(crate) struct Belt(pub(crate) f64);

impl Drive<Line> for Belt {
    fn motion(&self, stage: &Stage) -> Motion<Line> {
        Motion { pose: self.0 * stage.time, flow: self.0 }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        (after < self.0).then_some(self.0)
    }
}
