"""The verdict first, in five lines: who is right, what decides it, by which articles.

Everything it says is said again, with its derivation, below it. What does not fit leaves its
articles behind, at the end of the line it would have explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from mustutor.base.language import Language
from mustutor.games.explain import Explanation, Line, Passage, ToldSoFar
from mustutor.games.teller import teller_of
from mustutor.model.ledger import OUT
from mustutor.present.claimant import (
    claim_headline,
    depends_on_forgotten_call,
    together,
    unjudged_together,
)
from mustutor.present.deciding import WEIGHED, Point, deciding_lines, fit_five_lines, shows_hand
from mustutor.present.irregularities import Irregular, happened, outcomes, your_club
from mustutor.present.possible import summary_line
from mustutor.present.verdict import Judged, JudgedMatch, hands_of
from mustutor.referee.statements import SettledHand, collected

BESIDE = frozenset(("why_better_all_the_same",))
"""What is worth telling, but not in five lines: it decided nothing."""


def brief_page(settlement: JudgedMatch, language: Language) -> Explanation:
    """The verdict alone: what is claimed, or else what it came to, and what decides that.

    A page without passages where nothing was settled at all.
    """
    lines = tuple(fit_five_lines(list(_points(settlement, language)), language))
    return Explanation("", (Passage(language.say("Verdict"), lines),) if lines else ())


def _points(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    claims = list(brief_claims(settlement, language))
    for irregularity in settlement.irregularities:
        yield _irregular(irregularity, language)
    if settlement.failure is not None and not settlement.irregularities:
        hand = settlement.hands[-1] if settlement.hands else None
        if hand is not None and hand.steps and (hand.end.winner or hand.end.loser):
            if not any(point.heads[0].kind == "claims_decided" for point in claims):
                yield from _decided(hand, language)
            yield _too_late(settlement, language)
        else:
            yield _refused(settlement, language)
    yield from claims
    if settlement.hands and not claims:
        yield from _came_to(settlement, language)
        yield from _forgotten(settlement, language)
    cited = {rule for claim in claims for line in claim.details for rule in line.rules}
    yield from _miscounted(settlement, language)
    for ruling in (*_lacking(settlement, language), *_ruled(settlement, language)):
        if not cited.issuperset(ruling.heads[0].rules):
            yield ruling


# --- an irregularity, or a refusal ---------------------------------------------------------


def _irregular(irregular: Irregular, language: Language) -> Point:
    """What somebody did; where one way to rule is left, what comes of it."""
    place, say = irregular.place, language.say
    heads = [
        line._replace(indent=0, text=say("{place}: {problem}", place=place, problem=line.text))
        for line in happened(irregular, language)
    ]
    heads += [line._replace(indent=0) for line in outcomes(irregular, language)]
    if not irregular.decided:
        heads.append(your_club(irregular, language))
    return Point(tuple(heads))


def _fault(settlement: JudgedMatch, language: Language) -> Line:
    failure = settlement.failure
    assert failure is not None
    rules = (failure.fault.rule,) if failure.fault.rule else ()
    text = language.say(
        "{place}: {problem}", place=failure.place, problem=failure.fault.said(language)
    )
    return Line(text, rules, "refused", indent=0)


def _too_late(settlement: JudgedMatch, language: Language) -> Point:
    """What is refused because the game was over by then."""
    text = language.say("The game was decided before that, so it changes nothing.")
    return Point((_fault(settlement, language), Line(text, kind="decided", indent=0)))


def _refused(settlement: JudgedMatch, language: Language) -> Point:
    heads = [_fault(settlement, language)]
    if settlement.hands:
        end = settlement.hands[-1].end
        score = [
            f"{language.player_name(side)} {stones}" for side, stones in end.in_front().items()
        ]
        text = language.say("The score so far: {score}.", score=", ".join(score))
        heads.append(Line(text, kind="in_front", indent=0))
    return Point(tuple(heads))


# --- claims ------------------------------------------------------------------------------


def brief_claims(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """Every claim; two that go against each other, and those decided by the same, together."""
    about: dict[str, list[Judged]] = {}
    for judgement in settlement.judgements:
        about.setdefault(str(judgement.claim["about"]), []).append(judgement)
    for place, judgements in about.items():
        number, _, lance = place.partition(".")
        hands = hands_of(number, settlement.hands)
        both = together(judgements, hands, lance, language)
        groups = [judgements] if both else _decided_alike(judgements)
        for group in groups:
            heads = both or tuple(
                [claim_headline(judgement, hands, lance, language) for judgement in group]
            )
            if len(group) > 1 and not both:
                heads = unjudged_together(group, language) or heads
            heads = depends_on_forgotten_call(group, language) or heads
            if len(settlement.hands) > 1 and number not in ("match", "game"):
                heads = tuple([_in_hand(head, number, language) for head in heads])
            yield Point(heads, tuple(_all_details(group, hands, lance, language)))


def _decided_alike(judgements: Sequence[Judged]) -> list[list[Judged]]:
    """The claims about one thing, by who is said to get it: that decides them."""
    groups: dict[str, list[Judged]] = {}
    for judgement in judgements:
        shown = judgement.possible is not None and bool(judgement.possible.show)
        to = judgement.claim.get("to", "") if judgement.holds is not None or shown else ""
        groups.setdefault(to, []).append(judgement)
    return list(groups.values())


def _in_hand(line: Line, number: str, language: Language) -> Line:
    return line._replace(text=language.say("Hand {hand}: {text}", hand=number, text=line.text))


# --- what decides a claim ----------------------------------------------------------------


def _all_details(
    group: Sequence[Judged], hands: Sequence[SettledHand], lance: str, language: Language
) -> Iterator[Line]:
    """What decides claims about one thing, who is right first; each thing once.

    Where what somebody holds decides nothing, neither it nor its articles are told.
    """
    told: list[Line] = []
    asked = set()
    for judgement in sorted(group, key=lambda judgement: not judgement.holds):
        to = judgement.claim.get("to") if judgement.holds is not None else ""
        if to in asked:
            continue
        asked.add(to)
        known = {rule for line in told for rule in line.rules}
        lines = list(_details(judgement, hands, lance, language))
        if any(line.kind in BESIDE for line in lines):
            lines = [line for line in lines if not shows_hand(line) and line.kind not in BESIDE]
        told += [line for line in lines if not told or not known.issuperset(line.rules)]
    yield from told


def _details(
    judgement: Judged, hands: Sequence[SettledHand], lance: str, language: Language
) -> Iterator[Line]:
    """The calls, the count or the comparison that decides what is claimed."""
    if not hands or judgement.branches:
        return
    hand = hands[-1]
    teller = teller_of(hand.end.variant)
    if judgement.possible is not None:
        yield from summary_line(judgement.possible, teller.comparing, language)
    if judgement.holds is None:
        return
    claim = judgement.claim
    if lance:
        yield from _at_lance(claim.get("to", ""), hand, lance, language)
        return
    if "games" in judgement.computed and not judgement.computed["to"]:
        return  # it is not over: that is all there is to it
    for line in _game(hand, language):
        yield line._replace(indent=max(line.indent, 1))
    if "stones" in claim:
        yield from collected(hands, (claim["to"],), language)
    elif "after" in claim:
        after = judgement.computed.get("after", {})
        sides = [side for side, stones in claim["after"].items() if after.get(side) != stones]
        yield from collected(hands, sides or (after if len(after) < 3 else ()), language)


def _at_lance(to: str, hand: SettledHand, lance: str, language: Language) -> Iterator[Line]:
    end = hand.end
    teller, table = teller_of(end.variant), end.table
    for step in hand.steps:
        if step.before.lance != lance:
            continue
        for fact in teller.remarks(step, ToldSoFar()):
            if fact.kind in teller.weighing:
                (line,) = teller.lines((fact,), step.after, language)
                said = teller.spelt(step)
                yield line._replace(
                    seat=language.player_name(step.call.seat), said=said, kind=WEIGHED
                )
    seat = teller.payer(end, lance) if to == OUT else to
    if seat not in table.seats and seat not in table.sides:
        return
    only = OUT if to == OUT else ""
    yield from deciding_lines(end, hand.open, seat, lance, language, to=only)


# --- what it came to ---------------------------------------------------------------------


def _game(hand: SettledHand, language: Language) -> Iterator[Line]:
    """What decided the game, if anything did."""
    end = hand.end
    if not (end.winner or end.loser):
        return
    teller = teller_of(end.variant)
    last = hand.steps[-1].after if hand.steps else hand.start
    yield from teller.lines(teller.game_end_facts(last, end), end, language)


def _decided(hand: SettledHand, language: Language) -> Iterator[Point]:
    """A game won or lost, and what decided it."""
    end = hand.end
    text = language.say("{side} wins the game.", side=end.winner)
    if not end.winner:
        text = language.say("{seat} loses the game.", seat=end.loser)
    told = list(_game(hand, language))
    heads = [line for line in told if not line.indent] or [Line(text, indent=0)]
    details = tuple([line for line in told if line.indent])
    yield Point(tuple([line._replace(kind="decided") for line in heads]), details)


def _came_to(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """Where nobody claims anything: the game won or lost, or the stones of each; what waits."""
    hand = settlement.hands[-1]
    end, say = hand.end, language.say
    teller = teller_of(end.variant)
    if settlement.failure is None:
        (score,) = teller.lines((teller.stones(end, whole=True),), end, language)
        if end.winner or end.loser:
            yield from _decided(hand, language)
        yield from _game_anyway(settlement, language)
        sides = end.table.sides if len(end.table.sides) == 2 and not end.winner else ()
        items = [line._replace(indent=2) for line in collected([hand], sides, language)]
        yield Point((score,), tuple(items))
    waiting = tuple(
        dict.fromkeys([open_.lance for each in settlement.hands for open_ in each.open])
    )
    if waiting:
        seats = dict.fromkeys(
            [
                seat
                for each in settlement.hands
                for open_ in each.open
                for seat in open_.parties
                if each.end.hand_of(seat) is None
            ]
        )
        named = [teller.names(lance, language)["lance"] for lance in waiting]
        text = say("Not decided without more cards: {lances}.", lances=language.join_list(named))
        if seats:
            text = language.count(
                "Not decided without the cards of {seats}: {lances}.",
                "Not decided without the cards of {seats}: {lances}.",
                len(seats),
                seats=language.join_list(seats),
                lances=language.join_list(named),
            )
        yield Point((Line(text, teller.comparing, "undecided", indent=0),))


def _game_anyway(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """A game won or lost whatever was forgotten, or unless it ended by what is not recorded."""
    hand = settlement.hands[-1]
    told = [each for each in settlement.undecided if (each.hand, each.lance) == (hand.number, "")]
    if told and told[0].possible.exhaustive and len(told[0].possible.endings) == 1:
        side = told[0].possible.endings[0].decided
        text = language.say("Whatever was said there, the game is decided for {side}.", side=side)
        yield Point((Line(text, kind="decided", indent=0),))
        return
    teller = teller_of(hand.end.variant)
    hangs = teller.lines(teller.would_end(hand.end), hand.end, language)
    if hangs:
        yield Point(hangs)


def _forgotten(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """The calls nobody remembers."""
    places = [gap.place for hand in settlement.hands for gap in hand.missing if gap.what == "call"]
    if places:
        text = language.count(
            "Nobody remembers the call at {places}: what depends on it is not decided.",
            "Nobody remembers the calls at {places}: what depends on them is not decided.",
            len(places),
            places=language.join_list(places),
        )
        yield Point((Line(text, kind="undecided", indent=0),))


def _miscounted(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """Where the score somebody wrote first went wrong, unless a ruling tells why."""
    told = {one.place for one in settlement.stated}
    told |= {one.place for one in settlement.irregularities}
    if settlement.miscounted is not None and settlement.miscounted.place not in told:
        yield Point((miscounted_line(settlement, language),))


def miscounted_line(settlement: JudgedMatch, language: Language) -> Line:
    """Say after which hand the score first went wrong, for which sides, and by how much."""
    assert settlement.miscounted is not None
    number, _, _ = settlement.miscounted.place.partition(".")
    teller = teller_of(settlement.hands[0].end.variant)
    sides = []
    wrong = cast("dict[str, tuple[int, int]]", settlement.miscounted.fault.evidence["wrong"])
    for side, (written, right) in wrong.items():
        stones = teller.stones_text(abs(written - right), language)
        known = {
            "side": language.player_name(side),
            "written": written,
            "right": right,
            "stones": stones,
        }
        if written > right:
            told = language.say("{side} {written} instead of {right} ({stones} too many)", **known)
        else:
            told = language.say("{side} {written} instead of {right} ({stones} too few)", **known)
        sides.append(told)
    text = language.say(
        "The score as written first goes wrong after hand {hand}: {sides}.",
        hand=int(number),
        sides=language.join_list(sides),
    )
    return Line(text, kind="miscounted", indent=0)


def _lacking(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """What the stones written after a hand lack, and what became of the right to them."""
    ruled_on = {irregularity.place for irregularity in settlement.irregularities}
    for stated in settlement.stated:
        if stated.place.endswith(".after") and stated.place not in ruled_on:
            known = {"place": stated.place, "problem": stated.said(language)}
            text = language.say("{place}: {problem}", **known)
            yield Point((Line(text, (stated.rule,), "ruling", indent=0),))


def _ruled(settlement: JudgedMatch, language: Language) -> Iterator[Point]:
    """What the referee's rulings cost, where they cost something."""
    for ruled in settlement.conduct:
        if ruled.ruling.penalty not in ("", "none", "warn"):
            problem = " ".join(ruled.said(language))
            text = language.say("{place}: {problem}", place=ruled.place, problem=problem)
            yield Point((Line(text, (ruled.ruling.rule,), "ruling", indent=0),))
