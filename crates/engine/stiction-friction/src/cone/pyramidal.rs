//! The pyramidal friction cone of a contact with up to six force and moment components.
//!
//! ```text
//! K = {n ≥ Σ |f_i|/μ_i} = {Σ c_k e_k : c ≥ 0},  e = normal ± μ_i e_i,  f = (t1, t2, torsion, roll 1, roll 2)
//! ```
//!
//! It lies in the elliptic cone of the same coefficients. With m components besides the normal force
//! it has 2m edges and `2^m` faces, (`±1/μ_i`, −1).
//!
//! The nearest wrench (in the metric of the six numbers, so N and N m count alike) has
//! `|f_i'| = max(|f_i| − λ/μ_i, 0)` and `n' = n + λ`. The components that remain are those with the
//! largest `μ_i |f_i|`: they are taken in one by one, and λ follows from the face through them.
//!
//! Parameters: [`ContactFriction`]. Source: the lecture notes' `K_p`: the 2(n − 1) numbers `≥ 0` there
//! are the coefficients of the edges, not the force, and the text has 2n − 1. With n = 3 its four
//! edges are a [`LinearizedCone`](super::LinearizedCone) with vertices on the axes.
//!
//! `MuJoCo` differs in this: it raises coefficients below 1e-5 to 1e-5; `mju_encodePyramid` shares
//! the normal force equally before the rest and clamps one side, so that many forces of the cone get
//! a negative coefficient or come back smaller ([`PyramidalCone::encode`] does not); its Python
//! binding takes the dimension one too small there; with `adhesion`, `mj_contactForce` is the normal
//! force less the adhesion, which has to be added before a test of membership.

use nalgebra::{Matrix6xX, Vector6};
use stiction_core::Wrench;

use super::scaled_wrench::{ScaledWrench, undefined};
use super::{ContactFriction, ROUNDING};

/// Pyramidal friction cone of a contact in its own axes (z normal).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::Wrench;
/// use stiction_friction::cone::{ContactDimension, ContactFriction, PyramidalCone};
///
/// let friction = ContactFriction::builder().dimension(ContactDimension::Sliding).sliding([0.6, 0.4]);
/// let cone = PyramidalCone::new(friction.build()?);
/// let force = Wrench { force: Vector3::new(0.48, 0.0, 1.0), ..Wrench::default() };
/// let coefficients = cone.encode(&force).expect("a force of the cone");
/// assert!((coefficients[0] - 0.85).abs() < 1e-15 && (coefficients[1] - 0.05).abs() < 1e-15);
/// assert!((cone.decode(&coefficients).unwrap().force - force.force).norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PyramidalCone {
    friction: ContactFriction,
}

impl PyramidalCone {
    /// Creates the cone of these coefficients.
    #[must_use]
    pub const fn new(friction: ContactFriction) -> Self {
        Self { friction }
    }

    /// Returns the coefficients.
    #[must_use]
    pub const fn friction(&self) -> ContactFriction {
        self.friction
    }

    /// Returns the number of constraint rows of a contact with this cone, one per edge: 1, 4, 6 or 10.
    #[must_use]
    pub const fn rows(&self) -> usize {
        match self.friction.dimension().count() {
            1 => 1,
            count => 2 * (count - 1),
        }
    }

    /// Returns the edges as columns (t1, t2, n, roll 1, roll 2, torsion), the order of a [`Wrench`]:
    /// normal + `μ_1 t1`, normal − `μ_1 t1`, and so on with t2, torsion, roll 1 and roll 2.
    #[must_use]
    pub fn edges(&self) -> Matrix6xX<f64> {
        let order = [1, 2, 0, 4, 5, 3];
        let x_normal = self.edges_x_normal();
        Matrix6xX::from_fn(self.rows(), |row, column| x_normal[(order[row], column)])
    }

    /// Returns the edges as columns (n, t1, t2, torsion, roll 1, roll 2), `MuJoCo`'s order.
    #[must_use]
    pub fn edges_x_normal(&self) -> Matrix6xX<f64> {
        let coefficients = self.friction.coefficients();
        Matrix6xX::from_fn(self.rows(), |row, column| match row {
            0 => 1.0,
            _ if row - 1 != column / 2 || self.rows() == 1 => 0.0,
            _ if column % 2 == 0 => coefficients[row - 1],
            _ => -coefficients[row - 1],
        })
    }

