//! The forces of one step: closed forms, and other methods for the same equations.

use nalgebra::{DMatrix, DVector, SVector, Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{Bristle, Line, Plane, Space};
use stiction_friction::CoulombGsat;
use stiction_host::{EffectiveMass, ElementLaw, Factored, HostError, HostFriction, Settings};

use crate::cases;
use crate::hosts::capsule::Capsule;
use crate::hosts::mechanisms::mechanisms;
use crate::hosts::{Numbers, deflection, gsat, gsat_elements, one, one_gsat, solve};

/// By hand: K = 1000, B = 2, h = 0.01, so Z = 12; a = 2, so 1 + h Z a = 1.24.
#[test]
fn one_element_by_hand() {
    let mut friction = one_gsat::<Line>([1e3, 2.0, 5.0]);
    // f = 12·0.31/1.24 = 3, v = 0.31 - 0.01·2·3 = 0.25, and the bristle follows the motion: 0.002.
    let report = solve(&mut friction, 0.01, &[2.0], &[0.31]);
    assert!(report.converged && report.sweeps == 2);
    assert!((friction.efforts()[0] + 3.0).abs() < 1e-15);
    assert!((friction.predicted_velocity()[0] - 0.25).abs() < 1e-15);
    friction.follow(&[0.002]).unwrap();
    assert_eq!(deflection(&friction), 0.002);
    // f* = (2 + 12·0.62)/1.24 = 7.6 > 5: it slides, and ε = (5 - 2)/12 = 0.25.
    let _ = solve(&mut friction, 0.01, &[2.0], &[0.62]);
    assert_eq!(friction.efforts(), [-5.0]);
    friction.follow(&[1.0]).unwrap();
    let state = friction.elements().next().unwrap();
    assert!((state.deflection[0] - 0.0045).abs() < 1e-17 && state.slides);
    assert!((friction.stored_energy() - 0.5e3 * 0.0045 * 0.0045).abs() < 1e-17);
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn one_axis_is_the_closed_form(
        stiffness in 2.0..6.0_f64, damping in 0.0..1e3_f64, step in -4.0..-2.3_f64,
        inverse_mass in -2.0..3.0_f64, deflection in -1.0..1.0_f64, free in -1.0..1.0_f64,
    ) {
        let [k, step, a] = [stiffness, step, inverse_mass].map(|x| 10.0_f64.powf(x));
        let limit = 2.0;
        let mut friction = one_gsat::<Line>([k, damping, limit]);
        let e = deflection * limit / k;
        bend(&mut friction, e);
        let report = solve(&mut friction, step, &[a], &[free]);
        prop_assert!(report.converged);
        let z = damping + step * k;
        let expected = ((k * e + z * free) / (1.0 + step * z * a)).clamp(-limit, limit);
        prop_assert!((friction.efforts()[0] + expected).abs() < 1e-14 * limit);
    }
}

/// Gives every bristle the deflection `e` along all axes.
fn bend(friction: &mut HostFriction, e: f64) {
    let axes: Vec<_> = friction.elements().map(|element| element.deflection.len()).collect();
    for (place, axes) in axes.into_iter().enumerate() {
        friction.set_deflection(place, &[e; 3][..axes]).unwrap();
    }
}

/// Returns by how much a force differs from that of the law itself at the velocity after the step.
fn law_error(numbers: Numbers, step: f64, v: &[f64], e: f64, effort: &[f64]) -> f64 {
    fn error<const N: usize>(
        force: impl Fn(SVector<f64, N>, SVector<f64, N>) -> SVector<f64, N>,
        [v, e, effort]: [&[f64]; 3],
    ) -> f64 {
        let vector = SVector::<f64, N>::from_column_slice;
        (force(vector(v), vector(e)) + vector(effort)).norm()
    }
    let given = [v, &[e; 3][..v.len()], effort];
    match v.len() {
        1 => (gsat::<Line>(numbers).friction(step, v[0], e).0 + effort[0]).abs(),
        2 => error::<2>(|v, e| gsat::<Plane>(numbers).friction(step, v, e).0, given),
        _ => error::<3>(|v, e| gsat::<Space>(numbers).friction(step, v, e).0, given),
    }
}

proptest! {
    #![proptest_config(cases(192))]

    /// Many elements, some of which slide: every force is admissible, and equals that of the law itself at
    /// the velocity that all of them together make.
    #[test]
    fn many_elements_solve_the_equations_of_their_laws(
        mechanism in mechanisms(0.01), stiffness in 2.0..6.0_f64, step in -4.0..-2.3_f64,
        push in 0.1..100.0_f64, bent in -1.0..1.0_f64,
    ) {
        let [k, step] = [stiffness, step].map(|x| 10.0_f64.powf(x));
        let numbers = [k, 0.3 * k.sqrt(), 1.0];
        let mass = mechanism.host.effective_mass();
        let free = mechanism.host.free_velocity(step, &(&mechanism.load * push));
        let mut friction = gsat_elements(numbers, &mechanism.axes);
        let e = bent / k;
        bend(&mut friction, e);
        let report = solve(&mut friction, step, &mass, free.as_slice());
        prop_assert!(report.converged, "{:?}", report);
        let mut first = 0;
        for axes in &mechanism.axes {
            let rows = first..first + axes;
            let (effort, v) = (&friction.efforts()[rows.clone()], &friction.predicted_velocity()[rows]);
            let size = effort.iter().map(|f| f * f).sum::<f64>().sqrt();
            prop_assert!(size <= 1.0 + 1e-14, "{}", size);
            // Z times the rounding of the velocities, and the tolerance times the condition.
            let z = numbers[1] + step * k;
            let error = law_error(numbers, step, v, e, effort);
            let allowed = 1e-9 + 1e-13 * z * free.amax();
            prop_assert!(error <= allowed, "{:e} {:e} {:?}", error, allowed, report);
            first += axes;
        }
        // Control: one sweep is not enough if elements act on each other, and it says so.
        let settings = Settings::default().with_max_sweeps(1).unwrap();
        let mut single = gsat_elements(numbers, &mechanism.axes).with_settings(settings);
        bend(&mut single, e);
        let report = solve(&mut single, step, &mass, free.as_slice());
        prop_assert!(!report.converged || free.amax() + e.abs() == 0.0);
        prop_assert_eq!(single.unconverged_steps(), u64::from(!report.converged));
    }

    /// All stuck: the linear system solved at once.
    #[test]
    fn what_sticks_is_the_solution_of_the_dense_system(
        mechanism in mechanisms(0.01), stiffness in 2.0..6.0_f64, step in -4.0..-2.3_f64,
    ) {
        let [k, step] = [stiffness, step].map(|x| 10.0_f64.powf(x));
        let numbers = [k, 0.3 * k.sqrt(), 1e6];
        let mass = mechanism.host.effective_mass();
        let free = mechanism.host.free_velocity(step, &mechanism.load);
        let rows = free.len();
        let softness = 1.0 / (numbers[1] + step * k);
        let matrix = DMatrix::from_row_slice(rows, rows, &mass) * step
            + DMatrix::identity(rows, rows) * softness;
        let expected = matrix.lu().solve(&free).unwrap();
        for newton_rows in [128, 0] {
            let settings = Settings::default().with_newton_rows(newton_rows);
            let settings = settings.with_max_sweeps(100_000).unwrap();
            let mut friction = gsat_elements(numbers, &mechanism.axes).with_settings(settings);
            let report = solve(&mut friction, step, &mass, free.as_slice());
            prop_assert!(report.converged, "{:?}", report);
            prop_assert_eq!(report.newton_steps > 0, newton_rows > 0 && mechanism.axes.len() > 1);
            let error = (DVector::from_column_slice(friction.efforts()) + &expected).amax();
            // Sweeps alone stop at a change of 1e-12, which is not yet the distance.
            let allowed = if newton_rows > 0 { 1e-11 } else { 1e-7 };
            prop_assert!(error <= allowed * expected.amax(), "{:e} {:?}", error, report);
        }
    }

    /// The other order of the elements, and sweeps alone: another way to the same forces.
    #[test]
    fn another_order_finds_the_same(
        mechanism in mechanisms(0.05), stiffness in 2.0..5.0_f64, push in 1.0..100.0_f64,
    ) {
        let (k, step) = (10.0_f64.powf(stiffness), 2e-3);
        let numbers = [k, 0.3 * k.sqrt(), 1.0];
        let mass = mechanism.host.effective_mass();
        let free = mechanism.host.free_velocity(step, &(&mechanism.load * push));
        let rows = free.len();
        let mut friction = gsat_elements(numbers, &mechanism.axes);
        let report = solve(&mut friction, step, &mass, free.as_slice());
        prop_assert!(report.converged, "{:?}", report);
        // Row r of the reversed problem is row `places[r]` of this one.
        let mut first = rows;
        let mut places = Vec::new();
        for axes in mechanism.axes.iter().rev() {
            first -= axes;
            places.extend(first..first + axes);
        }
        let reversed: Vec<f64> =
            places.iter().flat_map(|&i| places.iter().map(|&j| mass[i * rows + j]).collect::<Vec<_>>()).collect();
        let free: Vec<f64> = places.iter().map(|&i| free[i]).collect();
        let axes: Vec<usize> = mechanism.axes.iter().rev().copied().collect();
        let settings = Settings::default().with_newton_rows(0).with_max_sweeps(200_000).unwrap();
        let mut other = gsat_elements(numbers, &axes).with_settings(settings.with_tolerance(1e-14).unwrap());
        let _ = solve(&mut other, step, &reversed, &free);
        for (place, effort) in places.iter().zip(other.efforts()) {
            prop_assert!((friction.efforts()[*place] - effort).abs() < 1e-8, "{:?}", report);
        }
    }

    /// J and M⁻¹Jᵀ instead of their product.
    #[test]
    fn the_factors_do_as_well_as_the_matrix(mechanism in mechanisms(0.05), push in 1.0..100.0_f64) {
        let (numbers, step) = ([1e4, 10.0, 1.0], 2e-3);
        let host = &mechanism.host;
        let mass = host.effective_mass();
        let free = host.free_velocity(step, &(&mechanism.load * push));
        let (rows, freedoms) = host.jacobian.shape();
        let responses = host.mass.clone().cholesky().unwrap().solve(&host.jacobian.transpose());
        let (jacobian, responses) = (host.jacobian.transpose(), responses);
        let factored =
            Factored::new(rows, freedoms, jacobian.as_slice(), responses.as_slice()).unwrap();
        let mut by_matrix = gsat_elements(numbers, &mechanism.axes);
        let mut by_factors = by_matrix.clone();
        let _ = solve(&mut by_matrix, step, &mass, free.as_slice());
        let report = by_factors.solve(step, &factored, free.as_slice()).unwrap();
        prop_assert!(report.converged);
        for (one, other) in by_matrix.efforts().iter().zip(by_factors.efforts()) {
            prop_assert!((one - other).abs() < 1e-9, "{:e}", one - other);
        }
    }
}

/// Four contacts of 1e6 N/m tear at 45 g, from above their limits to below: with Newton's steps the sweeps are
/// few, without them some steps find no end in 200.
#[test]
fn stiff_contacts_on_a_light_body_take_few_sweeps() {
    let sweeps = |newton_rows: usize| {
        let settings = Settings::default().with_newton_rows(newton_rows);
        let mut friction = HostFriction::new().with_settings(settings);
        let mut capsule = Capsule::new(&mut friction, 1e6, 400.0);
        let mut most = 0;
        for count in 0..300 {
            capsule.arrange(&mut friction);
            let mut force = capsule.force.clone();
            // Up to 10 N against 7 N, and a moment with it.
            let beat = (0.05 * f64::from(count)).sin();
            (force[2], force[3], force[4]) = (-10.0 * beat, 0.2 * beat, 0.05 * beat);
            let report = capsule.host.step(&mut friction, 2e-3, &force).unwrap();
            most = most.max(report.sweeps);
        }
        (most, friction.unconverged_steps())
    };
    let ((most, unconverged), without) = (sweeps(128), sweeps(0));
    println!("{most} sweeps with Newton's steps, {without:?} without");
    assert!(most <= 40 && unconverged == 0, "{most} {unconverged}");
    assert!(without.0 == 200 && without.1 > 0, "{without:?}");
}

/// A contact in a plane on a body that is easier to move along y than along x: the friction is against the
/// slip that it leaves, not against the velocity before.
#[test]
fn the_direction_of_sliding_is_that_of_the_slip_left() {
    let law = CoulombGsat::builder().stiffness(1e5).damping(0.0).friction(0.5).build().unwrap();
    let mut friction = one(ElementLaw::contact(&law, 2).unwrap(), 4.0);
    let (step, mass) = (1e-2, [1.0, 0.3, 0.3, 20.0]);
    let free = Vector2::new(0.3, 0.5);
    let report = solve(&mut friction, step, &mass, free.as_slice());
    assert!(report.converged);
    let force = -Vector2::from_column_slice(friction.efforts());
    let after = Vector2::from_column_slice(friction.predicted_velocity());
    assert!((force.norm() - 2.0).abs() < 1e-14);
    // K e = 0 before: ε = f/Z, slip = v - ε, parallel to f.
    let slip = after - force / (step * 1e5);
    assert!(slip.perp(&force).abs() < 1e-14 * slip.norm() && slip.dot(&force) > 0.0);
    assert!(free.perp(&force).abs() > 0.05, "the velocity before has another direction");
}

/// An ellipsoid with torsion: fast spin leaves hardly any resistance to sliding.
#[test]
fn sliding_and_spinning_share_one_limit() {
    let law = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(0.5).build().unwrap();
    let mut friction = one(ElementLaw::contact_with_torsion(&law, 0.01).unwrap(), 4.0);
    let mut solve = |spin: f64| {
        let mass = Vector3::new(1.0, 1.0, 1e4);
        let mass = nalgebra::Matrix3::from_diagonal(&mass);
        let free = [if spin == 1e-4 { 0.0 } else { 0.1 }, 0.0, spin];
        let _ = solve(&mut friction, 1e-3, mass.as_slice(), &free);
        Vector3::from_column_slice(friction.efforts())
    };
    let straight = solve(0.0);
    assert!((straight - Vector3::new(-2.0, 0.0, 0.0)).norm() < 1e-13);
    // Stuck: Z r² per rad/s, Z = 10 + 1e-3·1e5, on a spin of 1/h a Z r² = 1e-2 as easily moved.
    let held = solve(1e-4);
    let z = 110.0 * 1e-4;
    assert!((held.z + z * 1e-4 / (1.0 + 1e-3 * z * 1e4)).abs() < 1e-18, "{held}");
    let spinning = solve(1e4);
    let gauge = (spinning.x / 2.0).hypot(spinning.z / 0.02);
    assert!((gauge - 1.0).abs() < 1e-13 && spinning.x > -0.01, "{spinning}");
}

/// A host's own operator, here a chain of masses that only neighbours share.
#[test]
fn an_operator_of_one_s_own() {
    #[derive(Debug)]
    struct Chain(usize);
    impl EffectiveMass for Chain {
        fn rows(&self) -> usize {
            self.0
        }
        fn entry(&self, row: usize, column: usize) -> f64 {
            [2.0, -0.9].get(row.abs_diff(column)).copied().unwrap_or(0.0)
        }
    }
    let numbers = [1e5, 10.0, 1e3];
    let mut friction = gsat_elements(numbers, &[1; 200]);
    let free: Vec<f64> = (0..200).map(|row| (0.1 * f64::from(row)).sin()).collect();
    let report = friction.solve(2e-3, &Chain(200), &free).unwrap();
    // 200 rows are more than are solved for at once.
    assert!(report.converged && report.newton_steps == 0, "{report:?}");
    for (v, effort) in friction.predicted_velocity().iter().zip(friction.efforts()) {
        let error = law_error(numbers, 2e-3, &[*v], 0.0, &[*effort]);
        // The forces are up to 500 N.
        assert!(error < 1e-7, "{error:e}");
    }
    assert!(matches!(
        friction.solve(2e-3, &Chain(199), &free),
        Err(HostError::Length { what: "effective mass", found: 199, expected: 200 })
    ));
}
