//! SQL over chess games and positions: the patterns of Destrier in Apache DataFusion.
//!
//! [`context`] returns a session with all functions and tables. All types are DataFusion's own:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! use datafusion::assert_batches_eq;
//!
//! let sql = "SELECT forks('a8,e8') = square('c7') AS found, squares(white_fork_squares(fen)) AS squares
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

#![cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "only messages between nodes read some parts of tables")
)]

#[cfg(feature = "cluster")]
pub mod cluster;
pub mod games;

mod context;
mod functions;
mod stores;

pub use context::context;
pub use functions::functions;
pub use functions::options::Options;
pub use stores::runtime;
