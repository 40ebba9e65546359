//! What a scan needs of games.

use std::collections::BTreeSet;

/// What a column, a condition or a whole scan needs of games. Nothing else is computed. Formats with columns read only the
/// needed parts; text is read as a whole.
///
/// ```
/// use destrier_games::GameNeeds;
///
/// let players = GameNeeds::tags(&["White", "Black"]);
/// let needs = players.and(GameNeeds::moves());
/// assert!(needs.has_tag("White") && !needs.has_tag("Event"));
/// assert!(needs.moves && !needs.annotations);
/// assert!(GameNeeds::all().has_tag("Event"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNeeds {
    /// The names of tags, or `None` for all.
    pub(crate) tags: Option<BTreeSet<&'static str>>,
    /// The moves.
    pub moves: bool,
    /// The evaluations and clocks of positions.
    pub annotations: bool,
    /// The marks of positions in a table of games.
    #[cfg(feature = "files")]
    pub(crate) marks: bool,
    /// The number of the game, which requires reading everything before it.
    pub number: bool,
    /// The values of White and of Black: a bit for each of [`VALUES`](destrier::registry::VALUES).
    pub values: [u32; 2],
    /// The numbers of chances, which requires searching for all patterns.
    pub chances: bool,
    /// The worth of moves.
    pub worth: bool,
    /// The engine's verdicts.
    pub engine: bool,
}

impl GameNeeds {
    /// Needs nothing.
    pub const NOTHING: Self = Self {
        tags: Some(BTreeSet::new()),
        moves: false,
        annotations: false,
        #[cfg(feature = "files")]
        marks: false,
        number: false,
        values: [0; 2],
        chances: false,
        worth: false,
        engine: false,
    };

    /// Needs everything that a game contains.
    #[must_use]
    pub fn all() -> Self {
        Self { moves: true, annotations: true, ..Self::all_tags() }
    }

    /// Needs some tags.
    #[must_use]
    pub fn tags(names: &[&'static str]) -> Self {
        Self { tags: Some(names.iter().copied().collect()), ..Self::NOTHING }
    }

    /// Needs all tags.
    #[must_use]
    pub fn all_tags() -> Self {
        Self { tags: None, ..Self::NOTHING }
    }

    /// Needs the moves, with the tags that determine the start of the game.
    #[must_use]
    pub fn moves() -> Self {
        Self { moves: true, ..Self::tags(&["FEN", "Variant"]) }
    }

    /// Needs the evaluations and clocks of positions.
    #[must_use]
    pub fn annotations() -> Self {
        Self { annotations: true, ..Self::NOTHING }
    }

    /// Needs the tags that may have a link to the game.
    #[cfg(feature = "files")]
    pub(crate) fn links() -> Self {
        Self::tags(&["Site", "Link", "GameURL", "GameUrl"])
    }

    /// Needs what tells who played.
    #[cfg(feature = "files")]
    pub(crate) fn players() -> Self {
        Self::tags(&["White", "Black", "WhiteElo", "BlackElo"])
    }

    /// Returns the union of both needs.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let tags = match (self.tags, other.tags) {
            (Some(tags), Some(others)) => Some(tags.into_iter().chain(others).collect()),
            _ => None,
        };
        let [white, black] = self.values;
        Self {
            tags,
            moves: self.moves || other.moves,
            annotations: self.annotations || other.annotations,
            #[cfg(feature = "files")]
            marks: self.marks || other.marks,
            number: self.number || other.number,
            values: [white | other.values[0], black | other.values[1]],
            chances: self.chances || other.chances,
            worth: self.worth || other.worth,
            engine: self.engine || other.engine,
        }
    }

    /// Returns whether a tag is needed.
    #[must_use]
    pub fn has_tag(&self, name: &str) -> bool {
        self.tags.as_ref().is_none_or(|tags| tags.contains(name))
    }
}
