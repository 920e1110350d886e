//! Values of fixed length that live in the flat state vector.

use core::fmt::Debug;

use nalgebra::{Quaternion, SVector};

/// A value of fixed length that can be read from and written to a slice of `f64`.
///
/// Slices have (at least) the length [`Flat::LEN`]: the network guarantees it, and a caller of a
/// component has to. Shorter ones panic, as indexing does.
pub trait Flat: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Number of scalars.
    const LEN: usize;
    /// Reads the value.
    fn load(slice: &[f64]) -> Self;
    /// Writes the value.
    fn store(&self, slice: &mut [f64]);
    /// Adds the value, scalar by scalar, to the contents of the slice.
    fn accumulate(&self, slice: &mut [f64]);
}

impl Flat for f64 {
    const LEN: usize = 1;
    #[inline(always)]
    fn load(slice: &[f64]) -> Self {
        slice[0]
    }
    #[inline(always)]
    fn store(&self, slice: &mut [f64]) {
        slice[0] = *self;
    }
    #[inline(always)]
    fn accumulate(&self, slice: &mut [f64]) {
        slice[0] += self;
    }
}

impl<const N: usize> Flat for SVector<f64, N> {
    const LEN: usize = N;
    #[inline(always)]
    fn load(slice: &[f64]) -> Self {
        let slice = &slice[..N];
        Self::from_fn(|i, _| slice[i])
    }
    #[inline(always)]
    fn store(&self, slice: &mut [f64]) {
        let slice = &mut slice[..N];
        for i in 0..N {
            slice[i] = self[i];
        }
    }
    #[inline(always)]
    fn accumulate(&self, slice: &mut [f64]) {
        let slice = &mut slice[..N];
        for i in 0..N {
            slice[i] += self[i];
        }
    }
}

/// Stored in the order (w, x, y, z).
impl Flat for Quaternion<f64> {
    const LEN: usize = 4;
    #[inline(always)]
    fn load(slice: &[f64]) -> Self {
        let slice = &slice[..4];
        Self::new(slice[0], slice[1], slice[2], slice[3])
    }
    #[inline(always)]
    fn store(&self, slice: &mut [f64]) {
        let slice = &mut slice[..4];
        slice[0] = self.w;
        slice[1] = self.i;
        slice[2] = self.j;
        slice[3] = self.k;
    }
    #[inline(always)]
    fn accumulate(&self, slice: &mut [f64]) {
        let sum = Self::load(slice) + self;
        sum.store(slice);
    }
}

impl<T: Flat, const K: usize> Flat for [T; K] {
    const LEN: usize = K * T::LEN;
    #[inline(always)]
    fn load(slice: &[f64]) -> Self {
        core::array::from_fn(|i| T::load(&slice[i * T::LEN..(i + 1) * T::LEN]))
    }
    #[inline(always)]
    fn store(&self, slice: &mut [f64]) {
        for (i, value) in self.iter().enumerate() {
            value.store(&mut slice[i * T::LEN..(i + 1) * T::LEN]);
        }
    }
    #[inline(always)]
    fn accumulate(&self, slice: &mut [f64]) {
        for (i, value) in self.iter().enumerate() {
            value.accumulate(&mut slice[i * T::LEN..(i + 1) * T::LEN]);
        }
    }
}

/// Implements [`Flat`] for a struct (or a tuple struct pattern) as its fields in order.
macro_rules! flat_fields {
    ($type:ty { $($field:ident : $field_type:ty),+ $(,)? }) => {
        impl $crate::Flat for $type {
            const LEN: usize = 0 $(+ <$field_type as $crate::Flat>::LEN)+;
            #[inline(always)]
            fn load(slice: &[f64]) -> Self {
                let rest = &slice[..Self::LEN];
                $(let ($field, rest) = rest.split_at(<$field_type as $crate::Flat>::LEN);)+
                let _ = rest;
                Self { $($field: <$field_type as $crate::Flat>::load($field)),+ }
            }
            #[inline(always)]
            fn store(&self, slice: &mut [f64]) {
                let rest = &mut slice[..Self::LEN];
                $(let ($field, rest) = rest.split_at_mut(<$field_type as $crate::Flat>::LEN);)+
                let _ = rest;
                $(self.$field.store($field);)+
            }
            #[inline(always)]
            fn accumulate(&self, slice: &mut [f64]) {
                let rest = &mut slice[..Self::LEN];
                $(let ($field, rest) = rest.split_at_mut(<$field_type as $crate::Flat>::LEN);)+
                let _ = rest;
                $(self.$field.accumulate($field);)+
            }
        }
    };
}
pub(crate) use flat_fields;

/// Implements [`Flat`] for tuples, field after field.
macro_rules! flat_tuple {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Flat),+> Flat for ($($name,)+) {
            const LEN: usize = 0 $(+ $name::LEN)+;
            #[inline(always)]
            #[allow(non_snake_case, reason = "the type parameters name the parts")]
            fn load(slice: &[f64]) -> Self {
                let rest = &slice[..Self::LEN];
                $(let ($name, rest) = rest.split_at($name::LEN);)+
                let _ = rest;
                ($(<$name as Flat>::load($name),)+)
            }
            #[inline(always)]
            #[allow(non_snake_case, reason = "the type parameters name the parts")]
            fn store(&self, slice: &mut [f64]) {
                let rest = &mut slice[..Self::LEN];
                $(let ($name, rest) = rest.split_at_mut($name::LEN);)+
                let _ = rest;
                $(self.$index.store($name);)+
            }
            #[inline(always)]
            #[allow(non_snake_case, reason = "the type parameters name the parts")]
            fn accumulate(&self, slice: &mut [f64]) {
                let rest = &mut slice[..Self::LEN];
                $(let ($name, rest) = rest.split_at_mut($name::LEN);)+
                let _ = rest;
                $(self.$index.accumulate($name);)+
            }
        }
    };
}
flat_tuple!(A 0, B 1);
flat_tuple!(A 0, B 1, C 2);

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    #[test]
    fn tuples_and_arrays_lie_field_after_field() {
        type T = (f64, [Vector2<f64>; 2], Vector3<f64>);
        let value: T =
            (1.0, [Vector2::new(2.0, 3.0), Vector2::new(4.0, 5.0)], Vector3::new(6.0, 7.0, 8.0));
        let mut slice = [0.5; 8];
        assert_eq!(T::LEN, 8);
        value.accumulate(&mut slice);
        assert_eq!(slice, [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]);
        value.store(&mut slice);
        assert_eq!(slice, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(T::load(&slice), value);
    }

    #[test]
    fn quaternion_is_stored_w_first() {
        let mut slice = [0.0; 4];
        Quaternion::new(1.0, 2.0, 3.0, 4.0).store(&mut slice);
        assert_eq!(slice, [1.0, 2.0, 3.0, 4.0]);
        Quaternion::new(1.0, 0.0, 0.0, -4.0).accumulate(&mut slice);
        assert_eq!(slice, [2.0, 2.0, 3.0, 0.0]);
    }
}
