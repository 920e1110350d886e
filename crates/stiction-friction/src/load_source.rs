//! Where the normal force of a pad comes from: it is given, or the mechanism presses.

use stiction_core::NormalLoad;

/// What a pad knows of its normal force.
///
/// Every [`NormalLoad`] is one: a pad under it is an [`Impedance`](stiction_core::Impedance). With
/// [`FromPort`] the pad knows nothing of it, and is to be put into a [`Pressed`](crate::Pressed).
pub trait LoadSource: Send + Sync + 'static {
    /// The force \[N\], if it never changes.
    fn constant(&self) -> Option<f64>;
    /// A value that it is known to take and that is no load.
    fn refused(&self) -> Option<f64>;
    /// As [`NormalLoad::describe`].
    fn describe(&self) -> String;
}

impl<N: NormalLoad> LoadSource for N {
    fn constant(&self) -> Option<f64> {
        NormalLoad::constant(self)
    }
    fn refused(&self) -> Option<f64> {
        NormalLoad::refused(self)
    }
    fn describe(&self) -> String {
        NormalLoad::describe(self)
    }
}

/// The normal force comes from another part of the mechanism: for a pad in a [`Pressed`](crate::Pressed).
///
/// On its own such a pad cannot be connected, as nothing presses it: it is no impedance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FromPort;

impl LoadSource for FromPort {
    fn constant(&self) -> Option<f64> {
        None
    }
    fn refused(&self) -> Option<f64> {
        None
    }
    fn describe(&self) -> String {
        "from the port".into()
    }
}
