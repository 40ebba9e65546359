use super::*;
use crate::formats::GameNumber;

#[test]
fn totals_add_up() {
    let mut totals =
        Totals { games: 1, filtered: 2, positions: 3, rows: 4, damaged: 5, skipped: 6, unreadable: 7 };
    totals += totals;
    totals += Totals { games: 10, ..Totals::default() };
    let sums =
        Totals { games: 12, filtered: 4, positions: 6, rows: 8, damaged: 10, skipped: 12, unreadable: 14 };
    assert_eq!(totals, sums);
}

#[test]
fn problem_messages_are_one_line_with_the_source() {
    let source_name = "a\n\u{1b}é.pgn".to_owned();
    let damage = Damage::new(7, b"Ke9", "not a move");
    let damaged = Problem::Damaged { source_name: source_name.clone(), number: GameNumber::Game(3), damage };
    let unreadable = Problem::Unreadable { source_name, error: io::Error::other("gone") };
    assert_eq!(damaged.source_name().unwrap(), "a\n\u{1b}é.pgn");
    assert_eq!(unreadable.source_name().unwrap(), "a\n\u{1b}é.pgn");
    assert_eq!(damaged.to_string(), r#"a\n\u{1b}é.pgn: game 3, byte 7: "Ke9": not a move"#);
    assert_eq!(unreadable.to_string(), r"a\n\u{1b}é.pgn: gone");
}

#[test]
fn a_tally_counts_up_to_its_limit() {
    let mut tally = Tally::of_at_most(2);
    tally.add_positions(5);
    tally.add_positions(6);
    assert!(tally.row() && !tally.is_full());
    assert!(tally.row() && tally.is_full());
    assert!(!tally.row());
    assert_eq!((tally.positions, tally.rows), (11, 2));
    let mut tally = Tally::of_at_most(3);
    assert!(tally.row() && !tally.is_full());
    tally.end();
    assert!(!tally.row() && tally.is_full());
}

/// Collects one row of a given size for each position.
struct Rows {
    bytes: usize,
}

impl Collector for Rows {
    type Accumulator = Vec<String>;
    type Output = Vec<String>;

    fn accumulator(&self) -> Self::Accumulator {
        Vec::new()
    }

    fn size(&self, accumulator: &Self::Accumulator) -> usize {
        accumulator.len() * self.bytes
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Self>,
    ) {
        let name = &game.source[game.source.len() - 5..];
        for (ply, ..) in positions.iter() {
            if collecting.tally.row() {
                collecting.accumulator.push(format!("ply {ply} of {} of {name}", game.entry.number));
            }
            collecting.take_if_large();
        }
    }

    fn finish(&self, accumulator: Self::Accumulator) -> Self::Output {
        accumulator
    }
}

/// Returns a game of five positions. Each long game is a block of its own.
fn game(long: bool) -> String {
    format!("1. e4 e5 {{{}}} 2. Nf3 Nc6 *\n\n", "x".repeat(if long { 70_000 } else { 1 }))
}

/// Creates sources. For `None`, there is no file.
fn files(contents: &[Option<String>]) -> Vec<Source> {
    let source = |(i, content): (usize, &Option<String>)| match content {
        Some(content) => Source::of_memory(format!("{i}.pgn"), content.clone().into_bytes()),
        None => Source::new(format!("no/such/folder/{i}.pgn")),
    };
    contents.iter().enumerate().map(source).collect()
}

/// Returns the steps of a scan with one and with three threads, which must be the same.
fn steps(scan: &Scan, bytes: usize) -> (Vec<Step<Vec<String>>>, Ended) {
    let [one, three] = [1, 3].map(|threads| {
        let mut steps = Vec::new();
        let scan = Scan { threads: NonZero::new(threads).unwrap(), ..scan.clone() };
        let ended = scan.run(&Rows { bytes }, |step| {
            steps.push(step);
            Ok(())
        });
        (steps, ended.unwrap())
    });
    assert_eq!(format!("{one:?}"), format!("{three:?}"));
    one
}

/// Returns the rows of each step, and the total rows and positions up to it.
fn numbers(steps: &[Step<Vec<String>>]) -> Vec<(usize, u64, u64)> {
    let rows = |step: &Step<Vec<String>>| step.output.as_ref().map_or(0, Vec::len);
    steps.iter().map(|step| (rows(step), step.totals.rows, step.totals.positions)).collect()
}

fn rows(steps: &[Step<Vec<String>>]) -> Vec<&String> {
    steps.iter().filter_map(|step| step.output.as_ref()).flatten().collect()
}

/// The size of a row: two rows fit into the largest part, three do not.
const HALF_OF_MAX_SIZE: usize = 8 << 20;

#[test]
fn large_outputs_are_split_into_parts() {
    let scan = Scan::new(files(&[Some(game(false).repeat(2))]));
    let (whole, ended) = steps(&scan, 1);
    assert_eq!(numbers(&whole), [(10, 10, 10)]);
    let (pieces, ended_in_pieces) = steps(&scan, HALF_OF_MAX_SIZE);
    assert_eq!(numbers(&pieces), [(3, 3, 5), (3, 6, 10), (3, 9, 10), (1, 10, 10)]);
    assert_eq!(rows(&pieces), rows(&whole));
    assert_eq!((ended_in_pieces, ended.totals.games), (ended, 2));
    let have_bookmarks: Vec<bool> = pieces.iter().map(|step| step.next.is_some()).collect();
    assert_eq!(have_bookmarks, [false, false, false, true]);
    assert_eq!(pieces[3].next, whole[0].next);
    let collector = Arc::new(Rows { bytes: HALF_OF_MAX_SIZE });
    let outputs =
        scan.steps(&collector).map(|step| step.unwrap().output.unwrap().get::<Vec<String>>().unwrap());
    assert_eq!(outputs.map(|rows| rows.len()).collect::<Vec<_>>(), [3, 3, 3, 1]);
}

#[test]
fn a_scan_ends_with_the_game_of_the_last_row_within_the_limit() {
    let scan = Scan::new(files(&[Some(game(true).repeat(2)), Some(game(false).repeat(2))]));
    let (all, ended) = steps(&scan, 1);
    assert_eq!(numbers(&all), [(5, 5, 5), (5, 10, 10), (10, 20, 20)]);
    for bytes in [1, HALF_OF_MAX_SIZE] {
        for limit in 0..=21 {
            let (steps, limited) = steps(&Scan { limit: Some(limit), ..scan.clone() }, bytes);
            let expected_rows = limit.min(20);
            assert_eq!(rows(&steps), rows(&all)[..expected_rows as usize]);
            let games = expected_rows.div_ceil(5);
            let expected = Totals { games, positions: games * 5, rows: expected_rows, ..Totals::default() };
            assert_eq!(limited, Ended { totals: expected, at_damage: false });
            assert_eq!(steps.last().map_or(Totals::default(), |step| step.totals), expected);
        }
    }
    assert_eq!(ended.totals.rows, 20);
}

#[test]
fn filtered_games_and_variants_are_counted() {
    let of_opening = |eco| format!("[ECO \"{eco}\"]\n\n{}", game(true));
    let variant = format!("[Variant \"Atomic\"]\n{}", of_opening("C20"));
    let games = [of_opening("B20"), of_opening("C20"), variant, of_opening("B90"), of_opening("C50")];
    let scan = Scan::new(files(&[Some(games.concat())]));
    let filter = GameFilter { eco: Some("C".to_owned()), ..GameFilter::default() };
    let (steps, ended) = steps(&Scan { condition: Arc::new(filter), ..scan }, 1);
    let totals = Totals { games: 3, filtered: 2, skipped: 1, positions: 10, rows: 10, ..Totals::default() };
    assert_eq!(ended.totals, totals);
    let counts =
        ["game 2", "game 5"].map(|game| rows(&steps).iter().filter(|row| row.contains(game)).count());
    assert_eq!(counts, [5, 5]);
}

#[test]
fn an_error_of_the_receiver_ends_the_scan() {
    let scan = Scan::new(files(&[None, Some(game(true).repeat(3)), None, Some(game(false).repeat(2))]));
    for bytes in [1, HALF_OF_MAX_SIZE] {
        let (all, _) = steps(&scan, bytes);
        for most in 0..all.len() {
            for threads in [1, 3] {
                let mut steps = Vec::new();
                let scan = Scan { threads: NonZero::new(threads).unwrap(), ..scan.clone() };
                let result = scan.run(&Rows { bytes }, |step| {
                    assert!(steps.len() <= most, "no step follows an error");
                    steps.push(step);
                    if steps.len() > most { Err(io::Error::other("full")) } else { Ok(()) }
                });
                assert_eq!(result.unwrap_err().to_string(), "full");
                assert_eq!(format!("{steps:?}"), format!("{:?}", &all[..=most]));
            }
        }
    }
}
