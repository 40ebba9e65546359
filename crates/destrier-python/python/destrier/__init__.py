"""Finds the patterns of knights and kings in chess games.

Tables are computed when they are read, in bounded memory. Any library that reads Arrow streams takes them:

>>> import destrier
>>> table = destrier.findings(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *", played=True)
>>> table.columns[:8]
['source', 'game', 'line_number', 'site', 'ply', 'fen', 'pattern', 'side']

Functions take one set of squares, or NumPy arrays of them:

>>> destrier.knight.forks("a8,e8")
Bitboard("c7")

See docs/python.md for a guide.
"""

from . import king, knight, pawn, sets, sliders
from ._boards import Boards, boards
from ._destrier import Bitboard, Board, Pattern, RecordBatch, Table, __version__, functions, patterns, values
from ._records import (
    Argument,
    Damage,
    DamageError,
    EngineError,
    Finding,
    Function,
    Progress,
    Value,
    Values,
    Written,
)
from ._sql import sql
from ._tables import convert, features, findings, games, positions, rates, report

__all__ = [
    "Argument",
    "Bitboard",
    "Board",
    "Boards",
    "Damage",
    "DamageError",
    "EngineError",
    "Finding",
    "Function",
    "Pattern",
    "Progress",
    "RecordBatch",
    "Table",
    "Value",
    "Values",
    "Written",
    "__version__",
    "boards",
    "convert",
    "features",
    "findings",
    "functions",
    "games",
    "king",
    "knight",
    "patterns",
    "pawn",
    "positions",
    "rates",
    "report",
    "sets",
    "sliders",
    "sql",
    "values",
]
