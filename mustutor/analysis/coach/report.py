"""The coach's report: each decision, the sources of the result, and what to look at first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mustutor.analysis.coach.decision import JudgedCall
from mustutor.analysis.coach.match import AnalysedHand, Decision, SideResult, words
from mustutor.base.json_text import Json
from mustutor.base.language import Language, available, open_language
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.mus_family.odds_discard import hundredths, percent

FIRST = 3
"""So many calls are named to be looked at first."""
THOUSAND = 1000
TOLD = 10
"""Thousandths in the smallest part of a stone that is told."""
GLYPHS = {"doubtful": "?", "bad": "?", "very_bad": "??"}


def hand_report(hand: AnalysedHand, language: Language, seat: str = "") -> Explanation:
    """Report what each decision of a hand was worth, and the sources of its result.

    >>> hand = AnalysedHand(3, (), (), (), fewer=False)
    >>> told = hand_report(hand, open_language("en"))
    >>> told.title, [line.text for line in told.lines]
    ('Hand 3', ['Nothing to decide, or the cards are not known.'])
    """
    lines = [decision_line(one, language) for one in hand.decisions if seat in ("", one.seat)]
    lines = lines or [Line(language.say("Nothing to decide, or the cards are not known."))]
    shares = [result_line(share, language) for share in hand.shares_of(seat)]
    passages = [Passage("", tuple(lines))]
    if shares:
        passages.append(Passage(language.say("Where the result comes from"), tuple(shares)))
    return Explanation(language.say("Hand {hand}", hand=hand.number), tuple(passages))


def decision_line(one: Decision, language: Language) -> Line:
    """A decision as a line: the odds, what the call lost, and what was better."""
    was = one.judged
    said = f"{one.place} {words(was.call)}"
    return Line(judgement_text(one, language), (), "decision", one.seat, 1, said)


def judgement_text(one: Decision, language: Language) -> str:
    """The odds of a decision, and what was better, as text."""
    told = better_text(one.judged, one.mark, language)
    return " ".join([*odds_texts(one.judged, language), told])


def odds_texts(was: JudgedCall, language: Language) -> Iterator[str]:
    """Texts that say how often the seat's side had the best hand, for a bet lance.

    >>> from mustutor.model.calls import Call
    >>> bet = Call("A1", "envido", 2)
    >>> list(odds_texts(JudgedCall(bet, bet, 0, 0, 645, ()), open_language("en")))
    ['Their side has the best hand in 64.5 % of the deals.']
    """
    if was.odds is None:
        return
    share = percent(was.odds, THOUSAND, language)
    seat = was.call.seat
    if seat == seat[0]:  # a side of one player
        yield language.say("They have the best hand in {share} of the deals.", share=share)
    else:
        yield language.say("Their side has the best hand in {share} of the deals.", share=share)


def better_text(was: JudgedCall, marked: str, language: Language) -> str:
    """A text that says what was better than a call, and by how much.

    >>> from mustutor.model.calls import Call
    >>> lost = JudgedCall(Call("A", "paso"), Call("A", "ordago"), 2500, 400, None, ())
    >>> better_text(lost, "bad", open_language("en"))
    'Bad: ordago is better by 2.50 ± 0.40 stones.'
    """
    if was.best == was.call:
        return language.say("Nothing was better.")
    told = {
        "best": words(was.best),
        "stones": stones(was.loss, language),
        "error": stones(was.error, language),
    }
    match marked:
        case "doubtful":
            return language.say("Doubtful: {best} is better by {stones} ± {error} stones.", **told)
        case "bad":
            return language.say("Bad: {best} is better by {stones} ± {error} stones.", **told)
        case "very_bad":
            return language.say("Very bad: {best} is better by {stones} ± {error} stones.", **told)
        case _:
            return language.say("Perhaps {best}: {stones} ± {error} stones.", **told)


def cost_text(was: JudgedCall, language: Language) -> str:
    """A text that says what a call lost, without naming the better call.

    >>> from mustutor.model.calls import Call
    >>> lost = JudgedCall(Call("A", "paso"), Call("A", "ordago"), 2500, 400, None, ())
    >>> cost_text(lost, open_language("en"))
    'Against the best call, paso loses 2.50 ± 0.40 stones.'
    """
    return language.say(
        "Against the best call, {call} loses {stones} ± {error} stones.",
        call=words(was.call),
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


def match_report(
    hands: Sequence[AnalysedHand], language: Language, name: str, seat: str = ""
) -> Explanation:
    """Report how often each seat went wrong, what to look at first, and the method.

    >>> hand = AnalysedHand(1, (), (SideResult("A", 1000, 0, 0, 1000),), (), fewer=False)
    >>> for line in match_report([hand, hand], open_language("en"), "master").lines[:1]:
    ...     print(line.seat, line.text)
    A +2.00 = 0.00 by their own calls and +2.00 by luck.
    """
    say = language.say
    every = [one for hand in hands for one in hand.decisions if seat in ("", one.seat)]
    passages = []
    if every:
        seats = sorted({one.seat for one in every})
        rates = [
            _rate(one, [each for each in every if each.seat == one], language) for one in seats
        ]
        passages.append(Passage(say("Lost by their calls"), tuple(rates)))
    first = costliest_calls(hands, seat)
    if first:
        lines = [decision_line(one, language) for one in first]
        passages.append(Passage(say("Look at these first"), tuple(lines)))
    totals = list(_totals(hands, seat))
    if len(hands) > 1 and totals:
        shares = [result_line(share, language) for share in totals]
        passages.append(Passage(say("All hands together"), tuple(shares)))
    notes = [
        say(
            "Each call was played on from with hands that fit what that seat knew, by the player"
            " called {name}; ± is one standard error, and what lost less than two is not marked.",
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


def costliest_calls(hands: Iterable[AnalysedHand], seat: str = "") -> list[Decision]:
    """The marked calls of a seat, or of all, with the greatest losses: what to look at first."""
    every = [one for hand in hands for one in hand.decisions if seat in ("", one.seat)]
    marked = [one for one in every if one.mark]
    return sorted(marked, key=lambda one: (-one.judged.loss, one.place))[:FIRST]


def _rate(seat: str, calls: Sequence[Decision], language: Language) -> Line:
    lost = sum([one.judged.loss for one in calls])
    marked = sum([bool(one.mark) for one in calls])
    text = language.count(
        "{stones} stones a decision, {marked} marked of {number} decision.",
        "{stones} stones a decision, {marked} marked of {number} decisions.",
        len(calls),
        stones=hundredths(lost, len(calls) * THOUSAND, language),
        marked=marked,
    )
    return Line(text, (), "rate", seat)


def _totals(hands: Iterable[AnalysedHand], seat: str) -> Iterator[SideResult]:
    """The results of all hands added, of a seat or of every side; empty if a hand has none."""
    every = [hand.shares_of(seat) for hand in hands]
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


def notes_of(hands: Iterable[AnalysedHand], seat: str = "") -> dict[str, list[Json]]:
    """The marked calls, of a seat or of all, as notes of a record: by place, in each language.

    >>> notes_of([AnalysedHand(1, (), (), (), fewer=False)])
    {}
    """
    found: dict[str, list[Json]] = {}
    for hand in hands:
        for one in hand.decisions:
            if one.mark and seat in ("", one.seat):
                tongues = map(open_language, available())
                text = {language.code: judgement_text(one, language) for language in tongues}
                note = {"by": "mustutor", "glyph": GLYPHS[one.mark], "text": text}
                found.setdefault(str(one.place), []).append(note)
    return found
