"""Prints as JSON what python-chess reads of a PGN file: a line a game, with its positions, its errors and its arrows.

A line has `positions`, the pieces on the board at the start and after each move of the main line, as in a FEN;
`errors`, what python-chess complains of; and `arrows`: for each of the positions that has any, how many moves came
before it and the arrows and circles of its comment as [ply, [[color, from, to], ...]]. A circle goes from a square to
the same.

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
    # Errors are printed with their game.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    with open(sys.argv[1], encoding="utf-8-sig", errors="replace") as games:
        while (game := chess.pgn.read_game(games)) is not None:
            print(json.dumps(line_of(game)))
