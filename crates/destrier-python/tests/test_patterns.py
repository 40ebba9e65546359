"""Patterns in the pattern language."""

import pickle

import pyarrow
import pytest

import destrier

PGN = b"1. e4 e5 2. Bc4 Nc6 3. Nf3 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# *"
TEXT = '''pattern rook-mate "A rook mates."
move rook
where after(mate)
example "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" "Ra8#"
'''


def names(pattern):
    table = pyarrow.table(destrier.findings(PGN, pattern=pattern, played=True, columns=["pattern", "san"]))
    return [tuple(row.values()) for row in table.to_pylist()]


def test_a_text_is_a_pattern():
    mate = destrier.Pattern("move knight where after(mate)")
    assert (mate.name, mate.is_move, mate.text) == ("custom", True, "move knight where after(mate)")
    assert names(mate) == [("custom", "Nd5#")]
    assert names([mate, "fork"])[-1] == ("custom", "Nd5#")


def test_a_pattern_has_examples():
    pattern = destrier.Pattern("# A comment.\n" + TEXT)
    assert (pattern.name, pattern.in_short) == ("rook-mate", "A rook mates.")
    assert pattern.text == TEXT.strip()
    assert pattern.examples == [pattern.example] == ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]
    assert [other.name for other in destrier.Pattern.parse(TEXT)] == ["rook-mate"]


def test_patterns_compare_and_pickle():
    for pattern in [destrier.Pattern(TEXT), destrier.Pattern("standing where us"), *destrier.patterns()]:
        assert pickle.loads(pickle.dumps(pattern)) == pattern
    assert len(set(destrier.patterns())) == len(destrier.patterns())
    assert destrier.Pattern(TEXT) != destrier.Pattern.by_name("fork")


def test_files_are_patterns(tmp_path):
    file = tmp_path / "my.pattern"
    file.write_text(TEXT.replace("rook", "knight").replace("Ra8#", "").split("example")[0])
    assert names([str(file)]) == [("knight-mate", "Nd5#")]


def test_errors_name_their_place():
    with pytest.raises(ValueError, match=r"1:17: unknown name `quens`; did you mean `queens`"):
        destrier.Pattern("move where us & quens")
    with pytest.raises(ValueError, match="2 patterns"):
        destrier.Pattern(TEXT + TEXT.replace("rook-mate", "other"))
    with pytest.raises(ValueError, match="unknown pattern"):
        destrier.Pattern.by_name("forks")
