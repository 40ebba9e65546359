//! DataFusion errors as text.

use datafusion::error::DataFusionError;

/// Returns the text of an error, without the names of DataFusion's types.
pub(crate) fn error_text(error: &DataFusionError) -> String {
    match error {
        DataFusionError::SQL(error, _) => match error.to_string().split_once(": ") {
            Some((_, text)) => text.to_owned(),
            None => error.to_string(),
        },
        // These would print the Rust type of the error inside.
        DataFusionError::Diagnostic(_, error) => error_text(error),
        DataFusionError::Shared(error) => error_text(error),
        // The context is the name of a step of DataFusion.
        DataFusionError::Context(_, error) if matches!(**error, DataFusionError::Plan(_)) => {
            error_text(error)
        }
        DataFusionError::Context(context, error) => format!("{context}\ncaused by\n{}", error_text(error)),
        error => error.strip_backtrace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::sql::sqlparser::parser::ParserError;
    use std::sync::Arc;

    #[test]
    fn syntax_errors_have_no_type_names_when_wrapped() {
        let error = || DataFusionError::from(ParserError::ParserError("Expected: b, found: c".to_owned()));
        assert_eq!(error_text(&error()), "Expected: b, found: c");
        assert_eq!(error_text(&DataFusionError::Shared(Arc::new(error()))), "Expected: b, found: c");
        let plan = DataFusionError::Plan("no table".to_owned()).context("type_coercion");
        assert_eq!(error_text(&plan), "Error during planning: no table");
        assert_eq!(error_text(&error().context("in a")), "in a\ncaused by\nExpected: b, found: c");
    }
}
