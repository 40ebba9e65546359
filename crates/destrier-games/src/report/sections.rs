//! The sections of a report. Each groups the chances by a key.

use super::comparison::Comparison;
use crate::output::html::plain;
use crate::rates::{KeyValue, OPENING_FAMILY, RateKey};

/// A way to group the chances of a report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    pub(super) kind: SectionKind,
    /// The title of its table.
    pub(super) title: &'static str,
    /// The key. The section of all games has none.
    pub(super) key: Option<&'static RateKey>,
}

/// The kinds of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SectionKind {
    All,
    Pattern,
    Color,
    Opening,
    Speed,
    OpponentElo,
    Elo,
    Clock,
    Month,
}

impl Section {
    /// Returns the sections of a comparison. The first counts everything.
    pub(super) fn of(comparison: &Comparison) -> Vec<Self> {
        let by = |kind, title, name| Self { kind, title, key: RateKey::by_name(name) };
        let rating = if comparison.is_about_players() {
            by(SectionKind::OpponentElo, "By the opponent's rating", "opponent-elo")
        } else {
            by(SectionKind::Elo, "By rating", "elo")
        };
        vec![
            Self { kind: SectionKind::All, title: "All games", key: None },
            by(SectionKind::Pattern, "By pattern", "pattern"),
            by(SectionKind::Color, "By color", "color"),
            Self { kind: SectionKind::Opening, title: "By opening", key: Some(&OPENING_FAMILY) },
            by(SectionKind::Speed, "By speed", "speed"),
            rating,
            by(SectionKind::Clock, "By time left on the clock", "clock"),
            by(SectionKind::Month, "By month", "month"),
        ]
    }

    /// Returns the most rows of its table. Further groups are added up in one row.
    pub(super) const fn most_rows(self) -> usize {
        match self.kind {
            SectionKind::Opening => 12,
            SectionKind::Month => 24,
            _ => 16,
        }
    }

    /// Returns the name of a group as a table shows it.
    pub(super) fn row_name(self, value: Option<&KeyValue>) -> String {
        let Some(value) = value else { return "All games".to_owned() };
        match self.kind {
            SectionKind::Color => match value.as_str() {
                "white" => "White".to_owned(),
                _ => "Black".to_owned(),
            },
            _ => plain(value.as_str()),
        }
    }

    /// Returns the name of a group at the beginning of a sentence: `In blitz`.
    pub(super) fn phrase(self, value: Option<&KeyValue>) -> String {
        let name = self.row_name(value);
        match self.kind {
            SectionKind::All => "In all games".to_owned(),
            SectionKind::Pattern => format!("Pattern {name}"),
            SectionKind::Color => format!("As {name}"),
            SectionKind::Opening => format!("Opening {name}"),
            SectionKind::Speed => format!("In {name} games"),
            SectionKind::OpponentElo => format!("Against opponents rated {name}"),
            SectionKind::Elo => format!("Players rated {name}"),
            SectionKind::Clock => format!("With {name} on the clock"),
            SectionKind::Month => format!("In {name}"),
        }
    }
}
