//! The name of a game's opening.

use crate::formats::pgn::Tags;
use std::borrow::Cow;
use std::sync::LazyLock;

/// The tags that name the opening.
pub(crate) const OPENING_TAGS: [&str; 3] = ["Opening", "ECOUrl", "ECO"];

/// The general names of the codes A00 to E99, one `CODE name` a line. They are the parts that most lines of a code
/// share in <https://github.com/lichess-org/chess-openings>, which is in the public domain (CC0). Codes whose lines
/// share nothing have the usual name of their first moves.
const ECO: &str = include_str!("eco.txt");

/// Returns the name of the opening: the tag `Opening`, else the name in the tag `ECOUrl` of chess.com, else the
/// general name of the code in the tag `ECO`.
#[must_use]
pub fn opening_name<'a>(tags: &Tags<'a>) -> Option<Cow<'a, str>> {
    tags.value("Opening")
        .or_else(|| Some(name_in_url(&tags.value("ECOUrl")?)?.into()))
        .or_else(|| Some(name_of_code(&tags.value("ECO")?)?.into()))
}

/// Returns the name in a link such as `https://www.chess.com/openings/Sicilian-Defense-Najdorf-Variation-6.Be2-e5`,
/// without the moves behind it.
fn name_in_url(url: &str) -> Option<String> {
    let (_, name) = url.split_once("chess.com/openings/")?;
    let name = name.split(['?', '#', '/']).next()?;
    let mut words = Vec::new();
    for word in name.split('-') {
        // Moves begin with a number, or are glued to the name: `Variation...4.Ng5`.
        let is_move = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let (before, moves) = word.split_once("...").map_or((word, None), |(word, rest)| (word, Some(rest)));
        if !is_move && !before.is_empty() {
            words.push(before);
        }
        if is_move || moves.is_some() {
            break;
        }
    }
    // The link of a game without an opening ends in `Undefined`.
    (!words.is_empty() && words != ["Undefined"]).then(|| words.join(" "))
}

/// Returns the general name of a code such as `B90`. Some programs append a letter or a number: `B90h`, `B90/02`.
fn name_of_code(code: &str) -> Option<&'static str> {
    static NAMES: LazyLock<Vec<&'static str>> =
        LazyLock::new(|| ECO.lines().filter_map(|line| line.get(4..)).collect());
    let [letter @ (b'A'..=b'E' | b'a'..=b'e'), tens @ b'0'..=b'9', ones @ b'0'..=b'9', ..] =
        *code.trim().as_bytes()
    else {
        return None;
    };
    let place = [letter.to_ascii_uppercase() - b'A', tens - b'0', ones - b'0'];
    NAMES.get(place.into_iter().fold(0, |index, digit| 10 * index + usize::from(digit))).copied()
}

/// Returns the name without its variation: `Sicilian Defense`. Names from Lichess have a colon or a comma there. Names
/// from chess.com have nothing, but nearly all families end in one of a few words.
#[cfg(feature = "files")]
pub(crate) fn opening_family(name: &str) -> &str {
    const KINDS: [&str; 7] = ["Defense", "Defence", "Opening", "Game", "Gambit", "Attack", "System"];
    let separator = name.find([':', ',']);
    let mut end = separator.unwrap_or(0);
    if separator.is_none() {
        let mut words = name.split_inclusive(' ').peekable();
        while let Some(word) = words.next() {
            end += word.len();
            let is_answered = words.peek().is_some_and(|next| matches!(next.trim(), "Accepted" | "Declined"));
            if KINDS.contains(&word.trim()) && !is_answered || matches!(word.trim(), "Accepted" | "Declined")
            {
                break;
            }
        }
    }
    // Numbers are at the end of names such as `Sicilian Defense #2`.
    name[..end].trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '#')).trim()
}

/// Returns whether the name of the opening contains a text, ignoring case. The names of chess.com have no punctuation, such
/// as `Kings Indian Defense`, so that of the text does not matter for them.
pub(super) fn opening_contains(tags: &Tags<'_>, text: &str) -> bool {
    let Some(name) = opening_name(tags) else { return false };
    let (name, text) = (name.to_lowercase(), text.to_lowercase());
    let is_from_url = tags.value("Opening").is_none() && tags.value("ECOUrl").is_some();
    name.contains(&text) || is_from_url && name.contains(&without_punctuation(&text))
}

