//! Tables and scans of games as messages, of which another process makes the same.

use super::conditions::Conditions;
use super::format::{GamesFormat, StoredAs};
use super::names::Names;
use super::place::Place;
use super::source::GamesSource;
use super::table::GamesTable;
use datafusion::catalog::TableProvider;
use datafusion::common::{exec_datafusion_err, plan_datafusion_err};
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::error::{DataFusionError, Result};
use datafusion::object_store::path::Path;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::from_proto::{
    parse_protobuf_file_scan_config, parse_table_schema_from_proto,
};
use datafusion_proto::physical_plan::to_proto::serialize_file_scan_config;
use datafusion_proto::physical_plan::{
    PhysicalExtensionCodec, PhysicalPlanDecodeContext, PhysicalProtoConverterExtension,
};
use datafusion_proto::protobuf::{FileScanExecConf, PhysicalExprNode};
use prost::Message;
use std::sync::Arc;

/// A table of files.
#[derive(Clone, PartialEq, Message)]
struct Table {
    #[prost(message, optional, tag = "1")]
    format: Option<Format>,
    #[prost(message, repeated, tag = "2")]
    places: Vec<PlaceOfFiles>,
    #[prost(string, repeated, tag = "3")]
    partition_columns: Vec<String>,
}

/// What files hold, and what of it a row is: by their names.
#[derive(Clone, PartialEq, Message)]
struct Format {
    #[prost(string, tag = "1")]
    rows: String,
    #[prost(string, optional, tag = "2")]
    stored_as: Option<String>,
}

/// Where files are.
#[derive(Clone, PartialEq, Message)]
struct PlaceOfFiles {
    #[prost(string, tag = "1")]
    given: String,
    #[prost(string, tag = "2")]
    address: String,
}

/// What is read of files.
#[derive(Clone, PartialEq, Message)]
struct Scan {
    #[prost(message, optional, tag = "1")]
    format: Option<Format>,
    #[prost(message, repeated, tag = "2")]
    names: Vec<Name>,
    #[prost(message, optional, tag = "3")]
    files: Option<FileScanExecConf>,
    #[prost(message, repeated, tag = "4")]
    conditions: Vec<PhysicalExprNode>,
}

/// A place in the store, and how it was given.
#[derive(Clone, PartialEq, Message)]
struct Name {
    #[prost(string, tag = "1")]
    place: String,
    #[prost(string, tag = "2")]
    given: String,
}

impl Format {
    fn of(format: &GamesFormat) -> Self {
        Self {
            rows: format.rows.name().to_owned(),
            stored_as: format.stored_as.map(|stored_as| stored_as.name().to_owned()),
        }
    }

    fn with_names(&self, names: Names) -> Result<GamesFormat> {
        let stored_as = |name: &String| {
            let found = StoredAs::ALL.into_iter().find(|stored_as| stored_as.name() == name);
            found.ok_or_else(|| plan_datafusion_err!("no games are stored as {name}"))
        };
        Ok(GamesFormat {
            rows: self.rows.parse().map_err(|error| plan_datafusion_err!("{error}"))?,
            stored_as: self.stored_as.as_ref().map(stored_as).transpose()?,
            names: Arc::new(names),
        })
    }
}

/// A table of games as a message; none of another table.
#[must_use]
pub(crate) fn of_table(table: &dyn TableProvider) -> Option<Vec<u8>> {
    let table = table.downcast_ref::<GamesTable>()?;
    let place = |place: &Place| PlaceOfFiles {
        given: place.given().to_owned(),
        address: place.address().to_string(),
    };
    let message = Table {
        format: Some(Format::of(table.format())),
        places: table.places().iter().map(place).collect(),
        partition_columns: table.partition_columns().to_vec(),
    };
    Some(message.encode_to_vec())
}

/// The table of a message.
///
/// # Errors
///
/// When the message is none of [`of_table`].
pub(crate) fn table(message: &[u8]) -> Result<Arc<dyn TableProvider>> {
    let Table { format, places, partition_columns } = Table::decode(message).map_err(unreadable)?;
    let place = |PlaceOfFiles { given, address }| {
        let address = address.parse().map_err(|error| plan_datafusion_err!("{address}: {error}"))?;
        Place::at(given, address)
    };
    let places = places.into_iter().map(place).collect::<Result<_>>()?;
    let format = format.unwrap_or_default().with_names(Names::default())?;
    Ok(Arc::new(GamesTable::new(places, format, &partition_columns)?))
}

/// A scan of games as a message; none of another plan.
///
/// # Errors
///
/// When a condition or an expression cannot be sent.
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
    let condition = |condition: &Arc<dyn PhysicalExpr>| converter.physical_expr_to_proto(condition, codec);
    let name = |(place, given): (&Path, &str)| Name { place: place.to_string(), given: given.to_owned() };
    let message = Scan {
        format: Some(Format::of(source.format())),
        names: source.format().names.places().map(name).collect(),
        files: Some(serialize_file_scan_config(config, codec, converter)?),
        conditions: source.conditions().lasting().map(condition).collect::<Result<_>>()?,
    };
    Ok(Some(message.encode_to_vec()))
}

/// The scan of a message.
///
/// # Errors
///
/// When the message is none of [`of_scan`].
pub(crate) fn scan(
    message: &[u8],
    context: &PhysicalPlanDecodeContext<'_>,
    converter: &dyn PhysicalProtoConverterExtension,
) -> Result<Arc<dyn ExecutionPlan>> {
    let Scan { format, names, files, conditions } = Scan::decode(message).map_err(unreadable)?;
    let name = |Name { place, given }| Ok((Path::parse(place)?, given));
    let names = names.into_iter().map(name).collect::<Result<Vec<_>>>()?;
    let format = format.unwrap_or_default().with_names(Names::new(names))?;
    let files = files.ok_or_else(|| exec_datafusion_err!("a scan of games is without files"))?;
    let table_schema = parse_table_schema_from_proto(&files)?;
    let mut taken = Conditions::default();
    for condition in &conditions {
        let condition = converter.proto_to_physical_expr(condition, table_schema.table_schema(), context)?;
        if !taken.take(format.rows, &condition)? {
            return Err(exec_datafusion_err!("{condition} is no condition on games"));
        }
    }
    let source = GamesSource::new(format, table_schema).with_conditions(taken);
    let config = parse_protobuf_file_scan_config(&files, context, converter, Arc::new(source))?;
    Ok(DataSourceExec::from_data_source(config))
}

fn unreadable(error: prost::DecodeError) -> DataFusionError {
    exec_datafusion_err!("a message between the nodes of the cluster cannot be read: {error}")
}
