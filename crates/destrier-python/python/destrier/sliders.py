# Written by generate.py from the registry. Do not edit.
"""Attacks of rooks, bishops and queens. destrier.functions() has their definitions.

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
    "bishop_attacks",
    "queen_attacks",
    "rook_attacks",
]


@overload
def rook_attacks(rooks: SetLike, occupied: SetLike, /) -> Bitboard: ...
@overload
def rook_attacks(rooks: SetArray, occupied: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def rook_attacks(rooks: SetLike, occupied: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def rook_attacks(rooks: AnySet, occupied: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that rooks attack, up to the first occupied square.

    rooks: the rooks.
    occupied: the occupied squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sliders.rook_attacks("a1", "a2,c1")
    Bitboard("b1,c1,a2")

    Source: Kogge-Stone Algorithm.
    """
    answer: Bitboard | SetArray = call("rook-attacks", 0, (rooks, occupied), out)
    return answer


@overload
def bishop_attacks(bishops: SetLike, occupied: SetLike, /) -> Bitboard: ...
@overload
def bishop_attacks(bishops: SetArray, occupied: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def bishop_attacks(bishops: SetLike, occupied: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def bishop_attacks(bishops: AnySet, occupied: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that bishops attack, up to the first occupied square.

    bishops: the bishops.
    occupied: the occupied squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sliders.bishop_attacks("a1", "c3")
    Bitboard("b2,c3")

    Source: Kogge-Stone Algorithm.
    """
    answer: Bitboard | SetArray = call("bishop-attacks", 0, (bishops, occupied), out)
    return answer


@overload
def queen_attacks(queens: SetLike, occupied: SetLike, /) -> Bitboard: ...
@overload
def queen_attacks(queens: SetArray, occupied: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def queen_attacks(queens: SetLike, occupied: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def queen_attacks(queens: AnySet, occupied: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that queens attack, up to the first occupied square.

    queens: the queens.
    occupied: the occupied squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.sliders.queen_attacks("a1", "a2,b2,c1")
    Bitboard("b1,c1,a2,b2")

    Source: Kogge-Stone Algorithm.
    """
    answer: Bitboard | SetArray = call("queen-attacks", 0, (queens, occupied), out)
    return answer
