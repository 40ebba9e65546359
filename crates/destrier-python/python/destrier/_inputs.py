"""Inputs that are patterns of paths or addresses."""

from __future__ import annotations

import glob
import importlib
import os
import re
from collections.abc import Sequence
from typing import Any, cast

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")


def expanded(inputs: Any) -> Any:
    """Replaces patterns such as `games/*.pgn` with the files, and addresses such as `https://...` with open files."""
    if isinstance(inputs, str):
        return _files(inputs)
    if isinstance(inputs, (list, tuple)):
        items = cast("Sequence[Any]", inputs)
        return [file for item in items for file in (_files(item) if isinstance(item, str) else [item])]
    return inputs


def _files(name: str) -> list[Any]:
    files: list[Any]
    if _ADDRESS.match(name):
        files = _opened(name)
    elif glob.has_magic(name) and not os.path.lexists(name):
        files = sorted(path for path in glob.glob(name, recursive=True) if not os.path.isdir(path))
    else:
        return [name]
    if not files:
        raise FileNotFoundError(2, "No file matches", name)
    return files


def _opened(address: str) -> list[_Named]:
    try:
        # fsspec has no types.
        fsspec: Any = importlib.import_module("fsspec")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f'"{address}" needs fsspec; install it: pip install "fsspec[http]"') from error
    try:
        files, path = fsspec.url_to_fs(address)
    except ValueError as error:
        raise ValueError(f"inputs: {address}: {error}") from error
    # A question mark is part of many addresses.
    paths: list[str] = sorted(files.glob(path)) if "*" in address else [path]
    return [_Named(files.open(path, "rb"), files.unstrip_protocol(path)) for path in paths]


class _Named:
    """An open file with the name that tables show as its source."""

    def __init__(self, file: Any, name: str) -> None:
        self.name = name
        self.read, self.seek, self.tell, self.seekable = file.read, file.seek, file.tell, file.seekable
