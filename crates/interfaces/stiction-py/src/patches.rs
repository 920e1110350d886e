//! Pressure under a pad, the friction of its steady motions, and limit surfaces.
//!
//! Twists and wrenches cross as rows of three numbers in one array.

use nalgebra::Vector2;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use stiction::core::{Flat, PlanarTwist, PlanarWrench};
use stiction::patch::{
    ContactPatch, Grid, LimitSurface as Table, LimitSurfaceError, Surface, steady,
};

use crate::error::refused;

fn of_table(error: LimitSurfaceError) -> PyErr {
    match error {
        LimitSurfaceError::Read { source, .. } | LimitSurfaceError::Write { source, .. } => {
            source.into()
        }
        error => refused(error),
    }
}

/// Applies a function to every three numbers.
fn each<'py>(
    py: Python<'py>,
    rows: &PyReadonlyArray1<'py, f64>,
    wrench: impl Fn(&PlanarTwist) -> PlanarWrench + Sync,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let rows = rows.as_slice()?;
    let mut found = vec![0.0; rows.len()];
    py.detach(|| {
        for (row, to) in rows.chunks_exact(3).zip(found.chunks_exact_mut(3)) {
            wrench(&PlanarTwist::load(row)).store(to);
        }
    });
    Ok(found.into_pyarray(py))
}

/// The distribution of the load of a pad over its cells or points.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct Patch(ContactPatch);

#[pymethods]
impl Patch {
    /// Makes a patch of the pressures of square cells, row after row from +y to -y.
    #[staticmethod]
    fn of_rows(size: f64, rows: Vec<Vec<f64>>) -> PyResult<Self> {
        Ok(Self(ContactPatch::from_rows(size, &rows).map_err(refused)?))
    }

    /// Makes a patch of points: x, y, and share of the load.
    #[staticmethod]
    fn of_points(points: Vec<(f64, f64, f64)>) -> PyResult<Self> {
        let points = points.into_iter().map(|(x, y, share)| (Vector2::new(x, y), share));
        Ok(Self(ContactPatch::from_points(points).map_err(refused)?))
    }

    /// Returns one of the surfaces of Waltersson and Karayiannidis by its name.
    #[staticmethod]
    fn surface(name: &str, cells: usize, size: f64) -> PyResult<Self> {
        let found = Surface::ALL.into_iter().find(|surface| surface.name() == name);
        let surface = found.ok_or_else(|| {
            let known: Vec<String> = Surface::ALL.map(|surface| surface.name().to_owned()).into();
            crate::error::unknown_name("surface", name, &known)
        })?;
        let grid = Grid::new(cells, size).map_err(refused)?;
        Ok(Self(surface.patch(grid).map_err(refused)?))
    }

    /// Makes a patch of uniform pressure between two radii.
    #[staticmethod]
    fn ring(inner: f64, outer: f64, cells: usize, size: f64) -> PyResult<Self> {
        let grid = Grid::new(cells, size).map_err(refused)?;
        Ok(Self(ContactPatch::ring(grid, inner, outer).map_err(refused)?))
    }

    #[getter]
    fn x<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.x().to_vec().into_pyarray(py)
    }

    #[getter]
    fn y<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.y().to_vec().into_pyarray(py)
    }

    #[getter]
    fn weight<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.weight().to_vec().into_pyarray(py)
    }

    #[getter]
    fn center_of_pressure(&self) -> (f64, f64) {
        let center = self.0.center_of_pressure();
        (center.x, center.y)
    }

    #[getter]
    fn radius(&self) -> f64 {
        self.0.radius()
    }

    /// Returns the Coulomb friction of steady twists, per unit of friction and load.
    fn wrench<'py>(
        &self,
        py: Python<'py>,
        twists: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        each(py, &twists, |twist| steady::coulomb(&self.0, twist))
    }
}

/// The friction for all directions of motion, in a table.
#[pyclass(frozen, module = "stiction._stiction")]
pub(crate) struct LimitSurface(Table);

#[pymethods]
impl LimitSurface {
    #[new]
    fn new(py: Python<'_>, patch: &Patch, samples: usize) -> PyResult<Self> {
        Ok(Self(py.detach(|| Table::new(&patch.0, samples)).map_err(of_table)?))
    }

    /// Reads a file that `save` or the command wrote.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Self> {
        Ok(Self(Table::load(path).map_err(of_table)?))
    }

    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        self.0.save(path).map_err(of_table)
    }

    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        Ok(Self(Table::from_json(text).map_err(of_table)?))
    }

    fn to_json(&self) -> PyResult<String> {
        self.0.to_json().map_err(of_table)
    }

    #[getter]
    fn samples(&self) -> usize {
        self.0.samples()
    }

    #[getter]
    fn radius(&self) -> f64 {
        self.0.sampled_radius()
    }

    fn wrench<'py>(
        &self,
        py: Python<'py>,
        twists: PyReadonlyArray1<'py, f64>,
        radius: f64,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        each(py, &twists, |twist| self.0.wrench(radius, twist))
    }

    /// Returns the largest and the root mean square error of the table for a patch, by component of the normalised
    /// wrench.
    fn deviation(&self, py: Python<'_>, patch: &Patch) -> PyResult<([f64; 3], [f64; 3])> {
        let found = py.detach(|| self.0.deviation(&patch.0)).map_err(of_table)?;
        Ok((found.largest.into(), found.root_mean_square.into()))
    }
}
