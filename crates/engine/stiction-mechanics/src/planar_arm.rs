//! A planar arm with any number of links.
//!
//! `H(theta) wdot + c(theta, omega) = tau` (Kikuuwe and Yamamoto 2010, eq. 8), thetas relative to
//! the previous link, all zero when the arm is stretched along x. One port per joint, of the domain
//! [`Shaft`]: the state is `theta_0, omega_0, theta_1, omega_1, ...`
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | links | | [`Link`] each, from the base | 1 to 32 |
//! | gravity | g | m/s^2, in the plane | finite, default 0 (a horizontal arm) |
//!
//! # Method
//! In absolute angles `phi_i = theta_0 + ... + theta_i` the kinetic energy is
//! `1/2 sum A_ij cos(phi_i - phi_j) phidot_i phidot_j` with constants
//!
//! ```text
//! A_ii = J_i + m_i c_i^2 + l_i^2 (m_{i+1} + ... )      A_ij = l_i h_j for i < j
//! h_j  = m_j c_j + l_j (m_{j+1} + ...)                 first moment about joint j
//! ```
//! Lagrange's equations in phi have no velocity products but `A_ij sin(phi_i - phi_j) phidot_j^2`,
//! and the conjugate torques are `tau_i - tau_{i+1}`. They are solved by elimination of the symmetric
//! matrix, on the stack, in a kernel compiled for each number of links up to eight; longer arms are
//! padded with decoupled unit inertias to 16 or 32. Without gravity only angles between links
//! matter, so the first sine and cosine are saved.
//!
//! The cost grows as n^3; at a few hundred nanoseconds for eight links the recursive O(n)
//! algorithms of the literature are not worth their overhead here.

use nalgebra::{DMatrix, DVector, Vector2};
use stiction_core::{
    Admittance, Describe, Domain, ParameterError, PlanarFrame, PlanarPose, PortList, Powers, Seen,
    Shaft, Shape, Stage, UnlikePorts, Validate,
};
use typed_builder::TypedBuilder;

mod kernel;
mod link;

use kernel::Coefficients;
pub use link::Link;

/// A chain of links in a plane, driven at its joints (eq. 8).
///
/// ```
/// use nalgebra::{dmatrix, DMatrix};
/// use stiction_mechanics::{Link, PlanarArm};
/// // The arm of simulation II.
/// let link = Link::uniform_rod(0.5, 0.3)?;
/// let arm = PlanarArm::builder().links([link, link]).build()?;
/// let stretched = arm.inertia_matrix(&[0.0, 0.0])?;
/// assert!((stretched - dmatrix![0.12, 0.0375; 0.0375, 0.015]).amax() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PlanarArm, ParameterError>))]
#[describe(
    tag = "planar_arm",
    text = "An arm of links with revolute joints in a plane; its ports are name[0], name[1], … for \
            one link too."
)]
pub struct PlanarArm {
    /// The links from the base outwards, 1 to 32 of them; an array, a `Vec` or any iterator.
    #[builder(setter(transform = |links: impl IntoIterator<Item = Link>| {
        links.into_iter().collect::<Vec<_>>()
    }))]
    #[field(by_ref, length(1, Self::MAX_LINKS, "must be 1 to 32"))]
    links: Vec<Link>,
    /// Acceleration of free fall in the plane of the arm \[m/s²\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    gravity: Vector2<f64>,
    /// Padded to the length of the kernel.
    #[builder(default = Coefficients::of(links), setter(skip))]
    coefficients: Vec<Coefficients>,
}

impl PlanarArm {
    /// The largest number of links.
    pub const MAX_LINKS: usize = 32;

    /// Returns the inertia matrix H(theta) of eq. 8 \[kg m^2\], for joint angles \[rad\].
    ///
    /// # Errors
    /// Not one angle per joint.
    pub fn inertia_matrix(&self, angles: &[f64]) -> Result<DMatrix<f64>, ParameterError> {
        self.check_len("angles", angles)?;
        let (n, absolute) = (self.links.len(), running_sum(angles));
        let coupled =
            DMatrix::from_fn(n, n, |i, j| self.coupling(i, j) * (absolute[i] - absolute[j]).cos());
        // phi = S theta with S a lower triangle of ones, H = S^T A S.
        Ok(DMatrix::from_fn(n, n, |i, j| {
            let (i, j) = (i.max(j), i.min(j)); // symmetric to the bit
            coupled.view((i, j), (n - i, n - j)).sum()
        }))
    }

