//! Views of a network at a moment: for observers, recordings and pictures.

pub(crate) mod draws;
pub mod internal;
pub mod observer;
pub(crate) mod picture;
