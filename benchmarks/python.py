"""Compares the Python package with the command, with the kernels in Rust and with other Python packages.
`benchmarks/python` builds and installs everything and calls this script.

Every contender runs in its own process.
"""

import os
import platform
import re
import statistics
import sys
import time
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import numpy
import polars

import destrier
from python_contenders import SETS
from sql import arguments, check, printed_by, record, run, three_digits

BEGIN = "<!-- Begin: written by `benchmarks/python --record`. -->"
END = "<!-- End: written by `benchmarks/python --record`. -->"

RIVALS = ["chess", "esca", "bulletchess", "rust-pgn-reader-python-binding"]


@dataclass
class Job:
    """A contender and its task."""

    work: str
    label: str
    command: list
    # The input, and the number of games, positions or FENs in it.
    file: Path
    amount: int
    unit: str
    # The Parquet file of findings that it writes. Then the time is that of the whole process.
    writes: Path = None
    # The input of its rivals, if that is smaller.
    part: Path = None
    runs: list = field(default_factory=list)


class Data:
    """The input files and the sizes of them."""

    def __init__(self, folder, target, file, quick):
        command = [target / "release/benchmarks", "prepare", folder]
        command += [file] if file else []
        command += ["--quick"] if quick else []
        run(command)
        self.games, self.first_games = folder / "games.pgn", folder / "few-games.pgn"
        games = (folder / "first-games.pgn").read_bytes().split(b"\n[Event ")
        self.first_games.write_bytes(b"\n[Event ".join(games[:300]))
        self.fens, self.first_fens = folder / "positions.fen", folder / "first-positions.fen"
        self.boards = folder / "boards.bin"
        table = polars.DataFrame(destrier.positions(self.games, columns=[*SETS, "white_to_move"]))
        first = polars.DataFrame(destrier.positions(self.first_games, columns=["game"]))
        self.game_count = polars.DataFrame(destrier.games(self.games, columns=["game"])).height
        self.first_game_count = first["game"].max()
        self.positions, self.first_positions = len(table), len(first)
        # For the slowest rival.
        self.few_fens, few = folder / "few-positions.fen", 500
        self.few_fens.write_bytes(b"".join(self.first_fens.read_bytes().splitlines(keepends=True)[:few]))
        self.fen_count, self.first_fen_count, self.few_fen_count = (
            len(path.read_bytes().splitlines()) for path in (self.fens, self.first_fens, self.few_fens)
        )
        self.board_count = 100_000 if quick else 10_000_000
        with open(self.boards, "wb") as output:
            for name in [*SETS, "white_to_move"]:
                kind = "u1" if name == "white_to_move" else "<u8"
                numpy.resize(table[name].to_numpy().astype(kind), self.board_count).tofile(output)


def jobs(data, target, folder):
    def python(work, label, contender, file, amount, unit, threads=None):
        command = [sys.executable, "benchmarks/python_contenders.py", contender, file]
        return Job(work, label, command + ([str(threads)] if threads else []), file, amount, unit)

    def rust(work, label, contender, file, amount, unit):
        return Job(work, label, [target / "release/benchmarks", "run", contender, file], file, amount, unit)

    for n in sorted({1, os.cpu_count()}):
        work = f"Findings to a table, {n} {'thread' if n == 1 else 'threads'}"
        written = folder / "findings.parquet"
        command = [target / "release/destrier", "scan", "-j", str(n), "--force", "-o", written, data.games]
        amount = (data.games, data.positions, "positions")
        yield Job(work, "destrier scan -o FILE.parquet", command, *amount, writes=written)
        yield python(work, "polars.DataFrame(destrier.findings(FILE))", "findings_destrier", *amount, n)

    boards = (data.boards, data.board_count, "boards")
    for work, name in [
        ("knight.forks over an array", "knight_forks"),
        ("knight.attacks over an array", "knight_attacks"),
        ("Boards.values(\"white\", \"fork_squares\")", "fork_values"),
    ]:
        yield rust(work, "the kernel in Rust", name.replace("_", "-") + "-kernel", *boards)
        yield python(work, "Python", f"{name}_destrier", *boards)

    def rivals(work, ours, whole, part, tasks):
        job = python(work, "Destrier", ours, *whole)
        job.part = part[0]
        yield job
        for package, label, contender in tasks:
            if installed(package):
                yield python(work, label, contender, *part)

    games = (data.games, data.positions, "positions")
    first_games = (data.first_games, data.first_positions, "positions")
    yield from rivals("Games to arrays of sets", "positions_destrier", games, first_games, [
        ("rust-pgn-reader-python-binding", "rust-pgn-reader, to arrays of pieces", "positions_rust_pgn_reader"),
        ("bulletchess", "bulletchess", "positions_bulletchess"),
        ("esca", "esca", "positions_esca"),
        ("chess", "python-chess", "positions_python_chess"),
    ])
    yield from rivals("Knight forks in games", "forks_destrier", games, first_games, [
        ("esca", "esca, its own forks", "forks_esca"),
        ("chess", "python-chess", "forks_python_chess"),
    ])
    fens = (data.fens, data.fen_count, "FENs")
    first_fens = (data.first_fens, data.first_fen_count, "FENs")
    yield from rivals("FENs to planes", "planes_destrier", fens, first_fens, [
        ("bulletchess", "bulletchess", "planes_bulletchess"),
        ("esca", "esca", "planes_esca"),
        ("chess", "python-chess", "planes_python_chess"),
    ])
    work = "FENs to values"
    yield from rivals(work, "values_destrier", fens, first_fens, [("esca", "esca, facts", "values_esca")])
    if installed("esca"):
        few_fens = (data.few_fens, data.few_fen_count, "FENs")
        yield python(work, "esca, facts as arrays", "values_esca_arrays", *few_fens)
    work = "Values in Rust"
    yield rust(work, "Destrier, in columns", "values-in-columns", *fens)
    yield rust(work, "Destrier, one by one", "values-one-by-one", *fens)
    yield rust(work, "esca, facts", "facts-esca", *fens)


