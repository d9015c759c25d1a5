"""The search behind a proof: an old text rewritten into a new one by known means, all of it or as far as it goes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import pairwise, product

from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.changes.change import Means
from crdiff.changes.english import Usage, agrees, is_loose, plurals_of, singulars_of
from crdiff.changes.frames.frames import NO_FRAMES, Frames, frames_of
from crdiff.changes.keyed_text import NUMBER, KeyedText
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.proof.repairs import is_lossy, repairs
from crdiff.changes.rewordings.replacements import ANY, GAP_MAX, Pattern, halves, shared
from crdiff.changes.text_pair import Edit, TextPair
from crdiff.model.book import CardWords

# Words between a pronoun and a verb that may still have the pronoun as its subject: "they then untap".
_COORDINATING = frozenset(("and", "or", "then", "also", "still", "never", "again", "first", "next", "instead"))

# Kept words before a rewording with which it is tried on a few edits: "ability that can be" has four, and takes part
# in proofs of a whole text only.
_COMPANY_KEYS_MAX = 3

# A word of the old wording, one of the new wording, and whether the subject of the sentence turned plural.
_Place = tuple[int, int, bool]


class _Move(Struct, frozen=True):
    """One step of the search: the edits made, and where it leads."""

    edits: tuple[Edit, ...]
    old_at: int
    new_at: int
    plural: bool


class Rewriter:
    """The changes that a pair of releases allows: its rewordings and its renumbering.

    `cards`: how the rules speak of cards. `company`: how many kept words a rewording takes with it at most, before and
    after.
    """

    def __init__(
        self, patterns: Sequence[Pattern], numbers: NumberMap, usage: Usage, cards: CardWords | None = None
    ) -> None:
        self.cards = cards
        self._numbers = numbers
        self._usage = usage
        self.by_first: dict[str, list[Pattern]] = {}
        for pattern in sorted(patterns, key=lambda pattern: (-len(pattern.old), pattern.old, pattern.new)):
            self.by_first.setdefault(pattern.old[0], []).append(pattern)
        self._dropped = frozenset(key for pattern in patterns for key in pattern.old)
        self._put = frozenset(key for pattern in patterns for key in pattern.new)
        self._turns_plural = any(pattern.plural for pattern in patterns)
        companies = [shared(pattern.old, pattern.new) for pattern in patterns]
        self.company = (
            min(max((left for left, _ in companies), default=0), _COMPANY_KEYS_MAX),
            max((right for _, right in companies), default=0),
        )

    def rewrite(self, pair: TextPair, frames: Frames = NO_FRAMES) -> list[Edit] | None:
        """Return the explained edits that turn the old wording into the new one; None where there are no such edits."""
        if not self.may_explain(pair, pair.edits, frames):
            return None
        return self.search(pair, len(pair.old.keys), len(pair.new.keys), frames).run(0, 0)

    def may_explain(self, pair: TextPair, edits: Iterable[Edit], frames: Frames = NO_FRAMES) -> bool:
        """Whether known means could drop and put every word that `edits` do: cheap to ask, and usually no."""
        dropped: set[str] = set()
        put: set[str] = set()
        for edit in edits:
            old, new = slice(edit.old_start, edit.old_stop), slice(edit.new_start, edit.new_stop)
            if not is_lossy(pair.old.words[old]) and not is_lossy(pair.new.words[new]):
                dropped.update(pair.old.keys[old])
                put.update(pair.new.keys[new])
        gone, come = dropped - put, put - dropped
        return all(
            self._may_differ(key, put, plurals_of) for key in gone.difference(self._dropped, frames.dropped)
        ) and all(self._may_differ(key, dropped, singulars_of) for key in come.difference(self._put, frames.put))

    def _may_differ(self, key: str, others: Container[str], forms: Callable[[str], Iterable[str]]) -> bool:
        """Whether a word is a mark that may come and go, a cited number, or has the other number on the other side."""
        is_movable = key in {'"', "-"} or key.startswith(NUMBER)
        return is_movable or (self._turns_plural and any(form in others for form in forms(key)))

    def search(self, pair: TextPair, old_stop: int, new_stop: int, frames: Frames = NO_FRAMES) -> Search:
        """Return the search that ends before these words of both wordings; where it begins is for `Search.run`."""
        return Search(self, pair.old, pair.new, old_stop, new_stop, frames)

    def follows_subject(self, wording: KeyedText, at: int, base: str) -> bool:
        """Whether the verb at `at`, in full `base`, can have a pronoun before it in its sentence as its subject.

        Further from the pronoun than one word, only what is never the name of a thing counts as a verb: in "he or she
        chooses creatures, lands" the lands follow nothing.
        """
        before = wording.keys[at - 1]
        if before == "she":
            return True
        is_near = before.endswith("ly") or before in {"also", "still", "never", "then"}
        return (is_near or before == "," or before in _COORDINATING) and self._usage.is_verb_only(base)

    def may_put_hyphen(self, wording: KeyedText, at: int) -> bool:
        """Whether the hyphen at `at` joins two words that the releases also join elsewhere."""
        return is_loose(wording, at) and self._usage.is_compound(wording.keys[at - 1], wording.keys[at + 1])

    def may_drop_hyphen(self, wording: KeyedText, at: int) -> bool:
        """Whether the hyphen at `at` joins two words that the releases also print side by side without one."""
        return is_loose(wording, at) and self._usage.is_loose_compound(wording.keys[at - 1], wording.keys[at + 1])

    def allows(self, old: KeyedText, old_at: int, new: KeyedText, new_at: int) -> bool:
        """Whether the number cited in the one place may read as the number cited in the other.

        A title beside it says which clause was meant where the number was wrong: 502.2 of 2024-09-20, 'See rule 727,
        “Day and Night”', which was rule 728.
        """
        before, after = old.cited.get(old_at), new.cited.get(new_at)
        if before is None or after is None:
            return False
        is_corrected = old.titled.get(old_at) == after or self._numbers.corrects(before, after)
        return is_corrected or self._numbers.allows(before, after)


class _Walk(Struct):
    """A walk from `entry` on: the place it came to, the moves left to try there, and the edits of the one it took."""

    entry: _Place
    place: _Place
    moves: Iterator[_Move]
    taken: tuple[Edit, ...] = ()


class Search(Struct):
    """The walks over both wordings that end at one place; `dead` contains the places from which none gets there."""

    rules: Rewriter
    old: KeyedText
    new: KeyedText
    old_stop: int
    new_stop: int
    frames: Frames
    dead: set[_Place] = field(default_factory=set)

    def run(self, old_at: int, new_at: int, plural: bool = False) -> list[Edit] | None:
        """Return the edits from here to the ends, or None. `plural`: the subject of the sentence turned plural.

        Each walk begins where the last move of the walk before it led. They wait in a list and not in calls of one
        another: a clause of a few thousand edits is deeper than calls may go.
        """
        walks = [self._begun((old_at, new_at, plural))]
        while walks:
            walk = walks[-1]
            move = next(walk.moves, None)
            if move:
                walk.taken = move.edits
                walks.append(self._begun((move.old_at, move.new_at, move.plural)))
            elif walk.place[:2] == (self.old_stop, self.new_stop):
                return [edit for walk in walks[:-1] for edit in walk.taken]
            elif not self._goes_on(walk):
                self.dead.update((walk.entry, walk.place))
                walks.pop()
        return None

    def _begun(self, entry: _Place) -> _Walk:
        if entry in self.dead:
            return _Walk(entry, entry, iter(()))
        place = self._ahead(*entry)
        return _Walk(entry, place, iter(()) if place in self.dead else self._moves(*place))

    def _goes_on(self, walk: _Walk) -> bool:
        """Take a walk whose moves failed over the next word, if that is kept; return whether it is."""
        old_at, new_at, plural = walk.place
        if walk.place in self.dead or old_at == self.old_stop or new_at == self.new_stop:
            return False
        key = self.old.keys[old_at]
        if key != self.new.keys[new_at]:
            return False
        walk.place = self._ahead(old_at + 1, new_at + 1, plural and key != ".")
        walk.moves = iter(()) if walk.place in self.dead else self._moves(*walk.place)
        return True

    def _ahead(self, old_at: int, new_at: int, plural: bool) -> _Place:
        """Return the first place from here on where a word differs or a rewording may begin."""
        old_keys, new_keys, firsts = self.old.keys, self.new.keys, self.rules.by_first
        while old_at < self.old_stop and new_at < self.new_stop:
            key = old_keys[old_at]
            if key != new_keys[new_at] or key in firsts:
                break
            plural = plural and key != "."
            old_at, new_at = old_at + 1, new_at + 1
        return old_at, new_at, plural

    def _moves(self, old_at: int, new_at: int, plural: bool) -> Iterator[_Move]:
        before = self.old.keys[old_at] if old_at < self.old_stop else ""
        after = self.new.keys[new_at] if new_at < self.new_stop else ""
        follows = self.old.keys[old_at + 1] if old_at + 1 < self.old_stop else ""
        for pattern in self.rules.by_first.get(before, ()):
            if pattern.new[:1] in ((), (after,), (ANY,)) and pattern.old[1:2] in ((), (follows,), (ANY,)):
                yield from self._reworded(pattern, old_at, new_at, plural)
        for edit in self.frames.edits.get((old_at, new_at), ()):
            if edit.old_stop <= self.old_stop and edit.new_stop <= self.new_stop:
                yield _Move((edit,), edit.old_stop, edit.new_stop, plural)
        if before == after:
            return
        if before and after and self.rules.allows(self.old, old_at, self.new, new_at):
            yield self._single(old_at, new_at, plural, Means.REFERENCE)
        elif plural and agrees(before, after) and self.rules.follows_subject(self.old, old_at, after):
            yield self._single(old_at, new_at, plural, Means.REWORDING)
        yield from self._repaired(old_at, new_at, plural)
        if before == '"' or (before == "-" and self.rules.may_drop_hyphen(self.old, old_at)):
            yield _Move((Edit(old_at, old_at + 1, new_at, new_at, Means.TYPOGRAPHY),), old_at + 1, new_at, plural)
        if after == '"' or (after == "-" and self.rules.may_put_hyphen(self.new, new_at)):
            yield _Move((Edit(old_at, old_at, new_at, new_at + 1, Means.TYPOGRAPHY),), old_at, new_at + 1, plural)

    def _single(self, old_at: int, new_at: int, plural: bool, means: Means) -> _Move:
        return _Move((Edit(old_at, old_at + 1, new_at, new_at + 1, means),), old_at + 1, new_at + 1, plural)

    def _reworded(self, pattern: Pattern, old_at: int, new_at: int, plural: bool) -> Iterator[_Move]:
        old_head, old_tail = halves(pattern.old)
        new_head, new_tail = halves(pattern.new)
        old_end, new_end = old_at + len(old_head), new_at + len(new_head)
        if not (self._old_reads(old_at, old_head) and self._new_reads(new_at, new_head)):
            return
        turned = plural or pattern.plural
        edits = _trimmed(old_head, new_head, old_at, new_at, pattern.rewording)
        if not old_tail:
            yield _Move(edits, old_end, new_end, turned)
            return
        for _ in range(GAP_MAX):
            if old_end >= self.old_stop or new_end >= self.new_stop or self.old.keys[old_end] == ".":
                return
            if self.old.keys[old_end] != self.new.keys[new_end]:
                return
            old_end, new_end = old_end + 1, new_end + 1
            if self._old_reads(old_end, old_tail) and self._new_reads(new_end, new_tail):
                last = _trimmed(old_tail, new_tail, old_end, new_end, pattern.rewording)
                yield _Move((*edits, *last), old_end + len(old_tail), new_end + len(new_tail), turned)

    def _old_reads(self, at: int, keys: tuple[str, ...]) -> bool:
        return at + len(keys) <= self.old_stop and tuple(self.old.keys[at : at + len(keys)]) == keys

    def _new_reads(self, at: int, keys: tuple[str, ...]) -> bool:
        return at + len(keys) <= self.new_stop and tuple(self.new.keys[at : at + len(keys)]) == keys

    def _repaired(self, old_at: int, new_at: int, plural: bool) -> Iterator[_Move]:
        """Yield the moves over characters that one of the two texts lost."""
        old_span, new_span = (old_at, self.old_stop), (new_at, self.new_stop)
        for old_end, new_end in repairs(self.old, old_span, self.new, new_span):
            yield _Move((Edit(old_at, old_end, new_at, new_end, Means.TYPOGRAPHY),), old_end, new_end, plural)


def _trimmed(old: tuple[str, ...], new: tuple[str, ...], old_at: int, new_at: int, rewording: int) -> tuple[Edit, ...]:
    """Return the edit from `old` to `new` without the company that they share at either end."""
    start, end = shared(old, new)
    if start + end == len(old) == len(new):
        return ()
    edit = Edit(
        old_at + start, old_at + len(old) - end, new_at + start, new_at + len(new) - end, Means.REWORDING, rewording
    )
    return (edit,)


# Words of neighbouring edits on either side: more are no rewording, and to search them takes long.
_EDIT_WORDS_MAX = 12
# Neighbouring edits that one search explains together: a rewording with a gap makes two, its verb a third.
_TOGETHER_MAX = 3
_QUOTES = frozenset('"?\ufffd')


def explain(pair: TextPair, rewriter: Rewriter) -> list[Edit]:
    """Return the edits of `pair` in order, explained ones with their means.

    Where known means turn the whole old text into the new one, these are the edits; else the fewest words that differ,
    of which single edits or a few neighbours may still be explained.
    """
    frames = frames_of(pair, rewriter.cards)
    proof = rewriter.rewrite(pair, frames)
    edits = list(_piecewise(pair, rewriter, frames)) if proof is None else proof
    return _with_articles(pair, _with_moved_quotes(pair, edits))


def _with_moved_quotes(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits`, quotation marks that moved past a word unexplained: they quote another thing now.

    A mark that moved past a full stop or a comma only follows another custom.
    """
    found = list(edits)
    loose = [at for at, edit in enumerate(found) if _is_quote(pair, edit)]
    for one, other in pairwise(loose):
        has_moved = (found[one].old_start < found[one].old_stop) is not (found[other].old_start < found[other].old_stop)
        between = pair.old.keys[found[one].old_stop : found[other].old_start]
        if has_moved and any(key[0].isalnum() for key in between):
            found[one], found[other] = replace(found[one], means=None), replace(found[other], means=None)
    return found


