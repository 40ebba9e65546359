//! The prompt, with history and completion.

use super::answer::AnswerFormat;
use super::failure::Failure;
use super::output::AnswerOutput;
use super::session::{Session, StatementOutcome};
use super::statement::Statement;
use datafusion::sql::sqlparser::dialect::GenericDialect;
use datafusion::sql::sqlparser::keywords::ALL_KEYWORDS;
use datafusion::sql::sqlparser::tokenizer::{Token, Tokenizer};
use destrier_games::Table;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

const HELP: &str = "\
End each statement with `;`. It may span several lines. Ctrl-C cancels it; Ctrl-D exits.

  SHOW FUNCTIONS LIKE '%fork%';   list functions with their definitions
  SHOW TABLES;                    list the tables
  EXPLAIN SELECT ...;             show the plan of a query
  SET destrier.strict = true;     report an invalid FEN as an error, not as null
  help, quit";

/// Runs the prompt until the end of the input.
pub(crate) fn run(session: &Session, format: AnswerFormat) -> Result<(), Failure> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .history_ignore_space(true)
        .max_history_size(10_000)
        .map_err(broken)?
        .build();
    let mut editor: Editor<LineHelper, DefaultHistory> = Editor::with_config(config).map_err(broken)?;
    editor.set_helper(Some(LineHelper::of(session)));
    let history = history();
    if let Some(history) = &history {
        // The first session has no history yet.
        let _ = editor.load_history(history);
    }
    let mut output = AnswerOutput::standard(format);
    output.line("destrier-sql: type `help` for help, Ctrl-D to exit")?;
    loop {
        let text = match editor.readline("destrier> ") {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(broken(error)),
        };
        if text.trim().is_empty() {
            continue;
        }
        let _ = editor.add_history_entry(text.as_str());
        if let Some(history) = &history {
            // Without a history, the prompt still works.
            let _ = editor.append_history(history);
        }
        match prompt_command(&text) {
            Some(PromptCommand::Help) => output.line(HELP)?,
            Some(PromptCommand::Quit) => return Ok(()),
            None => {
                answer(session, &text, &mut output)?;
                editor.set_helper(Some(LineHelper::of(session)));
            }
        }
    }
}

fn answer(session: &Session, text: &str, output: &mut AnswerOutput) -> Result<(), Failure> {
    let statements = match Statement::all(text) {
        Ok(statements) => statements,
        Err(why) => return Ok(output.line(&why)?),
    };
    for statement in statements {
        let start = Instant::now();
        match session.run(statement, output) {
            Ok(StatementOutcome::Done(Some(rows))) => {
                let plural = if rows == 1 { "" } else { "s" };
                output.line(&format!("{rows} row{plural} in {:.3} s", start.elapsed().as_secs_f64()))?;
            }
            Ok(StatementOutcome::Done(None)) => {}
            Ok(StatementOutcome::Failed(why)) => return Ok(output.line(&why)?),
            Ok(StatementOutcome::Interrupted) => return Ok(output.line("query cancelled")?),
            Err(Failure::Refused(_, why)) => return Ok(output.line(&why)?),
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

/// An input that is not SQL.
#[derive(Debug, PartialEq, Eq)]
enum PromptCommand {
    Help,
    Quit,
}

fn prompt_command(text: &str) -> Option<PromptCommand> {
    match text.trim().trim_end_matches(';').trim_end().to_ascii_lowercase().as_str() {
        "help" | "\\?" | "\\h" | "?" => Some(PromptCommand::Help),
        "quit" | "exit" | "\\q" => Some(PromptCommand::Quit),
        _ => None,
    }
}

fn broken(error: ReadlineError) -> Failure {
    Failure::refused(format!("the prompt failed: {error}"))
}

/// Returns the history file, in the user's folder for program data, which is created if there is none. `None` if that is
/// not possible.
fn history() -> Option<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        set("APPDATA")?
    } else if cfg!(target_os = "macos") {
        set("HOME")?.join("Library/Application Support")
    } else {
        set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")))?
    };
    let own = folder.join("destrier");
    fs::create_dir_all(&own).ok()?;
    Some(own.join("sql-history"))
}

/// Completes words, and detects the end of a statement.
struct LineHelper {
    /// The names of tables and columns, with those of `games('…')` and the other tables of games.
    names: BTreeSet<String>,
    functions: BTreeSet<String>,
    files: FilenameCompleter,
}

impl LineHelper {
    /// Creates a helper with the current names of a session.
    fn of(session: &Session) -> Self {
        let state = session.context.state();
        let functions = state.scalar_functions().keys().chain(state.aggregate_functions().keys());
        let functions =
            functions.chain(state.window_functions().keys()).chain(state.table_functions().keys());
        let columns = Table::ALL.iter().flat_map(|table| table.columns());
        let mut names: BTreeSet<String> = columns.map(|column| column.name.to_string()).collect();
        for catalog in session.context.catalog_names().iter().filter_map(|name| session.context.catalog(name))
        {
            for schema in catalog.schema_names().iter().filter_map(|name| catalog.schema(name)) {
                for table in schema.table_names() {
                    if let Ok(Some(table)) = session.runtime.block_on(schema.table(&table)) {
                        names.extend(table.schema().fields().iter().map(|field| field.name().clone()));
                    }
                    names.insert(table);
                }
            }
        }
        Self { names, functions: functions.cloned().collect(), files: FilenameCompleter::new() }
    }

    /// Returns the start of the last word of a line, and its completions.
    fn completed(&self, line: &str) -> (usize, Vec<Pair>) {
        let start = line.trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_').len();
        let typed = &line[start..];
        if typed.is_empty() {
            return (start, Vec::new());
        }
        let small = typed.to_ascii_lowercase();
        let is_large = typed.chars().all(|letter| !letter.is_ascii_lowercase());
        let names = self.names.iter().map(|name| (name.clone(), name.clone()));
        let functions = self.functions.iter().map(|name| (name.clone(), format!("{name}(")));
        let keywords = ALL_KEYWORDS.iter().map(|keyword| {
            let keyword = if is_large { (*keyword).to_owned() } else { keyword.to_ascii_lowercase() };
            (keyword.clone(), keyword)
        });
        let completions = names.chain(functions).chain(keywords);
        let completions = completions.filter(|(name, _)| name.to_ascii_lowercase().starts_with(&small));
        (start, completions.map(|(display, replacement)| Pair { display, replacement }).collect())
    }
}

impl Helper for LineHelper {}
impl Highlighter for LineHelper {}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        // Between quotes: a file name.
        match line[..position].matches('\'').count() % 2 {
            1 => self.files.complete(line, position, context),
            _ => Ok(self.completed(&line[..position])),
        }
    }
}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_whole(context.input()) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

