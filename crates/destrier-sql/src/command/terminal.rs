//! Text for terminals.

/// Replaces control characters, because a terminal would obey them. Tags may contain them, and errors quote tags.
pub(crate) fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}
