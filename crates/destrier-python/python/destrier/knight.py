# Written by generate.py from the registry. Do not edit.
"""Functions of knights. destrier.functions() has their definitions.

SetLike is one set: a number, a Bitboard, a text such as "a1,b2", or a chess.SquareSet. SetArray is a NumPy array of
uint64, and AnySet is either. NumberArray is an array of uint8, and TruthArray of bool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from ._destrier import call

if TYPE_CHECKING:
    from ._destrier import Bitboard
    from ._types import AnySet, Color, NumberArray, SetArray, SetLike, TruthArray

__all__ = [
    "attacks",
    "checks",
    "distance",
    "fill",
    "fork_moves",
    "forks",
    "in_reach",
    "mobility",
    "move_pairs",
    "moves",
    "outposts",
    "path",
    "reach",
    "reachable_outposts",
    "region",
    "stops",
    "trapped",
]


@overload
def attacks(squares: SetLike, /) -> Bitboard: ...
@overload
def attacks(squares: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def attacks(squares: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that knights attack.

    squares: the knights.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.attacks("d4")
    Bitboard("c2,e2,b3,f3,b5,f5,c6,e6")

    Source: Knight Pattern; AVX2.
    """
    answer: Bitboard | SetArray = call("knight-attacks", 0, (squares,), out)
    return answer


