"""Measures the pattern book against the themes of Lichess's puzzles.

Usage: python3 benchmarks/book.py [--destrier PATH] [--half tuned|held-out|all]
    [--first-move | --not-last] [--differences PATTERN] PUZZLES.csv

A puzzle counts as found if its solver plays a move of the pattern. Recall is the share of the puzzles with the theme
that are found. Precision is the share of the puzzles found that have the theme; the tags are not complete, so it
is a lower bound. A puzzle's id decides to which half it belongs: definitions were tuned on one half only.
`--differences` lists the puzzles in which pattern and theme disagree, for example `--differences fork`.
"""

import argparse
import csv
import hashlib
import io
import subprocess
from pathlib import Path

PATTERNS = Path(__file__).parent.parent / "crates/destrier-games/patterns"

# Lichess's themes, with its spelling, and the patterns for them.
THEMES = {
    "fork": "fork",
    "pin": "pin",
    "skewer": "skewer",
    "skewer-won": "skewer",
    "discovered-attack": "discoveredAttack",
    "discovered-check": "discoveredCheck",
    "double-check": "doubleCheck",
    "hanging-piece": "hangingPiece",
    "x-ray": "xRayAttack",
    "trapped-piece": "trappedPiece",
    "removed-defender": "capturingDefender",
    "back-rank-mate": "backRankMate",
    "underpromotion": "underPromotion",
    "smothered": "smotheredMate",
    "anastasia": "anastasiaMate",
    "arabian": "arabianMate",
    "boden": "bodenMate",
    "double-bishop": "doubleBishopMate",
    "dovetail": "dovetailMate",
    "epaulette": "epauletteMate",
    "hook": "hookMate",
    "kill-box": "killBoxMate",
    "opera": "operaMate",
    "pillsbury": "pillsburysMate",
    "swallowtail": "swallowstailMate",
    "vukovic": "vukovicMate",
    "corner": "cornerMate",
}


def is_held_out(puzzle):
    """Returns whether nobody tuned on a puzzle."""
    # Some puzzles have no id.
    name = puzzle["PuzzleId"] or puzzle["FEN"]
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def read_puzzles(path):
    """Returns the rows of the puzzles by their number in the file."""
    with open(path, newline="", encoding="utf-8") as file:
        return {str(number): row for number, row in enumerate(csv.DictReader(file), start=1)}


def scan(destrier, path, plies):
    """Returns the findings that a puzzle's solver played at some plies: for each pattern, a row for each puzzle."""
    files = ",".join(str(PATTERNS / f"{pattern}.pattern") for pattern in THEMES)
    columns = "game,pattern,ply,fen,san,targets"
    command = [destrier, "scan", "--played", "-p", files, "-f", "csv", "--columns", columns, path]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8").stdout
    found = {pattern: {} for pattern in THEMES}
    for row in csv.DictReader(io.StringIO(output)):
        if int(row["ply"]) in plies.get(row["game"], ()):
            found[row["pattern"]].setdefault(row["game"], row)
    return found


def solver_plies(puzzle, arguments):
    """Returns the plies at which to look. The opponent plays the moves at even plies."""
    plies = range(1, len(puzzle["Moves"].split()), 2)
    return plies[:1] if arguments.first_move else plies[:-1] if arguments.not_last else plies


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--destrier", default="destrier", help="the command [default: destrier]")
    parser.add_argument("--half", choices=["tuned", "held-out", "all"], default="all", help="which puzzles")
    moves = parser.add_mutually_exclusive_group()
    moves.add_argument("--first-move", action="store_true", help="look at the solver's first move only")
    moves.add_argument(
        "--not-last", action="store_true", help="leave out the solver's last move, as Lichess does for forks"
    )
    parser.add_argument("--differences", metavar="PATTERN", choices=list(THEMES), help="list the differences")
    parser.add_argument("puzzles", help="Lichess's puzzles, as CSV")
    arguments = parser.parse_args()

    puzzles = read_puzzles(arguments.puzzles)
    if arguments.half != "all":
        wanted = arguments.half == "held-out"
        puzzles = {name: row for name, row in puzzles.items() if is_held_out(row) == wanted}
    plies = {name: solver_plies(row, arguments) for name, row in puzzles.items()}
    found = scan(arguments.destrier, arguments.puzzles, plies)

    if arguments.differences:
        tagged = {name for name, row in puzzles.items() if THEMES[arguments.differences] in row["Themes"].split()}
        rows = {name: row for name, row in found[arguments.differences].items() if name in puzzles}
        for name, puzzle in puzzles.items():
            if name in tagged and name not in rows:
                print("only theme", puzzle["PuzzleId"], puzzle["FEN"], puzzle["Moves"], sep="\t")
            elif name in rows and name not in tagged:
                row = rows[name]
                print("only pattern", puzzle["PuzzleId"], row["fen"], row["san"], row["targets"], sep="\t")
        return

    print("| pattern | tagged | found | both | recall | precision |")
    print("|---|---:|---:|---:|---:|---:|")
    for pattern, theme in THEMES.items():
        tagged = {name for name, row in puzzles.items() if theme in row["Themes"].split()}
        rows = found[pattern].keys() & puzzles.keys()
        both = len(tagged & rows)
        recall, precision = share(both, len(tagged)), share(both, len(rows))
        print(f"| `{pattern}` | {len(tagged)} | {len(rows)} | {both} | {recall} | {precision} |")


if __name__ == "__main__":
    main()
