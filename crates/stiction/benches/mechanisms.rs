//! Mechanisms composed and hand-written, each a case of the benchmarks.

use crate::door::Door;
use crate::mesh::Mesh;
use crate::work::{ByHand, Case, Composed};
use crate::{arm, spheres};

/// Mechanisms of the paper, and a chain.
pub(crate) const MECHANISMS: [Case; 11] = [
    Case {
        key: "sphere",
        title: "one rolling sphere",
        copies: 1,
        composed: spheres::composed::<1>,
        by_hand: Some(spheres::by_hand::<1>),
    },
    Case {
        key: "spheres_10",
        title: "10 rolling spheres",
        copies: 10,
        composed: spheres::composed::<10>,
        by_hand: Some(spheres::by_hand::<10>),
    },
    Case {
        key: "spheres_1000",
        title: "1000 rolling spheres",
        copies: 1000,
        composed: spheres::composed::<1000>,
        by_hand: Some(spheres::by_hand::<1000>),
    },
    Case {
        key: "spheres_100000",
        title: "100 000 rolling spheres",
        copies: 100_000,
        composed: spheres::composed::<100_000>,
        by_hand: Some(spheres::by_hand::<100_000>),
    },
    Case {
        key: "arm",
        title: "two-link arm, friction in both joints",
        copies: 1,
        composed: arm::composed,
        by_hand: Some(arm::by_hand),
    },
    Case {
        key: "chain_1000",
        title: "chain of 1000 masses with sliders",
        copies: 1000,
        composed: || Composed::boxed(Mesh::chain(1000, true).network(Door::Typed)),
        by_hand: Some(|| {
            let (list, x) = Mesh::chain(1000, true).edge_list();
            ByHand::boxed(list, x)
        }),
    },
    Case {
        key: "boxed_sphere",
        title: "one rolling sphere, in boxes",
        copies: 1,
        composed: spheres::boxed::<1>,
        by_hand: Some(spheres::by_hand::<1>),
    },
    Case {
        key: "boxed_spheres_10",
        title: "10 rolling spheres, in boxes",
        copies: 10,
        composed: spheres::boxed::<10>,
        by_hand: Some(spheres::by_hand::<10>),
    },
    Case {
        key: "boxed_spheres_1000",
        title: "1000 rolling spheres, in boxes",
        copies: 1000,
        composed: spheres::boxed::<1000>,
        by_hand: Some(spheres::by_hand::<1000>),
    },
    Case {
        key: "boxed_arm",
        title: "two-link arm, friction in both joints, in boxes",
        copies: 1,
        composed: arm::boxed,
        by_hand: Some(arm::by_hand),
    },
    Case {
        key: "boxed_chain_1000",
        title: "chain of 1000 masses with sliders, in boxes",
        copies: 1000,
        composed: || Composed::boxed(Mesh::chain(1000, true).network(Door::Boxed)),
        by_hand: Some(|| {
            let (list, x) = Mesh::chain(1000, true).edge_list();
            ByHand::boxed(list, x)
        }),
    },
];
