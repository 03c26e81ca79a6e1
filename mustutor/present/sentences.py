"""What the referee has found, in words: every kind of fact has its sentence in one table.

It is ``variants/sentences/referee.yaml``, but for those that choose by their words. A kind that is
judged has a sentence for each way it may be judged; another one, for each case there is. The pages
choose the facts. An irregularity comes last: what happened, what is settled, and what each ruling
pays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from mustutor.base.language import Language, mark, printable
from mustutor.games.explain import (
    NOTHING,
    Explanation,
    Fact,
    Line,
    Passage,
    Plural,
    Sentence,
    plural,
    sentences_by_case,
)
from mustutor.games.irregularities import (
    CHOICE,
    REFEREE,
    KnownIrregularity,
    irregularity,
    table_of_words,
)
from mustutor.games.rulebook import in_language
from mustutor.games.teller import Teller, teller_of
from mustutor.model.ledger import Entry
from mustutor.referee.ruled_hand import CHOSEN
from mustutor.referee.statements import NOTED, PENALTY, Irregularity, RulingBranch

JUDGED: Mapping[Hashable, str] = {True: "claim_holds", False: "claim_fails", None: "claim_open"}
"""The kind of a line that says whether a claim holds."""


def _not_over(words: Mapping[str, Any]) -> str:
    """A claim that names a winner of a match, or of a game, that goes on."""
    if "games" not in words:
        return mark("{by} says that the game is decided for {seat}; it is not over.")
    if words["winner"]:
        return mark(
            "{by} is wrong: {winner} has won a game, and the match goes on. Games: {games}."
        )
    return mark("{by} says that {seat} wins the match; it is not over. Games: {games}.")


CASES: Mapping[Hashable, str] = {
    True: "holds",
    False: "fails",
    None: "open",
    (True, True): "cards_and_calls",
    (True, False): "cards",
    (False, True): "calls",
    (False, False): "neither",
}
"""The names of cases: whether a claim holds; or whether unknown cards matter, and unknown calls."""

SENTENCES: Mapping[str, Sentence | Mapping[str, Sentence]] = {
    **sentences_by_case("referee"),
    "not_over": {"holds": _not_over, "fails": _not_over},
    "left_out_hand": lambda words: (
        mark("{lances} of hand {hand}") if words["lances"] else mark("hand {hand}")
    ),
    "undecided": lambda words: (
        plural("Not decided without the cards of {seats}: {lances}.", of="seats")
        if words["seats"]
        else mark("Not decided without more cards: {lances}.")
    ),
}
"""The sentence of each kind of fact, or one for each way it may be judged."""


def fact_text(language: Language, name: str, case: Hashable = None, /, **words: Any) -> str:
    """Say a fact by its name in the table: lists are read out, stones written by side.

    `case` chooses between the sentences of a name that has several, such as whether it holds.
    """
    sentence = SENTENCES[name]
    if isinstance(sentence, Mapping):
        sentence = sentence[CASES.get(case, str(case))]
    if callable(sentence):
        sentence = sentence(words)
    written = {word: _word(thing, language) for word, thing in words.items()}
    if not isinstance(sentence, Plural):
        return language.say(sentence, **written)
    number = words[sentence.of]
    many = number if isinstance(number, int) else len(number)
    return language.count(sentence.one, sentence.many, many, **written)


def _word(thing: object, language: Language) -> object:
    if isinstance(thing, (tuple, list)):
        return language.join_list(thing) if thing else ""
    return stones_text(thing) if isinstance(thing, Mapping) else thing


def fact_line(
    language: Language,
    name: str,
    case: Hashable = None,
    /,
    *,
    rules: tuple[str, ...] = (),
    indent: int = 1,
    evidence: Mapping[str, object] = NOTHING,
    **words: Any,
) -> Line:
    """Say a fact on a line of its own; one that is judged is marked by how it was judged."""
    judged = isinstance(SENTENCES[name], Mapping)
    kind = JUDGED.get(case, name) if judged else name
    text = fact_text(language, name, case, **words)
    return Line(text, rules, kind, indent=indent, evidence=evidence)


def unjudged_text(why: str, language: Language) -> str:
    """Say why a claim cannot be judged."""
    known = f"unjudged_{why}"
    return fact_text(language, known if known in SENTENCES else "unjudged_else")


def ruled_lines(
    branches: Sequence[tuple[str, bool | None]], by: str, language: Language
) -> Iterator[Line]:
    """Say in which way to rule a claim holds."""
    held = {holds for _, holds in branches}
    if len(held) == 1 and None not in held:
        (holds,) = held
        yield fact_line(language, "every_ruling", holds, indent=2, by=by)
        return
    for way, holds in branches:
        line = (
            fact_line(language, "by_that_call", holds, indent=2, names=[by])
            if holds is not None
            else (fact_line(language, "way_open", None, indent=2))
        )
        said = fact_text(language, "if", ways=way_clause("", way, language))
        yield line._replace(said=said)


def stones_text(stones: Mapping[str, int]) -> str:
    """Write the stones of each side with commas.

    >>> stones_text({"A": 19, "B": 14})
    'A 19, B 14'
    """
    return ", ".join([f"{side} {number}" for side, number in stones.items()])


# --- an irregularity ---------------------------------------------------------------------

LONGEST_CALL = 200


def incident_line(irregular: Irregularity, language: Language) -> Line:
    """Say in a sentence what somebody did."""
    kind, end = f"illegal_{irregular.kind}", irregular.branches[0].played.end
    rules = (irregular.rule,) if irregular.rule else ()
    teller, seat = teller_of(end.variant), irregular.seat
    said = str(teller.sentences.get(kind, ""))
    others = {"{speaker}": irregular.speaker, "{mano}": end.mano}
    # A sentence that names another as well is told where there was another.
    fits = all(other not in ("", seat) for name, other in others.items() if name in said)
    if kind in teller.sentences and fits:
        hand = end.hand_of(seat) if seat in end.table.seats else None
        evidence: dict[str, Any] = {"seat": seat, "speaker": irregular.speaker, "mano": end.mano}
        evidence["hand"] = hand or ()
        evidence |= {"lance": irregular.lance} if irregular.lance else {}
        with suppress(LookupError):  # a note on a whole hand knows no lance
            return teller.lines([Fact(kind, rules, evidence=evidence)], end, language)[0]
    if irregular.fault is not NOTED:
        return Line(irregular.fault.said(language), rules)
    name = in_language(_row(irregular).name, language.code)
    if not seat:
        return Line(language.say("{irregularity}.", irregularity=name), rules)
    known = {"irregularity": name, "seat": language.player_name(seat)}
    return Line(language.say("{irregularity}: {seat}.", **known), rules)


def _row(irregular: Irregularity) -> KnownIrregularity:
    variant = irregular.branches[0].played.end.variant
    return irregularity(variant.game, irregular.kind).under(variant)


def outcome_line(irregular: Irregularity, way: RulingBranch, language: Language) -> Line:
    """Say in a sentence what a way to rule is: the price of the table, or the table's words."""
    if way.name == PENALTY and irregular.penalty is not None:
        cost = teller_of(way.played.end.variant).ruling(irregular.penalty, language)[1:]
        return Line(" ".join(cost), (irregular.penalty.rule,), PENALTY)
    clause = _row(irregular).way_said(way.name, language.code)
    if irregular.option == CHOSEN:
        clause = fact_text(language, "chosen", way=clause)
    return _clause_line(clause, (way.rule,) if way.rule else ())


