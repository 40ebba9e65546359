//! The files of a table: names, folders, patterns and URLs, local and in object stores.

use crate::support::store::Store;
use crate::support::*;
use datafusion::object_store::ObjectStoreExt;
use datafusion::object_store::path::Path as ObjectPath;
use datafusion::prelude::SessionContext;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const GAME: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

/// Names in the order in which the command reads them, and others that it skips.
const NAMES: [&str; 15] = [
    "a/x.pgn",
    "a/y.fen.gz",
    "a-b/x.pgn",
    "a.pgn",
    "b/c.pgn/x.epd",
    "b/white=c.pgn",
    "q[1].pgn",
    "q[2]/x.PGN",
    "z.pgn",
    ".hidden.pgn",
    ".git/x.pgn",
    "b/.x/x.pgn",
    "b/notes.txt",
    "pgn",
    "c.pgn.gz.txt",
];
const READ: usize = 9;

fn folder(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content(name)).unwrap();
    }
    folder
}

fn content(name: &str) -> &'static str {
    let name = name.to_ascii_lowercase();
    if name.contains(".fen") || name.contains(".epd") { "4k3/8/8/8/8/8/8/4K3 w - -\n" } else { GAME }
}

async fn objects(context: &SessionContext, names: &[&str]) -> Arc<Store> {
    let store = Arc::new(Store::default());
    for name in names {
        store.put(&ObjectPath::parse(name).unwrap(), content(name).into()).await.unwrap();
    }
    know(context, "memory://games/", &store);
    store
}

/// Returns the files of a table, in the order of reading.
async fn sources(context: &SessionContext, table: &str) -> Vec<String> {
    let answer = ask(context, &format!("SELECT source FROM {table}")).await.unwrap();
    let mut sources: Vec<_> =
        answer.rows().iter().map(|row| row["source"].as_str().unwrap().to_owned()).collect();
    sources.dedup();
    sources
}

/// Returns the files of a path below a folder, after comparing them with a store in memory.
async fn found(names: &[&str], place: &str) -> Vec<String> {
    let context = session(1);
    let folder = folder(names);
    objects(&context, names).await;
    let below = |root: &str, sources: Vec<String>| -> Vec<String> {
        sources.iter().map(|source| source.strip_prefix(root).unwrap().to_owned()).collect()
    };
    let root = format!("{}/", folder.path().display());
    let files = below(&root, sources(&context, &format!("games('{root}{place}')")).await);
    let root = "memory://games/";
    let objects = below(root, sources(&context, &format!("games('{root}{place}')")).await);
    assert_eq!(files, objects, "{place}");
    files
}

#[tokio::test]
async fn folders_are_read_in_the_order_of_names() {
    assert_eq!(found(&NAMES, "").await, NAMES[..READ]);
    assert_eq!(found(&NAMES, "b/").await, NAMES[4..6]);
    let folder = folder(&NAMES);
    let of_command = destrier_games::sources(&[folder.path().into()]);
    let of_command: Vec<PathBuf> =
        of_command.into_iter().map(|source| source.unwrap().path().to_owned()).collect();
    let expected: Vec<_> = NAMES[..READ].iter().map(|name| folder.path().join(name)).collect();
    assert_eq!(of_command, expected);
    // A folder needs no slash at its end.
    assert_eq!(sources(&session(1), &format!("games({})", quoted(folder.path()))).await.len(), READ);
    let context = session(1);
    objects(&context, &NAMES).await;
    let sources = sources(&context, "games('memory://games/b')").await;
    assert_eq!(sources, ["memory://games/b/c.pgn/x.epd", "memory://games/b/white=c.pgn"]);
}

#[tokio::test]
async fn archives_in_a_folder_are_errors() {
    let context = session(1);
    for name in ["f.pgn.xz", "b/f.7z", "f.cbh"] {
        let folder = folder(&["a.pgn", name]);
        let games = |place: &str| format!("SELECT * FROM games('{}/{place}')", folder.path().display());
        let error = ask(&context, &games("")).await.err().unwrap().to_string();
        assert!(error.contains("not supported") && error.contains("'*.pgn'"), "{error}");
        ask(&context, &games("*.pgn")).await.unwrap();
    }
}

