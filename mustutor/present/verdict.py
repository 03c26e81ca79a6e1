"""The verdict on a quarrel: each claim beside the recomputation, and what is still open.

First why somebody was paid in a lance, or why not, from the ledger; then claims; then what may
still come of a lance half remembered, and the least that would decide it. It takes a settlement as
`mustutor.referee.settle` gives it, and knows nothing of records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, islice
from typing import Any, NamedTuple

from mustutor.base.json_text import Json
from mustutor.base.language import Language
from mustutor.base.register import traits
from mustutor.games.explain import Explanation, Fact, Line, Passage, clauses_text
from mustutor.games.tell_hand import movement_line
from mustutor.games.teller import Teller, teller_of
from mustutor.model.ledger import OUT, Entry, account_total
from mustutor.model.position import OpenPayment, Position, side_of
from mustutor.present.sentences import fact_line, fact_text, ruled_lines, unjudged_text
from mustutor.referee.claims import Judgement, Unexplored, claimed_hands
from mustutor.referee.possible import Ending, Possible
from mustutor.referee.settle import Settlement
from mustutor.replay.names import in_one_line
from mustutor.replay.playback import Played

# --- what decides ------------------------------------------------------------------------


class Why(NamedTuple):
    """The answer: the stones that came to a seat (its side, in Mus), and the facts behind it.

    The first fact says what happened, the second why; then come the hands that decided, where
    hands did.
    """

    seat: str
    lance: str
    stones: int
    facts: tuple[Fact, ...]

    @property
    def reason(self) -> str:
        """The reason in one word, for programs."""
        return self.facts[min(1, len(self.facts) - 1)].kind.removeprefix("why_")

    @property
    def rules(self) -> tuple[str, ...]:
        """The articles it rests on."""
        return tuple(dict.fromkeys(rule for fact in self.facts for rule in fact.rules))


def why(end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str) -> Why:
    """Say why a seat, or a side, was paid in a lance of a hand that was settled, or why not.

    `end` and `waiting` are as `games.settle` gives them.
    """
    stones, facts = teller_of(end.variant).why(end, waiting, seat, lance)
    return Why(seat, lance, stones, tuple(facts))


def explain_why(
    end: Position, waiting: Sequence[OpenPayment], seat: str, lance: str, language: Language
) -> Explanation:
    """Say in words why a seat was paid in a lance, or why not."""
    answer = why(end, waiting, seat, lance)
    teller = teller_of(end.variant)
    written = list(teller.lines(answer.facts, end, language))
    # The headline has no article of its own: it rests on what follows.
    if written and not written[0].rules:
        written[0] = written[0]._replace(kind=answer.facts[0].kind)
    title = language.say(
        "{heading} · hand {hand} · {seat}",
        heading=teller.heading(lance, language),
        hand=end.table.hand,
        seat=seat,
    )
    return Explanation(title, (Passage("", tuple(written)),), _movements(end, seat, lance))


def _movements(end: Position, seat: str, lance: str) -> tuple[dict[str, object], ...]:
    accounts = {seat, side_of(seat)}
    found: list[Entry] = [
        entry for entry in end.ledger if entry.lance == lance and accounts & {entry.src, entry.dst}
    ]
    return tuple([entry.as_json() for entry in found])


def deciding_lines(
    end: Position,
    waiting: Sequence[OpenPayment],
    seat: str,
    lance: str,
    language: Language,
    *,
    to: str = "",
) -> tuple[Line, ...]:
    """The lines that say why, without what happened: for beside a claim.

    Of what the seat paid, only what went `to` an account is told where anything did.
    """
    facts = why(end, waiting, seat, lance).facts[1:]
    if any(fact.evidence.get("taker") == to for fact in facts):
        facts = tuple([fact for fact in facts if fact.evidence.get("taker", to) == to])
    return tuple(teller_of(end.variant).lines(facts, end, language))


# --- claims ------------------------------------------------------------------------------

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


def explain_claim(
    claimed: Claimed, entries: Sequence[Entry], end: Position, language: Language
) -> Explanation:
    """Say whether a claim holds, and show the first line where it and the ledger part.

    `entries` are the movements it speaks of (those of its lance, or of its hand), `end` the
    position in the end. A claim of neither has no lines.
    """
    teller = teller_of(end.variant)
    lines = [
        *_stones_lines(claimed, entries, teller, language),
        *_score_lines(claimed, entries, end, language),
    ]
    return Explanation("", (Passage("", tuple(lines)),))


def _stones_lines(
    claimed: Claimed, entries: Sequence[Entry], teller: Teller, language: Language
) -> Iterator[Line]:
    by, to, stones, _ = claimed
    if stones is None:
        return
    computed = account_total(entries, to)
    right = computed == stones
    yield fact_line(
        language, "claimed_stones", right, indent=0, by=by, to=to, claimed=stones, computed=computed
    )
    if right:
        return
    coming = [entry for entry in entries if entry.dst == to]
    sums = accumulate([entry.stones for entry in coming])
    beyond = [entry for entry, so_far in zip(coming, sums, strict=True) if so_far > stones]
    if beyond:
        yield from _moved_lines("differ_here", beyond[:1], teller, language)
    elif coming and any(entry.src == to for entry in entries):
        both = [entry for entry in entries if to in (entry.src, entry.dst)]
        yield from _moved_lines("moves", both, teller, language, seat=to)
    elif coming:
        yield from _moved_lines("nothing_more", coming, teller, language, to=to)
    else:
        yield from _moved_lines("nothing", entries, teller, language, to=to)


def _moved_lines(
    name: str, entries: Sequence[Entry], teller: Teller, language: Language, **known: Any
) -> Iterator[Line]:
    """Movements under a heading; of many the last, under one that says so."""
    yield fact_line(language, f"{name}_last" if len(entries) > MOST_MOVEMENTS else name, **known)
    yield from (movement_line(entry, teller, language) for entry in entries[-MOST_MOVEMENTS:])


def _score_lines(
    claimed: Claimed, entries: Sequence[Entry], end: Position, language: Language
) -> Iterator[Line]:
    if not claimed.after:
        return
    after = end.in_front()
    wrong = [seat for seat, stones in claimed.after.items() if after.get(seat) != stones]
    seat = wrong[0] if wrong else ""
    had, has = claimed.after.get(seat), after.get(seat, 0)
    known: dict[str, Any] = {"by": claimed.by, "seat": seat, "claimed": had, "computed": has}
    yield fact_line(language, "claimed_score", not wrong, indent=0, **known)
    # From the end, and one more than are told: a match may have thousands.
    late = (entry for entry in reversed(entries) if seat in (entry.src, entry.dst))
    touching = list(islice(late, MOST_MOVEMENTS + 1))[::-1] if wrong else []
    if touching:
        yield from _moved_lines("moves", touching, teller_of(end.variant), language, seat=seat)


# --- every claim, and what is open --------------------------------------------------------


def verdict_page(settlement: Settlement, language: Language) -> Explanation:
    """Say what becomes of every claim, and what may come of what is not decided.

    A page without passages where nothing is claimed and nothing open.
    """
    claims = [
        line
        for judgement in settlement.judgements
        for line in claim_lines(judgement, settlement.hands, language)
    ]
    sections = {
        language.say("Claims"): claims,
        language.say("What may still be paid"): list(open_lines(settlement, language)),
    }
    return Explanation(
        "", tuple([Passage(heading, tuple(lines)) for heading, lines in sections.items() if lines])
    )


def open_lines(settlement: Settlement, language: Language) -> Iterator[Line]:
    """Say of every lance that waits what may come of it, and what would decide it."""
    several = len(settlement.hands) > 1
    claimed = {j.claim["about"] for j in settlement.judgements if j.possible is not None}
    for lance in settlement.undecided:
        if f"{lance.hand}.{lance.lance}" in claimed:
            continue  # told beside the claim
        end = next(hand.end for hand in settlement.hands if hand.number == lance.hand)
        teller = teller_of(end.variant)
        text = teller.heading(lance.lance, language) if lance.lance else language.say("The game")
        if several:
            text = language.say("{heading}, hand {hand}", hand=lance.hand, heading=text)
        yield Line(text, kind="undecided", indent=1)
        yield from _indented(possible_lines(lance.possible, teller.comparing, language), 2)
    left = [each for each in settlement.left_out if f"{each.hand}.{each.lance}" not in claimed]
    if left:
        yield left_out_line(left, teller_of(settlement.hands[0].end.variant), language)


def claim_lines(
    judgement: Judgement, hands: Sequence[Played], language: Language
) -> Iterator[Line]:
    """Say what a claim is worth, and the one comparison or count that decides it."""
    claim = judgement.claim
    by = in_one_line(claim["by"], language.code)
    yield fact_line(language, "claim", by=by, about=place_text(claim, language))
    if "text" in claim:
        yield Line(in_one_line(claim["text"], language.code), kind="claim", indent=2)
    if judgement.branches:
        yield from ruled_lines(judgement.branches, by, language)
        return
    spoken_of, lance = claimed_hands(claim, hands)
    if judgement.possible is not None:
        yield from _half_remembered(judgement, spoken_of[-1].end, by, lance, language)
        return
    if judgement.holds is None:
        yield Line(unjudged_text(judgement.why, language), kind="claim_open", indent=2)
        return
    claimed = Claimed(by, claim.get("to", ""), claim.get("stones"), claim.get("after"))
    entries = [e for hand in spoken_of for e in hand.end.ledger if lance in ("", e.lance)]
    last = spoken_of[-1]
    lines = explain_claim(claimed, entries, last.end, language).lines
    if lines:
        yield from _indented(lines, 2)
    else:
        name = claim_sentence(judgement, spoken_of, lance)
        name = name if name == "not_over" else f"claimed_{name}"
        words = claim_words(judgement, spoken_of, lance, language)
        yield fact_line(language, name, judgement.holds, indent=2, **words)
    names_nobody = claimed.stones is None and not claimed.after
    if lance:
        yield from _decider(claimed, last, lance, language)
    elif names_nobody and (
        judgement.holds or (last.end.ledger and (last.end.winner or last.end.loser))
    ):
        yield from _last_movement(entries, last, language)
    elif judgement.holds:
        for seat in [claimed.to] if claimed.stones is not None else list(claimed.after or ()):
            moves = [entry for entry in entries if seat in (entry.src, entry.dst)]
            if moves:
                teller = teller_of(last.end.variant)
                moved = _moved_lines("moves", moves, teller, language, seat=seat)
                yield from _indented(moved, 1)


def claim_sentence(judgement: Judgement, hands: Sequence[Played], lance: str) -> str:
    """The name of the sentence on a claim that is judged, by what was recomputed of it."""
    computed = judgement.computed
    if judgement.possible is not None and not computed:
        return "whatever"
    if "after" in computed:
        return "score"
    if "stones" in computed:
        return "stones_out" if judgement.claim.get("to") == OUT else "stones"
    if lance:
        return "lance"
    return game_sentence(hands) if computed["to"] else "not_over"


def game_sentence(hands: Sequence[Played]) -> str:
    """Whether the game is for a side to win, or to lose."""
    # Decided in all that may still come, the hand itself need not have come to its end.
    return "loss" if "own_stones" in traits(hands[-1].end.variant.game) else "win"


def claim_words(
    judgement: Judgement, hands: Sequence[Played], lance: str, language: Language
) -> dict[str, Any]:
    """What the sentences on a claim name: who, where, how many, and the count."""
    claim, computed = judgement.claim, judgement.computed
    to, teller = claim.get("to", ""), teller_of(hands[-1].end.variant) if hands else Teller()
    side = computed.get("to", "")
    known = {"by": in_one_line(claim["by"], language.code), "to": to, "seat": to, "side": side}
    known |= {"loser": side, "winner": computed.get("won", side)}
    known |= {"where": language.term("where", "in all")}
    if "games" in computed:
        known["games"] = computed["games"]
    if lance and hands:
        known |= teller.names(lance, language)
        known["where"] = known["at_lance"]
    if "stones" in computed:
        known |= {"claimed": claim["stones"], "computed": computed["stones"]}
        known["amount"] = teller.stones_text(computed["stones"], language)
    if "after" in computed:
        after, claimed = computed["after"], claim.get("after", {})
        wrong = {side: stones for side, stones in claimed.items() if after.get(side) != stones}
        known |= {"score": after, "claimed": wrong or claimed}
    return known


def _decider(claimed: Claimed, hand: Played, lance: str, language: Language) -> Iterator[Line]:
    """The comparison or the count behind what a side gets in a lance."""
    table = hand.end.table
    only = OUT if claimed.to == OUT else ""
    seat = teller_of(table.variant).payer(hand.end, lance) if only else claimed.to
    if seat in table.seats or seat in table.sides:
        yield fact_line(language, "decider", indent=2)
        because = deciding_lines(hand.end, hand.open, seat, lance, language, to=only)
        yield from _indented(because, 2)


def _last_movement(entries: Sequence[Entry], hand: Played, language: Language) -> Iterator[Line]:
    """What ended a game: its last movement, and the hands behind that."""
    if not entries:
        return
    last, end = entries[-1], hand.end
    moved = _moved_lines("decider", [last], teller_of(end.variant), language)
    yield from _indented(moved, 1)
    seat = end.winner or last.src
    if seat in (*end.table.seats, *end.table.sides):
        yield from _indented(deciding_lines(end, hand.open, seat, last.lance, language), 2)


def _half_remembered(
    judgement: Judgement, end: Position, by: str, lance: str, language: Language
) -> Iterator[Line]:
    """A claim about something that depends on cards nobody showed, or a forgotten call."""
    assert judgement.possible is not None
    teller = teller_of(end.variant)
    yield fact_line(language, "half_remembered", judgement.holds, indent=2, by=by)
    yield from _indented(possible_lines(judgement.possible, teller.comparing, language), 2)
    known = teller.deciding(end, lance, indent=4) if judgement.holds is not None and lance else ()
    hands = teller.lines(known, end, language)
    if hands:
        yield fact_line(language, "known_hands", indent=3)
        yield from hands


def _indented(lines: Iterable[Line], levels: int) -> Iterator[Line]:
    for line in lines:
        yield line._replace(indent=line.indent + levels)


def place_text(claim: Json, language: Language) -> str:
    """The place a claim is about, as recorded, or the words for the match and its last game."""
    whole = {"match": language.say("the match"), "game": language.say("the game")}
    return whole.get(str(claim["about"])) or in_one_line(str(claim["about"]), language.code)


# --- what may still come -----------------------------------------------------------------

MOST_SHOWN = 8
MOST_CALLS = 6
MOST_NAMED = 12


def possible_lines(
    possible: Possible, rules: tuple[str, ...], language: Language
) -> Iterator[Line]:
    """Say what may come of it, in how many deals, and what would decide it."""
    for place, call in possible.found.items():
        yield fact_line(language, "found_call", place=place, call=call)
    endings = possible.endings
    unknown: dict[str, Any] = {"seats": possible.show, "places": possible.remember}
    case = bool(possible.show), bool(possible.remember)
    if len(endings) == 1 and possible.exhaustive:
        only = (case[0], case[1] and not case[0])
        what, gets = _what(endings[0], language), {"gets": dict(endings[0].gets)}
        yield fact_line(language, "certain", only, rules=rules, evidence=gets, what=what, **unknown)
        return
    share, total = sum([one.ways for one in endings if one.holds]), possible.ways
    yield fact_line(language, "unknown", case, rules=rules, **unknown)
    for ending in endings[:MOST_SHOWN]:
        yield _ending_line(ending, total, language)
    if len(endings) > MOST_SHOWN:
        yield fact_line(language, "more_endings", indent=2, more=len(endings) - MOST_SHOWN)
    if not possible.exhaustive:
        yield fact_line(language, "not_exhaustive")
    claimed = any(ending.holds is not None for ending in endings)
    if total and claimed:
        evidence = {"hands": share, "of": total}
        yield fact_line(language, "holds_in", evidence=evidence, percent=_percent(share, total))
    if possible.deciding:
        cards, calls = (
            [one for one in possible.deciding if one in them]
            for them in (possible.show, possible.remember)
        )
        needed = (bool(cards), bool(calls))
        yield fact_line(language, "would_decide", needed, seats=cards, places=calls)
    elif possible.exhaustive and claimed:
        yield fact_line(language, "decided")


def summary_lines(possible: Possible, rules: tuple[str, ...], language: Language) -> Iterator[Line]:
    """The most telling of it: what is certain; or how often a claim is right, and what decides."""
    for line in possible_lines(possible, rules, language):
        if line.kind in ("certain", "would_decide"):
            yield line
        elif line.kind == "holds_in":
            share = sum([ending.ways for ending in possible.endings if ending.holds])
            percent = _percent(share, possible.ways)
            yield line._replace(text=fact_text(language, "right_in", percent=percent))


def left_out_line(left: Sequence[Unexplored], teller: Teller, language: Language) -> Line:
    """Name what was not looked into, for too much of the match is unknown."""
    named = []
    for hand, waiting in groupby(left, lambda each: each.hand):
        lances = [teller.names(each.lance, language)["lance"] for each in waiting if each.lance]
        named.append(fact_text(language, "left_out_hand", lances=lances, hand=hand))
    more = len(named) - MOST_NAMED
    things = clauses_text(named[:MOST_NAMED], language)
    return fact_line(
        language, "left_out_more" if more > 0 else "left_out", more=more, things=things
    )


def _ending_line(ending: Ending, total: int, language: Language) -> Line:
    evidence: dict[str, object] = {"gets": dict(ending.gets)}
    if ending.holds is not None:
        evidence["holds"] = ending.holds
    case = "alone"
    if total:
        case, evidence = "of_deals", {**evidence, "hands": ending.ways, "of": total}
    elif ending.supposing:
        case = "by_calls" if len(ending.supposing) <= MOST_CALLS else "by_more_calls"
        evidence["supposing"] = [list(calls) for calls in ending.supposing]
    words: dict[str, Any] = {
        "what": _what(ending, language),
        "percent": _percent(ending.ways, total) if total else "",
        "calls": " / ".join([", ".join(calls) for calls in ending.supposing[:MOST_CALLS]]),
    }
    return fact_line(language, "ending", case, indent=2, evidence=evidence, **words)


def _what(ending: Ending, language: Language) -> list[str]:
    """Who gets what, as the beginnings of sentences: seats are capitals already."""
    parts = [
        fact_text(language, "gets" if stones > 0 else "gives", who=account, stones=abs(stones))
        for account, stones in ending.gets
        if account != OUT and stones
    ]
    if ending.decided:
        parts.append(fact_text(language, "decided_for", who=ending.decided))
    if ending.after:
        parts.append(fact_text(language, "then", score=dict(ending.after)))
    return parts or [fact_text(language, "nothing_moves")]


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
