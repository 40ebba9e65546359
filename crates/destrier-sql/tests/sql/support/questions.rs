//! `docs/questions.md`: one section per question, with SQL, its answer on the samples, and its plan.

use crate::document::sections;
use crate::folder::Folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/questions.md")
}

/// A question of the page.
pub(crate) struct Question {
    pub(crate) title: String,
    pub(crate) sql: String,
    /// The answer and the plan on the page.
    pub(crate) shown: [String; 2],
}

/// How a session splits its work.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) partitions: usize,
    /// Whether to split even small files.
    pub(crate) small_files: bool,
}

/// The settings of the plans on the page.
pub(crate) const SHOWN: Cut = Cut { partitions: 2, small_files: false };

/// Returns the questions of the page. Each section has a block of SQL and two of text.
pub(crate) fn questions(book: &str) -> Vec<Question> {
    let sections = sections(book).into_iter().skip(1);
    let question = |section: crate::document::Section<'_>| {
        let title = section.title.to_owned();
        let languages: Vec<&str> = section.blocks.iter().map(|block| block.language).collect();
        assert_eq!(languages, ["sql", "text", "text"], "{title}: a question, its answer and its plan");
        let texts: Vec<String> = section.blocks.iter().map(|block| block.lines.join("\n")).collect();
        let [sql, answer, plan] = <[String; 3]>::try_from(texts).unwrap();
        Question { title, sql, shown: [answer, plan] }
    };
    sections.map(question).collect()
}

impl Question {
    /// Returns the answer of the command.
    pub(crate) fn answer(&self, cut: Cut) -> String {
        run(&Folder::with_samples(), &format!("{}\n{}", settings(cut), self.sql))
    }

    /// Returns the plan of the last statement, without the parts that depend on the machine.
    pub(crate) fn plan(&self, cut: Cut) -> String {
        let folder = Folder::with_samples();
        let sql = self.sql.trim_end().trim_end_matches(';');
        let (before, last) = sql.rsplit_once(";\n").unwrap_or(("", sql));
        let said = run(&folder, &format!("{}\n{before};\nEXPLAIN {last}", settings(cut)));
        let (_, plan) = said.split_once("physical_plan\n").unwrap();
        let lines: Vec<&str> = plan.lines().map(|line| line.strip_prefix("  ").unwrap()).collect();
        let place = fs::canonicalize(folder.path()).unwrap();
        lines.join("\n").replace(&format!("{}/", place.display().to_string().trim_start_matches('/')), "")
    }
}

fn settings(cut: Cut) -> String {
    let size = if cut.small_files { "SET datafusion.optimizer.repartition_file_min_size = 1;" } else { "" };
    format!("SET datafusion.execution.target_partitions = {};\n{size}", cut.partitions)
}

#[track_caller]
fn run(folder: &Folder, sql: &str) -> String {
    fs::write(folder.path().join("question.sql"), sql).unwrap();
    let Output { status, stdout, stderr } = folder.bash("destrier-sql -f question.sql");
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success() && stderr.is_empty(), "{sql}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap().trim_end().to_owned()
}

/// Returns the page with these answers and plans.
pub(crate) fn with(book: &str, shown: &[[String; 2]]) -> String {
    let mut texts = shown.iter().flatten();
    let mut written = String::new();
    let mut lines = book.lines();
    let mut is_question = false;
    while let Some(line) = lines.next() {
        is_question |= line.starts_with("## ");
        written += &format!("{line}\n");
        if line == "```text" && is_question {
            lines.by_ref().find(|line| *line == "```").unwrap();
            written += &format!("{}\n```\n", texts.next().unwrap());
        } else if line.starts_with("```") {
            // Copy other blocks.
            for line in lines.by_ref() {
                written += &format!("{line}\n");
                if line == "```" {
                    break;
                }
            }
        }
    }
    assert!(texts.next().is_none());
    written
}
