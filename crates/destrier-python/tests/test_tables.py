"""Tables, beside the command's CSV and python-chess, and as input of other libraries."""

import csv
import datetime
import inspect
import io
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import warnings
from typing import get_args
from xml.etree import ElementTree

import chess.pgn
import duckdb
import pandas
import polars
import pyarrow
import pytest

import destrier
from destrier import _types

from conftest import COMMAND, LICHESS, PUZZLES, ROOT


def command(*arguments):
    """The rows that the command writes as CSV."""
    run = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, check=True)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def text(value, name):
    """A value as the command writes it in CSV."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case list():
            return " ".join(value)
        case int() if name in SETS:
            return f"{value:016x}"
        case float():
            return f"{value:g}" if value == int(value) else repr(value)
    return str(value)


def assert_equal(found, expected):
    """Without worth, the command's columns of worth are empty, and those of the package are missing."""
    assert found == [{name: row[name] for name in found[0]} for row in expected]
    assert not any(row[name] for row in expected for name in row.keys() - found[0].keys())


SETS = {"white_pieces", "black_pieces", "us_pieces", "them_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"}
SETS |= {f"{side}_{value.name}" for side in ("white", "black", "us", "them") for value in destrier.values() if value.kind == "set"}


def rows(table):
    """The rows of a table, as the command writes them."""
    read = pyarrow.table(table)
    sets = SETS if {"pawns", "knights"} <= set(read.column_names) else set()
    return [
        {name: text(value, name) if name not in SETS or name in sets else text(value, "") for name, value in row.items()}
        for row in read.to_pylist()
    ]


@pytest.mark.parametrize(
    "options, flags",
    [
        ({}, []),
        ({"worth": True, "pattern": "knight-fork,distant-check"}, ["--worth", "-p", "knight-fork,distant-check"]),
        ({"missed": "mistake"}, ["--missed=mistake"]),
        ({"missed": True}, ["--missed"]),
        ({"wins": 3, "one_per": "game"}, ["--wins", "3", "--one-per", "game"]),
        ({"player": "so_sad", "side": "player"}, ["--player", "so_sad", "--side", "player"]),
        ({"player": ["so_sad", "nobody"], "side": "opponent"}, ["--player", "so_sad,nobody", "--side", "opponent"]),
        ({"played": True, "color": "black", "safe": True}, ["--played", "--color", "black", "--safe"]),
        ({"not_played": True, "class_": "royal"}, ["--not-played", "--class", "royal"]),
        ({"mate": True}, ["--mate"]),
        ({"elo": "1500-", "opponent_elo": "-1700"}, ["--elo", "1500-", "--opponent-elo", "-1700"]),
        ({"min_elo": 1400, "max_elo": 1800, "result": "1-0"}, ["--min-elo", "1400", "--max-elo", "1800", "--result", "1-0"]),
        ({"eco": "b", "speed": ["blitz", "rapid"]}, ["--eco", "b", "--speed", "blitz,rapid"]),
        ({"opening": "sicilian"}, ["--opening", "sicilian"]),
        ({"time_control": "180+0"}, ["--time-control", "180+0"]),
        ({"since": datetime.date(2013, 1, 1), "until": "2020"}, ["--since", "2013-01-01", "--until", "2020"]),
        ({"limit": 7, "columns": "game,ply,san"}, ["--limit", "7", "--columns", "game,ply,san"]),
        ({"sample": 10, "seed": 3, "columns": ["all:position", "all:mover"]}, ["--sample", "10", "--seed", "3", "--columns", "all:position,all:mover"]),
    ],
)
def test_findings_equal_the_command(options, flags):
    expected = command("scan", LICHESS, "-f", "csv", *flags)
    found = rows(destrier.findings(str(LICHESS), **options))
    assert_equal(found, expected)
    assert ("missed" in found[0]) == any(name in options for name in ("worth", "missed", "wins"))


@pytest.mark.parametrize("columns", ["missed", "all:worth", ["game", "wins"]])
def test_naming_a_column_of_worth_computes_it(columns):
    named = rows(destrier.findings(LICHESS, pattern="knight-fork", columns=columns))
    assert named == rows(destrier.findings(LICHESS, pattern="knight-fork", columns=columns, worth=True))
    assert any(any(row.values()) for row in named)
    assert rows(destrier.findings(LICHESS, pattern="knight-fork", columns="game")) == [{"game": row["game"]} for row in rows(destrier.findings(LICHESS, pattern="knight-fork"))]