fn without_punctuation(text: &str) -> String {
    text.replace('-', " ").replace(['\'', '\u{2019}', ':', ',', '.'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(tags: &str) -> Option<String> {
        opening_name(&Tags::read(tags.as_bytes())).map(Cow::into_owned)
    }

    #[test]
    fn every_code_has_a_name() {
        let codes: Vec<_> = ECO.lines().map(|line| line.split_once(' ').unwrap()).collect();
        let expected =
            (b'A'..=b'E').flat_map(|letter| (0..100).map(move |n| format!("{}{n:02}", char::from(letter))));
        assert!(codes.iter().map(|(code, _)| code.to_string()).eq(expected));
        for (code, name) in codes {
            assert!(name.trim() == name && name.len() > 5, "{code}");
            assert_eq!(name_of_code(code), Some(name));
        }
        for (code, name) in [
            ("B90", Some("Sicilian Defense: Najdorf Variation")),
            (" b90h", Some("Sicilian Defense: Najdorf Variation")),
            ("E97/02", Some("King's Indian Defense: Orthodox Variation")),
            ("F00", None),
            ("B9", None),
            ("B9x", None),
            ("é00", None),
            ("", None),
        ] {
            assert_eq!(name_of_code(code), name, "{code}");
        }
    }

    #[test]
    fn the_most_precise_tag_names_the_opening() {
        let url = "[ECOUrl \"https://www.chess.com/openings/Sicilian-Defense-Najdorf-Variation-6.Be2-e5\"]";
        let eco = "[ECO \"C20\"]";
        assert_eq!(name(&format!("{eco}{url}[Opening \"My Opening\"]")).unwrap(), "My Opening");
        assert_eq!(
            name(&format!("{eco}{url}[Opening \"?\"]")).unwrap(),
            "Sicilian Defense Najdorf Variation"
        );
        assert_eq!(name(eco).unwrap(), "King's Pawn Game");
        assert_eq!(
            name(&format!("{eco}[ECOUrl \"https://example.com/openings\"]")).unwrap(),
            "King's Pawn Game"
        );
        assert_eq!(name("[ECO \"?\"]"), None);
        assert_eq!(name("[ECOUrl \"https://www.chess.com/openings/Undefined\"]"), None);
    }

    #[test]
    fn links_lose_their_moves() {
        for (link, name) in [
            ("Sicilian-Defense-Najdorf-Variation-6.Be2-e5", "Sicilian Defense Najdorf Variation"),
            ("Italian-Game-Two-Knights-Defense...4.Ng5-d5", "Italian Game Two Knights Defense"),
            ("Alekhines-Defense-Modern-Variation-4...dxe5", "Alekhines Defense Modern Variation"),
            ("Queens-Pawn-Opening-1...d5-2.e3", "Queens Pawn Opening"),
            ("Van-t-Kruijs-Opening", "Van t Kruijs Opening"),
            ("Caro-Kann-Defense-2.Nf3?ref=1", "Caro Kann Defense"),
        ] {
            assert_eq!(name_in_url(&format!("https://www.chess.com/openings/{link}")).unwrap(), name);
        }
        assert_eq!(name_in_url("https://www.chess.com/openings/1.e4"), None);
    }

    #[cfg(feature = "files")]
    #[test]
    fn families_have_no_variation() {
        for (name, family) in [
            ("Sicilian Defense: Najdorf Variation, English Attack", "Sicilian Defense"),
            ("Sicilian Defense #2", "Sicilian Defense"),
            ("Vienna Gambit, with Max Lange Defense", "Vienna Gambit"),
            ("Sicilian Defense Najdorf Variation", "Sicilian Defense"),
            ("Queens Gambit Declined Marshall Defense", "Queens Gambit Declined"),
            ("Ruy Lopez", "Ruy Lopez"),
            ("Ruy Lopez Opening Morphy Defense", "Ruy Lopez Opening"),
            ("", ""),
        ] {
            assert_eq!(opening_family(name), family);
        }
    }

    #[test]
    fn names_of_chess_com_match_without_punctuation() {
        let url = |name: &str| format!("[ECOUrl \"https://www.chess.com/openings/{name}\"]");
        let kings_indian = url("Kings-Indian-Defense-Orthodox-Variation");
        for (tags, text, is_it) in [
            (kings_indian.as_str(), "King's Indian Defense: Orthodox", true),
            (&kings_indian, "kings indian", true),
            (&kings_indian, "king indian", false),
            (&url("Caro-Kann-Defense"), "caro-kann", true),
            ("[Opening \"Caro-Kann Defense\"]", "caro-kann", true),
            ("[Opening \"Caro-Kann Defense\"]", "Defense:", false),
            ("[ECO \"B12\"]", "caro-kann", true),
            ("[ECO \"?\"]", "", false),
        ] {
            assert_eq!(opening_contains(&Tags::read(tags.as_bytes()), text), is_it, "{tags} {text}");
        }
    }
}
