"""Measures how well `missed` agrees with an engine. `benchmarks/meaning` builds the command and calls this script.

The script scans games with `--worth` and takes the findings that were not played. An engine then scores two moves in
each position: the finding's move and the game's move. It judges every finding that is called missed and a random sample
of the others. Results are reproducible for the same games, engine, nodes and seed: the engine uses one thread, and its
hash table is cleared before every search.
"""

import argparse
import csv
import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PATTERNS = ("knight-fork", "distant-check", "smothered-mate")

# Lichess's judgments: the loss of a move in winning chances, which range from -1 to 1.
MIN_LOSS = {"inaccuracy": 0.1, "mistake": 0.2, "blunder": 0.3}

# Quantile of the normal distribution for 95% intervals.
Z = 1.959964

# Number of draws for the interval of the recall.
DRAWS = 10_000


def winning_chances(score):
    """Returns Lichess's winning chances, from -1 to 1, for an engine's score such as `cp 35` or `mate -3`."""
    kind, number = score.split()
    if kind == "mate":
        return 1.0 if int(number) > 0 else -1.0
    pawns = max(-10.0, min(10.0, int(number) / 100))
    return 2 / (1 + math.exp(-0.368208 * pawns)) - 1


class Engine:
    """A UCI engine."""

    def __init__(self, path, nodes):
        self.path = path
        self.nodes = nodes
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
        )
        self.name = path
        self.send("uci")
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
        self.send("setoption name Threads value 1", "setoption name Hash value 16")

    def send(self, *commands):
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands))
            self.process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"{self.path}: the engine exited")

    def lines_until(self, word):
        """Yields lines up to and including the one that starts with a word."""
        for line in self.process.stdout:
            yield line
            if line.split(maxsplit=1)[:1] == [word]:
                return
        sys.exit(f"{self.path}: the engine exited before it sent `{word}`")

    def score(self, fen, move):
        """Returns the score of a move for the side that plays it, or None if the engine rejects the move as illegal."""
        self.send("ucinewgame", "isready")
        list(self.lines_until("readyok"))
        self.send(f"position fen {fen}", f"go nodes {self.nodes} searchmoves {move}")
        score = None
        for line in self.lines_until("bestmove"):
            words = line.split()
            if words[0] == "info" and "score" in words and not {"lowerbound", "upperbound"} & set(words):
                at = words.index("score")
                score = f"{words[at + 1]} {words[at + 2]}"
        return score if words[1:2] == [move] else None

    def quit(self):
        self.send("quit")
        self.process.wait()


