//! Constants that a column never equals are errors, with the nearest value.

use crate::support::{SAMPLE, ask, error_of, session};

/// Replaces `FILE` in a query.
fn query(text: &str) -> String {
    text.replace("FILE", &format!("'{SAMPLE}'"))
}

#[tokio::test]
async fn constants_that_no_row_has_are_errors() {
    let context = session(2);
    let conditions = [
        ("pattern = 'knight_fork'", "pattern is never 'knight_fork'; did you mean 'knight-fork'?"),
        ("'Knight-Fork' = pattern", "did you mean 'knight-fork'?"),
        ("pattern <> 'knightfork'", "did you mean 'knight-fork'?"),
        (
            "pattern IN ('knight-fork', 'zugzwang')",
            "pattern is never 'zugzwang'; its values are 'knight-fork',",
        ),
        ("pattern NOT IN ('smotheredmate')", "did you mean 'smothered-mate'?"),
        ("pattern = 'fork'", "no findings of 'fork'; write findings('FILE', 'fork')"),
        ("missed = 'Mistake'", "missed is never 'Mistake'; did you mean 'mistake'?"),
        ("missed IN ('mistakes', 'blunder')", "did you mean 'mistake'?"),
        ("missed IS DISTINCT FROM 'bad'", "its values are 'inaccuracy', 'mistake', 'blunder'"),
        ("side = 'White'", "did you mean 'white'?"),
        ("side = 'w'", "side is never 'w'; its values are 'white', 'black'"),
        ("speed = 'Blitz'", "did you mean 'blitz'?"),
        ("speed IN ('fast')", "its values are 'ultrabullet', 'bullet',"),
        ("result = '1:0'", "did you mean '1-0'?"),
        ("result = 'draw'", "its values are '1-0', '0-1', '1/2-1/2', '*'"),
        ("array_has(classes, 'royl')", "classes is never 'royl'; did you mean 'royal'?"),
        ("'fork' = ANY(classes)", "its values are 'check', 'royal', 'family'"),
        ("line = 'antidiagonal'", "did you mean 'anti-diagonal'?"),
        (
            "EXISTS (SELECT 1 FROM games(FILE) AS g WHERE g.game = f.game AND f.side = 'White')",
            "did you mean 'white'?",
        ),
        ("game IN (SELECT game FROM games(FILE) WHERE result = '1:0')", "did you mean '1-0'?"),
        ("CASE pattern WHEN 'pin' THEN true ELSE played END", "no findings of 'pin'"),
        (
            "date > 2020",
            "date is a date, not a number: write '2021-01-31', or date_part('year', date) for 2020",
        ),
        ("date > CAST(2020 AS INT)", "date_part('year', date) for 2020"),
        ("2021 = date", "date_part('year', date) for 2021"),
        ("date IN (2020)", "date_part('year', date) for 2020"),
        ("date BETWEEN 2020 AND 2021", "date_part('year', date) for 2020"),
        ("missed = NULL", "missed = NULL is never true: write missed IS NULL or missed IS NOT NULL"),
        ("NULL < ply", "ply < NULL is never true"),
        ("white <> CAST(NULL AS VARCHAR)", "write white IS NULL or white IS NOT NULL"),
        ("pattern LIKE 'Knight%'", "pattern is never like 'Knight%'; its values are 'knight-fork',"),
        ("pattern NOT LIKE 'forks%'", "pattern is never like 'forks%'"),
        ("missed >= 'mistake'", "missed has no order; write missed IN ('mistake', 'blunder')"),
        ("missed BETWEEN 'inaccuracy' AND 'mistake'", "missed has no order"),
        ("eval_before > 1.5", "eval_before is in centipawns: write 150 for 1.5"),
        ("eval_before BETWEEN -0.5 AND 0.5", "eval_before is in centipawns: write -50 for -0.5"),
        ("missed ILIKE 'bad'", "its values are 'inaccuracy', 'mistake', 'blunder'"),
    ];
    for (condition, message) in conditions {
        let error =
            error_of(&context, &query(&format!("SELECT ply FROM findings(FILE) AS f WHERE {condition}")))
                .await;
        assert!(error.contains(message), "{condition}: {error}");
    }
    for (text, message) in [
        ("SELECT count(*) FILTER (WHERE missed = 'Blunder') FROM findings(FILE)", "'blunder'"),
        ("SELECT count(*) FROM games(FILE) WHERE speed = 'Rapid'", "'rapid'"),
        ("SELECT side = 'Black' FROM findings(FILE)", "'black'"),
        ("SELECT san FROM positions(FILE) WHERE piece = 'Rook' OR captured = 'queen'", "'rook'"),
        ("SELECT n FROM (SELECT pattern AS n FROM findings(FILE)) WHERE n = 'knight_fork'", "'knight-fork'"),
        (
            "WITH f AS (SELECT * FROM findings(FILE)) SELECT * FROM f AS a, f AS b WHERE b.side = 'whit'",
            "'white'",
        ),
        (
            "SELECT pattern, count(*) FROM findings(FILE) GROUP BY 1 HAVING pattern = 'knight_fork'",
            "'knight-fork'",
        ),
        (
            "SELECT ply FROM findings(FILE, 'fork') WHERE pattern = 'knight-fork'",
            "write findings('FILE', 'knight-fork')",
        ),
    ] {
        let error = error_of(&context, &query(text)).await;
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Values that rows could have, and texts that are not those of the table.
#[tokio::test]
async fn other_constants_are_allowed() {
    let context = session(2);
    for text in [
        "SELECT ply FROM findings(FILE, 'fork') WHERE pattern = 'fork'",
        "SELECT ply FROM findings(FILE) WHERE eval_before > 150 OR eval_before / 100.0 > 1.5 OR side < 'white'",
        "SELECT ply FROM findings(FILE) WHERE missed = 'inaccuracy' OR side = 'white' AND speed <> 'blitz'",
        "SELECT ply FROM findings(FILE) WHERE coalesce(missed, 'none') = 'none'",
        "SELECT ply FROM findings(FILE) WHERE CASE WHEN missed IS NULL THEN 'found' ELSE missed END = 'found'",
        "SELECT m FROM (SELECT coalesce(missed, 'none') AS m FROM findings(FILE)) WHERE m = 'none'",
        "SELECT s FROM (SELECT side AS s FROM findings(FILE) UNION ALL SELECT 'both') WHERE s = 'both'",
        "SELECT * FROM (SELECT lag(side, 1, 'none') OVER (ORDER BY ply) AS before FROM findings(FILE)) WHERE before = 'none'",
        "SELECT ply FROM findings(FILE) AS f WHERE EXISTS (SELECT 1 FROM games(FILE) AS g WHERE g.game = f.game AND f.side = 'white')",
        "SELECT ply FROM findings(FILE) WHERE pattern LIKE 'knight_fork' OR white = 'Mistake'",
        "SELECT ply FROM findings(FILE) WHERE pattern ILIKE '%FORK' OR white LIKE 'Fork'",
        "SELECT ply FROM findings(FILE) WHERE mate IS NOT DISTINCT FROM NULL OR coalesce(mate, NULL)",
        "SELECT game FROM games(FILE) WHERE date >= '2021-01-01' OR date - INTERVAL '1' DAY > '2020-01-01'",
        "SELECT game FROM games(FILE) WHERE date = CAST(18262 AS DATE) OR date > DATE '2020-01-01'",
        "SELECT d FROM (SELECT CAST(date AS INT) AS d FROM games(FILE)) WHERE d > 18000",
        "SELECT game FROM games(FILE) WHERE CAST(date AS INT) > 18000 OR year BETWEEN 2012 AND 2013",
    ] {
        ask(&context, &query(text)).await.unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}
