"""The coach's report: each decision, the sources of the result, and what to look at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from mustutor.analysis.coach.decision import FINE, JudgedCall, Reason
from mustutor.analysis.coach.match import (
    OPEN,
    AnalysedHand,
    Decision,
    HandAnalysis,
    SideResult,
    words,
)
from mustutor.analysis.coach.playing_habits import UNIT, WHOLE
from mustutor.base.json_text import Json
from mustutor.base.language import Language, open_language
from mustutor.base.language_state import whole_languages
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import Place
from mustutor.games.mus_family.odds_discard import hundredths, percent
from mustutor.games.mus_family.words import aloud, lance_names
from mustutor.model.calls import Call

FIRST = 3
"""So many calls are named to be looked at first."""
THOUSAND = 1000
TOLD = 10
"""Thousandths in the smallest part of a stone that is told."""
CLOSE = 2
"""A hint calls two calls as good if they are less than this many errors apart."""
GLYPHS = {"doubtful": "?", "bad": "?", "very_bad": "??"}


def hand_results(hand: AnalysedHand, language: Language) -> Explanation:
    """What follows the decisions of a hand: the sources of its result, or that it has none.

    >>> hand = AnalysedHand(3, (), (), (), fewer=False)
    >>> [line.text for line in hand_results(hand, open_language("en")).lines]
    ['Nothing to decide, or the cards are not known.']
    """
    passages = []
    if not hand.decisions:
        nothing = language.say("Nothing to decide, or the cards are not known.")
        passages.append(Passage("", (Line(nothing),)))
    shares = tuple([result_line(share, language) for share in hand.shares])
    if shares:
        passages.append(Passage(language.say("Where the result comes from"), shares))
    return Explanation("", tuple(passages))


def decision_lines(hand: HandAnalysis, language: Language, seat: str = "") -> Iterator[Line]:
    """The decisions of a hand, each as soon as it is judged.

    The column of calls is as wide as the longest call that may be judged.
    """
    width = 0
    for _, place, step in hand.calls:
        if seat in ("", step.call.seat):
            width = max(width, len(_place_and_call(place, step.call, language)))
    for one in hand.decisions:
        if seat in ("", one.seat):
            line = decision_line(one, language)
            yield line._replace(said=line.said.ljust(width))


def decision_line(one: Decision, language: Language) -> Line:
    """A decision as a line: the odds, what the call lost, and what was better."""
    said = _place_and_call(one.place, one.judged.call, language)
    return Line(judgement_text(one, language), (), "decision", one.seat, 1, said)


def _place_and_call(place: Place, call: Call, language: Language) -> str:
    return f"{place} {call_aloud(call, language)}"


def call_aloud(call: Call, language: Language) -> str:
    """A call without its seat, as it is said at the table.

    >>> call_aloud(Call("A", "ordago"), open_language("en"))
    'órdago'
    """
    return aloud(words(call), language)


def judgement_text(one: Decision, language: Language) -> str:
    """The odds of a decision, and what was better, as text."""
    told = better_text(one.judged, one.mark, language)
    return " ".join([*odds_texts(one.judged, language), told])


def odds_texts(was: JudgedCall, language: Language) -> Iterator[str]:
    """Two texts on a call in a lance: what the cards win, and what the stake and the score ask.

    What a stake asks is left out where the trials found the best call to go against it.

    >>> from mustutor.model.calls import Call
    >>> from mustutor.analysis.coach.decision import Reason
    >>> bet, why = Call("A1", "envido", 2), Reason("grande", ("B1", "B2"), 0, False, 1, 0, 12_000)
    >>> for text in odds_texts(JudgedCall(bet, bet, 0, 0, 645, (), why=why), open_language("en")):
    ...     print(*text.split(". Still"), sep=".\\n Still")
    This side has the best hand at grande in 64.5 % of the deals that fit what has been said.
     Still to speak: B1 and B2.
    A bet that is refused brings 1 stone at once; at this score a stone is 1.2 % of the game.
    """
    why = was.why
    if was.odds is None or why is None:
        return
    told = {
        "share": percent(was.odds, THOUSAND, language),
        "at_lance": lance_names(language)["at_lance"][why.lance],
    }
    if was.call.seat == was.call.seat[0]:  # a side of one player
        wins = language.say(
            "This hand is the best {at_lance} in {share} of the deals that fit what has been said.",
            **told,
        )
    else:
        wins = language.say(
            "This side has the best hand {at_lance} in {share} of the deals that fit what has been"
            " said.",
            **told,
        )
    seats = language.join_list(why.behind) if why.behind else language.say("nobody")
    yield f"{wins} {language.say('Still to speak: {seats}.', seats=seats)}"
    if not why.deje or not _agrees(was, why, was.odds):
        return
    asked = {"stake": why.stake, "needed": percent(why.needed, THOUSAND, language)}
    if why.stake and why.ordago:
        yield language.count_noun(
            "Refusing costs {number} stone; at this score the órdago is worth seeing from {needed}"
            " on.",
            why.deje,
            **asked,
        )
    elif why.stake:
        yield language.count_noun(
            "Refusing costs {number} stone; at this score {stake} are worth seeing from {needed}"
            " on.",
            why.deje,
            **asked,
        )
    else:
        yield language.count_noun(
            "A bet that is refused brings {number} stone at once; at this score a stone is {worth}"
            " of the game.",
            why.deje,
            worth=percent(why.stone, WHOLE, language),
        )


def _agrees(was: JudgedCall, why: Reason, odds: int) -> bool:
    """Whether what a stake asks leads to the best call, or to the one said to be as good."""
    best = (was.best, _other(was)) if _is_undecided(was) else (was.best,)
    sees = {one.verb != "no quiero" for one in best}
    return not (why.stake and why.deje) or (odds >= why.needed) in sees


def _other(was: JudgedCall) -> Call:
    """What the best call is compared with; itself, where nothing else may be said."""
    return (was.other if was.best == was.call else was.call) or was.best


def _is_undecided(was: JudgedCall) -> bool:
    return _other(was) != was.best and abs(was.gap) < max(CLOSE * was.error, FINE)


def hint_page(was: JudgedCall, language: Language) -> Explanation:
    """A hint of two lines: what speaks for a call, and the call; or that two are as good.

    Two calls are as good where neither is a stone better for sure; else it cannot be told yet.

    >>> from mustutor.model.calls import Call
    >>> cut, mus = Call("A1", "corto"), Call("A1", "mus")
    >>> close = JudgedCall(cut, cut, 0, 250, None, (), 100, mus)
    >>> for line in hint_page(close, open_language("en")).lines:
    ...     print(line.text)
    By what the cards bring in all, corto is worth 0.10 ± 0.25 stones more than mus.
    I would as soon say corto as mus.
    """
    told = {"call": call_aloud(was.best, language), "other": call_aloud(_other(was), language)}
    unsure = _is_undecided(was) and abs(was.gap) + CLOSE * was.error >= UNIT
    if unsure:
        thought = language.say("I cannot tell yet whether {call} or {other} is better.", **told)
    elif _is_undecided(was):
        thought = language.say("I would as soon say {call} as {other}.", **told)
    else:
        thought = language.say("I would say {call}.", **told)
    reasons = list(odds_texts(was, language))
    if unsure or was.odds is None or was.why is None or not _agrees(was, was.why, was.odds):
        more = language.say(
            "By what the cards bring in all, {call} is worth {stones} ± {error} stones more than"
            " {other}.",
            stones=stones(abs(was.gap), language),
            error=stones(was.error, language),
            **told,
        )
        reasons.append(more)
    lines = [*reasons[:1], " ".join([*reasons[1:], thought])]
    return Explanation("", (Passage("", tuple([Line(line) for line in lines])),))


def better_text(was: JudgedCall, marked: str, language: Language) -> str:
    """A text that says by how much another call was better or worse, and how sure that is.

    >>> from mustutor.model.calls import Call
    >>> lost = JudgedCall(Call("A", "paso"), Call("A", "ordago"), 2500, 400, None, ())
    >>> better_text(lost, "bad", open_language("en"))
    'Bad: órdago is better by 2.50 ± 0.40 stones.'
    """
    told = {
        "best": call_aloud(was.best if was.best != was.call else was.other or was.best, language),
        "stones": stones(abs(was.gap), language),
        "error": stones(was.error, language),
    }
    told["verdict"] = verdict(marked, language)
    if was.gap > 0:
        return language.say("{verdict}: {best} is better by {stones} ± {error} stones.", **told)
    return language.say("{verdict}: {best} is worse by {stones} ± {error} stones.", **told)


def verdict(marked: str, language: Language) -> str:
    """A mark in words.

    >>> verdict("very_bad", open_language("en"))
    'Very bad'
    """
    return {
        "": language.say("Sound"),
        OPEN: language.say("Cannot tell yet"),
        "doubtful": language.say("Doubtful"),
        "bad": language.say("Bad"),
        "very_bad": language.say("Very bad"),
    }[marked]


def cost_text(was: JudgedCall, marked: str, language: Language) -> str:
    """A text that says what a call lost, without naming the better call.

    >>> from mustutor.model.calls import Call
    >>> lost = JudgedCall(Call("A", "paso"), Call("A", "ordago"), 2500, 400, None, ())
    >>> cost_text(lost, "bad", open_language("en"))
    'Bad: against the best call, paso loses 2.50 ± 0.40 stones.'
    """
    return language.say(
        "{verdict}: against the best call, {call} loses {stones} ± {error} stones.",
        verdict=verdict(marked, language),
        call=call_aloud(was.call, language),
        stones=stones(was.loss, language),
        error=stones(was.error, language),
    )


def result_line(share: SideResult, language: Language) -> Line:
    """A line on a side's result in a hand, with its parts by skill and luck.

    >>> result_line(SideResult("A", 3000, -500, 0, 3500), open_language("en")).text
    '+3.00 = -0.50 by their own calls and +3.50 by luck.'
    """
    parts = (share.result, share.skill, share.partners, share.others)
    result, skill, partners, others = [round(part / TOLD) * TOLD for part in parts]
    told = {
        "result": signed(result, language),
        "skill": signed(skill, language),
        "partners": signed(partners, language),
        "others": signed(others, language),
        # The remainder, so that the rounded parts add up to the result.
        "luck": signed(result - skill - partners - others, language),
    }
    if share.side != share.side[0]:  # a seat of a side
        text = language.say(
            "{result} = {skill} by their own calls, {partners} by the rest of their side, {others} "
            "by the others' and {luck} by luck.",
            **told,
        )
    elif share.others:
        text = language.say(
            "{result} = {skill} by their own calls, {others} by the others' and {luck} by luck.",
            **told,
        )
    else:
        text = language.say("{result} = {skill} by their own calls and {luck} by luck.", **told)
    return Line(text, (), "share", share.side)


def match_report(hands: Sequence[AnalysedHand], language: Language, name: str) -> Explanation:
    """Report how often each seat went wrong, what to look at first, and the method.

    >>> hand = AnalysedHand(1, (), (SideResult("A", 1000, 0, 0, 1000),), (), fewer=False)
    >>> for line in match_report([hand, hand], open_language("en"), "master").lines[:1]:
    ...     print(line.seat, line.text)
    A +2.00 = 0.00 by their own calls and +2.00 by luck.
    """
    say = language.say
    every = [one for hand in hands for one in hand.decisions]
    passages = []
    if every:
        seats = sorted({one.seat for one in every})
        rates = [
            _rate(one, [each for each in every if each.seat == one], language) for one in seats
        ]
        passages.append(Passage(say("Lost by their calls"), tuple(rates)))
    first = costliest_calls(hands)
    if first:
        lines = [decision_line(one, language) for one in first]
        passages.append(Passage(say("Look at these first"), tuple(lines)))
    totals = list(_totals(hands))
    if len(hands) > 1 and totals:
        shares = [result_line(share, language) for share in totals]
        passages.append(Passage(say("All hands together"), tuple(shares)))
    notes = [
        say(
            "Each call was tried with hands that fit what that seat knew, most of them played on by"
            " the player called {name}; ± is one standard error, and nothing is marked that is not"
            " sure.",
            name=name,
        ),
        say("Luck is the rest of the result: the parts add up to it exactly."),
    ]
    meaning = say(
        "A stone is what one changes the chance of winning by at the score the hand began with."
    )
    if any(hand.fewer for hand in hands):
        meaning = say(
            "A stone is what one changes the chance of losing by at the score the hand began with;"
            " + is better for whoever it stands beside."
        )
    notes.append(meaning)
    if any(not hand.shares for hand in hands):
        notes.append(say("Where not every card is known, luck cannot be told."))
    passages.append(Passage("", tuple([Line(note, indent=0) for note in notes])))
    return Explanation("", tuple(passages))


def costliest_calls(hands: Iterable[AnalysedHand | HandAnalysis]) -> list[Decision]:
    """The marked calls with the greatest losses: what to look at first."""
    marked = [one for hand in hands for one in hand.decisions if one.is_marked]
    return sorted(marked, key=lambda one: (-one.judged.loss, one.place))[:FIRST]


def _rate(seat: str, calls: Sequence[Decision], language: Language) -> Line:
    told = [one for one in calls if one.mark != OPEN]
    number = max(len(told), 1) * THOUSAND
    text = language.count_noun(
        "{stones} ± {error} stones a decision, {marked} marked of {number} decision.",
        len(told),
        stones=hundredths(sum([one.judged.loss for one in told]), number, language),
        error=hundredths(round(hypot(*[one.judged.error for one in told])), number, language),
        marked=sum([one.is_marked for one in told]),
    )
    if len(told) < len(calls):
        left = language.count_noun("{number} call cannot be told yet.", len(calls) - len(told))
        text = f"{text} {left}"
    return Line(text, (), "rate", seat)


def _totals(hands: Iterable[AnalysedHand]) -> Iterator[SideResult]:
    """The results of all hands added; empty if a hand has none."""
    every = [hand.shares for hand in hands]
    if not every or not all(every) or len({len(shares) for shares in every}) != 1:
        return
    for of_side in zip(*every, strict=True):
        sums = [sum(numbers) for numbers in zip(*[one[1:] for one in of_side], strict=True)]
        yield SideResult(of_side[0].side, *sums)


def stones(thousandths: int, language: Language) -> str:
    """Write a number of stones with two decimals.

    >>> stones(1250, open_language("en"))
    '1.25'
    """
    return hundredths(thousandths, THOUSAND, language)


def signed(thousandths: int, language: Language) -> str:
    """Write a number of stones with two decimals and its sign.

    >>> signed(1250, open_language("en")), signed(-1250, open_language("es"))
    ('+1.25', '-1,25')
    """
    said = stones(thousandths, language)
    return f"+{said}" if thousandths > 0 else said


def notes_of(hands: Iterable[AnalysedHand]) -> dict[str, list[Json]]:
    """The marked calls as notes of a record: by place, in each language.

    >>> notes_of([AnalysedHand(1, (), (), (), fewer=False)])
    {}
    """
    found: dict[str, list[Json]] = {}
    for hand in hands:
        for one in hand.decisions:
            if one.is_marked:
                tongues = map(open_language, whole_languages())
                text = {language.code: judgement_text(one, language) for language in tongues}
                note = {"by": "mustutor", "glyph": GLYPHS[one.mark], "text": text}
                found.setdefault(str(one.place), []).append(note)
    return found
