//! The reader does only the work that a query needs, according to plans and metrics.

use crate::support::*;
use destrier_games::{PATTERNS, Table};
use std::sync::Arc;

/// Runs a query on the sample.
async fn of_sample(partitions: usize, query: &str) -> Answer {
    ask(&session(partitions), &query.replace("FILE", &format!("'{SAMPLE}'"))).await.unwrap()
}

#[tokio::test]
async fn no_moves_are_read_for_tags() {
    let answer = of_sample(2, "SELECT white, eco FROM games(FILE)").await;
    let scan = answer.scan();
    assert!(
        scan.contains(
            "projection=[white, eco], file_type=pgn, epd, puzzles or parquet, rows=games, moves=not read"
        ),
        "{scan}"
    );
    assert_eq!((answer.counted("games"), answer.counted("positions")), (60, 0));
    let answer = of_sample(2, "SELECT count(*), max(white_elo) FROM games(FILE)").await;
    assert_eq!((answer.counted("games"), answer.counted("positions")), (60, 0));
    for column in ["plies", "damage"] {
        let answer = of_sample(2, &format!("SELECT {column} FROM games(FILE)")).await;
        assert!(answer.scan().contains(&format!("projection=[{column}], ")), "{}", answer.scan());
        assert!(answer.scan().contains("moves=read"), "{}", answer.scan());
        assert!(answer.counted("positions") > 3000);
    }
}

/// The reader excludes games by their tags before it reads their moves, and decides all of these conditions.
#[tokio::test]
async fn conditions_on_tags_reach_the_reader() {
    let all = of_sample(1, "SELECT count(*) FROM positions(FILE)").await.counted("positions");
    for condition in [
        "white_elo >= 1600",
        "eco LIKE 'B%'",
        "result = '1-0'",
        "result <> '1-0'",
        "white_elo >= 1500 AND (eco LIKE 'C%' OR black_elo < 1500)",
        "white LIKE 'A%' OR lower(black) LIKE '%e%'",
        "date BETWEEN DATE '2013-01-01' AND DATE '2016-12-31'",
        "year = 2013 OR time_control = '600+0'",
        "tags['Termination'] = 'Time forfeit'",
        "opening LIKE '%Defense' OR white_elo IN (1500, 1600, 1700)",
        "game < 20",
    ] {
        let query = format!("SELECT game, plies FROM games(FILE) WHERE {condition}");
        let games = of_sample(2, &query).await;
        assert!(!games.scan().is_empty() && games.scan().contains(", games=["), "{}", games.scan());
        let plies: u64 = games.rows().iter().map(|row| row["plies"].as_u64().unwrap() + 1).sum();
        for partitions in [1, 3] {
            let query = format!("SELECT count(*) FROM positions(FILE) WHERE {condition}");
            let answer = of_sample(partitions, &query).await;
            assert!(!answer.shown().contains("FilterExec"), "{}", answer.shown());
            assert_eq!(answer.number() as u64, plies, "{condition}");
            assert_eq!(answer.counted("positions") as u64, plies, "{condition}");
            assert_eq!(answer.counted("games"), games.rows().len(), "{condition}");
            assert_eq!(answer.counted("games") + answer.counted("filtered"), 60);
        }
        assert!((1..all as u64).contains(&plies), "{condition} leaves {plies} of {all}");
    }
    let none = of_sample(2, "SELECT * FROM features(FILE) WHERE white_elo > 9000").await;
    assert_eq!((none.counted("games"), none.counted("positions"), none.rows().len()), (0, 0, 0));
}

