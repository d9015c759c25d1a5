"""Misspellings that official releases printed and mended later: what each of them is meant to be.

Found by the check `misspelt-word` over the 126 releases of 1999-04-23 to 2026-04-17; those that are words elsewhere are
left out. `tests/lint/test_archive.py` finds some anew where the texts are at hand.
"""

from __future__ import annotations

_SLIPS = """
abilites:abilities abilitise:abilities abiliy:ability abilties:abilities ablities:abilities alawys:always
annother:another apepars:appears assignements:assignments atacking:attacking btu:but cardss:cards cna:can
continuosly:continuously contorls:controls convered:converted doens:doesn efects:effects effets:effects
funtions:functions inclues:includes isntead:instead lsot:lost msut:must ntil:until occurence:occurrence
ofr:for oyur:your palyed:played plaer:player planewalker:planeswalker planewalkers:planeswalkers
playng:playing plyaer:player priortiy:priority psuedospell:pseudospell reandom:random seffects:effects
simultaneoulsy:simultaneously subtpe:subtype syas:says sybols:symbols tchanges:changes triggerd:triggered
tuoghness:toughness uptap:untap usuaul:usual wiht:with
"""
"""A slip and the word that replaced it, in lower case; most of them are of 2003-05-26."""

MENDED = frozenset((slip, meant) for slip, _, meant in (pair.partition(":") for pair in _SLIPS.split()))
"""Pairs of a slip and the word that is meant."""
