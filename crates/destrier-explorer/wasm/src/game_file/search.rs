//! Replays games of a file and searches them.

use crate::patterns::index_of;
use crate::play::thousandths;
use crate::view::FindingView;
use destrier::Color;
use destrier_games::output::{chapter, position_line};
use destrier_games::{
    Chance, Classes, Damage, Evaluation, Event, Finding, Game, GameChance, GameChances, GameContext, Grade,
    Judge, Judging, Miss, Outcome, Pattern, Position, Positions, Selection, Worth, WorthFilter, WorthSearch,
};
use serde::Serialize;

/// Replays games and searches them for some patterns.
pub(super) struct Search {
    patterns: Vec<&'static Pattern>,
    positions: Positions,
    worth: WorthSearch,
    judge: Judge,
}

/// The summary of a game in the list.
#[derive(Debug, Default, Serialize)]
pub(super) struct GameSummary {
    white: String,
    black: String,
    /// The ratings of White and Black.
    ratings: [Option<u16>; 2],
    result: String,
    date: String,
    plies: usize,
    /// For each finding: ply, pattern, 0 for White or 1 for Black, class, whether it was played, and the number of its
    /// chance.
    findings: Vec<(u32, usize, u8, u8, Option<u8>, u32)>,
    damage: Option<String>,
}

/// A missed turn:
///
/// - the index of the missed move among the findings of the game
/// - its grade, from 1 for an inaccuracy to 3 for a blunder
/// - the winning chances lost, in thousandths
/// - the number of its chance
/// - whether the move is an answer, which may be shown as the move to find
pub(super) type MissedTurn = (usize, u8, u32, u32, bool);

/// Selects misses from an inaccuracy up.
const MISSED: WorthFilter = WorthFilter {
    wins: None,
    missed: Some(Grade::Inaccuracy),
    defences: false,
    answers: false,
    notable: false,
};

/// An opened game.
#[derive(Debug, Default, Serialize)]
pub(super) struct GameView {
    tags: Vec<(String, String)>,
    /// A link to the game.
    link: Option<String>,
    plies: Vec<Ply>,
    findings: Vec<PliedFinding>,
    damage: Option<String>,
}

#[derive(Debug, Serialize)]
struct Ply {
    fen: String,
    /// The game's move, in SAN and UCI.
    san: Option<String>,
    uci: Option<String>,
    /// The whole seconds left for the player who moved last, from the game's comments.
    clock: Option<u32>,
    /// The evaluation in the game's comments, as in `[%eval 0.31]`.
    eval: Option<String>,
    /// The winning chances of White by this evaluation, from -1000 to 1000.
    chances: Option<i32>,
}

#[derive(Debug, Serialize)]
struct PliedFinding {
    ply: u32,
    chance: ChanceView,
    finding: FindingView,
}

/// The chance that a finding belongs to.
#[derive(Clone, Copy, Debug, Serialize)]
struct ChanceView {
    number: u32,
    first_ply: u32,
    last_ply: u32,
    /// Whether its move was played on any of the turns. `None` if unknown.
    played: Option<bool>,
}

impl GameSummary {
    /// Returns the summary of a game that cannot be read.
    pub(super) fn damaged(damage: &Damage) -> Self {
        Self { damage: Some(damage.to_string()), ..Self::default() }
    }
}

impl GameView {
    /// Returns the view of a game that cannot be read.
    pub(super) fn damaged(damage: &Damage) -> Self {
        Self { damage: Some(damage.to_string()), ..Self::default() }
    }
}

impl Search {
    pub(super) fn new(patterns: Vec<&'static Pattern>) -> Self {
        Self {
            patterns,
            positions: Positions::default(),
            worth: WorthSearch::default(),
            judge: Judge::default(),
        }
    }

