//! What the bristles of a wire do: its friction seen from outside.

use stiction_core::{ContactState, Domain, Flat, Impedance, Motion, Stage};

/// What friction does, and how its bristles are bent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bristles {
    /// What the law says of itself.
    pub(crate) contact: Option<ContactState>,
    /// Deflection along every component of the flow, of the first element.
    pub(crate) deflection: Vec<f64>,
}

impl Bristles {
    /// Those of a law. The first bristle along a component of the flow is of the first element.
    pub(crate) fn of<I: Impedance>(
        law: &I,
        stage: &Stage,
        motion: &Motion<I::Domain>,
        internal: &[f64],
    ) -> Self {
        let mut deflection = vec![0.0; <<I::Domain as Domain>::Flow as Flat>::LEN];
        for (index, bent) in internal.iter().enumerate().rev() {
            let axis = law.deflects_along(index).filter(|&axis| axis < deflection.len());
            if let Some(axis) = axis {
                deflection[axis] = *bent;
            }
        }
        Self { contact: law.contact_state(stage, motion, internal), deflection }
    }
}
