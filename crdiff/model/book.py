"""A rule book: what is said of it as a whole, whatever release of it is read."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from crdiff.model.number import NUMBERS, NumberGrammar

# The name of the Comprehensive Rules of Magic: a text of which nobody says otherwise is of these.
MAGIC = "mtg-cr"


# The forms of texts that crdiff reads by itself.
FORMS = ("official", "layout", "manual")


class Headings(Struct, frozen=True, forbid_unknown_fields=True):
    """By what the parts of a text are recognised: headings, in lower case, and the line with its date.

    `after` are those of what follows the glossary or the rules. `dated` is a regular expression with the groups
    ``day``, ``month`` and ``year`` where an English one will not do, and `months` are the months as it names them; else
    it has their numbers. `boxed` is one, with a group, for what a box beside the text of a manual says: it stands
    before what is on the same line.
    """

    contents: str = "contents"
    glossary: str = "glossary"
    after: tuple[str, ...] = ("index", "credits", "customer service information", "contact information", "questions?")
    dated: str = ""
    months: tuple[str, ...] = ()
    boxed: str = ""


# Those of English texts.
HEADINGS = Headings()


class RetiredWording(Struct, frozen=True):
    """A wording that the rules no longer use: since `release` they print `new` in place of `old`.

    `old` is a regular expression over words, `core` the text that all its forms contain, in lower case.
    """

    old: str
    new: str
    release: date
    core: str = ""


class CardWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How rules speak of cards whose abilities they quote.

    `types` are kinds of cards, the first that of a card of which nothing is said; `subtypes` are other nouns after
    "this", each with the type of such a card. `described` are words before a type, `abilities` those after "with", and
    `cost` what a card may have. `counted` are nouns after a name that make it the name of any such card. `opening`
    are pairs of old and new words with which a sentence of an ability begins, `within` those anywhere in one. `pooled`
    is what players put into their pool.
    """

    types: tuple[str, ...]
    subtypes: tuple[tuple[str, str], ...] = ()
    described: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    cost: str = "cost"
    counted: tuple[str, ...] = ()
    opening: tuple[tuple[str, str], ...] = ()
    within: tuple[tuple[str, str], ...] = ()
    pooled: str = ""


class BookWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a book that the alignment, the comparison and the lint go by.

    `exclusive` are groups of words of which a sentence has one where its twin has another. `retired` are wordings given
    up, in the order in which they were, and `they_since` is the release from which on pronouns are of no gender.
    `kinds` are kinds of things: a sentence with another one of them speaks of another thing. `slips` are misspellings
    that were printed, each with the word that is meant: ``uptap:untap``.
    """

    exclusive: tuple[str, ...] = ()
    retired: tuple[RetiredWording, ...] = ()
    they_since: date | None = None
    kinds: tuple[str, ...] = ()
    slips: tuple[str, ...] = ()
    cards: CardWords | None = None


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the folder of a rule book states of it, in ``book.toml``.

    `title` is its whole name, `called` what a sentence calls it, `short` what its readers do, `game` what it has the
    rules of; `initials` stand before a number that is cited. `publisher` owns it, `published` is the page on which the
    newest text is offered, and `notice`, in Markdown, is what a page that quotes it has to say. `titled` is a
    regular expression for words in lower case that open a text of it, by which it is recognised; "" where a person has
    to name the book. `numbers` says how it numbers its clauses, and `unchecked` are the checks of the lint that it is
    not made for. `asked` says what may be searched for, and `tried` are lines of Markdown with searches to try;
    `sample` and `term` are a number and a glossary entry as people ask for them, and `pasted` is a text that quotes the
    release `pasted_of` word for word. `form` is how its texts are laid out: as official ones of Magic, as ``pdftotext
    -layout`` gives them, or as manuals, whose paragraphs have no numbers; any other form is the name of a reader that
    is installed. `words` are its vocabulary. `furniture` are patterns of lines that each page repeats, and `headings`
    are those of its parts. `examples` are questions to try. `famous` are the stories that people ask for, the first of
    which the home page tells, and `themes` those of stories, in the order in which somebody who sits down to play meets
    them.
    """

    name: str
    title: str
    called: str
    short: str
    game: str
    publisher: str
    notice: str
    titled: str = ""
    asked: str = "A rule number of any year, words, “a phrase”, a date."
    tried: tuple[str, ...] = ()
    sample: str = ""
    initials: str = "CR"
    published: str = ""
    term: str = ""
    pasted: str = ""
    pasted_of: date | None = None
    numbers: NumberGrammar = NUMBERS
    words: BookWords = BookWords()
    unchecked: tuple[str, ...] = ()
    form: str = "official"
    furniture: tuple[str, ...] = ()
    headings: Headings = HEADINGS
    examples: tuple[str, ...] = ()
    famous: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
