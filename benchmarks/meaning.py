"""Measures how well `missed` agrees with an engine. `benchmarks/meaning` builds the command and calls this script.

The script scans games with `--worth`, with and without the built-in judge, and takes the findings that were not played.
An engine then scores two moves in each position: the finding's move and the game's move. It judges every finding that
the search calls missed and a random sample of the others. Answers are also compared with the engine's best move.
Results are reproducible for the same games, engine, nodes and seed: the engine uses one thread, and its hash table is
cleared before every search.
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
        """Returns the score of a move for the side that plays it, or None if the engine rejects the move as illegal.
        Without a move, returns the score of the position."""
        self.send("ucinewgame", "isready")
        list(self.lines_until("readyok"))
        only = f" searchmoves {move}" if move else ""
        self.send(f"position fen {fen}", f"go nodes {self.nodes}{only}")
        score = None
        for line in self.lines_until("bestmove"):
            words = line.split()
            if words[0] == "info" and "score" in words and not {"lowerbound", "upperbound"} & set(words):
                at = words.index("score")
                score = f"{words[at + 1]} {words[at + 2]}"
        return score if not move or words[1:2] == [move] else None

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


def sample_games(paths, size, seed, every):
    """Returns a random sample of the games whose number is a multiple of `every` as PGN, in file order. Every game must
    start with its Event tag."""
    games = []
    for path in paths:
        games.append([])
        for line in lines_of(path):
            if line.startswith(b"[Event "):
                games.append([])
            games[-1].append(line)
        games[-1].append(b"\n")
    games = [game for game in games if game and game[0].startswith(b"[Event ")][every - 1 :: every]
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
    confirmed: str | None
    is_shown: bool

    def group(self):
        """Returns the group of the finding: called missed by the search, and confirmed by the judge or rejected, or one
        of the rest. The engine disagrees more often if the finding's move is no worse than the game's ("close")."""
        if is_mistake(self.missed):
            return "confirmed" if is_mistake(self.confirmed) else "rejected"
        return self.missed or ("close" if self.missed_by >= 0 else "other")


def is_mistake(grade):
    return grade is not None and MIN_LOSS[grade] >= MIN_LOSS["mistake"]


@dataclass
class Games:
    count: int
    positions: int
    findings: list


def read(destrier, paths, patterns):
    """Reads the findings that were not played."""
    scan = [destrier, "scan", "-f", "jsonl", "--worth", "--not-played", "-p", ",".join(patterns)]
    rows, confirmed = ([json.loads(line) for line in run([*scan, *more, *paths])] for more in (["--quick"], []))
    games, positions = set(), 0
    features = csv.reader(run([destrier, "features", "-f", "csv", "--columns", "source,game", *paths]))
    next(features)
    for cells in features:
        games.add(tuple(cells))
        positions += 1
    findings = [
        Finding(
            row["pattern"],
            row["fen"],
            row["move"],
            row["game_move"],
            row["missed"],
            row["missed_by"],
            judged["missed"],
            is_mistake(judged["missed"]) and bool(judged["answer"]) and not judged["defence"],
        )
        for row, judged in zip(rows, confirmed, strict=True)
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
    """Groups the findings of a pattern. The engine judges a sample of those that are not called missed."""
    groups = {name: [] for name in ("confirmed", "rejected", "inaccuracy", "close", "other")}
    for finding in findings:
        if finding.pattern == pattern:
            groups[finding.group()].append(finding)

    def judged(name, members):
        return sampled(members, size, f"{seed} {pattern} {name}") if name in ("close", "other") else members

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
    for label, names in (
        ("the search", ("confirmed", "rejected")),
        ("the judge, too", ("confirmed",)),
        ("the search, an inaccuracy", ("inaccuracy",)),
    ):
        losses = [loss for name in names for loss in groups[name].losses]
        shares = (sum(loss >= MIN_LOSS[grade] for loss in losses) for grade in ("inaccuracy", "mistake"))
        called = sum(len(groups[name].findings) for name in names)
        yield [pattern, label, called, *(proportion(share, len(losses)) for share in shares)]


def recall_row(pattern, groups, seed):
    least = MIN_LOSS["mistake"]
    generator = random.Random(f"{seed} {pattern} recall")
    draws = [{name: group.draw(least, generator) for name, group in groups.items()} for _ in range(DRAWS)]
    estimates = {name: group.estimate(least) for name, group in groups.items()}

    def recall(*found):
        if sum(estimates.values()) == 0:
            return "–"
        share, *shares = (sum(counts[name] for name in found) / sum(counts.values()) for counts in [estimates, *draws])
        shares.sort()
        return f"{share:.2f} ({shares[round(0.025 * DRAWS)]:.2f} to {shares[round(0.975 * DRAWS) - 1]:.2f})"

    return [
        pattern,
        sum(len(group.findings) for group in groups.values()),
        *(f"{len(groups[name].judged)} of {len(groups[name].findings)}" for name in ("close", "other")),
        *(
            round(sum(group.estimate(MIN_LOSS[grade]) for group in groups.values()))
            for grade in ("inaccuracy", "mistake")
        ),
        recall("confirmed", "rejected"),
        recall("confirmed"),
    ]


def called_line(findings, labels):
    """Says how often the search and the judge are right. A move counts once, whatever its patterns."""
    losses = {"search": [], "judge": []}
    for finding in {(finding.fen, finding.move): finding for finding in findings if is_mistake(finding.missed)}.values():
        scores = [labels.score(finding.fen, move) for move in (finding.move, finding.game_move)]
        if None in scores:
            continue
        ours, games = (winning_chances(score) for score in scores)
        losses["search"].append(ours - games)
        if is_mistake(finding.confirmed):
            losses["judge"].append(ours - games)
    counts = {
        grade: {name: sum(loss >= MIN_LOSS[grade] for loss in found) for name, found in losses.items()}
        for grade in ("inaccuracy", "mistake")
    }
    right, mistakes = counts["inaccuracy"], counts["mistake"]
    return (
        f"Of {len(losses['search'])} moves that the search calls missed, {right['search']} are right. "
        f"Of {len(losses['judge'])} that the judge confirms, {right['judge']} are right. "
        f"It keeps {mistakes['judge']} of {mistakes['search']} mistakes."
    )


def shown_line(findings, labels):
    """Says how good the moves are that are shown as the ones to find."""
    within, mistakes, worth_showing, shown = 0, 0, 0, 0
    for finding in {(finding.fen, finding.move): finding for finding in findings if finding.is_shown}.values():
        scores = [labels.score(finding.fen, move) for move in (finding.move, finding.game_move, "")]
        if None in scores:
            continue
        ours, games, best = (winning_chances(score) for score in scores)
        behind = max(ours, games, best) - ours
        shown += 1
        within += behind <= MIN_LOSS["inaccuracy"]
        mistakes += behind >= MIN_LOSS["mistake"]
        worth_showing += behind <= MIN_LOSS["inaccuracy"] <= ours - games
    return (
        f"Of {shown} moves shown as the ones to find, {within} are within 0.1 of the engine's best move, and "
        f"{mistakes} are mistakes. {worth_showing} are worth showing: also better than the game's move by an inaccuracy."
    )


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
        "--every",
        type=int,
        default=1,
        metavar="N",
        help="take the sample from every Nth game; the judge's weights are fitted to the GNU Chess book without every "
        "fourth game",
    )
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
    if given.nodes < 1 or given.sample < 1 or (given.games is not None and given.games < 1) or given.every < 1:
        parser.error("--nodes, --games, --every and --sample must be at least 1")
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
            paths[0].write_bytes(sample_games(given.file, given.games, given.seed, given.every))
        games = read(given.destrier, paths, given.pattern)
    groups = {pattern: groups_of(pattern, games.findings, given.sample, given.seed) for pattern in given.pattern}
    labels = Labels(engine, given.labels)
    refused = judge([group for named in groups.values() for group in named.values()], labels)
    called, shown = called_line(games.findings, labels), shown_line(games.findings, labels)
    engine.quit()

    version = "".join(run([given.destrier, "--version"])).strip()
    origin = ", ".join(path.name for path in given.file)
    print(f"- {origin}: {games.count} games{' (random sample)' if given.games else ''}, {games.positions} positions")
    print(f"- {version}; judged by {engine.name}, {given.nodes} nodes per move; seed {given.seed}")
    if refused:
        print(f"- {refused} findings are left out because the engine rejected a move")
    print()
    header = ["pattern", "called missed by", "findings", "better by an inaccuracy", "by a mistake"]
    print(table(header, (row for pattern in given.pattern for row in precision_rows(pattern, groups[pattern]))))
    header = [
        "pattern",
        "not played",
        "judged, close",
        "judged, other",
        "inaccuracies",
        "mistakes",
        "found by the search",
        "by the judge, too",
    ]
    print(table(header, (recall_row(pattern, groups[pattern], given.seed) for pattern in given.pattern)))
    print(called)
    print(shown)


if __name__ == "__main__":
    main()
