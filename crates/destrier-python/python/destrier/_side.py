"""Chooses between two functions of the registry by side."""

from __future__ import annotations


def side(color: str, white: str, black: str) -> str:
    """Returns the name for a color."""
    if color == "white":
        return white
    if color == "black":
        return black
    raise ValueError(f"color: {color!r}: expected `white` or `black`")
