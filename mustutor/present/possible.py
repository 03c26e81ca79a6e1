"""What may still come of a lance that is half remembered, and the least that would decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol

from mustutor.base.language import Language
from mustutor.games.explain import Line
from mustutor.games.teller import Teller
from mustutor.model.ledger import OUT

MOST_SHOWN = 8
MOST_CALLS = 6
MOST_NAMED = 12


class WayToEnd(Protocol):
    """One way it may end, as `mustutor.referee.possible` has it."""

    @property
    def gets(self) -> tuple[tuple[str, int], ...]:
        """The stones each account gets, or gives."""

    @property
    def after(self) -> tuple[tuple[str, int], ...]:
        """The stones each side has then, where a whole hand is asked for."""

    @property
    def decided(self) -> str:
        """The side that has won or lost the game by it."""

    @property
    def holds(self) -> bool | None:
        """Whether what is claimed holds then."""

    @property
    def ways(self) -> int:
        """In how many deals; 0 where they were not counted."""

    @property
    def supposing(self) -> tuple[tuple[str, ...], ...]:
        """The calls under which it may end so."""


class Chances(Protocol):
    """Everything that may come of it."""

    @property
    def endings(self) -> Sequence[WayToEnd]:
        """The ways it may end."""

    @property
    def show(self) -> tuple[str, ...]:
        """Whose cards are not known, and matter."""

    @property
    def remember(self) -> tuple[str, ...]:
        """The places of the calls nobody remembers."""

    @property
    def found(self) -> Mapping[str, str]:
        """The forgotten calls that only one word fits, by place."""

    @property
    def exhaustive(self) -> bool:
        """Whether nothing was left untried."""

    @property
    def deciding(self) -> tuple[str, ...]:
        """The least that would decide it."""


class NotLookedInto(Protocol):
    """What waits and was not looked into."""

    @property
    def hand(self) -> int:
        """The number of the hand."""

    @property
    def lance(self) -> str:
        """The lance, or nothing for all of the hand."""


def possible_lines(possible: Chances, rules: tuple[str, ...], language: Language) -> Iterator[Line]:
    """Say what may come of it, in how many deals, and what would decide it."""
    say = language.say
    for place, call in possible.found.items():
        text = say("At {place}, only one call fits what follows: {call}.", place=place, call=call)
        yield Line(text, kind="found_call", indent=1)
    endings = possible.endings
    if len(endings) == 1 and possible.exhaustive:
        yield _certain(possible, endings[0], rules, language)
        return
    share, total = _holding(endings)
    yield Line(_unknown(possible, language), rules, kind="unknown", indent=1)
    for ending in endings[:MOST_SHOWN]:
        yield _ending(ending, total, language)
    if len(endings) > MOST_SHOWN:
        text = language.count(
            "{number} more way to end is possible.",
            "{number} more ways to end are possible.",
            len(endings) - MOST_SHOWN,
        )
        yield Line(text, kind="more_endings", indent=2)
    if not possible.exhaustive:
        text = say("Not everything could be tried: there may be more.")
        yield Line(text, kind="not_exhaustive", indent=1)
    if total and any(ending.holds is not None for ending in endings):
        percent = _percent(share, total)
        text = say("The claim holds in {percent} % of them.", percent=percent)
        yield Line(text, kind="holds_in", indent=1, evidence={"hands": share, "of": total})
    if possible.deciding:
        yield Line(_decides(possible, language), kind="would_decide", indent=1)
    elif possible.exhaustive and any(ending.holds is not None for ending in endings):
        yield Line(say("It makes no difference to the claim."), kind="decided", indent=1)


def summary_line(possible: Chances, rules: tuple[str, ...], language: Language) -> Iterator[Line]:
    """The most telling of it: what is certain; or how often a claim is right, and what decides."""
    for line in possible_lines(possible, rules, language):
        if line.kind in ("certain", "would_decide"):
            yield line
        elif line.kind == "holds_in":
            percent = _percent(*_holding(possible.endings))
            text = language.say("It would be right in {percent} % of the deals.", percent=percent)
            yield line._replace(text=text)


def _holding(endings: Sequence[WayToEnd]) -> tuple[int, int]:
    """In how many deals what is claimed holds, and how many there are."""
    holds = [ending.ways for ending in endings if ending.holds]
    return sum(holds), sum([ending.ways for ending in endings])


def left_out_line(left: Sequence[NotLookedInto], teller: Teller, language: Language) -> Line:
    """Name what was not looked into, for too much of the match is unknown."""
    named = []
    for hand, waiting in groupby(left, lambda each: each.hand):
        lances = [teller.names(each.lance, language)["lance"] for each in waiting if each.lance]
        if lances:
            text = language.say(
                "{lances} of hand {hand}", lances=language.join_list(lances), hand=hand
            )
        else:
            text = language.say("hand {hand}", hand=hand)
        named.append(text)
    more = len(named) - MOST_NAMED
    known = {"things": "; ".join(named[:MOST_NAMED])}
    if more > 0:
        text = language.count(
            "Not worked out, because too much is unknown: {things}; and {number} more hand.",
            "Not worked out, because too much is unknown: {things}; and {number} more hands.",
            more,
            **known,
        )
    else:
        text = language.say("Not worked out, because too much is unknown: {things}.", **known)
    return Line(text, kind="left_out", indent=1)


def _certain(
    possible: Chances, ending: WayToEnd, rules: tuple[str, ...], language: Language
) -> Line:
    what = _what(ending, language)
    evidence = {"gets": dict(ending.gets)}
    if possible.show:
        text = language.count(
            "Whatever {seats} holds: {what}.",
            "Whatever {seats} hold: {what}.",
            len(possible.show),
            seats=language.join_list(possible.show),
            what=what,
        )
    elif possible.remember:
        text = language.say("Whatever was said there: {what}.", what=what)
    else:
        text = language.say("This is how it ends: {what}.", what=what)
    return Line(text, rules, kind="certain", indent=1, evidence=evidence)


def _unknown(possible: Chances, language: Language) -> str:
    """Say what is not known."""
    if possible.show and possible.remember:
        return language.count(
            "Neither the cards of {seats} are known nor the call at {places}. It may end in "
            "these ways:",
            "Neither the cards of {seats} are known nor the call at {places}. It may end in "
            "these ways:",
            len(possible.show),
            seats=language.join_list(possible.show),
            places=language.join_list(possible.remember),
        )
    if possible.show:
        return language.count(
            "The cards of {seats} are not known. It may end in these ways:",
            "The cards of {seats} are not known. It may end in these ways:",
            len(possible.show),
            seats=language.join_list(possible.show),
        )
    if possible.remember:
        places = language.join_list(possible.remember)
        return language.say(
            "The call at {places} is not known. It may end in these ways:", places=places
        )
    return language.say("It may end in these ways:")


def _ending(ending: WayToEnd, total: int, language: Language) -> Line:
    what = _what(ending, language)
    evidence: dict[str, object] = {"gets": dict(ending.gets)}
    if ending.holds is not None:
        evidence["holds"] = ending.holds
    if total:
        evidence |= {"hands": ending.ways, "of": total}
        percent = _percent(ending.ways, total)
        text = language.say("{what}: in {percent} % of the deals.", what=what, percent=percent)
    elif ending.supposing:
        calls = [", ".join(calls) for calls in ending.supposing[:MOST_CALLS]]
        evidence["supposing"] = [list(calls) for calls in ending.supposing]
        told = " / ".join(calls)
        if len(ending.supposing) > MOST_CALLS:
            text = language.say("{what}, if the call was {calls} …", what=what, calls=told)
        else:
            text = language.say("{what}, if the call was {calls}.", what=what, calls=told)
    else:
        text = language.say("{what}.", what=what)
    return Line(text, kind="ending", indent=2, evidence=evidence)


def _what(ending: WayToEnd, language: Language) -> str:
    """Who gets what, as the beginning of a sentence: seats are capitals already."""
    said = []
    for account, stones in ending.gets:
        if account == OUT:
            continue
        evidence = {"who": account}
        if stones > 0:
            said.append(
                language.count("{who} gets {number}", "{who} gets {number}", stones, **evidence)
            )
        elif stones < 0:
            said.append(
                language.count("{who} gives {number}", "{who} gives {number}", -stones, **evidence)
            )
    if ending.decided:
        said.append(language.say("the game is decided for {who}", who=ending.decided))
    if ending.after:
        score = ", ".join([f"{side} {stones}" for side, stones in ending.after])
        said.append(language.say("then {score}", score=score))
    return language.join_list(said) if said else language.say("nothing moves")


def _percent(share: int, total: int) -> str:
    """A share in whole percents, never rounded to nothing or to all of it.

    >>> _percent(1, 1000), _percent(999, 1000), _percent(1, 3), _percent(0, 7)
    ('<1', '>99', '33', '0')
    """
    percent = round(100 * share / total)
    if share > 0 and not percent:
        return "<1"
    if share < total and percent == 100:
        return ">99"
    return str(percent)


def _decides(possible: Chances, language: Language) -> str:
    """Say which hands, and which calls, would settle it."""
    seats = [item for item in possible.deciding if item in possible.show]
    places = [item for item in possible.deciding if item in possible.remember]
    evidence = {"seats": language.join_list(seats) if seats else ""}
    evidence["places"] = language.join_list(places) if places else ""
    if seats and places:
        return language.count(
            "To decide it, these are needed: the cards of {seats} and the call at {places}.",
            "To decide it, these are needed: the cards of {seats} and the call at {places}.",
            len(seats),
            **evidence,
        )
    if seats:
        return language.count(
            "To decide it, {seats} has to show the cards.",
            "To decide it, {seats} have to show their cards.",
            len(seats),
            **evidence,
        )
    return language.say("To decide it, somebody has to remember the call at {places}.", **evidence)
