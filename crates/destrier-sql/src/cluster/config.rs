//! The code that all nodes share.

use super::codecs::{LogicalCodec, PhysicalCodec};
use crate::functions::options::Options;
use ballista_core::config::{BALLISTA_ADAPTIVE_PLANNER_ENABLED, BALLISTA_NOT_IN_SUBQUERY_REWRITE};
use ballista_core::error::BallistaError;
use ballista_core::extension::SessionConfigExt;
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionConfig;
use std::sync::Arc;

/// Returns the settings of sessions on every node.
pub(super) fn config() -> SessionConfig {
    SessionConfig::new_with_ballista()
        .with_option_extension(Options::default())
        .with_information_schema(true)
        // With it, an outer join with an empty side never ends.
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, false)
        // It loses a condition that is null next to NOT IN.
        .set_bool(BALLISTA_NOT_IN_SUBQUERY_REWRITE, false)
        .with_ballista_logical_extension_codec(Arc::new(LogicalCodec::default()))
        .with_ballista_physical_extension_codec(Arc::new(PhysicalCodec::default()))
}

/// Converts an error of Ballista to one of DataFusion.
pub(super) fn of_ballista(error: BallistaError) -> DataFusionError {
    match error {
        BallistaError::DataFusionError(error) => *error,
        error => DataFusionError::External(Box::new(error)),
    }
}
