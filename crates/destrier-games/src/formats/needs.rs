//! The parts of games that a scan reads.

use std::collections::BTreeSet;

/// The parts of games that a scan reads. Formats with columns skip all other parts; text is read as a whole.
///
/// ```
/// use destrier_games::GameNeeds;
///
/// let players = GameNeeds::tags(&["White", "Black"]);
/// let needs = players.and(GameNeeds::moves());
/// assert!(needs.has_tag("White") && !needs.has_tag("Event"));
/// assert!(GameNeeds::all().has_tag("Event"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNeeds {
    /// The names of tags, or `None` for all.
    tags: Option<BTreeSet<&'static str>>,
    moves: bool,
    annotations: bool,
    marks: bool,
}

impl GameNeeds {
    /// Needs everything except the marks of positions.
    #[must_use]
    pub const fn all() -> Self {
        Self { tags: None, moves: true, annotations: true, marks: false }
    }

    /// Needs some tags, and nothing else.
    #[must_use]
    pub fn tags(names: &[&'static str]) -> Self {
        Self { tags: Some(names.iter().copied().collect()), moves: false, annotations: false, marks: false }
    }

    /// Needs all tags, and nothing else.
    #[must_use]
    pub const fn all_tags() -> Self {
        Self { tags: None, moves: false, annotations: false, marks: false }
    }

    /// Needs the moves, with the tags that determine the start of the game.
    #[must_use]
    pub fn moves() -> Self {
        Self { moves: true, ..Self::tags(&["FEN", "Variant"]) }
    }

    /// Needs the evaluations and clocks of positions.
    #[must_use]
    pub fn annotations() -> Self {
        Self { annotations: true, ..Self::tags(&[]) }
    }

    /// Needs the marks of positions in a table of games.
    #[cfg(feature = "files")]
    pub(crate) fn marks() -> Self {
        Self { marks: true, ..Self::tags(&[]) }
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
    pub fn and(mut self, other: Self) -> Self {
        self.tags = match (self.tags, other.tags) {
            (Some(tags), Some(others)) => Some(tags.into_iter().chain(others).collect()),
            _ => None,
        };
        self.moves |= other.moves;
        self.annotations |= other.annotations;
        self.marks |= other.marks;
        self
    }

    /// Returns whether a tag is needed.
    #[must_use]
    pub fn has_tag(&self, name: &str) -> bool {
        self.tags.as_ref().is_none_or(|tags| tags.contains(name))
    }

    /// Returns the names of the needed tags, or `None` for all.
    #[cfg(feature = "files")]
    pub(crate) const fn tag_names(&self) -> Option<&BTreeSet<&'static str>> {
        self.tags.as_ref()
    }

    /// Returns whether the moves are needed.
    #[must_use]
    pub const fn has_moves(&self) -> bool {
        self.moves
    }

    /// Returns whether the evaluations and clocks are needed.
    #[must_use]
    pub const fn has_annotations(&self) -> bool {
        self.annotations
    }

    /// Returns whether the marks of positions are needed.
    #[cfg(feature = "files")]
    pub(crate) const fn has_marks(&self) -> bool {
        self.marks
    }
}
