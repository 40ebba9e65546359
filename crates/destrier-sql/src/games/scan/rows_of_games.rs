//! What is made of games: rows of them, their positions or their findings.

use crate::games::rows::Rows;
use crate::games::schema::ColumnOrigin;
use destrier_games::output::{Builders, FindingRows, ParquetRows, finding_columns};
use destrier_games::{Damage, FeatureArrays, Positions, SearchedGame, Selection, Tally, Work};

/// Makes rows of games.
pub(super) enum RowsOfGames<'a> {
    /// Of a game itself; whether its moves are read.
    Games { with_moves: bool },
    /// Of its positions.
    Positions(FeatureArrays),
    /// Of its findings.
    Findings(FindingRows<'a, ParquetRows>),
}

impl<'a> RowsOfGames<'a> {
    pub(super) fn new(rows: Rows, origins: &[ColumnOrigin], selection: &'a Selection) -> Self {
        let columns: Vec<usize> = (origins.iter())
            .filter_map(|origin| match origin {
                ColumnOrigin::Row(place) => Some(*place),
                _ => None,
            })
            .collect();
        match rows {
            Rows::Games => {
                let needs_moves =
                    |origin: &ColumnOrigin| matches!(origin, ColumnOrigin::Plies | ColumnOrigin::Damage);
                Self::Games { with_moves: origins.iter().any(needs_moves) }
            }
            Rows::Positions | Rows::Features => Self::Positions(FeatureArrays::new(&columns)),
            Rows::Findings => {
                let all = finding_columns();
                let asked: Vec<_> = columns.iter().map(|&column| all[column].clone()).collect();
                Self::Findings(FindingRows::of_columns(ParquetRows::new(&asked), selection, &columns))
            }
        }
    }

    /// Whether moves are read.
    pub(super) const fn reads_moves(&self) -> bool {
        !matches!(self, Self::Games { with_moves: false })
    }

    /// Whether a row is a game.
    pub(super) const fn are_games(&self) -> bool {
        matches!(self, Self::Games { .. })
    }

    /// No rows yet, of the columns that are of rows.
    pub(super) fn part(&self) -> Builders {
        match self {
            Self::Games { .. } => ParquetRows::new(&[]).part(),
            Self::Positions(arrays) => arrays.part(),
            Self::Findings(findings) => findings.part(),
        }
    }

    /// Makes rows of a game, its moves played out in `positions`. After those of some positions each time `after` may
    /// take them. Where a row is a game, positions are only counted.
    ///
    /// # Errors
    ///
    /// When the game can be read only in part.
    pub(super) fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut Builders,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut Builders, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        match self {
            Self::Games { .. } => {
                game.game.replay(&game.start, positions, |positions| tally.add_positions(positions.len()))
            }
            Self::Positions(arrays) => arrays.game(game, positions, part, tally, after),
            Self::Findings(findings) => findings.game(game, positions, part, tally, after),
        }
    }
}
