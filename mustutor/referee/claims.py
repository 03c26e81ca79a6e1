"""Claims and irregularities judged against the recomputation, and what each ruling pays.

The rules refuse a word out of turn, a false declaration, a card too many; at the table it has
happened all the same, and the referee has to say what follows. Irregular and no call are how the
deck was dealt, and stones forgotten at the count.

Claims are judged against the recomputation, not against each other; `mustutor.replay.claim_text`
reads them. Stones and notes are typed beside the calls in the same way, and read here too.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mustutor import games
from mustutor.base.errors import Fault, NotationError
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.language import mark
from mustutor.games.failure import Missing, read_place
from mustutor.games.protocols import IllegalPlay, TableIrregularity
from mustutor.model.calls import DECK, Call, deal_call
from mustutor.model.ledger import BANK, OUT, Entry, Ruling, account_total
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant
from mustutor.referee.possible import Possible
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

PENALTY = "penalty"
"""The name of the one way there is where the table has a price."""


class RulingBranch(NamedTuple):
    """One way to rule (``stands``, ``withdrawn`` or ``penalty``), and the hand played on.

    `rule` is the article that says so, where one does. `played` is the hand as far as the record
    goes on in this way: its failure, where it has one, is where the record was played in another.
    """

    name: str
    rule: str
    played: Played
    judgements: tuple[Judgement, ...] = ()

    def as_json(self) -> Json:
        """The branch for a program: what is paid, and what is still open."""
        end, next_, failure = self.played.end, self.next, self.played.failure
        return with_stated_fields(
            {"name": self.name},
            {},
            rule=self.rule or None,
            ledger=[entry.as_json() for entry in end.ledger],
            after=end.in_front(),
            complete=self.played.settled,
            winner=end.winner or None,
            loser=end.loser or None,
            next={"lance": next_.lance, "speaker": next_.speaker} if next_ else None,
            stops_at=failure.place if failure else None,
            open=open_as_json(self.played),
        )

    @property
    def next(self) -> Position | None:
        """The position at which the hand goes on; none where nobody has anything more to say."""
        end, last = self.played.end, self.played.last
        open_ = last is not None and last.speaker not in ("", DECK)
        return last if open_ and not (end.winner or end.loser) else None


def open_as_json(played: Played) -> list[Json]:
    """What of a hand waits for cards nobody has given, for a program."""
    return [
        {"lance": waiting.lance, "between": list(waiting.parties), "stones": waiting.stones}
        for waiting in played.open
    ]


class Irregularity(NamedTuple):
    """Something the rules refuse and somebody did: where, what, and how it may be ruled.

    `kind` says what happened, `offence` what a table may price it as (see the option `penalty`),
    `text` is the call as the record has it; `seat` did it, and `speaker` was to speak. `rule` is
    the article, `option` what would decide what follows, `fault` why the rules refuse it. One
    branch: so it is decided, and the play goes on. `penalty` is what the table's price comes to.
    """

    kind: str
    offence: str
    place: str
    text: str
    call: Call
    seat: str
    speaker: str
    lance: str
    rule: str
    option: str
    fault: Fault
    branches: tuple[RulingBranch, ...]
    variant: Variant
    penalty: Ruling | None = None

    @property
    def decided(self) -> bool:
        """Whether an article, or a price of the table, leaves one way alone."""
        return len(self.branches) == 1

    @property
    def settled(self) -> tuple[Entry, ...]:
        """The stones that move alike however it is ruled."""
        first, *others = [branch.played.end.ledger for branch in self.branches]
        return tuple([entry for entry in first if all(entry in other for other in others)])

    def as_json(self) -> Json:
        """The irregularity as `settle --json` writes it."""
        written: Json = {"place": self.place}
        if self.text:
            written["call"] = self.text
        written |= {"kind": self.kind, "offence": self.offence}
        if self.seat:
            written["seat"] = self.seat
        if self.speaker:
            written["speaker"] = self.speaker
        written |= {"rule": self.rule, "decided": self.decided}
        if self.option:
            written["option"] = self.option
        if self.penalty is not None:
            written["penalty"] = self.penalty.penalty
            if self.penalty.stones:
                written["stones"] = self.penalty.stones
        written["settled"] = [entry.as_json() for entry in self.settled]
        written["branches"] = [branch.as_json() for branch in self.branches]
        return written


def table_irregularities(match: Sequence[Played], hands: int) -> Iterator[Irregularity]:
    """List the irregularities of a match of `hands` hands that are not calls, in their order."""
    for played in match:
        if played.start.table.hand != played.number:
            continue  # it could not begin
        game, hand = games.game_of(played.start.variant.game), played.hand
        if hand.deal:
            for breach in game.conduct.deal_irregularities(played.start, played.end, hand.deal):
                yield _irregularity(breach, played)
        after = hand.after if played.number < hands else None
        if (hand.counting or after is not None) and played.settled:
            for breach in game.conduct.forgotten_stones(played.end, hand.claimed, after):
                yield _irregularity(breach, played)


def _irregularity(breach: TableIrregularity, played: Played) -> Irregularity:
    """A table irregularity with the hand in each way to rule; in a void deal not a word counts."""
    illegal_play, ruling = breach.illegal_play, breach.illegal_play.ruling
    branches = []
    for option in illegal_play.ruling_options:
        way = played
        if option.after is not played.end:
            step = Step(played.start, deal_call({}), option.after)
            way = played._replace(
                steps=(step,), end=option.after, open=(), missing=(), failure=None
            )
        branches.append(RulingBranch(PENALTY if ruling else option.name, option.rule, way))
    call = ruling.call if ruling is not None else Call(illegal_play.seat, "")
    place = f"{played.number}.{breach.what}"
    return irregularity_of(illegal_play, place, call, breach.fault, branches, played.start.variant)


def irregularity_of(
    illegal_play: IllegalPlay,
    place: str,
    call: Call,
    fault: Fault,
    branches: Sequence[RulingBranch],
    variant: Variant,
    *,
    text: str = "",
    speaker: str = "",
    lance: str = "",
) -> Irregularity:
    """The irregularity that an illegal play of the game's is, with the hands as they may go on."""
    kind, offence, seat, rule, _, option, ruling = illegal_play
    did = (kind, offence, place, text, call, seat, speaker, lance)
    return Irregularity(*did, rule, option, fault, tuple(branches), variant, ruling)


