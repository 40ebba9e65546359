"""The Python in docs/python.md and the README prints what they show, and the notebooks give what they hold.

`BLESS=1` writes the output into docs/python.md and the notebooks, except that of cells with times. `BLESS=times` writes
this, too: use it with a wheel in the profile release.
"""

import contextlib
import io
import os
import re

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

BLESS = os.environ.get("BLESS") in ("1", "times")
BLESS_TIMES = os.environ.get("BLESS") == "times"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def run(markdown):
    """Runs the Python blocks of a document. Yields each match with what it printed."""
    names = {"__name__": "document"}
    for block in BLOCK.finditer(markdown):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block[1], "document", "exec"), names)
        yield block, printed.getvalue()


def test_guide(monkeypatch):
    monkeypatch.chdir(ROOT)
    path = ROOT / "docs/python.md"
    guide = path.read_text()
    runs = list(run(guide))
    assert len(runs) >= 10
    if BLESS:
        for block, printed in reversed(runs):
            guide = guide[: block.start(2)] + printed + guide[block.end(2) :]
        path.write_text(guide)
    for block, printed in runs:
        assert BLESS or printed == (block[2] or ""), block[1]


def test_readme(monkeypatch):
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text()
    ((block, printed),) = run(readme)
    assert "rating" in printed and block[1].count("\n") <= 10


NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    """Runs a notebook in its folder, as Jupyter does. Cells with the tag `timing` may print something else."""
    notebook, recorded = nbformat.read(path, as_version=4), nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": path.parent}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    if BLESS:
        for cell, before in zip(notebook.cells, recorded.cells):
            cell.metadata.pop("execution", None)
            if "timing" in cell.metadata.get("tags", []) and not BLESS_TIMES:
                cell.outputs, cell.execution_count = before.outputs, before.execution_count
        notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
        nbformat.write(notebook, path)
        return
    for cell, before in zip(notebook.cells, recorded.cells):
        if "timing" not in cell.metadata.get("tags", []):
            assert outputs(cell) == outputs(before), cell.source


def outputs(cell):
    """The outputs of a cell, without numbers that count executions."""
    kept = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        kept.append((output.get("text"), data.get("text/plain"), data.get("image/svg+xml")))
    return kept


def test_there_are_two_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["features-for-a-model", "forks-i-miss"]
