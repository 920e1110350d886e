//! Two stances, what can be asked of them point by point, and how they look.

use std::f64::consts::TAU;

use nalgebra::{Vector2, Vector3, vector};
use serde_json::{Value, json};
use stiction::core::Wrench;
use stiction::friction::cone::{CircularCone, ConeScale, ContactBasis};
use stiction::plot::{Color, Panel, Series, palette};
use stiction::stability::{
    ConeRows, ContactPoints, PlacedContact, Placement, Reach, Region, RegionShape, Stance,
};

use crate::common::Outcome;

pub(crate) type Round = Stance<CircularCone>;

/// The part of the ground that is shown, from corner to corner [m].
const SEEN: [Vector2<f64>; 2] = [vector![-0.25, -0.36], vector![0.95, 0.36]];

/// One foot on level ground, one ahead on a ramp that leans back.
pub(crate) fn on_a_ramp(friction: f64) -> Outcome<Round> {
    let foot = rectangle([0.0, 0.1, 0.0], [0.0, 0.0, 1.0], [0.1, 0.05], friction)?;
    let ahead = rectangle([0.4, -0.1, 0.2], [-5.0, 0.0, 12.0], [0.1, 0.05], friction)?;
    Ok(Stance::new().with_contact(foot).with_contact(ahead))
}

/// One foot on level ground, one hand on a wall ahead.
pub(crate) fn at_a_wall(friction: f64) -> Outcome<Round> {
    let foot = rectangle([0.0; 3], [0.0, 0.0, 1.0], [0.1, 0.05], friction)?;
    let hand = rectangle([0.5, 0.0, 1.1], [-1.0, 0.0, 0.0], [0.08, 0.05], friction)?;
    Ok(Stance::new().with_contact(foot).with_contact(hand))
}

fn rectangle(
    position: [f64; 3],
    normal: [f64; 3],
    half_sizes: [f64; 2],
    friction: f64,
) -> Outcome<PlacedContact<CircularCone>> {
    // The length of a foot points ahead, that of a hand up.
    let ahead = if normal[2] == 0.0 { Vector3::z() } else { Vector3::x() };
    let basis = ContactBasis::aligned(&normal.into(), &ahead)?;
    let placement = Placement::new(position.into(), basis)?;
    let patch = ContactPoints::rectangle(half_sizes[0], half_sizes[1])?;
    Ok(PlacedContact::new(placement, patch, CircularCone::new(friction)?))
}

/// The outermost positions of the centre of mass, once around or between directions without end.
pub(crate) fn outermost(stance: &Round) -> Outcome<Vec<Vector2<f64>>> {
    let mut points = vec![];
    for angle in (0..180).map(|k| TAU * f64::from(k) / 180.0) {
        let reach = stance.reach([angle.cos(), angle.sin()].into())?;
        points.push(if let Reach::Bounded { position, .. } = reach {
            Some(position)
        } else {
            None
        });
    }
    if let Some(open) = points.iter().position(Option::is_none) {
        points.rotate_left(open);
        let last = points.iter().take_while(|point| point.is_none()).count();
        points.rotate_left(last);
    } else {
        points.push(points[0]);
    }
    Ok(points.into_iter().flatten().collect())
}

/// Positions of the centre of mass on a grid: where contact forces hold it, and where none do.
pub(crate) fn trials(stance: &Round) -> Outcome<[Vec<Vector2<f64>>; 2]> {
    let (mut held, mut lost) = (vec![], vec![]);
    for (x, y) in (-2..10).flat_map(|x| (-3..=3).map(move |y| (f64::from(x), f64::from(y)))) {
        let at = 0.1 * vector![x + 0.5, y];
        let torque = vector![at.y, -at.x, 0.0];
        let holds = stance.contact_forces(&Wrench { force: Vector3::z(), torque })?.is_some();
        if holds { held.push(at) } else { lost.push(at) }
    }
    Ok([held, lost])
}

/// What polyhedral friction cones say.
pub(crate) struct Sided {
    pub(crate) label: String,
    pub(crate) faces: usize,
    /// Where the centre of mass may rest.
    pub(crate) support: Region,
    /// Where the zero-moment point may be.
    pub(crate) pendular: Region,
    pub(crate) reach: Reach,
}

impl Sided {
    pub(crate) fn of(
        stance: &Round,
        sides: usize,
        scale: ConeScale,
        center: &Vector3<f64>,
    ) -> Outcome<Self> {
        let sided = stance.linearized(sides, scale, 0.5 * TAU / sides as f64)?;
        let cone = sided.wrench_cone()?;
        let (ConeRows::Solid { faces } | ConeRows::Flat { faces, .. }) = cone.rows();
        Ok(Self {
            label: format!("{sides} sides, {scale:?}").to_lowercase(),
            faces: faces.len(),
            support: cone.static_support_area()?,
            pendular: cone.pendular_zmp_area(center, 0.0)?,
            reach: sided.reach(Vector2::x())?,
        })
    }