#[tokio::test]
async fn a_table_of_one_format_has_no_other_files() {
    let context = session(1);
    let folder = folder(&NAMES);
    for (format, count) in [("PGN", 7), ("EPD", 2)] {
        let table = format!(
            "CREATE OR REPLACE EXTERNAL TABLE t STORED AS {format} LOCATION {}",
            quoted(folder.path())
        );
        ask(&context, &table).await.unwrap();
        assert_eq!(sources(&context, "t").await.len(), count, "{format}");
    }
}

#[tokio::test]
async fn patterns_stand_anywhere_in_a_path() {
    let context = session(1);
    let folder = folder(&NAMES);
    let root = folder.path().display();
    for (pattern, expected) in [
        ("*.pgn", &["a.pgn", "q[1].pgn", "z.pgn"][..]),
        ("?.pgn", &["a.pgn", "z.pgn"]),
        ("[!a].pgn", &["z.pgn"]),
        ("a*/x.pgn", &["a/x.pgn", "a-b/x.pgn"]),
        ("b/*", &["b/notes.txt", "b/white=c.pgn"]),
        ("b/*=*", &["b/white=c.pgn"]),
        ("**/x.*", &["a/x.pgn", "a-b/x.pgn", "b/c.pgn/x.epd", "q[2]/x.PGN"]),
        ("b/**/*.pgn", &["b/white=c.pgn"]),
        ("a*/", &["a/x.pgn", "a/y.fen.gz", "a-b/x.pgn"]),
        (".h*", &[".hidden.pgn"]),
        // An existing name takes precedence over the pattern.
        ("q[1].pgn", &["q[1].pgn"]),
        ("q[2]/", &["q[2]/x.PGN"]),
        ("q[[]*.pgn", &["q[1].pgn"]),
    ] {
        let sources = sources(&context, &format!("games('{root}/{pattern}')")).await;
        let expected: Vec<_> = expected.iter().map(|name| format!("{root}/{name}")).collect();
        assert_eq!(sources, expected, "{pattern}");
        // In a URL, a question mark is not a pattern.
        if !pattern.contains('?') {
            assert_eq!(found(&NAMES, pattern).await.len(), expected.len(), "{pattern}");
        }
    }
}

