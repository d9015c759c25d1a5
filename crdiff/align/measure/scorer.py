"""The scores of candidate pairs in the light of the links made so far, and how the candidates compare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from crdiff.align.alignment import RunnerUp
from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.candidates import Candidates
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.context import Context, Families
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.score import Score, WordingMatch, score
from crdiff.text.nearest import NEAREST_MAX
from crdiff.text.words import FIT_OF_A_PART, containment, likeness

Pair = tuple[int, int]


class Scorer:
    """Scores pairs of one matching; `refresh` takes account of new links and keeps the measured wordings.

    Each clause gets `best` candidates by its words, and those in its place.
    """

    def __init__(self, matching: Matching, lexicon: Lexicon, citations: Citations, best: int = NEAREST_MAX) -> None:
        self._matching = matching
        self._citations = citations
        self._candidates = Candidates(matching, lexicon, best)
        self._lexicon = lexicon
        self._wordings: dict[Pair, WordingMatch] = {}
        self.context = Context(matching)
        self._families: Families | None = None
        self._turns = matching.turns
        self._open: dict[Pair, Score] | None = None

    def refresh(self) -> None:
        """Take account of the links made since, if any."""
        if self._turns != self._matching.turns:
            self._turns = self._matching.turns
            self._open = None
            self.context = Context(self._matching)
            if self._families is None:
                self._families = Families(self._matching)

    def score(self, old: int, new: int) -> Score:
        """Return the score of a pair."""
        place = self.context.place(old, new)
        alike = self._families.others(old, new) if self._families and place.parent == 1.0 else 0
        return score(self._wording(old, new), place, self._citations.in_common(old, new), alike)

    def _wording(self, old: int, new: int) -> WordingMatch:
        """Return how alike the words of two clauses are, measured once."""
        found = self._wordings.get((old, new))
        if found is None:
            one, other = self._matching.old.words(old), self._matching.new.words(new)
            masses = self._lexicon.shared(one, other), self._lexicon.whole(one), self._lexicon.whole(other)
            found = self._wordings[old, new] = WordingMatch(likeness(*masses), containment(*masses))
        return found

    def candidates(self, old: int) -> list[int]:
        """Return the open new clauses to score with an old one."""
        return self._candidates.of(old)

    def may_be_one(self, old: int, new: int) -> bool:
        """Whether two clauses have words in common: place and number make no link by themselves.

        Headings are known by their place.
        """
        found = self._wording(old, new)
        most = max(found.likeness, FIT_OF_A_PART * found.containment)
        return self._matching.old.headings[old] or most >= cuts.COMMON_GROUND_MIN

    def open_scores(self) -> dict[Pair, Score]:
        """Return the scores of every open old clause with its candidates, which are open too, as of `refresh`."""
        if self._open is None:
            open_old = self._matching.open_old()
            self._open = {(old, new): self.score(old, new) for old in open_old for new in self._candidates.of(old)}
        return self._open


class Rivals:
    """Candidate pairs compared: a pair is likely where it beats its rivals on both sides, and "none"."""

    def __init__(self, scores: Mapping[Pair, Score]) -> None:
        self._scores = scores
        self._of_old: dict[int, list[Pair]] = defaultdict(list)
        self._of_new: dict[int, list[Pair]] = defaultdict(list)
        self._sum_old: dict[int, float] = defaultdict(float)
        self._sum_new: dict[int, float] = defaultdict(float)
        for pair, found in scores.items():
            self._of_old[pair[0]].append(pair)
            self._of_new[pair[1]].append(pair)
            odds = found.plain
            self._sum_old[pair[0]] += odds
            self._sum_new[pair[1]] += odds

    def likelihood(self, old: int, new: int) -> float:
        """Return the share of the odds that the pair gets among all candidates of both clauses, and "none"."""
        own = self._scores[old, new].plain
        rivals = self._sum_old[old] + self._sum_new[new] - 2 * own
        return own / (1.0 + own + max(0.0, rivals))

    def runner_up(self, old: int, new: int) -> RunnerUp | None:
        """Return the best other candidate of either clause of a pair."""
        return self._best([pair for pair in (*self._of_old[old], *self._of_new[new]) if pair != (old, new)])

    def absence_of_old(self, old: int) -> tuple[float, RunnerUp | None]:
        """Return how likely an old clause has none of its candidates as partner (0.0-1.0), and the best of them."""
        return 1.0 / (1.0 + self._sum_old[old]), self._best(self._of_old[old])

    def absence_of_new(self, new: int) -> tuple[float, RunnerUp | None]:
        """Return the same for a new clause."""
        return 1.0 / (1.0 + self._sum_new[new]), self._best(self._of_new[new])

    def _best(self, pairs: Sequence[Pair]) -> RunnerUp | None:
        if not pairs:
            return None
        best = max(pairs, key=lambda pair: (self._scores[pair].odds, -pair[0], -pair[1]))
        return RunnerUp(*best, round(self.likelihood(*best), 4))
