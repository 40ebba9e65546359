//! A row a finding.

use super::RowFormat;
use crate::Selection;
use crate::finding::Value;
use crate::scan::{SearchedGame, Tally, Work};
use crate::table::{Cell, Column, Kind};
use crate::{Damage, Finding, PATTERNS, Pattern, Place, Position, Positions};

/// Where a finding is, before what its pattern tells.
const PLACE: [(&str, &str, Kind); 8] = [
    ("source", "the path as it was given, or as it was found in a directory", Kind::Text),
    (
        "game",
        "number of the game in its source, from 1; of a puzzle, its row; null for position files",
        Kind::Number,
    ),
    ("line_number", "number of the line in a position file, from 1; null for others", Kind::Number),
    ("site", "the game's Site tag or the puzzle's id; null without", Kind::Text),
    ("ply", "moves made before the position, 0 at the start of the game", Kind::Number),
    ("fen", "the position, the en passant square only where such a capture is legal", Kind::Text),
    ("pattern", "name of the pattern", Kind::Text),
    ("side", "whose pattern it is: white or black", Kind::Text),
];

/// The columns of a table of findings: where, then the fields of all patterns, each once, in an order that keeps that of
/// every pattern.
#[must_use]
pub fn finding_columns() -> Vec<Column> {
    let mut columns: Vec<Column> =
        PLACE.iter().map(|&(name, definition, kind)| Column::new(name, definition, kind)).collect();
    for pattern in PATTERNS {
        let mut before = columns.len();
        for field in pattern.fields.iter().rev() {
            match column(&columns, field.name) {
                Some(place) => before = place,
                None => columns.insert(before, Column::new(field.name, field.definition, field.kind)),
            }
        }
    }
    columns
}

fn column(columns: &[Column], name: &str) -> Option<usize> {
    columns.iter().position(|column| column.name == name)
}

/// Makes a row of each finding that is wanted.
#[derive(Debug)]
pub struct FindingRows<'a, F> {
    format: F,
    selection: &'a Selection,
    /// How many columns there are.
    columns: usize,
    /// The columns that are asked for, in this order; all where there is none.
    asked: Option<Vec<usize>>,
    /// Of each pattern, in the order of [`PATTERNS`], the columns of its fields.
    fields: Vec<Vec<usize>>,
}

impl<'a, F> FindingRows<'a, F> {
    /// Rows with the columns of [`finding_columns`], in a format that has these.
    pub fn new(format: F, selection: &'a Selection) -> Self {
        let columns = finding_columns();
        let of_pattern = |pattern: &Pattern| {
            pattern.fields.iter().filter_map(|field| column(&columns, field.name)).collect()
        };
        let fields = PATTERNS.iter().map(|pattern| of_pattern(pattern)).collect();
        Self { format, selection, columns: columns.len(), asked: None, fields }
    }

    /// Rows with some columns of [`finding_columns`], given by their places there, in a format that has these. No text
    /// of a move or a position is made that none of them asks for.
    ///
    /// # Panics
    ///
    /// When there are not so many columns.
    pub fn of_columns(format: F, selection: &'a Selection, columns: &[usize]) -> Self {
        let rows = Self::new(format, selection);
        assert!(columns.iter().all(|&column| column < rows.columns), "{columns:?} of {}", rows.columns);
        Self { asked: Some(columns.to_vec()), ..rows }
    }

    fn asks_for(&self, column: usize) -> bool {
        self.asked.as_ref().is_none_or(|asked| asked.contains(&column))
    }
}

/// The place of the position's text among the columns.
const FEN: usize = 5;

impl<F: RowFormat> Work for FindingRows<'_, F> {
    type Part = F::Part;

    fn part(&self) -> F::Part {
        self.format.part()
    }

    fn size(&self, part: &F::Part) -> usize {
        self.format.size(part)
    }

    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut F::Part,
        tally: &mut Tally,
        after: &mut dyn FnMut(&mut F::Part, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        let site = game.game.site();
        let (number, line_number) = match game.game.place() {
            Place::Game(number) => (Cell::Number(number), Cell::Absent),
            Place::Line(number) => (Cell::Absent, Cell::Number(number)),
        };
        game.game.replay_for_search(&game.start, positions, |positions| {
            tally.add_positions(positions.len());
            if tally.is_full() {
                return;
            }
            self.selection.search(positions, game.player, |index, position, findings| {
                let fen = if self.asks_for(FEN) { position.fen() } else { String::new() };
                let place = [
                    Cell::Text(game.source),
                    number,
                    line_number,
                    Cell::text(site.as_deref()),
                    Cell::Number(positions.ply(index).into()),
                    Cell::Text(&fen),
                ];
                for finding in findings.iter() {
                    if tally.row() {
                        self.row(part, &place, finding, position);
                    }
                }
                after(part, tally);
            });
        })
    }
}

