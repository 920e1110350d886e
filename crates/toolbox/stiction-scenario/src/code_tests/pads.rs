//! Pads whose pressure changes, and loads of a slider.

use std::sync::Arc;

use nalgebra::{Vector2, vector};
use stiction_core::{
    Direct, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, Signal, Stage,
};
use stiction_friction::{EllipsoidContact, Loaded, Pressing, StribeckCurve, TiltingLoad};
use stiction_mechanics::PlanarBody;
use stiction_network::NetworkBuilder;
use stiction_patch::{
    BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, PressureExponent,
    ReducedPatch, ReducedShape, Schedule, SoftFingertip, StickSlipPatch, Surface,
};

use super::{bits, of_file, simulation};

const START: &str = "start = { velocity = [0.05, 0.02], angular_velocity = 3.0 }";

/// Returns the bits of a plate that starts fast.
fn code(law: impl Impedance<Domain = PlanarFrame>) -> Vec<u64> {
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(0.2).inertia(5e-4).build().unwrap();
    let twist = PlanarTwist { linear: vector![0.05, 0.02], angular: 3.0 };
    let plate = net.add(plate, Motion::new(PlanarPose::default(), twist)).unwrap();
    net.connect(law, Direct::new(), plate.port()).unwrap();
    bits(simulation(net))
}

fn file(law: &str) -> Vec<u64> {
    of_file(&format!(
        "[bodies.plate]\ntype = \"planar_body\"\nmass = 0.2\ninertia = 5e-4\n{START}\n\
         [connections.pad]\nports = \"plate\"\n[connections.pad.law]\n{law}"
    ))
}

fn bristles() -> BristleParameters {
    let friction = StribeckCurve::constant(0.8).unwrap();
    let bristles = BristleParameters::builder().stiffness(1e4).damping(8.0).friction(friction);
    bristles.build().unwrap()
}

const BRISTLES: &str = "bristles = { stiffness = 1e4, damping = 8.0, friction = 0.8 }\n";

fn tip(exponent: PressureExponent) -> impl Fn(f64) -> ContactPatch {
    let tip = SoftFingertip::builder().exponent(exponent).build().unwrap();
    move |load| tip.patch(Grid::new(21, 0.02).unwrap(), load).unwrap()
}

/// Loads that hold for 10 ms each.
const LOADS: [f64; 5] = [1.0, 2.5, 0.4, 3.0, 1.5];
const STEPS: &str = "normal_force = { type = \"samples\", between = \"steps\", points = \
    [[0.0, 1.0], [0.01, 2.5], [0.02, 0.4], [0.03, 3.0], [0.04, 1.5]] }\n";

fn steps<T>(of: impl Fn(f64) -> T) -> Schedule<T> {
    let times = [0.0, 0.01, 0.02, 0.03, 0.04];
    Schedule::new(times.into_iter().zip(LOADS.map(of))).unwrap()
}

#[test]
fn a_fingertip_that_grows() {
    let tip = tip(PressureExponent::Constant(2.0));
    let surface = Arc::new(LimitSurface::new(&tip(10.0), 6).unwrap());
    let shape = |load| ReducedShape::limit_surface(&tip(load), surface.clone());
    let pad = ReducedPatch::builder().shape(steps(shape)).bristles(bristles());
    let reduced =
        code(Loaded::new(pad.build().unwrap(), Signal::every(0.01, LOADS).unwrap()).unwrap());
    let pressure =
        "pressure = { fingertip = { exponent = 2.0, sampled_load = 10.0 }, size = 0.02 }\n";
    let law = format!("type = \"reduced_patch\"\nsamples = 6\n{pressure}{BRISTLES}{STEPS}");
    assert_eq!(file(&law), reduced);
    // A surface sampled for another load differs.
    assert_ne!(file(&law.replace("10.0", "1.0")), reduced);

    let shape = |load| ReducedShape::ellipsoid(&tip(load));
    let pad = ReducedPatch::builder().shape(steps(shape)).bristles(bristles());
    let ellipsoid =
        code(Loaded::new(pad.build().unwrap(), Signal::every(0.01, LOADS).unwrap()).unwrap());
    let law = format!("type = \"reduced_patch\"\n{pressure}{BRISTLES}{STEPS}");
    assert_eq!(file(&law), ellipsoid);
}

#[test]
fn a_fingertip_whose_pressure_changes_its_form() {
    let tip = tip(PressureExponent::PerLoad(2.0));
    let pad = DistributedPatch::builder().patch(steps(&tip)).bristles(bristles());
    let distributed =
        code(Loaded::new(pad.build().unwrap(), Signal::every(0.01, LOADS).unwrap()).unwrap());
    let pressure = "pressure = { fingertip = { exponent_per_load = 2.0 }, size = 0.02 }\n";
    let law = format!("type = \"distributed_patch\"\n{pressure}{BRISTLES}{STEPS}");
    assert_eq!(file(&law), distributed);
}

