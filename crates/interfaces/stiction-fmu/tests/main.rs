//! All tests of the C interface in one binary.

mod leak;
mod loops;
