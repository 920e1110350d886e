//! A map transposes: its efforts lose no power against its flows. Maps that files can name are tried by the tests of the
//! registry.

use nalgebra::{Matrix1x2, Matrix2x3, SMatrix, Vector2, Vector3};
use stiction::core::coupling::from_fns;
use stiction::core::{Coupling, KinematicMap};
use stiction::mechanics::PointsBetween;
use stiction::prelude::*;
use stiction::testing::assert_adjoint;

use super::{fails, x3};

/// Distance of a point from the origin: a row matrix that depends on the pose.
#[derive(Debug)]
struct Distance;
impl KinematicMap for Distance {
    type From = Plane;
    type To = Line;
    type Psi = Matrix1x2<f64>;
    fn at(&self, point: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
        (point.pose.norm(), point.pose.transpose() / point.pose.norm())
    }
}

/// A matrix between ports of different domains.
#[derive(Debug)]
struct Mixed;
impl KinematicMap for Mixed {
    type From = (Line, Plane);
    type To = Plane;
    type Psi = Matrix2x3<f64>;
    fn at(&self, (a, b): &(Motion<Line>, Motion<Plane>)) -> (Vector2<f64>, Matrix2x3<f64>) {
        let psi = Matrix2x3::new(1.0, a.pose, b.pose.x, -3.0, 0.5, b.pose.y);
        (b.pose, psi)
    }
}

/// A map from three ports to a point, with its wrench.
#[derive(Debug)]
struct Spatial;
impl KinematicMap for Spatial {
    type From = (Shaft, Shaft, Space);
    type To = SpatialFrame;
    type Psi = SMatrix<f64, 6, 5>;
    fn at(
        &self,
        (a, b, c): &(Motion<Shaft>, Motion<Shaft>, Motion<Space>),
    ) -> (Pose, SMatrix<f64, 6, 5>) {
        let psi = SMatrix::from_fn(|i, j| (1.0 + i as f64) * a.pose.sin() + j as f64 * b.pose);
        (Pose::at(c.pose), psi)
    }
}

#[test]
fn maps_of_ones_own_are_adjoint() {
    assert_adjoint(&Distance);
    assert_adjoint(&Mixed);
    assert_adjoint(&Spatial);
    let points = PointsBetween::builder().first(x3(0.1, 0.2, 0.3)).second(x3(-1.0, 0.4, 0.0));
    assert_adjoint(&points.build().unwrap());
}

/// Controls: maps with one wrong entry, one wrong sign, one wrong lever arm.
#[test]
fn maps_that_are_not_adjoint_are_found() {
    assert!(fails(|| assert_adjoint(&from_fns::<Line, Line, _, _>(
        |m| Motion { pose: 2.0 * m.pose, flow: 2.0 * m.flow },
        |_, f| 2.0 * (1.0 + 1e-9) * f,
    ))));
    assert!(fails(|| assert_adjoint(&from_fns::<(Line, Line), Line, _, _>(
        |(a, b)| Motion { pose: b.pose - a.pose, flow: b.flow - a.flow },
        |_, f| (*f, *f),
    ))));
    // The map back omits the lever arm.
    let point = BodyPoint::builder().point(x3(0.2, 0.5, -0.7)).build().unwrap();
    assert!(fails(|| assert_adjoint(&from_fns::<SpatialFrame, Space, _, _>(
        move |m| point.motion(m),
        |_, f| Wrench { force: *f, torque: Vector3::zeros() },
    ))));
    // The map is adjoint at each motion, but not linear in the flow.
    assert!(fails(|| assert_adjoint(&from_fns::<Line, Line, _, _>(
        |m| Motion { pose: m.pose, flow: m.flow * m.flow },
        |m, f| m.flow * f,
    ))));
}
