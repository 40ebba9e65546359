//! Serialization of tables and scans of games.

use super::listing::location::FileLocation;
use super::listing::source_names::SourceNames;
use super::listing::stored_as::{self, StoredAs};
use super::scan::conditions::{Conditions, Taken};
use super::scan::format::GamesFormat;
use super::scan::source::GamesSource;
use super::table::provider::GamesTable;
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::{DataFusionError, Result};
use datafusion::object_store::path::Path;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::from_proto::{
    parse_protobuf_file_scan_config, parse_table_schema_from_proto,
};
use datafusion_proto::physical_plan::to_proto::serialize_file_scan_config;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::{FileScanExecConf, PhysicalExprNode};
use destrier_games::{Pattern, Table};
use prost::Message;
use std::sync::Arc;

/// A table of files.
#[derive(Clone, PartialEq, Message)]
struct TableMessage {
    #[prost(message, optional, tag = "1")]
    format: Option<FormatMessage>,
    #[prost(message, repeated, tag = "2")]
    locations: Vec<LocationMessage>,
}

/// The names of a table's kind of rows, of its storage format and of its patterns.
#[derive(Clone, PartialEq, Message)]
struct FormatMessage {
    #[prost(string, tag = "1")]
    rows: String,
    #[prost(string, optional, tag = "2")]
    stored_as: Option<String>,
    /// A name, or the text of a pattern that has no known name.
    #[prost(string, repeated, tag = "3")]
    patterns: Vec<String>,
    #[prost(bool, tag = "4")]
    is_quick: bool,
}

/// The location of files.
#[derive(Clone, PartialEq, Message)]
struct LocationMessage {
    #[prost(string, tag = "1")]
    given: String,
    #[prost(string, tag = "2")]
    address: String,
}

/// A scan of files.
#[derive(Clone, PartialEq, Message)]
struct ScanMessage {
    #[prost(message, optional, tag = "1")]
    format: Option<FormatMessage>,
    #[prost(message, repeated, tag = "2")]
    names: Vec<SourceNameMessage>,
    #[prost(message, optional, tag = "3")]
    files: Option<FileScanExecConf>,
    #[prost(message, repeated, tag = "4")]
    conditions: Vec<PhysicalExprNode>,
}

/// A path in the store, and the text that the user gave for it.
#[derive(Clone, PartialEq, Message)]
struct SourceNameMessage {
    #[prost(string, tag = "1")]
    path: String,
    #[prost(string, tag = "2")]
    given: String,
}

impl FormatMessage {
    fn of(format: &GamesFormat) -> Self {
        let patterns = format.patterns.iter().map(|pattern| match pattern.text() {
            Some(text) if Pattern::by_name(pattern.name) != Ok(*pattern) => text.to_owned(),
            _ => pattern.name.to_owned(),
        });
        Self {
            rows: format.rows.name().to_owned(),
            stored_as: format.stored_as.map(stored_as::name),
            patterns: patterns.collect(),
            is_quick: format.is_quick,
        }
    }

    fn read(&self) -> Result<(Table, Option<StoredAs>, Vec<&'static Pattern>)> {
        let rows = self.rows.parse().map_err(|error| plan_datafusion_err!("{error}"))?;
        let mut patterns = Vec::new();
        for pattern in &self.patterns {
            match Pattern::by_name(pattern) {
                Ok(pattern) => patterns.push(pattern),
                Err(_) => {
                    let parsed = Pattern::parse(pattern);
                    patterns.extend(parsed.map_err(|error| plan_datafusion_err!("{error}"))?);
                }
            }
        }
        let Some(name) = &self.stored_as else { return Ok((rows, None, patterns)) };
        match stored_as::by_name(name) {
            Some(stored_as) => Ok((rows, Some(stored_as), patterns)),
            None => plan_err!("unknown storage format {name}; use PGN, EPD or PUZZLES"),
        }
    }
}

