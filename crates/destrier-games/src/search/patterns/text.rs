//! Patterns that are texts.

use super::words;
use crate::chess::Position;
use crate::search::drawing::{Drawing, Role};
use crate::search::language::{self, Memory, Occasion, ParsedPattern, PatternError};
use crate::search::pattern::{Field, Find, Finding, Pattern};
use destrier::{Bitboard, Square};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

impl Pattern {
    /// Reads patterns in the pattern language, and checks their examples.
    ///
    /// Patterns stay in memory until the program ends. Reading the same text again returns the same patterns.
    ///
    /// ```
    /// use destrier_games::{Pattern, Position, Selection};
    ///
    /// let rooks = Pattern::parse("\
    /// pattern rooks-joined \"Two rooks defend each other on the seventh rank.\"
    /// standing
    /// where count({rook in us & rooks & rank(7): attacks(rook) & us & rooks & rank(7)}) >= 2
    /// example \"6k1/1R3R1p/8/8/8/8/8/6K1 b - - 0 1\"")?;
    /// let position: Position = "6k1/1RR4p/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert_eq!(Selection::of(&rooks).find(&position, None.into()).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text has no patterns, or an example is wrong.
    pub fn parse(text: &str) -> Result<Vec<&'static Self>, PatternError> {
        read("", text, || language::parse(text))
    }

    /// Reads one pattern from a text that begins with `move` or `standing`. The pattern is called `custom`.
    ///
    /// # Errors
    ///
    /// Returns an error with its place if the text has no pattern, or an example is wrong.
    pub fn parse_custom(text: &str) -> Result<&'static Self, PatternError> {
        let patterns =
            read(CUSTOM, text, || language::parse_body(text, CUSTOM).map(|pattern| vec![pattern]))?;
        Ok(patterns[0])
    }

    /// Returns the words of the pattern language, except squares.
    pub fn words() -> impl Iterator<Item = &'static str> {
        language::words()
    }

    /// Returns the positions of the examples, each with what the pattern finds there. Without a text, there are none.
    #[must_use]
    pub fn examples(&'static self) -> Vec<(Position, Vec<Finding>)> {
        let Some(parsed) = self.parsed() else { return Vec::new() };
        let examples = parsed.examples.iter().filter(|example| example.is_found());
        examples
            .filter_map(|example| example.shown(parsed.program.is_move(), "").ok())
            .map(|shown| {
                let occasion = Occasion::alone(&shown.position, shown.moment);
                let mut findings = Vec::new();
                find(self, parsed, false, &mut Memory::default(), &occasion, &mut findings);
                findings.retain(|finding| shown.by.is_none() || finding.by == shown.by);
                (shown.position, findings)
            })
            .collect()
    }
}

/// The name of a pattern that has only a body.
const CUSTOM: &str = "custom";

/// Returns the patterns of a text that were read before, or reads them.
pub(super) fn read(
    name: &'static str,
    text: &str,
    parse: impl FnOnce() -> Result<Vec<ParsedPattern>, PatternError>,
) -> Result<Vec<&'static Pattern>, PatternError> {
    type Read = BTreeMap<(&'static str, String), Vec<&'static Pattern>>;
    static READ: Mutex<Read> = Mutex::new(BTreeMap::new());
    let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (name, text.to_owned());
    if let Some(patterns) = all.get(&key) {
        return Ok(patterns.clone());
    }
    let first = all.values().map(Vec::len).sum::<usize>();
    let patterns: Vec<_> = (first..).zip(parse()?).map(|(number, parsed)| keep(parsed, number)).collect();
    all.insert(key, patterns.clone());
    Ok(patterns)
}

/// Keeps a pattern until the program ends.
fn keep(parsed: ParsedPattern, number: usize) -> &'static Pattern {
    static SQUARE: Field = Field::square("the square of the pattern");
    static TO: Field = Field::square("the square where the move ends");
    static TARGETS: Field = Field::targets("the squares that the pattern calls its targets");
    static FACTS: [[Field; 2]; 2] = [[SQUARE, TARGETS], [TO, TARGETS]];
    let is_move = parsed.program.is_move();
    let first = usize::from(!parsed.program.has_square());
    let last = 1 + usize::from(parsed.program.has_targets());
    let example = parsed.examples.iter().find(|example| example.is_found());
    let shown = example.and_then(|example| example.shown(is_move, "").ok());
    let fen = shown.map_or_else(String::new, |shown| shown.position.fen().to_string());
    Box::leak(Box::new(Pattern {
        name: parsed.name.clone().leak(),
        in_short: parsed.text.clone().leak(),
        definition: parsed.statements().leak(),
        is_move,
        facts: &FACTS[usize::from(is_move)][first..last.max(first)],
        source: "a text in the pattern language",
        cost: "that of its conditions",
        example: fen.leak(),
        labels: &[(Role::Place, "the square")],
        find: Find::Text(Box::new(parsed), number),
        draw,
        explain,
    }))
}

