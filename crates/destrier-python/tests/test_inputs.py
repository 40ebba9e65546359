"""Inputs of tables, damage, interruption and progress."""

import bz2
import gzip
import http.server
import io
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import zipfile
from pathlib import Path

import chess.pgn
import duckdb
import fsspec
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import destrier

from conftest import COMMAND, LICHESS, PUZZLES

PGN = LICHESS.read_bytes()
COLUMNS = ["game", "ply", "fen", "pattern", "san", "played", "white", "eco", "date"]


def findings(inputs, **options):
    return pyarrow.table(destrier.findings(inputs, **{"columns": COLUMNS, **options})).to_pylist()


EXPECTED = findings(LICHESS)


def test_paths_files_and_bytes(tmp_path):
    compressed = tmp_path / "games.pgn.gz"
    compressed.write_bytes(gzip.compress(PGN))
    assert len(EXPECTED) > 300
    assert findings(str(LICHESS)) == findings(Path(LICHESS)) == EXPECTED
    assert findings(PGN) == findings(bytearray(PGN)) == findings(bz2.compress(PGN)) == EXPECTED
    assert findings(compressed) == findings(tmp_path) == findings([compressed]) == EXPECTED
    assert findings(io.BytesIO(PGN)) == EXPECTED
    with open(compressed, "rb") as raw, gzip.open(compressed) as unpacked:
        assert findings(raw) == findings(unpacked) == EXPECTED
    assert len(findings([PGN, io.BytesIO(PGN), LICHESS])) == 3 * len(EXPECTED)


def test_sources_have_names(tmp_path):
    def sources(inputs):
        return polars.DataFrame(destrier.games(inputs, columns=["source"]))["source"].unique().to_list()

    with open(LICHESS, "rb") as file:
        assert sources(file) == sources(LICHESS) == [str(LICHESS)]
    assert sources(PGN) == ["<bytes>"] and sources(io.BytesIO(PGN)) == ["<file>"]


def test_files_are_read_again_from_where_they_stood():
    file = io.BytesIO(b"skipped\n\n" + PGN)
    file.seek(9)
    table = destrier.findings(file, columns=COLUMNS)
    assert pyarrow.table(table).to_pylist() == pyarrow.table(table).to_pylist() == EXPECTED


def test_open_parquet_files(tmp_path):
    path = tmp_path / "games.parquet"
    subprocess.run([COMMAND, "convert", LICHESS, "-o", path], check=True)
    with open(path, "rb") as file:
        assert findings(file) == findings(io.BytesIO(path.read_bytes())) == findings(path.read_bytes()) == EXPECTED
        assert file.tell() == 0
    names = polars.DataFrame(destrier.findings(io.BytesIO(path.read_bytes()), columns=["source"]))["source"].unique()
    assert names.to_list() == [str(LICHESS)]


def test_pipes_are_read_once():
    reading, writing = os.pipe()

    def write():
        with open(writing, "wb") as pipe:
            pipe.write(PGN)

    thread = threading.Thread(target=write)
    thread.start()
    with open(reading, "rb") as pipe:
        table = destrier.findings(pipe, columns=COLUMNS)
        assert pyarrow.table(table).to_pylist() == EXPECTED
        with pytest.raises(destrier.DamageError, match="read only once"):
            list(table)
        with pytest.raises(Exception, match="read only once"):
            pyarrow.table(table)
        with pytest.raises(destrier.DamageError, match="no bytes"):
            list(destrier.games(pipe))
        with pytest.raises(ValueError, match="sample"):
            destrier.findings(pipe, sample=3)
    thread.join()


