//! `destrier report` and pages of findings: counts, links, escaping, worksheets, comparisons, and a real browser.
#![cfg(unix)]

mod browser;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/document.rs"]
mod document;
#[path = "../common/readers.rs"]
mod readers;
#[path = "../common/samples.rs"]
mod samples;

use common::{ROOT, assert_golden, outcome, path, printed};
use document::sections;
use samples::Samples;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, OnceLock};

const SAMPLE: &str = "samples/lichess.pgn";

/// A royal fork that was missed, by White against Black.
const MISSED: &str = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nd4 Qa1+ 31. Kd2 *\n\n";

/// Writes games of `MISSED` with these players, and returns the path.
fn games(name: &str, players: &[(&str, &str)]) -> String {
    let path = path(name);
    let game = |(white, black): &(&str, &str)| format!("[White \"{white}\"]\n[Black \"{black}\"]\n{MISSED}");
    fs::write(&path, players.iter().map(game).collect::<String>()).unwrap();
    path
}

/// Returns the page for these arguments. Tests that ask for the same page share it, because the judge takes time.
fn report(arguments: &[&str]) -> String {
    static PAGES: Mutex<BTreeMap<String, Arc<OnceLock<String>>>> = Mutex::new(BTreeMap::new());
    let page = Arc::clone(PAGES.lock().unwrap().entry(arguments.join(" ")).or_default());
    page.get_or_init(|| printed(["report"].iter().chain(arguments).copied())).clone()
}

/// Returns the part of a page between two texts.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let start = page.find(start).unwrap_or_else(|| panic!("no {start}")) + start.len();
    &page[start..start + page[start..].find(end).unwrap()]
}

/// Returns the page without its style sheet and the definitions of pieces, which are the same for all pages.
fn content(page: &str) -> String {
    let (style, pieces) = (between(page, "<style>", "</style>"), between(page, "<defs>", "</defs>"));
    page.replace(style, "...").replace(pieces, "...")
}

#[test]
fn pages_match_their_golden_files() {
    assert_golden("report.html", &content(&report(&["--player", "so_sad", SAMPLE])));
    assert_golden("worksheet.html", &content(&report(&["--worksheet", "2", SAMPLE])));
    let findings = ["scan", "-f", "html", "--missed", "--limit", "2", SAMPLE];
    assert_golden("findings.html", &content(&printed(findings)));
}

/// DuckDB counts the rows of `scan --worth`.
#[test]
fn counts_equal_those_of_sql() {
    let Some(python) = readers::python() else { return };
    for player in [None, Some("so_sad")] {
        let (findings, page) = (path("report-findings.csv"), path("report-counted.html"));
        printed(["scan", "--worth", "--quick", SAMPLE, "-o", &findings]);
        let chosen: Vec<&str> = player.iter().flat_map(|player| ["--player", player]).collect();
        printed(["report", "--quick", SAMPLE, "-o", &page].into_iter().chain(chosen));
        let mut reader = Command::new(&python);
        reader.current_dir(ROOT).args(["tests/readers/report.py", &findings, &page]).args(player);
        let Output { status, stdout, stderr } = reader.output().unwrap();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        let equal: u32 = String::from_utf8(stdout).unwrap().trim().parse().unwrap();
        assert!(equal >= 30, "{equal} numbers");
    }
}

