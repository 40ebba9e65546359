# Written by generate.py from the registry. Do not edit.
"""Functions of kings. destrier.functions() has their definitions.

SetLike is one set: a number, a Bitboard, a text such as "a1,b2", or a chess.SquareSet. SetArray is a NumPy array of
uint64, and AnySet is either. NumberArray is an array of uint8, and TruthArray of bool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ._destrier import call

if TYPE_CHECKING:
    from ._destrier import Bitboard
    from ._types import AnySet, Color, NumberArray, SetArray, SetLike, TruthArray, Wing

__all__ = [
    "attacks",
    "caught_area",
    "connected",
    "distance",
    "fill",
    "half_open_files",
    "key_squares",
    "lines",
    "open_files",
    "opposition_squares",
    "path",
    "pawn_shield",
    "region",
    "shield",
    "storm_pawns",
    "virtual_queen_attacks",
    "zone",
]


@overload
def attacks(squares: SetLike, /) -> Bitboard: ...
@overload
def attacks(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def attacks(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that kings attack.

    squares: the kings.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.attacks("e4")
    Bitboard("d3,e3,f3,d4,f4,d5,e5,f5")

    Source: King Pattern.
    """
    answer: Bitboard | SetArray = call("king-attacks", 0, (squares,), out)
    return answer


