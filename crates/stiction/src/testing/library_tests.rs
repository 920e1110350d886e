//! The checks on the components of the library.

use nalgebra::{Matrix3, Quaternion, Vector2, Vector3, vector};
use stiction_core::{
    ContactState, Coupling, Direct, Impedance, Line, PlanarFrame, PlanarPose, Plane, Pose, Shaft,
    Space, SpatialFrame, VectorDomain,
};
use stiction_friction::*;
use stiction_mechanics::*;
use stiction_patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, Mount, ReducedPatch,
    ReducedShape, StickSlipPatch,
};

use super::*;

/// Excursions of up to 5 break-away deflections (2e-4 m) at 10 rad/s.
const DRIVE: Motions = Motions { amplitude: 1e-3, angular_frequency: 10.0, steps: 400 };
const K: f64 = 1e4;
const B: f64 = 10.0;
const F: f64 = 2.0;

fn tilted() -> Quaternion<f64> {
    Quaternion::new(0.7, 0.1, -0.5, 0.3)
}

fn frame() -> Pose {
    Pose { position: vector![0.3, -0.2, 0.5], orientation: tilted() }
}

/// The maps that files can name are tried by the tests of the registry.
#[test]
fn the_psi_of_a_map_of_maps_belongs_to_its_pose() {
    assert_pose_rate(&Direct::<PlanarFrame>::new());
    assert_pose_rate(&Direct::<SpatialFrame>::new());
    let weights =
        |weights| Differential::<Shaft, Shaft, Line>::builder().weights(weights).build().unwrap();
    let both = Both::new(weights([-0.2, 0.0]), weights([-0.05, 0.1]));
    assert_pose_rate(&both);
    assert_adjoint(&both);
    let rim = Transmission::<Shaft, Line>::builder().ratio(0.3).build().unwrap();
    let corner = PlanarPoint::builder().point(vector![0.4, -0.1]).build().unwrap();
    assert_pose_rate(&PairOf::new(rim.clone(), corner.clone()));
    assert_adjoint(&PairOf::new(rim, corner.clone()));
    assert_pose_rate(&PairOf::new(weights([0.3, 2.0]), corner.clone()));
    assert_adjoint(&PairOf::new(weights([0.3, 2.0]), corner));
    assert_pose_rate(&PairOf::new(Direct::<Line>::new(), weights([0.3, 2.0])));
    assert_adjoint(&PairOf::new(Direct::<Line>::new(), weights([0.3, 2.0])));
}

/// Only these maps declare that their flow is another velocity than that of their pose.
#[test]
fn the_exceptions_are_these() {
    let apart = |reaction| {
        let map = RelativeFrame::builder().parent(frame()).child(frame()).reaction(reaction);
        !map.build().unwrap().flow_is_pose_rate()
    };
    assert!(apart(Reaction::AtParentPoint) && !apart(Reaction::AtChildPoint));
    let sphere = SphereOnPlane::tilted(0.3, Vector3::zeros(), tilted()).unwrap();
    assert!(!sphere.flow_is_pose_rate());
    assert!(!Footprint::builder().build().unwrap().flow_is_pose_rate());
}

#[test]
fn the_flow_of_every_drive_is_the_rate_of_its_pose() {
    let belt = ConstantVelocity::<Plane>::builder().velocity(vector![0.5, -2.0]);
    assert_drive(&belt.start(vector![1.0, 0.0]).build().unwrap(), 5.0);
    let shaker = Sinusoid::<Line>::builder().amplitude(0.01).angular_frequency(20.0).phase(0.3);
    assert_drive(&shaker.center(2.0).build().unwrap(), 2.0);
    let hand = Waypoints::<Line>::new([(0.5, 0.0), (1.0, 2.0), (2.0, 1.0), (2.5, 1.0)]);
    assert_drive(&hand.unwrap(), 4.0);
}

#[test]
fn every_admittance_books_its_power() {
    let gravity = Vector3::new(0.3, -9.81, 2.0);
    let mass = PointMass::<Space>::builder().mass(0.7).gravity(gravity);
    assert_power_balance(&mass.build().unwrap(), &[2.0; 6]);
    let wheel = PointMass::<Shaft>::builder().mass(0.7).gravity(0.4).build().unwrap();
    assert_power_balance(&wheel, &[2.0; 2]);
    let plate = PlanarBody::builder().mass(0.7).inertia(0.02).gravity(vector![0.0, -9.81]);
    assert_power_balance(&plate.build().unwrap(), &[2.0; 6]);
    let ball = RigidBody::sphere(0.3, 0.2).unwrap().with_gravity(gravity).unwrap();
    assert_power_balance(&ball, &[2.0; 13]);
    let brick = RigidBody::cuboid(2.0, Vector3::new(0.1, 0.2, 0.3)).unwrap();
    assert_power_balance(&brick, &[2.0; 13]);
    let skew = Matrix3::new(0.5, 0.1, 0.05, 0.1, 0.4, -0.02, 0.05, -0.02, 0.3);
    let body = RigidBody::builder().mass(2.0).inertia(skew).gravity(gravity).build().unwrap();
    assert_power_balance(&body, &[2.0; 13]);
    let link = Pendulum::builder().inertia(0.3).mass(1.2).center(0.4).build().unwrap();
    assert_power_balance(&link, &[2.0; 2]);
    let rod = Link::uniform_rod(0.5, 0.3).unwrap();
    let arm = PlanarArm::builder().links([rod; 3]).gravity(vector![0.0, -9.81]);
    assert_power_balance(&arm.build().unwrap(), &[2.0; 6]);
}

