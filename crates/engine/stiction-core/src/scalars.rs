//! Values made of numbers, one for each component or for several side by side.

use crate::{Domain, Flat, Motion, Real};

/// A value made of numbers: a [`Flat`] with `R` for every number.
pub trait Scalars<R: Real>: Copy {
    /// Length.
    const LEN: usize;
    /// Reads the value; a shorter slice panics, as indexing does.
    fn load(from: &[R]) -> Self;
    /// Writes the value.
    fn store(self, to: &mut [R]);
    /// Returns the first of the numbers.
    fn first(&self) -> R;
    /// Returns one of the numbers, below [`Self::LEN`]; of structs of more than 32 numbers it panics.
    #[inline(always)]
    fn at(self, index: usize) -> R {
        // `R` has no zero without a token, so the first number fills the array.
        let mut numbers = [self.first(); MOST];
        self.store(&mut numbers[..Self::LEN]);
        numbers[index]
    }
    /// Makes the value of the numbers that `f` gives (at most 32 unless it is an array). A closure needs
    /// `#[inline(always)]`: it would be compiled without the vectors in use.
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
        // `f` may take columns away one after the other, so it is called once for each number, in order.
        let mut numbers = [f(0); MOST];
        for (i, number) in numbers.iter_mut().enumerate().take(Self::LEN).skip(1) {
            *number = f(i);
        }
        Self::load(&numbers[..Self::LEN])
    }
}

/// Largest number of numbers in a value that a kernel takes apart.
pub(crate) const MOST: usize = 32;

// Loops, here and below: the functions of arrays are not always compiled for the vectors in use.
impl<R: Real, const N: usize> Scalars<R> for [R; N] {
    const LEN: usize = N;
    #[inline(always)]
    fn first(&self) -> R {
        self[0]
    }
    #[inline(always)]
    fn at(self, index: usize) -> R {
        self[index]
    }
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
        let mut value = [f(0); N];
        for (i, number) in value.iter_mut().enumerate().skip(1) {
            *number = f(i);
        }
        value
    }
    #[inline(always)]
    fn load(from: &[R]) -> Self {
        let from = &from[..N];
        let mut value = [from[0]; N];
        value.copy_from_slice(from);
        value
    }
    #[inline(always)]
    fn store(self, to: &mut [R]) {
        to[..N].copy_from_slice(&self);
    }
}

macro_rules! tuple {
    ($($name:ident $index:tt),+) => {
        impl<R: Real, $($name: Scalars<R>),+> Scalars<R> for ($($name,)+) {
            const LEN: usize = 0 $(+ $name::LEN)+;
            #[inline(always)]
            fn load(from: &[R]) -> Self {
                let mut first = 0;
                ($({
                    let from = &from[first..first + $name::LEN];
                    first += $name::LEN;
                    let _ = first;
                    $name::load(from)
                },)+)
            }
            #[inline(always)]
            fn store(self, to: &mut [R]) {
                let mut first = 0;
                $(
                    self.$index.store(&mut to[first..first + $name::LEN]);
                    first += $name::LEN;
                )+
                let _ = first;
            }
            #[inline(always)]
            fn first(&self) -> R {
                self.0.first()
            }
        }
    };
}
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);

/// Several values of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Each<S, const K: usize>(pub [S; K]);

impl<R: Real, S: Scalars<R>, const K: usize> Scalars<R> for Each<S, K> {
    const LEN: usize = K * S::LEN;
    #[inline(always)]
    fn load(from: &[R]) -> Self {
        // The base of a tree may stand alone, without a joint behind it: then there is no number to begin with.
        if K == 0 {
            return Self(core::array::from_fn(|_| S::load(from)));
        }
        let mut values = [S::load(from); K];
        for k in 1..K {
            values[k] = S::load(&from[k * S::LEN..]);
        }
        Self(values)
    }
    #[inline(always)]
    fn store(self, to: &mut [R]) {
        for k in 0..K {
            self.0[k].store(&mut to[k * S::LEN..]);
        }
    }
    #[inline(always)]
    fn first(&self) -> R {
        self.0[0].first()
    }
}

