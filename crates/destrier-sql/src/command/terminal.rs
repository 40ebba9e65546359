//! Text for terminals.

/// Replaces control characters, because a terminal would obey them. Tags may contain them, and errors quote tags.
pub(crate) fn plain(text: String) -> String {
    let is_obeyed = |c: char| c.is_control() && c != '\n';
    if text.contains(is_obeyed) { text.replace(is_obeyed, "\u{fffd}") } else { text }
}
