"""Compares SQL over games in destrier-sql with DuckDB and with the command. `benchmarks/sql` builds all programs and
calls this script.

Every contender runs in its own process. Times cover the whole process.
"""

import argparse
import csv
import io
import math
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

DOCUMENT = Path("BENCHMARKS.md")
BEGIN = "<!-- Begin: written by `benchmarks/sql --record`. -->"
END = "<!-- End: written by `benchmarks/sql --record`. -->"

# The default input file, in the folder that DESTRIER_DATA names.
SHARED = "gnuchess-book.pgn.zst"

PARTITIONS = (1, 2)

# Runs a query in its own process and prints CSV rows without a header.
DUCKDB = """
import csv, duckdb, sys
connection = duckdb.connect()
connection.execute("SET threads = " + sys.argv[1])
csv.writer(sys.stdout).writerows(connection.execute(sys.argv[2]).fetchall())
"""

BY_LINES = """
SELECT white_king_lines, count(*), sum(popcount(white_fork_squares)), avg(popcount(white_knight_attacks)),
       count(*) FILTER (WHERE white_uncatchable <> 0)
FROM {table} GROUP BY 1 ORDER BY 1
"""
LONGEST_WALKS = """
SELECT game, ply FROM {table} ORDER BY popcount(white_king_reach) DESC, game, ply LIMIT 10
"""
STRUCTURES = "SELECT count(DISTINCT pawns) FROM {table}"

# Queries on the Parquet table that both engines can answer.
SHARED_QUERIES = {
    "Five aggregates by group": BY_LINES,
    "Distinct 64-bit values": STRUCTURES,
    "Top ten": LONGEST_WALKS,
}

# Closer to how the command encodes a table.
LIGHTER = " OPTIONS ('format.compression' 'zstd(1)', 'format.dictionary_enabled' 'false')"

SETS = ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"]

# The cost of functions on the same table. The first query of a group is the baseline without the function. The third
# element, if any, selects the column that holds the function's result; both must agree.
FUNCTION_QUERIES = {
    "Functions of sets": [
        ("baseline: popcount(knights & white)", "sum(popcount(knights & white_pieces))", None),
        (
            "knight_attacks(knights & white)",
            "sum(popcount(knight_attacks(knights & white_pieces)))",
            "sum(popcount(white_knight_attacks))",
        ),
        ("knight_fill(knights & white, 2)", "sum(popcount(knight_fill(knights & white_pieces, 2)))", None),
        ("knight_distance of the kings", "sum(knight_distance(kings & white_pieces, kings & black_pieces))", None),
    ],
    "Functions of positions": [
        (
            "baseline: popcount over all nine columns",
            f"sum(popcount({' ^ '.join(SETS)})), count(white_to_move)",
            None,
        ),
        (
            "white_fork_squares of the nine columns",
            f"sum(popcount(white_fork_squares({', '.join(SETS)}, white_to_move)))",
            "sum(popcount(white_fork_squares))",
        ),
        (
            "white_king_reach of the nine columns",
            f"sum(popcount(white_king_reach({', '.join(SETS)}, white_to_move)))",
            "sum(popcount(white_king_reach))",
        ),
    ],
}


@dataclass
class Job:
    """A contender and its task."""

    work: str
    label: str
    partitions: int
    command: list
    # The number of games or positions to process.
    amount: int
    unit: str
    # A function that turns the output into a dictionary of answers.
    answers: object = None
    # The file that it writes.
    writes: Path = None
    runs: list = field(default_factory=list)


@dataclass
class Run:
    seconds: float
    processor: float
    # None if it is below this process's own peak, which a new process inherits.
    peak_bytes: int | None


def run(command):
    """Runs a process and returns its resource use and its output."""
    own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    printed = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command}: exit status {process.returncode}")
    peak = used.ru_maxrss * 1024 if used.ru_maxrss > own_peak else None
    return Run(seconds, used.ru_utime + used.ru_stime, peak), printed


def number(cell):
    """Parses a cell, so that equal numbers compare equal in any notation."""
    try:
        return float(cell) if "." in cell else int(cell)
    except ValueError:
        return cell


def rows(printed):
    return [[number(cell) for cell in row] for row in csv.reader(io.StringIO(printed))]


def answer(name):
    """Reads the rows that DuckDB prints."""
    return lambda printed: {name: rows(printed)}


def answer_with_header(name):
    """Reads the rows that destrier-sql prints."""
    return lambda printed: {name: rows(printed)[1:]}


