//! The columns of the tables.

use super::game_columns::{GameColumn, TAGS};
use super::rows::Rows;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use destrier_games::feature_columns;
use destrier_games::output::{arrow_schema, finding_columns};
use destrier_games::table::Column;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// How the cells of a column are had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnOrigin {
    /// Of the game, before its moves are read.
    Game(GameColumn),
    /// Of the row: its place among the columns that all formats have ([`feature_columns`], [`finding_columns`]).
    Row(usize),
    /// How many moves of a game could be read.
    Plies,
    /// What is wrong with a game.
    Damage,
}

/// The columns of a table.
#[derive(Debug)]
pub(super) struct TableColumns {
    pub(super) schema: SchemaRef,
    /// Of each column, how its cells are had.
    pub(super) origins: Vec<ColumnOrigin>,
}

/// The columns of the tables with such rows.
pub(super) fn columns(rows: Rows) -> &'static TableColumns {
    static COLUMNS: LazyLock<[TableColumns; 4]> = LazyLock::new(|| Rows::ALL.map(of_rows));
    &COLUMNS[rows as usize]
}

fn of_rows(rows: Rows) -> TableColumns {
    let mut columns = match rows {
        Rows::Games => vec![
            own("source", SOURCE, ColumnOrigin::Game(GameColumn::Source)),
            own("game", GAME, ColumnOrigin::Game(GameColumn::Number)),
            own(
                "offset",
                "the byte where it begins, after unpacking",
                ColumnOrigin::Game(GameColumn::Offset),
            ),
        ],
        Rows::Positions => {
            let is_value = |name: &str| name.starts_with("white_") || name.starts_with("black_");
            shared(&feature_columns(true), |name| name == "white_to_move" || !is_value(name))
        }
        Rows::Findings => shared(&finding_columns(), |_| true),
        Rows::Features => shared(&feature_columns(true), |_| true),
    };
    for (name, definition, column) in TAGS {
        let is_taken = |name: &str| columns.iter().any(|(field, _): &(Field, _)| field.name() == name);
        let name = match name {
            "site" if is_taken(name) => continue,
            "white" if is_taken(name) => "white_player",
            "black" if is_taken(name) => "black_player",
            name => name,
        };
        columns.push(own(name, definition, ColumnOrigin::Game(column)));
    }
    if rows == Rows::Games {
        columns.push(own(
            "plies",
            "how many moves it has, as far as it can be read; null where its start cannot, and of other variants",
            ColumnOrigin::Plies,
        ));
        columns.push(own(
            "damage",
            "what is wrong with it, and where; null of a sound game",
            ColumnOrigin::Damage,
        ));
    }
    let (fields, origins): (Vec<_>, _) = columns.into_iter().unzip();
    TableColumns { schema: Arc::new(Schema::new(fields)), origins }
}

const SOURCE: &str = "the path as it was given, or as it was found in a directory";
const GAME: &str = "number of the game in its source, from 1; of a puzzle, its row; of a position, its line";

fn own(name: &str, definition: &str, origin: ColumnOrigin) -> (Field, ColumnOrigin) {
    let data_type = match origin {
        ColumnOrigin::Game(column) => column.data_type(),
        ColumnOrigin::Plies => DataType::Int64,
        ColumnOrigin::Damage | ColumnOrigin::Row(_) => DataType::Utf8,
    };
    let definition = HashMap::from([("definition".to_owned(), definition.to_owned())]);
    (Field::new(name, data_type, true).with_metadata(definition), origin)
}

/// TableColumns that other formats have too; what is known of the game is had from there.
fn shared(columns: &[Column], is_wanted: impl Fn(&str) -> bool) -> Vec<(Field, ColumnOrigin)> {
    let is_of_findings = columns.iter().any(|column| column.name == "line_number");
    let fields = arrow_schema(columns);
    let origin = |place: usize| match &columns[place].name[..] {
        "source" => ColumnOrigin::Game(GameColumn::Source),
        "game" if is_of_findings => ColumnOrigin::Game(GameColumn::NumberOfGame),
        "game" => ColumnOrigin::Game(GameColumn::Number),
        "line_number" => ColumnOrigin::Game(GameColumn::NumberOfLine),
        "site" => ColumnOrigin::Game(GameColumn::Site),
        _ => ColumnOrigin::Row(place),
    };
    (fields.fields().iter().enumerate())
        .filter(|(_, field)| is_wanted(field.name()))
        .map(|(place, field)| {
            let (field, origin) = (field.as_ref().clone(), origin(place));
            match origin {
                ColumnOrigin::Game(column) => (field.with_data_type(column.data_type()), origin),
                _ => (field, origin),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_columns_have_one_name() {
        for rows in Rows::ALL {
            let fields = columns(rows).schema.fields();
            for (i, field) in fields.iter().enumerate() {
                assert!(
                    fields[..i].iter().all(|other| other.name() != field.name()),
                    "{rows}: {}",
                    field.name()
                );
                assert!(field.metadata().contains_key("definition"), "{rows}: {}", field.name());
            }
            assert_eq!(fields.len(), columns(rows).origins.len());
        }
    }

    #[test]
    fn tables_begin_with_the_columns_of_the_command() {
        let names = |rows| -> Vec<String> {
            columns(rows).schema.fields().iter().map(|field| field.name().clone()).collect()
        };
        let expected =
            |columns: Vec<Column>| columns.into_iter().map(|column| column.name).collect::<Vec<_>>();
        assert!(names(Rows::Features).starts_with(&expected(feature_columns(true))));
        assert!(names(Rows::Findings).starts_with(&expected(finding_columns())));
        let positions = names(Rows::Positions);
        let own = "source game ply white_to_move white black pawns knights bishops rooks queens kings move san fen event";
        assert_eq!(positions[..16].join(" "), own);
        assert!(
            positions.contains(&"white_elo".to_owned()) && positions.contains(&"white_player".to_owned())
        );
    }
}
