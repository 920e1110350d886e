//! Laws except for pads.

use nalgebra::Vector2;
use stiction_core::signal::Ramp;
use stiction_core::{
    Domain, Flat, Impedance, Line, Motion, Plane, Shaft, Space, SpatialFrame, Stage, Twist, Wrench,
};
use stiction_friction::cone::ConeScale;
use stiction_friction::{
    AmendedLuGre, BristleRate, Coefficient, CoulombContact, CoulombGsat, DahlFriction,
    ElastoPlasticFriction, EllipticContact, GsatFriction, Loaded, LuGreFriction, PointContact,
    PyramidContact, RateDependentGsat, Relaxation, SteadyState, StribeckCurve, StribeckShape,
    ThresholdFriction,
};
use stiction_mechanics::{AxialSpring, ConstantEffort, PenaltyHinge, SpringDamper, TimedEffort};

use super::{bits, nowhere, random, read};
use crate::law::Law;
use crate::surroundings::Surroundings;

const CURVE: &str =
    "{ coulomb = 0.6, breakaway = 0.9, stribeck_speed = 0.02, shape = \"rational\" }";

fn curve(shape: StribeckShape) -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(0.6).breakaway(0.9).stribeck_speed(0.02);
    curve.shape(shape).build().unwrap()
}

/// Compares the law of a TOML table with the library's own: where it sticks and where it slides.
/// Returns the name of its type.
pub(super) fn same<L>(table: &str, own: L) -> &'static str
where
    L: Impedance,
{
    let law: Law = read(table);
    let built =
        nowhere(|folder| law.build::<L::Domain>(Surroundings { folder, until: 1.0 })).unwrap();
    let len = own.memory().len();
    assert_eq!(built.memory().len(), len, "{table}");
    let mut answers = 0;
    for (seed, scale) in [(1, 1e-7), (2, 1e-4), (3, 0.3)] {
        let Motion { mut pose, flow } = random::<Motion<L::Domain>>(seed, scale);
        let mut scalars = vec![0.0; <L::Domain as Domain>::Pose::LEN];
        pose.store(&mut scalars);
        if let Some(height) = scalars.get_mut(2) {
            // Contacts touch.
            *height = -height.abs();
        }
        pose = L::Domain::valid_pose(Flat::load(&scalars));
        let motion = Motion { pose, flow };
        let internal: Vec<f64> =
            super::numbers(seed + 9).take(len).map(|number| number * scale).collect();
        let stage = Stage::first(0.37, 1e-3);
        let (mut rate, mut own_rate) = (vec![0.0; len], vec![0.0; len]);
        let effort = built.respond(&stage, &motion, &internal, &mut rate);
        let expected = own.respond(&stage, &motion, &internal, &mut own_rate);
        assert_eq!(bits(&effort), bits(&expected), "{table} at {scale}");
        let rates = |rates: &[f64]| rates.iter().map(|rate| rate.to_bits()).collect::<Vec<_>>();
        assert_eq!(rates(&rate), rates(&own_rate), "{table} at {scale}");
        let mut scalars = vec![0.0; <L::Domain as Domain>::Effort::LEN];
        effort.store(&mut scalars);
        assert!(scalars.iter().all(|scalar| scalar.is_finite()), "{table} at {scale}");
        answers += usize::from(scalars.iter().any(|scalar| *scalar != 0.0));
    }
    assert!(answers > 0, "{table} does nothing at all");
    law.tag()
}

