//! The shared library beside all other examples, built with them; a release takes `cargo rustc --crate-type cdylib`.

pub use stiction_fmu::*;
