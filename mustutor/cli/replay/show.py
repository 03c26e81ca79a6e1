"""The command `replay show`: a record as text, what it states and nothing recomputed."""

from __future__ import annotations

import typer

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import Status
from mustutor.cli.pager import paged
from mustutor.cli.replay.records import FileArgument, located, matches, spot, title
from mustutor.errors import VariantError
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language
from mustutor.replay import Hand, Replay, Round
from mustutor.replay.format import COUNT, Json
from mustutor.replay.names import by_name
from mustutor.replay.place import numbered
from mustutor.replay.reader import LIVE, STDIN
from mustutor.replay.rules import rules_of
from mustutor.replay.words import in_one_line, note_lines


def show(context: typer.Context, file: FileArgument) -> Status:
    """Write every match of a file as text."""
    console: Console = context.obj
    status = Status.DONE
    found = located(file) if file != STDIN else file
    if found != file and found.endswith(LIVE):
        console.say(
            "This match is not closed yet: here is {live} as far as it has gone.", live=found
        )
        console.write()
    with paged(console):
        for number, match in enumerate(matches(file)):
            if number:
                console.write()
            if match.replay is None:
                assert match.problem is not None
                console.problem(match.problem.said(console.language))
                status = Status.UNREADABLE
            else:
                write_record(console, match.replay)
    return status


def write_record(console: Console, replay: Replay) -> None:
    """Write a record: the match, its hands call by call, what it claims, its notes."""
    tongue = by_name(console.language, replay)
    title(console, replay)
    teller = _teller(replay)
    for name, words in zip(("start", "games"), teller.before_the_match(tongue), strict=True):
        given = getattr(replay, name)
        if given:
            console.paragraph(
                tongue.say("{what}: {counts}", what=words, counts=counted(given)), hang=2
            )
    shown: set[str] = set()
    for number, hand in enumerate(replay.hands, 1):
        console.write()
        write(console, page(number, hand, replay, tongue, shown))
    others = [
        line
        for place, notes in (replay.notes or {}).items()
        if place not in shown
        for line in note_lines(place, notes, tongue)
    ]
    ending = [
        (tongue.say("Other notes"), others),
        (tongue.say("Claims"), [_claim(claim, tongue) for claim in replay.claims or ()]),
    ]
    for heading, lines in ending:
        if lines:
            console.write()
            write(console, Explanation("", (Passage(heading, tuple(lines)),)))


def _teller(replay: Replay) -> Teller:
    """Who tells the game of a record; the plainest where its rules are not known."""
    try:
        return teller_of(rules_of(replay)[0])
    except VariantError:
        return Teller()


def page(number: int, hand: Hand, replay: Replay, tongue: Language, shown: set[str]) -> Explanation:
    """A hand of a record as it stands there; the places whose notes it has shown are added."""
    say, teller = tongue.say, _teller(replay)

    def notes(place: str) -> list[Line]:
        shown.add(place)
        return list(note_lines(place, (replay.notes or {}).get(place, ()), tongue))

    passages = [Passage("", (*_deal(hand, teller, tongue), *notes(str(number))))]
    names: list[str] = []
    for round_ in hand.rounds:
        names.append(round_.lance)
        lines = _round(round_, tongue)
        place = f"{number}.{numbered(round_.lance, names.count(round_.lance))}"
        lines += notes(place) if place not in shown else []
        for index, _ in enumerate(round_.calls, 1):
            lines += notes(f"{place}.{index}")
        passages.append(Passage(teller.heading(round_.lance, tongue), tuple(lines)))
    passages += [Passage(COUNT, tuple(_round(round_, tongue))) for round_ in hand.counting]
    stated = _stated(hand, teller, tongue)
    if stated:
        passages.append(Passage(say("What the record states"), tuple(stated)))
    heading = say("Hand {hand} · {mano} is mano", hand=number, mano=hand.mano)
    return Explanation(heading, tuple(passage for passage in passages if passage.lines))


