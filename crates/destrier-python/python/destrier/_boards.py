"""Columns of positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from ._destrier import Board, board_of_sets, parse_fens, values_of
from ._destrier import values as all_values

if TYPE_CHECKING:
    import numpy
    from numpy.typing import DTypeLike, NDArray

    from ._types import Color, Names

_KINDS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")
_SETS = ("white_pieces", "black_pieces", *_KINDS)


class Boards:
    """Positions as columns: eight arrays of uint64, and an array of bool with the side to move.

    >>> import destrier
    >>> boards = destrier.boards(["r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1", "8/8/8/8/8/8/8/K1k5 b - - 0 1"])
    >>> len(boards), boards.white_to_move.tolist()
    (2, [True, False])
    >>> [destrier.Bitboard(squares) for squares in boards.values("white")["fork_squares"]]
    [Bitboard("c7"), Bitboard("empty")]
    """

    white_pieces: NDArray[numpy.uint64]
    black_pieces: NDArray[numpy.uint64]
    pawns: NDArray[numpy.uint64]
    knights: NDArray[numpy.uint64]
    bishops: NDArray[numpy.uint64]
    rooks: NDArray[numpy.uint64]
    queens: NDArray[numpy.uint64]
    kings: NDArray[numpy.uint64]
    white_to_move: NDArray[numpy.bool_]

    __slots__ = (*_SETS, "white_to_move")

    def __init__(self, fens: Iterable[str] = ()) -> None:
        sets, self.white_to_move = parse_fens(fens)
        for name, column in zip(_SETS, sets):
            setattr(self, name, column)

    @classmethod
    def from_arrays(
        cls,
        *,
        white_pieces: NDArray[numpy.uint64],
        black_pieces: NDArray[numpy.uint64],
        pawns: NDArray[numpy.uint64],
        knights: NDArray[numpy.uint64],
        bishops: NDArray[numpy.uint64],
        rooks: NDArray[numpy.uint64],
        queens: NDArray[numpy.uint64],
        kings: NDArray[numpy.uint64],
        white_to_move: NDArray[numpy.bool_] | bool = True,
    ) -> Boards:
        """Creates boards from arrays, such as columns of `features()`. Arrays that are contiguous are not copied.

        >>> import destrier, numpy
        >>> boards = destrier.boards(["8/8/8/3N4/8/8/8/8 w - - 0 1"])
        >>> names = ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
        >>> same = destrier.Boards.from_arrays(**{name: getattr(boards, name) for name in names})
        >>> destrier.Bitboard(same.knights[0])
        Bitboard("d5")
        """
        import numpy

        given = (white_pieces, black_pieces, pawns, knights, bishops, rooks, queens, kings)
        boards = cls.__new__(cls)
        for name, column in zip(_SETS, given):
            array: Any = numpy.asarray(column)
            if array.dtype != numpy.uint64:
                raise TypeError(f"{name}: expected an array of uint64, not {array.dtype}")
            if array.ndim != 1 or len(array) != len(white_pieces):
                raise ValueError(f"{name}: expected one dimension of length {len(white_pieces)}, not {array.shape}")
            setattr(boards, name, numpy.ascontiguousarray(array))
        turns: Any = numpy.asarray(white_to_move)
        if turns.dtype != numpy.bool_:
            raise TypeError(f"white_to_move: expected an array of bool, not {turns.dtype}")
        boards.white_to_move = numpy.ascontiguousarray(numpy.broadcast_to(turns, len(white_pieces)))
        return boards

    def __len__(self) -> int:
        return len(self.white_pieces)

    @overload
    def __getitem__(self, index: int, /) -> Board: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any], /) -> Boards: ...
    def __getitem__(self, index: int | slice | NDArray[Any], /) -> Board | Boards:
        """Returns a position as a Board, or some positions: a slice, or an array of bool or of numbers as in NumPy.

        Columns have no castling rights, no en passant square and no move numbers, so the Board has none.

        >>> import destrier
        >>> boards = destrier.boards(["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "8/8/8/8/8/8/8/K1k5 b - - 0 1"])
        >>> boards[-1], boards[:1], boards[~boards.white_to_move]
        (Board("8/8/8/8/8/8/8/K1k5 b - - 0 1"), <destrier.Boards: 1 positions>, <destrier.Boards: 1 positions>)
        """
        columns = {name: getattr(self, name)[index] for name in _SETS}
        turns: Any = self.white_to_move[index]
        if turns.ndim == 0:
            return board_of_sets([int(column) for column in columns.values()], bool(turns))
        return Boards.from_arrays(**columns, white_to_move=turns)

    def __repr__(self) -> str:
        return f"<destrier.Boards: {len(self)} positions>"

    def values(self, side: Color, names: Names | None = None) -> dict[str, NDArray[Any]]:
        """Returns values of a side as a dict of arrays. Without `names`, these are all of `destrier.values()`.

        Sets are uint64. Numbers and wings (0 king, 1 queen) are uint8, and 255 stands for none.

        >>> import destrier
        >>> boards = destrier.boards(["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"])
        >>> boards.values("black", "shield_index")
        {'shield_index': array([7], dtype=uint8)}
        """
        if names is None:
            names = [value.name for value in all_values()]
        elif isinstance(names, str):
            names = [name.strip() for name in names.split(",")]
        sets = [getattr(self, name) for name in _SETS]
        return values_of(sets, self.white_to_move, side, list(dict.fromkeys(names)))

    def to_planes(self, dtype: DTypeLike = "uint8") -> NDArray[Any]:
        """Returns an array of shape (n, 12, 8, 8), as networks are trained on: 1 where a piece stands.

        The planes are White's pawns, knights, bishops, rooks, queens and king, then Black's. The next axes are the rank
        (0 is the first) and the file (0 is the a-file).

        >>> import destrier
        >>> planes = destrier.boards(["8/8/8/3N4/8/8/8/8 w - - 0 1"]).to_planes("float32")
        >>> planes.shape, planes[0, 1, 4, 3], planes.sum()
        ((1, 12, 8, 8), np.float32(1.0), np.float32(1.0))
        """
        import numpy

        colors = numpy.stack([self.white_pieces, self.black_pieces], axis=1)
        kinds = numpy.stack([getattr(self, name) for name in _KINDS], axis=1)
        sets = (colors[:, :, None] & kinds[:, None, :]).reshape(len(self), 12)
        # Little-endian bytes are ranks, and their bits are files.
        ranks = numpy.ascontiguousarray(sets.astype("<u8")).view(numpy.uint8).reshape(len(self), 12, 8, 1)
        planes = numpy.unpackbits(ranks, axis=3, bitorder="little")
        return planes.astype(dtype, copy=False)


def boards(fens: Iterable[str]) -> Boards:
    """Reads FENs into columns. Any diagram is allowed, even one without kings.

    >>> import destrier
    >>> destrier.boards(["8/8/8/3N4/8/8/8/8 w - - 0 1"])
    <destrier.Boards: 1 positions>
    """
    return Boards(fens)
