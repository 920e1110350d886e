//! The friction ellipsoid as an impedance: its projection, and a slide through the whole network.

use stiction::core::{Direct, Motion, PlanarPose, PlanarTwist};
use stiction::friction::EllipsoidContact;
use stiction::friction::ellipsoid_kernel::{SkewTerm, slip_diagonal, stick_diagonal};
use stiction::mechanics::PlanarBody;
use stiction::nalgebra::{Vector3, vector};
use stiction::network::{NetworkBuilder, Simulation};
use stiction::ode::Tableau;

use super::{records, table};

#[test]
fn projection_on_an_ellipsoid_in_the_metric_of_the_contact() {
    let (mut worst, mut stuck) = (0.0_f64, 0);
    for (index, row) in records("ecp/projection_first100.csv").iter().enumerate() {
        let vector = |names: [&str; 3]| Vector3::from(names.map(|name| row.number(name)));
        let (e, stage_damping) = (vector(["et", "eo", "er"]), vector(["Dt", "Do", "Dr"]));
        let limit = row.number("R");
        let curvature = e.component_mul(&e).component_div(&stage_damping) * limit;
        let trial = vector(["fst", "fso", "fsr"]);
        let drive = trial.component_div(&stage_damping).component_mul(&e);
        let (z, multiplier) = match stick_diagonal(&curvature, &drive, 0.0) {
            Some(z) => (z, 0.0),
            None => {
                let slip = slip_diagonal(&curvature, &drive, SkewTerm::Constant(0.0)).unwrap();
                (slip.direction, slip.multiplier)
            }
        };
        stuck += i32::from(multiplier == 0.0);
        // Units are those of the ellipsoid, in which every axis counts.
        let expected = vector(["ft", "fo", "fr"]).component_div(&e) / limit;
        let lambda = row.number("lambda");
        let off = (z - expected).norm() / expected.norm();
        let lambda_off = (multiplier / limit - lambda).abs();
        worst = worst.max(off);
        assert!(off <= 1e-13, "row {index}: {off:e}");
        assert!(lambda_off <= 1e-12 * lambda, "row {index}: {multiplier:e}, {lambda:e}");
    }
    println!("projection: {worst:e}, {stuck} of 100 stuck");
    assert!((1..100).contains(&stuck));
}

/// Simulates example 1 with `K = 1e4 E²`, `B = 70 E²`, generalized RK4 with 1 ms.
#[test]
fn example_one_through_the_network() {
    let damping = 70.0;
    let contact = EllipsoidContact::builder()
        .stiffness([1e4, 1e4, 1.0])
        .damping([damping, damping, damping * 1e-4])
        .friction(0.31)
        .semi_axes([1.0, 1.0, 0.01])
        .height(0.08)
        .load(0.5 * 9.8)
        .build()
        .unwrap();
    let body = PlanarBody::builder().mass(0.5).inertia(0.5 * 2.0 * 0.05 * 0.05 / 12.0);
    let twist = PlanarTwist { linear: vector![0.7, 0.9], angular: 10.0 };
    let mut net = NetworkBuilder::new();
    let start = Motion::new(PlanarPose::default(), twist);
    let body = net.add(body.build().unwrap(), start).unwrap();
    let contact = net.connect(contact, Direct::new(), body.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();

    let table = table("ecp/rk4_ex1.csv");
    let mut worst = 0.0_f64;
    for (row, &time) in table.column("t").iter().enumerate() {
        sim.run_until(time).unwrap();
        let Motion { pose, flow } = sim.motion(body).unwrap();
        let deflection = sim.internal(contact).unwrap();
        let found = [
            ("qx", pose.position.x),
            ("qy", pose.position.y),
            ("theta", pose.angle),
            ("vx", flow.linear.x),
            ("vy", flow.linear.y),
            ("wz", flow.angular),
            ("e_t", deflection[0]),
            ("e_o", deflection[1]),
            ("e_r", deflection[2]),
        ];
        for (name, value) in found {
            let off = (value - table.column(name)[row]).abs();
            assert!(off <= 1e-10, "{name} at {time} s is off by {off:e}");
            worst = worst.max(off);
        }
    }
    println!("rk4_ex1.csv: {worst:e}");
}
