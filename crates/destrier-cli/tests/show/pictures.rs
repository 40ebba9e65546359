//! Pictures: bytes, pixels and output files.

use super::common::{ROOT, assert_golden, destrier, golden, printed};
use super::{FORK, MANY, refused, show, shown};
use destrier_games::PATTERNS;
use resvg::tiny_skia::Pixmap;
use std::fs;
use std::path::Path;
use std::process::Output;

#[test]
fn the_pictures_of_the_documentation_are_made_by_the_command() {
    for pattern in PATTERNS {
        let svg = printed(["show", pattern.example, "-p", pattern.name, "--size", "360", "--svg", "-"]);
        assert_golden(&format!("{ROOT}/docs/pictures/{}.svg", pattern.name), &svg);
    }
}

#[test]
fn pictures_of_real_games_match_the_golden_files() {
    for (name, arguments) in [
        ("show-game.svg", &["samples/lichess.pgn", "1:16", "--svg", "-"][..]),
        ("show-many.svg", &[MANY, "--flip", "--svg", "-"]),
        ("show-reach.svg", &["8/8/8/6k1/8/2P4P/PP6/1K6 b - - 0 1", "-p", "king_reach", "--svg", "-"]),
        ("show-unplayable.svg", &["QQQQQQQQ/Q7/8/8/8/8/8/8 w", "--svg", "-"]),
    ] {
        assert_golden(name, &shown(arguments));
    }
}

/// Pictures need no other files, and screen readers can read them.
#[test]
fn pictures_stand_alone() {
    for pattern in PATTERNS {
        let svg = shown(&[pattern.example, "--svg", "-"]);
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && svg.ends_with("</svg>\n"));
        assert_eq!(svg.matches("http").count(), 1, "the name space alone: {svg}");
        for foreign in ["<script", "<image", "@import", "href=\"h", "url(h", "<style", "<foreign"] {
            assert!(!svg.contains(foreign), "{foreign}: {svg}");
        }
        let title = svg.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
        assert!(title.starts_with("Chess position, ") && title.contains(pattern.example), "{title}");
        let words = svg.split_once("<desc>").unwrap().1.split_once("</desc>").unwrap().0;
        assert!(
            words.contains("White has king ") && words.contains(&format!("{}: ", pattern.name)),
            "{words}"
        );
    }
}

#[test]
fn pixels_match_the_golden_file() {
    let made = show(&[FORK, "--size", "240", "--png", "-"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let pixels = Pixmap::decode_png(&made.stdout).unwrap();
    let golden = Pixmap::decode_png(&golden("show-fork.png", &made.stdout)).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (golden.width(), golden.height()));
    // Other processors round differently.
    let differ = |a: u8, b: u8| a.abs_diff(b) > 3;
    let differing = pixels.pixels().iter().zip(golden.pixels()).filter(|(a, b)| {
        differ(a.red(), b.red())
            || differ(a.green(), b.green())
            || differ(a.blue(), b.blue())
            || a.alpha() != b.alpha()
    });
    assert_eq!(differing.count(), 0, "pixels of {}", pixels.pixels().len());
    // The lowest part shows the FEN, so the font works.
    let dark = |y: u32| (0..pixels.width()).filter(|&x| pixels.pixel(x, y).unwrap().red() < 160).count();
    let below = pixels.height() * 9 / 10..pixels.height();
    assert!(below.into_iter().map(dark).sum::<usize>() > 50);
}

#[test]
fn the_size_is_the_width() {
    for size in ["100", "777", "4000"] {
        let svg = shown(&[FORK, "--size", size, "--svg", "-"]);
        assert!(svg.contains(&format!(" width=\"{size}\" height=\"")), "{svg}");
    }
    let png = show(&[FORK, "--size", "100", "--png", "-"]).stdout;
    assert_eq!(Pixmap::decode_png(&png).unwrap().width(), 100);
    for size in ["99", "4001", "0", "-1", "x"] {
        let (status, said) = refused(&[FORK, "--size", size, "--svg", "-"]);
        assert!(status == 2 && (said.contains("100..=4000") || size == "x"), "{said}");
    }
}

#[test]
fn only_force_overwrites_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (svg, png) = (path("a.svg"), path("a.png"));
    // Both files at once, and nothing in the terminal.
    assert_eq!(shown(&[FORK, "--svg", &svg, "--png", &png]), "");
    assert_eq!(fs::read_to_string(&svg).unwrap(), shown(&[FORK, "--svg", "-"]));
    assert_eq!(fs::read(&png).unwrap(), show(&[FORK, "--png", "-"]).stdout);
    let before = fs::read(&svg).unwrap();
    let (status, said) = refused(&["8/8/8/8/8/8/8/8", "--svg", &svg]);
    assert!(status == 1 && said.ends_with("a.svg: already exists; pass --force to overwrite it\n"), "{said}");
    assert_eq!(fs::read(&svg).unwrap(), before);
    assert_eq!(shown(&["8/8/8/8/8/8/8/8", "--svg", &svg, "--force"]), "");
    assert_ne!(fs::read(&svg).unwrap(), before);
    // No temporary files remain, even if there is nothing to draw.
    refused(&["8/8", "--svg", &path("b.svg")]);
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.png", "a.svg"]);
    let (status, said) = refused(&[FORK, "--svg", &svg, "--png", &svg, "--force"]);
    assert_eq!((status, &*said), (2, "destrier: --svg and --png: name two files\n"));
    assert_eq!(refused(&[FORK, "--svg", "-", "--png", "-"]).0, 2);
    let games = path("games.pgn");
    fs::write(&games, "1. e4 *\n").unwrap();
    let (status, said) = refused(&[&games, "1:1", "--svg", &games, "--force"]);
    assert!(
        status == 2 && said.ends_with("games.pgn: is both input and output; choose another output file\n")
    );
    assert_eq!(fs::read_to_string(&games).unwrap(), "1. e4 *\n");

    // A file at the temporary path is not overwritten, either.
    let (precious, partial, svg) = (path("precious"), path("c.svg.partial"), path("c.svg"));
    fs::write(&precious, "precious").unwrap();
    fs::hard_link(&precious, &partial).unwrap();
    let (status, said) = refused(&[FORK, "--svg", &svg]);
    assert!(
        status == 1 && said.ends_with("c.svg.partial: already exists; pass --force to overwrite it\n"),
        "{said}"
    );
    assert!(Path::new(&partial).exists());
    assert_eq!(shown(&[FORK, "--svg", &svg, "--force"]), "");
    assert_eq!(fs::read_to_string(&svg).unwrap(), shown(&[FORK, "--svg", "-"]));
    assert!(!Path::new(&partial).exists());
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious", "it has another name");
}

