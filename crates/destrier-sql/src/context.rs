//! Sessions with the functions and the tables of games.

use crate::functions::functions;
use crate::functions::options::Options;
use crate::games;
use crate::games::table::from_file;
use crate::stores::runtime;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Returns a session with all functions and tables of games. `FROM 'FILE.parquet'` reads a file, and `SHOW FUNCTIONS`
/// lists the functions. The session uses [`runtime`].
///
/// # Errors
///
/// Returns an error if a format cannot be registered, or there is no folder for temporary files.
pub fn context() -> Result<SessionContext> {
    let mut config =
        SessionConfig::new().with_information_schema(true).with_option_extension(Options::default());
    // Partitions of whole games also have whole groups within games, in any number.
    config.options_mut().optimizer.subset_repartition_threshold = 1;
    with_files(SessionContext::new_with_config_rt(config, runtime().build_arc()?))
}

/// Adds the functions, the tables of games and `FROM 'FILE'`.
pub(crate) fn with_files(context: SessionContext) -> Result<SessionContext> {
    from_file::enable(&context);
    with_functions_and_tables(context)
}

/// Adds the functions and the tables of games.
pub(crate) fn with_functions_and_tables(context: SessionContext) -> Result<SessionContext> {
    for function in functions() {
        context.register_udf(function);
    }
    games::register(&context)?;
    Ok(context)
}