def test_wrong_inputs(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        destrier.findings(tmp_path / "missing.pgn")
    assert missing.value.filename == str(tmp_path / "missing.pgn")
    with pytest.raises(TypeError, match="binary"):
        destrier.findings(io.StringIO("1. e4"))
    for wrong in (None, 1, [1], [[LICHESS]]):
        with pytest.raises(TypeError, match="expected a path"):
            destrier.findings(wrong)
    with pytest.raises(ValueError, match="empty"):
        destrier.findings([])
    with pytest.raises(ValueError, match="its columns are eco; it needs moves"):
        destrier.findings(polars.DataFrame({"eco": ["A00"]}))


def test_files_that_raise():
    class Broken:
        def read(self, size):
            raise RuntimeError("the disk is gone")

    class Wrong:
        def read(self, size):
            return "text"

    for file, reason in ((Broken(), "the disk is gone"), (Wrong(), "bytes")):
        with pytest.raises(destrier.DamageError, match=reason):
            list(destrier.findings(file))
        table = destrier.findings(file, skip_unreadable=True)
        with pytest.warns(UserWarning, match="no input could be read; see errors"):
            assert list(table) == []
        assert reason in table.errors[0].reason and table.errors[0].game is None
        with pytest.raises(destrier.DamageError, match=reason):
            list(destrier.findings(file, strict=True, skip_unreadable=True))


def test_spent_inputs_raise(tmp_path):
    file = io.BytesIO(PGN)
    file.read()
    with pytest.raises(OSError, match="read to its end"):
        destrier.games(file)
    assert len(list(destrier.games(io.BytesIO()))) == 0
    frame = polars.DataFrame({"moves": ["e4 e5"]}).to_arrow()
    stream = pyarrow.RecordBatchReader.from_stream(frame)
    assert stream.read_all().num_rows == 1
    with pytest.raises(destrier.DamageError, match="read only once"):
        list(destrier.games(stream))


def test_zip_archives(tmp_path):
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("b/games.pgn", PGN)
        archive.writestr("read.me", "not games")
        archive.writestr("a.pgn", PGN)
    assert findings(path) == findings(path.read_bytes()) == 2 * EXPECTED
    with open(path, "rb") as file:
        assert findings(file) == findings(io.BytesIO(path.read_bytes())) == 2 * EXPECTED
    names = pyarrow.table(destrier.games(path.read_bytes(), columns="source"))["source"].unique()
    assert names.to_pylist() == ["<bytes>/a.pgn", "<bytes>/b/games.pgn"]
    with pytest.raises(destrier.DamageError, match="zip"):
        list(destrier.games(path.read_bytes()[:-30]))


def sources_of(inputs):
    return pyarrow.table(destrier.games(inputs, columns="source"))["source"].unique().to_pylist()


def test_patterns_of_paths(tmp_path):
    for name in ("b.pgn", "a.pgn", "c.txt", "sub/d.pgn", "e[1].pgn"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"1. e4 *")
    names = {name: f"{tmp_path}/{name}" for name in ("a.pgn", "b.pgn", "e[1].pgn", "sub/d.pgn")}
    assert sources_of(f"{tmp_path}/[ab].pgn") == [names["a.pgn"], names["b.pgn"]]
    assert sources_of(f"{tmp_path}/**/*.pgn") == list(names.values())
    assert sources_of(names["e[1].pgn"]) == [names["e[1].pgn"]]
    assert sources_of([names["b.pgn"], f"{tmp_path}/a*"]) == [names["b.pgn"], names["a.pgn"]]
    with pytest.raises(FileNotFoundError, match="No file matches"):
        destrier.games(f"{tmp_path}/*.csv")


def test_addresses(tmp_path):
    memory = fsspec.filesystem("memory")
    subprocess.run([COMMAND, "convert", LICHESS, "-o", tmp_path / "games.parquet"], check=True)
    for name, content in [("a.pgn", PGN), ("b.pgn.gz", gzip.compress(PGN)), ("t.parquet", (tmp_path / "games.parquet").read_bytes())]:
        memory.pipe(f"/destrier/{name}", content)
        table = destrier.findings(f"memory://destrier/{name}", columns=COLUMNS)
        assert table.to_arrow().to_pylist() == table.to_arrow().to_pylist() == EXPECTED
    assert sources_of("memory://destrier/*.pgn*") == ["memory:///destrier/a.pgn", "memory:///destrier/b.pgn.gz"]
    assert sources_of([LICHESS, f"file://{LICHESS}"]) == [str(LICHESS), f"file://{LICHESS}"]
    for missing in ("memory://destrier/c.pgn", "memory://destrier/*.csv"):
        with pytest.raises(FileNotFoundError):
            destrier.games(missing)
    with pytest.raises(ValueError, match="inputs: nowhere://a: .*nowhere"):
        destrier.games("nowhere://a")


def test_a_web_server(monkeypatch):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=LICHESS.parent)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}/"
        assert findings(f"{address}lichess.pgn") == EXPECTED
        assert sources_of(f"{address}lichess.pgn?raw=true") == [f"{address}lichess.pgn?raw=true"]
        with pytest.raises(FileNotFoundError):
            list(destrier.games(f"{address}missing.pgn"))
    finally:
        server.shutdown()
        server.server_close()
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ModuleNotFoundError, match=r'pip install "fsspec\[http\]"'):
        destrier.games(f"{address}lichess.pgn")


