//! Friction cones: is a contact force admissible, by how much, and which one is nearest.
//!
//! Forces cross as rows in one array: 3 numbers of a force, or 6 of a wrench with the force first.

use nalgebra::Vector3;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stiction::core::{Flat, Wrench};
use stiction::friction::cone::{
    CircularCone, ConeScale, ContactDimension, ContactFriction, EllipticCone, LinearizedCone,
    PyramidalCone,
};

use crate::error::refused;

enum Kind {
    Circular(CircularCone),
    Linearized(LinearizedCone),
    Elliptic(EllipticCone),
    Pyramidal(PyramidalCone),
}

/// A friction cone in the axes of a contact, z along its normal.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct Cone(Kind);

fn force(row: &[f64]) -> Vector3<f64> {
    Vector3::from_column_slice(row)
}

/// Returns the coefficients of a contact, which transmits the components that have one.
fn coefficients(
    sliding: [f64; 2],
    torsional: Option<f64>,
    rolling: Option<[f64; 2]>,
) -> PyResult<ContactFriction> {
    let dimension = match (torsional, rolling) {
        (_, Some(_)) => ContactDimension::Rolling,
        (Some(_), None) => ContactDimension::Torsional,
        (None, None) => ContactDimension::Sliding,
    };
    let friction = ContactFriction::builder().dimension(dimension).sliding(sliding);
    let friction = friction.torsional(torsional.unwrap_or(0.0));
    friction.rolling(rolling.unwrap_or_default()).build().map_err(refused)
}

#[pymethods]
impl Cone {
    #[staticmethod]
    fn circular(friction: f64) -> PyResult<Self> {
        Ok(Self(Kind::Circular(CircularCone::new(friction).map_err(refused)?)))
    }

    #[staticmethod]
    fn linearized(friction: f64, sides: usize, scale: &str, phase: f64) -> PyResult<Self> {
        let scale = match scale {
            "inner" => ConeScale::Inner,
            "outer" => ConeScale::Outer,
            "equal_area" => ConeScale::EqualArea,
            "equal_perimeter" => ConeScale::EqualPerimeter,
            "equal_mean_radius" => ConeScale::EqualMeanRadius,
            "minimax" => ConeScale::Minimax,
            other => {
                let known = "inner, outer, equal_area, equal_perimeter, equal_mean_radius, minimax";
                return Err(refused(format!("scale must be one of {known}, found `{other}`")));
            }
        };
        let cone = LinearizedCone::builder().friction(friction).sides(sides).scale(scale);
        Ok(Self(Kind::Linearized(cone.phase(phase).build().map_err(refused)?)))
    }

    #[staticmethod]
    fn elliptic(
        sliding: [f64; 2],
        torsional: Option<f64>,
        rolling: Option<[f64; 2]>,
    ) -> PyResult<Self> {
        let friction = coefficients(sliding, torsional, rolling)?;
        Ok(Self(Kind::Elliptic(EllipticCone::new(friction))))
    }

    #[staticmethod]
    fn pyramidal(
        sliding: [f64; 2],
        torsional: Option<f64>,
        rolling: Option<[f64; 2]>,
    ) -> PyResult<Self> {
        let friction = coefficients(sliding, torsional, rolling)?;
        Ok(Self(Kind::Pyramidal(PyramidalCone::new(friction))))
    }

    /// Numbers of a force, 3, or of a wrench, 6.
    #[getter]
    fn width(&self) -> usize {
        match self.0 {
            Kind::Circular(_) | Kind::Linearized(_) => 3,
            Kind::Elliptic(_) | Kind::Pyramidal(_) => 6,
        }
    }

    /// Returns whether the cone contains each of the forces.
    fn contains<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let rows = rows.as_slice()?.chunks_exact(self.width());
        let found: Vec<bool> = match &self.0 {
            Kind::Circular(cone) => rows.map(|row| cone.contains(&force(row))).collect(),
            Kind::Linearized(cone) => rows.map(|row| cone.contains(&force(row))).collect(),
            Kind::Elliptic(cone) => rows.map(|row| cone.contains(&Wrench::load(row))).collect(),
            Kind::Pyramidal(cone) => rows.map(|row| cone.contains(&Wrench::load(row))).collect(),
        };
        Ok(found.into_pyarray(py))
    }

    /// Returns the force to spare of each.
    fn margin<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let rows = rows.as_slice()?.chunks_exact(self.width());
        let found: Vec<f64> = match &self.0 {
            Kind::Circular(cone) => rows.map(|row| cone.gap(&force(row))).collect(),
            Kind::Linearized(cone) => rows.map(|row| cone.margin(&force(row))).collect(),
            Kind::Elliptic(cone) => rows.map(|row| cone.margin(&Wrench::load(row))).collect(),
            Kind::Pyramidal(cone) => rows.map(|row| cone.margin(&Wrench::load(row))).collect(),
        };
        Ok(found.into_pyarray(py))
    }

    /// Returns the nearest force of the cone to each.
    fn project<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (rows, width) = (rows.as_slice()?, self.width());
        let mut found = vec![0.0; rows.len()];
        for (row, to) in rows.chunks_exact(width).zip(found.chunks_exact_mut(width)) {
            match &self.0 {
                Kind::Circular(cone) => to.copy_from_slice(cone.project(&force(row)).as_slice()),
                Kind::Linearized(cone) => to.copy_from_slice(cone.project(&force(row)).as_slice()),
                Kind::Elliptic(cone) => cone.project(&Wrench::load(row)).store(to),
                Kind::Pyramidal(cone) => cone.project(&Wrench::load(row)).store(to),
            }
        }
        Ok(found.into_pyarray(py))
    }

    /// The edges of a cone with flat sides, one after the other.
    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let edges: Vec<f64> = match &self.0 {
            Kind::Circular(_) | Kind::Elliptic(_) => return None,
            Kind::Linearized(cone) => cone.rays().flat_map(<[f64; 3]>::from).collect(),
            Kind::Pyramidal(cone) => cone.edges().as_slice().to_vec(),
        };
        Some(edges.into_pyarray(py))
    }
}
