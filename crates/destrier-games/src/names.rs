//! The nearest of several names, and lists of them.

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

/// Joins words for a sentence: `csv, jsonl or parquet`.
#[must_use]
pub fn listed(words: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {conjunction} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}