def games():
    with open(LICHESS, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            yield game


@pytest.mark.parametrize("form", ["moves", "MoveText", "moves_uci", "moves_san", "pgn"])
def test_tables_of_moves(form, tmp_path):
    rows = []
    for game in games():
        board = game.board()
        san, uci = [], []
        for move in game.mainline_moves():
            san.append(board.san(move))
            uci.append(move.uci())
            board.push(move)
        forms = {
            "moves": " ".join(san),
            "MoveText": str(chess.pgn.Game.from_board(board).accept(chess.pgn.StringExporter(headers=False))),
            "moves_uci": uci,
            "moves_san": san,
            "pgn": str(game),
        }
        date = game.headers["UTCDate"].replace(".", "-")
        rows.append({form: forms[form], "white": game.headers["White"], "ECO": game.headers["ECO"], "utc_date": date})
    frame = polars.DataFrame(rows).with_columns(polars.col("utc_date").str.to_date())
    assert findings(frame) == findings(frame.to_arrow()) == EXPECTED
    assert findings(pyarrow.RecordBatchReader.from_stream(frame)) == EXPECTED
    assert findings([frame, LICHESS])[len(EXPECTED):] == EXPECTED
    assert findings(frame.to_pandas()) == EXPECTED
    assert findings(frame.with_columns(polars.col("white", "ECO").cast(polars.Categorical))) == EXPECTED
    frame.write_parquet(tmp_path / "games.parquet")
    assert findings(tmp_path / "games.parquet") == EXPECTED


READERS = {
    "pyarrow": pyarrow.parquet.read_table,
    "polars": polars.read_parquet,
    "pandas": pandas.read_parquet,
    "duckdb": lambda path: duckdb.sql(f"FROM '{path}'"),
}


@pytest.mark.parametrize("reader", READERS)
def test_tables_of_binary_moves_equal_their_file(reader, tmp_path):
    path = tmp_path / "games.parquet"
    subprocess.run([COMMAND, "convert", LICHESS, PUZZLES, "-o", path], check=True)
    table = READERS[reader](path)

    def rows(read, inputs):
        return pyarrow.table(read(inputs)).to_pylist()

    assert rows(destrier.findings, table) == rows(destrier.findings, [LICHESS, PUZZLES]) != []
    # pandas has no maps, so it loses the text of tags that are no columns.
    if reader != "pandas":
        assert rows(destrier.games, table) == rows(destrier.games, path) != []
        assert rows(destrier.positions, table) == rows(destrier.positions, path) != []


def test_tables_of_positions(fens, tmp_path):
    frame = polars.DataFrame({"fen": fens})
    found = findings(frame, columns=["source", "game", "ply", "san"])
    expected = []
    for number, fen in enumerate(fens, 1):
        for finding in destrier.Board(fen).find():
            expected.append({"source": "<table>", "game": number, "ply": 0, "san": finding.san})
    assert sorted(map(str, found)) == sorted(map(str, expected)) and len(found) > 100
    fork = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1"
    played = polars.DataFrame({"FEN": [fork, fork], "move": ["b5c7", "e1d1"], "cp": [300, None]})
    forks = findings(played, pattern="knight-fork", columns=["game", "played", "eval_before"])
    assert forks == [
        {"game": 1, "played": True, "eval_before": 300},
        {"game": 2, "played": False, "eval_before": None},
    ]
    # Evaluations become floats in pandas.
    played.write_parquet(tmp_path / "positions.parquet")
    for same in (played.to_pandas(), tmp_path / "positions.parquet"):
        assert findings(same, pattern="knight-fork", columns=["game", "played", "eval_before"]) == forks


def test_tables_of_puzzles_equal_their_file():
    columns = [*COLUMNS, "site", "link"]
    puzzles = polars.read_csv(PUZZLES, infer_schema=False)
    assert findings(puzzles, columns=columns) == findings(PUZZLES, columns=columns) != []


def test_damage_in_tables_names_the_row():
    frame = polars.DataFrame({"moves": ["e4 e5", None, "e4 Ke5", "", "d4\n\n[Event \"x\"]\nd5"]})
    table = destrier.games(frame, columns=["game", "plies"])
    assert polars.DataFrame(table)["plies"].to_list()[:3] == [2, 0, 1]
    assert [(damage.source, damage.game, damage.offset) for damage in table.errors][0] == ("<table>", 3, None)
    assert len(polars.DataFrame(table)) == 5


DAMAGED = b"1. e4 e5 *\n\n1. e4 Ke4 *\n\n1. d4 *\n"


def test_damage(tmp_path):
    path = tmp_path / "damaged.pgn"
    path.write_bytes(DAMAGED)
    table = destrier.games(path, columns=["game", "plies"])
    assert table.errors == []
    assert pyarrow.table(table).to_pylist() == [{"game": 1, "plies": 2}, {"game": 2, "plies": 1}, {"game": 3, "plies": 1}]
    (damage,) = table.errors
    assert damage == destrier.Damage(str(path), 2, DAMAGED.index(b"Ke4"), "Ke4", damage.reason)
    assert pickle.loads(pickle.dumps(damage)) == damage


@pytest.mark.parametrize("read", [list, pyarrow.table, polars.DataFrame, lambda table: next(iter(table))])
@pytest.mark.parametrize("table", [destrier.findings, destrier.games, destrier.rates])
def test_strict_raises(read, table, tmp_path):
    path = tmp_path / "damaged.pgn"
    path.write_bytes(DAMAGED)
    with pytest.raises(destrier.DamageError) as raised:
        read(table(path, strict=True))
    error = raised.value
    assert (error.source, error.game, error.offset, error.token) == (str(path), 2, DAMAGED.index(b"Ke4"), "Ke4")
    assert str(error) == f"{path}, game 2, byte {error.offset}: 'Ke4': {error.reason}"
    again = pickle.loads(pickle.dumps(error))
    assert again.damage == error.damage and str(again) == str(error)
    assert len(list(destrier.games(LICHESS, strict=True))) == 1


def test_strict_checks_moves_whatever_the_columns():
    assert pyarrow.table(destrier.games(DAMAGED, columns="game")).num_rows == 3
    with pytest.raises(destrier.DamageError, match="Ke4"):
        list(destrier.games(DAMAGED, columns="game", strict=True))


def test_unreadable_files_do_not_hide_others(tmp_path):
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(PGN)[:1000])
    (tmp_path / "b.pgn").write_bytes(PGN)
    table = destrier.findings(tmp_path, columns=["game"], skip_unreadable=True)
    assert pyarrow.table(table).num_rows >= len(EXPECTED)
    assert any(error.source.endswith("a.pgn.gz") and error.game is None for error in table.errors)
    with pytest.raises(destrier.DamageError) as raised:
        list(destrier.findings(tmp_path, columns=["game"]))
    assert raised.value.source.endswith("a.pgn.gz") and raised.value.game is None


