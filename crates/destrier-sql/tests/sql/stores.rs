//! Games in object stores: in memory, with counted requests, and on an S3 server.

use crate::compress::compress_part;
use crate::support::store::Store;
use crate::support::*;
use object_store::ObjectStoreExt;
use object_store::aws::AmazonS3Builder;
use object_store::memory::InMemory;
use object_store::path::Path as ObjectPath;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

const KIB: u64 = 1 << 10;

fn compressed(ending: &str, text: &[u8]) -> Vec<u8> {
    if ending == "plain" { text.to_vec() } else { compress_part(ending, text) }
}

/// Returns the sample with a damaged game at its end.
fn damaged() -> Vec<u8> {
    let mut text = fs::read(SAMPLE).unwrap();
    text.extend_from_slice(b"\n[Event \"damaged\"]\n\n1. e4 e5 2. Ke3 *\n");
    text
}

/// Objects have the rows of the file, in every compression and split.
#[tokio::test]
async fn objects_have_the_rows_of_files() {
    let store = Arc::new(Store::default());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, damaged()).unwrap();
    for ending in ["plain", "zst", "gz", "bz2"] {
        let path = ObjectPath::from(format!("games.pgn.{ending}"));
        store.put(&path, compressed(ending, &damaged()).into()).await.unwrap();
    }
    for function in ["games", "findings"] {
        let query = |path: &str| format!("SELECT * EXCEPT (source) FROM {function}('{path}')");
        let url = format!("file://{}", file.display());
        let expected = ask(&session(1), &query(&url)).await.unwrap().rows();
        assert!(expected.len() > 60);
        for ending in ["plain", "zst", "gz", "bz2"] {
            for partitions in [1, 2, 3] {
                let context = session(partitions);
                know(&context, "memory://games/", &store);
                let address = format!("memory://games/games.pgn.{ending}");
                let answer = ask(&context, &query(&address)).await.unwrap();
                assert_same_rows(&answer.rows(), &expected, &address);
                let cut = if ending == "plain" { partitions } else { 1 };
                assert_eq!(answer.partitions(), cut, "{address}");
            }
        }
    }
}

/// Parts overlap only a little, and their requests are large.
#[tokio::test]
async fn parts_fetch_what_they_need() {
    let text = fs::read(SAMPLE).unwrap().repeat(100);
    let size = text.len() as u64;
    let store = Arc::new(Store::default());
    store.put(&ObjectPath::from("a.pgn"), text.into()).await.unwrap();
    for partitions in [1, 2, 5] {
        let context = session(partitions as usize);
        know(&context, "memory://games/", &store);
        let query = "SELECT count(*), max(white_elo) FROM games('memory://games/a.pgn')";
        let answer = ask(&context, query).await.unwrap();
        assert_eq!((answer.number(), answer.partitions()), (6000, partitions as usize));
        let (asked, taken) = store.fetched();
        println!("{partitions} partitions of {size} bytes: {taken} bytes taken, {asked:?} asked for");
        // The head of the file, the search for the first game, and the rest of the last game after the end
        assert!(
            (size..size + (partitions - 1) * 320 * KIB).contains(&taken) || taken == size,
            "{taken} of {size}"
        );
        let requested: u64 = asked.iter().map(|range| range.end - range.start).sum();
        assert!(requested <= size + (partitions - 1) * 1280 * KIB, "{requested} of {size}");
        assert!(asked.len() as u64 <= 4 * partitions, "{asked:?}");
        // One part reads from the beginning; the others only detect the format.
        let heads: Vec<_> = asked.iter().filter(|range| range.start == 0).collect();
        assert_eq!(heads.len() as u64, partitions);
        assert_eq!(heads.iter().filter(|range| range.end > 64 * KIB).count(), 1, "{heads:?}");
        let small = |range: &&Range<u64>| range.end - range.start < 64 * KIB && range.end < size;
        assert_eq!(asked.iter().find(small), None);
    }
}

#[tokio::test]
async fn a_compressed_object_is_read_once() {
    let text = compressed("zst", &fs::read(SAMPLE).unwrap().repeat(20));
    let size = text.len() as u64;
    let store = Arc::new(Store::default());
    store.put(&ObjectPath::from("a.pgn.zst"), text.into()).await.unwrap();
    let context = session(2);
    know(&context, "memory://games/", &store);
    let query = "SELECT count(*) FROM games('memory://games/a.pgn.zst')";
    assert_eq!(ask(&context, query).await.unwrap().number(), 1200);
    let (asked, taken) = store.fetched();
    assert!(asked.iter().eq([&(0..size)]) && taken == size, "{asked:?}, {taken} taken");
}

