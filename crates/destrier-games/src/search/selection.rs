//! Selects findings.

#[cfg(feature = "files")]
use super::engine::Engine;
use super::found::FoundPosition;
use super::pattern::{Finding, Pattern};
use super::patterns::{PATTERNS, PatternScreen, search};
use super::value::Classes;
use super::worth::{GameMove, WorthFilter, WorthSearch};
use crate::chess::{Position, Positions};
use crate::formats::pgn::Annotations;
use crate::games::Colors;
use destrier::Color;
use serde::Serialize;
use std::str::FromStr;

/// Selects findings. Each condition that is set must hold; `Selection::default()` selects all findings.
///
/// ```
/// use destrier_games::{Classes, Colors, Pattern, Position, Selection};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let forks = Selection { safe: true, ..Selection::of(&[Pattern::by_name("knight-fork")?]) };
/// assert_eq!(forks.find(&position, None.into(), Colors::NONE).len(), 1);
/// let royal = Selection { class: Some(Classes::Royal), ..forks };
/// assert!(royal.find(&position, None.into(), Colors::NONE).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Selection {
    /// The patterns that are searched for, in the order of [`PATTERNS`] and each once: what [`Selection::of`] gives.
    pub patterns: Vec<&'static Pattern>,
    /// The side that a finding is of.
    pub side: Option<SideFilter>,
    /// The least class of a fork. Patterns without classes are not selected.
    pub class: Option<Classes>,
    /// Only what the other side cannot capture: the field `safe` is true.
    pub safe: bool,
    /// Only moves that mate, of whatever pattern; see [`Finding::mates`].
    pub mate: bool,
    /// Only moves that were played, or only moves that were not. Where the game ends, a move is neither.
    pub played: Option<bool>,
    /// Computes the worth of the moves that are left, and keeps those that a filter admits. Findings without a move are
    /// only left out if the filter has a condition.
    pub worth: Option<WorthFilter>,
    /// An engine that judges, where the worth of moves is computed, the candidates among them: moves whose quick value is
    /// at least that of the game's move, or where the game ends at least 0. A move was then missed if the engine says
    /// so, whatever material and the game's own evaluations say.
    ///
    /// If the engine [fails](Engine::failure), findings are incomplete. A [`Scan`](crate::Scan) then ends with its error.
    #[cfg(feature = "files")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
}

/// The side that selected findings are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SideFilter {
    /// White.
    White,
    /// Black.
    Black,
    /// The player's whom the filter of games names: the color that they have in the game, or both.
    Player,
}

/// Why a text does not name a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a side is `white`, `black` or `player`")]
pub struct ParseSideError;

/// Reads `white`, `black` or `player`.
impl FromStr for SideFilter {
    type Err = ParseSideError;

    fn from_str(name: &str) -> Result<Self, ParseSideError> {
        match name {
            "white" => Ok(Self::White),
            "black" => Ok(Self::Black),
            "player" => Ok(Self::Player),
            _ => Err(ParseSideError),
        }
    }
}

impl SideFilter {
    const fn is(self, color: Color, player: Colors) -> bool {
        match self {
            Self::White => color.is_white(),
            Self::Black => !color.is_white(),
            Self::Player => player.contains(color),
        }
    }
}

impl Default for Selection {
    fn default() -> Self {
        Self::of(&PATTERNS)
    }
}

impl Selection {
    /// All findings of some patterns, which may be given in any order.
    #[must_use]
    pub fn of(patterns: &[&'static Pattern]) -> Self {
        Self {
            patterns: PATTERNS.into_iter().filter(|pattern| patterns.contains(pattern)).collect(),
            side: None,
            class: None,
            safe: false,
            mate: false,
            played: None,
            worth: None,
            #[cfg(feature = "files")]
            engine: None,
        }
    }

    /// The selected findings in a position, in their order. `game` is how the game went on; `player` the colors that the filter's player has in this game
    /// ([`GameFilter::colors`](crate::GameFilter::colors)), which only [`SideFilter::Player`] asks for.
    #[must_use]
    pub fn find(&self, position: &Position, game: GameMove, player: Colors) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.find_among(self.bits(), position, game, player, &mut WorthSearch::default(), &mut findings);
        findings
    }

