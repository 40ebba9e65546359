//! Tests of tables, functions, listings, stores, clusters and the command. They are one program, because each program links
//! DataFusion.

#[path = "../../../destrier-games/tests/support/compress.rs"]
mod compress;
#[cfg(feature = "cluster")]
#[path = "../../../destrier-games/tests/support/data.rs"]
mod data;
#[path = "../../../destrier-cli/tests/common/document.rs"]
mod document;
#[path = "../../../destrier-cli/tests/common/readers.rs"]
mod readers;

mod folder;
/// The name that `document` has for a folder with samples.
mod samples {
    pub(crate) use crate::folder::Folder as Samples;
}
mod support;

#[cfg(unix)]
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(unix)]
mod command;
mod constants;
mod damage;
#[cfg(unix)]
mod documents;
mod functions;
mod listing;
mod moves;
mod order;
mod parquet;
mod pushdown;
mod questions;
mod rules;
mod stores;
mod tables;
