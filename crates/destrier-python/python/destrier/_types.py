"""Types of arguments, for type checkers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Union

from ._destrier import Bitboard, Pattern

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class ArrowStream(Protocol):
    """A table of any library that exports Arrow streams."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class BinaryFile(Protocol):
    """An open binary file."""

    def read(self, size: int, /) -> bytes: ...


class SquareSet(Protocol):
    """A set of squares of python-chess."""

    mask: int

    def __int__(self) -> int: ...


Path = Union[str, "os.PathLike[str]"]
Input = Union[Path, bytes, bytearray, BinaryFile, ArrowStream]
Inputs = Union[Input, Sequence[Input]]
Names = Union[str, Sequence[str]]

Color = Literal["white", "black"]
Side = Literal["player", "opponent"]
Class = Literal["check", "royal", "family"]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
Speed = Literal["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"]
Speeds = Union[Speed, Sequence[Speed]]
Wing = Literal["king", "queen"]
Grade = Literal["inaccuracy", "mistake", "blunder"]
RateKey = Literal[
    "pattern",
    "player",
    "opponent",
    "color",
    "opening",
    "eco",
    "speed",
    "elo",
    "opponent-elo",
    "month",
    "year",
    "result",
    "clock",
    "missed",
]
RateKeys = Union[RateKey, Sequence[RateKey]]
# The names of the registry. Files are patterns, too.
PatternName = Literal[
    "knight-fork",
    "forking-knight",
    "smothered-mate",
    "distant-check",
    "uncatchable-passer",
    "fork",
    "pin",
    "skewer",
    "skewer-won",
    "discovered-attack",
    "discovered-check",
    "double-check",
    "hanging-piece",
    "x-ray",
    "trapped-piece",
    "removed-defender",
    "overloaded",
    "back-rank-mate",
    "greek-gift",
    "exchange-sacrifice",
    "underpromotion",
    "smothered",
    "anastasia",
    "arabian",
    "boden",
    "double-bishop",
    "dovetail",
    "epaulette",
    "hook",
    "kill-box",
    "opera",
    "pillsbury",
    "swallowtail",
    "vukovic",
    "corner",
    "morphy",
    "blind-swine",
    "isolated-queen-pawn",
    "three-passers",
    "rooks-on-the-seventh",
    "bishop-pair",
    "opposite-bishops",
    "doubled-pawns",
    "hanging-pawns",
    "outpost",
]
Patterns = Union[PatternName, str, Pattern, Sequence[Union[PatternName, str, Pattern]]]

SetLike = Union[int, Bitboard, SquareSet, str, "numpy.uint64"]

if TYPE_CHECKING:
    SetArray = NDArray[numpy.uint64]
    NumberArray = NDArray[numpy.uint8]
    TruthArray = NDArray[numpy.bool_]
    AnySet = Union[SetLike, SetArray]