def cells(*names):
    """Reads the first cells of the single row that destrier-sql prints."""
    return lambda printed: dict(zip(names, rows(printed)[1]))


def summary(*names):
    """Reads the named counts from the summary of a scan."""

    def read(printed):
        def count(unit):
            return int(re.search(rf"([\d,]+) {unit}", printed)[1].replace(",", ""))

        _, table = re.split(r"^pattern .*\n", printed, maxsplit=1, flags=re.MULTILINE)
        patterns = re.findall(r"^\S+ +([\d,]+) ", table.split("\n\n")[0], flags=re.MULTILINE)
        counts = {
            "games": count("games"),
            "positions": count("positions"),
            "findings": sum(int(findings.replace(",", "")) for findings in patterns),
        }
        return {name: counts[name] for name in names}

    return read


def quoted(path):
    text = str(path).replace("'", "''")
    return f"'{text}'"


class Programs:
    def __init__(self, target, duckdb):
        self.preparer = target / "release/benchmarks"
        self.destrier = target / "release/destrier"
        self.sql = target / "sql/destrier-sql"
        self.duckdb = duckdb

    def ask(self, query, partitions):
        """Returns the destrier-sql command for a query."""
        setting = f"SET datafusion.execution.target_partitions = {partitions}"
        return [self.sql, "--format", "csv", "-c", setting, "-c", query.strip()]

    def ask_duckdb(self, query, partitions):
        """Returns the DuckDB command for a query, with DuckDB's function names."""
        query = query.strip().replace("popcount(", "bit_count(")
        return [self.duckdb, "-c", DUCKDB, str(partitions), query]

    def features(self, games, table, threads):
        return [self.destrier, "features", "-j", str(threads), "--force", "-o", table, games]

    def scan(self, games, threads, *options):
        return [self.destrier, "scan", "-f", "summary", "-j", str(threads), *options, games]


class Data:
    """The input files and their counts."""

    def __init__(self, folder, programs, file, quick):
        command = [programs.preparer, "prepare", folder / "data"]
        command += [file] if file else []
        command += ["--quick"] if quick else []
        run(command)
        self.plain = folder / "data/games.pgn"
        self.compressed = folder / "data/games.pgn.zst"
        self.table = folder / "features.parquet"
        self.written = folder / "written.parquet"
        _, printed = run(programs.scan(self.plain, 2))
        self.known = summary("games", "positions", "findings")(printed)
        self.games, self.positions = self.known["games"], self.known["positions"]
        run(programs.features(self.plain, self.table, 2))
        _, printed = run(programs.ask(f"SELECT count(*) FROM {quoted(self.table)}", 1))
        check("the Parquet table", cells("positions")(printed), self.known)
        for label, _, column in (query for queries in FUNCTION_QUERIES.values() for query in queries):
            if column:
                _, printed = run(programs.ask(f"SELECT {column} FROM {quoted(self.table)}", 1))
                check("the Parquet table", cells(label)(printed), self.known)
        # Prints only the header.
        _, printed = run(programs.ask(f"SELECT * FROM {quoted(self.table)} LIMIT 0", 1))
        self.columns = printed.strip()


def check(label, answers, known):
    """Ends the run if an answer differs from an earlier one."""
    for name, value in answers.items():
        if known.setdefault(name, value) != value:
            sys.exit(f"answers differ: {label}: {name}: {value}, expected {known[name]}")


def empty_query(programs):
    work = "Empty query"
    if programs.duckdb:
        yield Job(work, "DuckDB, in Python", 1, programs.ask_duckdb("SELECT 1", 1), 0, "", answer("one"))
    yield Job(work, "destrier-sql", 1, programs.ask("SELECT 1", 1), 0, "", answer_with_header("one"))


def over_parquet(data, programs):
    for work, query in SHARED_QUERIES.items():
        query = query.format(table=quoted(data.table))
        amount = (data.positions, "positions")
        for n in PARTITIONS:
            if programs.duckdb:
                yield Job(work, "DuckDB", n, programs.ask_duckdb(query, n), *amount, answer(work))
            yield Job(work, "destrier-sql", n, programs.ask(query, n), *amount, answer_with_header(work))


def functions(data, programs):
    for work, queries in FUNCTION_QUERIES.items():
        for n in PARTITIONS:
            for label, query, _ in queries:
                command = programs.ask(f"SELECT {query} FROM {quoted(data.table)}", n)
                yield Job(work, label, n, command, data.positions, "positions", cells(label))


