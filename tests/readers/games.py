"""Reads a PGN file with python-chess and prints one line of JSON per game.

A line has these keys:

positions: the FEN piece placement at the start and after each move of the main line
errors:    the errors that python-chess reports
arrows:    for each position with arrows or circles in its comment, [ply, [[color, from, to], ...]]; a circle has the
           same square twice

usage: games.py FILE.pgn
"""

import json
import logging
import sys

import chess
import chess.pgn


def arrows(node):
    return [
        [arrow.color, chess.square_name(arrow.tail), chess.square_name(arrow.head)] for arrow in node.arrows()
    ]


def line_of(game):
    nodes = [game, *game.mainline()]
    board = game.board()
    positions = [board.board_fen()]
    for node in nodes[1:]:
        board.push(node.move)
        positions.append(board.board_fen())
    marked = [[ply, arrows(node)] for ply, node in enumerate(nodes) if node.arrows()]
    return {"positions": positions, "errors": [str(error) for error in game.errors], "arrows": marked}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    # The errors are part of the output.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    with open(sys.argv[1], encoding="utf-8-sig", errors="replace") as games:
        while (game := chess.pgn.read_game(games)) is not None:
            print(json.dumps(line_of(game)))
