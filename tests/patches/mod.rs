//! Planar patches as a whole: random pressure fields, parameters and motions, in both models.

mod frames;
mod limits;
mod passivity;

use nalgebra::{Rotation2, Vector2, vector};
use proptest::prelude::*;
use stiction::friction::{BristleRate, StribeckShape};
use stiction::patch::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface, Mount,
    Polygon, ReducedPatch, ReducedShape,
};
use stiction::prelude::*;

/// Boxed friction, so that one test can have all three models.
type Friction = Box<dyn Impedance<Domain = PlanarFrame>>;

/// Model of a patch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Distributed,
    Ellipsoid,
    LimitSurface,
}

const KINDS: [Kind; 3] = [Kind::Distributed, Kind::Ellipsoid, Kind::LimitSurface];
const MODELS: [BristleModel; 2] = [BristleModel::LuGre, BristleModel::ElastoPlastic];

/// Normal force \[N\].
const LOAD: f64 = 3.0;

/// A bristle law with its model and the form of its rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bristles {
    pub(super) parameters: BristleParameters,
    pub(super) model: BristleModel,
    pub(super) rate: BristleRate,
}

impl Bristles {
    /// Returns the largest deflection of any bristle that starts unbent \[m\].
    fn longest(&self) -> f64 {
        self.parameters.largest_deflection(0.0)
    }

    /// Returns the friction of a patch under a load \[N\].
    pub(super) fn friction(
        &self,
        kind: Kind,
        patch: &ContactPatch,
        mount: Mount,
        load: f64,
    ) -> Friction {
        let Self { parameters, model, rate } = *self;
        let shape = match kind {
            Kind::Distributed => {
                let law = DistributedPatch::builder().patch(patch.clone()).bristles(parameters);
                let law = law.model(model).bristle_rate(rate).mount(mount).build().unwrap();
                return Box::new(Loaded::new(law, load).unwrap());
            }
            Kind::Ellipsoid => ReducedShape::ellipsoid(patch),
            Kind::LimitSurface => {
                ReducedShape::limit_surface(patch, LimitSurface::new(patch, 6).unwrap())
            }
        };
        let law = ReducedPatch::builder().shape(shape).bristles(parameters).model(model);
        let law = law.bristle_rate(rate).mount(mount).build().unwrap();
        Box::new(Loaded::new(law, load).unwrap())
    }
}

/// Generates loose points, grids with random holes, polygons, gradients: at least two cells apart.
pub(super) fn patches() -> impl Strategy<Value = ContactPatch> {
    let coordinate = || -0.01..0.01_f64;
    let point = (coordinate(), coordinate(), 0.1..1.0_f64);
    let points = prop::collection::vec(point, 3..20).prop_map(|points| {
        ContactPatch::from_points(points.into_iter().map(|(x, y, share)| (vector![x, y], share)))
    });
    let pressure = prop_oneof![Just(0.0), 0.1..10.0_f64];
    let field = (3_usize..9, prop::collection::vec(pressure, 64)).prop_map(|(side, field)| {
        let mut field = field.into_iter();
        ContactPatch::from_pressure(Grid::new(side, 0.02)?, |_, _| field.next().unwrap_or(0.0))
    });
    let radii = prop::collection::vec(2e-3..4e-3_f64, 3..9);
    let star =
        (radii, -5e-3..5e-3_f64, -5e-3..5e-3_f64, 5_usize..12).prop_map(|(radii, x, y, side)| {
            let step = std::f64::consts::TAU / radii.len() as f64;
            let corner = |(k, &radius): (usize, &f64)| {
                vector![x, y] + Rotation2::new(step * k as f64) * vector![radius, 0.0]
            };
            let corners: Vec<_> = radii.iter().enumerate().map(corner).collect();
            Polygon::new(&corners)?.patch(Grid::new(side, 0.02)?)
        });
    let slope = (-90.0..90.0_f64, -90.0..90.0_f64, 2_usize..12).prop_map(|(x, y, side)| {
        ContactPatch::from_pressure(Grid::new(side, 0.02)?, |px, py| {
            (1.0 + x * px + y * py).max(0.0)
        })
    });
    prop_oneof![points, field, star, slope]
        .prop_filter_map("refused", Result::ok)
        .prop_filter("a single point", |patch| patch.radius() > 1e-4)
}

