//! Filters in the search of games remove findings and do not change the others.

use destrier_games::{
    Event, Finding, Game, GameContext, Grade, JudgedBy, Judging, Positions, Reader, Selection, WorthFilter,
};

/// Returns the selected findings of the sample, each with its game and ply.
fn found(selection: &Selection) -> Vec<(u64, u32, Finding)> {
    let games = include_bytes!("../../../../samples/lichess.pgn");
    let mut reader = Reader::games(&games[..]);
    let mut positions = Positions::new();
    let mut rows = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let number = record.number;
        Game::pgn(record)
            .search(Some(selection), GameContext::default(), &mut positions, |event| {
                if let Event::Found(found, findings) = event {
                    rows.extend(findings.iter().map(|&finding| (number, found.ply(), finding)));
                }
            })
            .unwrap();
    }
    rows
}

fn with_worth(wins: Option<i32>, missed: Option<Grade>) -> Selection {
    let worth = WorthFilter { wins, missed, ..WorthFilter::default() };
    Selection {
        // The judge takes time.
        judging: Some(Judging { by: JudgedBy::Material, ..worth.into() }),
        numbers_all_chances: true,
        ..Selection::default()
    }
}

#[test]
fn filters_keep_the_findings_whose_worth_passes() {
    let all = found(&with_worth(None, None));
    let none = Selection { judging: None, ..Selection::default() };
    let without = all.iter().map(|&(game, ply, finding)| {
        (game, ply, Finding { worth: None, miss: None, verdict: None, ..finding })
    });
    assert!(without.eq(found(&none)), "worth does not change other fields");
    assert!(all.iter().all(|(.., finding)| finding.worth.is_some() == finding.by.is_some()));

    let grades = [None].into_iter().chain(Grade::ALL.map(Some));
    let filters = grades.flat_map(|missed| [None, Some(3)].map(|wins| (wins, missed)));
    let extreme = [(Some(-100), None), (Some(100), None), (Some(1), None)];
    for (wins, missed) in filters.chain(extreme).filter(|&filter| filter != (None, None)) {
        let passes = |(.., finding): &&(u64, u32, Finding)| {
            finding.worth.is_some_and(|worth| {
                wins.is_none_or(|least| worth.wins >= least)
                    && missed.is_none_or(|least| worth.missed >= Some(least))
                    && (missed.is_none() || finding.miss.is_some_and(|miss| miss.wins))
            })
        };
        let expected: Vec<_> = all.iter().filter(passes).copied().collect();
        assert!(!expected.is_empty(), "{wins:?} {missed:?}");
        assert_eq!(found(&with_worth(wins, missed)), expected, "{wins:?} {missed:?}");
    }
}

#[test]
fn other_conditions_apply_as_well() {
    let mut black = with_worth(None, Some(Grade::Mistake));
    black.filter.color = Some(destrier::Color::Black);
    let mut expected = found(&with_worth(None, Some(Grade::Mistake)));
    expected.retain(|(.., finding)| !finding.side.is_white());
    assert_eq!(found(&black), expected);
}
