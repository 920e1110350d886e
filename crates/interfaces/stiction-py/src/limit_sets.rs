//! Limit sets: the friction that is admissible under a normal force, and the nearest admissible one.
//!
//! Forces cross as rows in one array, with a normal force for each.

use std::sync::Arc;

use nalgebra::{Vector1, Vector2, Vector3};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stiction::core::{ParameterError, Vector};
use stiction::friction::{ConvexPolygon, Diagonal, Disc, Ellipsoid, LimitSet, RegularPolygon};

use crate::error::{plain, refused};

/// Answers a question about a force, or a slip velocity, under a normal force.
type Question<T> = Box<dyn Fn(&[f64], f64) -> Result<T, ParameterError> + Send + Sync>;

/// Writes the projection of a force under a normal force; in the metric of a gain, or the Euclidean one.
type Projection = Box<
    dyn Fn(&[f64], f64, Option<&[f64]>, &mut [f64]) -> Result<(), ParameterError> + Send + Sync,
>;

/// A limit set that evaluates rows of `width` numbers.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct LimitSetRows {
    /// Numbers of a force.
    #[pyo3(get)]
    width: usize,
    contains: Question<bool>,
    margin: Question<f64>,
    support: Question<f64>,
    project: Projection,
}

fn vector<V: Vector>(row: &[f64]) -> V {
    V::from_axes(|axis| row[axis])
}

/// Forgets the type of a set in the space of `V`.
fn of<V: Vector>(set: impl LimitSet<V>) -> LimitSetRows {
    let set = Arc::new(set);
    let [holding, spare, power, nearest] = [(); 4].map(|()| Arc::clone(&set));
    LimitSetRows {
        width: V::LEN,
        contains: Box::new(move |row, normal| Ok(holding.at(normal)?.contains(vector(row)))),
        margin: Box::new(move |row, normal| Ok(spare.at(normal)?.margin(vector(row)))),
        support: Box::new(move |row, normal| Ok(power.at(normal)?.support(vector(row)))),
        project: Box::new(move |row, normal, gain, to| {
            let section = nearest.at(normal)?;
            let nearest = match gain {
                None => section.project(&1.0, vector(row)),
                Some(gain) => section.project(&Diagonal::new(vector::<V>(gain))?, vector(row)),
            };
            for (axis, number) in to.iter_mut().enumerate() {
                *number = nearest.axis(axis);
            }
            Ok(())
        }),
    }
}

fn too_many(axes: usize) -> PyErr {
    plain("ShapeError", &format!("forces have 1, 2 or 3 axes, found {axes}"))
}

#[pymethods]
impl LimitSetRows {
    #[staticmethod]
    fn disc(radius: f64, width: usize) -> PyResult<Self> {
        let disc = Disc::new(radius).map_err(refused)?;
        match width {
            1 => Ok(of::<Vector1<f64>>(disc)),
            2 => Ok(of::<Vector2<f64>>(disc)),
            3 => Ok(of::<Vector3<f64>>(disc)),
            _ => Err(too_many(width)),
        }
    }

    #[staticmethod]
    fn ellipsoid(semi_axes: Vec<f64>) -> PyResult<Self> {
        fn new<V: Vector>(semi_axes: &[f64]) -> PyResult<LimitSetRows> {
            Ok(of::<V>(Ellipsoid::new(vector::<V>(semi_axes)).map_err(refused)?))
        }
        match semi_axes.len() {
            1 => new::<Vector1<f64>>(&semi_axes),
            2 => new::<Vector2<f64>>(&semi_axes),
            3 => new::<Vector3<f64>>(&semi_axes),
            axes => Err(too_many(axes)),
        }
    }

    #[staticmethod]
    fn regular_polygon(sides: usize, apothem: f64, phase: f64) -> PyResult<Self> {
        let set = RegularPolygon::new(sides, apothem, phase).map_err(refused)?;
        Ok(of::<Vector2<f64>>(set))
    }

    #[staticmethod]
    fn convex_polygon(vertices: Vec<[f64; 2]>) -> PyResult<Self> {
        let vertices: Vec<_> = vertices.into_iter().map(Vector2::from).collect();
        let set = ConvexPolygon::new(&vertices).map_err(refused)?;
        Ok(of::<Vector2<f64>>(set))
    }

    /// Returns whether each of the forces is admissible.
    fn contains<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
        normal_forces: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.each(&rows, &normal_forces, &self.contains, py)
    }

    /// Returns the normal force to spare of each.
    fn margin<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
        normal_forces: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.each(&rows, &normal_forces, &self.margin, py)
    }

    /// Returns the largest power that friction takes at each slip velocity.
    fn support<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
        normal_forces: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.each(&rows, &normal_forces, &self.support, py)
    }

    /// Returns the nearest admissible force to each.
    fn project<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
        normal_forces: PyReadonlyArray1<'py, f64>,
        gain: Option<Vec<f64>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        if gain.as_ref().is_some_and(|gain| gain.len() != self.width) {
            return Err(plain("ShapeError", "gain: one number per axis is needed"));
        }
        let rows = rows.as_slice()?;
        let mut found = vec![0.0; rows.len()];
        let pairs = rows.chunks_exact(self.width).zip(normal_forces.as_slice()?);
        for ((row, normal), to) in pairs.zip(found.chunks_exact_mut(self.width)) {
            (self.project)(row, *normal, gain.as_deref(), to).map_err(refused)?;
        }
        Ok(found.into_pyarray(py))
    }
}

impl LimitSetRows {
    /// Evaluates each row with its normal force.
    fn each<'py, T: numpy::Element>(
        &self,
        rows: &PyReadonlyArray1<'py, f64>,
        normal_forces: &PyReadonlyArray1<'py, f64>,
        ask: &Question<T>,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let rows = rows.as_slice()?.chunks_exact(self.width).zip(normal_forces.as_slice()?);
        let found: Result<Vec<T>, _> = rows.map(|(row, normal)| ask(row, *normal)).collect();
        Ok(found.map_err(refused)?.into_pyarray(py))
    }
}
