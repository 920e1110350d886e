//! The friction coefficients of a contact that resists sliding, spinning and rolling.
//!
//! | symbol | setter | limits | unit | range |
//! |---|---|---|---|---|
//! | `μ_1`, `μ_2` | `sliding` | forces along the tangents | 1 | 0, or 1e-300 to 1e300 |
//! | `μ_3` | `torsional` | moment about the normal | m | the same |
//! | `μ_4`, `μ_5` | `rolling` | moments about the tangents | m | the same |
//!
//! Coefficients beyond the dimension are left out: those components cannot be transmitted at all,
//! as with a coefficient 0.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

use super::ContactDimension;

/// Friction coefficients of a contact, for an [`EllipticCone`](super::EllipticCone) or a
/// [`PyramidalCone`](super::PyramidalCone).
///
/// ```
/// use stiction_friction::cone::{ContactDimension, ContactFriction, EllipticCone};
///
/// let friction = ContactFriction::builder()
///     .dimension(ContactDimension::Torsional)
///     .sliding([0.6, 0.4])
///     .torsional(0.02)
///     .build()?;
/// assert_eq!(EllipticCone::new(friction).rows(), 4);
/// // A rolling coefficient needs the dimension `Rolling`.
/// let refused = ContactFriction::builder()
///     .dimension(ContactDimension::Torsional)
///     .rolling([0.1, 0.1])
///     .build();
/// assert!(refused.is_err());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ContactFriction, ParameterError>))]
#[describe(check = Self::further)]
pub struct ContactFriction {
    /// Which components the contact transmits.
    dimension: ContactDimension,
    /// Coefficients `μ_1`, `μ_2` of the friction forces along the tangents \[1\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    sliding: [f64; 2],
    /// Coefficient `μ_3` of the moment about the normal \[m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    torsional: f64,
    /// Coefficients `μ_4`, `μ_5` of the moments about the tangents \[m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    rolling: [f64; 2],
}

impl ContactFriction {
    fn further(&self) -> Result<(), ParameterError> {
        let names = ["sliding", "sliding", "torsional", "rolling", "rolling"];
        for (index, (name, value)) in names.into_iter().zip(self.coefficients()).enumerate() {
            let usable = value == 0.0 || (1e-300..=1e300).contains(&value);
            Self::require(usable, name, value, "must be 0 or from 1e-300 to 1e300")?;
            let transmitted = index + 1 < self.dimension.count();
            Self::require(
                transmitted || value == 0.0,
                name,
                value,
                "must be 0 in a contact of this dimension",
            )?;
        }
        Ok(())
    }

    /// Returns all coefficients in the order tangents, torsion, rolling.
    pub(super) const fn coefficients(&self) -> [f64; 5] {
        [self.sliding[0], self.sliding[1], self.torsional, self.rolling[0], self.rolling[1]]
    }

    /// Returns the components, in the order of the coefficients, with 0 for those that are not transmitted.
    pub(super) fn transmitted(&self, components: &[f64; 5]) -> [f64; 5] {
        let coefficients = self.coefficients();
        core::array::from_fn(|i| if coefficients[i] > 0.0 { components[i] } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_refused_but_zero, assert_refuses};

    #[test]
    fn bad_parameters_are_named() {
        let build = |sliding, torsional, rolling| {
            let friction = ContactFriction::builder().dimension(ContactDimension::Rolling);
            friction.sliding(sliding).torsional(torsional).rolling(rolling).build()
        };
        assert_refused_but_zero("sliding", |x| build([x, 0.0], 0.0, [0.0; 2]));
        assert_refused_but_zero("sliding", |x| build([0.0, x], 0.0, [0.0; 2]));
        assert_refused_but_zero("torsional", |x| build([0.0; 2], x, [0.0; 2]));
        assert_refused_but_zero("rolling", |x| build([0.0; 2], 0.0, [x, 0.0]));
        assert_refused_but_zero("rolling", |x| build([0.0; 2], 0.0, [0.0, x]));
        for extreme in [1e-301, 1e301] {
            assert_refuses("sliding", extreme, |x| build([x, 0.0], 0.0, [0.0; 2]));
        }
    }

    #[test]
    fn a_coefficient_beyond_the_dimension_is_refused() {
        use ContactDimension::{Frictionless, Sliding, Torsional};
        for (dimension, parameter) in
            [(Frictionless, "sliding"), (Sliding, "torsional"), (Torsional, "rolling")]
        {
            assert_refuses(parameter, 0.3, |x| {
                let friction = ContactFriction::builder().dimension(dimension);
                match dimension {
                    Frictionless => friction.sliding([0.0, x]).build(),
                    Sliding => friction.torsional(x).build(),
                    _ => friction.rolling([x, 0.0]).build(),
                }
            });
        }
    }
}
