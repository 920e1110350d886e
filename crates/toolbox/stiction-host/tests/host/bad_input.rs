//! Bad input is an error that names it, and leaves everything as it was.

use stiction_core::Line;
use stiction_friction::{CoulombGsat, DahlFriction, GsatFriction};
use stiction_host::{
    Dense, ElementLaw, ElementState, HostError, HostFriction, LawId, Placed, Settings,
};

fn friction() -> (HostFriction, LawId) {
    let law = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5).build().unwrap();
    let mut friction = HostFriction::new();
    let law = friction.add_law(ElementLaw::contact(&law, 2).unwrap());
    friction.arrange([Placed { key: 3, law, load: 1.0 }]).unwrap();
    (friction, law)
}

/// Returns elements, rows and efforts.
fn state(friction: &HostFriction) -> (Vec<ElementState<'_>>, usize, &[f64]) {
    (friction.elements().collect(), friction.rows(), friction.efforts())
}

const MASS: [f64; 4] = [1.0, 0.0, 0.0, 1.0];

#[test]
fn of_the_list_of_elements() {
    let (mut friction, law) = friction();
    let before = friction.clone();
    for load in [-1.0, f64::NAN, f64::INFINITY] {
        let error = friction.arrange([Placed { key: 1, law, load }]).unwrap_err();
        assert!(error.to_string().starts_with("HostFriction: load = "), "{error}");
    }
    let twice = [Placed { key: 1, law, load: 1.0 }, Placed { key: 1, law, load: 2.0 }];
    assert_eq!(friction.arrange(twice), Err(HostError::SameKey { key: 1 }));
    let mut other = HostFriction::new();
    let error = other.arrange([Placed { key: 9, law, load: 1.0 }]);
    assert_eq!(error, Err(HostError::UnknownLaw { key: 9, law: 0, known: 0 }));
    assert_eq!(state(&friction), state(&before));
}

#[test]
fn of_a_solution() {
    let (mut friction, _) = friction();
    let mass = Dense::new(2, &MASS).unwrap();
    let before = friction.clone();
    for step in [0.0, -1e-3, f64::NAN, f64::INFINITY] {
        let error = friction.solve(step, &mass, &[0.0, 0.0]).unwrap_err();
        assert!(error.to_string().contains("step = "), "{error}");
    }
    let error = friction.solve(1e-3, &mass, &[0.0]).unwrap_err();
    assert_eq!(error.to_string(), "free velocity has 1 numbers and must have 2, one per row");
    let error = friction.solve(1e-3, &mass, &[0.0, f64::NAN]).unwrap_err();
    assert!(error.to_string().starts_with("free velocity[1] = NaN"), "{error}");
    // No effective mass: a push along it comes back.
    let error = friction.solve(1e-3, &Dense::new(2, &[-1e3, 0.0, 0.0, 1.0]).unwrap(), &[0.0, 0.0]);
    assert_eq!(error.unwrap_err(), HostError::NotPositive { key: 3, row: 0 });
    assert_eq!(state(&friction), state(&before));
    assert_eq!(friction.unconverged_steps(), 0);
}

#[test]
fn of_the_order_of_calls() {
    let (mut friction, law) = friction();
    assert_eq!(friction.follow(&[0.0, 0.0]), Err(HostError::NotSolved));
    let mass = Dense::new(2, &MASS).unwrap();
    let _ = friction.solve(1e-3, &mass, &[1e-3, 0.0]).unwrap();
    let placed = [Placed { key: 3, law, load: 1.0 }];
    assert_eq!(friction.arrange(placed), Err(HostError::NotFollowed));
    assert_eq!(friction.set_deflection(0, &[0.0, 0.0]), Err(HostError::NotFollowed));
    assert!(matches!(friction.follow(&[0.0]), Err(HostError::Length { .. })));
    assert!(matches!(friction.follow_velocity(&[0.0, f64::NAN]), Err(HostError::NotFinite { .. })));
    friction.follow(&[1e-6, 0.0]).unwrap();
    assert_eq!(friction.follow(&[1e-6, 0.0]), Err(HostError::NotSolved));
    // A step that was not made.
    let _ = friction.solve(1e-3, &mass, &[1e-3, 0.0]).unwrap();
    friction.retract();
    friction.arrange(placed).unwrap();
    assert_eq!(friction.elements().next().unwrap().deflection, [1e-6, 0.0]);
    // A deflection with another number of axes.
    assert!(matches!(friction.set_deflection(0, &[0.0]), Err(HostError::Length { .. })));
    assert!(matches!(
        friction.set_deflection(0, &[f64::NAN, 0.0]),
        Err(HostError::NotFinite { .. })
    ));
    let nobody = friction.set_deflection(1, &[0.0, 0.0]).unwrap_err();
    assert!(nobody.to_string().contains("place = 1"), "{nobody}");
    friction.set_deflection(0, &[0.0, 1e-6]).unwrap();
    assert_eq!(friction.elements().next().unwrap().deflection, [0.0, 1e-6]);
}

#[test]
fn of_settings_and_laws() {
    let settings = Settings::default();
    assert_eq!(settings.with_tolerance(0.0).unwrap_err().parameter, "tolerance");
    assert_eq!(settings.with_tolerance(f64::NAN).unwrap_err().parameter, "tolerance");
    assert_eq!(settings.with_max_sweeps(0).unwrap_err().parameter, "max_sweeps");
    let contact = CoulombGsat::builder().stiffness(1.0).damping(1.0).friction(0.5).build().unwrap();
    for axes in [0, 4] {
        assert_eq!(ElementLaw::contact(&contact, axes).unwrap_err().value, axes as f64);
    }
    for radius in [0.0, -1.0, f64::NAN] {
        let error = ElementLaw::contact_with_torsion(&contact, radius).unwrap_err();
        assert_eq!(error.parameter, "torsion_radius");
    }
    let gsat = GsatFriction::<Line>::builder().stiffness(1.0).damping(1.0).limit(1.0);
    let gsat = ElementLaw::try_from(&gsat.build().unwrap()).unwrap();
    assert_eq!(gsat.clone().growing_with_load(-0.1).unwrap_err().parameter, "share");
    let grown = gsat.growing_with_load(0.1).unwrap();
    assert!(grown.growing_with_load(0.1).is_err());
    let dahl = DahlFriction::<Line>::builder().stiffness(1.0).limit(1.0).build().unwrap();
    assert!(ElementLaw::try_from(&dahl).unwrap().growing_with_load(0.1).is_err());
}
