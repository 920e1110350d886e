//! Elements come and go, and states are kept.

use stiction_core::{Line, Plane};
use stiction_friction::{CoulombGsat, GsatFriction};
use stiction_host::{Dense, ElementLaw, HostFriction, HostSnapshot, Placed};

use crate::hosts::capsule::Capsule;

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
    let mass = |rows: usize| {
        (0..rows * rows).map(|i| f64::from(u8::from(i % (rows + 1) == 0))).collect::<Vec<_>>()
    };
    let _ = friction.solve(1e-3, &Dense::new(4, &mass(4)).unwrap(), &[0.0; 4]).unwrap();
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
    assert!(friction.solve(1e-3, &Dense::new(0, &[]).unwrap(), &[]).unwrap().converged);
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_restored_friction_goes_on_with_the_same_bits() {
    let mut friction = HostFriction::new();
    let mut capsule = Capsule::new(&mut friction, 1e5, 100.0);
    let mut steps = |friction: &mut HostFriction, host: &mut crate::hosts::LinearHost, count| {
        for _ in 0..count {
            capsule.host = host.clone();
            capsule.arrange(friction);
            let force = capsule.force.clone();
            let _ = host.step(friction, 2e-3, &force).unwrap();
        }
    };
    let mut other = HostFriction::new();
    let mut host = Capsule::new(&mut other, 1e5, 100.0).host;
    steps(&mut friction, &mut host, 20);
    // Through plain numbers, as a file would.
    let snapshot = HostSnapshot::new(friction.snapshot().records().to_vec());
    assert_eq!(snapshot, friction.snapshot());
    other.restore(&snapshot).unwrap();
    let mut again = host.clone();
    steps(&mut friction, &mut host, 30);
    steps(&mut other, &mut again, 30);
    assert_eq!(bits(host.position.as_slice()), bits(again.position.as_slice()));
    assert_eq!(bits(friction.efforts()), bits(other.efforts()));
    assert_eq!(friction.snapshot(), other.snapshot());
}

#[test]
fn also_in_the_middle_of_a_step() {
    let law = GsatFriction::<Plane>::builder().stiffness(1e4).damping(10.0).limit(1.0);
    let mut friction = HostFriction::new();
    let law = friction.add_law(ElementLaw::try_from(&law.build().unwrap()).unwrap());
    friction.arrange([Placed { key: 0, law, load: 0.0 }]).unwrap();
    let mass = [1.0, 0.0, 0.0, 1.0];
    for free in [[1e-3, 0.0], [0.3, 0.4]] {
        friction.retract();
        let _ = friction.solve(1e-3, &Dense::new(2, &mass).unwrap(), &free).unwrap();
        let snapshot = friction.snapshot();
        assert_eq!(snapshot.pending_step(), Some(1e-3));
        let mut other = friction.clone();
        other.retract();
        other.restore(&snapshot).unwrap();
        for friction in [&mut friction, &mut other] {
            friction.follow(&[1e-6, 2e-6]).unwrap();
        }
        assert_eq!(friction.snapshot(), other.snapshot());
    }
}