    /// Returns the faces as rows a of `a·f ≤ 0` for f = (t1, t2, n, roll 1, roll 2, torsion), the order of a
    /// [`Wrench`]: (`±1/μ_i`, −1), `2^m` of them for the m coefficients that are not 0.
    ///
    /// The components without a coefficient are 0 in the cone; no row says so.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = Vector6<f64>> + Clone + use<> {
        let coefficients = self.friction.coefficients();
        let count = coefficients.iter().filter(|mu| **mu > 0.0).count();
        (0..1_usize << count).map(move |signs| {
            let mut signs = signs;
            let [t1, t2, torsion, roll1, roll2] = coefficients.map(|mu| {
                if mu == 0.0 {
                    return 0.0;
                }
                let negative = signs % 2 == 1;
                signs /= 2;
                if negative { -1.0 / mu } else { 1.0 / mu }
            });
            Vector6::new(t1, t2, -1.0, roll1, roll2, torsion)
        })
    }

    /// Returns whether the cone, which is closed, contains the wrench; false unless it is finite.
    #[must_use]
    pub fn contains(&self, wrench: &Wrench) -> bool {
        ScaledWrench::new(wrench).is_some_and(|w| self.demand(&w.rest) <= w.normal)
    }

    /// Returns the normal force to spare, `n − Σ |f_i|/μ_i` \[N\]; negative outside.
    ///
    /// −∞ if a component acts that cannot be transmitted, NaN unless the wrench is finite.
    #[must_use]
    pub fn margin(&self, wrench: &Wrench) -> f64 {
        ScaledWrench::new(wrench).map_or(f64::NAN, |w| (w.normal - self.demand(&w.rest)) / w.scale)
    }

    /// Returns the nearest wrench of the cone in the Euclidean metric of its six numbers; the wrench itself
    /// if the cone contains it, NaN unless it is finite.
    #[must_use]
    pub fn project(&self, wrench: &Wrench) -> Wrench {
        let Some(w) = ScaledWrench::new(wrench) else {
            return undefined();
        };
        if self.contains(wrench) {
            return *wrench;
        }
        let rest = self.friction.transmitted(&w.rest);
        if self.demand(&rest) <= w.normal {
            return ScaledWrench { rest, ..w }.wrench();
        }
        let coefficients = self.friction.coefficients();
        let reach = |i: usize| coefficients[i] * rest[i].abs();
        let mut order = [0, 1, 2, 3, 4];
        order.sort_by(|i, j| reach(*j).total_cmp(&reach(*i)));
        let mut face = Face::new(w.normal);
        for i in order {
            // Components that are 0 or not transmitted never get in.
            if reach(i) <= face.multiplier().max(0.0) {
                break;
            }
            face.take_in(i, rest[i].abs(), coefficients[i]);
        }
        let (normal, sizes) = face.point();
        let rest = core::array::from_fn(|i| sizes[i].copysign(rest[i]));
        ScaledWrench { normal, rest, ..w }.wrench()
    }

    /// Returns coefficients `c ≥ 0` of the edges with `Σ c_k e_k = f`; `None` outside the cone.
    ///
    /// Each component is carried by one edge of its pair, and the rest of the normal force is
    /// spread evenly over all edges. A normal force too small by no more than rounding (8 times
    /// 2⁻⁵², as a projection may leave it) counts as one on the boundary.
    #[must_use]
    pub fn encode(&self, wrench: &Wrench) -> Option<Vec<f64>> {
        let w = ScaledWrench::new(wrench)?;
        let left = w.normal - self.demand(&w.rest);
        if !(w.normal >= 0.0 && left >= -ROUNDING * w.normal) {
            return None;
        }
        let share = left.max(0.0) / self.rows() as f64;
        let mut encoded = vec![share / w.scale; self.rows()];
        let pairs = w.rest.iter().zip(self.friction.coefficients());
        for (index, (component, mu)) in pairs.enumerate().filter(|(_, (f, _))| **f != 0.0) {
            let edge = 2 * index + usize::from(*component < 0.0);
            encoded[edge] += component.abs() / mu / w.scale;
        }
        Some(encoded)
    }

    /// Returns the wrench `Σ c_k e_k` of edge coefficients of any sign; `None` unless there is one per edge.
    #[must_use]
    pub fn decode(&self, coefficients: &[f64]) -> Option<Wrench> {
        if coefficients.len() != self.rows() {
            return None;
        }
        let normal = coefficients.iter().sum();
        let mut rest = [0.0; 5];
        if self.rows() > 1 {
            let pairs = coefficients.chunks(2).zip(self.friction.coefficients());
            for (component, (pair, mu)) in rest.iter_mut().zip(pairs) {
                *component = mu * pair.iter().copied().reduce(|plus, minus| plus - minus)?;
            }
        }
        Some(ScaledWrench { normal, rest, scale: 1.0 }.wrench())
    }

    /// Returns the normal force that the other components need, `Σ |f_i|/μ_i`.
    fn demand(&self, rest: &[f64; 5]) -> f64 {
        let pairs = rest.iter().zip(self.friction.coefficients());
        // Avoids 0/0 for a component that is not transmitted.
        pairs.filter(|(f, _)| **f != 0.0).map(|(f, mu)| f.abs() / mu).sum()
    }
}

