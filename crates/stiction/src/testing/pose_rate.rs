//! Check that a flow is the time derivative of its pose.

use stiction_core::{Coupling, Domain, Drive, Flat, Motion, PortDomains, Stage};

use super::flat;
use super::numeric::{Derivative, derivative};

/// Tolerance relative to the size of the terms, to which the uncertainty of the difference is
/// added.
const TOLERANCE: f64 = 1e-7;

/// Asserts that the flow of a coupling is the time derivative of its pose, on 256 random motions:
/// that its `Psi` belongs to its pose.
///
/// [`assert_adjoint`](super::assert_adjoint) cannot see this: any `Psi` has a transpose. But with a
/// `Psi` that belongs to another pose, a spring returns another energy than it received. A map
/// whose flow is by nature not the rate of its pose declares this
/// ([`Coupling::flow_is_pose_rate`]); then the assertion is that the declaration is needed.
///
/// # Panics
/// If a scalar of the pose changes at another rate; the message shows it and the motions.
///
/// ```should_panic
/// use stiction::core::{KinematicMap, Line, Motion, Plane};
/// use stiction::nalgebra::Matrix1x2;
///
/// /// The distance of a point from the origin, by the `Psi` of its square.
/// #[derive(Debug)]
/// struct Distance;
/// impl KinematicMap for Distance {
///     type From = Plane;
///     type To = Line;
///     type Psi = Matrix1x2<f64>;
///     fn at(&self, point: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
///         (point.pose.norm(), point.pose.transpose() * 2.0)
///     }
/// }
/// stiction::testing::assert_adjoint(&Distance); // sees nothing
/// stiction::testing::assert_pose_rate(&Distance);
/// ```
pub fn assert_pose_rate<C: Coupling>(coupling: &C) {
    type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
    let mut runner = super::same_cases_every_run();
    let scalars = proptest::collection::vec(-2.0..2.0_f64, MotionsOf::<C>::LEN);
    let differs = std::cell::Cell::new(false);
    let result = runner.run(&scalars, |scalars| {
        let from = C::From::valid_motions(MotionsOf::<C>::load(&scalars));
        let seen = coupling.motion(&from);
        let moved = |h: f64| coupling.motion(&C::From::moved(&from, h)).pose;
        let Some(wrong) = wrong_scalar::<C::To>(&seen, 1e-4, moved) else { return Ok(()) };
        differs.set(true);
        proptest::prop_assert!(
            !coupling.flow_is_pose_rate(),
            "the flow of {} is not the rate of its pose: {wrong} at {from:?}",
            coupling.name()
        );
        Ok(())
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
    if !coupling.flow_is_pose_rate() && !differs.get() {
        let name = coupling.name();
        super::fail(&format!(
            "{name} says that its flow is not the rate of its pose, but it is: leave \
             `flow_is_pose_rate` out"
        ));
    }
}

/// Asserts that the flow of a prescribed motion is the time derivative of its pose, at 256 random
/// times from 0 to `until` \[s\], and that the pose jumps only at times that the drive declares.
///
/// # Panics
/// If it is not; the message shows the time and both rates.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::testing::assert_drive;
/// let belt = ConstantVelocity::<Line>::builder().velocity(0.5).build()?;
/// assert_drive::<Line, _>(&belt, 10.0);
/// # Ok::<(), ParameterError>(())
/// ```
///
/// ```should_panic
/// use stiction::prelude::*;
/// // A belt that says how fast it moves, but not that it does.
/// let belt = |_: &Stage| Motion::<Line>::new(0.0, 0.5);
/// stiction::testing::assert_drive(&belt, 10.0);
/// ```
pub fn assert_drive<D: Domain, V: Drive<D>>(drive: &V, until: f64) {
    let mut runner = super::same_cases_every_run();
    let result = runner.run(&(0.0..1.0_f64), |share| {
        let time = share * until;
        // The interval is short relative to the run; halving it shows a faster drive.
        let h = 1e-4 * until;
        let around = (time - h).max(0.0)..time + h;
        if jumps_within(drive, &around) {
            return Ok(());
        }
        let middle = 0.5 * (around.start + around.end);
        let at = |time| drive.motion(&Stage::at(time).of_step_from(around.start));
        let moved = |h: f64| at(middle + h).pose;
        let reach = middle - around.start;
        if let Some(wrong) = wrong_scalar::<D>(&at(middle), reach, moved) {
            let name = stiction_core::short_type_name::<V>();
            proptest::prop_assert!(
                false,
                "the flow of {name} is not the rate of its pose: {wrong} at t = {middle} s"
            );
        }
        Ok(())
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
    if let Some((time, wrong)) = undeclared_jump(drive, until) {
        let name = stiction_core::short_type_name::<V>();
        super::fail(&format!("the pose of {name} jumps near t = {time} s: {wrong}"));
    }
}

fn jumps_within<D: Domain, V: Drive<D>>(drive: &V, around: &std::ops::Range<f64>) -> bool {
    // A jump at the start belongs to the time after it.
    let before = around.start - f64::EPSILON * around.start.abs().max(1.0);
    drive.next_jump(before).is_some_and(|jump| jump <= around.end)
}

/// Returns the first of many intervals over which the flow does not explain the change of the pose.
fn undeclared_jump<D: Domain, V: Drive<D>>(drive: &V, until: f64) -> Option<(f64, String)> {
    const INTERVALS: usize = 4096;
    let width = until / INTERVALS as f64;
    (0..INTERVALS).find_map(|k| {
        let around = k as f64 * width..(k + 1) as f64 * width;
        if jumps_within(drive, &around) {
            return None;
        }
        let at = |time: f64| drive.motion(&Stage::at(time).of_step_from(around.start));
        let [start, middle, end] = [0.0, 0.5, 1.0].map(|share| at(around.start + share * width));
        let rate = |motion: &Motion<D>| flat(&D::pose_rate(&motion.pose, &motion.flow));
        let [first, second, last] = [&start, &middle, &end].map(rate);
        // The pose is that at the start of the next interval: a drive may choose its branch by the
        // start of the step.
        let (before, after) = (flat(&start.pose), flat(&drive.motion(&Stage::at(around.end)).pose));
        (0..before.len()).find_map(|i| {
            let simpson = width / 6.0 * (first[i] + 4.0 * second[i] + last[i]);
            let trapezoid = 0.5 * width * (first[i] + last[i]);
            // A flow that changes within the interval does not make the pose jump.
            let uncertain = 4.0 * (simpson - trapezoid).abs() + width * (last[i] - first[i]).abs();
            let size = before[i].abs() + after[i].abs() + width;
            let change = after[i] - before[i];
            // `>` would let NaN pass.
            let explained = (change - simpson).abs() <= uncertain + TOLERANCE * size;
            let name = D::POSE_NAMES.get(i).copied().unwrap_or("pose");
            let wrong = format!("{name} changes by {change} where its flow gives {simpson}");
            (!explained).then_some((around.start, wrong))
        })
    })
}

/// Returns a description of the scalar of the pose whose derivative differs from the flow.
fn wrong_scalar<D: Domain>(
    seen: &Motion<D>,
    reach: f64,
    moved: impl Fn(f64) -> D::Pose,
) -> Option<String> {
    let expected = flat(&D::pose_rate(&seen.pose, &seen.flow));
    let here = flat(&seen.pose);
    let found = derivative(reach, |h| flat(&moved(h)));
    let largest = expected.iter().fold(0.0_f64, |most, rate| most.max(rate.abs()));
    found.into_iter().zip(expected).enumerate().find_map(|(i, (found, expected))| {
        let Derivative { value, uncertainty } = found;
        let rounding = 1e-14 * here[i].abs() / reach;
        let allowed = TOLERANCE * largest.max(value.abs()) + uncertainty + rounding + 1e-12;
        let agrees = (value - expected).abs() <= allowed;
        let name = D::POSE_NAMES.get(i).copied().unwrap_or("pose");
        (!agrees).then(|| format!("{name} changes at {value} but the flow says {expected}"))
    })
}
