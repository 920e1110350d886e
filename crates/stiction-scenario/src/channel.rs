//! What can be recorded of a mechanism.

use core::fmt;

use stiction_network::{Frame, NetworkError};

type Read = dyn Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync;

type Judge = dyn Fn(&Frame<'_>) -> Result<bool, NetworkError> + Send + Sync;

/// Numbers that are read together: the motion of a body, the effort of a law.
pub struct Channels {
    names: Vec<String>,
    read: Box<Read>,
    sticks: Option<(String, Box<Judge>)>,
}

impl Channels {
    pub(crate) fn new(
        names: Vec<String>,
        read: impl Fn(&Frame<'_>, &mut Vec<f64>) -> Result<(), NetworkError> + Send + Sync + 'static,
    ) -> Self {
        Self { names, read: Box::new(read), sticks: None }
    }

    /// The same of a connection whose law has bristles: whether they stick.
    pub(crate) fn with_sticking(
        self,
        connection: &str,
        sticks: impl Fn(&Frame<'_>) -> Result<bool, NetworkError> + Send + Sync + 'static,
    ) -> Self {
        Self { sticks: Some((connection.to_owned(), Box::new(sticks))), ..self }
    }

    /// Those of the given names; nothing if there is none.
    pub(crate) fn only(self, wanted: &[String]) -> Option<Self> {
        let Self { names, read, sticks } = self;
        let places: Vec<usize> = (0..names.len()).filter(|&i| wanted.contains(&names[i])).collect();
        if places.is_empty() {
            return None;
        }
        let kept = places.iter().map(|&i| names[i].clone()).collect();
        let only = Self::new(kept, move |frame, out| {
            let mut all = Vec::with_capacity(names.len());
            read(frame, &mut all)?;
            out.extend(places.iter().map(|&i| all[i]));
            Ok(())
        });
        Some(Self { sticks, ..only })
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

    /// Of a connection whose law has bristles its name, and whether it sticks at this moment: whether every
    /// bristle follows the motion to the bit, `e' = v`, which is how a law of this library holds. Of a law of
    /// several elements one must. Where nothing moves, a contact without normal force is as one that sticks.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn sticking(&self, frame: &Frame<'_>) -> Result<Option<(&str, bool)>, NetworkError> {
        let Some((name, sticks)) = &self.sticks else { return Ok(None) };
        Ok(Some((name, sticks(frame)?)))
    }
}

impl fmt::Debug for Channels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channels").field("names", &self.names).finish_non_exhaustive()
    }
}
