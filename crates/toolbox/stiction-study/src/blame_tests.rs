use stiction_core::{Direct, Line, Motion, impedance::from_fn};
use stiction_mechanics::PointMass;
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

use crate::{Axis, Design, Ensemble};

#[test]
fn a_member_that_fails_names_the_component_to_blame() {
    let design = Design::grid([Axis::values("from", [0.1, 9.0])]).unwrap();
    let results = Ensemble::new(design, ["x"])
        .run(|member| {
            let from = member.value("from")?;
            let push = from_fn::<Line, _>(
                move |stage, _| {
                    if stage.time < from { 1.0 } else { f64::INFINITY }
                },
            );
            let mut net = NetworkBuilder::new();
            let mass =
                net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
            let push = net.connect(push, Direct::new(), mass.port())?;
            net.name_wire(push, "push")?;
            let mut sim = Simulation::new(net.build()?, Tableau::rk4(), 0.05)?;
            sim.run_until(1.0)?;
            Ok([sim.motion(mass)?.pose])
        })
        .unwrap();
    let failures: Vec<_> = results.failures().map(|failure| failure.to_string()).collect();
    assert_eq!(failures.len(), 1);
    assert!(failures[0].contains("push: the effort of the FromFn"), "{failures:?}");
    assert!(failures[0].contains("is not finite at t = 0.1"), "{failures:?}");
}
