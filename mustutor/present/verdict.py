"""A claim beside the recomputation: whether it holds, and from which line on it does not.

The verdict on a quarrel: each claim beside the recomputation, and what is still open.

It takes a settlement as `mustutor.referee.settle` gives it, and knows nothing of records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from mustutor.base.language import Language, mark, printable
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.rulebook import in_language
from mustutor.games.tell_hand import Failing, Stating, movement_line
from mustutor.games.teller import Teller, teller_of
from mustutor.model.ledger import OUT, Entry, Ruling, account_total
from mustutor.model.position import Position
from mustutor.present.deciding import deciding_lines
from mustutor.present.irregularities import Irregular, claim_ruled
from mustutor.present.possible import Chances, NotLookedInto, left_out_line, possible_lines
from mustutor.referee.statements import SettledHand

MOST_MOVEMENTS = 12
"""Of a count of more movements than these the last are told."""


class Claimed(NamedTuple):
    """What somebody says of a settlement: how many stones a side gets, or what each has after.

    `stones` is None, and `after` empty, where nothing was said of them.
    """

    by: str
    to: str = ""
    stones: int | None = None
    after: Mapping[str, int] | None = None


class Numbered(Protocol):
    """A hand of a match, with its number and how it ends."""

    @property
    def number(self) -> int:
        """Its number in the match, from 1."""

    @property
    def end(self) -> Position:
        """The position when it is settled."""


AHand = TypeVar("AHand", bound=Numbered)


def explain_claim(
    claimed: Claimed,
    entries: Sequence[Entry],
    end: Position,
    language: Language,
) -> Explanation:
    """Say whether a claim holds, and show the first line where it and the ledger part.

    `entries` are the movements it speaks of (those of its lance, or of its hand), `end` the
    position in the end. A claim of neither has no lines.
    """
    lines = [
        *_received(claimed, entries, teller_of(end.variant), language),
        *_left(claimed, entries, end, language),
    ]
    return Explanation("", (Passage("", tuple(lines)),))


def _received(
    claimed: Claimed, entries: Sequence[Entry], teller: Teller, language: Language
) -> Iterator[Line]:
    if claimed.stones is None:
        return
    say = language.say
    coming = [entry for entry in entries if entry.dst == claimed.to]
    computed = account_total(entries, claimed.to)
    evidence = {"by": claimed.by, "to": claimed.to, "claimed": claimed.stones, "computed": computed}
    if computed == claimed.stones:
        text = say("{by} claims {claimed} for {to}, and that is right.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    text = say(
        "{by} claims {claimed} for {to}; worked out again, {to} gets {computed}.", **evidence
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    running = 0
    parting = None
    for entry in coming:
        running += entry.stones
        if running > claimed.stones:
            parting = entry
            break
    if parting is not None:
        yield Line(say("The two counts differ here:"), kind="parting")
        yield movement_line(parting, teller, language)
    elif len(coming) > MOST_MOVEMENTS:
        text = say("{to} gets nothing more; this came last:", **evidence)
        yield from _told(text, coming, teller, language)
    elif coming:
        text = say("{to} gets nothing more than this:", **evidence)
        yield from _told(text, coming, teller, language)
    elif len(entries) > MOST_MOVEMENTS:
        text = say("{to} gets nothing; this is what moved last:", **evidence)
        yield from _told(text, entries, teller, language)
    else:
        text = say("{to} gets nothing; this is all that moves:", **evidence)
        yield from _told(text, entries, teller, language)


def _told(
    heading: str, entries: Sequence[Entry], teller: Teller, language: Language
) -> Iterator[Line]:
    yield Line(heading, kind="parting")
    yield from (movement_line(entry, teller, language) for entry in entries[-MOST_MOVEMENTS:])


def _left(
    claimed: Claimed, entries: Sequence[Entry], end: Position, language: Language
) -> Iterator[Line]:
    if not claimed.after:
        return
    say, after, teller = language.say, end.in_front(), teller_of(end.variant)
    wrong = [seat for seat, stones in claimed.after.items() if after.get(seat) != stones]
    evidence: dict[str, object] = {"by": claimed.by}
    if not wrong:
        text = say("{by} is right about what every player has.", **evidence)
        yield Line(text, (), "claim_holds", indent=0, evidence=evidence)
        return
    seat = wrong[0]
    evidence |= {"seat": seat, "claimed": claimed.after[seat], "computed": after.get(seat, 0)}
    text = say(
        "{by} claims that {seat} has {claimed}; worked out again, {seat} has {computed}.",
        **evidence,
    )
    yield Line(text, (), "claim_fails", indent=0, evidence=evidence)
    # From the end, and one more than are told: a match may have thousands.
    late = (entry for entry in reversed(entries) if seat in (entry.src, entry.dst))
    touching = list(islice(late, MOST_MOVEMENTS + 1))[::-1]
    if len(touching) > MOST_MOVEMENTS:
        text = say("What moved last to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, language)
    elif touching:
        text = say("What moves to and from {seat}:", **evidence)
        yield from _told(text, touching, teller, language)


def hands_of(number: str, hands: Sequence[AHand]) -> Sequence[AHand]:
    """The hands of a match, of its last game, or the one of this number."""
    if number == "match":
        return hands
    if number == "game":
        return [hand for hand in hands if hand.end.table.game == hands[-1].end.table.game]
    return [hand for hand in hands if str(hand.number) == number]


def goes_on(computed: Mapping[str, Any], evidence: Mapping[str, object], language: Language) -> str:
    """Say of a claim that names the winner of a match, or of a game, that it is not over.

    `computed` is the judgement's; of the evidence `by` and `seat` are told.
    """
    if "games" not in computed:
        return language.say(
            "{by} says that the game is decided for {seat}; it is not over.", **evidence
        )
    games = ", ".join([f"{side} {number}" for side, number in computed["games"].items()])
    known = {**evidence, "games": games, "winner": computed.get("won", "")}
    if known["winner"]:
        return language.say(
            "{by} is wrong: {winner} has won a game, and the match goes on. Games: {games}.",
            **known,
        )
    return language.say(
        "{by} says that {seat} wins the match; it is not over. Games: {games}.", **known
    )


LONGEST_WORDS = 2_000

UNJUDGED = {
    "no_such_hand": mark("The record has no such hand, or does not go that far."),
    "refused": mark("An earlier call is not allowed: what comes after it cannot be judged."),
    "not_played": mark("The record does not say how that lance ended."),
    "not_tried": mark("Too much of the match is unknown to work this out."),
    "not_whole": mark("Lances of that hand are missing, so what they paid is not known."),
    "unknown_before": mark("The stones before that hand are not known."),
    "nothing_said": mark(
        "The claim says neither who gets something nor what anybody has afterwards."
    ),
}


class Judged(Protocol):
    """A claim with its judgement, as `mustutor.referee.claims` has it."""

    @property
    def claim(self) -> Mapping[str, Any]:
        """The claim as the record has it."""

    @property
    def holds(self) -> bool | None:
        """Whether it holds, or None where that cannot be told."""

    @property
    def computed(self) -> Mapping[str, Any]:
        """What was recomputed: the fields that the claim states."""

    @property
    def why(self) -> str:
        """What stands in the way of telling."""

    @property
    def possible(self) -> Chances | None:
        """What may still come of it."""

    @property
    def branches(self) -> Sequence[tuple[str, bool | None]]:
        """Whether it holds in each way to rule on an irregularity, where that is asked."""


class Waiting(Protocol):
    """A lance that waits for cards or for a call."""

    @property
    def hand(self) -> int:
        """The number of the hand."""

    @property
    def lance(self) -> str:
        """The lance."""

    @property
    def possible(self) -> Chances:
        """What may come of it."""


class RuledCall(Protocol):
    """What the referee says of a call, with its place."""

    @property
    def place(self) -> str:
        """The place of the call."""

    @property
    def ruling(self) -> Ruling:
        """The ruling."""

    def said(self, language: Language) -> tuple[str, ...]:
        """Say it in whole sentences."""


class JudgedMatch(Stating, Protocol):
    """A settlement, as `mustutor.referee.settle` gives it."""

    @property
    def hands(self) -> Sequence[SettledHand]:
        """The hands."""

    @property
    def failure(self) -> Failing | None:
        """The call the rules refuse."""

    @property
    def conduct(self) -> Sequence[RuledCall]:
        """What the referee says of signals and words."""

    @property
    def judgements(self) -> Sequence[Judged]:
        """The claims judged."""

    @property
    def irregularities(self) -> Sequence[Irregular]:
        """What the rules refuse and somebody did, with the ways to rule."""

    @property
    def undecided(self) -> Sequence[Waiting]:
        """The lances that wait."""

    @property
    def left_out(self) -> Sequence[NotLookedInto]:
        """What waits and was not looked into."""


def verdict_page(settlement: JudgedMatch, language: Language) -> Explanation:
    """Say what becomes of every claim, and what may come of what is not decided.

    A page without passages where nothing is claimed and nothing open.
    """
    passages = []
    claims = [
        line
        for judgement in settlement.judgements
        for line in claim_lines(judgement, settlement.hands, language)
    ]
    if claims:
        passages.append(Passage(language.say("Claims"), tuple(claims)))
    waiting = tuple(open_lines(settlement, language))
    if waiting:
        passages.append(Passage(language.say("What may still be paid"), waiting))
    return Explanation("", tuple(passages))


def open_lines(settlement: JudgedMatch, language: Language) -> Iterator[Line]:
    """Say of every lance that waits what may come of it, and what would decide it."""
    several = len(settlement.hands) > 1
    claimed = {j.claim["about"] for j in settlement.judgements if j.possible is not None}
    waiting = settlement.undecided
    for lance in waiting:
        if f"{lance.hand}.{lance.lance}" in claimed:
            continue  # told beside the claim
        end = next(hand.end for hand in settlement.hands if hand.number == lance.hand)
        text = language.say("The game")
        if lance.lance:
            text = teller_of(end.variant).heading(lance.lance, language)
        if several:
            text = language.say("{heading}, hand {hand}", hand=lance.hand, heading=text)
        yield Line(text, kind="undecided", indent=1)
        yield from _deeper(
            possible_lines(lance.possible, teller_of(end.variant).comparing, language), 2
        )
    left = [each for each in settlement.left_out if f"{each.hand}.{each.lance}" not in claimed]
    if left:
        yield left_out_line(left, teller_of(settlement.hands[0].end.variant), language)


def claim_lines(
    judgement: Judged, hands: Sequence[SettledHand], language: Language
) -> Iterator[Line]:
    """Say what a claim is worth, and the one comparison or count that decides it."""
    claim, say = judgement.claim, language.say
    by = worded(claim["by"], language)
    about = str(claim["about"])
    place = place_of(about, language)
    yield Line(say("{by} on {about}", by=by, about=place), kind="claim", indent=1)
    if "text" in claim:
        yield Line(worded(claim["text"], language), kind="claim", indent=2)
    if judgement.branches:
        yield claim_ruled(judgement.branches, by, language)
        return
    number, _, lance = about.partition(".")
    spoken_of = hands_of(number, hands)
    if judgement.possible is not None:
        yield from _half_remembered(judgement, judgement.possible, spoken_of[-1].end, by, language)
        return
    if judgement.holds is None:
        sentence = UNJUDGED.get(judgement.why, mark("This cannot be judged from what is recorded."))
        yield Line(say(sentence), kind="claim_open", indent=2)
        return
    stated = claim.get("stones")
    claimed = Claimed(by, claim.get("to", ""), stated, claim.get("after"))
    entries = [e for hand in spoken_of for e in hand.end.ledger if lance in ("", e.lance)]
    last = spoken_of[-1]
    page = explain_claim(claimed, entries, last.end, language)
    lines = list(_deeper(page.lines, 2)) or [_named(judgement, claimed, last.end, lance, language)]
    yield from lines
    if lance:
        yield from _deeper(_decider(claimed, last, lance, language), 1)
    elif judgement.holds:
        yield from _deeper(_counted(claimed, entries, last, language), 1)
    elif (
        claimed.stones is None
        and not claimed.after
        and last.end.ledger
        and (last.end.winner or last.end.loser)
    ):
        yield from _deeper(_last_movement(entries, last, language), 1)


def _named(
    judgement: Judged, claimed: Claimed, end: Position, lance: str, language: Language
) -> Line:
    """A claim that names who won, lost or took something, and no number."""
    say = language.say
    evidence: dict[str, object] = {"by": claimed.by, "seat": claimed.to}
    kind = "claim_holds" if judgement.holds else "claim_fails"
    if lance:
        evidence |= teller_of(end.variant).names(lance, language)
        text = (
            say("{by} says that it goes to {seat} {at_lance}, and that is right.", **evidence)
            if judgement.holds
            else say("{by} says that it goes to {seat} {at_lance}; that is not so.", **evidence)
        )
    elif judgement.computed.get("to") == "":
        text = goes_on(judgement.computed, evidence, language)
    elif end.winner:
        evidence["winner"] = end.winner
        text = (
            say("{by} says that {seat} wins, and that is right.", **evidence)
            if judgement.holds
            else say("{by} says that {seat} wins; it is {winner}.", **evidence)
        )
    else:
        evidence["loser"] = end.loser
        text = (
            say("{by} says that {seat} loses, and that is right.", **evidence)
            if judgement.holds
            else say("{by} says that {seat} loses; it is {loser}.", **evidence)
        )
    return Line(text, (), kind, indent=2, evidence=evidence)


def _decider(claimed: Claimed, hand: SettledHand, lance: str, language: Language) -> Iterator[Line]:
    """The comparison or the count behind what a side gets in a lance."""
    table = hand.end.table
    only = OUT if claimed.to == OUT else ""
    seat = teller_of(table.variant).payer(hand.end, lance) if only else claimed.to
    if seat in table.seats or seat in table.sides:
        yield Line(language.say("What decides it:"), kind="parting")
        because = deciding_lines(hand.end, hand.open, seat, lance, language, to=only)
        yield from _deeper(because, 1)


def _last_movement(
    entries: Sequence[Entry], hand: SettledHand, language: Language
) -> Iterator[Line]:
    """What ended a game: its last movement, and the hands behind that."""
    if not entries:
        return
    last, end = entries[-1], hand.end
    yield Line(language.say("What decides it:"), kind="parting")
    yield movement_line(last, teller_of(end.variant), language)
    seat = end.winner or last.src
    if seat in (*end.table.seats, *end.table.sides):
        why_so = deciding_lines(end, hand.open, seat, last.lance, language)
        yield from _deeper(why_so, 1)


def _counted(
    claimed: Claimed, entries: Sequence[Entry], hand: SettledHand, language: Language
) -> Iterator[Line]:
    """The count behind a claim about a whole hand that holds, or what ended the game."""
    if claimed.stones is None and not claimed.after:
        yield from _last_movement(entries, hand, language)
        return
    named = [claimed.to] if claimed.stones is not None else list(claimed.after or ())
    for seat in named:
        touching = [entry for entry in entries if seat in (entry.src, entry.dst)]
        if len(touching) > MOST_MOVEMENTS:
            text = language.say("What moved last to and from {seat}:", seat=seat)
        else:
            text = language.say("What moves to and from {seat}:", seat=seat)
        if touching:
            yield Line(text, kind="parting")
            for entry in touching[-MOST_MOVEMENTS:]:
                yield movement_line(entry, teller_of(hand.end.variant), language)


def _half_remembered(
    judgement: Judged, possible: Chances, end: Position, by: str, language: Language
) -> Iterator[Line]:
    """A claim about something that hangs on what nobody showed, or nobody remembers."""
    say = language.say
    claim = judgement.claim
    evidence: dict[str, object] = {"by": by}
    stated = {"to": claim.get("to", ""), "claimed": claim.get("stones", "")}
    evidence |= {name: thing for name, thing in stated.items() if thing != ""}
    if judgement.holds:
        text, kind = (
            say("What {by} claims is right, whatever the unknown cards or calls were.", **evidence),
            "claim_holds",
        )
    elif judgement.holds is False:
        text, kind = (
            say("What {by} claims is wrong, whatever the unknown cards or calls were.", **evidence),
            "claim_fails",
        )
    else:
        text = say("What {by} claims cannot be decided from what is known.", **evidence)
        kind = "claim_open"
    yield Line(text, (), kind, indent=2, evidence=evidence)
    yield from _deeper(possible_lines(possible, teller_of(end.variant).comparing, language), 2)
    lance = str(claim["about"]).partition(".")[2]
    if judgement.holds is not None and lance:
        yield from _known_hands(end, lance, language)


def _known_hands(end: Position, lance: str, language: Language) -> Iterator[Line]:
    """The two hands that decide a lance, of those that are known."""
    teller = teller_of(end.variant)
    hands = teller.lines(teller.deciding(end, lance, indent=4), end, language)
    if hands:
        text = language.say("Of the hands that are known, these two decide:")
        yield Line(text, kind="parting", indent=3)
        yield from hands


def _deeper(lines: Sequence[Line] | Iterator[Line], levels: int) -> Iterator[Line]:
    for line in lines:
        yield line._replace(indent=line.indent + levels)


def place_of(about: str, language: Language) -> str:
    """What a claim is about, as the record names it; the match and its last game by their words."""
    whole = {"match": language.say("the match"), "game": language.say("the game")}
    return whole.get(about) or worded(about, language)


def worded(thing: object, language: Language) -> str:
    """Words of a record on one printable line, in the reader's language where it has several."""
    if isinstance(thing, Mapping):
        thing = in_language(thing, language.code) or next(iter(thing.values()), "")
    return printable(" ".join(str(thing).split("\n")), LONGEST_WORDS)
