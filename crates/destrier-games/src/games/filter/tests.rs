use super::*;
use crate::chess::ParseGameResultError;
use crate::formats::Record;
use crate::games::date::ParseDateError;
use crate::games::date::days_of;
use crate::games::player::ParsePlayerError;
use crate::games::time_control::ParseSpeedError;

#[test]
fn date_is_after_if_no_day_overlaps() {
    let date = |text: &str| text.parse::<Date>().unwrap();
    for (since, until, after) in [
        ("2021-10", "2021-10", false),
        ("2021", "2021-01-01", false),
        ("2021-10-02", "2021-10", false),
        ("2021-11", "2021-10", true),
        ("2021-10-02", "2021-10-01", true),
        ("2022", "2021-12-31", true),
    ] {
        assert_eq!(date(since).is_after(date(until)), after, "{since} {until}");
    }
}

/// Returns whether a filter admits a game with these tags and moves.
fn admits(filter: &GameFilter, text: impl AsRef<[u8]>) -> bool {
    filter.admits(&Game::pgn(Record { number: 1, offset: 0, bytes: text.as_ref(), truncated: false }))
}

/// Creates a filter by conditions as the command's user writes them: `--eco b --min-elo 2000`.
fn filter(options: &str) -> GameFilter {
    let mut filter = GameFilter::default();
    for option in options.split("--").map(str::trim).filter(|option| !option.is_empty()) {
        let (name, text) = option.split_once(' ').unwrap();
        let condition = CONDITIONS.iter().find(|condition| condition.name == name).unwrap();
        condition.parse(&mut filter, text, 0).unwrap();
    }
    filter
}

#[test]
fn default_filter_admits_all() {
    for tags in ["", "[White \"x\"]", "[Result \"nonsense\"]\n[Date \"soon\"]"] {
        assert!(admits(&GameFilter::default(), tags));
    }
    assert_eq!(GameFilter::default().game_needs(), GameNeeds::tags(&[]));
}