    /// The bits of its patterns.
    fn bits(&self) -> u8 {
        self.patterns.iter().fold(0, |bits, pattern| bits | pattern.bit())
    }

    /// Appends the selected findings of some of its patterns, given as bits.
    fn find_among(
        &self,
        patterns: u8,
        position: &Position,
        game: GameMove,
        player: Colors,
        search_worth: &mut WorthSearch,
        findings: &mut Vec<Finding>,
    ) {
        let next = game.next;
        if !self.narrows() {
            search(patterns, position, next, findings);
        } else if self.played.is_none() || next.is_some() {
            let turn_is_selected = self.side.is_none_or(|side| side.is(position.turn(), player));
            let candidates =
                self.patterns.iter().filter(|pattern| self.may_select(pattern, turn_is_selected));
            let possible = candidates.fold(0, |bits, pattern| bits | pattern.bit());
            search(patterns & possible, position, next, findings);
            findings.retain(|finding| self.selects(finding, position, player));
        }
        if let Some(filter) = self.worth
            && !findings.is_empty()
        {
            let mut worth = search_worth.at(position, game);
            #[cfg(feature = "files")]
            if let Some(engine) = &self.engine {
                return engine.judge(findings, position, next, &mut worth, filter);
            }
            findings.retain_mut(|finding| match finding.by {
                Some(by) => {
                    finding.worth = worth.worth_if(by, filter);
                    finding.worth.is_some()
                }
                None => filter == WorthFilter::default(),
            });
        }
    }

    /// Looks which positions may have findings, many at once; what [`search`](Self::search) must know before.
    pub(crate) fn screen(&self) -> PatternScreen {
        PatternScreen { patterns: self.bits() }
    }

