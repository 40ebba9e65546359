//! SQL over chess games and positions: the patterns of Destrier in Apache DataFusion.
//!
//! [`context`] is a session that knows all of it. What goes in and comes out are DataFusion's own types:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! use datafusion::assert_batches_eq;
//!
//! let sql = "SELECT fork_squares('a8,e8') = square('c7') AS found, squares(white_fork_squares(fen)) AS squares
//!            FROM (VALUES ('r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1')) AS t (fen)";
//! assert_batches_eq!(
//!     [
//!         "+-------+---------+",
//!         "| found | squares |",
//!         "+-------+---------+",
//!         "| true  | [c7]    |",
//!         "+-------+---------+",
//!     ],
//!     &destrier_sql::context()?.sql(sql).await?.collect().await?
//! );
//! # Ok(())
//! # }
//! ```

pub mod cluster;
pub mod games;

mod functions;
mod stores;

pub use functions::functions;
pub use functions::options::Options;
pub use stores::runtime;

use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// A session with all functions and tables of games, in which `FROM 'FILE.parquet'` reads a file and `SHOW FUNCTIONS`
/// tells what there is. It reads with [`runtime`].
///
/// # Errors
///
/// When a format cannot be registered, or there is no folder for temporary files.
pub fn context() -> Result<SessionContext> {
    let config = SessionConfig::new().with_information_schema(true).with_option_extension(Options::default());
    equipped(SessionContext::new_with_config_rt(config, runtime().build_arc()?))
}

/// With all that a session of a person has.
fn equipped(context: SessionContext) -> Result<SessionContext> {
    games::table::from_file::enable(&context);
    registered(context)
}

/// With the functions and the tables of games.
fn registered(context: SessionContext) -> Result<SessionContext> {
    for function in functions() {
        context.register_udf(function);
    }
    games::register(&context)?;
    Ok(context)
}