#[test]
fn conditions_admit_games_by_their_tags() {
    for (options, tags, admitted) in [
        ("--min-elo 2000", "[WhiteElo \"2000\"][BlackElo \"2000\"]", true),
        ("--min-elo 2000", "[WhiteElo \" 2300 \"][BlackElo \"2100\"]", true),
        ("--min-elo 2000", "[WhiteElo \"2000\"][BlackElo \"1999\"]", false),
        ("--min-elo 2000", "[WhiteElo \"1999\"][BlackElo \"2000\"]", false),
        ("--min-elo 2000", "[WhiteElo \"2800\"]", false),
        ("--min-elo 2000", "[WhiteElo \"2800\"][Rating \"2500\"]", false),
        ("--min-elo 2000", "[BlackElo \"2800\"][Rating \"2500\"]", false),
        ("--min-elo 2000", "[WhiteElo \"2800\"][BlackElo \"?\"]", false),
        ("--min-elo 2000", "[WhiteElo \"2800\"][BlackElo \"-\"]", false),
        ("--min-elo 2000", "[WhiteElo \"2800\"][BlackElo \"99999999999\"]", false),
        ("--min-elo 2000", "[Rating \"2000\"]", true),
        ("--min-elo 2000", "[Rating \"1999\"]", false),
        ("--min-elo 2000", "[WhiteElo \"?\"][BlackElo \"?\"][Rating \"2500\"]", false),
        ("--min-elo 2000", "[WhiteElo \"1000\"][BlackElo \"1000\"][Rating \"2500\"]", false),
        ("--min-elo 2000", "", false),
        ("--min-elo 0", "[WhiteElo \"1\"][BlackElo \"1\"]", true),
        // 0 is no rating.
        ("--min-elo 0", "[WhiteElo \"0\"][BlackElo \"1\"]", false),
        ("--max-elo 1500", "[WhiteElo \"1500\"][BlackElo \"1400\"]", true),
        ("--max-elo 1500", "[WhiteElo \"1501\"][BlackElo \"1400\"]", false),
        ("--max-elo 1500", "[WhiteElo \"1400\"][BlackElo \"1501\"]", false),
        ("--max-elo 1500", "[WhiteElo \"1399\"][BlackElo \"1500\"]", true),
        ("--max-elo 1500", "[WhiteElo \"1400\"]", false),
        ("--max-elo 1500", "[WhiteElo \"1400\"][BlackElo \"0\"]", false),
        ("--max-elo 1500", "[Rating \"1500\"]", true),
        ("--max-elo 1500", "[Rating \"1501\"]", false),
        ("--max-elo 1500", "", false),
        ("--min-elo 1400 --max-elo 1500", "[WhiteElo \"1500\"][BlackElo \"1400\"]", true),
        ("--min-elo 1400 --max-elo 1500", "[WhiteElo \"1399\"][BlackElo \"1500\"]", false),
        ("--min-elo 1400 --max-elo 1500", "[WhiteElo \"1501\"][BlackElo \"1400\"]", false),
        ("--min-elo 1400 --max-elo 1500", "[Rating \"1000\"]", false),
        ("--eco B", "[ECO \"B20\"]", true),
        ("--eco b2", "[ECO \"B20\"]", true),
        ("--eco B20", "[ECO \"b20\"]", true),
        ("--eco B20", "[ECO \"B2\"]", false),
        ("--eco B21", "[ECO \"B20\"]", false),
        ("--eco B", "[ECO \"?\"]", false),
        ("--eco B", "[Opening \"B20\"]", false),
        ("--eco B", "", false),
        ("--opening Najdorf", "[Opening \"Sicilian Defense: Najdorf Variation\"]", true),
        ("--opening sicilian defense", "[Opening \"Sicilian Defense: Najdorf Variation\"]", true),
        ("--opening RÉTI", "[Opening \"Réti Opening\"]", true),
        ("--opening Dragon", "[Opening \"Sicilian Defense: Najdorf Variation\"]", false),
        ("--opening ?", "[Opening \"?\"]", false),
        ("--opening Najdorf", "[Variation \"Najdorf\"]", false),
        ("--opening Najdorf", "", false),
        ("--since 2020-05", "[UTCDate \"2020.05.01\"]", true),
        ("--since 2020-05", "[UTCDate \"2020.04.30\"]", false),
        ("--until 2020-05", "[UTCDate \"2020.05.31\"]", true),
        ("--until 2020-05", "[UTCDate \"2020.06.01\"]", false),
        ("--until 2020", "[Date \"2020.12.31\"]", true),
        ("--since 2020-05-16 --until 2020-05-16", "[Date \"2020-05-16\"]", true),
        ("--since 2020-05-16 --until 2020-05-16", "[Date \"2020/5/17\"]", false),
        ("--since 2020-12-31", "[Date \"2020\"]", true),
        ("--since 2021-02 --until 2021-02", "[Date \"2021.02.30\"]", true),
        ("--since 2021-02 --until 2021-02", "[Date \"2021.13.99\"]", true),
        ("--since 1851", "[Date \"????.??.??\"]", false),
        ("--since 1851", "[Date \"19??.??.??\"]", false),
        ("--since 1851", "[Date \"?\"]", false),
        ("--since 1851", "[EventDate \"2020.05.01\"]", false),
        ("--since 1851", "", false),
        ("--since 2020", "[Date \"2019.12.31\"][UTCDate \"2020.01.01\"]", true),
        ("--since 2020", "[Date \"2020.01.01\"][UTCDate \"2019.12.31\"]", false),
        ("--since 2020", "[Date \"2020.01.01\"][UTCDate \"????.??.??\"]", true),
        ("--player Ann,bob", "[White \"Ann\"][Black \"Carl\"]", true),
        ("--player Ann,bob", "[White \"Carl\"][Black \"Bob, C\"]", true),
        ("--player Ann,bob", "[White \"Bob\"][Black \"Ann\"]", true),
        ("--player Ann,bob", "[White \"Carl\"][Black \"?\"]", false),
        ("--player Ann,bob", "", false),
    ] {
        assert_eq!(admits(&filter(options), tags), admitted, "{options}: {tags}");
    }
}

#[test]
fn player_matches_full_name_or_first_part() {
    for (name, tag, same) in [
        ("Carlsen", "Carlsen", true),
        ("carlsen", "CARLSEN", true),
        ("Carlsen", "Carlsen, Magnus", true),
        ("Carlsen", "Carlsen,M", true),
        ("Carlsen", "Carlsen M", true),
        ("Carlsen", "Carlsen\u{a0}M", true),
        (" Carlsen ", " Carlsen\tM ", true),
        ("Carlsen, Magnus", "carlsen, magnus", true),
        ("Carlsen, Magnus", "Carlsen", false),
        ("Carlsen", "Carlsen99", false),
        ("Carlsen", "Magnus Carlsen", false),
        ("Carlsen", "Carlse", false),
        ("Carlsen,", "Carlsen, Magnus", false),
        ("müller", "MÜLLER", true),
        ("ŁÓDŹ", "łódź, a", true),
        ("Müller", "Muller", false),
        ("a\"b", "a\\\"b", true),
        ("Carlsen", "?", false),
        ("Carlsen", "", false),
    ] {
        let filter = GameFilter { players: vec![name.parse().unwrap()], ..GameFilter::default() };
        for (tag_name, colors) in
            [("White", Colors { white: same, black: false }), ("Black", Colors { white: false, black: same })]
        {
            let text = format!("[{tag_name} \"{tag}\"]");
            assert_eq!(admits(&filter, &text), same, "{name}: {text}");
            assert_eq!(filter.colors(&Tags::read(text.as_bytes())), colors, "{name}: {text}");
        }
        assert!(!admits(&filter, format!("[WhiteTeam \"{name}\"]")));
    }
    assert!(admits(&filter("--player müller"), b"[Black \"M\xdcLLER, Karl\"]"));
}

