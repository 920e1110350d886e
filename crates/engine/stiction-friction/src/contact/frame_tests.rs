use super::*;
use nalgebra::Vector5;
use proptest::prelude::*;
use stiction_core::{ContactMode, ContactState, Pose};

use crate::EllipticContact;
use crate::cone::{ContactFriction, PyramidalCone};

const DEPTH: f64 = 1e-3;

fn rolling() -> FrameContact {
    let contact = EllipticContact::builder().stiffness(1e4).damping(0.0).friction([0.5, 0.4]);
    let contact = contact.torsional_friction(0.01).rolling_friction([0.002, 0.003]);
    let contact = contact.tangential_damping(20.0).build().unwrap();
    contact.pyramidal()
}

fn pressed(linear: Vector3<f64>, angular: Vector3<f64>) -> Motion<SpatialFrame> {
    Motion::new(Pose::at(Vector3::new(0.0, 0.0, -DEPTH)), Twist { linear, angular })
}

fn opposite(wrench: &Wrench) -> Wrench {
    let force = Vector3::new(-wrench.force.x, -wrench.force.y, wrench.force.z);
    Wrench { force, torque: -wrench.torque }
}

proptest! {
    /// The wrench of the body on the surface is one of the cone, on its border if it slides,
    /// and no wrench of the cone takes more power.
    #[test]
    fn slides_on_the_cone_with_the_largest_dissipation(
        v in prop::array::uniform2(-1.0..1.0_f64), w in prop::array::uniform3(-30.0..30.0_f64),
        e in prop::array::uniform5(-1e-4..1e-4_f64),
    ) {
        let contact = rolling();
        let motion = pressed(Vector3::new(v[0], v[1], 0.0), Vector3::from(w));
        let (stage, mut rate) = (Stage::first(0.0, 1e-3), [0.0; 5]);
        let wrench = contact.respond(&stage, &motion, &e, &mut rate);
        let n = wrench.force.z;
        prop_assert!((n - 1e4 * DEPTH).abs() < 1e-12);
        let friction = ContactFriction::builder().dimension(ContactDimension::Rolling);
        let friction = friction.sliding([0.5, 0.4]).torsional(0.01).rolling([0.002, 0.003]);
        let cone = PyramidalCone::new(friction.build().unwrap());
        let on_surface = opposite(&wrench);
        let mut looser = on_surface;
        looser.force.z += 1e-11;
        prop_assert!(cone.contains(&looser));
        // The flow that does not go into the deflection is slip.
        let flow = Vector5::new(v[0], v[1], w[2], w[0], w[1]);
        let slip = flow - Vector5::from(rate);
        prop_assume!(slip.amax() > 1e-9);
        let mut tighter = on_surface;
        tighter.force.z -= 1e-6;
        prop_assert!(!cone.contains(&tighter));
        let f = [on_surface.force.x, on_surface.force.y, on_surface.torque.z,
            on_surface.torque.x, on_surface.torque.y];
        let power = Vector5::from(f).dot(&slip);
        for (axis, mu) in [0.5, 0.4, 0.01, 0.002, 0.003].into_iter().enumerate() {
            prop_assert!(mu * n * slip[axis].abs() <= power * (1.0 + 1e-9) + 1e-12);
        }
    }

    #[test]
    fn sticks_to_the_bit(
        v in prop::array::uniform2(-1e-3..1e-3_f64), w in prop::array::uniform3(-0.01..0.01_f64),
    ) {
        let contact = rolling();
        let motion = pressed(Vector3::new(v[0], v[1], 0.0), Vector3::from(w));
        let mut rate = [0.0; 5];
        contact.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 5], &mut rate);
        prop_assert_eq!(rate, [v[0], v[1], w[2], w[0], w[1]]);
        let state = ContactState::of(&contact, &Stage::first(0.0, 1e-3), &motion, &[0.0; 5]).unwrap();
        prop_assert_eq!(state.mode, ContactMode::Stick);
    }
}

#[test]
fn along_an_axis_it_is_the_elliptic_contact_and_weaker_between() {
    let elliptic = EllipticContact::builder().stiffness(1e4).damping(0.0).friction([0.5, 0.5]);
    let elliptic = elliptic.build().unwrap();
    let pyramidal = elliptic.clone().pyramidal();
    assert_eq!(pyramidal.dimension().count(), 3);
    assert_eq!(EllipticContact::from(&pyramidal), EllipticContact::from(&elliptic));
    let stage = Stage::first(0.0, 1e-3);
    let both = |x: f64, y: f64| {
        let motion = pressed(Vector3::new(x, y, 0.0), Vector3::zeros());
        let (mut one, mut two) = ([0.0; 2], [0.0; 2]);
        let elliptic = elliptic.respond(&stage, &motion, &[0.0; 2], &mut one);
        (elliptic.force, pyramidal.respond(&stage, &motion, &[0.0; 2], &mut two).force)
    };
    let (along, same) = both(2.0, 0.0);
    assert!((along - same).norm() < 1e-14);
    let (strong, weak) = both(2.0, 2.0);
    assert!((strong.xy().norm() / weak.xy().norm() - 2.0_f64.sqrt()).abs() < 1e-14);
}