/// Conditions on a rating select the sides to search, and conditions on players the games.
#[tokio::test]
async fn conditions_on_players_reach_the_reader() {
    for (condition, shown, is_decided) in [
        ("elo >= 1700", ", elo=1700-", true),
        ("elo > 1700", ", elo=1701-", true),
        ("elo < 1400", ", elo=1-1399", true),
        ("elo <= 1400", ", elo=1-1400", true),
        ("elo BETWEEN 1500 AND 1600", ", elo=1500-1600", true),
        ("elo > 1500 AND elo < 1700 AND elo <> 1400", ", elo=1501-1699", false),
        ("1600 <= opponent_elo", ", opponent_elo=1600-", true),
        ("elo >= 1600 AND opponent_elo < 1600", ", elo=1600-, opponent_elo=1-1599", true),
        ("elo IN (1600, 1601, 1602, 1650)", ", elo=1600-1650", false),
        ("elo IS NOT NULL", ", elo=1-", true),
        ("elo >= 1600 AND side = 'black'", ", side=black, elo=1600-", true),
        ("elo = 5000", ", elo=5000-5000", true),
        ("elo > 1600 AND elo < 1500", ", patterns=[]", true),
        ("elo > 70000", ", patterns=[]", true),
        ("player LIKE 'A%'", "games=[white@", false),
        ("player LIKE 'A%' AND side = 'white'", ", side=white", false),
        ("opponent LIKE '%e%' AND elo > opponent_elo", "games=[", false),
        ("player LIKE 'A%' OR white_elo > 1800 AND side = 'black'", "games=[", false),
        ("elo > opponent_elo + 100", "games=[", false),
    ] {
        let answer =
            of_sample(2, &format!("SELECT game, ply, san FROM findings(FILE) WHERE {condition}")).await;
        assert!(answer.scan().contains(shown), "{condition}: {}", answer.scan());
        assert!(answer.scan().contains(", games=["), "{condition}: {}", answer.scan());
        assert_eq!(answer.shown().contains("FilterExec"), !is_decided, "{condition}: {}", answer.shown());
        let is_narrow = condition != "elo IS NOT NULL";
        assert_eq!(answer.counted("filtered") > 0, is_narrow, "{condition}");
        assert_eq!(answer.counted("games") + answer.counted("filtered"), 60);
        if is_decided {
            assert_eq!(answer.read_rows(), answer.rows().len(), "{condition}");
        }
    }
    for condition in ["elo IS NULL", "elo > 1500 OR ply > 20", "100 / (elo - 5000) < 1"] {
        let answer = of_sample(2, &format!("SELECT count(*) FROM findings(FILE) WHERE {condition}")).await;
        assert!(answer.shown().contains("FilterExec"), "{condition}: {}", answer.shown());
        assert!(!answer.scan().contains("elo="), "{condition}: {}", answer.scan());
    }
}

/// Every condition that the reader uses gives the same rows and chances as a filter over a table in memory.
#[tokio::test]
async fn pushed_conditions_change_no_row_and_no_chance() {
    const COLUMNS: &str = "game, ply, pattern, side, san, square, chance, first_ply";
    let context = session(2);
    let findings = format!("findings('{SAMPLE}')");
    ask(&context, &format!("CREATE TABLE kept AS SELECT * FROM {findings}")).await.unwrap();
    for condition in [
        "pattern = 'knight-fork'",
        "pattern IN ('distant-check', 'uncatchable-passer')",
        "side = 'white'",
        "side = 'black' AND pattern <> 'knight-fork'",
        "elo >= 1600",
        "elo BETWEEN 1500 AND 1700 AND opponent_elo > 1550",
        "elo IN (1600, 1700) OR elo < 1400",
        "opponent_elo < 1500 AND side = 'white'",
        "elo > opponent_elo",
        "player LIKE 'A%'",
        "opponent LIKE '%e%' AND pattern = 'distant-check'",
        "missed IS NOT NULL",
        "missed IN ('mistake', 'blunder') AND elo > 1500",
        "wins >= 3",
        "wins BETWEEN 1 AND 5 AND side = 'black'",
        "played",
        "NOT played AND safe",
        "mate",
        "played IS NOT TRUE AND safe IS NOT FALSE",
        "array_has(classes, 'royal') AND NOT played",
        "cardinality(classes) = 1",
        "'family' = ANY(classes)",
        "array_has(classes, 'check') AND safe AND missed IS NOT NULL",
        "speed = 'blitz'",
        "link LIKE 'https://lichess.org/%'",
        "time > '12:00:00'",
        "result = '1-0' AND score = 0",
        "opening LIKE '%Defense%'",
        "white_elo >= 1600 AND eco > 'C'",
        "date >= DATE '2014-01-01'",
        "black = player",
        "chance = 1",
        "first_ply = ply AND pattern = 'knight-fork'",
        "clock < 60",
        "clock >= 10 AND 30 > clock AND wins > 0",
        "clock IS NULL OR clock < 20",
        "ply < 20",
        "ply BETWEEN 10 AND 40 AND missed IS NOT NULL",
        "ply % 4 = 1 AND ply <> 5",
        "ply > 60 AND clock < 100 AND missed IS NOT NULL",
    ] {
        // The first numbers all chances, the second only those that it searches for.
        for columns in [COLUMNS, "game, ply, pattern, side, san, square, first_ply"] {
            let order = "ORDER BY game, ply, pattern, side, san, square";
            let query = |table: &str| format!("SELECT {columns} FROM {table} WHERE {condition} {order}");
            let pushed = ask(&context, &query(&findings)).await.unwrap().rows();
            let kept = ask(&context, &query("kept")).await.unwrap().rows();
            assert_same_rows(&pushed, &kept, condition);
            assert!(!kept.is_empty(), "{condition}");
        }
    }
}