fn bristle_laws() -> Vec<&'static str> {
    let lugre = || LuGreFriction::<Plane>::builder().stiffness(5e3).damping(2.0);
    let gaussian = curve(StribeckShape::Gaussian);
    let steep = curve(StribeckShape::Exponential { exponent: 1.5 });
    let rational = curve(StribeckShape::Rational);
    let gsat = GsatFriction::<Plane>::builder().stiffness(2e3).damping(30.0).limit(0.7);
    let gsat = gsat.relaxation(Relaxation::OrderPreserving { kappa: 0.8 }).build().unwrap();
    let falling = RateDependentGsat::<Shaft>::builder().stiffness(2e3).damping(30.0);
    let falling = falling.curve(rational).viscous_damping(0.4);
    let falling = falling.relaxation(Relaxation::Constant { stage_damping: 40.0 }).build().unwrap();
    let force = lugre().viscous_damping(0.3).steady_state(SteadyState::Force(gaussian));
    let force = force.bristle_rate(BristleRate::Implicit).build().unwrap();
    let deflection = lugre().steady_state(SteadyState::Deflection(steep)).build().unwrap();
    let dahl = DahlFriction::<Space>::builder().stiffness(5e3).limit(0.5);
    let dahl = dahl.bristle_rate(BristleRate::OrderPreserving).build().unwrap();
    let bristle = ElastoPlasticFriction::<Line>::builder().stiffness(5e3).damping(2.0);
    let bristle = bristle.viscous_damping(0.3).limit(0.5).breakaway_fraction(0.8);
    let bristle = bristle.bristle_rate(BristleRate::OrderPreserving).build().unwrap();
    let threshold = ThresholdFriction::<Plane>::builder().limit(0.5).threshold_speed(0.01);
    vec![
        same(
            "{ type = \"gsat\", stiffness = 2e3, damping = 30, limit = 0.7, relaxation = { order_preserving = 0.8 } }",
            gsat,
        ),
        same(
            &format!(
                "{{ type = \"rate_dependent_gsat\", stiffness = 2e3, damping = 30, curve = {CURVE}, \
                 viscous_damping = 0.4, relaxation = {{ constant = 40.0 }} }}"
            ),
            falling,
        ),
        same(
            "{ type = \"lugre\", stiffness = 5e3, damping = 2, viscous_damping = 0.3, bristle_rate = \"implicit\", \
             steady_force = { coulomb = 0.6, breakaway = 0.9, stribeck_speed = 0.02 } }",
            force,
        ),
        same(
            "{ type = \"lugre\", stiffness = 5e3, damping = 2, steady_deflection = \
             { coulomb = 0.6, breakaway = 0.9, stribeck_speed = 0.02, shape = { exponential = 1.5 } } }",
            deflection,
        ),
        same(
            "{ type = \"dahl\", stiffness = 5e3, limit = 0.5, bristle_rate = \"order_preserving\" }",
            dahl,
        ),
        same(
            "{ type = \"elasto_plastic\", stiffness = 5e3, damping = 2, viscous_damping = 0.3, limit = 0.5, \
             breakaway_fraction = 0.8, bristle_rate = \"order_preserving\" }",
            bristle,
        ),
        same(
            "{ type = \"threshold\", limit = 0.5, threshold_speed = 0.01 }",
            threshold.build().unwrap(),
        ),
    ]
}

fn loaded_laws() -> Vec<&'static str> {
    let coulomb = CoulombGsat::builder().stiffness(2e3).damping(30.0);
    let coulomb = coulomb.friction(Coefficient::Stribeck(curve(StribeckShape::Rational)));
    let coulomb = coulomb.relaxation(Relaxation::OrderPreserving { kappa: 0.9 }).build().unwrap();
    let coulomb = Loaded::<_, Plane>::builder().law(coulomb).normal_force(|t: f64| 4.0 * t);
    let lugre = AmendedLuGre::builder().stiffness(1e3).damping(2.0).viscous_damping(0.3);
    let lugre = lugre.friction(StribeckCurve::constant(0.6).unwrap());
    let lugre = lugre.bristle_rate(BristleRate::Implicit).build().unwrap();
    let lugre = Loaded::<_, Line>::builder().law(lugre).normal_force(7.0);
    vec![
        same(
            &format!(
                "{{ type = \"coulomb\", stiffness = 2e3, damping = 30, friction = {CURVE}, \
                 relaxation = {{ order_preserving = 0.9 }}, \
                 normal_force = {{ type = \"ramp\", to = 4.0, duration = 1.0 }} }}"
            ),
            coulomb.build().unwrap(),
        ),
        same(
            "{ type = \"amended_lugre\", stiffness = 1e3, damping = 2, viscous_damping = 0.3, friction = 0.6, \
             bristle_rate = \"implicit\", normal_force = 7.0 }",
            lugre.build().unwrap(),
        ),
    ]
}

fn springs_and_loads() -> Vec<&'static str> {
    let spring = SpringDamper::<Plane>::builder().stiffness(30.0).damping(0.7);
    let axial = AxialSpring::<Space>::builder().stiffness(30.0).damping(0.7).length(0.2);
    let hinge = PenaltyHinge::builder().stiffness(50.0).damping(3.0);
    let hinge = hinge.bending_stiffness(7.0).bending_damping(0.4);
    let wrench = Wrench::load(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let ramp = Ramp::builder().from(-1.0).to(3.0).start(0.1).duration(2.0).build().unwrap();
    vec![
        same(
            "{ type = \"spring_damper\", stiffness = 30, damping = 0.7, rest = [0.1, -0.2] }",
            spring.rest(Vector2::new(0.1, -0.2)).build().unwrap(),
        ),
        same(
            "{ type = \"axial_spring\", stiffness = 30, damping = 0.7, length = 0.2 }",
            axial.build().unwrap(),
        ),
        same(
            "{ type = \"penalty_hinge\", stiffness = 50, damping = 3, bending_stiffness = 7, bending_damping = 0.4 }",
            hinge.build().unwrap(),
        ),
        same(
            "{ type = \"effort\", effort = [1, 2, 3, 4, 5, 6] }",
            ConstantEffort::<SpatialFrame>::builder().effort(wrench).build().unwrap(),
        ),
        same(
            "{ type = \"effort\", effort = { type = \"ramp\", from = -1, to = 3, start = 0.1, duration = 2 } }",
            TimedEffort::<Line>::new(ramp),
        ),
    ]
}

