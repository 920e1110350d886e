//! One run of an ensemble.

use std::path::{Path, PathBuf};

use rand_pcg::Pcg64Dxsm;

use crate::{Design, TableError, UnknownName, stream, table};

/// One run: its parameters, its number and its own random numbers.
///
/// ```
/// use stiction_ensemble::{Design, Variable, rand::RngExt};
///
/// let design = Design::random(100, 42, [Variable::uniform("mu", 0.2, 0.6)])?;
/// let member = design.member(17).unwrap();
/// let kick: f64 = member.rng().random();
/// // The same, however many members there are and whoever runs them.
/// let fewer = Design::random(20, 42, [Variable::uniform("mu", 0.2, 0.6)])?;
/// assert_eq!(fewer.member(17).unwrap().rng().random::<f64>(), kick);
/// assert_eq!(
///     member.value("nu").unwrap_err().to_string(),
///     "no parameter is named \"nu\", did you mean \"mu\"; there are \"mu\""
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    design: &'a Design,
    index: usize,
    series: Option<&'a Path>,
}

impl<'a> Member<'a> {
    pub(crate) const fn new(design: &'a Design, index: usize, series: Option<&'a Path>) -> Self {
        Self { design, index, series }
    }

    /// Place in the design, from 0.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// How many members before it have the same row of a [repeated](Design::repeated) design.
    #[must_use]
    pub const fn repetition(&self) -> usize {
        self.design.repetition_of(self.index)
    }

    /// The value of a parameter.
    ///
    /// # Errors
    /// [`UnknownName`], which suggests the name that was probably meant.
    pub fn value(&self, name: &str) -> Result<f64, UnknownName> {
        Ok(self.values()[self.design.position(name)?])
    }

    /// The values of all parameters, in the order of [`Design::names`].
    #[must_use]
    pub fn values(&self) -> &'a [f64] {
        self.design.row_of(self.index)
    }

    /// A seed of its own, for a generator of your own.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        stream::member_seed(self.design.seed(), self.index as u64)
    }

    /// Random numbers of its own: they depend on the seed of the design and the index only, not on
    /// the order of the runs or the number of threads. Every call starts them anew.
    #[must_use]
    pub fn rng(&self) -> Pcg64Dxsm {
        stream::member_stream(self.design.seed(), self.index as u64)
    }

    /// Whether series are kept: if not, there is no need to record any.
    #[must_use]
    pub const fn keeps_series(&self) -> bool {
        self.series.is_some()
    }

    /// Writes columns of equal length, such as those of a recorder, to the file of this member if
    /// the ensemble [keeps series](crate::Ensemble::series_in); does nothing otherwise.
    ///
    /// # Errors
    /// [`TableError`] if names and columns do not fit or the file cannot be written.
    pub fn keep_series<N: AsRef<str>, C: AsRef<[f64]>>(
        &self,
        names: &[N],
        columns: &[C],
    ) -> Result<(), TableError> {
        self.series.map_or(Ok(()), |folder| {
            table::write_columns(&series_file(folder, self.index), names, columns)
        })
    }
}

/// Where the series of a member is.
pub(crate) fn series_file(folder: &Path, index: usize) -> PathBuf {
    folder.join(format!("member-{index:06}.csv"))
}
