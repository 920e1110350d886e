//! What the bristles of a wire do: its friction seen from outside.

use stiction_core::{ContactState, Domain, Flat, Impedance, Motion, Stage};

/// What friction does, as far as its law tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Bristles {
    /// What a contact says of itself.
    pub(crate) contact: Option<ContactState>,
    /// Whether all bristles of one element follow the motion to the bit; nothing, if there are none.
    pub(crate) follow: Option<bool>,
    /// Deflection along every component of the flow, of the first element.
    pub(crate) deflection: Vec<f64>,
}

impl Bristles {
    /// Those of a law. The first bristle along a component of the flow is of the first element, the second of the
    /// second.
    pub(crate) fn of<I: Impedance>(
        law: &I,
        stage: &Stage,
        motion: &Motion<I::Domain>,
        internal: &[f64],
    ) -> Self {
        let mut flow = vec![0.0; <<I::Domain as Domain>::Flow as Flat>::LEN];
        motion.flow.store(&mut flow);
        let mut rate = vec![f64::NAN; internal.len()];
        law.respond(stage, motion, internal, &mut rate);
        let (mut deflection, mut before) = (vec![0.0; flow.len()], vec![0; flow.len()]);
        let mut follow: Vec<bool> = vec![];
        for (index, rate) in rate.into_iter().enumerate() {
            let axis = law.deflects_along(index).filter(|&axis| axis < flow.len());
            let Some(axis) = axis else { continue };
            let element = before[axis];
            before[axis] += 1;
            if element == 0 {
                deflection[axis] = internal[index];
            }
            follow.resize(follow.len().max(element + 1), true);
            follow[element] &= rate == flow[axis];
        }
        let follow = (!follow.is_empty()).then(|| follow.contains(&true));
        Self { contact: law.contact_state(stage, motion, internal), follow, deflection }
    }
}
