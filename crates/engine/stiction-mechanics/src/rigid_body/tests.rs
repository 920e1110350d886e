use super::*;
use crate::testing::*;
use approx::{assert_abs_diff_eq, assert_relative_eq};
use proptest::prelude::*;
use stiction_core::{Admittance, Flat};

fn brick() -> RigidBody {
    RigidBody::cuboid(1.5, Vector3::new(0.1, 0.4, 0.7)).unwrap()
}

/// Builds a body whose inertia has products: the brick turned in its own body frame.
fn skewed() -> RigidBody {
    let turn = rotation::matrix(&nalgebra::Quaternion::new(0.5, 0.5, -0.1, 0.7).normalize());
    let tensor = turn * inertia::cuboid(1.5, Vector3::new(0.1, 0.4, 0.7)) * turn.transpose();
    RigidBody::builder().mass(1.5).inertia(tensor).build().unwrap()
}

#[test]
fn euler_equations_by_hand() {
    let body = RigidBody::builder()
        .mass(2.0)
        .inertia(Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 2.5)));
    let body = body.build().unwrap();
    let mut motion = Motion::<SpatialFrame>::default();
    motion.flow.angular = Vector3::new(1.0, 2.0, 3.0);
    let wrench = Wrench { force: Vector3::new(2.0, 0.0, 0.0), torque: Vector3::new(0.0, 0.0, 5.0) };
    let (velocity, acceleration) = body.accelerate(&Stage::at(0.0), &motion, &wrench);
    // w1' = (J2 - J3) w2 w3 / J1 and so on.
    assert_relative_eq!(acceleration.angular, Vector3::new(-3.0, 2.25, 1.2), epsilon = 1e-15);
    assert_eq!(acceleration.linear, Vector3::new(1.0, 0.0, 0.0));
    assert_eq!(velocity.orientation, nalgebra::Quaternion::new(0.0, 0.5, 1.0, 1.5));
    // Turned by a quarter about z the body x axis lies along world y.
    let half = core::f64::consts::FRAC_1_SQRT_2;
    motion.pose.orientation = nalgebra::Quaternion::new(half, 0.0, 0.0, half);
    motion.flow.angular = Vector3::zeros();
    let wrench = Wrench { force: Vector3::zeros(), torque: Vector3::new(4.0, 4.0, 0.0) };
    let (_, acceleration) = body.accelerate(&Stage::at(0.0), &motion, &wrench);
    assert_relative_eq!(acceleration.angular, Vector3::new(2.0, 4.0, 0.0), epsilon = 1e-14);
}

/// Returns the body, and the body as if its tensor were like any other; a motion and a torque.
fn general(body: &RigidBody) -> ([RigidBody; 2], Motion<SpatialFrame>, Wrench) {
    let inverse = body.inertia().try_inverse().unwrap();
    let general = RigidBody { rotor: Rotor::general(&body.inertia(), &inverse), ..body.clone() };
    let mut motion = Motion::<SpatialFrame>::default();
    motion.pose.orientation = nalgebra::Quaternion::new(0.1, 0.7, -0.5, 0.3).normalize();
    motion.flow.angular = Vector3::new(3.0, -2.0, 1.0);
    let torque = Vector3::new(0.1, 0.2, 0.3);
    ([body.clone(), general], motion, Wrench { torque, ..Wrench::default() })
}

#[test]
fn an_isotropic_tensor_takes_the_short_way_and_agrees() {
    let (bodies, motion, wrench) = general(&RigidBody::sphere(0.3, 0.2).unwrap());
    assert!(matches!(bodies[0].rotor, Rotor::Isotropic { .. }));
    let [ball, tensor] =
        bodies.each_ref().map(|body| body.accelerate(&Stage::at(0.0), &motion, &wrench).1.angular);
    assert_relative_eq!(ball, tensor, epsilon = 1e-12);
    let [ball, tensor] = bodies.each_ref().map(|body| body.energy(&motion));
    assert_relative_eq!(ball, tensor, max_relative = 1e-14);
    let momentum = bodies[0].angular_momentum(&motion);
    assert_relative_eq!(momentum, motion.flow.angular * 0.0048, epsilon = 1e-15);
}

#[test]
fn principal_axes_give_the_bits_of_the_tensor() {
    let (bodies, motion, wrench) = general(&brick());
    assert!(matches!(bodies[0].rotor, Rotor::Principal(_)));
    assert!(matches!(skewed().rotor, Rotor::General(_)));
    let [brick, tensor] = bodies.map(|body| {
        let (_, acceleration) = body.accelerate(&Stage::at(0.0), &motion, &wrench);
        (acceleration.angular, body.energy(&motion), body.angular_momentum(&motion))
    });
    assert_eq!(brick, tensor);
    assert!(brick.0.norm() > 1.0);
}

