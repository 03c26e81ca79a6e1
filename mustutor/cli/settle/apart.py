"""Why two rulebooks part over a record, and which of them gives whom right in a quarrel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mustutor.explanation.brief import brief_claims
from mustutor.explanation.fitting import Point, fitted
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.ledger import Compared, Held
from mustutor.referee.claims import Judgement
from mustutor.referee.difference import Difference, Parting
from mustutor.rulebook import articles
from mustutor.variant import difference as changes_between
from mustutor.variant.options import options_of

DECLARED = frozenset(("MUS-DECL-1", "MUS-DECL-5", "ENC-PAR-1", "ENC-JUE-1"))
CARDS = ("deck.kings", "deck.removed_ranks", "deck.fours_as_aces")
BETTER = (*CARDS, "bet.refuser_hand_counts")
"""What decides whose hand is the better."""
REAL = ("real.enabled", "real.figures", "real.figure_suit", "real.sevens")
STAKED = ("bet.overlimit", "bet.reenvido", "individual.stake")
"""What decides what an accepted bet is worth."""


def quarrel_lines(found: Difference, tongue: Language) -> Iterator[Line]:
    """What becomes of every claim under either rulebook, and the rules that make the difference.

    Of several claims those that are judged differently, if any are; nothing without claims.
    """
    first, second = found.settlements
    pairs = list(zip(first.judgements, second.judgements, strict=False))
    apart = [pair for pair in pairs if _verdicts(pair[0]) != _verdicts(pair[1])]
    if not pairs:
        return
    if not apart:
        for line in fitted(list(brief_claims(first, tongue)), tongue):
            if line.indent:
                yield line
            else:
                yield line._replace(text=tongue.say("Under both: {text}", text=line.text))
        return
    points: list[Point] = []
    cited: set[str] = set()
    for settlement, place in ((first, 0), (second, 1)):
        concerned = settlement._replace(judgements=tuple([pair[place] for pair in apart]))
        for point in brief_claims(concerned, tongue):
            heads = [
                head._replace(
                    text=tongue.say(
                        "{variant}: {sentence}", variant=settlement.variant.id, sentence=head.text
                    )
                )
                for head in point.heads
            ]
            cited |= {rule for line in (*heads, *point.details) for rule in line.rules}
            points.append(Point(tuple(heads), point.details))
    reasons = tuple(reasons_behind(found, cited, (), tongue))
    points.append(Point(tuple([line._replace(indent=0) for line in reasons])))
    yield from fitted([point for point in points if point.heads], tongue)


def _verdicts(judgement: Judgement) -> tuple[object, object]:
    return judgement.holds, judgement.computed


def parting_reasons(found: Difference, parting: Parting, tongue: Language) -> Iterator[Line]:
    """What of the two rulebooks the articles at the parting hang on."""
    first, second = found.settlements
    cited = {entry.rule for entry in (parting.before, parting.after) if entry}
    if parting.failure is not None:
        cited.add(parting.failure.fault.rule)
    options = set(_behind(parting))
    if parting.kind == "decided":
        options |= {"score.target", "match.games", "match.vacas"}
    if parting.kind == "stones":
        options |= {"encaje.start_stones"}
    told = list(reasons_behind(found, cited, options, tongue))
    if not told and changes_between(first.variant, second.variant):
        text = tongue.say(
            "mustutor variant diff {before} {after} tells what else differs.",
            before=first.variant.id,
            after=second.variant.id,
        )
        told = [Line(text)]
    yield from told


def reasons_behind(
    found: Difference, cited: Iterable[str], more: Iterable[str], tongue: Language
) -> Iterator[Line]:
    """What of two rulebooks differs that these articles hang on, or `more` options."""
    first, second = found.settlements
    cited = set(cited)
    options = {
        option for rule in cited if rule in articles() for option in articles()[rule].options
    }
    options |= set(more)
    if cited & DECLARED:
        options |= set(CARDS)
    idle = dict(options_of(second.variant.game).idle(second.variant.rules))
    for change in changes_between(first.variant, second.variant):
        if change.option in options and change.option not in idle:
            told = tongue.say(
                "{variant}: {sentence}", variant=second.variant.id, sentence=change.said(tongue)
            )
            yield Line(told, kind="reason")


def _behind(parting: Parting) -> tuple[str, ...]:
    """The options behind two payments for hands laid side by side."""
    before, after = parting.before, parting.after
    if before is None or after is None or not isinstance(before.because, Compared | Held):
        return ()
    if before.dst == after.dst:
        return STAKED
    return (*BETTER, *REAL) if before.lance == "juego" else BETTER
