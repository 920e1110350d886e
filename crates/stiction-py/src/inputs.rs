//! Numbers that are set from outside, by name, while a simulation runs.
//!
//! The place for them: what the engine offers as `Simulation::input`, `set_input`, `move_input` and `inputs` is
//! to become methods of the class `Simulation` here, in a second block of `#[pymethods]`.
