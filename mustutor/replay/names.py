"""Records in words: names of players, header and notes, and the short notation of calls.

A name is read without regard to capitals, accents and spaces; the first word of a longer name is
enough if no other player's name begins with it. A seat always wins: a player called `A1` cannot be
called by name, nor can two players of the same name.

Short notation, the same on sheets, in the recorder and in disputes: ``-`` is a paso, ``=`` quiero,
``x`` no quiero, ``!`` an órdago, ``?`` a forgotten call; a number alone is the resulting stake: an
envido, or a raise to it once there is a bet.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from mustutor import games
from mustutor.base.endings import with_ending
from mustutor.base.errors import NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark, printable
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import Failure
from mustutor.games.rulebook import in_language
from mustutor.games.tell_hand import explain_fault, explain_hand
from mustutor.model.calls import Grammar, number_said
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

LONGEST = 200

_LIKE_A_SEAT = re.compile("[a-h][1-9]?")
_WORD = re.compile(r"\S+")


def plain_name(name: str) -> str:
    """A name in lower case, without accents and surrounding spaces.

    >>> plain_name(" Beñat  ETXEBERRÍA "), plain_name("Ane:")
    ('benat etxeberria', 'ane')
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.split()).rstrip(":,;=").rstrip()


def names_of(player: object) -> Iterable[str]:
    """The names of a player in a record: a text, or an object with a name in it."""
    if isinstance(player, Mapping):
        player = player.get("name", "")
    if isinstance(player, Mapping):
        return [name for name in player.values() if isinstance(name, str)]
    return [player] if isinstance(player, str) else []


LONGEST_LABEL = 10


def by_name(language: Language, replay: Replay) -> Language:
    """The language with the names of a record's players, if it has any.

    >>> from mustutor.replay.reader import loads
    >>> from mustutor.base.language import open_language
    >>> record = loads('{"format": "mus-replay/1", "variant": {"id": "encaje"}, "hands": [], '
    ...     '"seats": ["A", "B"], "players": {"A": "Ane Miren Etxeberria"}}')
    >>> by_name(open_language("en"), record).say("{seat} passes.", seat="A")
    'Ane (A) passes.'
    """
    called, first = labels(replay.about.get("players", {}), replay.seats), first_hand(replay)
    return language.with_player_names(called, first) if called or first > 1 else language


FIRST_HAND = "x-first-hand"
"""The field of a record that says which number people gave its first hand."""
MOST_NUMBERED = 10_000
"""The number of a first hand is below this."""


def first_hand(replay: Replay) -> int:
    """The number people gave the first hand: a sheet may begin with the third."""
    told = replay.extra.get(FIRST_HAND)
    return told if type(told) is int and 0 < told < MOST_NUMBERED else 1


def labels(players: Mapping[str, object], seats: Sequence[str]) -> dict[str, str]:
    """The label of each player for a reader: ``Ane (A1)``.

    Short enough for forty columns, and safe to print; a player named like a seat is labelled by the
    seat alone.
    """
    called = {}
    for seat in seats:
        name = next((" ".join(name.split()) for name in names_of(players.get(seat))), "")
        if len(name) > LONGEST_LABEL:
            name = name.partition(" ")[0]
        if len(name) > LONGEST_LABEL:
            name = f"{name[: LONGEST_LABEL - 1]}…"
        if name and plain_name(name) not in {one.casefold() for one in seats}:
            called[seat] = f"{printable(name)} ({seat})"
    return called


def seat_alone(label: str) -> str:
    """The seat alone, of a label that may have a name.

    >>> seat_alone("Ane (A1)"), seat_alone("A1")
    ('A1', 'A1')
    """
    return label.rpartition("(")[2].removesuffix(")")


DECLINED = ("ergative", "dative", "genitive", "comitative")
"""The Basque cases in which a player is spoken of: Anek, Aneri, Aneren, Anerekin."""


