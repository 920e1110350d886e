//! One contiguous vector per component type: the only hot loops of the network.
//!
//! A pool is called once per stage and part through its trait object, whatever the number of its
//! items.

use core::any::Any;

mod copied;
mod linked;
mod nodes;
mod segments;
mod wires;

pub(crate) use copied::{Alike, CAPACITY, LanesOf, load};
pub(crate) use nodes::{NodePool, Nodes};
pub(crate) use segments::Segments;
pub(crate) use wires::{WirePool, Wires, full_name};

/// `items[place]` becomes the former `items[slots[place]]`.
fn arrange<T>(items: &mut Vec<T>, slots: &[usize]) {
    let mut taken: Vec<Option<T>> = core::mem::take(items).into_iter().map(Some).collect();
    items.extend(slots.iter().filter_map(|&slot| taken.get_mut(slot).and_then(Option::take)));
}

/// What is inside of an item that may be a box `B`, or a box in a box.
fn unboxed<'a, T: Any, B: Any>(item: &'a T, open: impl Fn(&'a B) -> &'a dyn Any) -> &'a dyn Any {
    let mut item: &dyn Any = item;
    while let Some(boxed) = item.downcast_ref() {
        item = open(boxed);
    }
    item
}
