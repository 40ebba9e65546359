"""Measures how many puzzles of `destrier scan -f puzzles` are good by a UCI engine.

A puzzle is good if each move of the solver is the engine's best move and the second best is clearly worse: by at least 0.3
in winning chances, or it does not mate although the best move does. The engine uses one thread and searches each position
anew, so the result is the same for the same puzzles, engine and nodes.
"""

import argparse
import csv
import sys
from pathlib import Path

from meaning import Engine, winning_chances

MIN_AHEAD = 0.3


def best_two(engine, fen, moves):
    """Returns the best moves after some moves, at most two, each with its score: `[("e2e4", "cp 35"), ...]`."""
    engine.send("ucinewgame", "isready")
    list(engine.lines_until("readyok"))
    engine.send(f"position fen {fen} moves {' '.join(moves)}", f"go nodes {engine.nodes}")
    lines = {}
    for line in engine.lines_until("bestmove"):
        words = line.split()
        if words[0] == "info" and "pv" in words and not {"lowerbound", "upperbound"} & set(words):
            at = words.index("score")
            lines[words[words.index("multipv") + 1]] = (words[words.index("pv") + 1], " ".join(words[at + 1 : at + 3]))
    return [lines[number] for number in sorted(lines)]


def fault(engine, puzzle):
    """Returns what is wrong with a puzzle, or None."""
    moves = puzzle["Moves"].split()
    for ply in range(1, len(moves), 2):
        (best, score), *others = best_two(engine, puzzle["FEN"], moves[:ply])
        where = f"ply {ply} of {len(moves) - 1}"
        if best != moves[ply]:
            return f"{where}: {best} ({score}) is better than {moves[ply]}"
        for other, of_other in others:
            mates = winning_chances(score) == 1 and winning_chances(of_other) < 1
            if not mates and winning_chances(score) - winning_chances(of_other) < MIN_AHEAD:
                return f"{where}: {other} ({of_other}) is as good as {best} ({score})"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path, help="a file of `destrier scan -f puzzles`")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=150_000)
    parser.add_argument("--first", type=int, help="judge only so many puzzles")
    arguments = parser.parse_args()
    engine = Engine(arguments.engine, arguments.nodes)
    engine.send("setoption name MultiPV value 2")
    with arguments.puzzles.open(newline="", encoding="utf-8") as file:
        puzzles = list(csv.DictReader(file))[: arguments.first]
    good = 0
    for puzzle in puzzles:
        found = fault(engine, puzzle)
        good += found is None
        if found:
            print(f"{puzzle['PuzzleId']}: {found}", file=sys.stderr)
    engine.quit()
    print(f"{good} of {len(puzzles)} puzzles are good ({engine.name}, {arguments.nodes:,} nodes)")


if __name__ == "__main__":
    main()