def _clause_line(clause: str, rules: tuple[str, ...] = ()) -> Line:
    return Line(f"{clause[:1].upper()}{clause[1:]}.", rules)


def asked_line(irregular: Irregularity, language: Language) -> Line:
    """Say that the table is asked, which no rulebook can do for it."""
    return _clause_line(_row(irregular).way_said("ask", language.code))


def irregularity_page(irregularity: Irregularity, language: Language) -> Explanation:
    """Say what happened, then what a referee makes of it: one outcome, or a branch for each."""
    lines = tuple(_lines(irregularity, language))
    return Explanation("", (Passage(language.say("Irregularity"), lines),))


def _lines(irregular: Irregularity, language: Language) -> Iterator[Line]:
    teller = teller_of(irregular.branches[0].played.end.variant)
    place, call = (printable(one, LONGEST_CALL) for one in (irregular.place, irregular.text))
    yield fact_line(language, "in_record" if call else "in_no_call", place=place, call=call)
    yield incident_line(irregular, language)
    anyway = () if irregular.decided else irregular.settled
    if anyway:
        yield fact_line(language, "settled_anyway")
        yield from _moved(teller, anyway, language)
    for way in irregular.branches:
        if not irregular.decided or _has_price(irregular, way):
            yield Line(heading(irregular, [way], language), kind="way")
        depth = 1 if irregular.decided and not _has_price(irregular, way) else 2
        if " " not in way.name:  # a stake, or a count: the heading has it
            yield outcome_line(irregular, way, language)._replace(indent=depth)
        if not irregular.decided:
            yield from _what_follows(irregular, way, anyway, language)
    if irregular.asked:
        yield asked_line(irregular, language)
    elif not irregular.decided:
        yield club_line(irregular, language)


