"""What people tell of a quarrel, in sentences, made into the lines of a score sheet.

`ToldQuarrel` grows sentence by sentence: calls, cards, claims, and what went wrong. It knows the
words of the table (``variants/conduct/``), the irregularities and the names of the players, and
guesses at nothing: what it does not understand it says, and what went wrong is kept as it was told.
Lines of a sheet may be told too, so that whatever can be settled can be told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache

from mustutor.base.errors import AnswerError, NotationError, ReplayError
from mustutor.base.language import mark, printable
from mustutor.base.register import round_named, rounds_called, traits
from mustutor.base.shipped import words_table
from mustutor.games.irregularities import KnownIrregularity, phrases
from mustutor.games.mus_family.hands import DECLARED
from mustutor.games.mus_family.talk import DECLARING
from mustutor.model.calls import (
    begins_with,
    normalized_words,
    number_said,
    number_word_to_digits,
    telling_words,
)
from mustutor.model.position import Position, side_of
from mustutor.model.variant import Variant
from mustutor.referee.dispute import PEN, Dispute
from mustutor.replay.sheet.reader import WORDS

LEAST_CARDS = 3
"""So many cards in a row are somebody's hand, and not numbers."""
LEAST_WORDS = 3
"""A phrase of fewer words is told word for word."""
MOST_WORDS = 30
HAND = "hand 1 mano A1"
MOST_LINES = 100
OF_THE_MATCH = frozenset(("start", "games", "draw", "event", "place", "date"))
"""Lines that stand before the first hand."""
OF_NOBODY = {"quiero": "no quiero", "tengo": "no tengo"}
"""What everybody said, where nobody said this: else they passed."""

_PIECE = re.compile(r"[^.;!\n,]+")
_COUNT = re.compile(r"(?<=\d),(?= *(?:y |and |et |eta )?[A-H] +\d)")
"""The comma between the stones of two sides: A 12, B 9."""
_WORD = re.compile(r"[^\s:«»“”\"()…]+")


@cache
def _roots() -> dict[str, str]:
    """The root of every word that has several forms; nothing for what may be left out."""
    roots = {
        form: root for root, forms in words_table("telling")["alike"].items() for form in forms
    }
    return roots | dict.fromkeys(words_table("telling")["optional"], "")


def _rooted(plain: Sequence[str]) -> list[str]:
    """Words as phrases are compared: by their roots, and numbers in figures."""
    rooted = [_roots().get(word, number_word_to_digits(word)) for word in plain]
    return [word for word in rooted if word[:1].isalnum()]


@cache
def _phrases(game: str) -> dict[str, KnownIrregularity]:
    """What people say of each irregularity, in roots; what could be two of them is left out."""
    found: dict[str, KnownIrregularity] = {}
    twice = set[str]()
    for phrase, row in phrases(game).items():
        roots, whole = _rooted(phrase.split()), len(phrase.split())
        rooted, vague = " ".join(roots), len(roots) < max(2, min(whole, LEAST_WORDS))
        if found.setdefault(rooted, row).id != row.id or vague:
            twice.add(rooted)
    return {phrase: row for phrase, row in found.items() if phrase not in twice}


