//! Contact stability of given stances: wrench cones, support areas, conic programs.

use nalgebra::{Matrix3, Rotation3, Vector2, Vector3, Vector6};
use serde_json::Value;
use stiction_core::Wrench;
use stiction_friction::cone::{CircularCone, ConeScale, ContactBasis, LinearizedCone};
use stiction_stability::{
    ConeRows, ContactPoints, GravitoInertial, PlacedContact, Placement, Reach, RectangularPatch,
    Region, RegionShape, Stance, WrenchCone,
};

use super::json;

/// Polygons have exact vertices; they are computed to rounding, the coordinates are below 1 m.
const VERTEX: f64 = 1e-9;
/// Stated with the extents, which come from interior-point solvers.
const EXTENT: f64 = 1e-6;
/// Faces are known to rounding; their largest component is 1.
const ROW: f64 = 1e-12;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn point(value: &Value) -> Vector3<f64> {
    Vector3::from_column_slice(&numbers(value))
}

fn wrench(w: &[f64]) -> Wrench {
    Wrench {
        force: Vector3::from_column_slice(&w[..3]),
        torque: Vector3::from_column_slice(&w[3..]),
    }
}

/// Returns the stance with circular cones of the coefficient that the table calls `mu_f`.
fn stance(description: &Value) -> Stance<CircularCone> {
    list(&description["contacts"]).iter().fold(Stance::new(), |stance, contact| {
        let rows: Vec<f64> = list(&contact["R"]).iter().flat_map(numbers).collect();
        let turn = Rotation3::from_matrix_unchecked(Matrix3::from_row_slice(&rows));
        let basis = ContactBasis::from_rotation(turn).unwrap();
        let placement = Placement::new(point(&contact["p"]), basis).unwrap();
        let patch = match contact["kind"].as_str().unwrap() {
            "rect" => ContactPoints::rectangle(number(&contact["X"]), number(&contact["Y"])),
            "point" => Ok(ContactPoints::point()),
            other => panic!("contact of kind {other}"),
        };
        let cone = CircularCone::new(number(&contact["mu_f"])).unwrap();
        stance.with_contact(PlacedContact::new(placement, patch.unwrap(), cone))
    })
}

/// Returns the stance with cones of n sides, the first vertex π/n from the tangent: four sides are the square pyramid.
fn polyhedral(
    stance: &Stance<CircularCone>,
    sides: usize,
    scale: ConeScale,
) -> Stance<LinearizedCone> {
    stance.linearized(sides, scale, std::f64::consts::PI / sides as f64).unwrap()
}

fn each_stance(check: impl Fn(&str, &Value, &Stance<CircularCone>, &WrenchCone)) {
    let file = json("cones/stances_S1_S2.json");
    let stances = list(&file["stances"]);
    assert_eq!(stances.len(), 2);
    for description in stances {
        let name = description["name"].as_str().unwrap();
        let stance = stance(description);
        let cone = polyhedral(&stance, 4, ConeScale::Outer).wrench_cone().unwrap();
        check(name, description, &stance, &cone);
    }
}

/// Asserts that two lists hold the same vectors in some order.
fn assert_same_vectors(name: &str, found: &[Vec<f64>], expected: &[Vec<f64>], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{name}");
    let apart =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let mut free: Vec<&Vec<f64>> = found.iter().collect();
    for vector in expected {
        let distances = free.iter().map(|f| apart(f, vector)).enumerate();
        let (nearest, distance) = distances.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert!(distance <= tolerance, "{name}: {vector:?} is {distance:e} from the nearest");
        free.swap_remove(nearest);
    }
}

fn to_largest_one(row: &Vector6<f64>) -> Vec<f64> {
    (row / row.amax()).iter().copied().collect()
}

fn faces(cone: &WrenchCone) -> &[Vector6<f64>] {
    match cone.rows() {
        ConeRows::Solid { faces } => faces,
        ConeRows::Flat { .. } => panic!("a foot has a cone with interior"),
    }
}

#[test]
fn faces_and_generators() {
    each_stance(|name, expected, _, cone| {
        assert_eq!(cone.generators().len() as u64, expected["n_generators"].as_u64().unwrap());
        assert_eq!(cone.rank() as u64, expected["rank"].as_u64().unwrap());
        let rows: Vec<_> = faces(cone).iter().map(to_largest_one).collect();
        assert_eq!(rows.len() as u64, expected["n_facets"].as_u64().unwrap());
        let known: Vec<_> =
            list(&expected["hrep_contact_wrench_le0"]).iter().map(numbers).collect();
        assert_same_vectors(name, &rows, &known, ROW);
    });
}