def test_the_keys_of_rates_are_documented():
    words = re.findall(r"[a-z-]+", destrier.rates.__doc__)
    assert [key for key in destrier._destrier.rate_keys() if key not in words] == []


def test_features_and_rates_equal_the_command():
    assert rows(destrier.features(LICHESS, limit=500)) == command("features", LICHESS, "--limit", "500")
    assert rows(destrier.features(LICHESS, limit=9, fen=True)) == command("features", LICHESS, "--limit", "9", "--fen")
    for options, flags in [
        ({}, []),
        ({"by": ["elo", "pattern"]}, ["--by", "elo,pattern"]),
        ({"by": "color", "player": "so_sad"}, ["--by", "color", "--player", "so_sad"]),
        ({"without_worth": True, "pattern": "knight-fork"}, ["--without-worth", "-p", "knight-fork"]),
    ]:
        found = rows(destrier.rates(LICHESS, **options))
        expected = command("rates", LICHESS, "-f", "csv", *flags)
        assert len(found) == len(expected) > 0
        for ours, theirs in zip(found, expected):
            for name, value in ours.items():
                assert value == theirs[name] or float(value) == float(theirs[name]), name


def test_puzzles_and_folders_equal_the_command():
    samples = ROOT / "samples"
    assert_equal(rows(destrier.findings(PUZZLES)), command("scan", PUZZLES, "-f", "csv"))
    assert_equal(rows(destrier.findings(samples)), command("scan", samples, "-f", "csv"))
    assert_equal(rows(destrier.findings([PUZZLES, LICHESS])), command("scan", PUZZLES, LICHESS, "-f", "csv"))


