"""`settle --diff`: where two rulebooks part over a record, and every stone that moves for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import Status
from mustutor.cli.replay.records import Match, title
from mustutor.games.teller import Teller, teller_of
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.ledger import Compared, Entry, Held
from mustutor.referee.difference import Difference, Parting, Shift, difference
from mustutor.replay.format import Json
from mustutor.replay.words import in_one_line
from mustutor.rulebook import articles
from mustutor.variant import Variant
from mustutor.variant import difference as changes_between
from mustutor.variant.options import options_of

DECLARED = frozenset(("MUS-DECL-1", "MUS-DECL-5", "ENC-PAR-1", "ENC-JUE-1"))
CARDS = ("deck.kings", "deck.removed_ranks", "deck.fours_as_aces")
BETTER = (*CARDS, "bet.refuser_hand_counts")
"""What decides whose hand is the better."""
REAL = ("real.enabled", "real.figures", "real.figure_suit", "real.sevens")
STAKED = ("bet.overlimit", "bet.reenvido", "individual.stake")
"""What decides what an accepted bet is worth."""


def compare(
    console: Console, match: Match, rules: tuple[Variant, Variant], *, json: bool
) -> Status:
    """Settle a match under two rulebooks and write where they part; 1 where one refuses a call."""
    assert match.replay is not None
    found = difference(match.replay, *rules)
    if json:
        console.document(document(found, console.language))
    else:
        title(console, match.replay)
        console.write()
        write(console, page(found, console.language))
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
    if "under" in written.get("parting", {}):
        parting = written["parting"]
        parting["under"] = written["variants"][parting["under"]]
    return {**written, "stopped": stopped} if stopped else written


def page(found: Difference, tongue: Language) -> Explanation:
    """The difference as a page: the parting and its reason, the stones, what is left of it."""
    say = tongue.say
    before, after = names(found)
    passages = [Passage(say("Where they part"), tuple(_parting(found, tongue)))]
    if found.shifts:
        moved = [_shift(shift, found, tongue) for shift in found.shifts]
        moved += list(_net(found, tongue))
        passages.append(Passage(say("Stones that change hands"), tuple(moved)))
    passages.append(Passage(say("What it comes to"), tuple(_ends(found, tongue))))
    claims = tuple(_claims(found, tongue))
    if claims:
        passages.append(Passage(say("Claims"), claims))
    heading = say("{before} and {after}", before=before, after=after)
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
                heard = say("At {place}, when the cards are counted:", place=parting.place)
            yield Line(heard)
            for name, entry in ((before, parting.before), (after, parting.after)):
                yield Line(
                    _paid(name, entry, _teller(found), tongue),
                    (entry.rule,) if entry else (),
                    indent=2,
                )
    yield from _reasons(found, parting, tongue)
    yield from _halts(found, parting, tongue)


def _refusal(found: Difference, parting: Parting, tongue: Language) -> Line:
    failure = parting.failure
    assert failure is not None
    known = {"variant": names(found)[parting.under], "place": parting.place, "call": parting.call}
    problem = failure.fault.said(tongue)
    rules = (failure.fault.rule,) if failure.fault.rule else ()
    if parting.call:
        sentence = tongue.say(
            "At {place} {variant} refuses {call}: {problem}", **known, problem=problem
        )
    else:
        sentence = tongue.say(
            "At {place} {variant} goes no further: {problem}", **known, problem=problem
        )
    return Line(sentence, rules)


def _decided(found: Difference, parting: Parting, under: str, tongue: Language) -> str:
    settlement = found.settlements[parting.under]
    number = int(parting.place.partition(".")[0])
    end = settlement.hands[number - 1].end
    known = {"variant": under, "place": parting.place, "side": end.winner or end.loser}
    if end.winner:
        return tongue.say(
            "At {place} the game is over under {variant}: {side} has won it, and what follows is "
            "not counted.",
            **known,
        )
    return tongue.say(
        "At {place} the game is over under {variant}: {side} has lost it, and what follows is "
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


def _reasons(found: Difference, parting: Parting, tongue: Language) -> Iterator[Line]:
    """What of the two rulebooks the articles at the parting hang on."""
    first, second = found.settlements
    cited = {entry.rule for entry in (parting.before, parting.after) if entry}
    if parting.failure is not None:
        cited.add(parting.failure.fault.rule)
    options = {
        option for rule in cited if rule in articles() for option in articles()[rule].options
    }
    options |= set(_behind(parting))
    if cited & DECLARED:
        options |= set(CARDS)
    if parting.kind == "decided":
        options |= {"score.target", "match.games", "match.vacas"}
    if parting.kind == "stones":
        options |= {"encaje.start_stones"}
    changes = changes_between(first.variant, second.variant)
    idle = dict(options_of(second.variant.game).idle(second.variant.rules))
    here = [change for change in changes if change.option in options and change.option not in idle]
    for change in here:
        told = tongue.say(
            "{variant}: {sentence}", variant=second.variant.id, sentence=change.said(tongue)
        )
        yield Line(told, kind="reason")
    if not here and changes:
        yield Line(
            tongue.say(
                "mustutor variant diff {before} {after} tells what else is different.",
                before=first.variant.id,
                after=second.variant.id,
            )
        )


def _behind(parting: Parting) -> tuple[str, ...]:
    """The options behind two payments for hands laid side by side."""
    before, after = parting.before, parting.after
    if before is None or after is None or not isinstance(before.because, Compared | Held):
        return ()
    if before.dst == after.dst:
        return STAKED
    return (*BETTER, *REAL) if before.lance == "juego" else BETTER


def _halts(found: Difference, parting: Parting | None, tongue: Language) -> Iterator[Line]:
    """Where a rulebook cannot play on, later than the parting or together with the other."""
    for settlement in found.settlements:
        failure = settlement.failure
        if failure is None or (parting is not None and failure is parting.failure):
            continue
        rules = (failure.fault.rule,) if failure.fault.rule else ()
        known = {"variant": settlement.variant.id, "place": failure.place}
        sentence = tongue.say(
            "Under {variant} the record goes no further than {place}: {problem}",
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
            "Hand {hand}, {lance}: {payment} under {before} alone.",
            **known,
            payment=payment(shift.before, _teller(found), tongue),
        )
    else:
        text = tongue.say(
            "Hand {hand}, {lance}: {payment} under {after} alone.",
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
                    "In all {side} gets {number} stone more under {after}.",
                    "In all {side} gets {number} stones more under {after}.",
                    stones,
                    side=side,
                    after=after,
                )
            )
        elif stones:
            yield Line(
                tongue.count(
                    "In all {side} gets {number} stone fewer under {after}.",
                    "In all {side} gets {number} stones fewer under {after}.",
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
                "Cards nobody has told are missing for {lances}: that is not compared.",
                lances=tongue.listed(lances),
            )
            yield Line(text, indent=2)


def counted(stones: dict[str, int]) -> str:
    """Write the stones of each side with commas.

    >>> counted({"A": 19, "B": 14})
    'A 19, B 14'
    """
    return ", ".join(f"{side} {count}" for side, count in stones.items())


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
