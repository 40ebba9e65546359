//! The columns of tags, in all tables except findings.

use super::column::Column;
use super::game_facts::{GameFact, OPENING};

/// Returns the columns of tags. If a table already has a column `white`, the tag's column is `white_player`.
pub(super) fn tag_columns() -> Vec<Column> {
    use GameFact::{Date, Opening, Rating, Tag, Tags, Year};
    let columns: [(&str, &str, GameFact); 19] = [
        ("event", "the Event tag; null, like all tags, if it is missing, empty or ?", Tag("Event")),
        ("site", "the Site tag or the puzzle's id", Tag("Site")),
        ("date", "date from UTCDate or, if that has no year, from Date; null if unknown", Date),
        ("year", "year of that date; known even if month or day is not", Year),
        ("round", "the Round tag", Tag("Round")),
        ("white", "White's name", Tag("White")),
        ("black", "Black's name", Tag("Black")),
        ("result", "the Result tag: 1-0, 0-1, 1/2-1/2 or *", Tag("Result")),
        ("white_elo", "White's rating; null if it is 0, over 65535 or not a number", Rating("WhiteElo")),
        ("black_elo", "Black's rating; null if it is 0, over 65535 or not a number", Rating("BlackElo")),
        ("white_title", "White's title", Tag("WhiteTitle")),
        ("black_title", "Black's title", Tag("BlackTitle")),
        ("eco", "code of the opening", Tag("ECO")),
        ("opening", OPENING, Opening),
        ("time_control", "the TimeControl tag", Tag("TimeControl")),
        ("termination", "the Termination tag: how the game ended", Tag("Termination")),
        ("variant", "the Variant tag", Tag("Variant")),
        ("rating", "a puzzle's rating", Rating("Rating")),
        (
            "tags",
            "all tags as written, the first of each name; for puzzles, the id as Site and all columns except Moves",
            Tags,
        ),
    ];
    columns.into_iter().map(|(name, definition, fact)| Column::of_game(name, definition, fact)).collect()
}