/// The force grows all the time, the pad every 20 ms.
#[test]
fn a_fingertip_under_a_ramp() {
    let tip = tip(PressureExponent::Constant(3.0));
    let force = |t: f64| 1.0 * (1.0 - t / 0.1) + 3.0 * (t / 0.1);
    let sizes = Schedule::every(0.02, [0.0, 0.02, 0.04].map(|t| tip(force(t)))).unwrap();
    let pad = StickSlipPatch::builder()
        .patch(sizes)
        .friction(0.5)
        .stiffness(1e3)
        .torsional_stiffness(0.1)
        .damping(2.0)
        .torsional_damping(1e-3);
    let ramp = code(Loaded::new(pad.build().unwrap(), force).unwrap());
    let law = "type = \"stick_slip_patch\"\n\
               pressure = { fingertip = { exponent = 3.0, interval = 0.02 }, size = 0.02 }\n\
               friction = 0.5\nstiffness = 1e3\ntorsional_stiffness = 0.1\n\
               damping = 2.0\ntorsional_damping = 1e-3\n\
               normal_force = { type = \"samples\", points = [[0.0, 1.0], [0.1, 3.0]] }";
    assert_eq!(file(law), ramp);
}

#[test]
fn a_limit_surface_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let patch = Surface::RasterCircle.patch(Grid::new(21, 0.02).unwrap()).unwrap();
    let surface = LimitSurface::new(&patch, 5).unwrap();
    let path = folder.path().join("surface.json");
    surface.save(&path).unwrap();
    let shape = ReducedShape::limit_surface(&patch, surface);
    let pad = ReducedPatch::builder().shape(shape).bristles(bristles());
    let law = format!(
        "type = \"reduced_patch\"\npressure = {{ surface = \"circle\", size = 0.02 }}\n{BRISTLES}\
         normal_force = 1.0\nlimit_surface_file = '{}'",
        path.display()
    );
    assert_eq!(file(&law), code(Loaded::new(pad.build().unwrap(), 1.0).unwrap()));
}

#[cfg(feature = "image")]
#[test]
fn a_pressure_from_an_image() {
    let image = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pad.png");
    let patch = ContactPatch::load_png(0.02, image).unwrap();
    let pad = DistributedPatch::builder().patch(patch).bristles(bristles());
    let law = format!(
        "type = \"distributed_patch\"\npressure = {{ file = '{image}', size = 0.02 }}\n{BRISTLES}\
         normal_force = 1.0\n"
    );
    assert_eq!(file(&law), code(Loaded::new(pad.build().unwrap(), 1.0).unwrap()));
}

#[cfg(not(feature = "image"))]
#[test]
fn an_image_without_the_feature_is_refused() {
    let text = "schema_version = 1\nsolver = { step = 0.1, until = 1.0 }\n\
                bodies.plate = { type = \"planar_body\", mass = 0.2, inertia = 5e-4 }\n\
                [connections.pad]\nports = \"plate\"\n[connections.pad.law]\n\
                type = \"distributed_patch\"\npressure = { file = \"pad.PNG\", size = 0.02 }\n\
                bristles = { stiffness = 1e4, damping = 8.0, friction = 0.8 }\nnormal_force = 1.0";
    let message = crate::Scenario::from_toml(text).unwrap_err().to_string();
    assert!(message.contains(":8:14: pad.PNG: images need"), "{message}");
}

/// A push below the centre of mass, along the body: the contact point moves with it.
#[test]
fn a_slider_that_is_tilted() {
    let load = TiltingLoad::new(|stage: &Stage, motion: &Motion<PlanarFrame>| {
        let moment = Vector2::new(0.0, -0.02 * (1.0 - stage.time / 0.1));
        let (sine, cosine) = motion.pose.angle.sin_cos();
        let (x, y) = (moment.x, moment.y);
        let tilting_moment = Vector2::new(cosine * x - sine * y, sine * x + cosine * y);
        Pressing { normal_force: 2.0, tilting_moment }
    });
    let contact = EllipsoidContact::builder()
        .stiffness([1e3, 1e3, 0.1])
        .damping([10.0, 10.0, 1e-3])
        .friction(0.3)
        .semi_axes([1.0, 1.0, 0.01])
        .height(0.03)
        .load(load);
    let tilted = code(contact.build().unwrap());
    let law = "type = \"ellipsoid_contact\"\nstiffness = [1e3, 1e3, 0.1]\n\
               damping = [10.0, 10.0, 1e-3]\nfriction = 0.3\nsemi_axes = [1.0, 1.0, 0.01]\n\
               height = 0.03\nnormal_force = 2.0\nmoment_axes = \"body\"\n\
               tilting_moment = [0.0, { type = \"samples\", points = [[0.0, -0.02], [0.1, 0.0]] }]";
    assert_eq!(file(law), tilted);
    assert_ne!(file(&law.replace("\"body\"", "\"world\"")), tilted);
}