    pub(crate) fn numbers(&self) -> Value {
        json!({
            "faces": self.faces,
            "reach_ahead_m": number(self.reach),
            "support": described(&self.support),
            "pendular": described(&self.pendular),
        })
    }
}

/// A reach as JSON: null is without end.
pub(crate) fn number(reach: Reach) -> Value {
    match reach {
        Reach::Bounded { distance, .. } => json!(distance),
        Reach::Unbounded => Value::Null,
        Reach::Infeasible => json!("none"),
    }
}

fn described(region: &Region) -> Value {
    let pairs = |points: &[Vector2<f64>]| points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>();
    match region.shape() {
        RegionShape::Empty => json!({ "shape": "empty" }),
        RegionShape::Bounded { polygon } => {
            json!({ "shape": "bounded", "area_m2": region.area(), "vertices_m": pairs(polygon) })
        }
        RegionShape::Unbounded { vertices, directions } => {
            let (vertices, directions) = (pairs(vertices), pairs(directions));
            json!({ "shape": "unbounded", "vertices_m": vertices, "directions": directions })
        }
    }
}

/// The vertices of a region, or of what is shown of one without end.
pub(crate) fn outline(region: &Region) -> Outcome<Vec<Vector2<f64>>> {
    if let RegionShape::Bounded { polygon } = region.shape() {
        return Ok(polygon.to_vec());
    }
    // A little more than is shown, so that the cut is out of sight.
    let margin = vector![0.2, 0.2];
    Ok(region.clipped(SEEN[0] - margin, SEEN[1] + margin)?.vertices().to_vec())
}

/// Adds the corners of areas to the columns stance, area, x, y.
pub(crate) fn append(columns: &mut [Vec<f64>; 4], stance: usize, areas: &[Vec<Vector2<f64>>]) {
    for (index, area) in areas.iter().enumerate() {
        for row in area.iter().map(|p| [stance as f64, index as f64, p.x, p.y]) {
            columns.iter_mut().zip(row).for_each(|(column, x)| column.push(x));
        }
    }
}

/// The stance from the side: surfaces, friction cones and the centre of mass.
pub(crate) fn from_the_side(stance: &Round, title: &str, center: Vector3<f64>) -> Panel {
    let mut panel = Panel::new().title(title).x("x [m], ahead").y("z [m], up").equal_aspect();
    for (k, contact) in stance.contacts().iter().enumerate() {
        let (at, normal) = (contact.placement().position(), contact.placement().basis().normal());
        let along = vector![normal.z, 0.0, -normal.x];
        let edge = |side: f64| at + 0.3 * (normal + side * contact.cone().friction() * along);
        let label = |text: &'static str| if k == 0 { text } else { "" };
        let line = |label, points: &[Vector3<f64>], color, width| {
            let (x, z) = (each(points, |p| p.x), each(points, |p| p.z));
            Series::line(label, &x, &z).color(color).width(width)
        };
        let cone = [at, edge(-1.0), edge(1.0)];
        let (x, z) = (each(&cone, |p| p.x), each(&cone, |p| p.z));
        let ends: Vec<_> = contact.points().collect();
        panel = panel
            .series(line("", &[at - 0.3 * along, at + 0.3 * along], palette::GREY, 1.0))
            .series(Series::polygon(label("friction cone"), &x, &z).color(palette::SKY).width(0.6))
            .series(line(label("foot or hand"), &ends, palette::BLACK, 4.0));
    }
    let mass = Series::points("centre of mass", &[center.x], &[center.z]);
    panel.series(mass.color(palette::VERMILION).width(3.0)).arrow(
        [center.x, center.z - 0.05],
        [center.x, center.z - 0.22],
        "",
    )
}

/// The ground from above, with the contacts over it.
pub(crate) fn from_above(stance: &Round, title: &str) -> Panel {
    let [low, high] = SEEN;
    let panel = Panel::new().title(title).x("x [m], ahead").y("y [m], left").equal_aspect();
    let panel = panel.x_range(low.x, high.x).y_range(low.y, high.y);
    stance.contacts().iter().fold(panel, |panel, contact| {
        let corners: Vec<_> = contact.points().map(|p| p.xy()).collect();
        panel.series(area("", &corners, palette::BLACK).width(2.2).opacity(0.1))
    })
}

/// A filled polygon.
pub(crate) fn area(label: &str, points: &[Vector2<f64>], color: Color) -> Series {
    Series::polygon(label, &each(points, |p| p.x), &each(points, |p| p.y)).color(color)
}

/// A thin line from point to point.
pub(crate) fn line(label: &str, points: &[Vector2<f64>], color: Color) -> Series {
    let (x, y) = (each(points, |p| p.x), each(points, |p| p.y));
    Series::line(label, &x, &y).color(color).width(1.0)
}

/// A dot at each point.
pub(crate) fn dots(label: &str, points: &[Vector2<f64>], color: Color) -> Series {
    Series::points(label, &each(points, |p| p.x), &each(points, |p| p.y)).color(color)
}

fn each<P>(points: &[P], number: impl Fn(&P) -> f64) -> Vec<f64> {
    points.iter().map(number).collect()
}
