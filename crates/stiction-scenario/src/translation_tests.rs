//! A component from a file is the one that the library builds: laws, maps, signals and drives of every form of
//! table, in TOML and built in Rust, answer a random state with the same bits. (That each component can stand in
//! a file at all, `tests/everything.toml` shows.)

mod drives;
mod laws;
mod maps;
mod pads;
mod signals;

use std::path::Path;

use stiction_core::Flat;
use toml::de::DeValue;

use crate::described::{Component, Known};
use crate::folder::{Folder, Kept};
use crate::registry::Kind;
use crate::text::{Fields, Node, Text};

/// Yields numbers from −1 to 1 that look random, none of them zero (MMIX by D. Knuth).
fn numbers(seed: u64) -> impl Iterator<Item = f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
    core::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 11) as f64 + 0.5) / (1_u64 << 52) as f64 - 1.0
    })
}

/// A value whose scalars are random.
fn random<T: Flat>(seed: u64, scale: f64) -> T {
    let scalars: Vec<f64> = numbers(seed).take(T::LEN).map(|number| number * scale).collect();
    T::load(&scalars)
}

fn bits<T: Flat>(value: &T) -> Vec<u64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars.into_iter().map(f64::to_bits).collect()
}

/// The table `{ … }` of a TOML text, read.
fn read_with<T>(table: &str, read: impl FnOnce(Node<'_>) -> T) -> T {
    let text = format!("it = {table}");
    let root = Text { file: None, text: &text }.parse().unwrap();
    let span = root.span();
    let mut fields =
        Fields::of("test", Node::new(span, DeValue::Table(root.into_inner()))).unwrap();
    read(fields.require("it").unwrap())
}

fn read<K: Kind>(table: &str) -> Component<K> {
    read_with(table, |node| {
        let read = Component::read(node, &Known::default());
        read.unwrap_or_else(|fault| panic!("{table}: {fault:?}"))
    })
}

/// Without files, so without a folder.
fn nowhere<T>(build: impl FnOnce(Folder<'_>) -> T) -> T {
    build(Folder { path: Path::new(""), kept: &Kept::default() })
}
