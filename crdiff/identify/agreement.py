"""How a stretch of a text agrees with the wordings of a clause, and whether that is more than chance."""

from __future__ import annotations

from typing import NamedTuple

from crdiff.identify.fitting import Fit, Window, fit, letters_apart
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords, SaidWords
from crdiff.identify.stretches import WordStretch
from crdiff.identify.word_index import WordIndex
from crdiff.text.inline import Difference

# Wordings of one life compared with a stretch, those with most of its shingles first.
_WORDINGS_MAX = 4
# Words of the shortest sentence that is a quotation with its number beside it; those of headings are fewer.
_NUMBERED_WORDS = 4
# Words of a piece of a sentence that is a quotation without the rest of it, and of a quotation in which other words of
# the rules stand in the place of some: fewer are common to card texts, or to somebody else's rules.
_PIECE_WORDS = 16
# Share of the words of a quotation that may differ from the wording nearest to it.
DIFFERING_MAX = 0.2
# Share of the letters of a quotation that slips of typing may change, in however many words: three slips in twelve
# words, of two letters each.
#
# Source: 601.5 of 2009-07-11 has thirteen words; three slips in them are more than a fifth of the words.
_SLIPS_MAX = 0.1
# Words that say of a card's text what it is, as "Mentor is a triggered ability" does, less those that differ anywhere.
_INTRODUCING_WORDS = 4
# Letters by which a word of the rules may differ from the one that was meant: "his" for "this".
#
# Source: 702.38a of 2023-04-14, all of which but five words speaks for a card: "As this object enters".
_SLIP_OF_A_LETTER = 1
# Words of the shortest piece of a sentence that is a quotation where it stands by itself and no word differs.
_HALF_WORDS = 8
# Clauses that have three words in a row, up to which those are of one subject: such a piece has three at least.
_FEW_LIVES = 12
# Words by which a place in a wording is before the one met last where a text quotes it again.
_AGAIN_WORDS = 3
# Words on either side of a stretch that may belong to the quotation, though too many clauses have them.
_AROUND_WORDS = 14
# Words that a quotation may be longer than the wording on either side of its first and last shingle.
_SLACK_WORDS = 4
# Words that a quotation may leave out on either side of them.
_SAID_SLACK_WORDS = 16
# Shingles that a wording lacks more than the nearest one, above which it is another wording whatever the slips are:
# four words that differ, each by itself.
_FAR_SHINGLES = 12
# Letters that count for a shingle which such a wording lacks: about those of a word.
_FAR_LETTERS = 4


class Agreement(NamedTuple):
    """In how many letters a quotation differs from each wording of a life, by the place of the wording."""

    life: int
    costs: tuple[int, ...]

    @property
    def best(self) -> int:
        """The letters in which it differs from the nearest wording."""
        return min(self.costs)


def _forms_of(life: int, index: WordIndex) -> list[SaidWords]:
    """Return how the wordings of a life read, typography aside, the oldest first."""
    return [index.form(form) for form in dict.fromkeys(index.forms(life))]


class BestFit(NamedTuple):
    """How a stretch agrees with the wording of its life that fits it best, what that explains, whether it is quoted."""

    gain: int
    fit: Fit
    is_quotation: bool


def best_fit(stretch: WordStretch, limits: Window, page: PageWords, index: WordIndex) -> BestFit | None:
    """Return how a stretch agrees with the wording of its life that fits it best, None if it agrees with none.

    A wording that it quotes is better than one that it does not.
    """
    first, last = stretch.places[0], stretch.places[-1]
    around = frozenset(page.shingles[max(limits[0], first - _AROUND_WORDS) : min(limits[1], last + _AROUND_WORDS)])
    every = _forms_of(stretch.life, index)
    shared = [len(said.shingle_set & around) for said in every]
    ranked = sorted(range(len(every)), key=lambda one: (-shared[one], -one))
    fewer = SHINGLE_WORDS if shared[ranked[0]] < len(around) else 0  # none is nearer than one that has them all
    near = [every[one] for one in ranked[:_WORDINGS_MAX] if shared[one] >= shared[ranked[0]] - fewer]
    fits = ((found, said) for said in near if (found := fitted(page, said, (first, last), limits)))
    judged = [BestFit(one.gain(page, said.plain), one, _is_quotation(one, said, page, index)) for one, said in fits]
    return max(judged, key=lambda one: (one.is_quotation, one.gain), default=None)


def fitted(page: PageWords, said: SaidWords, places: Window, limits: Window) -> Fit | None:
    """Return how a text agrees with a wording around the shingles at `places`, from the first to the second."""
    (first, last), met = _quoted_once(page, said, places)
    if not met:
        return None
    (head, said_head), (tail, said_tail), length = met[0], met[-1], len(said)
    start = max(limits[0], head - said_head - _SLACK_WORDS, first - _AROUND_WORDS)
    stop = min(limits[1], tail + length - said_tail + _SLACK_WORDS, last + SHINGLE_WORDS + _AROUND_WORDS)
    said_start = max(0, said_head - (head - start) - _SAID_SLACK_WORDS)
    said_stop = min(length, said_tail + (stop - tail) + _SAID_SLACK_WORDS)
    found = fit(page, (start, stop), said.plain, (said_start, said_stop), page.body(head, limits[0]))
    return found.gone_on(page.read, said.plain, limits) if found else None


