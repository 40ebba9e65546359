"""Board and Boards, beside python-chess."""

import pickle
from xml.etree import ElementTree

import chess
import numpy
import pytest

import destrier
from destrier import Bitboard, Board, Boards

FORK = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1"


def fork_squares(board, side):
    """The value `fork_squares`, from its definition."""
    targets = {
        square
        for square in chess.SquareSet(board.occupied_co[not side])
        if board.piece_type_at(square) in (chess.KING, chess.QUEEN, chess.ROOK)
        or not board.attackers(not side, square)
    }
    guards = board.pieces(chess.PAWN, not side) | board.pieces(chess.KNIGHT, not side)
    found = set()
    for knight in board.pieces(chess.KNIGHT, side):
        for square in chess.SquareSet(chess.BB_KNIGHT_ATTACKS[knight] & ~board.occupied_co[side]):
            attacked = set(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[square])) & targets
            if len(attacked) >= 2 and not board.attackers(not side, square) & guards:
                found.add(square)
    return chess.SquareSet(found)


def test_values_beside_python_chess(fens):
    forks = 0
    for fen in fens:
        theirs, ours = chess.Board(fen), Board(fen)
        for side, name in ((chess.WHITE, "white"), (chess.BLACK, "black")):
            values = ours.values(name)
            attacks = chess.SquareSet()
            for square in theirs.pieces(chess.KNIGHT, side):
                attacks |= theirs.attacks(square)
            assert values.knight_attacks == attacks
            assert values.fork_squares == fork_squares(theirs, side)
            forks += len(values.fork_squares)
        assert (ours.white, ours.black) == (theirs.occupied_co[chess.WHITE], theirs.occupied_co[chess.BLACK])
        for kind in ("pawns", "knights", "bishops", "rooks", "queens", "kings"):
            assert getattr(ours, kind) == getattr(theirs, kind)
    assert forks > 50


def test_findings_beside_python_chess(fens):
    found = 0
    for fen in fens:
        board = chess.Board(fen)
        forks = fork_squares(board, board.turn)
        moves = [m for m in board.legal_moves if m.to_square in forks and board.piece_type_at(m.from_square) == chess.KNIGHT]
        findings = [f for f in Board(fen).find() if f.pattern == "knight-fork"]
        assert {f.move for f in findings} == {move.uci() for move in moves}
        assert {f.san for f in findings} == {board.san(move) for move in moves}
        found += len(findings)
        if moves:
            played = Board(fen).find(played=moves[0].uci())
            assert [f.move for f in played if f.played] == [moves[0].uci()]
            assert played == Board(fen).find(played=board.san(moves[0]))
    assert found > 20


def test_explanations_and_worth():
    fork = Board(FORK).find()[0]
    assert fork.explain().startswith("Nc7+ forks king e8 and rook a8.")
    assert fork.targets == Bitboard("a8,e8") and fork.classes == ("check",) and fork.safe is True
    assert Board(FORK).worth("b5c7") == Board(FORK).worth("Nc7+") == fork.wins
    for wrong in ("b5c8", "Nc8", "", "e4"):
        with pytest.raises(ValueError):
            Board(FORK).worth(wrong)
        with pytest.raises(ValueError):
            Board(FORK).find(played=wrong)


def test_converts_to_and_from_python_chess(fens):
    chess960 = chess.Board.from_chess960_pos(518 - 7)
    chess960.push_san("e4")
    for board in [*map(chess.Board, fens[:50]), chess960]:
        ours = Board.from_chess(board)
        back = ours.to_chess()
        assert back.board_fen() == board.board_fen() and back.turn == board.turn
        assert back.clean_castling_rights() == board.clean_castling_rights()
        assert Board.from_chess(back) == ours
    assert Board() == Board.from_chess(chess.Board())
    with pytest.raises(TypeError, match="chess.Board"):
        Board.from_chess("e4")


def test_boards_are_small_values():
    board = Board(FORK)
    assert pickle.loads(pickle.dumps(board)) == board == eval(repr(board), {"Board": Board})
    assert {board: 1}[Board(FORK)] == 1 and board != Board() and board != FORK
    assert str(board).splitlines()[0] == "r . . . k . . r"
    values = board.values("white")
    assert pickle.loads(pickle.dumps(values)) == values
    finding = board.find()[0]
    assert pickle.loads(pickle.dumps(finding)) == finding


def test_unreachable_positions_have_values_but_no_findings():
    knight = Board("8/8/8/3N4/8/8/8/8 w - - 0 1")
    assert knight.values("white").knight_attacks == destrier.knight.attacks("d5")
    with pytest.raises(ValueError, match="White has no king"):
        knight.find()
    assert "White has no king" in knight.svg()
    for wrong in ("", "8/8", "e4"):
        with pytest.raises(ValueError):
            Board(wrong)
    with pytest.raises(ValueError, match="white"):
        knight.values("red")


