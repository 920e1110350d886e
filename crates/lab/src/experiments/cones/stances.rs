//! Contact stability of several contacts: where the centre of mass and the zero-moment point may be.

use core::f64::consts::{FRAC_1_SQRT_2, PI};

use nalgebra::{Matrix3, Rotation3, Vector2, Vector3, vector};
use stiction::friction::cone::{CircularCone, ConeScale};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::stability::{
    ConeRows, ContactPoints, PlacedContact, Placement, Reach, Region, Stance, WrenchCone,
};

use crate::experiments::Provenance::{Reference, Theory};
use crate::experiments::check::worst;
use crate::experiments::{Findings, PaperError, Thoroughness};

type Round = Stance<CircularCone>;

/// Returns a foot of 20 cm by 10 cm with friction 0.5.
fn foot(
    position: Vector3<f64>,
    turn: Matrix3<f64>,
) -> Result<PlacedContact<CircularCone>, PaperError> {
    let basis = stiction::friction::cone::ContactBasis::from_rotation(
        Rotation3::from_matrix_unchecked(turn),
    )?;
    let placement = Placement::new(position, basis)?;
    Ok(PlacedContact::new(placement, ContactPoints::rectangle(0.1, 0.05)?, CircularCone::new(0.5)?))
}

fn flat() -> Result<Round, PaperError> {
    Ok(Stance::new().with_contact(foot(Vector3::zeros(), Matrix3::identity())?))
}

/// Returns a stance of a flat foot and one on a ramp with sides 5, 12, 13.
fn on_a_ramp() -> Result<Round, PaperError> {
    let turn = Matrix3::new(12.0, 0.0, -5.0, 0.0, 13.0, 0.0, 5.0, 0.0, 12.0) / 13.0;
    let stance = Stance::new().with_contact(foot(vector![0.0, 0.1, 0.0], Matrix3::identity())?);
    Ok(stance.with_contact(foot(vector![0.4, -0.1, 0.2], turn)?))
}

fn cone(stance: &Round, sides: usize, scale: ConeScale) -> Result<WrenchCone, PaperError> {
    Ok(stance.linearized(sides, scale, PI / sides as f64)?.wrench_cone()?)
}

fn faces(cone: &WrenchCone) -> usize {
    let (ConeRows::Solid { faces } | ConeRows::Flat { faces, .. }) = cone.rows();
    faces.len()
}

/// Returns the largest distance of the corners of a region from the known ones; infinite if their
/// numbers differ.
fn corners_off(region: &Region, known: &[[f64; 2]]) -> f64 {
    if region.vertices().len() != known.len() {
        return f64::INFINITY;
    }
    let nearest = |known: &[f64; 2]| {
        let off = region.vertices().iter().map(|corner| (corner - Vector2::from(*known)).amax());
        off.fold(f64::INFINITY, f64::min)
    };
    worst(known.iter().map(nearest))
}

/// Regions in which the centre of mass may rest on the ramp, and in which the zero-moment point may
/// be for a centre of mass at (0.1, 0, 0.8) m: exact fractions.
const REST: [[f64; 2]; 6] = [
    [0.1, 0.15],
    [-0.1, 0.15],
    [-0.1, 0.05],
    [4.0 / 13.0, -0.15],
    [32.0 / 65.0, -0.15],
    [32.0 / 65.0, -0.05],
];
const ZERO_MOMENT: [[f64; 2]; 6] = [
    [299.0 / 830.0, -78.0 / 415.0],
    [481.0 / 730.0, -78.0 / 365.0],
    [481.0 / 730.0, -26.0 / 365.0],
    [0.1, 0.15],
    [-0.1, 0.15],
    [-0.1, 0.05],
];

/// Extent of the region of the centre of mass on the ramp in eight directions \[m\]: pyramids
/// inside, circular cones, and pyramids around them; by interior-point solvers, known to 1e-6.
const EXTENTS: [[f64; 5]; 8] = [
    [1.0, 0.0, 0.450838223, 0.492307692, 0.492307692],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.298384581, 0.312758769, 0.312758769],
    [0.0, 1.0, 0.15, 0.15, 0.15],
    [-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.176776695, 0.176776695, 0.176776695],
    [-1.0, 0.0, 0.1, 0.1, 0.1],
    [-FRAC_1_SQRT_2, -FRAC_1_SQRT_2, 0.0353553391, 0.0353553391, 0.0353553391],
    [0.0, -1.0, 0.130608813, 0.15, 0.15],
    [FRAC_1_SQRT_2, -FRAC_1_SQRT_2, 0.409907627, 0.454180125, 0.454180125],
];

