use core::error::Error;

/// A mechanism that could not be built or run, or an experiment that could not be computed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct PaperError(Box<dyn Error + Send + Sync>);

macro_rules! from {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for PaperError {
            fn from(error: $error) -> Self {
                Self(error.into())
            }
        }
    )+};
}
from!(
    stiction::core::ParameterError,
    stiction::network::NetworkError,
    stiction::network::SimulationError,
    stiction::record::UnknownColumn,
);
#[cfg(feature = "planar_lugre")]
from!(stiction::patch::LimitSurfaceError, stiction::patch::PatchError);
#[cfg(feature = "experiments")]
from!(
    String,
    stiction::ode::OdeError,
    stiction::sliding::SlidingError,
    stiction::sliding::identify::IdentificationError,
    stiction::sliding::identify::RecordingError,
    stiction::stability::StabilityError,
);
