//! The marks of a game in a table: which patterns each of its positions may have.
//!
//! `destrier convert` stores what the kernel of all patterns found, so that a search plays out a game only up to its
//! last candidate, without the kernel and without checking moves again. A checksum ties the marks to the moves, the
//! start and the patterns: if any of these differs, the game is searched as if it had no marks.

use super::patterns::PATTERNS;
use crate::formats::{Game, MoveText};
use crc32fast::Hasher;
use std::sync::LazyLock;

/// Raise this number if a pattern marks other positions than before.
const VERSION: u8 = 1;

/// The number of bytes of the checksum before the marks.
const CHECKSUM: usize = 4;

/// Returns marks with their checksum, as a table stores them. `moves` has two bytes a move.
pub(crate) fn stored_marks(game: &Game<'_>, moves: &[u8], marks: &[u8]) -> Vec<u8> {
    [&checksum(game, moves, marks)[..], marks].concat()
}

/// Returns the marks of the positions of a game, if its row has them.
pub(super) fn marks_of<'a>(game: &Game<'a>) -> Option<&'a [u8]> {
    let MoveText::Coded { moves, facts } = game.moves else { return None };
    let (stored, marks) = facts.marks?.split_at_checked(CHECKSUM)?;
    let positions = moves.len() / 2 + 1;
    let is_possible = marks.len() == positions && positions <= Game::MAX_MOVES as usize + 1;
    (is_possible && stored == checksum(game, moves, marks)).then_some(marks)
}

