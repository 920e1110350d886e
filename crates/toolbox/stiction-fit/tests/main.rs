//! All tests of what the crate shows, in one binary.

mod broken_logs;
mod published_data;
