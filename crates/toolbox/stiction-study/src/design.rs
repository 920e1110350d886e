//! The members of an ensemble: a table of parameters, one row per member.

use rand::RngExt;
use rand::distr::Open01;
use rand::seq::SliceRandom;

use crate::hash::fingerprint;
use crate::name::{self, UnknownName};
use crate::{Axis, DesignError, Member, RandomVariable, stream};

/// The largest number of members of a design.
pub(crate) const MOST_MEMBERS: usize = 10_000_000;

/// The members of an ensemble: their parameters and their seeds.
///
/// Equal arguments give equal designs, to the bit, on every machine whose `exp` and `ln` agree.
///
/// ```
/// use stiction_study::{Design, RandomVariable};
///
/// let variables = [RandomVariable::uniform("mu", 0.2, 0.6), RandomVariable::log_uniform("speed", 1e-3, 1.0)];
/// let design = Design::latin_hypercube(50, 7, variables)?;
/// let below = design.column("mu")?.iter().filter(|&&mu| mu < 0.4).count();
/// assert_eq!(below, 25); // spread evenly over every range
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    names: Vec<String>,
    /// Row after row.
    values: Vec<f64>,
    rows: usize,
    seed: u64,
}

impl Design {
    /// Returns every combination of the values of the axes (full factorial); the last axis runs fastest.
    ///
    /// # Errors
    /// [`DesignError`] for an axis or a name that is refused, and for more than 10⁷ members.
    pub fn grid(axes: impl IntoIterator<Item = Axis>) -> Result<Self, DesignError> {
        let axes: Vec<Axis> = axes.into_iter().collect();
        axes.iter().try_for_each(Axis::validate)?;
        let rows = axes.iter().map(|axis| axis.count() as f64).product();
        let names = axes.iter().map(|axis| axis.name().to_owned()).collect();
        Self::checked(names, rows, 0, |row, column| {
            let faster: usize = axes[column + 1..].iter().map(Axis::count).product();
            axes[column].value(row / faster % axes[column].count())
        })
    }

    /// Returns `members` independent draws (Monte-Carlo). Without variables, members differ in their random
    /// numbers only. A variable added at the end leaves the others as they were.
    ///
    /// # Errors
    /// [`DesignError`] for a variable or a name that is refused, and for no or more than 10⁷ members.
    pub fn random(
        members: usize,
        seed: u64,
        variables: impl IntoIterator<Item = RandomVariable>,
    ) -> Result<Self, DesignError> {
        Self::drawn(members, seed, variables, |_, _| {})
    }

    /// Draws `members` so that each variable has one in every `members`-th of its probability
    /// (`McKay`, Beckman and Conover 1979): covers the ranges better than [`random`](Self::random) does.
    ///
    /// # Errors
    /// As [`random`](Self::random).
    pub fn latin_hypercube(
        members: usize,
        seed: u64,
        variables: impl IntoIterator<Item = RandomVariable>,
    ) -> Result<Self, DesignError> {
        Self::drawn(members, seed, variables, |draws, rng| {
            let strata = draws.len() as f64;
            for (k, draw) in draws.iter_mut().enumerate() {
                *draw = (k as f64 + *draw) / strata;
            }
            draws.shuffle(rng);
        })
    }

    /// Returns a design of the rows given.
    ///
    /// ```
    /// # use stiction_study::Design;
    /// let design = Design::rows(["mu", "mass"], [[0.2, 1.0], [0.3, 1.0], [0.3, 2.5]])?;
    /// assert_eq!(design.member(2).unwrap().value("mass")?, 2.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DesignError`] for a name that is refused, a row of another length, a value that is not
    /// finite, and for no or more than 10⁷ rows.
    pub fn rows<R: AsRef<[f64]>>(
        names: impl IntoIterator<Item: Into<String>>,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, DesignError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let rows: Vec<R> = rows.into_iter().collect();
        for (k, row) in rows.iter().enumerate() {
            let (expected, found) = (names.len(), row.as_ref().len());
            if found != expected {
                return Err(DesignError::RowLength { row: k, expected, found });
            }
            for (name, value) in names.iter().zip(row.as_ref()) {
                DesignError::check(value.is_finite(), name, "value", *value, "must be finite")?;
            }
        }
        Self::checked(names, rows.len() as f64, 0, |row, column| rows[row].as_ref()[column])
    }

