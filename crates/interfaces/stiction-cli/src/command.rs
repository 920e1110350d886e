//! One module for each command.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod curve;
pub(crate) mod fit;
pub(crate) mod fmu;
pub(crate) mod graph;
pub(crate) mod laws;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod sweep;
