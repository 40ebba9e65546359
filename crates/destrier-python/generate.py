"""Writes the modules of functions and the record of values from the registries.

Run it with the Python that has the package: `target/python/bin/python crates/destrier-python/generate.py`. A test
compares the files with what this script would write.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

import destrier
from destrier import Argument, Function

PACKAGE = Path(__file__).parent / "python" / "destrier"

#: The Python function of each function of the registry. The second item is the formulation.
PLACES = {
    "knight.attacks": ("knight-attacks", 0),
    "knight.fill": ("knight-fill", 0),
    "knight.reach": ("knight-reach", 0),
    "knight.distance": ("knight-distance", 0),
    "knight.path": ("knight-path", 0),
    "knight.moves": ("knight-moves", 1),
    "knight.move_pairs": ("knight-moves", 0),
    "knight.forks": ("forks", 0),
    "knight.stops": ("knight-stops", 0),
    "knight.region": ("knight-region", 0),
    "knight.fork_moves": ("knight-fork-moves", 0),
    "knight.mobility": ("knight-mobility", 0),
    "knight.trapped": ("trapped-knights", 0),
    "knight.checks": ("knight-checks", 0),
    "knight.outposts": ("outposts", 0),
    "knight.reachable_outposts": ("reachable-outposts", 0),
    "knight.in_reach": ("knights-in-reach", 0),
    "king.attacks": ("king-attacks", 0),
    "king.fill": ("king-fill", 0),
    "king.distance": ("king-distance", 0),
    "king.path": ("king-path", 0),
    "king.connected": ("connected", 0),
    "king.lines": ("king-lines", 0),
    "king.pawn_shield": ("pawn-shield", 0),
    "king.caught_area": ("caught-area", 0),
    "king.region": ("king-region", 0),
    "king.zone": ("king-zone", 0),
    "king.shield": ("king-shield", 0),
    "king.storm_pawns": ("storm-pawns", 0),
    "king.open_files": ("open-files", 0),
    "king.half_open_files": ("half-open-files", 0),
    "king.virtual_queen_attacks": ("virtual-queen-attacks", 0),
    "king.opposition_squares": ("opposition-squares", 0),
    "king.key_squares": ("key-squares", 0),
    "pawn.attacks": ("white-pawn-attacks", 0),
    "pawn.pushes": ("white-pawn-pushes", 0),
    "pawn.forks": ("white-pawn-forks", 0),
    "pawn.front_span": ("white-front-span", 0),
    "pawn.passer_span": ("white-passer-span", 0),
    "pawn.doubled": ("doubled-pawns", 0),
    "pawn.isolated": ("isolated-pawns", 0),
    "pawn.north_fill": ("north-fill", 0),
    "pawn.south_fill": ("south-fill", 0),
    "pawn.file_fill": ("file-fill", 0),
    "sliders.rook_attacks": ("rook-attacks", 0),
    "sliders.bishop_attacks": ("bishop-attacks", 0),
    "sliders.queen_attacks": ("queen-attacks", 0),
    "sets.majority": ("majority", 0),
    "sets.flip_vertical": ("flip-vertical", 0),
    "sets.mirror_horizontal": ("mirror-horizontal", 0),
    "sets.flip_diagonal": ("flip-diagonal", 0),
    "sets.lines": ("lines", 0),
}

MODULES = {
    "knight": "Functions of knights.",
    "king": "Functions of kings.",
    "pawn": "Functions of pawns.",
    "sliders": "Attacks of rooks, bishops and queens.",
    "sets": "Functions of any sets of squares.",
}

HEADER = "# Written by generate.py from the registry. Do not edit.\n"


class Parameter:
    """A parameter of a Python function."""

    def __init__(self, argument: Argument) -> None:
        name = (argument.flag or argument.name).lower().replace("-", "_")
        self.name = {"from": "from_", "set": "squares"}.get(name, name)
        self.argument = argument
        self.default = argument.default
        self.is_keyword = argument.flag is not None
        self.is_set = argument.kind in ("set", "square")

    def type(self, of_set: str) -> str:
        """Returns the type, given the type of a set."""
        kinds = {"number": "int", "color": "Color", "wing": "Wing"}
        return kinds.get(self.argument.kind, of_set)

    def declaration(self, of_set: str) -> str:
        """Returns the parameter with its type and default."""
        kind = self.type(of_set)
        if self.argument.required:
            return f"{self.name}: {kind}"
        if self.default is None:
            return f"{self.name}: {kind} | None = None"
        return f"{self.name}: {kind} = {self.value()}"

    def value(self) -> str:
        """Returns the default as Python source."""
        assert self.default is not None
        return self.default if self.default.isdigit() else f'"{self.default}"'

    def passed(self) -> str:
        """Returns the expression that is passed on. A default is left out, because kernels take only sets."""
        if self.default is None:
            return self.name
        return f"None if {self.name} == {self.value()} else {self.name}"


def example(place: str) -> tuple[str, object]:
    """Returns the example of a function as the arguments of a call, and the answer."""
    name, formulation = PLACES[place]
    function = registry[name]
    call = destrier._destrier.call  # type: ignore[attr-defined]
    values = [
        None if text == "" else int(text) if argument.kind == "number" else text
        for argument, text in zip(function.arguments, [*function.example, *[""] * 4])
    ]
    given = [
        f"{p.name}={value!r}" if p.is_keyword else repr(value)
        for p, value in zip(parameters_of(place, function), values)
        if value is not None
    ]
    return ", ".join(given).replace("'", '"'), call(name, formulation, values, None)


#: Functions of pawns, which the registry has for each side.
PAIRS = [place for place, (name, _) in PLACES.items() if name.startswith("white-")]
COLOR = Argument("COLOR", "the side; white by default", "color", "color", False, "white")
registry = {function.name: function for function in destrier.functions()}


def parameters_of(place: str, function: Function) -> list[Parameter]:
    arguments = [*function.arguments, *([COLOR] if place in PAIRS else [])]
    return [Parameter(argument) for argument in arguments]


def signature(parameters: list[Parameter], sets: list[str], out: str | None) -> str:
    """Returns the parameters of a function. `sets` has the type of each set."""
    kinds = iter(sets)
    declared = {p.name: p.declaration(next(kinds) if p.is_set else "") for p in parameters}
    required = [declared[p.name] for p in parameters if p.argument.required and not p.is_keyword]
    optional = [declared[p.name] for p in parameters if not p.argument.required and not p.is_keyword]
    keywords = [declared[p.name] for p in parameters if p.is_keyword]
    keywords += [] if out is None else [f"out: {out} | None = None"]
    return ", ".join([*required, "/", *optional, *(["*", *keywords] if keywords else [])])


def returned(answer: object) -> tuple[str, str | None]:
    """Returns the type of an answer, and that of an array of answers."""
    if isinstance(answer, destrier.Bitboard):
        return "Bitboard", "SetArray"
    if isinstance(answer, bool):
        return "bool", "TruthArray"
    if isinstance(answer, int):
        return "int", "NumberArray"
    if isinstance(answer, dict):
        return "dict[str, Bitboard]", None
    assert isinstance(answer, list)
    return ("list[tuple[str, str]]" if isinstance(answer[0], tuple) else "list[Bitboard] | None"), None


def function_source(place: str) -> str:
    module, python_name = place.split(".")
    name, formulation = PLACES[place]
    function = registry[name]
    parameters = parameters_of(place, function)
    arguments, answer = example(place)
    one, many = returned(answer)
    if one == "int" and "distance" in name:
        one = "int | None"
    if name == "knight-stops":
        one, many = "bool | Bitboard", "TruthArray | SetArray"
    set_count = sum(p.is_set for p in parameters)
    required = [p.argument.required for p in parameters if p.is_set]
    lines: list[str] = []
    if many is None:
        lines.append(f"def {python_name}({signature(parameters, ['SetLike'] * set_count, None)}) -> {one}:")
    else:
        lines.append("@overload")
        lines.append(f"def {python_name}({signature(parameters, ['SetLike'] * set_count, None)}) -> {one}: ...")
        out = many
        for first in range(sum(required)):
            kinds = ["SetLike"] * first + ["SetArray"] + ["AnySet"] * (set_count - first - 1)
            lines.append("@overload")
            lines.append(f"def {python_name}({signature(parameters, kinds, out)}) -> {many}: ...")
        # The types of `help`, which does not show overloads.
        declared = signature(parameters, ["AnySet"] * set_count, out)
        lines.append(f"def {python_name}({declared}) -> {one} | {many}:")
    definition = function.definition
    if place in PAIRS:
        definition = definition.replace("white pawns", "pawns").replace("a white pawn", "a pawn")
    if formulation == 1:
        definition = "the squares that knights can move to, without those of own pieces"
    elif name == "knight-moves":
        definition = "the moves of knights that do not capture own pieces, as pairs of from and to"
    doc = textwrap.wrap(f"Returns {definition}.", 110)
    doc.append("")
    for p in parameters:
        doc += textwrap.wrap(f"{p.name}: {p.argument.definition}.", 110, subsequent_indent="    ")
    if many is not None:
        notes = {"SetArray": "", "NumberArray": " of uint8, where 255 stands for none", "TruthArray": " of bool"}
        kind = notes.get(many, " of bool or sets")
        doc.append(f"Arrays of sets give an array{kind}, which is written to `out` if it is given.")
    doc += ["", ">>> import destrier", f">>> destrier.{place}({arguments})", repr(answer), ""]
    doc.append(f"Source: {function.source}.")
    lines.append('    """' + "\n    ".join(doc).replace("\n    \n", "\n\n"))
    lines.append('    """')
    passed = [p.passed() for p in parameters if p.name != "color" or place not in PAIRS]
    arguments = ", ".join(passed) + ("," if len(passed) == 1 else "")
    out = "" if many is None else ", out"
    called = f'"{name}"'
    if place in PAIRS:
        called = f'side(color, "{name}", "{name.replace("white", "black")}")'
    kind = one if many is None else f"{one} | {many}"
    lines.append(f"    answer: {kind} = call({called}, {formulation}, ({arguments}){out})")
    lines.append("    return answer")
    return "\n".join(lines)