def read_games():
    with open(LICHESS, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            yield game


def test_games_and_positions_beside_python_chess():
    table = pyarrow.table(destrier.games(LICHESS)).to_pylist()
    games = list(read_games())
    assert len(table) == len(games) > 50
    for number, (row, game) in enumerate(zip(table, games), 1):
        assert (row["source"], row["game"], row["damage"]) == (str(LICHESS), number, None)
        assert row["plies"] == sum(1 for _ in game.mainline_moves())
        assert (row["white"], row["black"]) == (game.headers["White"], game.headers["Black"])
        tags = {name: value for name, value in game.headers.items() if "?" not in value}
        assert {name: value for name, value in row["tags"] if "?" not in value} == tags
    rows = pyarrow.table(destrier.positions(LICHESS, columns=["game", "ply", "fen", "kings", "move"])).to_pylist()
    expected = []
    for number, game in enumerate(games, 1):
        for ply, node in enumerate([game, *game.mainline()]):
            board = node.board()
            move = node.next().move.uci() if node.next() else None
            expected.append({"game": number, "ply": ply, "fen": board.fen(en_passant="legal"), "kings": board.kings, "move": move})
    assert rows == expected


def test_other_libraries_take_the_stream():
    table = destrier.findings(LICHESS, pattern="knight-fork", columns=["game", "ply", "san", "targets", "played"])
    expected = pyarrow.table(table).to_pylist()
    assert len(expected) > 100
    assert polars.DataFrame(table).to_dicts() == expected
    # pandas 3, which needs Python 3.11.
    if hasattr(pandas.DataFrame, "from_arrow"):
        frame = pandas.DataFrame.from_arrow(table)
        assert frame["san"].tolist() == [row["san"] for row in expected]
    forks = table
    assert duckdb.sql("SELECT count(*), max(ply) FROM forks").fetchall()[0] == (len(expected), max(row["ply"] for row in expected))
    assert duckdb.sql("FROM forks").to_arrow_table().to_pylist() == expected
    batches = list(table)
    assert sum(len(polars.DataFrame(batch)) for batch in batches) == len(expected)
    assert pyarrow.Table.from_batches([pyarrow.record_batch(batch) for batch in batches]).to_pylist() == expected
    games = destrier.games(LICHESS, columns=["source", "game", "eco"])
    forks = destrier.findings(LICHESS, pattern="knight-fork", columns=["source", "game"])
    joined = polars.DataFrame(forks).join(polars.DataFrame(games), on=["source", "game"])
    assert len(joined) == len(expected)


def test_tables_become_frames():
    table = destrier.findings(LICHESS, pattern="knight-fork", columns=["game", "ply", "san", "targets", "played"])
    expected = pyarrow.table(table)
    assert expected.num_rows > 100
    assert table.to_arrow() == expected
    assert table.to_polars().equals(polars.DataFrame(expected))
    frame = table.to_pandas()
    assert frame.drop(columns="played").equals(expected.drop_columns(["played"]).to_pandas())
    # On plain objects, ~ would be arithmetic.
    played = expected["played"].to_pylist()
    assert frame.played.dtype == "boolean" and int((~frame.played).sum()) == played.count(False) > 0
    assert frame.played.isna().sum() == played.count(None)
    assert destrier.rates(LICHESS, by="elo").to_polars().height == 8


@pytest.mark.parametrize("method, library", [("to_polars", "polars"), ("lazy", "polars"), ("to_pandas", "pandas"), ("to_pandas", "pyarrow"), ("to_arrow", "pyarrow")])
def test_a_missing_library_is_named(method, library, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ModuleNotFoundError, match=f"{method} needs {library}; install it: pip install {library}"):
        getattr(destrier.games(b"1. e4 *"), method)()


def test_frames_raise_the_errors_of_the_package():
    for method in ("to_polars", "to_pandas", "to_arrow"):
        with pytest.raises(destrier.DamageError, match="Ke4"):
            getattr(destrier.games(b"1. e4 Ke4 *", strict=True), method)()
        with pytest.raises(destrier.DamageError, match="zip"):
            getattr(destrier.games(b"PK\x03\x04"), method)()


def test_a_lazy_frame_reads_what_a_query_needs():
    table = destrier.findings(LICHESS, pattern="knight-fork")
    frame, lazy = table.to_polars(), table.lazy()
    assert lazy.collect_schema() == frame.schema
    # A stream could be read only once.
    assert lazy.collect().equals(frame) and lazy.collect(engine="streaming").equals(frame)
    strong, query = polars.col("elo") > 1600, ["san", "ply"]
    for of in (
        lambda frame: frame.filter(strong).select(query),
        lambda frame: frame.head(100).filter(strong).select(query),
        lambda frame: frame.filter(strong).head(10).select(query),
        lambda frame: frame.slice(20, 30).select(query),
        lambda frame: frame.select(polars.len()),
    ):
        assert of(lazy).collect().equals(of(frame)) and not of(frame).is_empty()
    rates = destrier.rates(LICHESS, by="elo")
    assert rates.lazy().select("elo", "found").head(3).collect().equals(rates.to_polars().select("elo", "found").head(3))
    # The moves are damaged, but only the tags are read.
    damaged = destrier.games([LICHESS, b'[White "Eve"]\n\n1. e4 Ke4 *'])
    assert damaged.lazy().select("white").collect().height == frame["game"].max() + 1 and damaged.errors == []
    assert damaged.lazy().select("plies").collect().height > 0 and len(damaged.errors) == 1


def cells(table):
    """The preview of a table: names, rows and the note."""
    *_, note = html = table._repr_html_().rpartition("<small>")
    root = ElementTree.fromstring(html[0].strip().replace("<br>", "<br/>"))
    names = [heading.text for heading in root.iter("th")]
    rows = [[cell.text or "" for cell in row] for row in root.iter("tr")][1:]
    assert [heading.get("title") for heading in root.iter("th")] == list(table.definitions.values())
    assert [heading.find("small").text for heading in root.iter("th")] == list(table.schema.values())
    return names, rows, note.removesuffix("</small>\n")


def test_a_table_shows_its_first_rows():
    table = destrier.findings(LICHESS, pattern="knight-fork", columns=["ply", "san", "targets"])
    expected = [[str(row["ply"]), row["san"], f"[{', '.join(row['targets'])}]"] for row in table.to_arrow().to_pylist()[:5]]
    assert cells(table) == (["ply", "san", "targets"], expected, "The first 5 rows.")
    tag = "<b>&\"'"
    games = destrier.games(f'[White "{tag[:-2]}"]\n\n1. e4 *\n\n1. e4 Ke4 *'.encode(), columns=["white", "plies"])
    games.to_arrow()
    errors = games.errors
    assert len(errors) == 1
    assert cells(games) == (["white", "plies"], [["<b>&", "1"], ["", "1"]], "1 of 2 games is damaged; see errors") and games.errors == errors
    reason = "none of the 60 games has two players rated 1 or lower"
    assert cells(destrier.games(LICHESS, max_elo=1, columns="white")) == (["white"], [], reason)
    assert cells(destrier.findings(LICHESS, mate=True, pattern="knight-fork", columns="ply"))[2] == "nothing found in 60 games"
    assert cells(destrier.games(LICHESS, limit=2, columns="game"))[1:] == ([["1"], ["2"]], "All rows: 2.")
    assert "Ke4" in cells(destrier.games(b"1. e4 Ke4 *", strict=True))[2]
    few = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 *"
    for other in (destrier.rates(few), destrier.features(few)):
        assert len(cells(other)[1]) == 5


def test_a_preview_reads_no_pipe_and_ends_after_a_second():
    reading, writing = os.pipe()
    with open(writing, "wb") as pipe:
        pipe.write(b"1. e4 e5 *")
    with open(reading, "rb") as pipe:
        table = destrier.games(pipe, columns="plies")
        assert cells(table)[1] == []
        assert table.to_arrow().to_pylist() == [{"plies": 2}]
    assert cells(destrier.findings(LICHESS, sample=3))[1] == []

    class Slow(io.BytesIO):
        def read(self, size=-1):
            if threading.current_thread() is not threading.main_thread():
                time.sleep(3)
            return super().read(size)

    start = time.monotonic()
    assert "after a second" in cells(destrier.games(Slow(LICHESS.read_bytes()), columns="plies"))[2]
    assert time.monotonic() - start < 2


def test_schema_and_definitions():
    for table in (destrier.findings, destrier.games, destrier.positions, destrier.features, destrier.rates):
        made = table(LICHESS)
        schema = pyarrow.schema(made)
        assert schema.names == made.columns == list(made.definitions) == list(made.schema)
        assert made.schema.get("game", "Int64") == "Int64"
        for field in schema:
            assert field.metadata[b"definition"].decode() == made.definitions[field.name]
        assert pyarrow.table(table(LICHESS, max_elo=0)).schema == schema
        assert repr(made).startswith("<destrier.Table ")


def test_threads_and_repetition_change_nothing():
    one = pyarrow.table(destrier.findings(LICHESS, threads=1))
    table = destrier.findings(LICHESS, threads=4)
    assert pyarrow.table(table) == pyarrow.table(table) == one


def test_columns_of_features_make_boards(fens):
    table = polars.DataFrame(destrier.features(LICHESS, limit=200))
    names = ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
    columns = {name: table[name].to_numpy() for name in names}
    boards = destrier.Boards.from_arrays(**columns, white_to_move=table["white_to_move"].to_numpy())
    for side in ("white", "black"):
        values = boards.values(side)
        assert (values["fork_squares"] == table[f"{side}_fork_squares"].to_numpy()).all()


def test_every_condition_on_games_is_an_option():
    help = subprocess.run([COMMAND, "scan", "--help"], check=True, capture_output=True, text=True).stdout
    conditions = re.findall(r"^ +--([a-z-]+)", help.partition("Game filters:")[2].partition("Output options:")[0], re.M)
    # Python has lists of names.
    conditions.remove("players")
    assert len(conditions) >= 10
    for table in (destrier.findings, destrier.games, destrier.positions, destrier.features, destrier.rates):
        parameters = inspect.signature(table).parameters
        assert [name for name in conditions if name.replace("-", "_") not in parameters] == []
        assert list(parameters)[-3:] == ["threads", "max_ratio", "progress"]
        assert str(parameters["min_elo"]) == "min_elo: 'int | None' = None"


@pytest.mark.skipif(shutil.which("destrier-sql") is None, reason="destrier-sql is not in PATH")
def test_queries_run_in_destrier_sql(monkeypatch):
    monkeypatch.chdir(ROOT)
    query = "SELECT game, san FROM findings('samples/lichess.pgn', 'knight-fork') ORDER BY game, ply, san"
    expected = destrier.findings(LICHESS, pattern="knight-fork", columns=["game", "ply", "san"]).to_polars()
    assert destrier.sql(query).rows() == expected.sort("game", "ply", "san").select("game", "san").rows()
    with pytest.raises(RuntimeError, match="did you mean 'mistake'"):
        destrier.sql("SELECT san FROM findings('samples/lichess.pgn') WHERE missed = 'Mistake'")


def test_a_query_is_passed_to_the_program(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="cargo install --path crates/destrier-sql"):
        destrier.sql("SELECT 1")
    (tmp_path / "destrier-sql").write_text(
        f"#!{sys.executable}\nimport polars, sys\nif sys.argv[1] == '--command=wrong': sys.exit('the query is wrong')\n"
        "if sys.argv[1] == '--command=empty': sys.stderr.write('destrier-sql: no games in x.pgn\\n')\n"
        "polars.DataFrame({'arguments': sys.argv[1:3]}).write_parquet(sys.argv[3])\n"
    )
    (tmp_path / "destrier-sql").chmod(0o755)
    assert destrier.sql("SELECT 1")["arguments"].to_list() == ["--command=SELECT 1", "--output"]
    with pytest.raises(RuntimeError, match="^the query is wrong$"):
        destrier.sql("wrong")
    with pytest.warns(UserWarning, match="^no games in x.pgn$"):
        destrier.sql("empty")


def test_every_option_is_documented():
    for table in (destrier.findings, destrier.games, destrier.positions, destrier.features, destrier.rates, destrier.convert, destrier.report):
        names = re.findall(r"^([a-z_]+): ", table.__doc__, re.M)
        assert names == list(inspect.signature(table).parameters) and "--help" not in table.__doc__
        assert all(len(line) <= 120 for line in table.__doc__.splitlines())


def test_types_of_names_are_those_of_the_registries():
    assert list(get_args(_types.PatternName)) == [pattern.name for pattern in destrier.patterns()]
    assert list(get_args(_types.RateKey)) == destrier._destrier.rate_keys()
    for option, kind in [("speed", _types.Speed), ("result", _types.Result), ("color", _types.Color), ("side", _types.Side), ("class_", _types.Class), ("missed", _types.Grade)]:
        with pytest.raises(ValueError) as raised:
            destrier.findings(LICHESS, **{option: "wrong"})
        named = re.findall(r"[a-z0-9/*-]+", str(raised.value).partition("expected ")[2].replace(" or ", " "))
        assert sorted(named) == sorted(get_args(kind)), option


def test_nothing_is_explained(tmp_path):
    """A table without games warns why: nothing is never empty by mistake."""
    for table in [destrier.findings(LICHESS, player="nobodyhere"), destrier.games(LICHESS, player="nobodyhere"),
                  destrier.rates(LICHESS, player="nobodyhere")]:
        with pytest.warns(UserWarning, match="none of the 60 games has a player named nobodyhere"):
            assert pyarrow.table(table).num_rows == 0
    with pytest.warns(UserWarning, match="no games in the inputs"):
        assert list(destrier.findings(tmp_path)) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(destrier.games(LICHESS, limit=0)) == []
    with pytest.warns(UserWarning, match="all games are of unsupported variants: 1 game"):
        destrier.positions(b'[Variant "Crazyhouse"]\n\n1. e4 *').to_arrow()
    with pytest.warns(UserWarning, match="all games are damaged: 1 game; see errors"):
        destrier.games(b"1. Ke4 *").to_arrow()
    with pytest.warns(UserWarning, match="none of the 60 games has a side that meets --elo 2900-$"):
        rows(destrier.rates(LICHESS, elo="2900-"))
    with pytest.warns(UserWarning, match="nothing found in 60 games$"):
        assert list(destrier.findings(LICHESS, wins=5000)) == []
    (tmp_path / "hello.pgn").write_text("hello world")
    with pytest.warns(UserWarning, match="nothing found in 1 game, all damaged; see errors"):
        assert list(destrier.findings(tmp_path / "hello.pgn")) == []
    with pytest.warns(UserWarning, match="1 of 2 games is damaged; see errors"):
        destrier.positions(b"1. e4 *\n\n1. Ke4 *").to_arrow()
    with pytest.warns(UserWarning, match="nothing found in 2 games, 1 damaged; see errors"):
        assert list(destrier.findings(b"1. e4 *\n\n1. Ke4 *")) == []
    with pytest.raises(ValueError, match="a table of findings, whose rows are neither games nor positions"):
        destrier.rates(destrier.findings(LICHESS).to_arrow()).to_arrow()
    (tmp_path / "no-bytes.pgn").touch()
    with pytest.warns(UserWarning) as warned:
        assert len(list(destrier.games([LICHESS, tmp_path / "no-bytes.pgn", LICHESS], player=["so_sad", "nobodyhere"]))) > 0
    assert [str(warning.message).removeprefix(str(tmp_path) + "/") for warning in warned] == [
        "no selected game has a player named nobodyhere", "no-bytes.pgn: empty",
        f"{LICHESS}: read more than once",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(destrier.games(LICHESS, player=["so_sad", "nobodyhere"], limit=1))) == 1
    for options in [{"pattern": []}, {"columns": []}, {"player": []}]:
        with pytest.raises(ValueError, match="the list is empty; leave the option out to select all"):
            destrier.findings(LICHESS, **options)


def test_options_are_checked():
    for options, message in [
        ({"pattern": "checkmate"}, "pattern: .*knight-fork, forking-knight"),
        ({"pattern": "knight_fork"}, "pattern: .*did you mean `knight-fork`"),
        ({"pattern": "move bishop where after(mate)"}, "pattern: the text of a pattern, not a name; .*destrier.Pattern"),
        ({"pattern": [destrier.Pattern("pattern pin\n\"A mate\"\nmove bishop where after(mate)"), "pin"]}, "pattern: two patterns are called `pin`"),
        ({"pattern": "pin", "class_": "royal"}, "class_: none of the selected patterns has classes, as knight-fork has"),
        ({"pattern": "forking-knight", "not_played": True}, "not_played: none of the selected patterns is a move"),
        ({"pattern": "forking-knight", "missed": True}, "missed: none of the selected patterns is a move"),
        ({"quick": True}, "quick: only changes what counts as missed; add missed, worth or a column of worth"),
        ({"eco": ""}, "eco: the text is empty"),
        ({"columns": "elos"}, "columns: .*`elo`.*columns are source, game"),
        ({"columns": "mover"}, "columns: .*all:mover"),
        ({"columns": "eval_best"}, "columns: .*without a chess engine"),
        ({"missed": "bad"}, "missed: .*inaccuracy, mistake, blunder"),
        ({"color": "red"}, "color: .*white, black"),
        ({"side": "player"}, "side: name the player"),
        ({"side": "me", "player": "x"}, "side: .*player, opponent"),
        ({"class_": "big"}, "class_: .*check, royal, family"),
        ({"one_per": "day"}, "one_per: .*chance, game"),
        ({"speed": "slow"}, "speed: .*blitz"),
        ({"time_control": "blitz"}, "time_control: `blitz` is a speed"),
        ({"since": "yesterday"}, "since: .*YYYY-MM"),
        ({"since": "2021", "until": "2020"}, "2021 is after until 2020"),
        ({"min_elo": 2000, "max_elo": 1000}, "min_elo 2000 is above max_elo 1000"),
        ({"min_elo": -1}, "min_elo: -1 is below 0"),
        ({"limit": -1}, "limit: -1"),
        ({"threads": 0}, "threads: 0"),
        ({"threads": 256}, "threads: 256 is above 255"),
        ({"elo": "2000-1000"}, "elo: .*1600-1800"),
        ({"result": "won"}, "result: "),
        ({"seed": 1}, "seed: .*sample="),
        ({"nodes": 1}, "nodes: .*engine="),
        ({"played": True, "not_played": True}, "played: "),
        ({"played": False}, "played: for moves that were not played, pass not_played=True"),
        ({"missed": False}, "missed: False does not select all others; leave the option out"),
        ({"player": ""}, "player: expected a full name"),
    ]:
        with pytest.raises(ValueError, match=message):
            destrier.findings(LICHESS, **options)
    for options, message in [
        ({"pattern": 1}, "pattern: expected text"),
        ({"limit": "1"}, "limit: "),
        ({"worth": "yes"}, "worth: "),
        ({"elo": 1600}, "elo: expected text"),
    ]:
        with pytest.raises(TypeError, match=message):
            destrier.findings(LICHESS, **options)
    with pytest.raises(TypeError, match="patern"):
        destrier.findings(LICHESS, patern="knight-fork")
    with pytest.raises(ValueError, match="by: .*pattern, player, opponent, color"):
        destrier.rates(LICHESS, by="elos")
    with pytest.raises(ValueError, match="twice"):
        destrier.rates(LICHESS, by="elo,elo")
    with pytest.raises(ValueError, match="without_worth"):
        destrier.rates(LICHESS, by="missed", without_worth=True)


def test_engines_are_checked(tmp_path):
    with pytest.raises(FileNotFoundError):
        destrier.findings(LICHESS, engine=tmp_path / "no-engine")
    with pytest.raises(destrier.EngineError, match="cat"):
        destrier.findings(LICHESS, engine="cat")
