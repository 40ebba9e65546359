"""Writes the games of a PGN file again with python-chess: in SAN, UCI or long algebraic notation.

usage: notations.py FILE.pgn san|uci|lan
"""

import sys

import chess
import chess.pgn

path, notation = sys.argv[1:]


def written(board: chess.Board, move: chess.Move) -> str:
    return board.uci(move) if notation == "uci" else getattr(board, notation)(move)


with open(path, encoding="utf-8") as file:
    while game := chess.pgn.read_game(file):
        for name, value in game.headers.items():
            print(f'[{name} "{value}"]')
        words = []
        for node in game.mainline():
            board = node.parent.board()
            number = f"{board.fullmove_number}. " if board.turn else ""
            comment = f" {{{node.comment}}}" if node.comment else ""
            words.append(number + written(board, node.move) + comment)
        print("\n" + " ".join([*words, game.headers["Result"]]) + "\n")