#[test]
fn player_may_have_both_colors_or_none() {
    let tags = Tags::read(b"[White \"Me, A\"][Black \"me\"]");
    assert_eq!(filter("--player Me").colors(&tags), Colors::BOTH);
    assert_eq!(filter("--player you,me").colors(&tags), Colors::BOTH);
    assert_eq!(filter("--player Me").colors(&Tags::default()), Colors::NONE);
    assert_eq!(GameFilter::default().colors(&tags), Colors::NONE);
    for unnamed in ["", " ", "?"] {
        assert_eq!(unnamed.parse::<Player>(), Err(ParsePlayerError));
    }
}

#[test]
fn filters_by_result() {
    use GameResult::{BlackWon, Draw, Unknown, WhiteWon};
    for (tag, expected) in [
        ("[Result \"½-½\"]", Draw),
        ("", Unknown),
        ("[Result \"*\"]\n\n1. e4 e5 0-1", BlackWon),
        ("[Result \"1-0\"]\n\n1. e4 e5 0-1", WhiteWon),
    ] {
        for result in [WhiteWon, BlackWon, Draw, Unknown] {
            let filter = GameFilter { result: Some(result), ..GameFilter::default() };
            assert_eq!(admits(&filter, tag), expected == result, "{result}: {tag}");
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(serde_json::to_value(result).unwrap(), result.to_string());
        }
    }
    assert_eq!(["1/2", "½-½", "½"].map(str::parse), [Ok(Draw); 3]);
    assert_eq!(["", "1-1", "white", "1 - 0"].map(str::parse::<GameResult>), [Err(ParseGameResultError); 4]);
}

#[test]
fn dates_round_trip() {
    for (text, written) in [
        ("2020", "2020"),
        ("2020-05", "2020-05"),
        ("2020.5.6", "2020-05-06"),
        (" 2020/12/31 ", "2020-12-31"),
        ("2020-02-29", "2020-02-29"),
        ("2000-02-29", "2000-02-29"),
    ] {
        assert_eq!(text.parse::<Date>().unwrap().to_string(), written);
    }
    for text in
        "~20~02020~0000~20x0~2020-~2020-05-~2020-05-06-07~2020-005~05-2020~+202~today~2020-??".split('~')
    {
        assert_eq!(text.parse::<Date>(), Err(ParseDateError::Form), "{text}");
    }
    assert_eq!("2020-13".parse::<Date>(), Err(ParseDateError::Month(13)));
    assert_eq!("2020-00-10".parse::<Date>(), Err(ParseDateError::Month(0)));
    for (text, days) in
        [("2021-02-30", 28), ("1900-02-29", 28), ("2020-02-30", 29), ("2020-04-31", 30), ("2020-05-00", 31)]
    {
        let error = text.parse::<Date>().unwrap_err();
        assert!(matches!(error, ParseDateError::Day { days: d, .. } if d == days), "{text}: {error}");
    }
    assert_eq!(
        "2021-02-30".parse::<Date>().unwrap_err().to_string(),
        "2021-02 has no day 30: its days are 01 to 28"
    );
}

#[test]
fn date_has_known_parts() {
    for (tags, parts) in [
        ("[UTCDate \"2021.12.31\"]", (2021, Some(12), Some(31))),
        ("[Date \"1999.??.07\"]", (1999, None, Some(7))),
        ("[Date \"2020.05.??\"]", (2020, Some(5), None)),
        ("[Date \"2020.13.32\"]", (2020, None, None)),
    ] {
        let date = Date::of_game(&Tags::read(tags.as_bytes())).unwrap();
        assert_eq!((date.year(), date.month(), date.day()), parts, "{tags}");
    }
}