def _is_quote(pair: TextPair, edit: Edit) -> bool:
    """Whether an edit drops or puts a quotation mark, or what a carrier may have made of one."""
    old, new = pair.keys_of(edit)
    return edit.means is Means.TYPOGRAPHY and not (old and new) and {*old, *new} <= _QUOTES


def _piecewise(pair: TextPair, rewriter: Rewriter, frames: Frames) -> Iterator[Edit]:
    edits = pair.edits
    at = 0
    while at < len(edits):
        for together in range(min(_TOGETHER_MAX, len(edits) - at), 0, -1):
            explained = _explained(pair, rewriter, frames, at, at + together)
            if explained is not None:
                yield from explained
                at += together
                break
        else:
            yield edits[at]
            at += 1


def _explained(pair: TextPair, rewriter: Rewriter, frames: Frames, start: int, stop: int) -> list[Edit] | None:
    """Return what explains the edits from `start` to `stop - 1`, looked at with the kept words around them."""
    first, last = pair.edits[start], pair.edits[stop - 1]
    if last.old_stop - first.old_start > _EDIT_WORDS_MAX or last.new_stop - first.new_start > _EDIT_WORDS_MAX:
        return None
    if not rewriter.may_explain(pair, pair.edits[start:stop], frames):
        return None
    before = first.old_start - (pair.edits[start - 1].old_stop if start else 0)
    after = (pair.edits[stop].old_start if stop < len(pair.edits) else len(pair.old.keys)) - last.old_stop
    most_left, most_right = rewriter.company
    searches = [
        rewriter.search(pair, last.old_stop + right, last.new_stop + right, frames)
        for right in range(min(most_right, after) + 1)
    ]
    for left, search in product(range(min(most_left, before) + 1), searches):
        explained = search.run(first.old_start - left, first.new_start - left)
        if explained is not None:
            return explained
    return None


def _with_articles(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits` with "a" that became "an" among them: as part of the edit after it, or by itself."""
    found: list[Edit] = []
    old_at = new_at = 0
    end = Edit(len(pair.old.keys), len(pair.old.keys), len(pair.new.keys), len(pair.new.keys))
    for edit in (*edits, end):
        articles = [
            Edit(old_at + i, old_at + i + 1, new_at + i, new_at + i + 1)
            for i in range(edit.old_start - old_at)
            if pair.old.keys[old_at + i] == "a"
            and pair.old.words[old_at + i].lower() != pair.new.words[new_at + i].lower()
        ]
        if articles and articles[-1].old_stop == edit.old_start and edit is not end:
            found += (*articles[:-1], replace(edit, old_start=edit.old_start - 1, new_start=edit.new_start - 1))
        else:
            found += (*articles, edit)
        old_at, new_at = edit.old_stop, edit.new_stop
    return found[:-1]