def test_bombs_are_damage():
    bomb = gzip.compress((b"1. e4 {" + b" " * 10_000 + b"} *\n\n") * 10_000)
    table = destrier.games(bomb, columns=["game"], max_ratio=10, skip_unreadable=True)
    assert 0 < polars.DataFrame(table).height < 10_000
    assert table.errors[0].reason.endswith("or raise max_ratio")


def test_progress():
    seen = []
    table = destrier.findings(LICHESS, progress=seen.append)
    rows = pyarrow.table(table).num_rows
    last = seen[-1]
    assert isinstance(last, destrier.Progress)
    assert (last.bytes_read, last.bytes_total) == (len(PGN), len(PGN))
    assert last.rows == rows and last.games == len(list(games())) and last.positions > last.games
    with pytest.raises(ZeroDivisionError):
        list(destrier.findings(LICHESS, progress=lambda progress: 1 / 0))


class Endless:
    """Games without an end."""

    def __init__(self):
        self.reads = 0

    def read(self, size):
        self.reads += 1
        return (PGN * (size // len(PGN) + 1))[: min(size, len(PGN))]


def test_the_limit_ends_the_scan():
    assert len(findings(Endless(), limit=1000)) == 1000


def test_duckdb_reads_no_more_than_it_needs():
    forks = destrier.findings(Endless(), columns=["game", "ply"])
    assert len(duckdb.sql("FROM forks LIMIT 5").fetchall()) == 5


def test_leaving_a_table_ends_its_scan():
    file = Endless()
    batches = iter(destrier.findings(file))
    assert len(next(batches)) > 0
    del batches
    time.sleep(1)
    reads = file.reads
    time.sleep(0.5)
    assert file.reads == reads


def test_other_threads_run_during_a_scan():
    counted = 0

    def count():
        nonlocal counted
        while thread_runs:
            counted += 1
            time.sleep(0.001)

    thread_runs = True
    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    polars.DataFrame(destrier.findings(LICHESS, worth=True, threads=1))
    seconds = time.monotonic() - start
    thread_runs = False
    thread.join()
    assert counted > 50 * seconds


def test_a_table_can_be_read_by_several_threads():
    table = destrier.findings(LICHESS, columns=COLUMNS)
    counts = []
    threads = [threading.Thread(target=lambda: counts.append(sum(map(len, table)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [len(EXPECTED)] * 4
    shared, found = iter(destrier.findings(LICHESS, columns=COLUMNS)), []
    threads = [threading.Thread(target=lambda: found.extend(map(len, shared))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(found) == len(EXPECTED)


# DuckDB is not among them: it may read the stream in a thread that does not get signals.
READS = [
    "for batch in table: pass",
    "polars.DataFrame(table)",
    "pyarrow.table(table)",
    "list(destrier.rates(Endless()))",
    "pyarrow.table(destrier.findings(Endless(), strict=True, min_elo=9999))",
]


@pytest.mark.parametrize("read", READS)
def test_ctrl_c_ends_a_scan_within_a_second(read):
    program = textwrap.dedent(
        f"""
        import time, polars, pyarrow, destrier
        from test_inputs import Endless
        table = found = destrier.findings(Endless(), min_elo=9999)
        print("ready", flush=True)
        try:
            {read}
        except (KeyboardInterrupt, Exception) as error:
            print(time.monotonic(), repr(error), flush=True)
        """
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    end, error = printed.split(maxsplit=1)
    # The reader of a stream raises its own exception.
    assert "KeyboardInterrupt" in error
    assert float(end) - start < 1