#[test]
fn conditions_display_as_parsed() {
    for text in ["Carlsen", "Müller, Karl"] {
        assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
    }
    for speed in Speed::ALL {
        assert_eq!(speed.to_string().parse(), Ok(speed));
        assert_eq!(speed.name().to_uppercase().parse(), Ok(speed));
    }
    for text in ["", "blits", "300+3", "-"] {
        assert_eq!(text.parse::<Speed>(), Err(ParseSpeedError));
    }
    assert_eq!(format!("{:>6}|{:<7}|", Speed::Blitz, Speed::Rapid), " blitz|rapid  |");
}

/// Compares with a test of every possible day of the game's date.
#[test]
fn unknown_date_parts_match_any_day() {
    let mut random = fastrand::Rng::with_seed(3);
    let days: Vec<(u16, u8, u8)> = (2019..=2021)
        .flat_map(|year| {
            (1..=12).flat_map(move |month| (1..=days_of(year, month)).map(move |day| (year, month, day)))
        })
        .collect();
    assert_eq!(days.len(), 3 * 365 + 1);
    let mut admitted_ones = 0;
    for _ in 0..2000 {
        let (mut from, mut to) = (random.usize(..days.len()), random.usize(..days.len()));
        if random.bool() {
            to = to.min(from + random.usize(..60));
        } else if random.u8(..8) > 0 && from > to {
            (from, to) = (to, from);
        }
        let (year, month, day) = days[random.usize(..days.len())];
        let (month, day) = (random.bool().then_some(month), random.bool().then_some(day));
        let span = days.get(from..=to).unwrap_or_default();
        let admitted = span.iter().any(|&(y, m, d)| {
            y == year && month.is_none_or(|month| m == month) && day.is_none_or(|day| d == day)
        });
        admitted_ones += u32::from(admitted);
        let part = |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        let tags = format!("[Date \"{year}.{}.{}\"]", part(month), part(day));
        let date = |(y, m, d): (u16, u8, u8)| format!("{y}-{m}-{d}").parse().ok();
        let filter = GameFilter { since: date(days[from]), until: date(days[to]), ..GameFilter::default() };
        assert_eq!(admits(&filter, &tags), admitted, "{tags} {:?} to {:?}", days[from], days[to]);
    }
    assert!((200..1800).contains(&admitted_ones), "{admitted_ones}");
}

#[test]
fn filters_by_time_control_and_speed() {
    use Speed::{Blitz, Bullet, Classical, Correspondence, Rapid, UltraBullet};
    for (tag, speed) in [
        ("15+0", Some(UltraBullet)),
        ("29", Some(UltraBullet)),
        ("30+0", Some(Bullet)),
        ("10+0.1", Some(UltraBullet)),
        ("0+1", Some(Bullet)),
        ("179+0", Some(Bullet)),
        ("60+3", Some(Blitz)),
        ("180+0", Some(Blitz)),
        ("300+4", Some(Blitz)),
        ("300+5", Some(Rapid)),
        ("480+0", Some(Rapid)),
        ("600+5", Some(Rapid)),
        ("900+15", Some(Classical)),
        ("1500", Some(Classical)),
        ("40/7200:3600", Some(Classical)),
        ("40/240:60", Some(Blitz)),
        ("40/60:20/60:30+10", Some(Rapid)),
        ("60+3:30", Some(Blitz)),
        ("*180", Some(Blitz)),
        ("-", Some(Correspondence)),
        ("1/86400", Some(Correspondence)),
        ("1/259200", Some(Correspondence)),
        ("?", None),
        ("", None),
        ("fast", None),
        ("inf", None),
        ("1e3", None),
        ("300+", None),
        ("-300", None),
        (":", None),
        ("G/90;d5", None),
        ("G/60", None),
        ("/60", None),
        ("40/", None),
    ] {
        let tags = format!("[TimeControl \"{tag}\"]");
        assert_eq!(Speed::of_game(&Tags::read(tags.as_bytes())), speed, "{tags}");
        for one in Speed::ALL {
            let filter = GameFilter { speeds: vec![one], ..GameFilter::default() };
            assert_eq!(admits(&filter, &tags), speed == Some(one), "{one}: {tags}");
            assert!(!admits(&filter, ""));
        }
        let some = GameFilter { speeds: vec![Rapid, Blitz], ..GameFilter::default() };
        assert_eq!(admits(&some, &tags), matches!(speed, Some(Blitz | Rapid)), "{tags}");
        let filter = GameFilter { time_control: Some(tag.to_owned()), ..GameFilter::default() };
        assert!(admits(&filter, &tags), "{tags}");
        assert!(!admits(&filter, "[TimeControl \"7+7\"]") && !admits(&filter, ""));
    }
    assert_eq!(Speed::of_game(&Tags::default()), None);
}

