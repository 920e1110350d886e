//! Friction coefficients from a measured motion.
//!
//! Given are the velocities of a sliding body at equal intervals ([`Recording`]), the loads that pushed it, and
//! its mass, inertia and height ([`KnownSlider`]). Only the products `μ e_t`, `μ e_o` \[1\] and
//! `μ e_r` \[m\] act on the motion, so these are found: friction at most `μ e_i` times the
//! normal force along the world's x and y and about the vertical ([`FrictionEstimate`]).
//!
//! | function | idea | for |
//! |---|---|---|
//! | [`one_step`] | friction and slip of every step from two velocities, the median over the steps | exact velocities; above 50 dB |
//! | [`smoothed`] | the same with local parabolas for the velocities | a start, biased by about 1 % |
//! | [`MaximumLikelihood`] | the trajectory of the model that is nearest to all velocities | everything else |
//!
//! **One step.** Two velocities give the friction impulse p and the slip u of the contact point by
//! (45), and the law `p_i = −(μ e_i)² p_n u_i/|μ E u|` gives `p·u = −p_n |μ E u|`, hence
//!
//! ```text
//! (μ e_i)² = p_i (p·u)/(p_n² u_i),     i = t, o, r
//! ```
//!
//! This is (43) and (44) in a symmetric form. **The left side of the printed (43) must be `e_t² μ²`
//! instead of `e_t² μ`; (45) lacks the moment `(p_t p_xtau + p_o p_ytau)/p_n` in `p_r`**: without it
//! `μ e_r` is wrong where something tilts the body.
//!
//! **Noise.** Velocities with white noise make p, a difference of two of them, useless from 40 dB
//! down: single steps are scattered, and squares of noise do not average out. The likelihood of the
//! whole trajectory has no such bias, and its estimate has the smallest variance that is possible (the
//! Cramér-Rao bound) while all errors are errors of measurement and the model is the truth: pushes
//! that were not recorded, or friction that varies along the way, are not noise of that kind.
//!
//! Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, appendix A, (43)-(45), which leaves
//! estimation from noisy data open.
//!
//! ```
//! use nalgebra::vector;
//! use stiction_sliding::identify::{KnownSlider, MaximumLikelihood, Recording};
//!
//! let csv = "t,vx,vy,w\n\
//!     0.00,0.700,0.500,6.00\n0.01,0.674,0.483,5.94\n0.02,0.649,0.466,5.87\n\
//!     0.03,0.623,0.449,5.81\n0.04,0.597,0.432,5.74\n0.05,0.572,0.415,5.68\n";
//! let recording = Recording::from_csv(csv.as_bytes())?;
//! let slider = KnownSlider::builder().mass(0.5).inertia(2e-4).height(0.0).build()?;
//! // Noise is the rounding: 1/√12 of the last digit.
//! let search = MaximumLikelihood::builder().noise(vector![3e-4, 3e-4, 3e-3]).build()?;
//! let fit = search.fit(&slider, &recording)?;
//! let [limit, error] = [fit.friction.limits.x, fit.friction.standard_errors().x];
//! assert!((limit - 0.31).abs() < 0.01 && error < 0.01);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod closed_form;
mod error;
mod estimate;
mod known_slider;
mod likelihood;
mod marquardt;
mod noise;
mod observed;
mod recording;
#[cfg(feature = "files")]
mod recording_csv;
mod smoothing;
#[cfg(test)]
mod tests;
mod trajectory;

pub use closed_form::{SMOOTHING_WINDOW, one_step, smoothed};
pub use error::{IdentificationError, RecordingError};
pub use estimate::{FrictionEstimate, PARAMETER_NAMES};
pub use known_slider::KnownSlider;
pub use likelihood::{MaximumLikelihood, TrajectoryFit};
pub use recording::Recording;