def over_games(data, programs):
    file = quoted(data.plain)

    def ask(work, unit, label, query, answers, n, **others):
        command = programs.ask(query.format(file=file), n)
        return Job(work, label, n, command, data.known[unit], unit, answers, **others)

    for n in PARTITIONS:
        work = "Games without moves"
        command = programs.scan(data.plain, n, "--min-elo", "9000")
        yield Job(work, "destrier scan --min-elo 9000", n, command, data.games, "games")
        yield ask(work, "games", "count games(FILE)", "SELECT count(*) FROM games({file})", cells("games"), n)
        query = "SELECT count(*) FROM games({file}) WHERE white_elo >= 9000"
        yield ask(work, "games", "count games(FILE), white_elo >= 9000", query, cells("games with such ratings"), n)
    for n in PARTITIONS:
        work = "Positions and findings"
        command = programs.scan(data.plain, n)
        answers = summary("games", "positions", "findings")
        yield Job(work, "destrier scan", n, command, data.positions, "positions", answers)
        query = "SELECT count(*) FROM positions({file})"
        yield ask(work, "positions", "count positions(FILE)", query, cells("positions"), n)
        query = "SELECT count(*), sum(popcount(white_pieces | black_pieces)) FROM positions({file})"
        yield ask(work, "positions", "count positions(FILE) and their pieces", query, cells("positions", "pieces"), n)
        query = "SELECT count(*) FROM findings({file})"
        yield ask(work, "positions", "count findings(FILE)", query, cells("findings"), n)
    for n in PARTITIONS:
        work = "Features"
        command = programs.features(data.plain, data.written, n)
        yield Job(work, "destrier features -o", n, command, data.positions, "positions", writes=data.written)
        query = f"COPY (SELECT {data.columns} FROM features({{file}})) TO {quoted(data.written)} STORED AS PARQUET"
        for label, options in [
            ("COPY the same columns from features(FILE)", ""),
            ("the same COPY with lighter encoding", LIGHTER),
        ]:
            yield ask(work, "positions", label, query + options, cells("positions"), n, writes=data.written)
        query = BY_LINES.format(table="features({file})")
        answers = answer_with_header("Five aggregates by group")
        yield ask(work, "positions", "five aggregates over features(FILE)", query, answers, n)


def over_compressed_games(data, programs):
    work = "Compressed file"
    for n in PARTITIONS:
        answers = summary("games", "positions", "findings")
        command = programs.scan(data.compressed, n)
        yield Job(work, "destrier scan FILE.zst", n, command, data.positions, "positions", answers)
        for label, query, answers in [
            ("count positions(FILE.zst)", "SELECT count(*) FROM positions({file})", cells("positions")),
            ("count findings(FILE.zst)", "SELECT count(*) FROM findings({file})", cells("findings")),
        ]:
            command = programs.ask(query.format(file=quoted(data.compressed)), n)
            yield Job(work, label, n, command, data.positions, "positions", answers)


def measure(jobs, rounds, known):
    for i in range(rounds):
        print(f"round {i + 1} of {rounds}", file=sys.stderr)
        for job in jobs:
            if job.writes:
                job.writes.unlink(missing_ok=True)
            one, printed = run(job.command)
            if job.answers:
                check(f"{job.work}, {job.label}", job.answers(printed), known)
            job.runs.append(one)


def median(job, of=lambda one: one.seconds):
    return statistics.median(of(one) for one in job.runs)


def three_digits(value):
    """Formats a number with three significant digits, or more if its integer part is longer."""
    first = math.floor(math.log10(value)) if value > 0 else 0
    return f"{value:.{min(max(2 - first, 0), 9)}f}"