fn checksum(game: &Game<'_>, moves: &[u8], marks: &[u8]) -> [u8; CHECKSUM] {
    static PATTERN_NAMES: LazyLock<Hasher> = LazyLock::new(|| {
        let mut hasher = Hasher::new();
        hasher.update(&[VERSION]);
        PATTERNS.iter().for_each(|pattern| hasher.update(pattern.name.as_bytes()));
        hasher
    });
    let mut hasher = PATTERN_NAMES.clone();
    hasher.update(game.tags.value("FEN").unwrap_or_default().as_bytes());
    hasher.update(moves);
    hasher.update(marks);
    hasher.finalize().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{MoveCode, Positions};
    use crate::formats::pgn::Tags;
    use crate::formats::{GameNumber, RowFacts};
    use crate::input::Reader;
    use crate::search::{
        Classes, Event, Finding, FindingFilter, GameContext, Judging, PositionNeeds, Sample, Selection,
        Thinning,
    };
    use destrier::Color;

    const SAMPLE: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

    /// The moves and marks of each game of the sample.
    fn games() -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut games = Vec::new();
        let mut reader = Reader::games(SAMPLE);
        while let Some(record) = reader.next_record().unwrap() {
            let game = Game::pgn(record);
            let mut moves = Vec::new();
            visit(&game, |positions| {
                let codes = positions.iter().filter_map(|(.., next)| next).map(MoveCode::from);
                moves.extend(codes.flat_map(|code| code.0.to_le_bytes()));
            });
            games.push((moves, marks(&game)));
        }
        games
    }

    fn visit(game: &Game<'_>, mut visit: impl FnMut(&Positions)) {
        let context = GameContext { positions: PositionNeeds::Marked, ..GameContext::default() };
        let played = game.search(None, context, &mut Positions::new(), |event| {
            if let Event::Positions(positions) = event {
                visit(positions);
            }
        });
        played.unwrap();
    }

    fn marks(game: &Game<'_>) -> Vec<u8> {
        let mut marks = Vec::new();
        visit(game, |positions| marks.extend_from_slice(positions.marks()));
        marks
    }

    fn game<'a>(moves: &'a [u8], marks: Option<&'a [u8]>) -> Game<'a> {
        let facts = RowFacts { marks, ..RowFacts::default() };
        Game::new(GameNumber::Game(1), 0, Tags::default(), MoveText::Coded { moves, facts })
    }

    fn search(
        game: &Game<'_>,
        selection: &Selection,
        positions: PositionNeeds,
    ) -> (Vec<(u32, Finding)>, usize) {
        let (mut found, mut count) = (Vec::new(), 0);
        let context = GameContext { positions, ..GameContext::default() };
        let played = game.search(Some(selection), context, &mut Positions::new(), |event| match event {
            Event::Found(position, findings) => {
                found.extend(findings.iter().map(|finding| (position.ply(), *finding)));
            }
            Event::Positions(positions) => count += positions.len(),
            Event::Searched(positions) => count += positions,
        });
        assert!(played.is_ok(), "{played:?}");
        (found, count)
    }

    /// Marks a game, and compares its search with that of the game without marks.
    #[track_caller]
    fn assert_marked(fen: Option<&[u8]>, moves: &[u8], selection: &Selection) -> usize {
        let unmarked = Game::of_codes(moves, fen);
        let marks = marks(&unmarked);
        let stored = stored_marks(&unmarked, moves, &marks);
        let facts = RowFacts { marks: Some(&stored), ..RowFacts::default() };
        let marked = Game { moves: MoveText::Coded { moves, facts }, ..unmarked.clone() };
        assert_eq!(marks_of(&marked), Some(&marks[..]));
        let all = search(&unmarked, selection, PositionNeeds::Found);
        assert_eq!(search(&marked, selection, PositionNeeds::Found), all, "{selection:?}");
        all.0.len()
    }

    #[test]
    fn marked_games_have_the_findings_of_others() {
        let all = Selection::default();
        let sample = Sample { seed: 1, highest: u64::MAX / 2 };
        let mut selections: Vec<_> = PATTERNS.iter().map(|&pattern| Selection::of(&[pattern])).collect();
        selections.extend([
            FindingFilter { color: Some(Color::Black), ..FindingFilter::default() }.into(),
            Selection { played: Some(true), ..all.clone() },
            FindingFilter { class: Some(Classes::Royal), safe: true, ..FindingFilter::default() }.into(),
            Selection { numbers_all_chances: true, ..Selection::of(&PATTERNS[..1]) },
            Selection { thinning: Thinning { sample: Some(sample), ..Thinning::default() }, ..all.clone() },
            all,
        ]);
        let games = games();
        for selection in &selections {
            let found: usize = games.iter().map(|(moves, _)| assert_marked(None, moves, selection)).sum();
            assert!(found > 0 || selection.filter.patterns[0].name == "smothered-mate", "{selection:?}");
        }
        // A game of several batches of positions, and castling in Chess960.
        let (moves, _) = games.iter().max_by_key(|(moves, _)| moves.len()).unwrap();
        let shuffle = [6 | 21 << 6, 62 | 45 << 6, 21 | 6 << 6, 45 | 62 << 6].map(u16::to_le_bytes);
        let long = [&shuffle.concat().repeat(500), &moves[..]].concat();
        assert!(assert_marked(None, &long, &Selection::default()) > 0);
        let fen = b"1r2k1r1/pppppppp/8/8/8/3N4/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
        let castled = [4 | 6 << 6, 60 | 57 << 6, 19 | 36 << 6].map(u16::to_le_bytes).concat();
        assert_marked(Some(fen), &castled, &Selection::default());
    }

    /// Only positions with marks are searched, which shows that the marks count.
    #[test]
    fn positions_without_marks_are_not_searched() {
        let (moves, marks) = games().swap_remove(0);
        let stored = stored_marks(&game(&moves, None), &moves, &vec![0; marks.len()]);
        let found = search(&game(&moves, Some(&stored)), &Selection::default(), PositionNeeds::Found);
        assert_eq!(found, (Vec::new(), marks.len()));
    }

    #[test]
    fn marks_of_other_moves_do_not_count() {
        let (moves, marks) = games().swap_remove(0);
        let stored = stored_marks(&game(&moves, None), &moves, &marks);
        let is_marked = |moves: &[u8], stored: &[u8]| marks_of(&game(moves, Some(stored))).is_some();
        assert!(is_marked(&moves, &stored));
        for bit in 0..8 * moves.len() {
            let mut changed = moves.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_marked(&changed, &stored));
        }
        for bit in 0..8 * stored.len() {
            let mut changed = stored.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_marked(&moves, &changed));
        }
        for length in 0..stored.len() {
            assert!(!is_marked(&moves, &stored[..length]));
        }
        assert!(!is_marked(&moves[..moves.len() - 2], &stored) && !is_marked(&[], &[]));
        let facts = RowFacts { marks: Some(&stored), ..RowFacts::default() };
        let fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9";
        let of_codes = Game::of_codes(&moves, Some(fen));
        assert_eq!(marks_of(&Game { moves: MoveText::Coded { moves: &moves, facts }, ..of_codes }), None);
    }

    #[test]
    fn forged_moves_and_marks_cause_no_panic() {
        let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
        let mut random = fastrand::Rng::with_seed(9);
        for (mut moves, mut marks) in games() {
            for _ in 0..3 {
                let at = random.usize(..moves.len());
                moves[at] = random.u8(..);
                marks.iter_mut().for_each(|mark| *mark = random.u8(..));
                let stored = stored_marks(&game(&moves, None), &moves, &marks);
                let marked = game(&moves, Some(&stored));
                let context = GameContext { positions: PositionNeeds::Found, ..GameContext::default() };
                let _ = marked.search(Some(&selection), context, &mut Positions::new(), |event| {
                    if let Event::Found(found, findings) = event {
                        findings.iter().for_each(|finding| _ = finding.explain(found.position));
                    }
                });
            }
        }
    }

    /// Tables keep marks for years. If this fails because a pattern marks other positions, raise `VERSION`, too.
    #[test]
    fn marks_are_those_of_the_version() {
        let mut hasher = Hasher::new();
        games().iter().for_each(|(_, marks)| hasher.update(marks));
        let puzzles = include_str!("../../../../samples/puzzles.csv").lines().skip(1);
        let fens = puzzles.filter_map(|row| row.split(',').nth(1));
        fens.chain(PATTERNS.iter().map(|pattern| pattern.example))
            .for_each(|fen| hasher.update(&marks(&Game::of_codes(b"", Some(fen.as_bytes())))));
        assert_eq!((VERSION, hasher.finalize()), (1, 2_004_032_579));
    }
}
