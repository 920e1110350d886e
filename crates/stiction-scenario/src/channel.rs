//! What can be recorded of a mechanism.

use core::fmt;

use stiction_network::{Frame, NetworkError};

type Read = dyn Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync;

/// Numbers that are read together: the motion of a body, the effort of a law.
pub struct Channels {
    names: Vec<String>,
    read: Box<Read>,
}

impl Channels {
    pub(crate) fn new(
        names: Vec<String>,
        read: impl Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync + 'static,
    ) -> Self {
        Self { names, read: Box::new(read) }
    }

    /// Those of the given names; nothing if there is none.
    pub(crate) fn only(self, wanted: &[String]) -> Option<Self> {
        let Self { names, read } = self;
        let places: Vec<usize> = (0..names.len()).filter(|&i| wanted.contains(&names[i])).collect();
        if places.is_empty() {
            return None;
        }
        let kept = places.iter().map(|&i| names[i].clone()).collect();
        Some(Self::new(kept, move |frame, out| {
            let mut all = Vec::with_capacity(names.len());
            read(frame, &mut all)?;
            out.extend(places.iter().map(|&i| all[i]));
            Ok(())
        }))
    }

    /// Names of the numbers: `block.x`, `friction.force`, `energy.stored`.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Appends the numbers at this moment to `out`.
    ///
    /// # Errors
    /// None on the network of the same scenario.
    pub fn read(&self, frame: &Frame<'_>, out: &mut Vec<f64>) -> Result<(), NetworkError> {
        (self.read)(frame, out)
    }
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels").field("names", &self.names).finish_non_exhaustive()
    }
}
