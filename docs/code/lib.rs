//! The Rust code of the README and of the book: its blocks are doctests, its files are modules.

include!(concat!(env!("OUT_DIR"), "/modules.rs"));