/// Returns whether the input is complete: it ends with `;`, or it is not SQL.
fn is_whole(text: &str) -> bool {
    if text.trim().is_empty() || prompt_command(text).is_some() {
        return true;
    }
    // An open string or comment is an error.
    let Ok(tokens) = Tokenizer::new(&GenericDialect {}, text).tokenize() else { return false };
    let last = tokens.iter().rfind(|token| !matches!(token, Token::Whitespace(_)));
    last == Some(&Token::SemiColon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::cli::Cli;
    use clap::Parser;

    #[test]
    fn a_statement_ends_with_a_semicolon_outside_strings_and_comments() {
        for text in ["SELECT 1;", "SELECT 1; -- one", "SELECT\n1\n;\n", "quit", "\\q", "", " help ; "] {
            assert!(is_whole(text), "{text:?}");
        }
        for text in ["SELECT 1", "SELECT ';", "SELECT ';'", "SELECT 1 -- ;", "SELECT /* ;", "helpless"] {
            assert!(!is_whole(text), "{text:?}");
        }
    }

    #[test]
    fn completes_keywords_functions_tables_and_columns() {
        let session =
            Session::new(&Cli::parse_from(["destrier-sql"])).unwrap_or_else(|_| panic!("a session"));
        let create = Statement::all("CREATE TABLE champions (rating INT, fen TEXT)").unwrap().remove(0);
        let ended = session.run(create, &mut AnswerOutput::standard(AnswerFormat::Table));
        assert!(matches!(ended, Ok(StatementOutcome::Done(_))));
        let helper = LineHelper::of(&session);
        let completed = |line: &str| -> (usize, Vec<String>) {
            let (start, pairs) = helper.completed(line);
            (start, pairs.into_iter().map(|pair| pair.replacement).collect())
        };
        // A column of `features` and a function have the same name.
        let names = vec!["white_fork_squares".to_owned(), "white_fork_squares(".to_owned()];
        assert_eq!(completed("SELECT white_fork_"), (7, names));
        assert_eq!(completed("SELE"), (0, vec!["SELECT".to_owned()]));
        assert_eq!(completed("sele"), (0, vec!["select".to_owned()]));
        assert_eq!(completed("SELECT 1 FROM champi"), (14, vec!["champions".to_owned()]));
        assert_eq!(completed("SELECT avg(rati"), (11, vec!["rating".to_owned()]));
        assert_eq!(completed("SELECT opponent_e"), (7, vec!["opponent_elo".to_owned()]));
        assert_eq!(completed("SELECT "), (7, vec![]));
        assert!(completed("SELECT avg").1.contains(&"avg(".to_owned()));
        assert_eq!(completed("é ś").0, 3);
    }

    #[test]
    fn recognizes_the_commands_of_the_prompt() {
        assert_eq!(prompt_command("HELP;"), Some(PromptCommand::Help));
        assert_eq!(prompt_command(" exit "), Some(PromptCommand::Quit));
        assert_eq!(prompt_command("SELECT 1;"), None);
    }
}
