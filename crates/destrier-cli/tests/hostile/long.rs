//! Long inputs: tags, games, nested variations and decompression bombs.

use super::{FORK, Folder, STATED, game, gzip, run_read_after};
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::ChildStdout;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

const GIGABYTE: u64 = 1 << 30;

/// The text before and after a gigabyte of one letter, the kind of file, and the expected message.
const GIGABYTES: [(&str, &str, &str, &str); 6] = [
    ("pgn", "[Event \"x\"]\n[Site \"", "\"]\n\n1. e4 *\n\n", "game 2, byte"),
    ("pgn", "[Event \"x\"]\n\n1. e4 {", "} e5 *\n\n", "game 2, byte"),
    ("pgn", "[Event \"x\"]\n\n1. e4 ", " e5 *\n\n", "game 2, byte"),
    ("pgn", "[Event \"x\"]\n\n1. e4 (", ") e5 *\n\n", "game 2, byte"),
    ("epd", "", "\n", "line 2, byte"),
    ("csv", "1,", "\n", "game 2, byte"),
];

/// Writes a byte many times.
fn write_many(out: &mut impl Write, byte: u8, mut count: u64) -> io::Result<()> {
    let block = vec![byte; 1 << 20];
    while count > 0 {
        let length = count.min(block.len() as u64);
        out.write_all(&block[..length as usize])?;
        count -= length;
    }
    Ok(())
}

/// They come through a pipe, and as tiny compressed files.
#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn a_gigabyte_of_one_letter_is_cut_and_the_next_game_is_read() {
    let folder = Folder::new();
    for (i, (kind, before, after, place)) in GIGABYTES.into_iter().enumerate() {
        let sound = match kind {
            "pgn" => game(FORK, "*"),
            "epd" => format!("{FORK}\n"),
            _ => format!("0,{FORK},b5c7 e8d7\n"),
        };
        let header = if kind == "csv" { "PuzzleId,FEN,Moves\n" } else { "" };
        let write = |out: &mut dyn Write| {
            let mut out = out;
            out.write_all(format!("{header}{sound}{before}").as_bytes())?;
            write_many(&mut out, b'x', GIGABYTE)?;
            out.write_all(format!("{after}{sound}").as_bytes())
        };
        let numbers = if kind == "epd" { ("line_number", ["1", "3"]) } else { ("game", ["1", "3"]) };
        // Compressing takes longest, so only one of each kind is tried.
        let ran = if matches!(i, 0 | 4 | 5) {
            let name = format!("gigabyte.{kind}.zst");
            let mut encoder = zstd::Encoder::new(File::create(folder.path(&name)).unwrap(), 1).unwrap();
            write(&mut encoder).unwrap();
            encoder.finish().unwrap();
            let ran = folder.run(&format!("scan -j 2 -f jsonl {name} --max-ratio 1000000"));
            let bomb = folder.run(&format!("scan -j 2 -f jsonl {name}"));
            assert!(bomb.takes_at_most(STATED).values(numbers.0).iter().all(|number| number == "1"));
            assert_eq!(bomb.status, 1);
            let last = bomb.stderr.lines().last().unwrap();
            assert!(last.contains("expands to more than 100 times its size"), "{last}");
            ran
        } else {
            folder.run_with("scan -j 2 -f jsonl -", |stdin| write(stdin))
        };
        let mut found = ran.takes_at_most(STATED).values(numbers.0);
        found.dedup();
        assert_eq!((ran.status, found), (0, numbers.1.map(str::to_owned).into()), "{before}\n{}", ran.stderr);
        assert!(ran.stderr.lines().count() == 1 && ran.stderr.contains(place), "{before}\n{}", ran.stderr);
        assert!(ran.stderr.len() < 1000, "long tokens are shortened");
    }
}

#[test]
fn a_million_of_any_element_in_one_game_is_read() {
    const MILLION: usize = 1_000_000;
    let folder = Folder::new();
    let nested =
        |open: &str, close: &str| format!("1. e4 {}{} e5 *", open.repeat(MILLION), close.repeat(MILLION));
    let damages = [
        ("an unclosed variation", nested("(", "")),
        ("an unclosed variation", nested("(1. d4 ", "")),
        ("an unclosed variation", nested("({a} ", "")),
        ("an unclosed comment", nested("{", "")),
        ("", nested("(", ")")),
        ("", nested("(1. d4 {a ( comment} (", "))")),
        ("", nested("{", "").replace(" e5 *", "} e5 *")),
        ("", nested("$1 ", "")),
        ("", nested("! ", "")),
        ("", nested("[%clk 1] ", "")),
        ("", nested("\n%(", "")),
        ("", format!("{}\n\n1. e4 e5 *", "[A \"1\"]\n".repeat(MILLION))),
        ("", format!("{}\n\n1. e4 e5 *", "[A \"\\\"".repeat(MILLION))),
    ];
    for (reason, moves) in &damages {
        let sound = game(FORK, "*");
        folder.write("games.pgn", format!("{sound}[Event \"x\"]\n\n{moves}\n\n{sound}"));
        let ran = folder.run("scan -j 2 -f jsonl games.pgn");
        let shown = &moves[..40];
        assert_eq!(
            (ran.takes_at_most(STATED).status, ran.values("game")),
            (0, vec!["1".into(), "3".into()]),
            "{shown}"
        );
        let told = ran.stderr.strip_prefix("destrier: games.pgn: game 2, byte ").unwrap_or(&ran.stderr);
        assert!(if reason.is_empty() { told.is_empty() } else { told.contains(reason) }, "{shown}: {told}");
    }
}

