"""The tables: findings, games, positions, features and rates."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._destrier import table
from ._inputs import expanded

if TYPE_CHECKING:
    import datetime
    import os
    from collections.abc import Callable

    from typing_extensions import Unpack

    from ._destrier import Table
    from ._records import Progress
    from ._types import Color, Grade, Inputs, Names, Patterns


class Options(TypedDict, total=False):
    """Options of all tables: the conditions on games, and how to read them."""

    player: Names | None
    min_elo: int | None
    max_elo: int | None
    result: str | None
    eco: str | None
    opening: str | None
    since: str | datetime.date | None
    until: str | datetime.date | None
    time_control: str | None
    speed: Names | None
    skip_unreadable: bool | None
    threads: int | None
    max_ratio: int | None
    progress: Callable[[Progress], object] | None


def findings(
    inputs: Inputs,
    *,
    columns: Names | None = None,
    pattern: Patterns | None = None,
    side: Literal["player", "opponent"] | None = None,
    color: Color | None = None,
    elo: str | None = None,
    opponent_elo: str | None = None,
    class_: Literal["check", "royal", "family"] | None = None,
    safe: bool = False,
    mate: bool = False,
    played: bool = False,
    not_played: bool = False,
    worth: bool = False,
    wins: int | None = None,
    missed: Grade | bool = False,
    defences: bool = False,
    engine: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    quick: bool = False,
    unique: bool = False,
    one_per: Literal["chance", "game"] | None = None,
    sample: int | None = None,
    seed: int | None = None,
    limit: int | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each finding, like `destrier scan`.

    inputs: a path, a folder, an open binary file, bytes, a table with a column of FENs or of moves, or a list of these.
    columns: names of columns, or `all:GROUP` for those of a group (finding, worth, position, mover, game); all by default, those of worth only if it is computed.
        Columns that you leave out are not computed. Naming a column of worth computes it, like `worth=True`.
    skip_unreadable: whether to continue with the next source if one cannot be read. Otherwise, DamageError is raised.

    The other options are those of the command, with the same names (`destrier scan --help`). Lists of names may be
    texts with commas. `missed=True` is `missed="mistake"`.

    >>> import destrier
    >>> pgn = b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1"
    >>> import pyarrow
    >>> table = pyarrow.table(destrier.findings(pgn, pattern="knight-fork", played=True, columns=["ply", "san"]))
    >>> table.to_pylist()
    [{'ply': 8, 'san': 'Nxf7'}, {'ply': 13, 'san': 'Nf3#'}]
    """
    return _open("findings", locals())


def games(
    inputs: Inputs,
    *,
    columns: Names | None = None,
    limit: int | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each game. `source` and `game` join it with the other tables.

    >>> import destrier
    >>> [batch.num_rows for batch in destrier.games([b"1. e4 *", b"1. d4 *"], columns=["source", "game"])]
    [2]
    """
    return _open("games", locals())


def positions(
    inputs: Inputs,
    *,
    columns: Names | None = None,
    limit: int | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each position: its eight sets as uint64, the next move and the tags.

    >>> import destrier
    >>> destrier.positions(b"1. e4 *", columns="ply,fen,move")
    <destrier.Table positions: ply, fen, move>
    """
    return _open("positions", locals())


def features(
    inputs: Inputs,
    *,
    columns: Names | None = None,
    fen: bool = False,
    limit: int | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each position and the values of both sides, like `destrier features`.

    >>> import destrier
    >>> destrier.features(b"1. e4 *", columns="ply,white_fork_squares")
    <destrier.Table features: ply, white_fork_squares>
    """
    return _open("features", locals())


def rates(
    inputs: Inputs,
    *,
    by: Names | None = None,
    without_worth: bool = False,
    pattern: Patterns | None = None,
    side: Literal["player", "opponent"] | None = None,
    color: Color | None = None,
    elo: str | None = None,
    opponent_elo: str | None = None,
    class_: Literal["check", "royal", "family"] | None = None,
    safe: bool = False,
    mate: bool = False,
    engine: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    quick: bool = False,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each group: chances, opportunities, found and missed, like `destrier rates`.

    by: keys of the groups: pattern (the default), player, opponent, color, opening, eco, speed, elo, opponent-elo,
        month, year, result, clock, missed.

    >>> import destrier
    >>> table = destrier.rates(b"1. e4 *", by=["color", "pattern"])
    >>> table.columns[:4]
    ['color', 'pattern', 'games', 'positions']
    """
    return _open("rates", locals())


def _open(name: str, arguments: dict[str, Any]) -> Table:
    options = arguments.pop("options")
    for option in options:
        if option not in Options.__annotations__:
            raise TypeError(f"{name}() got an unexpected keyword argument {option!r}")
    return table(name, expanded(arguments.pop("inputs")), arguments | options)


def _show_options(function: Callable[..., Table]) -> None:
    """Makes help and completions show each option instead of `**options`."""
    signature = inspect.signature(function)
    *parameters, _ = signature.parameters.values()
    for name, annotation in Options.__annotations__.items():
        annotation = getattr(annotation, "__forward_arg__", annotation)
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation))
    setattr(function, "__signature__", signature.replace(parameters=parameters))


for _function in (findings, games, positions, features, rates):
    _show_options(_function)
