//! Many motions as rows of numbers, for a law that is evaluated for all of them at once.

use stiction::core::{Domain, Flat, Impedance, Motion, Stage};

/// Poses, flows and internal variables, row after row, in the order of [`Flat`]; a single row applies to all motions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionRows<'a> {
    /// Poses.
    pub(crate) poses: &'a [f64],
    /// Flows.
    pub(crate) flows: &'a [f64],
    /// Internal variables.
    pub(crate) internals: &'a [f64],
}

impl MotionRows<'_> {
    /// Writes the efforts and internal rates of a law in these motions, row after row.
    ///
    /// # Panics
    /// If there are fewer rows than `efforts` has, or `rates` has fewer.
    pub(crate) fn respond<I: Impedance + ?Sized>(
        &self,
        law: &I,
        stage: &Stage,
        efforts: &mut [f64],
        rates: &mut [f64],
    ) {
        let internal = law.memory().len();
        let (pose, flow) = (<I::Domain as Domain>::Pose::LEN, <I::Domain as Domain>::Flow::LEN);
        for (i, effort) in efforts.chunks_exact_mut(flow).enumerate() {
            let motion = Motion {
                pose: Flat::load(row(self.poses, pose, i)),
                flow: Flat::load(row(self.flows, flow, i)),
            };
            let rate = &mut rates[i * internal..(i + 1) * internal];
            law.respond(stage, &motion, row(self.internals, internal, i), rate).store(effort);
        }
    }
}

/// Returns row `i` of rows of this width, or the only row.
fn row(numbers: &[f64], width: usize, i: usize) -> &[f64] {
    let start = if numbers.len() == width { 0 } else { i * width };
    &numbers[start..start + width]
}