def club_line(irregular: Irregularity, language: Language, *, brief: bool = False) -> Line:
    """Say who decides what the rulebook leaves open: the club, or the offended side."""
    club: Any = irregular.branches[0].played.end.variant.rules["irregular"]
    if club[CHOICE] != REFEREE:
        return Line(in_language(table_of_words("choices")[club[CHOICE]], language.code))
    if brief:
        return fact_line(language, "club_decides")
    return fact_line(language, "club_rules", option=irregular.option)


def _has_price(irregular: Irregularity, way: RulingBranch) -> bool:
    return way.name == PENALTY and irregular.penalty is not None


def heading(irregular: Irregularity, ways: Sequence[RulingBranch], language: Language) -> str:
    """What stands before a way to rule, or before several that come to the same."""
    names = [way.name for way in ways]
    if PENALTY in names:
        return fact_text(language, "priced")
    said, *others = [way_clause(irregular.kind, name, language) for name in names]
    for clause in others:
        said = fact_text(language, "or", one=said, other=clause)
    return fact_text(language, "if", ways=said)


def way_clause(kind: str, name: str, language: Language) -> str:
    """A way to take an irregularity, as a clause; a stake or a count with its number."""
    way, _, number = name.partition(" ")
    own = f"{kind}_{way}"
    return fact_text(language, own if own in SENTENCES else f"way_{way}", number=number)


def _what_follows(
    irregular: Irregularity, way: RulingBranch, anyway: Sequence[Entry], language: Language
) -> Iterator[Line]:
    """What is paid in one way to rule, who speaks next, and what everybody has then."""
    end, teller = way.played.end, teller_of(way.played.end.variant)
    own = [entry for entry in end.ledger if entry not in anyway]
    yield from _moved(teller, own, language)
    here = way.next is not None and way.next.lance == irregular.lance
    if way.next is not None and here:
        words: dict[str, Any] = dict(teller.names(way.next.lance, language))
        yield fact_line(language, "still_open", indent=2, seat=way.next.speaker, **words)
    waiting = dict.fromkeys([seat for open_ in way.played.open for seat in open_.parties])
    unseen = tuple([seat for seat in waiting if end.hand_of(seat) is None])
    if unseen:
        known = Fact("why_waits", indent=2, evidence={"seats": unseen})
        yield from teller.lines([known], end, language)
    elif not own and not here:
        yield fact_line(language, "nothing_paid", indent=2)
    yield from teller.lines([teller.stones(end)._replace(indent=2)], end, language)


def _moved(teller: Teller, entries: Sequence[Entry], language: Language) -> Iterator[Line]:
    for entry in entries:
        rules = (entry.rule,) if entry.rule else ()
        yield Line(teller.movement(entry.as_json(), language), rules, "moved", indent=2)
