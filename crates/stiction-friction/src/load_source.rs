//! Where the normal force of a pad comes from: it is given, or the mechanism presses.

use core::fmt::Debug;

use stiction_core::{IntoLoad, NormalLoad};

/// What a pad knows of its normal force.
///
/// A pad under a [`NormalLoad`] is an [`Impedance`](stiction_core::Impedance). With [`FromPort`] the pad
/// knows nothing of it, and is to be put into a [`Pressed`](crate::Pressed).
pub trait LoadSource: Clone + Debug + Send + Sync + 'static {
    /// The force, where it is given.
    fn given(&self) -> Option<&NormalLoad>;
}

impl LoadSource for NormalLoad {
    fn given(&self) -> Option<&NormalLoad> {
        Some(self)
    }
}

/// The normal force comes from another part of the mechanism: for a pad in a [`Pressed`](crate::Pressed).
///
/// On its own such a pad cannot be connected, as nothing presses it: it is no impedance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FromPort;

impl IntoLoad for FromPort {
    type Load = Self;
    fn into_load(self) -> Self {
        self
    }
}

impl LoadSource for FromPort {
    fn given(&self) -> Option<&NormalLoad> {
        None
    }
}
