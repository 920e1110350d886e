//! Laws of pads.

use nalgebra::Vector2;
use stiction_core::PlanarPose;
use stiction_friction::{
    BristleRate, Coefficient, EllipsoidContact, Loaded, Relaxation, StribeckCurve,
};
use stiction_patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount,
    Polygon, ReducedPatch, ReducedShape, StickSlipPatch, Surface,
};

use super::laws::same;

const BRISTLES: &str = "stiffness = 1e5, damping = 80, viscous_damping = 0.2, breakaway_fraction = 0.8, \
                        friction = { coulomb = 0.6, breakaway = 0.9, stribeck_speed = 0.02 }";

fn bristles() -> BristleParameters {
    let curve = StribeckCurve::builder().coulomb(0.6).breakaway(0.9).stribeck_speed(0.02);
    let bristles = BristleParameters::builder().stiffness(1e5).damping(80.0).viscous_damping(0.2);
    bristles.friction(curve.build().unwrap()).breakaway_fraction(0.8).build().unwrap()
}

fn place() -> PlanarPose {
    PlanarPose { position: Vector2::new(0.01, -0.02), angle: 0.3 }
}

/// Every way to give a pressure.
fn pressures() -> [(&'static str, ContactPatch); 4] {
    let grid = |cells| Grid::new(cells, 0.02).unwrap();
    let corners = [[-0.008, -0.008], [0.009, -0.007], [0.0, 0.009]];
    let polygon = Polygon::new(&corners.map(|[x, y]| Vector2::new(x, y))).unwrap();
    let points = [(Vector2::new(0.001, 0.002), 1.0), (Vector2::new(-0.003, 0.004), 2.5)];
    [
        (
            "{ surface = \"line_grad\", size = 0.02 }",
            Surface::GradientLine.patch(grid(21)).unwrap(),
        ),
        (
            "{ ring = [0.003, 0.009], size = 0.02, cells = 15 }",
            ContactPatch::ring(grid(15), 0.003, 0.009).unwrap(),
        ),
        (
            "{ polygon = [[-0.008, -0.008], [0.009, -0.007], [0.0, 0.009]], size = 0.02 }",
            polygon.patch(grid(21)).unwrap(),
        ),
        (
            "{ points = [[0.001, 0.002, 1.0], [-0.003, 0.004, 2.5]] }",
            ContactPatch::from_points(points).unwrap(),
        ),
    ]
}

pub(super) fn pads() -> Vec<&'static str> {
    let mut tested = vec![];
    for (pressure, patch) in pressures() {
        let pad = DistributedPatch::builder().patch(patch).bristles(bristles());
        let pad = pad.model(BristleModel::LuGre).bristle_rate(BristleRate::Implicit);
        let pad = pad.mount(Mount::in_world(place()).unwrap());
        let table = format!(
            "{{ type = \"distributed_patch\", pressure = {pressure}, normal_force = 3.0, bristles = \
             {{ {BRISTLES}, model = \"lugre\", bristle_rate = \"implicit\" }}, \
             mount = {{ on = \"world\", pose = [0.01, -0.02, 0.3] }} }}"
        );
        tested.push(same(&table, Loaded::new(pad.build().unwrap(), 3.0).unwrap()));
    }
    let patch = Surface::RasterCircle.patch(Grid::new(11, 0.02).unwrap()).unwrap();
    let pressure = "{ surface = \"circle\", size = 0.02, cells = 11 }";
    let ellipsoid = ReducedShape::ellipsoid(&patch);
    let surface = LimitSurface::new(&patch, 6).unwrap();
    let sampled = ReducedShape::limit_surface(&patch, surface);
    for (samples, shape) in [("", ellipsoid), ("samples = 6, ", sampled)] {
        let pad = ReducedPatch::builder().shape(shape).bristles(bristles());
        let pad = pad.model(BristleModel::ElastoPlastic).bristle_rate(BristleRate::OrderPreserving);
        let pad = pad.mount(Mount::on_body(place()).unwrap());
        let table = format!(
            "{{ type = \"reduced_patch\", pressure = {pressure}, {samples}normal_force = 3.0, bristles = \
             {{ {BRISTLES}, bristle_rate = \"order_preserving\" }}, mount = {{ pose = [0.01, -0.02, 0.3] }} }}"
        );
        tested.push(same(&table, Loaded::new(pad.build().unwrap(), 3.0).unwrap()));
    }
    let pad = StickSlipPatch::builder().patch(patch).friction(Coefficient::Constant(0.6));
    let pad = pad.stiffness(1e4).torsional_stiffness(0.5).damping(9.0).torsional_damping(0.002);
    let pad = pad.relaxation(Relaxation::OrderPreserving { kappa: 0.8 });
    let pad = pad.mount(Mount::on_body(place()).unwrap());
    let table = format!(
        "{{ type = \"stick_slip_patch\", pressure = {pressure}, friction = 0.6, stiffness = 1e4, \
         torsional_stiffness = 0.5, damping = 9, torsional_damping = 0.002, normal_force = 3, \
         relaxation = {{ order_preserving = 0.8 }}, mount = {{ pose = [0.01, -0.02, 0.3] }} }}"
    );
    tested.push(same(&table, Loaded::new(pad.build().unwrap(), 3.0).unwrap()));
    let pad = EllipsoidContact::builder().stiffness([1e4, 2e4, 0.5]).damping([9.0, 8.0, 0.002]);
    let pad = pad.friction(0.6).semi_axes([1.0, 0.8, 0.01]).height(0.015).load(3.0);
    let pad = pad.relaxation(Relaxation::OrderPreserving { kappa: 0.8 });
    tested.push(same(
        "{ type = \"ellipsoid_contact\", stiffness = [1e4, 2e4, 0.5], damping = [9, 8, 0.002], friction = 0.6, \
         semi_axes = [1.0, 0.8, 0.01], height = 0.015, normal_force = 3, \
         relaxation = { order_preserving = 0.8 } }",
        pad.build().unwrap(),
    ));
    tested
}
