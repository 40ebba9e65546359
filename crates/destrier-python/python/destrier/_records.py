"""The small records that functions return. They are named tuples, so they compare, unpack and pickle."""

from __future__ import annotations

import pathlib
from typing import NamedTuple

from ._destrier import Bitboard
from ._values import Values

__all__ = [
    "Argument",
    "Damage",
    "DamageError",
    "EngineError",
    "Finding",
    "Function",
    "Progress",
    "Value",
    "Values",
    "Written",
]


class Damage(NamedTuple):
    """What could not be read, and where.

    >>> import destrier
    >>> table = destrier.games(b"1. e4 Ke5 *")
    >>> batches = list(table)
    >>> table.errors
    [Damage(source='<bytes>', game=1, offset=6, token='Ke5', reason='not a legal move here')]
    """

    source: str | None
    """The path as given; `<bytes>`, `<file>` or `<table>` for other inputs."""
    game: int | None
    """The number of the game, row or line, from 1; None if the whole source could not be read."""
    offset: int | None
    """The byte in the decompressed source, from 0; None for tables."""
    token: str | None
    """The text that could not be read."""
    reason: str


class Written(NamedTuple):
    """What `convert` and `report` wrote."""

    path: pathlib.Path
    games: int
    errors: list[Damage]
    """What could not be read."""


class DamageError(Exception):
    """Raised if a source cannot be read, and with `strict=True` at the first damage. It has the fields of Damage."""

    damage: Damage
    source: str | None
    game: int | None
    offset: int | None
    token: str | None
    reason: str

    def __init__(self, damage: Damage) -> None:
        super().__init__(damage)
        self.damage = damage
        self.source, self.game, self.offset, self.token, self.reason = damage

    def __str__(self) -> str:
        place = [str(self.source or "input")]
        if self.game is not None:
            place.append(f"game {self.game}")
        if self.offset is not None:
            place.append(f"byte {self.offset}")
        token = "" if self.token is None else f"{self.token!r}: "
        return f"{', '.join(place)}: {token}{self.reason}"


class EngineError(Exception):
    """Raised if a chess engine fails or is no UCI engine."""


class Progress(NamedTuple):
    """How far a scan is. The callback `progress` receives it about ten times a second."""

    bytes_read: int
    """The bytes read from files, before decompression."""
    bytes_total: int | None
    """The size of all inputs, None if it is unknown."""
    games: int
    positions: int
    rows: int


class Finding(NamedTuple):
    """A pattern in a position. Fields that the pattern does not have are None or empty."""

    pattern: str
    side: str
    square: str
    """The destination of the move, or the square of the piece."""
    move: str | None
    """The move in UCI notation."""
    san: str | None
    played: bool | None
    """Whether the game continued with the move; None if the next move is unknown."""
    targets: Bitboard
    """The attacked pieces."""
    classes: tuple[str, ...]
    """Kinds of fork: check, royal, family."""
    safe: bool | None
    """Whether no legal move captures the piece."""
    line: str | None
    """The line of a distant check."""
    mate: bool | None
    """Whether the move mates; None without a move."""
    wins: int | None
    """What the move wins, in pawns: 100 for a forced mate."""
    missed_by: int | None
    """How much more it wins than the game's move."""
    missed: str | None
    """The grade of missing it: inaccuracy, mistake or blunder."""
    words: str

    def explain(self) -> str:
        """Returns an explanation in plain sentences."""
        return self.words


class Value(NamedTuple):
    """A value that every position has for each side."""

    name: str
    definition: str
    kind: str
    """set, number or wing."""
    source: str
    cost: str


class Argument(NamedTuple):
    """An argument of a function of the registry."""

    name: str
    definition: str
    kind: str
    flag: str | None
    required: bool
    default: str | None
    """The value of an argument that is left out; None if there is none."""


class Function(NamedTuple):
    """A function of the registry. `destrier.knight` and the other modules have them as Python functions."""

    name: str
    definition: str
    arguments: tuple[Argument, ...]
    example: tuple[str, ...]
    """The arguments of an example; those that are empty or missing are left out."""
    source: str
    has_kernel: bool
    """Whether whole columns are computed with vector instructions."""