def installed(package):
    """Returns the version of a package, or `None`."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def measure(jobs, rounds):
    # The counts of each file. Contenders that count the same must agree.
    known = {job.file: {job.unit: job.amount} for job in jobs}

    def read(job, file, printed):
        words = dict(word.split("=") for word in printed.split())
        seconds = float(words.pop("seconds"))
        check(f"{job.work}, {job.label}", {name: int(count) for name, count in words.items()}, known[file])
        return seconds

    for job in jobs:
        if job.part:
            read(job, job.part, run([*job.command[:-1], job.part])[1])
    for i in range(rounds):
        print(f"round {i + 1} of {rounds}", file=sys.stderr)
        for job in jobs:
            one, printed = run(job.command)
            if job.writes:
                rows = polars.scan_parquet(job.writes).select(polars.len()).collect().item()
                check(f"{job.work}, {job.label}", {"findings": rows}, known[job.file])
            job.runs.append(one.seconds if job.writes else read(job, job.file, printed))


def table(jobs):
    lines = [
        "| task | contender | seconds | min to max | per second | time, first = 1 |",
        "|---|---|--:|--:|--:|--:|",
    ]
    last = None
    for job in jobs:
        first = next(other for other in jobs if other.work == job.work)
        each, first_each = (statistics.median(one.runs) / one.amount for one in (job, first))
        amount = f", {job.amount} {job.unit}" if job.amount != first.amount else ""
        cells = [
            job.work if job.work != last else "",
            job.label + amount,
            three_digits(statistics.median(job.runs)),
            f"{three_digits(min(job.runs))} to {three_digits(max(job.runs))}",
            f"{three_digits(1e-6 / each)} million {job.unit}",
            three_digits(each / first_each),
        ]
        last = job.work
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def machine():
    """Describes the environment of a result as a Markdown list."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    rivals = [f"{'python-chess' if name == 'chess' else name} {installed(name) or 'not installed'}" for name in RIVALS]
    return (
        f"- {time.strftime('%Y-%m-%d', time.gmtime())}, Destrier {destrier.__version__}"
        f" at {printed_by('git', 'describe', '--always', '--dirty')}\n"
        f"- CPU: {model[1] if model else 'unknown'}, {os.cpu_count()} cores; load average before: {os.getloadavg()[0]:.2f}\n"
        f"- {printed_by('rustc', '--version')}; release, RUSTFLAGS {os.environ.get('RUSTFLAGS') or 'empty'}\n"
        f"- Python {platform.python_version()}, NumPy {numpy.__version__}, Polars {polars.__version__}; {', '.join(rivals)}\n"
    )


def main():
    given = arguments("benchmarks/python", __doc__)
    folder = given.target / "benchmarks/python-data"
    folder.mkdir(parents=True, exist_ok=True)
    file = given.file
    described = machine()
    print(f"preparing files in {folder}", file=sys.stderr)
    data = Data(folder, given.target, file, given.quick)
    work = list(jobs(data, given.target, folder))
    measure(work, given.rounds)

    origin = file.name if file else "samples/lichess.pgn, repeated"
    result = (
        f"{described}- FILE: {origin}: {data.game_count} games, {data.positions} positions, {data.games.stat().st_size} bytes;"
        f" {data.fen_count} FENs from it; {data.board_count} boards from it; rivals get the first {data.first_game_count}"
        f" games and {data.first_fen_count} FENs; {given.rounds} rounds\n\n{table(work)}"
    )
    written = given.target / "benchmarks/python.md"
    written.write_text(result, encoding="utf-8")
    print(result)
    print(f"written: {written}", file=sys.stderr)
    if given.record:
        record(result, BEGIN, END)


if __name__ == "__main__":
    main()