/// The face `n = Σ f_i/μ_i` of the components taken in (all ≥ 0), and the point to project on it.
struct Face {
    /// Normal force of the point.
    normal: f64,
    /// Components taken in: index, size, `μ_i`.
    components: [(usize, f64, f64); 5],
    count: usize,
}

impl Face {
    const fn new(normal: f64) -> Self {
        Self { normal, components: [(0, 0.0, 1.0); 5], count: 0 }
    }

    const fn take_in(&mut self, index: usize, size: f64, coefficient: f64) {
        self.components[self.count] = (index, size, coefficient);
        self.count += 1;
    }

    fn taken(&self) -> &[(usize, f64, f64)] {
        &self.components[..self.count]
    }

    /// Returns the largest of 1 and the `1/μ_i`, and λ times it: squares of `1/μ_i` would overflow.
    fn scaled_multiplier(&self) -> (f64, f64) {
        let scale = self.taken().iter().fold(1.0_f64, |scale, (_, _, mu)| scale.max(1.0 / mu));
        let unit = 1.0 / scale;
        let (mut excess, mut square) = (-self.normal * unit, unit * unit);
        for (_, size, mu) in self.taken() {
            let weight = unit / mu;
            excess += weight * size;
            square += weight * weight;
        }
        (scale, excess / square)
    }

    /// Returns λ.
    fn multiplier(&self) -> f64 {
        let (scale, multiplier) = self.scaled_multiplier();
        multiplier / scale
    }

    /// Returns the normal force and sizes of the components of the nearest point.
    fn point(&self) -> (f64, [f64; 5]) {
        let (scale, multiplier) = self.scaled_multiplier();
        let normal = (self.normal + multiplier / scale).max(0.0);
        let mut sizes = [0.0; 5];
        for (index, size, mu) in self.taken() {
            sizes[*index] = (size - multiplier * (1.0 / scale / mu)).max(0.0);
        }
        let demand = |but: Option<usize>| -> f64 {
            let others = self.taken().iter().filter(|(index, ..)| Some(*index) != but);
            others.map(|(index, _, mu)| sizes[*index] / mu).sum()
        };
        // Rounding leaves the point a little off the face. The remainder goes into the term with
        // the largest factor in n − Σ f_i/μ_i, where it is smallest.
        let least = self.taken().iter().min_by(|(.., a), (.., b)| a.total_cmp(b));
        match least {
            Some((index, _, mu)) if *mu < 1.0 => {
                sizes[*index] = (mu * (normal - demand(Some(*index)))).max(0.0);
                (normal, sizes)
            }
            _ => (demand(None), sizes),
        }
    }
}