/// Generates parameters around those of the paper.
pub(super) fn bristles() -> impl Strategy<Value = Bristles> {
    let shape = prop_oneof![
        Just(StribeckShape::Gaussian),
        Just(StribeckShape::Rational),
        Just(StribeckShape::Exponential { exponent: 1.0 }),
    ];
    let curve = (0.3..1.2_f64, 1.0..1.4_f64, 5e-4..5e-3_f64, shape);
    let numbers = (1e5..1e6_f64, 0.0..8e2_f64, 0.0..1.0_f64, 0.3..0.95_f64);
    let rate = prop::sample::select(vec![
        BristleRate::Explicit,
        BristleRate::Implicit,
        BristleRate::OrderPreserving,
    ]);
    (curve, numbers, prop::sample::select(&MODELS[..]), rate).prop_map(
        |((coulomb, ratio, speed, shape), (stiffness, damping, viscous, fraction), model, rate)| {
            let curve = StribeckCurve::builder().coulomb(coulomb).breakaway(ratio * coulomb);
            let curve = curve.stribeck_speed(speed).shape(shape).build().unwrap();
            let parameters = parameters(curve, stiffness, damping, viscous, fraction);
            Bristles { parameters, model, rate }
        },
    )
}

fn parameters(
    curve: StribeckCurve,
    stiffness: f64,
    damping: f64,
    viscous: f64,
    fraction: f64,
) -> BristleParameters {
    let parameters = BristleParameters::builder().stiffness(stiffness).damping(damping);
    let parameters = parameters.viscous_damping(viscous).friction(curve);
    parameters.breakaway_fraction(fraction).build().unwrap()
}

/// Returns the elasto-plastic bristle of the paper.
fn of_the_paper(model: BristleModel) -> Bristles {
    let parameters = BristleParameters::table_one_stribeck().unwrap();
    Bristles { parameters, model, rate: BristleRate::Explicit }
}

/// Generates velocities up to `speed` \[m/s\], and angular velocities that are as fast at 1 cm.
fn twists(speed: f64) -> impl Strategy<Value = PlanarTwist> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(move |[x, y, w]| PlanarTwist {
        linear: vector![x, y] * speed,
        angular: w * speed / 0.01,
    })
}

fn poses(reach: f64) -> impl Strategy<Value = PlanarPose> {
    (-reach..reach, -reach..reach, -3.0..3.0_f64).prop_map(|(x, y, angle)| pose(x, y, angle))
}

fn pose(x: f64, y: f64, angle: f64) -> PlanarPose {
    PlanarPose { position: vector![x, y], angle }
}

/// Returns deflections of all bristles, up to about `size` \[m\].
fn deflections(kind: Kind, patch: &ContactPatch, size: f64, numbers: &[f64; 7]) -> Vec<f64> {
    match kind {
        Kind::Distributed => (0..2 * patch.len()).map(|i| size * numbers[i % 7]).collect(),
        _ => vec![size * numbers[0], size * numbers[1], patch.radius() * size * numbers[2]],
    }
}

/// Returns the wrench and the rates of the bristles.
fn respond(
    law: &Friction,
    tau: f64,
    motion: &Motion<PlanarFrame>,
    internal: &[f64],
) -> (PlanarWrench, Vec<f64>) {
    let mut rate = vec![f64::NAN; internal.len()];
    let wrench = law.respond(&Stage::first(0.0, tau), motion, internal, &mut rate);
    (wrench, rate)
}

/// Returns the largest difference of forces \[N\], and of torques at 1 cm.
fn difference(a: &PlanarWrench, b: &PlanarWrench) -> f64 {
    (a.force - b.force).amax().max((a.torque - b.torque).abs() / 0.01)
}

fn turned(angle: f64, v: Vector2<f64>) -> Vector2<f64> {
    Rotation2::new(angle) * v
}

/// Returns the pose `inner`, given in the frame `outer`, in the parent frame of `outer`.
fn composed(outer: &PlanarPose, inner: &PlanarPose) -> PlanarPose {
    let position = outer.position + turned(outer.angle, inner.position);
    PlanarPose { position, angle: outer.angle + inner.angle }
}

/// Returns the patch as points in a frame that has the given pose in its own.
fn seen_from(frame: &PlanarPose, patch: &ContactPatch) -> ContactPatch {
    let cells = patch.x().iter().zip(patch.y()).zip(patch.weight());
    let points = cells
        .map(|((x, y), weight)| (turned(-frame.angle, vector![*x, *y] - frame.position), *weight));
    ContactPatch::from_points(points).unwrap()
}

/// Returns the bristles in axes turned by an angle.
fn seen_in_axes(kind: Kind, angle: f64, internal: &[f64]) -> Vec<f64> {
    let mut seen = internal.to_vec();
    let count = if kind == Kind::Distributed { internal.len() / 2 } else { 1 };
    for i in 0..count {
        let z = turned(-angle, vector![internal[i], internal[count + i]]);
        (seen[i], seen[count + i]) = (z.x, z.y);
    }
    seen
}
