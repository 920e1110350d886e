//! What an element demands of a step and of its own parameters.

/// What an element demands of a step and of its own parameters, for checks that are made before a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demands {
    /// Shortest period \[s\] of the functions of the time that it is given; none where no period is known.
    pub shortest_period: Option<f64>,
    /// The damping at break-away, where its friction falls with the sliding speed.
    pub breakaway: Option<BreakawayDamping>,
}

impl Demands {
    /// Of an element whose signals have this shortest period.
    #[must_use]
    pub const fn of_period(shortest_period: Option<f64>) -> Self {
        Self { shortest_period, breakaway: None }
    }

    /// With the damping of a law in it.
    #[must_use]
    pub const fn with_breakaway(self, breakaway: Option<BreakawayDamping>) -> Self {
        Self { breakaway, ..self }
    }
}

/// The damping that an element has while it breaks away, and the least that it should have.
///
/// A friction that falls faster with the sliding speed than the damping grows has several speeds for one load:
/// the speed jumps at break-away, and which of them it takes depends on the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BreakawayDamping {
    /// Damping `B` of the stuck element, with the viscous part if the law has one \[effort per flow\].
    pub damping: f64,
    /// The steepest fall of the friction with the sliding speed \[effort per flow\].
    pub least: f64,
}

impl BreakawayDamping {
    /// Whether the sliding speed is a continuous function of the load.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.damping >= self.least
    }

    /// What is still missing \[effort per flow\], where something is.
    #[must_use]
    pub fn missing(&self) -> f64 {
        self.least - self.damping
    }

    /// The one with more of its damping missing.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        if other.missing() > self.missing() { other } else { self }
    }
}

/// The shorter of two periods, if any is known.
#[must_use]
pub fn shorter(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).min_by(f64::total_cmp)
}
