//! Check that `Phi` is the transpose of `Psi`.

use stiction_core::{Coupling, Domain, Flat, PortDomains};

use super::flat;

/// Tolerance relative to the sizes of the terms; a coupling of ten operations is exact to 1e-15.
const TOLERANCE: f64 = 1e-12;

/// Asserts that `<Psi u, e> = <u, Psi^T e>` and that `Psi` is linear in the flows, on 256 random
/// motions and efforts.
///
/// # Panics
/// If one of them differs by more than 1e-12 of the terms; the message shows the motions and the
/// effort.
///
/// ```should_panic
/// use stiction::core::{coupling::from_fns, Line, Motion};
/// // A lever of ratio 2 whose force comes back as if the ratio were 3.
/// let lever = from_fns::<Line, Line, _, _>(
///     |motion| Motion { pose: 2.0 * motion.pose, flow: 2.0 * motion.flow },
///     |_, force| 3.0 * force,
/// );
/// stiction::testing::assert_adjoint(&lever);
/// ```
pub fn assert_adjoint<C: Coupling>(coupling: &C) {
    type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
    type EffortOf<C> = stiction_core::Effort<<C as Coupling>::To>;
    let mut runner = super::same_cases_every_run();
    let scalars = |count: usize| proptest::collection::vec(-2.0..2.0_f64, count);
    let inputs = (
        scalars(MotionsOf::<C>::LEN),
        scalars(MotionsOf::<C>::LEN),
        scalars(EffortOf::<C>::LEN),
        -2.0..2.0_f64,
    );
    let slots = flow_slots::<C>();
    let result = runner.run(&inputs, |(motions, other, effort, factor)| {
        let from = C::From::valid_motions(MotionsOf::<C>::load(&motions));
        let effort = EffortOf::<C>::load(&effort);
        let seen = coupling.motion(&from);
        let efforts = coupling.efforts(&from, &effort);
        let there = C::To::power(&seen.flow, &effort);
        let here = C::From::total_power(&C::From::flows(&from), &efforts);
        let scale =
            size(&seen.flow) * size(&effort) + size(&C::From::flows(&from)) * size(&efforts);
        proptest::prop_assert!(
            (there - here).abs() <= TOLERANCE * scale,
            "{} is not adjoint: <Psi u, e> = {there} W but <u, Phi e> = {here} W at {from:?} \
             under the effort {effort:?}",
            coupling.name()
        );
        // Linearity at fixed poses: Psi (u + c w) = Psi u + c Psi w, except for motion that is
        // independent of the flows.
        let with_flows = |flows: &dyn Fn(usize) -> f64| {
            let mut mixed = vec![0.0; motions.len()];
            from.store(&mut mixed);
            for &slot in &slots {
                mixed[slot] = flows(slot);
            }
            flat(&coupling.motion(&Flat::load(&mixed)).flow)
        };
        let rest = with_flows(&|_| 0.0);
        let first = with_flows(&|slot| motions[slot]);
        let second = with_flows(&|slot| other[slot]);
        let sum = with_flows(&|slot| motions[slot] + factor * other[slot]);
        for i in 0..rest.len() {
            let expected = first[i] + factor * (second[i] - rest[i]);
            let scale = first[i].abs() + (factor * second[i]).abs() + rest[i].abs() + 1.0;
            proptest::prop_assert!(
                (sum[i] - expected).abs() <= 10.0 * TOLERANCE * scale,
                "{} is not linear in the flows: {} instead of {expected} at {from:?}",
                coupling.name(),
                sum[i]
            );
        }
        Ok(())
    });
    if let Err(failure) = result {
        super::fail(&failure.to_string());
    }
}

/// Returns the indices of the flows among the scalars of the motions: those that a change of flow
/// changes.
fn flow_slots<C: Coupling>() -> Vec<usize> {
    type MotionsOf<C> = <<C as Coupling>::From as PortDomains>::Motions;
    let len = MotionsOf::<C>::LEN;
    let base = vec![0.0; len];
    let flows = |scalars: &[f64]| flat(&C::From::flows(&MotionsOf::<C>::load(scalars)));
    let moves = |slot: &usize| {
        let mut moved = base.clone();
        moved[*slot] = 1.0;
        flows(&moved) != flows(&base)
    };
    (0..len).filter(moves).collect()
}

fn size<T: Flat>(value: &T) -> f64 {
    flat(value).iter().map(|x| x * x).sum::<f64>().sqrt()
}
