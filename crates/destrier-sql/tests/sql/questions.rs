//! Checks the answers and plans in `docs/questions.md`.

use crate::document;
use crate::folder::Folder;
use crate::support::questions::{self, Cut, Question, SHOWN};
use std::fs;

fn book() -> String {
    fs::read_to_string(questions::path()).unwrap()
}

/// With `BLESS=1`, updates the page instead.
#[test]
fn answers_and_plans_match_the_page() {
    let book = book();
    let questions = questions::questions(&book);
    let found: Vec<_> =
        questions.iter().map(|question| [question.answer(SHOWN), question.plan(SHOWN)]).collect();
    for (question, [answer, plan]) in questions.iter().zip(&found) {
        assert!(answer.lines().count() > 4, "{}: no answer", question.title);
        assert!(plan.contains("DataSourceExec: "), "{}: no plan", question.title);
    }
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        fs::write(questions::path(), questions::with(&book, &found)).unwrap();
        return;
    }
    for (question, [answer, plan]) in questions.iter().zip(&found) {
        let Question { title, shown, .. } = question;
        assert_eq!(&shown[0], answer, "{title}: the answer differs; BLESS=1 updates the page");
        assert_eq!(&shown[1], plan, "{title}: the plan differs; BLESS=1 updates the page");
    }
    assert_eq!(questions::with(&book, &found), book);
}

#[test]
fn there_are_thirteen_and_the_contents_name_them() {
    let book = book();
    let questions = questions::questions(&book);
    assert_eq!(questions.len(), 13);
    let (contents, _) = book.split_once("\n## ").unwrap();
    let listed: Vec<&str> = contents.lines().filter(|line| line.contains("](#")).collect();
    let expected = questions.iter().zip(1..).map(|(Question { title, .. }, number)| {
        let link: String = title
            .to_lowercase()
            .replace(' ', "-")
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '-')
            .collect();
        format!("{number}. [{title}](#{link})")
    });
    assert_eq!(listed, expected.collect::<Vec<_>>());
    let run = document::sections(&book)[0].check(&Folder::with_samples(), |command| Some(command.to_owned()));
    assert_eq!(run, 1);
}

#[test]
fn answers_are_the_same_in_any_number_of_partitions() {
    for question in questions::questions(&book()) {
        for partitions in [1, 3] {
            let cut = Cut { partitions, small_files: true };
            let title = &question.title;
            assert_eq!(question.answer(cut), question.shown[0], "{title}: in {partitions} partitions");
            let plan = question.plan(cut);
            let mut readers = plan.lines().filter(|line| line.contains(", rows="));
            let groups = format!("file_groups={{{partitions} group");
            assert!(readers.all(|reader| reader.contains(&groups)), "{title}: {plan}");
        }
    }
}