/// Encodes a table of games; `None` for other tables.
#[must_use]
pub(crate) fn of_table(table: &dyn TableProvider) -> Option<Vec<u8>> {
    let table = table.downcast_ref::<GamesTable>()?;
    let locations = table.locations().iter().map(|location| LocationMessage {
        given: location.given().to_owned(),
        address: location.address().to_string(),
    });
    let message =
        TableMessage { format: Some(FormatMessage::of(table.format())), locations: locations.collect() };
    Some(message.encode_to_vec())
}

/// Decodes a table.
///
/// # Errors
///
/// Returns an error if the message is not one of [`of_table`].
pub(crate) fn table(message: &[u8]) -> Result<Arc<dyn TableProvider>> {
    let TableMessage { format, locations } = TableMessage::decode(message).map_err(unreadable)?;
    let locations = locations.into_iter().map(|LocationMessage { given, address }| {
        let address = address.parse().map_err(|error| plan_datafusion_err!("{address}: {error}"))?;
        FileLocation::at(given, address)
    });
    let locations = locations.collect::<Result<_>>()?;
    let format = format.unwrap_or_default();
    let (rows, stored_as, patterns) = format.read()?;
    let table = GamesTable::new(locations, rows, stored_as)?.with_patterns(patterns);
    Ok(Arc::new(table.with_quick(format.is_quick)))
}

/// Encodes a scan of games; `None` for other plans.
///
/// # Errors
///
/// Returns an error if a condition or an expression cannot be encoded.
pub(crate) fn of_scan(
    plan: &dyn ExecutionPlan,
    codec: &dyn PhysicalExtensionCodec,
    converter: &dyn PhysicalProtoConverterExtension,
) -> Result<Option<Vec<u8>>> {
    let scan = plan.downcast_ref::<DataSourceExec>();
    let Some(config) = scan.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>()) else {
        return Ok(None);
    };
    let Some(source) = config.file_source().downcast_ref::<GamesSource>() else { return Ok(None) };
    let names = source.format().names.iter();
    let names =
        names.map(|(path, given)| SourceNameMessage { path: path.to_string(), given: given.to_owned() });
    let conditions = source.conditions().lasting();
    let conditions = conditions.map(|condition| converter.physical_expr_to_proto(condition, codec));
    let message = ScanMessage {
        format: Some(FormatMessage::of(source.format())),
        names: names.collect(),
        files: Some(serialize_file_scan_config(config, codec, converter)?),
        conditions: conditions.collect::<Result<_>>()?,
    };
    Ok(Some(message.encode_to_vec()))
}

/// Decodes a scan.
///
/// # Errors
///
/// Returns an error if the message is not one of [`of_scan`].
pub(crate) fn scan(
    message: &[u8],
    context: &PhysicalPlanDecodeContext<'_>,
    converter: &dyn PhysicalProtoConverterExtension,
) -> Result<Arc<dyn ExecutionPlan>> {
    let ScanMessage { format, names, files, conditions } =
        ScanMessage::decode(message).map_err(unreadable)?;
    let names = names.into_iter().map(|SourceNameMessage { path, given }| Ok((Path::parse(path)?, given)));
    let names = SourceNames::new(names.collect::<Result<Vec<_>>>()?);
    let format = format.unwrap_or_default();
    let (is_quick, (rows, stored_as, patterns)) = (format.is_quick, format.read()?);
    let files = files.ok_or_else(|| exec_datafusion_err!("a scan of games has no files"))?;
    let table_schema = parse_table_schema_from_proto(&files)?;
    let mut taken = Conditions::of(&patterns);
    for condition in &conditions {
        let condition = converter.proto_to_physical_expr(condition, table_schema.table_schema(), context)?;
        if taken.take(rows, &condition)? == Taken::No {
            return Err(exec_datafusion_err!("{condition} is not a condition on games"));
        }
    }
    let format = GamesFormat { rows, stored_as, patterns: patterns.into(), is_quick, names: Arc::new(names) };
    let source = GamesSource::new(format, table_schema).with_conditions(taken);
    let config = parse_protobuf_file_scan_config(&files, context, converter, Arc::new(source))?;
    Ok(DataSourceExec::from_data_source(config))
}

fn unreadable(error: prost::DecodeError) -> DataFusionError {
    exec_datafusion_err!("cannot decode a message between cluster nodes: {error}")
}
