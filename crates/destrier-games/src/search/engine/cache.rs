//! Evaluations that are known, in bounded memory.

use super::question::Question;
use crate::chess::Evaluation;
use std::collections::HashMap;
use std::mem;

/// Remembers evaluations: always the last ones, at most twice [`Cache::GENERATION`].
#[derive(Debug, Default)]
pub(super) struct Cache {
    recent: HashMap<String, Evaluation>,
    /// What was recent before.
    older: HashMap<String, Evaluation>,
}

impl Cache {
    /// The number of evaluations after which older ones are forgotten; they take about 5 MB.
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

/// Side and castling follow from the FEN.
fn key(question: &Question<'_>) -> String {
    format!("{} {}", question.fen, question.played.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::Color;

    #[test]
    fn the_last_evaluations_are_remembered() {
        let fen = |number: usize| format!("fen {number}");
        let get = |cache: &mut Cache, fen: &str, played| {
            cache.get(&Question { fen, side: Color::White, is_chess960: false, played })
        };
        let mut cache = Cache::default();
        for number in 0..3 * Cache::GENERATION {
            let question =
                Question { fen: &fen(number), side: Color::White, is_chess960: false, played: Some("a2a3") };
            cache.insert(&question, Evaluation::Centipawns(number as i32));
            // Whatever is asked for is recent again.
            assert_eq!(get(&mut cache, &fen(0), Some("a2a3")), Some(Evaluation::Centipawns(0)));
            assert!(cache.recent.len() + cache.older.len() <= 2 * Cache::GENERATION);
        }
        let last = 3 * Cache::GENERATION - 1;
        assert_eq!(get(&mut cache, &fen(last), Some("a2a3")), Some(Evaluation::Centipawns(last as i32)));
        assert_eq!(get(&mut cache, &fen(last), None), None);
        assert_eq!(get(&mut cache, &fen(1), Some("a2a3")), None);
    }
}
