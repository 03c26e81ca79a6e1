"""The coach's page: a record that plays, and what each of its calls was worth.

What to look at first stands over the table, each call a link to its place; what the coach says of
every decision, and where the results come from, below it. The marks are notes in the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.coach.analysis import AnalysedHand, Decision, words
from mustutor.coach.telling import first_to_see, hand_told, judged_told, whole_told
from mustutor.explanation.html import PageWriter
from mustutor.explanation.markup import Markup, block, element, joined
from mustutor.games.telling import Passage
from mustutor.language import Language
from mustutor.pages.stepping import to_stepping_page
from mustutor.referee import Settlement
from mustutor.replay.names import by_name


def to_coached_page(
    settlement: Settlement,
    hands: Sequence[AnalysedHand],
    tongue: Language,
    record: bytes,
    *,
    player: str,
    seat: str = "",
    name: str = "record",
) -> str:
    """Write the page of a record that was analysed, of a `seat` or of all.

    `player` is who played on from each call; `record` and `name` as in `to_stepping_page`.
    """
    named = by_name(tongue, settlement.replay)
    writer = PageWriter(named, "", letters=False)
    told = whole_told(hands, named, player, seat).passages
    # What is found there stands over the table with its links, the rest below.
    rest = [passage for passage in told if not any(_decides(passage))]
    return to_stepping_page(
        settlement,
        tongue,
        record,
        name=name,
        above=_first(hands, named, writer, seat),
        below=block(
            "section",
            element("h2", named.say("What each call was worth")),
            [_hand(hand, named, writer, seat) for hand in hands],
            [_passage(passage, writer) for passage in rest],
            class_="coach",
        ),
    )


def _decides(passage: Passage) -> Iterator[bool]:
    return (line.kind == "decision" for line in passage.lines)


def _first(
    hands: Sequence[AnalysedHand], tongue: Language, writer: PageWriter, seat: str
) -> Markup:
    """The calls to look at first, each with a link to its place at the table."""
    found = first_to_see(hands, seat)
    told = block("ol", [element("li", _decision(one, tongue, writer)) for one in found])
    nothing = element("p", tongue.say("No call is marked: nothing of it was clearly wrong."))
    heading = element("h2", tongue.say("Look at these first"))
    return block("section", heading, told if found else nothing, class_="coach")


def _hand(hand: AnalysedHand, tongue: Language, writer: PageWriter, seat: str) -> Markup:
    """Every decision of a hand, and where its result comes from."""
    told = [one for one in hand.decisions if seat in ("", one.seat)]
    summary = hand_told(hand, tongue, seat)
    decisions, *results = summary.passages
    return block(
        "details",
        element("summary", element("b", summary.title)),
        [
            element("p", _decision(one, tongue, writer), class_="marked" if one.mark else None)
            for one in told
        ]
        or element("p", decisions.lines[0].text),
        [_passage(passage, writer) for passage in results],
    )


def _decision(one: Decision, tongue: Language, writer: PageWriter) -> Markup:
    """A decision in a sentence: who, what, where, and what it was worth."""
    who = element("bdi", tongue.who(one.seat))
    call = writer.said(words(one.judged.call))
    place = element("a", str(one.place), href=f"#{one.place}")
    return joined(place, element("b", who), call, judged_told(one, tongue), between=" ")


def _passage(passage: Passage, writer: PageWriter) -> Iterator[Markup]:
    return writer.passage(passage, 3, spoken=True)