# --- claims -------------------------------------------------------------------------------

GAME = "game"
MATCH = "match"
GLYPHS = ("!!", "??", "!", "?", "bluff", "signal")
MOST = 1_000_000
LONGEST_NOTE = 2_000


def pairs_read(text: str) -> dict[str, int]:
    """Read stones by side.

    >>> pairs_read("A 5, b 12")
    {'A': 5, 'B': 12}
    """
    words = re.findall(r"[^\s,=]+", text)
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2 or not all(_is_count(number) for _, number in pairs):
        raise NotationError(mark("Type each side and its stones: A 5 B 12."))
    return {side.upper(): int(number) for side, number in pairs}


def note_read(text: str, usual: str, code: str) -> tuple[str, Json]:
    """Read a note: its place unless it is the usual one, its glyph if any, its words.

    >>> note_read("1.grande.3 ! well played", "1.chica.1", "en")
    ('1.grande.3', {'glyph': '!', 'text': {'en': 'well played'}})
    """
    place, words = usual, text.strip()
    first, _, rest = words.partition(" ")
    if "." in first and _is_place(first.lower()):
        place, words = first.lower(), rest.strip()
    note: Json = {}
    first, _, rest = words.partition(" ")
    if first in GLYPHS:
        note["glyph"], words = first, rest.strip()
    if not words and not note:
        raise NotationError(mark("Type note, a place if it is not the last call, and the words."))
    note["text"] = {code: words[:LONGEST_NOTE]}
    return place, note


def _is_place(word: str) -> bool:
    place = read_place(word)
    return place is not None and place.hand > 0 and str(place) == word


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 8 and int(word) <= MOST


