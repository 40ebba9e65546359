# Written by generate.py from the registry. Do not edit.
"""Functions of any sets of squares. destrier.functions() has their definitions.

SetLike is one set: a number, a Bitboard, a text such as "a1,b2", or a chess.SquareSet. SetArray is a NumPy array of
uint64, and AnySet is either. NumberArray is an array of uint8, and TruthArray of bool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ._destrier import call

if TYPE_CHECKING:
    from ._destrier import Bitboard
    from ._types import AnySet, SetArray, SetLike

__all__ = [
    "flip_diagonal",
    "flip_vertical",
    "lines",
    "majority",
    "mirror_horizontal",
]


@overload
def majority(a: SetLike, b: SetLike, c: SetLike, /) -> Bitboard: ...
@overload
def majority(a: SetArray, b: AnySet, c: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def majority(a: SetLike, b: SetArray, c: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def majority(a: SetLike, b: SetLike, c: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def majority(a: AnySet, b: AnySet, c: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that are in at least two of the sets.

    a: a set.
    b: a set.
    c: a set.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sets.majority("a1,b1", "b1,c1", "c1")
    Bitboard("b1,c1")

    Source: General Setwise Operations.
    """
    answer: Bitboard | SetArray = call("majority", 0, (a, b, c), out)
    return answer


@overload
def flip_vertical(squares: SetLike, /) -> Bitboard: ...
@overload
def flip_vertical(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def flip_vertical(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the set mirrored top to bottom: rank 1 becomes rank 8.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sets.flip_vertical("a1,b2")
    Bitboard("b7,a8")

    Source: Flipping Mirroring and Rotating.
    """
    answer: Bitboard | SetArray = call("flip-vertical", 0, (squares,), out)
    return answer


@overload
def mirror_horizontal(squares: SetLike, /) -> Bitboard: ...
@overload
def mirror_horizontal(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def mirror_horizontal(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the set mirrored left to right: file a becomes file h.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sets.mirror_horizontal("a1,b2")
    Bitboard("h1,g2")

    Source: Flipping Mirroring and Rotating.
    """
    answer: Bitboard | SetArray = call("mirror-horizontal", 0, (squares,), out)
    return answer


@overload
def flip_diagonal(squares: SetLike, /) -> Bitboard: ...
@overload
def flip_diagonal(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def flip_diagonal(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the set mirrored along the main diagonal: files become ranks.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sets.flip_diagonal("b1,h8")
    Bitboard("a2,h8")

    Source: Flipping Mirroring and Rotating.
    """
    answer: Bitboard | SetArray = call("flip-diagonal", 0, (squares,), out)
    return answer


def lines(square: SetLike, /) -> dict[str, Bitboard]:
    """Returns the rank, file, diagonal and anti-diagonal through a square.

    square: the square.

    >>> import destrier
    >>> destrier.sets.lines("e4")
    {'rank': Bitboard("a4,b4,c4,d4,e4,f4,g4,h4"), 'file': Bitboard("e1,e2,e3,e4,e5,e6,e7,e8"), 'diagonal': Bitboard("b1,c2,d3,e4,f5,g6,h7"), 'anti-diagonal': Bitboard("h1,g2,f3,e4,d5,c6,b7,a8")}

    Source: On an empty Board; Diagonals; Anti-Diagonals.
    """
    answer: dict[str, Bitboard] = call("lines", 0, (square,))
    return answer
