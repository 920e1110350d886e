//! Variables of several items: item after item, or one column per variable.
//!
//! ```text
//! rows     a0 a1 a2 b0 b1 b2 c0 c1 c2 d0 d1 d2      items a to d with three variables each
//! columns  a0 b0 c0 d0                              the lanes of a vector
//!          a1 b1 c1 d1
//!          a2 b2 c2 d2
//! ```
//!
//! As many rows as lanes are turned at once, in registers, as squares. If the number of variables is
//! not a multiple of the lanes, the last square overlaps with the one before it, and writes the same
//! numbers a second time. Fewer variables than lanes make no square, and are taken one by one.

use super::{Block, CAPACITY, WIDTH, load_columns, store_columns};
use crate::Real;

/// Turns rows that follow each other into columns, from a lane on.
#[inline(always)]
pub fn to_columns<R: Real>(token: R::Token, rows: &[f64], columns: &mut [Block], lane: usize) {
    let len = columns.len();
    if let [column] = columns {
        column[lane..lane + R::COUNT].copy_from_slice(&rows[..R::COUNT]);
        return;
    }
    if len < R::COUNT {
        for (i, column) in columns.iter_mut().enumerate() {
            R::from_fn(token, |lane| rows[lane * len + i]).store(&mut column[lane..]);
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
        for (vector, column) in square[..R::COUNT].iter().zip(&mut columns[first..]) {
            vector.store(&mut column[lane..]);
        }
        done += R::COUNT;
    }
}

/// Reverses [`to_columns`].
#[inline(always)]
pub fn to_rows<R: Real>(token: R::Token, columns: &[Block], lane: usize, rows: &mut [f64]) {
    let len = columns.len();
    if let [column] = columns {
        rows[..R::COUNT].copy_from_slice(&column[lane..lane + R::COUNT]);
        return;
    }
    if len < R::COUNT {
        for (i, column) in columns.iter().enumerate() {
            for (k, value) in column[lane..lane + R::COUNT].iter().enumerate() {
                rows[k * len + i] = *value;
            }
        }
        return;
    }
    let mut done = 0;
    while done < len {
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        for (vector, column) in square[..R::COUNT].iter_mut().zip(&columns[first..]) {
            *vector = R::load(token, &column[lane..]);
        }
        R::transpose(&mut square);
        for (lane, vector) in square[..R::COUNT].iter().enumerate() {
            vector.store(&mut rows[lane * len + first..]);
        }
        done += R::COUNT;
    }
}

/// Loads numbers that lie in rows, item after item.
#[inline(always)]
pub fn load_rows<R: Real>(token: R::Token, rows: &[f64], numbers: &mut [R]) {
    let mut columns = [[0.0; WIDTH]; CAPACITY];
    to_columns::<R>(token, rows, &mut columns[..numbers.len()], 0);
    load_columns(token, &columns, 0, numbers);
}

/// Reverses [`load_rows`].
#[inline(always)]
pub fn store_rows<R: Real>(token: R::Token, numbers: &[R], rows: &mut [f64]) {
    let mut columns = [[0.0; WIDTH]; CAPACITY];
    store_columns(numbers, &mut columns, 0);
    to_rows::<R>(token, &columns[..numbers.len()], 0, rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Eight, Four};
    use fearless_simd::{Level, dispatch};

    /// Row r holds 100 r, 100 r + 1, ...
    fn number(row: usize, i: usize) -> f64 {
        (100 * row + i) as f64
    }

    fn assert_there_and_back<R: Real>(token: R::Token) {
        for len in 1..=20 {
            let rows: Vec<_> =
                (0..R::COUNT).flat_map(|row| (0..len).map(move |i| number(row, i))).collect();
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let mut columns = vec![[f64::NAN; WIDTH]; len];
                to_columns::<R>(token, &rows, &mut columns, lane);
                for (i, column) in columns.iter().enumerate() {
                    for (at, value) in column.iter().enumerate() {
                        if (lane..lane + R::COUNT).contains(&at) {
                            assert_eq!(*value, number(at - lane, i));
                        } else {
                            assert!(value.is_nan(), "lanes of others are left alone");
                        }
                    }
                }
                let mut back = vec![f64::NAN; rows.len()];
                to_rows::<R>(token, &columns, lane, &mut back);
                assert_eq!(back, rows, "rows of {len} in {} lanes from {lane}", R::COUNT);
            }
        }
    }

    #[test]
    fn rows_of_any_length_become_columns_and_rows_again() {
        assert_there_and_back::<f64>(());
        dispatch!(Level::new(), simd => {
            assert_there_and_back::<Four<_>>(simd);
            assert_there_and_back::<Eight<_>>(simd);
        });
    }
}
