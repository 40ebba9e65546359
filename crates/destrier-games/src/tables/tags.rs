//! The columns of tags, which every table has but that of findings.

use super::column::Column;
use super::game_facts::GameFact;

/// The columns of tags. Where a table has a column `white` already, the player's is called `white_player`.
pub(super) fn tag_columns() -> Vec<Column> {
    use GameFact::{Date, Rating, Tag, Tags, Year};
    let columns: [(&str, &str, GameFact); 19] = [
        ("event", "the Event tag; as of all tags, null where it is missing, empty or ?", Tag("Event")),
        ("site", "the Site tag; of a puzzle its id", Tag("Site")),
        ("date", "the day of UTCDate or, where that has no year, of Date; null where it is not known", Date),
        ("year", "the year of that date, known more often", Year),
        ("round", "the Round tag", Tag("Round")),
        ("white", "White's name", Tag("White")),
        ("black", "Black's name", Tag("Black")),
        ("result", "the Result tag: 1-0, 0-1, 1/2-1/2 or *", Tag("Result")),
        ("white_elo", "White's rating; null where it is 0, over 65535 or no number", Rating("WhiteElo")),
        ("black_elo", "Black's rating; null where it is 0, over 65535 or no number", Rating("BlackElo")),
        ("white_title", "White's title", Tag("WhiteTitle")),
        ("black_title", "Black's title", Tag("BlackTitle")),
        ("eco", "the code of the opening", Tag("ECO")),
        ("opening", "the name of the opening", Tag("Opening")),
        ("time_control", "the time that the players have", Tag("TimeControl")),
        ("termination", "how the game came to its end", Tag("Termination")),
        ("variant", "the variant of chess", Tag("Variant")),
        ("rating", "a puzzle's rating", Rating("Rating")),
        (
            "tags",
            "all tags as written, each once; of a puzzle its id as Site and the columns of its file but Moves",
            Tags,
        ),
    ];
    columns.into_iter().map(|(name, definition, fact)| Column::of_game(name, definition, fact)).collect()
}