    /// The selected findings in positions that were replayed with its [`screen`](Self::screen). Shows each
    /// position that has any, with its findings, which may be taken out. They are what
    /// [`find`](Self::find) gives for each.
    pub(crate) fn search(
        &self,
        positions: &Positions,
        annotations: &Annotations,
        player: Colors,
        mut visit: impl FnMut(&FoundPosition<'_>, &mut Vec<Finding>),
    ) {
        let mut findings = Vec::new();
        let mut worth = WorthSearch::default();
        let bits = self.bits();
        for (index, mark) in positions.marks().iter().enumerate() {
            let may_occur = mark & bits;
            if may_occur == 0 {
                continue;
            }
            let position = positions.position(index);
            let found = FoundPosition { positions, index, position: &position, annotations };
            self.find_among(may_occur, &position, found.game_move(), player, &mut worth, &mut findings);
            if !findings.is_empty() {
                visit(&found, &mut findings);
                findings.clear();
            }
        }
    }

    const fn narrows(&self) -> bool {
        self.side.is_some() || self.class.is_some() || self.safe || self.mate || self.played.is_some()
    }

    /// Whether a pattern can have selected findings at all: it has the fields that are asked for, and if it is one of
    /// moves, which are those of the side to move, that side is selected.
    fn may_select(&self, pattern: &Pattern, turn_is_selected: bool) -> bool {
        (turn_is_selected || !pattern.is_move)
            && (self.class.is_none() || pattern.has("classes"))
            && (!self.safe || pattern.has("safe"))
            && (!self.mate || pattern.is_move)
            && (self.played.is_none() || pattern.is_move)
    }

    fn selects(&self, finding: &Finding, position: &Position, player: Colors) -> bool {
        self.side.is_none_or(|side| side.is(finding.side, player))
            && self.played.is_none_or(|played| finding.played == Some(played))
            && (!self.safe || finding.safe == Some(true))
            && self.class.is_none_or(|least| finding.class >= Some(least))
            && (!self.mate || finding.mates(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Continuation;
    use crate::chess::Unscreened;
    use crate::formats::{Game, Start};
    use crate::input::Reader;
    use crate::search::find;

    /// Whether a finding is selected, told from what is written of it.
    fn is_selected(selection: &Selection, finding: &Finding, position: &Position, player: Colors) -> bool {
        let text = |field| finding.value(field).map(|value| value.written(position).to_string());
        let is = |field, expected: &str| text(field).as_deref() == Some(expected);
        let side = match selection.side {
            None => true,
            Some(SideFilter::White) => finding.side == Color::White,
            Some(SideFilter::Black) => finding.side == Color::Black,
            Some(SideFilter::Player) => {
                (player.white && finding.side == Color::White)
                    || (player.black && finding.side == Color::Black)
            }
        };
        let class = match selection.class {
            None => true,
            Some(class) => text("classes").is_some_and(|classes| {
                class.names().last().is_none_or(|name| classes.split(',').any(|class| class == *name))
            }),
        };
        let played = match selection.played {
            None => true,
            Some(true) => is("played", "true"),
            Some(false) => is("played", "false"),
        };
        selection.patterns.contains(&finding.pattern)
            && side
            && class
            && played
            && (!selection.safe || is("safe", "true"))
            && (!selection.mate || text("san").is_some_and(|san| san.ends_with('#')))
    }

    fn random_selection(random: &mut fastrand::Rng) -> Selection {
        let mut patterns = PATTERNS.to_vec();
        random.shuffle(&mut patterns);
        patterns.truncate(random.usize(..=2 * PATTERNS.len()));
        let side = [None, None, Some(SideFilter::White), Some(SideFilter::Black), Some(SideFilter::Player)];
        let class = [
            None,
            None,
            None,
            None,
            Some(Classes::None),
            Some(Classes::Check),
            Some(Classes::Royal),
            Some(Classes::Family),
        ];
        Selection {
            side: side[random.usize(..side.len())],
            class: class[random.usize(..class.len())],
            safe: random.u8(..4) == 0,
            mate: random.u8(..4) == 0,
            played: [None, None, Some(true), Some(false)][random.usize(..4)],
            ..Selection::of(&patterns)
        }
    }

    /// Shows every game, with the position that it begins in, to a function.
    fn each_game(games: &[u8], mut visit: impl FnMut(Game<'_>, Position)) {
        let mut reader = Reader::games(games);
        while let Some(record) = reader.next_record().unwrap() {
            let game = Game::pgn(record);
            let Ok(Start::Position(start)) = game.start() else { panic!("the game has a start") };
            visit(game, start);
        }
    }

    /// Shows every position of games to a function.
    fn replay(games: &[u8], mut visit: impl FnMut(&Position, Option<Continuation>)) {
        each_game(games, |game, start| {
            game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
                positions.iter().for_each(|(_, position, next)| visit(&position, next));
            })
            .unwrap();
        });
    }

    #[test]
    fn selected_findings_are_those_of_all_that_meet_the_conditions() {
        const MATES: &str = "[FEN \"2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1\"]\n\n1. Nf7# *\n\n\
            [FEN \"q5rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1\"]\n\n1. Nf7# *\n\n\
            [FEN \"q3k3/7r/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *\n\n\
            [FEN \"6k1/3r1ppp/8/8/4N3/2b1q3/5PPP/3R2K1 b - - 0 1\"]\n\n1... Qe1+ 2. Rxe1 *\n\n";
        let mates = MATES.repeat(50);
        let games = [mates.as_bytes(), include_bytes!("../../../../samples/lichess.pgn")].concat();
        let mut random = fastrand::Rng::with_seed(11);
        let (mut kept, mut left_out) = ([0; 5], [0; 5]);
        replay(&games, |position, next| {
            let all = find(position, next);
            for _ in 0..20 {
                let selection = random_selection(&mut random);
                let player = Colors { white: random.bool(), black: random.bool() };
                let (selected, rest): (Vec<_>, Vec<_>) = all
                    .iter()
                    .copied()
                    .partition(|finding| is_selected(&selection, finding, position, player));
                let conditions = [
                    selection.side == Some(SideFilter::Player),
                    selection.class.is_some(),
                    selection.safe,
                    selection.mate,
                    selection.played.is_some(),
                ];
                for (i, _) in conditions.iter().enumerate().filter(|(_, is_there)| **is_there) {
                    kept[i] += selected.len();
                    left_out[i] += rest.len();
                }
                assert_eq!(
                    selection.find(position, next.into(), player),
                    selected,
                    "{selection:?} {}",
                    position.fen()
                );
            }
        });
        assert!(kept.into_iter().chain(left_out).all(|count| count > 10), "{kept:?} {left_out:?}");
    }

    #[test]
    fn many_positions_are_searched_as_each_is() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut count = 0;
        each_game(include_bytes!("../../../../samples/lichess.pgn"), |game, start| {
            let selections: Vec<_> = (0..10).map(|_| random_selection(&mut random)).collect();
            let player = Colors { white: random.bool(), black: random.bool() };
            for selection in &selections {
                let same = |positions: &Positions| {
                    let mut found = Vec::new();
                    selection.search(positions, &Annotations::default(), player, |position, findings| {
                        let fen = position.position.fen();
                        found.push((position.index, fen, std::mem::take(findings)));
                    });
                    let of_each = positions.iter().enumerate().map(|(index, (_, position, next))| {
                        (index, position.fen(), selection.find(&position, next.into(), player))
                    });
                    let expected: Vec<_> = of_each.filter(|(.., findings)| !findings.is_empty()).collect();
                    assert_eq!(found, expected, "{selection:?}");
                    count += found.len();
                };
                game.replay(&start, &mut Positions::new(), &selection.screen(), same).unwrap();
            }
        });
        assert!(count > 1000, "{count}");
    }

    #[test]
    fn each_condition_alone_over_the_sample() {
        let count = |selection: &Selection, player| {
            let mut count = 0;
            replay(include_bytes!("../../../../samples/lichess.pgn"), |position, next| {
                count += selection.find(position, next.into(), player).len();
            });
            count
        };
        let all = Selection::default();
        let none = Colors::NONE;
        let side = |side| Selection { side: Some(side), ..all.clone() };
        let white = count(&side(SideFilter::White), none);
        let black = count(&side(SideFilter::Black), none);
        assert!(white > 0 && black > 0);
        assert_eq!(white + black, count(&all, none));
        for (player, expected) in [
            (none, 0),
            (Colors { white: true, black: false }, white),
            (Colors { white: false, black: true }, black),
            (Colors { white: true, black: true }, white + black),
        ] {
            assert_eq!(count(&side(SideFilter::Player), player), expected);
        }
        let class = |class| count(&Selection { class: Some(class), ..all.clone() }, none);
        let classes = [Classes::None, Classes::Check, Classes::Royal, Classes::Family].map(class);
        assert!(classes.is_sorted_by(|more, less| more >= less) && classes[2] > 0, "{classes:?}");
        let each: usize = PATTERNS.map(|pattern| count(&Selection::of(&[pattern]), none)).into_iter().sum();
        assert_eq!(each, white + black);
    }

    #[test]
    fn patterns_are_in_order_and_once() {
        let [a, b, c, ..] = PATTERNS;
        assert_eq!(Selection::of(&[c, a, c, b, a]).patterns, [a, b, c]);
        assert!(Selection::of(&[]).patterns.is_empty());
        assert_eq!(Selection::default().patterns, PATTERNS);
        let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse().unwrap();
        for side in [None, Some(SideFilter::White)] {
            let twice = Selection { patterns: vec![a, a], side, ..Selection::default() };
            assert_eq!(twice.find(&position, None.into(), Colors::NONE).len(), 1, "a pattern is found once");
        }
    }

    #[test]
    fn sides_have_names() {
        assert_eq!(
            ["white", "black", "player"].map(str::parse),
            [Ok(SideFilter::White), Ok(SideFilter::Black), Ok(SideFilter::Player)]
        );
        assert_eq!("White".parse::<SideFilter>(), Err(ParseSideError));
    }

    #[test]
    fn conditions_can_be_written_down_and_compared() {
        let selection = Selection {
            side: Some(SideFilter::Player),
            class: Some(Classes::Royal),
            ..Selection::of(&PATTERNS[..1])
        };
        assert_eq!(
            serde_json::to_string(&selection).unwrap(),
            r#"{"patterns":["knight-fork"],"side":"player","class":"royal","safe":false,"mate":false,"played":null,"worth":null}"#
        );
    }
}
