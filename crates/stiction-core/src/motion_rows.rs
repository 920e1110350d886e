//! Many motions as rows of numbers, for a law that is asked about all of them at once.

/// Poses, flows and internal variables, row after row, in the order of [`Flat`](crate::Flat); a single row stands
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

/// Row `i` of so many numbers, or the only one.
#[inline(always)]
pub(crate) fn row(numbers: &[f64], width: usize, i: usize) -> &[f64] {
    let start = if numbers.len() == width { 0 } else { i * width };
    &numbers[start..start + width]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Impedance, Line, Motion, Stage};

    /// A damper whose internal variable follows the flow.
    #[derive(Debug)]
    struct Damper;
    impl Impedance for Damper {
        type Domain = Line;
        fn internal_len(&self) -> usize {
            1
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
        law.respond_to_rows(&Stage::at(0.0), &rows, &mut efforts, &mut rates);
        assert_eq!(efforts, [-52.0, -64.0, -76.0]);
        assert_eq!(rates, [1.0, 2.0, 3.0]);
    }
}