/// At most 65,536 moves of a game are played. Findings come in order.
#[test]
fn a_game_of_a_million_moves_is_cut_at_the_limit() {
    const MAX: usize = 65_536;
    let folder = Folder::new();
    // White has a fork in every position in which it is to move.
    let moves = "1. Kd2 Ra7 2. Ke1 Ra8 ".repeat(250_000);
    folder.write("games.pgn", game("r3k2r/8/8/1N6/8/8/8/4K3 w - - 0 1", &moves) + &game(FORK, "*"));
    let ran = folder.run("scan -j 2 -f jsonl -p knight-fork --class check games.pgn");
    assert_eq!(ran.takes_at_most(STATED).status, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the game has more than 65,536 moves; the rest is skipped")
            && ran.stderr.lines().count() == 1
    );
    let games = ran.values("game");
    let of_first = games.iter().take_while(|game| *game == "1").count();
    assert_eq!(games[of_first..], ["2"]);
    let plies: Vec<usize> = ran.values("ply")[..of_first].iter().map(|ply| ply.parse().unwrap()).collect();
    assert!(plies.iter().is_sorted_by(|a, b| a < b), "each once, in order");
    // Every four plies have two positions with White to move, and so at most two forks.
    let with_fork = plies.iter().filter(|&&ply| ply % 4 == 0).count();
    assert_eq!((with_fork, plies.last()), (MAX / 4 + 1, Some(&MAX)));
    let summary = folder.run("scan -j 2 games.pgn");
    assert_eq!(summary.takes_at_most(STATED).lines[0].trim(), "2 games, 65,538 positions");
    assert_eq!(summary.lines[1], "1 game damaged, read up to the damage");
}

/// Games with a thousand times their size in findings: only a bounded amount waits for its turn.
#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn results_that_wait_for_their_turn_are_bounded() {
    /// Two threads with eight parts of at most 16 MiB. Each of these games exceeds that.
    const MAX: u64 = 150 << 20;
    const RICH: &str = "Nbnk3N/N2r1n2/NNr5/1N1NN1rN/3rn3/r1nn1n1N/Nn1Nr3/K2nNNN1 w - - 0 1";
    let folder = Folder::new();
    // The long path makes long rows, and the long comment makes each game a block of its own.
    let deep = vec!["n".repeat(250); 12].join("/");
    let moves = format!("{}{{{}}}", "-- ".repeat(2000), "x".repeat(70_000));
    folder.write(format!("{deep}/games.pgn"), game(RICH, &moves).repeat(16));
    // Until the first output is read, the threads work ahead as far as they may.
    let rows = folder.destrier("scan -j 2 -f jsonl -p knight-fork .");
    let until_still = |_: &mut ChildStdout, peak: &AtomicU64| {
        loop {
            let before = peak.load(Ordering::Relaxed);
            thread::sleep(Duration::from_secs(1));
            if peak.load(Ordering::Relaxed) == before {
                return Vec::new();
            }
        }
    };
    run_read_after(until_still, rows, |_| Ok(())).takes_at_most(MAX);
    folder.write(format!("{deep}/games.pgn"), game(RICH, &moves).repeat(5));
    let of_parquet = |threads: &str| {
        let ran = folder.run(&format!("scan -j {threads} -p knight-fork . -o out.parquet --force"));
        let is_written = ran.stderr.starts_with("destrier: wrote ") && ran.stderr.lines().count() == 1;
        assert!(ran.takes_at_most(MAX).status == 0 && is_written, "{}", ran.stderr);
        fs::read(folder.path("out.parquet")).unwrap()
    };
    assert!(of_parquet("1") == of_parquet("2"));
    for format in ["jsonl", "csv", "pgn"] {
        let one = folder.run(&format!("scan -j 1 -f {format} -p knight-fork ."));
        let two = folder.run(&format!("scan -j 2 -f {format} -p knight-fork ."));
        // Annotated games mention each chance once.
        let least = if format == "pgn" { 30 } else { 10_000 };
        assert!(one.takes_at_most(MAX).lines.len() > least, "{format}: {}", one.lines.len());
        assert!(two.takes_at_most(MAX).lines == one.lines, "{format}");
        if format == "jsonl" {
            let limit = one.lines.len() * 3 / 4;
            let limited = folder.run(&format!("scan -j 2 -f jsonl -p knight-fork . --limit {limit}"));
            assert!(limited.takes_at_most(MAX).lines == one.lines[..limit]);
        }
    }
}