impl<F: RowFormat> FindingRows<'_, F> {
    fn row(&self, part: &mut F::Part, place: &[Cell<'_>], finding: &Finding, position: &Position) {
        let pattern = PATTERNS.iter().position(|&pattern| pattern == finding.pattern);
        let columns = pattern.map_or(&[][..], |pattern| &self.fields[pattern]);
        // Moves are written before the cells that show them.
        let moves: Vec<String> = (finding.values.iter().zip(columns))
            .map(|(value, &column)| match value {
                Value::Uci(_) | Value::San(_) if self.asks_for(column) => value.written(position).to_string(),
                _ => String::new(),
            })
            .collect();
        let mut cells = vec![Cell::Absent; self.columns];
        cells[..place.len()].copy_from_slice(place);
        cells[place.len()] = Cell::Text(finding.pattern.name);
        cells[place.len() + 1] = Cell::Text(finding.side.name());
        for ((&column, value), text) in columns.iter().zip(finding.values.iter()).zip(&moves) {
            cells[column] = match *value {
                Value::Uci(_) | Value::San(_) => Cell::Text(text),
                Value::Square(square) => Cell::Text(square.name()),
                Value::Squares(squares) => Cell::Squares(squares),
                Value::Classes(classes) => Cell::Names(classes.names()),
                Value::Line(line) => Cell::Text(line.name()),
                Value::Flag(Some(flag)) => Cell::Truth(flag),
                Value::Flag(None) => Cell::Null,
            };
        }
        match &self.asked {
            None => self.format.row(part, &cells),
            Some(asked) => {
                let cells: Vec<_> = asked.iter().map(|&column| cells[column]).collect();
                self.format.row(part, &cells);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::ParquetRows;
    use crate::{Game, Reader, Start};
    use arrow_array::cast::AsArray;

    #[test]
    fn the_fen_is_where_it_is_looked_for() {
        assert_eq!(finding_columns()[FEN].name, "fen");
    }

    #[test]
    fn columns_keep_the_order_of_every_pattern() {
        let columns = finding_columns();
        for pattern in PATTERNS {
            let places: Vec<_> =
                pattern.fields.iter().map(|field| column(&columns, field.name).unwrap()).collect();
            assert!(places.is_sorted_by(|a, b| a < b), "{}: {places:?}", pattern.name);
            assert!(places.iter().all(|&place| place >= PLACE.len()), "{}: {places:?}", pattern.name);
        }
        let names: Vec<&str> = columns[PLACE.len()..].iter().map(|column| &column.name[..]).collect();
        let expected = "move san square targets classes safe line mate played";
        assert_eq!(names.join(" "), expected);
    }

    /// Every column alone, and all of them, last first, are those of whole rows.
    #[test]
    fn columns_that_are_asked_for_are_those_of_whole_rows() {
        let text = include_bytes!("../../../../samples/lichess.pgn");
        let selection = Selection::default();
        let columns = finding_columns();
        let places: Vec<usize> = (0..columns.len()).rev().collect();
        let asked = std::iter::once(&places[..]).chain(places.chunks(1));
        let arrays = |rows: &FindingRows<'_, ParquetRows>| {
            let mut part = Work::part(rows);
            let mut reader = Reader::games(&text[..]);
            while let Some(record) = reader.next_record().unwrap() {
                let game = Game::pgn(record);
                let Ok(Start::Position(start)) = game.start() else { continue };
                let game = SearchedGame { source: "a.pgn", game, start, player: Default::default() };
                let (positions, tally) = (&mut Positions::new(), &mut Tally::unlimited());
                rows.game(&game, positions, &mut part, tally, &mut |_, _| {}).unwrap();
            }
            assert_eq!(rows.size(&part), part.size());
            part.into_arrays()
        };
        let whole = arrays(&FindingRows::new(ParquetRows::new(&columns), &selection));
        assert!(whole[0].len() > 100);
        let fens = whole[FEN].as_string::<i32>();
        assert!(fens.iter().all(|fen| fen.unwrap().parse::<Position>().is_ok()));
        let texts = |name| whole[column(&columns, name).unwrap()].as_string::<i32>();
        assert!(
            texts("pattern").iter().all(|name| PATTERNS.iter().any(|pattern| Some(pattern.name) == name))
        );
        assert!(texts("side").iter().all(|name| matches!(name, Some("white" | "black"))));
        for name in ["move", "san"] {
            let moves: Vec<&str> = texts(name).iter().flatten().collect();
            assert!(moves.len() > 10 && moves.iter().all(|text| text.len() > 1), "{moves:?}");
        }
        for asked in asked {
            let format =
                ParquetRows::new(&asked.iter().map(|&place| columns[place].clone()).collect::<Vec<_>>());
            let some = arrays(&FindingRows::of_columns(format, &selection, asked));
            assert_eq!(some.len(), asked.len());
            for (array, &place) in some.iter().zip(asked) {
                assert_eq!(array, &whole[place], "{}", columns[place].name);
            }
        }
    }

    /// The page of the command calls the number of a line `line`, which is a field of distant checks too.
    #[test]
    fn no_two_columns_have_one_name() {
        let columns = finding_columns();
        for (i, column) in columns.iter().enumerate() {
            assert!(columns[..i].iter().all(|other| other.name != column.name), "{}", column.name);
        }
        assert!(PATTERNS.iter().any(|pattern| pattern.fields.iter().any(|field| field.name == "line")));
    }
}
