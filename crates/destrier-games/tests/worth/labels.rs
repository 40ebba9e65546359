//! Knight forks from real games, labeled with their worth.

use crate::data;
use destrier_games::{
    Continuation, Game, GameMove, Grade, Position, Positions, Reader, Start, Uci, Unscreened, WorthFilter,
    WorthSearch, find,
};
use std::collections::HashMap;
use std::fs;

/// A finding with its worth, as a row of the labels.
struct Label<'a> {
    ply: u32,
    fen: &'a str,
    uci: &'a str,
    game_uci: &'a str,
    /// `wins`, `missed_by` and `missed`.
    worth: [&'a str; 3],
}

/// Returns the labels of each game, by its number.
fn labels(text: &str) -> HashMap<u64, Vec<Label<'_>>> {
    let mut rows = text.lines();
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    let mut games: HashMap<u64, Vec<Label<'_>>> = HashMap::new();
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let field = |name| fields[header.iter().position(|&column| column == name).unwrap()];
        games.entry(field("game").parse().unwrap()).or_default().push(Label {
            ply: field("ply").parse().unwrap(),
            fen: field("fen"),
            uci: field("move"),
            game_uci: field("game_move"),
            worth: ["wins", "missed_by", "missed"].map(field),
        });
    }
    games
}

/// Compares a label. Returns whether evaluations in the game change the result.
fn compare(label: &Label<'_>, position: &Position, game: GameMove, search: &mut WorthSearch) -> bool {
    let Label { ply, fen, uci, game_uci, worth: expected } = label;
    assert_eq!(*position, fen.parse().unwrap());
    let resolve = |uci: &str| position.resolve_uci(Uci::from_ascii(uci.as_bytes()).unwrap());
    assert_eq!(game.next, resolve(game_uci), "{fen}, ply {ply}");
    let Some(Continuation::Move(fork)) = resolve(uci) else { panic!("{uci} is not a move") };
    let findings = find(position, game.next);
    assert!(findings.iter().any(|finding| finding.pattern.name == "knight-fork" && finding.by == Some(fork)));

    let worth = search.at(position, game).worth(fork);
    let optional = |text: Option<String>| text.unwrap_or_default();
    let missed_by = optional(worth.missed_by.map(|pawns| pawns.to_string()));
    let missed = optional(worth.missed.map(|grade| grade.to_string()));
    assert_eq!([&worth.wins.to_string(), &missed_by, &missed], *expected, "{fen} {uci}");
    for grade in Grade::ALL {
        let filter = WorthFilter { missed: Some(grade), ..WorthFilter::default() };
        let admitted = search.at(position, game).worth_if(fork, filter);
        assert_eq!(admitted, (worth.missed >= Some(grade)).then_some(worth), "{fen} {uci} {grade}");
    }
    search.at(position, game.next.into()).worth(fork) != worth
}

#[test]
fn forks_of_games_have_the_worth_of_their_labels() {
    let (Some(labels_path), Some(games_path)) =
        (data::file("fork-labels.csv"), data::file("lichess-2021-10.pgn"))
    else {
        return;
    };
    let text = fs::read_to_string(labels_path).unwrap();
    let labels = labels(&text);
    let games = fs::read(games_path).unwrap();
    let (mut reader, mut search) = (Reader::games(&games[..]), WorthSearch::default());
    let (mut compared, mut by_evaluations) = (0, Vec::new());
    while let Some(record) = reader.next_record().unwrap() {
        let number = record.number;
        let Some(labels) = labels.get(&number) else { continue };
        let game = Game::pgn(record);
        let annotations = game.annotations();
        let Ok(Start::Position(start)) = game.start() else { panic!("game {number} has no start") };
        game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
            for (ply, position, next) in positions.iter() {
                for label in labels.iter().filter(|label| label.ply == ply) {
                    let game_move = GameMove::annotated(next, ply, &annotations);
                    if compare(label, &position, game_move, &mut search) {
                        by_evaluations.push((number, ply));
                    }
                    compared += 1;
                }
            }
        })
        .unwrap();
    }
    assert_eq!(compared, text.lines().count() - 1);
    assert_eq!((compared, by_evaluations), (262, vec![(173, 31)]));
}
