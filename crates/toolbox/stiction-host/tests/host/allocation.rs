//! A step allocates nothing.

use stiction_core::{Line, Plane};
use stiction_friction::{CoulombGsat, GsatFriction, RateDependentGsat, StribeckCurve};
use stiction_host::{Dense, ElementLaw, HostFriction, Placed};

#[test]
fn steps_do_not_allocate_once_the_most_elements_were_there() {
    let mut friction = HostFriction::new();
    let curve = StribeckCurve::builder().coulomb(0.5).breakaway(1.0).stribeck_speed(0.01);
    let joint = GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0);
    let curved = RateDependentGsat::<Plane>::builder().stiffness(1e4).damping(10.0);
    let curved = curved.curve(curve.build().unwrap()).build().unwrap();
    let contact = CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5);
    let contact = ElementLaw::contact_with_torsion(&contact.build().unwrap(), 0.01);
    let laws =
        [ElementLaw::try_from(&joint.build().unwrap()), ElementLaw::try_from(&curved), contact];
    let laws = laws.map(|law| friction.add_law(law.unwrap()));
    let placed = |shift: u64, count: u64| {
        (0..count).map(move |n| Placed { key: n + shift, law: laws[n as usize % 3], load: 2.0 })
    };
    // Two threes of each law: 12 rows, on a body that all of them share.
    let mut mass = vec![1.0; 144];
    mass.iter_mut().step_by(13).for_each(|entry| *entry = 3.0);
    let mut step = |shift: u64, count: u64, speed: f64| {
        friction.arrange(placed(shift, count)).unwrap();
        let rows = friction.rows();
        let mass = Dense::new(rows, &mass[..rows * rows]);
        // A matrix that is cut smaller need not be symmetric.
        let Ok(mass) = mass else { panic!("{rows}") };
        let free = [speed; 12];
        let report = friction.solve(2e-3, &mass, &free[..rows]).unwrap();
        friction.follow_velocity(&free[..rows]).unwrap();
        report.newton_steps
    };
    for count in 0..4 {
        step(count, 6, 1e-4);
        step(count, 6, 1.0);
    }
    let mut steps = 0;
    let measured = allocation_counter::measure(|| {
        // They come, go and change places; slow, so that all stick, and fast.
        for count in 0..50 {
            steps += step(count % 5, 6, 1e-5);
            steps += step(count, 6, 0.5);
        }
    });
    assert_eq!(measured.count_total, 0);
    assert!(steps > 0, "Newton steps were made too");
}
