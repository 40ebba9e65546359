"""Runs a contender's task with python-chess. Prints the seconds of work and the counts on one line.

usage: rival.py replay FILE.pgn
       rival.py fens FILE.fen
"""

import logging
import sys
import time

import chess
import chess.pgn


class Replay(chess.pgn.BaseVisitor):
    """Plays the main line without building a game tree, which is the fastest way in python-chess."""

    positions = 0

    def begin_game(self):
        Replay.positions += 1

    def visit_move(self, board, move):
        Replay.positions += 1

    def begin_variation(self):
        return chess.pgn.SKIP

    def handle_error(self, error):
        """Ignores errors: a damaged game shows in the count."""

    def result(self):
        return True


def replay(path):
    games = 0
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        start = time.perf_counter()
        while chess.pgn.read_game(file, Visitor=Replay):
            games += 1
        seconds = time.perf_counter() - start
    return seconds, {"games": games, "positions": Replay.positions}


def fens(path):
    with open(path, encoding="ascii") as file:
        lines = file.read().splitlines()
    pieces = 0
    start = time.perf_counter()
    for line in lines:
        board = chess.Board(line)
        assert board.is_valid()
        pieces += board.occupied.bit_count()
    return time.perf_counter() - start, {"FENs": len(lines), "pieces": pieces}


if __name__ == "__main__":
    tasks = {"replay": replay, "fens": fens}
    if len(sys.argv) != 3 or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    seconds, counts = tasks[sys.argv[1]](sys.argv[2])
    print(f"seconds={seconds:.6f}", *(f"{name}={count}" for name, count in counts.items()))