class ToldQuarrel(Dispute):
    """A quarrel as it is told so far; see `sheet`, `left` and `found`."""

    def __init__(
        self, variant: Variant, players: Sequence[str] = (), seats: Sequence[str] = ()
    ) -> None:
        super().__init__(variant, players, seats)
        self.found: list[KnownIrregularity] = []
        self.left: list[str] = []
        self.unnamed: list[tuple[KnownIrregularity, str]] = []

    # --- a sentence -----------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Add what a sentence says, or the line of a sheet. Raises AnswerError for nothing."""
        if sum(len(told.lines) for told in self.hands) > MOST_LINES:
            raise AnswerError(mark("That is more than one quarrel: write it on a sheet."))
        head = text.partition(" ")[0].rstrip(":").casefold()
        self.left, before = [], self.sheet()
        states = head in WORDS and normalized_words(text) not in phrases(self.variant.game)
        if states or (":" in text and head in rounds_called()):
            with self._kept():
                self._add_line(head, text.strip())
            return
        seat, end = self.names.begins(text)
        whole = _WORD.findall(text[end:])
        clauses = [(seat, whole)] if self._is_phrase(whole) else list(self._clauses(text))
        called = {seat for seat, _ in clauses if seat}
        who = next(iter(called)) if len(called) == 1 else ""
        known = {row.id for row in self.found}
        for seat, words in clauses:
            rest = self._other_hand(words)
            rows = list(self._irregularities(rest))
            # What is told word for word says nothing else, unless all of it is a call.
            if rest and (self._call(rest) or not self._is_phrase(rest)):
                self._clause(seat, rest[:MOST_WORDS], wrong=bool(rows))
            self._note(rows, text, seat or who)
        if {row.id for row in self.found} == known:
            rows = list(self._irregularities(_WORD.findall(text)))
            self._note(rows, text, who)
        if self.sheet() == before and not self.unnamed:
            raise AnswerError(mark("Nothing of that is understood: say who said or did what."))

    def _add_line(self, head: str, line: str) -> None:
        """Put a line of a sheet where it belongs; one with calls grows by those asked for."""
        phases = self.game.rules.phases
        lance = round_named(head)
        told = line[len(head) :].lstrip(" :")
        if head in OF_THE_MATCH:
            self.head.append(line)
        elif head == "hand":
            self._begin_hand(told)
        elif head == "claim" and self.claim_whole(told):
            return
        elif lance in phases.paid:
            self.lance = lance
            said = [part.strip() for part in told.split(",") if part.strip()]
            self.hand.lances.setdefault(lance, []).extend(said)
        elif lance in phases.names or head == "draws":
            self.hand.talk.append(line)
        else:
            self.hand.lines.append(line)

    def _begin_hand(self, told: str) -> None:
        """Begin the hand of a line such as `hand 2 mano Bea`, or say who is mano of the first."""
        number, _, rest = told.partition(" ")
        mano = self.names.begins(rest.partition(" ")[2])[0]
        if not mano:
            raise AnswerError(mark("This should say who is mano, as in {example}."), example=HAND)
        if number == "1" and len(self.hands) == 1:
            self.hand.mano = mano
        else:
            self.at = len(self.hands) - 1
            self.next_hand(mano)

    def _other_hand(self, words: list[str]) -> list[str]:
        """Go to the hand that words name, as in `the next hand`; the words without that."""
        plain = self._plain(words)
        for name, go in (("next_hand", self.next_hand), ("hand_before", self.hand_before)):
            for at in range(len(plain)):
                if end := begins_with(plain[at:], name):
                    go()
                    return [*words[:at], *words[at + end :]]
        return words

    def _irregularities(self, words: Sequence[str]) -> Iterator[KnownIrregularity]:
        """What went wrong, by the longest phrases of the table that these words hold."""
        found, game = dict[str, KnownIrregularity](), self.variant.game
        plain = self._plain(words)
        if whole := self._is_phrase(words):
            yield from [whole] if whole not in self.found else []
            return
        for said in (_rooted(plain), _rooted(self._plain(self._parted(words)[1]))):
            at = 0
            while at < len(said):
                ends = range(len(said), at, -1)
                end = next((end for end in ends if " ".join(said[at:end]) in _phrases(game)), 0)
                if end:
                    row = _phrases(game)[" ".join(said[at:end])]
                    found[row.id] = row
                at = end or at + 1
        yield from [row for row in found.values() if row not in self.found]

    def _is_phrase(self, words: Sequence[str]) -> KnownIrregularity | None:
        """What went wrong, where the words are one of the phrases of the table."""
        plain = [word for word in self._plain(words) if word[0].isalnum()]
        return phrases(self.variant.game).get(" ".join(plain))

    def _note(self, rows: Sequence[KnownIrregularity], text: str, who: str) -> None:
        for row in rows:
            calls = self.hand.lances.get(self.lance, [])
            if calls and row.belongs_in(self.lance):
                own = [at for at, call in enumerate(calls, 1) if self._seat_of(call) == who]
                at = own[-1] if who and own else len(calls)
                named = self.called(who) if who else ""
                self.note(row, text, named, place=f"{self.lance}.{at}")
            elif who:
                self.note(row, text, self.called(who))
            else:
                self.unnamed.append((row, text))
                self.found.append(row)

    def note(
        self, row: KnownIrregularity, text: str, who: str = "", *, place: str = "hand"
    ) -> None:
        """Put on the sheet what went wrong, where, and with whom; in the words it was told in."""
        noted = " ".join(filter(None, (place, row.id, who)))
        words = " ".join(text.split())
        odd = words.casefold().startswith("by ")
        self.hand.lines.append(f"note {noted}: {PEN.json(words) if odd else PEN.text(words)}")
        self.found += [row] if row not in self.found else []

    def _clauses(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """The parts of a text, one for each player: a name, a comma or `and` begins the next."""
        for piece in _PIECE.findall(_COUNT.sub(" ", text)):
            seat, words, left = "", list[str](), piece.strip()
            while left:
                called, end = self.names.begins(left)
                called = "" if end == 1 and left[0].islower() else called  # `a` is no seat A
                plain = self._plain(left.split())
                joined = 0 if self._call(left.split()[:4]) else begins_with(plain, "joining")
                if (called or joined) and (seat or words):
                    yield seat, words
                    seat, words = "", []
                found = _WORD.search(left)
                if called:
                    seat, left = called, left[end:]
                elif joined:
                    left = " ".join(left.split()[joined:])
                else:
                    words += [found.group()] if found else []
                    left = left[found.end() :] if found else ""
                left = left.strip(" :")
            if seat or words:
                yield seat, words

    @staticmethod
    def _plain(words: Sequence[str]) -> list[str]:
        return [normalized_words(word.strip("?")) or word for word in words]

    def _parted(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """The lance that words name, as in `a la grande`, and the words without it."""
        plain, paid = self._plain(words), self.game.rules.phases.paid
        for at in range(len(plain)):
            end = at + begins_with(plain[at:], "before_a_lance")
            if end < len(plain) and round_named(plain[end]) in paid:
                return round_named(plain[end]), [*words[:at], *words[end + 1 :]]
        return "", list(words)

    # --- what somebody said ---------------------------------------------------------------

    def _clause(self, seat: str, words: Sequence[str], *, wrong: bool) -> None:
        if self._claim(seat, words):
            return
        lance, bare = self._parted(words)
        self.lance = lance or self.lance
        plain = self._plain(bare)
        if self._cards(seat, bare):
            return
        nobody, everybody = begins_with(plain, "nobody"), begins_with(plain, "everybody")
        windows = sorted(
            [(b, e) for b in range(len(bare)) for e in range(b + 1, len(bare) + 1)],
            key=lambda window: window[0] - window[1],
        )
        # A number is a stake where nothing else is said.
        begin, end = next(
            (
                (b, e)
                for b, e in windows
                if self._call(bare[b:e])
                and (e - b == len(bare) or not number_said(" ".join(bare[b:e])).isdigit())
            ),
            (0, 0),
        )
        if end and not (nobody and wrong):
            self._say(seat, self._call(bare[begin:end]), bool(nobody or everybody), bool(nobody))
            bare, plain = bare[:begin] + bare[end:], plain[:begin] + plain[end:]
        known = [*telling_words("beside"), *telling_words("joining")]
        if not (wrong or (end and (nobody or everybody))) and set(plain) - set(known):
            self.left.append(printable(" ".join(words)))

    def _call(self, words: Sequence[str]) -> str:
        """These words as a sheet has them, where they are a call at this lance; else nothing."""
        said, grammar = " ".join(words), self.game.words.grammar
        bets = "lances" in traits(self.variant.game)
        if number_said(said).isdigit():
            return number_said(said) if bets and self.lance else ""
        with suppress(NotationError):
            call = grammar.call_in(said)
            declares = call and call.verb in DECLARING and self.lance not in DECLARED
            if call is None or declares or call.verb in grammar.beside:
                return ""
            if self.lance or not bets or call.verb in TALK:
                return said if any(grammar.lean([call])) else str(call).partition(" ")[2]
        return ""

    def _say(self, seat: str, call: str, many: bool, nobody: bool) -> None:
        phases = self.game.rules.phases
        verb = self._verb(call)
        lance = next(iter(phases.names)) if verb in TALK else self.lance or phases.paid[0]
        said = self.hand.lances.setdefault(lance, [])
        if not many:
            said.append(f"{self.called(seat)} {call}".strip())
        else:
            last = next((one for one in reversed(said) if self.names.begins(one)[0]), "")
            side = side_of(self.names.begins(last)[0])
            call = OF_NOBODY.get(verb, "paso") if nobody else call
            said += [f"{self.called(one)} {call}" for one in self.order if one[0] != side]
        self.lance = self.lance if verb in TALK else lance

    def _cards(self, seat: str, words: Sequence[str]) -> bool:
        """Take the cards of a hand, which stand in a row; whether there are any."""
        for begin in range(len(words) if seat else 0):
            for end in range(len(words), begin, -1):
                with suppress(NotationError):
                    cards = self.game.chance.deck.read_all(" ".join(words[begin:end]))
                    if len(cards) >= LEAST_CARDS:
                        self.hand.cards[seat] = " ".join(cards)
                        return True
        return False

    def _claim(self, seat: str, words: Sequence[str]) -> bool:
        """Take a claim, as in `Bea says we win`; whether it is one."""
        head = begins_with(self._plain(words), "claiming") if seat else 0
        with suppress(NotationError):
            if head:
                self.claim(self.called(seat), " ".join(words[head:]))
                if "after" in self.claims[-1]:
                    self.claims[-1]["about"] = str(self.at + 1)
                return True
        return False

    # --- what is asked --------------------------------------------------------------------

    def more(self, text: str) -> bool:
        """Take another sentence; whether that was all, and the sheet can be read.

        Raises AnswerError where that would be all, and nothing was told to judge.
        """
        if text:
            self.tell(text)
        elif self.is_empty:
            raise AnswerError(mark("There is nothing to judge yet: say who said or did what."))
        return not text

    @property
    def is_empty(self) -> bool:
        """Whether nothing was told yet that could be judged."""
        told = [one.cards or one.talk or one.lances or one.lines for one in self.hands]
        return not (any(told) or self.claims or self.found)

    @property
    def unplaced(self) -> str:
        """The first call without a name of which nobody can tell who said it; else nothing."""
        try:
            self.record()
        except ReplayError:
            for at, told in enumerate(self.hands):
                self.at = at
                for call in [call for said in told.lances.values() for call in said]:
                    if not self._seat_of(call):
                        return call
        return ""

    def place(self, call: str, text: str) -> None:
        """Take who said a call that stands without a name: one player, or several."""
        named = [self.seat(part) for part in re.split(r"[\s,]+", text) if part]
        if not named or not all(named):
            raise AnswerError(mark("Name whoever said it."))
        said = next(said for said in self.hand.lances.values() if call in said)
        at = said.index(call)
        said[at : at + 1] = [f"{one} {call}" for one in named]

    def seat(self, text: str) -> str:
        """The player somebody names, as on a sheet; empty for nobody."""
        seat = self.names.seat(text)
        if text and not seat:
            raise AnswerError(mark("There is no {name} at this table."), name=printable(text))
        return self.called(seat) if seat else ""

    def answer_call(self, position: Position, text: str) -> str:
        """Take what the speaker said, or several calls; or what went wrong there."""
        try:
            return self.hear(position, text)
        except ReplayError:
            if not any(self._irregularities(text.split())):
                raise
            self.tell(text)
        return ""


TALK = frozenset(("mus", "corto"))
"""Calls of the talk before the lances, whichever lance was named."""