#[test]
fn bad_outputs_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("file"), "").unwrap();
    for (target, said) in [
        ("no/a.svg", "no: there is no such folder\n"),
        ("file/a.svg", "file: not a folder\n"),
        (".", "a folder; name a file in it\n"),
    ] {
        for option in ["--svg", "--png"] {
            let (status, text) = refused(&[FORK, option, &path(target), "--force"]);
            assert!(status == 1 && text.ends_with(said) && !text.contains("partial"), "{text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_failed_picture_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png").to_str().unwrap().to_owned();
    let run = |script: &str| {
        let script = format!("{script} exec \"$0\" show \"$1\" --png \"$2\"");
        let mut bash = std::process::Command::new("bash");
        bash.args(["-c", &script, env!("CARGO_BIN_EXE_destrier"), FORK, &path]).output().unwrap()
    };
    let failed = run("trap '' XFSZ; ulimit -f 1;");
    assert_eq!(failed.status.code(), Some(1));
    let said = String::from_utf8(failed.stderr).unwrap();
    assert_eq!(said, format!("destrier: {path}: File too large (os error 27)\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert!(run("").status.success() && Path::new(&path).exists());
}

/// An input under another name, or as standard input, is safe, too.
#[test]
fn inputs_are_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, link, fen) = (path("games.pgn"), path("link.svg"), path("fork.svg"));
    fs::write(&games, "1. e4 *\n").unwrap();
    fs::hard_link(&games, &link).unwrap();
    fs::write(&fen, FORK).unwrap();
    let read_from = |file: &str, arguments: &[&str]| {
        let mut command = destrier(["show"].iter().chain(arguments).copied());
        let Output { status, stdout, stderr } =
            command.stdin(fs::File::open(file).unwrap()).output().unwrap();
        assert!(stdout.is_empty());
        (status.code().unwrap(), String::from_utf8(stderr).unwrap())
    };
    for (status, said) in [
        refused(&[&games, "1:1", "--svg", &link, "--force"]),
        refused(&[&games, "1:1", "--png", &link, "--force"]),
        read_from(&games, &["-", "1:1", "--svg", &link, "--force"]),
        read_from(&fen, &["-", "--svg", &fen, "--force"]),
    ] {
        assert!(status == 2 && said.contains(": is both input and output"), "{status} {said}");
    }
    assert_eq!(fs::read_to_string(&link).unwrap(), "1. e4 *\n");
    assert_eq!(fs::read_to_string(&fen).unwrap(), FORK);
    assert_eq!(read_from(&fen, &["-", "--svg", &path("new.svg")]), (0, String::new()));
}

#[test]
fn findings_that_are_not_drawn_are_counted() {
    let fen = "rrrkrrrr/8/8/NNNNNNNN/NNNNNNNN/8/8/K7 w - - 0 1";
    let findings = shown(&[fen]).matches("knight-fork: ").count();
    assert!(findings > 24, "{findings}");
    let svg = shown(&[fen, "--svg", "-"]);
    assert!(svg.contains(&format!(">And {} more, which are not drawn.<", findings - 24)), "{svg}");
    // Once in the picture, and once in the text for screen readers.
    assert_eq!(svg.matches("knight-fork: ").count(), 2 * 24);
}