/// Every number in a table links to a list with the findings that it counts, or with the first of them.
#[test]
fn every_number_links_to_its_findings() {
    let pages = [report(&["--player", "so_sad", SAMPLE]), report(&[SAMPLE])];
    let links =
        pages.iter().flat_map(|page| page.split("<a href=\"#g").skip(1).map(move |link| (page, link)));
    let mut number_of_links = 0;
    for (page, link) in links {
        let (id, rest) = link.split_once("\">").unwrap();
        let number: usize = rest.split_once("</a>").unwrap().0.replace(',', "").parse().unwrap();
        let lists: Vec<&str> = match id.matches('-').count() {
            // A group: its lists, without what was allowed.
            2 => ["found", "missed", "neither"]
                .into_iter()
                .filter_map(|fate| page.split_once(&format!("<section id=\"g{id}-{fate}\">")))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|(_, list)| list)
                .collect(),
            _ => vec![page.split_once(&format!("<section id=\"g{id}\">")).unwrap().1],
        };
        let mut counted = 0;
        for list in lists {
            let list = list.split_once("</section>").unwrap().0;
            let total: usize = between(list, ": ", "</h4>").replace(',', "").parse().unwrap();
            let items = list.matches("<li>").count();
            // Misses are listed completely.
            assert_eq!(items, if list.contains("<h4>Missed: ") { total } else { total.min(8) }, "{list}");
            assert_eq!(total > items, list.contains(" more."), "{list}");
            counted += total;
        }
        assert_eq!(counted, number, "{id}");
        number_of_links += 1;
    }
    assert!(number_of_links > 40, "{number_of_links}");
}

#[test]
fn tags_cannot_change_the_page() {
    let hostile = "<script>alert(1)</script>\u{202e}{{ 7*7 }}&lt;' onclick=x\u{1b}[2J";
    let link = "https://example.org/\\\"><img src=x onerror=alert(2)>";
    let file = path("report-hostile.pgn");
    let tags = format!(
        "[Site \"{link}\"]\n[White \"{hostile}\"]\n[Black \"{hostile}2\"]\n[Opening \"{hostile}\"]\n\
         [Date \"2021.10.<b>\"]\n[WhiteElo \"<i>\"]\n[TimeControl \"<u>\"]\n"
    );
    let with_script_link = MISSED.replace("[FEN", "[Link \"javascript:alert(3)\"]\n[FEN");
    fs::write(&file, format!("{tags}{MISSED}{tags}{with_script_link}")).unwrap();
    for page in [
        report(&["--split", "2020", "--player", hostile, &file]),
        report(&["--worksheet", "3", "--player", hostile, &file]),
        report(&["--player", hostile, &file]),
        printed(["scan", "-f", "html", &file]),
    ] {
        assert!(page.contains("&#60;script&#62;alert(1)"), "the name is shown");
        for part in
            ["<script", "<img", "<b>\"", "<i>", "<u>", "\u{202e}", "\u{1b}", "javascript:", " onclick=x\">"]
        {
            assert!(!page.contains(part), "{part}");
        }
        assert!(!page.contains("49"), "templates in tags are text");
        assert!(!page.contains("href=\"https://example.org/\">"), "links stay within their quotes");
    }
}

#[test]
fn pages_load_nothing() {
    for page in [report(&[SAMPLE]), report(&["--worksheet", "2", SAMPLE])] {
        assert!(page.contains("default-src 'none'"));
        for part in ["<script", "<link", "<img", "src=", "url(http", "@import", " style=\"", "onclick"] {
            assert!(!page.contains(part), "{part}");
        }
        // Every fragment that the page refers to exists.
        for fragment in page.split("href=\"#").skip(1).map(|rest| rest.split_once('"').unwrap().0) {
            assert!(page.contains(&format!(" id=\"{fragment}\"")), "{fragment}");
        }
    }
}

#[test]
fn the_player_is_recognized() {
    let three = games("report-three.pgn", &[("Eve", "Adam"), ("Eve", "Bob"), ("Eve", "Carl")]);
    let page = report(&[&three]);
    assert!(page.contains("<h1>Eve</h1>") && page.contains("3 games."), "{page}");
    // All three misses are the same position, which is shown once.
    assert_eq!(page.matches("class=\"card quiz\"").count(), 1);
    assert!(page.contains(">3</a></b> <span>missed</span>") && page.contains("small sample"));
    let both = [("Eve", "Adam"), ("Adam", "Eve")];
    let (status, page, stderr) = outcome(["report", &games("report-two.pgn", &both)]);
    assert!(status == 2 && page.is_empty());
    assert_eq!(
        stderr,
        "destrier: Adam and Eve are in nearly all games; choose one with --player, or compare them with --against\n"
    );
    // Standard input can be read only once.
    let from_stdin = format!("'{}' report - < '{three}'", env!("CARGO_BIN_EXE_destrier"));
    let Output { stdout, .. } = Command::new("sh").args(["-c", &from_stdin]).output().unwrap();
    assert!(String::from_utf8(stdout).unwrap().contains("<h1>All players</h1>"));
}