def table(jobs):
    lines = [
        "| task | contender | partitions | seconds | min to max | CPU seconds | per second | speedup | peak memory |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    last = None
    for job in jobs:
        first = next(other for other in jobs if (other.work, other.partitions) == (job.work, job.partitions))
        seconds = [one.seconds for one in job.runs]
        peaks = [one.peak_bytes for one in job.runs]
        million = job.amount / median(job) / 1e6
        cells = [
            job.work if job.work != last else "",
            job.label,
            job.partitions,
            three_digits(median(job)),
            f"{three_digits(min(seconds))} to {three_digits(max(seconds))}",
            three_digits(median(job, lambda one: one.processor)),
            f"{three_digits(million)} million {job.unit}" if job.amount else "",
            three_digits(median(first) / median(job)),
            f"{max(peaks) >> 20} MiB" if None not in peaks else "",
        ]
        last = job.work
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def printed_by(*command):
    """Returns the output of a program without the trailing line break, or `unknown` if it cannot run."""
    try:
        environment = os.environ | {"LC_ALL": "C"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def machine(programs):
    """Describes the environment of a result as a Markdown list."""
    lock = Path("Cargo.lock").read_text(encoding="utf-8")

    def locked(package):
        found = re.search(rf'name = "{package}"\nversion = "(.*)"', lock)
        return found[1] if found else "unknown"

    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    model = model[1] if model else "unknown"
    others = [f"{name} {locked(package)}" for name, package in [("DataFusion", "datafusion"), ("Arrow", "arrow")]]
    if programs.duckdb:
        others.append("DuckDB " + printed_by(programs.duckdb, "-c", "import duckdb; print(duckdb.__version__)"))
    else:
        others.append("no DuckDB")
    return (
        f"- {time.strftime('%Y-%m-%d', time.gmtime())}, Destrier {locked('destrier')}"
        f" at {printed_by('git', 'describe', '--always', '--dirty')}\n"
        f"- CPU: {model}, {os.cpu_count()} cores; load average before: {os.getloadavg()[0]:.2f}\n"
        f"- {printed_by('rustc', '--version')}; `destrier` in the profile release, `destrier-sql` in the profile sql,"
        f" RUSTFLAGS {os.environ.get('RUSTFLAGS') or 'empty'}\n"
        f"- {', '.join(others)}, Python {platform.python_version()}\n"
    )


def record(result, begin, end):
    """Replaces the text between two markers of the document."""
    document = DOCUMENT.read_text(encoding="utf-8")
    before, found, rest = document.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        sys.exit(f"no markers in {DOCUMENT}")
    DOCUMENT.write_text(f"{before}{begin}\n\n{result}\n{end}{after}", encoding="utf-8")


def arguments(program, description, *others):
    """Reads the arguments of a script. `others` are paths: their names and help."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        help="games in PGN, plain or compressed with zstd; defaults to gnuchess-book.pgn.zst in the folder "
        "DESTRIER_DATA, otherwise to the sample, repeated",
    )
    parser.add_argument("--rounds", type=int, default=7, help="number of runs of each contender (default: 7)")
    parser.add_argument("--quick", action="store_true", help="check that everything works: two rounds on the sample")
    parser.add_argument("--record", action="store_true", help=f"write the result into {DOCUMENT}")
    parser.add_argument("--target", type=Path, default=Path("target"), help="Cargo's target folder")
    for name, help_text in others:
        parser.add_argument(name, type=Path, help=help_text)
    given = parser.parse_args()
    if given.quick and (given.file or given.record):
        parser.error("--quick uses the sample and cannot be combined with a file or --record")
    if given.rounds < 1:
        parser.error("--rounds must be at least 1")
    shared = Path(os.environ.get("DESTRIER_DATA", ""), SHARED)
    if not given.file and not given.quick and "DESTRIER_DATA" in os.environ and shared.exists():
        given.file = shared
    given.rounds = 2 if given.quick else given.rounds
    return given


def main():
    given = arguments("benchmarks/sql", __doc__, ("--duckdb", "a Python interpreter that has DuckDB"))
    folder = given.target / "benchmarks/sql"
    folder.mkdir(parents=True, exist_ok=True)
    file = given.file
    programs = Programs(given.target, given.duckdb)

    described = machine(programs)
    print(f"preparing files in {folder}", file=sys.stderr)
    data = Data(folder, programs, file, given.quick)
    jobs = [
        *empty_query(programs),
        *over_parquet(data, programs),
        *functions(data, programs),
        *over_games(data, programs),
        *over_compressed_games(data, programs),
    ]
    measure(jobs, given.rounds, data.known)

    origin = file.name if file else "samples/lichess.pgn, repeated"
    size = data.table.stat().st_size
    result = (
        f"{described}- FILE: {origin}: {data.games} games, {data.positions} positions, {data.plain.stat().st_size}"
        f" bytes; its Parquet table {size} bytes; {given.rounds} rounds\n\n{table(jobs)}"
    )
    written = given.target / "benchmarks/sql.md"
    written.write_text(result, encoding="utf-8")
    print(result)
    print(f"written: {written}", file=sys.stderr)
    if given.record:
        record(result, BEGIN, END)


if __name__ == "__main__":
    main()