    pub(super) fn summary(&mut self, game: &Game<'_>) -> GameSummary {
        let [white, black, result, utc_date, date] = ["White", "Black", "Result", "UTCDate", "Date"]
            .map(|name| game.tags.value(name).map(|value| value.into_owned()).unwrap_or_default());
        let (mut length, mut rows) = (0, Vec::new());
        let damage = run(game, &Selection::of(&self.patterns), &mut self.positions, |event| match event {
            Event::Found(found, findings) => {
                let ply = found.ply();
                rows.extend(findings.iter().map(|finding| {
                    let side = u8::from(!finding.side.is_white());
                    let class = finding.class.unwrap_or(Classes::None) as u8;
                    let played = finding.played.map(u8::from);
                    (ply, index_of(finding.pattern), side, class, played, chance_number(finding))
                }));
            }
            Event::Positions(positions) => length += positions.len(),
            Event::Searched(positions) => length += positions,
        });
        GameSummary {
            white,
            black,
            ratings: Color::ALL.map(|color| game.rating_of(color)),
            result,
            date: if utc_date.is_empty() { date } else { utc_date },
            // A game has one more position than moves.
            plies: length.saturating_sub(1),
            findings: rows,
            damage,
        }
    }

    /// Counts the chances of some patterns.
    pub(super) fn count(&mut self, game: &Game<'_>, patterns: &[&'static Pattern]) -> u32 {
        let mut count = 0;
        run(game, &Selection::of(patterns), &mut self.positions, |event| {
            if let Event::Found(_, findings) = event {
                count = findings.iter().map(chance_number).fold(count, u32::max);
            }
        });
        count
    }

    pub(super) fn book_misses(&mut self, game: &Game<'_>) -> Vec<usize> {
        let turns = self.missed_turns(game, Pattern::book());
        let worse = turns.iter().filter(|(.., miss)| miss.grade >= Grade::Mistake);
        worse
            .map(|(_, finding, ..)| 2 * index_of(finding.pattern) + usize::from(!finding.side.is_white()))
            .collect()
    }

    pub(super) fn misses(&mut self, game: &Game<'_>) -> Vec<MissedTurn> {
        let turns = self.missed_turns(game, &self.patterns.clone());
        let turns = turns.into_iter().map(|(row, finding, position, miss)| {
            let is_answer = finding.is_answer(&position, &mut self.judge);
            let lost = (1_000.0 * miss.lost).round() as u32;
            (row, 1 + miss.grade as u8, lost, chance_number(&finding), is_answer)
        });
        turns.collect()
    }

    /// Returns the missed turns of a game, each with its index among all findings.
    fn missed_turns(
        &mut self,
        game: &Game<'_>,
        patterns: &[&'static Pattern],
    ) -> Vec<(usize, Finding, Position, Miss)> {
        let judging = Judging { keeps_others: true, ..MISSED.into() };
        let selection = Selection { judging: Some(judging), ..Selection::of(patterns) };
        let (mut row, mut missed, mut chances) = (0, Vec::new(), GameChances::default());
        run(game, &selection, &mut self.positions, |event| {
            let Event::Found(found, findings) = event else { return };
            for &finding in findings.iter() {
                chances.add(found.ply(), &finding, || ());
                missed.extend(finding.miss.map(|_| (row, found.ply(), finding, *found.position)));
                row += 1;
            }
        });
        chances.end();
        let turns = missed.into_iter().filter_map(|(row, ply, finding, position)| {
            Some((row, finding, position, missed_turn(&chances, ply, &finding)?))
        });
        turns.collect()
    }

    pub(super) fn view(&mut self, game: &Game<'_>) -> GameView {
        let tags = game
            .tags
            .iter()
            .map(|tag| (String::from_utf8_lossy(tag.name).into_owned(), tag.value().into_owned()))
            .collect();
        let (mut plies, mut findings, mut chances) = (Vec::new(), Vec::new(), GameChances::default());
        let annotations = game.annotations();
        let selection = Selection { judging: Some(Judging::default()), ..Selection::of(&self.patterns) };
        let damage = run(game, &selection, &mut self.positions, |event| match event {
            Event::Found(found, found_here) => {
                let ply = found.ply();
                for &finding in found_here.iter() {
                    chances.add(ply, &finding, || ply).into_iter().for_each(|chance| chance.extra = ply);
                    findings.push((ply, finding, *found.position));
                }
            }
            Event::Positions(positions) => {
                plies.extend(positions.iter().map(|(ply, position, next)| {
                    let annotation = annotations.at(ply);
                    Ply {
                        fen: position.fen(),
                        san: next.map(|next| next.san(&position).to_string()),
                        uci: next.map(|next| next.uci().to_string()),
                        clock: annotation.clock.map(|seconds| seconds as u32),
                        eval: annotation.evaluation.map(eval),
                        chances: annotation
                            .evaluation
                            .map(|evaluation| thousandths(evaluation.winning_chances(Color::White))),
                    }
                }));
            }
            Event::Searched(_) => {}
        });
        chances.end();
        let findings = findings.into_iter().filter_map(|(ply, mut finding, position)| {
            let Chance { number, first_ply } = finding.chance?;
            let &GameChance { played, extra: last_ply, .. } = chances.get(number)?;
            // A turn is missed once.
            finding.miss = missed_turn(&chances, ply, &finding);
            let missed = finding.miss.map(|miss| miss.grade);
            finding.worth = finding.worth.map(|worth| Worth { missed, ..worth });
            let chance = ChanceView { number, first_ply, last_ply, played };
            let mut view = FindingView::new(&finding, &position);
            if finding.miss.is_some() {
                view.judge_answer(finding.is_answer(&position, &mut self.judge));
            }
            Some(PliedFinding { ply, chance, finding: view })
        });
        let link = game.link().map(|link| link.into_owned());
        GameView { tags, link, plies, findings: findings.collect(), damage }
    }

    /// Writes findings, given by their indices, as chapters of a study, or else as lines of EPD.
    pub(super) fn write(
        &mut self,
        game: &Game<'_>,
        name: &str,
        number: u64,
        findings: &[u32],
        as_study: bool,
    ) -> String {
        let (mut text, mut row) = (String::new(), 0);
        run(game, &Selection::of(&self.patterns), &mut self.positions, |event| {
            let Event::Found(found, found_here) = event else { return };
            let mut chosen = Vec::new();
            for mut finding in found_here.drain(..) {
                if findings.contains(&row) {
                    finding.worth =
                        finding.by.map(|by| self.worth.at(found.position, found.game_move()).worth(by));
                    chosen.push(finding);
                }
                row += 1;
            }
            if as_study {
                for finding in &chosen {
                    text += &chapter(number, found, finding, &mut self.judge);
                }
            } else if !chosen.is_empty() {
                text += &position_line(&format!("{name} {number}:{}", found.ply()), found, &chosen);
            }
        });
        text
    }
}

