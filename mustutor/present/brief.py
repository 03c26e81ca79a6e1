"""The verdict first, in five lines: who is right, what decides it, by which articles.

Whether somebody who claims is right is a line; two claims of one number are one together.
Everything is said again, with its derivation, below these lines. What does not fit leaves its
articles behind, at the end of the line it would have explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from mustutor.base.language import Language
from mustutor.games.explain import Explanation, Line, Passage, ToldSoFar
from mustutor.games.teller import teller_of
from mustutor.model.ledger import OUT
from mustutor.present.sentences import (
    UNJUDGED,
    fact_line,
    fact_text,
    incident_lines,
    outcome_lines,
    record_text,
    ruled_line,
)
from mustutor.present.verdict import (
    claim_sentence,
    claim_words,
    deciding_lines,
    game_sentence,
    place_text,
    summary_lines,
)
from mustutor.referee.claims import Judgement, claimed_hands
from mustutor.referee.rulings import Irregularity
from mustutor.referee.settle import Settlement
from mustutor.referee.statements import collected
from mustutor.replay.playback import Played

BESIDE = frozenset(("why_better_all_the_same",))
"""What is worth telling, but not in five lines: it decided nothing."""


MOST_ROWS = 3
"""The most ways in which somebody would be right that are listed, and the most calls in each."""


def brief_page(settlement: Settlement, language: Language) -> Explanation:
    """The verdict alone: what is claimed, or else what it came to, and what decides that.

    A page without passages where nothing was settled at all.
    """
    lines = tuple(fit_five_lines(list(_points(settlement, language)), language))
    return Explanation("", (Passage(language.say("Verdict"), lines),) if lines else ())


def _points(settlement: Settlement, language: Language) -> Iterator[Point]:
    claims = list(brief_claims(settlement, language))
    for irregularity in settlement.irregularities:
        yield _irregular(irregularity, language)
    if settlement.failure is not None and not settlement.irregularities:
        yield from _refused(settlement, claims, language)
    yield from claims
    if settlement.hands and not claims:
        yield from _came_to(settlement, language)
        yield from _forgotten(settlement, language)
    cited = {rule for claim in claims for line in claim.details for rule in line.rules}
    for line in (*_miscounted(settlement, language), *_rulings(settlement, language)):
        if line.kind == "miscounted" or not cited.issuperset(line.rules):
            yield Point((line,))


# --- an irregularity, or a refusal ---------------------------------------------------------


def _irregular(irregular: Irregularity, language: Language) -> Point:
    """What somebody did; where one way to rule is left, what comes of it."""
    heads = [
        line._replace(text=fact_text(language, "ruling", place=irregular.place, problem=line.text))
        for line in incident_lines(irregular, language)
    ]
    heads += outcome_lines(irregular, language)
    if not irregular.decided:
        heads.append(fact_line(language, "club_decides", option=irregular.option))
    return Point(tuple([line._replace(indent=0) for line in heads]))


def _refused(
    settlement: Settlement, claims: Sequence[Point], language: Language
) -> Iterator[Point]:
    """The refused call, after which the game was over already, or stands at some score."""
    assert settlement.failure is not None
    fault, hand = settlement.failure.fault, settlement.hands[-1] if settlement.hands else None
    rules = (fault.rule,) if fault.rule else ()
    head = _ruling_line(settlement.failure.place, fault.said(language), rules, language)
    head = head._replace(kind="refused")
    if hand is None:
        yield Point((head,))
    elif hand.steps and (hand.end.winner or hand.end.loser):
        if not any(point.heads[0].kind == "claims_decided" for point in claims):
            yield _decided(hand, language)
        too_late = fact_line(language, "too_late", indent=0)
        yield Point((head, too_late._replace(kind="decided")))
    else:
        score = [f"{language.player_name(side)} {n}" for side, n in hand.end.in_front().items()]
        yield Point((head, fact_line(language, "in_front", indent=0, score=", ".join(score))))


# --- claims ------------------------------------------------------------------------------


def brief_claims(settlement: Settlement, language: Language) -> Iterator[Point]:
    """Every claim; two that go against each other, and those decided by the same, together."""
    by_place: dict[str, list[Judgement]] = {}
    for judgement in settlement.judgements:
        by_place.setdefault(str(judgement.claim["about"]), []).append(judgement)
    for place, judgements in by_place.items():
        number = place.partition(".")[0]
        hands, lance = claimed_hands(judgements[0].claim, settlement.hands)
        both = together(judgements, hands, lance, language)
        for group in [judgements] if both else _decided_alike(judgements):
            heads = both or tuple([claim_headline(one, hands, lance, language) for one in group])
            if len(group) > 1 and not both:
                heads = unjudged_together(group, language) or heads
            heads = depends_on_forgotten_call(group, language) or heads
            if len(settlement.hands) > 1 and number not in ("match", "game"):
                heads = tuple([_in_hand(head, number, language) for head in heads])
            yield Point(heads, tuple(_all_details(group, hands, lance, language)))


def _decided_alike(judgements: Sequence[Judgement]) -> list[list[Judgement]]:
    """The claims about one thing, by who is said to get it: that decides them."""
    groups: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        shown = judgement.possible is not None and bool(judgement.possible.show)
        to = judgement.claim.get("to", "") if judgement.holds is not None or shown else ""
        groups.setdefault(to, []).append(judgement)
    return list(groups.values())


def _in_hand(line: Line, number: str, language: Language) -> Line:
    return line._replace(text=language.say("Hand {hand}: {text}", hand=number, text=line.text))


def claim_headline(
    judgement: Judgement, hands: Sequence[Played], lance: str, language: Language
) -> Line:
    """Whether one claim is right, and what is."""
    by = record_text(judgement.claim["by"], language)
    if judgement.branches:
        return ruled_line(judgement.branches, by, language, indent=0)
    if judgement.holds is None:
        if judgement.possible is None:
            return _unjudged_line([judgement], language)
        return fact_line(language, "open", indent=0, by=by)
    name = claim_sentence(judgement, hands, lance)
    over_at = "games" in judgement.computed and not judgement.computed["to"]
    rules = teller_of(hands[-1].end.variant).over_at if over_at else ()
    known = claim_words(judgement, hands, lance, language)
    return fact_line(language, name, judgement.holds, rules=rules, indent=0, **known)


def _unjudged_line(group: Sequence[Judgement], language: Language) -> Line:
    reason = language.say(UNJUDGED.get(group[0].why, UNJUDGED[""]))
    by = dict.fromkeys([record_text(judgement.claim["by"], language) for judgement in group])
    about = place_text(group[0].claim, language)
    return fact_line(language, "unjudged", indent=0, by=list(by), about=about, reason=reason)


def unjudged_together(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Claims about one thing that cannot be judged for one reason, in a line; none for others."""
    if any(j.holds is not None or j.possible is not None or j.branches for j in group):
        return ()
    if len({judgement.why for judgement in group}) > 1:
        return ()
    return (_unjudged_line(group, language),)


