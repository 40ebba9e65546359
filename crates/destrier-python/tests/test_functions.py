"""Functions of sets: single sets beside definitions with python-chess, and arrays beside single sets."""

import importlib.util
import inspect
import multiprocessing
import random
import sys
import threading
from pathlib import Path

import chess
import numpy
import pytest

import destrier
from destrier import Bitboard, king, knight, pawn, sliders

RNG = random.Random(2)


def load_generator():
    spec = importlib.util.spec_from_file_location("generate", Path(__file__).parents[1] / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()


def sparse():
    return RNG.getrandbits(64) & RNG.getrandbits(64) & RNG.getrandbits(64)


def attacked(attacks, bits):
    """The union of the attacks from each square."""
    return sum(1 << square for square in chess.SQUARES if any(attacks[from_] >> square & 1 for from_ in chess.SquareSet(bits)))


def nearest(attacks, start, end):
    """The number of moves from one set to another, breadth first."""
    reached, moves = set(chess.SquareSet(start)), 0
    while not reached & set(chess.SquareSet(end)):
        moves += 1
        reached |= {to for square in reached for to in chess.SquareSet(attacks[square])}
    return moves


def test_single_sets_beside_python_chess():
    attacks = {knight: chess.BB_KNIGHT_ATTACKS, king: chess.BB_KING_ATTACKS}
    for _ in range(50):
        a, b, empty = sparse() | 1 << RNG.randrange(64), sparse() | 1 << RNG.randrange(64), ~sparse()
        for piece, table in attacks.items():
            assert piece.attacks(a) == attacked(table, a)
            assert piece.fill(a, 2) == a | attacked(table, a | attacked(table, a))
            assert piece.distance(a, b) == nearest(table, a, b)
        forks = [square for square in chess.SQUARES if bin(chess.BB_KNIGHT_ATTACKS[square] & a).count("1") >= 3]
        assert knight.forks(a, at_least=3) == sum(1 << square for square in forks)
        for color, name in ((chess.WHITE, "white"), (chess.BLACK, "black")):
            assert pawn.attacks(a, color=name) == attacked(chess.BB_PAWN_ATTACKS[color], a)
        board = chess.Board(None)
        for square in chess.SquareSet(b | a):
            board.set_piece_at(square, chess.Piece(chess.QUEEN, chess.WHITE))
        queen = next(iter(chess.SquareSet(a)))
        assert sliders.queen_attacks(1 << queen, a | b) == int(board.attacks(queen))


def test_answers_have_the_types_of_the_documentation():
    assert isinstance(knight.attacks("a1"), Bitboard) and isinstance(knight.attacks(1), Bitboard)
    assert knight.attacks(chess.SquareSet([chess.A1])) == knight.attacks(Bitboard("a1"))
    assert knight.path("a1", "c5") == [Bitboard("a1"), Bitboard("b3"), Bitboard("c5")]
    assert knight.path("a1", "h8", taboo="b3,c2") is None and knight.distance("a1", 0) is None
    assert knight.stops("d4", "g6", turn="white") is False and knight.stops("g8", "g6", turn="black") is True
    assert isinstance(knight.stops("d4", turn="white"), Bitboard)
    assert knight.move_pairs("g1", "e2") == [("g1", "f3"), ("g1", "h3")]
    assert knight.moves("g1", "e2") == Bitboard("f3,h3")


def arguments_of(place, as_arrays):
    """Random arguments of a function: single ones, or arrays of shape (3, 4) for the required sets."""
    name, _ = GENERATOR.PLACES[place]
    positional, keywords = [], {}
    for parameter in GENERATOR.parameters_of(place, GENERATOR.registry[name]):
        argument = parameter.argument
        one = (lambda: 1 << RNG.randrange(64)) if argument.kind == "square" else sparse
        if parameter.is_set and argument.required and as_arrays:
            value = numpy.array([[one() for _ in range(4)] for _ in range(3)], dtype=numpy.uint64)
        else:
            choose = {"number": lambda: RNG.randrange(1, 5), "color": lambda: RNG.choice(["white", "black"])}
            value = choose.get(argument.kind, one)()
            if argument.kind == "wing":
                value = RNG.choice(["king", "queen"])
        if not argument.required and RNG.random() < 0.5:
            continue
        if parameter.is_keyword:
            keywords[parameter.name] = value
        elif argument.required or len(positional) > 0 and not keywords:
            positional.append(value) if argument.required else keywords.update({parameter.name: value})
    return positional, keywords


def number(answer):
    """A single answer as the element of an array."""
    return 255 if answer is None else int(answer)


@pytest.mark.parametrize("place", GENERATOR.PLACES)
def test_arrays_equal_single_sets(place):
    module, name = place.split(".")
    function = getattr(getattr(destrier, module), name)
    if "out" not in inspect.signature(function).parameters:
        with pytest.raises((TypeError, ValueError)):
            function(*[numpy.array([1], numpy.uint64)] * 2)
        return
    for _ in range(12):
        positional, keywords = arguments_of(place, True)
        answers = function(*positional, **keywords)
        assert answers.shape == (3, 4)
        for index in numpy.ndindex(3, 4):
            single = [value[index] if isinstance(value, numpy.ndarray) else value for value in positional]
            assert answers[index] == number(function(*single, **keywords)), (single, keywords)


def test_any_shape_and_stride():
    columns = numpy.array([sparse() for _ in range(720)], dtype=numpy.uint64)
    expected = numpy.array([int(knight.attacks(int(set))) for set in columns], dtype=numpy.uint64)
    whole = columns.reshape(8, 9, 10), expected.reshape(8, 9, 10)
    for cut in [numpy.s_[:], numpy.s_[::2], numpy.s_[::-1, 1:, ::3], numpy.s_[:, 3], numpy.s_[..., 0], numpy.s_[:0]]:
        array, answers = (of[cut] for of in whole)
        assert (knight.attacks(array) == answers).all() and knight.attacks(array).shape == array.shape
        assert (knight.attacks(array.T) == answers.T).all()
        assert (knight.attacks(numpy.asfortranarray(array)) == answers).all()
        out = numpy.zeros((2 * array.size,), numpy.uint64)[::2].reshape(array.shape)
        assert knight.attacks(array, out=out) is out and (out == answers).all()
    assert (knight.attacks(columns[:1]) == expected[:1]).all() and knight.attacks(columns[:1]).shape == (1,)
    assert knight.attacks(numpy.array(1, numpy.uint64)) == knight.attacks(1), "like a single number"
    unaligned = numpy.zeros(5, dtype=[("a", "u1"), ("sets", "u8")])
    unaligned["sets"] = columns[:5]
    assert (knight.attacks(unaligned["sets"]) == expected[:5]).all()


def test_broadcasting():
    rooks = numpy.array([sparse() for _ in range(6)], dtype=numpy.uint64).reshape(2, 3)
    occupied = numpy.array([sparse() for _ in range(3)], dtype=numpy.uint64)
    both = sliders.rook_attacks(rooks, occupied)
    assert (both == numpy.stack([sliders.rook_attacks(row, occupied) for row in rooks])).all()
    assert (sliders.rook_attacks(rooks, "a1") == sliders.rook_attacks(rooks, numpy.full((2, 3), 1, numpy.uint64))).all()
    with pytest.raises(ValueError, match="shapes"):
        sliders.rook_attacks(rooks, occupied[:2])


def test_out():
    sets = numpy.array([sparse() for _ in range(100)], dtype=numpy.uint64)
    expected = knight.attacks(sets)
    out = numpy.empty_like(sets)
    assert knight.attacks(sets, out=out) is out and (out == expected).all()
    same = sets.copy()
    assert knight.attacks(same, out=same) is same and (same == expected).all()
    shifted = numpy.concatenate([sets, sets[:1]])
    knight.attacks(shifted[:-1], out=shifted[1:])
    assert (shifted[1:] == expected).all()
    distances = numpy.empty(100, numpy.uint8)
    assert knight.distance(sets, "a1", out=distances) is distances
    for wrong, message in [
        (numpy.empty(100, numpy.int64), "uint64, not int64"),
        (numpy.empty(99, numpy.uint64), "shape"),
        ([0] * 100, "uint64, not list"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            knight.attacks(sets, out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writeable"):
        knight.attacks(sets, out=out)
    with pytest.raises(TypeError, match="only calls with arrays"):
        knight.attacks(1, out=sets)


def test_wrong_arguments_say_so():
    for dtype in ("int64", "uint32", "float64", "bool", ">u8", "object"):
        with pytest.raises(TypeError, match=r"expected an array of uint64, not .*astype"):
            knight.attacks(numpy.zeros(3, dtype))
    for wrong in (1.5, None, [1, 2], b"a1"):
        with pytest.raises(TypeError):
            knight.attacks(wrong)
    for call in (
        lambda: knight.attacks("i9"),
        lambda: knight.attacks(-1),
        lambda: knight.fill("a1", -1),
        lambda: pawn.attacks("a1", color="red"),
        lambda: king.zone("a1", color="red"),
        lambda: king.pawn_shield("a2", "left"),
        lambda: king.lines("a1,b1", 0),
        lambda: king.lines(numpy.array([3], numpy.uint64), 0),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        knight.fill("a1", 1.5)
    with pytest.raises(TypeError):
        knight.stops("a1", "b2")


def test_functions_pickle_by_name():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(knight.attacks, [1, 2]) == [knight.attacks(1), knight.attacks(2)]


def test_threads_run_while_a_kernel_computes():
    sets = numpy.full(20_000_000, 3, numpy.uint64)
    out = numpy.empty_like(sets)
    begin, done = threading.Event(), threading.Event()
    counted = 0

    def compute():
        begin.wait()
        sliders.queen_attacks(sets, 0, out=out)
        done.set()

    thread = threading.Thread(target=compute)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(10)
    try:
        thread.start()
        begin.set()
        while not done.is_set():
            done.wait(0.0005)
            counted += 1
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    assert counted > 5


def test_help_shows_types():
    expected = "(squares: 'AnySet', /, *, at_least: 'int' = 2, out: 'SetArray | None' = None) -> 'Bitboard | SetArray'"
    assert str(inspect.signature(knight.forks)) == expected
