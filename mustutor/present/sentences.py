"""What the referee has found, in words: every kind of fact has its sentence in one table.

A kind that is judged has a sentence for each way it may be judged; another one, for each case
there is. The pages choose the facts. An irregularity comes last: what happened, what is settled,
and what each ruling pays.
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

UNJUDGED = {
    "no_such_hand": mark("The record has no such hand, or does not go that far."),
    "refused": mark("An earlier call is not allowed: what comes after it cannot be judged."),
    "not_played": mark("The record does not say how that lance ended."),
    "not_tried": mark("Too much of the match is unknown to work this out."),
    "not_whole": mark("Lances of that hand are missing, so what they paid is not known."),
    "unknown_before": mark("The stones before that hand are not known."),
    "nothing_said": mark(
        "The claim says neither who gets something nor what anybody has afterwards."
    ),
    "not_counted": mark("What was said there does not count."),
    "": mark("This cannot be judged from what is recorded."),
}
"""Why a claim cannot be judged."""

RULED = {
    True: mark("{by} is right, whichever way it is ruled."),
    False: mark("{by} is wrong, whichever way it is ruled."),
}
"""What a claim is worth that every way to rule judges alike."""


def _not_over(words: Mapping[str, Any]) -> str:
    """A claim that names a winner of a match, or of a game, that goes on."""
    if "games" not in words:
        return mark("{by} says that the game is decided for {seat}; it is not over.")
    if words["winner"]:
        return mark(
            "{by} is wrong: {winner} has won a game, and the match goes on. Games: {games}."
        )
    return mark("{by} says that {seat} wins the match; it is not over. Games: {games}.")


BOTH, CARDS, CALLS, NEITHER = (True, True), (True, False), (False, True), (False, False)
"""Whether cards nobody showed matter (of `seats`), and calls nobody remembers (at `places`)."""

SENTENCES: Mapping[str, Sentence | Mapping[Hashable, Sentence]] = {
    "claim": mark("{by} on {about}"),
    # A claim beside the count, with all its lines.
    "claimed_stones": {
        True: mark("{by} claims {claimed} for {to}, and that is right."),
        False: mark("{by} claims {claimed} for {to}; worked out again, {to} gets {computed}."),
    },
    "claimed_score": {
        True: mark("{by} is right about what every player has."),
        False: mark(
            "{by} claims that {seat} has {claimed}; worked out again, {seat} has {computed}."
        ),
    },
    "claimed_lance": {
        True: mark("{by} says that it goes to {seat} {at_lance}, and that is right."),
        False: mark("{by} says that it goes to {seat} {at_lance}; that is not so."),
    },
    "claimed_win": {
        True: mark("{by} says that {seat} wins, and that is right."),
        False: mark("{by} says that {seat} wins; it is {winner}."),
    },
    "claimed_loss": {
        True: mark("{by} says that {seat} loses, and that is right."),
        False: mark("{by} says that {seat} loses; it is {loser}."),
    },
    "not_over": {True: _not_over, False: _not_over},
    "half_remembered": {
        True: mark("What {by} claims is right, whatever the unknown cards or calls were."),
        False: mark("What {by} claims is wrong, whatever the unknown cards or calls were."),
        None: mark("What {by} claims cannot be decided from what is known."),
    },
    "differ_here": mark("The two counts differ here:"),
    "nothing_more": mark("{to} gets nothing more than this:"),
    "nothing_more_last": mark("{to} gets nothing more; this came last:"),
    "nothing": mark("{to} gets nothing; this is all that moves:"),
    "nothing_last": mark("{to} gets nothing; this is what moved last:"),
    "moves": mark("What moves to and from {seat}:"),
    "moves_last": mark("What moved last to and from {seat}:"),
    "decider": mark("What decides it:"),
    "known_hands": mark("Of the hands that are known, these two decide:"),
    # A claim, or two, in a line.
    "stones": {
        True: plural("{by} is right: {to} gets {amount} {where}.", of="computed"),
        False: plural(
            "{by} is wrong: {to} gets {amount} {where}, and not {claimed}.", of="computed"
        ),
    },
    "stones_out": {
        True: plural(
            "{by} is right: {number} stone goes out of the game {where}.",
            "{by} is right: {number} stones go out of the game {where}.",
            of="computed",
        ),
        False: plural(
            "{by} is wrong: {number} stone goes out of the game {where}, and not {claimed}.",
            "{by} is wrong: {number} stones go out of the game {where}, and not {claimed}.",
            of="computed",
        ),
    },
    "score": {
        True: mark("{by} is right about the count: {score}."),
        False: mark("{by} is wrong about the count: it is {score}, and not {claimed}."),
    },
    "lance": {
        True: mark("{by} is right: it goes to {to} {at_lance}."),
        False: mark("{by} is wrong: it does not go to {to} {at_lance}."),
    },
    "win": {
        True: mark("{by} is right: {side} wins the game."),
        False: mark("{by} is wrong: it is {side} who wins the game."),
    },
    "loss": {
        True: mark("{by} is right: {side} loses the game."),
        False: mark("{by} is wrong: it is {side} who loses the game."),
    },
    "whatever": {
        True: mark("{by} is right, whatever the unknown cards or calls were."),
        False: mark("{by} is wrong, whatever the unknown cards or calls were."),
    },
    "open": {None: mark("Whether {by} is right cannot be decided from what is known.")},
    "unjudged": {None: mark("{by} on {about}: {reason}")},
    "both_stones": plural(
        "{right} is right and {wrong} is wrong: {to} gets {amount} {where}, not {claimed}.",
        of="computed",
    ),
    "both_sides": plural(
        "{right} is right and {wrong} is wrong: {to} gets {amount} {where}.", of="computed"
    ),
    "both_win": mark("{right} is right and {wrong} is wrong: {side} wins the game."),
    "both_loss": mark("{right} is right and {wrong} is wrong: {side} loses the game."),
    "depends": {None: mark("Who is right depends on what {seats} said.")},
    "by_that_call": {
        True: plural("{names} is right.", "{names} are right.", of="names"),
        False: plural("{names} is wrong.", "{names} are wrong.", of="names"),
    },
    # What may still come.
    "found_call": mark("At {place}, only one call fits what follows: {call}."),
    "certain": {
        CARDS: plural(
            "Whatever {seats} holds: {what}.", "Whatever {seats} hold: {what}.", of="seats"
        ),
        CALLS: mark("Whatever was said there: {what}."),
        NEITHER: mark("This is how it ends: {what}."),
    },
    "unknown": {
        BOTH: plural(
            "Neither the cards of {seats} are known nor the call at {places}. It may end in "
            "these ways:",
            of="seats",
        ),
        CARDS: plural("The cards of {seats} are not known. It may end in these ways:", of="seats"),
        CALLS: mark("The call at {places} is not known. It may end in these ways:"),
        NEITHER: mark("It may end in these ways:"),
    },
    "ending": {
        "of_deals": mark("{what}: in {percent} % of the deals."),
        "by_calls": mark("{what}, if the call was {calls}."),
        "by_more_calls": mark("{what}, if the call was {calls} …"),
        "alone": mark("{what}."),
    },
    "gets": plural("{who} gets {number}"),
    "gives": plural("{who} gives {number}"),
    "decided_for": mark("the game is decided for {who}"),
    "then": mark("then {score}"),
    "nothing_moves": mark("nothing moves"),
    "more_endings": plural(
        "{number} more way to end is possible.",
        "{number} more ways to end are possible.",
        of="more",
    ),
    "not_exhaustive": mark("Not everything could be tried: there may be more."),
    "holds_in": mark("The claim holds in {percent} % of them."),
    "right_in": mark("It would be right in {percent} % of the deals."),
    "would_decide": {
        BOTH: plural(
            "To decide it, these are needed: the cards of {seats} and the call at {places}.",
            of="seats",
        ),
        CARDS: plural(
            "To decide it, {seats} has to show the cards.",
            "To decide it, {seats} have to show their cards.",
            of="seats",
        ),
        CALLS: mark("To decide it, somebody has to remember the call at {places}."),
    },
    "decided": mark("It makes no difference to the claim."),
    "left_out_hand": lambda words: (
        mark("{lances} of hand {hand}") if words["lances"] else mark("hand {hand}")
    ),
    "left_out": mark("Not worked out, because too much is unknown: {things}."),
    "left_out_more": plural(
        "Not worked out, because too much is unknown: {things}; and {number} more hand.",
        "Not worked out, because too much is unknown: {things}; and {number} more hands.",
        of="more",
    ),
    "undecided": lambda words: (
        plural("Not decided without the cards of {seats}: {lances}.", of="seats")
        if words["seats"]
        else mark("Not decided without more cards: {lances}.")
    ),
    "forgotten": plural(
        "Nobody remembers the call of {seats}: what depends on it is not decided.",
        "Nobody remembers the calls of {seats}: what depends on them is not decided.",
        of="seats",
    ),
    # An irregularity, a refusal, a score written wrongly.
    "in_record": mark("At {place} the record has: {call}"),
    "in_no_call": mark("At {place}"),
    "settled_anyway": mark("Whichever way it is ruled:"),
    # The ways to rule, as the table of irregularities names them.
    "way_stands": mark("it stands"),
    "way_not_said": mark("it does not count"),
    "way_put_right": mark("it is put right"),
    "way_dealt_again": mark("it is dealt again"),
    "way_mus_visto": mark("there is mus visto"),
    "way_lance_annulled": mark("the lance is annulled"),
    "way_hand_annulled": mark("the hand is annulled"),
    "way_game_lost": mark("it costs the game"),
    "way_paid": mark("it is paid for"),
    "priced": mark("By the price this table has set:"),
    "false_yes_anyway": mark("What is not held is never paid."),
    "chosen": mark("the offended side chooses what brings it most: {way}"),
    "at_least": mark("Whatever was staked: {side} gets {amount} {where} at least."),
    "way_stake": mark("the stake was {number}"),
    "way_count": mark("the count before was {number}"),
    "no_answer_stands": mark("somebody said quiero"),
    "no_answer_not_said": mark("nobody said quiero"),
    "changed_put_right": mark("the second word counts"),
    "forgotten_stones_put_right": mark("every stone counts for everybody"),
    "or": mark("{one} or {other}"),
    "if": mark("If {ways}:"),
    "way_open": {None: mark("That is still open.")},
    "still_open": mark("Still open {at_lance}: it is {seat} who speaks next."),
    "nothing_paid": mark("Nothing more is paid."),
    "club_decides": mark("The rulebook does not decide this: your club does."),
    "no_price": mark("This rulebook has no price for it: your club decides."),
    "nothing_counts": mark("Nothing of this deal counts."),
    "nothing_changes": mark("It changes nothing here."),
    "club_rules": mark(
        "The rulebook does not decide this: your club does, with {option} in a rulebook of its own."
    ),
    "too_late": mark("The game was decided before that, so it changes nothing."),
    "in_front": mark("The score so far: {score}."),
    "game_won": mark("{side} wins the game."),
    "game_lost": mark("{seat} loses the game."),
    "game_anyway": mark("Whatever was said there, the game is decided for {side}."),
    "too_many": mark("{side} {written} instead of {right} ({stones} too many)"),
    "too_few": mark("{side} {written} instead of {right} ({stones} too few)"),
    "miscounted": mark("The score as written first goes wrong after hand {hand}: {sides}."),
}
"""The sentence of each kind of fact, or one for each way it may be judged."""


def fact_text(language: Language, name: str, case: Hashable = None, /, **words: Any) -> str:
    """Say a fact by its name in the table: lists are read out, stones written by side.

    `case` chooses between the sentences of a name that has several, such as whether it holds.
    """
    sentence = SENTENCES[name]
    if isinstance(sentence, Mapping):
        sentence = sentence[case]
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


def ruled_lines(
    branches: Sequence[tuple[str, bool | None]], by: str, language: Language
) -> Iterator[Line]:
    """Say in which way to rule a claim holds."""
    held = {holds for _, holds in branches}
    if len(held) == 1 and None not in held:
        (holds,) = held
        assert holds is not None
        yield Line(language.say(RULED[holds], by=by), kind=JUDGED[holds], indent=2)
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