#[test]
fn project_renormalises_unless_told_not_to() {
    let mut motion = Motion::<SpatialFrame>::default();
    motion.pose.orientation = nalgebra::Quaternion::new(2.0, 0.0, 0.0, 0.0);
    let projected = |body: RigidBody| {
        let mut state = scalars(&motion);
        Admittance::constraint(&body).project(&body.ports(), &mut state);
        Motion::<SpatialFrame>::load(&state)
    };
    assert_eq!(projected(brick()), Motion::default());
    assert_eq!(projected(brick().with_renormalise(false)), motion);
}

#[test]
fn parameters_are_checked() {
    for bad in NOT_POSITIVE {
        assert_refused(RigidBody::sphere(bad, 1.0), "mass");
        assert_refused(RigidBody::sphere(1.0, bad), "radius");
        assert_refused(RigidBody::hollow_sphere(1.0, bad), "radius");
        assert_refused(RigidBody::cuboid(1.0, Vector3::new(1.0, bad, 1.0)), "sizes");
        assert_refused(RigidBody::cylinder(1.0, bad, 1.0), "radius");
        assert_refused(RigidBody::cylinder(1.0, 1.0, bad), "length");
        assert_refused(RigidBody::rod(1.0, bad, 1e-4), "length");
        assert_refused(RigidBody::rod(1.0, 1.0, bad), "axial_inertia");
        let inertia = Matrix3::from_diagonal(&Vector3::new(1.0, bad, 1.0));
        assert_refused(RigidBody::builder().mass(1.0).inertia(inertia).build(), "inertia");
    }
    for bad in NOT_FINITE {
        assert_refused(brick().with_gravity(Vector3::new(0.0, 0.0, bad)), "gravity");
        let built = RigidBody::builder().mass(1.0).inertia(Matrix3::identity());
        assert_refused(built.gravity(Vector3::new(bad, 0.0, 0.0)).build(), "gravity");
    }
}

#[test]
fn impossible_inertia_tensors_are_refused() {
    let of = |inertia| RigidBody::builder().mass(1.0).inertia(inertia).build();
    let skew = Matrix3::new(1.0, 0.1, 0.0, -0.1, 1.0, 0.0, 0.0, 0.0, 1.0);
    assert!(of(skew).unwrap_err().requirement.contains("symmetric"));
    let indefinite = Matrix3::new(1.0, 2.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    assert!(of(indefinite).unwrap_err().requirement.contains("definite"));
    let heavy = Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 2.1));
    assert!(of(heavy).unwrap_err().requirement.contains("sum of the other two"));
    assert!(
        of(Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 2.0))).is_ok(),
        "a flat disc is fine"
    );
    assert!(RigidBody::rod(0.5, 0.3, 1e-4).is_ok());
    assert_refused(RigidBody::rod(1.0, 1.0, 0.2), "inertia");
}

proptest! {
    #[test]
    fn torque_is_the_rate_of_angular_momentum(motion in frame_motion(), tau in vector3(3.0)) {
        let (body, h) = (skewed(), 1e-5);
        let wrench = Wrench { force: Vector3::zeros(), torque: tau };
        let (_, acceleration) = body.accelerate(&Stage::at(0.0), &motion, &wrench);
        let at = |h: f64| {
            let mut moved = motion.moved(h);
            moved.flow.angular += acceleration.angular * h;
            body.angular_momentum(&moved)
        };
        assert_abs_diff_eq!((at(h) - at(-h)) / (2.0 * h), tau, epsilon = 1e-6);
    }
}

/// The uniform solid of a solid is that solid, however it is turned in its body.
#[test]
fn it_looks_as_the_uniform_solid_of_its_inertia() {
    let ball = Body::view(&RigidBody::sphere(0.3, 0.2).unwrap());
    let [Seen { shape: Shape::Sphere { radius }, .. }] = ball[..] else { panic!("{ball:?}") };
    assert_relative_eq!(radius, 0.2, max_relative = 1e-12);
    for body in [brick(), skewed()] {
        let seen = Body::view(&body);
        let [Seen { shape: Shape::Cuboid { sizes }, pose }] = &seen[..] else { panic!("{seen:?}") };
        let mut sorted = *sizes;
        sorted.sort_by(f64::total_cmp);
        for (found, edge) in sorted.iter().zip([0.1, 0.4, 0.7]) {
            assert_relative_eq!(*found, edge, max_relative = 1e-9);
        }
        // Put back where it is seen, it has the inertia of the body.
        let turn = rotation::matrix(&pose.orientation);
        let inertia = turn * inertia::cuboid(1.5, Vector3::from(*sizes)) * turn.transpose();
        assert_relative_eq!(inertia, body.inertia(), max_relative = 1e-9, epsilon = 1e-12);
    }
}
