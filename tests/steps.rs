//! What a step does to the machine and what a stop leaves: a step allocates nothing and shares its work among threads,
//! and a damaged snapshot is refused.

mod allocation;
mod snapshots;
mod threads;