#[tokio::test]
async fn only_selected_patterns_are_searched() {
    let mut sum = 0;
    for pattern in PATTERNS {
        let query = format!("SELECT count(*) FROM findings(FILE) WHERE pattern = '{}'", pattern.name);
        let answer = of_sample(2, &query).await;
        assert!(answer.scan().contains(&format!(", patterns=[{}]", pattern.name)), "{}", answer.scan());
        // The reader itself excludes all other rows.
        assert_eq!(answer.read_rows() as i64, answer.number());
        sum += answer.number();
    }
    let all = of_sample(2, "SELECT count(*) FROM findings(FILE)").await;
    assert!(!all.scan().contains("patterns="), "{}", all.scan());
    assert_eq!(all.number(), sum);

    let by = |condition: &str| format!("SELECT pattern, side FROM findings(FILE) WHERE {condition}");
    for (condition, shown) in [
        ("pattern IN ('knight-fork', 'smothered-mate')", "patterns=[knight-fork, smothered-mate]"),
        ("pattern LIKE 'knight%' AND side = 'white'", "patterns=[knight-fork], side=white"),
        (
            "pattern <> 'knight-fork' AND pattern <> 'distant-check'",
            "patterns=[forking-knight, smothered-mate, uncatchable-passer]",
        ),
        ("side = 'white' AND side = 'black'", ""),
        ("starts_with(pattern, 'no-')", "patterns=[]"),
        ("side <> 'white'", "side=black"),
    ] {
        let answer = of_sample(2, &by(condition)).await;
        assert!(answer.scan().contains(shown), "{condition}: {}", answer.scan());
        let behind = of_sample(2, &by(&format!("CASE WHEN ply >= 0 THEN {condition} END"))).await;
        assert!(behind.shown().contains("FilterExec"), "{}", behind.shown());
        assert_same_rows(&answer.rows(), &behind.rows(), condition);
    }
}

/// Facts of findings are decided before the worth of their moves is searched.
#[tokio::test]
async fn conditions_on_facts_come_before_worth() {
    for (condition, shown) in [
        ("array_has(classes, 'royal') AND safe AND NOT played", ", class=royal, safe=true, played=false"),
        ("mate IS TRUE AND played", ", mate=true, played=true"),
        ("ply < 20 AND ply > 3", ", ply=4-19"),
        ("ply > 5000000", ", ply=65537-0"),
        ("clock < 60 AND 5 <= clock AND safe", ", safe=true, clock>=5, clock<=60"),
        ("abs(clock) < 60", ", worth=[missed >= inaccuracy]"),
        ("NOT safe", ", worth=[missed >= inaccuracy]"),
        ("safe IS NOT FALSE", ", worth=[missed >= inaccuracy]"),
        ("NOT array_has(classes, 'royal')", ", worth=[missed >= inaccuracy]"),
    ] {
        let query =
            format!("SELECT game, ply, missed FROM findings(FILE) WHERE missed IS NOT NULL AND {condition}");
        let answer = of_sample(2, &query).await;
        assert!(answer.scan().contains(shown), "{condition}: {}", answer.scan());
    }
}

