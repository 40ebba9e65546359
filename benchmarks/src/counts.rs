//! Counts of the work that contenders did.

use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt;

/// What a contender counted. All contenders of a task must agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub BTreeMap<String, u64>);

impl Counts {
    pub fn of<const N: usize>(counts: [(&str, u64); N]) -> Self {
        Self(counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect())
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, count)| write!(f, " {name}={count}"))
    }
}

/// Returns the nonempty lines of a list of FENs.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty())
}

/// Counts positions and the pieces in them.
pub fn count_pieces<P>(
    positions: impl Iterator<Item = Result<P>>,
    pieces: impl Fn(&P) -> usize,
) -> Result<Counts> {
    let mut counts = (0, 0);
    for position in positions {
        counts.0 += 1;
        counts.1 += pieces(&position?) as u64;
    }
    Ok(Counts::of([("FENs", counts.0), ("pieces", counts.1)]))
}