/// A random filter admits a game if each of its conditions does alone.
#[test]
fn all_conditions_must_hold() {
    const OPTIONS: [&str; CONDITIONS.len()] = [
        "--player bob,carl",
        "--min-elo 1600",
        "--max-elo 1900",
        "--result 1-0",
        "--eco b",
        "--opening queen",
        "--since 2020-05",
        "--until 2019-06",
        "--time-control 60+0",
        "--speed bullet",
    ];
    let mut random = fastrand::Rng::with_seed(7);
    let texts: Vec<&str> = "Ann~Bob, C~1-0~*~B20~C4~2000~1500~2020.05.16~2019.??.??~60+0~600+5~?~\u{1}\\~\
                            Queen's Gambit~King's Gambit"
        .split('~')
        .collect();
    let names = "White Black Result ECO WhiteElo BlackElo UTCDate Date TimeControl Opening Rating";
    let (mut admitted_ones, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut text = String::new();
        for name in names.split(' ') {
            // Half of the values fit their tag.
            let fitting = match name {
                "White" | "Black" => 0,
                "Result" => 2,
                "ECO" => 4,
                "UTCDate" | "Date" => 8,
                "TimeControl" => 10,
                "Opening" => 14,
                _ => 6,
            };
            let value = if random.bool() { fitting + random.usize(..2) } else { random.usize(..texts.len()) };
            if random.u8(..8) > 0 {
                text.push_str(&format!("[{name} \"{}\"]\n", texts[value]));
            }
        }
        let chosen: Vec<&str> = OPTIONS.into_iter().filter(|_| random.u8(..4) == 0).collect();
        let full = filter(&chosen.concat());
        let admitted = chosen.iter().all(|option| admits(&filter(option), &text));
        assert_eq!(admits(&full, &text), admitted, "{full:?} {text}");
        if admitted { admitted_ones += 1 } else { refused += 1 }
    }
    assert!(admitted_ones > 1000 && refused > 1000, "{admitted_ones} {refused}");
}

/// Each option sets one condition, and its values can be parsed again.
#[test]
fn every_condition_has_an_option_and_a_phrase() {
    const EXAMPLES: [(&str, &[&str], &str); CONDITIONS.len()] = [
        ("A, B,c", &["A, B", "c"], "has a player named {}"),
        ("2000", &["2000"], "has two players rated {} or higher"),
        ("2100", &["2100"], "has two players rated {} or lower"),
        ("1/2", &["1/2-1/2"], "has the result {}"),
        ("B9", &["B9"], "has an ECO code that begins with {}"),
        ("najdorf", &["najdorf"], "has an opening whose name contains {}"),
        ("2020.5", &["2020-05"], "is dated {} or later"),
        ("1d", &["1969-12-31"], "is dated {} or earlier"),
        (" 600+5 ", &["600+5"], "has the time control {}"),
        ("blitz, Rapid", &["blitz", "rapid"], "has the speed {}"),
    ];
    for (condition, (text, values, phrase)) in CONDITIONS.iter().zip(EXAMPLES) {
        let name = condition.name;
        let mut filter = GameFilter::default();
        assert!(CONDITIONS.iter().all(|condition| (condition.values)(&filter).is_empty()));
        condition.parse(&mut filter, text, 0).unwrap();
        assert_eq!((condition.values)(&filter), values, "{name}");
        assert_eq!(condition.phrase, phrase, "{name}");
        assert_eq!(filter.game_needs(), GameNeeds::tags(condition.tags), "{name}");
        for other in &CONDITIONS {
            assert_eq!((other.values)(&filter).is_empty(), other.name != name, "{name} {}", other.name);
            let game = Game::pgn(Record { number: 1, offset: 0, bytes: b"", truncated: false });
            assert_eq!((other.admits)(&filter, &game), other.name != name, "{name} {}", other.name);
        }
        let mut again = GameFilter::default();
        values.iter().for_each(|value| (condition.set)(&mut again, value, 0).unwrap());
        assert_eq!(again, filter, "{name}");
        assert!(condition.parse(&mut filter, "", 0).is_err(), "{name}");
    }
}

#[test]
fn filters_serialize_and_compare() {
    let filter = filter("--player Carlsen --result 1/2 --speed blitz");
    let json = serde_json::to_string(&filter).unwrap();
    assert_eq!(
        json,
        r#"{"players":["Carlsen"],"min_elo":null,"max_elo":null,"result":"1/2-1/2","eco":null,"opening":null,"#
            .to_owned()
            + r#""since":null,"until":null,"time_control":null,"speeds":["blitz"]}"#
    );
}