class Judgement(NamedTuple):
    """A claim and what the recomputation says of it; `holds` is None where it cannot tell.

    `computed` has the fields the claim states: `to`, `stones`, `after`. Where it cannot tell,
    `why` says what stands in the way: ``no_such_hand``, ``refused`` (a call before it),
    ``not_played`` (the lance is not in the record, or not over), ``not_whole`` (lances of the hand
    are missing), ``unknown_before`` (the stones before the hand), ``unknown`` (cards, or a call),
    ``not_tried`` (too much is unknown in the match to look into it), ``ruling`` (it hangs on how an
    irregularity is ruled) or ``nothing_said``. `possible` is what may still come of it, where that
    was looked for; `branches` whether it holds in each way to rule.
    """

    claim: Json
    holds: bool | None
    computed: Json
    why: str = ""
    possible: Possible | None = None
    branches: tuple[tuple[str, bool | None], ...] = ()

    def as_json(self) -> Json:
        """The judgement as `settle --json` writes it."""
        written: Json = {"by": self.claim["by"], "about": self.claim["about"]}
        if self.holds is not None:
            written["holds"] = self.holds
        written["computed"] = self.computed
        if self.why:
            written["why"] = self.why
        if self.possible is not None:
            written["possible"] = self.possible.as_json()
        if self.branches:
            told = {name: "open" if holds is None else holds for name, holds in self.branches}
            written["branches"] = told
        return written


def judge(claims: Iterable[Json], hands: Sequence[Played]) -> tuple[Judgement, ...]:
    """Judge every claim: about a lance (``1.pares``), a hand (``1``), ``game`` or ``match``.

    A lance is judged by itself: what it brings where the count comes to it.
    """
    known: dict[Hashable, tuple[Json, str]] = {}
    return tuple([_judged(claim, hands, known) for claim in claims])


def unjudged_claims(judgements: Iterable[Judgement], replay: Replay) -> Iterator[Missing]:
    """Name the claims that could not be judged, with why, or of which a part could not be."""
    accounts = {seat[:1] for seat in replay.seats} | {OUT, BANK}
    for number, one in enumerate(judgements, 1):
        to = one.claim.get("to", OUT)
        if one.why or to not in accounts or ("to" in one.claim and "to" not in one.computed):
            yield Missing(f"claims.{number}", "claim")


def claimed_hands(claim: Json, hands: Sequence[Played]) -> tuple[list[Played], str]:
    """The hands a claim speaks of, and the lance, or nothing where it is the whole hand.

    ``game`` is the last game of the record.
    """
    number, _, lance = str(claim["about"]).partition(".")
    if number == MATCH:
        return list(hands), lance
    if number == GAME:
        last = hands[-1].start.table.game if hands else 0
        return [played for played in hands if played.start.table.game == last], lance
    return [played for played in hands if str(played.number) == number], lance


def _judged(
    claim: Json, hands: Sequence[Played], known: dict[Hashable, tuple[Json, str]]
) -> Judgement:
    # Many may claim something of the same: what it came to is worked out once.
    asked = (str(claim["about"]), str(claim.get("to")), "stones" in claim, "after" in claim)
    if asked not in known:
        known[asked] = _recomputed(claim, hands)
    computed, why = known[asked]
    return Judgement(claim, None if why else agrees(claim, computed), dict(computed), why)


def _recomputed(claim: Json, hands: Sequence[Played]) -> tuple[Json, str]:
    """What a claim speaks of, recomputed, or what stands in the way."""
    spoken_of, lance = claimed_hands(claim, hands)
    if not spoken_of:
        return {}, "no_such_hand"
    waiting = open_hands(claim, spoken_of, lance)
    if waiting:
        return {}, waiting[0][1]
    computed = computed_for(claim, [played.end for played in spoken_of], lance)
    return computed, "" if computed else "nothing_said"


def open_hands(claim: Json, spoken_of: Sequence[Played], lance: str) -> list[tuple[Played, str]]:
    """The unsettled hands a claim depends on, each with what keeps it from being settled.

    What somebody has in the end, or who wins, hangs on the last hand alone: the one before has
    been counted, or the record states what stones it left.
    """
    asked = spoken_of if "stones" in claim else spoken_of[-1:]
    found = [(played, why) for played in asked if (why := why_unsettled(played, lance))]
    if lance or _names_stones(claim) or not found:
        return found
    last, why = found[-1]
    if claim["about"] == MATCH and why != "unknown_before" and not _may_win(last.end, claim["to"]):
        return []
    return found


