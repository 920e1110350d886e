//! Many motions as rows of numbers, for a law that is asked about all of them at once.

use crate::{Domain, Flat, Impedance, Motion, Stage};

/// Poses, flows and internal variables, row after row, in the order of [`Flat`]; a single row stands
/// for all.
#[derive(Clone, Copy, Debug)]
pub struct MotionRows<'a> {
    /// Poses.
    pub poses: &'a [f64],
    /// Flows.
    pub flows: &'a [f64],
    /// Internal variables.
    pub internals: &'a [f64],
}

impl MotionRows<'_> {
    /// Writes the efforts and internal rates of a law in these motions, row after row.
    ///
    /// # Panics
    /// If there are fewer rows than `efforts` has, or `rates` has fewer.
    pub fn respond<I: Impedance + ?Sized>(
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

/// Returns row `i` of rows of a width, or the only one.
fn row(numbers: &[f64], width: usize, i: usize) -> &[f64] {
    let start = if numbers.len() == width { 0 } else { i * width };
    &numbers[start..start + width]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Memory};

    /// A damper whose internal variable follows the flow.
    #[derive(Debug)]
    struct Damper;
    impl Impedance for Damper {
        type Domain = Line;
        fn memory(&self) -> Memory<'_> {
            Memory::others(1)
        }
        fn respond(&self, _: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
            rate[0] = at.flow;
            -2.0 * at.flow - z[0] - 100.0 * at.pose
        }
    }

    #[test]
    fn rows_are_answered_one_by_one_and_a_single_one_stands_for_all() {
        let law: crate::AnyLaw<Line> = Box::new(Damper);
        let (mut efforts, mut rates) = ([0.0; 3], [0.0; 3]);
        let rows =
            MotionRows { poses: &[0.5], flows: &[1.0, 2.0, 3.0], internals: &[0.0, 10.0, 20.0] };
        rows.respond(&*law, &Stage::at(0.0), &mut efforts, &mut rates);
        assert_eq!(efforts, [-52.0, -64.0, -76.0]);
        assert_eq!(rates, [1.0, 2.0, 3.0]);
    }
}
