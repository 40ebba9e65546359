//! The preview of a table as HTML, for notebooks.

use crate::plan::{Message, Part, Plan, Shared};
use arrow_array::RecordBatch;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The most rows to show.
const MAX_ROWS: usize = 5;

/// How long the rows may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns a table of the columns, with their types, their definitions as tooltips, and the first rows. It neither
/// calls the progress callback nor changes the errors of the last scan.
pub(crate) fn html(plan: &Arc<Plan>) -> Result<String, ArrowError> {
    let (rows, note) = if plan.can_be_previewed() {
        first_rows(plan)?
    } else {
        (
            RecordBatch::new_empty(Arc::clone(&plan.schema)),
            "The rows are not shown, to read the inputs only once.".into(),
        )
    };
    let fields = plan.schema.fields();
    let mut html =
        String::from("<div style=\"overflow-x: auto; white-space: nowrap\">\n<table>\n<thead>\n<tr>");
    for field in fields {
        let definition = field.metadata().get("definition").map_or("", String::as_str);
        let (name, kind) = (escaped(field.name()), escaped(&field.data_type().to_string()));
        let _ = write!(html, "<th title=\"{}\">{name}<br><small>{kind}</small></th>", escaped(definition));
    }
    html.push_str("</tr>\n</thead>\n<tbody>\n");
    let options = FormatOptions::default();
    let columns = rows.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    for row in 0..rows.num_rows() {
        html.push_str("<tr>");
        for column in &columns {
            let _ = write!(html, "<td>{}</td>", escaped(&column.value(row).try_to_string()?));
        }
        html.push_str("</tr>\n");
    }
    let _ = write!(html, "</tbody>\n</table>\n</div>\n<small>{}</small>\n", escaped(&note));
    Ok(html)
}

/// Returns the first rows, and a note about them.
fn first_rows(plan: &Arc<Plan>) -> Result<(RecordBatch, String), ArrowError> {
    let shared = Arc::<Shared>::default();
    let (messages, _) = plan.start(Part { columns: None, rows: Some(MAX_ROWS as u64) }, &shared);
    let deadline = Instant::now() + PATIENCE;
    let mut batches = Vec::new();
    let note = loop {
        match messages.recv_deadline(deadline) {
            Ok(Message::Problems(problems)) => {
                if let Some(problem) = problems.iter().find(|problem| plan.raises(problem)) {
                    break problem.to_string();
                }
            }
            Ok(Message::Batch(batch)) => batches.push(batch),
            Ok(Message::Failed(error)) => break error.to_string(),
            Ok(Message::Warning(why)) => break why,
            Ok(Message::Ended) => break String::new(),
            Err(_) => break "The search for more rows ended after a second.".to_owned(),
        }
    };
    shared.is_cancelled.store(true, Ordering::Relaxed);
    let rows = concat_batches(&plan.schema, &batches)?;
    let rows = rows.slice(0, rows.num_rows().min(MAX_ROWS));
    let note = match (&*note, rows.num_rows()) {
        ("", 0) => "No rows.".to_owned(),
        ("", MAX_ROWS) => format!("The first {MAX_ROWS} rows."),
        ("", all) => format!("All rows: {all}."),
        _ => note,
    };
    Ok((rows, note))
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
