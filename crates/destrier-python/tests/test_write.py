"""Files of `convert` and `report`, beside those of the command."""

import os
import re
import subprocess

import polars
import pytest

import destrier

from conftest import COMMAND, LICHESS, PUZZLES


def test_convert_equals_the_command(tmp_path):
    ours, theirs = tmp_path / "ours.parquet", tmp_path / "theirs.parquet"
    written = destrier.convert([LICHESS, PUZZLES], ours, min_elo=1500)
    subprocess.run([COMMAND, "convert", "--min-elo", "1500", LICHESS, PUZZLES, "-o", theirs], check=True)
    assert ours.read_bytes() == theirs.read_bytes()
    assert written == destrier.Written(ours, polars.read_parquet(ours).height, []) and written.games > 10
    assert os.listdir(tmp_path).count("ours.parquet.partial") == 0


@pytest.mark.parametrize(
    "options, flags",
    [
        ({}, []),
        ({"player": "so_sad", "pattern": "knight-fork"}, ["--player", "so_sad", "-p", "knight-fork"]),
        ({"worksheet": 3, "quick": True}, ["--worksheet", "3", "--quick"]),
        ({"worksheet": 3, "unique": True}, ["--worksheet", "3", "--unique"]),
        ({"player": "so_sad", "against": ["surgeon"]}, ["--player", "so_sad", "--against", "surgeon"]),
        ({"split": "2021-01"}, ["--split", "2021-01"]),
    ],
)
def test_reports_equal_the_command(options, flags, tmp_path):
    ours, theirs = tmp_path / "ours.html", tmp_path / "theirs.html"
    assert destrier.report(LICHESS, ours, **options).games > 0
    subprocess.run([COMMAND, "report", LICHESS, "-o", theirs, *flags], check=True)
    assert re.sub("theirs", "ours", theirs.read_text()) == ours.read_text()


def test_reports_compare_with_norms(tmp_path):
    norms, ours, theirs = tmp_path / "norms.csv", tmp_path / "ours.html", tmp_path / "theirs.html"
    subprocess.run([COMMAND, "rates", "--by", "pattern,elo,speed", LICHESS, "-f", "csv", "-o", norms], check=True)
    destrier.report(LICHESS, ours, norms=norms)
    subprocess.run([COMMAND, "report", LICHESS, "-o", theirs, "--norms", norms], check=True)
    assert re.sub("theirs", "ours", theirs.read_text()) == ours.read_text()


def test_files_are_not_overwritten_by_mistake(tmp_path):
    path = tmp_path / "games.parquet"
    destrier.convert(LICHESS, path)
    with pytest.raises(FileExistsError, match="force=True"):
        destrier.convert(LICHESS, path)
    assert destrier.convert(b"1. e4 *", path, force=True).games == 1 == polars.read_parquet(path).height
    with pytest.raises(ValueError, match="also an input"):
        destrier.convert(path, path, force=True)
    with pytest.raises(ValueError, match="ends in .parquet"):
        destrier.convert(LICHESS, tmp_path / "games.pgn")
    with pytest.raises(ValueError, match="ends in .html"):
        destrier.report(LICHESS, tmp_path / "report.pdf")
    with pytest.raises(OSError, match="no such folder"):
        destrier.convert(LICHESS, tmp_path / "missing/games.parquet")


def test_damage_is_reported_and_leaves_no_file(tmp_path):
    path = tmp_path / "games.parquet"
    damaged = b"1. e4 *\n\n1. e4 Ke4 *"
    assert [damage.token for damage in destrier.convert(damaged, path).errors] == ["Ke4"]
    with pytest.warns(UserWarning, match="all games are damaged: 1 game; see errors"):
        destrier.convert(b"1. Ke4 *", path, force=True)
    path.unlink()
    with pytest.raises(destrier.DamageError, match="Ke4"):
        destrier.convert(damaged, path, strict=True)
    with pytest.raises(destrier.DamageError, match="zip"):
        destrier.report([LICHESS, b"PK\x03\x04"], tmp_path / "report.html")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("write", [destrier.convert, destrier.report])
def test_progress_is_reported_and_nothing_is_explained(write, tmp_path):
    seen = []
    games = write(LICHESS, tmp_path / "all", progress=seen.append).games
    assert seen[-1].games == games == 60 and seen[-1].bytes_read == os.path.getsize(LICHESS)
    with pytest.warns(UserWarning, match="none of the 60 games has a player named nobodyhere"):
        assert write(LICHESS, tmp_path / "none", player="nobodyhere").games == 0


def test_a_misspelled_rival_is_explained(tmp_path):
    with pytest.warns(UserWarning, match="none of the 60 games has a player named Spilmanches; similar: Spilmanchess"):
        destrier.report(LICHESS, tmp_path / "report.html", player="so_sad", against="Spilmanches")


def test_wrong_reports(tmp_path):
    two = b'[White "Eve"]\n[Black "Adam"]\n\n1. e4 *'
    with pytest.raises(ValueError, match="player: Adam and Eve are in nearly all games"):
        destrier.report(two, tmp_path / "report.html")
    with pytest.raises(ValueError, match="pattern: a report needs a pattern of moves"):
        destrier.report(LICHESS, tmp_path / "report.html", pattern="uncatchable-passer")
    with pytest.raises(ValueError, match="against: name the first player"):
        destrier.report(LICHESS, tmp_path / "report.html", against="so_sad")
    with pytest.raises(ValueError, match="split: against compares two players"):
        destrier.report(LICHESS, tmp_path / "report.html", player="so_sad", against="surgeon", split="2021")
    with pytest.raises(ValueError, match="norms: .*destrier rates"):
        destrier.report(LICHESS, tmp_path / "report.html", norms=LICHESS)
    with pytest.raises(TypeError, match="plaier"):
        destrier.report(LICHESS, tmp_path / "report.html", plaier="x")
