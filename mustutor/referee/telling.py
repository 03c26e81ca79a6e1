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
from typing import Any

from mustutor import games
from mustutor.base.errors import AnswerError, NotationError, ReplayError
from mustutor.base.language import mark, printable
from mustutor.base.register import round_named, rounds_called, traits
from mustutor.base.shipped import words_in, words_table
from mustutor.games.irregularities import KnownIrregularity, phrases
from mustutor.games.mus_family.hands import DECLARED
from mustutor.games.mus_family.talk import DECLARING
from mustutor.model.calls import (
    DECK,
    FORGOTTEN,
    normalized_words,
    number_said,
    number_word_to_digits,
)
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.dispute import declared_yes
from mustutor.referee.settle import settle
from mustutor.replay.claim_text import ClaimTable, read_claim
from mustutor.replay.format import Replay
from mustutor.replay.names import Names
from mustutor.replay.playback import play_back
from mustutor.replay.sheet.lines import SheetStyle
from mustutor.replay.sheet.notes import written_claim
from mustutor.replay.sheet.reader import WORDS, read_sheets

LEAST_CARDS = 3
"""So many cards in a row are somebody's hand, and not numbers."""
LEAST_WORDS = 3
"""A phrase of fewer words is told word for word."""
MOST_WORDS = 30
MOST_LINES = 100
OF_THE_MATCH = frozenset(("start", "games", "draw", "event", "place", "date"))
"""Lines that stand before the first hand."""
OF_NOBODY = {"quiero": "no quiero", "tengo": "no tengo"}
"""What everybody said, where nobody said this: else they passed."""

_PIECE = re.compile(r"[^.;!\n,]+")
_WORD = re.compile(r"[^\s:«»“”\"()…]+")


@cache
def telling_words(name: str) -> tuple[str, ...]:
    """The words of one class in which people tell, in all languages, the longest first.

    >>> "nadie" in telling_words("nobody")
    True
    """
    found = words_in("telling", "words", name)
    return tuple(sorted(found, key=lambda word: (-len(word.split()), word)))


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


def begins_with(plain: Sequence[str], name: str) -> int:
    """How many words of a class a text begins with; 0 for none."""
    phrases_ = [phrase.split() for phrase in telling_words(name)]
    return next((len(head) for head in phrases_ if list(plain[: len(head)]) == head), 0)


