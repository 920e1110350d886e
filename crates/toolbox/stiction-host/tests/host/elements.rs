//! Elements come and go.

use stiction_core::Line;
use stiction_friction::{CoulombGsat, GsatFriction};
use stiction_host::{ElementLaw, HostFriction, Placed};

use crate::hosts::solve;

#[test]
fn bristles_belong_to_keys() {
    let law = GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0);
    let plane = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5);
    let mut friction = HostFriction::new();
    let line = friction.add_law(ElementLaw::try_from(&law.build().unwrap()).unwrap());
    let plane = friction.add_law(ElementLaw::contact(&plane.build().unwrap(), 2).unwrap());
    let on_line = |key| Placed { key, law: line, load: 0.0 };
    let on_plane = |key| Placed { key, law: plane, load: 1.0 };
    friction.arrange([on_line(1), on_plane(2), on_line(3)]).unwrap();
    let mass: Vec<f64> = (0..16).map(|i| f64::from(u8::from(i % 5 == 0))).collect();
    let _ = solve(&mut friction, 1e-3, &mass, &[0.0; 4]);
    friction.follow(&[1e-6, 2e-6, 3e-6, 4e-6]).unwrap();
    // 2 is in front now, 1 has gone, 4 is new; rows move.
    friction.arrange([on_plane(2), on_line(4), on_line(3)]).unwrap();
    let states: Vec<_> =
        friction.elements().map(|e| (e.key, e.first_row, e.deflection.to_vec())).collect();
    assert_eq!(states, [(2, 0, vec![2e-6, 3e-6]), (4, 2, vec![0.0]), (3, 3, vec![4e-6])]);
    // 1 comes back without memory; 2 with another number of axes has none either.
    friction.arrange([on_line(1), on_line(2), on_line(3)]).unwrap();
    let states: Vec<_> = friction.elements().map(|e| e.deflection[0]).collect();
    assert_eq!(states, [0.0, 0.0, 4e-6]);
    friction.arrange([]).unwrap();
    assert_eq!((friction.rows(), friction.elements().len()), (0, 0));
    assert!(solve(&mut friction, 1e-3, &[], &[]).converged);
}
