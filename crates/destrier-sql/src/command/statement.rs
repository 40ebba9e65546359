//! Statements of a script or the prompt.

use super::error_text::error_text;
use super::failure::Failure;
use datafusion::sql::parser::{DFParser, Statement as Parsed};
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// A parsed statement.
pub(crate) struct Statement(Parsed);

impl Statement {
    /// Parses the statements of a text.
    ///
    /// # Errors
    ///
    /// Returns where the text is not SQL, and why.
    pub(crate) fn all(sql: &str) -> Result<Vec<Self>, String> {
        match DFParser::parse_sql(sql) {
            Ok(statements) => Ok(statements.into_iter().map(Self).collect()),
            Err(error) => Err(error_text(&error)),
        }
    }

    /// Returns the beginning of the statement, for messages.
    pub(crate) fn shortened(&self) -> String {
        const MAX: usize = 60;
        let text = self.0.to_string();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(MAX) {
            Some((end, _)) => format!("{}...", text[..end].trim_end()),
            None => text,
        }
    }

    /// Returns DataFusion's statement.
    pub(crate) fn into_parsed(self) -> Parsed {
        self.0
    }
}

/// The source of statements.
pub(crate) enum StatementSource<'a> {
    Command(&'a str),
    File(&'a Path),
}

impl StatementSource<'_> {
    /// Reads and parses the statements.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not SQL.
    pub(crate) fn statements(self) -> Result<Vec<Statement>, Failure> {
        let (name, sql) = match self {
            Self::Command(sql) => ("-c".to_owned(), Ok(sql.to_owned())),
            Self::File(path) if path.as_os_str() == OsStr::new("-") => {
                let mut sql = String::new();
                ("standard input".to_owned(), io::stdin().read_to_string(&mut sql).map(|_| sql))
            }
            Self::File(path) => (path.display().to_string(), fs::read_to_string(path)),
        };
        let sql = sql.map_err(|error| Failure::refused(format!("{name}: {error}")))?;
        // Some editors start a file with a byte-order mark.
        let sql = sql.strip_prefix('\u{feff}').unwrap_or(&sql);
        Statement::all(sql).map_err(|why| Failure::refused(format!("{name}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_errors_name_line_and_column() {
        let Err(said) = Statement::all("SELECT * FORM x") else { panic!("not SQL") };
        assert_eq!(said, "Expected: end of statement, found: FORM at Line: 1, Column: 10");
    }
}
