"""The examples in docstrings and in docs/python.md print what they show."""

import doctest
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import destrier

ROOT = Path(__file__).parents[3]
MODULES = [destrier, destrier.knight, destrier.king, destrier.pawn, destrier.sliders, destrier.sets]


def documented(module):
    """Yields the objects of the public interface with their names."""
    yield module.__name__, module
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.ismodule(thing):
            continue
        yield f"{module.__name__}.{name}", thing
        if inspect.isclass(thing):
            for member, of in vars(thing).items():
                if not member.startswith("_") and (callable(of) or isinstance(of, (classmethod, staticmethod))):
                    yield f"{module.__name__}.{name}.{member}", getattr(thing, member)


THINGS = {name: thing for module in MODULES for name, thing in documented(module)}


def run(name, text):
    """Runs the examples of a text and returns their number."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    output = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert result.failed == 0, "".join(output)
    return result.attempted


@pytest.mark.parametrize("name", THINGS)
def test_docstring(name):
    text = inspect.getdoc(THINGS[name])
    if not name.endswith("__version__"):
        assert text, f"{name} is not documented"
        run(name, text)


def test_most_docstrings_have_examples():
    count = sum(run(name, inspect.getdoc(thing) or "") > 0 for name, thing in THINGS.items())
    assert count > 60


def test_a_wrong_example_is_detected():
    with pytest.raises(AssertionError):
        run("wrong", ">>> 1 + 1\n3\n")


def test_generated_modules_are_up_to_date():
    script = ROOT / "crates/destrier-python/generate.py"
    subprocess.run([sys.executable, script, "--check"], check=True)
