//! Pads whose pressure changes, and loads of a slider. How a fingertip follows its force is tested beside it.

use nalgebra::{Vector2, vector};
use stiction_core::{Direct, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, Stage};
use stiction_friction::{EllipsoidContact, Loaded, Pressing, StribeckCurve, TiltingLoad};
use stiction_mechanics::PlanarBody;
use stiction_network::NetworkBuilder;
use stiction_patch::{
    BristleParameters, Grid, LimitSurface, PressureExponent, ReducedPatch, ReducedShape, Schedule,
    SoftFingertip, StickSlipPatch, Surface,
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

/// The force grows all the time, the pad every 20 ms.
#[test]
fn a_fingertip_under_a_ramp() {
    let tip = SoftFingertip::builder().exponent(PressureExponent::Constant(3.0)).build().unwrap();
    let grown = |load| tip.patch(Grid::new(21, 0.02).unwrap(), load).unwrap();
    let force = |t: f64| 1.0 * (1.0 - t / 0.1) + 3.0 * (t / 0.1);
    let sizes = Schedule::every(0.02, [0.0, 0.02, 0.04].map(|t| grown(force(t)))).unwrap();
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
    use stiction_patch::{ContactPatch, DistributedPatch};

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
