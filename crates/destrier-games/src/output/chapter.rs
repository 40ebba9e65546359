//! One finding as a chapter of a Lichess study.

use super::pgn_text::{comment, in_braces, moves, tag_pair, variation};
use crate::chess::{Continuation, Position};
use crate::formats::Game;
use crate::games::Date;
use crate::search::{Finding, FoundPosition, Judge, winning_line};
use destrier::Color;

/// Returns a finding as a chapter of a Lichess study: a game in PGN that starts in the position of the finding, seen
/// from the solver's side.
///
/// Its moves are the winning line, up to a move of the solver. The game's move is a variation. `number` is the number of the game, for the
/// chapter's name if the players are unknown.
#[must_use]
pub fn chapter(number: u64, found: &FoundPosition<'_>, finding: &Finding, judge: &mut Judge) -> String {
    format!("{}\n{} *\n\n", tags(number, found, finding), movetext(found, finding, judge))
}

/// Formats the tags that Lichess reads: the chapter name, which does not reveal the move, the orientation and the
/// players.
fn tags(number: u64, found: &FoundPosition<'_>, finding: &Finding) -> String {
    let game: &Game<'_> = found.game;
    let tags = &game.tags;
    let players = Color::ALL.map(|color| game.player(color));
    let name = match (tags.value("PuzzleId"), &players) {
        (Some(id), _) => format!("Puzzle {id}"),
        (None, [Some(white), Some(black)]) => format!("{white} - {black}, move {}", found.position.number()),
        _ => format!("Game {number}, move {}", found.position.number()),
    };
    let orientation = if finding.side.is_white() { "white" } else { "black" };
    let mut text = tag_pair("Event", &name);
    let link = found.link().map(Into::into).or_else(|| game.link());
    text.extend(link.map(|link| tag_pair("Site", &link)));
    text.extend(Date::of_game(tags).map(|date| tag_pair("Date", &date.to_string().replace('-', "."))));
    for (name, player) in ["White", "Black"].into_iter().zip(&players) {
        text.extend(player.as_ref().map(|player| tag_pair(name, player)));
    }
    for name in ["WhiteElo", "BlackElo"] {
        text.extend(tags.value(name).map(|rating| tag_pair(name, &rating)));
    }
    let fixed = [
        ("Result", "*"),
        ("ChapterName", &name),
        ("Orientation", orientation),
        ("SetUp", "1"),
        ("FEN", &found.position.fen()),
    ];
    text.extend(fixed.map(|(name, value)| tag_pair(name, value)));
    text
}

/// Formats the winning line, with the explanation after its first move and the game's move as a variation.
fn movetext(found: &FoundPosition<'_>, finding: &Finding, judge: &mut Judge) -> String {
    let position: &Position = found.position;
    let Some(by) = finding.by else { return comment(&[finding], position) };
    let line = winning_line(position, by, judge);
    let turn = if position.turn().is_white() { "White" } else { "Black" };
    let mut text = format!("{}{}", in_braces(&format!("{turn} to move.")), moves(position, &line[..1]));
    // No arrows here: they belong to the position before the move.
    text += &format!(" {}", in_braces(&finding.explain(position)));
    if let Some(Continuation::Move(played)) = found.next().filter(|_| finding.played == Some(false)) {
        text += &format!(" {}", variation(position, &[played]));
    }
    text + &moves(&position.after(by), &line[1..])
}
