//! The error for a text that is not a pattern.

use std::fmt;

/// An error in the text of patterns, with its place.
///
/// Prints the line and the column, what is wrong, and the line with a mark under the place.
///
/// ```
/// use destrier_games::Pattern;
///
/// let error = Pattern::parse("pattern queens \"Queens.\" standing\nwhere us & quens").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "2:12: unknown name `quens`; did you mean `queens`?\n  where us & quens\n             ^^^^^"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    /// What is wrong.
    message: String,
    line: usize,
    column: usize,
    /// The text of the line.
    source: String,
    /// The length of the word, in characters.
    width: usize,
}

impl PatternError {
    /// Creates an error about the bytes of a text from `start` to `end`.
    pub(super) fn new(text: &str, start: usize, end: usize, message: String) -> Self {
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let source: String = text[line_start..line_end]
            .chars()
            .filter(|character| *character != '\r')
            .map(|character| if character.is_control() { ' ' } else { character })
            .collect();
        Self {
            message,
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            source,
            width: text[start..end.clamp(start, line_end)].chars().count().max(1),
        }
    }

    /// Returns the line, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in characters, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, line, column, source, width } = self;
        // A long line is shown from a place shortly before the mark.
        let skipped = column.saturating_sub(1 + MAX_BEFORE);
        let shown: String = source.chars().skip(skipped).take(MAX_SHOWN).collect();
        let before = column - 1 - skipped;
        let width = (*width).min(MAX_SHOWN - before);
        write!(f, "{line}:{column}: {message}\n  {shown}\n  {:before$}{:^<width$}", "", "")
    }
}

impl std::error::Error for PatternError {}

/// The number of characters to show of a line, and how many of them at most before the mark.
const MAX_SHOWN: usize = 120;
const MAX_BEFORE: usize = 80;
