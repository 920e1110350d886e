//! Variables of as many items as there are lanes: in rows, item after item, or side by side.

use stiction_core::Real;
use stiction_core::lanes::WIDTH;

/// Reads rows that follow each other; variable i of all of them becomes number i.
#[inline(always)]
pub(crate) fn from_rows<R: Real>(token: R::Token, rows: &[f64], numbers: &mut [R]) {
    let len = numbers.len();
    if len < R::COUNT {
        for (i, number) in numbers.iter_mut().enumerate() {
            *number = R::from_fn(
                token,
                #[inline(always)]
                |lane| rows[lane * len + i],
            );
        }
        return;
    }
    let mut done = 0;
    while done < len {
        // The last ones overlap with those before.
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        for (lane, vector) in square[..R::COUNT].iter_mut().enumerate() {
            *vector = R::load(token, &rows[lane * len + first..]);
        }
        R::transpose(&mut square);
        numbers[first..first + R::COUNT].copy_from_slice(&square[..R::COUNT]);
        done += R::COUNT;
    }
}

/// The reverse of [`from_rows`].
#[inline(always)]
pub(crate) fn to_rows<R: Real>(token: R::Token, numbers: &[R], rows: &mut [f64]) {
    let len = numbers.len();
    if len < R::COUNT {
        for (i, number) in numbers.iter().enumerate() {
            for lane in 0..R::COUNT {
                rows[lane * len + i] = number.lane(lane);
            }
        }
        return;
    }
    let mut done = 0;
    while done < len {
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        square[..R::COUNT].copy_from_slice(&numbers[first..first + R::COUNT]);
        R::transpose(&mut square);
        for (lane, vector) in square[..R::COUNT].iter().enumerate() {
            vector.store(&mut rows[lane * len + first..]);
        }
        done += R::COUNT;
    }
}