/// The memory of the patterns of a search that are texts, in their order.
pub(in crate::search) type Memories = Vec<Memory>;

/// Appends the findings of a pattern. Only a game can go on as the pattern says.
fn find(
    pattern: &'static Pattern,
    parsed: &ParsedPattern,
    in_game: bool,
    memory: &mut Memory,
    occasion: &Occasion<'_>,
    findings: &mut Vec<Finding>,
) {
    parsed.program.find(in_game, memory, occasion, &mut |found| {
        let square = found.square.unwrap_or(Square::A1);
        let finding = match found.by {
            Some(by) => Finding::of_move(pattern, found.side, by, square, occasion.next),
            None => Finding::at(pattern, found.side, square),
        };
        findings.push(Finding {
            square: found.square,
            targets: found.targets.unwrap_or(Bitboard::EMPTY),
            ..finding
        });
    });
}

/// A search for a pattern that is a text.
pub(in crate::search) struct TextSearch<'a> {
    pub(in crate::search) pattern: &'static Pattern,
    pub(in crate::search) memory: &'a mut Memory,
}

impl TextSearch<'_> {
    /// Appends the findings in a position of a game.
    pub(in crate::search) fn find(self, occasion: &Occasion<'_>, findings: &mut Vec<Finding>) {
        if let Some(parsed) = self.pattern.parsed() {
            find(self.pattern, parsed, true, self.memory, occasion, findings);
        }
    }
}

fn draw(_position: &Position, finding: &Finding) -> Drawing {
    let square = finding.square.filter(|_| finding.by.is_none());
    Drawing::of_move(finding.by)
        .mark(square.map_or(Bitboard::EMPTY, Square::bitboard), Role::Place)
        .mark(finding.targets, Role::Target)
}

/// Says where the pattern is, then its text, then the pieces on its targets.
fn explain(position: &Position, finding: &Finding) -> String {
    let Finding { pattern, side, square, targets, .. } = *finding;
    let piece = square.map(|square| (square, position.board().piece_at(square)));
    let place = match (finding.by, piece) {
        (Some(by), _) => position.san(by).to_string(),
        (None, Some((square, Some((color, piece))))) => format!("{}'s {piece} on {square}", color.title()),
        (None, Some((square, None))) => format!("{} on {square}", side.title()),
        (None, None) => side.title().to_owned(),
    };
    let targets = words::pieces(position, targets);
    let targets = if targets.is_empty() { targets } else { format!(" It targets {targets}.") };
    let text = pattern.in_short;
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{place}: {text}{end}{targets}{}", words::gain(finding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Selection;

    const TEXT: &str = "\
        pattern rook-lift \"A rook goes to the third rank.\" move rook\n\
        where to & rank(3) # or to Black's\n\
        targets = after(attacks(to)) & them\n\
        example \"6k1/8/8/8/8/8/8/K6R w - - 0 1\" \"Rh3\"";

    #[test]
    fn the_same_text_gives_the_same_pattern() {
        let patterns = Pattern::parse(TEXT).unwrap();
        assert_eq!(patterns, Pattern::parse(TEXT).unwrap());
        let other = Pattern::parse(&TEXT.replace("rank(3)", "rank(2)").replace("Rh3", "Rh2")).unwrap();
        assert_ne!(patterns, other);
        assert_ne!(patterns[0].index(), other[0].index());
        assert_eq!(patterns[0].text(), Some(TEXT));
        assert_eq!(
            patterns[0].definition,
            "move rook\nwhere to & rank(3) # or to Black's\ntargets = after(attacks(to)) & them"
        );
        assert_eq!(patterns[0].example, "6k1/8/8/8/8/8/8/K6R w - - 0 1");
        // A journal belongs to the text.
        let selection = Selection::of(&patterns);
        let written = serde_json::to_string(&selection).unwrap();
        assert!(
            written.contains("rank(3)") && written != serde_json::to_string(&Selection::of(&other)).unwrap()
        );
    }

    #[test]
    fn findings_are_explained_by_the_text() {
        let patterns = Pattern::parse(TEXT).unwrap();
        let examples = patterns[0].examples();
        let [(position, findings)] = &examples[..] else { panic!("one example") };
        assert_eq!(findings[0].explain(position), "Rh3: A rook goes to the third rank.");
        assert_eq!(findings[0].drawing(position).about(), Square::H3.bitboard());
        let names: Vec<_> = patterns[0].fields().map(|field| field.name).collect();
        assert_eq!(names, ["move", "san", "square", "targets", "played"]);
        let standing = Pattern::parse_custom("standing where us").unwrap();
        assert_eq!((standing.fields().count(), standing.name), (0, "custom"));
        let found = Selection::of(&[standing]).find(position, None.into());
        assert_eq!(found.iter().map(|finding| finding.square).collect::<Vec<_>>(), [None, None]);
        assert_eq!(found[1].explain(position), "Black: standing where us.");
    }
}