class Names:
    """The names of a table, each with its seat, and with the endings that Basque gives them.

    >>> table = Names(("A1", "B1"), {"A1": "Ane Miren", "B1": "Jon"})
    >>> table.seat("jon"), table.seat("a1"), table.begins("Ane Miren envido 2")
    ('B1', 'A1', ('A1', 9))
    >>> table.seat("Jonek"), table.seat("Aneri")
    ('B1', 'A1')
    """

    def __init__(self, seats: Sequence[str], players: Mapping[str, object] | None = None) -> None:
        self.seats = tuple(seats)
        self.told = bool(players)
        whole: dict[str, set[str]] = {}
        first: dict[str, set[str]] = {}
        for seat, player in (players or {}).items():
            for name in filter(None, map(plain_name, names_of(player))):
                whole.setdefault(name, set()).add(seat)
                first.setdefault(name.partition(" ")[0], set()).add(seat)
        alone = {word: seats for word, seats in first.items() if len(seats) == 1}
        # A name that looks like a seat or side is not usable.
        plain = {
            name: called
            for name, called in {**alone, **whole}.items()
            if not _LIKE_A_SEAT.fullmatch(name)
        }
        declined: dict[str, set[str]] = {}
        for name, called in plain.items():
            for case in DECLINED:
                declined.setdefault(with_ending("eu", case, name), set()).update(called)
        self._called = {**declined, **plain}
        self._longest = max((name.count(" ") + 1 for name in self._called), default=1)

    def seat(self, text: str) -> str:
        """The seat that a seat or a name refers to; empty if nobody here has it.

        Raises NotationError if several players have it.
        """
        if text.strip().upper() in self.seats:
            return text.strip().upper()
        called = self._called.get(plain_name(text), set())
        if len(called) > 1:
            sentence = mark("{name} may be any of {seats}: write the seat.")
            raise NotationError(
                sentence, name=" ".join(text.split()), seats=" ".join(sorted(called))
            )
        return next(iter(called), "")

    def begins(self, text: str) -> tuple[str, int]:
        """The seat whose name a text begins with, and the end of that name; the longest name wins.

        Raises NotationError if several players have that name.
        """
        words = list(islice(_WORD.finditer(text), self._longest))
        # A sign after a name is a call: `Ane =`.
        for word in [one for one in reversed(words) if plain_name(one.group())]:
            seat = self.seat(text[: word.end()])
            if seat:
                return seat, word.end()
        return "", 0