/// Reads vertices as "p/q" to the double nearest to the fraction.
fn exact(value: &Value) -> Vec<Vector2<f64>> {
    let fraction = |text: &Value| {
        let text = text.as_str().unwrap();
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    list(value).iter().map(|v| Vector2::new(fraction(&v[0]), fraction(&v[1]))).collect()
}

/// Asserts the same polygon, both counter-clockwise, from whatever vertex.
fn assert_polygon(name: &str, region: &Region, expected: &[Vector2<f64>]) {
    let RegionShape::Bounded { polygon } = region.shape() else { panic!("{name}: {region:?}") };
    assert_eq!(polygon.len(), expected.len(), "{name}");
    let apart = |shift: usize| {
        let turned = polygon.iter().cycle().skip(shift);
        turned.zip(expected).map(|(a, b)| (a - b).amax()).fold(0.0, f64::max)
    };
    let off = (0..polygon.len()).map(apart).fold(f64::INFINITY, f64::min);
    assert!(off <= VERTEX, "{name}: off by {off:e}");
}

#[test]
fn static_support_areas() {
    each_stance(|name, expected, _, cone| {
        let area = cone.static_support_area().unwrap();
        assert_polygon(name, &area, &exact(&expected["static_polygon_exact"]));
    });
}

#[test]
fn pendular_zmp_areas() {
    each_stance(|name, expected, _, cone| {
        let pendulum = &expected["lpm"];
        let area =
            cone.pendular_zmp_area(&point(&pendulum["p_G"]), number(&pendulum["z_Z"])).unwrap();
        assert_eq!(pendulum["bounded"], true);
        assert_polygon(name, &area, &exact(&pendulum["exact"]));
    });
}

#[test]
fn positions_of_the_center_of_mass() {
    each_stance(|name, expected, stance, cone| {
        let area = cone.static_support_area().unwrap();
        let square = polyhedral(stance, 4, ConeScale::Outer);
        for test in list(&expected["com_tests"]) {
            let at = Vector2::from_column_slice(&numbers(&test["com_xy"]));
            let inside = test["inside"].as_bool().unwrap();
            assert_eq!(area.contains(at), inside, "{name} {at}");
            let distance = area.signed_distance(at) - number(&test["signed_distance"]);
            assert!(distance.abs() <= VERTEX, "{name} {at}: {distance:e}");

            let rest = wrench(&[0.0, 0.0, 1.0, at.y, -at.x, 0.0]);
            // The table has three digits of it.
            let known = number(&test["lp_residual_L1"]);
            let digits =
                if known > 0.0 { 0.5 * 10_f64.powf(known.log10().floor() - 2.0) } else { 0.0 };
            let off = square.wrench_residual(&rest).unwrap() - known;
            assert!(off.abs() <= digits + VERTEX, "{name} {at}: {off:e}");
            assert_eq!(square.contact_forces(&rest).unwrap().is_some(), inside, "{name} {at}");
        }
    });
}

#[test]
fn motions() {
    each_stance(|name, expected, _, cone| {
        for test in list(&expected["dynamic_tests"]) {
            let motion = GravitoInertial::builder()
                .mass(number(&test["m"]))
                .center_of_mass(point(&test["p_G"]))
                .acceleration(point(&test["acc"]))
                .angular_momentum_rate(point(&test["Ldot"]))
                .gravity(Vector3::new(0.0, 0.0, -number(&test["g"])))
                .build()
                .unwrap();
            let (found, known) = (motion.contact_wrench(), wrench(&numbers(&test["w_contact"])));
            // Forces below 600 N and moments below 100 N m, with four roundings each.
            assert!((found.force - known.force).amax() < 1e-12, "{name}");
            assert!((found.torque - known.torque).amax() < 1e-12, "{name}");
            let stability = cone.stability(&motion);
            assert_eq!(stability.holds, test["stable"].as_bool().unwrap(), "{name}");
            let off = stability.relative_margin + number(&test["max_row_normalised"]);
            assert!(off.abs() <= ROW, "{name}: {off:e}");
        }
    });
}

#[test]
fn extents() {
    each_stance(|name, expected, stance, _| {
        let table = &expected["extents"];
        assert_eq!(number(&table["tolerance"]), EXTENT);
        let columns: Vec<_> =
            list(&table["columns"]).iter().map(|column| column.as_str().unwrap()).collect();
        assert_eq!(columns, ["dx", "dy", "inner4", "inner16", "circular", "outer16", "outer4"]);
        let inner = [4, 16].map(|sides| polyhedral(stance, sides, ConeScale::Inner));
        let outer = [16, 4].map(|sides| polyhedral(stance, sides, ConeScale::Outer));
        for row in list(&table["rows"]).iter().map(numbers) {
            let direction = Vector2::new(row[0], row[1]);
            let reach = [
                inner[0].reach(direction),
                inner[1].reach(direction),
                stance.reach(direction),
                outer[0].reach(direction),
                outer[1].reach(direction),
            ];
            for ((reach, known), column) in reach.iter().zip(&row[2..]).zip(&columns[2..]) {
                let Ok(Reach::Bounded { distance, .. }) = reach else {
                    panic!("{name}: {reach:?}")
                };
                let off = distance - known;
                assert!(off.abs() <= EXTENT, "{name} {column} {direction}: {off:e}");
            }
        }
    });
}

#[test]
fn rectangle_in_closed_form() {
    let file = json("cones/cwc_rect_first.json");
    for known in list(&file["cones"]) {
        let patch = RectangularPatch::builder()
            .half_length(number(&known["X"]))
            .half_width(number(&known["Y"]))
            .face_coefficient(number(&known["mu_f"]))
            .build()
            .unwrap();
        let rows = patch.rows();
        let expected: Vec<Vec<f64>> = list(&known["U"]).iter().map(numbers).collect();
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(&expected) {
            // In the same order and of the same length.
            let off = (row - Vector6::from_column_slice(expected)).amax();
            assert!(off <= ROW, "{row} {expected:?}");
        }
        for test in list(&known["tests"]) {
            let w = numbers(&test["w"]);
            let heights = rows.map(|row| row.dot(&Vector6::from_column_slice(&w)));
            let highest = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!((highest - number(&test["max_row"])).abs() <= ROW, "{w:?}");
            // Rows may tie to rounding.
            let row = test["row"].as_u64().unwrap() as usize;
            assert!((highest - heights[row]).abs() <= ROW, "{w:?}");
            let inside = test["inside"].as_bool().unwrap();
            assert_eq!(patch.contains(&wrench(&w)), inside, "{w:?}");
            let margin = patch.margin(&wrench(&w));
            assert!(if inside { margin >= 0.0 } else { margin < 0.0 }, "{w:?}: {margin:e}");
        }
    }
}