@overload
def fill(squares: SetLike, /, n: int = 1, *, taboo: SetLike | None = None) -> Bitboard: ...
@overload
def fill(squares: SetArray, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
def fill(squares: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that knights reach in at most a given number of moves.

    squares: the knights.
    n: the number of moves; 1 by default.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.fill("d4", 2)
    Bitboard("a1,c1,e1,g1,c2,d2,e2,h2,a3,b3,c3,e3,f3,g3,b4,d4,f4,h4,a5,b5,c5,e5,f5,g5,c6,d6,e6,h6,a7,c7,e7,g7,b8,d8,f8")

    Source: Knight Pattern.
    """
    answer: Bitboard | SetArray = call("knight-fill", 0, (squares, None if n == 1 else n, taboo), out)
    return answer


@overload
def reach(squares: SetLike, n: int, /, *, taboo: SetLike | None = None) -> Bitboard: ...
@overload
def reach(squares: SetArray, n: int, /, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
def reach(squares: AnySet, n: int, /, *, taboo: AnySet | None = None, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that knights reach in exactly a given number of moves.

    squares: the knights.
    n: the number of moves.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.reach("d4", 2)
    Bitboard("a1,c1,e1,g1,d2,h2,a3,c3,e3,g3,b4,d4,f4,h4,a5,c5,e5,g5,d6,h6,a7,c7,e7,g7,b8,d8,f8")

    Source: Knight Pattern.
    """
    answer: Bitboard | SetArray = call("knight-reach", 0, (squares, n, taboo), out)
    return answer


@overload
def distance(from_: SetLike, to: SetLike, /) -> int | None: ...
@overload
def distance(from_: SetArray, to: AnySet, /, *, out: NumberArray | None = None) -> NumberArray: ...
@overload
def distance(from_: SetLike, to: SetArray, /, *, out: NumberArray | None = None) -> NumberArray: ...
def distance(from_: AnySet, to: AnySet, /, *, out: NumberArray | None = None) -> int | None | NumberArray:
    """Returns the fewest knight moves from any square of one set to any square of another.

    from_: the squares to start from.
    to: the squares to reach.
    Arrays of sets give an array of uint8, where 255 stands for none, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.distance("a1", "h8")
    6

    Source: Knight-Distance; 0x88.
    """
    answer: int | None | NumberArray = call("knight-distance", 0, (from_, to), out)
    return answer


def path(from_: SetLike, to: SetLike, /, *, through: SetLike | None = None, taboo: SetLike | None = None) -> list[Bitboard] | None:
    """Returns all shortest knight paths between two sets, as layers: the squares after each move.

    from_: the squares to start from.
    to: the squares to reach.
    through: the squares it may stand on, including start and end; all by default.
    taboo: squares it may not stand on, even as start or end.

    >>> import destrier
    >>> destrier.knight.path("a1", "h8")
    [Bitboard("a1"), Bitboard("c2,b3"), Bitboard("c1,e1,d2,a3,e3,b4,d4,a5,c5"), Bitboard("e2,g2,d3,f3,c4,e4,g4,b5,d5,f5,c6,e6,b7,d7"), Bitboard("f4,h4,e5,g5,d6,h6,e7,d8,f8"), Bitboard("g6,f7"), Bitboard("h8")]

    Source: King Pattern; Knight Pattern.
    """
    answer: list[Bitboard] | None = call("knight-path", 0, (from_, to, through, taboo))
    return answer


@overload
def moves(squares: SetLike, own: SetLike, /) -> Bitboard: ...
@overload
def moves(squares: SetArray, own: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def moves(squares: SetLike, own: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def moves(squares: AnySet, own: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that knights can move to, without those of own pieces.

    squares: the knights.
    own: the pieces of their own side.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.moves("c5,g4", "e1,b2,e2,g2,d3,g4,c5")
    Bitboard("f2,h2,b3,e3,a4,e4,e5,a6,e6,f6,h6,b7,d7")

    Source: Knight move generation, by Sebastian Veile.
    """
    answer: Bitboard | SetArray = call("knight-moves", 1, (squares, own), out)
    return answer


def move_pairs(squares: SetLike, own: SetLike, /) -> list[tuple[str, str]]:
    """Returns the moves of knights that do not capture own pieces, as pairs of from and to.

    squares: the knights.
    own: the pieces of their own side.

    >>> import destrier
    >>> destrier.knight.move_pairs("c5,g4", "e1,b2,e2,g2,d3,g4,c5")
    [('g4', 'e5'), ('c5', 'a6'), ('g4', 'f6'), ('c5', 'b7'), ('g4', 'h6'), ('c5', 'd7'), ('c5', 'e6'), ('c5', 'e4'), ('g4', 'h2'), ('g4', 'f2'), ('c5', 'b3'), ('g4', 'e3'), ('c5', 'a4')]

    Source: Knight move generation, by Sebastian Veile.
    """
    answer: list[tuple[str, str]] = call("knight-moves", 0, (squares, own))
    return answer


@overload
def forks(squares: SetLike, /, *, at_least: int = 2) -> Bitboard: ...
@overload
def forks(squares: SetArray, /, *, at_least: int = 2, out: SetArray | None = None) -> SetArray: ...
def forks(squares: AnySet, /, *, at_least: int = 2, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares from which a knight attacks two or more targets.

    squares: the targets.
    at_least: the minimum number of targets; 2 by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.forks("a8,e8,e6")
    Bitboard("c7,g7")

    Source: Knight Pattern; General Setwise Operations.
    """
    answer: Bitboard | SetArray = call("forks", 0, (squares, None if at_least == 2 else at_least), out)
    return answer


@overload
def stops(knights: SetLike, /, pawn: SetLike | None = None, *, turn: Color, pawn_color: Color = "white") -> bool | Bitboard: ...
@overload
def stops(knights: SetArray, /, pawn: AnySet | None = None, *, turn: Color, pawn_color: Color = "white", out: TruthArray | SetArray | None = None) -> TruthArray | SetArray: ...
def stops(knights: AnySet, /, pawn: AnySet | None = None, *, turn: Color, pawn_color: Color = "white", out: TruthArray | SetArray | None = None) -> bool | Bitboard | TruthArray | SetArray:
    """Returns whether one of the knights stops a passer alone; without a passer, all squares where one of them does.

    knights: the knights.
    pawn: the passer.
    turn: the side to move.
    pawn_color: the passer's side; white by default.
    Arrays of sets give an array of bool or sets, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.stops("d4", "g6", turn="white")
    False

    Source: Knight Pattern names the question; derived.
    """
    answer: bool | Bitboard | TruthArray | SetArray = call("knight-stops", 0, (knights, pawn, turn, None if pawn_color == "white" else pawn_color), out)
    return answer


@overload
def region(from_: SetLike, path: SetLike, /) -> Bitboard: ...
@overload
def region(from_: SetArray, path: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def region(from_: SetLike, path: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def region(from_: AnySet, path: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares that a knight can reach from a set by moves within the path.

    from_: the squares to start from.
    path: the squares it may stand on, including the start.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.region("a1", "a1,b3,d4,h8")
    Bitboard("a1,b3,d4")

    Source: King Pattern; Knight Pattern.
    """
    answer: Bitboard | SetArray = call("knight-region", 0, (from_, path), out)
    return answer


@overload
def fork_moves(targets: SetLike, knights: SetLike, taboo: SetLike, /) -> Bitboard: ...
@overload
def fork_moves(targets: SetArray, knights: AnySet, taboo: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def fork_moves(targets: SetLike, knights: SetArray, taboo: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def fork_moves(targets: SetLike, knights: SetLike, taboo: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def fork_moves(targets: AnySet, knights: AnySet, taboo: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares, not taboo, that the knights can move to and from which a knight attacks two or more of
    the targets.

    targets: the targets.
    knights: the knights.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.fork_moves("a8,e8", "b5", "d6")
    Bitboard("c7")

    Source: Knight Pattern; General Setwise Operations.
    """
    answer: Bitboard | SetArray = call("knight-fork-moves", 0, (targets, knights, taboo), out)
    return answer


@overload
def mobility(knights: SetLike, area: SetLike, /) -> Bitboard: ...
@overload
def mobility(knights: SetArray, area: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def mobility(knights: SetLike, area: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def mobility(knights: AnySet, area: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares of an area that knights attack.

    knights: the knights.
    area: the squares where a move may end.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.mobility("g1", "e2,f3,h3")
    Bitboard("e2,f3,h3")

    Source: Mobility; Knight Pattern.
    """
    answer: Bitboard | SetArray = call("knight-mobility", 0, (knights, area), out)
    return answer


@overload
def trapped(knights: SetLike, area: SetLike, /) -> Bitboard: ...
@overload
def trapped(knights: SetArray, area: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def trapped(knights: SetLike, area: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def trapped(knights: AnySet, area: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the knights that attack no square of an area.

    knights: the knights.
    area: the squares where a move may end.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.trapped("a8,d4", "e6")
    Bitboard("a8")

    Source: Trapped Pieces; Mobility.
    """
    answer: Bitboard | SetArray = call("trapped-knights", 0, (knights, area), out)
    return answer


@overload
def checks(knights: SetLike, king: SetLike, area: SetLike, /) -> Bitboard: ...
@overload
def checks(knights: SetArray, king: AnySet, area: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def checks(knights: SetLike, king: SetArray, area: AnySet, /, *, out: SetArray | None = None) -> SetArray: ...
@overload
def checks(knights: SetLike, king: SetLike, area: SetArray, /, *, out: SetArray | None = None) -> SetArray: ...
def checks(knights: AnySet, king: AnySet, area: AnySet, /, *, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares of an area from which a knight can check a king in one move.

    knights: the knights.
    king: the king.
    area: the squares where a move may end.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.checks("g4", "g8", "f6,h6")
    Bitboard("f6,h6")

    Source: King Safety; Knight Pattern.
    """
    answer: Bitboard | SetArray = call("knight-checks", 0, (knights, king, area), out)
    return answer


@overload
def outposts(own: SetLike, opponent: SetLike, /, *, color: Color = "white") -> Bitboard: ...
@overload
def outposts(own: SetArray, opponent: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
@overload
def outposts(own: SetLike, opponent: SetArray, /, *, color: Color = "white", out: SetArray | None = None) -> SetArray: ...
def outposts(own: AnySet, opponent: AnySet, /, *, color: Color = "white", out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the squares of the fourth to sixth rank of a side that its pawns defend and that no opposing pawn can
    attack, now or after pushes.

    own: the pawns of the side.
    opponent: the opposing pawns.
    color: the side; white by default.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.outposts("c4,e4", "a7,h7")
    Bitboard("d5,f5")

    Source: Outposts; Attack Spans; Holes.
    """
    answer: Bitboard | SetArray = call("outposts", 0, (own, opponent, None if color == "white" else color), out)
    return answer


@overload
def reachable_outposts(knights: SetLike, outposts: SetLike, /, n: int = 1, *, taboo: SetLike | None = None) -> Bitboard: ...
@overload
def reachable_outposts(knights: SetArray, outposts: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
@overload
def reachable_outposts(knights: SetLike, outposts: SetArray, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
def reachable_outposts(knights: AnySet, outposts: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the outposts that knights reach in at most a given number of moves.

    knights: the knights.
    outposts: the outposts.
    n: the number of moves; 1 by default.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.reachable_outposts("f3", "d5,e5")
    Bitboard("e5")

    Source: Outposts.
    """
    answer: Bitboard | SetArray = call("reachable-outposts", 0, (knights, outposts, None if n == 1 else n, taboo), out)
    return answer


@overload
def in_reach(knights: SetLike, outposts: SetLike, /, n: int = 1, *, taboo: SetLike | None = None) -> Bitboard: ...
@overload
def in_reach(knights: SetArray, outposts: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
@overload
def in_reach(knights: SetLike, outposts: SetArray, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> SetArray: ...
def in_reach(knights: AnySet, outposts: AnySet, /, n: int = 1, *, taboo: AnySet | None = None, out: SetArray | None = None) -> Bitboard | SetArray:
    """Returns the knights that reach one of the outposts in at most a given number of moves.

    knights: the knights.
    outposts: the outposts.
    n: the number of moves; 1 by default.
    taboo: squares that no move may enter.
    Arrays of sets give an array, which is written to `out` if it is given.

    >>> import destrier
    >>> destrier.knight.in_reach("a1,f3", "d5,e5")
    Bitboard("f3")

    Source: Outposts.
    """
    answer: Bitboard | SetArray = call("knights-in-reach", 0, (knights, outposts, None if n == 1 else n, taboo), out)
    return answer
