use nalgebra::vector;
use proptest::prelude::*;
use stiction_friction::cone::{CircularCone, ConeScale};

use super::*;
use crate::{
    ContactPoints,
    testing::{
        at_rest, between_palms, contact, directions, foot, foot_and_hand, near, rectangle, square,
        stances, wrench,
    },
};

/// Returns the reach as a number: the less can be supported, the lower.
fn height(reach: Reach) -> f64 {
    match reach {
        Reach::Infeasible => f64::NEG_INFINITY,
        Reach::Bounded { distance, .. } => distance,
        Reach::Unbounded => f64::INFINITY,
    }
}

/// Returns the stance with this share of its friction.
fn rubbing(stance: &crate::Stance<CircularCone>, share: f64) -> crate::Stance<CircularCone> {
    stance.with_cones(|cone| CircularCone::new(share * cone.friction())).unwrap()
}

#[test]
fn a_centred_load_is_shared_evenly() {
    for weight in [4.0, 4e-150, 4e150] {
        let rest = wrench([0.0, 0.0, weight, 0.0, 0.0, 0.0]);
        let expected = vector![0.0, 0.0, weight / 4.0];
        let circular = foot(0.5).contact_forces(&rest).unwrap().unwrap();
        let linear = square(&foot(0.5)).contact_forces(&rest).unwrap().unwrap();
        assert_eq!((circular.len(), linear.len()), (4, 4));
        for force in circular.iter().chain(&linear) {
            assert!((force - expected).norm() < 1e-8 * weight, "{force}");
        }
    }
    let nothing = foot(0.5).contact_forces(&wrench([0.0; 6])).unwrap().unwrap();
    assert!(nothing.iter().all(|force| force.norm() == 0.0));
}

#[test]
fn friction_has_a_limit() {
    // Along a diagonal the circle bears 0.5, the square √2 times that.
    let pushed = |share: f64| {
        let side = share * 0.5_f64.sqrt();
        wrench([side, side, 1.0, 0.0, 0.0, 0.0])
    };
    for (share, circle, pyramid) in
        [(0.499, true, true), (0.501, false, true), (0.708, false, false)]
    {
        assert_eq!(foot(0.5).contact_forces(&pushed(share)).unwrap().is_some(), circle);
        assert_eq!(square(&foot(0.5)).contact_forces(&pushed(share)).unwrap().is_some(), pyramid);
    }
}

