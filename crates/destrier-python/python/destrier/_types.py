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
Patterns = Union[str, Pattern, Sequence[Union[str, Pattern]]]

Color = Literal["white", "black"]
Wing = Literal["king", "queen"]
Grade = Literal["inaccuracy", "mistake", "blunder"]

SetLike = Union[int, Bitboard, SquareSet, str, "numpy.uint64"]

if TYPE_CHECKING:
    SetArray = NDArray[numpy.uint64]
    NumberArray = NDArray[numpy.uint8]
    TruthArray = NDArray[numpy.bool_]
    AnySet = Union[SetLike, SetArray]
