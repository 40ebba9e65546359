//! Text for terminals.

/// Replaces control characters, which a terminal would obey: tags of games may hold anything, and errors quote them.
pub(crate) fn plain(text: String) -> String {
    let is_obeyed = |c: char| c.is_control() && c != '\n';
    if text.contains(is_obeyed) { text.replace(is_obeyed, "\u{fffd}") } else { text }
}
