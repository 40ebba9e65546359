//! Text for terminals.

/// Replaces control characters, because a terminal would obey them. Tags may contain them, and errors quote tags. Tabs, as
/// in DataFusion's errors, become spaces.
pub(crate) fn plain(text: &str) -> String {
    text.replace('\t', " ").replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}
