"""Uses of the package that type checkers must accept, with the types that they must infer. It is not run."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import numpy
import polars
from numpy.typing import NDArray
from typing_extensions import assert_type

import destrier
from destrier import Bitboard, Board, Boards, Damage, Finding, Progress, Table, Values, king, knight, pawn


def show(progress: Progress) -> None:
    print(progress.bytes_read, progress.bytes_total)


def tables() -> None:
    missed = destrier.findings("games.pgn.zst", pattern=["knight-fork"], missed="mistake", player="me", progress=show)
    assert_type(missed, Table)
    assert_type(missed.errors, list[Damage])
    destrier.findings([Path("a.pgn"), b"1. e4 *", io.BytesIO(b"")], missed=True, since=datetime.date(2020, 1, 1))
    destrier.findings(polars.DataFrame({"fen": [""]}), color="white", one_per="chance")
    destrier.rates("a.pgn", by=["elo", "pattern"])
    assert_type(destrier.sql("SELECT 1"), polars.DataFrame)
    assert_type(missed.schema, dict[str, str])
    assert_type(missed.to_polars(), polars.DataFrame)
    assert_type(missed.lazy(), polars.LazyFrame)
    print(missed.to_pandas())
    for batch in destrier.games("a.pgn"):
        assert_type(batch.num_rows, int)


def sets(array: NDArray[numpy.uint64]) -> None:
    assert_type(knight.attacks("a1"), Bitboard)
    assert_type(knight.attacks(array), NDArray[numpy.uint64])
    assert_type(knight.attacks(chess.SquareSet(1)), Bitboard)
    assert_type(knight.forks(array, at_least=3, out=array), NDArray[numpy.uint64])
    assert_type(knight.distance(1, Bitboard("a1")), "int | None")
    assert_type(knight.distance(array, "a1"), NDArray[numpy.uint8])
    assert_type(king.connected(1, 2, array), NDArray[numpy.bool_])
    assert_type(pawn.attacks(array, color="black"), NDArray[numpy.uint64])
    assert_type(knight.path("a1", "h8"), "list[Bitboard] | None")
    assert_type(Bitboard("a1") | 2, Bitboard)
    squares: Iterator[str] = iter(Bitboard("a1"))
    print(squares)


def boards() -> None:
    board = Board("8/8/8/8/8/8/8/8 w - - 0 1")
    assert_type(board.values("white"), Values)
    assert_type(board.values("white").fork_squares, Bitboard)
    assert_type(board.find(played="e2e4"), list[Finding])
    assert_type(Boards(["x"]).values("black"), dict[str, NDArray[Any]])
    assert_type(Boards(["x"])[0], Board)
    assert_type(Boards(["x"])[1:], Boards)
    print(Board.from_chess(chess.Board()).svg(pattern="knight-fork", flip=True))


def wrong() -> None:
    knight.attacks(1.5)  # type: ignore[call-overload]  # pyright: ignore
    knight.attacks("a1", out=numpy.zeros(1, numpy.uint64))  # type: ignore[call-overload]  # pyright: ignore
    destrier.findings("a.pgn", patern="x")  # type: ignore[call-arg]  # pyright: ignore
    destrier.rates("a.pgn", by="elos")  # type: ignore[arg-type]  # pyright: ignore
    destrier.games("a.pgn", speed=["slow"])  # type: ignore[list-item]  # pyright: ignore
    destrier.findings("a.pgn", color="red")  # type: ignore[arg-type]  # pyright: ignore
    Board().values("red")  # type: ignore[arg-type]  # pyright: ignore