def test_pictures():
    board = Board(FORK)
    for svg in (board._repr_svg_(), board.svg(), board.svg(pattern=["knight-fork", "king_escapes"], flip=True, size=200)):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "Nc7+ forks" in board.svg() and "Nc7+ forks" not in board.svg(pattern="distant-check")
    assert board.svg(flip=True) != board.svg()
    with pytest.raises(ValueError, match="knight-fork, .*king_escapes"):
        board.svg(pattern="forks")
    with pytest.raises(ValueError, match="100 to 4000"):
        board.svg(size=1)


def test_columns_equal_single_boards(fens):
    boards = destrier.boards(fens)
    assert len(boards) == len(fens)
    for side in ("white", "black"):
        columns = boards.values(side)
        assert list(columns) == [value.name for value in destrier.values()]
        singles = [Board(fen).values(side) for fen in fens]
        for name, column in columns.items():
            expected = [getattr(values, name) for values in singles]
            wings = {"king": 0, "queen": 1, None: 255}
            expected = [wings[value] if value in ("king", "queen", None) else int(value) for value in expected]
            assert column.tolist() == expected, name
            assert (boards.values(side, name)[name] == column).all()
        some = boards.values(side, ["passers", "king_lines", "storm_pawns", "passers"])
        assert all((some[name] == columns[name]).all() for name in some) and len(some) == 3
    assert boards.white_to_move.tolist() == [chess.Board(fen).turn for fen in fens]
    with pytest.raises(ValueError, match="knight_attacks"):
        boards.values("white", "forks")


def test_boards_are_a_sequence(fens):
    boards = destrier.boards(fens)
    for index, fen in [*enumerate(fens), (-1, fens[-1])]:
        placement, turn, *_ = fen.split()
        assert boards[index].fen == f"{placement} {turn} - - 0 1"
    assert [board.fen for board in boards] == [boards[index].fen for index in range(len(fens))]
    numbers = numpy.arange(len(fens))
    for index in (slice(2, 5), slice(None, None, -3), slice(0, 0), numbers[::7], ~boards.white_to_move):
        some = boards[index]
        assert [board.fen for board in some] == [boards[number].fen for number in numbers[index]]
        assert (some.values("black")["passers"] == boards.values("black")["passers"][index]).all()
    with pytest.raises(IndexError):
        boards[len(fens)]
    both = boards[0].white
    names = ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
    wrong = Boards.from_arrays(**{name: numpy.array([int(both)], dtype=numpy.uint64) for name in names})
    with pytest.raises(ValueError, match="both White's and Black's set"):
        wrong[0]


def test_from_arrays(fens):
    boards = destrier.boards(fens)
    names = ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
    columns = {name: getattr(boards, name) for name in names}
    same = Boards.from_arrays(**columns, white_to_move=boards.white_to_move)
    assert all(getattr(same, name) is columns[name] for name in names), "contiguous columns are not copied"
    strided = {name: numpy.repeat(column, 2)[::2] for name, column in columns.items()}
    for other in (same, Boards.from_arrays(**strided, white_to_move=boards.white_to_move)):
        assert (other.values("white")["uncatchable"] == boards.values("white")["uncatchable"]).all()
    assert Boards.from_arrays(**columns, white_to_move=False).white_to_move.sum() == 0
    with pytest.raises(TypeError, match="pawns: .*uint64, not int64"):
        Boards.from_arrays(**{**columns, "pawns": columns["pawns"].astype("int64")})
    with pytest.raises(ValueError, match="kings: .*length"):
        Boards.from_arrays(**{**columns, "kings": columns["kings"][1:]})
    with pytest.raises(TypeError, match="bool"):
        Boards.from_arrays(**columns, white_to_move=numpy.ones(len(fens)))


def test_planes_beside_python_chess(fens):
    boards = destrier.boards(fens)
    planes = boards.to_planes("float32")
    assert planes.shape == (len(fens), 12, 8, 8) and planes.dtype == numpy.float32
    for fen, planes_of_board in zip(fens, planes):
        expected = numpy.zeros((12, 8, 8))
        for square, piece in chess.Board(fen).piece_map().items():
            plane = piece.piece_type - 1 + (0 if piece.color else 6)
            expected[plane, chess.square_rank(square), chess.square_file(square)] = 1
        assert (planes_of_board == expected).all()
    assert boards.to_planes().dtype == numpy.uint8 and boards.to_planes(bool).sum() == planes.sum()
    assert destrier.boards([]).to_planes().shape == (0, 12, 8, 8)


def test_wrong_fens_are_named():
    with pytest.raises(ValueError, match=r'fens\[1\]: "8/8"'):
        destrier.boards([FORK, "8/8"])
    with pytest.raises(TypeError, match=r"fens\[0\]: .*not int"):
        destrier.boards([1])
    with pytest.raises(TypeError, match="one text"):
        destrier.boards(FORK)