    /// Sets another seed for the random numbers of the members; the parameters stay as they are.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Returns the number of members, at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a design is never empty")]
    pub const fn len(&self) -> usize {
        self.rows
    }

    /// Returns the names of the parameters.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the seed from which the members derive theirs; 0 for a grid, and for rows unless one was given.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns a member by its index, for instance to look closer at one that failed.
    #[must_use]
    pub fn member(&self, index: usize) -> Option<Member<'_>> {
        (index < self.len()).then(|| Member::new(self, index))
    }

    /// Returns all values of a parameter, member by member.
    ///
    /// # Errors
    /// [`UnknownName`].
    pub fn column(&self, name: &str) -> Result<Vec<f64>, UnknownName> {
        let column = self.position(name)?;
        Ok((0..self.len()).map(|member| self.row_of(member)[column]).collect())
    }

    pub(crate) fn position(&self, name: &str) -> Result<usize, UnknownName> {
        name::position("parameter", name, self.names.iter().map(String::as_str))
    }

    /// Returns the parameters of a member that exists.
    pub(crate) fn row_of(&self, member: usize) -> &[f64] {
        let start = member * self.names.len();
        &self.values[start..start + self.names.len()]
    }

    /// Returns the fingerprint of everything that determines parameters and random numbers.
    pub(crate) fn fingerprint(&self) -> u64 {
        let values = self.values.iter().map(|value| value.to_bits());
        let numbers = [self.rows as u64, self.seed].into_iter().chain(values);
        let parts = [fingerprint(&self.names), fingerprint(numbers.map(u64::to_le_bytes))];
        fingerprint(parts.map(u64::to_le_bytes))
    }

    fn drawn(
        members: usize,
        seed: u64,
        variables: impl IntoIterator<Item = RandomVariable>,
        arrange: impl Fn(&mut [f64], &mut rand_pcg::Pcg64Dxsm),
    ) -> Result<Self, DesignError> {
        check_size(members as f64)?;
        let variables: Vec<RandomVariable> = variables.into_iter().collect();
        variables.iter().try_for_each(RandomVariable::validate)?;
        let names = variables.iter().map(|variable| variable.name().to_owned()).collect();
        let draws: Vec<Vec<f64>> = (0..variables.len())
            .map(|column| {
                let mut rng = stream::parameter_stream(seed, column);
                let mut draws: Vec<f64> = (0..members).map(|_| rng.sample(Open01)).collect();
                arrange(&mut draws, &mut rng);
                draws
            })
            .collect();
        Self::checked(names, members as f64, seed, |row, column| {
            variables[column].quantile(draws[column][row])
        })
    }

    fn checked(
        names: Vec<String>,
        rows: f64,
        seed: u64,
        value: impl Fn(usize, usize) -> f64,
    ) -> Result<Self, DesignError> {
        if let Some((name, requirement)) = name::refused(&names, &[]) {
            return Err(DesignError::Name { name, requirement });
        }
        check_size(rows)?;
        let rows = rows as usize;
        let columns = names.len();
        let values = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(|(row, column)| value(row, column))
            .collect();
        Ok(Self { names, values, rows, seed })
    }
}

fn check_size(members: f64) -> Result<(), DesignError> {
    if (1.0..=MOST_MEMBERS as f64).contains(&members) {
        Ok(())
    } else {
        Err(DesignError::Size { members })
    }
}

#[cfg(test)]
#[path = "design_tests.rs"]
mod tests;