/// Formats an evaluation as in `[%eval 0.31]`.
fn eval(evaluation: Evaluation) -> String {
    match evaluation {
        Evaluation::Centipawns(centipawns) => {
            let sign = if centipawns < 0 { "-" } else { "" };
            // To print fractions would take 10 kB.
            format!("{sign}{}.{:02}", centipawns.abs() / 100, centipawns.abs() % 100)
        }
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

/// Returns what missing the move of a finding cost, if the finding represents a missed turn. Defences do not.
fn missed_turn<T>(chances: &GameChances<T>, ply: u32, finding: &Finding) -> Option<Miss> {
    let chance = chances.get(chance_number(finding))?;
    chance.miss().filter(|miss| miss.wins && chance.ply == ply)
}

/// Returns the number of a finding's chance, from 1.
fn chance_number(finding: &Finding) -> u32 {
    finding.chance.map_or(0, |chance| chance.number)
}

/// Replays and searches a game. Returns a description of the damage, if any.
fn run(
    game: &Game<'_>,
    selection: &Selection,
    positions: &mut Positions,
    visit: impl FnMut(Event<'_>),
) -> Option<String> {
    match game.search(Some(selection), GameContext::default(), positions, visit) {
        Ok(Outcome::Played) => None,
        Ok(Outcome::Variant(variant)) => Some(format!("the variant {variant} is not supported")),
        Err(damage) => Some(damage.to_string()),
    }
}