#[test]
fn friction_without_end_and_none_at_all() {
    let with = |mu| {
        let cone = CircularCone::new(mu).unwrap();
        foot(0.5).with_cones(|_| Ok::<_, ParameterError>(cone)).unwrap()
    };
    let sideways = wrench([100.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let lifted = wrench([0.0, 0.0, -1.0, 0.0, 0.0, 0.0]);
    let down = wrench([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert!(with(f64::INFINITY).contact_forces(&sideways).unwrap().is_some());
    assert!(with(f64::INFINITY).contact_forces(&lifted).unwrap().is_none());
    assert!(with(0.0).contact_forces(&down).unwrap().is_some());
    assert!(with(0.0).contact_forces(&sideways).unwrap().is_none());
    let reach = with(0.0).reach(vector![1.0, 0.0]).unwrap();
    assert!((height(reach) - 0.1).abs() < 1e-9);
}

#[test]
fn residuals_by_hand() {
    // The moments are short by 0.02 m and 0.01 m times the unit weight.
    for stance in [square(&foot(0.5)), foot(0.0).linearized(3, ConeScale::Inner, 0.0).unwrap()] {
        let residual = stance.wrench_residual(&at_rest(0.12, -0.06)).unwrap();
        assert!((residual - 0.03).abs() < 1e-9, "{residual}");
    }
    let circular = foot(0.5).wrench_residual(&at_rest(0.12, -0.06)).unwrap();
    assert!((circular - 0.03).abs() < 1e-9, "{circular}");
    assert!(foot(0.5).wrench_residual(&at_rest(0.09, -0.04)).unwrap() < 1e-9);
    // Lifted by 2 N the foot bears nothing of it.
    let lifted = foot(0.5).wrench_residual(&wrench([0.0, 0.0, -2.0, 0.0, 0.0, 0.0])).unwrap();
    assert!((lifted - 2.0).abs() < 1e-9, "{lifted}");
}

#[test]
fn reach_of_a_foot_is_its_outline() {
    let expected = |d: Vector2<f64>| 0.1 * d.x.abs() + 0.05 * d.y.abs();
    for direction in directions(12) {
        let circular = foot(0.5).reach(7.0 * direction).unwrap();
        let linear = square(&foot(0.5)).reach(1e-300 * direction).unwrap();
        for reach in [circular, linear] {
            assert!((height(reach) - expected(direction)).abs() < 1e-9, "{reach:?}");
        }
        let Reach::Bounded { distance, position } = circular else { panic!("{circular:?}") };
        assert!((direction.dot(&position) - distance).abs() < 1e-15);
    }
}

#[test]
fn no_reach_and_all_reach() {
    let direction = vector![0.6, 0.8];
    let wall = crate::Stance::new().with_contact(contact(
        [0.0, 0.0, 1.0],
        [-1.0, 0.0, 0.0],
        rectangle(0.1, 0.1),
        0.9,
    ));
    assert_eq!(wall.reach(direction), Ok(Reach::Infeasible));
    assert_eq!(square(&wall).reach(direction), Ok(Reach::Infeasible));
    assert_eq!(between_palms(0.5).reach(direction), Ok(Reach::Unbounded));
    assert_eq!(square(&between_palms(0.5)).reach(direction), Ok(Reach::Unbounded));
    // Without friction palms hold nothing up, however hard they press.
    assert_eq!(between_palms(0.0).reach(direction), Ok(Reach::Infeasible));
}

#[test]
fn bad_input_is_named() {
    let refused = |error: StabilityError| match error {
        StabilityError::Parameter(error) => error.parameter,
        other => panic!("{other}"),
    };
    for bad in [f64::NAN, f64::INFINITY] {
        let w = wrench([0.0, 0.0, 1.0, 0.0, bad, 0.0]);
        assert_eq!(refused(foot(0.5).contact_forces(&w).unwrap_err()), "wrench");
        assert_eq!(refused(foot(0.5).wrench_residual(&w).unwrap_err()), "wrench");
        assert_eq!(refused(foot(0.5).reach(vector![bad, 0.0]).unwrap_err()), "direction");
    }
    assert_eq!(refused(foot(0.5).reach(vector![0.0, 0.0]).unwrap_err()), "direction");
    let none = crate::Stance::<CircularCone>::new();
    assert_eq!(none.reach(vector![1.0, 0.0]), Err(StabilityError::NoContacts));
    assert_eq!(none.contact_forces(&at_rest(0.0, 0.0)), Err(StabilityError::NoContacts));
    assert_eq!(none.wrench_residual(&at_rest(0.0, 0.0)), Err(StabilityError::NoContacts));
}

/// Returns a hand that presses down on a slope, and feet below.
fn wedged() -> crate::Stance<CircularCone> {
    let hand = contact(
        [-0.0428426625119377, 0.681713709734005, 0.45133570335788764],
        [0.126036682290033, -0.8267093175129664, -0.5483306110865657],
        ContactPoints::point(),
        0.7220510356732897,
    );
    let foot = contact(
        [-0.8, -0.4, -0.8],
        [0.0, 0.0, 1.0],
        rectangle(0.18290641348522027, 0.058800743614881155),
        0.20887123499543106,
    );
    let other = contact(
        [-0.4, 0.4, -0.2],
        [0.38461538461538464, 0.0, 0.9230769230769231],
        rectangle(0.12246958021786863, 0.05407934987919009),
        0.587729238243656,
    );
    crate::Stance::new().with_contact(hand).with_contact(foot).with_contact(other)
}

/// The solver loses its way just there, and finds it in shorter steps; a little to either side it does not.
#[test]
fn a_reach_is_found_where_the_first_steps_fail() {
    let reach = |share: f64| {
        let stance = rubbing(&wedged(), share);
        height(stance.reach(directions(3).last().unwrap()).unwrap())
    };
    let (below, here, above) = (reach(1.0 - 1e-4), reach(1.0), reach(1.0 + 1e-4));
    assert!(below < here && here < above, "{below} {here} {above}");
    assert!(below.is_finite() && above.is_finite());
}

proptest! {
    #[test]
    fn forces_are_admissible_and_add_up(
        stance in stances(), shares in prop::collection::vec(0.0..1.0_f64, 16)
    ) {
        let cone = stance.linearized(6, ConeScale::Inner, 0.0).unwrap().wrench_cone().unwrap();
        let w = near(&cone, &shares, [0.0; 6]);
        let forces = stance.contact_forces(&wrench(w)).unwrap();
        prop_assert!(forces.is_some(), "inner cones are inside the circular ones");
        let forces = forces.unwrap();
        let total: Vector3<f64> = forces.iter().sum();
        let moment: Vector3<f64> = stance.points().zip(&forces).map(|(p, f)| p.cross(f)).sum();
        let (force, torque) = (wrench(w).force, wrench(w).torque);
        prop_assert!((total - force).norm() < 1e-7 * w.norm());
        prop_assert!((moment - torque).norm() < 1e-7 * w.norm());
        let mut forces = forces.iter();
        for contact in stance.contacts() {
            for force in forces.by_ref().take(contact.points().len()) {
                let force = contact.placement().basis().rotation().inverse() * force;
                prop_assert!(contact.cone().signed_distance(&force) > -1e-7 * w.norm());
            }
        }
    }

    #[test]
    fn inner_inside_circular_inside_outer(stance in stances(), sides in 3..12_usize) {
        for direction in directions(3) {
            let reach = |share: f64, scale: Option<ConeScale>| {
                let stance = rubbing(&stance, share);
                match scale {
                    None => stance.reach(direction),
                    Some(scale) => stance.linearized(sides, scale, 0.0).unwrap().reach(direction),
                }
            };
            let forms = [Some(ConeScale::Inner), None, Some(ConeScale::Outer)];
            let found = forms.map(|scale| reach(1.0, scale));
            // If it just stands or just does not, no solver of finite precision can tell: residuals of 1e-8 are a
            // thousandth of the friction there.
            let untold = |found: &Result<Reach, _>| matches!(found, Err(StabilityError::Solver { .. }));
            if let Some(form) = found.iter().position(untold) {
                let stands = |share: f64| reach(share, forms[form]) != Ok(Reach::Infeasible);
                prop_assert!(stands(1.0 + 1e-3) && !stands(1.0 - 1e-3), "{:?}", found);
                continue;
            }
            let reach = found.map(|found| height(found.unwrap()));
            for pair in reach.windows(2) {
                let near = pair[0] <= pair[1] + 1e-7 * (1.0 + pair[1].abs());
                prop_assert!(pair[0] <= pair[1] || near, "{:?}", reach);
            }
        }
        // Control: if friction counts the order is strict, so it cannot be turned around.
        let leaning = foot_and_hand(0.5);
        let forward = vector![1.0, 0.0];
        let inner = leaning.linearized(sides, ConeScale::Inner, 0.0).unwrap();
        let outer = leaning.linearized(sides, ConeScale::Outer, 0.0).unwrap();
        let reach = [inner.reach(forward), leaning.reach(forward), outer.reach(forward)];
        let reach = reach.map(|reach| height(reach.unwrap()));
        prop_assert!(reach[0] < reach[2] - 1e-4, "{:?}", reach);
    }

    #[test]
    fn reach_is_the_support_of_the_static_area(stance in stances(), sides in 3..7_usize) {
        let with = |share: f64| {
            rubbing(&stance, share).linearized(sides, ConeScale::Outer, 0.0).unwrap()
        };
        let stands = |share| !with(share).static_support_area().unwrap().vertices().is_empty();
        let stance = with(1.0);
        let area = stance.static_support_area().unwrap();
        for direction in directions(4) {
            let found = stance.reach(direction);
            // If it just stands or just does not, no solver of finite precision can tell.
            if let Err(StabilityError::Solver { .. }) = &found {
                prop_assert!(stands(1.0 + 1e-4) && !stands(1.0 - 1e-4), "{:?}", found);
                continue;
            }
            let (reach, support) = (height(found.unwrap()), area.support(direction));
            let near = (reach - support).abs() < 1e-8 * (1.0 + support.abs());
            prop_assert!(reach == support || near, "{} {}", reach, support);
        }
    }
}
