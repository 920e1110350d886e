//! The state of an instance, to be kept or stored, with the exact bits of a snapshot of the engine.

use serde::{Deserialize, Serialize};
use stiction_network::Snapshot;

use crate::error::InstanceError;
use crate::instance::State;
use crate::token::fnv1a;

/// Everything that changes in an instance.
///
/// Its bytes are a mark, a digest of the rest, and the rest as JSON, whose numbers read back with the same bits. Bytes
/// that belong to another FMU or version, or that were cut or changed, are refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Token of the FMU.
    pub(crate) token: String,
    pub(crate) state: State,
    /// State of the mechanism, if it is built.
    pub(crate) motion: Option<Snapshot>,
    /// The last step of the grid with its inputs, if the instance stands between two steps.
    pub(crate) grid: Option<(Snapshot, Vec<f64>)>,
}

const MARK: &[u8] = b"stiction-fmu state 3\n";
const DIGEST: usize = size_of::<u128>();

impl Saved {
    /// Returns the state as bytes.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, InstanceError> {
        let text = serde_json::to_vec(self);
        let text = text.map_err(|_| InstanceError::State("it cannot be written"))?;
        let digest = fnv1a([&text[..]]).to_le_bytes();
        Ok([MARK, &digest, &text].concat())
    }

    /// Reads a state from bytes that [`Self::to_bytes`] made.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, InstanceError> {
        let rest =
            bytes.strip_prefix(MARK).ok_or(InstanceError::State("it does not begin as one"))?;
        let cut = InstanceError::State("it is cut");
        let (digest, text) = rest.split_first_chunk::<DIGEST>().ok_or(cut)?;
        if fnv1a([text]).to_le_bytes() != *digest {
            return Err(InstanceError::State("it is damaged"));
        }
        serde_json::from_slice(text).map_err(|_| InstanceError::State("it is of another version"))
    }
}
