//! Members of an ensemble that were run in several places.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::journal::{Journal, Kept};
use crate::{Design, EnsembleError, Outcome, Results};

/// The members of an ensemble that have ended so far: those kept by earlier runs, and those that are
/// [added](Self::add), in any order and from any thread.
///
/// Made by [`Ensemble::gather`](crate::Ensemble::gather). If the ensemble [keeps its
/// members](crate::Ensemble::keep_in), added members are kept too, and the file is locked for the lifetime of this
/// value.
///
/// ```
/// use stiction_study::{Axis, Design, Ensemble};
///
/// let design = Design::grid([Axis::linear("mu", 0.1, 0.4, 4)])?;
/// let ensemble = Ensemble::new(design, ["half"]);
/// let gathering = ensemble.gather()?;
/// for index in gathering.missing() {
///     // Here any machine may stand that has the same ensemble.
///     let outcome = ensemble.run_one(index, |member| Ok([0.5 * member.value("mu")?]))?;
///     gathering.add([(index, outcome)])?;
/// }
/// assert_eq!(gathering.results()?.column("half")?[0], 0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Gathering {
    pub(crate) design: Arc<Design>,
    pub(crate) outputs: Vec<String>,
    pub(crate) range: Range<usize>,
    pub(crate) journal: Option<Journal>,
    pub(crate) members: Mutex<Kept>,
    pub(crate) resumed: usize,
}

impl Gathering {
    /// Returns the indices of the members that have not been run, in their order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        let members = lock(&self.members);
        self.range.clone().filter(|k| !members.contains_key(k)).collect()
    }

    /// Returns the number of members that are there.
    #[must_use]
    pub fn len(&self) -> usize {
        lock(&self.members).len()
    }

    /// Returns whether no member is there yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        lock(&self.members).is_empty()
    }

    /// Returns the number of members that were not added but read from files of earlier runs.
    #[must_use]
    pub const fn resumed(&self) -> usize {
        self.resumed
    }

    /// Adds members; when this returns, they are in the file, if there is one, and outlive this process. A member
    /// that is there already stays as it is: two machines may have run it.
    ///
    /// # Errors
    /// [`EnsembleError::NoSuchMember`] for one that was not asked for, [`EnsembleError::File`].
    pub fn add(
        &self,
        members: impl IntoIterator<Item = (usize, Outcome)>,
    ) -> Result<(), EnsembleError> {
        let mut fresh = vec![];
        for (index, outcome) in members {
            if !self.range.contains(&index) {
                let (from, to) = (index, index.saturating_add(1));
                return Err(EnsembleError::NoSuchMember { from, to, members: self.design.len() });
            }
            let outcome = match outcome {
                Outcome::Finished(outputs) => Outcome::of(&outputs, self.outputs.len()),
                other => other,
            };
            fresh.push((index, outcome));
        }
        fresh.retain(|(index, _)| !lock(&self.members).contains_key(index));
        if let (Some(journal), false) = (&self.journal, fresh.is_empty()) {
            journal.append(&self.design, self.outputs.len(), &fresh)?;
        }
        lock(&self.members).extend(fresh);
        Ok(())
    }

    /// Returns the table once no member is missing. The file of kept members is closed and synced to the disk.
    ///
    /// # Errors
    /// [`EnsembleError::Missing`], [`EnsembleError::File`].
    pub fn results(self) -> Result<Results, EnsembleError> {
        self.journal.as_ref().map_or(Ok(()), Journal::sync)?;
        let members = self.members.into_inner().unwrap_or_else(PoisonError::into_inner);
        if members.len() < self.range.len() {
            let first = self.range.clone().find(|k| !members.contains_key(k));
            let (count, first) = (self.range.len() - members.len(), first.unwrap_or_default());
            return Err(EnsembleError::Missing { count, first });
        }
        Ok(Results {
            design: self.design,
            outputs: self.outputs,
            members: members.into_iter().collect(),
            resumed: self.resumed,
        })
    }
}

/// Ignores poisoning: no update here can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "gathering_tests.rs"]
mod tests;