def names_read(text: str, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read who sits where: ``A1=Ane, B1=Bea``; raises NotationError, also for a seat twice.

    >>> list(names_read("a1=Ane, B1 = Bea", ("A1", "B1")))
    [('A1', 'Ane'), ('B1', 'Bea')]
    """
    named = []
    for piece in text.split(","):
        seat, equals, name = piece.partition("=")
        seat, name = seat.strip().upper(), name.strip()
        if not equals or not name or seat not in seats:
            sentence = mark("{text!r} names nobody: write a seat, = and a name, as in {seat}=Ane.")
            raise NotationError(sentence, text=piece.strip(), seat=seats[0])
        named.append(seat)
        _refuse_twice(named)
        yield seat, name[:LONGEST]


def _refuse_twice(names: Sequence[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise NotationError(mark("{what} is written twice."), what=twice)


MOST_STONES = 1_000_000


def pairs_read(text: str) -> dict[str, int]:
    """Read stones by side; raises NotationError, for a side written twice too.

    >>> pairs_read("A 5, b 12")
    {'A': 5, 'B': 12}
    """
    words = re.findall(r"[^\s,=]+", text)
    if not words or len(words) % 2 or not all(map(_is_count, words[1::2])):
        raise NotationError(mark("Type each side and its stones: A 5 B 12."))
    sides = [side.upper() for side in words[::2]]
    _refuse_twice(sides)
    return dict(zip(sides, map(int, words[1::2]), strict=True))


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 8 and int(word) <= MOST_STONES


SIGNS = {"-": "paso", "=": "quiero", "x": "no quiero", "!": "ordago"}
"""What people write for a call at the table."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
"""What keyboards and word processors make of a hyphen."""

BET, RAISE = "envido", "subo"

_NUMBER = re.compile(r"[0-9]{1,7}")


def expand_short_signs(words: str, grammar: Grammar, staked: bool | None) -> str:
    """Expand short signs the game has calls for; other words are returned unchanged.

    `staked` says whether there is a bet; None in rounds without bets.

    >>> from mustutor.games.mus_family.calls import GRAMMAR
    >>> [expand_short_signs(words, GRAMMAR, False) for words in ("-", "X", "5", "paso")]
    ['paso', 'no quiero', 'envido 5', 'paso']
    >>> [expand_short_signs("5", GRAMMAR, staked) for staked in (True, None)]
    ['subo a 5', '5']
    >>> expand_short_signs("cinco", GRAMMAR, False)
    'envido 5'
    """
    sign = "-" if words in DASHES else words.casefold()
    if SIGNS.get(sign) in grammar.verbs:
        return SIGNS[sign]
    number = number_said(words)
    if staked is not None and grammar.verbs >= {BET, RAISE} and _NUMBER.fullmatch(number):
        return f"{RAISE} a {number}" if staked else f"{BET} {number}"
    return words


def in_full_at(words: str, position: Position | None) -> str:
    """Expand short signs as the speaker at a position means them."""
    if position is None:
        return words
    game = games.game_of(position.variant.game)
    if position.lance not in game.rules.phases.paid:
        return expand_short_signs(words, game.words.grammar, staked=None)
    verbs = {option.verb for option in games.options(position)}
    staked = True if "no quiero" in verbs else False if verbs & {BET, "paso"} else None
    return expand_short_signs(words, game.words.grammar, staked)


LONGEST_WORDS = 2_000


def hand_page(played: Played, language: Language) -> Explanation:
    """Explain a hand that was played back, in the given language."""
    hand, goes_on = (played.steps, played.end, played.open), played.failure is not None
    return explain_hand(*hand, language, movements=False, goes_on=goes_on)


def failure_page(failure: Failure, language: Language) -> Explanation:
    """Explain where a record cannot continue: the call, the reason, and what was legal instead."""
    say = language.say
    heading = say("Refused")
    lines = [Line(say("At {place} the record has: {call}", place=failure.place, call=failure.text))]
    if not failure.text:
        lines = [Line(say("At {place}", place=failure.place))]
    position = failure.position
    if position is None or failure.verdict != "illegal":
        rules = (failure.fault.rule,) if failure.fault.rule else ()
        lines.append(Line(failure.fault.said(language), rules))
        return Explanation("", (Passage(heading, tuple(lines)),))
    options = games.options(position) if position.speaker else ()
    page = explain_fault(position, failure.fault, options, language)
    lines += [line._replace(indent=line.indent + 1) for line in page.lines]
    lines.append(Line(say("Position: {line}", line=position.line())))
    return Explanation("", (Passage(heading, tuple(lines)),))


def about_lines(
    replay: Replay, variant: Variant, language: Language, *others: Variant
) -> Iterator[Line]:
    """The lines of a record's header: the event, who recorded it, the players, the rules."""
    code, about, say = language.code, replay.about, language.say
    named = [in_one_line(about[name], code) for name in ("event", "place", "date") if name in about]
    if named:
        yield Line(" · ".join(named), indent=0)
    if "recorder" in about:
        recorder = in_one_line(about["recorder"], code)
        yield Line(say("Taken down by {recorder}.", recorder=recorder), indent=0)
    for seat in replay.seats:
        if seat in about.get("players", {}):
            yield Line(player(about["players"][seat], code), seat=seat)
    every = (variant, *others)
    named = [rulebook_named(rules, language) for rules in every]
    yield Line(say("The rules: {variant}.", variant=language.join_list(named)), indent=0)
    if replay.variant["id"] not in [rules.id for rules in every]:
        named_rules = in_one_line(replay.variant["id"], code)
        yield Line(say("The record itself names {variant}.", variant=named_rules), indent=0)


def rulebook_named(rules: Variant, language: Language) -> str:
    """A rulebook's name, followed by the id one types.

    >>> from mustutor.base.language import open_language
    >>> from mustutor.model.variant import load_variant
    >>> rulebook_named(load_variant("fournier"), open_language("en"))
    'Mus, Fournier rules (fournier)'
    """
    name = in_one_line(rules.name, language.code)
    return rules.id if name == rules.id else language.say("{name} ({id})", name=name, id=rules.id)


def player(given: object, code: str) -> str:
    """A player as the record names them, with the kind of player if it says so."""
    if isinstance(given, dict):
        name, kind = (in_one_line(given.get(part, ""), code) for part in ("name", "kind"))
        return f"{name} ({kind})" if name and kind and name != kind else name or kind
    return in_one_line(given, code)


def note_lines(place: str, notes: Iterable[Json], language: Language) -> Iterator[Line]:
    """The notes on one place, one line each."""
    for note in notes:
        text = in_one_line(note["text"], language.code)
        if "by" in note:
            by = in_one_line(note["by"], language.code)
            text = language.say("{text} ({by})", text=text, by=by)
        glyph = note.get("glyph", "")
        shown = f"{in_one_line(place, language.code)} {glyph}".strip()
        yield Line(text, kind="note", said=shown)


def in_one_line(thing: object, code: str) -> str:
    """A record's own text on one printable line; picks the language if it has several.

    >>> in_one_line({"en": "a slip", "es": "un error"}, "es")
    'un error'
    """
    if isinstance(thing, Mapping):
        thing = in_language(thing, code)
    return printable(" ".join(str(thing).split("\n")), LONGEST_WORDS)