/// Many threads read files with games of the greatest length.
#[test]
fn long_games_in_many_files_stay_within_memory() {
    /// Each of four threads reads one game and may hold it twice. Two more games wait.
    const MAX: u64 = ((4 * 2 + 2) * 64) << 20;
    let folder = Folder::new();
    let mut long = b"[Event \"x\"]\n\n1. e4 {".to_vec();
    long.resize(60 << 20, b'x');
    long.extend_from_slice(b"} e5 *\n\n");
    for i in 0..4 {
        let file = File::create(folder.path(format!("{i}.pgn.zst"))).unwrap();
        let mut encoder = zstd::Encoder::new(file, 1).unwrap();
        (0..4).for_each(|_| encoder.write_all(&long).unwrap());
        encoder.finish().unwrap();
    }
    let ran = folder.run("scan -j 4 --max-ratio 1000000 .");
    assert_eq!((ran.takes_at_most(MAX).status, ran.lines[0].trim()), (0, "16 games, 48 positions"));
}

#[test]
fn endless_input_ends_at_the_limit() {
    let folder = Folder::new();
    let games = game(FORK, "1. Kd2 *").repeat(1000);
    for arguments in ["scan -j 2 -f jsonl --limit 100000 -", "features -j 2 --limit 100000 -"] {
        let ran = folder.run_with(arguments, |stdin| {
            loop {
                stdin.write_all(games.as_bytes())?;
            }
        });
        assert!((0..=1).contains(&(ran.lines.len() - 100_000)), "{}", ran.lines.len());
        assert_eq!(ran.takes_at_most(100 << 20).status, 0);
    }
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).unwrap()
}

#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn bombs_are_read_up_to_the_limit() {
    let folder = Folder::new();
    let sound = game(FORK, "*");
    let spaces = vec![b' '; 200 << 20];
    let packers: [(&str, fn(&[u8]) -> Vec<u8>); 3] = [("gz", gzip), ("bz2", bzip2), ("zst", zstd)];
    for (ending, pack) in packers {
        let name = format!("bomb.pgn.{ending}");
        let bomb = [pack(sound.as_bytes()), pack(&spaces), pack(sound.as_bytes())].concat();
        folder.write(&name, &bomb);
        folder.write("sound.pgn", &sound);
        let ran = folder.run(&format!("scan -j 2 -f jsonl {name} sound.pgn --errors errors.jsonl --force"));
        assert_eq!(
            (ran.takes_at_most(100 << 20).status, ran.values("source")),
            (1, vec![name.clone(), "sound.pgn".into()])
        );
        let expected = format!("destrier: {name}: expands to more than 100 times its size: ");
        let hint = "to read the rest, decompress it first if you trust it, or raise --max-ratio\n";
        assert!(ran.stderr.starts_with(&expected) && ran.stderr.ends_with(hint), "{}", ran.stderr);
        let errors = fs::read_to_string(folder.path("errors.jsonl")).unwrap();
        assert!(
            errors.contains("expands to more than 100 times") && errors.contains("--max-ratio"),
            "{errors}"
        );
        let ran = folder.run(&format!("scan -j 2 -f jsonl --max-ratio 1000000 {name}"));
        assert_eq!((ran.takes_at_most(100 << 20).status, ran.lines.len(), &*ran.stderr), (0, 2, ""));
        // A pipe has no known size.
        let ran = folder.run_with("scan -f jsonl -", |stdin| stdin.write_all(&bomb));
        assert_eq!((ran.status, ran.lines.len()), (1, 1));
    }
}

/// 13 bytes of zstd can ask for a window of 2 GiB. The window takes memory only as it fills, and a bomb is stopped
/// before that.
#[test]
fn a_zstd_window_takes_only_the_memory_it_fills() {
    let folder = Folder::new();
    // A frame with that window, and blocks that repeat one byte to 128 KiB.
    let header = [0x28, 0xb5, 0x2f, 0xfd, 0, (31 - 10) << 3];
    let block = |is_last: u32| {
        let [low, middle, high, _] = (is_last | 1 << 1 | 131_072 << 3).to_le_bytes();
        [low, middle, high, b' ']
    };
    let frame = |blocks: usize| [&header[..], &block(0).repeat(blocks - 1), &block(1)].concat();
    for i in 0..4 {
        let small = [zstd(game(FORK, "*").as_bytes()), frame(1)].concat();
        folder.write(format!("in/{i}-small.pgn.zst"), small);
        folder.write(format!("in/{i}.pgn.zst"), [zstd(game(FORK, "*").as_bytes()), frame(16_384)].concat());
    }
    let ran = folder.run("scan -j 4 -f jsonl in");
    assert_eq!((ran.takes_at_most(400 << 20).status, ran.lines.len()), (1, 8));
    assert_eq!(ran.stderr.matches("expands to more than 100 times its size").count(), 4, "{}", ran.stderr);
}