/// The search for worth runs only for columns that need it, and ends early if a condition allows that.
#[tokio::test]
async fn worth_is_searched_only_as_far_as_needed() {
    for query in ["SELECT * FROM games(FILE)", "SELECT san, played, first_ply FROM findings(FILE) WHERE safe"]
    {
        let answer = of_sample(2, query).await;
        assert!(!answer.scan().contains(", worth="), "{}", answer.scan());
        assert!(!answer.scan().contains(", chances="), "{}", answer.scan());
    }
    let counted = "SELECT count(DISTINCT chance) FROM findings(FILE) WHERE pattern = 'knight-fork'";
    let answer = of_sample(2, counted).await;
    assert!(answer.scan().ends_with("moves=read, chances=true, patterns=[knight-fork]"), "{}", answer.scan());
    let by = |condition: &str| {
        format!("SELECT game, ply, pattern, side, san, wins, missed FROM findings(FILE) WHERE {condition}")
    };
    for (condition, shown, is_exact) in [
        ("missed IS NOT NULL", ", worth=[missed >= inaccuracy]", true),
        ("missed = 'blunder'", ", worth=[missed >= blunder]", true),
        ("missed IN ('mistake', 'blunder')", ", worth=[missed >= mistake]", true),
        ("missed = 'mistake'", ", worth=[missed >= mistake]", false),
        ("missed <> 'inaccuracy'", ", worth=[missed >= mistake]", true),
        ("missed LIKE '%e%'", ", worth=[missed >= mistake]", true),
        ("wins > 3 AND wins > 1", ", worth=[wins >= 4]", true),
        ("abs(wins) > 3 AND wins > 0", ", worth=[wins >= 1]", false),
        ("wins >= 3", ", worth=[wins >= 3]", true),
        ("wins = 100", ", worth=[wins >= 99]", true),
        ("wins BETWEEN 1 AND 4", ", worth=[wins >= 1]", false),
        ("wins > 0 AND missed = 'blunder'", ", worth=[wins >= 1, missed >= blunder]", true),
        (
            "pattern = 'knight-fork' AND missed IS NOT NULL",
            ", worth=[missed >= inaccuracy], patterns=[knight-fork]",
            true,
        ),
        ("missed IS NULL", ", worth=true", false),
        ("wins <= 0", ", worth=true", false),
        ("missed_by >= 5", ", worth=true", false),
        ("coalesce(missed, 'nothing') <> 'blunder'", ", worth=true", false),
        ("wins IS NULL OR wins > 5", ", worth=true", false),
        ("missed = 'blunder' OR wins >= 5", ", worth=true", false),
    ] {
        let answer = of_sample(2, &by(condition)).await;
        assert!(answer.scan().ends_with(shown), "{condition}: {}", answer.scan());
        let rows = answer.rows();
        assert!(!rows.is_empty(), "{condition}");
        assert_eq!(answer.read_rows() == rows.len(), is_exact, "{condition}");
        let behind = of_sample(2, &by(&format!("CASE WHEN ply >= 0 THEN {condition} END"))).await;
        assert!(behind.scan().contains(", worth=true"), "{}", behind.scan());
        assert_same_rows(&rows, &behind.rows(), condition);
    }
}

#[tokio::test]
async fn a_limit_stops_reading() {
    let game =
        "[Event \"1\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    std::fs::write(&path, game.repeat(50_000)).unwrap();
    let context = session(1);
    for query in [
        "SELECT game, ply FROM positions(FILE) LIMIT 10",
        "SELECT count(*) FROM (SELECT 1 FROM positions(FILE) LIMIT 10)",
        "SELECT * FROM positions(FILE) WHERE white_elo = 2000 LIMIT 10",
    ] {
        let answer = ask(&context, &query.replace("FILE", &quoted(&path))).await.unwrap();
        assert!(answer.scan().contains("limit=10"), "{}", answer.scan());
        let games = answer.counted("games");
        assert!((1..3000).contains(&games), "{query} reads {games} games");
    }
}

/// Dropping a stream stops its reader.
#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_stream_stops_reading() {
    use futures::StreamExt;
    let game = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.pgn");
    std::fs::write(&path, game.repeat(300_000)).unwrap();
    let context = session(1);
    for query in
        ["SELECT ply, fen FROM positions(FILE)", "SELECT ply, fen FROM positions(FILE) WHERE white = 'x'"]
    {
        let query = query.replace("FILE", &quoted(&path));
        let plan = context.sql(&query).await.unwrap().create_physical_plan().await.unwrap();
        let mut stream = datafusion::physical_plan::execute_stream(plan.clone(), context.task_ctx()).unwrap();
        let answer = Answer { batches: Vec::new(), plan };
        let read = || answer.counted("games") + answer.counted("filtered");
        // No game meets the condition, so no batch ever comes.
        let mut polled = 0;
        while polled == 0 || read() == 0 {
            let _ = tokio::time::timeout(std::time::Duration::from_millis(5), stream.next()).await;
            polled += 1;
            assert!(polled < 2000, "nothing is read");
        }
        drop(stream);
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        let games = read();
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert_eq!(read(), games);
        assert!((1..300_000).contains(&games), "{games}");
    }
}

