//! Chances: findings of the same possibility on successive turns.

/// The chance that a finding belongs to.
///
/// The same possibility usually persists for several turns. Findings with the same move belong to one chance if they
/// are two plies apart. Findings without a move belong to one chance if they have the same square on successive
/// plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The number of the chance within the game, from 1, in the order of the first findings.
    ///
    /// Only chances of the selected patterns count, unless
    /// [`numbers_all_chances`](super::Selection::numbers_all_chances) is set.
    pub number: u32,
    /// The ply of the first finding.
    pub first_ply: u32,
}
