use super::*;
use nalgebra::{Vector2, Vector3};
use stiction_core::{ContactMode, ContactState, Impedance, Motion, Space, Stage};

fn contact(sides: usize, scale: ConeScale, phase: f64) -> OnPolygon {
    let contact = PyramidContact::builder().stiffness(1e4).damping(30.0).friction(0.5);
    contact.sides(sides).scale(scale).phase(phase).build().unwrap()
}

/// Returns the friction on a point pressed with 10 N that slides fast in a direction.
fn friction(contact: &OnPolygon, heading: f64) -> Vector2<f64> {
    let v = Vector3::new(heading.cos(), heading.sin(), 0.0) * 10.0;
    let motion = Motion::<Space>::new(Vector3::new(0.0, 0.0, -1e-3), v);
    contact.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 2], &mut [0.0; 2]).xy()
}

#[test]
fn sliding_snaps_to_a_vertex() {
    let inner = contact(4, ConeScale::Inner, 0.0);
    for degrees in [0.0_f64, 15.0, 30.0, 44.0] {
        let f = friction(&inner, degrees.to_radians());
        assert!((f - Vector2::new(-5.0, 0.0)).norm() < 1e-12, "{degrees} {f}");
    }
    // Along the normal of a face it is weaker by 1/sqrt 2.
    let between = friction(&inner, 45.0_f64.to_radians());
    assert!((between.norm() - 5.0 / 2.0_f64.sqrt()).abs() < 1e-12);
    let outer = contact(4, ConeScale::Outer, std::f64::consts::FRAC_PI_4);
    assert!((friction(&outer, 0.0) - Vector2::new(-5.0, 0.0)).norm() < 1e-12);
}

#[test]
fn state_of_the_contact() {
    let inner = contact(4, ConeScale::Inner, 0.0);
    let at = |z: f64, v: [f64; 3], e: [f64; 2]| {
        let motion = Motion::<Space>::new(Vector3::new(0.0, 0.0, z), Vector3::from(v));
        ContactState::of(&inner, &Stage::first(0.0, 0.0), &motion, &e).unwrap()
    };
    let stick = at(-1e-3, [0.0; 3], [1e-4, 1e-4]);
    assert_eq!((stick.mode, stick.normal_force), (ContactMode::Stick, Some(10.0)));
    // |f_x| + |f_y| = 2 needs N = 4.
    assert!(stick.slip_speed == 0.0 && (stick.margin - 0.6).abs() < 1e-14);
    let slip = at(-1e-3, [1.0, 0.0, 0.0], [0.0; 2]);
    assert_eq!(slip.mode, ContactMode::Slip);
    assert!((slip.slip_speed - 25.0 / 30.0).abs() < 1e-14 && slip.margin == 0.0);
    let apart = at(1e-3, [1.0, 0.0, 0.0], [0.0; 2]);
    assert_eq!((apart.mode, apart.gap), (ContactMode::Separated, 1e-3));
    assert_eq!((apart.normal_force, apart.margin, apart.slip_speed), (Some(0.0), 0.0, 0.0));
    assert_eq!(inner.contact().unwrap().resistance(1e-3, 2), Some((1e4, 30.0)));
}