/// Each query lists its folder again, and never uses the listing of another store.
#[tokio::test]
async fn listings_are_not_cached() {
    let context = destrier_sql::context().unwrap();
    let stores = [(); 2].map(|()| Arc::new(InMemory::new()));
    know(&context, "memory://one/", &stores[0]);
    know(&context, "memory://other/", &stores[1]);
    let game = "[Event \"x\"]\n\n1. e4 *\n\n";
    let games = async |store: &str| {
        let query = format!("SELECT count(*) FROM games('memory://{store}/games/')");
        ask(&context, &query).await.unwrap().number()
    };
    stores[0].put(&"games/a.pgn".into(), game.into()).await.unwrap();
    stores[1].put(&"games/b.pgn".into(), game.repeat(5).into()).await.unwrap();
    assert_eq!((games("one").await, games("other").await), (1, 5));
    stores[0].put(&"games/c.pgn".into(), game.repeat(2).into()).await.unwrap();
    stores[1].delete(&"games/b.pgn".into()).await.unwrap();
    stores[1].put(&"games/d.pgn".into(), game.into()).await.unwrap();
    assert_eq!((games("one").await, games("other").await), (3, 1));
}

/// Returns the Python that `DESTRIER_S3` names or that `tests/s3/install` installed. Without one, tests are skipped with a
/// hint.
fn python() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("DESTRIER_S3").filter(|python| !python.is_empty()) {
        let python = PathBuf::from(python);
        assert!(python.is_file(), "DESTRIER_S3={}: there is no such file", python.display());
        return Some(python);
    }
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/s3/bin/python");
    if !python.is_file() {
        eprintln!("skipped: no Python with an S3 server; run crates/destrier-sql/tests/s3/install");
        return None;
    }
    Some(python)
}

/// An S3 server. Dropping it stops the server.
struct Server {
    process: Child,
    /// The URL, `http://127.0.0.1:…`.
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts a server with a bucket `games`. A strict server rejects everyone, because it has no users.
    fn start(is_strict: bool) -> Option<Self> {
        let mut command = Command::new(python()?);
        command.args(["-u", "-m", "moto.server", "-H", "127.0.0.1", "-p", "0"]);
        if is_strict {
            // Authentication starts after one request, which creates the bucket.
            command.env("INITIAL_NO_AUTH_ACTION_COUNT", "1");
        }
        let mut process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let mut server = Self { process, address: String::new() };
        let mut said = Vec::new();
        for line in lines.by_ref().map_while(std::io::Result::ok) {
            if let Some(start) = line.find("http://127.0.0.1:") {
                server.address = line[start..].trim().to_owned();
                break;
            }
            said.push(line);
        }
        assert!(!server.address.is_empty(), "the server does not start:\n{}", said.join("\n"));
        // Keep reading, or the server would block.
        std::thread::spawn(move || lines.for_each(drop));
        server.put_plainly("games", b"");
        Some(server)
    }

    /// Creates a bucket, or a public object in one.
    fn put_plainly(&self, path: &str, bytes: &[u8]) {
        let host = self.address.strip_prefix("http://").unwrap();
        let mut connection = TcpStream::connect(host).unwrap();
        let length = bytes.len();
        write!(connection, "PUT /{path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n").unwrap();
        let may = if path.contains('/') { "public-read" } else { "private" };
        write!(connection, "Content-Type: application/octet-stream\r\nx-amz-acl: {may}\r\n").unwrap();
        write!(connection, "Connection: close\r\n\r\n").unwrap();
        connection.write_all(bytes).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }

    /// Puts objects into its bucket.
    async fn put(&self, objects: &[(&str, &[u8])]) {
        let store = AmazonS3Builder::new()
            .with_endpoint(&self.address)
            .with_allow_http(true)
            .with_bucket_name("games")
            .with_access_key_id("me")
            .with_secret_access_key("secret")
            .build()
            .unwrap();
        for (name, bytes) in objects {
            store.put(&ObjectPath::parse(name).unwrap(), bytes.to_vec().into()).await.unwrap();
        }
    }

