//! The programs of the book, each run by a test.

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
