//! Resources of a step and snapshots: a step allocates nothing and shares its work among threads, and a damaged
//! snapshot is refused.

mod allocation;
mod snapshots;
mod threads;
