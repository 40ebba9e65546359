//! A bounded cache of evaluations.

use super::question::Question;
use crate::chess::Evaluation;
use std::collections::HashMap;
use std::mem;

/// A cache of the most recent evaluations. It holds between one and two generations of [`Cache::GENERATION`] entries.
#[derive(Debug, Default)]
pub(super) struct Cache {
    recent: HashMap<String, Evaluation>,
    /// The previous generation.
    older: HashMap<String, Evaluation>,
}

impl Cache {
    /// The number of entries in a generation, about 5 MB. When a generation is full, the one before it is dropped.
    const GENERATION: usize = 1 << 15;

    pub(super) fn get(&mut self, question: &Question<'_>) -> Option<Evaluation> {
        let key = key(question);
        if let Some(&known) = self.recent.get(&key) {
            return Some(known);
        }
        let known = self.older.remove(&key)?;
        self.keep(key, known);
        Some(known)
    }

    pub(super) fn insert(&mut self, question: &Question<'_>, evaluation: Evaluation) {
        self.keep(key(question), evaluation);
    }

    fn keep(&mut self, key: String, evaluation: Evaluation) {
        if self.recent.len() == Self::GENERATION {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(key, evaluation);
    }
}

/// The FEN determines the side to move and the castling notation.
fn key(question: &Question<'_>) -> String {
    format!("{} {}", question.fen, question.played.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::Color;

    #[test]
    fn the_most_recent_evaluations_are_cached() {
        let fen = |number: usize| format!("fen {number}");
        let get = |cache: &mut Cache, fen: &str, played| {
            cache.get(&Question { fen, side: Color::White, is_chess960: false, played })
        };
        let mut cache = Cache::default();
        for number in 0..3 * Cache::GENERATION {
            let question =
                Question { fen: &fen(number), side: Color::White, is_chess960: false, played: Some("a2a3") };
            cache.insert(&question, Evaluation::Centipawns(number as i32));
            // A lookup makes the entry recent again.
            assert_eq!(get(&mut cache, &fen(0), Some("a2a3")), Some(Evaluation::Centipawns(0)));
            assert!(cache.recent.len() + cache.older.len() <= 2 * Cache::GENERATION);
        }
        let last = 3 * Cache::GENERATION - 1;
        assert_eq!(get(&mut cache, &fen(last), Some("a2a3")), Some(Evaluation::Centipawns(last as i32)));
        assert_eq!(get(&mut cache, &fen(last), None), None);
        assert_eq!(get(&mut cache, &fen(1), Some("a2a3")), None);
    }
}