/// Returns the largest differences from [`EXTENTS`], for the pyramids inside, the circular cones
/// and those around.
fn extents_off(stance: &Round) -> Result<[f64; 3], PaperError> {
    let inner = stance.linearized(4, ConeScale::Inner, PI / 4.0)?;
    let outer = stance.linearized(4, ConeScale::Outer, PI / 4.0)?;
    let mut off = [const { vec![] }; 3];
    for [x, y, known @ ..] in EXTENTS {
        let direction = vector![x, y];
        let found = [inner.reach(direction)?, stance.reach(direction)?, outer.reach(direction)?];
        for ((off, found), known) in off.iter_mut().zip(found).zip(known) {
            off.push(match found {
                Reach::Bounded { distance, .. } => distance - known,
                _ => f64::INFINITY,
            });
        }
    }
    Ok(off.map(worst))
}

fn area(panel: Panel, name: &str, region: &Region, series: impl Fn(Series) -> Series) -> Panel {
    let corners = region.vertices();
    let closed = corners.iter().chain(corners.first());
    let (x, y): (Vec<f64>, Vec<f64>) = closed.map(|corner| (corner.x, corner.y)).unzip();
    panel.series(series(Series::line(name, &x, &y)))
}

pub(super) fn run(_: Thoroughness) -> Result<Findings, PaperError> {
    let (flat, ramp) = (flat()?, on_a_ramp()?);
    let [one, two] = [cone(&flat, 4, ConeScale::Outer)?, cone(&ramp, 4, ConeScale::Outer)?];
    let (rest, pendular) =
        (two.static_support_area()?, two.pendular_zmp_area(&vector![0.1, 0.0, 0.8], 0.0)?);
    let sole = [[0.1, -0.05], [0.1, 0.05], [-0.1, 0.05], [-0.1, -0.05]];
    let inside = cone(&ramp, 4, ConeScale::Inner)?.static_support_area()?;
    let [inner, round, outer] = extents_off(&ramp)?;
    let panel = |title: &str| Panel::new().title(title).equal_aspect().x("x [m]").y("y [m]");
    let first = panel("where the centre of mass may rest");
    let first = area(first, "outer, n = 4", &rest, |series| series.color(palette::BLUE));
    let first = area(first, "inner, n = 4", &inside, |series| series.color(palette::ORANGE));
    let second = panel("where the zero-moment point may be");
    let second = area(second, "outer, n = 4", &pendular, |series| series.color(palette::BLUE));
    let figure = Figure::new("").columns(2).size(1000.0, 300.0).panel(first).panel(second);
    let text = "The page says what friction cones are for: conditions under which the contacts of a \
                body stay fixed, such as areas for its zero-moment point. A flat foot, and two feet of \
                which one is on a ramp: the faces of their wrench cones, the area in which the centre \
                of mass may rest, that of the zero-moment point, and how far the centre of mass may be \
                in eight directions. Compared with an independent implementation, the areas as exact \
                fractions, the distances to 1e-6.";
    Ok(Findings::new(text)
        .check(Reference.count("flat foot: faces of the wrench cone", faces(&one), 16))
        .check(Theory.below(
            "its support, corners off by [m]",
            corners_off(&one.static_support_area()?, &sole),
            1e-9,
        ))
        .check(Reference.count("two feet: faces", faces(&two), 130))
        .check(Reference.below(
            "where the centre of mass may rest, corners off by [m]",
            corners_off(&rest, &REST),
            1e-9,
        ))
        .check(Reference.below(
            "zero-moment point, corners off by [m]",
            corners_off(&pendular, &ZERO_MOMENT),
            1e-9,
        ))
        .check(Reference.below("extent in 8 directions, inner cones [m]", inner, 1e-6))
        .check(Reference.below("circular cones [m]", round, 1e-6))
        .check(Reference.below("outer cones [m]", outer, 1e-6))
        .figure(figure)
        .not_compared("anything of the page, which has no figure or number of it"))
}
