//! Locations of damage: the number of the game, row or line, and the byte offset of the token in the decompressed
//! file.

use crate::scanned::scan_files;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Checks the damage of a file, plain and compressed: the places, and the token at each offset.
#[track_caller]
fn assert_places(ending: &str, text: &str, expected: &[(&str, &str)]) {
    let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
    compressed.write_all(text.as_bytes()).unwrap();
    let plain = (format!("file.{ending}"), text.as_bytes().to_vec());
    for (name, content) in [plain, (format!("file.{ending}.gz"), compressed.finish().unwrap())] {
        let scanned = scan_files(&[(&name, Some(&content))]);
        let found: Vec<_> = scanned
            .damages
            .iter()
            .map(|(place, damage)| (place.to_string(), damage.token.as_str()))
            .collect();
        let found: Vec<_> = found.iter().map(|(place, token)| (place.as_str(), *token)).collect();
        assert_eq!(found, expected, "{name}: {:?}", scanned.problems);
        assert_eq!(scanned.totals.damaged, expected.len() as u64);
        for (place, damage) in &scanned.damages {
            let there = &text[damage.offset as usize..];
            assert!(there.starts_with(&damage.token), "{name}: {place}: {damage}: {there:.30}");
        }
    }
}

#[test]
fn damage_in_games_has_its_offset() {
    assert_places(
        "pgn",
        "\u{feff}% Zürich\n[Event \"Zürich\"]\n[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Kd2 *\n\n\
         [Event \"2\"]\n[Variant \"Atomic\"]\n\n1. Nf9 *\n\n\
         [Event \"3\"]\r\n[Variant \"Chess960\"]\r\n[FEN \"bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w KQkq - 0 1\"]\r\n\r\n\
         1. e4 {é} e5 2. O-O *\r\n\r\n\
         [Event \"4\"]\n[SetUp \"1\"]\n[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 9\"]\n\n9. Nc7+ Kd8 10. Nxa9 *\n\n\
         [Event \"5\"]\n\n1. e4 *\n\n\
         [Event \"6\"]\n[FEN \"castle\"]\n\n1. e4 *\n",
        &[
            ("game 1", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
            ("game 3", "O-O"),
            ("game 4", "Nxa9"),
            ("game 6", "castle"),
        ],
    );
}

#[test]
fn damage_in_positions_has_its_offset() {
    let fork = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";
    let text = format!(
        "# forks\n{fork}\n\n{fork} bm Nc7+;\r\n8/8/8/8/8/8/8/4K3 w - -\n\t4k3/8/8/8/8/8/8/4K3 x - - id \"é\";\n{fork}\né\n\
         3qk3/8/8/8/8/8/8/4RK2 w - - 0 1"
    );
    assert_places(
        "epd",
        &text,
        &[
            ("line 5", "8/8/8/8/8/8/8/4K3 w - -"),
            ("line 6", "4k3/8/8/8/8/8/8/4K3 x - -"),
            ("line 8", "é"),
            ("line 9", "3qk3/8/8/8/8/8/8/4RK2 w - - 0 1"),
        ],
    );
}

#[test]
fn damage_in_puzzles_has_its_offset() {
    let fork = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";
    let text = format!(
        "\u{feff}PuzzleId,FEN,Moves,Themes\r\nsound,{fork},b5c7 e8d8 c7a8,fork\r\nillegal,{fork},b5c7 e8e7 c7a9,é\n\
         \"quoted\",\"{fork}\",\"b5c7  e8c8\",é\nshort,{fork}\n\nsetup,8/8/8/8/8/8/8/4K3 w - -,e1e2,\nsan,{fork},Nc7+,fork\n\
         sound,{fork},b5c7,fork"
    );
    assert_places(
        "csv",
        &text,
        &[
            ("game 2", "c7a9"),
            ("game 3", "e8c8"),
            ("game 4", &format!("short,{fork}")),
            ("game 6", "8/8/8/8/8/8/8/4K3 w - -"),
            ("game 7", "Nc7+"),
        ],
    );
}