    /// Returns the bias torque c(theta, omega) of eq. 8 \[N m\]: centrifugal, Coriolis and, unlike the paper's
    /// horizontal arm, gravity; the torque that keeps the joint speeds \[rad/s\] constant.
    ///
    /// # Errors
    /// Not one angle and one speed per joint.
    pub fn bias(&self, angles: &[f64], speeds: &[f64]) -> Result<DVector<f64>, ParameterError> {
        self.check_len("angles", angles)?;
        self.check_len("speeds", speeds)?;
        let (n, phi, rates) = (self.links.len(), running_sum(angles), running_sum(speeds));
        let absolute = DVector::from_fn(n, |i, _| {
            let swirl =
                (0..n).map(|j| self.coupling(i, j) * (phi[i] - phi[j]).sin() * rates[j] * rates[j]);
            let across = Vector2::new(-phi[i].sin(), phi[i].cos());
            swirl.sum::<f64>() - self.coefficients[i].first_moment * self.gravity.dot(&across)
        });
        Ok(DVector::from_fn(n, |i, _| absolute.rows(i, n - i).sum()))
    }

    /// Returns `A_ij` of the module page.
    fn coupling(&self, i: usize, j: usize) -> f64 {
        let (inner, outer) = (self.coefficients[i.min(j)], self.coefficients[i.max(j)]);
        if i == j { inner.diagonal } else { inner.length * outer.first_moment }
    }

    fn check_len(&self, parameter: &'static str, values: &[f64]) -> Result<(), ParameterError> {
        let len = values.len();
        Self::require(len == self.links.len(), parameter, len as f64, "must be one per joint")
    }
}

fn running_sum(values: &[f64]) -> Vec<f64> {
    values
        .iter()
        .scan(0.0, |sum, value| {
            *sum += value;
            Some(*sum)
        })
        .collect()
}

/// Calls `kernel::$function::<N>` with the N that fits the arm, and the number of links.
macro_rules! sized {
    ($arm:expr, $function:ident($($argument:expr),*)) => {{
        let (arm, n) = ($arm, $arm.links.len());
        macro_rules! call {
            ($size:literal, $links:expr) => {
                kernel::$function::<$size>(&arm.coefficients, &arm.gravity, $links, $($argument),*)
            };
        }
        match n {
            1 => call!(1, 1),
            2 => call!(2, 2),
            3 => call!(3, 3),
            4 => call!(4, 4),
            5 => call!(5, 5),
            6 => call!(6, 6),
            7 => call!(7, 7),
            8 => call!(8, 8),
            9..=16 => call!(16, n),
            _ => call!(32, n),
        }
    }};
}

impl Admittance for PlanarArm {
    type Domain = Shaft;

    fn ports(&self) -> PortList<'_> {
        PortList::of::<Shaft>(self.links.len()).numbered().told_by(self)
    }

    #[inline(always)]
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        sized!(self, rate(state, rate));
    }

    /// Shows its links from joint to joint.
    fn view(&self, state: &[f64]) -> Vec<Seen> {
        let (mut from, mut angle) = (Vector2::zeros(), 0.0);
        let links = self.links.iter().zip(state.chunks_exact(2)).map(|(link, joint)| {
            angle += joint[0];
            let pose = PlanarPose { position: from, angle };
            let (sine, cosine) = angle.sin_cos();
            from += Vector2::new(cosine, sine) * link.length();
            let shape = Shape::Line { points: vec![[0.0; 3], [link.length(), 0.0, 0.0]] };
            Seen { shape, pose: PlanarFrame::in_space(&pose).unwrap_or_default() }
        });
        links.collect()
    }

    fn stored_energy(&self, state: &[f64]) -> f64 {
        sized!(self, energy(state))
    }

    fn powers(&self, _: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        Powers::storing(sized!(self, power(state, rate)))
    }
}

impl UnlikePorts for PlanarArm {
    fn joint_at(&self, state: &[f64], port: usize) -> Option<[f64; 3]> {
        self.view(state).get(port).map(|link| link.pose.position.into())
    }
}

#[cfg(test)]
mod tests;