class ToldQuarrel:
    """A quarrel as it is told so far; see `sheet`, `left` and `found`."""

    def __init__(self, variant: Variant, players: Sequence[str] = ()) -> None:
        self.variant, self.game = variant, games.game_of(variant.game)
        self.seats = self.game.rules.seats(variant, len(players))
        if players and len(players) != len(self.seats):
            sentence = mark("At this table sit {number}: name them all, in speaking order.")
            raise AnswerError(sentence, number=len(self.seats))
        games.start(variant, seats=self.seats, mano=self.seats[0])
        self.players = dict(zip(self.seats, players, strict=False))
        self.names = Names(self.seats, self.players)
        self.rounds: dict[str, list[str]] = {}
        self.cards: dict[str, str] = {}
        self.lines: list[str] = []
        self.found: list[KnownIrregularity] = []
        self.left: list[str] = []
        self.unnamed: list[tuple[KnownIrregularity, str]] = []
        self.unknown: set[str] = set()
        self.lance = ""

    # --- a sentence -----------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Add what a sentence says, or the line of a sheet. Raises AnswerError for nothing."""
        if len(self.lines) > MOST_LINES:
            raise AnswerError(mark("That is more than one quarrel: write it on a sheet."))
        head = text.partition(" ")[0].rstrip(":").casefold()
        self.left, before = [], self.sheet()
        states = head in WORDS and normalized_words(text) not in phrases(self.variant.game)
        if states or (":" in text and head in rounds_called()):
            self._add_line(text.strip())
            return
        clauses = list(self._clauses(text))
        called = {seat for seat, _ in clauses if seat}
        who = next(iter(called)) if len(called) == 1 else ""
        known = {row.id for row in self.found}
        for seat, words in clauses:
            rows = list(self._irregularities(words))
            self._clause(seat, words[:MOST_WORDS], wrong=bool(rows))
            self._note(rows, text, seat or who)
        if {row.id for row in self.found} == known:
            rows = list(self._irregularities(_WORD.findall(text)))
            self._note(rows, text, who)
        if self.sheet() == before and not self.unnamed:
            raise AnswerError(mark("Nothing of that is understood: say who said or did what."))

    def _add_line(self, line: str) -> None:
        self.lines.append(line)
        try:
            if not self.undeclared:
                self.record()
        except Exception:
            self.lines.pop()
            raise

    def _irregularities(self, words: Sequence[str]) -> Iterator[KnownIrregularity]:
        """What went wrong, by the longest phrases of the table that these words hold."""
        found, game = dict[str, KnownIrregularity](), self.variant.game
        plain = self._plain(words)
        whole = phrases(game).get(" ".join([word for word in plain if word[0].isalnum()]))
        if whole is not None:  # told word for word
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

    def _note(self, rows: Sequence[KnownIrregularity], text: str, who: str) -> None:
        for row in rows:
            calls = self.rounds.get(self.lance, ())
            if calls:
                self.note(row, text, place=f"{self.lance}.{len(calls)}")
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
        self.lines.append(f"note {noted}: {' '.join(text.split())}")
        self.found += [row] if row not in self.found else []

    def _clauses(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """The parts of a text, one for each player: a name, a comma or `and` begins the next."""
        for piece in _PIECE.findall(text):
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
        said = self.rounds.setdefault(lance, [])
        if not many:
            said.append(f"{self.called(seat)} {call}".strip())
        else:
            last = next((one for one in reversed(said) if self.names.begins(one)[0]), "")
            side = self.names.begins(last)[0][:1]
            call = OF_NOBODY.get(verb, "paso") if nobody else call
            said += [f"{self.called(one)} {call}" for one in self.seats if one[0] != side]
        self.lance = self.lance if verb in TALK else lance

    def _cards(self, seat: str, words: Sequence[str]) -> bool:
        """Take the cards of a hand, which stand in a row; whether there are any."""
        for begin in range(len(words) if seat else 0):
            for end in range(len(words), begin, -1):
                with suppress(NotationError):
                    cards = self.game.chance.deck.read_all(" ".join(words[begin:end]))
                    if len(cards) >= LEAST_CARDS:
                        self.show(seat, " ".join(cards))
                        return True
        return False

    def _claim(self, seat: str, words: Sequence[str]) -> bool:
        """Take a claim, as in `Bea says we win`; whether it is one."""
        head = begins_with(self._plain(words), "claiming") if seat else 0
        with suppress(NotationError):
            if head:
                self.claim(self.called(seat), " ".join(words[head:]))
                return True
        return False

    # --- what is asked --------------------------------------------------------------------

    def claim(self, by: str, text: str) -> None:
        """Take a claim: who gets it and how many stones, or as people say it: we win."""
        usual = f"1.{self.lance}" if self.rounds.get(self.lance) else "1"
        paid, loses = self.game.rules.phases.paid, "own_stones" in traits(self.variant.game)
        claim = read_claim(text, ClaimTable(self.names, paid, 1, usual, loses), by)
        self.lines += written_claim(claim, self.seats, SheetStyle())

    @property
    def claims(self) -> list[str]:
        """The lines of the sheet that are claims."""
        return [line for line in self.lines if line.startswith("claim ")]

    def states(self, word: str) -> bool:
        """Whether a line of the sheet that begins with this word was told."""
        return any(line.split()[0].casefold() == word for line in self.lines)

    def begin_with(self, text: str) -> None:
        """Take the stones of each before the hand; nothing, where they are those of the rules."""
        if text:
            self._add_line(f"start {text}")

    def more(self, text: str) -> bool:
        """Take another sentence; whether that was all, and the sheet can be read."""
        if text:
            self.tell(text)
        return not text

    @property
    def unplaced(self) -> str:
        """The first call without a name of which nobody can tell who said it; else nothing."""
        try:
            self.record()
        except ReplayError:
            calls = [call for said in self.rounds.values() for call in said]
            return next((call for call in calls if not self.names.begins(call)[0]), "")
        return ""

    def place(self, call: str, text: str) -> None:
        """Take who said a call that stands without a name: one player, or several."""
        named = [self.seat(part) for part in re.split(r"[\s,]+", text) if part]
        if not named or not all(named):
            raise AnswerError(mark("Name whoever said it."))
        for lance, said in self.rounds.items():
            if call in said:
                at = said.index(call)
                self.rounds[lance] = [
                    *said[:at],
                    *[f"{one} {call}" for one in named],
                    *said[at + 1 :],
                ]
                return

    def seat(self, text: str) -> str:
        """The player somebody names, as on a sheet; empty for nobody."""
        seat = self.names.seat(text)
        if text and not seat:
            raise AnswerError(mark("There is no {name} at this table."), name=printable(text))
        return self.called(seat) if seat else ""

    def show(self, seat: str, text: str) -> None:
        """Take the cards of a seat; nothing, where nobody knows them."""
        if text.strip().casefold() not in ("", FORGOTTEN):
            self._try(self.cards, seat, " ".join(self.game.chance.deck.read_all(text)))
        self.unknown.add(seat)

    def position(self) -> Position | None:
        """The moment after the last call, where somebody still has to speak at its lance."""
        record = self.record()
        played = list(play_back(record, self.variant))[-1]
        rounds = played.hand.rounds
        forgotten = played.failure is not None or played.forgotten
        if not rounds or forgotten or played.last is None:
            return None
        place = f"note {rounds[-1].lance}.{len(rounds[-1].calls)} "
        noted = any(line.startswith(place) for line in self.lines)
        waits = played.last.lance == rounds[-1].lance and played.last.speaker not in ("", DECK)
        return played.last if waits and not noted else None

    @property
    def undeclared(self) -> str:
        """The lance in which nobody has been told to have it, or not, before it was bet."""
        for lance in [one for one in self.rounds if one in DECLARED]:
            said = [self._verb(one) for one in self.rounds[lance]]
            known = len(self.cards) == len(self.seats)
            if not known and sum(verb in (*DECLARING, FORGOTTEN) for verb in said) < len(
                self.seats
            ):
                return lance
        return ""

    def _verb(self, call: str) -> str:
        words = call[self.names.begins(call)[1] :].strip()
        said = self.game.words.grammar.call_in(words)
        return said.verb if said else FORGOTTEN if words == FORGOTTEN else ""

    def declare(self, lance: str, text: str) -> None:
        """Take who said they had it: yes and no in speaking order, names, all or nobody."""
        plain = [normalized_words(part) for part in text.split(",")]
        verbs = [self._verb(part) for part in plain]
        if len(plain) == len(self.seats) and set(verbs) <= {*DECLARING, FORGOTTEN}:
            told = dict(zip(self.seats, verbs, strict=True))
        elif plain == [""] or begins_with(plain[0].split(), "nobody"):
            told = {}
        elif begins_with(plain[0].split(), "everybody"):
            told = dict.fromkeys(self.seats, "tengo")
        else:
            told = dict(declared_yes(text, self.names))
        before = self.rounds[lance]
        said = [at for at, one in enumerate(before) if self._verb(one) not in DECLARING]
        declared = [f"{self.called(one)} {told.get(one, 'no tengo')}" for one in self.seats]
        self.rounds[lance] = [*declared, *[before[at] for at in said]]
        # What was noted at a call is noted where the call stands now.
        for at, line in enumerate(self.lines):
            if noted := re.match(rf"note {lance}\.(\d+) ", line):
                call = int(noted[1]) - 1
                seat = self.names.begins(before[call])[0] or self.seats[0]
                now = len(declared) + said.index(call) if call in said else self.seats.index(seat)
                self.lines[at] = f"note {lance}.{now + 1} {line[noted.end() :]}"

    def answer_call(self, position: Position, text: str) -> None:
        """Take what the speaker said, or several calls; or what went wrong there."""
        told = [part.strip() for part in text.split(",") if part.strip()]
        if not told:
            raise AnswerError(mark("Somebody spoke here: write what was said, or ?."))
        try:
            self._try(self.rounds, position.lance, [*self.rounds[position.lance], *told])
        except ReplayError:
            if not any(self._irregularities(text.split())):
                raise
            self.tell(text)

    def _try(self, kept: dict[str, Any], key: str, told: object) -> None:
        """Keep something, if the sheet can be read with it."""
        before = kept.get(key)
        kept[key] = told
        try:
            self.record()
        except Exception:
            if before is None:
                del kept[key]
            else:
                kept[key] = before
            raise

    def wanted(self) -> str:
        """Whose cards can still change what comes of it: the next to be asked for, or nobody."""
        settlement = settle(self.record(), variant=self.variant)
        asked = (*self.cards, *self.unknown)
        wrong = bool(self.rounds) and (settlement.failure is not None or bool(self.found))
        waits = list(self.seats) if wrong else []
        waits += [seat for one in settlement.undecided for seat in one.possible.show]
        waits += [
            seat for one in settlement.judgements if one.possible for seat in one.possible.show
        ]
        return next((seat for seat in waits if seat not in asked), "")

    # --- the sheet ------------------------------------------------------------------------

    def called(self, seat: str) -> str:
        """A player by the name that leads to the seat, or the seat."""
        name = self.players.get(seat, "")
        return name if name and self.names.begins(f"{name} x") == (seat, len(name)) else seat

    def sheet(self) -> str:
        """The quarrel as a sheet that people write."""
        head = [line for line in self.lines if line.split()[0].casefold() in OF_THE_MATCH]
        told = [f"variant {self.variant.id}", f"seats {' '.join(self.seats)}"]
        if self.players:
            named = [f"{seat} {name}" for seat, name in self.players.items()]
            told.append(f"players {', '.join(named)}")
        told += [*head, f"hand 1 mano {self.seats[0]}"]
        told += [f"  {self.called(seat)}: {cards}" for seat, cards in self.cards.items()]
        order = self.game.rules.phases.names
        for lance in sorted(self.rounds, key=order.index):
            told.append(f"  {lance}: {', '.join(self.rounds[lance])}")
        told += [f"  {line}" for line in self.lines if line not in head]
        return "\n".join(told) + "\n"

    def record(self) -> Replay:
        """The quarrel as a record. Raises ReplayError where its sheet cannot be read."""
        [found] = read_sheets(self.sheet().encode(), rules=self.variant)
        if found.replay is None:
            assert found.problem is not None
            raise found.problem
        return found.replay


TALK = frozenset(("mus", "corto"))
"""Calls of the talk before the lances, whichever lance was named."""