def _names_stones(claim: Json) -> bool:
    return "stones" in claim or "after" in claim


def _may_win(end: Position, side: object) -> bool:
    """Whether a side would win (in Encaje lose) the match with the game that is under way."""
    sides = end.table.sides
    if side not in sides:
        return False
    everything = sum(end.stones) + sum(stones for _, stones in end.pots)
    stones = tuple([everything if each == side else 0 for each in sides])
    return not games.next_manos(games.resume_with(end, stones, str(side)))


def computed_for(claim: Json, ends: Sequence[Position], lance: str, earlier: int = 0) -> Json:
    """What the claim states, as these hands end: the same fields, recomputed.

    `earlier` are stones that were counted already, of hands before them.
    For the match, the games (and vacas) of each side too, and who has won the game before it.
    """
    computed: Json = {}
    if "stones" in claim:
        computed["to"] = claim["to"]
        entries = [e for end in ends for e in end.ledger if lance in ("", e.lance)]
        computed["stones"] = earlier + account_total(entries, claim["to"])
    elif "to" in claim:
        named = _named(claim, ends[-1], lance)
        # Beside the stones somebody is named too, where there is one already.
        computed |= named if "after" not in claim or named.get("to") else {}
    if "after" in claim:
        computed["after"] = ends[-1].in_front()
    return computed


def _named(claim: Json, end: Position, lance: str) -> Json:
    """Whom a lance, the game or the match went to: nobody where it is over for nobody."""
    decided = end.winner or end.loser
    if lance:
        named = _receivers(end, lance)
        if named:
            return {"to": claim["to"] if claim["to"] in named else named[0]}
        # A lance that never came, the game being over, went to nobody.
        return {"to": ""} if decided and lance not in end.state.over else {}
    table = end.table
    if claim["about"] != MATCH or not table.vacas:
        # A match that is not counted in games and vacas is the game that was decided last.
        return {"to": decided} if decided or claim["about"] == GAME else {}
    over = bool(decided) and not games.next_manos(end)
    computed: Json = {"to": decided if over else ""}
    if decided and not over:
        computed["won"] = decided
    computed["games"] = dict(zip(table.sides, table.games, strict=True))
    if any(table.vacas):
        computed["vacas"] = dict(zip(table.sides, table.vacas, strict=True))
    return computed


def agrees(claim: Json, computed: Json) -> bool:
    """Whether a claim says what was computed."""
    return all(_same(claim[name], thing) for name, thing in computed.items() if name in claim)


def _receivers(end: Position, lance: str) -> tuple[str, ...]:
    """The sides to which something of a lance went, or that won the game by it."""
    entries = [entry for entry in end.ledger if entry.lance == lance]
    won = [entry.dst for entry in entries if entry.wins_game]
    got = [side for side in end.table.sides if account_total(entries, side) > 0]
    return tuple(dict.fromkeys([*won, *got]))


def _same(claimed: object, computed: object) -> bool:
    if isinstance(claimed, dict) and isinstance(computed, dict):
        return all(computed.get(side) == stones for side, stones in claimed.items())
    return claimed == computed


def _says_so_itself(played: Played) -> bool:
    """Whether a record states after a hand what it recomputes to: nothing else moved in it."""
    told = played.failure is None and not played.forgotten and not played.open
    whole = told and played.would_end is None and played.start.table.before != "unknown"
    return whole and played.hand.after == played.end.in_front()


def why_unsettled(played: Played, lance: str) -> str:
    """Why a hand, or one lance of it, was not settled to the end; nothing where it was.

    What was decided before a fault, or before a call nobody remembers, is decided.
    """
    if lance and lance in played.end.state.over:
        return "unknown" if any(waiting.lance == lance for waiting in played.open) else ""
    if played.decided or played.void:
        return ""
    if played.settled or (not lance and _says_so_itself(played)):
        return "not_played" if lance else ""
    if played.failure is not None:
        return "refused"
    if played.forgotten:
        return "unknown"
    if lance:
        return "not_played"
    if played.start.table.before == "unknown":
        return "unknown_before"
    return "unknown" if played.open else "not_whole"
