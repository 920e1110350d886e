//! Action equals reaction to the bit.

use nalgebra::Vector3;
use proptest::prelude::*;
use stiction::ode::Ode;
use stiction::prelude::*;

/// Two masses of 1 kg on one law: their accelerations are opposite to the bit.
#[test]
fn actio_is_reactio_through_between() {
    let mut runner = proptest::test_runner::TestRunner::new(crate::config(100, "conservation"));
    let inputs = proptest::collection::vec(-1.0..1.0_f64, 12);
    runner
        .run(&inputs, |x| {
            let mut net = NetworkBuilder::new();
            let mut mass = |from: usize| {
                let mass = PointMass::<Space>::builder().mass(1.0).build().unwrap();
                let (pose, flow) = (
                    Vector3::from_row_slice(&x[from..from + 3]),
                    Vector3::from_row_slice(&x[from + 3..from + 6]),
                );
                net.add(mass, Motion { pose, flow }).unwrap()
            };
            let (a, b) = (mass(0), mass(6));
            let spring = SpringDamper::<Space>::builder().stiffness(30.0).damping(1.0);
            net.connect(spring.build().unwrap(), Between::new(), (a.port(), b.port())).unwrap();
            let law = GsatFriction::<Space>::builder().stiffness(1e4).damping(10.0).limit(2.0);
            net.connect(law.build().unwrap(), Between::new(), (a.port(), b.port())).unwrap();
            let net = net.build().unwrap();
            let mut rate = vec![0.0; net.dim()];
            net.rhs(&Stage::first(0.0, 1e-3), net.initial_state().values(), &mut rate);
            for axis in 3..6 {
                prop_assert_eq!(rate[axis], -rate[6 + axis]);
                prop_assert!(rate[axis] != 0.0);
            }
            Ok(())
        })
        .unwrap();
}