/// Each name is given literally, and by a pattern.
#[tokio::test]
async fn names_may_have_any_characters() {
    let names = [
        "100%.pgn",
        "[x.pgn",
        "a b.pgn",
        "a#b.pgn",
        "a%41.pgn",
        "gro\u{df}e Züge.pgn",
        "it's.pgn",
        "q?.pgn",
        "{x}.pgn",
    ];
    let context = session(1);
    let folder = folder(&names);
    let root = folder.path().display();
    let all: Vec<_> = names.iter().map(|name| format!("{root}/{name}")).collect();
    for place in ["", "/*.pgn", "/**"] {
        assert_eq!(sources(&context, &format!("games('{root}{place}')")).await, all);
    }
    for name in &all {
        let table = format!("games({})", quoted(Path::new(name)));
        assert_eq!(sources(&context, &table).await, [name.as_str()]);
    }
    // The source of a row can be queried, also as a URL.
    objects(&context, &names).await;
    let all = sources(&context, "games('memory://games/')").await;
    assert_eq!(all.len(), names.len());
    for name in &all {
        let table = format!("games({})", quoted(Path::new(name)));
        assert_eq!(sources(&context, &table).await, [name.as_str()]);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn pipes_and_devices_are_errors() {
    let context = session(1);
    let folder = folder(&["a.pgn"]);
    let pipe = folder.path().join("pipe.pgn");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.to_str().unwrap(), "/dev/null"] {
        for query in [
            format!("SELECT * FROM games('{path}')"),
            format!("CREATE EXTERNAL TABLE g STORED AS PGN LOCATION '{path}'"),
        ] {
            let error = error_of(&context, &query).await;
            assert!(error.contains(path) && error.contains("to read a pipe, use `destrier scan`"), "{error}");
        }
    }
    // In a folder, they are skipped.
    assert_eq!(sources(&context, &format!("games({})", quoted(folder.path()))).await.len(), 1);
    assert_eq!(sources(&context, &format!("games('{}/*.pgn')", folder.path().display())).await.len(), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn links_are_followed() {
    use std::os::unix::fs::symlink;
    let context = session(1);
    let folder = folder(&["a/b/x.pgn", "a/z.pgn", "elsewhere/y.pgn"]);
    let at = |path| folder.path().join(path);
    symlink(at("a"), at("a/.loop")).unwrap();
    symlink(at("elsewhere"), at("a/c")).unwrap();
    symlink(at("elsewhere/y.pgn"), at("a/d.pgn")).unwrap();
    symlink(at("nowhere"), at("a/f.txt")).unwrap();
    let root = folder.path().display();
    let below = |sources: Vec<String>| -> Vec<String> {
        sources.iter().map(|name| name.strip_prefix(&format!("{root}/a/")).unwrap().to_owned()).collect()
    };
    let all = ["b/x.pgn", "c/y.pgn", "d.pgn", "z.pgn"];
    for place in ["", "/**/*.pgn"] {
        assert_eq!(below(sources(&context, &format!("games('{root}/a{place}')")).await), all, "{place}");
    }
    // A broken link with the name of a supported file is an error.
    symlink(at("nowhere"), at("a/e.pgn")).unwrap();
    let error = error_of(&context, &format!("SELECT * FROM games('{root}/a')")).await;
    assert!(error.contains("a/e.pgn"), "{error}");
}

/// The command reports the same error.
#[cfg(unix)]
#[tokio::test]
async fn a_link_loop_is_an_error() {
    use std::os::unix::fs::symlink;
    let context = session(1);
    for (link, target, reason) in
        [("a/b/loop", "a", "leads back to "), ("a/b/self", "a/b/self", "Too many levels of symbolic links")]
    {
        let folder = folder(&["a/b/x.pgn", "a/z.pgn"]);
        symlink(folder.path().join(target), folder.path().join(link)).unwrap();
        let mut of_command = destrier_games::sources(&[folder.path().join("a")]).into_iter();
        let of_command = of_command.find_map(Result::err).unwrap().to_string();
        assert!(of_command.contains(&format!("{link}: {reason}")), "{of_command}");
        for pattern in ["", "/**/*.pgn"] {
            let place = format!("{}/a{pattern}", folder.path().display());
            let error = error_of(&context, &format!("SELECT * FROM games('{place}')")).await;
            assert!(error.ends_with(&format!("{place}: {of_command}")), "{error}");
        }
    }
    // A link to a folder above the listed one leads back to it.
    let folder = folder(&["a/b/x.pgn", "a/z.pgn"]);
    symlink(folder.path(), folder.path().join("a/b/up")).unwrap();
    let root = folder.path().display();
    let error = error_of(&context, &format!("SELECT * FROM games('{root}/a')")).await;
    assert!(error.contains(&format!("{root}/a/b/up/a: leads back to {root}/a, ")), "{error}");
    // A pattern that does not reach the link is fine.
    assert_eq!(sources(&context, &format!("games('{root}/a/*.pgn')")).await.len(), 1);
}

#[tokio::test]
async fn errors_of_locations_are_one_line() {
    let context = session(1);
    let folder = folder(&["a.pgn", "b/x.txt"]);
    let root = folder.path().to_str().unwrap();
    for (place, reason) in [
        ("", "empty"),
        ("data:foo", "no such file"),
        (r"C:\games", "no such file"),
        ("nosuch://games/a.pgn", "there is no"),
        ("file://elsewhere/a.pgn", "not a valid path"),
        ("a***b.pgn", "pattern"),
        ("[a.pgn", "pattern"),
        ("{root}/*.epd", "no file matches"),
        ("{root}/b*", "no file matches"),
        ("{root}/b", "no file in it"),
        ("{root}/a.pgn/", "Not a directory"),
        ("{root}/a.pgn/b.pgn", "Not a directory"),
        ("{root}/c.pgn", "no such file"),
    ] {
        let place = place.replace("{root}", root);
        for query in [
            format!("SELECT * FROM games('{place}')"),
            format!("CREATE EXTERNAL TABLE g STORED AS PGN LOCATION '{place}'"),
        ] {
            let error = error_of(&context, &query).await;
            assert!(error.contains(&place) && error.contains(reason), "{place}: {error}");
            assert!(!error.contains("Internal") && !error.contains('\n'), "{error}");
        }
    }
    for (mark, code) in [('?', "%3F"), ('#', "%23")] {
        let query = format!("SELECT * FROM games('memory://games/a.pgn{mark}key=secret')");
        let error = error_of(&context, &query).await;
        assert!(error.contains("memory://games/a.pgn: ") && error.contains("are not supported"), "{error}");
        assert!(error.contains(code) && !error.contains("secret"), "{error}");
    }
    let two =
        error_of(&context, &format!("SELECT * FROM games('{root}/a.pgn', 'memory://games/a.pgn')")).await;
    assert!(two.contains("different stores"), "{two}");
}

#[cfg(unix)]
#[tokio::test]
async fn an_unreadable_folder_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&["a.pgn", "b/x.pgn"]);
    let locked = folder.path().join("b");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read_dir(&locked).is_ok() {
        println!("skipped: this user can read all folders");
        return;
    }
    for place in [folder.path(), &locked] {
        let error = error_of(&session(1), &format!("SELECT * FROM games({})", quoted(place))).await;
        assert!(error.contains(locked.to_str().unwrap()) && error.contains("denied"), "{error}");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[tokio::test]
async fn a_location_is_listed_once() {
    let context = session(4);
    let store = objects(&context, &NAMES).await;
    for (place, requests) in [("", 1), ("b/", 1), ("a.pgn", 1), ("b", 2), ("**/*.pgn", 1), ("q[1].pgn", 1)] {
        store.requests();
        let query = format!("SELECT * FROM games('memory://games/{place}')");
        context.sql(&query).await.unwrap().create_physical_plan().await.unwrap();
        assert_eq!(store.requests(), requests, "{place}");
    }
}

#[tokio::test]
async fn a_file_is_a_table_by_its_name() {
    let context = destrier_sql::context().unwrap();
    let folder = folder(&["a.pgn", "b.fen", "c.EPD"]);
    let root = folder.path().to_str().unwrap();
    fs::write(folder.path().join("d.pgn.zst"), zstd::encode_all(GAME.as_bytes(), 1).unwrap()).unwrap();
    fs::write(folder.path().join("e.csv"), "one,two\n1,2\n").unwrap();
    for name in ["a.pgn", "b.fen", "c.EPD", "d.pgn.zst"] {
        let path = format!("{root}/{name}");
        let joined = format!("SELECT source FROM '{path}' a JOIN games('{path}') b USING (source, game)");
        let rows = ask(&context, &joined).await.unwrap().rows();
        assert_eq!(rows.len(), 1, "{name}");
        assert_eq!(rows[0]["source"], path);
    }
    assert_eq!(sources(&context, &format!("'{root}/*.pgn'")).await, [format!("{root}/a.pgn")]);
    let rows = ask(&context, &format!("SELECT two FROM '{root}/e.csv'")).await.unwrap().rows();
    assert_eq!(rows[0]["two"], 2);
    let error = error_of(&context, &format!("SELECT * FROM '{root}/no.pgn'")).await;
    assert!(error.contains("no.pgn: there is no such file"), "{error}");
    let error = error_of(&context, "SELECT * FROM games").await;
    assert!(error.contains("not found"), "{error}");
}

#[tokio::test]
async fn partitioned_by_is_refused() {
    let context = session(1);
    let folder = folder(&["year=2020/a.pgn", "year=2021/a.pgn"]);
    let root = folder.path().display();
    let create = format!("CREATE EXTERNAL TABLE g STORED AS PGN PARTITIONED BY (year) LOCATION '{root}'");
    let error = error_of(&context, &create).await;
    assert!(error.contains("PARTITIONED BY is not supported for PGN"), "{error}");
    // The error suggests a pattern of folders.
    let sources = sources(&context, &format!("games('{root}/year=2021*/')")).await;
    assert_eq!(sources, [format!("{root}/year=2021/a.pgn")]);
}
