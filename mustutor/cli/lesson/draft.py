"""A lesson to begin with: it teaches something already, and says in comments what it is made of."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from mustutor.language import Language, available, language, mark

WIDTH = 78

# A hand on which whoever reads a three as a three gives the wrong answer.
COURSE = """\
format: mus-lesson/1
id: {id}
{level}
level: 1
minutes: 3
{variant}
variant: fournier
{rules}
rules: [MUS-CMP-G1, MUS-CMP-T1, MUS-DEJE-1]

{tables}
tables:
  hand:
    seats: [A1, B1, A2, B2]
    cards: {{A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o, A2: Co 6c 5c Ac, B2: 7e 6e 5e 4e}}
    rounds:
      - {{lance: mus, calls: [A1 corto]}}
      - {{lance: grande, calls: [A1 envido 2, B1 no quiero, B2 no quiero]}}
      - {{lance: chica, calls: [A1 paso, B1 paso, A2 paso, B2 paso]}}
      - lance: pares
        calls: [A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso]
      - lance: juego
        calls: [A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso]

{values}
values:
  kings: {{find: how_many, rank: R}}

{steps}
steps:
  {ask}
  - id: guess
    do: ask
    kind: seat
    table: hand
    at: start
    seats: [A1, B1]
    {compute}
    compute: {{find: winner, lance: grande, hands: {{A1: Ro 3e Cc 4b, B1: Rc Rb Se 7o}}}}
    answer: A1
    {wrong}
    wrong: {{B1: printed_three}}

  - {{id: rule, do: say}}

  {choices}
  - id: equal
    do: ask
    kind: choose
    hands: {{A2: R 3 6 4, B2: R R 6 4}}
    compute: {{find: winner, hands: {{A2: R 3 6 4, B2: R R 6 4}}, lance: grande}}
    answer: A2
    choices: [A2, B2, none]
    wrong: {{B2: printed_three, none: shared}}

  - id: stones
    do: ask
    kind: number
    table: hand
    at: grande.3
    compute: {{find: stones, table: hand, lance: grande, to: A}}
    answer: 1
    wrong: {{"2": whole_bet}}

  {deal}
  - id: play
    do: deal
    table: hand
    from: grande.1
    to: grande.3
    stops: [grande.3]

  - {{id: end, do: say}}
