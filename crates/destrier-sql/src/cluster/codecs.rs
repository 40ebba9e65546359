//! Serialization of plans between nodes: Ballista's, extended with tables and scans of games.

use crate::games::messages;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use std::sync::Arc;

/// The prefix of Destrier's messages. Ballista's never begin with it: in this encoding, no field begins with a `d`.
const OURS: &[u8] = b"destrier";

/// Serializes logical plans.
#[derive(Debug, Default)]
pub(super) struct LogicalCodec {
    others: BallistaLogicalExtensionCodec,
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(&self, message: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.others.try_decode(message, inputs, context)
    }

    fn try_encode(&self, node: &Extension, message: &mut Vec<u8>) -> Result<()> {
        self.others.try_encode(node, message)
    }

    fn try_decode_table_provider(
        &self,
        message: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match message.strip_prefix(OURS) {
            Some(message) => messages::table(message),
            None => self.others.try_decode_table_provider(message, name, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        message: &mut Vec<u8>,
    ) -> Result<()> {
        match messages::of_table(table.as_ref()) {
            Some(table) => {
                message.extend_from_slice(OURS);
                message.extend(table);
                Ok(())
            }
            None => self.others.try_encode_table_provider(name, table, message),
        }
    }

    fn try_decode_file_format(
        &self,
        message: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.others.try_decode_file_format(message, context)
    }

    fn try_encode_file_format(
        &self,
        message: &mut Vec<u8>,
        format: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.others.try_encode_file_format(message, format)
    }
}

/// Serializes physical plans.
#[derive(Debug, Default)]
pub(super) struct PhysicalCodec {
    others: BallistaPhysicalExtensionCodec,
}

impl PhysicalExtensionCodec for PhysicalCodec {
    fn try_decode(
        &self,
        message: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match message.strip_prefix(OURS) {
            Some(message) => {
                messages::scan(message, &PhysicalPlanDecodeContext::new(context, self), converter)
            }
            None => self.others.try_decode(message, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        message: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        match messages::of_scan(plan.as_ref(), self, converter)? {
            Some(scan) => {
                message.extend_from_slice(OURS);
                message.extend(scan);
                Ok(())
            }
            None => self.others.try_encode(plan, message, converter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::util::pretty::pretty_format_batches;
    use datafusion::physical_plan::{collect, displayable};
    use datafusion::prelude::SessionContext;
    use datafusion_proto::bytes::{
        logical_plan_from_bytes_with_extension_codec, logical_plan_to_bytes_with_extension_codec,
        physical_plan_from_bytes_with_extension_codec, physical_plan_to_bytes_with_extension_codec,
    };
    use datafusion_proto::physical_plan::DefaultPhysicalProtoConverter;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples");

    fn queries() -> Vec<String> {
        [
            "SELECT white, plies FROM games('SAMPLES/lichess.pgn') WHERE white_elo > 1500 AND eco LIKE 'B%'",
            "SELECT count(*) FROM findings('SAMPLES') WHERE pattern = 'knight-fork' AND side = 'white'",
            "SELECT source, ply FROM findings('SAMPLES/*.pgn') WHERE pattern <> 'distant-check' OR played LIMIT 9",
            "SELECT game, square('e4') & white_passers FROM features('SAMPLES/puzzles.csv') WHERE NOT white_to_move",
            "SELECT game, ply, wins FROM findings('SAMPLES/lichess.pgn', 'quick') WHERE missed = 'blunder' AND wins > 3",
            "SELECT game, ply, chance FROM findings('SAMPLES/lichess.pgn') WHERE elo BETWEEN 1500 AND 1600 AND opponent_elo <> 1550
                AND (player LIKE 'b%' OR opponent LIKE '%e%') AND pattern = 'knight-fork'",
            "SELECT count(*) FROM positions('SAMPLES/lichess.pgn') WHERE popcount(white_fork_squares(fen)) > 4",
        ]
        .map(|query| query.replace("SAMPLES", SAMPLES))
        .to_vec()
    }

    async fn context() -> SessionContext {
        let context = crate::context::context().unwrap();
        let stored = format!(
            "CREATE EXTERNAL TABLE stored STORED AS PGN LOCATION '{SAMPLES}/lichess.pgn' OPTIONS ('rows' 'positions')"
        );
        context.sql(&stored).await.unwrap();
        context
    }

    #[tokio::test]
    async fn plans_round_trip() {
        let context = context().await;
        let (logical, physical) = (LogicalCodec::default(), PhysicalCodec::default());
        for query in queries().into_iter().chain(["SELECT max(ply) FROM stored".to_owned()]) {
            let plan = context.sql(&query).await.unwrap().into_optimized_plan().unwrap();
            let sent = logical_plan_to_bytes_with_extension_codec(&plan, &logical).unwrap();
            let read = logical_plan_from_bytes_with_extension_codec(&sent, &context.task_ctx(), &logical);
            let read = read.unwrap();
            assert_eq!(read.display_indent().to_string(), plan.display_indent().to_string(), "{query}");

            let planned = context.state().create_physical_plan(&read).await.unwrap();
            let sent = physical_plan_to_bytes_with_extension_codec(Arc::clone(&planned), &physical).unwrap();
            let read = physical_plan_from_bytes_with_extension_codec(&sent, &context.task_ctx(), &physical);
            let read = read.unwrap();
            let shown = |plan: &Arc<dyn ExecutionPlan>| displayable(plan.as_ref()).indent(true).to_string();
            assert_eq!(shown(&read), shown(&planned), "{query}");
            let expected = context.sql(&query).await.unwrap().collect().await.unwrap();
            let rows = collect(read, context.task_ctx()).await.unwrap();
            let table = |batches| pretty_format_batches(batches).unwrap().to_string();
            // Queries without an order have few rows, which fit into one batch.
            assert_eq!(table(&rows), table(&expected), "{query}");
        }
    }

    /// Corrupt messages give an error or another plan, but no panic.
    #[tokio::test]
    async fn no_message_makes_a_node_panic() {
        let context = context().await;
        let (logical, physical) = (LogicalCodec::default(), PhysicalCodec::default());
        let mut table = Vec::new();
        let stored = context.table_provider("stored").await.unwrap();
        logical.try_encode_table_provider(&TableReference::bare("stored"), stored, &mut table).unwrap();
        let query = context.sql("SELECT max(ply) FROM stored WHERE white_elo > 1500").await.unwrap();
        let mut plan = query.create_physical_plan().await.unwrap();
        while plan.name() != "DataSourceExec" {
            plan = Arc::clone(plan.children()[0]);
        }
        let mut scan = Vec::new();
        physical.try_encode(plan, &mut scan, &DefaultPhysicalProtoConverter {}).unwrap();
        let ours = |message: Vec<u8>| message.strip_prefix(OURS).unwrap().to_vec();
        let (table, scan) = (ours(table), ours(scan));
        let task = context.task_ctx();
        let decode = |table: &[u8], scan: &[u8]| {
            let done = catch_unwind(AssertUnwindSafe(|| {
                let read = physical.try_decode(
                    &[OURS, scan].concat(),
                    &[],
                    &task,
                    &DefaultPhysicalProtoConverter {},
                );
                (messages::table(table).is_ok(), read.is_ok())
            }));
            done.unwrap_or_else(|_| panic!("{table:?} {scan:?}"))
        };
        assert_eq!(decode(&table, &scan), (true, true));
        for i in 0..table.len().max(scan.len()) {
            let cut = |message: &[u8]| message[..i.min(message.len())].to_vec();
            decode(&cut(&table), &cut(&scan));
            for bit in [0, 3, 7] {
                let flip = |message: &[u8]| {
                    let mut message = message.to_vec();
                    if let Some(byte) = message.get_mut(i) {
                        *byte ^= 1 << bit;
                    }
                    message
                };
                decode(&flip(&table), &flip(&scan));
            }
        }
    }
}
