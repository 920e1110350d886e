//! Logs, broken and published, in one binary.

mod broken_logs;
mod published_data;
