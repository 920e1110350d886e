//! Three numbers in one argument.

use std::{fmt, str::FromStr};

/// Three finite numbers, written with commas between them.
#[derive(Clone, Copy)]
pub(crate) struct Triple(pub(crate) [f64; 3]);

impl FromStr for Triple {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
        let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
        let three = numbers.and_then(|numbers| numbers.try_into().ok());
        three.map(Self).ok_or("must be three numbers with commas between them")
    }
}

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a},{b},{c}")
    }
}
