//! The notes on one game and their places.

use super::movetext::Movetext;
use crate::formats::Damage;
use crate::output::pgn_text::{comment, in_braces, variation};
use crate::search::{Finding, FoundPosition, Grade, Judge, winning_line};
use destrier::Color;
use std::collections::HashSet;

/// The notes on a game.
#[derive(Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
    /// The chances that already have a comment.
    explained: HashSet<u32>,
    /// The approximate size of the notes in bytes.
    pub(super) size: usize,
    judge: Judge,
}

/// A note after a move.
struct Note {
    /// The number of moves before the note.
    ply: u32,
    /// The number of the next move, if it is Black's.
    number: Option<u32>,
    text: Text,
}

/// The text of a note. The order of the variants is their order after a move.
enum Text {
    /// An annotation symbol for the move.
    Sign(&'static str),
    /// A comment with its braces.
    Comment(String),
    /// A variation with its parentheses.
    Variation(String),
}

impl Notes {
    /// The maximum size of the notes on a game: 16 MiB. Only specially crafted games exceed it.
    pub(super) const MAX: usize = 16 << 20;

    /// Adds notes on the findings in a position: a comment, the symbol of the game's move, and the missed winning
    /// lines. With `hides`, the comment comes after the game's move.
    ///
    /// A chance that lasts for several turns is explained once, except where its move was played or missed.
    pub(super) fn add(&mut self, found: &FoundPosition<'_>, findings: &[Finding], hides: bool) {
        if self.size > Self::MAX {
            return;
        }
        let (position, next) = (found.position, found.next());
        let explained = findings.iter().filter(|finding| {
            let is_new = finding.chance.is_none_or(|chance| self.explained.insert(chance.number));
            (is_new || finding.played == Some(true) || finding.missed().is_some())
                && !(hides && next.is_none() && finding.by.is_some())
        });
        let explained: Vec<&Finding> = explained.collect();
        let ply = found.ply();
        let (here, behind) = match position.turn() {
            Color::White => ((ply, None), (ply + 1, Some(position.number()))),
            Color::Black => ((ply, Some(position.number())), (ply + 1, None)),
        };
        if !explained.is_empty() {
            let place = if hides && next.is_some() { behind } else { here };
            self.push(place, Text::Comment(comment(&explained, position)));
        }
        if next.is_some() {
            if let Some(sign) = sign(findings) {
                self.push(behind, Text::Sign(sign));
            }
            let mut shown = Vec::new();
            for finding in findings.iter().filter(|finding| finding.missed().is_some()) {
                // Several patterns may find the same move.
                if let Some(by) = finding.by.filter(|by| !shown.contains(by))
                    && finding.is_answer(position, &mut self.judge)
                {
                    shown.push(by);
                    let line = winning_line(position, by, &mut self.judge);
                    self.push(behind, Text::Variation(variation(position, &line)));
                }
            }
        }
        if self.size > Self::MAX {
            let words = "Further findings are omitted because the comments of this game exceed 16 MiB.";
            self.push(behind, Text::Comment(in_braces(words)));
        }
    }

    /// Adds the reason why the game ends after a number of moves.
    pub(super) fn add_damage(&mut self, ply: u32, Damage { token, reason, .. }: &Damage) {
        let token = if token.is_empty() { String::new() } else { format!("{token}: ") };
        self.push(
            (ply, None),
            Text::Comment(in_braces(&format!("The game is damaged here: {token}{reason}."))),
        );
    }

    fn push(&mut self, (ply, number): (u32, Option<u32>), text: Text) {
        let length = match &text {
            Text::Sign(_) => 0,
            Text::Comment(text) | Text::Variation(text) => text.len(),
        };
        self.size += size_of::<Note>() + length;
        self.notes.push(Note { ply, number, text });
    }

    /// Inserts the notes into the movetext of the game.
    pub(super) fn insert(mut self, movetext: &Movetext<'_>, games: &mut Vec<u8>) {
        self.notes.sort_by_key(|note| match note.text {
            Text::Sign(_) => (note.ply, 0),
            Text::Comment(_) => (note.ply, 1),
            Text::Variation(_) => (note.ply, 2),
        });
        let mut copied = 0;
        let mut copy = |games: &mut Vec<u8>, end: usize| {
            games.extend_from_slice(&movetext.text[copied..end]);
            copied = end;
        };
        for notes in self.notes.chunk_by(|one, other| one.ply == other.ply) {
            // There is no place after a move that is not legal.
            let Some(place) = movetext.place(notes[0].ply) else { continue };
            let texts = notes.iter().filter_map(|note| match &note.text {
                Text::Sign(sign) => {
                    if !place.is_judged {
                        copy(games, place.end);
                        games.extend_from_slice(sign.as_bytes());
                    }
                    None
                }
                Text::Comment(text) | Text::Variation(text) => Some(&text[..]),
            });
            let texts: Vec<&str> = texts.collect();
            if texts.is_empty() {
                continue;
            }
            copy(games, place.after);
            let rest = &movetext.text[place.after..];
            // If the next line begins with `%`, it must still do so.
            let starts_line = movetext.text[..place.after].ends_with(b"\n");
            if place.after > 0 && !starts_line {
                games.push(b' ');
            }
            games.extend_from_slice(texts.join(" ").as_bytes());
            if starts_line {
                games.push(b'\n');
            } else if rest.first().is_some_and(|next| !next.is_ascii_whitespace()) {
                games.push(b' ');
            }
            if let (Some(number), Some(next)) = (notes[0].number, movetext.place(notes[0].ply + 1))
                && !next.has_number
            {
                copy(games, next.start);
                games.extend_from_slice(format!("{number}... ").as_bytes());
            }
        }
        copy(games, movetext.text.len());
    }
}

/// Returns the annotation symbol of the game's move, judged by the findings in its position: `?!`, `?` or `??` if one
/// was missed, `!` if a winning one was played.
fn sign(findings: &[Finding]) -> Option<&'static str> {
    let gravest = findings.iter().filter_map(Finding::missed).max();
    let wins = findings.iter().any(|finding| {
        finding.played == Some(true) && finding.worth.is_some_and(|worth| worth.is_opportunity)
    });
    gravest.map(Grade::sign).or(wins.then_some("!"))
}
