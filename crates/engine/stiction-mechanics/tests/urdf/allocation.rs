//! A step allocates no memory; the allocations of this thread are counted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use stiction_core::{Admittance, Stage};
use stiction_mechanics::urdf::Place;

#[test]
fn the_right_hand_side_asks_for_no_memory() {
    for (name, floating) in [("arm6", false), ("chain30", false), ("floating8", true)] {
        let tree = crate::robot(name).tree(&Place { floating, ..Place::default() }).unwrap();
        let any: &dyn stiction_core::AnyAdmittance = &tree;
        let mut state = vec![0.4; any.len()];
        let mut rate = state.clone();
        let counted = allocation_counter::measure(|| {
            tree.rate(&Stage::at(0.0), &state, &mut rate);
            tree.constraint().project(&tree.ports(), &mut state);
        });
        assert_eq!(counted.count_total, 0, "{name}");
        assert!(rate.iter().all(|rate| rate.is_finite()), "{name}");
        // Queries between steps may allocate.
        let counted = allocation_counter::measure(|| {
            tree.momentum(&state).unwrap();
        });
        assert!(counted.count_total > 0, "{name}");
    }
}