fn stribeck(scale: f64) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(scale).breakaway(1.5 * scale);
    curve.stribeck_speed(0.02).build().unwrap()
}

fn coulomb() -> CoulombGsat {
    CoulombGsat::builder().stiffness(K).damping(B).friction(0.5).build().unwrap()
}

/// Returns the laws along a vector, with each of the ways in which they use the stage.
fn vector_laws<D: VectorDomain>() -> Vec<Box<dyn Impedance<Domain = D>>> {
    let mut laws: Vec<Box<dyn Impedance<Domain = D>>> = vec![];
    for relaxation in [Relaxation::Implicit, Relaxation::OrderPreserving { kappa: 0.8 }] {
        let gsat = GsatFriction::<D>::builder().stiffness(K).damping(B).limit(F);
        laws.push(Box::new(gsat.relaxation(relaxation).build().unwrap()));
        let law = RateDependentGsat::<D>::builder().stiffness(K).damping(60.0).curve(stribeck(F));
        laws.push(Box::new(law.relaxation(relaxation).build().unwrap()));
    }
    for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
        let dahl = DahlFriction::<D>::builder().stiffness(K).limit(F).bristle_rate(rate);
        laws.push(Box::new(dahl.build().unwrap()));
        let steady = SteadyState::Force(StribeckCurve::constant(F).unwrap());
        let lugre = LuGreFriction::<D>::builder().stiffness(K).damping(B).steady_state(steady);
        laws.push(Box::new(lugre.bristle_rate(rate).build().unwrap()));
    }
    let threshold = ThresholdFriction::<D>::builder().limit(F).threshold_speed(1e-3);
    laws.push(Box::new(threshold.build().unwrap()));
    let loaded = Loaded::<_, D>::builder().law(coulomb()).normal_force(4.0);
    laws.push(Box::new(loaded.build().unwrap()));
    let swinging = |t: f64| 4.0 + 3.0 * (9.0 * t).sin();
    let loaded = Loaded::<_, D>::builder().law(coulomb()).normal_force(swinging);
    laws.push(Box::new(loaded.build().unwrap()));
    let amended = AmendedLuGre::builder().stiffness(K / 4.0).damping(B / 4.0);
    let amended = amended.friction(StribeckCurve::constant(0.5).unwrap()).build().unwrap();
    let loaded = Loaded::<_, D>::builder().law(amended).normal_force(4.0);
    laws.push(Box::new(loaded.build().unwrap()));
    let spring = SpringDamper::<D>::builder().stiffness(K).damping(B);
    laws.push(Box::new(spring.build().unwrap()));
    laws
}

#[test]
fn the_laws_along_a_vector_store_the_power_of_their_energy() {
    vector_laws::<Line>().iter().for_each(|law| assert_stored_power(law, DRIVE));
    vector_laws::<Plane>().iter().for_each(|law| assert_stored_power(law, DRIVE));
    vector_laws::<Space>().iter().for_each(|law| assert_stored_power(law, DRIVE));
    let elasto = ElastoPlasticFriction::<Line>::builder().stiffness(K).damping(B).limit(F);
    assert_stored_power(&elasto.breakaway_fraction(0.7).build().unwrap(), DRIVE);
    let strut = AxialSpring::<Space>::builder().stiffness(K).damping(B).length(0.5);
    let large = Motions { amplitude: 1.0, ..DRIVE };
    assert_stored_power(&strut.build().unwrap(), large);
    let ellipse = Ellipsoid::new(vector![0.6, 0.3]).unwrap();
    let law = LimitSetGsat::builder().set(ellipse).stiffness(K).damping(B).build().unwrap();
    let law = Loaded::<_, Plane>::builder().law(law).normal_force(4.0).build().unwrap();
    assert_stored_power(&law, DRIVE);
}