def _quoted_once(page: PageWords, said: SaidWords, places: Window) -> tuple[Window, list[tuple[int, int]]]:
    """Return between which `places` a text goes through a wording once: the longest such part.

    With it, where shingles that the wording has once stand there, and where in the wording. A text that sets an old
    wording beside a new one begins it again.
    """
    there = enumerate(map(said.only_places.get, page.shingles[places[0] : places[1] + 1]), places[0])
    farthest = -1
    parts: list[list[tuple[int, int]]] = [[]]
    for at, position in [(at, position) for at, position in there if position is not None]:
        if position + _AGAIN_WORDS < farthest:
            parts.append([])
        if position > farthest or not parts[-1]:
            farthest = position
        parts[-1].append((at, position))
    longest = max(parts, key=len)
    return ((longest[0][0], longest[-1][0]) if len(parts) > 1 else places), longest


def numbered_fit(life: int, limits: Window, page: PageWords, index: WordIndex) -> tuple[int, Fit] | None:
    """Return how a numbered paragraph agrees with a life that had that number, and in how many letters it differs.

    It begins with the whole first sentence of a wording, but for slips; else None.
    """
    fits = []
    for said in _forms_of(life, index):
        stop = min(limits[1], limits[0] + len(said) + _SLACK_WORDS)
        found = fit(page, (limits[0], stop), said.plain, (0, len(said)), limits)
        if found and _has_first_sentence(found, said):
            letters = found.letters(page.plain, said.plain)
            if letters <= DIFFERING_MAX * page.letters(found.start, found.stop):
                fits.append((letters, found))
    return min(fits, key=lambda one: one[0], default=None)


def _has_first_sentence(found: Fit, said: SaidWords) -> bool:
    sentence = said.sentence_starts[1] if len(said.sentence_starts) > 1 else 0
    return not found.said_start and found.said_stop >= sentence >= _NUMBERED_WORDS


def agreement(life: int, best: Fit, limits: Window, page: PageWords, index: WordIndex) -> Agreement:
    """Return how the words of the best fit agree with every wording of a life.

    Wordings that lack far more of its shingles than the nearest one are not compared word by word.
    """
    there = frozenset(page.shingles[best.start : best.stop - SHINGLE_WORDS + 1])
    words = page.joined(best.start, best.stop)
    forms = {form: index.form(form) for form in index.forms(life)}
    lacking = {form: len(there - said.shingle_set) for form, said in forms.items()}
    near = min(lacking.values()) + _FAR_SHINGLES
    costs = {}
    for form, said in forms.items():
        if lacking[form] > near:
            costs[form] = lacking[form] * _FAR_LETTERS
        elif lacking[form] or words not in said.joined:
            costs[form] = _cost(said, best, limits, page)
        else:
            costs[form] = 0
    return Agreement(life, tuple(costs[form] for form in index.forms(life)))


def _cost(said: SaidWords, best: Fit, limits: Window, page: PageWords) -> int:
    """Return in how many letters the words of the best fit differ from a wording: all where it has none of them."""
    found = fitted(page, said, (best.start, best.stop - SHINGLE_WORDS), limits)
    if found is None:
        return page.letters(best.start, best.stop)
    outside = page.letters(best.start, found.start) + page.letters(found.stop, best.stop)
    return found.letters(page.plain, said.plain) + outside


def _is_quotation(found: Fit, said: SaidWords, page: PageWords, index: WordIndex) -> bool:
    """Whether an agreement is more than words that anybody may have written.

    It has a whole clause or sentence of weight, or a long piece of one; words that differ are slips of typing, or few
    among many.
    """
    differing = [word for run in found.runs for word in page.plain[run.new_start : run.new_stop]]
    has_slips = bool(differing) and all(_is_slip(run, said, page, index) for run in found.runs)
    letters = found.letters(page.plain, said.plain)
    are_slips = has_slips and letters <= _SLIPS_MAX * page.letters(found.start, found.stop)
    if found.cost > DIFFERING_MAX * (found.stop - found.start) and not are_slips:
        return False
    whole = [one for one in said.weighty_parts if found.said_start <= one[0] and one[1] <= found.said_stop]
    if any(found.keeps(*one) and page.is_apart(found.on_page(one[0]), found.on_page(one[1])) for one in whole):
        return True
    if whole and has_slips:
        return True
    kept = {*range(found.said_start, found.said_stop)}.difference(
        *(range(run.old_start, run.old_stop) for run in found.left_out)
    )
    own = sum(said.speaks[at] for at in kept)
    if own >= _PIECE_WORDS or (len(kept) >= _PIECE_WORDS and own - found.cost >= _INTRODUCING_WORDS):
        return True
    return own >= _HALF_WORDS and not found.runs and _is_piece(found, page, index)


def _is_piece(found: Fit, page: PageWords, index: WordIndex) -> bool:
    """Whether words of a clause stand by themselves, and are of few clauses."""
    shingles = page.shingles[found.start : found.stop - SHINGLE_WORDS + 1]
    few = any(len(index.with_shingle(shingle)) <= _FEW_LIVES for shingle in shingles)
    return few and page.is_apart(found.start, found.stop)


def _is_slip(run: Difference, said: SaidWords, page: PageWords, index: WordIndex) -> bool:
    """Whether words that differ are a slip of typing: no words of the rules, or a letter away from those.

    Another number is none: it refers to another rule.
    """
    written, official = page.plain[run.new_start : run.new_stop], said.plain[run.old_start : run.old_stop]
    is_near = len(written) == len(official) == 1 and letters_apart(written[0], official[0]) <= _SLIP_OF_A_LETTER
    return not any(map(str.isdigit, written)) and (is_near or not any(map(index.has_word, written)))