class Labels:
    """The engine's scores of moves, cached in a file if one is given."""

    HEADER = ["engine", "nodes", "fen", "move", "score"]

    def __init__(self, engine, path):
        self.engine = engine
        self.scores = {}
        self.file = None
        if path is None:
            return
        is_new = not path.exists() or path.stat().st_size == 0
        if not is_new:
            with path.open(newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    if (row["engine"], row["nodes"]) == (engine.name, str(engine.nodes)):
                        self.scores[row["fen"], row["move"]] = row["score"] or None
        self.file = path.open("a", newline="", encoding="utf-8")
        if is_new:
            csv.writer(self.file).writerow(self.HEADER)

    def score(self, fen, move):
        key = (fen, move)
        if key not in self.scores:
            self.scores[key] = self.engine.score(fen, move)
            if self.file:
                row = [self.engine.name, self.engine.nodes, fen, move, self.scores[key] or ""]
                csv.writer(self.file).writerow(row)
                self.file.flush()
        return self.scores[key]


def lines_of(path):
    """Yields the lines of a PGN file, plain or compressed with zstd."""
    if path.suffix != ".zst":
        with path.open("rb") as file:
            yield from file
        return
    with subprocess.Popen(["zstd", "-dc", path], stdout=subprocess.PIPE) as process:
        yield from process.stdout
    if process.returncode != 0:
        sys.exit(f"{path}: zstd failed")


def sample_games(paths, size, seed):
    """Returns a random sample of games as PGN, in file order. Every game must start with its Event tag."""
    games = []
    for path in paths:
        games.append([])
        for line in lines_of(path):
            if line.startswith(b"[Event "):
                games.append([])
            games[-1].append(line)
        games[-1].append(b"\n")
    games = [game for game in games if game and game[0].startswith(b"[Event ")]
    chosen = random.Random(f"{seed} games").sample(range(len(games)), min(size, len(games)))
    return b"".join(b"".join(games[i]) for i in sorted(chosen))


def run(command):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    yield from process.stdout
    if process.wait() != 0:
        sys.exit(f"{command[0]} {command[1]}: exit status {process.returncode}")


@dataclass
class Finding:
    pattern: str
    fen: str
    move: str
    game_move: str
    missed: str | None
    missed_by: int

    def is_called(self, grade):
        return self.missed is not None and MIN_LOSS[self.missed] >= MIN_LOSS[grade]


@dataclass
class Games:
    count: int
    positions: int
    findings: list


def read(destrier, paths, patterns):
    """Reads the findings that were not played, each with the move that was played instead."""
    scan = [destrier, "scan", "-f", "jsonl", "--worth", "--not-played", "-p", ",".join(patterns), *paths]
    rows = [json.loads(line) for line in run(scan)]
    wanted = {(row["source"], row["game"], row["ply"]) for row in rows}
    moves, games, positions = {}, set(), 0
    features = csv.reader(run([destrier, "features", "-f", "csv", *paths]))
    header = next(features)
    source, game, ply, move = (header.index(name) for name in ("source", "game", "ply", "move"))
    for cells in features:
        place = (cells[source], int(cells[game]), int(cells[ply]))
        games.add(place[:2])
        positions += 1
        if place in wanted:
            moves[place] = cells[move]
    findings = [
        Finding(
            row["pattern"],
            row["fen"],
            row["move"],
            moves[row["source"], row["game"], row["ply"]],
            row["missed"],
            row["missed_by"],
        )
        for row in rows
    ]
    return Games(len(games), positions, findings)


@dataclass
class Group:
    """Findings of one kind. For each judged finding, `losses` holds how much worse the game's move was than the
    finding's, in winning chances."""

    findings: list
    judged: list
    losses: list

    def share(self, least):
        """Counts the judged findings that lost at least this much."""
        return sum(loss >= least for loss in self.losses)

    def estimate(self, least):
        """Estimates how many of all findings lost at least this much."""
        return self.share(least) * len(self.findings) / len(self.losses) if self.losses else 0.0

    def draw(self, least, generator):
        """Draws the number of all findings that lost at least this much, from the posterior under Jeffreys's prior."""
        if not self.losses:
            return 0.0
        share = self.share(least)
        return len(self.findings) * generator.betavariate(share + 0.5, len(self.losses) - share + 0.5)


def groups_of(pattern, findings, size, seed):
    """Groups the findings of a pattern by grade. Findings not called missed are sampled in two groups, because the
    engine disagrees more often if the finding's move is no worse than the game's."""
    of_pattern = [finding for finding in findings if finding.pattern == pattern]
    groups = {grade: [] for grade in MIN_LOSS} | {"close": [], "other": []}
    for finding in of_pattern:
        groups[finding.missed or ("close" if finding.missed_by >= 0 else "other")].append(finding)

    def judged(name, members):
        return members if name in MIN_LOSS else sampled(members, size, f"{seed} {pattern} {name}")

    return {name: Group(members, judged(name, members), []) for name, members in groups.items()}


def sampled(members, size, seed):
    chosen = random.Random(seed).sample(range(len(members)), min(size, len(members)))
    return [members[i] for i in sorted(chosen)]


def judge(groups, labels):
    """Lets the engine judge the findings of all groups. Returns how many it could not judge."""
    todo = [(group, finding) for group in groups for finding in group.judged]
    refused = 0
    for done, (group, finding) in enumerate(todo):
        if done % 100 == 0:
            print(f"judged: {done} of {len(todo)}", file=sys.stderr)
        scores = [labels.score(finding.fen, move) for move in (finding.move, finding.game_move)]
        if None in scores:
            refused += 1
            continue
        ours, games = (winning_chances(score) for score in scores)
        group.losses.append(ours - games)
    return refused


def wilson(share, count):
    """Returns Wilson's interval for a proportion."""
    p = share / count
    center = (p + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(p * (1 - p) / count + Z * Z / (4 * count * count))
    return max(0.0, center - half), min(1.0, center + half)


def proportion(share, count):
    if count == 0:
        return "–"
    low, high = wilson(share, count)
    return f"{share / count:.2f} ({low:.2f} to {high:.2f})"


def precision_rows(pattern, groups):
    for label, grades in (
        ("mistake or blunder", ("mistake", "blunder")),
        ("of these, blunder", ("blunder",)),
        ("inaccuracy", ("inaccuracy",)),
    ):
        called = sum(len(groups[grade].findings) for grade in grades)
        losses = [loss for grade in grades for loss in groups[grade].losses]
        better = sum(loss > 0 for loss in losses)
        shares = [better, *(sum(loss >= MIN_LOSS[grade] for loss in losses) for grade in ("inaccuracy", "mistake"))]
        yield [pattern, label, called, *(proportion(share, len(losses)) for share in shares)]


def recall_row(pattern, groups, seed):
    least = MIN_LOSS["mistake"]
    members = list(groups.values())
    found = [groups["mistake"], groups["blunder"]]
    total = sum(group.estimate(least) for group in members)
    recall = "–"
    if total > 0:
        generator = random.Random(f"{seed} {pattern} recall")
        draws = []
        for _ in range(DRAWS):
            counts = {id(group): group.draw(least, generator) for group in members}
            of_all = sum(counts.values())
            draws.append(sum(counts[id(group)] for group in found) / of_all)
        draws.sort()
        low, high = draws[round(0.025 * DRAWS)], draws[round(0.975 * DRAWS) - 1]
        recall = f"{sum(group.estimate(least) for group in found) / total:.2f} ({low:.2f} to {high:.2f})"
    rest = [groups["close"], groups["other"]]
    return [
        pattern,
        sum(len(group.findings) for group in members),
        *(f"{len(group.judged)} of {len(group.findings)}" for group in rest),
        *(round(sum(group.estimate(MIN_LOSS[grade]) for group in members)) for grade in ("inaccuracy", "mistake")),
        recall,
    ]


def table(header, rows):
    """Formats a Markdown table. A cell in the first column is empty if it repeats the cell above."""
    lines = [header, ["---"] * len(header)]
    above = None
    for first, *others in rows:
        lines.append(["" if first == above else first, *others])
        above = first
    return "".join(f"| {' | '.join(str(cell) for cell in cells)} |\n" for cells in lines)


def arguments():
    parser = argparse.ArgumentParser(prog="benchmarks/meaning", description=__doc__)
    parser.add_argument("file", nargs="+", type=Path, help="games in PGN, plain or compressed with zstd")
    parser.add_argument("--engine", default="stockfish", help="a UCI engine (default: stockfish)")
    parser.add_argument("--nodes", type=int, default=80_000, help="nodes to search per move (default: 80000)")
    parser.add_argument(
        "--pattern",
        type=lambda names: names.split(","),
        default=PATTERNS,
        metavar="NAMES",
        help=f"patterns of moves, separated by commas (default: {','.join(PATTERNS)})",
    )
    parser.add_argument("--games", type=int, metavar="N", help="use a random sample of N games (default: all games)")
    parser.add_argument(
        "--sample",
        type=int,
        default=400,
        metavar="N",
        help="for each pattern, judge N findings that are not called missed although their move is no worse than the "
        "game's, and N of the others (default: 400)",
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the samples (default: 1)")
    parser.add_argument(
        "--labels",
        type=Path,
        metavar="FILE",
        help="cache the engine's scores in FILE and reuse the scores that it holds",
    )
    parser.add_argument("--destrier", type=Path, default=Path("target/release/destrier"), help="path of the command")
    given = parser.parse_args()
    given.destrier = given.destrier.resolve()
    if given.nodes < 1 or given.sample < 1 or (given.games is not None and given.games < 1):
        parser.error("--nodes, --games and --sample must be at least 1")
    return given


def main():
    given = arguments()
    # Debian installs engines in /usr/games, which is not on root's PATH.
    path = shutil.which(given.engine) or shutil.which(given.engine, path="/usr/games")
    if not path:
        sys.exit(f"{given.engine}: program not found; install a UCI engine or name one with --engine")
    engine = Engine(path, given.nodes)
    with tempfile.TemporaryDirectory() as folder:
        paths = given.file
        if given.games:
            paths = [Path(folder, "sample.pgn")]
            paths[0].write_bytes(sample_games(given.file, given.games, given.seed))
        games = read(given.destrier, paths, given.pattern)
    groups = {pattern: groups_of(pattern, games.findings, given.sample, given.seed) for pattern in given.pattern}
    refused = judge([group for named in groups.values() for group in named.values()], Labels(engine, given.labels))
    engine.quit()

    version = "".join(run([given.destrier, "--version"])).strip()
    origin = ", ".join(path.name for path in given.file)
    print(f"- {origin}: {games.count} games{' (random sample)' if given.games else ''}, {games.positions} positions")
    print(f"- {version}; judged by {engine.name}, {given.nodes} nodes per move; seed {given.seed}")
    if refused:
        print(f"- {refused} findings are left out because the engine rejected a move")
    print()
    header = ["pattern", "called", "findings", "better at all", "by an inaccuracy", "by a mistake"]
    print(table(header, (row for pattern in given.pattern for row in precision_rows(pattern, groups[pattern]))))
    header = [
        "pattern",
        "not played",
        "judged, close",
        "judged, other",
        "inaccuracies",
        "mistakes",
        "mistakes that are called missed",
    ]
    print(table(header, (recall_row(pattern, groups[pattern], given.seed) for pattern in given.pattern)), end="")


if __name__ == "__main__":
    main()
