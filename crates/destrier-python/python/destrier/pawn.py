# Written by generate.py from the registry. Do not edit.
"""Functions of pawns. destrier.functions() has their definitions.

SetLike is one set: a number, a Bitboard, a text such as "a1,b2", or a chess.SquareSet. SetArray is a NumPy array of
uint64, and AnySet is either. NumberArray is an array of uint8, and TruthArray of bool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ._destrier import call
from ._side import side

if TYPE_CHECKING:
    from ._destrier import Bitboard
    from ._types import AnySet, Color, SetArray, SetLike

__all__ = [
    "attacks",
    "doubled",
    "file_fill",
    "forks",
    "front_span",
    "isolated",
    "north_fill",
    "passer_span",
    "pushes",
    "south_fill",
]


@overload
def attacks(pawns: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def attacks(pawns: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def attacks(pawns: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that pawns attack.

    pawns: the pawns.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.attacks("e4")
    Bitboard("d5,f5")

    Source: Pawn Attacks (Bitboards).
    """
    answer: Bitboard | SetArray = call(side(color, "white-pawn-attacks", "black-pawn-attacks"), 0, (pawns,), out)
    return answer


@overload
def pushes(pawns: SetLike, empty: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def pushes(pawns: SetArray, empty: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
@overload
def pushes(pawns: SetLike, empty: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def pushes(pawns: AnySet, empty: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that pawns can push to, one step or two.

    pawns: the pawns.
    empty: the empty squares.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.pushes("e2", "e3,e4")
    Bitboard("e3,e4")

    Source: Pawn Pushes (Bitboards).
    """
    answer: Bitboard | SetArray = call(side(color, "white-pawn-pushes", "black-pawn-pushes"), 0, (pawns, empty), out)
    return answer


@overload
def forks(targets: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def forks(targets: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def forks(targets: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares from which a pawn attacks two of the targets.

    targets: the targets.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.forks("d5,f5")
    Bitboard("e4")

    Source: Double Attack.
    """
    answer: Bitboard | SetArray = call(side(color, "white-pawn-forks", "black-pawn-forks"), 0, (targets,), out)
    return answer


@overload
def front_span(pawns: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def front_span(pawns: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def front_span(pawns: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares ahead of pawns on their files.

    pawns: the pawns.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.front_span("e5")
    Bitboard("e6,e7,e8")

    Source: Pawn Spans.
    """
    answer: Bitboard | SetArray = call(side(color, "white-front-span", "black-front-span"), 0, (pawns,), out)
    return answer


@overload
def passer_span(pawns: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def passer_span(pawns: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def passer_span(pawns: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares ahead of pawns on their own and adjacent files.

    pawns: the pawns.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.passer_span("a6")
    Bitboard("a7,b7,a8,b8")

    Source: Pawn Spans.
    """
    answer: Bitboard | SetArray = call(side(color, "white-passer-span", "black-passer-span"), 0, (pawns,), out)
    return answer


@overload
def doubled(pawns: SetLike, /) -> Bitboard: ...
@overload
def doubled(pawns: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def doubled(pawns: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the pawns with another pawn of the set on their file.

    pawns: the pawns.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.doubled("a2,c3,c5,f2,g3")
    Bitboard("c3,c5")

    Source: Doubled Pawn.
    """
    answer: Bitboard | SetArray = call("doubled-pawns", 0, (pawns,), out)
    return answer


@overload
def isolated(pawns: SetLike, /) -> Bitboard: ...
@overload
def isolated(pawns: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def isolated(pawns: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the pawns without a pawn of the set on an adjacent file.

    pawns: the pawns.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.isolated("a2,c3,c5,f2,g3")
    Bitboard("a2,c3,c5")

    Source: Isolated Pawn.
    """
    answer: Bitboard | SetArray = call("isolated-pawns", 0, (pawns,), out)
    return answer


@overload
def north_fill(squares: SetLike, /) -> Bitboard: ...
@overload
def north_fill(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def north_fill(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares of a set and all squares north of them on their files.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.north_fill("e6")
    Bitboard("e6,e7,e8")

    Source: Pawn Fills.
    """
    answer: Bitboard | SetArray = call("north-fill", 0, (squares,), out)
    return answer


@overload
def south_fill(squares: SetLike, /) -> Bitboard: ...
@overload
def south_fill(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def south_fill(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares of a set and all squares south of them on their files.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.south_fill("e3")
    Bitboard("e1,e2,e3")

    Source: Pawn Fills.
    """
    answer: Bitboard | SetArray = call("south-fill", 0, (squares,), out)
    return answer


@overload
def file_fill(squares: SetLike, /) -> Bitboard: ...
@overload
def file_fill(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def file_fill(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns all squares of the files that a set occupies.

    squares: the squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.pawn.file_fill("a5")
    Bitboard("a1,a2,a3,a4,a5,a6,a7,a8")

    Source: Pawn Fills.
    """
    answer: Bitboard | SetArray = call("file-fill", 0, (squares,), out)
    return answer
