//! State that changes while stepping, as plain numbers.

use crate::friction::Element;
use crate::{HostError, HostFriction};

/// The state of a [`HostFriction`]: elements, bristles, last forces.
///
/// For files and other languages it comes apart into [`ElementRecord`]s and goes together again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostSnapshot {
    pending: Option<f64>,
    records: Vec<ElementRecord>,
}

/// The state of one element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementRecord {
    /// The host's name for it.
    pub key: u64,
    /// Number of its law.
    pub law: usize,
    /// Number of its axes; of the arrays below the first as many count.
    pub axes: usize,
    /// Its last load \[N, N m\].
    pub load: f64,
    /// Deflection e of the bristle \[m, rad\].
    pub deflection: [f64; 3],
    /// Last force along +v \[N, N m\], with which the next solution starts.
    pub force: [f64; 3],
    /// Deflection that it slides to in a step that was solved for and not followed \[m, rad\].
    pub slid: Option<[f64; 3]>,
}

impl HostSnapshot {
    /// Creates the snapshot of these elements, in the order of their rows, between two steps.
    #[must_use]
    pub const fn new(records: Vec<ElementRecord>) -> Self {
        Self { pending: None, records }
    }

    /// Returns the snapshot as one within a step of the length `step` \[s\] that was solved for and not followed.
    #[must_use]
    pub fn within_step(self, step: f64) -> Self {
        Self { pending: Some(step), ..self }
    }

    /// Returns the elements, in the order of their rows.
    #[must_use]
    pub fn records(&self) -> &[ElementRecord] {
        &self.records
    }

    /// Returns the length of a step that was solved for and not followed \[s\].
    #[must_use]
    pub const fn pending_step(&self) -> Option<f64> {
        self.pending
    }

    pub(crate) fn of(friction: &HostFriction) -> Self {
        let record = |element: &Element| ElementRecord {
            key: element.key,
            law: element.law,
            axes: friction.laws[element.law].axes(),
            load: element.load,
            deflection: element.deflection,
            force: element.force,
            slid: element.slid,
        };
        let records = friction.elements.iter().map(record).collect();
        Self { pending: friction.pending, records }
    }

    pub(crate) fn restore(&self, friction: &mut HostFriction) -> Result<(), HostError> {
        self.check(friction)?;
        friction.elements.clear();
        friction.rows = 0;
        for record in &self.records {
            let &ElementRecord { key, law, axes, load, deflection, force, slid } = record;
            let first_row = friction.rows;
            friction.elements.push(Element { key, law, load, first_row, deflection, force, slid });
            friction.rows += axes;
        }
        friction.pending = self.pending;
        friction.fit();
        Ok(())
    }

    fn check(&self, friction: &HostFriction) -> Result<(), HostError> {
        let foreign = |reason| Err(HostError::ForeignSnapshot { reason });
        for record in &self.records {
            match friction.laws.get(record.law) {
                None => return foreign("it names a law that was not added here"),
                Some(law) if law.axes() != record.axes => {
                    return foreign("a law has another number of axes here");
                }
                Some(_) => {}
            }
            let slid = record.slid.unwrap_or_default();
            let numbers = record.deflection.iter().chain(&record.force).chain(&slid);
            if numbers.copied().chain([record.load]).any(|number| !number.is_finite()) {
                return foreign("a number of it is not finite");
            }
            if record.load < 0.0 {
                return foreign("a load of it is negative");
            }
        }
        let mut keys: Vec<u64> = self.records.iter().map(|record| record.key).collect();
        keys.sort_unstable();
        if let Some(pair) = keys.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(HostError::SameKey { key: pair[0] });
        }
        match self.pending {
            Some(step) if !(step > 0.0 && step.is_finite()) => foreign("its step is not positive"),
            _ => Ok(()),
        }
    }
}