#[test]
fn contacts_at_points_store_the_power_of_their_energy() {
    let contact = CoulombContact::builder().stiffness(K).damping(B).friction(0.5);
    assert_stored_power(&contact.build().unwrap(), DRIVE);
    let pyramid = PyramidContact::builder().stiffness(K).damping(B).friction(0.5).sides(5);
    assert_stored_power(&pyramid.build().unwrap(), DRIVE);
    let foot = PointContact::builder().stiffness(K).damping(B).law(coulomb());
    assert_stored_power(&foot.build().unwrap(), DRIVE);
}

/// Contacts and pads on a body are passive, and store the power of their energy.
#[test]
fn the_laws_on_frames_are_passive_and_store_the_power_of_their_energy() {
    for rolling in [[1e-3, 2e-3], [0.02; 2]] {
        let contact = EllipticContact::builder().stiffness(K).damping(B).friction([0.5, 0.3]);
        let contact = contact.torsional_friction(0.1).rolling_friction(rolling).build().unwrap();
        assert_passive(&contact, DRIVE);
        assert_stored_power(&contact, DRIVE);
        let stiff = Motions { amplitude: 1e-2, ..DRIVE };
        assert_passive(&contact, stiff);
    }
    let slider = EllipsoidContact::builder().stiffness([1e4, 1e4, 1.0]).damping([70.0, 70.0, 7e-3]);
    let slider = slider.friction(0.31).semi_axes([1.0, 1.0, 0.01]).load(5.0).build().unwrap();
    assert_passive(&slider, DRIVE);
    assert_stored_power(&slider, DRIVE);
    let hinge = PenaltyHinge::builder().stiffness(50.0).damping(3.0).bending_stiffness(7.0);
    let hinge = hinge.bending_damping(0.4).build().unwrap();
    let large = Motions { amplitude: 0.5, steps: 1000, ..DRIVE };
    assert_passive(&hinge, large);
    assert_stored_power(&hinge, large);
}

fn pad() -> ContactPatch {
    let grid = Grid::new(4, 0.02).unwrap();
    ContactPatch::from_pressure(grid, |x, y| 1.0 + 20.0 * x - 10.0 * y).unwrap()
}

#[test]
fn pads_store_the_power_of_their_energy() {
    let bristles = BristleParameters::builder().friction(StribeckCurve::constant(0.5).unwrap());
    let bristles = bristles.stiffness(2e3).damping(1.0).viscous_damping(1.0).build().unwrap();
    let turned = PlanarPose { position: Vector2::new(0.01, -0.02), angle: 0.4 };
    for mount in
        [Mount::default(), Mount::on_body(turned).unwrap(), Mount::in_world(turned).unwrap()]
    {
        for model in [BristleModel::LuGre, BristleModel::ElastoPlastic] {
            let law = DistributedPatch::builder().patch(pad()).bristles(bristles).model(model);
            let law = Loaded::new(law.mount(mount).build().unwrap(), 3.0).unwrap();
            assert_stored_power(&law, DRIVE);
            let shape = ReducedShape::ellipsoid(&pad());
            let law = ReducedPatch::builder().shape(shape).bristles(bristles).model(model);
            let law = Loaded::new(law.mount(mount).build().unwrap(), 3.0).unwrap();
            assert_stored_power(&law, DRIVE);
        }
        let law = StickSlipPatch::builder().patch(pad()).friction(0.5).stiffness(1e4);
        let law = Loaded::new(
            law.torsional_stiffness(1.0)
                .damping(10.0)
                .torsional_damping(1e-3)
                .mount(mount)
                .build()
                .unwrap(),
            3.0,
        )
        .unwrap();
        assert_passive(&law, DRIVE);
        assert_stored_power(&law, DRIVE);
    }
}

/// One element, in any order of its deflections.
#[test]
fn an_elliptic_contact_names_its_deflections() {
    let contact = EllipticContact::builder().stiffness(K).damping(B).friction([0.5, 0.3]);
    let contact = contact.torsional_friction(0.1).rolling_friction([0.02; 2]).build().unwrap();
    let axes: Vec<_> =
        (0..contact.memory().len()).map(|i| contact.memory().deflects_along(i)).collect();
    assert_eq!(axes, [Some(0), Some(1), Some(5), Some(3), Some(4)]);
    let motion = stiction_core::Motion::<SpatialFrame>::new(
        Pose::at(vector![0.0, 0.0, -1e-3]),
        stiction_core::Twist {
            linear: vector![1e-6, 2e-6, 0.0],
            angular: vector![3e-6, 4e-6, 5e-6],
        },
    );
    let stage = stiction_core::Stage::first(0.0, 1e-4);
    let mut rate = [f64::NAN; 5];
    contact.respond(&stage, &motion, &[0.0; 5], &mut rate);
    assert_eq!(rate, [1e-6, 2e-6, 5e-6, 3e-6, 4e-6]);
    assert!(
        ContactState::of(&contact, &stage, &motion, &[0.0; 5]).unwrap().normal_force.unwrap() > 0.0
    );
}
