//! Parquet: compressed columnar tables for query engines and data frames.
//!
//! Record batches are combined, in order and in one thread, into [`row_groups`]. Tables of positions are large, so they
//! are encoded without record batches ([`positions`]). Record batches and the writers of the `parquet` crate take 2.1 times
//! the CPU time for `destrier features`, or 2.4 times if each thread writes its own row groups.

mod column_chunk;
mod page;
mod positions;
mod row_groups;

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use row_groups::STYLE;
pub(crate) use row_groups::write_batch;
pub(super) use row_groups::{RowGroups, TableStyle};
use std::sync::Arc;

/// Parquet tables.
pub(crate) static PARQUET: OutputFormat = OutputFormat {
    name: "parquet",
    description: "A Parquet table for DuckDB, Polars, Spark and others",
    endings: &["parquet"],
    ending: Ending::Assembled,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    if let Some(writer) = positions::open(&request.rows) {
        return writer;
    }
    let schema = Arc::clone(request.rows.schema());
    Box::new(RowGroups::new(request.rows, &schema, STYLE))
}