/// Structs of numbers, in the order of [`Flat`].
macro_rules! scalars {
    ($($(#[$doc:meta])* $name:ident {
        $(#[$of_first:meta])* $first:ident: $first_count:literal,
        $($(#[$of_field:meta])* $field:ident: $count:literal,)+
    })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<R> {
            $(#[$of_first])*
            pub $first: [R; $first_count],
            $($(#[$of_field])* pub $field: [R; $count],)+
        }

        impl<R: Real> Scalars<R> for $name<R> {
            const LEN: usize = $first_count $(+ $count)+;
            #[inline(always)]
            fn load(from: &[R]) -> Self {
                let rest = &from[..<Self as Scalars<R>>::LEN];
                let ($first, rest) = rest.split_at($first_count);
                $(let ($field, rest) = rest.split_at($count);)+
                let _ = rest;
                Self { $first: Scalars::load($first), $($field: Scalars::load($field)),+ }
            }
            #[inline(always)]
            fn store(self, to: &mut [R]) {
                let rest = &mut to[..<Self as Scalars<R>>::LEN];
                let ($first, rest) = rest.split_at_mut($first_count);
                $(let ($field, rest) = rest.split_at_mut($count);)+
                let _ = rest;
                self.$first.store($first);
                $(self.$field.store($field);)+
            }
            #[inline(always)]
            fn first(&self) -> R {
                self.$first[0]
            }
        }
    )+};
}
scalars! {
    /// A [`Pose`](crate::Pose).
    PoseIn {
        /// Position of the origin \[m\].
        position: 3,
        /// Orientation (w, x, y, z).
        orientation: 4,
    }
    /// A [`Twist`](crate::Twist).
    TwistIn {
        /// Velocity of the origin \[m/s\].
        linear: 3,
        /// Angular velocity \[rad/s\].
        angular: 3,
    }
    /// A [`Wrench`](crate::Wrench).
    WrenchIn {
        /// Force \[N\].
        force: 3,
        /// Moment about the origin \[N m\].
        torque: 3,
    }
    /// A [`PlanarPose`](crate::PlanarPose).
    PlanarPoseIn {
        /// Position of the origin \[m\].
        position: 2,
        /// Heading \[rad\].
        angle: 1,
    }
    /// A [`PlanarTwist`](crate::PlanarTwist).
    PlanarTwistIn {
        /// Velocity of the origin \[m/s\].
        linear: 2,
        /// Angular velocity \[rad/s\].
        angular: 1,
    }
    /// A [`PlanarWrench`](crate::PlanarWrench).
    PlanarWrenchIn {
        /// Force \[N\].
        force: 2,
        /// Moment about the origin \[N m\].
        torque: 1,
    }
}

/// A [`Motion`]: pose and flow of a port.
#[derive(Clone, Copy, Debug)]
pub struct MotionIn<D: Domain, R: Real> {
    /// Generalized position.
    pub pose: D::PoseIn<R>,
    /// Generalized velocity.
    pub flow: D::FlowIn<R>,
}

impl<D: Domain, R: Real> Scalars<R> for MotionIn<D, R> {
    const LEN: usize = Motion::<D>::LEN;
    #[inline(always)]
    fn load(from: &[R]) -> Self {
        let (pose, flow) = from[..Motion::<D>::LEN].split_at(D::Pose::LEN);
        Self { pose: Scalars::load(pose), flow: Scalars::load(flow) }
    }
    #[inline(always)]
    fn store(self, to: &mut [R]) {
        let (pose, flow) = to[..Motion::<D>::LEN].split_at_mut(D::Pose::LEN);
        self.pose.store(pose);
        self.flow.store(flow);
    }
    #[inline(always)]
    fn first(&self) -> R {
        self.pose.first()
    }
}
