# Written by generate.py from the registry. Do not edit.
"""The values of a side of a position."""

from __future__ import annotations

from typing import NamedTuple

from ._destrier import Bitboard


class Values(NamedTuple):
    """The values of one side of a position. In the definitions, S is that side and O its opponent."""

    knight_attacks: Bitboard
    """The squares that S's knights attack."""
    fork_squares: Bitboard
    """The squares attacked by S's knights, not occupied by S and not attacked by O's pawns or knights, from which a
    knight attacks two or more of O's king, queens, rooks, and undefended bishops, knights and pawns."""
    forking_knights: Bitboard
    """S's knights that attack two or more of O's pieces other than pawns, defended or not."""
    king_escapes: Bitboard
    """The squares next to S's king that are not occupied by S and not attacked by O, with the king removed from the
    board."""
    king_lines: int
    """The lines through S's king that contain all its escapes, so that a distant check along one attacks them all: 0
    no line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 15 no escapes."""
    shield_wing: str | None
    """The wing of S's king if it is on S's first two ranks: king (files f to h) or queen (files a to c); absent
    otherwise."""
    shield_index: int | None
    """Which of the wing's six squares on S's second and third ranks have a pawn of S: bits 0 to 2 are the second
    rank, bits 3 to 5 the third, each starting from the a-file's side; absent if shield_wing is."""
    passers: Bitboard
    """S's pawns with no pawn of O ahead of them on the same or an adjacent file."""
    uncatchable: Bitboard
    """If O has only king and pawns: S's passers with an empty path to promotion that O's king cannot catch by the
    rule of the square, given the side to move, or with O to move if S is in check; otherwise empty."""
    king_reach: Bitboard
    """The square of S's king and all squares that it can walk to over squares not occupied by S and not attacked by
    O, with the king removed from the board."""
    knight_mobility: Bitboard
    """The squares that S's knights attack, without those that S occupies or O's pawns attack."""
    trapped_knights: Bitboard
    """S's knights that attack no square of that kind: each move is blocked by a piece of S or loses the knight to a
    pawn."""
    knight_outposts: Bitboard
    """The squares of S's fourth to sixth rank that S's pawns defend and that none of O's pawns can attack, now or
    after pushes."""
    safe_knight_checks: Bitboard
    """The squares, neither occupied by S nor attacked by O, where one of S's knights can check O's king in one move."""
    safe_checks: Bitboard
    """The squares, neither occupied by S nor attacked by O, where one of S's knights, bishops, rooks or queens can
    check O's king in one move."""
    attacked_king_zone: Bitboard
    """The squares of the zone of S's king that O attacks: those next to the king and the three in front of them."""
    king_open_files: Bitboard
    """The files on and beside S's king that have no pawns."""
    king_half_open_files: Bitboard
    """The files on and beside S's king that have no pawn of S but at least one of O."""
    storm_pawns: Bitboard
    """O's pawns that storm S's king: on the king's file and the files beside it, the nearest pawn in front of the
    king; on an edge file, on the three files from the edge."""
    virtual_queen_attacks: Bitboard
    """The squares that a queen on the square of S's king would attack."""
