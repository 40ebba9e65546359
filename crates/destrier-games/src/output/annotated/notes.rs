//! What there is to say of one game, and where in the game.

use super::movetext::Movetext;
use crate::formats::Damage;
use crate::output::pgn_text::{comment, in_braces, variation};
use crate::search::{Finding, FoundPosition, GameMove, Grade, WorthSearch};
use destrier::Color;
use std::collections::HashSet;

/// The notes on a game.
#[derive(Default)]
pub(super) struct Notes {
    notes: Vec<Note>,
    /// The chances that a comment tells of.
    told: HashSet<u32>,
    /// About how many bytes the notes take.
    pub(super) size: usize,
    search: WorthSearch,
}

/// Something that is inserted behind a move.
struct Note {
    /// How many moves come before it.
    ply: u32,
    /// The number of the move that comes next, if that is Black's.
    number: Option<u32>,
    text: Text,
}

/// In the order in which they come behind a move.
enum Text {
    /// The sign of annotators for the move.
    Sign(&'static str),
    /// In its braces.
    Comment(String),
    /// In its parentheses.
    Variation(String),
}

impl Notes {
    /// The most bytes of notes on a game: 16 MiB. Only games that are made for it have more.
    pub(super) const MOST: usize = 16 << 20;

    /// Notes the findings in a position: a comment, the sign of the game's move, and the lines that win and were missed.
    /// With `hides` the comment comes behind the game's move.
    ///
    /// A possibility that stands for several turns is told of once, but for moves that were played or missed.
    pub(super) fn add(&mut self, found: &FoundPosition<'_>, findings: &[Finding], hides: bool) {
        if self.size > Self::MOST {
            return;
        }
        let (position, next) = (found.position, found.next());
        let is_new = |finding: &&Finding| {
            let is_new = finding.chance.is_none_or(|chance| self.told.insert(chance.number));
            (is_new || finding.played == Some(true) || is_missed(finding))
                && !(hides && next.is_none() && finding.by.is_some())
        };
        let told: Vec<&Finding> = findings.iter().filter(is_new).collect();
        let ply = found.ply();
        let of_black = |color| (position.turn() == color).then(|| position.number());
        let (here, behind) = ((ply, of_black(Color::Black)), (ply + 1, of_black(Color::White)));
        if !told.is_empty() {
            let place = if hides && next.is_some() { behind } else { here };
            self.push(place, Text::Comment(comment(&told, position)));
        }
        if next.is_some() {
            if let Some(sign) = sign(findings) {
                self.push(behind, Text::Sign(sign));
            }
            let mut shown = Vec::new();
            for finding in findings.iter().filter(|finding| is_missed(finding)) {
                // A move may be a finding of several patterns.
                if let Some(by) = finding.by.filter(|by| !shown.contains(by)) {
                    shown.push(by);
                    let line = self.search.at(position, GameMove::default()).line(by);
                    self.push(behind, Text::Variation(variation(position, &line)));
                }
            }
        }
        if self.size > Self::MOST {
            let words = "Further findings are left out, since the comments of this game exceed 16 MiB.";
            self.push(behind, Text::Comment(in_braces(words)));
        }
    }

    /// Says behind a number of moves why the game ends there.
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
        let order = |note: &Note| match note.text {
            Text::Sign(_) => 0,
            Text::Comment(_) => 1,
            Text::Variation(_) => 2,
        };
        self.notes.sort_by_key(|note| (note.ply, order(note)));
        let mut copied = 0;
        let mut copy = |games: &mut Vec<u8>, end: usize| {
            games.extend_from_slice(&movetext.text[copied..end]);
            copied = end;
        };
        for notes in self.notes.chunk_by(|one, other| one.ply == other.ply) {
            // What comes behind a move that is not legal has no place.
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
            // A line may begin with `%` and has to go on doing so.
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

fn is_missed(finding: &Finding) -> bool {
    finding.worth.is_some_and(|worth| worth.missed.is_some())
}

/// The sign of annotators for the game's move, by what findings in its position are worth: `?!`, `?` or `??` if one was
/// missed, `!` if one that wins was played.
fn sign(findings: &[Finding]) -> Option<&'static str> {
    let gravest = findings.iter().filter_map(|finding| finding.worth?.missed).max();
    let wins = |finding: &Finding| {
        finding.played == Some(true) && finding.worth.is_some_and(|worth| worth.is_opportunity)
    };
    gravest.map(Grade::sign).or_else(|| findings.iter().any(wins).then_some("!"))
}