fn contacts() -> Vec<&'static str> {
    let relaxation = Relaxation::OrderPreserving { kappa: 0.75 };
    let coulomb = CoulombContact::builder().stiffness(1e4).damping(20.0).friction(0.4);
    let coulomb = coulomb.tangential_stiffness(7e3).tangential_damping(11.0).relaxation(relaxation);
    let pyramid = PyramidContact::builder().stiffness(1e4).damping(20.0);
    let pyramid = pyramid.friction(Coefficient::Stribeck(curve(StribeckShape::Rational)));
    let pyramid = pyramid.sides(5).scale(ConeScale::EqualArea).phase(0.3);
    let pyramid = pyramid.tangential_stiffness(7e3).tangential_damping(11.0).relaxation(relaxation);
    let bristles = AmendedLuGre::builder().stiffness(1e3).damping(2.0).viscous_damping(0.3);
    let bristles = bristles.friction(curve(StribeckShape::Rational));
    let bristles = bristles.bristle_rate(BristleRate::OrderPreserving).build().unwrap();
    let lugre = PointContact::builder().stiffness(1e4).damping(20.0).law(bristles);
    let elliptic = EllipticContact::builder().stiffness(1e4).damping(20.0).friction([0.4, 0.5]);
    let elliptic = elliptic.torsional_friction(0.01).rolling_friction([0.002, 0.003]);
    let elliptic = elliptic.speed_dependence(curve(StribeckShape::Rational));
    let elliptic = elliptic.tangential_stiffness(7e3).tangential_damping(11.0);
    let elliptic = elliptic.torsional_stiffness(5.0).torsional_damping(0.05);
    let elliptic = elliptic.rolling_stiffness(3.0).rolling_damping(0.04).relaxation(relaxation);
    let common = "stiffness = 1e4, damping = 20";
    let tangential = "tangential_stiffness = 7e3, tangential_damping = 11, \
                      relaxation = { order_preserving = 0.75 }";
    vec![
        same(
            &format!("{{ type = \"coulomb_contact\", {common}, friction = 0.4, {tangential} }}"),
            coulomb.build().unwrap(),
        ),
        same(
            &format!(
                "{{ type = \"pyramid_contact\", {common}, friction = {CURVE}, sides = 5, scale = \"equal_area\", \
                 phase = 0.3, {tangential} }}"
            ),
            pyramid.build().unwrap(),
        ),
        same(
            &format!(
                "{{ type = \"lugre_contact\", {common}, bristle_stiffness = 1e3, bristle_damping = 2, \
                 viscous_damping = 0.3, friction = {CURVE}, bristle_rate = \"order_preserving\" }}"
            ),
            lugre.build().unwrap(),
        ),
        same(
            &format!(
                "{{ type = \"elliptic_contact\", {common}, friction = [0.4, 0.5], torsional_friction = 0.01, \
                 rolling_friction = [0.002, 0.003], speed_dependence = {CURVE}, torsional_stiffness = 5, \
                 torsional_damping = 0.05, rolling_stiffness = 3, rolling_damping = 0.04, {tangential} }}"
            ),
            elliptic.build().unwrap(),
        ),
    ]
}

#[test]
fn laws_are_the_library_s_own() {
    let tested =
        [bristle_laws(), loaded_laws(), springs_and_loads(), contacts(), super::pads::pads()];
    assert!(tested.iter().all(|tested| !tested.is_empty()));
}

/// The comparison sees a parameter that is a little different.
#[test]
#[should_panic(expected = "type = \"penalty_hinge\"")]
fn another_law_is_seen() {
    let hinge = PenaltyHinge::builder().stiffness(50.0).damping(3.0);
    let hinge = hinge.bending_stiffness(7.0).bending_damping(0.41).build().unwrap();
    let moving = hinge.respond(
        &Stage::at(0.0),
        &Motion { pose: Default::default(), flow: Twist::load(&[1.0; 6]) },
        &[],
        &mut [],
    );
    assert_ne!(moving, Wrench::default());
    same(
        "{ type = \"penalty_hinge\", stiffness = 50, damping = 3, bending_stiffness = 7, bending_damping = 0.4 }",
        hinge,
    );
}