def module_source(module: str) -> str:
    places = [place for place in PLACES if place.startswith(f"{module}.")]
    names = sorted(place.split(".")[1] for place in places)
    body = "\n\n\n".join(function_source(place) for place in places)
    types = [t for t in ("AnySet", "Color", "NumberArray", "SetArray", "SetLike", "TruthArray", "Wing") if re.search(rf"\b{t}\b", body)]
    side = "from ._side import side\n" if module == "pawn" else ""
    listed = "".join(f'    "{name}",\n' for name in names)
    uses_overload = "@overload" in body
    typing = "TYPE_CHECKING, overload" if uses_overload else "TYPE_CHECKING"
    return f'''{HEADER}"""{MODULES[module]} destrier.functions() has their definitions.

SetLike is one set: a number, a Bitboard, a text such as "a1,b2", or a chess.SquareSet. SetArray is a NumPy array of
uint64, and AnySet is either. NumberArray is an array of uint8, and TruthArray of bool.
"""

from __future__ import annotations

from typing import {typing}

from ._destrier import call
{side}
if TYPE_CHECKING:
    from ._destrier import Bitboard
    from ._types import {", ".join(types)}

__all__ = [
{listed}]


{body}
'''


def values_source() -> str:
    types = {"set": "Bitboard", "number": "int | None", "wing": "str | None"}
    lines = []
    for value in destrier.values():
        kind = "int" if value.name == "king_lines" else types[value.kind]
        lines.append(f"    {value.name}: {kind}")
        definition = textwrap.wrap(value.definition[0].upper() + value.definition[1:] + ".", 110)
        lines.append('    """' + "\n    ".join(definition) + '"""')
    body = "\n".join(lines)
    return f'''{HEADER}"""The values of a side of a position."""

from __future__ import annotations

from typing import NamedTuple

from ._destrier import Bitboard


class Values(NamedTuple):
    """The values of one side of a position. In the definitions, S is that side and O its opponent."""

{body}
'''


def sources() -> dict[str, str]:
    """Returns the files with their contents."""
    missing = set(registry) - {name for name, _ in PLACES.values()} - {
        PLACES[place][0].replace("white", "black") for place in PAIRS
    }
    assert not missing, f"no Python function for {missing}"
    modules = {f"{module}.py": module_source(module) for module in MODULES}
    return {**modules, "_values.py": values_source()}


if __name__ == "__main__":
    check = "--check" in sys.argv
    for name, source in sources().items():
        path = PACKAGE / name
        if check and path.read_text() != source:
            sys.exit(f"{path} is out of date; run {Path(__file__).name}")
        path.write_text(source)
