"""Queries with the program destrier-sql."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars


def sql(query: str) -> polars.DataFrame:
    """Runs a query with the program `destrier-sql`, which must be in PATH. Polars must also be installed.

    query: one SELECT, with tables such as `findings('games.pgn')`. Paths are relative to the working folder. Statements
        before it, separated by `;`, may create tables.

    Warns of what the program says, such as why there are no rows. Raises FileNotFoundError if the program is missing, and
    RuntimeError with its message if the query fails.
    """
    import polars

    program = shutil.which("destrier-sql")
    if program is None:
        raise FileNotFoundError(
            "destrier-sql is not in PATH; to install it, run in a clone of Destrier: "
            "cargo install --path crates/destrier-sql --profile sql"
        )
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder, "answer.parquet")
        run = subprocess.run([program, f"--command={query}", "--output", answer], capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(run.stderr.strip())
        for said in run.stderr.splitlines():
            warnings.warn(said.removeprefix("destrier-sql: "), stacklevel=2)
        return polars.read_parquet(answer)
