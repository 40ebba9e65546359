"""The tables: findings, games, positions, features and rates."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._destrier import table, write
from ._inputs import expanded

if TYPE_CHECKING:
    import datetime
    import os
    from collections.abc import Callable

    from typing_extensions import Unpack

    from ._destrier import Table
    from ._records import Progress, Written
    from ._types import Class, Color, Grade, Inputs, Names, Path, Patterns, RateKeys, Result, Side, Speeds


_DEFINITIONS = {
    "inputs": "a path, a pattern such as `games/*.pgn`, an address such as `https://...`, a folder, an open binary file,\n"
    "    bytes, a table with a column of FENs or of moves, or a list of these.",
    "output": "the file to write, which appears when it is complete.",
    "force": "whether to overwrite an existing file.",
    "computers": "also count the player's games against computers.",
    "worksheet": "write a worksheet with so many boards to solve instead of a report.",
    "against": "compare with this player instead of the opponents. A list has several names of one player.",
    "split": "compare the games before this date with the games since: YYYY, YYYY-MM, YYYY-MM-DD, `30d`, or a date.",
    "norms": "compare with the found rates in this file, a table of `destrier rates --by pattern,elo,speed`.",
    "columns": "names of columns, or `all:GROUP` for those of a group; all columns by default, those of worth only if\n"
    "    an option asks for worth. Columns that you leave out are not computed.",
    "fen": "whether to add the column fen, if `columns` is not given.",
    "by": "keys of the groups: pattern (the default), player, opponent, color, opening, eco, speed, elo, opponent-elo,\n"
    "    month, year, result, clock, missed.",
    "without_worth": "count only chances, which is faster. Opportunities, found, missed and allowed are null.",
    "pattern": "names of patterns, files of patterns, and Pattern objects; the five built-in patterns by default.",
    "side": "only patterns of the player named with `player`, or of the opponent.",
    "color": "only patterns of this color.",
    "elo": "only patterns of a player with a rating in a range: `1600-1800`, `1800-` or `-1800`, with both ends.",
    "opponent_elo": "only patterns against an opponent with a rating in a range.",
    "class_": "only forks of this class: check (the king and another piece), royal (king and queen), or family (king,\n"
    "    queen and rook).",
    "safe": "only forks by a knight that no legal move captures.",
    "mate": "only moves that mate.",
    "played": "only moves that were played.",
    "not_played": "only moves that were not played.",
    "worth": "compute the columns of worth, which is slower. Naming one of them in `columns` does the same.",
    "wins": "only moves that win at least so many pawns: 3 for a piece, 5 for a rook, 9 for a queen, 100 for a mate.",
    "missed": "only moves that it was a mistake not to play, from this grade on. True is `mistake`.",
    "defences": "also missed moves that would only have avoided a loss.",
    "engine": "the path or name of a UCI engine that judges moves instead of the built-in judge.",
    "nodes": "how many nodes the engine searches for each move.",
    "quick": "call moves missed by material alone, without the judge: faster, but less exact.",
    "unique": "only moves that begin the only line that wins, as in a puzzle (slower).",
    "one_per": "only the first or biggest finding of each chance, or the biggest of each game. The same possibility on\n"
    "    successive turns is one chance.",
    "sample": "only so many findings, chosen at random. The inputs are read several times.",
    "seed": "the seed of the sample: each number gives another one.",
    "limit": "stop after so many rows.",
    "strict": "whether the first damaged game raises DamageError. All moves are then checked, whatever the columns.",
    "player": "only games of this player. Names match the whole name or its part before the first comma or space. A list\n"
    "    has several names of one player.",
    "min_elo": "only games where both players have at least this rating.",
    "max_elo": "only games where both players have at most this rating.",
    "result": "only games with this result; `*` is unknown.",
    "eco": "only games whose ECO code begins with this: `b9` is the Najdorf.",
    "opening": "only games whose opening name contains this text, whatever the case.",
    "since": "only games from this date on: YYYY, YYYY-MM, YYYY-MM-DD, `30d` for the last 30 days, or a date.",
    "until": "only games up to this date, in the same forms.",
    "time_control": "only games with this time control, as in the tag TimeControl: `180+2`.",
    "speed": "only games of this speed, or of one of these.",
    "skip_unreadable": "whether to continue with the next source if one cannot be read. Otherwise, DamageError is raised.",
    "threads": "the number of threads, 1 to 255; one per core by default. The rows are the same for any number.",
    "max_ratio": "stop reading a compressed file that expands more than so many times; 100 by default.",
    "progress": "a function that is called with a Progress about ten times a second.",
}


class Options(TypedDict, total=False):
    """Options of all tables: the conditions on games, and how to read them."""

    player: Names | None
    min_elo: int | None
    max_elo: int | None
    result: Result | None
    eco: str | None
    opening: str | None
    since: str | datetime.date | None
    until: str | datetime.date | None
    time_control: str | None
    speed: Speeds | None
    skip_unreadable: bool | None
    threads: int | None
    max_ratio: int | None
    progress: Callable[[Progress], object] | None


def findings(
    inputs: Inputs,
    *,
    columns: Names | None = None,
    pattern: Patterns | None = None,
    side: Side | None = None,
    color: Color | None = None,
    elo: str | None = None,
    opponent_elo: str | None = None,
    class_: Class | None = None,
    safe: Literal[True] | None = None,
    mate: Literal[True] | None = None,
    played: Literal[True] | None = None,
    not_played: Literal[True] | None = None,
    worth: bool = False,
    wins: int | None = None,
    missed: Grade | Literal[True] | None = None,
    defences: bool = False,
    engine: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    quick: bool = False,
    unique: Literal[True] | None = None,
    one_per: Literal["chance", "game"] | None = None,
    sample: int | None = None,
    seed: int | None = None,
    limit: int | None = None,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each finding, like `destrier scan`.

    Lists of names may be texts with commas.

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
    by: RateKeys | None = None,
    without_worth: bool = False,
    pattern: Patterns | None = None,
    side: Side | None = None,
    color: Color | None = None,
    elo: str | None = None,
    opponent_elo: str | None = None,
    class_: Class | None = None,
    safe: Literal[True] | None = None,
    mate: Literal[True] | None = None,
    engine: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    quick: bool = False,
    strict: bool = False,
    **options: Unpack[Options],
) -> Table:
    """Returns a table with a row for each group: chances, opportunities, found and missed, like `destrier rates`.

    >>> import destrier
    >>> table = destrier.rates(b"1. e4 *", by=["color", "pattern"])
    >>> table.columns[:4]
    ['color', 'pattern', 'games', 'positions']
    """
    return _open("rates", locals())


def convert(
    inputs: Inputs,
    output: Path,
    *,
    force: bool = False,
    strict: bool = False,
    **options: Unpack[Options],
) -> Written:
    """Writes games as a Parquet table, which is searched again faster, like `destrier convert`.

    >>> import destrier, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> destrier.convert([b"1. e4 *", b"1. d4 *"], f"{folder}/games.parquet").games
    2
    """
    return _write("convert", locals())


def report(
    inputs: Inputs,
    output: Path,
    *,
    force: bool = False,
    against: Names | None = None,
    split: str | datetime.date | None = None,
    norms: Path | None = None,
    defences: bool = False,
    computers: bool = False,
    unique: Literal[True] | None = None,
    worksheet: int | None = None,
    pattern: Patterns | None = None,
    color: Color | None = None,
    elo: str | None = None,
    opponent_elo: str | None = None,
    class_: Class | None = None,
    safe: Literal[True] | None = None,
    mate: Literal[True] | None = None,
    engine: str | os.PathLike[str] | None = None,
    nodes: int | None = None,
    quick: bool = False,
    strict: bool = False,
    **options: Unpack[Options],
) -> Written:
    """Writes a page of HTML about what a player found and missed, like `destrier report`.

    If one player is in nine of ten games, you need not name the player. For a page about each of several players, call
    it for each.

    >>> import destrier, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> destrier.report(b"1. e4 *", f"{folder}/report.html").games
    1
    """
    return _write("report", locals())


def _write(name: str, arguments: dict[str, Any]) -> Written:
    options = _checked(name, arguments)
    return write(name, expanded(options.pop("inputs")), options.pop("output"), options)


def _open(name: str, arguments: dict[str, Any]) -> Table:
    options = _checked(name, arguments)
    return table(name, expanded(options.pop("inputs")), options)


def _checked(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments, if they have no unknown option."""
    options = arguments.pop("options")
    for option in options:
        if option not in Options.__annotations__:
            raise TypeError(f"{name}() got an unexpected keyword argument {option!r}")
    return {**arguments, **options}


def _show_options(function: Callable[..., object]) -> None:
    """Makes help and completions show each option instead of `**options`, and documents all of them."""
    signature = inspect.signature(function)
    *parameters, _ = signature.parameters.values()
    for name, annotation in Options.__annotations__.items():
        annotation = getattr(annotation, "__forward_arg__", annotation)
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation))
    setattr(function, "__signature__", signature.replace(parameters=parameters))
    summary, example, rest = (inspect.getdoc(function) or "").partition(">>> ")
    definitions = "\n".join(f"{parameter.name}: {_DEFINITIONS[parameter.name]}" for parameter in parameters)
    function.__doc__ = f"{summary}{definitions}\n\n{example}{rest}"


for _function in (findings, games, positions, features, rates, convert, report):
    _show_options(_function)
