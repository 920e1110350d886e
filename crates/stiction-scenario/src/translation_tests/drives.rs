//! Drives: where they are and how fast they move.

use core::slice;

use nalgebra::{Quaternion, Vector2, Vector3};
use stiction_core::signal::Ramp;
use stiction_core::{
    Direct, Domain, Effort, Line, PlanarFrame, PlanarPose, Plane, Pose, Shaft, Signal, Space,
    SpatialFrame,
};
use stiction_mechanics::{ConstantEffort, ConstantVelocity, Guided, Sinusoid, Waypoints};
use stiction_network::ode::Tableau;
use stiction_network::{AnyPort, Ground, NetworkBuilder, Prescribed, Simulation, UntypedPort};

use super::{bits, read};
use crate::drive::Drive;

/// The motion of a port at some times.
fn motions<D: Domain>(port: &UntypedPort) -> Vec<u64> {
    let mut net = NetworkBuilder::new();
    let nothing = ConstantEffort::<D>::builder().effort(Effort::<D>::default()).build().unwrap();
    let map = Box::new(Direct::<D>::new());
    let wire = net.connect_boxed::<D>(Box::new(nothing), map, slice::from_ref(port)).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.125).unwrap();
    let times = [0.0, 0.5, 1.25, 4.0].into_iter();
    times
        .flat_map(|time| {
            sim.run_until(time).unwrap();
            bits(&sim.frame().wire_motion(wire).unwrap())
        })
        .collect()
}

/// Compares the drive of a TOML table with the library's own; returns the name of its type.
macro_rules! same {
    ($domain:ident, $table:expr, $own:expr) => {{
        let drive: Drive = read($table);
        let found = motions::<$domain>(&drive.port().unwrap());
        assert_eq!(found, motions::<$domain>(&AnyPort::from($own).into()), "{}", $table);
        assert!(found.iter().any(|bits| *bits != 0), "{} is nowhere", $table);
        drive.tag()
    }};
}

#[test]
fn every_drive_is_the_library_s_own() {
    let belt = ConstantVelocity::<Plane>::builder().velocity(Vector2::new(0.1, -0.2));
    let belt = belt.start(Vector2::new(3.0, 4.0)).build().unwrap();
    let motor = ConstantVelocity::<Shaft>::builder().velocity(7.0).build().unwrap();
    let shaker = Sinusoid::<Space>::builder().amplitude(Vector3::new(0.1, 0.2, 0.3));
    let shaker = shaker.angular_frequency(5.0).phase(0.3).center(Vector3::new(1.0, 2.0, 3.0));
    let hand = Waypoints::<Line>::new([(0.0, 1.0), (1.0, 3.0), (2.0, -1.0)]).unwrap();
    let ramp = Ramp::builder().to(3.0).duration(2.0).build().unwrap();
    let guided = Guided::<Plane>::new([Signal::from(ramp), 1.0.into()]).unwrap();
    let wheel = Waypoints::<Shaft>::new([(0.0, 1.0), (1.0, 3.0)]).unwrap();
    let planar = PlanarPose { position: Vector2::new(0.1, 0.2), angle: 0.3 };
    let orientation = Quaternion::new(0.5, -0.5, 0.5, 0.5);
    let spatial = Pose { position: Vector3::new(0.1, 0.2, 0.3), orientation };
    let tested = [
        same!(Line, "{ type = \"fixed\", pose = 0.7 }", Ground::<Line>::at(0.7)),
        same!(
            PlanarFrame,
            "{ type = \"fixed\", domain = \"planar_frame\", pose = [0.1, 0.2, 0.3] }",
            Ground::<PlanarFrame>::at(planar)
        ),
        same!(
            SpatialFrame,
            "{ type = \"fixed\", domain = \"spatial_frame\", pose = [0.1, 0.2, 0.3, 5, -5, 5, 5] }",
            Ground::<SpatialFrame>::at(spatial)
        ),
        same!(
            Plane,
            "{ type = \"constant_velocity\", domain = \"plane\", velocity = [0.1, -0.2], start = [3, 4] }",
            Prescribed::new(belt)
        ),
        same!(
            Shaft,
            "{ type = \"constant_velocity\", domain = \"shaft\", velocity = 7 }",
            Prescribed::new(motor)
        ),
        same!(
            Space,
            "{ type = \"sinusoid\", domain = \"space\", amplitude = [0.1, 0.2, 0.3], angular_frequency = 5, \
             phase = 0.3, center = [1, 2, 3] }",
            Prescribed::new(shaker.build().unwrap())
        ),
        same!(
            Line,
            "{ type = \"waypoints\", points = [[0, 1], [1, 3], [2, -1]] }",
            Prescribed::new(hand)
        ),
        same!(
            Shaft,
            "{ type = \"waypoints\", domain = \"shaft\", points = [[0, 1], [1, 3]] }",
            Prescribed::new(wheel)
        ),
        same!(
            Plane,
            "{ type = \"guided\", domain = \"plane\", position = [{ type = \"ramp\", to = 3, duration = 2 }, 1] }",
            Prescribed::new(guided)
        ),
    ];
    assert!(!tested.is_empty());
}
