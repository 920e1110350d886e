//! Errors of designs, runs and tables.

use std::error::Error;
use std::io;
use std::path::PathBuf;

/// Why a design could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DesignError {
    /// A number that describes a parameter was refused.
    #[error("parameter {name:?}: {quantity} = {} {requirement}", stiction_output::shortest(*value))]
    Parameter {
        /// Name of the parameter.
        name: String,
        /// The refused quantity: "from", "count", "low" ...
        quantity: &'static str,
        /// Value given.
        value: f64,
        /// The requirement.
        requirement: &'static str,
    },
    /// The name of a parameter was refused.
    #[error("parameter {name:?}: the name {requirement}")]
    Name {
        /// The name.
        name: String,
        /// The requirement.
        requirement: &'static str,
    },
    /// A row has more or fewer values than there are names.
    #[error("row {row} has {found} values for {expected} parameters")]
    RowLength {
        /// The row, counted from 0.
        row: usize,
        /// Number of parameters.
        expected: usize,
        /// Number of values given.
        found: usize,
    },
    /// The design has no member, or too many.
    #[error("the design has {members} members, it must have 1 to {}", crate::design::MOST_MEMBERS)]
    Size {
        /// Number of members (rounded if it is very large).
        members: f64,
    },
}

impl DesignError {
    pub(crate) fn check(
        holds: bool,
        name: &str,
        quantity: &'static str,
        value: f64,
        requirement: &'static str,
    ) -> Result<(), Self> {
        let refused = || Self::Parameter { name: name.to_owned(), quantity, value, requirement };
        if holds { Ok(()) } else { Err(refused()) }
    }
}

/// Why an ensemble could not be run. The failure of a member is not such an error: it is reported in
/// the [`Results`](crate::Results).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EnsembleError {
    /// The name of an output was refused.
    #[error("output {name:?}: the name {requirement}")]
    Output {
        /// The name.
        name: String,
        /// The requirement.
        requirement: &'static str,
    },
    /// Members were asked for that the design does not have.
    #[error("members {from} to {to} (exclusive) were asked for, the design has {members}")]
    NoSuchMember {
        /// First member.
        from: usize,
        /// End of the range (exclusive).
        to: usize,
        /// Number of members.
        members: usize,
    },
    /// Members were to be taken from files of other runs, and are in none of them.
    #[error("{count} members are missing, the first is member {first}")]
    Missing {
        /// Number of missing members.
        count: usize,
        /// The first of them.
        first: usize,
    },
    /// The run was to end ([`Ensemble::stop_on`](crate::Ensemble::stop_on)).
    #[error("stopped")]
    Stopped,
    /// A member is not the same in the files of two runs.
    #[error("member {member} in `{}` is another than in the files before it", path.display())]
    Disagreement {
        /// The later file.
        path: PathBuf,
        /// The member.
        member: usize,
    },
    /// The threads could not be started.
    #[error("cannot start {threads} threads")]
    Threads {
        /// Number asked for.
        threads: usize,
        /// The error of the operating system.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A file could not be read or written.
    #[error("cannot {action} {}", path.display())]
    File {
        /// "open", "read", "write".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Another run is keeping its members in the file.
    #[error("{} is in use by another run", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file holds members of another ensemble, or is not such a file; it was left as it is.
    #[error(
        "{} is of another ensemble: {what} is {found} there and {expected} here (remove the file, or \
         keep the members in another)",
        path.display()
    )]
    OtherEnsemble {
        /// The file.
        path: PathBuf,
        /// The part that differs.
        what: &'static str,
        /// Its text in the file.
        found: String,
        /// Its text in this ensemble.
        expected: String,
    },
    /// A line of the file cannot be read, or is of no member of this ensemble; the file was left as it is.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
}