    /// Returns the environment of a client with access.
    fn environment(&self) -> Vec<(&str, &str)> {
        vec![
            ("AWS_ACCESS_KEY_ID", "me"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
            ("AWS_ENDPOINT_URL", &self.address),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ALLOW_HTTP", "true"),
        ]
    }
}

/// Runs statements, and returns standard output or the error.
fn run(environment: &[(&str, &str)], statements: &str) -> Result<String, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_destrier-sql"));
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().to_ascii_uppercase();
        if ["AWS_", "AZURE_", "GOOGLE_"].iter().any(|of| name.starts_with(of)) || name.ends_with("_PROXY") {
            command.env_remove(&name).env_remove(name.to_ascii_lowercase());
        }
    }
    command.envs(environment.iter().copied()).args(["--format", "json", "-c", statements]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    match output.status.code() {
        Some(0) => {
            // A note about damaged games is the same for files and stores.
            Ok(stdout + &stderr)
        }
        Some(1) => Err(stderr),
        _ => panic!("{statements}: {}\n{stderr}", output.status),
    }
}

/// Returns the sorted rows of the last statement.
#[track_caller]
fn sorted(environment: &[(&str, &str)], statements: &str) -> Vec<String> {
    let rows = run(environment, statements).unwrap_or_else(|error| panic!("{error}"));
    let mut rows: Vec<_> = rows.lines().map(str::to_owned).collect();
    rows.sort();
    rows
}

