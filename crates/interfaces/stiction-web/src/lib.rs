//! Scenarios in a browser: the engine of the playground, as a WebAssembly module without imports.
//!
//! A page sends a request as JSON and reads an answer, JSON and a block of numbers ([`Desk::answer`]). The module has
//! no JavaScript of its own and knows nothing of pages, so all of it is tested natively; only [`abi`] is for the
//! browser. Files that a scenario names come with its text, because a page has no folder.
//!
//! | module | what |
//! |---|---|
//! | `desk`, `request` | answers to requests, and their forms |
//! | `session` | a mechanism that moves: some steps at a time, its record, its film |
//! | `numbers` | the numbers of a scenario that stand in its text, with their `--set` paths and places |
//! | `laws` | a scenario with other friction laws |
//! | `plots` | the plots, and the page that is sent to others |
//! | `fault` | errors with their lines |
//! | `abi` | the functions that a browser calls |
//!
//! ```
//! use stiction_web::Desk;
//! let mut desk = Desk::default();
//! let text = "schema_version = 1\\nsolver = { stepp = 1e-3, until = 1.0 }";
//! let answer = desk.answer(format!(r#"{{"ask": "open", "text": "{text}"}}"#).as_bytes());
//! assert!(answer.json.contains("did you mean `step`?"), "{}", answer.json);
//! ```

#[allow(unsafe_code, reason = "gives functions their names; nothing else of the workspace has it")]
pub mod abi;
mod desk;
mod fault;
mod laws;
mod numbers;
mod plots;
mod request;
mod session;
#[cfg(test)]
mod tests;

pub use desk::{Answer, Desk};
