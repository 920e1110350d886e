//! Functions that a browser calls: a page makes room, writes its request there, and reads the answer.
//!
//! There is one desk for each module, and a module belongs to one worker. Addresses are those of the memory of the
//! module; they hold until the next call. No function here reads through a pointer: the page writes into a vector
//! that this module owns.

use std::cell::RefCell;

use crate::{Answer, Desk};

#[derive(Default)]
struct State {
    desk: Desk,
    request: Vec<u8>,
    answer: Answer,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Makes room for a request of this number of bytes, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_room(bytes: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        state.request.clear();
        state.request.resize(bytes, 0);
        state.request.as_mut_ptr()
    })
}

/// Answers the request that was written, and returns the length of the answer \[bytes\].
#[unsafe(no_mangle)]
pub extern "C" fn stiction_ask() -> usize {
    STATE.with_borrow_mut(|state| {
        state.answer = state.desk.answer(&state.request);
        state.answer.json.len()
    })
}

/// Returns the address of the answer, JSON in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_json() -> *const u8 {
    STATE.with_borrow(|state| state.answer.json.as_ptr())
}

/// Returns the number of values in the rows of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_row_values() -> usize {
    STATE.with_borrow(|state| state.answer.rows.len())
}

/// Returns the address of the rows, 64-bit floats.
#[unsafe(no_mangle)]
pub extern "C" fn stiction_rows() -> *const f64 {
    STATE.with_borrow(|state| state.answer.rows.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_met_once_it_is_written() {
        stiction_room(3);
        STATE.with_borrow_mut(|state| state.request.copy_from_slice(b"{}}"));
        let length = stiction_ask();
        STATE.with_borrow(|state| {
            assert!(state.answer.json.contains("this is no request"), "{}", state.answer.json);
            assert_eq!(length, state.answer.json.len());
            assert_eq!(stiction_json(), state.answer.json.as_ptr());
            assert_eq!(stiction_rows(), state.answer.rows.as_ptr());
        });
        assert_eq!(stiction_row_values(), 0);
    }
}
