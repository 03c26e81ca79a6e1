"""The verdict first, in five lines: who is right, what decides it, by which articles.

What is decided of each claim comes first, then what every other way to rule brings, then what
happened, with its article, and last what the club decides. Two claims of one number are one line.
Where there are more, lines of one kind become one: nothing is cut, and nothing said twice.
Everything is said again, with its derivation, below these lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from mustutor.base.language import Language
from mustutor.base.register import game_part
from mustutor.games.explain import Explanation, Fact, Line, Passage, ToldSoFar
from mustutor.games.teller import teller_of
from mustutor.model.ledger import OUT, account_total
from mustutor.present.sentences import (
    SENTENCES,
    asked_line,
    club_line,
    fact_line,
    fact_text,
    heading,
    incident_line,
    outcome_line,
    unjudged_text,
)
from mustutor.present.text import WEIGHED, Point, bare, fit_five_lines, joined, shows_hand
from mustutor.present.verdict import (
    claim_sentence,
    claim_words,
    deciding_lines,
    game_sentence,
    summary_lines,
)
from mustutor.referee.claims import Judgement, claimed_hands
from mustutor.referee.settle import Settlement
from mustutor.referee.statements import Irregularity, RulingBranch, collected
from mustutor.replay.names import in_one_line
from mustutor.replay.playback import Played

BESIDE = frozenset(("why_better_all_the_same",))
"""What is worth telling, but not in five lines: it decided nothing."""


MOST_ROWS = 3
"""The most ways in which somebody would be right that are listed, and the most calls in each."""


def brief_page(settlement: Settlement, language: Language) -> Explanation:
    """The verdict alone: what is claimed, or else what it came to, and what decides that.

    A page without passages where nothing was settled at all.
    """
    lines = tuple(fit_five_lines(list(_points(settlement, language))))
    return Explanation("", (Passage(language.say("Verdict"), lines),) if lines else ())


def _points(settlement: Settlement, language: Language) -> Iterator[Point]:
    found = settlement.irregularities
    undecided = [one for one in found if not one.decided and one.branches[0].hands]
    # What every way decides alike is told as the first of them has it.
    hands = undecided[0].branches[0].hands if undecided else settlement.hands
    claims = list(brief_claims(settlement.judgements, hands, language))
    yield from claims
    if settlement.failure is not None and not found:
        yield from _refused(settlement, claims, language)
    if settlement.hands and not settlement.judgements:
        yield from _came_to(settlement, language)
        yield from _forgotten(settlement, language)
    yield from _sure(found, language)
    ways = [tuple(_ways(irregular, settlement, language)) for irregular in found]
    yield from (Point(lines, group="ways") for lines in ways if lines)
    why = [
        *_miscounted(settlement, language),
        *[_happened(irregular, language) for irregular in _told_of(found)],
        *_rulings(settlement, language),
    ]
    yield from (Point((line,), group="why") for line in why)
    last = [*_left_open(found, language), *_without_price(settlement, language)]
    for text in dict.fromkeys(line.text for line in last):
        yield Point((Line(text, indent=0),), group="club")


# --- an irregularity, or a refusal ---------------------------------------------------------


def _told_of(found: Sequence[Irregularity]) -> Iterator[Irregularity]:
    """The irregularities, but for words without effect for a reason that is told already."""
    reasons: set[tuple[str, str]] = set()
    for irregular in found:
        reason = irregular.place.partition(".")[0], irregular.rule
        without_effect = irregular.decided and irregular.branches[0].name == "not_said"
        if not (without_effect and reason in reasons):
            yield irregular
        reasons.add(reason)


def _happened(irregular: Irregularity, language: Language) -> Line:
    """What somebody did; where one way to rule is left, what comes of it."""
    line = incident_line(irregular, language)._replace(indent=0, kind="ruling")
    beside = None
    if irregular.decided:
        beside = outcome_line(irregular, irregular.branches[0], language)
    elif irregular.changes_nothing:
        beside = fact_line(language, "nothing_changes")
    elif f"{irregular.kind}_anyway" in SENTENCES:
        beside = fact_line(language, f"{irregular.kind}_anyway")
    if beside is None:
        return line
    rules = tuple(dict.fromkeys((*line.rules, *beside.rules)))
    return line._replace(text=f"{line.text} {beside.text}", rules=rules)


def _left_open(found: Sequence[Irregularity], language: Language) -> Iterator[Line]:
    """Who decides what the rulebook does not: the club, or the table that has to remember."""
    for one in found:
        if not (one.decided or one.changes_nothing):
            asked = one.asked
            yield asked_line(one, language) if asked else club_line(one, language, brief=True)


def _without_price(settlement: Settlement, language: Language) -> Iterator[Line]:
    """That an offence has no price."""
    offences = [ruled.ruling for ruled in settlement.conduct if ruled.ruling.allowed is False]
    free = [ruling for ruling in offences if ruling.penalty in ("", "none")]
    if free or any(one.decided and one.unpriced for one in settlement.irregularities):
        yield fact_line(language, "no_price")


def _sure(found: Sequence[Irregularity], language: Language) -> Iterator[Point]:
    """The smallest payment to a side over all possible stakes, where none is remembered."""
    for one in found:
        ends = [way.played.end for way in one.branches if way.name.startswith("stake ")]
        for side in ends[0].table.sides if ends else ():
            paid = [[entry for entry in end.ledger if entry.lance == one.lance] for end in ends]
            stones = [account_total(entries, side) for entries in paid]
            if len(set(stones)) > 1 and min(stones) > 0:
                teller = teller_of(ends[0].variant)
                known: dict[str, Any] = {
                    "side": side,
                    "amount": teller.stones_text(min(stones), language),
                }
                where = teller.names(one.lance, language)["at_lance"]
                yield Point((fact_line(language, "at_least", indent=0, where=where, **known),))


def _ways(irregular: Irregularity, settlement: Settlement, language: Language) -> Iterator[Line]:
    """What each way to rule brings, for the claims that are not decided without it."""
    said = settlement.judgements
    branches = irregular.branches[1:] if irregular.by_article else irregular.branches
    if (irregular.decided and not irregular.by_article) or irregular.changes_nothing:
        return
    told: dict[str, tuple[Line, list[RulingBranch]]] = {}
    for branch in branches:
        own = tuple(
            [
                there
                for here, there in zip(said, branch.judgements, strict=False)
                if (here.holds is not there.holds if irregular.by_article else here.undecided)
            ]
        )
        if own or not said:
            line = _way(irregular, branch, own, settlement, language)
            told.setdefault(line.text, (line, []))[1].append(branch)
    for line, ways in told.values():
        yield line._replace(said=heading(irregular, ways, language), indent=0, seat="")


def _way(
    irregular: Irregularity,
    branch: RulingBranch,
    judgements: Sequence[Judgement],
    settlement: Settlement,
    language: Language,
) -> Line:
    """What one way brings: who is right in it, who speaks next, or whose cards are awaited."""
    played, teller = branch.played, teller_of(branch.played.end.variant)
    if played.void:
        return fact_line(language, "nothing_counts")
    if branch.name == "paid" and not judgements:
        return outcome_line(irregular, branch, language)
    hands = branch.hands or (*settlement.hands[: played.number - 1], played)
    points = list(
        brief_claims([one for one in judgements if one.holds is not None], hands, language)
    )
    told = [line for point in points for line in (*point.heads, *bare(point.details))]
    here, unseen = branch.next, [seat for open_ in played.open for seat in open_.parties]
    unseen = [seat for seat in dict.fromkeys(unseen) if played.end.hand_of(seat) is None]
    if any(one.holds is None for one in judgements) or not judgements:
        if unseen and (here is None or judgements):
            known = Fact("why_waits", evidence={"seats": tuple(unseen)})
            told += teller.lines([known], played.end, language)
        elif here is not None and not (branch.ends[1:] and branch.open_at is None):
            words: dict[str, Any] = dict(teller.names(here.lance, language))
            seat = language.player_name(here.speaker)
            told.append(fact_line(language, "still_open", seat=seat, **words))
    if told:
        return joined(told)
    if judgements:
        return outcome_line(irregular, branch, language)
    moved = list(collected([played], played.end.table.sides, language))
    return joined(moved) if moved else fact_line(language, "nothing_paid")


def _refused(
    settlement: Settlement, claims: Sequence[Point], language: Language
) -> Iterator[Point]:
    """The refused call, after which the game was over already, or stands at some score."""
    assert settlement.failure is not None
    fault, hand = settlement.failure.fault, settlement.hands[-1] if settlement.hands else None
    rules = (fault.rule,) if fault.rule else ()
    head = Line(fault.said(language), rules, "refused", indent=0)
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


def brief_claims(
    judgements: Sequence[Judgement], hands: Sequence[Played], language: Language
) -> Iterator[Point]:
    """Every claim; two that go against each other, and those decided by the same, together.

    Those that a way to rule decides are told with the ways.
    """
    by_place: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        if not judgement.undecided:
            by_place.setdefault(str(judgement.claim["about"]), []).append(judgement)
    for place, said in by_place.items():
        there = sorted(said, key=lambda one: one.holds is not True)
        number = place.partition(".")[0]
        spoken_of, lance = claimed_hands(there[0].claim, hands)
        both = together(there, spoken_of, lance, language)
        for group in [there] if both else _decided_alike(there):
            heads = both or tuple(
                [claim_headline(one, spoken_of, lance, language) for one in group]
            )
            if not both:
                heads = unjudged_together(group, language) or heads
            by_call = depends_on_forgotten_call(group, spoken_of, language)
            heads, details = by_call or heads, _all_details(group, spoken_of, lance, language)
            if len(hands) > 1 and number not in ("match", "game"):
                heads = tuple([_in_hand(head, number, language) for head in heads])
            if all(one.branches and one.computed for one in group):
                anyway = fact_text(language, "settled_anyway")
                heads = tuple([head._replace(said=head.said or anyway) for head in heads])
            yield Point(heads, () if by_call else tuple(details))


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
    by = in_one_line(judgement.claim["by"], language.code)
    if judgement.branches and judgement.holds is not None and not judgement.computed:
        return fact_line(language, "every_ruling", judgement.holds, indent=0, by=by)
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
    reason = unjudged_text(group[0].why, language)
    by = dict.fromkeys([in_one_line(judgement.claim["by"], language.code) for judgement in group])
    about = _about(str(group[0].claim["about"]), language)
    return fact_line(language, "unjudged", indent=0, by=list(by), about=about, reason=reason)


def _about(about: str, language: Language) -> str:
    """What a claim is about, as people say it: a lance, a hand, the game."""
    number, _, lance = about.partition(".")
    if lance:
        return language.term("lance", lance)
    whole = {"match": language.say("the match"), "game": language.say("the game")}
    return whole.get(number) or language.say("hand {hand}", hand=number)


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
    right = next((judgement for judgement in group if judgement.holds), None)
    wrong = next((judgement for judgement in group if judgement.holds is False), None)
    if right is None or wrong is None:
        return ()
    if "after" in right.computed or "after" in wrong.computed:
        return ()
    known = claim_words(right, hands, lance, language) | {"claimed": wrong.claim.get("stones", "")}
    known |= {"right": known["by"], "wrong": in_one_line(wrong.claim["by"], language.code)}
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


def depends_on_forgotten_call(
    group: Sequence[Judgement], hands: Sequence[Played], language: Language
) -> tuple[Line, ...]:
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
    seats = _callers(chances[0].remember, hands, language)
    lines = [fact_line(language, "depends", indent=0, seats=seats)]
    for right, calls_of_row in rows.items():
        calls_text = " / ".join(calls_of_row[:MOST_ROWS])
        if len(calls_of_row) > MOST_ROWS:
            calls_text = language.say("{calls} …", calls=calls_text)
        # Who is right; or, where nobody is, who is wrong.
        named = [one for one, holds in zip(group, right, strict=True) if holds or not any(right)]
        names = dict.fromkeys([in_one_line(one.claim["by"], language.code) for one in named])
        line = fact_line(language, "by_that_call", any(right), names=list(names))
        lines.append(line._replace(kind="claim_open", said=calls_text))
    return tuple(lines)


def _callers(places: Iterable[str], hands: Sequence[Played], language: Language) -> list[str]:
    """Whose calls these are."""
    pairs = [
        pair for hand in hands for pair in zip(map(str, hand.places), hand.hand.calls, strict=False)
    ]
    seats = [text.partition(" ")[0] for place, text in pairs if place in places]
    return [language.player_name(seat) for seat in dict.fromkeys(seats)]


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
    if not hands or (judgement.branches and not judgement.computed):
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
    talked = game_part(end.variant.game, "PHASES").talked
    seat = teller.payer(end, lance) if to == OUT else to
    because: tuple[Line, ...] = ()
    if seat in table.seats or seat in table.sides:
        only = OUT if to == OUT else ""
        because = deciding_lines(end, hand.open, seat, lance, language, to=only)
    tied = any(line.kind in teller.ties for line in because)
    weighing = teller.weighing | (teller.on_ties if tied else frozenset())
    for step in hand.steps:
        if step.before.lance not in (lance, *talked):
            continue
        for fact in teller.remarks(step, ToldSoFar()):
            if fact.kind in weighing:
                (line,) = teller.lines((fact,), step.after, language)
                call = teller.spelt(step)
                yield line._replace(
                    seat=language.player_name(step.call.seat), said=call, kind=WEIGHED
                )
    yield from because


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
    if settlement.stopped is None:
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
        seats = _callers(places, settlement.hands, language)
        yield Point((fact_line(language, "forgotten", indent=0, seats=seats),))


def _miscounted(settlement: Settlement, language: Language) -> Iterator[Line]:
    """Where the score somebody wrote first went wrong, unless a ruling tells why."""
    explained = {one.place for one in settlement.stated}
    lost = [one for one in settlement.irregularities if one.branches[0].name == "not_said"]
    explained |= {one.place for one in lost}
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
    """What stated stones lack, and every offence with what it costs."""
    ruled_on = {irregularity.place for irregularity in settlement.irregularities}
    for stated in settlement.stated:
        if stated.place.endswith(".after") and stated.place not in ruled_on:
            yield Line(stated.said(language), (stated.rule,), "ruling", indent=0)
    for ruled in settlement.conduct:
        if ruled.ruling.allowed is False and ruled.place not in ruled_on:
            said = ruled.said(language)
            free = ruled.ruling.penalty in ("", "none")
            text = said[0] if free else " ".join(said)
            yield Line(text, (ruled.ruling.rule,), "ruling", indent=0)