/// Dynamic filters reach the reader, and change no answer.
#[tokio::test]
async fn joins_and_sorts_are_correct() {
    let joined = "SELECT count(*) FROM findings(FILE) f JOIN games(FILE) g ON f.source = g.source AND f.game = g.game \
        WHERE g.white_elo >= 1600";
    let direct = "SELECT count(*) FROM findings(FILE) WHERE white_elo >= 1600";
    for partitions in [1, 3] {
        let direct = of_sample(partitions, direct).await.number();
        assert!(direct > 0);
        assert_eq!(of_sample(partitions, joined).await.number(), direct);
        let sorted =
            "SELECT white_elo, ply FROM positions(FILE) ORDER BY white_elo DESC NULLS LAST, ply LIMIT 20";
        let behind = "SELECT white_elo, ply FROM (SELECT white_elo, ply, random() AS r FROM positions(FILE)) WHERE r >= 0 \
            ORDER BY white_elo DESC NULLS LAST, ply LIMIT 20";
        let rows = of_sample(partitions, sorted).await.rows();
        assert_eq!(rows.len(), 20);
        assert_same_rows(&rows, &of_sample(partitions, behind).await.rows(), sorted);
    }
}

/// The reader does not use volatile conditions.
#[tokio::test]
async fn volatile_conditions_stay_above_the_reader() {
    let answer =
        of_sample(1, "SELECT count(*) FROM positions(FILE) WHERE white_elo > random() * 0 + 1600").await;
    let plan = answer.shown();
    assert!(plan.contains("FilterExec") && !answer.scan().contains("games="), "{plan}");
    let expected = of_sample(1, "SELECT count(*) FROM positions(FILE) WHERE white_elo > 1600").await;
    assert_eq!(answer.number(), expected.number());
}

/// Each range counts the games before it, so ranges are few, with one or two requests each.
#[tokio::test]
async fn numbers_of_games_cost_few_ranges_and_requests() {
    let text = std::fs::read(SAMPLE).unwrap().repeat(40);
    for (query, most_partitions, most_asked, expected) in [
        ("SELECT CAST(max(game) AS BIGINT) FROM games(FILE)", 8, 16, 2400),
        ("SELECT count(*) FROM games(FILE) WHERE game <= 130", 8, 16, 130),
        ("SELECT count(*) FROM games(FILE) WHERE event IS NOT NULL", 64, 64 * 4, 2400),
    ] {
        let context = session(64);
        let objects = Arc::new(store::Store::default());
        let address = store(&context, &objects, text.clone()).await;
        let answer = ask(&context, &query.replace("FILE", &format!("'{address}'"))).await.unwrap();
        assert_eq!(answer.number(), expected, "{query}");
        assert_eq!(answer.partitions(), most_partitions, "{query}");
        let asked = objects.asked();
        assert!((most_partitions..=most_asked).contains(&asked), "{query}: {asked} requests");
    }
}

/// Idle partitions take over ranges of others.
#[tokio::test(flavor = "multi_thread")]
async fn ranges_that_others_take_over_have_the_same_rows() {
    let columns = names(&columns_of_command(Table::Features));
    let query = format!("SELECT {columns} FROM features(FILE) ORDER BY game, ply");
    let expected = of_sample(1, &query).await.rows();
    assert!(expected.len() > 3000);
    for partitions in [2, 3, 8, 64] {
        let context = session_of_users(partitions);
        let answer = ask(&context, &query.replace("FILE", &format!("'{SAMPLE}'"))).await.unwrap();
        assert_same_rows(&answer.rows(), &expected, &format!("in {partitions}"));
        let count = "SELECT count(*) FROM positions(FILE) WHERE white_elo >= 1600";
        let answer = ask(&context, &count.replace("FILE", &format!("'{SAMPLE}'"))).await.unwrap();
        assert_eq!(answer.number(), of_sample(1, count).await.number());
        assert_eq!(answer.counted("games") + answer.counted("filtered"), 60);
        assert_eq!(answer.partitions(), partitions);
    }
}