"""

_COMMENTS = {
    "level": mark("From 1, for somebody who has never held the cards, to 5, for a referee."),
    "variant": mark("The rulebook that gives the answers; mustutor variant list names them all."),
    "rules": mark("The articles it teaches; mustutor rule finds them by words."),
    "tables": mark(
        "Deals, played by the rules: a call that is not allowed is an error, shown at its "
        "place. The lance and the number of a call name a moment, as in grande.3; start and "
        "end are moments too. You may also take one of mustutor's records: write replay and "
        "its name."
    ),
    "values": mark(
        "Numbers for the texts: the texts contain no digits. Each number is asked of the "
        "rules, and the text names it in braces."
    ),
    "steps": mark(
        "The steps: say, show, ask, deal or drill; their words stand in the other files."
    ),
    "ask": mark(
        "Ask before you tell. The kinds of question: choose, seat, number, cards, order, call, "
        "settle."
    ),
    "compute": mark("What is asked of the rules; the answer below must be what they say."),
    "wrong": mark(
        "Answers that show a common mistake, and the mistake's name, under which the "
        "other files explain it."
    ),
    "choices": mark("What may be chosen; the words of each choice stand in the other files."),
    "deal": mark("The hand is played here call by call, and stops after each place that is named."),
}

_WORDS: Mapping[str, Mapping[str, str | tuple[str, ...] | Mapping[str, str]]] = {
    "guess": {
        "say": mark("Two players look at their cards. Nobody has spoken yet."),
        "ask": mark("Who has the better grande?"),
        "hints": (
            mark("Grande goes to the highest cards: compare them one by one, from the top."),
            mark("A three plays as a king here. What is left after two kings each?"),
        ),
        "wrong": {"printed_three": mark("The three of A1 plays as a king: it is not a low card.")},
        "otherwise": mark("Look again at which card each one plays as."),
        "remark": mark("Two kings each; then a knight beats a jack."),
    },
    "rule": {
        "say": mark(
            "In this deck {kings} cards play as kings, the threes among them. Grande is compared"
            " from the highest card down, and the first difference decides."
        )
    },
    "equal": {
        "ask": mark("And with these cards: is grande for A2, for B2, or for neither?"),
        "choices": {
            "A2": mark("For A2"),
            "B2": mark("For B2"),
            "none": mark("For neither: they share it"),
        },
        "hints": (
            mark("Read the three as the card it plays as, and compare again."),
            mark("All four cards are equal. Grande is never shared: A2 speaks first."),
        ),
        "wrong": {
            "printed_three": mark("The three is a king: both hands hold the same."),
            "shared": mark("They are equal, but stones are never split between equals."),
        },
        "otherwise": mark("When all four cards are equal, look at who speaks first."),
        "remark": mark("Between equal hands, the one who speaks first wins: the mano."),
    },
    "play": {
        "say": mark("Now see how it went."),
        "stops": {"grande.3": mark("Nobody accepts the bet, so nobody has to show a card for it.")},
    },
    "stones": {
        "ask": mark("How many stones does A1 win for grande?"),
        "hints": (
            mark("A bet that nobody accepts is not won whole."),
            mark("What is won for a refused bet is the deje, the price of saying no."),
        ),
        "wrong": {
            "whole_bet": mark("Two stones were bet, but the bet was refused: only the deje is won.")
        },
        "otherwise": mark("Ask yourself what the others owe for saying no."),
        "remark": mark("Whoever refuses an opening bet owes the deje, and nobody shows a card."),
    },
    "end": {
        "say": mark(
            "The highest cards win grande, with the threes as kings; and a bet that is refused"
            " still pays."
        )
    },
}


def drafts(lesson: str, title: str, tongue: Language, *, folder: str) -> Mapping[str, str]:
    """Write the files of a lesson, by name; `folder` is where they will stand.

    Comments are in the reader's language, the words of the lesson in every one there is.
    """
    title = title or lesson.replace("_", " ").capitalize()
    files = {"lesson.yaml": _course(lesson, title, tongue, folder)}
    for code in available():
        files[f"{code}.yaml"] = _words(title, language(code))
    return files


def _course(lesson: str, title: str, tongue: Language, folder: str) -> str:
    say = tongue.say
    head = [
        say("{title}: what it asks and shows; its words stand in the files beside.", title=title),
        say("To check it: {command}", command=f"mustutor lesson check {folder}"),
        say("To take it: {command}", command=f"mustutor learn {folder}"),
        say("All that it may contain: {command}", command="mustutor schema lesson"),
    ]
    lines = [line for text in head for line in _comment(text)]
    comments = {name: say(text) for name, text in _COMMENTS.items()}
    for line in COURSE.splitlines():
        name = line.strip().strip("{}")
        if name in comments:
            lines += _comment(comments[name], len(line) - len(line.lstrip()))
        else:
            lines.append(line.format(id=lesson))
    return "\n".join(lines) + "\n"


def _words(title: str, tongue: Language) -> str:
    lines = [
        f"title: {_quoted(title)}",
        f"summary: {_quoted(tongue.say('Grande, and what a refused bet pays.'))}",
        "steps:",
    ]
    for step, words in _WORDS.items():
        lines.append(f"  {step}:")
        for field, said in words.items():
            if isinstance(said, str):
                lines.append(f"    {field}: {_quoted(_said(said, tongue))}")
            elif isinstance(said, tuple):
                lines.append(f"    {field}:")
                lines += [f"      - {_quoted(_said(text, tongue))}" for text in said]
            else:
                lines.append(f"    {field}:")
                lines += [f"      {k}: {_quoted(_said(text, tongue))}" for k, text in said.items()]
    return "\n".join(lines) + "\n"


def _said(text: str, tongue: Language) -> str:
    """A text of the lesson, its placeholder left for the engine."""
    return tongue.say(text, kings="{kings}")


def _comment(text: str, indent: int = 0) -> Iterator[str]:
    lead = " " * indent + "# "
    yield from textwrap.wrap(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent=lead,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _quoted(text: str) -> str:
    """A text in double quotes, which every reader of YAML takes for the same."""
    import json

    return json.dumps(text, ensure_ascii=False)
