"""`settle --diff`: where two rulebooks differ over a record, and each stone that moves.

Why they part is told by the options behind the articles, and whom each gives right in a quarrel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.base.json_text import Json
from mustutor.base.language import Language, mark
from mustutor.games.explain import Explanation, Line, Passage, plural
from mustutor.games.failure import Failure
from mustutor.games.rulebook import articles
from mustutor.games.teller import Teller, teller_of
from mustutor.model.ledger import Compared, Entry, HandValue
from mustutor.model.options import options_of
from mustutor.model.variant import Variant
from mustutor.model.variant import difference as changes_between
from mustutor.present.brief import brief_claims
from mustutor.present.sentences import stones_text
from mustutor.present.text import Point, fit_five_lines
from mustutor.referee.claims import Judgement
from mustutor.referee.settle import ChangedMovement, Difference, Divergence
from mustutor.replay.names import in_one_line

DECLARED = frozenset(("MUS-DECL-1", "MUS-DECL-5", "ENC-PAR-1", "ENC-JUE-1"))
CARDS = ("deck.kings", "deck.removed_ranks", "deck.fours_as_aces")
BETTER = (*CARDS, "bet.refuser_hand_counts")
"""What decides whose hand is the better."""
REAL = ("real.enabled", "real.figures", "real.figure_suit", "real.sevens")
STAKED = ("bet.overlimit", "bet.reenvido", "individual.stake")
"""What decides what an accepted bet is worth."""


def quarrel_lines(found: Difference, language: Language) -> Iterator[Line]:
    """The verdicts on the claims under both rulebooks, and the rules that make them differ.

    Of several claims those that are judged differently, if any are; nothing without claims.
    """
    first, second = found.settlements
    pairs = list(zip(first.judgements, second.judgements, strict=False))
    verdicts = [[(each.holds, each.computed) for each in pair] for pair in pairs]
    apart = [pair for pair, (one, other) in zip(pairs, verdicts, strict=True) if one != other]
    if not pairs:
        return
    if not apart:
        for line in fit_five_lines(list(brief_claims(first.judgements, first.hands, language))):
            if line.indent:
                yield line
            else:
                yield line._replace(text=language.say("Under both: {text}", text=line.text))
        return
    points: list[Point] = []
    cited: set[str] = set()
    for settlement, place in ((first, 0), (second, 1)):
        concerned = [pair[place] for pair in apart]
        for point in brief_claims(concerned, settlement.hands, language):
            heads = [
                head._replace(text=_of_variant(settlement.variant, head.text, language))
                for head in point.heads
            ]
            cited |= {rule for line in (*heads, *point.details) for rule in line.rules}
            points.append(Point(tuple(heads), point.details))
    reasons = reasons_behind(found, cited, (), language)
    points.append(Point(tuple([line._replace(indent=0) for line in reasons])))
    yield from fit_five_lines([point for point in points if point.heads])


def _of_variant(variant: Variant, sentence: str, language: Language) -> str:
    return language.say("{variant}: {sentence}", variant=variant.id, sentence=sentence)


def divergence_reasons(
    found: Difference, divergence: Divergence, language: Language
) -> Iterator[Line]:
    """The differences of two rulebooks behind the articles at a divergence."""
    first, second = found.settlements
    cited = {entry.rule for entry in (divergence.before, divergence.after) if entry}
    if divergence.failure is not None:
        cited.add(divergence.failure.fault.rule)
    options = set(_behind(divergence))
    if divergence.kind == "decided":
        options |= {"score.target", "match.games", "match.vacas"}
    if divergence.kind == "stones":
        options |= {"encaje.start_stones"}
    told = list(reasons_behind(found, cited, options, language))
    yield from told
    if not told and changes_between(first.variant, second.variant):
        text = language.say(
            "mustutor variant diff {before} {after} tells what else differs.",
            before=first.variant.id,
            after=second.variant.id,
        )
        yield Line(text)


def reasons_behind(
    found: Difference, cited: Iterable[str], more: Iterable[str], language: Language
) -> Iterator[Line]:
    """The differences of two rulebooks that concern these articles, or `more` options."""
    first, second = found.settlements
    cited = set(cited)
    known = [articles()[rule] for rule in cited if rule in articles()]
    options = {*more, *(option for article in known for option in article.options)}
    if cited & DECLARED:
        options |= set(CARDS)
    idle = dict(options_of(second.variant.game).idle(second.variant.rules))
    for change in changes_between(first.variant, second.variant):
        if change.option in options and change.option not in idle:
            told = _of_variant(second.variant, change.said(language), language)
            yield Line(told, kind="reason")


def _behind(divergence: Divergence) -> tuple[str, ...]:
    """The options behind two payments for hands laid side by side."""
    before, after = divergence.before, divergence.after
    if before is None or after is None or not isinstance(before.because, Compared | HandValue):
        return ()
    if before.dst == after.dst:
        return STAKED
    return (*BETTER, *REAL) if before.lance == "juego" else BETTER


def document(found: Difference, language: Language) -> Json:
    """The difference for a program; `stopped` says where either rulebook cannot play on."""
    stopped = [
        {
            "under": settlement.variant.id,
            "place": failure.place,
            "code": failure.fault.rule,
            "message": failure.fault.said(language),
        }
        for settlement in found.settlements
        if (failure := settlement.failure) is not None
    ]
    written = found.as_json()
    claims = list(map(_claim, *(settlement.judgements for settlement in found.settlements)))
    if claims:
        written["claims"] = claims
    if "under" in written.get("parting", {}):
        divergence = written["parting"]
        divergence["under"] = written["variants"][divergence["under"]]
    return {**written, "stopped": stopped} if stopped else written


def _claim(first: Judgement, second: Judgement) -> Json:
    """What becomes of a claim under both rulebooks, in their order."""
    judged = [judgement.as_json() for judgement in (first, second)]
    written: Json = {"by": first.claim["by"], "about": first.claim["about"]}
    if None not in (holds := [first.holds, second.holds]):
        written["holds"] = holds
    return {**written, "computed": [each["computed"] for each in judged]}


def told_apart(found: Difference, language: Language, *, brief: bool = False) -> Explanation:
    """The difference as a page: what is claimed; the divergence and its reason; the stones.

    A `brief` one is what is claimed alone, or where they part if nothing is.
    """
    say = language.say
    heading = say("{before} and {after}", before=names(found)[0], after=names(found)[1])
    first = tuple(quarrel_lines(found, language))
    if brief and first:
        return Explanation(heading, (Passage(say("Verdict"), first),))
    passages = [Passage(say("Verdict"), first)] if first else []
    passages.append(Passage(say("Where they differ"), tuple(_divergence(found, language))))
    if brief:
        return Explanation(heading, tuple(passages))
    if found.shifts:
        moved = [_shift(shift, found, language) for shift in found.shifts]
        moved += list(_net(found, language))
        passages.append(Passage(say("Stones that change hands"), tuple(moved)))
    passages.append(Passage(say("The result"), tuple(_ends(found, language))))
    claims = tuple(_claims(found, language))
    if claims:
        passages.append(Passage(say("Claims"), claims))
    return Explanation(heading, tuple(passages))


def names(found: Difference) -> tuple[str, str]:
    """What the two rulebooks are called: their ids."""
    first, second = found.settlements
    return first.variant.id, second.variant.id


# --- where they part ---------------------------------------------------------------------


def _divergence(found: Difference, language: Language) -> Iterator[Line]:
    say, divergence = language.say, found.divergence
    before, after = names(found)
    if divergence is None:
        yield Line(say("Nowhere: {before} and {after} pay the same.", before=before, after=after))
        yield from _halts(found, None, language)
        return
    under = names(found)[divergence.under]
    match divergence.kind:
        case "refused":
            yield _refusal(found, divergence, language)
        case "decided":
            yield Line(_decided(found, divergence, under, language))
        case "stones":
            yield Line(say("Hand {hand} begins with other stones in front.", hand=divergence.place))
        case _:
            if divergence.call:
                heard = say(
                    "At {place}, with {call}:", place=divergence.place, call=divergence.call
                )
            else:
                heard = say("At {place}, when the hands are counted:", place=divergence.place)
            yield Line(heard)
            for name, entry in ((before, divergence.before), (after, divergence.after)):
                paid = _paid(name, entry, _teller(found), language)
                yield Line(paid, (entry.rule,) if entry else (), indent=2)
    yield from divergence_reasons(found, divergence, language)
    yield from _halts(found, divergence, language)


def _refusal(found: Difference, divergence: Divergence, language: Language) -> Line:
    assert divergence.failure is not None
    sentence = mark("At {place}, {variant} can go no further: {problem}")
    if divergence.call:
        sentence = mark("At {place}, {variant} does not allow {call}: {problem}")
    under = names(found)[divergence.under]
    return _stop(divergence.failure, sentence, language, variant=under, call=divergence.call)


def _stop(failure: Failure, sentence: str, language: Language, **known: str) -> Line:
    """Say where a rulebook cannot play on, with the article."""
    fault = failure.fault
    told = language.say(sentence, place=failure.place, problem=fault.said(language), **known)
    return Line(told, (fault.rule,) if fault.rule else ())


def _decided(found: Difference, divergence: Divergence, under: str, language: Language) -> str:
    settlement = found.settlements[divergence.under]
    end = settlement.hands[int(divergence.place.partition(".")[0]) - 1].end
    won = mark(
        "At {place}, the game is over under {variant}: {side} has won it, and what follows "
        "is not counted."
    )
    lost = mark(
        "At {place}, the game is over under {variant}: {side} has lost it, and what follows "
        "is not counted."
    )
    known = {"variant": under, "place": divergence.place, "side": end.winner or end.loser}
    return language.say(won if end.winner else lost, **known)


def _paid(variant: str, entry: Entry | None, teller: Teller, language: Language) -> str:
    if entry is None:
        return language.say("{variant}: nothing is paid.", variant=variant)
    known = {"variant": variant, "payment": teller.moved(entry.as_json(), language)}
    if entry.when == "at_once":
        return language.say("{variant}: {payment}, at once.", **known)
    return language.say("{variant}: {payment}, at the count.", **known)


def _teller(found: Difference) -> Teller:
    return teller_of(found.settlements[0].variant)


def _halts(found: Difference, divergence: Divergence | None, language: Language) -> Iterator[Line]:
    """Where a rulebook cannot play on, later than the parting or together with the other."""
    for settlement in found.settlements:
        failure = settlement.failure
        if failure is not None and not (divergence and failure is divergence.failure):
            sentence = mark(
                "Under {variant}, the record can be followed no further than {place}: {problem}"
            )
            yield _stop(failure, sentence, language, variant=settlement.variant.id)


# --- the stones --------------------------------------------------------------------------


def _shift(shift: ChangedMovement, found: Difference, language: Language) -> Line:
    teller, (before, after) = _teller(found), names(found)
    was, now = shift.before, shift.after
    entry = was or now
    assert entry is not None
    if was and now and (was.dst, was.stones) != (now.dst, now.stones):
        sentence = mark("Hand {hand}, {lance}: {now}, not {then}.")
    elif was and now:
        sentence = (
            mark("Hand {hand}, {lance}: {payment} at the count, not at once.")
            if was.when == "at_once"
            else mark("Hand {hand}, {lance}: {payment} at once, not at the count.")
        )
    elif was:
        sentence = mark("Hand {hand}, {lance}: {payment}, but only under {before}.")
    else:
        sentence = mark("Hand {hand}, {lance}: {payment}, but only under {after}.")
    paid = teller.moved((now or entry).as_json(), language)
    text = language.say(
        sentence,
        hand=shift.hand,
        **teller.names(entry.lance, language),
        before=before,
        after=after,
        payment=paid,
        now=paid,
        then=teller.moved(entry.as_json(), language),
    )
    return Line(text, tuple(dict.fromkeys(e.rule for e in (was, now) if e)))


def _net(found: Difference, language: Language) -> Iterator[Line]:
    more = plural("In all, {side} gets {number} stone more under {after}.")
    fewer = plural(
        "In all, {side} gets {number} stone less under {after}.",
        "In all, {side} gets {number} stones fewer under {after}.",
    )
    for side, stones in found.net.items():
        told, known = more if stones > 0 else fewer, {"side": side, "after": names(found)[1]}
        if stones:
            yield Line(language.count(told.one, told.many, abs(stones), **known))


def _ends(found: Difference, language: Language) -> Iterator[Line]:
    for settlement, stones in zip(found.settlements, found.after, strict=True):
        if not stones:
            sentence = mark("{variant}: nothing could be played.")
        elif settlement.winner:
            sentence = mark("{variant}: {counts}; {side} has won the game.")
        elif settlement.loser:
            sentence = mark("{variant}: {counts}; {side} has lost the game.")
        else:
            sentence = mark("{variant}: {counts}.")
        name, side = settlement.variant.id, settlement.winner or settlement.loser
        yield Line(language.say(sentence, variant=name, counts=stones_text(stones), side=side))
        waiting = [w.lance for played in settlement.hands for w in played.open]
        if waiting:
            called = [_teller(found).names(w, language)["lance"] for w in dict.fromkeys(waiting)]
            text = language.say(
                "Some cards for {lances} are not known: that is not compared.",
                lances=language.join_list(called),
            )
            yield Line(text, indent=2)


# --- what was claimed --------------------------------------------------------------------


def _claims(found: Difference, language: Language) -> Iterable[Line]:
    """The claims that are right under one rulebook and wrong under the other."""
    first, second = found.settlements
    for mine, theirs in zip(first.judgements, second.judgements, strict=False):
        if None in (mine.holds, theirs.holds) or mine.holds == theirs.holds:
            continue
        right, wrong = names(found) if mine.holds else reversed(names(found))
        yield Line(
            language.say(
                "{by} on {about}: right under {right}, wrong under {wrong}.",
                by=in_one_line(mine.claim["by"], language.code),
                about=in_one_line(mine.claim["about"], language.code),
                right=right,
                wrong=wrong,
            ),
            kind="claim",
        )
