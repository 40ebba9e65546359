use super::*;
use crate::chess::ParseGameResultError;
use crate::formats::Record;
use crate::games::date::ParseDateError;
use crate::games::date::days_of;
use crate::games::player::ParsePlayerError;
use crate::games::time_control::ParseSpeedError;
use destrier::Color;

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

/// Creates a filter by players.
fn of_players(names: &[&str]) -> GameFilter {
    GameFilter { players: names.iter().map(|name| name.parse().unwrap()).collect(), ..GameFilter::default() }
}

#[test]
fn default_filter_admits_all() {
    for tags in ["", "[White \"x\"]", "[Result \"nonsense\"]\n[Date \"soon\"]"] {
        assert!(admits(&GameFilter::default(), tags));
    }
}

#[test]
fn ratings_of_both_players_or_puzzle_count() {
    let filter = GameFilter { min_elo: Some(2000), ..GameFilter::default() };
    for (tags, admitted) in [
        ("[WhiteElo \"2000\"][BlackElo \"2000\"]", true),
        ("[WhiteElo \" 2300 \"][BlackElo \"2100\"]", true),
        ("[WhiteElo \"2000\"][BlackElo \"1999\"]", false),
        ("[WhiteElo \"1999\"][BlackElo \"2000\"]", false),
        ("[WhiteElo \"2800\"]", false),
        ("[WhiteElo \"2800\"][Rating \"2500\"]", false),
        ("[BlackElo \"2800\"][Rating \"2500\"]", false),
        ("[WhiteElo \"2800\"][BlackElo \"?\"]", false),
        ("[WhiteElo \"2800\"][BlackElo \"-\"]", false),
        ("[WhiteElo \"2800\"][BlackElo \"99999999999\"]", false),
        ("[Rating \"2000\"]", true),
        ("[Rating \"1999\"]", false),
        ("[WhiteElo \"?\"][BlackElo \"?\"][Rating \"2500\"]", false),
        ("[WhiteElo \"1000\"][BlackElo \"1000\"][Rating \"2500\"]", false),
        ("", false),
    ] {
        assert_eq!(admits(&filter, tags), admitted, "{tags}");
    }
    let any = GameFilter { min_elo: Some(0), ..GameFilter::default() };
    assert!(admits(&any, "[WhiteElo \"1\"][BlackElo \"1\"]"));
    assert!(!admits(&any, "[WhiteElo \"0\"][BlackElo \"1\"]"), "0 is no rating");

    let weak = GameFilter { max_elo: Some(1500), ..GameFilter::default() };
    let band = GameFilter { min_elo: Some(1400), ..weak.clone() };
    for (tags, is_weak, is_in_band) in [
        ("[WhiteElo \"1500\"][BlackElo \"1400\"]", true, true),
        ("[WhiteElo \"1501\"][BlackElo \"1400\"]", false, false),
        ("[WhiteElo \"1400\"][BlackElo \"1501\"]", false, false),
        ("[WhiteElo \"1399\"][BlackElo \"1500\"]", true, false),
        ("[WhiteElo \"1400\"]", false, false),
        ("[WhiteElo \"1400\"][BlackElo \"?\"]", false, false),
        ("[WhiteElo \"1400\"][BlackElo \"0\"]", false, false),
        ("[Rating \"1500\"]", true, true),
        ("[Rating \"1501\"]", false, false),
        ("[Rating \"1000\"]", true, false),
        ("", false, false),
    ] {
        assert_eq!((admits(&weak, tags), admits(&band, tags)), (is_weak, is_in_band), "{tags}");
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
        let filter = of_players(&[name]);
        for (tag_name, colors) in
            [("White", Colors { white: same, black: false }), ("Black", Colors { white: false, black: same })]
        {
            let text = format!("[{tag_name} \"{tag}\"]");
            assert_eq!(admits(&filter, &text), same, "{name}: {text}");
            assert_eq!(filter.colors(&Tags::read(text.as_bytes())), colors, "{name}: {text}");
        }
        assert!(!admits(&filter, format!("[WhiteTeam \"{name}\"]")));
    }
    assert!(admits(&of_players(&["müller"]), b"[Black \"M\xdcLLER, Karl\"]"));
}

