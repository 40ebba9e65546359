//! The same SQL on several machines: Apache Ballista, whose nodes know the functions and tables of this crate.
//!
//! A [`Scheduler`] plans queries and hands out their parts, [`Executor`]s work on them, and a session of [`context`] sends
//! its queries there. All of them are of one version of this crate: functions travel by name, and tables of games as the
//! crate's own messages. The files are where all three can read them under the same name.
//!
//! Whoever reaches a scheduler or an executor can have it read any file that it can read itself, and has its answers:
//! neither asks who it is, and nothing that they send is encrypted. They listen on the loopback unless told otherwise,
//! and belong in a network of their own.

mod address;
mod client;
mod codecs;
mod executor;
mod scheduler;

pub use address::Address;
pub use client::{cancel, context};
pub use executor::Executor;
pub use scheduler::Scheduler;

use crate::Options;
use ballista_core::config::{BALLISTA_ADAPTIVE_PLANNER_ENABLED, BALLISTA_NOT_IN_SUBQUERY_REWRITE};
use ballista_core::error::BallistaError;
use ballista_core::extension::SessionConfigExt;
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionConfig;
use std::sync::Arc;

/// How sessions are set up on every node.
fn config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_option_extension(Options::default())
        .with_information_schema(true)
        // An outer join with a side that it finds empty never ends.
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, false)
        // It loses a condition that is null beside NOT IN.
        .set_bool(BALLISTA_NOT_IN_SUBQUERY_REWRITE, false)
        .with_ballista_logical_extension_codec(Arc::new(codecs::LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(codecs::PhysicalCodec::default()))
}

fn of_ballista(error: BallistaError) -> DataFusionError {
    match error {
        BallistaError::DataFusionError(error) => *error,
        error => DataFusionError::External(Box::new(error)),
    }
}