#[test]
fn files_without_games_or_misses_give_a_page() {
    let empty = path("report-empty.pgn");
    fs::write(&empty, "").unwrap();
    let (status, page, stderr) = outcome(["report", &empty]);
    assert!(status == 0 && page.contains("0 games.") && stderr.contains("no games in"), "{stderr}");
    let quiet = path("report-quiet.pgn");
    fs::write(&quiet, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n1. e4 e9 *\n").unwrap();
    let (status, page, stderr) = outcome(["report", &quiet]);
    assert!(status == 0 && stderr.contains("e9"), "{stderr}");
    assert!(page.contains("2 games.") && page.contains("1 game is damaged and counts up to the damage."));
    let (_, page, _) = outcome(["report", "--worksheet", "3", &quiet]);
    assert!(page.contains("no boards to solve"));
    let (status, _, stderr) = outcome(["report", "--player", "nobody", SAMPLE]);
    assert!(status == 0 && stderr.contains("none of the 60 games has a player named nobody"), "{stderr}");
}

#[test]
fn two_players_and_two_periods_stand_side_by_side() {
    let page = report(&["--player", "so_sad", "--against", "Spilmanchess", SAMPLE]);
    assert!(page.contains("<h1>so_sad and Spilmanchess</h1>"));
    let headings = |page: &str, name: &str| page.matches(&format!("scope=\"colgroup\">{name}</th>")).count();
    assert!(headings(&page, "so_sad") >= 4 && headings(&page, "Spilmanchess") >= 4);
    let page = report(&["--split", "2015", SAMPLE]);
    let month = between(&page, ">By month</h2>", "</section>");
    for row in month.split("<tr id=").skip(1) {
        let cells: Vec<&str> = row.split("<td class=\"first\">").skip(1).collect();
        let games: Vec<&str> = cells.iter().map(|cell| cell.split_once("</td>").unwrap().0).collect();
        let is_early = row.contains("scope=\"row\">2013") || row.contains("scope=\"row\">2012");
        assert_eq!(games[usize::from(is_early)], "0", "{row}");
        assert_ne!(games[usize::from(!is_early)], "0", "{row}");
    }
    assert!(headings(&page, "before 2015") >= 4);
    assert!(!page.contains("No game "));
    let early = report(&["--quick", "--split", "1999", SAMPLE]);
    assert!(early.contains("No game before 1999.") && !early.contains("No game since 1999."));
}

/// A list of names is one person.
#[test]
fn two_people_in_one_list_of_names_are_noted() {
    let note = "this player on both sides; the names may belong to two people";
    assert!(report(&["--quick", "--player", "so_sad,Benimacleter", SAMPLE]).contains(note));
    assert!(!report(&["--quick", "--player", "so_sad,Spilmanchess", SAMPLE]).contains(note));
    assert!(!report(&["--quick", "--player", "so_sad", "--against", "Benimacleter", SAMPLE]).contains(note));
    assert!(!report(&["--quick", SAMPLE]).contains(note));
}

/// A player who is in no game is named, and the page is written.
#[test]
fn players_without_games_are_named() {
    let message = |name: &str| format!("destrier: none of the 60 games has a player named {name}");
    for threads in ["-j1", "-j3"] {
        let against = ["--quick", "--player", "so_sad", "--against", "Spilmanches", SAMPLE, threads];
        let (status, page, stderr) = outcome(["report"].into_iter().chain(against));
        assert!(status == 0 && page.contains("<h1>so_sad and Spilmanches</h1>"));
        assert_eq!(stderr, message("Spilmanches; similar: Spilmanchess\n"));
    }
    let first = ["report", "--quick", "--player", "Qqqqqq", "--against", "so_sad", SAMPLE];
    assert_eq!(outcome(first).2, message("Qqqqqq\n"));
    let neither = ["report", "--quick", "--player", "Qqqqqq", "--against", "Qqqqqqq", SAMPLE];
    assert_eq!(outcome(neither).2, message("Qqqqqq or Qqqqqqq\n"));
    // The player has games, but none that pass the other filter.
    let early =
        ["report", "--quick", "--player", "so_sad", "--against", "Spilmanchess", "--until", "2013", SAMPLE];
    let (status, _, stderr) = outcome(early);
    assert!(
        status == 0 && stderr.contains("meets all filters: --against Spilmanchess and --until 2013"),
        "{stderr}"
    );
    let found = ["report", "--quick", "--player", "so_sad", "--against", "SPILMANCHESS", SAMPLE];
    assert_eq!(outcome(found).2, "");
    // A student's page would only be missing.
    let own = ["report", "--quick", "--player", "so_sad,Qqqqqq", SAMPLE];
    assert_eq!(outcome(own).2, "destrier: no selected game has a player named Qqqqqq\n");
    let same = ["report", "--player", "so_sad", "--against", "Spilmanchess,SO_SAD", SAMPLE];
    assert_eq!(outcome(same).2, "destrier: --against: both players are named SO_SAD\n");
}

#[test]
fn names_are_shown_as_most_often_written() {
    let file =
        games("report-case.pgn", &[("EVE", "Adam"), ("Eve", "Adam"), ("Bob", "Eve"), ("Carl", "ADAM")]);
    let pages =
        ["-j1", "-j3"].map(|threads| report(&["--player", "eVE", "--against", "adam", &file, threads]));
    assert!(pages[0].contains("<h1>Eve and Adam</h1>") && pages[0].contains("scope=\"colgroup\">Adam</th>"));
    assert!(pages[0] == pages[1]);
    // Only the part of the name that the option names is shown.
    let file =
        games("report-surname.pgn", &[("CARLSEN, Magnus", "A"), ("Carlsen, M", "B"), ("C", "Carlsen, M")]);
    assert!(report(&["--player", "carlsen", &file]).contains("<h1>Carlsen</h1>"));
}

#[test]
fn norms_give_the_rates_of_the_table() {
    let norms = path("report-norms.csv");
    printed(["rates", "--by", "pattern,elo,speed", SAMPLE, "-o", &norms]);
    let page = report(&["--player", "so_sad", "--norms", &norms, SAMPLE]);
    let row = between(between(&page, ">By pattern</h2>", "</table>"), ">knight-fork</th>", "</tr>");
    // There are too few players with the same rating, so the norm is the rate of all.
    assert!(row.ends_with("<td class=\"first\">82%</td>"), "{row}");
    for (norms, status, said) in [("none.csv", 1, "none.csv: "), (SAMPLE, 2, "ends in .csv")] {
        let (found, page, stderr) = outcome(["report", "--norms", norms, SAMPLE]);
        assert!(found == status && page.is_empty() && stderr.contains(said), "{norms}: {stderr}");
    }
}

#[test]
fn worksheets_have_boards_and_solutions() {
    let page = report(&["--worksheet", "5", SAMPLE]);
    assert_eq!(page.matches("class=\"card quiz\"").count(), 5);
    assert!(!page.contains("class=\"marks\""), "no arrow gives the answer away");
    for number in 1..=5 {
        let solution = between(&page, &format!("<li id=\"board-{number}-answer\">"), "</li>");
        assert!(solution.contains("wins") || solution.contains("mate"), "{solution}");
    }
    let (boards, solutions) = page.split_once("id=\"solutions\"").unwrap();
    assert!(!boards.contains(" wins ") && solutions.contains(" wins "));
    assert!(report(&["--worksheet", "1000", SAMPLE]).contains(" of 1000 boards: "));
}

/// In the second game, either rook mates.
#[test]
fn boards_to_solve_can_have_one_solution() {
    let games = "[White \"Ann\"]\n[FEN \"q3k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q2K1 w - - 0 31\"]\n\n31. h3 g6 *\n\n\
                 [White \"Ann\"]\n[FEN \"6k1/5ppp/8/8/8/8/r4PPP/2RR2K1 w - - 0 31\"]\n\n31. h3 h6 *\n";
    let file = path("report-unique.pgn");
    fs::write(&file, games).unwrap();
    let boards = |more: &[&str]| {
        let (status, page, stderr) = outcome([&["report", "--player", "Ann", &file], more].concat());
        assert_eq!(status, 0, "{stderr}");
        page.matches("class=\"card quiz\"").count()
    };
    for (options, count) in
        [(&[][..], 2), (&["--unique"], 1), (&["--worksheet", "3"], 2), (&["--worksheet", "3", "--unique"], 1)]
    {
        assert_eq!(boards(options), count, "{options:?}");
    }
}

#[test]
fn pages_are_the_same_for_any_number_of_threads() {
    let one = report(&["-j1", SAMPLE]);
    assert!(one == report(&["-j3", SAMPLE]));
    let findings = |threads| printed(["scan", "-f", "html", threads, SAMPLE]);
    assert!(findings("-j1") == findings("-j3"));
    assert_eq!(
        findings("-j2").matches("<article ").count(),
        printed(["scan", "-f", "jsonl", SAMPLE]).lines().count()
    );
}

#[test]
fn an_engine_can_judge_the_moves() {
    const STOCKFISH: &str = "/usr/games/stockfish";
    if !Path::new(STOCKFISH).exists() {
        eprintln!("skipped: {STOCKFISH} is not installed (apt-get install stockfish)");
        return;
    }
    let page = report(&["--engine", STOCKFISH, "--nodes", "1000", "--player", "so_sad", SAMPLE]);
    assert!(page.contains("An engine judged the moves: stockfish, 1,000 nodes a move."));
    assert!(page.contains("class=\"card quiz\""));
    assert!(!page.contains("A small search over material judges"));
}

#[test]
fn wrong_usage_is_refused() {
    for (arguments, said) in [
        (&["--side", "player"][..], "--side: a report shows both sides"),
        (&["-p", "forking-knight"], "a report needs a pattern of moves"),
        (&["--against", "x"], "name the first player, too"),
        (&["--player", "a", "--against", "x", "--split", "2020"], "cannot be used with"),
        (&["--worksheet", "0"], "invalid value"),
        (&["--split", "yesterday"], "expected `YYYY`"),
        (&["--limit", "1"], "unexpected argument"),
        (&["--engine", "no-such-engine"], "no-such-engine"),
    ] {
        let (status, stdout, stderr) = outcome(["report", SAMPLE].iter().chain(arguments).copied());
        assert!(status == 2 && stdout.is_empty() && stderr.contains(said), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_thousand_games_take_less_than_two_megabytes() {
    let file = path("report-large.pgn");
    let sample = fs::read_to_string(Path::new(ROOT).join(SAMPLE)).unwrap();
    // 1,020 games over many years, so that the page has as many groups as possible.
    let copy = |number: u32| sample.replace("[UTCDate \"2021.", &format!("[UTCDate \"{}.", 2000 + number));
    fs::write(&file, (0..17).map(copy).collect::<String>()).unwrap();
    // Without the judge, more is missed.
    let page = report(&["--quick", &file]);
    assert!(page.contains("1,020 games"));
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}

#[test]
fn a_class_has_a_page_for_each_player() {
    let folder = path("report-class");
    let _ = fs::remove_dir_all(&folder);
    let names = path("report-class.txt");
    fs::write(&names, "\u{feff}SO_SAD\r\n\r\nPanevis,Nobody\r\n").unwrap();
    let arguments = ["report", "--each", "--players", &names, "--worksheet", "3", SAMPLE, "-o", &folder];
    let (status, _, said) = outcome(arguments);
    assert!(status == 0 && said.ends_with(&format!("wrote 4 files in {folder}\n")), "{said}");
    let page = |name: &str| fs::read_to_string(Path::new(&folder).join(name)).unwrap();
    assert_golden("class.html", &content(&page("index.html")));
    // Each page is the report about the player, without what other players' games have.
    for (name, file) in [("so_sad", "so_sad.html"), ("Panevis", "Panevis.html")] {
        let of_player = report(&["--player", name, SAMPLE]);
        let [of_player, of_class] = [of_player, page(file)];
        assert!(of_class.contains("<a href=\"index.html\">All players</a>"), "{file}");
        let [alone, header] = [&of_player, &of_class].map(|page| between(page, "<header>", "</header>"));
        assert!(alone.contains(between(header, "</h1>\n", "</p>")), "{header}");
        let [alone, in_class] = [&of_player, &of_class].map(|page| between(page, "<main>", "</main>"));
        assert!(alone == in_class, "{name}");
    }
    assert!(page("worksheet.html").contains("1 of 3 boards"), "one miss of both players together");
    // Two lines share a name, so they are one player.
    let same = path("report-same");
    let _ = fs::remove_dir_all(&same);
    fs::write(&names, "so_sad\nNobody,SO_SAD\n").unwrap();
    assert_eq!(outcome(["report", "--each", "--players", &names, SAMPLE, "-o", &same]).0, 0);
    assert_eq!(fs::read_dir(&same).unwrap().count(), 2);
    // An existing folder stays.
    let (status, _, said) = outcome(arguments);
    assert!(status == 1 && said.contains("not empty; name a new folder"), "{said}");
}

#[test]
fn a_class_consists_of_players_with_enough_games() {
    let file = games("report-club.pgn", &[("Ann", "Bob"), ("Bob", "Ann"), ("Cleo", "ann"), ("Bob", "Dan")]);
    let folder = path("report-club");
    let _ = fs::remove_dir_all(&folder);
    let (status, _, said) = outcome(["report", "--each", "--min-games", "3", &file, "-o", &folder]);
    assert_eq!(status, 0, "{said}");
    let entries = fs::read_dir(&folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["Ann.html", "Bob.html", "index.html"]);
    // There are fewer boards than players with misses, and each has a miss as White.
    let all = path("report-all");
    let _ = fs::remove_dir_all(&all);
    let arguments = ["report", "--each", "--min-games", "1", "--worksheet", "6", SAMPLE, "-o", &all];
    assert_eq!(outcome(arguments).0, 0);
    let worksheet = fs::read_to_string(Path::new(&all).join("worksheet.html")).unwrap();
    assert_eq!(worksheet.matches("<article").count(), 6);
    let (status, _, said) = outcome(["report", "--each", &file, "-o", &path("report-nobody")]);
    assert!(status == 2 && said.contains("--min-games 20: no player has so many games"), "{said}");
}

/// The page on reports shows what its commands do.
#[test]
fn the_page_on_reports_shows_what_the_command_does() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/report.md")).unwrap();
    let folder = Samples::new();
    fs::create_dir(folder.path().join("norms")).unwrap();
    for entry in fs::read_dir(Path::new(ROOT).join("norms")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.path().join("norms").join(entry.file_name())).unwrap();
    }
    let mut run = 0;
    for section in sections(&page) {
        let commands = section.check(&folder, |script| Some(script.to_owned()));
        assert!(commands > 0 || !section.title.starts_with("Write"), "{}: nothing is run", section.title);
        run += commands;
    }
    assert!(run >= 8, "{run}");
    for picture in ["report.png", "report-phone.png", "worksheet.png", "class.png"] {
        assert!(page.contains(&format!("](pictures/{picture})")), "{picture}");
        let size = fs::metadata(Path::new(ROOT).join("docs/pictures").join(picture)).unwrap().len();
        assert!(size < 200_000, "{picture}: {size} bytes");
    }
}