#[test]
fn any_listed_player_suffices() {
    let filter = of_players(&["Ann", "bob"]);
    for (tags, white, black) in [
        ("[White \"Ann\"][Black \"Carl\"]", true, false),
        ("[White \"Carl\"][Black \"Bob, C\"]", false, true),
        ("[White \"Bob\"][Black \"Ann\"]", true, true),
        ("[White \"Carl\"][Black \"?\"]", false, false),
        ("", false, false),
    ] {
        assert_eq!(filter.colors(&Tags::read(tags.as_bytes())), Colors { white, black }, "{tags}");
        assert_eq!(admits(&filter, tags), white || black, "{tags}");
    }
}

#[test]
fn player_may_have_both_colors_or_none() {
    let tags = Tags::read(b"[White \"Me, A\"][Black \"me\"]");
    let filter = of_players(&["Me"]);
    let colors = filter.colors(&tags);
    assert!(colors.contains(Color::White) && colors.contains(Color::Black));
    assert_eq!(filter.colors(&Tags::default()), Colors::NONE);
    assert_eq!(GameFilter::default().colors(&tags), Colors::NONE);
    for unnamed in ["", " ", "?"] {
        assert_eq!(unnamed.parse::<Player>(), Err(ParsePlayerError));
    }
}

#[test]
fn filters_by_result() {
    use GameResult::{BlackWon, Draw, Unknown, WhiteWon};
    for (tag, expected) in [
        ("[Result \"1-0\"]", WhiteWon),
        ("[Result \"0-1 \"]", BlackWon),
        ("[Result \"1/2-1/2\"]", Draw),
        ("[Result \"1/2\"]", Draw),
        ("[Result \"½-½\"]", Draw),
        ("[Result \"*\"]", Unknown),
        ("[Result \"?\"]", Unknown),
        ("[Result \"\"]", Unknown),
        ("", Unknown),
        ("[Result \"1-0 forfeit\"]", Unknown),
        ("[Result \"*\"]\n\n1. e4 e5 0-1", BlackWon),
        ("1. e4 e5 1/2-1/2", Draw),
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
fn filters_by_eco_prefix() {
    for (prefix, tag, admitted) in [
        ("B", "[ECO \"B20\"]", true),
        ("b2", "[ECO \"B20\"]", true),
        ("B20", "[ECO \"b20\"]", true),
        ("B20", "[ECO \"B2\"]", false),
        ("B21", "[ECO \"B20\"]", false),
        ("B", "[ECO \"?\"]", false),
        ("B", "[Opening \"B20\"]", false),
        ("B", "", false),
    ] {
        let filter = GameFilter { eco: Some(prefix.into()), ..GameFilter::default() };
        assert_eq!(admits(&filter, tag), admitted, "{prefix}: {tag}");
    }
}

#[test]
fn filters_by_opening_text() {
    for (text, tag, admitted) in [
        ("Najdorf", "[Opening \"Sicilian Defense: Najdorf Variation\"]", true),
        ("sicilian defense", "[Opening \"Sicilian Defense: Najdorf Variation\"]", true),
        ("RÉTI", "[Opening \"Réti Opening\"]", true),
        ("Dragon", "[Opening \"Sicilian Defense: Najdorf Variation\"]", false),
        ("?", "[Opening \"?\"]", false),
        ("Najdorf", "[Variation \"Najdorf\"]", false),
        ("Najdorf", "", false),
    ] {
        let filter = GameFilter { opening: Some(text.into()), ..GameFilter::default() };
        assert_eq!(admits(&filter, tag), admitted, "{text}: {tag}");
    }
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
    for text in [
        "",
        "20",
        "02020",
        "0000",
        "20x0",
        "2020-",
        "2020-05-",
        "2020-05-06-07",
        "2020-005",
        "05-2020",
        "+202",
        "today",
        "2020-??",
    ] {
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

#[test]
fn reads_date_of_game() {
    let filter = |since: &str, until: &str| GameFilter {
        since: since.parse().ok(),
        until: until.parse().ok(),
        ..GameFilter::default()
    };
    for (since, until, tags, admitted) in [
        ("2020-05", "", "[UTCDate \"2020.05.01\"]", true),
        ("2020-05", "", "[UTCDate \"2020.04.30\"]", false),
        ("", "2020-05", "[UTCDate \"2020.05.31\"]", true),
        ("", "2020-05", "[UTCDate \"2020.06.01\"]", false),
        ("", "2020", "[Date \"2020.12.31\"]", true),
        ("2020-05-16", "2020-05-16", "[Date \"2020-05-16\"]", true),
        ("2020-05-16", "2020-05-16", "[Date \"2020/5/17\"]", false),
        ("2020-05-16", "", "[Date \"2020.05.??\"]", true),
        ("2020-06-01", "", "[Date \"2020.05.??\"]", false),
        ("2020-12-31", "", "[Date \"2020.??.??\"]", true),
        ("2020-12-31", "", "[Date \"2020\"]", true),
        ("2020-12-20", "", "[Date \"2020.??.15\"]", false),
        ("2020-05-20", "2020-06-10", "[Date \"2020.??.15\"]", false),
        ("2020-06", "2020-06", "[Date \"2020.??.31\"]", false),
        ("2021-02", "2021-02", "[Date \"2021.02.30\"]", true),
        ("2021-02", "2021-02", "[Date \"2021.13.99\"]", true),
        ("1851", "", "[Date \"????.??.??\"]", false),
        ("1851", "", "[Date \"19??.??.??\"]", false),
        ("1851", "", "[Date \"?\"]", false),
        ("1851", "", "[EventDate \"2020.05.01\"]", false),
        ("1851", "", "", false),
        ("2020", "", "[Date \"2019.12.31\"][UTCDate \"2020.01.01\"]", true),
        ("2020", "", "[Date \"2020.01.01\"][UTCDate \"2019.12.31\"]", false),
        ("2020", "", "[Date \"2020.01.01\"][UTCDate \"????.??.??\"]", true),
    ] {
        assert_eq!(admits(&filter(since, until), tags), admitted, "{since} to {until}: {tags}");
    }
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
    let mut random = fastrand::Rng::with_seed(7);
    let texts = [
        "Ann",
        "Bob, C",
        "1-0",
        "*",
        "B20",
        "C4",
        "2000",
        "1500",
        "2020.05.16",
        "2019.??.??",
        "60+0",
        "600+5",
        "?",
        "\u{1}\\",
        "Queen's Gambit",
        "King's Gambit",
    ];
    let names = [
        "White",
        "Black",
        "Result",
        "ECO",
        "WhiteElo",
        "BlackElo",
        "UTCDate",
        "Date",
        "TimeControl",
        "Opening",
        "Rating",
    ];
    let (mut admitted_ones, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let mut text = String::new();
        for name in names {
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
        let mut some = || random.u8(..4) == 0;
        let full = GameFilter {
            players: if some() { of_players(&["bob", "carl"]).players } else { Vec::new() },
            min_elo: some().then_some(1600),
            max_elo: some().then_some(1900),
            result: some().then_some(GameResult::WhiteWon),
            eco: some().then(|| "b".into()),
            opening: some().then(|| "queen".into()),
            since: some().then(|| "2020-05".parse().unwrap()),
            until: some().then(|| "2019-06".parse().unwrap()),
            time_control: some().then(|| "60+0".into()),
            speeds: if some() { vec![Speed::Bullet] } else { Vec::new() },
        };
        let none = GameFilter::default();
        let alone = [
            GameFilter { players: full.players.clone(), ..none.clone() },
            GameFilter { min_elo: full.min_elo, ..none.clone() },
            GameFilter { max_elo: full.max_elo, ..none.clone() },
            GameFilter { result: full.result, ..none.clone() },
            GameFilter { eco: full.eco.clone(), ..none.clone() },
            GameFilter { opening: full.opening.clone(), ..none.clone() },
            GameFilter { since: full.since, until: full.until, ..none.clone() },
            GameFilter { time_control: full.time_control.clone(), ..none.clone() },
            GameFilter { speeds: full.speeds.clone(), ..none },
        ];
        let admitted = alone.iter().all(|filter| admits(filter, &text));
        assert_eq!(admits(&full, &text), admitted, "{full:?} {text}");
        if admitted { admitted_ones += 1 } else { refused += 1 }
    }
    assert!(admitted_ones > 1000 && refused > 1000, "{admitted_ones} {refused}");
}

#[test]
fn filters_serialize_and_compare() {
    let filter =
        GameFilter { result: "1/2".parse().ok(), speeds: vec![Speed::Blitz], ..of_players(&["Carlsen"]) };
    let json = serde_json::to_string(&filter).unwrap();
    assert_eq!(
        json,
        r#"{"players":["Carlsen"],"min_elo":null,"max_elo":null,"result":"1/2-1/2","eco":null,"opening":null,"#
            .to_owned()
            + r#""since":null,"until":null,"time_control":null,"speeds":["blitz"]}"#
    );
}