#[tokio::test]
async fn s3_gives_the_answers_of_files() {
    let Some(server) = Server::start(false) else { return };
    let folder = tempfile::tempdir().unwrap();
    let sample = fs::read(SAMPLE).unwrap();
    let (zst, gz, bz2) = (compressed("zst", &sample), compressed("gz", &sample), compressed("bz2", &sample));
    let objects: [(&str, &[u8]); 5] = [
        ("games/a.pgn", &sample),
        ("games/b.pgn.zst", &zst),
        ("games/c.pgn.gz", &gz),
        ("games/d.PGN.bz2", &bz2),
        ("games/e.pgn", &damaged()),
    ];
    server.put(&objects).await;
    server.put(&[("games/read.me", b"not games"), ("a b/é.pgn", b"1. e4 *")]).await;
    fs::create_dir(folder.path().join("games")).unwrap();
    for (name, bytes) in objects {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let environment = server.environment();
    let local = format!("{}/", folder.path().to_str().unwrap());
    let cut = "SET datafusion.execution.target_partitions = 2; SET datafusion.optimizer.repartition_file_min_size = 1;";
    let same = |statements: &str, at_least: usize| {
        let expected = sorted(&[], &statements.replace("AT/", &local));
        let found = sorted(&environment, &statements.replace("AT/", "s3://games/"));
        assert_eq!(found, expected, "{statements}");
        assert!(found.len() >= at_least, "{statements}: {} rows", found.len());
    };
    for (name, _) in objects {
        same(&format!("SELECT * EXCEPT (source) FROM games('AT/{name}')"), 60);
        same(&format!("{cut} SELECT * EXCEPT (source) FROM findings('AT/{name}')"), 1000);
    }
    same(&format!("{cut} SELECT white, black, plies, damage FROM games('AT/games/')"), 301);
    same(
        "SELECT pattern, count(*) AS n FROM findings('AT/games/a.pgn', 'AT/games/d.PGN.bz2') GROUP BY pattern",
        4,
    );
    let table = "CREATE EXTERNAL TABLE g STORED AS PGN LOCATION 'AT/games/'";
    same(&format!("{table}; SELECT eco, count(*) AS n FROM g WHERE white_elo > 1500 GROUP BY eco"), 10);
    // Sources have the names of the query.
    let sources = "SELECT DISTINCT source FROM games('s3://games/games/') ORDER BY source";
    let names: String =
        objects.iter().map(|(name, _)| format!("{{\"source\":\"s3://games/{name}\"}}\n")).collect();
    assert_eq!(run(&environment, sources).unwrap(), names);
    let name = "SELECT source FROM games('s3a://games/a b/é.pgn')";
    assert_eq!(run(&environment, name).unwrap(), "{\"source\":\"s3a://games/a b/é.pgn\"}\n");
    // Answers can be written to the store and queried there.
    let copy = "COPY (SELECT eco FROM games('s3://games/games/a.pgn')) TO 's3://games/answers/a.parquet';
        SELECT count(eco) AS n FROM 's3://games/answers/a.parquet'";
    assert!(run(&environment, copy).unwrap().ends_with("{\"n\":60}\n"));
    // A web URL has no credentials, so it can read only public objects.
    let of_web = |path: &str| format!("SELECT count(*) AS n FROM games('{}/games/{path}')", server.address);
    let error = run(&[], &of_web("games/a.pgn")).unwrap_err();
    assert!(error.contains("403") && error.contains("games/a.pgn"), "{error}");
    server.put_plainly("games/open/a.pgn", &sample);
    for partitions in [1, 2] {
        let partitions = cut.replace("= 2;", &format!("= {partitions};"));
        assert_eq!(run(&[], &format!("{partitions} {}", of_web("open/a.pgn"))).unwrap(), "{\"n\":60}\n");
    }
    let error = run(&[], &of_web("open/a.pgn?key=secret")).unwrap_err();
    assert!(error.contains("not supported"), "{error}");
}

#[tokio::test]
async fn errors_of_s3_are_named() {
    let Some(server) = Server::start(false) else { return };
    server.put(&[("a.pgn", b"1. e4 *")]).await;
    let count = |path: &str| format!("SELECT count(*) FROM games('{path}')");
    let error = |environment: &[(&str, &str)], path: &str| run(environment, &count(path)).unwrap_err();
    let environment = server.environment();
    let without = |names: &[&str]| -> Vec<(&str, &str)> {
        environment.iter().filter(|(name, _)| !names.contains(name)).copied().collect()
    };
    let with = |name: &'static str, value: &'static str| {
        let mut environment = without(&[name]);
        environment.push((name, value));
        environment
    };
    assert_eq!(run(&environment, &count("s3://games/a.pgn")).unwrap(), "{\"count(*)\":1}\n");
    let missing = error(&environment, "s3://games/b.pgn");
    assert!(missing.contains("s3://games/b.pgn: there is no such file"), "{missing}");
    let missing = error(&environment, "s3://no-games/b.pgn");
    assert!(missing.contains("/no-games") && missing.contains("NoSuchBucket"), "{missing}");
    // An endpoint without a server, one without TLS that is not allowed, and one without the TLS that is expected.
    let nobody = error(&with("AWS_ENDPOINT_URL", "http://127.0.0.1:1"), "s3://games/a.pgn");
    assert!(nobody.contains("http://127.0.0.1:1/games/a.pgn"), "{nobody}");
    let open = error(&without(&["AWS_ALLOW_HTTP"]), "s3://games/a.pgn");
    assert!(open.contains("s3://games: ") && open.contains("AWS_ALLOW_HTTP=true"), "{open}");
    let address = server.address.replace("http:", "https:");
    let mut encrypted = without(&["AWS_ENDPOINT_URL", "AWS_ALLOW_HTTP"]);
    encrypted.push(("AWS_ENDPOINT_URL", &address));
    let unencrypted = error(&encrypted, "s3://games/a.pgn");
    assert!(unencrypted.contains(&format!("{address}/games/a.pgn")), "{unencrypted}");
    // Incomplete credentials, and none on a machine without a role
    let half = error(&without(&["AWS_SECRET_ACCESS_KEY"]), "s3://games/a.pgn");
    assert!(half.contains("s3://games: ") && half.contains("Missing SecretAccessKey"), "{half}");
    let mut nobody = without(&["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]);
    nobody.push(("AWS_METADATA_ENDPOINT", "http://127.0.0.1:1"));
    let nobody = error(&nobody, "s3://games/a.pgn");
    assert!(
        nobody.contains("no credentials: set AWS_ACCESS_KEY_ID") && nobody.contains("http://127.0.0.1:1/"),
        "{nobody}"
    );
    let azure = error(&[], "az://games/a.pgn");
    assert!(azure.contains("az://games: ") && azure.contains("AZURE_STORAGE_ACCOUNT_NAME"), "{azure}");
    let azurite = [
        ("AZURE_STORAGE_USE_EMULATOR", "true"),
        ("AZURITE_BLOB_STORAGE_URL", "http://127.0.0.1:1"),
        ("AZURE_ALLOW_HTTP", "true"),
    ];
    let azure = error(&azurite, "az://games/a.pgn");
    assert!(azure.contains("http://127.0.0.1:1/devstoreaccount1/games/a.pgn"), "{azure}");
    let google = error(&[("GOOGLE_SERVICE_ACCOUNT", "/no/such/file")], "gs://games/a.pgn");
    assert!(google.contains("gs://games: ") && google.contains("/no/such/file"), "{google}");
    let other = error(&[], "ftp://games/a.pgn");
    assert!(other.contains("ftp://games: this kind of URL is not supported"), "{other}");
}

#[tokio::test]
async fn unknown_users_are_rejected() {
    let Some(server) = Server::start(true) else { return };
    let error = run(&server.environment(), "SELECT count(*) FROM games('s3://games/')").unwrap_err();
    assert!(error.contains("403") && error.contains("InvalidAccessKeyId"), "{error}");
}
