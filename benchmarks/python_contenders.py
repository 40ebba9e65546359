"""Runs one contender's task in Python. Prints the seconds of work and the counts on one line.

usage: python_contenders.py CONTENDER FILE [THREADS]
"""

import logging
import sys
import time

import numpy


def timed(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def popcount(column):
    return int(numpy.bitwise_count(column).sum())


def lines(path):
    with open(path, encoding="ascii") as file:
        return file.read().splitlines()


# Games to tables and arrays.

SETS = ["white", "black", "pawns", "knights", "bishops", "rooks", "queens", "kings"]


def findings_destrier(path, threads):
    import destrier
    import polars

    seconds, frame = timed(lambda: polars.DataFrame(destrier.findings(path, threads=threads)))
    return seconds, {"findings": len(frame)}


def forks_destrier(path, threads):
    import destrier
    import polars

    columns = ["game", "ply", "san"]
    forks = destrier.findings(path, pattern="knight-fork", columns=columns, threads=threads)
    seconds, frame = timed(lambda: polars.DataFrame(forks))
    return seconds, {"forks": len(frame)}


def forks_python_chess(path, threads):
    import chess
    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    forks = []

    def search(board):
        """Adds the knight moves to a square that no pawn or knight guards and that attacks two targets."""
        side, opponent = board.turn, not board.turn
        knights = board.pieces_mask(chess.KNIGHT, side)
        if not knights:
            return
        guarded = 0
        for square in chess.scan_forward(board.occupied_co[opponent] & (board.pawns | board.knights)):
            guarded |= board.attacks_mask(square)
        targets = board.occupied_co[opponent] & (board.kings | board.queens | board.rooks)
        for square in chess.scan_forward(board.occupied_co[opponent] & (board.pawns | board.knights | board.bishops)):
            if not board.attackers_mask(opponent, square):
                targets |= chess.BB_SQUARES[square]
        for move in board.generate_legal_moves(knights, ~guarded & chess.BB_ALL):
            if (chess.BB_KNIGHT_ATTACKS[move.to_square] & targets).bit_count() >= 2:
                forks.append((board.ply(), move))

    class Search(chess.pgn.BaseVisitor):
        def visit_board(self, board):
            search(board)

        def begin_variation(self):
            return chess.pgn.SKIP

        def handle_error(self, error):
            """Ignores errors: a damaged game shows in the count."""

        def result(self):
            return True

    def read():
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            while chess.pgn.read_game(file, Visitor=Search):
                pass

    seconds, _ = timed(read)
    return seconds, {"forks": len(forks)}


def forks_esca(path, threads):
    """Counts positions, because esca says whether there is a fork by a knight. Its forks are defined differently."""
    import esca.pgn

    def read():
        found = 0
        for game in esca.pgn.read(path):
            for position in game.game().positions:
                found += position.facts().tactics.knight_fork_available.of(position.side_to_move)
        return found

    seconds, _ = timed(read)
    return seconds, {}


def positions_destrier(path, threads):
    import destrier
    import polars

    columns = ["game", *SETS]
    seconds, frame = timed(lambda: polars.DataFrame(destrier.positions(path, columns=columns, threads=threads)))
    return seconds, {"positions": len(frame)}


def positions_rust_pgn_reader(path, threads):
    """Its games are separate texts, which are prepared before the clock starts."""
    import pyarrow
    import rust_pgn_reader_python_binding

    with open(path, encoding="utf-8", errors="replace") as file:
        first, *others = file.read().split("\n[Event ")
    texts = pyarrow.chunked_array([[first, *("[Event " + game for game in others)]])
    seconds, games = timed(lambda: rust_pgn_reader_python_binding.parse_games(texts, num_threads=threads))
    return seconds, {"positions": sum(len(chunk.boards) for chunk in games.chunks)}


def positions_bulletchess(path, threads):
    import bulletchess
    from bulletchess.pgn import PGNFile

    def read():
        sets = []
        with PGNFile.open(path) as file:
            while game := file.next_game():
                board = game.starting_board
                for move in [None, *game.moves]:
                    if move is not None:
                        board.apply(move)
                    sets.append([int(board[kind]) for kind in (bulletchess.WHITE, bulletchess.BLACK, *bulletchess.PIECE_TYPES)])
        return numpy.array(sets, dtype=numpy.uint64)

    seconds, sets = timed(read)
    return seconds, {"positions": len(sets)}


def positions_esca(path, threads):
    import esca.pgn

    def read():
        sets = []
        for game in esca.pgn.read(path):
            for position in game.game().positions:
                colors = [position.by_colour(color).bits for color in "wb"]
                sets.append(colors + [position.by_role(kind).bits for kind in "pnbrqk"])
        return numpy.array(sets, dtype=numpy.uint64)

    seconds, sets = timed(read)
    return seconds, {"positions": len(sets)}


def positions_python_chess(path, threads):
    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    sets = []

    class Positions(chess.pgn.BaseVisitor):
        def visit_board(self, board):
            white, black = board.occupied_co[True], board.occupied_co[False]
            sets.append((white, black, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings))

        def begin_variation(self):
            return chess.pgn.SKIP

        def handle_error(self, error):
            """Ignores errors: a damaged game shows in the count."""

        def result(self):
            return True

    def read():
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            while chess.pgn.read_game(file, Visitor=Positions):
                pass
        return numpy.array(sets, dtype=numpy.uint64)

    seconds, array = timed(read)
    return seconds, {"positions": len(array)}


# Columns in memory.


def boards(path):
    """Reads the columns that `python.py` wrote."""
    import destrier

    content = numpy.fromfile(path, dtype=numpy.uint8)
    length = len(content) // 65
    columns = content[: 64 * length].view("<u8").reshape(8, length)
    named = dict(zip(SETS, columns))
    return destrier.Boards.from_arrays(**named, white_to_move=content[64 * length :].astype(bool))


def knight_forks_destrier(path, threads):
    import destrier

    columns = boards(path)
    seconds, sets = timed(lambda: destrier.knight.forks(columns.black))
    return seconds, {"boards": len(sets), "forks": popcount(sets)}


def knight_attacks_destrier(path, threads):
    import destrier

    columns = boards(path)
    seconds, sets = timed(lambda: destrier.knight.attacks(columns.knights))
    return seconds, {"boards": len(sets), "knight-attacks": popcount(sets)}


def fork_values_destrier(path, threads):
    columns = boards(path)
    seconds, values = timed(lambda: columns.values("white", "fork_squares"))
    sets = values["fork_squares"]
    return seconds, {"boards": len(sets), "white-fork-squares": popcount(sets)}


# FENs to planes.


def planes_of(sets):
    """Turns sets of shape (n, 12) into planes."""
    ranks = numpy.array(sets, dtype="<u8").view(numpy.uint8).reshape(-1, 12, 8, 1)
    return numpy.unpackbits(ranks, axis=3, bitorder="little")


def planes(path, of_fens):
    fens = lines(path)
    seconds, array = timed(lambda: of_fens(fens))
    return seconds, {"FENs": len(array), "pieces": int(array.sum())}


def planes_destrier(path, threads):
    import destrier

    return planes(path, lambda fens: destrier.boards(fens).to_planes())


def planes_python_chess(path, threads):
    import chess

    def of_fens(fens):
        sets = []
        for fen in fens:
            board = chess.Board(fen)
            sets.append([board.pieces_mask(kind, color) for color in chess.COLORS for kind in chess.PIECE_TYPES])
        return planes_of(sets)

    return planes(path, of_fens)


def planes_esca(path, threads):
    import esca

    def of_fens(fens):
        sets = []
        for fen in fens:
            position = esca.Position.from_fen(fen)
            sets.append([position.by_piece(kind, color).bits for color in "wb" for kind in "pnbrqk"])
        return planes_of(sets)

    return planes(path, of_fens)


def planes_bulletchess(path, threads):
    import bulletchess

    def of_fens(fens):
        colors, kinds = (bulletchess.WHITE, bulletchess.BLACK), bulletchess.PIECE_TYPES
        sets = []
        for fen in fens:
            board = bulletchess.Board.from_fen(fen)
            sets.append([int(board[color, kind]) for color in colors for kind in kinds])
        return planes_of(sets)

    return planes(path, of_fens)


# FENs to values.


def counts_of_values(fens, knight_attacks, passers):
    return {"FENs": fens, "knight_attacks": knight_attacks, "passers": passers}


def values_destrier(path, threads):
    import destrier

    def of_fens():
        columns = destrier.boards(fens)
        return [columns.values(side) for side in ("white", "black")]

    fens = lines(path)
    seconds, sides = timed(of_fens)
    counts = (sum(popcount(side[name]) for side in sides) for name in ("knight_attacks", "passers"))
    return seconds, counts_of_values(len(fens), *counts)


def values_esca(path, threads):
    """Computes its facts, and reads the two that Destrier has, too."""
    import esca

    def of_fens():
        attacks = passers = 0
        for fen in fens:
            facts = esca.Position.from_fen(fen).facts()
            by_knights, passed = facts.attacks.by_knights, facts.pawns.passed
            attacks += len(by_knights.white) + len(by_knights.black)
            passers += len(passed.white) + len(passed.black)
        return attacks, passers

    fens = lines(path)
    seconds, counts = timed(of_fens)
    return seconds, counts_of_values(len(fens), *counts)


def values_esca_arrays(path, threads):
    """Computes arrays of all its facts."""
    from esca import tensors

    fens = lines(path)
    seconds, arrays = timed(lambda: tensors.facts(fens))
    counts = (int(arrays[name].sum()) for name in ("attacks.by_knights", "pawns.passed"))
    return seconds, counts_of_values(len(fens), *counts)


def main():
    contenders = {name: of for name, of in globals().items() if getattr(of, "__code__", None) and of.__code__.co_varnames[:2] == ("path", "threads")}
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in contenders:
        sys.exit(__doc__)
    threads = int(sys.argv[3]) if len(sys.argv) == 4 else None
    seconds, counts = contenders[sys.argv[1]](sys.argv[2], threads)
    print(f"seconds={seconds:.6f}", *(f"{name}={count}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