def together(
    group: Sequence[Judgement], hands: Sequence[Played], lance: str, language: Language
) -> tuple[Line, ...]:
    """Two claims that cannot both be right, in one line; nothing for others.

    Two numbers for one side; or, where one of them gets nothing at all, two sides for one thing.
    """
    if len(group) != 2:
        return ()
    if all(judgement.branches for judgement in group):
        return _ruled_together(group, language)
    right = next((judgement for judgement in group if judgement.holds), None)
    wrong = next((judgement for judgement in group if judgement.holds is False), None)
    if right is None or wrong is None or right.branches or wrong.branches:
        return ()
    if "after" in right.computed or "after" in wrong.computed:
        return ()
    known = claim_words(right, hands, lance, language) | {"claimed": wrong.claim.get("stones", "")}
    known |= {"right": known["by"], "wrong": record_text(wrong.claim["by"], language)}
    ours, theirs = right.computed.get("stones"), wrong.computed.get("stones")
    if ours is not None and theirs is not None and known["to"] == wrong.claim["to"]:
        name = "both_stones"
    elif ours and theirs == 0 and known["to"] != OUT:
        name = "both_sides"
    elif ours is None and theirs is None and known["side"] and not known.get("lance"):
        name = f"both_{game_sentence(hands)}"
    else:
        return ()
    return (fact_line(language, name, indent=0, **known)._replace(kind="claims_decided"),)


