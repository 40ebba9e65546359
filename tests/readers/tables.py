"""Writes games, puzzles and positions as Parquet tables in the forms that others publish, with DuckDB and Polars.

usage: tables.py GAMES.pgn FOLDER
"""

import datetime
import io
import os
import sys

import chess
import chess.pgn
import duckdb
import polars


def read(path):
    """Returns the tags and the text of the moves of each game, and the game as python-chess reads it."""
    with open(path, encoding="utf-8") as file:
        parts = file.read().strip().split("\n\n")
    games = []
    for tags, movetext in zip(parts[::2], parts[1::2]):
        game = chess.pgn.read_game(io.StringIO(tags + "\n\n" + movetext))
        assert not game.errors
        games.append((dict(game.headers), movetext, game))
    return games


def number(text):
    return int(text) if text not in (None, "", "?") else None


def sans(game):
    return [node.san() for node in game.mainline()]


def ucis(game):
    return [node.uci() for node in game.mainline()]


WINNERS = {"1-0": "white", "0-1": "black", "1/2-1/2": None}

TEXTS = ["Event", "Site", "White", "Black", "Result", "ECO", "Opening", "Termination", "TimeControl"]
NUMBERS = ["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"]


def published_by_lichess(games, path):
    """One row a game, with typed tags and the text of the moves: written by DuckDB, compressed with snappy."""
    rows = []
    for tags, movetext, _ in games:
        date = datetime.datetime.strptime(tags["UTCDate"], "%Y.%m.%d").date()
        time = datetime.time.fromisoformat(tags["UTCTime"])
        numbers = [number(tags.get(name)) for name in NUMBERS]
        rows.append([tags.get(name) for name in TEXTS] + numbers + [date, time, movetext])
    columns = [f"{name} VARCHAR" for name in TEXTS] + [f"{name} SMALLINT" for name in NUMBERS]
    columns += ["UTCDate DATE", "UTCTime TIME", "movetext VARCHAR"]
    database = duckdb.connect()
    database.execute(f"CREATE TABLE games ({', '.join(columns)})")
    database.executemany(f"INSERT INTO games VALUES ({', '.join('?' * len(columns))})", rows)
    database.execute(f"COPY games TO '{path}' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 2048)")


def with_lists(games, path, compression):
    """One row a game, with lists of moves and the winner: written by Polars."""
    rows = {
        "date": [tags["UTCDate"] for tags, _, _ in games],
        "white_elo": [number(tags.get("WhiteElo")) for tags, _, _ in games],
        "black_elo": [number(tags.get("BlackElo")) for tags, _, _ in games],
        "end_type": ["resignation" for _ in games],
        "winner": [WINNERS[tags["Result"]] for tags, _, _ in games],
        "moves_san": [sans(game) for _, _, game in games],
        "moves_uci": [ucis(game) for _, _, game in games],
        "source": ["somewhere" for _ in games],
    }
    types = {"white_elo": polars.Int32, "black_elo": polars.Int32, "winner": polars.String}
    table = polars.DataFrame(rows, schema_overrides=types)
    table.write_parquet(path, compression=compression, row_group_size=7)
    return table


def numbered(game):
    """Returns moves with their numbers and no spaces, like `1.e4 e5 2.Nf3`."""
    moves = sans(game)
    return " ".join(f"{1 + ply // 2}.{san}" if ply % 2 == 0 else san for ply, san in enumerate(moves))


def main(games_path, folder):
    games = read(games_path)
    file = lambda name: os.path.join(folder, name)
    published_by_lichess(games, file("movetext.parquet"))
    table = with_lists(games, file("lists.parquet"), "zstd")
    table.drop("moves_san").write_parquet(file("uci_lists.parquet"), compression="lz4")
    sites = polars.DataFrame({"site": [tags["Site"] for tags, _, _ in games]})
    texts = {
        "transcript": [numbered(game) for _, _, game in games],
        "moves": [" ".join(sans(game)) for _, _, game in games],
        "moves_uci": [" ".join(ucis(game)) for _, _, game in games],
        "pgn": [str(game) for _, _, game in games],
    }
    for name, moves in texts.items():
        column = sites if name != "pgn" else polars.DataFrame()
        column = column.with_columns(polars.Series(name, moves))
        column.write_parquet(file(f"text_{name}.parquet"), compression="gzip")
    duckdb.execute(
        f"""COPY (SELECT PuzzleId, FEN, Moves, string_split(Themes, ' ') AS Themes, GameUrl
            FROM read_csv('{os.path.join(os.path.dirname(games_path), 'puzzles.csv')}'))
            TO '{file('puzzles.parquet')}' (FORMAT parquet, COMPRESSION zstd)"""
    )
    fens, moves, centipawns, mates = [], [], [], []
    for _, _, game in games[:20]:
        board = game.board()
        for ply, node in enumerate(game.mainline()):
            fens.append(board.fen())
            moves.append(node.uci())
            centipawns.append(10 * ply if ply % 5 else None)
            mates.append(None if ply % 5 else 3)
            board.push(node.move)
    rows = {"fen": fens, "move": moves, "cp": centipawns, "mate": mates, "depth": [20] * len(fens)}
    polars.DataFrame(rows).write_parquet(file("positions.parquet"))
    with open(file("positions.epd"), "w", encoding="utf-8") as positions:
        positions.writelines(f"{fen}\n" for fen in fens)
    polars.DataFrame({"a": [1], "some_name": ["x"]}).write_parquet(file("unusable.parquet"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
