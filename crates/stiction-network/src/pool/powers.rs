//! What components give, store and lose, as pools tell it.

/// Powers of one impedance \[W\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WirePower {
    /// Effort times flow: what it gives to the nodes and drives.
    pub delivered: f64,
    /// Rate of the energy that it stores.
    pub stored: f64,
    /// What it turns into heat: `-delivered - stored`; 0 for a source.
    pub dissipated: f64,
    /// What it feeds in from outside: `delivered + stored` of a source, else 0.
    pub supplied: f64,
    /// What the prescribed motions at its ports feed in.
    pub driven: f64,
}

/// Powers of the components of a pool at one stage, times its weight.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Booked {
    pub(crate) supplied: f64,
    pub(crate) dissipated: f64,
    /// Of the whole: stored + dissipated - supplied, 0 where the couplings are transposes.
    pub(crate) residual: f64,
}
