//! What a mechanism needs, in one import.

pub use crate::record::{CsvFile, Progress, Recorder, Sampler};
pub use stiction_core::*;
pub use stiction_friction::cone::{
    CircularCone, ConeScale, ContactBasis, ContactDimension, ContactFriction, EllipticCone,
    LinearizedCone, PyramidalCone,
};
pub use stiction_friction::*;
pub use stiction_mechanics::*;
pub use stiction_network::*;
pub use stiction_ode::{Ode, OdeError, Tableau};
