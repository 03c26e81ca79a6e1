"""How a change of an option is said: what is different at the table, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mustutor.language import Language, mark
from mustutor.schema import spelled
from mustutor.variant.words import VALUES

# Options that are a number, of something the sentence need not count: 1 reads as well as 40.
NUMBERS: Mapping[str, str] = {
    "players.count": mark("{after} players sit at the table, not {before}."),
    "deal.cut_min": mark("A cut leaves at least {after} in either part, not {before}."),
    "bet.min_open": mark("A lance is opened with {after} or more, not {before}."),
    "bet.min_raise": mark("A raise adds {after} or more, not {before}."),
    "values.real": mark("La Real is worth {after}, not {before}."),
    "values.juego33": mark("A juego of 33 is worth {after}, not {before}."),
    "score.target": mark("A game is won at {after} stones, not {before}."),
    "score.adentro_margin": mark(
        "A side says it is inside when it lacks {after} of the target, not {before}."
    ),
    "match.games": mark("The games that win a vaca are {after}, not {before}."),
    "match.vacas": mark("The vacas that win the match are {after}, not {before}."),
    "encaje.start_stones": mark("Everyone begins a game with {after} stones, not {before}."),
    "encaje.session_losses": mark("The lost games that lose a session are {after}, not {before}."),
}

# Options that are a word or else something to fill in.
FILLED: Mapping[str, str] = {
    "mus.max_rounds": mark("The exchanges of cards in a hand are {after} at most."),
    "bet.max": mark("Nobody bets more than {after}."),
    "bet.overlimit": mark("A bet of more than {above} counts as {counts_as}."),
    "signals.list": mark("The signals are the table's own: {after}."),
    "talk.mus_phrases": mark("Mus is talked in these phrases alone: {after}."),
}

# Options that are a set of things: what holds where one is in it, and where it is not.
MEMBERS: Mapping[str, Mapping[str | int, tuple[str, str]]] = {
    "deck.removed_ranks": {
        2: (mark("The twos are out: 36 cards."), mark("The twos are in: forty cards.")),
    },
    "real.figures": {
        "jack": (
            mark("A jack makes la Real with three sevens."),
            mark("A jack makes no Real."),
        ),
        "knight": (
            mark("A knight makes la Real with three sevens."),
            mark("A knight makes no Real."),
        ),
        "king": (
            mark("A king makes la Real with three sevens."),
            mark("A king makes no Real."),
        ),
        "three": (
            mark("A three makes la Real with three sevens, as it is a king."),
            mark("A three makes no Real."),
        ),
    },
    "signals.when": {
        "not_while_dealing": (
            mark("Nobody makes signals while somebody deals."),
            mark("Signals may be made while somebody deals."),
        ),
        "pares_juego_in_own_lance": (
            mark("Pares and juego are signalled in their own lance alone."),
            mark("Pares and juego may be signalled in any lance."),
        ),
        "no_earlier_lances_in_juego": (
            mark("During juego and punto nobody signals what earlier lances were about."),
            mark("During juego and punto one may still signal about earlier lances."),
        ),
        "not_in_mus_corrido": (
            mark("Signals wait until mus corrido is cut."),
            mark("Signals need not wait for mus corrido to be cut."),
        ),
    },
    "talk.no_questions_with": {
        "medias": (
            mark("Who holds medias may not question his partner about the mus."),
            mark("Who holds medias may question his partner about the mus."),
        ),
        "duples": (
            mark("Who holds duples may not question his partner about the mus."),
            mark("Who holds duples may question his partner about the mus."),
        ),
        "juego31": (
            mark("Who holds 31 may not question his partner about the mus."),
            mark("Who holds 31 may question his partner about the mus."),
        ),
    },
    "conduct.no_pass_order": {
        "real_holder": (
            mark("Who holds la Real may not tell his partner to pass."),
            mark("Who holds la Real may tell his partner to pass."),
        ),
        "mano_31_uncontested": (
            mark("A mano with 31 and no juego after him may not tell his partner to pass."),
            mark("A mano with 31 and no juego after him may tell his partner to pass."),
        ),
        "mano_30_punto": (
            mark("A mano with 30 at punto may not tell his partner to pass."),
            mark("A mano with 30 at punto may tell his partner to pass."),
        ),
    },
}

# Options that give each lance one of a few values: the lances that change are named together.
LANCES: Mapping[str, Mapping[str | int, str]] = {
    "deje.opening": {
        1: mark("A refused opening bet in {lances} pays a stone."),
        0: mark("A refused opening bet in {lances} pays nothing."),
    },
    "deje.raise_extra": {
        1: mark("A refused raise in {lances} pays a stone more."),
        0: mark("A refused raise in {lances} pays nothing more."),
    },
    "talk.naming_cards": {
        "forbidden": mark("Nobody names his cards in {lances}."),
        "ordered_partial": mark("Cards may be named in {lances}, all or some, the best first."),
        "free": mark("Cards may be named in {lances} as one likes."),
    },
}

# What a lance or a combination is worth.
WORTH: Mapping[str, str] = {
    "grande": mark("Grande is worth {after}, not {before}."),
    "chica": mark("Chica is worth {after}, not {before}."),
    "par": mark("A par is worth {after}, not {before}."),
    "medias": mark("Medias are worth {after}, not {before}."),
    "duples": mark("Duples are worth {after}, not {before}."),
    "juego": mark("A juego other than 31 is worth {after}, not {before}."),
    "juego31": mark("A juego of 31 is worth {after}, not {before}."),
    "punto": mark("Punto is worth {after}, not {before}."),
}

# What an offence costs: a sentence with the offence for its subject.
COSTS: Mapping[str, str] = {
    "none": mark("{offence} costs nothing."),
    "warn": mark("{offence} brings a warning."),
    "annul_lance": mark("{offence} annuls that lance for who did it."),
    "annul_hand": mark("{offence} annuls the whole hand of who did it."),
    "lose_game": mark("{offence} loses the game."),
}
OFFENCES: Mapping[str, str] = {
    "forbidden_question": mark("Asking one's partner a forbidden question"),
    "bait_as_mano_max": mark("Feigning weakness as mano with the best possible hand"),
    "mano_31_pass_order": mark("Telling one's partner to pass at juego as mano with 31"),
    "mano_30_pass_order": mark("Telling one's partner to pass at punto as mano with 30"),
    "false_declaration": mark("Declaring pares or juego falsely"),
    "broken_word": mark("Going back on one's word"),
    "real_pass_order": mark("Telling one's partner to pass with La Real in hand"),
    "lie": mark("Lying where lies are forbidden"),
    "false_signal": mark("A false signal, or one that is not on the list"),
    "forbidden_signal": mark("A signal where none may be made"),
    "forbidden_talk": mark("Saying what may not be said"),
    "forbidden_naming": mark("Naming cards as they may not be named"),
}


def sentences(option: str, before: Any, after: Any, tongue: Language) -> tuple[str, ...]:
    """Say what is different at the table once an option has another value.

    A map or a set may change in several things; each has its sentence.

    >>> from mustutor.language import language
    >>> sentences("score.target", 40, 30, language("en"))
    ('A game is won at 30 stones, not 40.',)
    """
    return tuple(_sentences(option, before, after, tongue))


def _sentences(option: str, before: Any, after: Any, tongue: Language) -> Iterator[str]:
    if option in NUMBERS:
        yield tongue.say(NUMBERS[option], before=before, after=after)
    elif option in MEMBERS:
        yield from _of_a_set(option, set(before), set(after), tongue)
    elif option in LANCES:
        yield from _of_lances(option, before, after, tongue)
    elif option == "values.lances":
        for thing in _changed(before, after):
            yield tongue.say(WORTH[thing], before=before[thing], after=after[thing])
    elif option == "penalty":
        for offence in _changed(before, after):
            yield tongue.say(COSTS[after[offence]], offence=tongue.say(OFFENCES[offence]))
    elif isinstance(after, dict) and option == "bet.overlimit":
        yield tongue.say(FILLED[option], **after)
    elif isinstance(after, str | bool | int) and after in VALUES.get(option, {}):
        yield tongue.say(VALUES[option][after])
    else:
        shown = ", ".join(after) if isinstance(after, tuple) and after else spelled(after)
        yield tongue.say(FILLED[option], after=shown)


def _of_a_set(option: str, before: set[Any], after: set[Any], tongue: Language) -> Iterator[str]:
    for member, (inside, outside) in MEMBERS[option].items():
        if (member in before) != (member in after):
            yield tongue.say(inside if member in after else outside)


def _of_lances(
    option: str, before: Mapping[str, Any], after: Mapping[str, Any], tongue: Language
) -> Iterator[str]:
    names = {
        "grande": tongue.term("lance", "grande"),
        "chica": tongue.term("lance", "chica"),
        "pares": tongue.term("lance", "pares"),
        "juego": tongue.term("lance", "juego"),
        "punto": tongue.term("lance", "punto"),
    }
    changed = _changed(before, after)
    for value, sentence in LANCES[option].items():
        lances = [names[lance] for lance in changed if after[lance] == value]
        if lances:
            yield tongue.say(sentence, lances=tongue.listed(lances))


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [thing for thing in before if before[thing] != after[thing]]
