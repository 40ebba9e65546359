"""Bitboard, beside chess.SquareSet of python-chess."""

import operator
import pickle
import random
from xml.etree import ElementTree

import chess
import numpy
import pytest

from destrier import Bitboard

RNG = random.Random(1)
SETS = [0, 1, 1 << 63, (1 << 64) - 1, *(RNG.getrandbits(64) & RNG.getrandbits(64) for _ in range(40))]


def test_is_a_set_of_squares():
    for bits in SETS:
        ours, theirs = Bitboard(bits), chess.SquareSet(bits)
        assert [chess.parse_square(square) for square in ours] == list(theirs)
        assert ours.squares() == list(ours) and len(ours) == len(theirs) and bool(ours) == bool(theirs)
        for square in chess.SQUARES:
            assert (square in ours) == (chess.square_name(square) in ours) == (square in theirs)
        assert int(~ours) == int(~theirs) and str(ours).replace("X", "1") == str(theirs)


@pytest.mark.parametrize("name", ["or_", "and_", "xor", "sub", "le", "lt", "ge", "gt", "eq", "ne"])
def test_operators(name):
    operate = getattr(operator, name)
    for a, b in zip(SETS, SETS[::-1]):
        for first, second in [(a, b), (a, a), (a & b, a)]:
            squares = [{square for square in range(64) if bits >> square & 1} for bits in (first, second)]
            of_sets = {"or_": set.union, "and_": set.intersection, "xor": set.symmetric_difference}
            expected = of_sets.get(name, operate)(*squares)
            if isinstance(expected, set):
                expected = sum(1 << square for square in expected)
            for other in (Bitboard(second), second, chess.SquareSet(second)):
                assert operate(Bitboard(first), other) == expected
            if isinstance(expected, int) and name in ("or_", "and_", "xor", "sub"):
                assert isinstance(operate(Bitboard(first), second), Bitboard)
                assert operate(first, Bitboard(second)) == expected


def test_converts_to_and_from_python_chess_and_numpy():
    for bits in SETS:
        assert Bitboard(chess.SquareSet(bits)) == bits == int(chess.SquareSet(Bitboard(bits)))
        assert Bitboard(numpy.uint64(bits)) == bits == int(numpy.uint64(Bitboard(bits)))
    assert chess.SquareSet(Bitboard("a1,b2")) | Bitboard("c3") == chess.SquareSet(Bitboard("a1,b2,c3"))


def test_is_immutable_hashable_and_pickles():
    for bits in SETS:
        board = Bitboard(bits)
        assert hash(board) == hash(bits)
        assert pickle.loads(pickle.dumps(board)) == board == eval(repr(board))
    with pytest.raises(AttributeError):
        board.bits = 1
    assert {Bitboard(5): "set"}[5] == "set"
    assert Bitboard("a1") != "a1" and Bitboard("a1") is not None


def test_wrong_arguments():
    for wrong in (-1, 1 << 64, "i9", "a1b2"):
        with pytest.raises(ValueError):
            Bitboard(wrong)
    for wrong in (1.0, None, [1], b"a1", numpy.zeros(2, numpy.uint64)):
        with pytest.raises(TypeError, match="expected a set of squares"):
            Bitboard(wrong)
    with pytest.raises(TypeError):
        1.5 in Bitboard(1)
    with pytest.raises(TypeError):
        Bitboard(1) | 1.5
    with pytest.raises(TypeError):
        Bitboard(1) < "a1"


def test_draws_itself():
    for bits in SETS:
        svg = ElementTree.fromstring(Bitboard(bits)._repr_svg_())
        assert svg.tag.endswith("svg")
    words = "".join(ElementTree.fromstring(Bitboard("a8,e8")._repr_svg_()).itertext())
    assert "a8, e8" in words and "2 of 64 squares" in words
