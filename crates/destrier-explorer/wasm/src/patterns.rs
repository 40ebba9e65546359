//! The patterns that the page searches for: the built-in ones, those of the pattern book, and one that the user writes.
//!
//! A key stands for patterns: it is empty for all built-in ones, or a name, or a text in the pattern language.

use crate::problem::Problem;
use destrier_games::{PATTERNS, Pattern, PatternError};

/// Returns the patterns that a key stands for.
pub(crate) fn of_key(key: &str) -> Result<Vec<&'static Pattern>, Problem> {
    if key.is_empty() {
        return Ok(PATTERNS.to_vec());
    }
    if let Ok(pattern) = Pattern::by_name(key) {
        return Ok(vec![pattern]);
    }
    let read = match first_word(key) {
        "move" | "standing" => Pattern::parse_custom(key).map(|pattern| vec![pattern]),
        _ => Pattern::parse(key),
    };
    match read {
        Ok(patterns) if patterns.len() > 1 => {
            Err(Problem::of_all(key, "the page reads one pattern at a time"))
        }
        read => read.map_err(|error| problem(key, &error)),
    }
}

/// Returns the index of a pattern in the page's list: the built-in ones, the pattern book, and the one that the user
/// writes.
pub(crate) fn index_of(pattern: &'static Pattern) -> usize {
    let mut listed = listed();
    listed.position(|other| other == pattern).unwrap_or(PATTERNS.len() + Pattern::book().len())
}

/// Returns the patterns that have a name.
pub(crate) fn listed() -> impl Iterator<Item = &'static Pattern> {
    PATTERNS.into_iter().chain(Pattern::book().iter().copied())
}

/// The themes of the pattern book, each with the name of its first pattern.
const THEMES: [(&str, &str); 3] =
    [("fork", "Tactics"), ("smothered", "Mates by name"), ("isolated-queen-pawn", "Structure")];

/// Returns the theme of a pattern of the pattern book. Empty for all others.
pub(crate) fn theme_of(pattern: &'static Pattern) -> &'static str {
    let place = |name: &str| Pattern::book().iter().position(|other| other.name == name);
    let Some(at) = Pattern::book().iter().position(|&other| other == pattern) else { return "" };
    let themes = THEMES.iter().rev();
    themes.filter(|(first, _)| place(first) <= Some(at)).map(|(_, theme)| *theme).next().unwrap_or_default()
}

/// Returns the first word of a text, after comments.
fn first_word(text: &str) -> &str {
    let code = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    code.flat_map(str::split_whitespace).next().unwrap_or_default()
}

/// Finds the place of an error: a word, or one character.
fn problem(text: &str, error: &PatternError) -> Problem {
    let line_start: usize = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
    let (mut start, mut end) = (text.len(), text.len());
    let mut characters = text[line_start..].char_indices().skip(error.column() - 1).peekable();
    if let Some(&(at, first)) = characters.peek() {
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let word = characters.map(|(_, next)| next).take_while(|&next| is_word(next));
        let length = if is_word(first) { word.map(char::len_utf8).sum() } else { first.len_utf8() };
        start = line_start + at;
        end = start + length;
    }
    let [from, to] = [start, end].map(|offset| text[..offset].encode_utf16().count());
    Problem { problem: error.message().to_owned(), from, to, argument: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_empty_a_name_or_a_text() {
        let names = |key: &str| of_key(key).unwrap().iter().map(|pattern| pattern.name).collect::<Vec<_>>();
        assert_eq!(names("").len(), PATTERNS.len());
        assert_eq!((names("smothered-mate"), names("fork")), (vec!["smothered-mate"], vec!["fork"]));
        assert_eq!(names("# mine\n move king"), ["custom"]);
        let text = "pattern mine \"Mine.\" move king";
        assert_eq!(names(text), ["mine"]);
        assert_eq!(index_of(of_key(text).unwrap()[0]), listed().count());
        assert_eq!(index_of(of_key("pin").unwrap()[0]), PATTERNS.len() + 1);
        assert!(of_key(&format!("{text}\n{}", text.replace("mine", "other"))).is_err());
    }

    #[test]
    fn an_error_has_the_place_of_its_word() {
        for (text, wrong) in [
            ("move\nwhere us & quens", "quens"),
            ("# é\nmove # ♘\nwhere ü", "ü"),
            ("move where us &", ""),
            ("move where (us]", "]"),
            ("forks", "forks"),
        ] {
            let problem = of_key(text).unwrap_err();
            let units: Vec<u16> = text.encode_utf16().collect();
            let shown = String::from_utf16(&units[problem.from..problem.to]).unwrap();
            assert_eq!(shown, wrong, "{text}: {problem:?}");
        }
    }
}
