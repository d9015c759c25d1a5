"""Texts in the style of cards, none of them of a real one."""

from __future__ import annotations

from pathlib import Path

CARDS = tuple(Path(__file__).with_suffix(".txt").read_text("utf-8").strip().split("\n\n"))
