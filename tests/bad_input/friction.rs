//! Limit sets with bad sizes, and under extreme forces. Parameters of laws are tried by the tests of the registry.

use stiction::friction::{ConvexPolygon, Diagonal, Disc, Ellipsoid, LimitSet, RegularPolygon};

use super::table::{no_nan, refuses_or_works};

#[test]
fn limit_sets() {
    let probe = |built: &dyn Fn(f64, [f64; 2]) -> [f64; 2]| -> Result<(), String> {
        for normal_force in [0.0, 1e-320, 1.0, 1e200] {
            for force in [[0.0, 0.0], [1.0, -2.0], [1e-200, 1e-200], [-1e200, 1e190]] {
                no_nan(&format!("{force:?} at {normal_force}"), &built(normal_force, force))?;
            }
        }
        Ok(())
    };
    fn projected<S: LimitSet<nalgebra::Vector2<f64>>>(
        set: &S,
    ) -> impl Fn(f64, [f64; 2]) -> [f64; 2] + '_ {
        |n, f| {
            let gain = Diagonal::new([1.0, 3.0].into()).unwrap();
            let section = set.at(n).unwrap();
            let both = section.project(&1.0, f.into()) + section.project(&gain, f.into()) * 0.0;
            [both.x, both.y]
        }
    }
    refuses_or_works("Disc", &[("radius", 0.5)], |v| Disc::new(v[0]), |s| probe(&projected(s)));
    refuses_or_works(
        "Ellipsoid",
        &[("semi_axes", 0.5)],
        |v| Ellipsoid::new([v[0], 0.1].into()),
        |s| probe(&projected(s)),
    );
    refuses_or_works(
        "RegularPolygon",
        &[("apothem", 0.5), ("phase", 0.3)],
        |v| RegularPolygon::new(5, v[0], v[1]),
        |s| probe(&projected(s)),
    );
    refuses_or_works(
        "ConvexPolygon",
        &[("vertices", 1.0)],
        |v| ConvexPolygon::new(&[[v[0], -0.5].into(), [0.0, 1.0].into(), [-1.0, -0.5].into()]),
        |s| probe(&projected(s)),
    );
}