def _ruled_together(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Two claims of which one is right if a word stands, and nothing is decided otherwise."""
    by_ruling = [dict(judgement.branches) for judgement in group]
    if any(
        set(one) != {"stands", "withdrawn"} or one["withdrawn"] is not None for one in by_ruling
    ):
        return ()
    by = {
        one["stands"]: record_text(judgement.claim["by"], language)
        for judgement, one in zip(group, by_ruling, strict=True)
    }
    if by.keys() != {True, False}:
        return ()
    return (fact_line(language, "both_ruled", indent=0, right=by[True], wrong=by[False]),)


def depends_on_forgotten_call(group: Sequence[Judgement], language: Language) -> tuple[Line, ...]:
    """Who is right by each possible forgotten call; empty where cards matter."""
    chances = [judgement.possible for judgement in group if judgement.possible is not None]
    if any(judgement.holds is not None or judgement.computed for judgement in group):
        return ()
    if len(chances) < len(group) or any(each.show or not each.remember for each in chances):
        return ()
    by_call: dict[tuple[str, ...], list[bool]] = {}
    for each in chances:
        for ending in each.endings:
            for calls in ending.supposing:
                by_call.setdefault(calls, []).append(bool(ending.holds))
    rows: dict[tuple[bool, ...], list[str]] = {}
    for calls, holds in by_call.items():
        row = ", ".join([_call_text(text, language) for text in calls])
        rows.setdefault(tuple(holds), []).append(row)
    if not 1 < len(rows) <= MOST_ROWS or any(len(holds) != len(group) for holds in rows):
        return ()
    lines = [fact_line(language, "depends", indent=0, places=chances[0].remember)]
    for right, calls_of_row in rows.items():
        calls_text = " / ".join(calls_of_row[:MOST_ROWS])
        if len(calls_of_row) > MOST_ROWS:
            calls_text = language.say("{calls} …", calls=calls_text)
        # Who is right; or, where nobody is, who is wrong.
        named = [one for one, holds in zip(group, right, strict=True) if holds or not any(right)]
        names = dict.fromkeys([record_text(one.claim["by"], language) for one in named])
        line = fact_line(language, "by_that_call", any(right), names=list(names))
        lines.append(line._replace(kind="claim_open", said=calls_text))
    return tuple(lines)


def _call_text(text: str, language: Language) -> str:
    seat, _, words = text.partition(" ")
    return language.say("{seat}: {words}", seat=language.player_name(seat), words=words)


# --- what decides a claim ----------------------------------------------------------------


def _all_details(
    group: Sequence[Judgement], hands: Sequence[Played], lance: str, language: Language
) -> Iterator[Line]:
    """What decides claims about one thing, who is right first; each thing once.

    Where what somebody holds decides nothing, neither it nor its articles are told.
    """
    chosen: list[Line] = []
    asked = set()
    for judgement in sorted(group, key=lambda judgement: not judgement.holds):
        to = judgement.claim.get("to") if judgement.holds is not None else ""
        if to in asked:
            continue
        asked.add(to)
        known = {rule for line in chosen for rule in line.rules}
        lines = list(_details(judgement, hands, lance, language))
        if any(line.kind in BESIDE for line in lines):
            lines = [line for line in lines if not shows_hand(line) and line.kind not in BESIDE]
        chosen += [line for line in lines if not chosen or not known.issuperset(line.rules)]
    yield from chosen


def _details(
    judgement: Judgement, hands: Sequence[Played], lance: str, language: Language
) -> Iterator[Line]:
    """The calls, the count or the comparison that decides what is claimed."""
    if not hands or judgement.branches:
        return
    hand = hands[-1]
    teller = teller_of(hand.end.variant)
    if judgement.possible is not None:
        yield from summary_lines(judgement.possible, teller.comparing, language)
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


def _at_lance(to: str, hand: Played, lance: str, language: Language) -> Iterator[Line]:
    end = hand.end
    teller, table = teller_of(end.variant), end.table
    for step in hand.steps:
        if step.before.lance != lance:
            continue
        for fact in teller.remarks(step, ToldSoFar()):
            if fact.kind in teller.weighing:
                (line,) = teller.lines((fact,), step.after, language)
                call = teller.spelt(step)
                yield line._replace(
                    seat=language.player_name(step.call.seat), said=call, kind=WEIGHED
                )
    seat = teller.payer(end, lance) if to == OUT else to
    if seat not in table.seats and seat not in table.sides:
        return
    only = OUT if to == OUT else ""
    yield from deciding_lines(end, hand.open, seat, lance, language, to=only)


# --- what it came to ---------------------------------------------------------------------


def _game(hand: Played, language: Language) -> Iterator[Line]:
    """What decided the game, if anything did."""
    end = hand.end
    if not (end.winner or end.loser):
        return
    teller = teller_of(end.variant)
    last = hand.steps[-1].after if hand.steps else hand.start
    yield from teller.lines(teller.game_end_facts(last, end), end, language)


def _decided(hand: Played, language: Language) -> Point:
    """A game won or lost, and what decided it."""
    end, lines = hand.end, list(_game(hand, language))
    heads = [line for line in lines if not line.indent] or [
        fact_line(language, "game_won", indent=0, side=end.winner)
        if end.winner
        else fact_line(language, "game_lost", indent=0, seat=end.loser)
    ]
    details = tuple([line for line in lines if line.indent])
    return Point(tuple([line._replace(kind="decided") for line in heads]), details)


def _came_to(settlement: Settlement, language: Language) -> Iterator[Point]:
    """Where nobody claims anything: the game won or lost, or the stones of each; what waits."""
    hand = settlement.hands[-1]
    end, teller = hand.end, teller_of(hand.end.variant)
    if settlement.failure is None:
        (score,) = teller.lines((teller.stones(end, whole=True),), end, language)
        if end.winner or end.loser:
            yield _decided(hand, language)
        yield from _game_anyway(settlement, language)
        sides = end.table.sides if len(end.table.sides) == 2 and not end.winner else ()
        items = [line._replace(indent=2) for line in collected([hand], sides, language)]
        yield Point((score,), tuple(items))
    waiting = [(open_, each.end) for each in settlement.hands for open_ in each.open]
    if waiting:
        lances = dict.fromkeys([open_.lance for open_, _ in waiting])
        unseen = [
            seat for open_, at in waiting for seat in open_.parties if at.hand_of(seat) is None
        ]
        known: dict[str, Any] = {
            "lances": [teller.names(lance, language)["lance"] for lance in lances],
            "seats": list(dict.fromkeys(unseen)),
        }
        line = fact_line(language, "undecided", rules=teller.comparing, indent=0, **known)
        yield Point((line,))


def _game_anyway(settlement: Settlement, language: Language) -> Iterator[Point]:
    """A game won or lost in any case, or unless it ended by something not recorded."""
    hand = settlement.hands[-1]
    undecided = [
        each for each in settlement.undecided if (each.hand, each.lance) == (hand.number, "")
    ]
    if undecided and undecided[0].possible.exhaustive and len(undecided[0].possible.endings) == 1:
        side = undecided[0].possible.endings[0].decided
        line = fact_line(language, "game_anyway", indent=0, side=side)
        yield Point((line._replace(kind="decided"),))
        return
    teller = teller_of(hand.end.variant)
    unless = teller.lines(teller.would_end(hand.end), hand.end, language)
    if unless:
        yield Point(unless)


def _forgotten(settlement: Settlement, language: Language) -> Iterator[Point]:
    """The calls nobody remembers."""
    places = [gap.place for hand in settlement.hands for gap in hand.missing if gap.what == "call"]
    if places:
        yield Point((fact_line(language, "forgotten", indent=0, places=places),))


def _miscounted(settlement: Settlement, language: Language) -> Iterator[Line]:
    """Where the score somebody wrote first went wrong, unless a ruling tells why."""
    explained = {one.place for one in settlement.stated}
    explained |= {one.place for one in settlement.irregularities}
    if settlement.miscounted is not None and settlement.miscounted.place not in explained:
        yield miscounted_line(settlement, language)


def miscounted_line(settlement: Settlement, language: Language) -> Line:
    """Say after which hand the score first went wrong, for which sides, and by how much."""
    assert settlement.miscounted is not None
    teller = teller_of(settlement.hands[0].end.variant)
    wrong = cast("dict[str, tuple[int, int]]", settlement.miscounted.fault.evidence["wrong"])
    sides = [
        fact_text(
            language,
            "too_many" if written > right else "too_few",
            side=language.player_name(side),
            written=written,
            right=right,
            stones=teller.stones_text(abs(written - right), language),
        )
        for side, (written, right) in wrong.items()
    ]
    hand = int(settlement.miscounted.place.partition(".")[0])
    return fact_line(language, "miscounted", indent=0, hand=hand, sides=sides)


def _rulings(settlement: Settlement, language: Language) -> Iterator[Line]:
    """What stated stones lack, and what rulings cost, where they cost something."""
    ruled_on = {irregularity.place for irregularity in settlement.irregularities}
    for stated in settlement.stated:
        if stated.place.endswith(".after") and stated.place not in ruled_on:
            yield _ruling_line(stated.place, stated.said(language), (stated.rule,), language)
    for ruled in settlement.conduct:
        if ruled.ruling.penalty not in ("", "none", "warn"):
            problem = " ".join(ruled.said(language))
            yield _ruling_line(ruled.place, problem, (ruled.ruling.rule,), language)


def _ruling_line(place: str, problem: str, rules: tuple[str, ...], language: Language) -> Line:
    """What is wrong at a place, with its article."""
    return fact_line(language, "ruling", rules=rules, indent=0, place=place, problem=problem)


# --- five lines --------------------------------------------------------------------------

MOST_LINES = 5
COLUMNS = 84
WEIGHED = "weighed"
OF_THE_REGION = frozenset(("why_no_real", "why_four_kings", "why_no_deje", "why_no_ordago"))
"""What decides in one region and not in another: it is told before the hands."""


class Point(NamedTuple):
    """One thing a verdict says: its lines, and what decides it where there is room for that."""

    heads: tuple[Line, ...]
    details: tuple[Line, ...] = ()


def fit_five_lines(points: Sequence[Point], language: Language) -> Iterator[Line]:
    """The points in five lines at most: first what each says, then what there is room for."""
    heads = [head for point in points for head in point.heads]
    if len(heads) > MOST_LINES:
        heads = [head for head in heads if head.kind != "club_decides"]
        points = [
            point._replace(heads=tuple([h for h in point.heads if h.kind != "club_decides"]))
            for point in points
        ]
    if len(heads) > MOST_LINES:
        yield from heads[: MOST_LINES - 1]
        more = len(heads) - MOST_LINES + 1
        text = language.count(
            "{number} more thing is told below.", "{number} more things are told below.", more
        )
        yield Line(text, kind="more", indent=0)
        return
    room = max(MOST_LINES - sum(map(_height, heads)), 0)
    left = sum(bool(point.details) for point in points)
    for point in points:
        details = _chosen(point.details, -(-room // left)) if left else ()
        room -= sum(map(_height, details))
        left -= bool(point.details)
        cited = {rule for line in details for rule in line.rules}
        rules = [rule for line in point.details for rule in line.rules if rule not in cited]
        *before, last = point.heads
        yield from before
        yield last._replace(rules=tuple(dict.fromkeys((*last.rules, *rules))))
        yield from details


def _chosen(details: Sequence[Line], room: int) -> list[Line]:
    """The details there is room for: calls that count otherwise, the hands, then the reasons."""
    hands = [line for line in details if shows_hand(line)]
    weighed = [line for line in details if line.kind == WEIGHED]
    weighed += [line for line in details if line.kind in OF_THE_REGION]
    plain = [line for line in details if line not in hands and line not in weighed]
    chosen: list[Line] = []
    for lines in [*([line] for line in weighed), hands, *([line] for line in plain)]:
        height = sum(map(_height, lines))
        if height <= room:
            chosen += lines
            room -= height
    return [line for line in details if line in chosen]


def _height(line: Line) -> int:
    """How many lines of a terminal it takes."""
    signs = 2 * line.indent + sum(map(len, (line.seat, line.said, line.text, *line.rules)))
    return -(-(signs + 4 * len(line.rules)) // COLUMNS)


def shows_hand(line: Line) -> bool:
    """Whether a line shows the hand of somebody."""
    return bool(line.said) and line.kind != WEIGHED