def _deal(hand: Hand, teller: Teller, tongue: Language) -> list[Line]:
    return [
        Line("", seat=tongue.who(seat), said=in_one_line(" ".join(cards), tongue.code))
        for seat, cards in hand.cards.items()
    ] + _dealing(hand.deal or {}, teller, tongue)


def _dealing(deal: Json, teller: Teller, tongue: Language) -> list[Line]:
    """Who shuffled and cut, and what was kept after discards nobody saw."""
    lines = []
    if deal.get("shuffled"):
        lines.append(
            Line(
                tongue.say(
                    "Shuffled by {seats}.", seats=", ".join(map(tongue.who, deal["shuffled"]))
                )
            )
        )
    cut = deal.get("cut")
    if cut == "none":
        lines.append(Line(tongue.say("Nobody cut.")))
    elif cut:
        cards = cut.get("cards", "?")
        lines.append(Line(tongue.say("Cut by {seat}: {cards}", seat=cut["by"], cards=cards)))
    for seat, cards in deal.get("held", {}).items():
        said = in_one_line(" ".join(cards), tongue.code)
        lines.append(Line(tongue.say(teller.kept), seat=tongue.who(seat), said=said))
    return lines


def _called(call: str, tongue: Language) -> str:
    """A call as it stands in the record, its seat by the name of the player."""
    seat, between, words = call.partition(" ")
    return f"{in_one_line(tongue.who(seat), tongue.code)}{between}{in_one_line(words, tongue.code)}"


def _round(round_: Round, tongue: Language) -> list[Line]:
    # Three spaces part the calls: a page breaks its lines there, and never inside a call.
    calls = "   ".join(_called(call, tongue) for call in round_.calls)
    lines = [Line(calls)] if calls else []
    for seat, cards in (round_.draws or {}).items():
        lines.append(
            Line("", seat=tongue.who(seat), said="+ " + in_one_line(" ".join(cards), tongue.code))
        )
    return lines


def _stated(hand: Hand, teller: Teller, tongue: Language) -> list[Line]:
    lines = []
    for movement in hand.ledger or ():
        text = tongue.say(
            "{what}: {payment}",
            what=in_one_line(movement["lance"], tongue.code),
            payment=_paid(movement, teller, tongue),
        )
        rules = (in_one_line(movement["rule"], tongue.code),) if movement.get("rule") else ()
        lines.append(Line(text, rules))
    if hand.after is not None:
        lines.append(Line(tongue.say(teller.left_after, counts=counted(hand.after))))
    checks = sum(len(round_.checks or ()) for round_ in hand.rounds)
    if checks:
        lines.append(Line(tongue.count("{number} check", "{number} checks", checks)))
    if hand.seal:
        lines.append(Line(tongue.say("Seal {seal}", seal=hand.seal[:12])))
    return lines


def _paid(movement: Json, teller: Teller, tongue: Language) -> str:
    """Say a movement as the record states it."""
    told = {name: in_one_line(movement[name], tongue.code) for name in ("item", "from", "to")}
    return teller.moved({**told, "stones": movement["stones"]}, tongue)


def _claim(claim: Json, tongue: Language) -> Line:
    by, about = in_one_line(claim["by"], tongue.code), spot(claim["about"], tongue)
    known = {"by": by, "about": about, "to": claim.get("to", ""), "stones": claim.get("stones")}
    if "stones" in claim:
        text = tongue.say("{by} on {about}: {stones} to {to}", **known)
    elif "after" in claim:
        text = tongue.say("{by} on {about}: {counts}", **known, counts=counted(claim["after"]))
    else:
        text = tongue.say("{by} on {about}: {to}", **known)
    if "text" in claim:
        text = tongue.say(
            "{claim}. {text}", claim=text, text=in_one_line(claim["text"], tongue.code)
        )
    return Line(text)


def counted(stones: dict[str, int]) -> str:
    """Write counts by seat: ``A 5  B 18``.

    >>> counted({"A": 5, "B": 18})
    'A 5  B 18'
    """
    return "  ".join(f"{seat} {number}" for seat, number in stones.items())
