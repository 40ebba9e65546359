//! The nearest of several names, lists of them, and long ones.

use strsim::levenshtein;

/// Returns the name among several that a misspelled one most likely stands for. Ignores case, and whether `_` or `-`
/// joins words.
///
/// ```
/// use destrier_games::nearest;
///
/// assert_eq!(nearest("Mistake", ["inaccuracy", "mistake", "blunder"]), Some("mistake"));
/// assert_eq!(nearest("knight_frok", ["knight-fork", "pin"]), Some("knight-fork"));
/// assert_eq!(nearest("mate", ["knight-fork", "pin"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let farthest = if word.len() < 4 { 1 } else { 2 };
    let word = plain(word);
    let distances = among.into_iter().map(|name| (levenshtein(&word, &plain(name)), name));
    distances.filter(|(distance, _)| *distance <= farthest).min().map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Returns a text of at most so many characters. A longer one ends with an ellipsis.
pub(crate) fn shortened(text: &str, max: usize) -> String {
    match text.char_indices().nth(max - 1) {
        Some((end, _)) if text[end..].chars().nth(1).is_some() => format!("{}…", text[..end].trim_end()),
        _ => text.to_owned(),
    }
}

/// Joins words for a sentence: `csv, jsonl or parquet`.
#[must_use]
pub fn listed(words: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {conjunction} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_ends_with_an_ellipsis() {
        assert_eq!(shortened("pastaemandolin", 14), "pastaemandolin");
        assert_eq!(shortened("Wilker-Quaresma", 14), "Wilker-Quares…");
        assert_eq!(shortened("Capablanca, Jose Raul", 13), "Capablanca,…");
    }
}
