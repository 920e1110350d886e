//! Small hosts that know nothing of friction, for the tests.

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use stiction_core::{Line, Plane, Space, VectorDomain};
use stiction_friction::GsatFriction;
use stiction_host::{Dense, ElementLaw, HostError, HostFriction, Placed, Report};

pub(crate) mod arm;
pub(crate) mod capsule;
pub(crate) mod mechanisms;

/// A linear system `M q̈ + C q̇ + S q = F(t) + Jᵀ efforts`, stepped by linearly implicit Euler in C and S, as
/// engines do with their own dampers and contacts.
///
/// Friction gets `J M⁻¹ Jᵀ` of the masses alone; if C and S are not zero the motion that the host makes
/// is therefore not the one that the friction predicts.
#[derive(Clone, Debug)]
pub(crate) struct LinearHost {
    pub(crate) mass: DMatrix<f64>,
    pub(crate) damping: DMatrix<f64>,
    pub(crate) stiffness: DMatrix<f64>,
    /// One row per friction row.
    pub(crate) jacobian: DMatrix<f64>,
    pub(crate) position: DVector<f64>,
    pub(crate) velocity: DVector<f64>,
}

impl LinearHost {
    /// Creates a host without dampers and springs: its motion is the predicted one.
    pub(crate) fn free(mass: DMatrix<f64>, jacobian: DMatrix<f64>) -> Self {
        let n = mass.nrows();
        Self {
            damping: DMatrix::zeros(n, n),
            stiffness: DMatrix::zeros(n, n),
            position: DVector::zeros(n),
            velocity: DVector::zeros(n),
            mass,
            jacobian,
        }
    }

    /// Creates a mass \[kg\] that one row moves along, or a shaft.
    pub(crate) fn mass(mass: f64) -> Self {
        Self::free(DMatrix::from_element(1, 1, mass), DMatrix::identity(1, 1))
    }

    fn implicit(&self, step: f64) -> Cholesky<f64, Dyn> {
        let matrix = &self.mass + step * &self.damping + step * step * &self.stiffness;
        matrix.cholesky().expect("a positive mass")
    }

    /// Returns `J M⁻¹ Jᵀ`, row by row.
    pub(crate) fn effective_mass(&self) -> Vec<f64> {
        let factor = self.mass.clone().cholesky().expect("a positive mass");
        let responses = factor.solve(&self.jacobian.transpose());
        let product = &self.jacobian * responses;
        let symmetric = (&product + product.transpose()) * 0.5;
        symmetric.as_slice().to_vec()
    }

    /// Returns the velocity after a step under `force`.
    pub(crate) fn velocity_after(&self, step: f64, force: &DVector<f64>) -> DVector<f64> {
        let spring = &self.stiffness * (&self.position + step * &self.velocity);
        let push = force - &self.damping * &self.velocity - spring;
        &self.velocity + self.implicit(step).solve(&push) * step
    }

    /// Returns the velocities of the rows after a step without friction.
    pub(crate) fn free_velocity(&self, step: f64, force: &DVector<f64>) -> DVector<f64> {
        &self.jacobian * self.velocity_after(step, force)
    }

    /// Makes a step under `force` and the efforts on the rows; returns how far the rows have moved.
    pub(crate) fn advance(
        &mut self,
        step: f64,
        force: &DVector<f64>,
        efforts: &[f64],
    ) -> DVector<f64> {
        let friction = self.jacobian.transpose() * DVector::from_column_slice(efforts);
        self.velocity = self.velocity_after(step, &(force + friction));
        let before = self.position.clone();
        self.position += step * &self.velocity;
        &self.jacobian * (&self.position - before)
    }

    /// Returns the positions of the rows.
    pub(crate) fn rows_at(&self) -> DVector<f64> {
        &self.jacobian * &self.position
    }

    /// Takes one step with the friction, which follows the motion.
    pub(crate) fn step(
        &mut self,
        friction: &mut HostFriction,
        step: f64,
        force: &DVector<f64>,
    ) -> Result<Report, HostError> {
        let entries = self.effective_mass();
        let free = self.free_velocity(step, force);
        let report =
            friction.solve(step, &Dense::new(self.jacobian.nrows(), &entries)?, free.as_slice())?;
        let moved = self.advance(step, force, friction.efforts());
        friction.follow(moved.as_slice())?;
        Ok(report)
    }
}

/// Solves for the friction with an effective mass as a matrix, row by row.
pub(crate) fn solve(friction: &mut HostFriction, step: f64, mass: &[f64], free: &[f64]) -> Report {
    friction.solve(step, &Dense::new(free.len(), mass).unwrap(), free).unwrap()
}

/// Stiffness, damping and limit of a law.
pub(crate) type Numbers = [f64; 3];

pub(crate) fn gsat<D: VectorDomain>([stiffness, damping, limit]: Numbers) -> GsatFriction<D> {
    GsatFriction::builder().stiffness(stiffness).damping(damping).limit(limit).build().unwrap()
}

/// Returns friction with one element of this law, under this load.
pub(crate) fn one(law: ElementLaw, load: f64) -> HostFriction {
    let mut friction = HostFriction::new();
    let law = friction.add_law(law);
    friction.arrange([Placed { key: 0, law, load }]).unwrap();
    friction
}

/// Returns friction with one gsat element.
pub(crate) fn one_gsat<D: VectorDomain>(numbers: Numbers) -> HostFriction {
    one(ElementLaw::try_from(&gsat::<D>(numbers)).unwrap(), 0.0)
}

/// Returns elements with these numbers of axes; `laws` are those of 1, 2 and 3 axes.
pub(crate) fn elements(laws: [ElementLaw; 3], axes: &[usize]) -> HostFriction {
    let mut friction = HostFriction::new();
    let laws = laws.map(|law| friction.add_law(law));
    let placed = (0..).zip(axes).map(|(key, &n)| Placed { key, law: laws[n - 1], load: 0.0 });
    friction.arrange(placed).unwrap();
    friction
}

/// Returns [`elements`] of gsat.
pub(crate) fn gsat_elements(numbers: Numbers, axes: &[usize]) -> HostFriction {
    let laws = [
        ElementLaw::try_from(&gsat::<Line>(numbers)),
        ElementLaw::try_from(&gsat::<Plane>(numbers)),
        ElementLaw::try_from(&gsat::<Space>(numbers)),
    ];
    elements(laws.map(Result::unwrap), axes)
}

/// Returns the deflection of the only element of one axis.
pub(crate) fn deflection(friction: &HostFriction) -> f64 {
    friction.elements().next().unwrap().deflection[0]
}

/// Returns `position − deflection` of every row: the places of the massless objects.
pub(crate) fn anchors(host: &LinearHost, friction: &HostFriction) -> DVector<f64> {
    host.rows_at() - deflections(friction)
}

pub(crate) fn deflections(friction: &HostFriction) -> DVector<f64> {
    let all = friction.elements().flat_map(|element| element.deflection.to_vec());
    DVector::from_vec(all.collect())
}
