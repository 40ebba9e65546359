//! The nearest of several names.

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
    let distances = among.into_iter().map(|name| (distance(&word, &plain(name)), name));
    distances.filter(|(distance, _)| *distance <= farthest).min().map(|(_, name)| name)
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Returns the number of letters to insert, remove or replace between two words.
fn distance(a: &str, b: &str) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
