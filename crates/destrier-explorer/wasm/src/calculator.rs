//! Calls the functions of the registry by name.

use crate::problem::Problem;
use crate::view::hex;
use destrier_games::functions::{self, Arguments, FUNCTIONS};
use serde::Serialize;

/// The answers of a function, one for each formulation.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Call {
    formulations: Vec<Formulation>,
}

#[derive(Debug, PartialEq, Serialize)]
struct Formulation {
    name: &'static str,
    cost: &'static str,
    answer: AnswerView,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum AnswerView {
    Set { set: String },
    Number { number: Option<u8> },
    Truth { truth: bool },
    Layers { layers: Option<Vec<String>> },
    Moves { moves: Vec<MoveView> },
    Lines { lines: Vec<NamedSet> },
}

#[derive(Debug, PartialEq, Serialize)]
struct MoveView {
    direction: &'static str,
    from: &'static str,
    to: &'static str,
}

#[derive(Debug, PartialEq, Serialize)]
struct NamedSet {
    line: &'static str,
    set: String,
}

impl Call {
    /// Calls a function. `None` omits an argument.
    pub(crate) fn of(name: &str, texts: &[Option<&str>]) -> Result<Self, Problem> {
        let function = FUNCTIONS.iter().find(|function| function.name == name);
        let function = function.ok_or_else(|| Problem::of_all(name, format!("no function `{name}`")))?;
        if texts.len() > function.arguments.len() {
            let max = function.arguments.len();
            return Err(Problem::of_all(name, format!("{name} takes at most {max} arguments")));
        }
        let mut values = Arguments::default();
        for (i, argument) in function.arguments.iter().enumerate() {
            let (text, problem) = match texts.get(i).copied().flatten() {
                Some(text) => match argument.kind.parse(text) {
                    Ok(value) => {
                        values.values[i] = Some(value);
                        continue;
                    }
                    Err(error) => (text, format!("{}: {error}", argument.name)),
                },
                None if argument.required => {
                    ("", format!("{} is missing: {}", argument.name, argument.definition))
                }
                None => continue,
            };
            return Err(Problem { argument: Some(i), ..Problem::of_all(text, problem) });
        }
        Ok(Self { formulations: function.formulations(&values).map(Formulation::new).collect() })
    }
}

impl Formulation {
    fn new(functions::Formulation { name, cost, answer }: functions::Formulation) -> Self {
        Self { name, cost, answer: AnswerView::new(answer) }
    }
}

impl AnswerView {
    fn new(answer: functions::Answer) -> Self {
        match answer {
            functions::Answer::Set(set) => Self::Set { set: hex(set) },
            functions::Answer::Number(number) => Self::Number { number },
            functions::Answer::Truth(truth) => Self::Truth { truth },
            functions::Answer::Layers(layers) => {
                Self::Layers { layers: layers.map(|layers| layers.iter().copied().map(hex).collect()) }
            }
            functions::Answer::Moves(moves) => {
                let moves = moves.map(|step| MoveView {
                    direction: step.direction.name(),
                    from: step.from.name(),
                    to: step.to.name(),
                });
                Self::Moves { moves: moves.collect() }
            }
            functions::Answer::Lines(lines) => {
                let named = lines.map(|(line, set)| NamedSet { line: line.name(), set: hex(set) });
                Self::Lines { lines: named.into() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(name: &str, arguments: &[Option<&str>]) -> serde_json::Value {
        serde_json::to_value(Call::of(name, arguments).unwrap()).unwrap()
    }

    #[test]
    fn serializes_every_kind_of_answer() {
        for (name, arguments, answer) in [
            ("knight-attacks", vec![Some("a1")], r#"{"kind":"set","set":"0000000000020400"}"#),
            ("knight-distance", vec![Some("a1"), Some("b2")], r#"{"kind":"number","number":4}"#),
            ("knight-distance", vec![Some("a1"), Some("empty")], r#"{"kind":"number","number":null}"#),
            ("connected", vec![Some("a1"), Some("a2"), Some("full")], r#"{"kind":"truth","truth":true}"#),
            (
                "king-path",
                vec![Some("a1"), Some("a2")],
                r#"{"kind":"layers","layers":["0000000000000001","0000000000000100"]}"#,
            ),
            (
                "king-path",
                vec![Some("a1"), Some("a3"), None, Some("a2,b2,b1")],
                r#"{"kind":"layers","layers":null}"#,
            ),
            (
                "knight-moves",
                vec![Some("a1"), Some("0x400")],
                r#"{"kind":"moves","moves":[{"direction":"noNoEa","from":"a1","to":"b3"}]}"#,
            ),
        ] {
            let expected: serde_json::Value = serde_json::from_str(answer).unwrap();
            assert_eq!(
                answers(name, &arguments)["formulations"][0]["answer"],
                expected,
                "{name} {arguments:?}"
            );
        }
        assert_eq!(answers("lines", &[Some("a1")])["formulations"][0]["answer"]["lines"][1]["line"], "file");
        let formulations = answers("knight-attacks", &[Some("a1")])["formulations"].clone();
        assert!(formulations.as_array().unwrap().len() > 2);
    }

    #[test]
    fn names_the_wrong_argument() {
        let argument = |name, arguments: &[Option<&str>]| Call::of(name, arguments).unwrap_err().argument;
        assert_eq!(argument("knight-distance", &[Some("a1"), Some("z9")]), Some(1));
        assert_eq!(argument("knight-distance", &[Some("a1")]), Some(1));
        assert_eq!(argument("knight-fill", &[Some("a1"), Some("-1")]), Some(1));
        assert_eq!(argument("none", &[]), None);
        assert_eq!(argument("knight-attacks", &[Some("a1"), Some("b1")]), None);
    }
}
