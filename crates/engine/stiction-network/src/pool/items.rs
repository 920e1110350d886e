//! Order of the items of a pool, of nodes or of wires.

use crate::compose::end::ResolvedEnd;

/// Lets `items[place]` become the former `items[slots[place]]`.
pub(super) fn arrange<T>(items: &mut [T], slots: &[usize]) {
    swaps(slots, &mut |a, b| items.swap(a, b));
}

/// Swaps that bring what is at `slots[place]` to every `place`.
fn swaps(slots: &[usize], swap: &mut dyn FnMut(usize, usize)) {
    let mut slots = slots.to_vec();
    for start in 0..slots.len() {
        let mut place = start;
        loop {
            let from = core::mem::replace(&mut slots[place], place);
            if from == start {
                break;
            }
            swap(place, from);
            place = from;
        }
    }
}

/// Returns the entries of items, `each` per item, in the order of [`arrange`].
pub(super) fn permuted(entries: &[u32], each: usize, slots: &[usize]) -> Vec<u32> {
    slots.iter().flat_map(|slot| &entries[slot * each..(slot + 1) * each]).copied().collect()
}

/// Returns the slots in the order of the parts, of the ends, and of the texts where these are equal. Not
/// generic: sorting takes much code, and there are many types of wires.
pub(super) fn ordered(
    parts: &[usize],
    ends: &[Vec<ResolvedEnd>],
    text: &dyn Fn(usize) -> String,
) -> Vec<usize> {
    let mut slots: Vec<usize> = (0..ends.len()).collect();
    let key = |slot: usize| (parts[slot], &ends[slot]);
    slots.sort_by_key(|&slot| key(slot));
    for tied in slots.chunk_by_mut(|&a, &b| key(a) == key(b)).filter(|tied| tied.len() > 1) {
        tied.sort_by_cached_key(|&slot| text(slot));
    }
    slots
}
