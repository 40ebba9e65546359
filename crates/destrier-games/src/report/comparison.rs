//! Whose rates stand side by side.

use crate::formats::Game;
use crate::games::{Colors, Date, GameFilter, Player, Spellings};
use crate::output::html::plain;
use crate::rates::View;
use destrier::Color;

/// Whose rates stand side by side, in one or two columns. A list of players holds the names of one person.
#[derive(Clone, Debug)]
pub enum Comparison {
    /// Everybody in a collection of games.
    Collection,
    /// A player and the opponents in the same games.
    Player(Vec<Player>),
    /// Two players, each in all their games.
    Players(Vec<Player>, Vec<Player>),
    /// The time before a date and the time since: of a player, or of everybody if the list is empty.
    Periods(Vec<Player>, Date),
}

/// The error for a comparison of two players that are not two.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// The first player is unknown.
    #[error("name the first player, too")]
    NoPlayer,
    /// Both have this name.
    #[error("both players are named {0}")]
    SamePlayer(Player),
}

impl Comparison {
    /// Returns the comparison of a player, who may be unknown, with another one or of the time before and since a date.
    /// Both lists may be empty.
    ///
    /// # Errors
    ///
    /// If there is another player, and the first is unknown or the same.
    pub fn new(
        player: Vec<Player>,
        against: Vec<Player>,
        split: Option<Date>,
    ) -> Result<Self, ComparisonError> {
        let is_same = |one: &&Player| player.iter().any(|other| other.is_same(one));
        match split {
            _ if player.is_empty() && !against.is_empty() => Err(ComparisonError::NoPlayer),
            _ if let Some(same) = against.iter().find(is_same) => {
                Err(ComparisonError::SamePlayer(same.clone()))
            }
            _ if !against.is_empty() => Ok(Self::Players(player, against)),
            Some(split) => Ok(Self::Periods(player, split)),
            None if player.is_empty() => Ok(Self::Collection),
            None => Ok(Self::Player(player)),
        }
    }

    /// Returns the two players who are compared, each after the name of the option, to say who has no games.
    #[must_use]
    pub fn needed(&self) -> Vec<(&'static str, Vec<Player>)> {
        match self {
            Self::Players(one, other) => vec![("player", one.clone()), ("against", other.clone())],
            _ => Vec::new(),
        }
    }

    /// Returns the players whose games the report is about. If there are none, it is about all games.
    #[must_use]
    pub fn players(&self) -> Vec<Player> {
        match self {
            Self::Collection => Vec::new(),
            Self::Player(player) | Self::Periods(player, _) => player.clone(),
            Self::Players(one, other) => one.iter().chain(other).cloned().collect(),
        }
    }

    /// Replaces the first name of each column's player by its most frequent spelling.
    pub(super) fn spell(&mut self, names: &[Spellings; 2]) {
        let players = match self {
            Self::Collection => return,
            Self::Player(player) | Self::Periods(player, _) => [Some(player), None],
            Self::Players(one, other) => [Some(one), Some(other)],
        };
        for (player, names) in players.into_iter().zip(names) {
            let spelled = names.most_often().and_then(|name| name.parse().ok());
            if let (Some(first), Some(spelled)) = (player.and_then(|player| player.first_mut()), spelled) {
                *first = spelled;
            }
        }
    }

    /// Returns the names of the columns.
    pub(super) fn columns(&self) -> Vec<String> {
        match self {
            Self::Collection => vec!["all players".to_owned()],
            Self::Player(player) => vec![name(player), "opponents".to_owned()],
            Self::Players(one, other) => vec![name(one), name(other)],
            Self::Periods(_, split) => vec![format!("before {split}"), format!("since {split}")],
        }
    }

    /// Returns the title of the page.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Collection => "All players".to_owned(),
            Self::Player(player) => name(player),
            Self::Players(one, other) => format!("{} and {}", name(one), name(other)),
            Self::Periods(player, split) if player.is_empty() => format!("Before and since {split}"),
            Self::Periods(player, split) => format!("{} before and since {split}", name(player)),
        }
    }

    /// Returns whether a column is only there to compare with.
    pub(super) const fn is_of_opponents(&self, column: usize) -> bool {
        matches!(self, Self::Player(_)) && column == 1
    }

    /// Returns whether the columns are about single players, so that what they allowed says something about them.
    pub(super) const fn is_about_players(&self) -> bool {
        match self {
            Self::Collection => false,
            Self::Player(_) | Self::Players(..) => true,
            Self::Periods(player, _) => !player.is_empty(),
        }
    }

    /// Returns whether a game is one of a person against a computer: an opponent of the players that the report is about.
    pub(super) fn is_against_computer(&self, game: &Game<'_>) -> bool {
        let filter = GameFilter { players: self.players(), ..GameFilter::default() };
        let named = filter.colors(&game.tags);
        self.is_about_players()
            && Color::ALL.into_iter().any(|color| !named.contains(color) && game.is_computer(color))
    }

    /// Returns the names of the player of a column.
    pub(super) fn player_of(&self, column: usize) -> &[Player] {
        match self {
            Self::Collection => &[],
            Self::Player(player) | Self::Periods(player, _) => player,
            Self::Players(one, _) if column == 0 => one,
            Self::Players(_, other) => other,
        }
    }

    /// Returns the sides of a game among `sides` that belong to a column.
    pub(super) fn views(&self, game: &Game<'_>, sides: Colors) -> Vec<View<usize>> {
        let has = |players: &[Player], color| {
            let filter = GameFilter { players: players.to_vec(), ..GameFilter::default() };
            filter.colors(&game.tags).contains(color)
        };
        let views = Color::ALL.into_iter().filter(|&color| sides.contains(color)).filter_map(|color| {
            let who = match self {
                Self::Collection => 0,
                Self::Player(player) => usize::from(!has(player, color)),
                Self::Players(one, _) if has(one, color) => 0,
                Self::Players(_, other) if has(other, color) => 1,
                Self::Periods(player, split) if player.is_empty() || has(player, color) => {
                    usize::from(!Date::of_game(&game.tags)?.begins_before(*split))
                }
                Self::Players(..) | Self::Periods(..) => return None,
            };
            Some(View { color, who })
        });
        views.collect()
    }
}

/// Returns the first name of a player.
fn name(player: &[Player]) -> String {
    player.first().map_or_else(String::new, |player| plain(&player.to_string()))
}
