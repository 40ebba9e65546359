"""Files and positions that several tests share."""

import os
import random
from pathlib import Path

import chess
import pytest

ROOT = Path(__file__).parents[3]
LICHESS = ROOT / "samples/lichess.pgn"
PUZZLES = ROOT / "samples/puzzles.csv"
COMMAND = os.environ.get("DESTRIER_COMMAND", ROOT / "target/debug/destrier")


@pytest.fixture(scope="session")
def fens():
    """Positions of random games."""
    rng = random.Random(29)
    found = []
    while len(found) < 300:
        board = chess.Board()
        for _ in range(rng.randrange(150)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        found.append(board.fen())
    return found
