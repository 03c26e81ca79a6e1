"""`settle --diff`: where two rulebooks part over a record, and every stone that moves for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import Status
from mustutor.cli.replay.records import Match, title
from mustutor.cli.settle.apart import parting_reasons, quarrel_lines
from mustutor.cli.settle.page import PageFile
from mustutor.explanation.claimant import counted
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.ledger import Entry
from mustutor.referee.claims import Judgement
from mustutor.referee.difference import Difference, Parting, Shift, difference
from mustutor.replay.format import Json
from mustutor.replay.names import by_name
from mustutor.replay.words import in_one_line
from mustutor.variant import Variant


def compare(
    console: Console,
    match: Match,
    rules: tuple[Variant, Variant],
    *,
    json: bool = False,
    brief: bool = False,
    page: PageFile | None = None,
) -> Status:
    """Settle a match under two rulebooks and write where they part; 1 where one refuses a call.

    It is added to a `page` where one is being gathered.
    """
    assert match.replay is not None
    found = difference(match.replay, *rules)
    told = told_apart(found, by_name(console.language, match.replay), brief=brief)
    if json:
        console.document(document(found, console.language))
    elif page is not None:
        page.add(match.file, found.settlements[0], (told,), console.language, rules[1])
    elif brief:
        write(console, told._replace(title=""))
    else:
        title(console, match.replay)
        console.write()
        write(console, told)
    refused = any(settlement.failure for settlement in found.settlements)
    return Status.WRONG if refused else Status.DONE


def document(found: Difference, tongue: Language) -> Json:
    """The difference for a program; `stopped` says where either rulebook cannot play on."""
    stopped = [
        {
            "under": settlement.variant.id,
            "place": settlement.failure.place,
            "code": settlement.failure.fault.rule,
            "message": settlement.failure.fault.said(tongue),
        }
        for settlement in found.settlements
        if settlement.failure is not None
    ]
    written = found.as_json()
    claims = list(map(_claim, *(settlement.judgements for settlement in found.settlements)))
    if claims:
        written["claims"] = claims
    if "under" in written.get("parting", {}):
        parting = written["parting"]
        parting["under"] = written["variants"][parting["under"]]
    return {**written, "stopped": stopped} if stopped else written


def _claim(first: Judgement, second: Judgement) -> Json:
    """What becomes of a claim under both rulebooks, in their order."""
    judged = [judgement.as_json() for judgement in (first, second)]
    written: Json = {"by": first.claim["by"], "about": first.claim["about"]}
    holds = [judgement.holds for judgement in (first, second)]
    if None not in holds:
        written["holds"] = holds
    return {**written, "computed": [each["computed"] for each in judged]}


def told_apart(found: Difference, tongue: Language, *, brief: bool = False) -> Explanation:
    """The difference as a page: what is claimed; the parting and its reason; the stones.

    A `brief` one is what is claimed alone, or where they part if nothing is.
    """
    say = tongue.say
    heading = say("{before} and {after}", before=names(found)[0], after=names(found)[1])
    first = tuple(quarrel_lines(found, tongue))
    if brief and first:
        return Explanation(heading, (Passage(say("Verdict"), first),))
    passages = [Passage(say("Verdict"), first)] if first else []
    passages.append(Passage(say("Where they differ"), tuple(_parting(found, tongue))))
    if brief:
        return Explanation(heading, tuple(passages))
    if found.shifts:
        moved = [_shift(shift, found, tongue) for shift in found.shifts]
        moved += list(_net(found, tongue))
        passages.append(Passage(say("Stones that change hands"), tuple(moved)))
    passages.append(Passage(say("The result"), tuple(_ends(found, tongue))))
    claims = tuple(_claims(found, tongue))
    if claims:
        passages.append(Passage(say("Claims"), claims))
    return Explanation(heading, tuple(passages))


def names(found: Difference) -> tuple[str, str]:
    """What the two rulebooks are called: their ids."""
    first, second = found.settlements
    return first.variant.id, second.variant.id


# --- where they part ---------------------------------------------------------------------


def _parting(found: Difference, tongue: Language) -> Iterator[Line]:
    say, parting = tongue.say, found.parting
    before, after = names(found)
    if parting is None:
        yield Line(say("Nowhere: {before} and {after} pay the same.", before=before, after=after))
        yield from _halts(found, None, tongue)
        return
    under = names(found)[parting.under]
    match parting.kind:
        case "refused":
            yield _refusal(found, parting, tongue)
        case "decided":
            yield Line(_decided(found, parting, under, tongue))
        case "stones":
            yield Line(
                say(
                    "Hand {hand} begins with other stones in front.",
                    hand=parting.place,
                )
            )
        case _:
            if parting.call:
                heard = say("At {place}, with {call}:", place=parting.place, call=parting.call)
            else:
                heard = say("At {place}, when the hands are counted:", place=parting.place)
            yield Line(heard)
            for name, entry in ((before, parting.before), (after, parting.after)):
                yield Line(
                    _paid(name, entry, _teller(found), tongue),
                    (entry.rule,) if entry else (),
                    indent=2,
                )
    yield from parting_reasons(found, parting, tongue)
    yield from _halts(found, parting, tongue)


def _refusal(found: Difference, parting: Parting, tongue: Language) -> Line:
    failure = parting.failure
    assert failure is not None
    known = {"variant": names(found)[parting.under], "place": parting.place, "call": parting.call}
    problem = failure.fault.said(tongue)
    rules = (failure.fault.rule,) if failure.fault.rule else ()
    if parting.call:
        sentence = tongue.say(
            "At {place}, {variant} does not allow {call}: {problem}", **known, problem=problem
        )
    else:
        sentence = tongue.say(
            "At {place}, {variant} can go no further: {problem}", **known, problem=problem
        )
    return Line(sentence, rules)


def _decided(found: Difference, parting: Parting, under: str, tongue: Language) -> str:
    settlement = found.settlements[parting.under]
    number = int(parting.place.partition(".")[0])
    end = settlement.hands[number - 1].end
    known = {"variant": under, "place": parting.place, "side": end.winner or end.loser}
    if end.winner:
        return tongue.say(
            "At {place}, the game is over under {variant}: {side} has won it, and what follows "
            "is not counted.",
            **known,
        )
    return tongue.say(
        "At {place}, the game is over under {variant}: {side} has lost it, and what follows is "
        "not counted.",
        **known,
    )


def _paid(variant: str, entry: Entry | None, teller: Teller, tongue: Language) -> str:
    if entry is None:
        return tongue.say("{variant}: nothing is paid.", variant=variant)
    known = {"variant": variant, "payment": payment(entry, teller, tongue)}
    if entry.when == "at_once":
        return tongue.say("{variant}: {payment}, at once.", **known)
    return tongue.say("{variant}: {payment}, at the count.", **known)


def _teller(found: Difference) -> Teller:
    return teller_of(found.settlements[0].variant)


def payment(entry: Entry, teller: Teller, tongue: Language) -> str:
    """Say a movement in short: ``3 to B``, ``5 from E to B``.

    >>> from mustutor.language import language
    >>> from mustutor.ledger import Unanswered
    >>> deje = Entry("pares", "at_once", "deje", "bank", "B", 3, "", Unanswered("B", 5, 2, ()))
    >>> payment(deje, Teller(), language("en"))
    '3 to B (deje)'
    """
    return teller.moved(entry.as_json(), tongue)


def _halts(found: Difference, parting: Parting | None, tongue: Language) -> Iterator[Line]:
    """Where a rulebook cannot play on, later than the parting or together with the other."""
    for settlement in found.settlements:
        failure = settlement.failure
        if failure is None or (parting is not None and failure is parting.failure):
            continue
        rules = (failure.fault.rule,) if failure.fault.rule else ()
        known = {"variant": settlement.variant.id, "place": failure.place}
        sentence = tongue.say(
            "Under {variant}, the record can be followed no further than {place}: {problem}",
            **known,
            problem=failure.fault.said(tongue),
        )
        yield Line(sentence, rules)


# --- the stones --------------------------------------------------------------------------


def _shift(shift: Shift, found: Difference, tongue: Language) -> Line:
    before, after = names(found)
    entry = shift.before or shift.after
    assert entry is not None
    known: dict[str, object] = {
        "hand": shift.hand,
        **_teller(found).names(entry.lance, tongue),
        "before": before,
        "after": after,
    }
    rules = tuple(dict.fromkeys(e.rule for e in (shift.before, shift.after) if e))
    if shift.before and shift.after:
        text = tongue.say(
            "Hand {hand}, {lance}: {now}, not {then}.",
            **known,
            now=payment(shift.after, _teller(found), tongue),
            then=payment(shift.before, _teller(found), tongue),
        )
        if (shift.before.dst, shift.before.stones) == (shift.after.dst, shift.after.stones):
            sentence = (
                mark("Hand {hand}, {lance}: {payment} at the count, not at once.")
                if shift.before.when == "at_once"
                else mark("Hand {hand}, {lance}: {payment} at once, not at the count.")
            )
            text = tongue.say(
                sentence, **known, payment=payment(shift.after, _teller(found), tongue)
            )
    elif shift.before:
        text = tongue.say(
            "Hand {hand}, {lance}: {payment}, but only under {before}.",
            **known,
            payment=payment(shift.before, _teller(found), tongue),
        )
    else:
        text = tongue.say(
            "Hand {hand}, {lance}: {payment}, but only under {after}.",
            **known,
            payment=payment(entry, _teller(found), tongue),
        )
    return Line(text, rules)


def _net(found: Difference, tongue: Language) -> Iterator[Line]:
    after = names(found)[1]
    for side, stones in found.net.items():
        if stones > 0:
            yield Line(
                tongue.count(
                    "In all, {side} gets {number} stone more under {after}.",
                    "In all, {side} gets {number} stones more under {after}.",
                    stones,
                    side=side,
                    after=after,
                )
            )
        elif stones:
            yield Line(
                tongue.count(
                    "In all, {side} gets {number} stone less under {after}.",
                    "In all, {side} gets {number} stones fewer under {after}.",
                    -stones,
                    side=side,
                    after=after,
                )
            )


def _ends(found: Difference, tongue: Language) -> Iterator[Line]:
    for settlement, stones in zip(found.settlements, found.after, strict=True):
        known: dict[str, object] = {
            "variant": settlement.variant.id,
            "counts": counted(stones),
            "side": settlement.winner or settlement.loser,
        }
        if not stones:
            yield Line(tongue.say("{variant}: nothing could be played.", **known))
        elif settlement.winner:
            yield Line(tongue.say("{variant}: {counts}; {side} has won the game.", **known))
        elif settlement.loser:
            yield Line(tongue.say("{variant}: {counts}; {side} has lost the game.", **known))
        else:
            yield Line(tongue.say("{variant}: {counts}.", **known))
        waiting = [w.lance for played in settlement.hands for w in played.open]
        if waiting:
            lances = [
                _teller(found).names(lance, tongue)["lance"] for lance in dict.fromkeys(waiting)
            ]
            text = tongue.say(
                "Some cards for {lances} are not known: that is not compared.",
                lances=tongue.listed(lances),
            )
            yield Line(text, indent=2)


# --- what was claimed --------------------------------------------------------------------


def _claims(found: Difference, tongue: Language) -> Iterable[Line]:
    """The claims that are right under one rulebook and wrong under the other."""
    first, second = found.settlements
    for mine, theirs in zip(first.judgements, second.judgements, strict=False):
        if None in (mine.holds, theirs.holds) or mine.holds == theirs.holds:
            continue
        right, wrong = names(found) if mine.holds else reversed(names(found))
        yield Line(
            tongue.say(
                "{by} on {about}: right under {right}, wrong under {wrong}.",
                by=in_one_line(mine.claim["by"], tongue.code),
                about=in_one_line(mine.claim["about"], tongue.code),
                right=right,
                wrong=wrong,
            ),
            kind="claim",
        )