@overload
def fill(squares: SetLike, /, n: int = 1, *, taboo: SetLike | None = None) -> Bitboard: ...
@overload
def fill(squares: SetArray, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
def fill(squares: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that kings reach in at most a given number of moves.

    squares: the kings.
    n: the number of moves; 1 by default.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.fill("e4")
    Bitboard("d3,e3,f3,d4,e4,f4,d5,e5,f5")

    Source: King Pattern; Fill Algorithms.
    """
    answer: Bitboard | SetArray = call("king-fill", 0, (squares, None if n == 1 else n, taboo), out)
    return answer


@overload
def distance(from_: SetLike, to: SetLike, /) -> int | None: ...
@overload
def distance(from_: SetArray, to: AnySet, /, *, out: NumberArray | None = None) -> NumberArray: ...
@overload
def distance(from_: SetLike, to: SetArray, /, *, out: NumberArray | None = None) -> NumberArray: ...
def distance(from_: AnySet, to: AnySet, /, *, out: NumberArray | None = None) -> int | None | NumberArray:
    """Returns the fewest king moves from any square of one set to any square of another.

    from_: the squares to start from.
    to: the squares to reach.
    Arrays of sets give an array of uint8, where 255 stands for none, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.distance("b2", "g5")
    5

    Source: Distance; 0x88; King Pattern.
    """
    answer: int | None | NumberArray = call("king-distance", 0, (from_, to), out)
    return answer


def path(from_: SetLike, to: SetLike, /, *, through: SetLike | None = None, taboo: SetLike | None = None) -> list[Bitboard] | None:
    """Returns all shortest king paths between two sets, as layers: the squares after each move.

    from_: the squares to start from.
    to: the squares to reach.
    through: the squares it may stand on, including start and end; all by default.
    taboo: squares it may not stand on, even as start or end.

    >>> import destrier
    >>> destrier.king.path("b2", "g5", taboo="d3,d4,d5,d6,e3")
    [Bitboard("b2"), Bitboard("c1,c2,c3"), Bitboard("d1,d2"), Bitboard("e2"), Bitboard("f3"), Bitboard("f4,g4"), Bitboard("g5")]

    Source: King Pattern.
    """
    answer: list[Bitboard] | None = call("king-path", 0, (from_, to, through, taboo))
    return answer


@overload
def connected(from_: SetLike, to: SetLike, path: SetLike, /) -> bool: ...
@overload
def connected(from_: SetArray, to: AnySet, path: AnySet, /, *, out: TruthArray | None = None) -> TruthArray: ...
@overload
def connected(from_: SetLike, to: SetArray, path: AnySet, /, *, out: TruthArray | None = None) -> TruthArray: ...
@overload
def connected(from_: SetLike, to: SetLike, path: SetArray, /, *, out: TruthArray | None = None) -> TruthArray: ...
def connected(from_: AnySet, to: AnySet, path: AnySet, /, *, out: TruthArray | None = None) -> bool | TruthArray:
    """Returns whether a king can walk from one set to another using only squares of a path.

    from_: the squares to start from.
    to: the squares to reach.
    path: the squares it may stand on, including start and end.
    Arrays of sets give an array of bool, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.connected("a1", "h8", "0xc03c023c4080403f")
    True

    Source: King Pattern.
    """
    answer: bool | TruthArray = call("connected", 0, (from_, to, path), out)
    return answer


@overload
def lines(king: SetLike, escapes: SetLike, /) -> int: ...
@overload
def lines(king: SetArray, escapes: AnySet, /, *, out: NumberArray | None = None) -> NumberArray: ...
@overload
def lines(king: SetLike, escapes: SetArray, /, *, out: NumberArray | None = None) -> NumberArray: ...
def lines(king: AnySet, escapes: AnySet, /, *, out: NumberArray | None = None) -> int | NumberArray:
    """Returns the lines through a king that contain all its escapes: 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 0
    no line, 15 no escape.

    king: the king.
    escapes: the squares that it can move to.
    Arrays of sets give an array of uint8, where 255 stands for none, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.lines("g1", "f1,h1")
    1

    Source: King Pattern.
    """
    answer: int | NumberArray = call("king-lines", 0, (king, escapes), out)
    return answer


@overload
def pawn_shield(pawns: SetLike, wing: Wing, /, *, color: Color = "white") -> int: ...
@overload
def pawn_shield(pawns: SetArray, wing: Wing, /, *, color: Color = "white", out: NumberArray | None = None) -> NumberArray: ...
def pawn_shield(pawns: AnySet, wing: Wing, /, *, color: Color = "white", out: NumberArray | None = None) -> int | NumberArray:
    """Returns the index, 0 to 63, of the pawn shield of a castled king.

    pawns: the pawns of the king's side.
    wing: the wing of the king: king or queen.
    color: the king's side; white by default.
    Arrays of sets give an array of uint8, where 255 stands for none, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.pawn_shield("f2,g3,h2", "king")
    21

    Source: King Pattern.
    """
    answer: int | NumberArray = call("pawn-shield", 0, (pawns, wing, None if color == "white" else color), out)
    return answer


@overload
def caught_area(king: SetLike, /, *, king_color: Color, turn: Color) -> Bitboard: ...
@overload
def caught_area(king: SetArray, /, *, king_color: Color, turn: Color, out: SetArray | None = None) -> SetArray: ...
def caught_area(king: AnySet, /, *, king_color: Color, turn: Color, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares where a king catches a passer of the other side, by the rule of the square.

    king: the king.
    king_color: the king's side.
    turn: the side to move.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.caught_area("g5", king_color="black", turn="white")
    Bitboard("b2,c2,d2,e2,f2,g2,h2,b3,c3,d3,e3,f3,g3,h3,c4,d4,e4,f4,g4,h4,d5,e5,f5,g5,h5")

    Source: King Pattern; Rule of the Square.
    """
    answer: Bitboard | SetArray = call("caught-area", 0, (king, king_color, turn), out)
    return answer


@overload
def region(from_: SetLike, path: SetLike, /) -> Bitboard: ...
@overload
def region(from_: SetArray, path: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def region(from_: SetLike, path: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def region(from_: AnySet, path: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that a king can reach from a set by moves within the path.

    from_: the squares to start from.
    path: the squares it may stand on, including the start.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.region("a1", "a1,b2,c3,h8")
    Bitboard("a1,b2,c3")

    Source: King Pattern.
    """
    answer: Bitboard | SetArray = call("king-region", 0, (from_, path), out)
    return answer


@overload
def zone(kings: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def zone(kings: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def zone(kings: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that a king attacks and the three squares in front of them.

    kings: the kings.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.zone("g1")
    Bitboard("f1,h1,f2,g2,h2,f3,g3,h3")

    Source: King Safety.
    """
    answer: Bitboard | SetArray = call("king-zone", 0, (kings, None if color == "white" else color), out)
    return answer


@overload
def shield(king: SetLike, pawns: SetLike, /, *, color: Color = "white") -> int: ...
@overload
def shield(king: SetArray, pawns: AnySet, /, *, color: Color = "white", out: NumberArray | None = None) -> NumberArray: ...
@overload
def shield(king: SetLike, pawns: SetArray, /, *, color: Color = "white", out: NumberArray | None = None) -> NumberArray: ...
def shield(king: AnySet, pawns: AnySet, /, *, color: Color = "white", out: NumberArray | None = None) -> int | NumberArray:
    """Returns the index, 0 to 63, of the pawn shield of a king on any square.

    king: the king.
    pawns: the pawns of the king's side.
    color: the side; white by default.
    Arrays of sets give an array of uint8, where 255 stands for none, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.shield("g1", "f2,g2,h3")
    35

    Source: King Pattern; King Safety.
    """
    answer: int | NumberArray = call("king-shield", 0, (king, pawns, None if color == "white" else color), out)
    return answer


@overload
def storm_pawns(king: SetLike, pawns: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def storm_pawns(king: SetArray, pawns: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
@overload
def storm_pawns(king: SetLike, pawns: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def storm_pawns(king: AnySet, pawns: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the nearest opposing pawns in front of a king on its own and adjacent files.

    king: the king.
    pawns: the opposing pawns.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.storm_pawns("g1", "a7,f5,g4")
    Bitboard("g4,f5")

    Source: King Safety.
    """
    answer: Bitboard | SetArray = call("storm-pawns", 0, (king, pawns, None if color == "white" else color), out)
    return answer


@overload
def open_files(king: SetLike, pawns: SetLike, /) -> Bitboard: ...
@overload
def open_files(king: SetArray, pawns: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def open_files(king: SetLike, pawns: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def open_files(king: AnySet, pawns: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the files on and beside a king that have no pawns.

    king: the king.
    pawns: the pawns of both sides.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.open_files("a1", "b2")
    Bitboard("a1,a2,a3,a4,a5,a6,a7,a8")

    Source: Pawns and Files (Bitboards); King Safety.
    """
    answer: Bitboard | SetArray = call("open-files", 0, (king, pawns), out)
    return answer


@overload
def half_open_files(king: SetLike, own: SetLike, opponent: SetLike, /) -> Bitboard: ...
@overload
def half_open_files(king: SetArray, own: AnySet, opponent: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def half_open_files(king: SetLike, own: SetArray, opponent: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def half_open_files(king: SetLike, own: SetLike, opponent: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def half_open_files(king: AnySet, own: AnySet, opponent: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the files on and beside a king that have no own pawn but an opposing one.

    king: the king.
    own: the pawns of the king's side.
    opponent: the opposing pawns.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.half_open_files("a1", "b2", "a7")
    Bitboard("a1,a2,a3,a4,a5,a6,a7,a8")

    Source: Pawns and Files (Bitboards); King Safety.
    """
    answer: Bitboard | SetArray = call("half-open-files", 0, (king, own, opponent), out)
    return answer


@overload
def virtual_queen_attacks(king: SetLike, occupied: SetLike, /) -> Bitboard: ...
@overload
def virtual_queen_attacks(king: SetArray, occupied: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def virtual_queen_attacks(king: SetLike, occupied: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def virtual_queen_attacks(king: AnySet, occupied: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that a queen on the square of a king would attack.

    king: the king.
    occupied: the occupied squares.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.virtual_queen_attacks("a1", "a2,b1,b2")
    Bitboard("b1,a2,b2")

    Source: King Safety.
    """
    answer: Bitboard | SetArray = call("virtual-queen-attacks", 0, (king, occupied), out)
    return answer


@overload
def opposition_squares(king: SetLike, /) -> Bitboard: ...
@overload
def opposition_squares(king: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def opposition_squares(king: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares from which the other king has the opposition: direct, distant, diagonal or virtual.

    king: the king.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.opposition_squares("a1")
    Bitboard("c1,e1,g1,a3,c3,e3,g3,a5,c5,e5,g5,a7,c7,e7,g7")

    Source: Opposition.
    """
    answer: Bitboard | SetArray = call("opposition-squares", 0, (king,), out)
    return answer


@overload
def key_squares(pawn: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def key_squares(pawn: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def key_squares(pawn: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares from which a king escorts its pawn to promotion, whatever the other king does.

    pawn: the pawn.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.king.key_squares("e4")
    Bitboard("d6,e6,f6")

    Source: KPK; Key Squares.
    """
    answer: Bitboard | SetArray = call("key-squares", 0, (pawn, None if color == "white" else color), out)
    return answer
